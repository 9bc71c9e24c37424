import TestKit
import Testing

@testable import Bedside

/// What the owner says to a companion about fading (TALK-9, FADE-2, FADE-3, FADE-5).
@Suite(.requirement("TALK-9")) struct FadingToolTests {
    /// A talk in the evening after a wake alarm that rang at this level.
    private func talk(
        _ level: FadingLevel, days: String = "", automaticity: Int? = nil, ear: CompanionRightsTests.Ear = .heard,
        _ change: (inout OwnerFading) -> Void = { _ in }, profile changeProfile: (inout Profile) -> Void = { _ in }
    ) throws -> VirtualBedside {
        var profile = Profile(companion: .openai)
        profile.habits[0].isOn = true
        profile.habits[0].followUps = 2
        changeProfile(&profile)
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        var disk = Durable()
        disk.profile = profile
        for habit in profile.habits where habit.isOn { disk.armedSince[habit.id] = start }
        disk.lastWritten = start
        let standing = FadingStanding(
            level: level, since: nil, daysHere: days.count, wasStepDown: false, automaticity: automaticity, days: days)
        disk.fading.apply(.base(.wake, FadingLedger.Base(through: 1, standing: standing)))
        change(&disk.fading)
        let bedside = VirtualBedside(at: start, disk: disk)
        bedside.powerOn()
        bedside.advance(to: try EpisodeTests.at(level.isNet ? "2026-11-21T05:40:00" : "2026-11-21T06:00:40"))
        if level.isNet { bedside.press(.start, heldMilliseconds: 2500) } else { bedside.press(.stop) }
        bedside.advance(to: try EpisodeTests.at("2026-11-21T15:00"))
        CompanionRightsTests.open(bedside, ear)
        return bedside
    }

    private func call(_ bedside: VirtualBedside, _ name: String, _ arguments: String = "{}") throws -> String {
        CompanionRightsTests.call(bedside, name, arguments)
        bedside.advance(by: .seconds(4))
        return try #require(CompanionRightsTests.answers(bedside).last)
    }

    @Test(.requirement("FADE-2")) func iWasAlreadyUp() throws {
        let bedside = try talk(.companion)
        #expect(bedside.disk.fading.ledgers[.wake]?.days.last?.word == .slow)
        #expect(try call(bedside, "already_up").contains(#""ok":true"#))
        #expect(bedside.disk.fading.ledgers[.wake]?.days.last?.word == .unaided)
        #expect(try call(bedside, "already_up", #"{"habit":"wake"}"#).contains(#""ok":false"#))
    }

    @Test(.requirement("FADE-5"), arguments: ["{}", #"{"habit":"wake"}"#]) func callMeAgain(arguments: String) throws {
        let bedside = try talk(.graduated)
        let answer = try call(bedside, "call_me_again", arguments)
        #expect(answer.contains(#""ok":true"#) && answer.contains(#""next_up_at":"2026-11-22T06:00"#), "\(answer)")
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
        #expect(try call(bedside, "call_me_again").contains(#""ok":false"#))
    }

    /// Consent is possible only once the days and the owner's own rating allow it.
    @Test(.requirement("FADE-3"), arguments: [nil, 4, 5]) func aSpokenYes(automaticity: Int?) throws {
        let days = String(repeating: "u", count: 28)
        let bedside = try talk(.net, days: days, automaticity: automaticity)
        let isRipe = automaticity == 5
        #expect(try call(bedside, "next_up").contains("may step back") == isRipe)
        let answer = try call(bedside, "step_back", #"{"habit":"wake"}"#)
        #expect(answer.contains(#""ok":\#(isRipe)"#), "\(answer)")
        #expect(bedside.disk.fading.level(of: .wake) == (isRipe ? .graduated : .net))
    }

    /// Stop brings back what was taken away; how the owner has asked to be called since stays.
    @Test(.requirement("FADE-5", "TALK-9")) func stopUndoesNoRecall() throws {
        let bedside = try talk(.net)
        let skipped = try call(bedside, "skip_next", #"{"habit":"wake"}"#)
        #expect(skipped.contains(#""ok":true"#) && !bedside.disk.exceptions.isEmpty, "\(skipped)")
        bedside.ask(.fading(.recall(.wake)))
        bedside.press(.stop)
        #expect(bedside.disk.exceptions.isEmpty)
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
    }

    /// The night log names the companion where it changed a level, and not the clock.
    @Test(
        .requirement("FADE-3"),
        arguments: [
            ("step_back", #"{"habit":"wake"}"#, "wake: 2 -> 3, consented"),
            ("call_me_again", "{}", "wake: 2 -> 1, recalled"),
            ("set_habit", #"{"habit":"wake","time":"07:30"}"#, "wake: 2 -> 1, new_time"),
        ])
    func theNightLogNamesTheCompanion(name: String, arguments: String, step: String) throws {
        let bedside = try talk(.net, days: String(repeating: "u", count: 28), automaticity: 5)
        #expect(try call(bedside, name, arguments).contains(#""ok":true"#))
        #expect(bedside.entries(.levelChanged).map(\.detail) == [step])
        #expect(bedside.entries(.levelChanged).map(\.cause) == [.companion])
    }

    // MARK: Complete silence (F-2)

    /// It is said twice, announced by the device, and taken back by Stop.
    @Test(.requirement("FADE-1", "SAFE-6"), arguments: [true, false])
    func theOwnerWantsSilence(takesBack: Bool) throws {
        let bedside = try talk(.graduated)
        let before = bedside.disk.fading
        let asked = try call(bedside, "stay_silent", #"{"habit":"wake"}"#)
        #expect(asked.contains(#""ok":false"#), "\(asked)")
        #expect(bedside.disk.fading == before)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .seconds(1))
        let answer = try call(bedside, "stay_silent", #"{"habit":"wake"}"#)
        #expect(answer.contains(#""ok":true"#) && answer.contains(#""silent":true"#), "\(answer)")
        #expect(bedside.disk.fading.silence(of: .wake) != nil)
        let said = bedside.said
        #expect(said.last?.contains("your morning alarm stays silent") == true)
        #expect(said.last?.contains("Stop within ten seconds") == true)
        if takesBack {
            bedside.press(.stop)
            bedside.advance(by: .seconds(30))
            #expect(bedside.disk.fading == before)
        } else {
            let again = try call(bedside, "call_me_again", #"{"habit":"wake"}"#)
            #expect(again.contains(#""next_up_at":"2026-11-22T06:00"#), "\(again)")
            #expect(bedside.disk.fading.silence(of: .wake) == nil)
        }
    }

    @Test(.requirement("FADE-1")) func silenceNeedsTheOwnersVoiceAndTheLastLevel() throws {
        let unheard = try talk(.graduated, ear: .unheard)
        for _ in 1...3 { #expect(try call(unheard, "stay_silent", #"{"habit":"wake"}"#).contains(#""ok":false"#)) }
        #expect(unheard.disk.fading.silence(of: .wake) == nil)
        let early = try talk(.net)
        for _ in 1...3 {
            #expect(try call(early, "stay_silent", #"{"habit":"wake"}"#).contains(#""ok":false"#))
            early.companion(.ownerSpeaking(true))
            early.companion(.ownerSpeaking(false))
        }
        #expect(early.disk.fading.silence(of: .wake) == nil)
    }

    // MARK: How much it happens by itself (F-10)

    @Test(.requirement("FADE-3")) func theOwnerSaysSix() throws {
        let bedside = try talk(.net, days: String(repeating: "u", count: 28))
        let answer = try call(bedside, "rate_habit", #"{"habit":"wake","score":6}"#)
        #expect(answer.contains(#""ok":true"#) && answer.contains(#""may_step_back":true"#), "\(answer)")
        #expect(bedside.disk.fading.standings[.wake]?.automaticity == 6)
        #expect(try call(bedside, "step_back", #"{"habit":"wake"}"#).contains(#""ok":true"#))
        #expect(bedside.disk.fading.level(of: .wake) == .graduated)
    }

    /// A number in a talk is kept only where it was asked for, or may be.
    @Test(.requirement("FADE-3")) func aNumberThatNothingAskedForIsRefused() throws {
        for (level, days) in [(FadingLevel.net, "uuuu"), (.ringOnly, String(repeating: "u", count: 6))] {
            let bedside = try talk(level, days: days)
            let answer = try call(bedside, "rate_habit", #"{"habit":"wake","score":6}"#)
            #expect(answer.contains(#""ok":false"#) && answer.contains("not ready"), "\(answer)")
            #expect(bedside.disk.fading.standings[.wake]?.automaticity == nil)
            // The owner may rate by command at any time.
            #expect(bedside.ask(.fading(.automaticity(.wake, score: 6))) == .done)
        }
        let unheard = try talk(.net, days: String(repeating: "u", count: 28), ear: .unheard)
        #expect(try call(unheard, "rate_habit", #"{"habit":"wake","score":6}"#).contains(#""ok":false"#))
        #expect(unheard.disk.fading.standings[.wake]?.automaticity == nil)
    }

    /// The device asked, and the owner answers days later, after a day that was not unaided.
    @Test(.requirement("FADE-3")) func whatTheDeviceAskedMayBeAnsweredLater() throws {
        for (asked, isTaken) in [("2026-11-08", true), ("2026-11-07", false)] {
            let date = try #require(LocalDate(asked))
            let bedside = try talk(.net, days: "u") { $0.apply(.entry(.wake, number: 2, .asked(.automaticity, date))) }
            let answer = try call(bedside, "rate_habit", #"{"habit":"wake","score":3}"#)
            #expect(answer.contains(#""ok":\#(isTaken)"#), "\(asked): \(answer)")
        }
    }

    /// At bedtime the companion is told to ask, at most every 14 days. The device itself does not ask then.
    @Test(.requirement("FADE-3", "FADE-7")) func theCompanionAsksAtBedtimeOnceInTwoWeeks() throws {
        #expect(try nights(30, automaticity: nil, tells: "to be rated").told == [0, 14, 28])
    }

    /// The companion may ask for consent three times at most, and only at night; the owner can agree by day too (F-6).
    @Test(.requirement("FADE-3")) func theCompanionAsksForConsentThreeTimes() throws {
        let (bedside, told) = try nights(60, automaticity: 6, tells: "to be asked")
        #expect(told == [0, 14, 28])
        bedside.advance(to: try EpisodeTests.at("2027-01-20T05:30"))
        bedside.press(.start, heldMilliseconds: 2500)
        bedside.advance(to: try EpisodeTests.at("2027-01-20T15:00"))
        CompanionRightsTests.open(bedside, .heard)
        let facts = try call(bedside, "next_up")
        #expect(facts.contains("may step back") && !facts.contains("to be asked"), "\(facts)")
        #expect(try call(bedside, "step_back", #"{"habit":"wake"}"#).contains(#""ok":true"#))
        #expect(bedside.disk.fading.level(of: .wake) == .graduated)
    }

    /// Nights with a talk at bedtime in which the owner answers nothing, after unaided mornings; and on which of them the
    /// companion was told these words.
    private func nights(
        _ count: Int, automaticity: Int?, tells words: String
    ) throws -> (bedside: VirtualBedside, told: [Int]) {
        // One more day, and the habit has come far enough. After some, the device itself would ask by day.
        let bedside = try talk(.net, days: String(repeating: "u", count: 27), automaticity: automaticity) { _ in
        } profile: {
            $0.habits[2].isOn = true
        }
        bedside.press(.stop)
        let night = try #require(bedside.machine?.profile.habits[2].at)
        let first = try #require(LocalDate("2026-11-21"))
        var told: [Int] = []
        for index in 0..<count {
            let date = first.adding(days: index)
            if index > 0 {
                bedside.advance(to: LocalDateTime(date: date, time: try #require(LocalTime("05:30"))))
                bedside.press(.start, heldMilliseconds: 2500)
            }
            bedside.advance(to: LocalDateTime(date: date, time: night))
            bedside.advance(by: .seconds(5))
            let status = try #require(bedside.status)
            #expect(!DeviceFacts(status).habits.contains(words))
            if DeviceFacts(status, isAtBedtime: true).habits.contains(words) { told.append(index) }
            bedside.press(.start)
            bedside.companion(.ready)
            bedside.advance(by: .seconds(20))
            #expect(bedside.machine?.conversation != nil)
            bedside.press(.stop)
            bedside.advance(by: .seconds(20))
            #expect(bedside.machine?.features.fading.asked == nil)
        }
        return (bedside, told)
    }

    /// What Stop brings back within ten seconds is the level too, with every day that it was computed from.
    @Test(
        .requirement("FADE-5"),
        arguments: [
            ("step_back", #"{"habit":"wake"}"#), ("set_habit", #"{"habit":"wake","time":"07:30"}"#),
            ("set_habit", #"{"habit":"wake","on":false}"#),
        ])
    func stopBringsTheLevelBack(tool: (name: String, arguments: String)) throws {
        let bedside = try talk(.net, days: String(repeating: "u", count: 28), automaticity: 5)
        let before = bedside.disk.fading
        #expect(try call(bedside, tool.name, tool.arguments).contains(#""ok":true"#))
        bedside.press(.stop)
        bedside.advance(by: .seconds(30))
        #expect(bedside.disk.fading == before)
        #expect(bedside.disk.fading.level(of: .wake) == .net)
        #expect(bedside.machine?.agenda.next(of: .wake, after: bedside.now.civil)?.isNet == true)
    }
}
