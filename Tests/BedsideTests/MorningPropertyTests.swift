import TestKit
import Testing

@testable import Bedside

/// Every due local instant rang or is truthfully recorded, whatever happens to zone and clock (ALARM-6, ALARM-13).
/// Checked by instants of true time, as the owner experiences them, and not by whether a record exists.
@Suite(.requirement("ALARM-6", "ALARM-13"))
struct MorningPropertyTests {
    static let zones: [ZoneRules] = [
        "Africa/Casablanca", "America/Adak", "America/Anchorage", "America/Caracas", "America/Chicago",
        "America/Los_Angeles", "America/New_York", "America/Noronha", "America/Santiago", "America/Sao_Paulo",
        "America/St_Johns", "Antarctica/Troll", "Asia/Almaty", "Asia/Dhaka", "Asia/Dubai", "Asia/Kathmandu",
        "Asia/Kolkata", "Asia/Shanghai", "Asia/Tehran", "Asia/Tokyo", "Australia/Adelaide", "Australia/Eucla",
        "Australia/Lord_Howe", "Australia/Sydney", "Europe/Berlin", "Europe/Dublin", "Europe/London",
        "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Honolulu", "Pacific/Kiritimati",
        "Pacific/Marquesas", "Pacific/Pago_Pago", "UTC",
    ].compactMap { try? TestZones.load($0) }

    /// A life without a wrong clock: zones, presses, power cuts, and a companion that asks for changes.
    private struct Journey {
        /// Nil: no companion asks for anything.
        let companion: Companion?
        var random: SeededRandom
        let bedside: VirtualBedside
        let habit: Habit
        /// Which zone was in force, and since when.
        var inForce: [(from: CivilTime, zone: ZoneRules)]
        /// When the device was without power.
        var off: [(from: CivilTime, to: CivilTime)] = []

        /// What a companion changed that it had no right to.
        var overreach: [String] = []

        init(seed: UInt64, companion: Companion? = nil, hasMicrophone: Bool = true) throws {
            random = SeededRandom(seed: seed)
            self.companion = companion
            var profile = Profile()
            if let companion { profile.companion = companion }
            profile.habits[0].isOn = true
            profile.habits[0].at = LocalTime(wrappingSecondOfDay: Int.random(in: 0..<1440, using: &random) * 60)
            profile.habits[0].followUps = Int.random(in: 0...3, using: &random)
            habit = profile.habits[0]
            let starts = ["2026-03-06T12:00", "2026-03-27T20:00", "2026-04-03T12:00", "2026-10-23T20:00"]
            let local = try #require(LocalDateTime(starts[Int.random(in: 0..<starts.count, using: &random)]))
            let zone = MorningPropertyTests.zones[Int.random(in: 0..<MorningPropertyTests.zones.count, using: &random)]
            let start = try #require(zone.instant(of: local))
            let configuration = Configuration(clockFloor: start - .days(365), hasMicrophone: hasMicrophone)
            bedside = VirtualBedside(profile: profile, zone: zone, at: start, configuration: configuration)
            inForce = [(start, zone)]
            bedside.powerOn()
        }

        mutating func run(events: Int) {
            for _ in 0..<events {
                switch Int.random(in: 0...9, using: &random) {
                case 0...3: bedside.advance(by: .minutes(Int.random(in: 1...1500, using: &random)))
                case 4: advanceToTheAlarm()
                case 5: bedside.press(.stop)
                case 6: bedside.press(.start)
                case 7: changeZone()
                case 8: if companion == nil { changeZone() } else { talk() }
                default: powerOff()
                }
            }
            bedside.advance(by: .days(2))
        }

        private mutating func advanceToTheAlarm() {
            guard let due = bedside.machine?.agenda.upcoming.first?.at else { return }
            bedside.advance(by: due - bedside.now.civil + .seconds(Int.random(in: -5...200, using: &random)))
        }

