import Bedside

/// Short sounds that hold words of the owner's: one sealed file each in a folder of their own, under a key of their own
/// (MIND-4, MIND-7, R-12, GUARD-1).
///
/// Every sound has a file of its own, and none takes the place of another, so that an earlier one stays whole until
/// whatever refers to it is on disk. `BedsideStore` removes recordings of the owner's that nothing refers to any more.
///
/// Their own key, because a change of the vault's key seals the database again and no files. Any thread that may wait for
/// the disk.
public struct SoundShelf: Sendable {
    /// Erasing everything erases each of them, in this order.
    public enum Kind: Sendable, CaseIterable {
        /// The owner's recordings of their phrases and of what they intend, of at most ten seconds.
        case phrases
        /// The reading of the next wake message, of at most twelve seconds and with its words; one at a time.
        case wakeVoice
        /// The consent and the sample of which the owner's voice is made: WAV of at most 30 s, and overwritten before it is
        /// removed (V-2).
        case rawVoice
        /// What the owner's own voice says: WAV of at most 20 s, with its words (MIND-9).
        case voiceClips

        var folderName: String {
            switch self {
            case .phrases: StateFolder.phrasesName
            case .wakeVoice: StateFolder.wakeVoiceName
            case .rawVoice: StateFolder.rawVoiceName
            case .voiceClips: StateFolder.voiceClipsName
            }
        }
        var keyName: String {
            switch self {
            case .phrases: StateFolder.phrasesKeyName
            case .wakeVoice: StateFolder.wakeVoiceKeyName
            case .rawVoice: StateFolder.rawVoiceKeyName
            case .voiceClips: StateFolder.voiceClipsKeyName
            }
        }
        /// The ending of a file's name, and what the seal is for.
        fileprivate var word: String {
            switch self {
            case .phrases: "phrase"
            case .wakeVoice: "reading"
            case .rawVoice: "voice"
            case .voiceClips: "clip"
            }
        }
        fileprivate var seconds: Int {
            switch self {
            case .phrases: 10
            case .wakeVoice: 12
            case .rawVoice: 30
            case .voiceClips: 20
            }
        }
        /// Whether its content is overwritten before it is removed.
        fileprivate var isOverwritten: Bool { self == .rawVoice }
        fileprivate var suffix: String { "." + word }
        func fileName(_ recording: Int) -> String { "\(recording)\(suffix)" }
        /// Mono sound, 16 bits each: what the microphone heard at 48 kHz, or 24 kHz of what a service gives or gets, with
        /// room for its words. Less than `Vault.maximumBytes`.
        public var maximumBytes: Int {
            switch self {
            case .phrases: seconds * 48_000 * 2
            case .wakeVoice, .rawVoice, .voiceClips: seconds * 24_000 * 2 + 4096
            }
        }
    }

    private let kind: Kind
    private let state: StateFolder
    private let folder: StateFolder
    /// Bytes that the disk has left; replaced by tests.
    var freeBytes: @Sendable (StateFolder) -> Int? = { $0.freeBytes }
    /// Called before each write of a change of the key; replaced by tests, in which the power fails there.
    var willWrite: @Sendable (KeyRenewal) throws(RecordingError) -> Void = { (_) throws(RecordingError) in }
    /// A step of removing a raw recording.
    enum Removal: Hashable, Sendable { case overwriting(String), unlinking(String) }
    /// Called before each step of it; replaced by tests, in which the power fails there.
    var willRemove: @Sendable (Removal) throws(StoreError) -> Void = { (_) throws(StoreError) in }
    /// The service's, with which a command line seals again what the service has sealed; nil: our own.
    private var serviceCredential: [UInt8]?

    public init(_ kind: Kind, stateFolder: String) { self.init(kind, state: StateFolder(path: stateFolder)) }

    init(_ kind: Kind, state: StateFolder) {
        self.kind = kind
        self.state = state
        folder = StateFolder(path: state.path + "/" + kind.folderName)
    }

    private var key: VaultKeyFile {
        VaultKeyFile(
            folder: state, name: kind.keyName, credential: serviceCredential ?? Seals.credential())
    }

    private func file(_ recording: Int) -> String { "\(folder.path)/\(kind.fileName(recording))" }
    private func purpose(_ recording: Int) -> String { "\(kind.word)/\(recording)" }

    /// The numbers of all recordings.
    public var recordings: [Int] {
        folder.names().compactMap { name in
            name.hasSuffix(kind.suffix) ? Int(name.dropLast(kind.suffix.count)) : nil
        }.sorted()
    }

