import TestKit
import Testing

@testable import Bedside

/// A question that is cut off before it was heard is not used up: it is asked again, and counts as no answer (F-6, F-12).
@Suite(.requirement("FADE-3", "FADE-7")) struct UnheardQuestionTests {
    private static func bedside(
        _ standing: FadingStanding, at start: String = "2026-11-20T12:00"
    ) throws -> VirtualBedside {
        let made = try FadingStoryTests.bedside(start)
        var disk = made.disk
        disk.fading.apply(.base(.wake, FadingLedger.Base(through: 1, standing: standing)))
        let bedside = VirtualBedside(at: made.now.civil, disk: disk)
        bedside.powerOn()
        return bedside
    }

    /// An owner whose habit has not risen in 70 days.
    private static func withoutRise() throws -> VirtualBedside {
        try bedside(
            FadingStanding(
                level: .companion, since: nil, daysHere: 70, wasStepDown: false, automaticity: nil,
                days: String(repeating: "s", count: 28)))
    }

    private static func asked(_ bedside: VirtualBedside) -> FadingQuestion? {
        bedside.machine?.features.fading.asked?.question
    }

    private static func entries(_ bedside: VirtualBedside) -> [FadingEntry] {
        bedside.disk.fading.ledgers[.wake]?.entries.map(\.entry) ?? []
    }

    /// Presses Stop, and waits until a question would be asked.
    private static func press(_ bedside: VirtualBedside) -> FadingQuestion? {
        bedside.press(.stop)
        bedside.advance(by: .milliseconds(3500))
        return asked(bedside)
    }

    enum Cut: CaseIterable { case power, talk, alarm }

    @Test(arguments: Cut.allCases) func theOneOfferIsNotLost(cut: Cut) throws {
        let bedside = try Self.withoutRise()
        #expect(Self.press(bedside) == .laterTime)
        #expect(bedside.machine?.features.fading.asked?.isHeard == false)
        switch cut {
        case .power:
            bedside.cutPower()
            bedside.advance(by: .seconds(20))
            bedside.powerOn()
        case .talk: bedside.ask(.talk(nil))
        case .alarm: bedside.ask(.tryOut(afterSeconds: 1))
        }
        bedside.advance(by: .minutes(40))
        #expect(Self.asked(bedside) == nil && Self.entries(bedside).isEmpty)
        #expect(Self.press(bedside) == .laterTime)
        bedside.advance(by: .seconds(3))
        #expect(Self.entries(bedside).count == 1)
        bedside.advance(by: .minutes(40))
        // Once heard, it is never made again.
        #expect(Self.press(bedside) == nil)
    }

    /// A device that cannot be heard tries twice a day.
    @Test func itNagsNobody() throws {
        let bedside = try Self.withoutRise()
        bedside.isVoiceLate = true
        var count = 0
        for _ in 0..<6 {
            if Self.press(bedside) != nil { count += 1 }
            bedside.advance(by: .minutes(20))
        }
        #expect(count == 2)
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T05:30:00")))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(by: .seconds(30))
        #expect(Self.asked(bedside) == .laterTime)
    }

    /// What was not heard is no asking for consent, and silence is no answer to it.
    @Test func anUnheardQuestionIsRefusedByNobody() throws {
        let bedside = try Self.bedside(
            FadingStanding(
                level: .net, since: nil, daysHere: 28, wasStepDown: false, automaticity: 6,
                days: String(repeating: "u", count: 28)))
        bedside.advance(to: try #require(LocalDateTime("2026-11-20T21:30:00")))
        bedside.isVoiceLate = true
        #expect(Self.press(bedside) == .consent)
        bedside.advance(by: .minutes(2))
        #expect(Self.asked(bedside) == nil && Self.entries(bedside).isEmpty)
        bedside.isVoiceLate = false
        #expect(Self.press(bedside) == .consent)
        bedside.advance(by: .minutes(2))
        let today = try #require(LocalDate("2026-11-20"))
        #expect(Self.entries(bedside) == [.asked(.consent, today), .consent(today, isGiven: false)])
    }

    /// Whoever answers before the end has heard enough.
    @Test func anAnswerInItsMiddleCounts() throws {
        let bedside = try Self.withoutRise()
        #expect(Self.press(bedside) == .laterTime)
        bedside.press(.stop)
        #expect(Self.asked(bedside) == nil && Self.entries(bedside).count == 1)
        bedside.advance(by: .minutes(40))
        #expect(Self.press(bedside) == nil)
    }

    /// The offer after a no to the weekly question.
    @Test(.requirement("FADE-1")) func theOfferToRingAgainIsNotLost() throws {
        let bedside = try SilenceTests.graduate()
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        bedside.advance(to: try #require(LocalDateTime("2026-11-28T12:00")))
        #expect(Self.press(bedside) == .week)
        bedside.advance(by: .seconds(5))
        bedside.press(.stop)
        bedside.advance(by: .milliseconds(3500))
        #expect(Self.asked(bedside) == .ringAgain)
        bedside.cutPower()
        bedside.advance(by: .seconds(20))
        bedside.powerOn()
        #expect(Self.press(bedside) == .ringAgain)
        bedside.advance(by: .minutes(2))
        #expect(Self.press(bedside) == nil)
    }
}
