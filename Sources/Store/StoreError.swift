import Bedside
import Glibc

/// Why the store cannot do what was asked. Every case is expected in the field; none is a reason to stop ringing.
public enum StoreError: WordedError, Hashable {
    /// Another process owns the state folder; `pid` if its lock file gives it.
    case inUse(pid: Int32?)
    /// The state folder cannot be made or trusted; `reason` says what to do.
    case unusableFolder(path: String, reason: Wording)
    /// Nothing has been stored here yet (`readOnly` access only; an owner makes what is missing).
    case missing(path: String)
    /// The database was written by a newer version. It has not been touched.
    case newerVersion(found: String, known: String)
    /// What is on disk is damaged and could not be replaced.
    case corrupt(String)
    case diskFull
    /// The file system is mounted read-only, or this store was opened for reading only.
    case readOnly
    /// Another program's transaction held the database for longer than the busy timeout.
    case busy
    /// Not on disk yet: the disk takes long to answer, and the changes are written as soon as it does (`StoreThread`
    /// only).
    case slow
    /// Something private could not be sealed, so it is not kept; everything else is on disk.
    case unsealed(VaultFault)
    /// The device or file system failed; `code` is SQLite's extended code or errno.
    case inputOutput(code: Int32, String)

    public var wording: Wording {
        switch self {
        case .inUse(let pid?):
            Wording(
                "the state folder is in use by process \(pid): stop that one first",
                "データのフォルダーはプロセス \(pid) が使用中です。先にそちらを止めてください")
        case .inUse(nil):
            Wording("the state folder is in use by another process", "データのフォルダーは、ほかのプロセスが使用中です")
        case .unusableFolder(let path, let reason):
            Wording("state folder \(path): \(reason.english)", "データのフォルダー \(path)：\(reason.japanese)")
        case .missing(let path): Wording("nothing is stored at \(path) yet", "\(path) には、まだ何も保存されていません")
        case .newerVersion(let found, let known):
            Wording(
                "a newer version wrote the database (\(found); this program knows \(known)): install that version again",
                "データベースは新しいバージョンのものです（\(found)。このプログラムは \(known) まで）。"
                    + "新しいバージョンを入れ直してください")
        case .corrupt(let what): Wording("the database is damaged: \(what)", "データベースが壊れています（\(what)）")
        case .diskFull: Wording("the disk is full: free some space", "ディスクがいっぱいです。空きを増やしてください")
        case .readOnly: Wording("the state folder is read-only", "データのフォルダーに書き込めません（読み取り専用）")
        case .busy: Wording("the database is locked by another program", "データベースは、ほかのプログラムが使用中です")
        case .slow:
            Wording(
                "the disk takes long to answer; the change is saved as soon as it does",
                "ディスクの応答に時間がかかっています。応答がありしだい保存されます")
        case .unsealed(let fault): fault.wording
        case .inputOutput(let code, let what):
            Wording("storage failed (\(code)): \(what)", "保存先の読み書きに失敗しました（\(code)：\(what)）")
        }
    }
}

extension StoreError {
    /// Converts errno of a call on a file in `folder`.
    init(errno code: Int32, _ what: String, folder: String) {
        switch code {
        // EFBIG: the limit on a file's size, treated like a full disk.
        case ENOSPC, EDQUOT, EFBIG: self = .diskFull
        case EROFS: self = .readOnly
        default: self = StoreError.failure(code: code, "\(what): \(String(cString: strerror(code)))", folder: folder)
        }
    }

    /// Distinguishes a full or read-only file system from a failure by asking the file system itself: SQLite answers
    /// "cannot open" or "I/O error" when it cannot grow its shared memory file, and on a file system that the kernel
    /// has turned read-only.
    static func failure(code: Int32, _ text: String, folder: String) -> StoreError {
        var info = statvfs()
        if statvfs(folder, &info) == 0 {
            if info.f_flag & UInt(ST_RDONLY) != 0 { return .readOnly }
            if info.f_bavail < 16 || (info.f_files > 0 && info.f_favail == 0) { return .diskFull }
        }
        return .inputOutput(code: code, text)
    }
}

/// What `BedsideStore.open` found.
public enum OpenReport: Hashable, Sendable, Worded, CustomStringConvertible {
    case clean
    /// The first start here.
    case created
    /// An older version's database was brought forward; the migrations applied.
    case migrated([String])
    /// The database was damaged, missing or behind the schedule copy. `fromCopy`: settings and schedule came from the
    /// copy (else they are the defaults). `setAside`: the name under which the damaged file was kept.
    case recovered(fromCopy: Bool, setAside: String?)
    /// Nothing is written to disk: see `BedsideStore.inMemory`.
    case inMemory(StoreError, fromDisk: Bool)

    /// The text for logs.
    public var description: String { wording.english }

    public var wording: Wording {
        switch self {
        case .clean: Wording("clean", "正常")
        case .created: Wording("created", "新規")
        case .migrated(let names):
            Wording("brought forward by \(names.joined(separator: ", "))", "更新しました（\(names.joined(separator: "、"))）")
        case .recovered(let fromCopy, let setAside):
            Wording(
                "recovered \(fromCopy ? "from the schedule copy" : "with default settings")"
                    + (setAside.map { "; the damaged database is kept as \($0)" } ?? ""),
                (fromCopy ? "予定の控えから復元しました" : "初期設定に戻しました")
                    + (setAside.map { "（壊れたデータベースは \($0) に残しています）" } ?? ""))
        case .inMemory(let reason, let fromDisk):
            Wording(
                "nothing is being saved (\(reason)); settings are \(fromDisk ? "the last saved ones" : "the defaults")",
                "保存できていません（\(reason.text(in: .japanese))）。設定は\(fromDisk ? "最後に保存したもの" : "初期値")です")
        }
    }

    /// Whether commits go to disk; true after a recovery too. Changes that are owed for the moment (a full disk) are
    /// reported by `BedsideStore.isWorking`.
    public var isWritable: Bool {
        switch self {
        case .clean, .created, .migrated, .recovered: true
        case .inMemory: false
        }
    }

    /// Whether the owner should learn of it (light, status).
    public var needsAttention: Bool {
        switch self {
        case .clean, .created, .migrated: false
        case .recovered, .inMemory: true
        }
    }
}
