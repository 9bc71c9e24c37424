import Bedside
import Glibc

/// One write of a change of the recordings' key, in their order.
enum KeyRenewal: Hashable, Sendable {
    case addingKey
    /// The new head is noted beside the key, because a head is overwritten where it is.
    case notingHead(id: Int)
    case writingHead(id: Int)
    case removingNote
    case forgettingOlderKey
}

/// A new key for all recordings (GUARD-1).
///
/// A recording's sound is sealed under a key of its own, which is in its head, so only heads are sealed again. Every step
/// leaves everything readable: the key file holds both keys until all heads are under the new one, and a head is noted in
/// a file of its own before it is overwritten. `tidy` goes on with what a power cut interrupted.
extension RecordingShelf {
    /// Whether a change of the key was begun and has not ended.
    public var isRenewingKey: Bool { key.holdsOlderKeys || folder.exists(note) }

    /// Seals everything under a new key, and destroys the older one. Nothing is ever deleted: where a recording cannot
    /// be opened, because its credential is missing, say, the older key stays, and that is thrown.
    ///
    /// - Returns: how many recordings there are.
    @discardableResult
    public func renewKey() throws(RecordingError) -> Int {
        guard credential().isEmpty, needsServiceCredential else { return try renewOwnKey() }
        // A command line seals what the service has sealed as the service would.
        var shelf = self
        shelf.credential = serviceCredential
        return try shelf.renewOwnKey()
    }

    /// Whether a head is sealed with the service's credential.
    private var needsServiceCredential: Bool {
        guard !serviceCredential().isEmpty else { return false }
        let plain = VaultKeyFile(folder: state, name: StateFolder.recordingsKeyName)
        guard let vault = try? plain.open(holdsRecords: true) else { return false }
        return ids.contains { id in
            guard let descriptor = openToWrite(id) else { return false }
            defer { close(descriptor) }
            do throws(VaultError) {
                _ = try RecordingFormat.open(head(descriptor), id: id, under: vault)
                return false
            } catch {
                return error == .otherKey
            }
        }
    }

    private func renewOwnKey() throws(RecordingError) -> Int {
        guard key.exists else {
            // Without recordings there is no key: the next recording makes one.
            guard ids.isEmpty else {
                throw .sealed(.keyMissing(path: state.path + "/" + StateFolder.recordingsKeyName))
            }
            return 0
        }
        try folder.alone { () throws(RecordingError) in
            try finishNote()
            try write(.addingKey)
            do throws(VaultError) { _ = try key.addKey() } catch { throw .sealed(error) }
        }
        try finishKeyRenewal()
        return ids.count
    }

    /// Goes on with a change of the key that was begun; nothing happens if none was.
    func finishKeyRenewal() throws(RecordingError) {
        try folder.alone { () throws(RecordingError) in try finishNote() }
        // Once, unless another command changes the key at the same time; then the last one ends it.
        for _ in 0..<Self.maximumRounds {
            guard folder.alone({ key.holdsOlderKeys }) else { return }
            var failure: VaultError?
            for id in ids {
                do throws(RecordingError) {
                    try folder.alone { () throws(RecordingError) in try sealHeadAgain(id) }
                } catch {
                    // A disk that fails could fail the note of this head, too: nothing else is overwritten.
                    guard case .sealed(let fault) = error else { throw error }
                    failure = failure ?? fault
                }
            }
            if let failure { throw .sealed(failure) }
            try folder.alone { () throws(RecordingError) in
                for id in ids { guard try isCurrent(id) else { return } }
                try write(.forgettingOlderKey)
                do throws(VaultError) { try key.forgetOlderKeys() } catch { throw .sealed(error) }
            }
        }
    }

    private static let maximumRounds = 8

    /// The head under the newest key; nil if it is already, or if no key could open it.
    private func renewed(_ head: [UInt8], id: Int) throws(RecordingError) -> [UInt8]? {
        guard !isOverwritten(head) else { return nil }
        do throws(VaultError) {
            return try RecordingFormat.resealed(head, id: id, under: key.open(holdsRecords: true))
        } catch {
            // No key opens a damaged head.
            if error == .damagedRecord { return nil }
            throw .sealed(error)
        }
    }

    private func isCurrent(_ id: Int) throws(RecordingError) -> Bool {
        guard let descriptor = openToWrite(id) else { return true }
        defer { close(descriptor) }
        return try renewed(head(descriptor), id: id) == nil
    }

    private func sealHeadAgain(_ id: Int) throws(RecordingError) {
        // There is one note: it is not replaced while its head may be torn.
        try finishNote()
        guard let descriptor = openToWrite(id) else { return }
        defer { close(descriptor) }
        guard let renewed = try renewed(head(descriptor), id: id) else { return }
        try write(.notingHead(id: id))
        do throws(StoreError) {
            try state.replace(note, with: RecordingFormat.little(Int64(id)) + renewed)
        } catch {
            throw .store(error)
        }
        try overwriteHead(descriptor, id: id, with: renewed)
    }

    // MARK: The note

    private var note: String { state.path + "/" + StateFolder.recordingsHeadName }

    /// Writes the head that was noted, if something came between the note and its end.
    private func finishNote() throws(RecordingError) {
        guard folder.exists(note) else { return }
        let expected = 8 + RecordingFormat.headBytes
        guard let bytes = state.read(note, limit: expected), bytes.count == expected else {
            return try removingNote()
        }
        let id = Int(clamping: RecordingFormat.number(bytes, at: 0) as Int64)
        let noted = Array(bytes.dropFirst(8))
        guard let descriptor = openToWrite(id) else { return try removingNote() }
        defer { close(descriptor) }
        // It is still that recording, and its key was not destroyed meanwhile: both have the same plain beginning.
        guard head(descriptor).prefix(RecordingFormat.plainBytes) == noted.prefix(RecordingFormat.plainBytes) else {
            return try removingNote()
        }
        try overwriteHead(descriptor, id: id, with: noted)
    }

    private func overwriteHead(_ descriptor: Int32, id: Int, with head: [UInt8]) throws(RecordingError) {
        try write(.writingHead(id: id))
        let count = head.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == head.count, fdatasync(descriptor) == 0 else {
            throw .store(StoreError(errno: count < 0 || count == head.count ? errno : ENOSPC, file(id), folder: path))
        }
        try removingNote()
    }

    private func removingNote() throws(RecordingError) {
        try write(.removingNote)
        do throws(StoreError) { try removeNote() } catch { throw .store(error) }
    }

    /// Removes the note, whatever it holds: its recording is gone, or has its new head.
    func removeNote() throws(StoreError) {
        guard folder.exists(note) else { return }
        try state.remove(note)
        try state.synchronize()
    }

    private func openToWrite(_ id: Int) -> Int32? {
        let descriptor = Glibc.open(file(id), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        return descriptor >= 0 ? descriptor : nil
    }

    private func write(_ step: KeyRenewal) throws(RecordingError) {
        do throws(StoreError) { try willWrite(step) } catch { throw .store(error) }
    }
}
