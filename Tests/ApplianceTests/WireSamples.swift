import Bedside

@testable import Appliance

/// One value of every kind that is sent over the control socket or written into the journal.
///
/// Because of the numbers, a new case does not compile here until it has a number and a sample. The samples of version
/// 0.1.0 are also in its golden files (`Tests/Golden/0.1.0`), in this order.
enum WireSamples {
    static let reading = HabitID("reading") ?? .wake
    static let once = HabitID("once-1") ?? .wake
    static let date = LocalDate(year: 2026, month: 3, day: 29) ?? LocalDate(dayNumber: 0)
    static let six = LocalTime(wrappingSecondOfDay: 6 * 3600)
    static let local = LocalDateTime(date: date, time: six)
    static let next = NextUp(
        occurrence: Occurrence(habit: .wake, date: date), habit: .wake, at: CivilTime(seconds: 1_774_756_800),
        local: local, offsetSeconds: 7200, isMoved: true, isOneOff: false, sentence: "Next is wake.")

    static var patch: ProfilePatch {
        var habit = ProfilePatch.HabitPatch(id: reading)
        habit.isOn = true
        habit.at = six
        habit.days = .weekdays
        habit.followUps = 3
        habit.followUpIntervalSeconds = 90
        habit.sound = "bell.wav"
        habit.curve = .gentle
        habit.prompt = "reading"
        habit.guardsAgainstSleep = false
        var patch = ProfilePatch()
        patch.ownerName = "Aki"
        patch.language = .japanese
        patch.sleepLocation = "attic"
        patch.trainingFocus = [.pushUp, .core]
        patch.companion = .offline
        patch.floorPercent = 10
        patch.ceilingPercent = 70
        patch.habits = [habit]
        patch.removedHabits = [once]
        return patch
    }

    /// With the fields that version 0.1.0 did not have.
    static var laterPatch: ProfilePatch {
        var patch = ProfilePatch()
        patch.country = "JP"
        patch.age = .adult
        patch.talkMinutes = 90
        patch.memory = .on
        patch.gateway = "https://gateway.example"
        patch.fadeSeconds = 40
        var habit = ProfilePatch.HabitPatch(id: reading)
        habit.sleeper = .heavy
        habit.latest = "06:30"
        habit.hasDawn = true
        patch.habits = [habit]
        return patch
    }

    // MARK: Commands

    static let commands: [Command] = [
        .status, .next, .apply(patch), .skip(reading), .unskip(reading), .move(reading, time: six, date: date),
        .move(reading, time: six, date: nil), .once(time: six, date: date, like: .wake), .cancelOnce(once),
        .tryOut(afterSeconds: 10), .press(.start, heldMilliseconds: 2500, from: .socket), .talk(reading), .talk(nil),
        .preview(reading), .preview(nil), .volume(percent: 40), .mute(true), .upEarly,
        .setup(.go(to: .habits)), .setup(.go(to: nil)), .trustClock, .keyChanged, .reset,
    ]

    /// Not yet known to version 0.1.0.
    static let laterCommands: [Command] =
        [.setup(.resume)]
        + setupAnswers.map { .setup(.answer($0, to: .name)) }
        + setupQuestions.map { .setup(.answer(.text("x"), to: $0)) } + memoryCommands.map { .memory($0) }
        + [
            .apply(laterPatch), .safetyConcern(.explicit), .teaching(.today(occasion: nil)),
            .teaching(.today(occasion: .bedtime)), .teaching(.mode(.secular)),
            .teaching(.grief(true)),
            .meditate(
                MeditationRequest(minutes: .five, breath: .sigh, from: "breath", hasBells: false, delaySeconds: 60)),
        ]
        + recordingCommands.map { .recordings($0) } + fadingCommands.map { .fading($0) }
        + nudgeCommands.map { .nudge($0) }
        + affirmationCommands.map { .affirmation($0) }
        + [
            AccountKeeper.Command.signIn(gateway: "https://gateway.example"), .signIn(gateway: nil), .signInAfterTalk,
            .signOut, .refresh,
        ]
        .map { .account($0) } + voiceCommands.map { .ownVoice($0) }

