import TestKit
import Testing

@testable import Bedside

/// SETUP-5, ALARM-9: everything said and shown, in every language.
@Suite(.requirement("SETUP-5"))
struct PhraseTests {
    static let now = LocalDateTime("2026-11-20T12:00") ?? LocalDateTime(wallSeconds: 0)
    static let reading = HabitID("reading") ?? .wake

    static var phrases: [Phrase] {
        [
            .nextUp(.wake, at: now, now: now, isOneOff: false), .nextUp(.bedtime, at: now, now: now, isOneOff: true),
            .nothingPlanned, .upEarlyConfirmed, .upEarlyTakenBack, .resetWarning, .resetDone,
            .resetFailed, .alarmTaken(.wake, next: now, now: now), .alarmTaken(reading, next: nil, now: now),
            .stopTakesBack, .changeTakenBack,
            .companionLater, .companionJoins,
            .oneMoment(.wake), .oneMoment(nil), .lineLost, .stillReaching, .voiceMissing, .microphoneUnavailable,
            .microphoneMuted,
            .clockUntrusted,
            .memoryKept(1), .memoryKept(5), .talksAreRecorded, .bedtimeOver, .smallerAct, .intentionDropped,
            .intentionRecorded, .intentionNotRecorded, .recordedForToday,
            .limit(.disclosure),
            .limit(.pause), .limit(.shortNights), .limit(.late),
        ] + TalkLimit.allCases.flatMap { [Phrase.limit(.nearlyOver($0)), .limit(.over($0))] }
            + ConversationFailure.allCases.map(Phrase.companionUnavailable) + fading.map(Phrase.fading)
            + NudgePhrase.allCases.map(Phrase.nudge)
            + AffirmationPhrase.allCases.map(Phrase.affirmation) + account.map(Phrase.account)
            + VoicePhrase.allCases.map(Phrase.ownVoice)
            + Attention.allCases.map { .beforeSleep([$0]) } + [.beforeSleep(Attention.allCases)]
    }

    static var account: [AccountPhrase] {
        [
            .code(PrivateText("4829137750")), .askingForCode, .signInOffer, .signedIn, .signedOut,
            .accountDeleted, .minuteLeft, .nothingLeft, .habitsChanged,
        ]
            + SignInFailure.allCases.map { .notSignedIn($0) }
    }

    static var fading: [FadingPhrase] {
        let all = FadingLevel.allCases
        let steps = all.flatMap { from in
            all.filter { $0 != from }.map { LevelStep(from: from, to: $0, reason: .fiveUnaided) }
        }
        // A step up to a level sounds the same wherever it comes from.
        let heard = steps.filter { $0.to > $0.from ? $0.to.lower == $0.from : $0.from == .graduated || $0.to == .net }
        return [HabitID.wake, .training, reading].flatMap { id in
            heard.map { FadingPhrase.step(id, $0) } + FadingQuestion.allCases.map { FadingPhrase.question($0, id) }
                + [
                    .alreadyUp(id), .done(id), .silent(id), .nextNet(id, at: now, rings: now, now: now),
                    .step(id, LevelStep(from: .graduated, to: .net, reason: .silenceEnded)),
                ]
        } + [.recalled, .laterTimeSet]
    }

    /// A new case does not compile here until it is counted, and fails below until it is in `phrases`.
    static func number(of phrase: Phrase) -> Int {
        switch phrase {
        case .nextUp: 0
        case .nothingPlanned: 1
        case .upEarlyConfirmed: 2
        case .upEarlyTakenBack: 3
        case .resetWarning: 4
        case .resetDone: 5
        case .companionUnavailable: 6
        case .microphoneUnavailable: 7
        case .microphoneMuted: 8
        case .clockUntrusted: 9
        case .oneMoment: 10
        case .lineLost: 11
        case .stillReaching: 12
        case .voiceMissing: 13
        case .beforeSleep: 14
        case .resetFailed: 15
        case .alarmTaken: 16
        case .stopTakesBack: 17
        case .changeTakenBack: 18
        case .memoryKept: 19
        case .bedtimeOver: 20
        case .smallerAct: 21
        case .intentionDropped: 22
        case .limit: 23
        case .talksAreRecorded: 24
        case .fading: 25
        case .nudge: 26
        case .affirmation: 27
        case .intentionRecorded: 28
        case .intentionNotRecorded: 29
        case .recordedForToday: 30
        case .account: 31
        case .ownVoice: 32
        case .companionLater: 33
        case .companionJoins: 34
        }
    }

