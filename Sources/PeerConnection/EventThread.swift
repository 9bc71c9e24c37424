import CNice
import Glibc
import Synchronization
import System

/// A thread with its own GMainContext, which runs everything in a conversation that is not real-time.
///
/// Work runs in the order in which it was submitted. After ``stop()`` no more is accepted; work submitted before still
/// runs, but timers and watches do not. Dropping the last reference stops the thread too.
public final class EventThread: Sendable {
    private let loop: EventLoop
    private let thread: Mutex<JoinableThread?>

    /// - Parameter name: shown by `top` and debuggers; the kernel keeps 15 bytes.
    public init(name: String) throws(PeerError) {
        try LateLibraries.load()
        guard let loop = EventLoop() else {
            throw PeerError.library("glib", call: "g_main_context_new", code: 0)
        }
        self.loop = loop
        do throws(ThreadError) {
            thread = Mutex(try startJoinableThread(name, .unmeasured) { loop.runUntilStopped() })
        } catch {
            thread = Mutex(nil)
            throw PeerError.threadNotStarted(code: error.code)
        }
    }

    deinit { stop() }

    /// Whether the caller is on this thread.
    public var isCurrent: Bool { loop.isCurrent }

    /// Runs `work` on the thread, after everything that was submitted before. Any thread.
    public func run(_ work: @escaping @Sendable () -> Void) { loop.post(work) }

    /// Runs `work` on the thread once, when the time has passed. Any thread.
    /// - Parameter leewayMilliseconds: how much later it may run, so that it can share a wake-up with something else.
    @discardableResult
    public func after(
        milliseconds: Int, leewayMilliseconds: Int = 0, _ work: @escaping @Sendable () -> Void
    ) -> TimerToken {
        func microseconds(_ milliseconds: Int) -> Int64 { Int64(max(0, min(milliseconds, 1 << 40))) * 1000 }
        let earliest = Int64(g_get_monotonic_time()) + microseconds(milliseconds)
        return TimerToken(
            loop: loop,
            identifier: loop.addTimer(
                earliest: earliest, latest: earliest + microseconds(leewayMilliseconds), work))
    }

    /// Calls `ready` with what the descriptor is ready for (reading, writing), each time, until the token is cancelled.
    /// Any thread. A descriptor in error counts as ready for whatever was asked. Cancel before closing the descriptor.
    public func watch(
        descriptor: Int32, forReading: Bool, forWriting: Bool, _ ready: @escaping @Sendable (Bool, Bool) -> Void
    ) -> WatchToken {
        WatchToken(
            loop: loop, descriptor: descriptor, forReading: forReading, forWriting: forWriting, ready: ready)
    }

    /// Ends the thread and waits for it. Called on the thread itself, it returns at once, and the thread ends when it
    /// is back in its loop.
    public func stop() {
        guard let handle = thread.withLock({ $0.take() }) else { return }
        let isOwnThread = loop.isCurrent
        loop.stop()
        if isOwnThread { handle.detach() } else { handle.join() }
    }

    /// How often the thread has woken from waiting since it was started. Any thread.
    var turns: Int { loop.turns }

    /// The GLib context, for the parts of this module that bind C libraries to it. Event thread only.
    var context: OpaquePointer { loop.context }
}

/// A timer that can be cancelled. After cancelling it on its event thread, its work does not run.
public final class TimerToken: Sendable {
    private let loop: EventLoop
    private let identifier: UInt64

    init(loop: EventLoop, identifier: UInt64) {
        self.loop = loop
        self.identifier = identifier
    }

    public func cancel() { loop.removeTimer(identifier) }
}

/// A watched descriptor. Dropping the token does not end the watch: cancel it.
///
/// `@unchecked Sendable`: a GSource may be destroyed from any thread.
public final class WatchToken: @unchecked Sendable {
    private final class Handler: Sendable {
        let ready: @Sendable (Bool, Bool) -> Void
        let isCancelled = Atomic<Bool>(false)
        init(_ ready: @escaping @Sendable (Bool, Bool) -> Void) { self.ready = ready }
    }

    private let source: UnsafeMutablePointer<GSource>?
    private let handler: Handler

    init(
        loop: EventLoop, descriptor: Int32, forReading: Bool, forWriting: Bool,
        ready: @escaping @Sendable (Bool, Bool) -> Void
    ) {
        handler = Handler(ready)
        source = cnice_descriptor_source(
            descriptor, forReading ? 1 : 0, forWriting ? 1 : 0,
            { _, condition, user in
                guard let user else { return 0 }
                let handler = Unmanaged<Handler>.fromOpaque(user).takeUnretainedValue()
                guard !handler.isCancelled.load(ordering: .acquiring) else { return 0 }
                let raised = condition.rawValue
                let broken = raised & (G_IO_ERR.rawValue | G_IO_HUP.rawValue | G_IO_NVAL.rawValue) != 0
                handler.ready(broken || raised & G_IO_IN.rawValue != 0, broken || raised & G_IO_OUT.rawValue != 0)
                return 1
            }, Unmanaged.passRetained(handler).toOpaque(),
            { user in
                guard let user else { return }
                Unmanaged<Handler>.fromOpaque(user).release()
            })
        g_source_attach(source, loop.context)
    }

    deinit { g_source_unref(source) }

    /// Ends the watch. Any thread; after a call on the event thread, `ready` is not called again.
    public func cancel() {
        guard !handler.isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        g_source_destroy(source)
    }
}
