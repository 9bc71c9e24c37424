import Bedside

/// The owner's recordings of their phrases: one sealed file each in `phrases`, under a key of their own (MIND-7, GUARD-1).
///
/// Their own key, because a change of the vault's key seals the database again and no files. Any thread that may wait for
/// the disk.
public struct PhraseShelf: Sendable {
    private static let suffix = ".phrase"
    /// Ten seconds of mono sound at 48 kHz, 16 bits each.
    public static let maximumBytes = 10 * 48_000 * 2

    private let state: StateFolder
    private let folder: StateFolder

    public init(stateFolder: String) { self.init(state: StateFolder(path: stateFolder)) }

    init(state: StateFolder) {
        self.state = state
        folder = StateFolder(path: state.path + "/" + StateFolder.phrasesName)
    }

    private var key: VaultKeyFile {
        VaultKeyFile(folder: state, name: StateFolder.phrasesKeyName, credential: Seals.credential())
    }

    private func file(_ phrase: Int) -> String { "\(folder.path)/\(phrase)\(Self.suffix)" }
    private func purpose(_ phrase: Int) -> String { "phrase/\(phrase)" }

    /// The numbers of the phrases that have a recording.
    public var phrases: [Int] {
        folder.names().compactMap { name in
            name.hasSuffix(Self.suffix) ? Int(name.dropLast(Self.suffix.count)) : nil
        }.sorted()
    }

    /// Keeps a recording, in place of an older one.
    public func keep(_ bytes: [UInt8], of phrase: Int) throws(RecordingError) {
        guard bytes.count <= Self.maximumBytes else { throw .maximumLength(seconds: 10) }
        let sealed: [UInt8]
        do throws(VaultError) {
            sealed = try key.open(holdsRecords: !phrases.isEmpty).seal(bytes, for: purpose(phrase))
        } catch {
            throw .sealed(error)
        }
        do throws(StoreError) {
            if !folder.exists(folder.path) {
                try folder.make()
                try state.synchronize()
            }
            try folder.replace(file(phrase), with: sealed)
        } catch {
            throw .store(error)
        }
    }

    public func open(_ phrase: Int) throws(RecordingError) -> [UInt8] {
        guard let sealed = folder.read(file(phrase), limit: Self.maximumBytes + 4096) else {
            throw .noSuchRecording(id: phrase)
        }
        do throws(VaultError) {
            return try key.open(holdsRecords: true).open(sealed, for: purpose(phrase))
        } catch {
            throw .sealed(error)
        }
    }

    /// Removes the recording of one phrase.
    public func remove(_ phrase: Int) throws(RecordingError) {
        do throws(StoreError) {
            try folder.remove(file(phrase))
            try folder.synchronize()
        } catch {
            throw .store(error)
        }
    }

    /// Removes every recording that does not belong to one of these phrases.
    func keepOnly(_ kept: Set<Int>) throws(StoreError) {
        guard folder.exists(folder.path) else { return }
        let others = phrases.filter { !kept.contains($0) }
        // A beginning that a power cut interrupted holds part of one.
        let unfinished = folder.names().filter { $0.hasSuffix(Self.suffix + ".new") }
        // Without its key nothing of the last one can be read, whatever a card's controller still has.
        if kept.isEmpty { try key.destroy() }
        for phrase in others { try folder.remove(file(phrase)) }
        for name in unfinished { try folder.remove(folder.path + "/" + name) }
        if !others.isEmpty || !unfinished.isEmpty { try folder.synchronize() }
    }

    func destroyKey() throws(StoreError) { try key.destroy() }
}
