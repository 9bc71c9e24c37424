import Bedside
import Synchronization

/// Short sounds that hold words of the owner's: one sealed file each in a folder of their own, under a key of their own
/// (MIND-4, MIND-7, GUARD-1).
///
/// Every sound has a file of its own, and none takes the place of another, so that an earlier one stays whole until
/// whatever refers to it is on disk. Of the phrases' recordings, `BedsideStore` removes what no phrase refers to any more.
///
/// Their own key, because a change of the vault's key seals the database again and no files. Any thread that may wait for
/// the disk.
public struct SoundShelf: Sendable {
    public enum Kind: Sendable {
        /// The owner's recordings of their phrases, of at most ten seconds.
        case phrases
        /// The reading of the next wake message, of at most twelve seconds and with its words; one at a time.
        case wakeVoice

        var folderName: String {
            switch self {
            case .phrases: StateFolder.phrasesName
            case .wakeVoice: StateFolder.wakeVoiceName
            }
        }
        var keyName: String {
            switch self {
            case .phrases: StateFolder.phrasesKeyName
            case .wakeVoice: StateFolder.wakeVoiceKeyName
            }
        }
        /// The ending of a file's name, and what the seal is for.
        fileprivate var word: String {
            switch self {
            case .phrases: "phrase"
            case .wakeVoice: "reading"
            }
        }
        fileprivate var seconds: Int {
            switch self {
            case .phrases: 10
            case .wakeVoice: 12
            }
        }
        fileprivate var suffix: String { "." + word }
        func fileName(_ recording: Int) -> String { "\(recording)\(suffix)" }
        /// Mono sound at 48 kHz, 16 bits each, and room for words.
        public var maximumBytes: Int {
            switch self {
            case .phrases: seconds * 48_000 * 2
            case .wakeVoice: seconds * 48_000 * 2 + 4096
            }
        }
    }

    /// Held while a file is written or removed: the key of the last one must not be destroyed while another is made.
    private static let turn = Mutex(())

    private let kind: Kind
    private let state: StateFolder
    private let folder: StateFolder
    /// Bytes that the disk has left; replaced by tests.
    var freeBytes: @Sendable (StateFolder) -> Int? = { $0.freeBytes }

    public init(_ kind: Kind, stateFolder: String) { self.init(kind, state: StateFolder(path: stateFolder)) }

    init(_ kind: Kind, state: StateFolder) {
        self.kind = kind
        self.state = state
        folder = StateFolder(path: state.path + "/" + kind.folderName)
    }

    private var key: VaultKeyFile {
        VaultKeyFile(folder: state, name: kind.keyName, credential: Seals.credential())
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
        return try Self.turn.withLock { (_) throws(RecordingError) -> Int in try keepAlone(bytes) }
    }

    private func keepAlone(_ bytes: [UInt8]) throws(RecordingError) -> Int {
        if let free = freeBytes(state), free < RecordingLimits().freeBytes { throw .noRoom }
        // Not counted up: a number that was lost with a power cut would be given again. JSON keeps 53 bits.
        let number = Int.random(in: 1..<(1 << 52))
        let sealed: [UInt8]
        do throws(VaultError) {
            sealed = try key.open(holdsRecords: !recordings.isEmpty).seal(bytes, for: purpose(number))
        } catch {
            throw .sealed(error)
        }
        do throws(StoreError) {
            if !folder.exists(folder.path) {
                try folder.make()
                try state.synchronize()
            }
            try folder.replace(file(number), with: sealed)
        } catch {
            throw .store(error)
        }
        return number
    }

    public func open(_ recording: Int) throws(RecordingError) -> [UInt8] {
        guard let sealed = folder.read(file(recording), limit: kind.maximumBytes + 4096) else {
            throw .noSuchRecording(id: recording)
        }
        do throws(VaultError) {
            return try key.open(holdsRecords: true).open(sealed, for: purpose(recording))
        } catch {
            throw .sealed(error)
        }
    }

    /// Removes one recording.
    public func remove(_ recording: Int) throws(RecordingError) {
        do throws(StoreError) { try remove([kind.fileName(recording)]) } catch { throw .store(error) }
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

    /// Removes all of them, and the key. After an error, what is left cannot be read if the key is gone.
    public func removeAll() throws(RecordingError) {
        do throws(StoreError) { try removeEverything() } catch { throw .store(error) }
    }

    func removeEverything() throws(StoreError) {
        try destroyKey()
        try remove(names)
    }

    func destroyKey() throws(StoreError) { try key.destroy() }
}
