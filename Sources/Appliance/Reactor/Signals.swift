import CLinux
import Glibc

/// Signals as events of the loop. A blocked signal waits for the loop instead of interrupting a thread.
public final class Signals {
    /// The signals that the appliance handles.
    public static let handled: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGWINCH]

    private let descriptor: FileDescriptor
    private weak var reactor: Reactor?

    /// Blocks the handled signals, and ignores SIGPIPE and SIGXFSZ. Call it at the start, before the first thread,
    /// because threads inherit the mask. Child processes inherit it too: a spawner must give them an empty one.
    public static func blockEarly() {
        var set = mask()
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        ignoreFileSizeLimit()
    }

    /// Lets a file that reaches the process's size limit (RLIMIT_FSIZE) fail like a full disk, instead of ending the
    /// process.
    public static func ignoreFileSizeLimit() { signal(SIGXFSZ, SIG_IGN) }

    /// Delivers each signal's number on the loop's thread. Call `blockEarly` first.
    public init(reactor: Reactor, onSignal: @escaping (Int32) -> Void) throws(ReactorError) {
        var set = Signals.mask()
        let number = signalfd(-1, &set, clinux_signalfd_flags)
        guard number >= 0 else { throw .system(call: "signalfd", code: errno) }
        descriptor = FileDescriptor(number)
        self.reactor = reactor
        try reactor.add(number, for: .readable) { _ in
            var information = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            while retryingOnInterrupt({ read(number, &information, size) }) == size {
                onSignal(Int32(bitPattern: information.ssi_signo))
            }
        }
    }

    deinit { reactor?.remove(descriptor.number) }

    private static func mask() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in handled { sigaddset(&set, signal) }
        return set
    }
}
