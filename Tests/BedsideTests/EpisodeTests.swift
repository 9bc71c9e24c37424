import Bedside
import TestKit
import Testing

/// ALARM-2, ALARM-3, ALARM-4, ALARM-5, ALARM-11, ALARM-14: one night at a time, through the real machine on a virtual
/// clock.
struct EpisodeTests {
    static let evening = LocalDateTime("2026-11-20T22:00") ?? LocalDateTime(wallSeconds: 0)

    static func bedside(
        wake: String = "06:00", training: String? = nil, followUps: Int = 10, hasMicrophone: Bool = true,
        outputs: [String] = ["default"], from: LocalDateTime = evening
    ) throws -> VirtualBedside {
        var profile = Profile()
        profile.habits[0].isOn = true
        profile.habits[0].at = try #require(LocalTime(wake))
        profile.habits[0].followUps = followUps
        if let training {
            profile.habits[1].isOn = true
            profile.habits[1].at = try #require(LocalTime(training))
        }
        let start = try #require(ZoneRules.utc.instant(of: from))
        let configuration = Configuration(
            clockFloor: start - .days(30), outputs: outputs, hasBuzzer: true, hasMicrophone: hasMicrophone)
        let bedside = VirtualBedside(profile: profile, at: start, configuration: configuration)
        bedside.powerOn()
        return bedside
    }

    static func at(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }

    @Test func theMachineIsStartedAheadOfTheNextAlarm() throws {
        let bedside = try Self.bedside(wake: "06:00", training: "18:00")
        func starts() -> LocalDateTime? {
            bedside.machine?.startsMachine(at: bedside.now).map { ZoneRules.utc.local($0) }
        }
        #expect(starts() == (try Self.at("2026-11-21T05:57")))
        // It is switched off by then, and started again for the alarm itself.
        bedside.advance(to: try Self.at("2026-11-21T05:57"))
        #expect(starts() == (try Self.at("2026-11-21T06:00")))
        bedside.advance(to: try Self.at("2026-11-21T06:00:01"))
        #expect(starts() == (try Self.at("2026-11-21T17:57")))
        bedside.ask(.skip(.training))
        #expect(starts() == (try Self.at("2026-11-22T05:57")))
        var patch = ProfilePatch()
        patch.habits = [HabitID.wake, .training].map { id in
            var habit = ProfilePatch.HabitPatch(id: id)
            habit.isOn = false
            return habit
        }
        bedside.ask(.apply(patch))
        #expect(starts() == nil)
    }

