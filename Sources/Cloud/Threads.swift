import CCurl
import Glibc

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void
    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Starts a detached thread with all signals blocked: the main loop's signalfd gets them, and a write to a closed
/// connection returns EPIPE instead of ending the program. False: the system has no thread for us.
package func startThread(_ name: String, _ run: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 256 * 1024)
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
            ccurl_name_thread(body.name)
            body.run()
            return nil
        }, body.toOpaque())
    if code != 0 { body.release() }
    return code == 0
}

/// `CLOCK_BOOTTIME` in milliseconds.
package func bootMilliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}
