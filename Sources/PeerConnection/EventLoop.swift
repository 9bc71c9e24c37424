import CNice
import Glibc
import Synchronization

/// What the event thread runs: a GMainContext with one source of our own, for posts and timers alike.
///
/// One source for all of them, instead of a GSource per post or timer: nothing of GLib's is made or thrown away as the
/// conversation runs. A timer with leeway waits for something else to wake the thread, a packet mostly, so that in a
/// conversation hardly any timer costs a wake-up of its own.
///
/// `@unchecked Sendable`: the context and the source are GLib's and thread-safe for what is done here from other
/// threads (setting the source's times, waking, attaching); all else is under the lock.
final class EventLoop: @unchecked Sendable {
    private struct Timer {
        /// Microseconds, as all times here.
        var earliest: Int64
        var latest: Int64
        var identifier: UInt64
        var work: @Sendable () -> Void
    }

    private struct State {
        var posts: [@Sendable () -> Void] = []
        /// By `earliest`, soonest last.
        var timers: [Timer] = []
        var nextIdentifier: UInt64 = 1
        var isStopping = false
        /// What the source was last told.
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
        // Unretained: the loop destroys the source before it lets go of itself.
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

    /// How often the thread has waited and gone on; any thread.
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
            // Of two with one time the older is nearer the end, so it runs first.
            let index = state.timers.firstIndex { $0.earliest <= earliest } ?? state.timers.endIndex
            state.timers.insert(
                Timer(earliest: earliest, latest: max(earliest, latest), identifier: identifier, work: work), at: index)
            rearm(&state)
            return identifier
        }
    }

    func removeTimer(_ identifier: UInt64) {
        // The work is let go outside the lock: what it holds may have a `deinit` that comes back here.
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
        // One timer at a time: what one of them cancels must not run.
        let now = Int64(g_get_monotonic_time())
        while let work = state.withLock({ state -> (@Sendable () -> Void)? in
            guard !state.isStopping, let last = state.timers.last, last.earliest <= now else { return nil }
            return state.timers.removeLast().work
        }) {
            work()
        }
        state.withLock { rearm(&$0) }
    }

    /// Under the lock, so that later times never overwrite earlier ones.
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
        // The thread itself looks before it waits again.
        if isSooner, !isCurrent { g_main_context_wakeup(context) }
    }
}
