import Synchronization

/// Lets so many in at once. Safe on any thread.
final class ConcurrencyLimit: Sendable {
    private let most: Int
    private let count = Mutex(0)

    init(most: Int) { self.most = most }

    func enter() -> Bool {
        count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
    }
    func leave() { count.withLock { $0 -= 1 } }

    /// How many are in.
    var entered: Int { count.withLock { $0 } }
}
