import TestKit
import Testing

@testable import Bedside

/// A companion changes alarms for an owner who was heard, and the change stands: every instant at which something is
/// due from then on rings, or is truthfully recorded (ALARM-13, TALK-9).
@Suite(.requirement("ALARM-6", "ALARM-13", "TALK-9"))
struct StandingChangeTests {
    private struct Life {
        let bedside: VirtualBedside
        var random: SeededRandom
        /// What the owner has to expect.
        var plan: LifeOracle.Plan
        var oracle: LifeOracle
        var faults: [String] = []
        /// How many changes stand.
        var changes = 0

        private enum Wish: CaseIterable { case time, days, off, skip, move, once, up, on }

        init(seed: UInt64) throws {
            random = SeededRandom(seed: seed)
            var profile = Profile(companion: .openai)
            let wake = 5 * Int.random(in: 0..<288, using: &random)
            let training = wake + 5 * Int.random(in: 36...252, using: &random) + 1
            for (index, minute) in [wake, training].enumerated() {
                profile.habits[index].isOn = true
                profile.habits[index].at = LocalTime(wrappingSecondOfDay: minute * 60)
                profile.habits[index].followUps = Int.random(in: 0...3, using: &random)
            }
            let starts = ["2026-03-06T12:00", "2026-03-27T20:00", "2026-04-03T12:00", "2026-10-23T20:00"]
            let local = try #require(LocalDateTime(starts[Int.random(in: 0..<starts.count, using: &random)]))
            let zones = MorningPropertyTests.zones
            let zone = zones[Int.random(in: 0..<zones.count, using: &random)]
            let start = try #require(zone.instant(of: local))
            bedside = VirtualBedside(profile: profile, zone: zone, at: start)
            plan = LifeOracle.Plan(habits: Array(profile.habits.prefix(2)))
            oracle = LifeOracle(at: start, in: zone, plan: plan)
            bedside.powerOn()
        }

        private var now: CivilTime { bedside.now.civil }

        private mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

        mutating func run(events: Int) {
            for _ in 0..<events {
                switch draw(0...9) {
                case 0...2: bedside.advance(by: .minutes(draw(1...1500)))
                case 3: advanceToTheAlarm()
                case 4: bedside.press(.stop)
                case 5: bedside.press(.start)
                case 6: changeZone()
                default: talk()
                }
            }
            bedside.advance(by: .days(2))
            checkThatItStands()
        }

        private mutating func advanceToTheAlarm() {
            guard let due = bedside.machine?.agenda.upcoming.first?.at else { return }
            bedside.advance(by: due - now + .seconds(draw(-5...200)))
        }

        private mutating func changeZone() {
            let zones = MorningPropertyTests.zones
            let zone = zones[draw(0...zones.count - 1)]
            oracle.changes(at: now, zone: zone, logged: bedside.log.count)
            bedside.change(zone: zone)
        }

        // MARK: Talks

        /// The owner is heard, one change is made, and the talk ends when Stop takes nothing back any more.
        private mutating func talk() {
            guard mayTalk else { return }
            // Within the 90 minutes in which they may be up for good.
            if draw(0...2) == 0, let next = bedside.status?.next { bedside.advance(by: next.at - now - .hours(1)) }
            guard mayTalk else { return }
            CompanionRightsTests.open(bedside, .heard)
            change()
            bedside.advance(by: .seconds(12))
            bedside.press(.stop)
            bedside.advance(by: .seconds(1))
        }

        /// Not at night, when everything has to be said twice, and not when an alarm would interrupt.
        private var mayTalk: Bool {
            guard let machine = bedside.machine, machine.episodes.isEmpty, machine.conversation == nil,
                TalkLimits.untilNight(bedside.zone.local(now)) > .minutes(1)
            else { return false }
            guard let next = bedside.status?.next else { return true }
            return next.at - now > .minutes(40)
        }

