import TestKit
import Testing

@testable import Bedside

/// What the owner says to a companion about fading (TALK-9, FADE-2, FADE-3, FADE-5).
@Suite(.requirement("TALK-9")) struct FadingToolTests {
    /// A talk in the evening after a wake alarm that rang at this level.
    private func talk(_ level: FadingLevel, days: String = "", automaticity: Int? = nil) throws -> VirtualBedside {
        var profile = Profile(companion: .openai)
        profile.habits[0].isOn = true
        profile.habits[0].followUps = 2
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        var disk = Durable()
        disk.profile = profile
        disk.armedSince[.wake] = start
        disk.lastWritten = start
        let standing = FadingStanding(
            level: level, since: nil, daysHere: days.count, wasStepDown: false, automaticity: automaticity, days: days)
        disk.fading.apply(.base(.wake, FadingLedger.Base(through: 1, standing: standing)))
        let bedside = VirtualBedside(at: start, disk: disk)
        bedside.powerOn()
        bedside.advance(to: try EpisodeTests.at(level.isNet ? "2026-11-21T05:40:00" : "2026-11-21T06:00:40"))
        if level.isNet { bedside.press(.start, heldMilliseconds: 2500) } else { bedside.press(.stop) }
        bedside.advance(to: try EpisodeTests.at("2026-11-21T15:00"))
        CompanionRightsTests.open(bedside, .heard)
        return bedside
    }

    private func call(_ bedside: VirtualBedside, _ name: String, _ arguments: String = "{}") throws -> String {
        CompanionRightsTests.call(bedside, name, arguments)
        bedside.advance(by: .seconds(4))
        return try #require(CompanionRightsTests.answers(bedside).last)
    }

    @Test(.requirement("FADE-2")) func iWasAlreadyUp() throws {
        let bedside = try talk(.companion)
        #expect(bedside.disk.fading.ledgers[.wake]?.days.last?.word == .slow)
        #expect(try call(bedside, "already_up").contains(#""ok":true"#))
        #expect(bedside.disk.fading.ledgers[.wake]?.days.last?.word == .unaided)
        #expect(try call(bedside, "already_up", #"{"habit":"wake"}"#).contains(#""ok":false"#))
    }

    @Test(.requirement("FADE-5"), arguments: ["{}", #"{"habit":"wake"}"#]) func callMeAgain(arguments: String) throws {
        let bedside = try talk(.graduated)
        let answer = try call(bedside, "call_me_again", arguments)
        #expect(answer.contains(#""ok":true"#) && answer.contains(#""next_up_at":"2026-11-22T06:00"#), "\(answer)")
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
        #expect(try call(bedside, "call_me_again").contains(#""ok":false"#))
    }

    /// Consent is possible only once the days and the owner's own rating allow it.
    @Test(.requirement("FADE-3"), arguments: [nil, 4, 5]) func aSpokenYes(automaticity: Int?) throws {
        let days = String(repeating: "u", count: 28)
        let bedside = try talk(.net, days: days, automaticity: automaticity)
        let isRipe = automaticity == 5
        #expect(try call(bedside, "next_up").contains("may step back") == isRipe)
        let answer = try call(bedside, "step_back", #"{"habit":"wake"}"#)
        #expect(answer.contains(#""ok":\#(isRipe)"#), "\(answer)")
        #expect(bedside.disk.fading.level(of: .wake) == (isRipe ? .graduated : .net))
    }

    /// What Stop brings back within ten seconds is the level too, with every day that it was computed from.
    @Test(
        .requirement("FADE-5"),
        arguments: [
            ("step_back", #"{"habit":"wake"}"#), ("set_habit", #"{"habit":"wake","time":"07:30"}"#),
            ("set_habit", #"{"habit":"wake","on":false}"#),
        ])
    func stopBringsTheLevelBack(tool: (name: String, arguments: String)) throws {
        let bedside = try talk(.net, days: String(repeating: "u", count: 28), automaticity: 5)
        let before = bedside.disk.fading
        #expect(try call(bedside, tool.name, tool.arguments).contains(#""ok":true"#))
        bedside.press(.stop)
        bedside.advance(by: .seconds(30))
        #expect(bedside.disk.fading == before)
        #expect(bedside.disk.fading.level(of: .wake) == .net)
        #expect(bedside.machine?.agenda.next(of: .wake, after: bedside.now.civil)?.isNet == true)
    }
}
