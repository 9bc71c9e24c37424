import Foundation
import Synchronization

/// Milliseconds on the clock that runs through suspends and is never set.
func bootMilliseconds() -> Int64 { milliseconds(CLOCK_BOOTTIME) }

/// Milliseconds since 1970 by this machine's clock, which somebody may set.
func civilMilliseconds() -> Int64 { milliseconds(CLOCK_REALTIME) }

private func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// Where an engine has its time from.
public enum EngineTime: Sendable {
    /// From the database; with SQLite that is this process.
    case database
    /// From a test.
    case manual(ManualTime)
}

/// The time, and by how many milliseconds in all the clock has leapt since this process has read it.
struct TimeAndLeaps: Hashable, Sendable {
    var now: Int64
    var leaps: Int64 = 0
}

/// A clock that stands still until it is moved.
public final class ManualTime: Sendable {
    private let value: Mutex<TimeAndLeaps>

    public init(_ start: Int64 = 1_800_000_000_000) { value = Mutex(TimeAndLeaps(now: start)) }

    public var now: Int64 { value.withLock { $0.now } }
    var nowAndLeaps: TimeAndLeaps { value.withLock { $0 } }
    public func advance(milliseconds: Int64) { value.withLock { $0.now += milliseconds } }
    /// Sets it, as somebody sets a machine's clock: no time passes by that.
    public func leap(milliseconds: Int64) {
        value.withLock {
            $0.now += milliseconds
            $0.leaps += milliseconds
        }
    }
}

/// Civil time without its steps: leases are measured with it where the database has no clock of its own.
///
/// A step of the machine's clock of up to an hour is followed at 5 % of the time that passes, so that no lease ends or is
/// lengthened by it noticeably. A larger one means that the clock was not set before, and is followed at once; what was
/// measured until then has to follow, too (`SQLiteEngine`).
public struct SteadyTime: Hashable, Sendable {
    static let leap: Int64 = 3_600_000

    private var boot: Int64
    private var value: Int64
    /// All leaps so far, added up, in milliseconds.
    public private(set) var leaps: Int64 = 0

    public init(boot: Int64, civil: Int64) {
        self.boot = boot
        value = civil
    }

    /// The time at that moment of both clocks, in milliseconds. Never less than before, except after a leap.
    public mutating func read(boot now: Int64, civil: Int64) -> Int64 {
        let passed = max(0, now - boot)
        // What is too short to be followed waits for the next reading.
        guard passed >= 20 || abs(civil - value) > Self.leap else { return value }
        boot = max(boot, now)
        let expected = value + passed
        let difference = civil - expected
        if abs(difference) > Self.leap {
            leaps += difference
            value = civil
        } else {
            value = expected + max(-passed / 20, min(passed / 20, difference))
        }
        return value
    }
}
