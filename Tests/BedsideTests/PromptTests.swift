import TestKit
import Testing

@testable import Bedside

/// PROMPT-1 and PROMPT-3.
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

    @Test func dropsALineWholeWhosePlaceholderHasNoValue() throws {
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

    @Test func aDollarAloneIsADollar() throws {
        #expect(try render("$5, $USER_NAME, $$, 100 $", "$") == "$5, $USER_NAME, $$, 100 $\n\n$")
    }

    @Test func laterPartsMayBringPlaceholdersOfTheirOwn() throws {
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

    @Test func aMissingEmptyOrHugeFileIsAnErrorOfItsOwn() {
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

    @Test(arguments: Language.allCases) func aFailedFileIsReplacedInTheOwnersLanguage(language: Language) {
        let profile = Profile(ownerName: "Ann", language: language)
        let values = PromptValues(profile: profile, habit: profile.habit(.wake))
        let common = SourceText(fileName: "common.txt", text: "COMMON")
        let broken = SourceText(fileName: "wake_up.txt", text: "ok\n${NAME}")
        let mark = language == .japanese ? "本人が決めた時間" : "the time the owner chose"

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

    @Test func everyPlaceholderCanHaveAValue() throws {
        let profile = Profile(ownerName: "Ann", sleepLocation: "attic", trainingFocus: TrainingFocus.allCases)
        for habit in profile.habits {
            let names = Set(PromptValues(profile: profile, habit: habit).texts.keys)
            #expect(names == Set(Placeholder.allCases.map(\.rawValue)))
        }
    }

    @Test func randomTemplatesNeitherTrapNorGiveMoreThanOneLineOfError() {
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
