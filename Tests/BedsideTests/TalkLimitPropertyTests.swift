import TestKit
import Testing

@testable import Bedside

/// Random days of talks, alarms, power cuts and set clocks, with an oracle that counts the minutes by itself (SAFE-5).
@Suite(.requirement("SAFE-5"))
struct TalkLimitPropertyTests {
    /// Counts live talk from outside, in steps of this length.
    private static let step = TimeSpan.seconds(10)
    /// What a sample, a second that was cut and the shortest talk may amount to.
    private static let slack = 45

    private struct Oracle {
        let age: AgeBand
        let minutes: Int
        var today = 0
        var day: LocalDate?
        /// Of the talk that is on.
        var length = 0, atNight = 0, forAlarm: Int?
        /// Talk that a power cut may have lost.
        var lost = 0
        var faults: [String] = []

        var perDay: Int { 60 * (age == .from13To17 ? min(minutes, 20) : minutes) }

        static func isNight(_ local: LocalDateTime) -> Bool { local.time.hour >= 23 || local.time.hour < 5 }

        mutating func begin(isForAlarm: Bool) {
            (length, atNight) = (0, 0)
            forAlarm = isForAlarm ? 0 : nil
        }

        mutating func turnDay(_ local: LocalDateTime) {
            let day = local.time.hour < 5 ? local.date.adding(days: -1) : local.date
            if day != self.day { (self.day, today, lost) = (day, 0, 0) }
        }

        /// Ten seconds of live talk have passed.
        mutating func live(_ local: LocalDateTime) {
            let step = 10
            today += step
            length += step
            if Self.isNight(local) { atNight += step }
            forAlarm = forAlarm.map { $0 + step }
            let isReserved = forAlarm.map { $0 <= 300 + slack } ?? false
            if age == .under13 { faults.append("\(local): a child talks") }
            if age == .from13To17, Self.isNight(local), atNight > slack { faults.append("\(local): a minor's night") }
            if today > perDay + lost + slack, !isReserved { faults.append("\(local): \(today) s on one day") }
            if age != .from13To17, atNight > 900 + slack, !isReserved {
                faults.append("\(local): \(atNight) s at night")
            }
        }

        /// A live talk was refused, or ended by its limit: was anything used up?
        mutating func refused(_ local: LocalDateTime, isForAlarm: Bool) {
            if age == .under13 { return }
            if age == .from13To17, Self.isNight(local.adding(seconds: slack)) { return }
            let isReserveUsed = !isForAlarm || (forAlarm ?? 0) >= 300 - slack
            let isUsed = today >= perDay - slack || (Self.isNight(local) && atNight >= 900 - slack)
            if !isUsed || !isReserveUsed {
                faults.append("\(local): refused after \(today) s of the day, \(atNight) s of the night")
            }
        }
    }

    @Test(arguments: 0..<24) func noDayHasMoreTalkThanItsLimitsAndNoTalkIsRefusedBefore(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let age = AgeBand.allCases[seed % AgeBand.allCases.count]
        let minutes = [0, 10, 60, 120][Int.random(in: 0..<4, using: &random)]
        let bedside = try TalkLimitTests.bedside(
            "2026-11-20T12:00", age: age, minutes: minutes,
            alarms: [(.wake, "04:40"), (.training, "19:00"), (.bedtime, "22:50")])
        var oracle = Oracle(age: age, minutes: minutes)
        var starts = 0
        func local() -> LocalDateTime { ZoneRules.utc.local(bedside.now.civil) }
        for _ in 0..<60 {
            bedside.advance(by: .minutes(Int.random(in: 1...80, using: &random)))
            oracle.turnDay(local())
            if bedside.light == .ringing, Bool.random(using: &random) {
                bedside.press(.stop)
                continue
            }
            let isForAlarm = bedside.light == .ringing
            starts += 1
            oracle.begin(isForAlarm: isForAlarm)
            guard TalkLimitTests.begin(bedside) else {
                oracle.refused(local(), isForAlarm: isForAlarm)
                bedside.press(.stop)
                continue
            }
            var left = Int.random(in: 1...200, using: &random)
            while left > 0, TalkLimitTests.isLive(bedside) {
                left -= 1
                bedside.advance(by: Self.step)
                oracle.turnDay(local())
                // An alarm that falls due takes the talk over, with its own reserve.
                if bedside.machine?.conversation?.occurrence != nil, oracle.forAlarm == nil { oracle.forAlarm = 0 }
                if TalkLimitTests.isLive(bedside) { oracle.live(local()) }
            }
            let isForAlarmNow = oracle.forAlarm != nil
            if bedside.status?.lastConversationEnd == .limit, !TalkLimitTests.isLive(bedside) {
                oracle.refused(local(), isForAlarm: isForAlarmNow)
            } else if Int.random(in: 0..<5, using: &random) == 0 {
                bedside.cutPower()
                oracle.lost += 70
                bedside.powerOn(isClockSynchronized: true)
            }
            bedside.press(.stop)
            #expect(bedside.stuckDeadlines == 0)
        }
        #expect(oracle.faults.isEmpty, "\(age), \(minutes) min: \(oracle.faults.prefix(3))")
        #expect(starts > 20 && bedside.entries(.ring).count >= 4, "the days have talks and alarms")
        let contradictions = try #require(bedside.machine).contradictions(at: bedside.now)
        #expect(contradictions.isEmpty, "\(contradictions)")
    }
}

extension LocalDateTime {
    fileprivate func adding(seconds: Int) -> LocalDateTime {
        LocalDateTime(wallSeconds: wallSeconds + Int64(seconds))
    }
}