        private mutating func changeZone() {
            let zones = MorningPropertyTests.zones
            let zone = zones[Int.random(in: 0..<zones.count, using: &random)]
            bedside.change(zone: zone)
            inForce.append((bedside.now.civil, zone))
        }

        /// The owner is heard, is not, is muted, or has no microphone. Only who was heard has something changed; and takes
        /// it back with Stop, so that every usual alarm is still due.
        private mutating func talk() {
            guard let next = bedside.status?.next, next.at - bedside.now.civil > .minutes(20),
                bedside.machine?.episodes.isEmpty == true, bedside.machine?.conversation == nil
            else { return }
            let hasMicrophone = bedside.configuration.hasMicrophone
            let ear: CompanionRightsTests.Ear =
                hasMicrophone ? [.heard, .unheard, .muted].randomElement(using: &random) ?? .heard : .noMicrophone
            CompanionRightsTests.open(bedside, ear)
            let before = bedside.disk
            let taken = [
                ("set_habit", #"{"habit":"wake","on":false}"#), ("set_habit", #"{"habit":"wake","weekdays":["mon"]}"#),
                ("skip_next", #"{"habit":"wake"}"#), ("up_for_good", "{}"),
            ]
            let tools = ear == .heard ? taken : CompanionRightsTests.writes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                guard let tool = tools.randomElement(using: &random) else { continue }
                CompanionRightsTests.call(bedside, tool.0, tool.1)
                bedside.advance(by: .seconds(Int.random(in: 0...3, using: &random)))
                // At night the owner has to say it twice (SAFE-6, `AskedAgainTests`).
                let isNight = TalkLimits.untilNight(bedside.zone.local(bedside.now.civil)) == .zero
                if ear == .heard, !isNight, bedside.disk.exceptions == before.exceptions,
                    bedside.disk.profile == before.profile,
                    bedside.disk.records == before.records, tool.0 != "up_for_good"
                {
                    overreach.append("\(tool) did nothing")
                }
            }
            bedside.press(.stop)
            bedside.advance(by: .seconds(1))
            var after = bedside.disk
            if ear == .muted { bedside.ask(.mute(false)) }
            // The press has seen that an alarm was missed.
            after.settings.hasUnseenMiss = before.settings.hasUnseenMiss
            let changed = [
                (after.profile != before.profile, "the profile"), (after.exceptions != before.exceptions, "exceptions"),
                (after.oneOffs != before.oneOffs, "one-off alarms"), (after.records != before.records, "records"),
                (after.settings != before.settings, "settings"),
            ]
            for (isChanged, part) in changed where isChanged {
                overreach.append("\(ear): \(part) changed at \(bedside.now.civil)")
            }
        }

        private mutating func powerOff() {
            let from = bedside.now.civil
            bedside.cutPower()
            bedside.advance(by: .minutes(Int.random(in: 1...600, using: &random)))
            if Bool.random(using: &random) { changeZone() }
            bedside.powerOn()
            off.append((from, bedside.now.civil))
        }

        /// Every instant at which the local time, in the zone then in force, was the habit's.
        private var dueInstants: [CivilTime] {
            var found: [CivilTime] = []
            for (index, stay) in inForce.enumerated() {
                let end = index + 1 < inForce.count ? inForce[index + 1].from : bedside.now.civil
                guard stay.from < end else { continue }
                var date = stay.zone.local(stay.from).date.adding(days: -1)
                while date <= stay.zone.local(end).date {
                    if let at = stay.zone.instant(of: LocalDateTime(date: date, time: habit.at)), at > stay.from,
                        at <= end
                    {
                        found.append(at)
                    }
                    date = date.adding(days: 1)
                }
            }
            return found
        }

        func verdict() -> [String] {
            var problems = overreach
            let rings = bedside.entries(.ring).filter { $0.occurrence?.habit == habit.id }
            let missed = bedside.entries(.missed).filter { $0.occurrence?.habit == habit.id }
            let due = dueInstants
            let span = habit.episodeSpan + Episode.maximumRing
            for at in due {
                // Without power no alarm can be heard; it rings late, or is recorded.
                let isOff = off.contains { $0.from <= at + .seconds(1) && at < $0.to + .seconds(1) }
                let isHeard = rings.contains { $0.at >= at - .seconds(1) && $0.at <= at + (isOff ? span : .seconds(5)) }
                let isSoonAfter = rings.contains { $0.at < at && at - $0.at < Agenda.anotherMorning + span }
                // If the zone was changed while off, nobody knows when it came into force.
                let isUnknown = off.contains { out in
                    out.from <= at + .seconds(1) && at < out.to + .seconds(1)
                        && inForce.contains { $0.from > out.from && $0.from <= out.to }
                }
                let isRecorded = isUnknown || missed.contains { $0.at >= at }
                // During a conversation about the last ring, the companion is handed the habit instead (ALARM-5).
                let isTalk = bedside.entries(.answered).contains {
                    $0.at >= at - .seconds(1) && $0.at <= at + .minutes(1)
                }
                if !isHeard, !isSoonAfter, !isTalk, !(isOff && isRecorded) { problems.append("\(at) was silent") }
            }
            for entry in missed {
                guard let date = entry.occurrence?.date else { continue }
                let isTrue = due.contains { at in
                    at <= entry.at && inForce.contains { $0.zone.local(at).date == date }
                }
                // While the power was off, nobody knows when the zone changed.
                let isOff = inForce.contains { stay in
                    stay.zone.instant(of: LocalDateTime(date: date, time: habit.at)).map { at in
                        off.contains { $0.from <= at && at <= $0.to }
                    } ?? false
                }
                if !isTrue, !isOff {
                    problems.append("\(entry.occurrence.map { "\($0)" } ?? "") was never due, and is missed")
                }
            }
            var last: [String: CivilTime] = [:]
            for entry in rings where entry.followUp == 0 {
                let isDue = due.contains { abs((entry.at - $0).nanoseconds) < TimeSpan.minutes(1).nanoseconds }
                let isAfterPower = off.contains { $0.to <= entry.at && entry.at - $0.to < .minutes(1) }
                let isAfterZone = inForce.contains { $0.from <= entry.at && entry.at - $0.from < .minutes(1) }
                if !isDue, !isAfterPower, !isAfterZone { problems.append("rang at \(entry.at), when nothing was due") }
                let key = "\(entry.occurrence.map { "\($0)" } ?? "")"
                if let before = last[key], entry.at - before < Agenda.anotherMorning, !isAfterPower {
                    problems.append("\(key) rang twice within four hours")
                }
                last[key] = entry.at
            }
            return problems
        }
    }

