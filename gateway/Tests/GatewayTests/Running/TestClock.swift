import Synchronization

/// Milliseconds that stand still until they are moved.
final class TestClock: Sendable {
    private let value = Mutex<Int64>(0)
    var now: Int64 { value.withLock { $0 } }
    func advance(_ milliseconds: Int64) { value.withLock { $0 += milliseconds } }
}
