import TestKit
import Testing

@testable import Bedside

/// Setting up, question by question.
@Suite(.requirement("SETUP-1", "SETUP-2"))
struct SetupTests {
    /// The machine alone, with the durable state that its output leads to.
    struct Rig: Hashable {
        var setup = Setup()
        var durable = Durable()
        var turn = SetupTurn(language: .english)
        var signIns: [String] = []

        init(_ step: SetupStep? = .welcome, profile: Profile = Profile()) throws {
            durable.profile = profile
            durable.setup = SetupProgress(step: step)
            try ask(.resume)
        }

        mutating func ask(_ command: Setup.Command) throws {
            let now = Moment(boot: BootTime(nanoseconds: 1), civil: CivilTime(seconds: 1_790_000_000))
            let context = FeatureContext(
                now: now, boxedCalendar: Boxed(wrappedValue: Agenda(durable: durable, zone: .utc, now: now.civil)),
                isClockTrusted: true,
                isRinging: false, isListening: false, isQuiet: true, health: Health(), helpCountries: ["JP"])
            let (reply, output) = setup.answer(command, in: context)
            for change in output.changes { durable.apply(.setup(change)) }
            for request in output.requests {
                switch request {
                case .apply(let patch):
                    durable.profile = try durable.profile.changed(by: patch, isSignedIn: false).get().profile
                    durable.memory.mode = patch.memory ?? durable.memory.mode
                case .trust(let person):
                    let (_, output) = OwnerOfMemory(context: context).answer(.trust(person))
                    for change in output.changes { durable.apply(.memory(change)) }
                case .signIn(let gateway): signIns = [gateway]
                default: throw Unexpected()
                }
            }
            guard case .setup(let turn) = reply else { throw Unexpected() }
            self.turn = turn
        }

