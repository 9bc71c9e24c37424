import TestKit
import Testing

@testable import Bedside

/// without a live companion the device asks about today's intention by its own voice, once, and takes the
/// answer by button. It never takes a button from an alarm.
@Suite(.requirement("MIND-1", "TALK-6"))
struct EveningQuestionTests {
    static let script = """
        say The day is over.
        pause 3

        say Did you do it? Start: yes. Stop: not today.
        say It was: ${INTENTION}.
        ask intention 20
        yes Well done.
        no Tomorrow is another day.
        pause 1

        say On ${UP_RATE} mornings you were up.
        pause 1

        say The same again? Start: yes. Stop: another one.
        say It was: ${EARLIER}.
        ask tomorrow 10
        yes Good.

        say I will wake you ${WAKE_TIME}.
        """

    static let tonight = "2026-11-24"

    /// An evening before bedtime, with an intention for today, and others before it.
    static func bedside(
        earlier: [String] = [], mode: MemoryMode = .on, companion: Companion = .offline, notToday: Int = 0,
        from: String = "22:00"
    ) throws -> VirtualBedside {
        var disk = Durable()
        disk.profile = Profile(companion: companion)
        for index in disk.profile.habits.indices { disk.profile.habits[index].isOn = index != 1 }
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("\(tonight)T\(from)")))
        for habit in disk.profile.habits { disk.armedSince[habit.id] = start - .hours(12) }
        disk.lastWritten = start
        disk.memory.mode = mode
        for (index, act) in (earlier + ["open the window"]).enumerated() {
            let now = try MemoryRun.moment("2026-11-\(23 - earlier.count + index)T22:30")
            for change in disk.memory.memory.expire(at: now) { disk.memory.apply(.record(change)) }
            let intention = MemoryTests.intention(act, for: now)
            for change in try disk.memory.memory.keep(
                MemoryCandidate(intention), at: now, talk: 1, habit: .bedtime
            ).get() {
                disk.memory.apply(.record(change))
            }
        }
        if notToday > 0 {
            let run = IntentionRun(notToday: notToday, wasSmallerOffered: notToday >= 3)
            disk.memory.apply(.record(.run(.wake, run)))
        }
        #expect(disk.memory.memory.intentionsToAsk(at: try MemoryRun.moment("\(tonight)T22:30")).count == 1)
        var configuration = Configuration(clockFloor: start - .days(365))
        configuration.scripts["bedtime.en"] = try OfflineScript.parse(
            key: "bedtime.en", fileName: "bedtime.en.txt", text: script)
        let bedside = VirtualBedside(at: start, configuration: configuration, disk: disk)
        bedside.powerOn()
        return bedside
    }

    static func texts(_ bedside: VirtualBedside) -> [String] {
        bedside.played.compactMap { if case .speech(let utterance) = $0.source { utterance.text } else { nil } }
    }

    static func intention(_ bedside: VirtualBedside) -> Intention? {
        bedside.disk.memory.memory.items.last { $0.text.words.contains("open the window") }?.intention
    }

    /// Goes to bedtime, presses Start, and lets the question begin.
    static func ask(_ bedside: VirtualBedside) throws {
        bedside.advance(to: try EpisodeTests.at("\(tonight)T22:30:05"))
        bedside.press(.start)
        bedside.advance(by: .seconds(8))
        #expect(bedside.machine?.isAskingByVoice == true)
    }

    @Test(arguments: [(Button.start, Intention.Status.done, "Well done."), (.stop, .not, "Tomorrow is another day.")])
    func aButtonAnswersTheQuestion(button: Button, status: Intention.Status, reply: String) throws {
        let bedside = try Self.bedside()
        try Self.ask(bedside)
        #expect(Self.intention(bedside)?.askedAt != nil && Self.intention(bedside)?.status == .open)
        bedside.press(button)
        #expect(Self.intention(bedside)?.status == status)
        #expect(bedside.machine?.conversation != nil, "the routine goes on")
        bedside.advance(by: .seconds(30))
        let texts = Self.texts(bedside)
        #expect(texts.contains(reply) && texts.contains("It was: open the window."))
        #expect(texts.last == "I will wake you tomorrow at 06:00." && bedside.machine?.conversation == nil)
        // Nothing is said about mornings that were not recorded.
        #expect(!texts.contains { $0.hasPrefix("On ") })
        #expect(bedside.stuckDeadlines == 0)
    }

    /// The last words before sleep promise no other time than that of the next ring, and nothing of a net.
    @Test(.requirement("ALARM-9", "ALARM-13", "FADE-1")) func theTimeThatIsPromisedIsTheOneAtWhichItRings() throws {
        let nights: [(level: FadingLevel, once: String?, promised: String?)] = [
            (.companion, "05:30", "05:30"), (.companion, "07:30", "06:00"), (.net, "05:30", "05:30"), (.net, nil, nil),
        ]
        for night in nights {
            var disk = try Self.bedside().disk
            disk.fading.apply(.base(.wake, FadingStoryTests.base(night.level)))
            let bedside = try Self.restarted(disk)
            if let once = night.once {
                bedside.ask(.once(time: try #require(LocalTime(once)), date: nil, like: .wake))
            }
            try Self.ask(bedside)
            bedside.advance(by: .minutes(2))
            let words = Self.texts(bedside).last { $0.hasPrefix("I will wake you") }
            #expect(words == night.promised.map { "I will wake you tomorrow at \($0)." }, "\(night)")
        }
    }

    @Test func withoutAnAnswerItIsSkippedAndNeverAskedAgain() throws {
        let bedside = try Self.bedside()
        try Self.ask(bedside)
        bedside.advance(by: .seconds(60))
        #expect(bedside.machine?.conversation == nil)
        bedside.ask(.talk(.bedtime))
        bedside.advance(by: .seconds(60))
        #expect(Self.texts(bedside).count { $0.hasPrefix("Did you do it?") } == 1)
        bedside.advance(to: try EpisodeTests.at("2026-11-25T22:30:05"))
        bedside.press(.start)
        bedside.advance(by: .seconds(60))
        #expect(Self.texts(bedside).count { $0.hasPrefix("Did you do it?") } == 1)
    }

    /// It is on disk that it was asked before anything of it is heard.
    @Test func aPowerCutDoesNotBringItBack() throws {
        let bedside = try Self.bedside()
        try Self.ask(bedside)
        bedside.cutPower()
        bedside.powerOn()
        bedside.ask(.talk(.bedtime))
        bedside.advance(by: .seconds(60))
        #expect(Self.texts(bedside).count { $0.hasPrefix("Did you do it?") } == 1)
        var sawAsk = false
        for action in bedside.performed {
            if case .commit(let changes) = action {
                for case .memory(.record(.keep(let item))) in changes where item.intention?.askedAt != nil {
                    sawAsk = true
                }
            }
            if case .play(let playback) = action, case .speech(let said) = playback.source,
                said.text.hasPrefix("Did you do it?")
            {
                #expect(sawAsk)
            }
        }
    }

    @Test func afterTheAnswerStopEndsTheTalkAsAlways() throws {
        let bedside = try Self.bedside()
        try Self.ask(bedside)
        bedside.press(.stop)
        bedside.press(.stop)
        #expect(bedside.machine?.conversation == nil && Self.intention(bedside)?.status == .not)
        let other = try Self.bedside()
        other.advance(to: try EpisodeTests.at("\(Self.tonight)T22:30:05"))
        other.press(.start)
        other.press(.stop)
        #expect(other.machine?.conversation == nil && Self.intention(other)?.askedAt == nil, "before the question")
    }

    /// R-7, by the device's own words.
    @Test func threeTimesNotTodayOffersASmallerActAndSixLetsItGo() throws {
        for (before, phrase) in [(1, nil), (2, Phrase.smallerAct), (4, nil), (5, .intentionDropped)] as [(Int, Phrase?)]
        {
            let bedside = try Self.bedside(notToday: before)
            try Self.ask(bedside)
            bedside.press(.stop)
            bedside.advance(by: .seconds(3))
            let expected = phrase?.text(in: .english) ?? "Tomorrow is another day."
            #expect(Self.texts(bedside).contains(expected), "after \(before)")
        }
    }

    /// one of the last five.
    @Test func anEarlierIntentionIsTakenForTomorrow() throws {
        let bedside = try Self.bedside(earlier: ["drink a glass of water", "stretch my arms"])
        try Self.ask(bedside)
        bedside.press(.start)
        bedside.advance(by: .seconds(9))
        #expect(Self.texts(bedside).last == "It was: open the window.")
        bedside.press(.stop)
        bedside.advance(by: .seconds(3))
        #expect(Self.texts(bedside).last == "It was: stretch my arms.")
        bedside.press(.start)
        bedside.advance(by: .seconds(30))
        #expect(!Self.texts(bedside).contains("It was: drink a glass of water."))
        let tomorrow = try #require(LocalDate("2026-11-25"))
        #expect(
            bedside.disk.memory.memory.intentions(for: tomorrow).map { $0.intention?.action.words } == [
                "stretch my arms"
            ])
        // In the morning it is the first line, and tomorrow's evening asks about it.
        #expect(MemoryKeeper.told(.wake, in: try Self.context(bedside, at: "2026-11-25T06:00")).0.first != nil)
    }

    private static func context(_ bedside: VirtualBedside, at time: String) throws -> FeatureContext {
        let civil = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at(time)))
        let now = Moment(boot: bedside.now.boot, civil: civil)
        return FeatureContext(
            now: now, boxedCalendar: Boxed(wrappedValue: Agenda(durable: bedside.disk, zone: .utc, now: civil)),
            isClockTrusted: true,
            isRinging: false, isListening: false, isQuiet: true, health: Health())
    }

    @Test func aRateIsToldOnlyWhereItIsNoReproach() throws {
        for (up, isTold) in [(7, true), (4, true), (3, false)] {
            let bedside = try Self.bedside()
            bedside.cutPower()
            var disk = bedside.disk
            for day in 0..<7 {
                let date = try #require(LocalDate("2026-11-17")).adding(days: day)
                disk.records[Occurrence(habit: .wake, date: date)] = OccurrenceRecord(
                    occurrence: Occurrence(habit: .wake, date: date), due: bedside.now.civil,
                    outcome: day < up ? .answered : .missed)
            }
            let facts = EveningFacts(durable: disk, wake: nil, zone: .utc, at: bedside.now)
            #expect((facts.texts(in: .english)["UP_RATE"] == "\(up) of the last 7") == isTold)
            #expect((facts.readings["UP_RATE"].map(Kana.isSayable) ?? false) == isTold)
        }
    }

    /// "I was already up" corrects the day, and a prompt Stop is all that a ring asks for.
    @Test(
        .requirement("FADE-2"),
        arguments: [
            (DayWord.slow, true, "6 of the last 7"), (.prompt, false, "6 of the last 7"), (.slow, false, nil),
            (.missed, false, nil),
        ] as [(DayWord, Bool, String?)])
    func aRateHeedsWhatTheOwnerSaid(word: DayWord, isCorrected: Bool, rate: String?) throws {
        let bedside = try Self.bedside()
        var disk = bedside.disk
        for day in 0..<7 {
            let date = try #require(LocalDate("2026-11-17")).adding(days: day)
            disk.records[Occurrence(habit: .wake, date: date)] = OccurrenceRecord(
                occurrence: Occurrence(habit: .wake, date: date), due: bedside.now.civil,
                outcome: day < 3 ? .answered : .dismissed)
            guard day != 6 else { continue }
            let counted = CountedDay(date: date, observed: word, isCorrected: isCorrected)
            disk.fading.apply(.entry(.wake, number: day + 1, .day(counted)))
        }
        let facts = EveningFacts(durable: disk, wake: nil, zone: .utc, at: bedside.now)
        #expect(facts.texts(in: .english)["UP_RATE"] == rate)
    }

    @Test func aPausedMemoryAsksNothingAndOneThatIsOffChoosesNothing() throws {
        for mode in [MemoryMode.paused, .off] {
            let bedside = try Self.bedside(earlier: ["stretch my arms"], mode: mode)
            bedside.advance(to: try EpisodeTests.at("\(Self.tonight)T22:30:05"))
            bedside.press(.start)
            bedside.advance(by: .seconds(60))
            let texts = Self.texts(bedside)
            #expect(texts.contains { $0.hasPrefix("Did you do it?") } == (mode == .off))
            #expect(!texts.contains { $0.hasPrefix("The same again?") })
        }
    }

    /// The words are in no log and no journal.
    @Test func theWordsOfTheIntentionAreEncodedNowhere() throws {
        let bedside = try Self.bedside()
        try Self.ask(bedside)
        bedside.advance(by: .seconds(3))
        let spoken = bedside.played.compactMap { playback -> Utterance? in
            if case .speech(let said) = playback.source, said.text.contains("open the window") { said } else { nil }
        }
        #expect(spoken.count == 1 && spoken.allSatisfy(\.isPrivate))
        for case .log(_, let text) in bedside.performed { #expect(!text.contains("window")) }
    }

    // MARK: Alarms

    /// An alarm that falls due while the device asks takes over at once, and both buttons belong to it.
    @Test(arguments: [Button.start, .stop]) func anAlarmTakesOverFromTheQuestion(button: Button) throws {
        let bedside = try Self.bedside()
        try Self.ask(bedside)
        bedside.ask(.tryOut(afterSeconds: 3))
        bedside.advance(by: .seconds(4))
        #expect(bedside.machine?.ringing != nil && bedside.machine?.isAskingByVoice == false)
        bedside.press(button)
        #expect(bedside.machine?.ringing == nil && Self.intention(bedside)?.status == .open)
        #expect((bedside.machine?.conversation != nil) == (button == .start))
    }

    private enum Oracle {
        /// What a press must lead to, judged from outside of the routine.
        static func isRight(_ button: Button, _ before: Bedside, _ after: Bedside, wasAsking: Bool) -> Bool {
            if before.ringing != nil {
                return after.ringing == nil && (after.conversation != nil) == (button == .start)
            }
            guard before.conversation != nil, before.upEarly.takeBack == nil else { return true }
            if wasAsking || button == .start { return after.conversation != nil }
            return after.conversation == nil
        }
    }

    /// Random evenings with presses, voices, alarms and power cuts, against an oracle.
    @Test(.requirement("ALARM-3", "ALARM-5")) func everyPressInARingBelongsToTheRingAndNothingIsAskedTwice() throws {
        var random = SeededRandom(seed: 12)
        var questions = 0
        var rings = 0
        for evening in 0..<150 {
            let bedside = try Self.bedside(earlier: ["stretch my arms"], from: "22:29")
            bedside.advance(to: try EpisodeTests.at("\(Self.tonight)T22:30:05"))
            bedside.press(.start)
            for step in 0..<40 {
                let before = try #require(bedside.machine)
                switch Int.random(in: 0..<12, using: &random) {
                case 0..<4:
                    let button: Button = Bool.random(using: &random) ? .start : .stop
                    let wasAsking = before.isAskingByVoice
                    let answer = Self.intention(bedside)?.status
                    bedside.press(button)
                    let after = try #require(bedside.machine)
                    #expect(
                        Oracle.isRight(button, before, after, wasAsking: wasAsking), "evening \(evening), step \(step)")
                    if before.ringing != nil {
                        rings += 1
                        #expect(Self.intention(bedside)?.status == answer, "a ring's press answers nothing")
                    }
                case 4: bedside.ask(.tryOut(afterSeconds: Int.random(in: 1..<20, using: &random)))
                case 5: bedside.post(.voice(isActive: Bool.random(using: &random)))
                case 6:
                    bedside.cutPower()
                    bedside.powerOn()
                case 7: bedside.ask(.talk(.bedtime))
                default: bedside.advance(by: .milliseconds(Int.random(in: 50..<9000, using: &random)))
                }
                let now = try #require(bedside.machine)
                #expect(!(now.isAskingByVoice && now.ringing != nil))
                #expect(now.buttonsWork(at: bedside.now), "evening \(evening), step \(step)")
                #expect(now.contradictions(at: bedside.now).isEmpty, "\(now.contradictions(at: bedside.now))")
            }
            let asked = Self.texts(bedside).count { $0.hasPrefix("Did you do it?") }
            #expect(asked <= 1, "evening \(evening)")
            questions += asked
        }
        #expect(questions > 60 && rings > 60)
    }

    /// Every sequence of the walk's events, from the question and from its answer.
    @Test(.requirement("ALARM-3", "ALARM-5"), arguments: [0, 3, 8, 20]) func noSequenceFromTheQuestionContradictsItself(
        seconds: Int
    ) throws {
        let bedside = try Self.bedside()
        try Self.ask(bedside)
        bedside.advance(by: .seconds(seconds))
        let machine = try #require(bedside.machine)
        var edge = [(machine: machine, now: bedside.now)]
        for _ in 0..<3 {
            var next: [(machine: Bedside, now: Moment)] = []
            for place in edge {
                for (wait, event) in WalkTests.alphabet(place.machine, at: place.now.boot) {
                    var after = place.machine
                    let time = place.now.advanced(by: wait)
                    _ = after.handle(event, at: time)
                    let found = after.contradictions(at: time)
                    #expect(found.isEmpty && after.buttonsWork(at: time), "\(event): \(found)")
                    if !found.isEmpty { return }
                    next.append((after, time))
                }
            }
            edge = next.count > 800 ? next.enumerated().filter { $0.offset % 9 == 0 }.map(\.element) : next
        }
    }

    /// Each of the day's intentions is asked about, one after the other, each once.
    @Test func everyIntentionOfTheDayIsAskedAbout() throws {
        var disk = try Self.bedside().disk
        let now = try MemoryRun.moment("2026-11-23T22:40")
        var memory = disk.memory.memory
        let plank = MemoryTests.intention("hold the plank", habit: .training, for: now)
        for change in try memory.keep(MemoryCandidate(plank), at: now, talk: 1, habit: .bedtime).get() {
            disk.memory.apply(.record(change))
        }
        let second = try Self.restarted(disk)
        try Self.ask(second)
        second.press(.start)
        second.advance(by: .seconds(12))
        #expect(second.machine?.isAskingByVoice == true)
        #expect(Self.texts(second).contains("It was: hold the plank."))
        second.press(.stop)
        second.advance(by: .minutes(1))
        let answers = second.disk.memory.memory.items.compactMap(\.intention)
        #expect(answers.map(\.status) == [.done, .not])
        #expect(answers.allSatisfy { $0.askedAt != nil } && second.stuckDeadlines == 0)
    }

    private static func restarted(_ disk: Durable) throws -> VirtualBedside {
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("\(tonight)T22:00")))
        var configuration = Configuration(clockFloor: start - .days(365))
        configuration.scripts["bedtime.en"] = try OfflineScript.parse(
            key: "bedtime.en", fileName: "bedtime.en.txt", text: script)
        let again = VirtualBedside(at: start, configuration: configuration, disk: disk)
        again.powerOn()
        return again
    }
}