    @Test(.requirement("ALARM-1", "ALARM-2", "ALARM-4"))
    func ringsAtTheHourThenTenFollowUpsAMinuteApartThenMissed() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T07:00"))
        let rings = bedside.entries(.ring)
        #expect(rings.map(\.followUp) == Array(0...10))
        let due = try #require(ZoneRules.utc.instant(of: try Self.at("2026-11-21T06:00")))
        #expect(rings.map(\.at) == (0...10).map { due + .minutes($0) })
        #expect(bedside.entries(.silence).map(\.at) == (0...10).map { due + .minutes($0) + .seconds(30) })
        #expect(bedside.entries(.missed).count == 1)
        #expect(bedside.light == .missed)
        bedside.press(.stop)
        #expect(bedside.light == .idle)
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test(.requirement("ALARM-2")) func loudnessRisesWithinAndBetweenRingsAndNeverPassesTheCeiling() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T07:00"))
        let rings = bedside.played
        #expect(rings.count == 11)
        #expect(rings.first?.fromPercent == 20)
        #expect(rings.last?.toPercent == 80)
        for (a, b) in zip(rings, rings.dropFirst()) {
            #expect(a.fromPercent < a.toPercent || a.toPercent == 80)
            #expect(a.toPercent == b.fromPercent)
        }
    }

    @Test(.requirement("ALARM-7")) func progressIsOnDiskBeforeEveryRing() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T07:00"))
        var committed = -1
        var rings = 0
        for action in bedside.performed {
            switch action {
            case .commit(let changes):
                for case .record(let record) in changes { committed = max(committed, record.committedFollowUp ?? -1) }
            case .play:
                #expect(committed >= rings)
                rings += 1
            default: break
            }
        }
        #expect(rings == 11)
    }

    @Test(.requirement("ALARM-3")) func stopSilencesAndCancelsTheFollowUps() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T06:01:10"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        #expect(bedside.light == .idle)
        bedside.advance(by: .hours(2))
        #expect(bedside.entries(.ring).count == 2)
        #expect(bedside.entries(.dismissed).count == 1)
        #expect(bedside.entries(.missed).isEmpty)
    }

    @Test(.requirement("ALARM-3")) func stopBetweenRingsEndsTheEpisodeToo() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T06:00:45"))
        #expect(bedside.light == .ringing, "the light shows ringing until the next ring")
        #expect(bedside.status?.ringsAgain == (try Self.at("2026-11-21T06:01")))
        bedside.press(.stop)
        bedside.advance(by: .hours(2))
        #expect(bedside.entries(.ring).count == 1)
        #expect(bedside.entries(.dismissed).count == 1)
    }

    @Test(.requirement("ALARM-3")) func stopWhenNothingSoundsOnlyClicks() throws {
        let bedside = try Self.bedside()
        let before = bedside.log
        bedside.press(.stop)
        #expect(bedside.performed.last == .click)
        #expect(bedside.log == before)
    }

    @Test(.requirement("ALARM-3", "TALK-7")) func startSilencesAndOpensTheHabitsConversation() throws {
        let bedside = try Self.bedside()
        bedside.ownerSpeaks = true
        bedside.advance(to: try Self.at("2026-11-21T06:00:10"))
        bedside.press(.start)
        let conversation = try #require(bedside.entries(.conversation).first)
        #expect(conversation.occurrence?.habit == .wake)
        guard case .speech = try #require(bedside.played.last).source else {
            Issue.record("the companion did not speak first")
            return
        }
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.answered).count == 1)
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test(.requirement("ALARM-14")) func nobodyHeardInTheConversationRingsTheRemainingFollowUps() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T06:00:10"))
        bedside.press(.start)
        bedside.advance(to: try Self.at("2026-11-21T07:00"))
        #expect(bedside.entries(.stillAsleep).count == 1)
        #expect(bedside.entries(.answered).isEmpty)
        #expect(bedside.entries(.missed).count == 1)
        let last = try #require(bedside.entries(.ring).last)
        #expect(last.followUp == 10)
        let ended = try #require(bedside.entries(.conversationEnded).first)
        #expect(bedside.entries(.ring).dropFirst().allSatisfy { $0.at > ended.at })
    }

    @Test(.requirement("ALARM-14")) func withoutAMicrophoneStartCountsAsAnAnswer() throws {
        let bedside = try Self.bedside(hasMicrophone: false)
        bedside.advance(to: try Self.at("2026-11-21T06:00:10"))
        bedside.press(.start)
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.answered).count == 1)
        #expect(bedside.entries(.ring).count == 1)
    }

    @Test(.requirement("ALARM-3", "ALARM-14")) func stopInTheConversationEndsTheEpisode() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T06:00:10"))
        bedside.press(.start)
        bedside.advance(by: .seconds(1))
        bedside.press(.stop)
        bedside.advance(by: .hours(1))
        #expect(bedside.entries(.ring).count == 1)
        #expect(bedside.entries(.dismissed).count == 1)
        #expect(!bedside.isMicrophoneOpen)
    }

    @Test(.requirement("ALARM-5")) func aNewerHabitTakesOverAndOnePressEndsBoth() throws {
        let bedside = try Self.bedside(training: "06:05")
        bedside.advance(to: try Self.at("2026-11-21T06:05:10"))
        #expect(bedside.entries(.ring).last?.occurrence?.habit == .training)
        bedside.press(.stop)
        bedside.advance(by: .hours(1))
        #expect(Set(bedside.entries(.dismissed).compactMap(\.occurrence?.habit)) == [.wake, .training])
        #expect(bedside.entries(.ring).map { $0.occurrence?.habit } == Array(repeating: .wake, count: 5) + [.training])
    }

    @Test(.requirement("ALARM-5")) func aHabitDueWhileTheOwnerTalksIsHandedOver() throws {
        let bedside = try Self.bedside(training: "06:00:12")
        bedside.ownerSpeaks = true
        bedside.advance(to: try Self.at("2026-11-21T06:00:02"))
        bedside.press(.start)
        bedside.advance(to: try Self.at("2026-11-21T07:00"))
        #expect(bedside.entries(.ring).map { $0.occurrence?.habit } == [.wake])
        #expect(Set(bedside.entries(.answered).compactMap(\.occurrence?.habit)) == [.wake, .training])
    }

    @Test(.requirement("ALARM-5")) func aHabitDueInASilentConversationRingsAndClosesIt() throws {
        let bedside = try Self.bedside(training: "06:00:30")
        bedside.advance(to: try Self.at("2026-11-21T06:00:05"))
        bedside.press(.start)
        bedside.advance(to: try Self.at("2026-11-21T06:00:31"))
        #expect(bedside.entries(.ring).last?.occurrence?.habit == .training)
        #expect(bedside.entries(.conversationEnded).count == 1)
        #expect(!bedside.isMicrophoneOpen)
    }

    @Test(.requirement("ALARM-11")) func aHeldStartBeforeTheWakeTimeCountsAsUnaided() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T04:40"))
        bedside.press(.start, heldMilliseconds: 2500)
        #expect(bedside.entries(.upEarly).count == 1)
        bedside.advance(by: .hours(4))
        #expect(bedside.entries(.ring).isEmpty)
    }

    @Test(.requirement("ALARM-11")) func stopWithinTenSecondsUndoesIt() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T05:00"))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(by: .seconds(10))
        bedside.press(.stop)
        bedside.advance(by: .hours(4))
        #expect(bedside.entries(.upEarlyTakenBack).count == 1)
        #expect(bedside.entries(.ring).count == 11)
    }

    @Test(.requirement("ALARM-11")) func aPlainStartInASleeplessNightCostsNoAlarm() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T05:00"))
        bedside.press(.start, heldMilliseconds: 300)
        #expect(bedside.entries(.conversation).count == 1)
        bedside.advance(by: .hours(4))
        #expect(bedside.entries(.ring).first?.followUp == 0)
    }

    @Test(.requirement("ALARM-11")) func aHoldOutsideTheNinetyMinutesIsAPlainStart() throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try Self.at("2026-11-21T04:29"))
        bedside.press(.start, heldMilliseconds: 2500)
        #expect(bedside.entries(.upEarly).isEmpty)
        #expect(bedside.entries(.conversation).count == 1)
    }

    @Test(.requirement("TALK-10")) func aSecondTriggerJoinsTheConversation() throws {
        let bedside = try Self.bedside()
        bedside.ask(.talk(nil))
        bedside.ask(.talk(.wake))
        bedside.press(.start)
        #expect(bedside.entries(.conversation).count == 1)
    }
}
