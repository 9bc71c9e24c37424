/// Asks the gateway to delete voices until it has confirmed that they are gone (V-3), one at a time. What is owed is on
/// disk, and after a start it is asked for again at once.
struct VoiceDeletions: Hashable, Sendable {
    private struct Asking: Hashable, Sendable {
        var id: String
        var until: BootTime
    }

    private var asking: Asking?
    private var tryAt: [String: BootTime] = [:]
    private var failures: [String: Int] = [:]
    private(set) var deadline: BootTime?

    mutating func plan(_ owed: [VoiceDeletion], at now: BootTime) {
        guard !owed.isEmpty else {
            (tryAt, failures, asking, deadline) = ([:], [:], nil, nil)
            return
        }
        let ids = Set(owed.map(\.id))
        tryAt = tryAt.filter { ids.contains($0.key) }
        failures = failures.filter { ids.contains($0.key) }
        if let id = asking?.id, !ids.contains(id) { asking = nil }
        deadline = asking?.until ?? ids.map { tryAt[$0] ?? now }.min()
    }

    /// - Parameter owed: those that the account that is signed in may ask for.
    /// - Returns: the one to ask for now.
    mutating func advance(_ owed: [VoiceDeletion], at now: BootTime) -> String? {
        plan(owed, at: now)
        if let asking {
            guard asking.until <= now else { return nil }
            failed(asking.id, retryAfter: nil, thousandth: 0, at: now)
        }
        guard let due = owed.first(where: { (tryAt[$0.id] ?? now) <= now }) else {
            plan(owed, at: now)
            return nil
        }
        asking = Asking(id: due.id, until: now + VoiceDeletion.patience)
        plan(owed, at: now)
        return due.id
    }

    mutating func failed(_ id: String, retryAfter seconds: Int?, thousandth: Int, at now: BootTime) {
        if asking?.id == id { asking = nil }
        let count = failures[id] ?? 0
        tryAt[id] = now + VoiceDeletion.retry(count, after: seconds, thousandth: thousandth)
        failures[id] = count + 1
    }

    mutating func confirmed(_ id: String) {
        if asking?.id == id { asking = nil }
        (tryAt[id], failures[id]) = (nil, nil)
    }

    /// The way to the gateway is free: they are tried at once.
    mutating func trySoon() {
        guard asking == nil else { return }
        tryAt = [:]
    }
}