    @Test(arguments: 0..<8) func everyDueLocalInstantRingsWhereverTheOwnerFlies(block: Int) throws {
        try #require(Self.zones.count > 30)
        for seed in UInt64(block * 25)..<UInt64(block * 25 + 25) {
            var journey = try Journey(seed: seed)
            journey.run(events: 60)
            let verdict = Set(journey.verdict()).sorted()
            #expect(verdict.isEmpty, "seed \(seed): \(verdict)")
            if !verdict.isEmpty { return }
        }
    }

    @Test(.requirement("TALK-9"), arguments: 0..<8) func everyDueLocalInstantRingsWhateverACompanionAsksFor(block: Int)
        throws
    {
        for seed in UInt64(block * 25)..<UInt64(block * 25 + 25) {
            var journey = try Journey(seed: seed, companion: .openai, hasMicrophone: seed % 4 != 0)
            journey.run(events: 60)
            let verdict = Set(journey.verdict()).sorted()
            #expect(verdict.isEmpty, "seed \(seed): \(verdict)")
            if !verdict.isEmpty { return }
        }
    }

    /// A clock that is wrong by minutes to years for a while, and put right.
    @Test(arguments: 0..<8) func aClockThatIsWrongForAWhileTakesNothingAway(block: Int) throws {
        for seed in UInt64(block * 25)..<UInt64(block * 25 + 25) {
            var random = SeededRandom(seed: seed)
            var profile = Profile()
            profile.habits[0].isOn = true
            profile.habits[0].followUps = 2
            let start = CivilTime(nanoseconds: 1_790_000_000_000_000_000)
            let bedside = VirtualBedside(
                profile: profile, at: start, configuration: Configuration(clockFloor: start - .days(4000)))
            bedside.powerOn()
            let today = ZoneRules.utc.local(start).date
            // Set days ahead, and confirmed.
            let onceDay = Int.random(in: 1...40, using: &random)
            let once = LocalDateTime(date: today.adding(days: onceDay), time: LocalTime(wrappingSecondOfDay: 15 * 3600))
            bedside.ask(.once(time: once.time, date: once.date, like: .wake))
            let skipsNext = Bool.random(using: &random)
            let next = try #require(bedside.status?.next)
            bedside.ask(
                skipsNext ? .skip(.wake) : .move(.wake, time: LocalTime(wrappingSecondOfDay: 7 * 3600), date: nil))
            var stopped: [CivilTime] = []
            var wrong: [(from: CivilTime, to: CivilTime)] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bedside.advance(by: .minutes(Int.random(in: 1...3000, using: &random)))
                if bedside.light == .ringing {
                    bedside.press(.stop)
                    stopped.append(bedside.now.civil)
                }
                let minutes = [1, 60, 300, 1440, 5760, 43_200, 579_000, 1_600_000].randomElement(using: &random) ?? 1
                let step = TimeSpan.minutes(minutes)
                let from = bedside.now.civil
                let isSeen = Bool.random(using: &random)
                bedside.step(step, isAnnounced: isSeen)
                let span = TimeSpan.seconds(Int.random(in: 1...900, using: &random))
                bedside.advance(by: span)
                bedside.step(TimeSpan.zero - step, isAnnounced: isSeen)
                bedside.post(.tick)
                wrong.append((from, bedside.now.civil))
            }
            bedside.advance(by: .days(onceDay + 3) - (bedside.now.civil - start))
            let rings = bedside.entries(.ring)
            func rang(_ id: HabitID, at: CivilTime) -> Bool {
                rings.contains { $0.occurrence?.habit == id && $0.at >= at && $0.at <= at + .minutes(4) }
            }
            func isUnclear(_ at: CivilTime) -> Bool {
                wrong.contains { $0.from - .minutes(4) <= at && at <= $0.to + .minutes(1) }
            }
            var problems: [String] = []
            if let at = ZoneRules.utc.instant(of: once), !isUnclear(at), !rang(HabitID.once(1), at: at) {
                problems.append("the one-off alarm is lost")
            }
            let usual = next.at
            if !isUnclear(usual) {
                if skipsNext, rang(.wake, at: usual) { problems.append("the skipped alarm rang") }
                let moved = usual + .hours(1)
                if !skipsNext, !isUnclear(moved), rang(.wake, at: usual) || !rang(.wake, at: moved) {
                    problems.append("the moved alarm is lost")
                }
            }
            for day in 1...(onceDay + 2) where next.occurrence.date != today.adding(days: day) {
                let local = LocalDateTime(date: today.adding(days: day), time: profile.habits[0].at)
                guard let at = ZoneRules.utc.instant(of: local), at < bedside.now.civil, !isUnclear(at) else {
                    continue
                }
                if !rang(.wake, at: at) { problems.append("\(local) was silent") }
            }
            for at in stopped where !isUnclear(at) {
                let again = rings.contains { $0.at > at && $0.at - at < .minutes(10) && $0.occurrence?.habit == .wake }
                if again { problems.append("rang again after Stop at \(at)") }
            }
            #expect(problems.isEmpty, "seed \(seed): \(problems)")
            if !problems.isEmpty { return }
        }
    }
}