    static let window = NudgeChoice(opens: six, closes: LocalTime(wrappingSecondOfDay: 70_000), speaksAtOnce: true)
    static let nudgeCommands: [NudgeCommand] = [.list, .on(.training, window), .off(nil), .off(.wake), .notToday]

    static let affirmationCommands: [AffirmationCommand] = [
        .list, .add(words, kana: words, times: [six]), .add(words, kana: nil, times: []), .remove(1), .play(2),
        .record(3), .recordAfterTalk(words, place: nil), .recordAfterTalk(nil, place: 2),
    ]

    static let affirmationReplies: [AffirmationReply] = [
        .list([affirmation], isRecording: true, take: nil),
        .list([], isRecording: false, take: .kept(recording)),
        .list([], isRecording: false, take: .silent), .traceKept, .kept(affirmation, place: 1, offer: words),
        .kept(affirmation, place: 3, offer: nil),
    ]

    static let affirmationRefusals: [AffirmationRefusal] = [
        .empty, .tooManyWords(13), .tooManyCharacters(31), .kana, .full, .tooManyTimes(3),
        .noSuchPhrase(4, count: 3), .unsayable, .muted, .noMicrophone, .gentler(words), .ambiguous(2), .awaited,
    ]

    private static let affirmation = Affirmation(
        id: 2, text: words, kana: words, language: .japanese, times: [six], since: CivilTime(seconds: 7),
        recording: recording)
    private static let recording = PhraseRecordingFile(number: 77, milliseconds: 2300)

    static let fadingCommands: [FadingCommand] = [
        .progress, .recall(nil), .recall(reading), .alreadyUp(nil), .alreadyUp(.wake), .consent(.wake),
        .automaticity(.wake, score: 6), .answer(isYes: true),
        .silence(.wake, isOn: true),
    ]

    static let recordingCommands: [RecordingCommand] = [.on(keepDays: 7), .off, .play(3)]

    static let words = PrivateText("my dog Momo, 散歩")
    static let candidate = MemoryCandidate(
        kind: .person, slot: "dog", text: words, quote: words, validUntil: date, isOffRecord: true)
    static let memoryCommands: [MemoryCommand] = [
        .list, .why(MemoryID(3)), .add(slot: words, text: words), .edit(MemoryID(1), text: words),
        .pin(MemoryID(2), true), .trust(words), .trust(nil), .forget(MemoryID(4)), .forgetAbout(words), .wipe, .rekey,
        .mode(.paused), .sent, .pending, .labels,
        .keepLabels(false), .recordIntention(true), .recordIntention(nil), .told(.wake),
        .told(nil), .call(.remember(candidate)), .call(.forget(words)), .call(.offRecord), .call(.read(words)),
        .call(.answerIntention(.partly, words: words)),
        .call(
            .saveIntention(
                SaidIntention(
                    habit: .wake, cueKind: .place, cue: words, action: words, obstacle: words, coping: nil,
                    words: words, recurrence: .weekdays))),
        .call(.saveReflection(SaidReflection(line: words, quote: words, labels: [.calm], oneWord: words))),
    ]

    static let moment = LocalMoment(civil: CivilTime(seconds: 7), zone: "UTC", local: local)
    static let memories: [MemoryItem] = [
        MemoryItem(
            id: MemoryID(1), kind: .person, slot: words, text: words, quote: words, saidAt: moment, talk: 2,
            habit: .wake, validUntil: date, supersedes: MemoryID(9),
            detail: .reflection(Reflection(date: date, labels: [.joy], oneWord: words)),
            use: MemoryItem.Use(status: .superseded, isPinned: true, lastUsedAt: CivilTime(seconds: 1))),
        MemoryItem(
            id: MemoryID(2), kind: .intention, slot: words, text: words, quote: words, saidAt: moment,
            source: .ownerCommandLine,
            detail: .intention(
                Intention(
                    habit: .wake, forDate: date, cueKind: .wake, cue: words, action: words, words: words,
                    status: .done, askedAt: CivilTime(seconds: 2), answerWords: words))),
    ]
    private static let day = DaySummary(date: date, lines: [words], language: .japanese)
    private static let recalledLines = memories.map { RecalledLine($0) } + day.lines.map { RecalledLine($0, of: day) }
    static let memoryReplies: [MemoryReply] = [
        .items(memories, days: [day], mode: .on),
        .story(memories), .changed(kept: memories, forgotten: [MemoryID(5)]), .traceKept(forgotten: [MemoryID(5)]),
        .sent([SentTalk(talk: 1, at: moment, habit: nil, lines: [words])]), .pending(nil),
        .pending(PendingTalk(at: moment, talk: 2, habit: .bedtime, lines: [TalkLine(.owner, words)])),
        .told(MemoryTold(isOn: true, block: words, ids: [MemoryID(1)])), .mode(.off), .oldKeyKept,
        .recordsIntention(true), .reflected(memories[0], suggestion: .tired), .advice(.offerSmaller),
        .labels(LabelDiary()), .recalled(recalledLines, more: 2),
    ]

