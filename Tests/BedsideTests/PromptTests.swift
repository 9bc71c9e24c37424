import TestKit
import Testing

@testable import Bedside

/// PROMPT-1 and PROMPT-3.
@Suite(.requirement("PROMPT-1"))
struct PromptTests {
    private func render(_ common: String?, _ habit: String?, _ values: [String: String] = [:]) throws -> String {
        try PromptTemplate.render(
            common: SourceText(fileName: "common.txt", text: common),
            habit: SourceText(fileName: "wake_up.txt", text: habit), values: values)
    }

    @Test func joinsBothFilesByOneBlankLine() throws {
        #expect(try render("A\nB\n", "C\n") == "A\nB\n\nC")
        #expect(try render("\n\nA\n \n\n", "\r\nC\r\nD") == "A\n\nC\nD")
        #expect(try render("\u{FEFF}A", "\u{FEFF}B") == "A\n\nB")
    }

    @Test func aConversationAboutNoHabitHasTheCommonPartAlone() throws {
        let common = SourceText(fileName: "common.txt", text: "Hello ${USER_NAME}")
        #expect(try PromptTemplate.render(common: common, habit: nil, values: ["USER_NAME": "Ann"]) == "Hello Ann")
    }

    @Test func dropsAWholeLineWhosePlaceholderHasNoValue() throws {
        let template = "Hello\n- Name: ${USER_NAME}, in ${SLEEP_LOCATION}.\n- At ${TASK_TIME}\nBye"
        #expect(try render(template, "x", ["USER_NAME": "Ann"]) == "Hello\nBye\n\nx")
        #expect(
            try render(template, "x", ["USER_NAME": "Ann", "SLEEP_LOCATION": " ", "TASK_TIME": "06:00"])
                == "Hello\n- At 06:00\nBye\n\nx")
        #expect(
            try render(template, "x", ["USER_NAME": "Ann", "SLEEP_LOCATION": "attic"])
                == "Hello\n- Name: Ann, in attic.\nBye\n\nx")
    }

    @Test func aValueIsNeverReadAsATemplateNorEndsALine() throws {
        #expect(try render("Name: ${USER_NAME}", "x", ["USER_NAME": "${TASK_TIME}"]) == "Name: ${TASK_TIME}\n\nx")
        #expect(
            try render("Name: ${USER_NAME}", "x", ["USER_NAME": "A\n# Role\r\u{2028}B"]) == "Name: A # Role  B\n\nx")
    }

    @Test func aDollarSignByItselfIsKept() throws {
        #expect(try render("$5, $USER_NAME, $$, 100 $", "$") == "$5, $USER_NAME, $$, 100 $\n\n$")
    }

    @Test func laterPartsMayHaveTheirOwnPlaceholders() throws {
        #expect(try render("${INTENTION}!", "x", ["INTENTION": "breathe"]) == "breathe!\n\nx")
    }

    @Test func anUnknownPlaceholderNamesFileAndLine() {
        #expect(throws: PromptError.unknownPlaceholder(file: "wake_up.txt", line: 3, name: "USERNAME")) {
            try render("fine", "one\r\ntwo\r\n${SLEEP_LOCATION} and ${USERNAME}")
        }
        let error = PromptError.unknownPlaceholder(file: "wake_up.txt", line: 3, name: "USERNAME")
        #expect(
            error.description.hasPrefix(
                "wake_up.txt:3: unknown placeholder ${USERNAME}, expected one of ${USER_NAME}, "))
        #expect(throws: PromptError.unclosedPlaceholder(file: "common.txt", line: 2)) {
            try render("fine\nHello ${USER_NAME", "x")
        }
        #expect(throws: PromptError.unknownPlaceholder(file: "common.txt", line: 1, name: "")) {
            try render("${}", "x")
        }
    }

    @Test(.requirement("PROMPT-3")) func missingEmptyAndHugeFilesHaveSeparateErrors() {
        #expect(throws: PromptError.missing(file: "common.txt")) { try render(nil, "x") }
        #expect(throws: PromptError.missing(file: "wake_up.txt")) { try render("x", nil) }
        #expect(throws: PromptError.empty(file: "wake_up.txt")) { try render("x", " \n\t\n") }
        #expect(throws: PromptError.empty(file: "wake_up.txt")) { try render("x", "${USER_NAME}") }
        #expect(throws: PromptError.missing(file: "common.txt")) {
            try PromptTemplate.render(common: nil, habit: nil, values: [:])
        }
        let line = String(repeating: "a", count: 1023) + "\n"
        #expect(throws: Never.self) { try render(String(repeating: line, count: 64), "x") }
        #expect(throws: PromptError.tooLong(file: "common.txt", maximumBytes: 65_536)) {
            try render(String(repeating: line, count: 64) + "b", "x")
        }
    }

    @Test(.requirement("PROMPT-3"), arguments: Language.allCases)
    func aFailedFileIsReplacedInTheOwnersLanguage(language: Language) {
        let profile = Profile(ownerName: "Ann", language: language)
        let values = PromptValues(profile: profile, habit: profile.habit(.wake))
        let common = SourceText(fileName: "common.txt", text: "COMMON")
        let broken = SourceText(fileName: "wake_up.txt", text: "ok\n${NAME}")
        let mark = language == .japanese ? "本人が決めた時刻は" : "The owner chose"

        let one = PromptTemplate.instructions(common: common, habit: broken, values: values)
        #expect(one.problems == [.unknownPlaceholder(file: "wake_up.txt", line: 2, name: "NAME")])
        #expect(one.text.hasPrefix("COMMON\n\n") && one.text.contains(mark) && one.text.contains("06:00"))

        let none = PromptTemplate.instructions(
            common: nil, habit: SourceText(fileName: "wake_up.txt", text: ""), values: values)
        #expect(none.problems == [.missing(file: "common.txt"), .empty(file: "wake_up.txt")])
        #expect(none.text.contains("Ann") && none.text.contains(values.texts["LANGUAGE_LINE"] ?? "?"))

        let fine = PromptTemplate.instructions(
            common: common, habit: SourceText(fileName: "wake_up.txt", text: "HABIT"), values: values)
        #expect(fine.text == "COMMON\n\nHABIT" && fine.problems.isEmpty)
    }

    @Test func valuesComeFromProfileAndHabit() throws {
        var profile = Profile(
            ownerName: "太郎", language: .japanese, sleepLocation: "3階の寝室", trainingFocus: [.pushUp, .core])
        let training = try #require(profile.habit(.training))
        let japanese = PromptValues(profile: profile, habit: training)
        #expect(japanese.texts["USER_NAME"] == "太郎")
        #expect(japanese.texts["SLEEP_LOCATION"] == "3階の寝室")
        #expect(japanese.texts["TRAINING_FOCUS_LIST"] == "腕立て伏せ、体幹")
        #expect(japanese.texts["TASK_TIME"] == "19:00")
        #expect(japanese.texts["TASK_DESCRIPTION"] == "今日のトレーニング")
        #expect(japanese.texts["LANGUAGE_LINE"]?.contains("日本語") == true)
        #expect(japanese.readings["TASK_TIME"] == "じゅうくじ")
        #expect(japanese.readings.values.allSatisfy(Kana.isSayable))

        profile.language = .english
        let moved = PromptValues(profile: profile, habit: training, at: LocalTime("5:30"))
        #expect(moved.texts["TRAINING_FOCUS_LIST"] == "push-ups, core")
        #expect(moved.texts["TASK_TIME"] == "05:30")
        #expect(moved.texts["LANGUAGE_LINE"]?.hasPrefix("Speak English.") == true)

        let bare = PromptValues(profile: Profile(), habit: nil)
        #expect(Set(bare.texts.keys) == ["LANGUAGE_LINE"])
    }

    @Test(arguments: Language.allCases) func everyPlaceholderCanHaveAValue(language: Language) throws {
        let profile = Profile(
            ownerName: "Ann", language: language, sleepLocation: "attic", trainingFocus: TrainingFocus.allCases)
        let status = try Self.status(of: profile, at: "2026-11-21T18:10")
        for habit in profile.habits {
            let values = PromptValues(profile: profile, habit: habit, status: status)
            #expect(Set(values.texts.keys) == Set(PromptTemplate.placeholders))
            #expect(values.texts.values.allSatisfy { !TemplateLine.isBlank($0) })
            #expect(values.readings.values.allSatisfy(Kana.isSayable))
        }
    }

    // MARK: What the device knows

    private static func status(of profile: Profile, at local: String) throws -> Status {
        var profile = profile
        for index in profile.habits.indices { profile.habits[index].isOn = true }
        let now = try #require(LocalDateTime(local))
        let device = VirtualBedside(profile: profile, at: CivilTime(seconds: now.wallSeconds))
        device.powerOn(isClockSynchronized: true)
        _ = device.ask(.once(time: try #require(LocalTime("18:30")), date: nil, like: .wake))
        _ = device.ask(.skip(.bedtime))
        return try #require(device.status)
    }

    @Test func factsAreTheDevicesState() throws {
        let english = Profile(language: .english)
        let values = PromptValues(
            profile: english, habit: nil, status: try Self.status(of: english, at: "2026-11-21T18:10"))
        #expect(values.texts["NOW"] == "Saturday 2026-11-21, 18:10")
        #expect(
            values.texts["NEXT_UP"]
                == "You're all set! Next up: tonight at 18:30 I'll nudge you for Wake-up, just this once.")
        #expect(values.texts["ALARMS_TODAY"] == "Wake-up 18:30, Training 19:00")
        #expect(
            values.texts["HABITS"]
                == "wake (Wake-up): on, 06:00, every day; training (Training): on, 19:00, every day; "
                + "bedtime (Bedtime): on, 22:30, every day, the next one skipped, then tomorrow at 22:30; "
                + "once-1: once, tonight at 18:30 (2026-11-21)")
        #expect(values.texts["VOICE_VOLUME"] == "60")

        let japanese = Profile(language: .japanese)
        let own = PromptValues(
            profile: japanese, habit: nil, status: try Self.status(of: japanese, at: "2026-11-21T18:10"))
        #expect(own.texts["NOW"] == "2026-11-21（土）18:10")
        #expect(own.texts["ALARMS_TODAY"] == "起床 18:30、トレーニング 19:00")
        #expect(own.texts["HABITS"]?.contains("bedtime（就寝）：オン、22:30、毎日、次回はスキップ、その次は明日22:30；once-1：一度だけ、") == true)
    }

    @Test func withoutATrustedClockTheCompanionLearnsThatAndNoTime() throws {
        let device = VirtualBedside(
            at: CivilTime(seconds: 0), configuration: Configuration(clockFloor: CivilTime(seconds: 1_000_000_000)))
        device.powerOn()
        let status = try #require(device.status)
        let values = PromptValues(profile: Profile(), habit: nil, status: status)
        #expect(values.texts["NOW"] == nil && values.texts["ALARMS_TODAY"] == nil)
        #expect(values.texts["NEXT_UP"] == Phrase.clockUntrusted.text(in: .english))
        #expect(try render("It is ${NOW}.\nNext: ${NEXT_UP}", "x", values.texts).hasPrefix("Next: I don't know"))
    }

    @Test func anEmptyScheduleIsStatedAsAFact() throws {
        let now = try #require(LocalDateTime("2026-11-21T18:10"))
        let device = VirtualBedside(at: CivilTime(seconds: now.wallSeconds))
        device.powerOn(isClockSynchronized: true)
        let status = try #require(device.status)
        let values = PromptValues(profile: Profile(), habit: nil, status: status)
        #expect(values.texts["NEXT_UP"] == Phrase.nothingPlanned.text(in: .english))
        #expect(values.texts["ALARMS_TODAY"] == "nothing")
        #expect(values.texts["HABITS"] == "wake (Wake-up): off; training (Training): off; bedtime (Bedtime): off")
    }

    @Test func aOneOffAlarmHasTheSubjectOfItsPrompt() throws {
        var alarm = try #require(Profile().habit(.wake))
        alarm.id = HabitID.once(3)
        #expect(
            PromptValues(profile: Profile(), habit: alarm).texts["TASK_DESCRIPTION"] == "wake up and get out of bed")
        alarm.prompt = "reading"
        let description = try #require(PromptValues(profile: Profile(), habit: alarm).texts["TASK_DESCRIPTION"])
        #expect(!description.contains("once"))
    }

    // MARK: Which file

    @Test func theFileInTheOwnersLanguageGoesFirst() {
        func chosen(_ files: [String: String?], _ language: Language) -> SourceText {
            PromptTemplate.source(prompt: "wake_up", language: language, in: "Prompts") { path in
                files[String(path.dropFirst("Prompts/".count))].map { SourceText(fileName: path, text: $0) }
            }
        }
        let both: [String: String?] = ["wake_up.txt": "E", "wake_up.ja.txt": "J"]
        #expect(chosen(both, .japanese) == SourceText(fileName: "Prompts/wake_up.ja.txt", text: "J"))
        #expect(chosen(both, .english) == SourceText(fileName: "Prompts/wake_up.txt", text: "E"))
        #expect(chosen(["wake_up.txt": "E", "wake_up.en.txt": "E2"], .english).text == "E2")
        // An owner's own prompt is one file for both languages.
        #expect(chosen(["wake_up.txt": "E"], .japanese).text == "E")
        // A prompt that cannot be read is an error, not a reason to speak another language.
        let unreadable: [String: String?] = ["wake_up.txt": "E", "wake_up.ja.txt": nil as String?]
        let torn = chosen(unreadable, .japanese)
        #expect(torn == SourceText(fileName: "Prompts/wake_up.ja.txt", text: nil))
        #expect(chosen([:], .japanese) == SourceText(fileName: "Prompts/wake_up.txt", text: nil))
    }

    @Test(.requirement("PROMPT-3"), arguments: Language.allCases)
    func aTalkWithoutItsPromptFileStillWorks(language: Language) {
        let values = PromptValues(profile: Profile(language: language), habit: nil)
        let made = PromptTemplate.instructions(
            common: SourceText(fileName: "common.txt", text: "COMMON"),
            habit: SourceText(fileName: "talk.txt", text: nil), values: values)
        #expect(made.problems == [.missing(file: "talk.txt")])
        #expect(made.text.contains(language == .japanese ? "本人が始めました" : "The owner started this conversation."))
        #expect(!made.text.contains("The owner chose") && !made.text.contains("本人が決めた時刻は"))
    }

    @Test(.requirement("GUARD-6")) func randomTemplatesNeitherTrapNorGiveMoreThanOneLineOfError() {
        var random = SeededRandom(seed: 11)
        let pieces = [
            "${", "}", "$", "USER_NAME", "${USER_NAME}", "${X}", "\n", "\r\n", " ", "あ", "\u{0}", "🙂", "\u{2028}",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            do {
                let made = try render("c", text, ["USER_NAME": "Ann"])
                #expect(made.hasPrefix("c\n\n"))
                #expect(!made.contains("${USER_NAME}"))
            } catch {
                #expect(!"\(error)".contains { $0.isNewline })
                #expect("\(error)".hasPrefix("wake_up.txt:"))
            }
        }
    }
}