        mutating func answer(_ answer: SetupAnswer) throws {
            try ask(.answer(answer, to: try #require(turn.question)))
        }
        mutating func answer(_ texts: String...) throws {
            for text in texts {
                try answer(turn.question?.kind == .privateText ? .privateText(PrivateText(text)) : .text(text))
            }
        }
    }

    struct Unexpected: Error {}

    // MARK: A profile instead of answers

    private static let complete = """
        owner: { name: Aki, language: en, country: JP, age: 18-plus }
        sleep_location: bedroom
        training_focus: [core]
        memory: "off"
        habits:
          wake: { at: "06:00" }
          training: { at: "19:00" }
        """

    private static func provision(_ yaml: String, _ bedside: VirtualBedside) throws -> SetupStep? {
        let patch = try ProfilePatch.parse(SmallYAML.read(yaml)).get()
        guard case .changed = bedside.ask(.apply(patch)) else { throw Unexpected() }
        return bedside.disk.setup.step
    }

    /// Who has answered everything in a file is asked nothing more, and no hint says that setup is unfinished.
    @Test func aProfileThatAnswersEverythingEndsSetup() throws {
        func fresh() -> VirtualBedside {
            let bedside = VirtualBedside(at: CivilTime(seconds: 1_790_000_000))
            bedside.powerOn(isClockSynchronized: true)
            return bedside
        }
        let bedside = fresh()
        #expect(bedside.status?.setup.step == .welcome)
        #expect(try Self.provision(Self.complete, bedside) == nil && bedside.status?.setup.step == nil)
        // What is missing is still to be asked.
        for line in [
            "sleep_location: bedroom\n", "training_focus: [core]\n", "memory: \"off\"\n", ", country: JP",
            ", age: 18-plus",
        ] {
            let rest = fresh()
            var text = Self.complete
            let range = try #require(text.firstRange(of: line), "\(line)")
            text.removeSubrange(range)
            #expect(try Self.provision(text, rest) == .welcome, "\(line)")
        }
        // A step that is not asked needs no answer: no training, and no talks under 13.
        let child = fresh()
        let childs = """
            owner: { name: Aki, language: ja, country: JP, age: under-13 }
            sleep_location: bedroom
            habits: { wake: { at: "06:00" } }
            """
        #expect(try Self.provision(childs, child) == nil)
        // Nor does one that was answered already.
        let begun = fresh()
        begun.ask(.setup(.go(to: .wakePlace)))
        #expect(try Self.provision("sleep_location: attic\nhabits: { wake: { at: \"06:00\" } }", begun) == .wakePlace)
        #expect(try Self.provision("sleep_location: attic\nmemory: \"on\"", begun) == nil)
    }

    // MARK: Answers as people write them

    @Test(arguments: [
        ("6", "06:00"), ("6:5", "06:05"), ("06:00", "06:00"), ("６：００", "06:00"), ("6時", "06:00"), ("6時半", "06:30"),
        ("午前6時15分", "06:15"), ("午後１０時半", "22:30"), ("6 am", "06:00"), ("10:30 p.m.", "22:30"), ("12 am", "00:00"),
        ("12:15pm", "12:15"), ("朝7時", "07:00"), ("夜11時", "23:00"),
        ("夜12時", "00:00"), ("夜12時半", "00:30"), ("夜の1時", "01:00"), ("夜中の4時", "04:00"), ("夜9時", "21:00"),
        ("夜22時", "22:00"), ("深夜0時", "00:00"), ("深夜2時", "02:00"), ("午後12時", "12:00"),
        ("24:00", "24:00"), ("13 pm", "13 pm"), ("6:60", "6:60"),
        ("600", "600"), ("-6", "-6"), ("six", "six"), ("6:00:00", "6:00:00"), ("時", "時"), ("", ""), (":", ":"),
    ]) func aTimeIsReadAsPeopleWriteIt(answer: String, time: String) {
        #expect(SetupAnswers.time(answer) == time)
    }

    @Test(arguments: [
        ("12", "under-13"), ("13", "13-17"), ("17歳", "13-17"), ("１８", "18-plus"), ("82", "18-plus"), ("13-17", "13-17"),
        ("18歳以上", "18-plus"), ("答えない", "not-said"), ("131", "131"), ("-3", "-3"), ("old", "old"),
    ]) func anAgeIsABandOrYears(answer: String, band: String) {
        #expect(SetupAnswers.age(answer) == band)
    }

    @Test func noIsNoHabitOfOnesOwnAndYesIsAskedForAName() throws {
        var asked = try Rig(.habits)
        try asked.answer("wake", "6", "")
        #expect(asked.turn.question == .ownHabit)
        #expect(asked.durable.profile.habit(.wake)?.at.description == "06:00")
        for answer in ["no", "n", "いいえ", ""] {
            var rig = asked
            try rig.answer(answer)
            #expect(rig.turn.question != .ownHabit, "\(answer)")
        }
        try asked.answer("yes")
        #expect(asked.turn.question == .ownHabit && asked.turn.says == [.expectedHabitName])
        #expect(asked.durable.profile.habits.map(\.id) == Profile().habits.map(\.id))
    }

    // MARK: The whole way

    @Test func everyQuestionIsAskedInOrderAndEachAnswerIsWrittenAtOnce() throws {
        var rig = try Rig()
        #expect(rig.turn.opening == .welcome && rig.turn.question == .language)
        try rig.answer("ja")
        #expect(rig.turn.language == .japanese && rig.durable.profile.language == .japanese)
        #expect(rig.turn.opening == .microphone && rig.turn.question == .microphone)
        try rig.answer(.heard(.silence))
        #expect(rig.turn.question == .microphoneAgain && rig.turn.opening == nil)
        try rig.answer("はい")
        try rig.answer(.heard(.voice))
        #expect(rig.turn.says == [.microphoneHeard] && rig.turn.question == .speaker)
        try rig.answer(.played)
        try rig.answer(.yes(true))
        #expect(rig.turn.opening == .account && rig.turn.question == .gateway)
        try rig.answer("いいえ")
        #expect(rig.turn.question == .name && rig.signIns.isEmpty)
        try rig.answer("あき")
        #expect(rig.turn.question == .age && rig.turn.answerInForce == nil)
        try rig.answer("18歳以上")
        #expect(rig.turn.question == .country && rig.turn.answerInForce == "JP")
        try rig.answer("")
        #expect(rig.turn.opening == .trusted && rig.turn.question == .trusted)
        try rig.answer("姉の愛子", "起床、reading")
        #expect(rig.durable.profile.age == .adult && rig.durable.profile.country == CountryCode("JP"))
        #expect(rig.turn.question == .habits && rig.turn.says.count == 1)
        try rig.answer("起床、就寝")
        #expect(rig.turn.question == .habitTime(.wake, then: [.bedtime]) && rig.turn.answerInForce == "06:00")
        try rig.answer("05:45")
        #expect(rig.durable.profile.habit(.wake)?.at.description == "05:45")
        try rig.answer("平日", "22:30", "")
        #expect(rig.durable.profile.habit(.wake)?.days == .weekdays)
        let reading = try #require(HabitID("reading"))
        #expect(rig.turn.question == .ownHabit)
        try rig.answer("reading")
        #expect(rig.turn.question == .habitTime(reading, then: []) && rig.turn.answerInForce == nil)
        try rig.answer("")
        #expect(rig.turn.says == [.expectedTime])
        try rig.answer("20:00", "月・水", "")
        #expect(rig.durable.profile.habit(reading)?.isOn == true)
        #expect(rig.turn.opening == .wakePlace)
        try rig.answer("寝室")
        #expect(rig.turn.question == .heavySleeper && rig.turn.answerInForce == "n")
        try rig.answer("はい")
        #expect(rig.durable.profile.habit(.wake)?.sleeper == .heavy)
        // No training was chosen: its question is left out.
        #expect(rig.turn.question == .memory && rig.turn.answerInForce == "n" && rig.durable.memory.mode == .off)
        try rig.answer("はい")
        #expect(rig.durable.memory.mode == .on)
        #expect(rig.turn.opening == .completion && rig.turn.question == nil)
        #expect(rig.durable.setup.step == nil && rig.durable.profile.sleepLocation == "寝室")
        try rig.ask(.resume)
        #expect(rig.turn.says == [.alreadyDone])
    }

    /// SAFE-4: an owner learns in setup what is said to them in need where no line of their country is known.
    @Test(.requirement("SAFE-4"), arguments: [("JP", false), ("jp", false), ("DE", true), ("", true)])
    func aCountryWithoutAHelpLineIsTold(answer: String, isTold: Bool) throws {
        var rig = try Rig(.country)
        try rig.answer(answer)
        let country = answer.isEmpty ? nil : answer.uppercased()
        #expect(rig.turn.says == (isTold ? [.helpLineAbsent(country: country)] : []))
        for text in rig.turn.says {
            #expect(text.wording.english.contains(HelpLines.unknownCountry.english))
            #expect(text.wording.japanese.contains(HelpLines.unknownCountry.japanese))
        }
    }

    /// G-1: without a transcript the device's own matcher hears nothing.
    @Test(.requirement("SAFE-2")) func itSaysWhatNoticesACrisisWithoutATranscript() throws {
        let words = try #require(SetupStep.country.introduction)
        #expect(words.english.contains("with transcription off, only the online companion can notice"))
        #expect(words.japanese.contains("書き起こしを切ると、気づけるのはオンラインの話し相手だけ"))
    }

    /// S-7.
    @Test(.requirement("SOUND-7")) func onlyThoseWhoAreWokenAreAskedWhetherTheySleepHeavily() throws {
        var rig = try Rig(.habits)
        try rig.answer("training", "7", "", "")
        #expect(rig.turn.question == .trainingFocus)
        var waker = try Rig(.sleeper)
        try waker.answer("perhaps")
        #expect(waker.turn.question == .heavySleeper && waker.turn.says == [.expectedYesOrNo])
        try waker.answer("")
        #expect(waker.durable.profile.habit(.wake)?.sleeper == .normal)
    }

    @Test func whoComesBackGoesOnWithTheFirstQuestionOfTheStep() throws {
        var rig = try Rig(.habits)
        try rig.answer("wake,bedtime", "05:45")
        try rig.ask(.resume)
        #expect(rig.turn.says == [.resuming] && rig.turn.question == .habits)
        #expect(rig.turn.answerInForce == "wake,bedtime")
        #expect(rig.durable.profile.habit(.wake)?.at.description == "05:45")
    }

    /// A disk that takes nothing keeps nobody from being asked.
    @Test(.requirement("ALARM-7")) func askingForTheTurnWritesAndPromisesNothing() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.setup(.go(to: .name)))
        let performed = bedside.performed.count
        guard case .setup(let turn)? = bedside.ask(.setup(.resume)) else {
            Issue.record("no turn")
            return
        }
        #expect(turn.question == .name)
        #expect(!bedside.performed.dropFirst(performed).contains { if case .commit = $0 { true } else { false } })
        #expect(Command.setup(.resume).promise == .nothing && Command.setup(.go(to: nil)).promise == .setting)
    }