    /// The files that hold sound, also those that a power cut left unfinished.
    var names: Set<String> {
        Set(folder.names().filter { $0.hasSuffix(kind.suffix) || $0.hasSuffix(kind.suffix + ".new") })
    }

    /// Keeps a recording, under a number that no other one has had.
    /// - Returns: The number.
    public func keep(_ bytes: [UInt8]) throws(RecordingError) -> Int {
        guard bytes.count <= kind.maximumBytes else { throw .maximumLength(seconds: kind.seconds) }
        if let free = freeBytes(state), free < RecordingLimits().freeBytes { throw .noRoom }
        do throws(StoreError) {
            if !folder.exists(folder.path) {
                try folder.make()
                try state.synchronize()
            }
        } catch {
            throw .store(error)
        }
        // The key of the last one must not be destroyed meanwhile, nor renewed.
        return try folder.alone { () throws(RecordingError) in try keepAlone(bytes) }
    }

    private func keepAlone(_ bytes: [UInt8]) throws(RecordingError) -> Int {
        // Not counted up: a number that was lost with a power cut would be given again. JSON keeps 53 bits.
        let number = Int.random(in: 1..<(1 << 52))
        let sealed: [UInt8]
        do throws(VaultError) {
            // Old recordings whose key is lost do not keep the owner from recording again.
            sealed = try key.open(holdsRecords: false).seal(bytes, for: purpose(number))
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
        folder.read(file(recording), limit: kind.maximumBytes + 4096)
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

    /// Goes on with a change of the key that was begun; nothing happens if none was. Waits for the disk, and for another
    /// program that changes the key: never before an alarm.
    ///
    /// One that cannot be sealed again keeps no other from it, and then the older key stays.
    public func finishKeyRenewal() throws(RecordingError) {
        guard key.holdsOlderKeys else { return }
        // One at a time: whoever records or removes one waits for no more.
        var failure: RecordingError?
        for recording in recordings {
            do throws(RecordingError) {
                try folder.alone { () throws(RecordingError) in try sealAgain(recording) }
            } catch {
                guard case .sealed = error else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        try folder.alone { () throws(RecordingError) in
            // The key may have been destroyed meanwhile, with everything.
            guard key.holdsOlderKeys else { return }
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
            // No key opens a damaged one.
            if error == .damagedRecord { return }
            throw .sealed(error)
        }
        guard let renewed else { return }
        try willWrite(.writingHead(id: recording))
        do throws(StoreError) { try folder.replace(file(recording), with: renewed) } catch { throw .store(error) }
    }

    /// Removes one recording.
    public func remove(_ recording: Int) throws(RecordingError) {
        do throws(StoreError) { try remove([kind.fileName(recording)]) } catch { throw .store(error) }
    }

    /// Removes these files. With the last of all goes the key, first: without it nothing of them can be read, whatever a
    /// card's controller still has. Throws `.busy` where another thread or program is at it.
    func remove(_ gone: Set<String>) throws(StoreError) {
        try folder.aloneSoon { () throws(StoreError) in
            let names = names
            let found = names.intersection(gone)
            guard !found.isEmpty else { return }
            if found == names { try key.destroy() }
            for name in found.sorted() {
                let file = folder.path + "/" + name
                if kind.isOverwritten {
                    try willRemove(.overwriting(name))
                    try folder.overwrite(file)
                    try willRemove(.unlinking(name))
                }
                try folder.remove(file)
            }
            try folder.synchronize()
        }
    }

    /// Removes all of them, and the key. After an error, what is left cannot be read if the key is gone.
    public func removeAll() throws(RecordingError) {
        do throws(StoreError) { try removeEverything() } catch { throw .store(error) }
    }

    func removeEverything() throws(StoreError) {
        try destroyKey()
        try remove(names)
    }

    func destroyKey() throws(StoreError) {
        // A key that is being renewed must not come back.
        try folder.aloneSoon { () throws(StoreError) in try key.destroy() }
    }

    /// Whether there is anything to be removed.
    var holdsAny: Bool { key.exists || !names.isEmpty }
}

extension Durable {
    /// The files of all recordings of phrases and intentions that are referred to.
    var recordings: Set<Int> { affirmations.recordings.union(memory.memory.recordings) }

    /// Whether something that cannot be read may refer to more of them.
    var mayHideRecordings: Bool { affirmations.fault != nil || memory.fault != nil }
}
