import Foundation
import TestKit
import Testing

@testable import Bedside

/// The owner hears about each step once, also after a power cut, and never twice (F-8).
@Suite(.requirement("FADE-3")) struct UntoldStepTests {
    private static let down = "phrase.fading_down_1.en"
    private static let up = "phrase.fading_up_1.en"
    private static let net = "phrase.fading_up_2.en"

    private func said(_ bedside: VirtualBedside, _ key: String = down) -> Int {
        bedside.played.count { if case .speech(let words) = $0.source { words.key == key } else { false } }
    }

    private func at(_ text: String, _ bedside: VirtualBedside) throws {
        bedside.advance(to: try #require(LocalDateTime(text)))
    }

    private func restart(_ bedside: VirtualBedside) {
        bedside.cutPower()
        bedside.advance(by: .seconds(20))
        bedside.powerOn()
    }

    /// Two nets that nobody answered: a step down of which nobody has heard yet.
    private func stepped() throws -> VirtualBedside {
        let bedside = try FadingStoryTests.bedside(levels: [.wake: .net])
        try at("2026-11-22T08:00:00", bedside)
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
        return bedside
    }

    @Test func aPowerCutLosesNoWordAndRepeatsNone() throws {
        let bedside = try stepped()
        restart(bedside)
        bedside.advance(by: .minutes(1))
        #expect(said(bedside) == 0, "nobody listens yet")
        for _ in 0..<3 {
            bedside.press(.stop)
            bedside.advance(by: .minutes(2))
            #expect(said(bedside) == 1)
            restart(bedside)
        }
        #expect(bedside.disk.fading.untold.isEmpty)
    }

    /// In its middle too: an owner who has pressed a button has heard that there was something. The question about the
    /// last ring comes first, and waits half a minute for its answer.
    @Test(arguments: [0, 1_999, 2_000, 2_500, 5_000, 33_000, 35_000, 36_500, 40_000])
    func whenTheCutComesDecidesOnlyBetweenNowAndLater(
        milliseconds: Int
    ) throws {
        let bedside = try stepped()
        bedside.press(.stop)
        bedside.advance(by: .milliseconds(milliseconds))
        restart(bedside)
        for _ in 0..<2 {
            bedside.press(.stop)
            bedside.advance(by: .minutes(2))
        }
        #expect(said(bedside) == 1)
    }

    /// Otherwise a cut just after the first sound would have it said again.
    @Test(.requirement("ALARM-7")) func itIsToldOnDiskBeforeItIsHeard() throws {
        let bedside = try stepped()
        var order: [String] = []
        bedside.observe = { _, _, actions in
            for action in actions {
                if case .commit(let changes) = action {
                    let isTold = changes.contains { change in
                        if case .fading(.removeEntry) = change { true } else { false }
                    }
                    if isTold { order.append("told") }
                }
                if case .play(let playback) = action, case .speech(let words) = playback.source,
                    words.key == Self.down
                {
                    order.append("said")
                }
            }
        }
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(order == ["told", "said"])
    }

    /// An owner who pressed Start at the last ring and slept on hears it at the next press.
    @Test(.requirement("ALARM-14")) func nobodyIsWokenForAWord() throws {
        let bedside = try stepped()
        try at("2026-11-23T06:02:05", bedside)
        bedside.press(.start)
        bedside.advance(by: .minutes(10))
        #expect(bedside.disk.fading.ledgers[.wake]?.days.last?.word == .slow)
        #expect(said(bedside) == 0)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(said(bedside) == 1)
    }

    /// Five unaided days, each at half past five.
    private func unaided() throws -> VirtualBedside {
        let bedside = try FadingStoryTests.bedside()
        for date in 21...25 {
            try at("2026-11-\(date)T05:30:00", bedside)
            bedside.press(.start, heldMilliseconds: 2500)
        }
        #expect(bedside.disk.fading.untold.map(\.step.to) == [.ringOnly])
        return bedside
    }

    @Test func aStepThatIsTakenBackIsNotTold() throws {
        for takesBack in [true, false] {
            let bedside = try unaided()
            bedside.advance(by: .seconds(5))
            if takesBack { bedside.press(.stop) }
            restart(bedside)
            try at("2026-11-25T12:00:00", bedside)
            bedside.press(.stop)
            bedside.advance(by: .minutes(2))
            #expect(said(bedside, Self.up) == (takesBack ? 0 : 1))
            #expect(bedside.disk.fading.untold.isEmpty)
        }
    }

    /// A correction that undoes a step down gives the earlier level back, of which its owner has heard.
    @Test(.requirement("FADE-2")) func aCorrectionRepeatsNoWord() throws {
        let bedside = try unaided()
        bedside.advance(by: .minutes(1))
        #expect(said(bedside, Self.up) == 1)
        try at("2026-11-27T08:00:00", bedside)
        #expect(bedside.disk.fading.level(of: .wake) == .companion)
        #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly && bedside.disk.fading.untold.isEmpty)
        #expect(bedside.entries(.levelChanged).last?.detail == "wake: 0 -> 1, corrected")
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(said(bedside, Self.up) == 1 && said(bedside, "phrase.fading_down_0.en") == 0)
    }

    /// A correction that makes the last day of a step is a step, and is told.
    @Test(.requirement("FADE-2")) func aStepByACorrectionIsTold() throws {
        let bedside = try FadingStoryTests.bedside()
        for date in 21...24 {
            try at("2026-11-\(date)T05:30:00", bedside)
            bedside.press(.start, heldMilliseconds: 2500)
        }
        try at("2026-11-25T06:01:10", bedside)
        bedside.press(.stop)
        #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
        #expect(bedside.entries(.levelChanged).map(\.detail) == ["wake: 0 -> 1, five_unaided"])
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(said(bedside, Self.up) == 1)
    }

    /// What the answer to a question a few seconds later undoes is not told.
    @Test(.requirement("FADE-2"), arguments: [true, false])
    func theQuestionThatMayUndoTheStepComesFirst(isYes: Bool) throws {
        let bedside = try stepped()
        bedside.press(.stop)
        bedside.advance(by: .seconds(5))
        #expect(bedside.machine?.features.fading.asked?.question == .wereYouUp && said(bedside) == 0)
        bedside.press(isYes ? .start : .stop)
        bedside.advance(by: .minutes(2))
        #expect(bedside.disk.fading.level(of: .wake) == (isYes ? .net : .ringOnly))
        #expect(said(bedside) == (isYes ? 0 : 1) && said(bedside, Self.net) == 0)
        #expect(bedside.disk.fading.untold.isEmpty)
    }

    /// Where the owner has heard that it rings at their time again, they hear that it does not after all.
    @Test(.requirement("FADE-2")) func aCorrectionOfAStepThatWasToldIsTold() throws {
        let bedside = try stepped()
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(said(bedside) == 1)
        #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
        #expect(bedside.entries(.levelChanged).last?.detail == "wake: 1 -> 2, corrected")
        restart(bedside)
        for _ in 0..<2 {
            bedside.press(.stop)
            bedside.advance(by: .minutes(2))
            #expect(said(bedside, Self.net) == 1)
        }
        #expect(said(bedside) == 1 && bedside.disk.fading.untold.isEmpty)
    }

    /// A later change of the level, and silence, take the place of what was to be said.
    @Test func onlyTheLastStepIsTold() throws {
        let bedside = try stepped()
        #expect(bedside.disk.fading.untold.map(\.step.reason) == [.missedTwice])
        try at("2026-11-24T08:00:00", bedside)
        #expect(bedside.disk.fading.level(of: .wake) == .companion)
        #expect(bedside.disk.fading.untold.map(\.step.to) == [.companion])
        restart(bedside)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(said(bedside) == 0)
        #expect(said(bedside, "phrase.fading_down_0.en") == 1)
        let net = try FadingStoryTests.bedside(levels: [.wake: .graduated])
        try at("2026-11-22T08:00:00", net)
        #expect(net.disk.fading.untold.count == 1)
        net.ask(.fading(.recall(.wake)))
        #expect(net.disk.fading.untold.isEmpty)
    }

    /// A replay begins with fewer entries, and says the same.
    @Test(.requirement("GUARD-8")) func theJournalBeginsWithWhatIsNotTold() throws {
        let bedside = try stepped()
        let compact = bedside.disk.fading.compact(before: try #require(LocalDate("2027-03-01")))
        #expect(compact.ledgers[.wake]?.days == [])
        #expect(compact.untold.map(\.step) == bedside.disk.fading.untold.map(\.step))
        #expect(compact.untold.count == 1)
    }

    @Test func aStepIsReadAsItIsWritten() throws {
        for from in FadingLevel.allCases {
            for to in FadingLevel.allCases {
                for reason in FadingReason.allCases {
                    let step = LevelStep(from: from, to: to, reason: reason)
                    #expect(LevelStep(step.description) == step)
                    let entry = FadingEntry.untold(LocalDate(dayNumber: 20_000), step)
                    #expect(try JSONDecoder().decode(FadingEntry.self, from: JSONEncoder().encode(entry)) == entry)
                }
            }
        }
        for text in [
            "", "0 -> 1", "0 -> 1,", "0 1, recalled", "0 -> 4, recalled", "x -> 1, recalled", "0 -> 1, quiet",
        ] {
            #expect(LevelStep(text) == nil, "\(text)")
        }
    }
}