    @Test func aStaleAnswerChangesNothing() throws {
        var rig = try Rig(.name)
        let before = rig.durable
        try rig.ask(.answer(.text("ja"), to: .language))
        #expect(rig.durable == before)
        #expect(rig.turn.question == .name)
    }

    @Test func anAnswerThatTheRulesRefuseIsAskedAgainWithItsReason() throws {
        var rig = try Rig(.habits)
        try rig.answer("wake", "late")
        #expect(rig.turn.question == .habitTime(.wake, then: []))
        #expect(rig.turn.says.first == .expectedTime && rig.turn.says.count == 2)
        var name = try Rig(.name)
        try name.answer(String(repeating: "x", count: 100_000))
        #expect(name.turn.question == .name && name.durable.profile.ownerName == nil)
    }

    @Test(.requirement("SETUP-3")) func nobodyWhoIsSignedOutChangesHabits() throws {
        var profile = Profile()
        profile.companion = .gateway
        var rig = try Rig(.habits, profile: profile)
        try rig.answer("wake")
        #expect(rig.turn.says == [.refused(.signInFirst)] && rig.turn.question == .habits)
        #expect(rig.durable.profile == profile)
    }

    @Test(.requirement("ALARM-7")) func theMachineCommitsAnAnswerBeforeItConfirms() throws {
        let bedside = try EpisodeTests.bedside()
        bedside.ask(.setup(.go(to: .habits)))
        let question = SetupQuestion.habitTime(.wake, then: [])
        guard case .setup(let turn)? = bedside.ask(.setup(.answer(.text("05:15"), to: question))) else {
            Issue.record("no turn")
            return
        }
        #expect(turn.question == .habitDays(.wake, then: []))
        #expect(bedside.disk.profile.habit(.wake)?.at.description == "05:15")
        let commit = bedside.performed.lastIndex { if case .commit = $0 { true } else { false } }
        let reply = bedside.performed.lastIndex { if case .reply = $0 { true } else { false } }
        #expect(try #require(commit) < #require(reply))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:15:01"))
        #expect(bedside.light == .ringing)
    }

