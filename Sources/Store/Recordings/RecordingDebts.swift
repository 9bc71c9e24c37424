/// Recordings that are to be destroyed and are still there, in a file beside their key. So neither a power cut nor a
/// disk that takes no write makes the appliance forget them, even if the recordings lie on a disk of their own.
///
/// The file holds `all`, or one number a line; there is none while nothing is owed. Any thread that may wait for the
/// disk.
struct RecordingDebts: Sendable {
    struct Owed: Equatable {
        /// Everything there is, with the key.
        var isAll = false
        var ids: Set<Int> = []
    }

    private static let everything = "all"
    private static let maximumBytes = 1 << 17

    let folder: StateFolder

    private var path: String { folder.path + "/" + StateFolder.recordingsOwedName }

    /// What is owed; nothing if the file is missing or cannot be read.
    func read() -> Owed {
        guard let bytes = folder.read(path, limit: Self.maximumBytes) else { return Owed() }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return Owed(isAll: lines.contains(Self.everything[...]), ids: Set(lines.compactMap { Int($0) }))
    }

    func add(_ id: Int) throws(StoreError) {
        var owed = read()
        guard owed.ids.insert(id).inserted else { return }
        try write(owed)
    }

    func addAll() throws(StoreError) { try write(Owed(isAll: true)) }

    /// Keeps only what is still there.
    func keep(_ ids: Set<Int>) throws(StoreError) {
        let owed = read()
        let kept = Owed(isAll: owed.isAll, ids: owed.ids.intersection(ids))
        if kept != owed { try write(kept) }
    }

    func clear() throws(StoreError) {
        guard folder.exists(path) else { return }
        try folder.remove(path)
        try folder.synchronize()
    }

    private func write(_ owed: Owed) throws(StoreError) {
        guard owed != Owed() else { return try clear() }
        let lines = (owed.isAll ? [Self.everything] : []) + owed.ids.sorted().map(String.init)
        try folder.replace(path, with: Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}
