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
    static let packetsPerSecond = 50
    private static let maximumRecordings = 10_000

    let state: StateFolder
    let folder: StateFolder
    public var limits = RecordingLimits()
    /// Bytes that the disk has left; replaced by tests.
    var freeBytes: @Sendable (StateFolder) -> Int? = { $0.freeBytes }
    /// Destroys a file that is there; replaced by tests.
    var destroyFile: @Sendable (StateFolder, String) throws(StoreError) -> Void = {
        (folder, file) throws(StoreError) in try RecordingShelf.destroy(file, in: folder)
    }
    /// The credential that is mixed into the key of new recordings; replaced by tests.
    var credential: @Sendable () -> [UInt8] = { Seals.credential() }
    /// Called before each write with which the key is changed; replaced by tests, in which the power fails there.
    var willWrite: @Sendable (KeyRenewal) throws(StoreError) -> Void = { (_) throws(StoreError) in }
    /// The service's, for a command line that opens what the service has sealed; replaced by tests.
    var serviceCredential: @Sendable () -> [UInt8] = { Seals.serviceCredential() }

    public init(stateFolder: String) { self.init(state: StateFolder(path: stateFolder)) }

    init(state: StateFolder) {
        self.state = state
        folder = StateFolder(path: state.path + "/" + StateFolder.recordingsName)
    }

    var path: String { folder.path }
    /// Opens recordings of before there was a credential, too.
    var key: VaultKeyFile {
        VaultKeyFile(
            folder: state, name: StateFolder.recordingsKeyName, credential: credential(),
            otherCredentials: Array(Set([serviceCredential(), []])))
    }
    var debts: RecordingDebts { RecordingDebts(folder: state) }

    func file(_ id: Int) -> String { "\(folder.path)/\(id)\(Self.suffix)" }

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
        // Its key is gone, or about to go.
        if debts.read().isAll { try deleteAll() }
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
        // The number of one that is still to be destroyed is not given again.
        let last = max(ids.last ?? 0, debts.read().ids.max() ?? 0)
        let info = RecordingInfo(id: last + 1, startedAt: startedAt, local: local, keepDays: keepDays)
        // A key that is renewed meanwhile must not be the one that this head is sealed under.
        let vault = try folder.alone { () throws(RecordingError) -> Vault in
            let head: (bytes: [UInt8], vault: Vault)
            do throws(VaultError) {
                head = try RecordingFormat.head(info, under: try key.open(holdsRecords: !ids.isEmpty))
            } catch {
                throw .sealed(error)
            }
            do throws(StoreError) { try folder.replace(file(info.id), with: head.bytes) } catch { throw .store(error) }
            return head.vault
        }
        let descriptor = Glibc.open(file(info.id), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .store(StoreError(errno: errno, file(info.id), folder: folder.path)) }
        return RecordingWriter(info, shelf: self, descriptor: descriptor, vault: vault)
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
        let owed = owed
        return folder.alone { () -> [StoredRecording] in
            let vault = Result { () throws(VaultError) in try key.open(holdsRecords: true) }
            return ids.compactMap { stored($0, vault, isOwed: owed.contains($0)) }
        }
    }

    private func stored(_ id: Int, _ vault: Result<Vault, VaultError>, isOwed: Bool) -> StoredRecording? {
        let bytes = folder.size(of: file(id)) ?? 0
        let descriptor = Glibc.open(file(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            let error = StoreError(errno: errno, file(id), folder: folder.path)
            return StoredRecording(id: id, info: nil, seconds: 0, bytes: bytes, state: .unreadable(.store(error)))
        }
        defer { close(descriptor) }
        let head = self.head(descriptor)
        let (packets, hasEnd) = RecordingReader.scan(descriptor, bytes: bytes)
        var state = hasEnd ? StoredRecording.State.whole : .cutShort
        do throws(RecordingError) {
            _ = try open(head, id: id, vault)
        } catch {
            state = .unreadable(error)
        }
        if isOwed { state = .toBeDestroyed }
        return StoredRecording(
            id: id, info: RecordingFormat.info(head, id: id), seconds: packets / Self.packetsPerSecond,
            bytes: bytes, state: state)
    }

    /// Opens one recording.
    public func open(_ id: Int) throws(RecordingError) -> RecordingReader {
        try folder.alone { () throws(RecordingError) in try openAlone(id) }
    }

    private func openAlone(_ id: Int) throws(RecordingError) -> RecordingReader {
        let descriptor = Glibc.open(file(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? .noSuchRecording(id: id) : .store(StoreError(errno: errno, file(id), folder: folder.path))
        }
        do throws(RecordingError) {
            let head = head(descriptor)
            let noted = debts.read()
            if noted.isAll || noted.ids.contains(id) || isOverwritten(head) { throw .toBeDestroyed(id: id) }
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

    func head(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: RecordingFormat.headBytes)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(0, count)))
    }

    // MARK: Deleting

    /// Destroys one recording: its key, in the first bytes, is overwritten before the file goes. If that fails, it is
    /// noted as owed: it is not played any more, and `tidy` tries it again.
    public func delete(_ id: Int) throws(RecordingError) {
        let file = file(id)
        var information = stat()
        guard lstat(file, &information) == 0 || errno != ENOENT else { throw .noSuchRecording(id: id) }
        do throws(StoreError) {
            // A head that is being rewritten must not come back over one that is gone.
            try folder.alone { () throws(StoreError) in try destroyFile(folder, file) }
        } catch {
            // Where this cannot be written either, the caller still knows it.
            try? debts.add(id)
            throw .store(error)
        }
    }

    private static func destroy(_ file: String, in folder: StateFolder) throws(StoreError) {
        let descriptor = Glibc.open(file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        // One that cannot be written to goes all the same.
        if descriptor >= 0 {
            let zeros = [UInt8](repeating: 0, count: RecordingFormat.headBytes)
            _ = zeros.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            fsync(descriptor)
            close(descriptor)
        }
        try folder.remove(file)
        try folder.synchronize()
    }

    /// Numbers of recordings that are to be destroyed and are still there: those that were noted, and those of which a
    /// power cut left the file with its key overwritten.
    public var owed: Set<Int> {
        let noted = debts.read()
        return Set(ids.filter { noted.isAll || noted.ids.contains($0) || isOverwritten($0) })
    }

    private func isOverwritten(_ id: Int) -> Bool {
        let descriptor = Glibc.open(file(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return isOverwritten(head(descriptor))
    }

    func isOverwritten(_ head: [UInt8]) -> Bool { !head.isEmpty && head.allSatisfy { $0 == 0 } }

    /// Destroys what was to be destroyed before and is still there.
    private func settle(_ wanted: Set<Int>) throws(RecordingError) {
        if debts.read().isAll { try deleteAll() }
        var failure: RecordingError?
        for id in owed.union(wanted).sorted() {
            do throws(RecordingError) { try deleteIfThere(id) } catch { failure = failure ?? error }
        }
        try? debts.keep(Set(ids))
        if let failure { throw failure }
    }

    /// Deletes a recording; one that is already gone is not an error.
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

    /// Destroys the key, after noting that the files are to follow: they would look as if their key were lost.
    func destroyKey() throws(StoreError) {
        // A full disk takes no note, and is no reason to keep anything.
        if key.exists || !ids.isEmpty { try? debts.addAll() }
        try folder.alone { () throws(StoreError) in
            try removeNote()
            try key.destroy()
        }
    }

    /// Removes every file in the folder, and the folder; for a wipe. A folder in it is nothing of ours, such as the
    /// `lost+found` of a disk.
    func removeFiles() throws(StoreError) {
        guard folder.exists(folder.path) else { return try debts.clear() }
        for name in folder.names() where name != "." && name != ".." {
            let file = folder.path + "/" + name
            var information = stat()
            if lstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFDIR { continue }
            try folder.remove(file)
        }
        rmdir(folder.path)
        try state.synchronize()
        try debts.clear()
    }

    /// Deletes what was to be destroyed before, what is past its time, and what is beyond the bound on all of it. Throws
    /// if something of it is still there; then it is to be called again.
    ///
    /// - Parameters:
    ///   - today: the owner's date; nil while it is not certain: then nothing is past its time.
    ///   - keepDays: the owner's choice; nil: off, and each recording has the time that it was given.
    ///   - kept: the recording that is being made.
    ///   - wanted: recordings whose destruction failed, as far as the caller knows.
    /// - Returns: what was deleted, and how many are left.
    public func tidy(
        today: LocalDate?, keepDays: Int?, keeping kept: Int? = nil, destroying wanted: Set<Int> = []
    ) throws(RecordingError) -> (deleted: [Int], left: Int) {
        removeUnfinished()
        // What a power cut has left of a change of keys; recordings are kept and deleted whatever becomes of it.
        try? finishKeyRenewal()
        // One that cannot be deleted keeps no other.
        var failure: RecordingError?
        do throws(RecordingError) { try settle(wanted) } catch { failure = error }
        let before = ids
        for id in before where id != kept {
            guard let today, let last = lastDay(of: id, keepDays: keepDays, today: today), last < today else {
                continue
            }
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

    /// The last day of a recording's time. It counts from the beginning, or from the last write if that is earlier,
    /// because the clock was ahead at the beginning. If both are ahead of today, it counts from today, which is noted
    /// as the time of the last write. A recording whose head is damaged counts from its last write on, for the longest
    /// time that anybody may choose.
    private func lastDay(of id: Int, keepDays: Int?, today: LocalDate) -> LocalDate? {
        let descriptor = Glibc.open(file(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let stamp = folder.stamp(of: file(id)) else { return nil }
        // A day more, for whatever zone it was written in.
        let written = LocalDateTime(wallSeconds: Int64(stamp.modifiedSeconds)).date.adding(days: 1)
        let info = RecordingFormat.info(head(descriptor), id: id)
        var first = min(info?.local.date ?? written, written)
        if first > today.adding(days: 1) {
            first = today
            let yesterday = timespec(tv_sec: (Int(today.dayNumber) - 1) * 86_400, tv_nsec: 0)
            _ = [yesterday, yesterday].withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
        }
        guard var dated = info else { return first.adding(days: RecordingChoice.maximumDays) }
        dated.local.date = first
        return dated.lastDay(keepDays: keepDays)
    }

    /// A beginning that a power cut interrupted holds no sound.
    private func removeUnfinished() {
        for name in folder.names() where name.hasSuffix(Self.suffix + ".new") {
            try? folder.remove(folder.path + "/" + name)
        }
    }
}
