import TestKit
import Testing

@testable import Bedside

/// The speaker alone: which output plays, what proves it, and what remains if none does (SOUND-2, SOUND-6).
struct SpeakerTests {
    private static func at(_ milliseconds: Int) -> BootTime { BootTime(nanoseconds: 0) + .milliseconds(milliseconds) }
    private static let words = Utterance(text: "One moment.", language: .english)
    private static func alarm(_ percent: Int = 50) -> Speaker.Alarm {
        var loudness = RingLoudness(wholeClimbOf: VolumeRange(), riseMilliseconds: 20_000)
        loudness.toPercent = percent
        return Speaker.Alarm(
            source: .alarm(file: nil), loudness: loudness, limitMilliseconds: 30_000,
            shape: RingShape(fade: .first))
    }

    private static func playback(_ outputs: [Speaker.Output]) -> Playback? {
        for case .play(let playback) in outputs { return playback }
        return nil
    }

    @Test(.requirement("SOUND-2")) func outputsAreTriedInTurnAndThenTheBuzzer() throws {
        var speaker = Speaker(outputs: ["usb", "jack"], hasBuzzer: true)
        let first = try #require(Self.playback(speaker.ring(Self.alarm(), at: Self.at(0))))
        #expect(first.output == 0)
        let moved = speaker.take(.failed(id: first.id, reason: "gone"), at: Self.at(100))
        let second = try #require(Self.playback(moved))
        #expect(moved.first == .outputFailed(name: "usb", reason: "gone") && second.output == 1)
        let left = speaker.advance(to: Self.at(1100), isCompanionReady: false)
        #expect(
            left == [
                .outputFailed(name: "jack", reason: "no audible frame in time"), .nothingSounds, .buzzer(true),
            ])
        #expect(!speaker.isBuzzerProven(at: Self.at(1100)), "the buzzer is not proven yet, because it may still fail")
        let retried = speaker.advance(to: Self.at(1600), isCompanionReady: false)
        #expect(retried.first == .ringProven && Self.playback(retried)?.output == 0)
        #expect(speaker.stop() == [.silence, .buzzer(false)])
        #expect(speaker.deadline == nil)
    }

    /// A net that is one soft chime is tried again, and nothing louder stands in for it (F-11).
    @Test(.requirement("SOUND-2", "FADE-1")) func aSoftChimeSoundsNoBuzzer() throws {
        var speaker = Speaker(outputs: ["usb"], hasBuzzer: true)
        var soft = Self.alarm()
        (soft.source, soft.shape) = (.chime, nil)
        let first = try #require(Self.playback(speaker.ring(soft, at: Self.at(0))))
        let left = speaker.take(.failed(id: first.id, reason: "gone"), at: Self.at(100))
        #expect(left == [.outputFailed(name: "usb", reason: "gone"), .nothingSounds])
        let retried = speaker.advance(to: Self.at(600), isCompanionReady: false)
        #expect(Self.playback(retried)?.source == .chime && !speaker.isBuzzing)
    }

    @Test(.requirement("SOUND-6")) func aReportAboutAnOlderSoundProvesNothing() throws {
        var speaker = Speaker(outputs: ["usb"], hasBuzzer: false)
        let older = try #require(Self.playback(speaker.preview(Self.alarm(), at: Self.at(0))))
        let newer = try #require(Self.playback(speaker.ring(Self.alarm(), at: Self.at(10))))
        #expect(speaker.take(.audible(id: older.id), at: Self.at(20)).isEmpty)
        #expect(speaker.take(.finished(id: older.id), at: Self.at(20)).isEmpty)
        #expect(speaker.take(.failed(id: older.id, reason: "late"), at: Self.at(20)).isEmpty)
        #expect(speaker.take(.audible(id: newer.id), at: Self.at(30)) == [.ringProven, .sounds])
        #expect(
            speaker.take(.finished(id: newer.id), at: Self.at(40)).isEmpty,
            "a sound that ends early does not end the ring")
    }

    /// A recording that cannot be read says nothing about the output (MIND-7).
    @Test(.requirement("MIND-7"), arguments: [true, false])
    func anUnreadableRecordingIsSaidOrLeftOutAndNoOutputIsBlamed(hasWords: Bool) throws {
        var speaker = Speaker(outputs: ["usb", "jack"], hasBuzzer: true)
        let source = Playback.Source.phrase(7, instead: hasWords ? Self.words : nil)
        let first = try #require(
            Self.playback(speaker.play(source, limitMilliseconds: 30_000, percent: 60, at: Self.at(0))))
        #expect(speaker.take(.unreadable(id: first.id - 1), at: Self.at(5)).isEmpty)
        let then = speaker.take(.unreadable(id: first.id), at: Self.at(5))
        guard hasWords else {
            #expect(then == [.over(.announcement)])
            return #expect(speaker.deadline == nil)
        }
        let said = try #require(Self.playback(then))
        #expect(then.count == 1 && said.source == .speech(Self.words) && said.output == 0 && said.id != first.id)
        #expect(!said.isJournaled)
    }

    /// Neither does one that the disk gives too late (TALK-5).
    @Test(.requirement("MIND-7")) func aLateRecordingIsReplacedByAChimeOnTheSameOutput() throws {
        var speaker = Speaker(outputs: ["usb", "jack"], hasBuzzer: true)
        _ = speaker.play(.phrase(7, instead: Self.words), limitMilliseconds: 30_000, percent: 60, at: Self.at(0))
        let late = speaker.advance(to: Self.at(3000), isCompanionReady: false)
        #expect(late.first == .voiceLate)
        let chime = try #require(Self.playback(late))
        #expect(chime.source == .chime && chime.output == 0)
        #expect(speaker.outputs.first == 0)
    }

    @Test(.requirement("ALARM-7")) func thePreparedSoundRingsUnlessItChanged() throws {
        var speaker = Speaker(outputs: ["usb"], hasBuzzer: false)
        guard case .prepare(let ready) = speaker.prepare(Self.alarm()).first else { throw Missing() }
        #expect(Self.playback(speaker.ring(Self.alarm(), at: Self.at(0))) == ready)
        #expect(speaker.prepared == nil)
        guard case .prepare(let quieter) = speaker.prepare(Self.alarm(20)).first else { throw Missing() }
        let louder = try #require(Self.playback(speaker.ring(Self.alarm(80), at: Self.at(0))))
        #expect(louder.toPercent == 80 && louder.id != quieter.id)
    }

    @Test(.requirement("SOUND-2")) func aLateVoiceIsAnsweredByAChimeOnTheSameOutput() throws {
        var speaker = Speaker(outputs: ["usb", "jack"], hasBuzzer: false)
        _ = speaker.say(Self.words, for: .line, percent: 60, at: Self.at(0))
        let late = speaker.advance(to: Self.at(3000), isCompanionReady: false)
        let chime = try #require(Self.playback(late))
        #expect(late.first == .voiceLate && chime.source == .chime && chime.output == 0)
        let moved = speaker.take(.failed(id: chime.id, reason: "gone"), at: Self.at(3100))
        #expect(Self.playback(moved)?.source == .speech(Self.words), "the next output tries the voice again")
    }

    @Test(.requirement("TALK-5")) func lateWordsGiveWayToACompanionThatIsReady() {
        var speaker = Speaker(outputs: ["usb"], hasBuzzer: false)
        _ = speaker.say(Self.words, for: .bridge, percent: 60, at: Self.at(0))
        let late = speaker.advance(to: Self.at(3000), isCompanionReady: true)
        #expect(late == [.voiceLate, .bridgeUnheard, .silence, .over(.bridge)])
        #expect(speaker.playing == nil)
    }

    @Test(.requirement("SOUND-2")) func withoutAnyOutputWordsPassInSilence() {
        var speaker = Speaker(outputs: [], hasBuzzer: true)
        #expect(speaker.say(Self.words, for: .announcement, percent: 60, at: Self.at(0)) == [.nothingSounds])
        #expect(speaker.deadline == Self.at(3000))
        #expect(speaker.advance(to: Self.at(3000), isCompanionReady: false) == [.silence, .over(.announcement)])
    }

    private struct Missing: Error {}
}
