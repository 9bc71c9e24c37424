import TestKit
import Testing

@testable import Bedside

/// The owner hears that they talk with an AI: in the first talk, every 30 days, and whenever they ask (SAFE-1, G-7).
@Suite(.requirement("SAFE-1"))
struct AIDisclosureTests {
    @Test(arguments: [
        "Are you human?", "are you a real person", "Wait, am I talking to a machine?", "Are you really an AI?",
        "You're not a real person, are you?", "Is this a robot?", "Are you just a computer", "am I speaking to a human",
        "You’re human, right?", "Are you real?", "Person or a machine, which are you?", "Aren't you a person?",
        "あなたは人間ですか？", "ねえ、本当の人なの？", "これってロボットなんですか", "AIですか。", "君は人ですか", "もしかして機械なの？",
        "生身の人でしょうか", "アニッチャはエーアイだよね？",
    ]) func askingForItIsUnderstood(words: String) {
        #expect(AIDisclosure.isAsked(in: words))
    }

    @Test(arguments: [
        "Are you there?", "I am a person of few words.", "My robot cleaner is broken", "Is this a real emergency?",
        "人間関係に疲れました", "あの人ですか、もう帰りました", "機械の調子が悪い", "AIの授業があります", "Are you awake?",
    ]) func otherWordsAreNoQuestion(words: String) {
        #expect(!AIDisclosure.isAsked(in: words))
    }

    @Test(arguments: [
        ("I am Anicca, an AI.", true), ("Yes, I'm an A.I., not a person.", true), ("AIのアニッチャです。", true),
        ("はい、わたしは人工知能です。", true), ("エーアイです", true), ("Good evening.", false), ("Your training waits.", false),
        ("I'm not an AI, I am your friend.", false), ("わたしはAIではありません。", false), ("", false),
    ]) func whatTheCompanionSaidOfItself(words: String, expected: Bool) {
        #expect(AIDisclosure.isSaid(in: words) == expected)
    }

    // MARK: Through the whole machine

    private static func bedside(disk: Durable? = nil) throws -> VirtualBedside {
        let at = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        var durable = disk ?? Durable()
        durable.profile.companion = .openai
        durable.lastWritten = at
        let bedside = VirtualBedside(at: at, disk: durable)
        bedside.powerOn(isClockSynchronized: true)
        return bedside
    }

    private static func begin(_ bedside: VirtualBedside) -> ConversationRequest? {
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        return bedside.connects.last
    }

    private static func says(_ voice: TalkLine.Voice, _ words: String, _ turn: Int, _ bedside: VirtualBedside) {
        bedside.companion(.said(voice, PrivateText(words), turn: turn))
    }

    private static func deviceSaidIt(_ bedside: VirtualBedside) -> Bool {
        let key = Phrase.limit(.disclosure).utterance(in: .english).key
        return bedside.played.contains { if case .speech(let words) = $0.source { words.key == key } else { false } }
    }

    @Test func theFirstTalkBeginsWithItAndThenOneInThirtyDays() throws {
        let bedside = try Self.bedside()
        #expect(Self.begin(bedside)?.mustDisclose == true)
        Self.says(.companion, "Good day. I am", 1, bedside)
        Self.says(.companion, "Good day. I am Anicca, an AI. How are you?", 1, bedside)
        Self.says(.owner, "Fine.", 2, bedside)
        bedside.press(.stop)
        for (days, isDue) in [(1, false), (28, false), (1, true)] {
            // The date is what counts, also across a power cut.
            bedside.cutPower()
            bedside.powerOn(isClockSynchronized: true)
            bedside.advance(by: .days(days))
            #expect(Self.begin(bedside)?.mustDisclose == isDue, "after \(days) more days")
            bedside.press(.stop)
        }
        #expect(!Self.deviceSaidIt(bedside))
    }

