import DequeModule
import GatewayRules
import Synchronization

/// An allowance for each key, in this instance's memory. Bounded: keys cannot eat memory. Safe on any thread.
///
/// A key whose allowance is full again is forgotten. If there are too many others, the one that came longest ago is.
final class BoundedBudgets<Key: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        var budgets: [Key: Budget] = [:]
        /// The keys in the order in which they came.
        var order: Deque<Key> = []
    }

    private let allowance: Allowance
    private let maximum: Int
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// - Parameter now: Milliseconds on any clock.
    init(_ allowance: Allowance, maximum: Int = 100_000, now: @escaping @Sendable () -> Int64) {
        self.allowance = allowance
        self.maximum = max(1, maximum)
        self.now = now
    }

    /// Takes one of a key's allowance: nil. Else the milliseconds to wait.
    func take(_ key: Key) -> Int64? {
        let now = now()
        return state.withLock { state in
            if let place = state.budgets.index(forKey: key) {
                return state.budgets.values[place].take(allowance, at: now)
            }
            forget(in: &state, at: now)
            var budget = Budget(full: allowance, at: now)
            let wait = budget.take(allowance, at: now)
            state.budgets[key] = budget
            state.order.append(key)
            return wait
        }
    }

    /// Gives one back that was taken a moment ago.
    func giveBack(_ key: Key) {
        state.withLock { state in
            guard let place = state.budgets.index(forKey: key) else { return }
            state.budgets.values[place].giveBack(allowance)
        }
    }

    /// Looks at the two oldest each time, so that no request pays for many.
    private func forget(in state: inout State, at now: Int64) {
        for _ in 0..<2 {
            guard let oldest = state.order.popFirst() else { return }
            let isInUse = state.budgets[oldest]?.isFull(allowance, at: now) == false
            if isInUse && state.budgets.count < maximum {
                state.order.append(oldest)
            } else {
                state.budgets[oldest] = nil
            }
        }
    }

    var count: Int { state.withLock { $0.budgets.count } }
}

/// The newest of some keys, in this instance's memory. Bounded. Safe on any thread.
final class BoundedSet<Key: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        var keys: Set<Key> = []
        /// In the order in which they came, with those that were removed meanwhile.
        var order: Deque<Key> = []
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int = 100_000) { self.maximum = max(1, maximum) }

    func contains(_ key: Key) -> Bool { state.withLock { $0.keys.contains(key) } }

    func insert(_ key: Key) {
        state.withLock { state in
            guard state.keys.insert(key).inserted else { return }
            state.order.append(key)
            if state.order.count > maximum, let oldest = state.order.popFirst() { state.keys.remove(oldest) }
        }
    }

    func remove(_ key: Key) { state.withLock { _ = $0.keys.remove(key) } }
}