    static let setupAnswers: [SetupAnswer] =
        [
            .text("Aki"), .privateText(words), .yes(true), .played, .notPlayed(nil), .notPlayed(.sounding), .signedIn,
            .notSignedIn(nil),
            .notSignedIn(.expired),
        ]
        + SetupAnswer.Heard.allCases.map { .heard($0) }

    static let setupQuestions: [SetupQuestion] = [
        .language, .microphone, .microphoneAgain, .speaker, .speakerHeard, .speakerAgain, .name, .habits,
        .habitTime(.wake, then: [.bedtime]), .habitDays(.wake, then: []), .ownHabit, .wakePlace, .heavySleeper,
        .trainingFocus,
        .age, .country, .trusted, .memory, .gateway, .signIn, .plan,
    ]

    static func number(_ command: Command) -> Int {
        switch command {
        case .status: 0
        case .next: 1
        case .apply: 2
        case .skip: 3
        case .unskip: 4
        case .move: 5
        case .once: 6
        case .cancelOnce: 7
        case .tryOut: 8
        case .press: 9
        case .talk: 10
        case .preview: 11
        case .volume: 12
        case .mute: 13
        case .upEarly: 14
        case .setup: 15
        case .trustClock: 16
        case .keyChanged: 17
        case .reset: 18
        case .memory: 19
        case .safetyConcern: 20
        case .teaching: 21
        case .recordings: 22
        case .meditate: 23
        case .fading: 24
        case .nudge: 25
        case .affirmation: 26
        case .account: 27
        case .ownVoice: 28
        }
    }

    // MARK: Replies

    /// Without a status, which `GoldenWireTests` checks separately.
    static let replies: [Reply] = [
        .done, .next(next), .next(nil),
        .changed([ProfileDifference(path: "habits.wake.at", before: "06:00", after: nil)], next: next),
        .changed([], next: nil),
    ]

    /// Not yet known to version 0.1.0.
    static let laterReplies: [Reply] =
        [
            .setup(SetupTurn(language: .japanese, says: [.alreadyDone])),
            .setup(
                SetupTurn(
                    language: .english,
                    says: [
                        .resuming, .expectedOneOf(["en"]), .expectedShorter(maximumCharacters: 3), .fault(.givenTwice),
                        .refused(.sounding), .keepsCurrent(value: "x"), .microphoneListening(seconds: 4),
                    ], opening: .habits, question: .habits, answerInForce: "wake")),
            .fading(
                FadingReply(
                    rows: FadingNext.allCases.map { next in
                        FadingReply.Row(
                            habit: reading, level: .net, since: date,
                            days: DayWord.allCases.map { CountedDay(date: date, observed: $0, isCorrected: true) },
                            rate28: 0.5, next: next, isSilent: true)
                    }, language: .japanese, today: date)),
            .nudges(
                NudgeReply(
                    rows: [NudgeReply.Row(habit: .training, choice: window)], isStopped: true,
                    last: Nudge.Answer.allCases.map { Nudge(date: date, habit: reading, answer: $0) },
                    language: .japanese)),
            laterNext,
        ] + memoryReplies.map { .memory($0) } + teachingReplies.map { .teaching($0) }
        + affirmationReplies.map { .affirmation($0) } + voiceReplies.map { .ownVoice($0) }

    static let teachingReplies: [TeachingReply] = [
        .today(nil), .choice(.off, includesGrief: true),
        .today(
            TeachingRequest(
                date: date, labels: [.calm], reflections: [words], lastHeard: ["line-on-water": date],
                isAfterMiss: true)),
    ]

