import TestKit
import Testing

@testable import Bedside

/// Alarms beside a conversation, and its tools.
extension CallTests {
    // MARK: Alarms beside it (ALARM-5, ALARM-14)

    @Test(.requirement("ALARM-5")) func aHabitDueWhileTheOwnerTalksIsHandedToTheCompanion() throws {
        let bedside = try Self.bedside(at: "2026-11-21T05:59:00")
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .milliseconds(50))
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:58"))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .seconds(4))
        #expect(bedside.entries(.ring).isEmpty)
        #expect(bedside.entries(.answered).isEmpty, "words before the alarm do not answer it")
        bedside.advance(by: .seconds(1))
        bedside.companion(.ownerSpeaking(true))
        #expect(bedside.entries(.answered).count == 1)
        let handed = bedside.performed.compactMap { if case .handOver(let request) = $0 { request } else { nil } }
        #expect(handed.map(\.habit?.id) == [.wake])
        #expect(handed.map(\.call) == [bedside.call])
    }

    /// Whoever is asked in the turn in which an alarm falls due, the calendar still begins with that alarm.
    @Test(.requirement("TALK-9"), arguments: [true, false]) func theCompanionIsToldThatTheNextOneIsSkipped(
        isTalking: Bool
    ) throws {
        let empty = try TalkLimitTests.bedside("2026-11-20T05:59:00", alarms: [(.wake, "06:00")])
        var disk = empty.disk
        disk.exceptions[Occurrence(habit: .wake, date: try #require(LocalDate("2026-11-21")))] = .skip
        let bedside = VirtualBedside(at: empty.now.civil, configuration: empty.configuration, disk: disk)
        bedside.powerOn(isClockSynchronized: true)
        if isTalking {
            #expect(TalkLimitTests.begin(bedside))
            bedside.companion(.speaking(false))
        }
        bedside.advance(by: .seconds(65))
        let asked = bedside.performed.compactMap { action -> ConversationRequest? in
            switch action {
            case .handOver(let request): request
            case .connect(let request) where !isTalking: request
            default: nil
            }
        }
        let request = try #require(asked.first)
        let wake = try #require(request.status?.habits.first { $0.habit.id == .wake })
        #expect(asked.count == 1 && wake.isSkippedNext && wake.next?.date == LocalDate("2026-11-22"))
        #expect(request.status?.next?.local.date == wake.next?.date)
    }

    @Test(.requirement("ALARM-5")) func aHabitDueWhileNobodyTalksRingsAndClosesTheCall() throws {
        let bedside = try Self.bedside(at: "2026-11-21T05:58:30")
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        #expect(bedside.light == .ringing)
        #expect(bedside.status?.lastConversationEnd == .alarm)
        #expect(bedside.connects.count == 2, "a new call is prepared for the Start of the alarm")
    }

    @Test(.requirement("ALARM-14")) func anOwnerWhoWasNotHeardOnTheCallIsCalledAgain() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.post(.voice(isActive: true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(21))
        #expect(bedside.entries(.stillAsleep).count == 1, "the companion's echo does not count as the owner's voice")
        bedside.advance(by: .minutes(2))
        #expect(bedside.entries(.ring).count == 3)
    }

    /// ALARM-14: the device's own detector takes any rustle for a voice.
    @Test(.requirement("ALARM-14")) func aRustleOfTheBlanketIsNotAVoice() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.post(.voice(isActive: true))
        bedside.advance(by: .milliseconds(400))
        bedside.post(.voice(isActive: false))
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(5))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(3))
        bedside.post(.voice(isActive: true))
        bedside.advance(by: .milliseconds(400))
        bedside.post(.voice(isActive: false))
        #expect(bedside.entries(.answered).isEmpty)
        bedside.advance(by: .minutes(3))
        #expect(bedside.entries(.stillAsleep).count == 1)
        #expect(bedside.entries(.ring).count >= 3)
    }

    @Test(.requirement("ALARM-14")) func aVoiceThatTheServiceHearsCountsForTheWakeGuard() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.ownerSpeaking(true))
        #expect(
            bedside.entries(.answered).isEmpty,
            "a sound during the companion's voice may be its echo, and answers nothing")
        bedside.post(.voice(isActive: true))
        #expect(bedside.entries(.answered).count == 1)
        bedside.companion(.ended)
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test(.requirement("TALK-10")) func aSecondTriggerJoins() throws {
        let bedside = try talking()
        bedside.press(.start)
        bedside.ask(.talk(.training))
        #expect(bedside.connects.count == 1)
        #expect(bedside.entries(.conversation).count == 1)
    }

    @Test(.requirement("TALK-7", "TALK-10")) func aSecondTriggerThatNamesAHabitMovesTheConversationToIt() throws {
        let bedside = try talking()
        func handed() -> [HabitID?] {
            bedside.performed.compactMap { if case .handOver(let request) = $0 { request.habit?.id } else { nil } }
        }
        #expect(bedside.ask(.talk(.training)) == .done)
        #expect(handed() == [.training])
        #expect(bedside.ask(.talk(.training)) == .done)
        #expect(bedside.ask(.talk(nil)) == .done)
        #expect(handed().count == 1, "a conversation about the habit is not handed over again")
        #expect(openings(bedside).count == 1)
        let yoga = try #require(HabitID("yoga"))
        guard case .refused(.noSuchHabit(yoga, _)) = bedside.ask(.talk(yoga)) else {
            Issue.record("an unknown habit is refused in a conversation too")
            return
        }
        bedside.companion(.failed(.network))
        bedside.ask(.talk(.bedtime))
        bedside.advance(by: .milliseconds(3001))
        #expect(bedside.connects.last?.habit?.id == .bedtime, "the redialled call is for the habit handed over last")
    }

    @Test(.requirement("TALK-7")) func aTalkAboutOneHabitDoesNotAnswerTheAlarmOfAnother() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:05")
        #expect(bedside.ask(.talk(.training)) == .refused(.alarmOfAnother(.wake)))
        #expect(bedside.light == .ringing)
        #expect(bedside.ask(.talk(.wake)) == .done)
        #expect(bedside.light == .connecting)
        #expect(bedside.entries(.conversation).count == 1)
    }

    @Test(.requirement("TALK-7")) func theOfflineCompanionIsHandedOverToo() throws {
        let bedside = try Self.bedside(.offline)
        bedside.ask(.talk(nil))
        bedside.advance(by: .seconds(1))
        let before = bedside.said.count
        bedside.ask(.talk(.bedtime))
        #expect(bedside.said.count == before + 1)
        #expect(bedside.entries(.conversation).count == 1)
    }

    @Test(.requirement("SOUND-4")) func theCallFollowsTheVolume() throws {
        let bedside = try talking()
        bedside.ask(.volume(percent: 30))
        #expect(bedside.performed.contains(.callVolume(percent: 30)))
    }

    // MARK: Tools (TALK-9)

    private func answer(_ bedside: VirtualBedside, _ name: String, _ arguments: String) -> String? {
        bedside.companion(.toolCall(ToolRequest(callID: "c9", name: name, arguments: arguments)))
        // A change that takes an alarm away is announced before it is answered.
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        let answers = bedside.performed.compactMap { if case .answerTool(let answer) = $0 { answer } else { nil } }
        return answers.last?.output
    }

    /// A plain talk in which the owner has been heard too.
    private func talkingWithOwner() throws -> VirtualBedside {
        let bedside = try talking()
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(1))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        return bedside
    }

    @Test(.requirement("TALK-9")) func aToolChangesWhatTheCommandLineWouldAndAnswersFromTheState() throws {
        let bedside = try talkingWithOwner()
        let text = try #require(answer(bedside, "set_habit", #"{"habit":"wake","time":"05:30"}"#))
        #expect(text.contains(#""ok":true"#) && text.contains("05:30"))
        #expect(bedside.disk.profile.habit(.wake)?.at == LocalTime("05:30"))
        let commit = try #require(bedside.performed.lastIndex { if case .commit = $0 { true } else { false } })
        let told = try #require(bedside.performed.lastIndex { if case .answerTool = $0 { true } else { false } })
        #expect(commit < told, "the change is on disk before it is confirmed")
    }

    /// The seed of a new call ends with the owner's "yes", so the companion calls the tool again (TALK-5).
    @Test(
        .requirement("TALK-5", "TALK-9"),
        arguments: [("skip_next", #"{"habit":"wake"}"#), ("one_off_alarm", #"{"time":"05:30"}"#)])
    func aChangeMadeBeforeTheCallWasLostIsNotRepeated(name: String, arguments: String) throws {
        let bedside = try talkingWithOwner()
        let first = try #require(answer(bedside, name, arguments))
        #expect(first.contains(#""ok":true"#))
        let done = bedside.disk
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(4))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        #expect(answer(bedside, name, arguments) == first)
        #expect(bedside.disk.exceptions == done.exceptions && bedside.disk.oneOffs == done.oneOffs)
        // Once they have talked about it, it is a new request.
        bedside.companion(.speaking(false))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .seconds(1))
        #expect(answer(bedside, name, arguments) != first)
    }

    @Test(.requirement("TALK-9")) func theSameRequestTwiceOnOneCallCountsTwice() throws {
        let bedside = try talkingWithOwner()
        let first = answer(bedside, "skip_next", #"{"habit":"wake"}"#)
        #expect(answer(bedside, "skip_next", #"{"habit":"wake"}"#) != first)
    }

    /// A refused change is never reported as in force, whatever the disk does.
    @Test(.requirement("TALK-9")) func aRefusedChangeIsNotWritten() throws {
        let bedside = try talkingWithOwner()
        func isWrite(_ name: String, _ arguments: String) throws -> Bool {
            bedside.companion(.toolCall(ToolRequest(callID: "c9", name: name, arguments: arguments)))
            bedside.advance(by: bedside.speechSpan + .seconds(1))
            let answers = bedside.performed.compactMap { if case .answerTool(let answer) = $0 { answer } else { nil } }
            return try #require(answers.last).isWrite
        }
        #expect(try !isWrite("set_habit", #"{"habit":"yoga","time":"05:00"}"#))
        #expect(try !isWrite("cancel_exception", #"{"habit":"once-7"}"#))
        #expect(try !isWrite("up_for_good", "{}"), "the tool is refused, because the owner was not heard")
        #expect(try !isWrite("next_up", "{}"))
        #expect(try isWrite("set_habit", #"{"habit":"wake","time":"05:00"}"#))
    }

    /// When the owner is muted in mid-sentence, the end of the sentence is never heard.
    @Test(.requirement("SOUND-4")) func aMutedOwnerNoLongerCountsAsSpeaking() throws {
        let bedside = try talking()
        bedside.companion(.speaking(false))
        bedside.companion(.ownerSpeaking(true))
        bedside.press(.mute)
        bedside.advance(by: .seconds(25))
        #expect(bedside.status?.activity == .idle)
    }

    @Test(
        .requirement("TALK-9"),
        arguments: [
            ("set_habit", #"{"habit":"wake","time":"25:00"}"#), ("set_habit", "{"), ("format_disk", "{}"),
            ("set_habit", #"{"habit":"yoga","time":"05:00"}"#), ("set_volume", #"{"percent":1000}"#),
        ]) func badToolCallsChangeNothingAndSaySo(name: String, arguments: String) throws
    {
        let bedside = try talking()
        let before = bedside.disk.profile
        let text = try #require(answer(bedside, name, arguments))
        #expect(text.contains(#""ok":false"#))
        #expect(bedside.disk.profile == before)
    }

    @Test(.requirement("ALARM-11", "TALK-9")) func upForGoodIsSetByTheCompanionAndUndoneByStop() throws {
        let bedside = try Self.bedside(at: "2026-11-21T05:00:00")
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        #expect(
            try #require(answer(bedside, "up_for_good", "")).contains(#""ok":false"#),
            "the tool is refused, because the owner was not heard")
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(1))
        bedside.companion(.ownerSpeaking(true))
        #expect(try #require(answer(bedside, "up_for_good", "")).contains(#""ok":true"#))
        #expect(bedside.entries(.upEarly).count == 1)
        #expect(bedside.status?.call == .connected, "the conversation goes on")
        #expect(bedside.said.contains(text(.upEarlyConfirmed)), "the device itself confirms it")
        bedside.press(.stop)
        #expect(bedside.entries(.upEarlyTakenBack).count == 1)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        #expect(bedside.light == .ringing)
    }

    @Test(.requirement("TALK-9")) func aToolCallBeforeTheCallIsOpenIsIgnored() throws {
        let bedside = try Self.bedside(at: "2026-11-21T06:00:01")
        bedside.companion(.ready)
        #expect(answer(bedside, "set_volume", #"{"percent":20}"#) == nil)
    }
}
