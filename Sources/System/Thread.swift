import CLinux
import Glibc

/// The system could not start a thread, or not one of the kind asked for.
public struct ThreadError: Error, Hashable {
    /// An errno.
    public var code: Int32
}

/// The properties of a thread. Signals are always blocked on it: the main loop's signalfd receives them, and a write to
/// a closed connection returns EPIPE instead of ending the program.
public struct ThreadKind: Sendable {
    /// SCHED_FIFO at that priority, or as much of it as the system permits; see `isRealTimeThread`. Nil: an ordinary
    /// thread.
    public var realTimePriority: Int32?
    /// Small by default: little here recurses, and stacks count when memory is locked. Nil: the system's 8 MB, for
    /// libraries whose need was not measured.
    public var stackBytes: Int? = 256 << 10

    public init() {}

    public static let ordinary = ThreadKind()
    /// For code that reads documents and files.
    public static let roomy = ThreadKind(stackBytes: 1 << 20)
    /// For libraries whose need was not measured.
    public static let unmeasured = ThreadKind(stackBytes: nil)

    public static func realTime(priority: Int32) -> ThreadKind {
        var kind = ThreadKind()
        kind.realTimePriority = priority
        return kind
    }

    private init(stackBytes: Int?) { self.stackBytes = stackBytes }
}

/// Starts a thread that is never joined.
/// - Parameter name: shown by `top` and debuggers; at most 15 bytes count.
public func startThread(
    _ name: String, _ kind: ThreadKind = .ordinary, _ run: @escaping @Sendable () -> Void
) throws(ThreadError) {
    let thread = try startJoinableThread(name, kind, run)
    thread.detach()
}

/// Starts a thread that is to be joined or detached, once.
public func startJoinableThread(
    _ name: String, _ kind: ThreadKind = .ordinary, _ run: @escaping @Sendable () -> Void
) throws(ThreadError) -> JoinableThread {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    if let stackBytes = kind.stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    defer { pthread_attr_destroy(&attributes) }
    var every = sigset_t()
    var before = sigset_t()
    sigfillset(&every)
    pthread_sigmask(SIG_SETMASK, &every, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let body = Unmanaged.passRetained(ThreadBody(name: name, priority: kind.realTimePriority, run: run))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument else { return nil }
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().start()
            return nil
        }, body.toOpaque())
    guard code == 0 else {
        body.release()
        throw ThreadError(code: code)
    }
    return JoinableThread(thread: thread)
}

/// A thread that is to be joined or detached, once.
public struct JoinableThread: Sendable {
    fileprivate let thread: pthread_t

    /// Waits for the thread's end. Never on the thread itself.
    public func join() { pthread_join(thread, nil) }
    /// Lets the thread end by itself.
    public func detach() { pthread_detach(thread) }
}

/// Whether the calling thread runs at a real-time priority.
public var isRealTimeThread: Bool {
    var policy: Int32 = 0
    var parameters = sched_param()
    return pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == SCHED_FIFO
}

private final class ThreadBody: Sendable {
    let name: String
    let priority: Int32?
    let run: @Sendable () -> Void

    init(name: String, priority: Int32?, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.priority = priority
        self.run = run
    }

    func start() {
        clinux_name_thread(String(decoding: name.utf8.prefix(15), as: UTF8.self))
        if let priority { becomeRealTime(priority: priority) }
        run()
    }
}

/// Gives the calling thread real-time priority, as much of it as the system permits (RLIMIT_RTPRIO).
private func becomeRealTime(priority: Int32) {
    var limit = rlimit()
    // RLIMIT_RTPRIO, which Swift sees as an enum of glibc's.
    let isKnown = getrlimit(__rlimit_resource_t(14), &limit) == 0
    let permitted = isKnown ? Int32(clamping: limit.rlim_cur) : 0
    var parameters = sched_param()
    for wanted in [priority, min(priority, max(permitted, 1)), 1] {
        parameters.sched_priority = wanted
        if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 { return }
    }
}
