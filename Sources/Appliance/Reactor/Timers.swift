import Bedside
import CLinux
import Glibc
import System

/// The timer for the civil deadline, on `CLOCK_REALTIME`: absolute, and cancelled by the kernel when the clock is set.
/// Loop's thread only.
final class CivilTimer {
    enum Outcome: Equatable {
        case nothing, expired, clockSet
    }

    /// The two system calls. Only tests replace them, because a test must not set the machine's clock.
    struct Calls: Sendable {
        /// Returns 0 or an errno.
        var arm: @Sendable (Int32, itimerspec) -> Int32
        /// Returns 0 or an errno.
        var read: @Sendable (Int32) -> Int32

        static let kernel = Calls(
            arm: { descriptor, value in
                var value = value
                let flags = clinux_timer_absolute | clinux_timer_cancel_on_set
                return timerfd_settime(descriptor, flags, &value, nil) == 0 ? 0 : errno
            },
            read: { descriptor in
                var expirations: UInt64 = 0
                let size = MemoryLayout<UInt64>.size
                return retryingOnInterrupt { Glibc.read(descriptor, &expirations, size) } == size ? 0 : errno
            })
    }

    /// 2200-01-01: so far ahead that it never comes, but near enough for every kernel.
    static let farFuture = CivilTime(seconds: 7_258_118_400)

    let descriptor: FileDescriptor
    private let calls: Calls

    init(calls: Calls) throws(ReactorError) {
        let number = timerfd_create(CLOCK_REALTIME, clinux_timerfd_flags)
        guard number >= 0 else { throw .system(call: "timerfd_create", code: errno) }
        descriptor = FileDescriptor(number)
        self.calls = calls
    }

    /// Arms the timer; nil arms it far ahead, because only an armed timer is cancelled and so reports that the clock
    /// was set.
    func arm(_ deadline: CivilTime?) -> Outcome {
        // ECANCELED: the clock was set since the last read. The kernel has armed the timer nevertheless, and this call
        // has consumed what the next read would have reported.
        calls.arm(descriptor.number, absolute((deadline ?? CivilTimer.farFuture).nanoseconds)) == ECANCELED
            ? .clockSet : .nothing
    }

    func readOutcome() -> Outcome {
        switch calls.read(descriptor.number) {
        case 0: .expired
        case ECANCELED: .clockSet
        default: .nothing
        }
    }
}

/// A timer on the boot clock, absolute. Loop's thread only.
final class BootTimer {
    let descriptor: FileDescriptor

    init() throws(ReactorError) {
        let number = timerfd_create(bootClock, clinux_timerfd_flags)
        guard number >= 0 else { throw .system(call: "timerfd_create", code: errno) }
        descriptor = FileDescriptor(number)
    }

    func arm(_ deadline: BootTime?) {
        var value = deadline.map { absolute($0.nanoseconds) } ?? itimerspec()
        timerfd_settime(descriptor.number, clinux_timer_absolute, &value, nil)
    }

    /// Whether it has expired since the last call.
    func consume() -> Bool {
        var expirations: UInt64 = 0
        let size = MemoryLayout<UInt64>.size
        return retryingOnInterrupt { Glibc.read(descriptor.number, &expirations, size) } == size
    }
}

/// A timer that a part of the program owns, delivered by the loop.
public final class LoopTimer {
    private let timer: BootTimer
    private weak var reactor: Reactor?

    fileprivate init(_ timer: BootTimer, reactor: Reactor) {
        self.timer = timer
        self.reactor = reactor
    }

    convenience init(reactor: Reactor, handler: @escaping () -> Void) throws(ReactorError) {
        let timer = try BootTimer()
        try reactor.add(timer.descriptor.number, for: .readable) { [unowned timer] _ in
            if timer.consume() { handler() }
        }
        self.init(timer, reactor: reactor)
    }

    deinit { reactor?.remove(timer.descriptor.number) }

    /// Arms the timer; nil disarms it. A past time fires at once.
    public func arm(_ deadline: BootTime?) { timer.arm(deadline) }
}

/// Never zero, because that would disarm.
private func absolute(_ nanoseconds: Int64) -> itimerspec {
    let time = max(1, nanoseconds)
    var value = itimerspec()
    value.it_value.tv_sec = time_t(time / 1_000_000_000)
    value.it_value.tv_nsec = Int(time % 1_000_000_000)
    return value
}