    static let refusals: [Refusal] = [
        .profile(faults.map { FieldError(line: 3, path: "habits.wake.at", fault: $0) }),
        .noSuchHabit(reading, known: [.wake, .training]), .nothingToSkip(.wake), .nothingToMove(.wake),
        .nothingToTakeBack(.wake), .noSuchTime(six, date: date, zone: "Europe/Berlin"),
        .noSuchTime(six, date: nil, zone: "UTC"), .tooFarToMove(.wake, to: local), .noSuchOneOff(once, known: []),
        .tooManyOneOffs(32), .volume(percent: 900), .tryOut(seconds: 0), .clockGoesBack, .clockNotSet,
        .clockBeforeBuild, .noWakeSoon, .ownerUnheard, .sounding, .alarmOfAnother(.wake), .signInFirst,
        .notSaved(reason: wording), .told(.temporary, "busy"),
    ]

    /// Not yet known to version 0.1.0.
    static let laterRefusals: [Refusal] =
        [
            .tooFarAhead(date, last: CivilTime.lastDate), .memoryOff(.paused), .memoryUnreadable(.key),
            .noSuchMemory(MemoryID(3)), .tooManyPinned(20), .noOpenIntention, .noTalk, .sayAgain, .unsaid,
            .keepDays(365),
            .noOutput, .onlySafety, .silent(reason: "jack: gone"), .silent(reason: nil),
            .noMeditation, .noSigh, .noSuchStep("body", known: ["body-feet"]), .meditationDelay(seconds: 900),
            .notRipe(.wake), .automaticity(9), .nothingToCorrect, .nothingToRecall, .nothingAsked, .nudgeWindow,
            .noNudges, .gatewayAddress, .usualTimePassed(.wake),
        ] + affirmationRefusals.map { .affirmation($0) } + MemoryRefusal.allCases.map { .memory($0) }
        + VoiceRefusal.allCases.map { .ownVoice($0) }

    static let wording = Wording("the disk is full", "ディスクがいっぱいです")

    static func number(_ refusal: Refusal) -> Int {
        switch refusal {
        case .profile: 0
        case .noSuchHabit: 1
        case .nothingToSkip: 2
        case .nothingToMove: 3
        case .nothingToTakeBack: 4
        case .noSuchTime: 5
        case .tooFarToMove: 6
        case .noSuchOneOff: 7
        case .tooManyOneOffs: 8
        case .volume: 9
        case .tryOut: 10
        case .clockGoesBack: 11
        case .clockNotSet: 12
        case .clockBeforeBuild: 13
        case .noWakeSoon: 14
        case .ownerUnheard: 15
        case .sounding: 16
        case .alarmOfAnother: 17
        case .signInFirst: 18
        case .notSaved: 19
        case .told: 20
        case .tooFarAhead: 21
        case .memory: 22
        case .memoryOff: 23
        case .memoryUnreadable: 24
        case .noSuchMemory: 25
        case .tooManyPinned: 26
        case .noOpenIntention: 27
        case .noTalk: 28
        case .sayAgain: 29
        case .keepDays: 30
        case .noOutput: 31
        case .silent: 32
        case .onlySafety: 33
        case .noMeditation: 34
        case .noSuchStep: 35
        case .meditationDelay: 36
        case .notRipe: 37
        case .automaticity: 38
        case .nothingToCorrect: 39
        case .nothingToRecall: 40
        case .nothingAsked: 41
        case .nudgeWindow: 42
        case .noNudges: 43
        case .affirmation: 44
        case .noSigh: 45
        case .gatewayAddress: 46
        case .ownVoice: 47
        case .usualTimePassed: 48
        case .unsaid: 49
        }
    }

    static let faults: [FieldFault] =
        expectations.map { .expected($0) } + found.map { .expected(.time, found: $0, suggestion: "06:00") } + [
            .missing(.time), .missingForNewHabit(.time, suggestion: "wake"),
            .unknownField(known: ["name"], suggestion: "name"), .nothingForText(maximumCharacters: 40), .givenTwice,
            .repeated("mon"), .repeated(nil), .reservedForOneOffs, .onlyAtWake, .builtIn,
            .unknownHabit(known: ["wake"], suggestion: nil), .told(wording),
        ]

