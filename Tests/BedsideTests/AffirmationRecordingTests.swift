import TestKit
import Testing

@testable import Bedside

/// A phrase in the owner's own voice: when it is recorded, what ends that, and what is heard then (MIND-7; V-6).
@Suite(.requirement("MIND-7"))
struct AffirmationRecordingTests {
    private static let kept = PhraseRecordingFile(number: 71, milliseconds: 2500)

    private static func bedside(at time: String? = nil) throws -> VirtualBedside {
        let bedside = try AffirmationTests.bedside()
        let times = try time.map { [try AffirmationTests.time($0)] } ?? []
        bedside.ask(.affirmation(.add(PrivateText(AffirmationTests.words), kana: nil, times: times)))
        return bedside
    }

    private static func effects(_ bedside: VirtualBedside) -> [String] {
        bedside.performed.compactMap { action in
            guard case .affirmation(let effect) = action else { return nil }
            switch effect {
            case .record(let take, _, _, _): return "record \(take)"
            case .finish: return "finish"
            case .drop: return "drop"
            case .forget(let recording): return "forget \(recording.number)"
            }
        }
    }

    private static func recordings(heard bedside: VirtualBedside) -> Int {
        bedside.played.count { if case .phrase = $0.source { true } else { false } }
    }

    private static func says(_ phrase: AffirmationPhrase, _ bedside: VirtualBedside) -> Bool {
        let key = Phrase.affirmation(phrase).utterance(in: .english).key
        return bedside.played.contains { if case .speech(let said) = $0.source { said.key == key } else { false } }
    }

    @Test(arguments: [Button.start, .stop]) func aButtonEndsTheRecordingWhichIsKeptAndHeardOnce(button: Button) throws {
        let bedside = try Self.bedside(at: "13:00")
        #expect(bedside.ask(.affirmation(.record(1))) == .done)
        #expect(bedside.isMicrophoneOpen)
        #expect(bedside.status?.activity == .listening)
        bedside.advance(by: .seconds(4))
        bedside.press(button)
        #expect(bedside.machine?.conversation == nil)
        #expect(Self.effects(bedside) == ["record 1", "finish"])
        bedside.post(.affirmation(.recorded(.kept(Self.kept), take: 1)))
        #expect(Self.effects(bedside) == ["record 1", "finish", "drop"])
        #expect(!bedside.isMicrophoneOpen)
        #expect(Self.recordings(heard: bedside) == 1)
        #expect(bedside.disk.affirmations.phrases.first?.recording == Self.kept)
        // From now on the owner's voice is heard, not the device's.
        bedside.advance(by: .hours(2))
        #expect(Self.recordings(heard: bedside) == 2)
        #expect(AffirmationTests.heard(bedside) == 0)
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test(arguments: [PhraseTake.silent, .clipped, .short, .long, .noRoom, .failed])
    func whatCannotBeKeptIsSaidOnceAndChangesNothing(take: PhraseTake) throws {
        let bedside = try Self.bedside()
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(11))
        bedside.post(.affirmation(.recorded(take, take: 1)))
        #expect(Self.says(try #require(take.phrase), bedside))
        #expect(bedside.disk.affirmations.phrases.first?.recording == nil)
        #expect(!bedside.isMicrophoneOpen)
        guard case .affirmation(.list(_, false, let last)) = bedside.ask(.affirmation(.list)) else {
            return #expect(Bool(false))
        }
        #expect(last == take)
    }

    /// An earlier recording may be there, and stays.
    @Test func noAnswerSaysThatNothingIsKept() throws {
        for take in [PhraseTake.silent, .clipped, .short, .long, .noRoom, .failed] {
            let wording = try #require(take.phrase?.wording)
            #expect(!wording.english.contains("nothing is kept") && !wording.japanese.contains("何も"))
        }
    }

