import CLinux
import Glibc

/// The clock that counts durations: `CLOCK_BOOTTIME`, which never steps and counts while suspended, or
/// `CLOCK_MONOTONIC` on a kernel that has no timers on the former.
public let bootClock: clockid_t = {
    let descriptor = timerfd_create(CLOCK_BOOTTIME, clinux_timerfd_flags)
    guard descriptor >= 0 else { return CLOCK_MONOTONIC }
    close(descriptor)
    return CLOCK_BOOTTIME
}()

/// Time on the boot clock. Any thread, real-time ones too.
public func bootNanoseconds() -> Int64 { nanoseconds(of: bootClock) }

public func bootMilliseconds() -> Int { Int(bootNanoseconds() / 1_000_000) }

/// Time on one of the kernel's clocks, in nanoseconds; 0 if it has no such clock, the largest number if the time does
/// not fit.
public func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    let (product, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = product.addingReportingOverflow(Int64(time.tv_nsec))
    return overflow || carry ? .max : sum
}
