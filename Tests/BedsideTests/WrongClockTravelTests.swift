import TestKit
import Testing

@testable import Bedside

/// The owner flies, and the clock is wrong by minutes to years for a while, in the same life: every due local instant
/// rang, or is truthfully recorded (ALARM-6).
@Suite(.requirement("ALARM-6"))
struct WrongClockTravelTests {
    private struct Life {
        /// Whether the zone is also set while the clock is wrong.
        let isZoneSetMeanwhile: Bool
        let bedside: VirtualBedside
        let habits: [Habit]
        var random: SeededRandom
        var oracle: LifeOracle
        /// How far the clock is ahead of true time.
        var offset = TimeSpan.zero
        /// What a wrong clock brought up long before its time, and the owner or the last ring settled: it does not ring
        /// twice.
        var excused: Set<Occurrence> = []

        private static let nearSteps = [5, 60, 300, 600, 1440, 2880, 5760, 43_200]
        private static let farSteps = [579_000, 1_600_000]

        init(seed: UInt64, isZoneSetMeanwhile: Bool) throws {
            self.isZoneSetMeanwhile = isZoneSetMeanwhile
            random = SeededRandom(seed: seed)
            var profile = Profile()
            // Hours apart, so that neither takes over from the other.
            let wake = 5 * Int.random(in: 0..<288, using: &random)
            let training = wake + Int.random(in: 180...1260, using: &random)
            for (index, minute) in [wake, training].enumerated() {
                profile.habits[index].isOn = index == 0 || Bool.random(using: &random)
                profile.habits[index].at = LocalTime(wrappingSecondOfDay: minute * 60)
                profile.habits[index].followUps = Int.random(in: 0...3, using: &random)
            }
            habits = Array(profile.habits.prefix(2))
            let starts = ["2026-03-06T12:00", "2026-03-27T20:00", "2026-04-03T12:00", "2026-10-23T20:00"]
            let local = try #require(LocalDateTime(starts[Int.random(in: 0..<starts.count, using: &random)]))
            let zones = MorningPropertyTests.zones
            let zone = zones[Int.random(in: 0..<zones.count, using: &random)]
            let start = try #require(zone.instant(of: local))
            // With the near floor, a clock that is days behind is not trusted.
            let floor = start - .days(Bool.random(using: &random) ? 4000 : 2)
            bedside = VirtualBedside(
                profile: profile, zone: zone, at: start, configuration: Configuration(clockFloor: floor))
            oracle = LifeOracle(at: start, in: zone, plan: LifeOracle.Plan(habits: habits))
            bedside.powerOn()
        }

        /// True time.
        private var now: CivilTime { bedside.now.civil - offset }

        private mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

        mutating func run(events: Int) {
            for _ in 0..<events {
                switch draw(0...10) {
                case 0...3: bedside.advance(by: .minutes(draw(1...1500)))
                case 4: advanceToTheAlarm()
                case 5: bedside.press(.stop)
                case 6: bedside.press(.start)
                case 7: changeZone()
                case 8: powerOff()
                default: clockIsWrong()
                }
            }
            bedside.advance(by: .days(2))
        }

        private mutating func advanceToTheAlarm() {
            guard let due = bedside.machine?.agenda.upcoming.first?.at else { return }
            let span = due - bedside.now.civil + .seconds(draw(-5...200))
            if span <= .days(2) { bedside.advance(by: span) }
        }

        private mutating func changeZone() {
            let zones = MorningPropertyTests.zones
            let zone = zones[draw(0...zones.count - 1)]
            oracle.changes(at: now, zone: zone, logged: bedside.log.count)
            bedside.change(zone: zone)
        }

        private mutating func powerOff() {
            oracle.changes(at: now, isRight: false, logged: bedside.log.count)
            bedside.cutPower()
            bedside.advance(by: .minutes(draw(1...600)))
            bedside.powerOn()
            oracle.changes(at: now, isRight: true, logged: bedside.log.count)
        }

        /// The clock is wrong for a while, and is put right: by somebody, or by a time server.
        private mutating func clockIsWrong() {
            // An open ring whose morning comes again would end by a wrong clock, which `AnotherMorningTests` has.
            guard mayBeWrong else { return }
            let minutes = draw(0...15) == 0 ? Self.farSteps[draw(0...1)] : Self.nearSteps[draw(0...7)]
            let step = TimeSpan.minutes(Bool.random(using: &random) ? minutes : -minutes)
            let isAnnounced = Bool.random(using: &random)
            // The machine knows the time up to now, so that no step is taken for a slow drift.
            bedside.post(.tick)
            let before = bedside.log.count
            oracle.changes(at: now, isRight: false, logged: before)
            set(by: step, isAnnounced: isAnnounced)
            for _ in 0..<draw(1...4) { live() }
            let isSynchronized = Bool.random(using: &random)
            bedside.post(.tick)
            let open = Set(bedside.machine?.episodes.map(\.occurrence) ?? [])
            let written = before..<bedside.log.count
            set(by: -step, isAnnounced: isAnnounced, isSynchronized: isSynchronized)
            oracle.changes(at: now, isRight: true, logged: bedside.log.count)
            excuse(written, open: open, isSynchronized: isSynchronized)
        }

