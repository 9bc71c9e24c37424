import Foundation
import Synchronization

/// Measures how long the machine stood still, with a thread that only sleeps: a virtual machine's host sometimes gives
/// its time to others. Tests extend their time limits by that time and by nothing else.
public final class Standstill: Sendable {
    /// A moment from which standstills are counted.
    public struct Mark: Sendable {
        fileprivate let lost: Double
    }

    private static let shared = Standstill()
    /// The time of the thread's last wake-up and its total lateness, in seconds.
    private let state = Mutex<(woke: Double, lost: Double)>((Standstill.now, 0))

    private init() {
        Thread.detachNewThread { [self] in
            while true {
                usleep(5000)
                let now = Standstill.now
                state.withLock { state in
                    state.lost += Standstill.lateness(asleep: now - state.woke)
                    state.woke = now
                }
            }
        }
    }

    /// Starts the thread at the first call.
    public static func begin() -> Mark { Mark(lost: shared.lost) }

    /// Seconds for which the machine stood still since `mark`; 0 on a machine that wakes its threads on time.
    public static func seconds(since mark: Mark) -> Double { max(0, shared.lost - mark.lost) }

    public static func nanoseconds(since mark: Mark) -> Int64 { Int64(seconds(since: mark) * 1e9) }

    /// The total lateness in seconds, including any that the thread has not recorded yet, because the caller may wake
    /// up before the thread.
    private var lost: Double {
        state.withLock { state in
            let running = Standstill.lateness(asleep: Standstill.now - state.woke)
            return state.lost + running
        }
    }

    /// The lateness in seconds if it is over 20 ms, else 0, because less is normal on any machine.
    private static func lateness(asleep seconds: Double) -> Double {
        let late = seconds - 0.005
        return late > 0.02 ? late : 0
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
