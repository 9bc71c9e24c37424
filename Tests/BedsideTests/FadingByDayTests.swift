import TestKit
import Testing

@testable import Bedside

/// Questions that no evening has asked: they come at a press by day, for every owner, and to nobody in bed (FADE-3, FADE-7).
extension FadingStoryTests {
    /// An owner who gets up before the ring and has a bedtime at 22:00, with the shipped routine.
    private func withRoutine(_ language: Language, levels: [HabitID: FadingLevel] = [:]) throws -> VirtualBedside {
        let ten = try #require(LocalTime("22:00"))
        let made = try Self.bedside(levels: levels) { profile in
            profile.language = language
            profile.habits[2].isOn = true
            profile.habits[2].at = ten
            profile.habits[2].followUps = 3
        }
        var configuration = try #require(made.machine).configuration
        let key = OfflineScript.key(prompt: "bedtime", language: language)
        configuration.scripts[key] = try ShippedPromptsTests.script(key)
        let bedside = VirtualBedside(at: made.now.civil, configuration: configuration, disk: made.disk)
        bedside.powerOn()
        return bedside
    }

    /// Answers bedtime with Start, speaks where the routine listens, and falls asleep over the rest.
    private func fallAsleep(_ bedside: VirtualBedside) {
        bedside.press(.start)
        for _ in 0..<900 where bedside.machine?.conversation != nil {
            bedside.advance(by: .seconds(1))
            guard bedside.machine?.activity == .listening else { continue }
            bedside.post(.voice(isActive: true))
            bedside.advance(by: .seconds(1))
            bedside.post(.voice(isActive: false))
        }
    }

    /// Waits for a question about `wake`; nil: none came.
    private func asked(_ bedside: VirtualBedside, within seconds: Int) -> FadingQuestion? {
        for _ in 0..<seconds {
            if let open = bedside.machine?.features.fading.asked, open.habit == .wake { return open.question }
            bedside.advance(by: .seconds(1))
        }
        return nil
    }

    /// The routine ends long after the last step that listens, so its owner is taken to be asleep, every evening.
    @Test(.requirement("FADE-3"), arguments: Language.allCases)
    func whoFallsAsleepOverTheRoutineIsAskedByDay(language: Language) throws {
        let bedside = try withRoutine(language, levels: [.wake: .net])
        let first = try #require(LocalDate("2026-11-21"))
        var noons: [Int: FadingQuestion] = [:]
        for index in 0..<50 {
            let date = first.adding(days: index)
            try at("\(date)T05:40:00", bedside)
            bedside.press(.start, heldMilliseconds: 2500)
            try at("\(date)T12:30:00", bedside)
            bedside.press(.stop)
            noons[index] = asked(bedside, within: 60)
            try at("\(date)T22:00:10", bedside)
            fallAsleep(bedside)
            bedside.advance(by: .minutes(10))
            #expect(bedside.machine?.conversation == nil && bedside.machine?.call.lastEnd == .routineOver)
        }
        // Three days after the evening on which it was due for the first time; and for the second, two weeks later.
        #expect(noons == [30: .automaticity, 47: .automaticity])
        let entries = bedside.disk.fading.ledgers[.wake]?.entries ?? []
        #expect(entries.count { if case .asked(.automaticity, _) = $0.entry { true } else { false } } == 2)
    }

    @Test(.requirement("FADE-7")) func aLaterTimeIsOfferedByDayToWhoFallsAsleep() throws {
        let bedside = try withRoutine(.english)
        let first = try #require(LocalDate("2026-11-21"))
        var noons: [Int: FadingQuestion] = [:]
        for index in 0..<80 {
            let date = first.adding(days: index)
            try at("\(date)T06:02:10", bedside)
            bedside.press(.stop)
            try at("\(date)T12:30:00", bedside)
            bedside.press(.stop)
            noons[index] = asked(bedside, within: 60)
            try at("\(date)T22:00:10", bedside)
            fallAsleep(bedside)
            bedside.advance(by: .minutes(10))
        }
        #expect(noons == [62: .laterTime])
    }

    struct Press: Sendable, CustomTestStringConvertible {
        var at: String
        /// Start is held, which says that its owner is up.
        var isHeld = false
        var isAsked: Bool
        var bedtime: String? = "22:00"
        var wake = "06:00"
        /// Where this evening's bedtime is moved to.
        var moved: String?
        /// Without power from then on, for 29 minutes.
        var cut: String?
        /// Whether no wake alarm is due on Saturdays and Sundays.
        var isWorking = false
        var testDescription: String {
            "\(bedtime ?? "-") \(moved ?? "") \(wake), pressed \(at)\(isHeld ? " up" : "") \(cut ?? "")\(isWorking ? " working" : "")"
        }
    }

