import TestKit
import Testing

@testable import Bedside

/// Which talks are recorded, and what ends a recording, through the whole machine (GUARD-1, SAFE-3).
@Suite(.requirement("GUARD-1", "SAFE-3"))
struct RecordingStoryTests {
    private static func bedside(
        days: Int? = 7, isTold: Bool = true, memory: MemoryMode = .on, isClockTrusted: Bool = true,
        companion: Companion = .openai, outputs: [String] = ["default"]
    ) throws -> VirtualBedside {
        let zone = try TestZones.load("Asia/Tokyo")
        let local = try #require(LocalDateTime("2026-11-20T22:00"))
        let at = try #require(zone.instant(of: local))
        var disk = Durable()
        disk.profile = Profile(language: .english, companion: companion)
        disk.lastWritten = isClockTrusted ? at : at + .days(2)
        disk.memory.mode = memory
        disk.settings.recordings = RecordingChoice(keepDays: days, isTold: isTold)
        let bedside = VirtualBedside(
            zone: zone, at: at, configuration: Configuration(clockFloor: at - .days(365), outputs: outputs),
            disk: disk)
        bedside.powerOn(isClockSynchronized: isClockTrusted)
        return bedside
    }

    private static func talk(_ bedside: VirtualBedside) {
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.post(.voice(isActive: true))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
    }

    private static func effects(_ bedside: VirtualBedside) -> [String] {
        bedside.performed.compactMap { action in
            guard case .recording(let effect) = action else { return nil }
            switch effect {
            case .begin: return "begin"
            case .end: return "end"
            case .drop: return "drop"
            case .play(let id, _, _, _): return "play \(id)"
            case .stopPlaying: return "stop"
            }
        }
    }

    private static func says(_ bedside: VirtualBedside) -> [String] {
        bedside.played.compactMap { if case .speech(let words) = $0.source { words.key } else { nil } }
    }

    @Test(.requirement("SETUP-4")) func anErasureDestroysWhatIsBeingRecordedOrPlayed() throws {
        let talking = try Self.bedside()
        Self.talk(talking)
        talking.ask(.reset)
        #expect(Self.effects(talking) == ["begin", "drop"])
        let playing = try Self.bedside()
        playing.ask(.recordings(.play(3)))
        playing.ask(.reset)
        #expect(Self.effects(playing) == ["play 3", "stop"])
    }

