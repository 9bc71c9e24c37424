import TestKit
import Testing

@testable import Bedside

/// The owner's own phrases: what is taken, when they are heard, and what they give way to (MIND-7; V-6 to V-8).
@Suite(.requirement("MIND-7"))
struct AffirmationTests {
    static let words = "I can get up, and it is fine."

    /// Alarms at 06:00 and 21:00, in UTC, beginning at noon.
    static func bedside(_ start: String = "2026-11-20T12:00", companion: Companion = .offline, disk: Durable? = nil)
        throws -> VirtualBedside
    {
        let civil = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at(start)))
        var profile = Profile(companion: companion)
        profile.habits[0].isOn = true
        profile.habits[0].followUps = 3
        profile.habits[0].followUpIntervalSeconds = 120
        let bedside = VirtualBedside(profile: profile, at: civil, disk: disk)
        bedside.powerOn()
        return bedside
    }

    static func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

    @discardableResult
    static func add(_ bedside: VirtualBedside, _ words: String = words, at times: String...) throws -> Reply? {
        let times = try times.map(time)
        return bedside.ask(.affirmation(.add(PrivateText(words), kana: nil, times: times)))
    }

    static func heard(_ bedside: VirtualBedside, _ words: String = words) -> Int {
        bedside.played.count { if case .speech(let said) = $0.source { said.text == words } else { false } }
    }

    @Test func aPhraseIsHeardAtItsTimeEveryDay() throws {
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "13:00")
        bedside.advance(by: .minutes(59))
        #expect(Self.heard(bedside) == 0)
        bedside.advance(by: .minutes(2))
        #expect(Self.heard(bedside) == 1)
        bedside.advance(by: .days(3))
        #expect(Self.heard(bedside) == 4)
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test func thePhraseIsOnDiskBeforeItIsHeardAndIsInNoJournal() throws {
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "13:00")
        bedside.advance(by: .hours(2))
        let played = try #require(
            bedside.performed.firstIndex {
                if case .play(let playback) = $0, case .speech(let said) = playback.source {
                    said.text == Self.words
                } else {
                    false
                }
            })
        let written = try #require(
            bedside.performed.firstIndex {
                if case .commit(let changes) = $0 {
                    changes.contains { if case .affirmation(.played) = $0 { true } else { false } }
                } else {
                    false
                }
            })
        #expect(written < played)
        let playback = try #require(bedside.played.last)
        #expect(!playback.isJournaled)
        guard case .speech(let said) = playback.source else { return #expect(Bool(false)) }
        #expect(said.isPrivate)
        #expect(!"\(bedside.log)".contains("fine"))
    }

    @Test(arguments: 0..<20) func neverMoreThanTwoADayWhateverHappens(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "12:10")
        try Self.add(bedside, "I may rest.", at: "18:00")
        var plays: [LocalDate: Int] = [:]
        var counted = 0
        for _ in 0..<150 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: bedside.advance(by: .minutes(Int.random(in: 1...300, using: &random)))
            case 1: bedside.step(.minutes(Int.random(in: -90...90, using: &random)))
            case 2:
                bedside.cutPower()
                bedside.powerOn(isClockSynchronized: true)
            case 3: bedside.press(.start)
            case 4: bedside.press(.stop)
            case 5: bedside.press(.mute)
            case 6: bedside.ask(.affirmation(.remove(1)))
            case 7: try Self.add(bedside, at: "12:10")
            default: bedside.advance(by: .minutes(11))
            }
            let all = bedside.disk.affirmations.plays
            let heard = Self.heard(bedside) + Self.heard(bedside, "I may rest.")
            if heard > counted {
                let today = bedside.zone.local(bedside.now.civil).date
                // A play within a long step belongs to a day before.
                for play in all.suffix(heard - counted) { plays[play.on, default: 0] += 1 }
                #expect(all.filter { $0.on == today }.count <= 2)
                counted = heard
            }
        }
        #expect(plays.values.allSatisfy { $0 <= 2 })
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test func anAlarmIsNeverSpokenOverAndStopsAPhraseAtOnce() throws {
        let bedside = try Self.bedside("2026-11-21T05:00")
        // In the middle of the follow-ups, which go on for longer than ten minutes after it.
        try Self.add(bedside, at: "06:01")
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:30"))
        #expect(bedside.status?.occurrence != nil)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:05"))
        #expect(Self.heard(bedside) == 0)
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        #expect(Self.heard(bedside) == 1)

        let other = try Self.bedside("2026-11-21T05:00")
        other.speechSpan = .seconds(20)
        // Said so long that the alarm falls due in it.
        try Self.add(other, at: "05:58:55")
        other.advance(to: try EpisodeTests.at("2026-11-21T05:58:58"))
        #expect(Self.heard(other) == 1)
        other.ask(.tryOut(afterSeconds: 3))
        other.advance(by: .seconds(5))
        #expect(other.status?.activity == .ringing)
        guard case .alarm = try #require(other.played.last).source else { return #expect(Bool(false)) }
    }

    @Test func nothingBeginsInTheMinuteBeforeAnAlarm() throws {
        let bedside = try Self.bedside("2026-11-21T05:00")
        try Self.add(bedside, at: "05:59:30")
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:59"))
        #expect(Self.heard(bedside) == 0)
    }

    @Test func aTalkAndAMutedMicrophoneSkipThatDay() throws {
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "13:00")
        bedside.press(.mute)
        bedside.advance(by: .minutes(71))
        bedside.press(.mute)
        bedside.advance(by: .hours(2))
        #expect(Self.heard(bedside) == 0)
        bedside.advance(by: .days(1))
        #expect(Self.heard(bedside) == 1)
    }

    @Test(.requirement("SAFE-3")) func anOwnerAtRiskHearsNoPhrase() throws {
        let bedside = try Self.bedside(companion: .openai)
        try Self.add(bedside, at: "13:00")
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        bedside.companion(.said(.owner, PrivateText("I want to kill myself."), turn: 2))
        bedside.advance(by: .minutes(40))
        bedside.press(.stop)
        bedside.advance(by: .minutes(40))
        #expect(bedside.machine?.conversation == nil)
        #expect(Self.heard(bedside) == 0)
        #expect(bedside.ask(.affirmation(.play(1))) == .refused(.onlySafety))
    }

    @Test func anUntrustedClockPlaysNothing() throws {
        let civil = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        var disk = Durable()
        disk.lastWritten = civil + .days(2)
        let bedside = VirtualBedside(at: civil, disk: disk)
        bedside.powerOn()
        try Self.add(bedside, at: "13:00")
        bedside.advance(by: .hours(3))
        #expect(bedside.status?.isClockTrusted == false)
        #expect(Self.heard(bedside) == 0)
    }

    @Test func aClockThatIsSetBackByDaysSkipsNoPhraseForDays() throws {
        let bedside = try Self.bedside()
        bedside.step(.days(5))
        try Self.add(bedside, at: "13:00")
        bedside.step(.days(-5))
        bedside.advance(by: .hours(2))
        #expect(bedside.status?.isClockTrusted == true)
        #expect(Self.heard(bedside) == 1)
        // One whose time is past when the clock is set back is still past.
        let other = try Self.bedside("2026-11-20T13:30")
        try Self.add(other, at: "13:05")
        other.step(.minutes(-22))
        other.advance(by: .minutes(5))
        #expect(Self.heard(other) == 0)
        #expect(bedside.stuckDeadlines == 0 && other.stuckDeadlines == 0)
    }

    @Test func aPowerCutPlaysNothingTwiceAndLosesNoPhrase() throws {
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "13:00")
        bedside.advance(by: .minutes(60) + .seconds(1))
        #expect(Self.heard(bedside) == 1)
        bedside.cutPower()
        bedside.powerOn(isClockSynchronized: true)
        bedside.advance(by: .minutes(20))
        #expect(Self.heard(bedside) == 1)
        // One that was off at its time, and is back within ten minutes.
        bedside.advance(to: try EpisodeTests.at("2026-11-21T12:59"))
        bedside.cutPower()
        bedside.advance(by: .minutes(5))
        bedside.powerOn(isClockSynchronized: true)
        bedside.advance(by: .minutes(1))
        #expect(Self.heard(bedside) == 2)
    }

    @Test func bothButtonsWorkWhileAPhraseIsHeard() throws {
        for button in [Button.start, .stop] {
            let bedside = try Self.bedside()
            bedside.speechSpan = .seconds(8)
            try Self.add(bedside, at: "13:00")
            bedside.advance(by: .minutes(60) + .seconds(1))
            #expect(Self.heard(bedside) == 1)
            bedside.press(button)
            if button == .stop { #expect(bedside.status?.activity == .idle) }
            if button == .start { #expect(bedside.machine?.conversation != nil) }
        }
    }

    @Test func whatIsTooMuchIsRefused() throws {
        let bedside = try Self.bedside()
        func refusal(_ text: String, _ times: [String] = []) throws -> AffirmationRefusal? {
            let times = try times.map(Self.time)
            let reply = bedside.ask(.affirmation(.add(PrivateText(text), kana: nil, times: times)))
            if case .refused(.affirmation(let refusal)) = reply { return refusal }
            return nil
        }
        #expect(try refusal("  ") == .empty)
        #expect(try refusal(String(repeating: "word ", count: 13)) == .tooManyWords(13))
        #expect(try refusal(String(repeating: "あ", count: 31)) == .tooManyCharacters(31))
        #expect(try refusal("one", ["07:00", "08:00", "09:00"]) == .tooManyTimes(3))
        #expect(try refusal("one", ["07:00", "08:00"]) == nil)
        #expect(try refusal("two", ["09:00"]) == .tooManyTimes(3))
        #expect(try refusal("two") == nil)
        #expect(try refusal(String(repeating: "あ", count: 30)) == nil)
        #expect(try refusal("four") == .full)
        // The same words again change its times only.
        #expect(try refusal("one", ["10:00"]) == nil)
        #expect(bedside.disk.affirmations.phrases.map(\.times.count) == [1, 0, 0])
        #expect(bedside.ask(.affirmation(.remove(4))) == .refused(.affirmation(.noSuchPhrase(4, count: 3))))
        #expect(bedside.ask(.affirmation(.remove(2))) == .done)
        #expect(bedside.disk.affirmations.phrases.map(\.text.words).count == 2)
    }

    @Test func noNumberIsGivenTwice() throws {
        let bedside = try Self.bedside()
        try Self.add(bedside)
        try Self.add(bedside, "two")
        bedside.ask(.affirmation(.remove(2)))
        try Self.add(bedside, "three")
        #expect(bedside.disk.affirmations.phrases.map(\.id) == [1, 3])
        bedside.ask(.memory(.wipe))
        bedside.cutPower()
        bedside.powerOn()
        try Self.add(bedside)
        #expect(bedside.disk.affirmations.phrases.map(\.id) == [4])
    }

    @Test func aJapanesePhraseNeedsAReadingTheVoiceCanSay() throws {
        let bedside = try Self.bedside()
        let kanji = PrivateText("疲れても、また戻れる。")
        bedside.ask(.affirmation(.add(kanji, kana: nil, times: [])))
        #expect(bedside.ask(.affirmation(.play(1))) == .refused(.affirmation(.unsayable)))
        let wrong = bedside.ask(.affirmation(.add(kanji, kana: kanji, times: [])))
        #expect(wrong == .refused(.affirmation(.kana)))
        let kana = PrivateText("つかれても、また もどれる。")
        bedside.ask(.affirmation(.add(kanji, kana: kana, times: [])))
        #expect(bedside.ask(.affirmation(.play(1))) == .done)
        guard case .speech(let said) = try #require(bedside.played.last).source else { return #expect(Bool(false)) }
        #expect(said.spoken == kana.words)
        #expect(said.language == .japanese)
    }

    /// They are sealed with its key.
    @Test func wipingTheMemoryErasesThePhrases() throws {
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "13:00")
        bedside.ask(.memory(.wipe))
        #expect(bedside.disk.affirmations.phrases.isEmpty)
        bedside.advance(by: .hours(2))
        #expect(Self.heard(bedside) == 0)
    }

    // MARK: "Does this help?" (V-8)

    private static func asks(_ bedside: VirtualBedside, _ phrase: AffirmationPhrase) -> Int {
        let key = Phrase.affirmation(phrase).utterance(in: .english).key
        return bedside.played.count { if case .speech(let said) = $0.source { said.key == key } else { false } }
    }

    /// Ends when the question has been said.
    private static func twoWeeks() throws -> VirtualBedside {
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "13:00")
        bedside.advance(by: .hours(1) + .days(13) + .minutes(30))
        #expect(asks(bedside, .doesThisHelp) == 0)
        bedside.advance(by: .hours(23) + .minutes(30) + .seconds(8))
        #expect(asks(bedside, .doesThisHelp) == 1)
        return bedside
    }

    @Test func afterTwoWeeksItAsksOnceWhetherThisHelps() throws {
        let bedside = try Self.twoWeeks()
        bedside.press(.start)
        #expect(bedside.machine?.conversation == nil)
        #expect(Self.asks(bedside, .goesOn) == 1)
        bedside.advance(by: .days(30))
        #expect(Self.asks(bedside, .doesThisHelp) == 1)
        #expect(Self.heard(bedside) == 45)
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test(arguments: [true, false]) func aNoIsFollowedByTheOfferToStop(isTaken: Bool) throws {
        let bedside = try Self.twoWeeks()
        bedside.press(.stop)
        #expect(Self.asks(bedside, .shallIStop) == 1)
        bedside.advance(by: .seconds(5))
        bedside.press(isTaken ? .start : .stop)
        #expect(Self.asks(bedside, isTaken ? .stopped : .goesOn) == 1)
        #expect(bedside.disk.affirmations.phrases.map(\.times.isEmpty) == [isTaken])
        bedside.advance(by: .days(2))
        #expect(Self.heard(bedside) == (isTaken ? 15 : 17))
    }

    @Test func noAnswerChangesNothingAndAPowerCutAsksNothingAgain() throws {
        let bedside = try Self.twoWeeks()
        bedside.cutPower()
        bedside.powerOn(isClockSynchronized: true)
        bedside.advance(by: .days(3))
        #expect(Self.asks(bedside, .doesThisHelp) == 1)
        #expect(Self.heard(bedside) == 18)
        let other = try Self.twoWeeks()
        other.advance(by: .minutes(2))
        other.press(.stop)
        #expect(Self.asks(other, .shallIStop) == 0)
        other.press(.start)
        #expect(other.machine?.conversation != nil)
    }

    /// Two weeks of a phrase that was not played ask nothing, whatever took it away.
    @Test func twoWeeksAreCountedFromTheFirstPlayWithoutABreak() throws {
        let removals: [(VirtualBedside) throws -> Void] = [
            { $0.ask(.affirmation(.remove(1))) }, { try Self.add($0) }, { $0.ask(.memory(.wipe)) },
        ]
        for remove in removals {
            let bedside = try Self.bedside()
            try Self.add(bedside, at: "13:00")
            bedside.advance(by: .hours(2))
            try remove(bedside)
            #expect(bedside.disk.affirmations.firstPlayedOn == nil)
            bedside.advance(by: .days(20))
            try Self.add(bedside, at: "13:00")
            bedside.advance(by: .days(13))
            #expect(Self.asks(bedside, .doesThisHelp) == 0)
            bedside.advance(by: .days(2))
            #expect(Self.asks(bedside, .doesThisHelp) == 1)
        }
    }

    @Test func aDeviceThatWasOffForTwoWeeksAsksOnlyAfterPlaysOnSeveralDays() throws {
        let bedside = try Self.bedside()
        try Self.add(bedside, at: "13:00")
        bedside.advance(by: .hours(2))
        bedside.cutPower()
        bedside.advance(by: .days(20))
        bedside.powerOn(isClockSynchronized: true)
        for heard in 2...3 {
            bedside.advance(by: .days(1))
            #expect(Self.heard(bedside) == heard && Self.asks(bedside, .doesThisHelp) == 0)
        }
        bedside.advance(by: .days(1))
        #expect(Self.heard(bedside) == 4 && Self.asks(bedside, .doesThisHelp) == 1)
    }
}
