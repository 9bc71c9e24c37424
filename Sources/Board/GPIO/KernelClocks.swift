import Bedside
import Glibc
import System

/// The kernel's clocks, read together, to convert edge times to the boot clock.
struct KernelClocks: Hashable, Sendable {
    var monotonicNanoseconds: Int64
    var realtimeNanoseconds: Int64
    var bootNanoseconds: Int64

    static func now() -> KernelClocks {
        KernelClocks(
            monotonicNanoseconds: nanoseconds(of: CLOCK_MONOTONIC),
            realtimeNanoseconds: nanoseconds(of: CLOCK_REALTIME), bootNanoseconds: nanoseconds(of: bootClock))
    }

    /// When an edge happened, on the boot clock; never later than now.
    ///
    /// Edge times are on CLOCK_MONOTONIC, or on CLOCK_REALTIME with kernels before 5.7. Nothing says which, so the
    /// clock whose current time is nearer to the edge is assumed: the two are decades apart, and the edge is recent.
    func boot(ofEdgeAt nanoseconds: Int64) -> BootTime {
        let now = BootTime(nanoseconds: bootNanoseconds)
        let sinceMonotonic = Self.distance(monotonicNanoseconds, nanoseconds)
        let sinceRealtime = Self.distance(realtimeNanoseconds, nanoseconds)
        let age = sinceMonotonic.magnitude <= sinceRealtime.magnitude ? sinceMonotonic : sinceRealtime
        return age > 0 ? now - TimeSpan(nanoseconds: age) : now
    }

    private static func distance(_ a: Int64, _ b: Int64) -> Int64 {
        let (difference, overflow) = a.subtractingReportingOverflow(b)
        return overflow ? (b < 0 ? .max : .min) : difference
    }
}