        private mutating func change() {
            let index = draw(0...1)
            let habit = plan.habits[index]
            let wish = habit.isOn ? Wish.allCases[draw(0...6)] : .on
            let time = timeOfDay(for: wish, index: index)
            // Two alarms at the same instant ring as one.
            if wish == .once, plan.oneOffs.contains(where: { $0.at.time == time }) { return }
            var days = Weekday.allCases.shuffled(using: &random)
            days.removeLast(4)
            let next = bedside.machine?.agenda.next(of: habit.id, after: now)
            let isUpSoon = bedside.machine?.upEarlyCandidate(at: bedside.now) != nil
            let before = bedside.disk
            guard let isDone = call(wish, habit.id, time, days) else { return }
            // Nobody is up for good hours before, and a moved alarm cannot be moved into the past.
            let mayBeRefused = wish == .move || wish == .up && !isUpSoon
            guard isDone else {
                if !mayBeRefused { faults.append("\(wish) of \(habit.id) was refused") }
                if !isSame(before) { faults.append("\(wish) of \(habit.id) was refused, and changed something") }
                return
            }
            changes += 1
            guard wish != .up else { return }
            take(wish, of: index, time, WeekdaySet(days), next?.occurrence, before)
            oracle.plans(plan, at: now, logged: bedside.log.count)
            checkThatItStands()
        }

        /// A time of day that is not near. Each kind of alarm has minutes of its own, since of two at the same instant
        /// only one rings.
        private mutating func timeOfDay(for wish: Wish, index: Int) -> LocalTime {
            let minute =
                switch wish {
                case .once: 2
                case .move: 3 + index
                case .time, .days, .off, .on, .skip, .up: index
                }
            let ahead = Int(bedside.zone.local(now).time.secondOfDay) / 60 + draw(45...1380)
            return LocalTime(wrappingSecondOfDay: (ahead / 5 * 5 + minute) * 60)
        }