    static let expectations: [FieldExpectation] = [
        .fields(["name"]), .habitsByName, .habitFields, .time, .interval, .habitName, .sound, .promptName, .days,
        .line(maximumCharacters: 40), .wholeNumber(from: 0, through: 30), .trueOrFalse, .oneOf(["en", "ja"]),
        .listOf(["mon"]), .habits(atMost: 32), .atMostCeiling(80), .atLeastFloor(20), .lastFollowUpWithin(hours: 2),
        .told(wording),
    ]

    static let found: [FoundValue] = [
        .nothing, .text("late"), .list, .group, .number(7), .followUps(30, everySeconds: 600),
    ]

    // MARK: Events

    static let events: [Event] =
        [
            .tick, .clockSet(isSynchronized: true), .zone(.utc),
            .buttonsRead([ButtonLevel(button: .start, isActive: false)]), .edge(.stop, isActive: true),
            .press(.volumeUp, heldMilliseconds: 80, from: .terminal), .voice(isActive: true), .microphoneFailed,
            .buzzerFailed, .store(isWorking: false), .erased(isComplete: true), .storeRecovered, .settingsUnreadable,
            .companionChecked(.network), .companionChecked(nil), .eveningCheck([.sound, .alarmSound]),
            .sound(.audible(id: 1)), .sound(.failed(id: 2, reason: "gone")), .sound(.finished(id: 3)),
            .sound(.devicesChanged),
        ] + conversation.map { .conversation($0, call: 4) }
        + commands.enumerated().map { .command($0.element, ticket: $0.offset) } + [.terminate]

    /// Not yet known to version 0.1.0. No journal holds words, so these have none.
    static let laterEvents: [Event] =
        [
            .conversation(.said(.owner, PrivateText(""), turn: 3), call: 4), .memory(.summarized(nil, talk: 2)),
            .memory(
                .summarized(
                    MemorySummary(
                        items: [MemoryCandidate(slot: "", text: PrivateText(""), quote: PrivateText(""))],
                        day: [PrivateText("")]), talk: 2)),
            .command(.memory(.list), ticket: 1), .teaching(.chosen(id: "", date: date)),
            .recordings(.played(3, play: 1)), .memory(.thought([PrivateText("")])), .presence,
            .presenceRead(isActive: true), .presenceEdge(isActive: false),
            .sound(.unreadable(id: -4)),
            .affirmation(.recorded(.kept(recording), take: 2)), .affirmation(.recorded(.long, take: 3)),
            .affirmation(.recorded(.noRoom, take: 4)), .wakeVoice(.rendered(.refused, task: 2)),
        ] + accountEvents.map { .account($0) } + voiceEvents.map { .ownVoice($0) }

    static let conversation: [ConversationEvent] = [
        .ready, .speaking(true), .ownerSpeaking(false), .voiceMissing(true),
        .toolCall(ToolRequest(callID: "call_1", name: "set_volume", arguments: #"{"percent":50}"#)),
        .toolCall(ToolRequest(callID: "call_2", name: "", arguments: "")), .ended, .failed(.quota),
    ]

    static func number(_ event: Event) -> Int {
        switch event {
        case .tick: 0
        case .clockSet: 1
        case .zone: 2
        case .buttonsRead: 3
        case .edge: 4
        case .press: 5
        case .command: 6
        case .sound(let event):
            switch event {
            case .audible: 7
            case .failed: 8
            case .finished: 9
            case .devicesChanged: 10
            case .unreadable: 36
            }
        case .voice: 11
        case .microphoneFailed: 12
        case .buzzerFailed: 13
        case .store: 14
        case .erased: 15
        case .storeRecovered: 16
        case .settingsUnreadable: 17
        case .conversation(let event, call: _):
            switch event {
            case .ready: 18
            case .speaking: 19
            case .ownerSpeaking: 20
            case .voiceMissing: 21
            case .toolCall: 22
            case .ended: 23
            case .failed: 24
            case .said: 28
            }
        case .companionChecked: 25
        case .eveningCheck: 26
        case .terminate: 27
        case .memory: 29
        case .teaching: 30
        case .recordings: 31
        case .presence: 32
        case .presenceRead: 33
        case .presenceEdge: 34
        case .affirmation: 35
        case .wakeVoice: 37
        case .account: 38
        case .ownVoice: 39
        }
    }
}
