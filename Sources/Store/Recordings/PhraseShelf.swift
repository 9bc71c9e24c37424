import Bedside
import Synchronization

/// The owner's recordings of their phrases, and of what they intend: one sealed file each in `phrases`, under a key
/// of their own (MIND-7, GUARD-1).
///
/// Every recording has a file of its own, and none takes the place of another: each is referred to by what it is of, so that an
/// earlier recording stays whole until the later one is on disk in both places. `BedsideStore` removes what nothing
/// refers to any more.
///
/// Their own key, because a change of the vault's key seals the database again and no files. Any thread that may wait for
/// the disk.
public struct PhraseShelf: Sendable {
    private static let suffix = ".phrase"
    /// Ten seconds of mono sound at 48 kHz, 16 bits each.
    public static let maximumBytes = 10 * 48_000 * 2
    /// Held while a file is written or removed: the key of the last one must not be destroyed while another is made.
    private static let turn = Mutex(())

    private let state: StateFolder
    private let folder: StateFolder
    /// Bytes that the disk has left; replaced by tests.
    var freeBytes: @Sendable (StateFolder) -> Int? = { $0.freeBytes }
    /// Called before each write of a change of the key; replaced by tests, in which the power fails there.
    var willWrite: @Sendable (KeyRenewal) throws(RecordingError) -> Void = { (_) throws(RecordingError) in }
    /// The service's, with which a command line seals again what the service has sealed; nil: our own.
    private var serviceCredential: [UInt8]?

    public init(stateFolder: String) { self.init(state: StateFolder(path: stateFolder)) }

    init(state: StateFolder) {
        self.state = state
        folder = StateFolder(path: state.path + "/" + StateFolder.phrasesName)
    }

    private var key: VaultKeyFile {
        VaultKeyFile(
            folder: state, name: StateFolder.phrasesKeyName, credential: serviceCredential ?? Seals.credential())
    }

    static func name(_ recording: Int) -> String { "\(recording)\(suffix)" }
    private func file(_ recording: Int) -> String { "\(folder.path)/\(Self.name(recording))" }
    private func purpose(_ recording: Int) -> String { "phrase/\(recording)" }

    /// The numbers of all recordings.
    public var recordings: [Int] {
        folder.names().compactMap { name in
            name.hasSuffix(Self.suffix) ? Int(name.dropLast(Self.suffix.count)) : nil
        }.sorted()
    }

    /// The files that hold sound, also those that a power cut left unfinished.
    var names: Set<String> {
        Set(folder.names().filter { $0.hasSuffix(Self.suffix) || $0.hasSuffix(Self.suffix + ".new") })
    }

    /// Keeps a recording, under a number that no other one has had.
    /// - Returns: The number.
    public func keep(_ bytes: [UInt8]) throws(RecordingError) -> Int {
        guard bytes.count <= Self.maximumBytes else { throw .maximumLength(seconds: 10) }
        return try Self.turn.withLock { (_) throws(RecordingError) -> Int in
            if let free = freeBytes(state), free < RecordingLimits().freeBytes { throw .noRoom }
            do throws(StoreError) {
                if !folder.exists(folder.path) {
                    try folder.make()
                    try state.synchronize()
                }
            } catch {
                throw .store(error)
            }
            return try folder.alone { () throws(RecordingError) in try keepAlone(bytes) }
        }
    }

    private func keepAlone(_ bytes: [UInt8]) throws(RecordingError) -> Int {
        // Not counted up: a number that was lost with a power cut would be given again. JSON keeps 53 bits.
        let number = Int.random(in: 1..<(1 << 52))
        let sealed: [UInt8]
        do throws(VaultError) {
            sealed = try key.open(holdsRecords: !recordings.isEmpty).seal(bytes, for: purpose(number))
        } catch {
            throw .sealed(error)
        }
        do throws(StoreError) { try folder.replace(file(number), with: sealed) } catch { throw .store(error) }
        return number
    }

