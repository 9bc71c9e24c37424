import Bedside

/// Changes that could not be written yet. They go into the next transaction that succeeds, ahead of newer changes, so
/// that a full disk leaves no gap: the core's state has long moved on, and later changes build on these.
struct Backlog {
    private(set) var changes: [Change] = []

    var isEmpty: Bool { changes.isEmpty }

    /// This backlog followed by `newer`, without the changes that a newer one overrides. Its size is therefore bounded
    /// by what can be changed and not by how long the disk has been full.
    func adding(_ newer: [Change]) -> Backlog {
        var all = changes + newer
        if let wipe = all.lastIndex(of: .wipe) { all.removeFirst(wipe) }
        var overridden: Set<Key> = []
        var added: [String: Int] = [:]
        var kept: [Change] = []
        for change in all.reversed() {
            guard let part = DurableTables.part(of: change) else {
                kept.append(change)
                continue
            }
            switch part.waiting(change) {
            case .overrides(let key):
                if overridden.insert(Key(part: part.name, key: key)).inserted { kept.append(change) }
            case .adds(let limit):
                added[part.name, default: 0] += 1
                if added[part.name, default: 0] <= limit { kept.append(change) }
            }
        }
        return Backlog(changes: kept.reversed())
    }

    private struct Key: Hashable {
        var part: String
        var key: String
    }

    init() {}
    private init(changes: [Change]) { self.changes = changes }
}
