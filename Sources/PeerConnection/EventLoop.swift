import CNice
import Glibc
import Synchronization

/// The loop of the event thread: a GMainContext with one custom source that serves posts and timers alike.
///
/// There is one source for all of them, instead of a GSource per post or timer, so GLib allocates and frees nothing
/// while the conversation runs. A timer with leeway waits until something else wakes the thread, usually a packet, so
/// that in a conversation hardly any timer costs a wake-up of its own.
///
/// `@unchecked Sendable`: the context and the source belong to GLib and are thread-safe for what other threads do here
/// (setting the source's times, waking, attaching); everything else is under the lock.
final class EventLoop: @unchecked Sendable {
    private struct Timer {
        /// In microseconds, like all times here.
        var earliest: Int64
        var latest: Int64
        var identifier: UInt64
        var work: @Sendable () -> Void
    }

    private struct State {
        var posts: [@Sendable () -> Void] = []
        /// Sorted by `earliest`, soonest last.
        var timers: [Timer] = []
        var nextIdentifier: UInt64 = 1
        var isStopping = false
        /// The times that were last set on the source.
        var armed: (earliest: Int64, latest: Int64) = (-1, -1)
    }

    let context: OpaquePointer
    private let pump: UnsafeMutablePointer<GSource>
    private let state = Mutex(State())
    private let runner = Atomic<UInt>(0)
    private let turnCount = Atomic<Int>(0)

    init?() {
        guard let context = g_main_context_new() else { return nil }
        guard let pump = cnice_pump_new() else {
            g_main_context_unref(context)
            return nil
        }
        self.context = context
        self.pump = pump
        // Unretained, because `deinit` destroys the source before this object is gone.
        g_source_set_callback(
            pump,
            { user in
                guard let user else { return 0 }
                Unmanaged<EventLoop>.fromOpaque(user).takeUnretainedValue().turn()
                return 1
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        g_source_attach(pump, context)
    }

    deinit {
        g_source_destroy(pump)
        g_source_unref(pump)
        g_main_context_unref(context)
    }

    /// How often the thread has woken from waiting; any thread.
    var turns: Int { turnCount.load(ordering: .relaxed) }

    var isCurrent: Bool { runner.load(ordering: .acquiring) == UInt(pthread_self()) }

    func post(_ work: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isStopping else { return }
            state.posts.append(work)
            if state.posts.count == 1 { rearm(&state) }
        }
    }

    func addTimer(earliest: Int64, latest: Int64, _ work: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            guard !state.isStopping else { return 0 }
            let identifier = state.nextIdentifier
            state.nextIdentifier += 1
            // Between two with the same time, the older one is placed nearer the end, so it runs first.
            let index = state.timers.firstIndex { $0.earliest <= earliest } ?? state.timers.endIndex
            state.timers.insert(
                Timer(earliest: earliest, latest: max(earliest, latest), identifier: identifier, work: work), at: index)
            rearm(&state)
            return identifier
        }
    }

    func removeTimer(_ identifier: UInt64) {
        // The work is released outside the lock: an object that it holds may call back here from its `deinit`.
        let removed = state.withLock { state -> Timer? in
            guard let index = state.timers.firstIndex(where: { $0.identifier == identifier }) else { return nil }
            let removed = state.timers.remove(at: index)
            rearm(&state)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    func stop() {
        state.withLock { state in
            state.isStopping = true
            rearm(&state)
        }
    }

    /// The thread's body.
    func runUntilStopped() {
        runner.store(UInt(pthread_self()), ordering: .releasing)
        g_main_context_push_thread_default(context)
        while !state.withLock({ $0.isStopping && $0.posts.isEmpty }) {
            g_main_context_iteration(context, 1)
            turnCount.wrappingAdd(1, ordering: .relaxed)
        }
        let dropped = state.withLock { state in
            let timers = state.timers
            state.timers = []
            return timers
        }
        withExtendedLifetime(dropped) {}
        g_main_context_pop_thread_default(context)
        runner.store(0, ordering: .releasing)
    }

    private func turn() {
        let posts = state.withLock { state in
            let posts = state.posts
            state.posts = []
            return posts
        }
        for work in posts { work() }
        // One timer at a time, because a timer that another one cancels must not run.
        let now = Int64(g_get_monotonic_time())
        while let work = state.withLock({ state -> (@Sendable () -> Void)? in
            guard !state.isStopping, let last = state.timers.last, last.earliest <= now else { return nil }
            return state.timers.removeLast().work
        }) {
            work()
        }
        state.withLock { rearm(&$0) }
    }

    /// Sets the source's times. Called under the lock, so that later times never overwrite earlier ones.
    private func rearm(_ state: inout State) {
        var times: (earliest: Int64, latest: Int64) = (0, 0)
        if state.posts.isEmpty, !state.isStopping {
            times.earliest = state.timers.last?.earliest ?? -1
            times.latest = state.timers.lazy.map(\.latest).min() ?? -1
        }
        guard times != state.armed else { return }
        let isSooner = times.latest >= 0 && (state.armed.latest < 0 || times.latest < state.armed.latest)
        state.armed = times
        cnice_pump_set(pump, gint64(times.earliest), gint64(times.latest))
        // The event thread itself checks the times before it waits again.
        if isSooner, !isCurrent { g_main_context_wakeup(context) }
    }
}
