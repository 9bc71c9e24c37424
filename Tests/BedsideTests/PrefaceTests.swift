import TestKit
import Testing

@testable import Bedside

/// The speaker plays no more than 30 s of what is said before a routine, so it is never longer than that.
@Suite(.requirement("TALK-5")) struct PrefaceTests {
    private static let limit = TimeSpan.seconds(30)

    /// Every three reasons before sleep, as `Phrase.beforeSleep` says no more of them.
    private static let reasons: [[Attention]] = {
        let all = Attention.allCases
        return all.indices.flatMap { first in
            all.indices.dropFirst(first + 1).flatMap { second in
                all.indices.dropFirst(second + 1).map { [all[first], all[second], all[$0]] }
            }
        }
    }()

    private static func span(_ phrases: [Phrase], _ language: Language) -> TimeSpan {
        Utterance(joining: phrases, in: language)?.span() ?? .zero
    }

    @Test(arguments: [Language.english, .japanese], [LimitPhrase.shortNights, .late])
    func nothingIsCutOffInMidSentence(language: Language, nights: LimitPhrase) {
        for reasons in Self.reasons {
            for failure in ConversationFailure.allCases {
                let said = Phrase.preface(
                    [.beforeSleep(reasons), .companionUnavailable(failure), .limit(nights)], in: language)
                #expect(Self.span(said, language) < Self.limit, "\(reasons) \(failure)")
                #expect(said.contains(.companionUnavailable(failure)))
            }
        }
    }

    @Test func whatIsShortIsSaidInFull() {
        let phrases: [Phrase] = [.beforeSleep([.microphone]), .companionUnavailable(.network), .limit(.shortNights)]
        #expect(Phrase.preface(phrases, in: .english) == phrases)
        #expect(Phrase.preface([], in: .english).isEmpty)
    }

    /// What is wrong matters more this evening than how the nights were.
    @Test func theNightsGiveWayBeforeAReasonDoes() {
        let reasons: [Attention] = [.alarmSound, .recovered, .settings]
        let phrases: [Phrase] = [.beforeSleep(reasons), .companionUnavailable(.tls), .limit(.shortNights)]
        #expect(Self.span(phrases, .english) > Phrase.maximumSaying)
        #expect(
            Phrase.preface(phrases, in: .english) == [.beforeSleep(reasons), .companionUnavailable(.tls)])
    }
}
