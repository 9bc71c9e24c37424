import Bedside
import Glibc

/// The recordings of one state folder: one file each in `recordings`, sealed under a key of their own beside the
/// vault's (GUARD-1).
///
/// Their own key, because `anicca memory wipe` destroys the vault's and must not take the recordings with it, and so
/// that `delete --all` makes all of them unreadable at once. Any thread that may wait for the disk.
public struct RecordingShelf: Sendable {
    private static let suffix = ".talk"
    /// Packets of 20 ms.
    private static let packetsPerSecond = 50
    private static let maximumRecordings = 10_000

    private let state: StateFolder
    private let folder: StateFolder
    public var limits = RecordingLimits()
    /// Bytes that the disk has left; replaced by tests.
    var freeBytes: @Sendable (StateFolder) -> Int? = { $0.freeBytes }

    public init(stateFolder: String) { self.init(state: StateFolder(path: stateFolder)) }

    init(state: StateFolder) {
        self.state = state
        folder = StateFolder(path: state.path + "/" + StateFolder.recordingsName)
    }

    var path: String { folder.path }
    private var key: VaultKeyFile {
        VaultKeyFile(folder: state, name: StateFolder.recordingsKeyName, credential: Seals.credential())
    }

    private func file(_ id: Int) -> String { "\(folder.path)/\(id)\(Self.suffix)" }

    /// Numbers of all recordings, oldest first.
    public var ids: [Int] {
        let found = folder.names().compactMap { name -> Int? in
            guard name.hasSuffix(Self.suffix), let id = Int(name.dropLast(Self.suffix.count)) else { return nil }
            return id > 0 && id < 1 << 31 && name == "\(id)\(Self.suffix)" ? id : nil
        }
        return Array(found.sorted().suffix(Self.maximumRecordings))
    }

    // MARK: Making

    /// Begins a recording, after making room for it.
    public func begin(
        at startedAt: CivilTime, local: LocalDateTime, keepDays: Int
    ) throws(RecordingError) -> RecordingWriter {
        let ids = ids
        do throws(StoreError) {
            if !folder.exists(folder.path) {
                try folder.make()
                try state.synchronize()
            }
        } catch {
            throw .store(error)
        }
        try makeRoom(keeping: nil)
        let info = RecordingInfo(
            id: (ids.last ?? 0) + 1, startedAt: startedAt, local: local, keepDays: keepDays)
        let head: (bytes: [UInt8], vault: Vault)
        do throws(VaultError) {
            head = try RecordingFormat.head(info, under: try key.open(holdsRecords: !ids.isEmpty))
        } catch {
            throw .sealed(error)
        }
        do throws(StoreError) { try folder.replace(file(info.id), with: head.bytes) } catch { throw .store(error) }
        let descriptor = Glibc.open(file(info.id), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .store(StoreError(errno: errno, file(info.id), folder: folder.path)) }
        return RecordingWriter(info, shelf: self, descriptor: descriptor, vault: head.vault)
    }

    /// Deletes the oldest recordings beyond the bound; throws if the disk has hardly any room left.
    func makeRoom(keeping kept: Int?) throws(RecordingError) {
        var sizes = ids.map { (id: $0, bytes: folder.size(of: file($0)) ?? 0) }
        var total = sizes.reduce(0) { $0 + $1.bytes }
        while total > limits.totalBytes, let oldest = sizes.first, oldest.id != kept {
            try deleteIfThere(oldest.id)
            total -= oldest.bytes
            sizes.removeFirst()
        }
        if let free = freeBytes(folder), free < limits.freeBytes { throw .noRoom }
    }

    // MARK: Reading

