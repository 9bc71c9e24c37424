import Cloud
import Synchronization

/// A request that may be cancelled at any time, even before it has begun. Any thread.
final class PendingRequest: Sendable {
    private struct State {
        var task: HTTPTask?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func began(_ task: HTTPTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// It is answered as cancelled, unless it is answered already.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