    // MARK: Who the owner is (SAFE-1, SAFE-4, SAFE-5, M-10)

    @Test(.requirement("SAFE-1")) func itsFirstSentenceSaysThatItIsAnAI() throws {
        for language in Language.allCases {
            let words = try #require(SetupStep.welcome.introduction).text(in: language)
            #expect(words.prefix { $0 != "." && $0 != "。" }.contains("AI"), "\(words)")
        }
    }

    @Test(.requirement("MIND-3")) func nothingIsRememberedUntilTheOwnerSaysYes() throws {
        let bedside = try EpisodeTests.bedside()
        for (answer, mode) in [("", MemoryMode.off), ("n", .off), ("はい", .on), ("", .on), ("no", .off)] {
            bedside.ask(.setup(.go(to: .memory)))
            bedside.ask(.setup(.answer(.text(answer), to: .memory)))
            #expect(bedside.disk.memory.mode == mode && bedside.status?.memory == mode, "\(answer)")
        }
        // An answer that is neither asks again; a power cut before the next step loses the answer and no more.
        bedside.ask(.setup(.go(to: .memory)))
        bedside.ask(.setup(.answer(.text("perhaps"), to: .memory)))
        #expect(bedside.disk.setup.step == .memory && bedside.disk.memory.mode == .off)
        bedside.post(.command(.setup(.answer(.yes(true), to: .memory)), ticket: 1), actionsBeforeCut: 0)
        bedside.powerOn()
        #expect(bedside.disk.setup.step == .memory && bedside.disk.memory.mode == .off)
    }

