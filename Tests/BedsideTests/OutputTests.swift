import TestKit
import Testing

@testable import Bedside

/// SOUND-2, SOUND-6 and BOARD-3: an alarm is never dropped because its sound failed.
struct OutputTests {
    private func ringing(outputs: [String], dead: Set<Int>) throws -> VirtualBedside {
        let bedside = try EpisodeTests.bedside(outputs: outputs)
        bedside.deadOutputs = dead
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:00"))
        return bedside
    }

    @Test(.requirement("SOUND-2")) func theNextOutputTakesOverWithinASecond() throws {
        let bedside = try ringing(outputs: ["usb", "jack"], dead: [0])
        bedside.advance(by: .seconds(1))
        #expect(bedside.played.map(\.output) == [0, 1])
        #expect(bedside.entries(.outputFailed).count == 1)
        #expect(bedside.light == .ringing)
        #expect(bedside.status?.attention == [])
    }

    @Test(.requirement("SOUND-2", "SOUND-6")) func anOutputThatPlaysNothingIsLeftWithinASecond() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb", "jack"])
        bedside.isSpeakerDead = true
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:00"))
        #expect(bedside.played.map(\.output) == [0])
        bedside.advance(by: .seconds(1))
        #expect(bedside.played.map(\.output) == [0, 1])
        #expect(bedside.entries(.outputFailed).map { $0.detail?.contains("usb: no audible frame") } == [true])
        #expect(!bedside.isBuzzing)
        bedside.advance(by: .seconds(1))
        #expect(bedside.isBuzzing)
    }

    @Test(.requirement("SOUND-2")) func aSpeakerLostInMidRingIsReplacedAtItsLoudness() throws {
        let bedside = try ringing(outputs: ["usb", "jack"], dead: [])
        bedside.advance(by: .seconds(15))
        let first = try #require(bedside.played.last)
        bedside.post(.sound(.failed(id: first.id, reason: "unplugged")))
        let second = try #require(bedside.played.last)
        #expect(second.output == 1)
        #expect(second.fromPercent > first.fromPercent && second.toPercent == first.toPercent)
        #expect(second.limitMilliseconds <= first.limitMilliseconds - 15_000)
    }

    @Test(.requirement("SOUND-2")) func withNoOutputLeftItBuzzesShowsAndKeepsTrying() throws {
        let bedside = try ringing(outputs: ["usb", "jack"], dead: [0, 1])
        bedside.advance(by: .seconds(1))
        #expect(bedside.isBuzzing)
        #expect(bedside.light == .ringing)
        #expect(bedside.status?.attention == [.sound])
        #expect(bedside.entries(.noOutput).count == 1)
        bedside.deadOutputs = []
        bedside.advance(by: .seconds(3))
        #expect(!bedside.isBuzzing)
        #expect(bedside.status?.attention == [])
        #expect(bedside.entries(.outputFailed).count <= 2, "the night log is not flooded")
    }

    @Test(.requirement("SOUND-2")) func aPluggedInSpeakerIsTriedAtOnce() throws {
        let bedside = try ringing(outputs: ["usb"], dead: [0])
        bedside.advance(by: .milliseconds(200))
        bedside.deadOutputs = []
        bedside.post(.sound(.devicesChanged))
        bedside.advance(by: .milliseconds(50))
        #expect(!bedside.isBuzzing)
        #expect(bedside.status?.attention == [])
    }

    @Test(.requirement("SOUND-2")) func aSpeakerThatIsBackIsUsedForTheNextRing() throws {
        let bedside = try ringing(outputs: ["usb", "hdmi"], dead: [0])
        bedside.advance(by: .milliseconds(200))
        #expect(bedside.played.last?.output == 1)
        bedside.deadOutputs = []
        bedside.post(.sound(.devicesChanged))
        bedside.advance(by: .seconds(1))
        #expect(bedside.played.last?.output == 1, "the sound goes on, on the other output")
        bedside.advance(by: .seconds(60))
        #expect(bedside.light == .ringing && bedside.played.last?.output == 0)
    }

    /// Frames leave a jack even if nothing is plugged in, so only the owner's order decides which output is heard.
    @Test(.requirement("SOUND-2")) func eachRingBeginsWithTheOwnersFirstOutput() throws {
        let bedside = try ringing(outputs: ["usb", "jack"], dead: [0])
        bedside.advance(by: .seconds(2))
        #expect(bedside.played.map(\.output) == [0, 1])
        bedside.deadOutputs = []
        bedside.advance(by: .minutes(3))
        #expect(bedside.played.map(\.output) == [0, 1, 0, 0, 0])
    }

    @Test(.requirement("SOUND-6")) func aLateVoiceDoesNotMoveAnAlarmToAnotherOutput() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb", "jack"])
        bedside.deadOutputs = [0]
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(2))
        #expect(bedside.played.last?.output == 1)
        bedside.deadOutputs = []
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        #expect(bedside.played.last?.output == 0)
    }

    /// A synthesizer that is read from a busy card is slow; a jack with nothing plugged in plays whatever comes.
    @Test func aLateVoiceDoesNotMoveAConversationToAnotherOutput() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb", "jack"])
        bedside.isVoiceLate = true
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(6))
        #expect(bedside.played.map(\.output).allSatisfy { $0 == 0 })
        #expect(bedside.played.contains { $0.source == .chime })
        #expect(bedside.entries(.outputFailed).isEmpty)
    }

    @Test func aChimeThatFailsOnTheLastOutputIsPlayedOnTheFirst() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb", "jack"])
        bedside.deadOutputs = [0]
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(1))
        #expect(bedside.played.last?.output == 1)
        bedside.isVoiceLate = true
        bedside.deadOutputs = [1]
        let before = bedside.played.count
        bedside.advance(by: .seconds(30))
        let chimes = bedside.played.dropFirst(before).filter { $0.source == .chime }
        #expect(chimes.prefix(2).map(\.output) == [1, 0])
        #expect(bedside.status?.attention == [])
    }

    @Test func aSpeakerOnWhichTheChimeFailsTooIsLeftAndTheNextSaysTheWords() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb", "jack"])
        bedside.isSpeakerDead = true
        bedside.ask(.talk(nil))
        bedside.advance(by: .milliseconds(3950))
        let words = try #require(bedside.played.first?.source)
        #expect(bedside.played.last?.output == 1 && bedside.played.last?.source == words)
        #expect(bedside.played.map(\.output) == [0, 0, 1])
    }

    @Test(.requirement("SOUND-2")) func aBoardWithoutASpeakerStillRingsByBuzzerAndLight() throws {
        let bedside = try EpisodeTests.bedside(outputs: [])
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        #expect(bedside.isBuzzing)
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        #expect(!bedside.isBuzzing)
        #expect(bedside.entries(.dismissed).count == 1)
        #expect(bedside.entries(.unheard).isEmpty, "the buzzer was heard")
    }

    @Test(.requirement("TALK-5")) func aStartWithoutAVoiceIsAnsweredByAChimeAndTheRoutineEnds() throws {
        let bedside = try EpisodeTests.bedside(outputs: ["usb"])
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.deadOutputs = [0]
        bedside.press(.start)
        bedside.advance(by: .milliseconds(50))
        #expect(bedside.played.contains { $0.source == .chime })
        bedside.advance(by: .minutes(40))
        #expect(bedside.entries(.conversationEnded).count == 1)
    }

    @Test(.requirement("ALARM-10")) func thePreviewLastsFiveSecondsAndStopEndsIt() throws {
        let bedside = try EpisodeTests.bedside()
        #expect(bedside.ask(.preview(.wake)) == nil)
        bedside.advance(by: .milliseconds(20))
        #expect(lastReply(bedside) == .done && bedside.entries(.preview).count == 1)
        #expect(bedside.played.last?.limitMilliseconds == 5000)
        #expect(bedside.status?.activity == .preview)
        bedside.press(.stop)
        #expect(bedside.status?.activity == .idle)
        bedside.ask(.preview(nil))
        bedside.advance(by: .seconds(6))
        #expect(bedside.status?.activity == .idle)
    }

    private func lastReply(_ bedside: VirtualBedside) -> Reply? { bedside.replies.max { $0.key < $1.key }?.value }

    /// The answer is the truth: the preview is heard, or it says why it is not.
    @Test(.requirement("ALARM-10", "SOUND-6")) func aPreviewThatNobodyHearsIsRefusedWithTheReason() throws {
        let dead = try EpisodeTests.bedside()
        dead.isSpeakerDead = true
        #expect(dead.ask(.preview(.wake)) == nil)
        dead.advance(by: .seconds(4))
        guard case .refused(.silent(let reason)) = lastReply(dead) else { throw Unheard() }
        #expect(reason?.contains("no audible frame in time") == true && dead.entries(.preview).isEmpty)
        let gone = try EpisodeTests.bedside()
        gone.deadOutputs = Set(0..<gone.configuration.outputs.count)
        gone.ask(.preview(nil))
        gone.advance(by: .seconds(1))
        guard case .refused(.silent(let why)) = lastReply(gone) else { throw Unheard() }
        #expect(why?.hasSuffix(": gone") == true)
        // A board without any speaker.
        let at = CivilTime(seconds: 1_772_000_000)
        let none = VirtualBedside(
            at: at, configuration: Configuration(clockFloor: at - .days(365), outputs: []))
        none.powerOn(isClockSynchronized: true)
        #expect(none.ask(.preview(nil)) == .refused(.noOutput))
    }

    /// Nobody waits for ever: what takes its place, or Stop, is the answer.
    @Test(.requirement("ALARM-10")) func aPreviewThatGivesWayIsAnswered() throws {
        for isStopped in [true, false] {
            let bedside = try EpisodeTests.bedside()
            bedside.isSpeakerDead = true
            bedside.ask(.preview(nil))
            if isStopped { bedside.press(.stop) } else { bedside.ask(.talk(nil)) }
            let reply = bedside.replies.min { $0.key < $1.key }?.value
            #expect(bedside.machine?.speaker.awaitedPreview == nil, "\(String(describing: reply))")
        }
    }

    private struct Unheard: Error {}

    @Test(.requirement("ALARM-10")) func noPreviewPlaysOverAnAlarm() throws {
        let bedside = try ringing(outputs: ["usb"], dead: [])
        #expect(bedside.ask(.preview(nil)).isRefused)
        #expect(bedside.light == .ringing)
    }

    @Test(.requirement("BOARD-3")) func everyLightHasItsPlaceInThePriority() throws {
        let bedside = try EpisodeTests.bedside()
        #expect(bedside.light == .idle)
        bedside.post(.store(isWorking: false))
        #expect(bedside.light == .needsAttention)
        bedside.ask(.mute(true))
        #expect(bedside.light == .muted)
        bedside.ask(.talk(nil))
        #expect(bedside.light == .speaking)
        bedside.press(.stop)
        bedside.ask(.mute(false))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        #expect(bedside.light == .ringing)
        bedside.advance(by: .hours(1))
        #expect(bedside.light == .missed)
        bedside.post(.store(isWorking: true))
        bedside.press(.stop)
        #expect(bedside.light == .idle)
    }
}
