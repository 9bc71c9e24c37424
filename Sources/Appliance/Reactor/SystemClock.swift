import Bedside
import CLinux
import Glibc

/// The machine's two clocks. Any thread.
public enum SystemClock {
    /// Which clock counts durations: `CLOCK_BOOTTIME`, or `CLOCK_MONOTONIC` on a kernel without timers on it.
    static let bootClock: clockid_t = {
        let descriptor = timerfd_create(CLOCK_BOOTTIME, clinux_timerfd_flags)
        guard descriptor >= 0 else { return CLOCK_MONOTONIC }
        close(descriptor)
        return CLOCK_BOOTTIME
    }()

    public static func now() -> Moment { Moment(boot: boot(), civil: civil()) }
    public static func boot() -> BootTime { BootTime(nanoseconds: read(bootClock)) }
    public static func civil() -> CivilTime { CivilTime(nanoseconds: read(CLOCK_REALTIME)) }

    /// Does the kernel say that a time server keeps the civil clock? False where it cannot say.
    public static func isSynchronized() -> Bool { clinux_clock_is_synchronized() == 1 }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        let (product, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(Int64(time.tv_nsec))
        return overflow || carry ? .max : sum
    }
}