    @Test(.requirement("SAFE-5")) func aChildIsNotAskedWhetherTalksAreRemembered() throws {
        var rig = try Rig(.age)
        try rig.answer("13歳未満", "", "wake", "", "", "", "attic", "")
        #expect(rig.turn.opening == .completion && rig.durable.profile.age == .under13)
    }

    @Test(
        .requirement("SAFE-4"),
        arguments: [
            ("Europe/London", Language.english, "GB"), ("Europe/Berlin", .english, nil),
            ("Europe/Berlin", .japanese, "JP"),
        ] as [(String, Language, String?)])
    func theCountryOfTheZoneIsProposed(zone: String, language: Language, expected: String?) {
        var facts = SetupFacts(profile: Profile(language: language), zone: zone)
        #expect(facts.country == expected)
        facts.profile.country = CountryCode("us")
        #expect(facts.country == "US")
    }

    // MARK: Answers

    @Test(
        arguments: [
            ("起床、就寝", "wake bedtime"), ("Wake-up, BEDTIME", "wake bedtime"), ("wake 起床", "wake"),
            ("evening walk", "evening_walk"), ("トレーニング　bedtime", "training bedtime"), ("dance", nil), (",", nil),
            ("wake dance", nil),
        ] as [(String, String?)])
    func habitsAreNamedAsShown(answer: String, expected: String?) throws {
        let walk = try #require(HabitID("evening_walk"))
        let found = SetupAnswers.habits(answer, known: [.wake, .training, .bedtime, walk])
        #expect(found?.map(\.name).joined(separator: " ") == expected)
    }

    // MARK: Every way

    private static let answers: [SetupAnswer] =
        [.privateText(PrivateText("Aiko")), .privateText(PrivateText(""))]
        + ["", "x", "gateway.example", "en", "06:00", "wake", "every", "y", "n", "JP", "under-13"].map { .text($0) }
        + SetupAnswer.Heard.allCases.map { .heard($0) } + [
            .yes(false), .played, .notPlayed(nil), .notPlayed(.sounding), .signedIn, .notSignedIn(.expired),
            .notSignedIn(nil),
        ]

    /// Walked alone, six answers deep from every step.
    @Test(arguments: SetupStep.allCases) func noSequenceOfAnswersLosesItsWay(step: SetupStep) throws {
        var edge: Set<Rig> = [try Rig(step)]
        for _ in 0..<6 {
            var next: Set<Rig> = []
            for rig in edge where rig.turn.question != nil {
                for answer in Self.answers {
                    var after = rig
                    try after.answer(answer)
                    #expect(after.turn.question?.step == after.durable.setup.step)
                    let position = { (step: SetupStep?) in step.flatMap(SetupStep.allCases.firstIndex) ?? 99 }
                    #expect(position(after.durable.setup.step) >= position(rig.durable.setup.step))
                    if !after.turn.says.isEmpty, after.turn.question == rig.turn.question {
                        #expect(after.durable == rig.durable, "a refused answer changes nothing")
                    }
                    next.insert(after)
                }
            }
            edge = next
        }
        for var rig in edge {
            for _ in 0..<60 {
                guard let question = rig.turn.question else { break }
                switch question.kind {
                case .text, .privateText: try rig.answer(rig.turn.answerInForce ?? "")
                case .yesOrNo: try rig.answer(question == .speakerHeard ? "y" : "n")
                case .microphoneTrial: try rig.answer(.heard(.voice))
                case .speakerTrial: try rig.answer(.played)
                case .signIn: try rig.answer(.notSignedIn(nil))
                case .planTrial: try rig.answer("n")
                }
                if case .habitTime(let id, _) = question, rig.durable.profile.habit(id) == nil {
                    try rig.answer("07:00")
                }
            }
            #expect(
                rig.turn.question == nil && rig.durable.setup.step == nil,
                "setting up can be finished; it is at \(rig.turn)")
        }
    }
}