    public func open(_ recording: Int) throws(RecordingError) -> [UInt8] {
        try folder.alone { () throws(RecordingError) in
            guard let sealed = read(recording) else { throw .noSuchRecording(id: recording) }
            do throws(VaultError) {
                return try key.open(holdsRecords: true).open(sealed, for: purpose(recording))
            } catch {
                throw .sealed(error)
            }
        }
    }

    private func read(_ recording: Int) -> [UInt8]? {
        folder.read(file(recording), limit: Self.maximumBytes + 4096)
    }

    // MARK: A new key

    /// Whether a change of the key was begun and has not ended.
    public var isRenewingKey: Bool { key.holdsOlderKeys }

    /// Seals everything under a new key, and destroys the older one; see `RecordingShelf.renewKey`.
    public func renewKey() throws(RecordingError) {
        guard Seals.credential().isEmpty, recordings.contains(where: isOfService) else { return try renewOwnKey() }
        // A command line seals what the service has sealed as the service would.
        var shelf = self
        shelf.serviceCredential = Seals.serviceCredential()
        try shelf.renewOwnKey()
    }

    private func isOfService(_ recording: Int) -> Bool {
        guard !Seals.serviceCredential().isEmpty, let sealed = read(recording),
            let vault = try? key.open(holdsRecords: true)
        else { return false }
        do throws(VaultError) {
            _ = try vault.open(sealed, for: purpose(recording))
            return false
        } catch {
            return error == .otherKey
        }
    }

    private func renewOwnKey() throws(RecordingError) {
        guard key.exists, folder.exists(folder.path) else { return }
        try folder.alone { () throws(RecordingError) in
            try willWrite(.addingKey)
            do throws(VaultError) { _ = try key.addKey() } catch { throw .sealed(error) }
        }
        try finishKeyRenewal()
    }

    /// Goes on with a change of the key that was begun; nothing happens if none was.
    func finishKeyRenewal() throws(RecordingError) {
        guard key.holdsOlderKeys else { return }
        try folder.alone { () throws(RecordingError) in
            for recording in recordings { try sealAgain(recording) }
            try willWrite(.forgettingOlderKey)
            do throws(VaultError) { try key.forgetOlderKeys() } catch { throw .sealed(error) }
        }
    }

    private func sealAgain(_ recording: Int) throws(RecordingError) {
        guard let sealed = read(recording) else { return }
        let renewed: [UInt8]?
        do throws(VaultError) {
            renewed = try key.open(holdsRecords: true).resealed(sealed, for: purpose(recording))
        } catch {
            // Of a damaged one no key opens anything.
            if error == .damagedRecord { return }
            throw .sealed(error)
        }
        guard let renewed else { return }
        try willWrite(.writingHead(id: recording))
        do throws(StoreError) { try folder.replace(file(recording), with: renewed) } catch { throw .store(error) }
    }

    /// Removes one recording.
    public func remove(_ recording: Int) throws(RecordingError) {
        do throws(StoreError) { try remove([Self.name(recording)]) } catch { throw .store(error) }
    }

    /// Removes these files. With the last of all goes the key, first: without it nothing of them can be read, whatever a
    /// card's controller still has.
    func remove(_ gone: Set<String>) throws(StoreError) {
        try Self.turn.withLock { (_) throws(StoreError) in
            let names = names
            let found = names.intersection(gone)
            guard !found.isEmpty else { return }
            if found == names { try key.destroy() }
            for name in found.sorted() { try folder.remove(folder.path + "/" + name) }
            try folder.synchronize()
        }
    }

    /// Removes all of them, and the key.
    func removeAll() throws(StoreError) {
        try destroyKey()
        try remove(names)
    }

    func destroyKey() throws(StoreError) { try key.destroy() }
}

extension Durable {
    /// The files of all recordings of phrases and intentions that are referred to.
    var recordings: Set<Int> { affirmations.recordings.union(memory.memory.recordings) }

    /// Whether something that cannot be read may refer to more of them.
    var mayHideRecordings: Bool { affirmations.fault != nil || memory.fault != nil }
}
