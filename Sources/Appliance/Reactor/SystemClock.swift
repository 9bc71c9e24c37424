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

    /// Does a time server keep the civil clock? False where nobody says so. systemd's sandbox (`ProtectClock=`) refuses
    /// to ask the kernel; then the mark of systemd's own time client counts, which is gone after a boot.
    public static func isSynchronized() -> Bool {
        isSynchronized(kernel: clinux_clock_is_synchronized(), mark: "/run/systemd/timesync/synchronized")
    }

    /// - Parameter kernel: 1 yes, 0 no, -1 unknown.
    static func isSynchronized(kernel: Int32, mark: String) -> Bool {
        kernel < 0 ? access(mark, F_OK) == 0 : kernel == 1
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        let (product, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(Int64(time.tv_nsec))
        return overflow || carry ? .max : sum
    }
}