    static let presses = [
        Press(at: "2026-11-20T18:00", isAsked: true),
        Press(at: "2026-11-20T21:00", isAsked: true),
        // Bedtime may be settled already.
        Press(at: "2026-11-20T21:40", isAsked: false),
        Press(at: "2026-11-20T23:30", isAsked: false),
        Press(at: "2026-11-21T05:10", isAsked: false),
        Press(at: "2026-11-21T12:00", isAsked: true),
        Press(at: "2026-11-20T21:00", isAsked: false, bedtime: "20:00"),
        // Whoever slept through a power cut may sleep on, and on a Saturday without an alarm.
        Press(at: "2026-11-21T06:25", isAsked: false, cut: "2026-11-21T05:55"),
        Press(at: "2026-11-21T11:00", isAsked: true, cut: "2026-11-21T05:55"),
        Press(at: "2026-11-21T07:00", isAsked: false, isWorking: true),
        Press(at: "2026-11-21T10:30", isAsked: true, isWorking: true),
        Press(at: "2026-11-21T03:35", isHeld: true, isAsked: false, wake: "05:00"),
        Press(at: "2026-11-21T05:35", isHeld: true, isAsked: true),
        // Without a bedtime.
        Press(at: "2026-11-21T08:00", isAsked: false, bedtime: nil, isWorking: true),
        Press(at: "2026-11-21T12:10", isAsked: true, bedtime: nil, isWorking: true),
        Press(at: "2026-11-21T06:25", isAsked: false, bedtime: nil, cut: "2026-11-21T05:55"),
        Press(at: "2026-11-20T20:00", isAsked: false, moved: "18:30"),
        Press(at: "2026-11-20T18:00", isAsked: true, moved: "18:30"),
        // Somebody who works at night.
        Press(at: "2026-11-20T17:00", isAsked: false, bedtime: "14:00", wake: "00:30"),
        Press(at: "2026-11-21T09:00", isAsked: true, bedtime: "14:00", wake: "00:30"),
    ]

    /// The question has been due for long; what is left open is whether its owner is up.
    @Test(.requirement("FADE-3", "FADE-7"), arguments: presses) func nobodyIsAskedInBed(press: Press) throws {
        let (bedtime, wake) = (
            try press.bedtime.map { try #require(LocalTime($0)) }, try #require(LocalTime(press.wake))
        )
        let made = try Self.bedside { profile in
            profile.habits[0].at = wake
            if press.isWorking { profile.habits[0].days = .weekdays }
            profile.habits[2].isOn = bedtime != nil
            if let bedtime { profile.habits[2].at = bedtime }
            profile.habits[2].followUps = 1
        }
        var disk = made.disk
        let standing = FadingStanding(
            level: .companion, since: nil, daysHere: 70, wasStepDown: false, automaticity: nil,
            days: String(repeating: "s", count: 28))
        disk.fading.apply(.base(.wake, FadingLedger.Base(through: 1, standing: standing)))
        let bedside = VirtualBedside(at: made.now.civil, disk: disk)
        bedside.powerOn()
        if let moved = press.moved {
            bedside.ask(.move(.bedtime, time: try #require(LocalTime(moved)), date: nil))
        }
        // A bedtime that was missed says nothing of this morning.
        if press.isWorking, bedtime != nil { bedside.ask(.skip(.bedtime)) }
        if let cut = press.cut {
            try at(cut, bedside)
            bedside.cutPower()
            bedside.advance(by: .minutes(29))
            bedside.powerOn()
        }
        try at(press.at, bedside)
        if press.isHeld { bedside.press(.start, heldMilliseconds: 2500) } else { bedside.press(.stop) }
        var questions: Set<FadingQuestion> = []
        for _ in 0..<240 {
            bedside.advance(by: .seconds(1))
            if let open = bedside.machine?.features.fading.asked { questions.insert(open.question) }
        }
        #expect(questions.contains(.laterTime) == press.isAsked, "\(questions)")
    }

    /// A nudge is a question of its own: Start takes what it offers, and nothing else is asked until it is over.
    @Test(.requirement("FADE-7", "MIND-8")) func nothingIsAskedWhileANudgeIsOn() throws {
        let bedside = try NudgeTests.bedside { disk in
            let standing = FadingStanding(
                level: .companion, since: nil, daysHere: 70, wasStepDown: false, automaticity: nil, days: "")
            disk.fading.apply(.base(.wake, FadingLedger.Base(standing: standing)))
        }
        #expect(NudgeTests.untilLit(bedside))
        bedside.press(.start)
        var isAsked = false
        for _ in 0..<180 where !isAsked {
            bedside.advance(by: .seconds(1))
            isAsked = bedside.machine?.features.fading.asked != nil
            #expect(!isAsked || bedside.machine?.isNudging == false)
        }
        #expect(isAsked && bedside.machine?.features.fading.asked?.question == .laterTime)
    }
}
