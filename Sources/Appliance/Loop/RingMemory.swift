import Bedside
import Board
import Logging
import Sound
import Synchronization
import System

/// Keeps what a ring needs in memory: a card that no longer answers reads must not silence an alarm. It begins a while
/// after the start, which it would slow down, and is renewed before each ring. What only the start needed is given back.
final class RingMemory: Sendable {
    /// From the start until what only the start needed is given back.
    static let settlingDelay = TimeSpan.seconds(2)
    /// From the start until what a ring needs is locked; by then the start is complete.
    static let delay = TimeSpan.seconds(45)

    private struct State {
        var report: ResidentProgram.Report?
        var isAtWork = false
    }
    private let program = ResidentProgram()
    private let state = Mutex(State())
    private let logger = Logger(label: "memory")

    /// The result of the last attempt; nil: not tried yet. Any thread.
    var report: ResidentProgram.Report? { state.withLock { $0.report } }

    /// Returns at once; the work is done on a thread of its own, which waits for the disk.
    /// - Parameter sounds: the files that may ring.
    func lock(sounds: [String]) {
        let isFree = state.withLock { state in
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        guard isFree else { return }
        do throws(ThreadError) {
            try startThread("memory") { [self] in
                let report = program.lock(files: sounds + [SystemFiles.soundConfiguration])
                let before = state.withLock { state in
                    defer { state = State(report: report) }
                    return state.report
                }
                if report.outcome != before?.outcome { tell(report) }
            }
        } catch {
            state.withLock { $0.isAtWork = false }
        }
    }

    private func tell(_ report: ResidentProgram.Report) {
        let megabytes = report.bytes / 1_000_000
        switch report.outcome {
        case .locked: logger.info("locked in memory for a ring", metadata: ["megabytes": "\(megabytes)"])
        case .limit(let limit):
            logger.notice(
                "not locked in memory: a card that fails may silence an alarm",
                metadata: ["megabytes": "\(megabytes)", "limit": "\(limit / 1_000_000)"])
        case .failed(let code):
            logger.warning("not locked in memory: \(SystemError(code))", metadata: ["megabytes": "\(megabytes)"])
        }
    }
}

extension Appliance {
    /// Two steps: first gives back what only the start needed, unless it sounds already; then locks what a ring needs.
    func keepMemory(since began: BootTime) {
        let lock = began + RingMemory.delay
        guard SystemClock.boot() < lock else { return lockMemory() }
        memoryTimer?.arm(lock)
        if machine.activity == .idle { ResidentProgram.giveBack(.code) }
    }

    /// The files that may ring: the board's sound, and that of each habit.
    func lockMemory() {
        let shared = parts.options.shared
        let own = status.profile.habits.compactMap(\.sound).map { SoundFile.path(of: $0, shared: shared) }
        ringMemory.lock(sounds: Set(own + [Appliance.alarmFile(parts.board, shared)]).sorted())
    }
}
