@testable import Bedside

/// Judges a life by instants of true time: each due local time rang, or the night log truthfully says why not (ALARM-6,
/// ALARM-13).
///
/// It is told where the owner was, what was planned, and when the clock was wrong or the power off. It knows nothing of
/// the machine's records. It judges only what is certain: in the first hours after a change of zone, clock or power, an
/// alarm may rightly be silent, because its habit has just rung, or it may come late.
struct LifeOracle {
    /// What the owner has planned.
    struct Plan {
        var habits: [Habit]
        var exceptions: [Occurrence: OccurrenceException] = [:]
        var oneOffs: [OneOffAlarm] = []
    }

    struct Verdict {
        var faults: [String] = []
        /// How many due instants were judged, without those that were excused.
        var judged = 0
    }

    /// A time in which zone, clock, power and plan stayed as they were.
    private struct Stay {
        var from: CivilTime
        /// Nothing before this is judged.
        var judgedFrom: CivilTime
        var zone: ZoneRules
        /// Whether the clock was right and the power on.
        var isRight: Bool
        var plan: Plan
        /// How many entries the log had before.
        var logged: Int
    }

    private struct Instant {
        let occurrence: Occurrence
        let at: CivilTime
        let isSkipped: Bool
    }

    private enum Judgement {
        case right
        /// Silent or not: both are right.
        case excused
        case fault(String)
    }

    private var stays: [Stay]

    /// How long after a change nothing is judged: the four hours of `Agenda.anotherMorning`, a talk, and follow-ups.
    static let settling = TimeSpan.hours(5)

    init(at start: CivilTime, in zone: ZoneRules, plan: Plan) {
        stays = [
            Stay(from: start, judgedFrom: start + .minutes(1), zone: zone, isRight: true, plan: plan, logged: 0)
        ]
    }

    // MARK: What happens

    /// The zone, the clock or the power is about to change, or has just become right.
    ///
    /// - Parameters:
    ///   - now: true time.
    ///   - logged: how many entries the log has.
    mutating func changes(at now: CivilTime, zone: ZoneRules? = nil, isRight: Bool? = nil, logged: Int) {
        guard var stay = stays.last else { return }
        stay.from = now
        stay.judgedFrom = max(stay.judgedFrom, now + Self.settling)
        stay.zone = zone ?? stay.zone
        stay.isRight = isRight ?? stay.isRight
        stay.logged = logged
        stays.append(stay)
    }

    /// The owner has planned something else, which is judged from now on.
    mutating func plans(_ plan: Plan, at now: CivilTime, logged: Int) {
        guard var stay = stays.last else { return }
        stay.from = now
        stay.judgedFrom = max(stay.judgedFrom, now)
        stay.plan = plan
        stay.logged = logged
        stays.append(stay)
    }

    // MARK: The verdict

    /// - Parameters:
    ///   - log: all entries of the life.
    ///   - excused: what a wrong clock had settled for good.
    func verdict(on log: [NightEntry], until end: CivilTime, excused: Set<Occurrence> = []) -> Verdict {
        var verdict = Verdict()
        let right = stays.indices.filter { stays[$0].isRight }.flatMap { log[entries(of: $0, in: log)] }
        var rung: Set<HabitID> = []
        for (index, stay) in stays.enumerated() {
            let last = index + 1 < stays.count ? stays[index + 1].from : end
            let due = instants(in: stay, until: last).filter { !rung.contains($0.occurrence.habit) }
            // A one-off alarm is gone once it has rung.
            rung.formUnion(due.map(\.occurrence.habit).filter(\.isOneOff))
            guard stay.isRight else { continue }
            for one in due where one.at >= stay.judgedFrom && one.at + .minutes(1) <= last {
                add(judge(one, in: stay, by: right, isExcused: excused.contains(one.occurrence)), to: &verdict)
            }
            verdict.faults += log[entries(of: index, in: log)].filter { $0.at >= stay.judgedFrom }
                .compactMap { fault(of: $0, due: due, by: right, in: stay) }
        }
        return verdict
    }