    @Test func anAlarmEndsARecordingAtOnceAndNothingIsKept() throws {
        let bedside = try Self.bedside()
        bedside.ask(.tryOut(afterSeconds: 5))
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(6))
        #expect(bedside.status?.activity == .ringing)
        #expect(Self.effects(bedside) == ["record 1", "drop"])
        bedside.post(.affirmation(.recorded(.kept(Self.kept), take: 1)))
        #expect(bedside.disk.affirmations.phrases.first?.recording == nil)
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.stop)
        #expect(bedside.status?.activity == .idle)
    }

    @Test(.requirement("SOUND-2"), arguments: [true, false])
    func aRecordingThatCannotBeReadIsNoDeadSpeaker(hasWords: Bool) throws {
        let bedside = try AffirmationTests.bedside()
        // The device's voice cannot read kanji.
        let words = PrivateText(hasWords ? AffirmationTests.words : "疲れても、また戻れる。")
        bedside.ask(.affirmation(.add(words, kana: nil, times: [try AffirmationTests.time("13:00")])))
        bedside.ask(.affirmation(.record(1)))
        bedside.post(.affirmation(.recorded(.kept(Self.kept), take: 1)))
        bedside.advance(by: .minutes(5))
        bedside.isRecordingUnreadable = true
        bedside.advance(by: .hours(1))
        #expect(Self.recordings(heard: bedside) == 2)
        #expect(AffirmationTests.heard(bedside) == (hasWords ? 1 : 0))
        #expect(bedside.status?.attention == [] && bedside.status?.activity == .idle)
        #expect(bedside.entries(.noOutput).isEmpty && bedside.entries(.outputFailed).isEmpty)
        #expect(bedside.played.allSatisfy { $0.output == 0 })
    }

    /// Whatever ends another recording, at any moment of it, the earlier one stays the phrase's own; what was sealed too
    /// late is removed.
    @Test func anInterruptedRecordingLeavesTheEarlierOneAsItIs() throws {
        let interruptions: [(VirtualBedside) -> Void] = [
            { $0.press(.mute) }, { $0.ask(.talk(nil)) }, { $0.ask(.tryOut(afterSeconds: 1)) },
            { $0.advance(by: .seconds(30)) },
        ]
        for isJudging in [false, true] {
            for interrupt in interruptions {
                let bedside = try Self.bedside()
                bedside.ask(.affirmation(.record(1)))
                bedside.post(.affirmation(.recorded(.kept(Self.kept), take: 1)))
                bedside.advance(by: .minutes(1))
                bedside.ask(.affirmation(.record(1)))
                if isJudging { bedside.press(.stop) }
                interrupt(bedside)
                bedside.advance(by: .seconds(2))
                let later = PhraseRecordingFile(number: 72, milliseconds: 900)
                bedside.post(.affirmation(.recorded(.kept(later), take: 2)))
                #expect(bedside.disk.affirmations.phrases.first?.recording == Self.kept)
                #expect(Self.effects(bedside).suffix(2) == ["drop", "forget 72"])
            }
        }
    }

    /// A report from before an erasure is not taken for one of the next recording.
    @Test func aReportFromBeforeAnErasureChangesNothing() throws {
        let bedside = try Self.bedside()
        bedside.ask(.affirmation(.record(1)))
        bedside.ask(.reset)
        bedside.advance(by: .minutes(1))
        try AffirmationTests.add(bedside)
        #expect(bedside.ask(.affirmation(.record(1))) == .done)
        bedside.post(.affirmation(.recorded(.kept(Self.kept), take: 1)))
        #expect(bedside.disk.affirmations.phrases.first?.recording == nil)
        #expect(Self.effects(bedside).last == "forget 71")
    }

    @Test func aRecordingOfWhichNothingIsReportedIsGivenUp() throws {
        let bedside = try Self.bedside()
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(25))
        #expect(Self.effects(bedside) == ["record 1", "drop"])
        #expect(Self.says(.takeFailed, bedside))
        #expect(!bedside.isMicrophoneOpen)
    }

    @Test(.requirement("SOUND-4")) func aMutedMicrophoneRecordsNothing() throws {
        let bedside = try Self.bedside()
        bedside.ask(.mute(true))
        #expect(bedside.ask(.affirmation(.record(1))) == .refused(.affirmation(.muted)))
        bedside.ask(.mute(false))
        bedside.ask(.affirmation(.record(1)))
        bedside.press(.mute)
        #expect(Self.effects(bedside) == ["record 1", "drop"])
        #expect(!bedside.isMicrophoneOpen)
    }

    @Test(.requirement("SETUP-4")) func anErasureAndARemovalEndIt() throws {
        let erased = try Self.bedside()
        erased.ask(.affirmation(.record(1)))
        erased.ask(.reset)
        #expect(Self.effects(erased) == ["record 1", "drop"])
        let removed = try Self.bedside()
        removed.ask(.affirmation(.record(1)))
        removed.ask(.affirmation(.remove(1)))
        #expect(Self.effects(removed) == ["record 1", "drop"])
    }

    /// Nothing of the phrases' own ends a recording: what is due waits for its end.
    @Test func whatIsDueWaitsForTheEndOfARecording() throws {
        let bedside = try Self.bedside(at: "13:00")
        bedside.advance(by: .minutes(59) + .seconds(58))
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(5))
        #expect(bedside.ask(.affirmation(.play(1))) == .refused(.sounding))
        #expect(Self.effects(bedside) == ["record 1"] && bedside.isMicrophoneOpen)
        #expect(AffirmationTests.heard(bedside) == 0)
        bedside.post(.affirmation(.recorded(.silent, take: 1)))
        bedside.advance(by: .minutes(1))
        #expect(AffirmationTests.heard(bedside) == 1)
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test func theQuestionAfterTwoWeeksWaitsForTheEndOfARecording() throws {
        let bedside = try Self.bedside(at: "13:00")
        bedside.advance(by: .hours(1) + .days(14) + .seconds(1))
        #expect(AffirmationTests.heard(bedside) == 15)
        bedside.press(.stop)
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(8))
        #expect(Self.effects(bedside) == ["record 1"] && !Self.says(.doesThisHelp, bedside))
        bedside.post(.affirmation(.recorded(.silent, take: 1)))
        // At the latest after the next play.
        bedside.advance(by: .days(1) + .seconds(10))
        #expect(Self.says(.doesThisHelp, bedside))
    }

    @Test func aRecordingTriesAMicrophoneThatFailedAgain() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.post(.microphoneFailed)
        bedside.advance(by: .seconds(1))
        bedside.press(.stop)
        bedside.advance(by: .seconds(30))
        #expect(bedside.status?.attention == [.microphone] && bedside.machine?.conversation == nil)
        #expect(bedside.ask(.affirmation(.record(1))) == .done)
        #expect(bedside.isMicrophoneOpen && bedside.status?.attention == [])
        // It fails again: that is said at once, and is not taken for silence.
        bedside.advance(by: .seconds(1))
        bedside.post(.microphoneFailed)
        #expect(Self.effects(bedside) == ["record 1", "drop"])
        #expect(!bedside.isMicrophoneOpen && Self.says(.takeFailed, bedside))
        #expect(bedside.status?.attention == [.microphone])
        guard case .affirmation(.list(_, false, .failed)) = bedside.ask(.affirmation(.list)) else {
            return #expect(Bool(false))
        }
    }

    @Test func anotherRecordingOrATalkIsNotMadeBeside() throws {
        let bedside = try Self.bedside()
        bedside.ask(.affirmation(.record(1)))
        #expect(bedside.ask(.affirmation(.record(1))) == .refused(.sounding))
        bedside.ask(.talk(nil))
        #expect(Self.effects(bedside) == ["record 1", "drop"])
        #expect(bedside.machine?.conversation != nil)
    }
}