        /// Whether the tool was carried out; nil if it was not answered once.
        private mutating func call(_ wish: Wish, _ id: HabitID, _ time: LocalTime, _ days: [Weekday]) -> Bool? {
            let names = days.map { "\"\($0.shortName)\"" }.joined(separator: ",")
            let tool: (name: String, arguments: String) =
                switch wish {
                case .time: ("set_habit", #"{"habit":"\#(id)","time":"\#(time)"}"#)
                case .days: ("set_habit", #"{"habit":"\#(id)","weekdays":[\#(names)]}"#)
                case .off: ("set_habit", #"{"habit":"\#(id)","on":false}"#)
                case .on: ("set_habit", #"{"habit":"\#(id)","on":true}"#)
                case .skip: ("skip_next", #"{"habit":"\#(id)"}"#)
                case .move: ("move_next_once", #"{"habit":"\#(id)","time":"\#(time)"}"#)
                case .once: ("one_off_alarm", #"{"time":"\#(time)"}"#)
                case .up: ("up_for_good", "{}")
                }
            let answered = CompanionRightsTests.answers(bedside).count
            CompanionRightsTests.call(bedside, tool.name, tool.arguments)
            bedside.advance(by: .seconds(3))
            let answers = CompanionRightsTests.answers(bedside).dropFirst(answered)
            guard answers.count == 1, let answer = answers.last else {
                faults.append("\(tool.name) \(tool.arguments) was answered \(answers.count) times")
                return nil
            }
            return answer.contains(#""ok":true"#)
        }

        // MARK: What the owner has to expect

        /// - Parameter next: the habit's next occurrence before the change.
        private mutating func take(
            _ wish: Wish, of index: Int, _ time: LocalTime, _ days: WeekdaySet, _ next: Occurrence?, _ before: Durable
        ) {
            let habit = plan.habits[index].id
            switch wish {
            case .time:
                setHabit(index, before) {
                    $0.at = time
                    $0.isOn = true
                }
            case .days: setHabit(index, before) { $0.days = days }
            case .off: setHabit(index, before) { $0.isOn = false }
            case .on: setHabit(index, before) { $0.isOn = true }
            case .skip: if let next { plan.exceptions[next] = .skip }
            case .move:
                let known = before.exceptions
                let changed = bedside.disk.exceptions.first { $0.key.habit == habit && known[$0.key] != $0.value }
                guard let moved = changed?.key ?? next, case .move(let target) = bedside.disk.exceptions[moved],
                    target.time == time
                else { return faults.append("no alarm is at \(time)") }
                // A later one only if that time has passed on the next one's date.
                if let next, moved != next, !isPast(LocalDateTime(date: next.date, time: time)) {
                    faults.append("the next alarm is not at \(time)")
                }
                plan.exceptions[moved] = .move(to: target)
            case .once:
                let new = bedside.disk.oneOffs.filter { !before.oneOffs.contains($0) }
                if new.map(\.at.time) != [time] { faults.append("no one-off alarm at \(time)") }
                plan.oneOffs += new
            case .up: break
            }
        }

        private func isPast(_ local: LocalDateTime) -> Bool {
            bedside.zone.instant(of: local).map { $0 <= now } ?? true
        }

        /// A habit that is set anew keeps what is skipped. What was moved stays, with a new time only if that does not
        /// come before it; of a habit that was off, only if its time is still ahead.
        private mutating func setHabit(_ index: Int, _ before: Durable, _ change: (inout Habit) -> Void) {
            let old = plan.habits[index]
            change(&plan.habits[index])
            let (habit, zone, now) = (plan.habits[index], bedside.zone, self.now)
            guard habit != old else { return }
            plan.exceptions = plan.exceptions.filter { occurrence, exception in
                guard occurrence.habit == habit.id, case .move(let target) = exception else { return true }
                if habit.at == old.at, habit.isOn == old.isOn { return true }
                guard before.records[occurrence] == nil, let moved = zone.instant(of: target), moved > now else {
                    return false
                }
                guard habit.at != old.at, habit.days.contains(occurrence.date.weekday) else { return true }
                let usual = zone.instant(of: LocalDateTime(date: occurrence.date, time: habit.at))
                return usual.map { $0 <= now || moved < $0 } ?? true
            }
        }

        private func isSame(_ before: Durable) -> Bool {
            bedside.disk.profile == before.profile && bedside.disk.exceptions == before.exceptions
                && bedside.disk.oneOffs == before.oneOffs && bedside.disk.records == before.records
        }

        private mutating func checkThatItStands() {
            for habit in plan.habits where bedside.disk.profile.habit(habit.id) != habit {
                faults.append("\(habit.id) is not as it was set")
            }
        }

        func verdict() -> LifeOracle.Verdict {
            // A habit that has become a net rings later, which the oracle does not know.
            guard bedside.machine?.hasNets == false else { return LifeOracle.Verdict() }
            var verdict = oracle.verdict(on: bedside.log, until: now)
            verdict.faults += faults
            if bedside.stuckDeadlines > 0 { verdict.faults.append("a tick left its deadline standing") }
            return verdict
        }
    }

    @Test(arguments: 0..<4) func everyDueLocalInstantRingsAfterChangesOfACompanionThatStand(block: Int) throws {
        try #require(MorningPropertyTests.zones.count > 30)
        var judged = 0
        var changes = 0
        for seed in UInt64(block * 15)..<UInt64(block * 15 + 15) {
            var life = try Life(seed: seed)
            life.run(events: 50)
            let verdict = life.verdict()
            judged += verdict.judged
            changes += life.changes
            let faults = Set(verdict.faults).sorted()
            #expect(faults.isEmpty, "seed \(seed): \(faults)")
            if !faults.isEmpty { return }
        }
        #expect(judged > 100 && changes > 40, "only \(judged) alarms were judged, after \(changes) changes")
    }

    /// An alarm that was moved three times is after the next day's, which rings at its own time all the same.
    @Test func anAlarmThatIsMovedPastTheNextOneDoesNotHideIt() throws {
        let bedside = try EpisodeTests.bedside(from: try EpisodeTests.at("2026-11-20T05:00"))
        for time in ["17:00", "04:00"] {
            bedside.ask(.move(.wake, time: try #require(LocalTime(time)), date: nil))
        }
        #expect(bedside.status?.next?.local == (try EpisodeTests.at("2026-11-21T04:00")))
        bedside.ask(.move(.wake, time: try #require(LocalTime("08:00")), date: nil))
        #expect(bedside.status?.next?.local == (try EpisodeTests.at("2026-11-21T06:00")))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T08:00:05"))
        #expect(bedside.light == .ringing)
        #expect(bedside.entries(.missed).isEmpty)
    }
}
