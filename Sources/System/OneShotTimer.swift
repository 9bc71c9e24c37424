import CLinux
import Glibc

/// A timer that fires once, a while from now; closed with the object.
public final class OneShotTimer: Sendable {
    /// Readable when the time has come; -1 if the system had no descriptor left.
    public let descriptor: Int32

    public init() { descriptor = timerfd_create(CLOCK_MONOTONIC, clinux_timerfd_flags) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Arms the timer; 0 disarms it.
    public func arm(milliseconds: Int) {
        let bounded = max(0, min(milliseconds, 1 << 40))
        var value = itimerspec()
        value.it_value = timespec(tv_sec: bounded / 1000, tv_nsec: bounded % 1000 * 1_000_000)
        timerfd_settime(descriptor, 0, &value, nil)
    }

    /// Whether it has fired since the last call.
    public func consume() -> Bool {
        var expirations: UInt64 = 0
        return read(descriptor, &expirations, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size
    }
}
