import TestKit
import Testing

@testable import Bedside

/// `anicca answer` answers the question that the device asked last, as the buttons do.
@Suite struct AnswerCommandTests {
    @Test(.requirement("MIND-1"), arguments: [(true, Intention.Status.done, "Well done."), (false, .not, "Tomorrow")])
    func itAnswersTheEveningsQuestion(isYes: Bool, status: Intention.Status, reply: String) throws {
        let bedside = try EveningQuestionTests.bedside()
        try EveningQuestionTests.ask(bedside)
        #expect(bedside.ask(.fading(.answer(isYes: isYes))) == .done)
        #expect(EveningQuestionTests.intention(bedside)?.status == status)
        #expect(bedside.machine?.conversation != nil, "the routine goes on")
        #expect(bedside.machine?.isAskingByVoice == false)
        bedside.advance(by: .seconds(30))
        #expect(EveningQuestionTests.texts(bedside).contains { $0.hasPrefix(reply) })
        #expect(bedside.ask(.fading(.answer(isYes: isYes))) == .refused(.nothingAsked))
    }

    @Test(.requirement("MIND-8"), arguments: [true, false]) func itAnswersWhatANudgeOffers(isYes: Bool) throws {
        let bedside = try NudgeTests.bedside()
        #expect(NudgeTests.untilLit(bedside))
        // A chime asks nothing.
        #expect(bedside.ask(.fading(.answer(isYes: isYes))) == .refused(.nothingAsked))
        #expect(bedside.light == .nudge)
        bedside.press(.start)
        bedside.advance(by: .seconds(9))
        #expect(bedside.ask(.fading(.answer(isYes: isYes))) == .done)
        #expect(bedside.machine?.features.nudges.open == nil)
        bedside.advance(by: .seconds(4))
        #expect((bedside.status?.meditation?.minutes == .one) == isYes)
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.accepted])
    }

    /// What nobody has heard was not asked.
    @Test(.requirement("MIND-8")) func anOfferThatIsNotHeardTakesNoAnswer() throws {
        let bedside = try NudgeTests.bedside()
        #expect(NudgeTests.untilLit(bedside))
        bedside.isSpeakerDead = true
        bedside.press(.start)
        #expect(bedside.machine?.features.nudges.open?.offer == .breath)
        bedside.advance(by: .seconds(9))
        #expect(bedside.ask(.fading(.answer(isYes: true))) == .refused(.nothingAsked))
        #expect(bedside.status?.meditation == nil)
    }

    /// A script's line and the command are one and the same.
    @Test(.requirement("GUARD-8")) func theScriptsLineIsTheCommand() throws {
        let zone = ZoneRules.utc
        let from = try EpisodeTests.at("2026-11-24T12:00")
        let start = try #require(zone.instant(of: from))
        var profile = Profile(companion: .offline)
        profile.habits[0].isOn = true
        let kinds: [Simulator.Step.Kind] = [
            .answer(isYes: true), .command(.fading(.answer(isYes: true)), existing: nil),
        ]
        let lines = try kinds.map { kind in
            let step = Simulator.Step(at: try EpisodeTests.at("2026-11-24T13:00"), kind: kind)
            var simulator = try #require(
                Simulator(
                    configuration: Configuration(clockFloor: start - .days(366)), profile: profile, zone: zone,
                    from: from, days: 1, steps: [step]))
            var lines: [String] = []
            simulator.runAll { lines.append($0.json(in: $1)) }
            return lines
        }
        #expect(lines[0] == lines[1] && lines[0].contains { $0.contains(#""kind":"refused""#) })
    }
}
