import CSoundShim
import Glibc

/// `CLOCK_BOOTTIME` in nanoseconds.
func bootNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// Wakes a thread that waits; usable from real-time threads. An eventfd, closed with the object.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() { descriptor = anicca_eventfd() }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    func clear() {
        var value: UInt64 = 0
        _ = read(descriptor, &value, 8)
    }

    /// Waits for a signal, at most this long (nil: without end); clears it.
    func wait(nanoseconds: Int64?) {
        if anicca_wait_readable(descriptor, nanoseconds.map { max(0, $0) } ?? -1) > 0 { clear() }
    }
}

/// Zeroed samples for a real-time thread, locked in memory where RLIMIT_MEMLOCK permits; ended by `freeLocked`.
func lockedFloats(_ count: Int) -> UnsafeMutablePointer<Float> {
    let room = max(1, count)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: room)
    samples.initialize(repeating: 0, count: room)
    mlock(samples, room * MemoryLayout<Float>.stride)
    return samples
}

func freeLocked(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    munlock(samples, max(1, count) * MemoryLayout<Float>.stride)
    samples.deallocate()
}

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void
    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Starts a detached thread with all signals blocked, so that the main loop's signalfd gets them.
func startThread(_ name: String, _ run: @escaping @Sendable () -> Void) throws(SoundError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Small stacks: nothing here recurses, and the default of 8 MB counts where memory is locked.
    pthread_attr_setstacksize(&attributes, 256 * 1024)
    defer { pthread_attr_destroy(&attributes) }
    var every = sigset_t()
    var before = sigset_t()
    sigfillset(&every)
    pthread_sigmask(SIG_SETMASK, &every, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let body = Unmanaged.passRetained(ThreadBody(name: name, run: run))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument else { return nil }
            let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
            anicca_name_thread(body.name)
            body.run()
            return nil
        }, body.toOpaque())
    if code != 0 {
        body.release()
        throw .cannotStartThread(code: code)
    }
}

/// Gives the calling thread real-time priority, as much of it as the system permits (RLIMIT_RTPRIO); false: it stays as
/// it is.
func becomeRealTime(priority: Int32) -> Bool {
    var limit = rlimit()
    // RLIMIT_RTPRIO, which Swift sees as an enum of glibc's.
    let isKnown = getrlimit(__rlimit_resource_t(14), &limit) == 0
    let permitted = isKnown ? Int32(clamping: limit.rlim_cur) : 0
    var parameters = sched_param()
    for wanted in [priority, min(priority, max(permitted, 1)), 1] {
        parameters.sched_priority = wanted
        if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 { return true }
    }
    return false
}