    @Test func listsEveryPhrase() {
        #expect(Set(Self.phrases.map(Self.number)) == Set(0...34))
    }

    @Test(arguments: phrases) func everySpokenPhraseHasAJapaneseReadingOfKanaOnly(phrase: Phrase) throws {
        let reading = try #require(phrase.reading(in: .japanese))
        #expect(!reading.isEmpty)
        #expect(Kana.isSayable(reading), "\(reading)")
        #expect(phrase.reading(in: .english) == nil)
    }

    @Test(arguments: phrases) func everySpokenPhraseExistsInBothLanguages(phrase: Phrase) {
        expectBothLanguages(phrase)
    }

    @Test func everyPhraseHasItsOwnPreRenderedKeyOrNone() {
        let keys = Self.phrases.compactMap { $0.utterance(in: .japanese).key }
        #expect(Set(keys).count == keys.count)
        #expect(keys.contains("phrase.reset_warning.ja"))
        let varying = Phrase.nextUp(.wake, at: Self.now, now: Self.now, isOneOff: false)
        #expect(varying.utterance(in: .english).key == nil)
        #expect(Phrase.companionJoins.utterance(in: .japanese).spoken == "はなしあいてが きました。")
        #expect(Phrase.companionJoins.utterance(in: .english).spoken == "Your companion is here now.")
    }