    /// The service writes the last words down only after Stop.
    @Test(.requirement("SAFE-3")) func wordsThatAreWrittenDownAfterStopDestroyTheRecording() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        bedside.companion(.said(.owner, PrivateText("I like green tea."), turn: 2))
        bedside.press(.stop)
        #expect(Self.effects(bedside) == ["begin", "end"])
        bedside.companion(.said(.owner, PrivateText("I want to kill myself."), turn: 4))
        #expect(Self.effects(bedside) == ["begin", "end", "drop"])
    }

    @Test func nothingIsRecordedUntilTheOwnerWantsIt() throws {
        let bedside = try Self.bedside(days: nil)
        Self.talk(bedside)
        bedside.press(.stop)
        #expect(Self.effects(bedside).isEmpty && !Self.says(bedside).contains("phrase.talks_are_recorded.en"))
    }

    @Test func aTalkIsRecordedFromItsBeginningToItsEnd() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        #expect(Self.effects(bedside) == ["begin"])
        let start = bedside.performed.compactMap { action -> RecordingStart? in
            if case .recording(.begin(let start)) = action { start } else { nil }
        }.first
        #expect(start?.keepDays == 7 && start?.at.date == LocalDate("2026-11-20"))
        bedside.press(.stop)
        #expect(Self.effects(bedside) == ["begin", "end"])
        Self.talk(bedside)
        #expect(Self.effects(bedside) == ["begin", "end", "begin"])
    }

    /// The device says it before the first talk that is recorded, once; and again after it was off.
    @Test func theFirstTalkBeginsWithAWordAboutIt() throws {
        let bedside = try Self.bedside(days: nil, isTold: false)
        #expect(bedside.ask(.recordings(.on(keepDays: 30))) == .done)
        for _ in 0..<2 {
            Self.talk(bedside)
            bedside.press(.stop)
            bedside.advance(by: .minutes(2))
        }
        #expect(Self.says(bedside).count { $0 == "phrase.talks_are_recorded.en" } == 1)
        #expect(Self.effects(bedside) == ["begin", "end", "begin", "end"])
        #expect(bedside.disk.settings.recordings == RecordingChoice(keepDays: 30, isTold: true))
        // Another number of days is no new consent.
        bedside.ask(.recordings(.on(keepDays: 3)))
        #expect(bedside.disk.settings.recordings == RecordingChoice(keepDays: 3, isTold: true))
        bedside.ask(.recordings(.off))
        bedside.ask(.recordings(.on(keepDays: 3)))
        #expect(bedside.disk.settings.recordings == RecordingChoice(keepDays: 3, isTold: false))
    }

    @Test func aCallThatCannotBeMadeIsNoTalkThatWasAnnounced() throws {
        let bedside = try Self.bedside(isTold: false)
        bedside.ask(.talk(nil))
        bedside.companion(.failed(.credentials))
        bedside.advance(by: .minutes(10))
        #expect(Self.effects(bedside).isEmpty)
        #expect(bedside.disk.settings.recordings.isTold == false)
    }

    /// It is said before the companion is heard, and not before there is one.
    @Test func theWordsWaitForACallThatIsReady() throws {
        let bedside = try Self.bedside(isTold: false)
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(1))
        #expect(!Self.says(bedside).contains("phrase.talks_are_recorded.en"))
        bedside.companion(.ready)
        #expect(Self.says(bedside).last == "phrase.talks_are_recorded.en")
        #expect(!bedside.performed.contains { if case .open = $0 { true } else { false } })
        bedside.advance(by: bedside.speechSpan + .milliseconds(100))
        #expect(bedside.performed.contains { if case .open = $0 { true } else { false } })
        #expect(Self.effects(bedside) == ["begin"])
        #expect(Self.says(bedside).count { $0 == "phrase.talks_are_recorded.en" } == 1)
    }

    /// A call that becomes ready at the last moment does not cut them.
    @Test func theWordsAreNotCutByACallThatWasSlow() throws {
        let bedside = try Self.bedside(isTold: false)
        bedside.speechSpan = .seconds(8)
        bedside.ask(.talk(nil))
        bedside.advance(by: .milliseconds(7500))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(20))
        #expect(Self.says(bedside).count { $0 == "phrase.talks_are_recorded.en" } == 1)
        let words = bedside.performed.firstIndex {
            if case .play(let playback) = $0, case .speech(let said) = playback.source {
                said.key == "phrase.talks_are_recorded.en"
            } else {
                false
            }
        }
        let opening = bedside.performed.firstIndex { if case .open = $0 { true } else { false } }
        let silence = try bedside.performed[#require(words)...].firstIndex(of: .silence)
        #expect(try #require(opening) > #require(words) && silence == nil)
    }

    /// Without a key there is no live companion, and nothing is recorded.
    @Test(arguments: [Companion.automatic, .offline]) func theOfflineCompanionAnnouncesNoRecording(
        companion: Companion
    ) throws {
        let bedside = try Self.bedside(isTold: false, companion: companion)
        bedside.ask(.talk(nil))
        bedside.advance(by: .minutes(2))
        #expect(!Self.says(bedside).isEmpty && !Self.says(bedside).contains("phrase.talks_are_recorded.en"))
        #expect(Self.effects(bedside).isEmpty && bedside.disk.settings.recordings.isTold == false)
    }

    @Test func aTalkBeforeWhichTheWordsWereNotHeardIsNotRecorded() throws {
        for isDead in [true, false] {
            let bedside = try Self.bedside(isTold: false, outputs: isDead ? [] : ["default"])
            bedside.isVoiceLate = true
            Self.talk(bedside)
            bedside.advance(by: .seconds(30))
            bedside.press(.stop)
            bedside.advance(by: .minutes(2))
            #expect(Self.effects(bedside).isEmpty && bedside.disk.settings.recordings.isTold == false)
        }
    }

    /// The companion is told, and status and panel show, what is true.
    @Test func whatIsShownAndToldIsTrue() throws {
        func requests(_ bedside: VirtualBedside) -> [Bool] {
            bedside.performed.compactMap { if case .connect(let request) = $0 { request.isRecorded } else { nil } }
        }
        let on = try Self.bedside()
        Self.talk(on)
        #expect(requests(on) == [true] && on.status?.recordingStanding == .on)
        let paused = try Self.bedside(isTold: false, memory: .paused)
        Self.talk(paused)
        #expect(requests(paused) == [false] && paused.status?.recordingStanding == .paused)
        #expect(!Self.says(paused).contains("phrase.talks_are_recorded.en"))
        paused.ask(.memory(.mode(.on)))
        #expect(paused.status?.recordingStanding == .on)
        let unset = try Self.bedside(isClockTrusted: false)
        Self.talk(unset)
        #expect(requests(unset) == [false] && unset.status?.recordingStanding == .clock)
        #expect(try Self.bedside(companion: .offline).status?.recordingStanding == .offline)
        #expect(try Self.bedside(days: nil, memory: .paused).status?.recordingStanding == .off)
        // A redial after the talk went off the record is no recorded talk.
        let dropped = try Self.bedside()
        Self.talk(dropped)
        dropped.companion(.toolCall(ToolRequest(callID: "1", name: "off_record", arguments: "{}")))
        dropped.companion(.failed(.network))
        dropped.advance(by: .seconds(5))
        #expect(requests(dropped) == [true, false])
    }

    @Test(arguments: [0, 91, -1, 400]) func onlySoManyDaysAreKept(days: Int) throws {
        let bedside = try Self.bedside(days: nil)
        #expect(bedside.ask(.recordings(.on(keepDays: days))) == .refused(.keepDays(days)))
        #expect(bedside.disk.settings.recordings.keepDays == nil)
    }

    @Test func nothingOfATalkAtRiskIsKept() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        bedside.companion(.said(.owner, PrivateText("I want to die. I want to kill myself."), turn: 2))
        #expect(Self.effects(bedside) == ["begin", "drop"])
        // Neither is what follows, on whatever call.
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(5))
        bedside.companion(.ready)
        bedside.advance(by: .seconds(5))
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(Self.effects(bedside) == ["begin", "drop"])
    }

    @Test(arguments: [MemoryMode.on, .off]) func aTalkOffTheRecordIsNotKept(mode: MemoryMode) throws {
        let bedside = try Self.bedside(memory: mode)
        Self.talk(bedside)
        bedside.companion(.toolCall(ToolRequest(callID: "1", name: "off_record", arguments: "{}")))
        #expect(Self.effects(bedside) == ["begin", "drop"])
        let answers = bedside.performed.compactMap {
            if case .answerTool(let answer) = $0 { answer.output } else { nil }
        }
        #expect(answers.last?.contains("\"ok\":true") == true, "\(answers)")
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        Self.talk(bedside)
        #expect(Self.effects(bedside) == ["begin", "drop", "begin"])
    }

    @Test func aPausedMemoryPausesRecordingsToo() throws {
        let paused = try Self.bedside(memory: .paused)
        Self.talk(paused)
        #expect(Self.effects(paused).isEmpty)
        let bedside = try Self.bedside()
        Self.talk(bedside)
        bedside.ask(.memory(.mode(.paused)))
        bedside.ask(.memory(.mode(.on)))
        bedside.press(.stop)
        #expect(Self.effects(bedside) == ["begin", "drop"])
    }

    @Test func switchedOffInATalkItKeepsWhatWasSaidUntilThen() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        bedside.ask(.recordings(.off))
        bedside.ask(.recordings(.on(keepDays: 7)))
        #expect(Self.effects(bedside) == ["begin", "end"])
        bedside.press(.stop)
        #expect(Self.effects(bedside) == ["begin", "end"])
    }

    @Test func underAnUntrustedClockNothingIsRecorded() throws {
        let bedside = try Self.bedside(isClockTrusted: false)
        Self.talk(bedside)
        #expect(bedside.status?.isClockTrusted == false)
        #expect(Self.effects(bedside).isEmpty)
    }

    // MARK: Playing

    @Test func aRecordingIsPlayedUntilItsEndOrAPress() throws {
        let bedside = try Self.bedside()
        #expect(bedside.ask(.recordings(.play(3))) == .done)
        bedside.post(.recordings(.played(2, play: 1)))
        #expect(Self.effects(bedside) == ["play 3"])
        bedside.post(.recordings(.played(3, play: 1)))
        #expect(Self.effects(bedside) == ["play 3", "stop"])
        bedside.ask(.recordings(.play(4)))
        bedside.ask(.recordings(.play(5)))
        bedside.press(.stop)
        #expect(Self.effects(bedside) == ["play 3", "stop", "play 4", "stop", "play 5", "stop"])
    }

    /// The first player reports its end only after the second has begun.
    @Test func playedAgainWhileItPlaysItIsPlayedToItsEnd() throws {
        let bedside = try Self.bedside()
        bedside.ask(.recordings(.play(3)))
        bedside.ask(.recordings(.play(3)))
        bedside.post(.recordings(.played(3, play: 1)))
        #expect(Self.effects(bedside) == ["play 3", "stop", "play 3"])
        bedside.post(.recordings(.played(3, play: 2)))
        #expect(Self.effects(bedside) == ["play 3", "stop", "play 3", "stop"])
    }

    @Test func aRecordingIsPlayedOnTheOutputThatWorks() throws {
        let bedside = try Self.bedside(outputs: ["jack", "speaker"])
        bedside.deadOutputs = [0]
        Self.talk(bedside)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        bedside.ask(.preview(nil))
        bedside.advance(by: .minutes(1))
        bedside.ask(.recordings(.play(3)))
        let outputs = bedside.performed.compactMap { action -> Int? in
            if case .recording(.play(_, _, let output, _)) = action { output } else { nil }
        }
        #expect(outputs == [1])
    }

    @Test func withoutASpeakerNothingIsPlayed() throws {
        let bedside = try Self.bedside(outputs: [])
        #expect(bedside.ask(.recordings(.play(3))) == .refused(.noOutput))
        #expect(Self.effects(bedside).isEmpty)
    }

    @Test func anAlarmThatFallsDueEndsThePlaying() throws {
        let bedside = try Self.bedside()
        bedside.ask(.tryOut(afterSeconds: 10))
        bedside.ask(.recordings(.play(3)))
        bedside.advance(by: .seconds(11))
        #expect(bedside.status?.activity == .ringing)
        #expect(Self.effects(bedside) == ["play 3", "stop"])
        #expect(bedside.ask(.recordings(.play(3))) == .refused(.sounding))
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(bedside.ask(.recordings(.play(3))) == .done)
    }

    @Test func nothingIsPlayedDuringATalkAndATalkEndsThePlaying() throws {
        let bedside = try Self.bedside()
        bedside.ask(.recordings(.play(3)))
        Self.talk(bedside)
        #expect(Self.effects(bedside) == ["play 3", "stop", "begin"])
        #expect(bedside.ask(.recordings(.play(3))) == .refused(.sounding))
    }
}