        private var mayBeWrong: Bool {
            guard let machine = bedside.machine else { return false }
            return isZoneSetMeanwhile ? machine.episodes.isEmpty : machine.agenda.comesAgain.isEmpty
        }

        private mutating func set(by step: TimeSpan, isAnnounced: Bool, isSynchronized: Bool = false) {
            offset = offset + step
            bedside.step(step, isAnnounced: isAnnounced || isSynchronized, isSynchronized: isSynchronized)
            bedside.post(.tick)
        }

        private mutating func live() {
            switch draw(0...(isZoneSetMeanwhile ? 8 : 5)) {
            case 0...2: bedside.advance(by: .minutes(draw(1...400)))
            case 3: advanceToTheAlarm()
            case 4: bedside.press(.stop)
            case 5: bedside.press(.start)
            default: changeZone()
            }
        }

        /// Excuses what was settled by the wrong clock and lies ahead again. What is still open and hours ahead is
        /// withdrawn, and what a time server finds to be a day ahead is forgiven: both have to ring.
        private mutating func excuse(_ written: Range<Int>, open: Set<Occurrence>, isSynchronized: Bool) {
            let rungBefore = Set(
                bedside.log[..<written.lowerBound].filter { $0.kind == .ring }.compactMap(\.occurrence))
            for entry in bedside.log[written] {
                guard let occurrence = entry.occurrence, let due = instant(of: occurrence), due > now else { continue }
                let isSettled =
                    switch entry.kind {
                    case .ring, .upEarly: true
                    case .dismissed, .answered: !rungBefore.contains(occurrence)
                    default: false
                    }
                let isForgiven =
                    open.contains(occurrence)
                    ? due - now >= Agenda.anotherMorning : isSynchronized && due - now >= Agenda.anotherMorning
                if isSettled, !isForgiven { excused.insert(occurrence) }
            }
        }

        private func instant(of occurrence: Occurrence) -> CivilTime? {
            guard let habit = habits.first(where: { $0.id == occurrence.habit }) else { return nil }
            return bedside.zone.instant(of: LocalDateTime(date: occurrence.date, time: habit.at))
        }

        func verdict() -> LifeOracle.Verdict {
            // A habit that has become a net rings later, which the oracle does not know.
            guard bedside.machine?.hasNets == false else { return LifeOracle.Verdict() }
            var verdict = oracle.verdict(on: bedside.log, until: now, excused: excused)
            for record in bedside.disk.records.values where record.outcome == .missed {
                let isAhead = instant(of: record.occurrence).map { $0 > now } ?? false
                guard isAhead, record.committedFollowUp == nil else { continue }
                verdict.faults.append("\(record.occurrence) is yet to come, and is recorded as missed")
            }
            if bedside.stuckDeadlines > 0 { verdict.faults.append("a tick left its deadline standing") }
            return verdict
        }
    }

    /// The zone changes while the clock is right, and the clock is wrong at other times.
    @Test(arguments: 0..<4) func everyDueLocalInstantRingsInALifeOfJourneysAndWrongClocks(block: Int) throws {
        try Self.live(block, isZoneSetMeanwhile: false)
    }

    /// The zone is set while the clock is wrong, as it is on a first night.
    @Test(arguments: 0..<4) func everyDueLocalInstantRingsIfTheZoneIsSetWhileTheClockIsWrong(block: Int) throws {
        try Self.live(block, isZoneSetMeanwhile: true)
    }

    private static func live(_ block: Int, isZoneSetMeanwhile: Bool) throws {
        try #require(MorningPropertyTests.zones.count > 30)
        var judged = 0
        for seed in UInt64(block * 15)..<UInt64(block * 15 + 15) {
            var life = try Life(seed: seed, isZoneSetMeanwhile: isZoneSetMeanwhile)
            life.run(events: 40)
            let verdict = life.verdict()
            judged += verdict.judged
            let faults = Set(verdict.faults).sorted()
            #expect(faults.isEmpty, "seed \(seed): \(faults)")
            if !faults.isEmpty { return }
        }
        #expect(judged > 100, "only \(judged) alarms were judged")
    }
}