    @Test func everyWordOnAScreenExistsInBothLanguages() {
        expectBothLanguages([HabitName(.wake), HabitName(.training), HabitName(.bedtime)])
        expectBothLanguages(Light.allCases)
        expectBothLanguages(Attention.allCases)
        expectBothLanguages(Answering.allCases)
        expectBothLanguages(Companion.allCases)
        expectBothLanguages(TrainingFocus.allCases)
        expectBothLanguages(VolumeCurve.allCases)
        expectBothLanguages(Language.allCases)
        expectBothLanguages(Button.allCases)
        expectBothLanguages(Weekday.allCases)
        expectBothLanguages([WeekdaySet([Weekday]()), .everyDay, .weekdays, WeekdaySet([.monday, .sunday])])
        expectBothLanguages([Activity.idle, .ringing, .waiting, .connecting, .listening, .speaking, .preview])
        expectBothLanguages([OccurrenceOutcome.open, .answered, .dismissed, .missed, .skipped, .unaided])
        expectBothLanguages(NightEntry.Kind.allCases)
        expectBothLanguages(FadingLevel.allCases)
        expectBothLanguages(FadingReason.allCases)
        expectBothLanguages(FadingNext.allCases)
        expectBothLanguages(DayWord.allCases)
        expectBothLanguages([
            NightEntry.Cause.button, .socket, .terminal, .timer, .power, .clock, .owner, .companion, .device,
            .gateway,
        ])
        expectBothLanguages(PanelText.allCases)
        expectBothLanguages(TalkLimit.allCases)
        for step in SetupStep.allCases {
            // What says enough: a question that takes a text. Those for the country and the gateway say what they are for;
            // the plan's begins with the page.
            let question = SetupQuestion.first(of: step)
            let isPlain = question == .plan || question?.kind == .text && question != .language
            #expect((step.introduction == nil) == (isPlain && step != .country && step != .account))
            if let words = step.introduction { #expect(words.english != words.japanese) }
        }
        expectBothLanguages(Self.setupQuestions)
        expectBothLanguages(Self.setupTexts)
        expectBothLanguages(Self.commandTexts)
        expectBothLanguages(CommandText.Heading.allCases)
        expectBothLanguages(VoiceText.allCases)
        expectBothLanguages(Self.recordingTexts.map { CommandText.recording($0) })
        expectBothLanguages(Self.companionTexts)
        expectBothLanguages(CompanionText.Figure.allCases.map { CompanionText.figure($0) })
        let ends: [ConversationEnd] = [
            .stopped, .goodbye, .silence, .cap, .bedtimeOver, .limit, .routineOver, .alarm, .upForGood,
        ]
        expectBothLanguages(ends.map { CompanionText.lastEnd($0) })
    }

    @Test func everyAttentionHasARemedyAndWhatIsSpokenHasAReading() {
        for attention in Attention.allCases {
            #expect(!attention.remedy.english.isEmpty && !attention.remedy.japanese.isEmpty)
            #expect(attention.remedy.english != attention.remedy.japanese)
        }
        for weekday in Weekday.allCases { #expect(Kana.isSayable(weekday.reading(in: .japanese) ?? "?")) }
        for focus in TrainingFocus.allCases { #expect(Kana.isSayable(focus.reading(in: .japanese) ?? "?")) }
    }

    static let setupQuestions: [SetupQuestion] = [
        .language, .microphoneAgain, .speakerHeard, .speakerAgain, .name, .habits, .habitTime(.wake, then: []),
        .habitDays(.wake, then: []), .ownHabit, .wakePlace, .heavySleeper, .trainingFocus, .age, .country, .memory,
        .trusted, .gateway,
    ]
    static let setupTexts: [SetupText] = [
        .resuming, .interrupted, .keepsCurrent(value: "06:00"), .microphoneListening(seconds: 3), .microphoneHeard,
        .microphoneMissing, .microphoneMuted, .speakerPlaying(seconds: 5), .expectedYesOrNo, .expectedTime,
        .expectedDays, .expectedOneOf(["en", "ja"]), .expectedHabitName, .expectedCountry,
        .expectedShorter(maximumCharacters: 60), .fault(.givenTwice), .refused(.signInFirst), .alreadyDone,
        .speakerNeedsAppliance, .speakerLeftOut, .helpLineAbsent(country: "DE"), .helpLineAbsent(country: nil),
        .expectedPerson, .trustLater, .expectedGateway, .signedIn, .notSignedIn(.expired), .signInNeedsAppliance,
        .planNeeded(page: "https://gateway.example"), .planNotYet, .planThere, .planLater,
    ]
    static let companionTexts: [CompanionText] = [
        .keyQuestion, .keySaved(path: "/k"), .keyRemoved(path: "/k"), .keyAbsent, .keyOverruled(by: "/k"),
        .keyInEnvironment(variable: "K"), .keyInFile(path: "/k"), .noConversation,
    ]
    static let recordingTexts: [RecordingText] = [
        .on(keepDays: 1), .on(keepDays: 90), .off(last: nil), .off(last: now.date), .none, .deleted(1), .deleted(2),
        .deleteAllQuestion(1), .deleteAllQuestion(5), .rekeyed(1), .rekeyed(3), .playing, .makesWay,
        .exported("/e.opus"), .damaged(1),
        .damaged(2), .cutShort, .noSpeaker, .state(.whole), .state(.cutShort), .state(.unreadable),
        .state(.toBeDestroyed), .standing(.off), .standing(.on), .standing(.paused), .standing(.clock),
        .standing(.offline), .heading(.id), .heading(.began), .heading(.length), .heading(.until), .heading(.state),
    ]
    static let commandTexts: [CommandText] = [
        .notRunning, .nothingRings(stateFolder: "/var/lib/anicca"), .nothingChanged, .nothingToForget, .nobodyTrusted,
        .pressButton(.start, withinSeconds: 15), .done,
        .skipped(.wake, now.date), .unskipped(.wake),
        .moved(.wake, at: now, now: now), .onceSet(at: now, now: now), .onceCancelled, .tryOutSet(afterSeconds: 10),
        .previewing(.wake), .sleeper(.normal), .sleeper(.heavy),
        .weakSound(path: "/s.wav", .outsideBand(percent: 9)), .volumeSet(percent: 40), .microphoneMuted,
        .microphoneLive, .talking, .resetQuestion,
        .resetDone, .resetCancelled, .noEntries, .on, .off, .yes, .no, .setupUnfinished, .clockTrusted,
        .clockNotTrusted, .exceptionChanged(.wake, now.date, before: "06:00", after: "05:30"),
        .exceptionTakenBack(.wake, now.date), .moveGaveWay(.wake, now.date, at: "05:30"), .noLongerMoved,
        .oneOffAdded(.wake, at: "06:00"), .oneOffRemoved(.wake, at: "06:00"), .dayWordsToo,
        .newHabit(.training, meant: .wake),
        .promptFileMissing("/p/nope.txt", .wake), .readingProfile, .gatewayNotThere, .rang(times: 1), .rang(times: 2),
        .asUsual,
        .worksAgain, .recovered, .noSuchTime(now, zone: "Europe/Berlin"),
        .yearsOutOfRange(from: 1970, through: 2200, found: now.date), .journalDamaged(lines: 1), .journalWithoutStart,
        .replayDiffers(at: "2026-11-20T12:00:00Z"), .replayed(events: 3, starts: 1, differences: 2, uncompared: 1),
    ]

    private func expectBothLanguages(_ list: [some Worded]) {
        for worded in list { expectBothLanguages(worded) }
    }

    private func expectBothLanguages(_ worded: some Worded) {
        let texts = Language.allCases.map(worded.text)
        #expect(texts.allSatisfy { !$0.isEmpty })
        #expect(Set(texts).count == Language.allCases.count, "\(texts)")
    }

    @Test(.requirement("MIND-3")) func whatIsSaidOfMemoryExistsInBothLanguages() {
        expectBothLanguages(MemoryRefusal.allCases)
        expectBothLanguages(MemoryMode.allCases)
        expectBothLanguages(VaultFault.allCases)
    }

    @Test(.requirement("MIND-6")) func whatIsSaidOfTeachingsExistsInBothLanguages() {
        let answers = TeachingMode.allCases.flatMap { mode in
            [false, true].map { TeachingText.chosen(mode, includesGrief: $0) }
        }
        expectBothLanguages(
            answers + [.theme, .source, .tradition, .reason, .off, .grief, .allHeard, .noneToday] as [TeachingText])
        expectBothLanguages(Teaching.Tradition.allCases)
        expectBothLanguages([.words, .label, .everyDay] as [TeachingChoice.Basis])
        // Off is one answer; grief tells two others apart.
        #expect(Set(answers.map { $0.text(in: .english) }).count == 5)
    }

    // MARK: Next up

    @Test(
        .requirement("ALARM-9"),
        arguments: [
            ("2026-11-20T14:00", "today at 14:00", "今日14:00", "きょう、じゅうよじ"),
            ("2026-11-20T17:59", "today at 17:59", "今日17:59", "きょう、じゅうしちじ ごじゅうきゅうふん"),
            ("2026-11-20T18:00", "tonight at 18:00", "今夜18:00", "こんや、じゅうはちじ"),
            ("2026-11-20T19:00", "tonight at 19:00", "今夜19:00", "こんや、じゅうくじ"),
            ("2026-11-21T00:10", "tomorrow at 00:10", "明日00:10", "あした、れいじ じゅっぷん"),
            ("2026-11-21T06:00", "tomorrow at 06:00", "明日06:00", "あした、ろくじ"),
            ("2026-11-22T06:30", "on Sunday at 06:30", "日曜日の06:30", "にちようびの ろくじ さんじゅっぷん"),
            ("2026-11-23T06:00", "on Monday at 06:00", "月曜日の06:00", "げつようびの ろくじ"),
            ("2026-11-26T21:05", "on Thursday at 21:05", "木曜日の21:05", "もくようびの にじゅういちじ ごふん"),
            ("2026-11-27T06:00", "on 27 November at 06:00", "11月27日の06:00", "じゅういちがつ にじゅうしちにちの ろくじ"),
            (
                "2027-04-20T06:00", "on 20 April 2027 at 06:00", "2027年4月20日の06:00",
                "にせんにじゅうななねん しがつ はつかの ろくじ"
            ),
            ("2026-11-19T06:00", "on 19 November at 06:00", "11月19日の06:00", "じゅういちがつ じゅうくにちの ろくじ"),
        ])
    func saysWhenTheWayPeopleDo(at: String, english: String, japanese: String, kana: String) throws {
        let time = CallTime(at: try #require(LocalDateTime(at)), now: Self.now)
        #expect(time.text(in: .english) == english)
        #expect(time.text(in: .japanese) == japanese)
        #expect(time.japaneseReading == kana)
    }

    @Test(.requirement("ALARM-9")) func saysTheSpecificationsSentence() throws {
        let at = try #require(LocalDateTime("2026-11-20T19:00"))
        func sentence(_ language: Language, isOneOff: Bool = false) -> String {
            nextUpSentence(habit: .training, at: at, now: Self.now, language: language, isOneOff: isOneOff)
        }
        #expect(sentence(.english) == "You're all set! Next up: tonight at 19:00 I'll nudge you for Training.")
        #expect(sentence(.japanese) == "準備は整いました。次は今夜19:00、トレーニングの時間に声をおかけします。")
        #expect(sentence(.english, isOneOff: true).hasSuffix("I'll nudge you for Training, just this once."))
        #expect(sentence(.japanese, isOneOff: true) == "準備は整いました。次は今夜19:00、今回だけ、トレーニングの時間に声をおかけします。")
    }

    @Test(.requirement("ALARM-9")) func nextUpCanBeSaidAtEveryMinuteOfADayAndEveryDayOfAYear() throws {
        for minute in 0..<1440 {
            let at = LocalDateTime(date: Self.now.date, time: LocalTime(wrappingSecondOfDay: minute * 60))
            #expect(Kana.isSayable(CallTime(at: at, now: Self.now).japaneseReading))
        }
        for day in -400...400 {
            let at = LocalDateTime(date: Self.now.date.adding(days: day), time: Self.now.time)
            #expect(Kana.isSayable(CallTime(at: at, now: Self.now).japaneseReading))
        }
        let end = LocalDateTime(date: LocalDate(dayNumber: .max), time: Self.now.time)
        let start = LocalDateTime(date: LocalDate(dayNumber: .min), time: Self.now.time)
        #expect(!CallTime(at: end, now: start).text(in: .english).isEmpty)
        #expect(!CallTime(at: start, now: end).text(in: .japanese).isEmpty)
    }

    // MARK: Names and numbers in kana

    @Test(arguments: [
        ("Taro", "たろ"), ("Tarō", "たろー"), ("shin'ichi", "しんいち"), ("Junko", "じゅんこ"), ("Kenta", "けんた"),
        ("Hattori", "はっとり"), ("Matcha", "まっちゃ"), ("Tomoya Sato", "ともや さと"), ("Kyoko", "きょこ"),
        ("dokusho", "どくしょ"), ("kan'yo", "かんよ"), ("shimbun", "しんぶん"), ("ryouri", "りょうり"), ("さくら", "さくら"),
        ("ケンジ", "ケンジ"), ("ソフィア", "ソフィア"), ("ジェーン", "ジェーン"), ("Yûki Âîê", "ゆーき あーいーえー"),
    ])
    func readsJapaneseNamesInLatinLetters(name: String, kana: String) {
        #expect(Kana.reading(of: name) == kana)
    }

    @Test(arguments: [
        "Daniel", "太郎", "Owen", "x", "ttaro", "", " ", "Anna1", "Müller", "たろう!", "🙂", "-", "’", "まぁか", "ァキ", "ヵ",
    ])
    func leavesWhatItCannotReadUnread(name: String) {
        #expect(Kana.reading(of: name) == nil)
    }

    @Test func ownHabitsAreNamedByTheirIdAndCanBeSaid() throws {
        for (id, text, kana) in [
            ("reading", "reading", "どくしょ"), ("dokusho", "dokusho", "どくしょ"), ("evening_walk", "evening walk", "しゅうかん"),
            ("x-1", "x 1", "しゅうかん"),
        ] {
            let name = HabitName(try #require(HabitID(id)))
            #expect(name.text(in: .english) == text)
            #expect(name.text(in: .japanese) == text)
            #expect(name.kana == kana)
        }
        #expect(Kana.commonHabits.values.allSatisfy(Kana.isSayable))
        #expect(Kana.commonHabits.keys.allSatisfy { HabitID($0) != nil })
    }

    @Test(arguments: [
        (0, "ぜろ"), (1, "いち"), (4, "よん"), (10, "じゅう"), (14, "じゅうよん"), (20, "にじゅう"), (99, "きゅうじゅうきゅう"),
        (100, "ひゃく"), (300, "さんびゃく"), (600, "ろっぴゃく"), (800, "はっぴゃく"), (1000, "せん"), (3000, "さんぜん"),
        (8008, "はっせんはち"), (2026, "にせんにじゅうろく"), (9999, "きゅうせんきゅうひゃくきゅうじゅうきゅう"), (10_000, "いちぜろぜろぜろぜろ"),
    ])
    func countsInKana(number: Int, kana: String) {
        #expect(Kana.number(number) == kana)
    }

    @Test(arguments: [
        ("00:00", "れいじ"), ("04:04", "よじ よんぷん"), ("07:07", "しちじ ななふん"), ("09:09", "くじ きゅうふん"),
        ("10:10", "じゅうじ じゅっぷん"), ("14:20", "じゅうよじ にじゅっぷん"), ("17:01", "じゅうしちじ いっぷん"),
        ("20:38", "にじゅうじ さんじゅうはっぷん"), ("21:56", "にじゅういちじ ごじゅうろっぷん"), ("12:23", "じゅうにじ にじゅうさんぷん"),
    ])
    func tellsTheTimeInKana(time: String, kana: String) throws {
        #expect(Kana.time(try #require(LocalTime(time))) == kana)
    }

    @Test func anyNumberCanBeSaid() {
        for number in [Int.min, -1, Int.max, 123_456] { #expect(Kana.isSayable(Kana.number(number))) }
    }

    @Test func daysAreListedShortly() {
        #expect(WeekdaySet.everyDay.text(in: .english) == "every day")
        #expect(WeekdaySet.weekdays.text(in: .japanese) == "月〜金")
        #expect(WeekdaySet([.saturday, .sunday]).text(in: .english) == "Sat, Sun")
        #expect(WeekdaySet([.saturday, .sunday]).text(in: .japanese) == "土・日")
    }
}
