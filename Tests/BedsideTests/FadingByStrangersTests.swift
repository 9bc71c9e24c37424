import Foundation
import TestKit
import Testing

@testable import Bedside

/// Fading at the very edges of its words, as somebody wrote them down who had read the papers alone.
@Suite(.requirement("FADE-2", "FADE-3"))
struct FadingByStrangersTests {
    private typealias Story = MemoryStoryTests
    private typealias Kind = Simulator.Step.Kind

    private static func days(_ lines: [SimulatedLine], _ id: HabitID = .wake) -> [DayWord] {
        lines.compactMap { if case .fading(.day(id, let day), _) = $0 { day.word } else { nil } }
    }

    private static func steps(_ lines: [SimulatedLine]) -> [LevelStep] {
        lines.compactMap { if case .fading(.level(.wake, let step), _) = $0 { step } else { nil } }
    }

    /// "Held for 2 s" includes two seconds.
    @Test(.requirement("ALARM-11"), arguments: [(1900, DayWord.missed), (2000, .unaided), (2100, .unaided)])
    func aHoldOfTwoSecondsCounts(milliseconds: Int, word: DayWord) throws {
        let hold = Kind.press(.start, heldMilliseconds: milliseconds, ownerSpeaks: false)
        let lines = try Story.run(
            companion: .offline, from: "2026-11-24T23:00", [("2026-11-25T05:40:00", hold)])
        #expect(Self.days(lines).first == word)
    }

    /// "Stop within 10 s takes it back" includes the tenth, also after a command (ALARM-11).
    @Test(.requirement("ALARM-11"), arguments: [("05:40:10", true), ("05:40:11", false)])
    func aStopInTheTenthSecondTakesItBack(time: String, isTaken: Bool) throws {
        let lines = try Story.run(
            companion: .offline, from: "2026-11-24T23:00",
            [("2026-11-25T05:40:00", .command(.upEarly, existing: nil)), ("2026-11-25T\(time)", Story.stop)])
        let isTakenBack = lines.contains { line in
            if case .night(let entry) = line { entry.kind == .upEarlyTakenBack } else { false }
        }
        #expect(isTakenBack == isTaken)
    }

    /// "Within 30 s of the main ring" includes the thirtieth.
    @Test(arguments: [("06:00:30", DayWord.prompt), ("06:00:31", .slow)])
    func aPressInTheThirtiethSecondIsPrompt(time: String, word: DayWord) throws {
        let lines = try Story.run(
            companion: .offline, from: "2026-11-24T23:00", [("2026-11-25T\(time)", Story.stop)])
        #expect(Self.days(lines).first == word)
    }

    /// A sign of life before the ring makes the day unaided at every level, however late the ring is answered.
    @Test func fiveSignsOfLifeAreFiveUnaidedDays() throws {
        let lines = try Story.run(
            days: 6, companion: .offline, from: "2026-11-24T23:00",
            (25...29).flatMap { [("2026-11-\($0)T05:50:00", Kind.life), ("2026-11-\($0)T06:02:10", Story.stop)] })
        #expect(Self.days(lines).prefix(5).allSatisfy { $0 == .unaided } && Self.days(lines).count >= 5)
        #expect(Self.steps(lines).map(\.reason) == [.fiveUnaided])
        let rings = lines.count { if case .night(let entry) = $0 { entry.kind == .ring } else { false } }
        #expect(rings >= 5)
    }

    /// What Stop takes back takes its step back, and says so.
    @Test func aStepThatIsTakenBackIsReported() throws {
        let hold = Kind.press(.start, heldMilliseconds: 2500, ownerSpeaks: false)
        let holds = (25...29).map { ("2026-11-\($0)T05:40:00", hold) }
        let lines = try Story.run(
            days: 6, companion: .offline, from: "2026-11-24T23:00", holds + [("2026-11-29T05:40:09", Story.stop)])
        #expect(Self.steps(lines).map(\.to) == [.ringOnly, .companion])
        #expect(Self.steps(lines).map(\.reason) == [.fiveUnaided, .takenBack])
        let noted = lines.compactMap { line -> String? in
            guard case .night(let entry) = line, entry.kind == .levelChanged else { return nil }
            return entry.detail
        }
        #expect(noted == ["wake: 0 -> 1, five_unaided", "wake: 1 -> 0, taken_back"])
    }

    /// "Start held 5 s" includes the fifth second (FADE-5).
    @Test(.requirement("FADE-5"), arguments: [(4900, false), (5000, true), (5100, true)])
    func aHoldOfFiveSecondsRecalls(milliseconds: Int, isRecalled: Bool) throws {
        let early = Kind.press(.start, heldMilliseconds: 2500, ownerSpeaks: false)
        let mornings = (1...14).map { (String(format: "2026-12-%02dT05:40:00", $0), early) }
        let hold = Kind.press(.start, heldMilliseconds: milliseconds, ownerSpeaks: false)
        let lines = try Story.run(
            days: 16, companion: .offline, from: "2026-11-30T23:00", mornings + [("2026-12-14T15:00:00", hold)])
        #expect(Self.steps(lines).contains { $0.to == .net })
        #expect(Self.steps(lines).contains { $0.reason == .recalled } == isRecalled)
    }

    /// A flight to the west brings the date again: it rings, and the day on which they were up by themselves stays one.
    @Test(.requirement("ALARM-6")) func aDateThatComesTwiceKeepsItsUnaidedDay() throws {
        let hold = Kind.press(.start, heldMilliseconds: 2500, ownerSpeaks: false)
        let lines = try Story.run(
            days: 2, companion: .offline, from: "2026-11-24T23:00",
            [
                ("2026-11-25T05:40:00", hold), ("2026-11-25T07:30:00", .zone(try TestZones.load("America/New_York"))),
            ])
        #expect(Self.days(lines).first == .unaided)
        let days = lines.compactMap { line -> CountedDay? in
            if case .fading(.day(.wake, let day), _) = line { day } else { nil }
        }
        #expect(days.count { $0.date == LocalDate("2026-11-25") } == 1)
        let ring = lines.contains { line in
            if case .night(let entry) = line { entry.kind == .ring && entry.occurrence?.habit == .wake } else { false }
        }
        #expect(ring)
    }

    /// Consent is a yes (FADE-3): after a no the companion cannot step back.
    @Test func afterANoTheCompanionCannotStepBack() throws {
        let bedside = try FadingStoryTests.bedside(levels: [.wake: .net]) { $0.companion = .openai }
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        bedside.companion(.said(.owner, PrivateText("No, not yet. Please no."), turn: 2))
        #expect(bedside.machine?.conversation?.hasSaidNo == true)
        bedside.companion(.said(.owner, PrivateText("Well, yes, do it."), turn: 4))
        #expect(bedside.machine?.conversation?.hasSaidNo == false)
    }
}