    public func list() -> [StoredRecording] {
        let vault = Result { () throws(VaultError) in try key.open(holdsRecords: true) }
        return ids.compactMap { id in
            let descriptor = Glibc.open(file(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            let bytes = folder.size(of: file(id)) ?? 0
            let head = self.head(descriptor)
            let (packets, hasEnd) = RecordingReader.look(descriptor, bytes: bytes)
            var state = hasEnd ? StoredRecording.State.whole : .cutShort
            do throws(RecordingError) {
                _ = try open(head, id: id, vault)
            } catch {
                state = .unreadable(error)
            }
            return StoredRecording(
                id: id, info: RecordingFormat.info(head, id: id), seconds: packets / Self.packetsPerSecond,
                bytes: bytes, state: state)
        }
    }

    /// Opens one recording.
    public func open(_ id: Int) throws(RecordingError) -> RecordingReader {
        let descriptor = Glibc.open(file(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? .noSuchRecording(id: id) : .store(StoreError(errno: errno, file(id), folder: folder.path))
        }
        do throws(RecordingError) {
            let head = head(descriptor)
            let vault = try open(head, id: id, Result { () throws(VaultError) in try key.open(holdsRecords: true) })
            guard let info = RecordingFormat.info(head, id: id) else { throw .damaged(id: id) }
            return RecordingReader(info, descriptor: descriptor, vault: vault)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private func open(
        _ head: [UInt8], id: Int, _ vault: Result<Vault, VaultError>
    ) throws(RecordingError) -> Vault {
        do throws(VaultError) {
            return try RecordingFormat.open(head, id: id, under: try vault.get())
        } catch {
            if case .damagedRecord = error { throw .damaged(id: id) }
            throw .sealed(error)
        }
    }

    private func head(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: RecordingFormat.headBytes)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(0, count)))
    }

    // MARK: Deleting

    /// Destroys one recording: its key, in the first bytes, is overwritten before the file goes.
    public func delete(_ id: Int) throws(RecordingError) {
        let file = file(id)
        let descriptor = Glibc.open(file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { throw .noSuchRecording(id: id) }
        // One that cannot be written to goes all the same.
        if descriptor >= 0 {
            let zeros = [UInt8](repeating: 0, count: RecordingFormat.headBytes)
            _ = zeros.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            fsync(descriptor)
            close(descriptor)
        }
        do throws(StoreError) {
            try folder.remove(file)
            try folder.synchronize()
        } catch {
            throw .store(error)
        }
    }

    /// The same for one that its owner may have deleted meanwhile.
    private func deleteIfThere(_ id: Int) throws(RecordingError) {
        do throws(RecordingError) { try delete(id) } catch {
            guard case .noSuchRecording = error else { throw error }
        }
    }

    /// Destroys the key first, which makes every recording unreadable at once, and then the files.
    /// - Returns: how many there were.
    @discardableResult
    public func deleteAll() throws(RecordingError) -> Int {
        do throws(StoreError) {
            let ids = ids
            try destroyKey()
            try removeFiles()
            return ids.count
        } catch {
            throw .store(error)
        }
    }

    func destroyKey() throws(StoreError) { try key.destroy() }

    /// Removes every file in the folder, and the folder; for a wipe. A folder in it is nothing of ours, such as the
    /// `lost+found` of a disk.
    func removeFiles() throws(StoreError) {
        guard folder.exists(folder.path) else { return }
        for name in folder.names() where name != "." && name != ".." {
            let file = folder.path + "/" + name
            var information = stat()
            if lstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFDIR { continue }
            try folder.remove(file)
        }
        rmdir(folder.path)
        try state.synchronize()
    }

    /// Deletes what is past its time, and what is beyond the bound on all of it.
    ///
    /// - Parameters:
    ///   - today: the owner's date; nil while the clock is not trusted: then nothing is past its time.
    ///   - keepDays: the owner's choice; nil: off, and each recording has the time that it was given.
    ///   - kept: the recording that is being made.
    /// - Returns: what was deleted, and how many are left.
    public func tidy(
        today: LocalDate?, keepDays: Int?, keeping kept: Int? = nil
    ) throws(RecordingError) -> (deleted: [Int], left: Int) {
        removeUnfinished()
        let before = ids
        // One that cannot be deleted keeps no other.
        var failure: RecordingError?
        for id in before where id != kept {
            guard let today, let last = lastDay(of: id, keepDays: keepDays), last < today else { continue }
            do throws(RecordingError) { try deleteIfThere(id) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        // Too little room for a new recording concerns none that is there.
        do throws(RecordingError) { try makeRoom(keeping: kept) } catch {
            guard case .noRoom = error else { throw error }
        }
        let left = ids
        return (before.filter { !left.contains($0) }, left.count)
    }

    /// A recording whose head is damaged counts from its last write on, for the longest time that anybody may choose.
    private func lastDay(of id: Int, keepDays: Int?) -> LocalDate? {
        let descriptor = Glibc.open(file(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if let info = RecordingFormat.info(head(descriptor), id: id) { return info.lastDay(keepDays: keepDays) }
        guard let stamp = folder.stamp(of: file(id)) else { return nil }
        // A day more, for whatever zone it was written in.
        return LocalDateTime(wallSeconds: Int64(stamp.modifiedSeconds)).date.adding(
            days: RecordingChoice.maximumDays + 1)
    }

    /// A beginning that a power cut interrupted holds no sound.
    private func removeUnfinished() {
        for name in folder.names() where name.hasSuffix(Self.suffix + ".new") {
            try? folder.remove(folder.path + "/" + name)
        }
    }
}
