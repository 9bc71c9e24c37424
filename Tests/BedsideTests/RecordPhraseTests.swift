import TestKit
import Testing

@testable import Bedside

/// "Record my phrase", said in a talk (MIND-7): the talk ends, the device says when to speak, records, and says how it
/// went.
@Suite(.requirement("MIND-7", "TALK-9")) struct RecordPhraseTests {
    private static let words = "I can get tired, and I can come back."
    private static let kept = PhraseRecordingFile(number: 71, milliseconds: 2500)

    /// An open talk in which the owner was heard, with these phrases kept.
    private static func talk(
        at time: String = "12:00", phrases: [String] = [], ear: CompanionRightsTests.Ear = .heard
    ) throws -> VirtualBedside {
        let bedside = try TalkLimitTests.bedside("2026-11-20T\(time)", alarms: [(.wake, "07:00")])
        for phrase in phrases { bedside.ask(.affirmation(.add(PrivateText(phrase), kana: nil, times: []))) }
        CompanionRightsTests.open(bedside, ear)
        bedside.advance(by: .seconds(1))
        return bedside
    }

    /// The companion calls the tool within its last sentence.
    private static func call(_ bedside: VirtualBedside, _ arguments: String) -> String? {
        let before = CompanionRightsTests.answers(bedside).count
        bedside.companion(.speaking(true))
        CompanionRightsTests.call(bedside, "record_phrase", arguments)
        bedside.advance(by: .seconds(2))
        bedside.companion(.speaking(false))
        return CompanionRightsTests.answers(bedside).dropFirst(before).last
    }

    private static func wording(_ phrase: AffirmationPhrase) -> String { phrase.text(in: .english) }

    private static func says(_ phrase: AffirmationPhrase, _ bedside: VirtualBedside) -> Bool {
        bedside.said.contains(wording(phrase))
    }

    private static func recordings(_ bedside: VirtualBedside) -> Int {
        bedside.performed.count { if case .affirmation(.record) = $0 { true } else { false } }
    }

    private static func arguments(_ words: String) -> String { #"{"words":"\#(words)"}"# }

    @Test(arguments: [[], [words], ["i can get tired and I can come back", "Another one."]])
    func theTalkEndsTheDeviceSaysWhenToSpeakAndSaysThatItIsKept(phrases: [String]) throws {
        let bedside = try Self.talk(phrases: phrases)
        bedside.companion(.speaking(true))
        CompanionRightsTests.call(bedside, "record_phrase", Self.arguments(Self.words))
        #expect(CompanionRightsTests.answers(bedside).last?.contains("\"ok\":true") == true)
        bedside.advance(by: .seconds(3))
        // The companion says its last words first.
        #expect(bedside.machine?.conversation != nil && Self.recordings(bedside) == 0)
        bedside.companion(.speaking(false))
        #expect(bedside.machine?.conversation == nil && bedside.status?.activity != .listening)
        bedside.advance(by: .seconds(1))
        #expect(Self.says(.speakAfterTone, bedside) && Self.recordings(bedside) == 0)
        #expect(!bedside.isMicrophoneOpen)
        bedside.advance(by: .seconds(10))
        #expect(Self.recordings(bedside) == 1 && bedside.isMicrophoneOpen)
        bedside.press(.start)
        bedside.post(.affirmation(.recorded(.kept(Self.kept), take: 1)))
        #expect(Self.says(.takeWasKept, bedside) && !bedside.isMicrophoneOpen)
        bedside.advance(by: .seconds(5))
        #expect(bedside.played.contains { if case .phrase(71, _) = $0.source { true } else { false } })
        #expect(bedside.disk.affirmations.phrases.count == max(phrases.count, 1))
        #expect(bedside.disk.affirmations.phrases.first?.recording == Self.kept)
        #expect(bedside.disk.affirmations.phrases.first?.times == [])
        bedside.advance(by: .minutes(5))
        #expect(bedside.status?.activity == .idle && bedside.stuckDeadlines == 0)
    }

    /// Its words are in no log, and no journal can hold them.
    @Test(.requirement("GUARD-1")) func noWordOfItIsLogged() throws {
        let bedside = try Self.talk()
        _ = Self.call(bedside, Self.arguments(Self.words))
        _ = Self.call(bedside, Self.arguments("I always can."))
        bedside.advance(by: .seconds(20))
        for action in bedside.performed {
            if case .log(_, let text) = action { #expect(!text.contains("come back") && !text.contains("always")) }
        }
        #expect("\(ToolCall.recordPhrase(words: PrivateText(Self.words), number: nil))".contains("private, 37"))
    }

    @Test(arguments: [PhraseTake.silent, .clipped, .short, .long, .noRoom, .failed])
    func whyItIsNotKeptIsSaid(take: PhraseTake) throws {
        let bedside = try Self.talk(phrases: [Self.words])
        _ = Self.call(bedside, "{}")
        bedside.advance(by: .seconds(12))
        #expect(Self.recordings(bedside) == 1)
        bedside.advance(by: .seconds(8))
        bedside.post(.affirmation(.recorded(take, take: 1)))
        #expect(Self.says(try #require(take.phrase), bedside) && !Self.says(.takeWasKept, bedside))
        #expect(bedside.disk.affirmations.phrases.first?.recording == nil)
    }

    @Test(.requirement("SAFE-6"), arguments: [true, false])
    func atNightTheOwnerSaysItTwiceOrPressesStart(isPress: Bool) throws {
        let bedside = try Self.talk(at: "23:30")
        #expect(Self.call(bedside, Self.arguments(Self.words))?.contains("press Start") == true)
        #expect(bedside.disk.affirmations.phrases.isEmpty)
        bedside.advance(by: .seconds(2))
        if isPress {
            bedside.press(.start)
        } else {
            bedside.companion(.ownerSpeaking(true))
            bedside.companion(.ownerSpeaking(false))
        }
        bedside.advance(by: .seconds(2))
        // As it is heard the second time, a comma is missing.
        #expect(
            Self.call(bedside, Self.arguments("I can get tired and I can come back."))?.contains("\"ok\":true") == true)
        bedside.advance(by: .seconds(12))
        #expect(Self.recordings(bedside) == 1)
    }

    @Test(arguments: [CompanionRightsTests.Ear.unheard, .muted]) func onlyAnOwnerWhoWasHeardIsRecorded(
        ear: CompanionRightsTests.Ear
    ) throws {
        let bedside = try Self.talk(ear: ear)
        #expect(Self.call(bedside, Self.arguments(Self.words))?.contains("\"ok\":false") == true)
        bedside.advance(by: .minutes(3))
        #expect(bedside.disk.affirmations.phrases.isEmpty && Self.recordings(bedside) == 0)
    }

    @Test(arguments: [
        ("{}", 0, "there is no phrase yet"), ("{}", 2, "there are 2 phrases: ask"),
        (#"{"number":3}"#, 2, "no phrase 3"), (#"{"words":"One more."}"#, 3, "3 phrases already"),
        (#"{"words":"a b c d e f g h i j k l m"}"#, 0, "at most 12 words"),
    ]) func whatCannotBeIsRefusedAndTheTalkGoesOn(arguments: String, count: Int, reason: String) throws {
        let bedside = try Self.talk(phrases: (0..<count).map { "Phrase \($0)." })
        #expect(Self.call(bedside, arguments)?.contains(reason) == true)
        bedside.advance(by: .seconds(5))
        #expect(bedside.machine?.conversation != nil && Self.recordings(bedside) == 0)
        #expect(bedside.disk.affirmations.phrases.count == count)
    }

    /// An offer, and no refusal (V-7).
    @Test func aGentlerFormIsOfferedOnceForWhatNobodyKeeps() throws {
        let bedside = try Self.talk()
        let first = Self.call(bedside, Self.arguments("I always smile."))
        #expect(first?.contains("I smile, and when I slip, I can come back.") == true)
        #expect(bedside.disk.affirmations.phrases.isEmpty && bedside.machine?.conversation != nil)
        #expect(Self.call(bedside, Self.arguments("I always smile."))?.contains("\"ok\":true") == true)
        bedside.advance(by: .seconds(12))
        #expect(bedside.disk.affirmations.phrases.map(\.text.words) == ["I always smile."])
        #expect(Self.recordings(bedside) == 1)
    }

    struct End: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Seconds after the companion's last word.
        var after: Double
        var act: @Sendable (VirtualBedside) -> Void
    }

    static let ends: [End] = [
        End(testDescription: "Stop in the talk", after: 0) { $0.press(.stop) },
        End(testDescription: "Stop before the words", after: 0.7) { $0.press(.stop) },
        End(testDescription: "Stop in the words", after: 2) { $0.press(.stop) },
        End(testDescription: "an alarm in the words", after: 1.2) { $0.ask(.tryOut(afterSeconds: 1)) },
        End(testDescription: "an alarm before them", after: 0.2) { $0.ask(.tryOut(afterSeconds: 1)) },
        End(testDescription: "a new talk", after: 0.7) { $0.ask(.talk(nil)) },
        End(testDescription: "the phrase is removed", after: 0.7) { $0.ask(.affirmation(.remove(1))) },
        End(testDescription: "erased", after: 2) { $0.ask(.reset) },
    ]

    @Test(arguments: ends) func whateverComesBetweenEndsIt(end: End) throws {
        let bedside = try Self.talk(phrases: [Self.words])
        bedside.companion(.speaking(true))
        CompanionRightsTests.call(bedside, "record_phrase", "{}")
        bedside.advance(by: .seconds(1))
        if end.after > 0 { bedside.companion(.speaking(false)) }
        bedside.advance(by: .milliseconds(Int(end.after * 1000)))
        end.act(bedside)
        bedside.advance(by: .seconds(3))
        #expect(bedside.machine?.features.affirmations.awaited == nil)
        bedside.advance(by: .minutes(3))
        #expect(Self.recordings(bedside) == 0 && bedside.stuckDeadlines == 0)
    }

    @Test func anAlarmThatFallsDueWhileItIsRecordedWins() throws {
        let bedside = try Self.talk(phrases: [Self.words])
        _ = Self.call(bedside, "{}")
        bedside.advance(by: .seconds(12))
        #expect(Self.recordings(bedside) == 1)
        bedside.ask(.tryOut(afterSeconds: 1))
        bedside.advance(by: .seconds(2))
        #expect(bedside.light == .ringing)
        bedside.post(.affirmation(.recorded(.kept(Self.kept), take: 1)))
        #expect(bedside.disk.affirmations.phrases.first?.recording == nil && !Self.says(.takeWasKept, bedside))
        bedside.press(.stop)
        #expect(bedside.light != .ringing)
    }

    /// A "no" that is heard after the call; their phrase itself may begin with such a word.
    @Test func aNoEndsItAndThePhraseItselfDoesNot() throws {
        for (heard, count) in [("No, wait.", 0), ("Never mind the rain. That's it.", 1)] {
            let bedside = try Self.talk(phrases: ["Never mind the rain."])
            bedside.companion(.speaking(true))
            CompanionRightsTests.call(bedside, "record_phrase", "{}")
            bedside.companion(.said(.owner, PrivateText(heard), turn: 9))
            bedside.companion(.speaking(false))
            bedside.advance(by: .seconds(15))
            #expect(Self.recordings(bedside) == count, "\(heard)")
        }
    }

    /// One recording after a talk: the second is refused, adds nothing, and leaves the first whole.
    @Test func aSecondOneInTheSameTalkIsRefusedClearly() throws {
        let bedside = try Self.talk(phrases: [Self.words])
        bedside.companion(.speaking(true))
        CompanionRightsTests.call(bedside, "record_phrase", "{}")
        CompanionRightsTests.call(bedside, "record_phrase", Self.arguments("Another one."))
        let answer = CompanionRightsTests.answers(bedside).last
        #expect(answer?.contains("\"ok\":false") == true && answer?.contains("already") == true)
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(12))
        #expect(Self.recordings(bedside) == 1 && bedside.disk.affirmations.phrases.count == 1)
    }

    /// An owner who goes on talking after the call wants something else first.
    @Test func aTalkThatGoesOnAndEndsInSilenceIsNotRecorded() throws {
        let bedside = try Self.talk(phrases: [Self.words])
        CompanionRightsTests.call(bedside, "record_phrase", "{}")
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .minutes(1))
        #expect(bedside.machine?.conversation == nil && bedside.machine?.call.lastEnd == .silence)
        bedside.advance(by: .minutes(2))
        #expect(Self.recordings(bedside) == 0)
    }

    @Test func startBeginsItBeforeTheDeviceHasFinished() throws {
        let bedside = try Self.talk(phrases: [Self.words])
        _ = Self.call(bedside, "{}")
        bedside.advance(by: .seconds(2))
        #expect(Self.says(.speakAfterTone, bedside) && Self.recordings(bedside) == 0)
        bedside.press(.start)
        #expect(Self.recordings(bedside) == 1 && bedside.machine?.conversation == nil)
    }

    @Test(arguments: [500, 2000]) func noSequenceOfEventsContradictsItself(milliseconds: Int) throws {
        let bedside = try Self.talk(phrases: [Self.words])
        _ = Self.call(bedside, "{}")
        bedside.advance(by: .milliseconds(milliseconds))
        let machine = try #require(bedside.machine)
        #expect(machine.features.affirmations.awaited != nil && machine.conversation == nil)
        var found: [String] = []
        WalkTests.walk(machine, at: bedside.now, depth: 3, found: &found)
        #expect(found.isEmpty, "\(found)")
    }

    @Test func mutedMeanwhileItIsNotRecordedAndTheDeviceSaysSo() throws {
        let bedside = try Self.talk(phrases: [Self.words])
        _ = Self.call(bedside, "{}")
        bedside.advance(by: .seconds(2))
        bedside.press(.mute)
        bedside.advance(by: .seconds(12))
        #expect(Self.recordings(bedside) == 0 && Self.says(.takeFailed, bedside))
    }
}
