import Bedside

/// Why the vault cannot seal or open. None of these concerns an alarm, and nothing is deleted because of one.
public enum VaultError: WordedError, Hashable {
    /// Something is sealed and the key file is gone.
    case keyMissing(path: String)
    /// The record was sealed under a key that this device no longer has, or with another credential.
    case otherKey
    /// The key file exists and cannot be used; `reason` says what to do.
    case unusableKey(path: String, reason: Wording)
    /// The record was changed, cut short, or belongs elsewhere.
    case damagedRecord
    /// A newer version sealed the record.
    case newerFormat
    case tooLong(bytes: Int)
    /// The key file could not be written.
    case store(StoreError)

    public var wording: Wording {
        switch self {
        case .keyMissing(let path):
            Wording(
                "the vault's key is gone: put \(path) back from a copy, or erase what it sealed with anicca reset",
                "記憶の鍵がありません。\(path) を控えから戻すか、anicca reset で中身を消してください")
        case .otherKey:
            Wording(
                "sealed under another key: put the old key file or the system's credential back",
                "別の鍵で暗号化されています。以前の鍵ファイル、またはシステムの資格情報を戻してください")
        case .unusableKey(let path, let reason):
            Wording("the vault's key \(path): \(reason.english)", "鍵ファイル \(path)：\(reason.japanese)")
        case .damagedRecord: Wording("a sealed record is damaged", "暗号化した記録が壊れています")
        case .newerFormat:
            Wording(
                "a newer version sealed this: install that version again",
                "新しいバージョンで暗号化されたものです。新しいバージョンを入れ直してください")
        case .tooLong(let bytes):
            Wording(
                "\(bytes) bytes are too many for one record (at most \(Vault.maximumBytes))",
                "一件に入れるには大きすぎます（\(bytes) バイト。\(Vault.maximumBytes) バイトまで）")
        case .store(let error): error.wording
        }
    }
}
