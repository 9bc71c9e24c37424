import Bedside
import Sound

/// Measures how late rings are: from the due instant to the first audible frame handed to the device (`make bench`).
struct RingTiming {
    private(set) var rings = 0
    private(set) var lastLatenessMicroseconds: Int?
    private(set) var worstLatenessMicroseconds: Int?
    private var due: [Int: BootTime] = [:]

    /// Remembers which deadline a ring's sound answers.
    mutating func note(_ actions: [Action], deadline: (civil: CivilTime?, boot: BootTime?), at now: Moment) {
        for case .play(let playback) in actions where playback.source.isAlarm {
            let civil = deadline.civil.flatMap { $0 <= now.civil ? now.boot - (now.civil - $0) : nil }
            let boot = deadline.boot.flatMap { $0 <= now.boot ? $0 : nil }
            guard let served = [civil, boot].compactMap({ $0 }).min() else { continue }
            if due.count > 8 { due.removeAll() }
            due[playback.id] = served
        }
    }

    mutating func heard(_ id: Int, _ counters: SoundCounters) {
        guard let due = due.removeValue(forKey: id), counters.lastHandedID == id,
            let handed = counters.lastHandedBootNanoseconds
        else { return }
        let lateness = Int((handed - due.nanoseconds) / 1000)
        rings += 1
        lastLatenessMicroseconds = lateness
        worstLatenessMicroseconds = max(worstLatenessMicroseconds ?? lateness, lateness)
    }
}
