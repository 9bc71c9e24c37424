import TestKit
import Testing

@testable import Bedside

/// What an owner is offered who presses Start during the light (MIND-8, N-3).
@Suite(.requirement("MIND-8")) struct NudgeOfferTests {
    private static let phrase = "I can get tired, and I can come back."

    private static func phrase(
        at times: [String] = [], recording: PhraseRecordingFile? = nil
    ) -> (inout Durable) -> Void {
        { disk in
            let phrase = Affirmation(
                id: 1, text: PrivateText(Self.phrase), language: .english, times: times.compactMap { LocalTime($0) },
                recording: recording)
            disk.affirmations.apply(.keep(phrase))
        }
    }

    /// An afternoon with the light on, after so many earlier nudges, with a companion that can be reached.
    private static func lit(
        after earlier: Int, companion: Companion = .openai, _ shape: (inout Durable) -> Void = { _ in }
    ) throws -> VirtualBedside {
        let nudges = (0..<earlier).map {
            Nudge(date: NudgeTests.date.adding(days: -100 - $0), habit: .wake, answer: .accepted)
        }
        let bedside = try NudgeTests.bedside(nudges: nudges) { disk in
            disk.profile.companion = companion
            shape(&disk)
        }
        #expect(NudgeTests.untilLit(bedside))
        return bedside
    }

    private static func take(_ bedside: VirtualBedside) {
        bedside.press(.start)
        bedside.advance(by: .seconds(9))
        bedside.press(.start)
        bedside.advance(by: .seconds(4))
    }

    private static func heardPhrases(_ bedside: VirtualBedside) -> Int {
        bedside.played.count { playback in
            switch playback.source {
            case .phrase: true
            case .speech(let words): words.text == phrase
            case .alarm, .square, .chime, .tone: false
            }
        }
    }

    private static func offer(_ bedside: VirtualBedside) -> NudgeOffer? { bedside.machine?.features.nudges.open?.offer }

    /// An owner of the automatic companion may have no key.
    @Test(arguments: [false, true]) func anAutomaticCompanionIsOfferedOnceItHasAnswered(hasAnswered: Bool) throws {
        let bedside = try Self.lit(after: 1, companion: .automatic)
        if hasAnswered { bedside.post(.companionChecked(nil)) }
        bedside.press(.start)
        #expect(Self.offer(bedside) == (hasAnswered ? .talk : .breath))
    }

    @Test func startTellsOneOfferWhichIsAnotherWithTheNextNudge() throws {
        for (earlier, offer) in [NudgeOffer.breath, .phrase, .talk, .breath].enumerated() {
            let bedside = try Self.lit(after: earlier, Self.phrase())
            #expect(bedside.said.isEmpty)
            bedside.press(.start)
            #expect(bedside.said == [NudgePhrase.offer(offer).text(in: .english)])
            #expect(bedside.disk.nudges.nudges.last?.answer == .accepted)
            #expect(bedside.status?.meditation == nil && bedside.machine?.conversation == nil)
        }
    }

    @Test(.requirement("MIND-5")) func aSecondStartBeginsAMinuteOfBreathingThatEndsByItself() throws {
        let bedside = try Self.lit(after: 0)
        Self.take(bedside)
        #expect(bedside.status?.meditation?.minutes == .one && bedside.status?.meditation?.part == .breath)
        let begun = bedside.played.count
        bedside.advance(by: .seconds(70))
        let breath = Tone.breath(rise: 4000, hold: 0, fall: 6000)
        let tones = bedside.played.compactMap { if case .tone(let tone) = $0.source { tone } else { nil } }
        #expect(tones == Array(repeating: breath, count: 6) + [.bell(decibels: -30)])
        #expect(bedside.played.dropFirst(begun).allSatisfy { if case .tone = $0.source { true } else { false } })
        #expect(bedside.status?.meditation == nil && bedside.status?.activity == .idle)
        #expect(bedside.disk.meditation.sessions.map(\.seconds) == [60])
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.accepted])
    }

    /// It needs no file that may be missing.
    @Test func theMinuteIsAsLongAsItsNameSays() {
        let plan = MeditationPlan.breathing(hasBells: true)
        #expect(plan.length == .seconds(60))
        #expect(plan.cues.map(\.at) == [0, 10, 20, 30, 40, 50, 60].map { .seconds($0) })
        #expect(MeditationPlan.breathing(hasBells: false).cues.count == 6)
        #expect(!MeditationLength.allCases.contains(.one))
    }

    @Test(.requirement("MIND-7"), arguments: [true, false])
    func theOwnersPhraseIsHeardInTheirVoiceIfThereIsOneAndCounts(isRecorded: Bool) throws {
        let recording = isRecorded ? PhraseRecordingFile(number: 7, milliseconds: 2000) : nil
        let bedside = try Self.lit(after: 1, Self.phrase(recording: recording))
        Self.take(bedside)
        #expect(Self.heardPhrases(bedside) == 1)
        let isOwnVoice = bedside.played.contains { if case .phrase(7, _) = $0.source { true } else { false } }
        #expect(isOwnVoice == isRecorded)
        #expect(bedside.disk.affirmations.plays.map(\.on) == [NudgeTests.date])
        #expect(bedside.status?.meditation == nil && bedside.machine?.conversation == nil)
    }

    /// A time that the owner chose is never lost to a nudge, and a third play of a day never comes.
    @Test(.requirement("MIND-7"), arguments: [["21:00"], ["20:30", "21:00"], ["08:30", "21:00"]])
    func twoPlaysADayAreTheMostAndChosenTimesComeFirst(times: [String]) throws {
        let bedside = try Self.lit(after: 1, Self.phrase(at: times))
        bedside.press(.start)
        #expect((Self.offer(bedside) == .phrase) == (times.count == 1))
        bedside.advance(by: .seconds(9))
        bedside.press(.start)
        bedside.advance(by: .hours(10))
        #expect(Self.heardPhrases(bedside) == 2)
    }

    @Test(.requirement("MIND-7")) func ofSeveralPhrasesTheOnePlayedLongestAgoIsHeard() throws {
        let bedside = try Self.lit(after: 1) { disk in
            for id in 1...3 {
                disk.affirmations.apply(
                    .keep(Affirmation(id: id, text: PrivateText("Phrase \(id)."), language: .english)))
            }
            for (id, days) in [(1, 3), (3, 2)] {
                let play = AffirmationPlay(
                    id: id, on: NudgeTests.date.adding(days: -days), at: LocalTime(wrappingSecondOfDay: 0))
                disk.affirmations.apply(.played(play))
            }
        }
        Self.take(bedside)
        #expect(bedside.said.last == "Phrase 2.")
    }

    @Test func aPhraseThatIsGoneByThenGivesWayToBreathing() throws {
        let bedside = try Self.lit(after: 1, Self.phrase())
        bedside.press(.start)
        #expect(Self.offer(bedside) == .phrase)
        bedside.ask(.affirmation(.remove(1)))
        bedside.advance(by: .seconds(9))
        bedside.press(.start)
        bedside.advance(by: .seconds(4))
        #expect(bedside.status?.meditation?.minutes == .one)
        #expect(Self.heardPhrases(bedside) == 0)
    }

    /// The device's voice cannot read kanji, so there is nothing to be heard.
    @Test func aPhraseThatCannotBeHeardIsNotOffered() throws {
        let bedside = try Self.lit(after: 1, companion: .offline) { disk in
            disk.affirmations.apply(.keep(Affirmation(id: 1, text: PrivateText("戻れる道。"), language: .japanese)))
        }
        bedside.press(.start)
        #expect(Self.offer(bedside) == .breath)
    }

    @Test func aTalkBegins() throws {
        let bedside = try Self.lit(after: 2, Self.phrase())
        Self.take(bedside)
        #expect(bedside.machine?.conversation?.needsCall == true)
        #expect(bedside.machine?.conversation?.habit == nil)
    }

    /// No talk is offered that would begin with a limit, or with what is missing or used up (N-6).
    @Test(arguments: ["offline", "limit", "quota", "no key", "muted since"])
    func noTalkIsOfferedThatCannotBe(trouble: String) throws {
        let bedside = try Self.lit(after: 1, companion: trouble == "offline" ? .offline : .openai) { disk in
            if trouble == "limit" { disk.profile.age = .under13 }
        }
        switch trouble {
        case "quota": bedside.post(.companionChecked(.quota))
        case "no key": bedside.post(.companionChecked(.unavailable))
        case "muted since": bedside.ask(.mute(true))
        default: break
        }
        bedside.press(.start)
        #expect(Self.offer(bedside) == .breath)
    }

    @Test func stopAfterTheOfferLeavesIt() throws {
        let bedside = try Self.lit(after: 0)
        bedside.press(.start)
        bedside.advance(by: .seconds(3))
        bedside.press(.stop)
        bedside.advance(by: .seconds(10))
        #expect(bedside.light != .nudge && bedside.status?.activity == .idle)
        #expect(bedside.status?.meditation == nil)
    }

    @Test func noSequenceOfEventsContradictsItself() throws {
        for earlier in 0..<3 {
            let bedside = try Self.lit(after: earlier, Self.phrase())
            bedside.press(.start)
            let machine = try #require(bedside.machine)
            #expect(machine.isNudging)
            var found: [String] = []
            WalkTests.walk(machine, at: bedside.now, depth: 3, found: &found)
            #expect(found.isEmpty, "\(found)")
        }
    }

    /// The owner's choice (N-2): one Start takes it.
    @Test func ifTheOwnerChoseThatTheDeviceSpeaksAtOnce() throws {
        var choice = NudgeTests.window
        choice.speaksAtOnce = true
        let bedside = try NudgeTests.bedside(choice: choice)
        #expect(NudgeTests.untilLit(bedside))
        #expect(bedside.said == [NudgePhrase.offer(.breath).text(in: .english)])
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.none])
        bedside.press(.start)
        bedside.advance(by: .seconds(4))
        #expect(bedside.status?.meditation?.minutes == .one)
        #expect(bedside.disk.nudges.nudges.map(\.answer) == [.accepted])
    }

    @Test(arguments: NudgeOffer.allCases) func whatIsOfferedIsShort(offer: NudgeOffer) {
        let phrase = NudgePhrase.offer(offer)
        #expect(phrase.text(in: .english).split(separator: " ").count <= 20)
        #expect(phrase.text(in: .japanese).count <= 40)
    }

    // MARK: An intention as the reason

    private static func intending(
        _ kind: Intention.CueKind = .afterAction, habit: HabitID = .wake, inDays days: Int = 0,
        status: Intention.Status = .open, mode: MemoryMode = .on
    ) -> (inout Durable) -> Void {
        { disk in
            let intention = Intention(
                habit: habit, forDate: NudgeTests.date.adding(days: days), cueKind: kind,
                cue: PrivateText("after lunch"), action: PrivateText("walk around the block"),
                words: PrivateText("After lunch I walk around the block."), status: status)
            let at = LocalMoment(
                civil: CivilTime(seconds: 1_795_000_000), zone: "UTC",
                local: LocalDateTime(date: NudgeTests.date, time: LocalTime(wrappingSecondOfDay: 7 * 3600)))
            let candidate = MemoryCandidate(intention)
            guard case .success = disk.memory.memory.keep(candidate, at: at, talk: 1, habit: habit) else {
                Issue.record("the intention is not kept")
                return
            }
            disk.memory.mode = mode
        }
    }

    @Test func anOpenIntentionThatFollowsSomethingIsAReason() throws {
        let bedside = try NudgeTests.bedside(words: [.prompt, .prompt], shape: Self.intending())
        #expect(NudgeTests.untilLit(bedside))
        bedside.press(.start)
        // Neither its words nor that there is one.
        #expect(bedside.said == [NudgePhrase.offer(.breath).text(in: .english)])
    }

    @Test(arguments: 0..<6) func anotherIntentionIsNone(which: Int) throws {
        let shapes = [
            Self.intending(.place), Self.intending(.time), Self.intending(habit: .bedtime),
            Self.intending(inDays: 1), Self.intending(status: .done), Self.intending(mode: .paused),
        ]
        let bedside = try NudgeTests.bedside(words: [.prompt, .prompt], shape: shapes[which])
        #expect(!NudgeTests.untilLit(bedside))
    }
}
