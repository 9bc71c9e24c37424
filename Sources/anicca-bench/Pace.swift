import Foundation

/// Memory, threads and descriptors of this process.
struct Footprint {
    var residentKilobytes = 0
    var privateKilobytes = 0
    var threads = 0
    var descriptors = 0

    static var now: Footprint {
        var result = Footprint()
        for line in (read("/proc/self/status") ?? "").split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == ":" }
            guard words.count > 1, let value = Int(words[1]) else { continue }
            switch words[0] {
            case "VmRSS": result.residentKilobytes = value
            case "RssAnon": result.privateKilobytes = value
            case "Threads": result.threads = value
            default: break
            }
        }
        // One of them is always the listing's own.
        result.descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return result
    }

    private static func read(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

func nanoseconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// Calls `work` at a sound card's pace, once a period, until it returns false. On a thread of its own, with real-time
/// priority where the machine allows it, as the program's sound threads have.
func everyPeriod(_ periodNanoseconds: Int64, _ work: @escaping @Sendable () -> Bool) {
    let thread = Thread {
        var priority = sched_param(sched_priority: 20)
        pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority)
        var next = nanoseconds()
        repeat {
            next += periodNanoseconds
            var until = timespec(tv_sec: Int(next / 1_000_000_000), tv_nsec: Int(next % 1_000_000_000))
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nil)
        } while work()
    }
    thread.start()
}