    @Test func theDeviceSaysItIfTheCompanionDidNot() throws {
        for isStopped in [false, true] {
            let bedside = try Self.bedside()
            _ = Self.begin(bedside)
            Self.says(.companion, "Good day.", 1, bedside)
            if isStopped { bedside.press(.stop) } else { Self.says(.owner, "Good day.", 2, bedside) }
            bedside.advance(by: .seconds(3))
            #expect(Self.deviceSaidIt(bedside))
            #expect(bedside.disk.talks.disclosedOn == LocalDate("2026-11-20"))
            if !isStopped { bedside.press(.stop) }
            #expect(Self.begin(bedside)?.mustDisclose == false)
        }
    }

    /// What nobody could hear was not said: the next talk owes it.
    @Test func whatTheDeviceCouldNotSayIsStillOwed() throws {
        for isDead in [true, false] {
            let bedside = try Self.bedside()
            _ = Self.begin(bedside)
            Self.says(.companion, "Good day.", 1, bedside)
            if isDead { bedside.isSpeakerDead = true } else { bedside.isVoiceLate = true }
            Self.says(.owner, "Good day.", 2, bedside)
            bedside.advance(by: .seconds(15))
            #expect(Self.deviceSaidIt(bedside) && bedside.disk.talks.disclosedOn == nil)
            bedside.press(.stop)
            bedside.advance(by: .seconds(30))
            #expect(bedside.disk.talks.disclosedOn == nil)
            bedside.isSpeakerDead = false
            bedside.isVoiceLate = false
            #expect(Self.begin(bedside)?.mustDisclose == true)
            #expect(bedside.stuckDeadlines == 0)
        }
    }

    /// Stop cuts it off, or other words come first: then it is said as soon as it can be.
    @Test func whatWasCutOffIsSaidAgain() throws {
        let bedside = try Self.bedside()
        _ = Self.begin(bedside)
        Self.says(.companion, "Good day.", 1, bedside)
        Self.says(.owner, "Good day.", 2, bedside)
        bedside.advance(by: .milliseconds(500))
        // A press of Start is answered by other words or a click; the talk's end silences what is being said.
        bedside.press(.stop)
        #expect(bedside.disk.talks.disclosedOn == nil)
        bedside.advance(by: .seconds(30))
        #expect(bedside.disk.talks.disclosedOn == LocalDate("2026-11-20"))
        let count = bedside.played.count
        bedside.advance(by: .minutes(5))
        #expect(bedside.played.count == count)
        #expect(Self.begin(bedside)?.mustDisclose == false)
    }

    @Test func whoAsksHearsItInTheAnswer() throws {
        let cases: [(answer: String, device: Bool)] = [("I am an AI.", false), ("I am your friend.", true)]
        for (answer, device) in cases {
            // The text of a question may come before its answer or after it.
            for isLate in [false, true] {
                var disk = Durable()
                disk.talks.disclosedOn = LocalDate("2026-11-19")
                let bedside = try Self.bedside(disk: disk)
                #expect(Self.begin(bedside)?.mustDisclose == false)
                Self.says(.companion, "Good day.", 1, bedside)
                if !isLate { Self.says(.owner, "Are you human?", 2, bedside) }
                Self.says(.companion, answer, 3, bedside)
                if isLate { Self.says(.owner, "Are you human?", 2, bedside) }
                #expect(!Self.deviceSaidIt(bedside))
                Self.says(.owner, "I see.", 4, bedside)
                #expect(Self.deviceSaidIt(bedside) == device, "\(answer), late: \(isLate)")
            }
        }
    }

    /// A date that a wrong clock wrote silences nothing.
    @Test func aDateAheadIsNotBelieved() throws {
        let today = try #require(LocalDate("2026-11-20"))
        #expect(TalkRecord().owesDisclosure(on: today))
        for (days, owes) in [(0, false), (29, false), (30, true), (-1, true)] {
            #expect(TalkRecord(disclosedOn: today.adding(days: -days)).owesDisclosure(on: today) == owes)
        }
    }

    @Test func theInstructionsBeginWithIt() {
        for language in Language.allCases {
            let words = PromptTemplate.disclosure.text(in: language)
            #expect(words.hasPrefix("#") && words.contains("AI"))
        }
    }
}