    private func add(_ judgement: Judgement, to verdict: inout Verdict) {
        switch judgement {
        case .right: verdict.judged += 1
        case .excused: break
        case .fault(let text):
            verdict.judged += 1
            verdict.faults.append(text)
        }
    }

    private func entries(of index: Int, in log: [NightEntry]) -> Range<Int> {
        let end = index + 1 < stays.count ? stays[index + 1].logged : log.count
        return stays[index].logged..<end
    }

    /// Each instant of a stay at which something planned is due.
    private func instants(in stay: Stay, until end: CivilTime) -> [Instant] {
        let first = stay.zone.local(stay.from).date.adding(days: -2)
        let days = Int(stay.zone.local(end).date.dayNumber - first.dayNumber) + 2
        var found: [Instant] = []
        func add(_ occurrence: Occurrence, _ local: LocalDateTime, isSkipped: Bool = false) {
            guard let at = stay.zone.instant(of: local), at > stay.from, at <= end else { return }
            found.append(Instant(occurrence: occurrence, at: at, isSkipped: isSkipped))
        }
        for habit in stay.plan.habits where habit.isOn {
            for day in 0...days {
                let date = first.adding(days: day)
                let occurrence = Occurrence(habit: habit.id, date: date)
                let exception = stay.plan.exceptions[occurrence]
                if case .move(let target) = exception {
                    add(occurrence, target)
                } else if habit.days.contains(date.weekday) {
                    add(occurrence, LocalDateTime(date: date, time: habit.at), isSkipped: exception == .skip)
                }
            }
        }
        for alarm in stay.plan.oneOffs { add(Occurrence(habit: alarm.id, date: alarm.at.date), alarm.at) }
        return found
    }

    private func judge(_ due: Instant, in stay: Stay, by log: [NightEntry], isExcused: Bool) -> Judgement {
        let entries = log.filter { $0.occurrence == due.occurrence }
        let rang = entries.contains { $0.kind == .ring && isAt($0.at, due.at) }
        func fault(_ text: String) -> Judgement {
            .fault("\(due.occurrence), due at \(stay.zone.iso8601(due.at)) (\(stay.zone.name)), \(text)")
        }
        if due.isSkipped {
            if rang { return fault("rang although it was skipped") }
            let isTold = entries.contains { $0.kind == .skipped && $0.at <= due.at + .seconds(5) }
            return isTold ? .right : fault("was skipped without an entry")
        }
        let early = entries.last {
            $0.kind == .upEarly && $0.at <= due.at && due.at - $0.at <= UpEarly.window
        }
        if let early {
            let isTakenBack = log.contains {
                [.upEarlyTakenBack, .changeTakenBack].contains($0.kind) && $0.at >= early.at && $0.at <= due.at
            }
            // A new zone or plan since then may bring the alarm back.
            let isCertain = !isTakenBack && max(stay.from, stay.judgedFrom) <= early.at
            return rang && isCertain ? fault("rang although the owner was up") : .excused
        }
        if rang { return .right }
        return isExcused ? .excused : fault("was silent")
    }

    /// Why an entry of the log is not true; nil if it is.
    private func fault(of entry: NightEntry, due: [Instant], by log: [NightEntry], in stay: Stay) -> String? {
        guard let occurrence = entry.occurrence else { return nil }
        let place = "\(stay.zone.iso8601(entry.at)) (\(stay.zone.name))"
        switch entry.kind {
        case .ring where entry.followUp == 0:
            let isDue = due.contains { $0.occurrence == occurrence && isAt($0.at, entry.at) }
            return isDue ? nil : "\(occurrence) rang at \(place), when it was not due"
        case .missed:
            let rang = log.contains {
                $0.kind == .ring && $0.occurrence == occurrence && $0.at <= entry.at && entry.at - $0.at <= .hours(1)
            }
            return rang ? nil : "\(occurrence) was recorded as missed at \(place), and never rang"
        default: return nil
        }
    }

    private func isAt(_ one: CivilTime, _ other: CivilTime) -> Bool {
        abs((one - other).nanoseconds) <= TimeSpan.seconds(5).nanoseconds
    }
}
