import TestKit
import Testing

@testable import Bedside

/// A phrase in the owner's own voice: when it is recorded, what ends that, and what is heard then (MIND-7; V-6).
@Suite(.requirement("MIND-7"))
struct AffirmationRecordingTests {
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
            case .record(let phrase, let take, _, _): return "record \(phrase) \(take)"
            case .finish: return "finish"
            case .drop: return "drop"
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
        #expect(Self.effects(bedside) == ["record 1 1", "finish"])
        bedside.post(.affirmation(.recorded(.kept(milliseconds: 2500), take: 1)))
        #expect(Self.effects(bedside) == ["record 1 1", "finish", "drop"])
        #expect(!bedside.isMicrophoneOpen)
        #expect(Self.recordings(heard: bedside) == 1)
        #expect(bedside.disk.affirmations.phrases.first?.recordingMilliseconds == 2500)
        // From now on the owner's voice is heard, not the device's.
        bedside.advance(by: .hours(2))
        #expect(Self.recordings(heard: bedside) == 2)
        #expect(AffirmationTests.heard(bedside) == 0)
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test(arguments: [PhraseTake.silent, .clipped, .short, .long, .failed])
    func whatCannotBeKeptIsSaidOnceAndChangesNothing(take: PhraseTake) throws {
        let bedside = try Self.bedside()
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(11))
        bedside.post(.affirmation(.recorded(take, take: 1)))
        #expect(Self.says(try #require(take.phrase), bedside))
        #expect(bedside.disk.affirmations.phrases.first?.recordingMilliseconds == nil)
        #expect(!bedside.isMicrophoneOpen)
        guard case .affirmation(.list(_, false, let last)) = bedside.ask(.affirmation(.list)) else {
            return #expect(Bool(false))
        }
        #expect(last == take)
    }

    @Test func anAlarmEndsARecordingAtOnceAndNothingIsKept() throws {
        let bedside = try Self.bedside()
        bedside.ask(.tryOut(afterSeconds: 5))
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(6))
        #expect(bedside.status?.activity == .ringing)
        #expect(Self.effects(bedside) == ["record 1 1", "drop"])
        bedside.post(.affirmation(.recorded(.kept(milliseconds: 2500), take: 1)))
        #expect(bedside.disk.affirmations.phrases.first?.recordingMilliseconds == nil)
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.stop)
        #expect(bedside.status?.activity == .idle)
    }

    @Test func aRecordingOfWhichNothingIsReportedIsGivenUp() throws {
        let bedside = try Self.bedside()
        bedside.ask(.affirmation(.record(1)))
        bedside.advance(by: .seconds(25))
        #expect(Self.effects(bedside) == ["record 1 1", "drop"])
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
        #expect(Self.effects(bedside) == ["record 1 1", "drop"])
        #expect(!bedside.isMicrophoneOpen)
    }

    @Test(.requirement("SETUP-4")) func anErasureAndARemovalEndIt() throws {
        let erased = try Self.bedside()
        erased.ask(.affirmation(.record(1)))
        erased.ask(.reset)
        #expect(Self.effects(erased) == ["record 1 1", "drop"])
        let removed = try Self.bedside()
        removed.ask(.affirmation(.record(1)))
        removed.ask(.affirmation(.remove(1)))
        #expect(Self.effects(removed) == ["record 1 1", "drop"])
    }

    @Test func anotherRecordingOrATalkIsNotMadeBeside() throws {
        let bedside = try Self.bedside()
        bedside.ask(.affirmation(.record(1)))
        #expect(bedside.ask(.affirmation(.record(1))) == .refused(.sounding))
        bedside.ask(.talk(nil))
        #expect(Self.effects(bedside) == ["record 1 1", "drop"])
        #expect(bedside.machine?.conversation != nil)
    }
}
