import Bedside
import Glibc

/// The file with the vault's secrets: outside the database, mode 0600, the newest first (GUARD-1).
///
/// ```
/// anicca vault 1
/// 64 hexadecimal digits
/// ```
///
/// A second line of digits exists only while records are being sealed again under a new key. Every step leaves a file
/// with which all records can be opened, so a power cut between two steps loses nothing.
///
/// Used on the store's thread.
public struct VaultKeyFile: Sendable {
    private static let heading = "anicca vault 1"
    private static let maximumBytes = 4096
    private static let maximumKeys = 8

    private let folder: StateFolder
    private let name: String
    private let credential: [UInt8]
    /// With these something may have been sealed, too.
    private let otherCredentials: [[UInt8]]

    /// The content of the file.
    private struct Secrets {
        var newest: [UInt8]
        var older: [[UInt8]] = []
    }

    /// - Parameters:
    ///   - stateFolder: the folder of the database.
    ///   - credential: the content of systemd's `$CREDENTIALS_DIRECTORY/vault.key`; empty if there is none.
    public init(stateFolder: String, credential: [UInt8] = []) {
        self.init(folder: StateFolder(path: stateFolder), credential: credential)
    }

    /// - Parameters:
    ///   - name: the file's; the vault's, or the recordings'.
    ///   - otherCredentials: those with which something may have been sealed, too; nothing is sealed with them.
    init(
        folder: StateFolder, name: String = StateFolder.vaultKeyName, credential: [UInt8] = [],
        otherCredentials: [[UInt8]] = []
    ) {
        self.folder = folder
        self.name = name
        self.credential = credential
        self.otherCredentials = otherCredentials.filter { $0 != credential }
    }

    private var path: String { folder.path + "/" + name }

    /// Opens the vault; makes a key if there is none.
    ///
    /// - Parameter holdsRecords: whether something is sealed already. Then a key that is missing is an error: a new one
    ///   could not open it.
    public func open(holdsRecords: Bool) throws(VaultError) -> Vault {
        if let secrets = try read() { return vault(secrets) }
        guard !holdsRecords else { throw .keyMissing(path: path) }
        let secrets = Secrets(newest: VaultKeyFile.randomSecret())
        try write(secrets)
        return vault(secrets)
    }

    /// Whether there is a file, of whatever content.
    var exists: Bool { folder.exists(path) }

    /// Whether a change of keys was begun and has not ended. False also where the file cannot be read.
    public var holdsOlderKeys: Bool { (try? read())?.map { !$0.older.isEmpty } ?? false }

    /// Adds a new key, which seals from now on; the returned vault opens records of the older keys, too. When all
    /// records are sealed again (`Vault.resealed`), `forgetOlderKeys` ends the change.
    ///
    /// A change that was begun and not ended goes on with its own key: records may be sealed under each key in the file,
    /// so none may be pushed out of it.
    public func addKey() throws(VaultError) -> Vault {
        guard let secrets = try read() else { throw .keyMissing(path: path) }
        guard secrets.older.isEmpty else { return vault(secrets) }
        let both = Secrets(newest: VaultKeyFile.randomSecret(), older: [secrets.newest])
        try write(both)
        return vault(both)
    }

    /// Removes every key except the newest.
    public func forgetOlderKeys() throws(VaultError) {
        guard let secrets = try read() else { throw .keyMissing(path: path) }
        if !secrets.older.isEmpty { try write(Secrets(newest: secrets.newest)) }
    }

    /// Overwrites and removes the key file: what was sealed can never be opened again. Nothing happens if there is
    /// none. A card's controller may keep an old copy of the bytes, which is out of reach.
    public func destroy() throws(StoreError) {
        for file in [path, path + ".new"] {
            if let bytes = folder.size(of: file), bytes > 0 { overwrite(file, bytes: min(bytes, 1 << 16)) }
            try folder.remove(file)
        }
        if folder.exists(folder.path) { try folder.synchronize() }
    }

    private func overwrite(_ file: String, bytes: Int) {
        let descriptor = Glibc.open(file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        overwrite(descriptor, bytes: bytes)
        close(descriptor)
    }

    private func overwrite(_ descriptor: Int32, bytes: Int) {
        let zeros = [UInt8](repeating: 0x30, count: bytes)
        _ = zeros.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        fsync(descriptor)
    }

    private func vault(_ secrets: Secrets) -> Vault {
        let all = [secrets.newest] + secrets.older
        return Vault(
            current: VaultKey(secret: secrets.newest, credential: credential),
            older: secrets.older.map { VaultKey(secret: $0, credential: credential) }
                + otherCredentials.flatMap { other in all.map { VaultKey(secret: $0, credential: other) } })
    }

    private static func randomSecret() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<VaultKey.secretBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    // MARK: The file

    /// The content; nil if there is no file.
    private func read() throws(VaultError) -> Secrets? {
        var info = stat()
        guard lstat(path, &info) == 0 else {
            if errno == ENOENT { return nil }
            throw .store(StoreError(errno: errno, path, folder: folder.path))
        }
        guard info.st_mode & S_IFMT == S_IFREG else { throw unusable("is not a file", "ファイルではありません") }
        guard info.st_mode & 0o077 == 0 else {
            throw unusable("others can read it: chmod 600", "ほかのユーザーも読めます。chmod 600 を実行してください")
        }
        guard let bytes = folder.read(path, limit: VaultKeyFile.maximumBytes) else {
            throw unusable("cannot be read", "読み込めません")
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let secrets = lines.dropFirst().dropLast().compactMap(VaultKeyFile.secret)
        guard lines.first == VaultKeyFile.heading[...], lines.last == "", let newest = secrets.first,
            secrets.count == lines.count - 2, secrets.count <= VaultKeyFile.maximumKeys
        else {
            throw unusable("is damaged: put it back from a copy", "壊れています。控えから戻してください")
        }
        return Secrets(newest: newest, older: Array(secrets.dropFirst()))
    }

    private func unusable(_ english: String, _ japanese: String) -> VaultError {
        .unusableKey(path: path, reason: Wording(english, japanese))
    }

    private func write(_ secrets: Secrets) throws(VaultError) {
        var text = VaultKeyFile.heading + "\n"
        for secret in [secrets.newest] + secrets.older { text += VaultKeyFile.hexadecimal(secret) + "\n" }
        // The file that is replaced may hold a key that is to be gone. It is overwritten once the new one has its name:
        // until then a power cut must find it whole.
        let bytes = min(folder.size(of: path) ?? 0, 1 << 16)
        let former = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        defer { if former >= 0 { close(former) } }
        do throws(StoreError) {
            try folder.replace(path, with: Array(text.utf8))
        } catch {
            throw .store(error)
        }
        if former >= 0, bytes > 0 { overwrite(former, bytes: bytes) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private static func secret(_ line: Substring) -> [UInt8]? {
        let digits = line.utf8.map { byte -> UInt8? in
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x61...0x66: byte - 0x61 + 10
            default: nil
            }
        }
        guard digits.count == 2 * VaultKey.secretBytes else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
