import TestKit
import Testing

@testable import Bedside

/// TALK-6: the offline companion's routines as text.
@Suite(.requirement("TALK-6"))
struct OfflineScriptTests {
    private func parse(_ text: String, key: String = "wake_up.ja") throws -> OfflineScript {
        try OfflineScript.parse(key: key, fileName: "wake_up.ja.txt", text: text)
    }

    private func fault(_ text: String) -> String? {
        do {
            _ = try parse(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func readsEveryWord() throws {
        let script = try parse(
            """
            # A remark, and a blank line before the first step.

            say おはよう。
            # A remark does not end a step.
              say   起きて。\u{3000}
            read おきて。
            hear 8
            again ねえ！
            again 起きて！
            read おきて！
            pause 3
            \t
            pause 600


            say さん。
            """)
        #expect(
            script
                == OfflineScript(
                    key: "wake_up.ja",
                    steps: [
                        .init(
                            lines: [.init(text: "おはよう。"), .init(text: "起きて。", reading: "おきて。")],
                            listenSeconds: 8,
                            insisting: [.init(text: "ねえ！"), .init(text: "起きて！", reading: "おきて！")],
                            pauseSeconds: 3),
                        .init(lines: [], pauseSeconds: 600),
                        .init(lines: [.init(text: "さん。")]),
                    ]))
    }

    @Test(.requirement("MIND-1")) func readsAQuestionForTheButtons() throws {
        let script = try parse(
            """
            say できましたか。
            read できましたか。
            ask intention 20
            yes よかった。
            read よかった。
            no だいじょうぶ。
            pause 3

            say 明日も？
            ask tomorrow 120
            """)
        let first = OfflineScript.Ask(
            .intention, seconds: 20, yes: [.init(text: "よかった。", reading: "よかった。")], no: [.init(text: "だいじょうぶ。")])
        #expect(script.steps.map(\.ask) == [first, OfflineScript.Ask(.tomorrow, seconds: 120)])
        #expect(script.steps.first?.pauseSeconds == 3)
    }

    @Test(arguments: [
        ("say A\nask", "wake_up.ja.txt:2: expected ask intention SECONDS or ask tomorrow SECONDS"),
        ("say A\nask weather 5", "wake_up.ja.txt:2: expected ask intention SECONDS or ask tomorrow SECONDS"),
        ("say A\nask intention", "wake_up.ja.txt:2: expected whole seconds after ask intention, 1 to 120"),
        ("say A\nask intention 0", "wake_up.ja.txt:2: expected whole seconds after ask intention, 1 to 120"),
        ("say A\nask intention 121", "wake_up.ja.txt:2: expected whole seconds after ask intention, 1 to 120"),
        (
            "say A\nask intention 5\nask tomorrow 5",
            "wake_up.ja.txt:3: a second ask in one step: put a blank line before it"
        ),
        ("say A\nhear 5\nask tomorrow 5", "wake_up.ja.txt:3: hear and ask cannot be in one step"),
        ("say A\nask tomorrow 5\nhear 5", "wake_up.ja.txt:3: hear and ask cannot be in one step"),
        ("say A\nask tomorrow 5\nsay B", "wake_up.ja.txt:3: say after hear begins a new step"),
        ("say A\nyes B", "wake_up.ja.txt:2: yes is said after an answer: it needs an ask line before it"),
        ("say A\npause 1\nask tomorrow 5", "wake_up.ja.txt:3: ask after pause begins a new step"),
        ("say A\nask tomorrow 5\npause 1\nno B", "wake_up.ja.txt:4: no after pause begins a new step"),
    ])
    func aBadQuestionIsNamed(text: String, message: String) {
        #expect(fault(text)?.hasPrefix(message) == true, "\(fault(text) ?? "no fault")")
    }

    @Test func lineEndsOfWindowsAndAMarkInFrontAreFine() throws {
        let script = try parse("\u{FEFF}say A\r\nhear 5\r\n\r\nsay B\r\n")
        #expect(script.steps.map(\.lines) == [[.init(text: "A")], [.init(text: "B")]])
    }

    @Test(arguments: [
        (
            "say A\nfoo B",
            "wake_up.ja.txt:2: expected say, read, hear, record, again, ask, yes, no, pause or #, not \"foo\""
        ),
        ("Say A", "wake_up.ja.txt:1: expected say, read, hear, record, again, ask, yes, no, pause or #, not \"Say\""),
        ("say", "wake_up.ja.txt:1: expected a text after say"),
        ("say A\nread", "wake_up.ja.txt:2: expected a text after read"),
        (
            "read A",
            "wake_up.ja.txt:1: read must directly follow the say, again, yes or no line that it is the reading of"
        ),
        (
            "say A\nread B\nread C",
            "wake_up.ja.txt:3: read must directly follow the say, again, yes or no line that it is the reading of"
        ),
        (
            "say A\n\nread B",
            "wake_up.ja.txt:3: read must directly follow the say, again, yes or no line that it is the reading of"
        ),
        (
            "say A\nhear 5\nread B",
            "wake_up.ja.txt:3: read must directly follow the say, again, yes or no line that it is the reading of"
        ),
        ("say A\nhear", "wake_up.ja.txt:2: expected whole seconds after hear, 1 to 120"),
        ("say A\nhear 0", "wake_up.ja.txt:2: expected whole seconds after hear, 1 to 120"),
        ("say A\nhear 121", "wake_up.ja.txt:2: expected whole seconds after hear, 1 to 120"),
        ("say A\nhear -5", "wake_up.ja.txt:2: expected whole seconds after hear, 1 to 120"),
        ("say A\nhear ５", "wake_up.ja.txt:2: expected whole seconds after hear, 1 to 120"),
        ("say A\nhear 99999999999999999999", "wake_up.ja.txt:2: expected whole seconds after hear, 1 to 120"),
        ("say A\npause 601", "wake_up.ja.txt:2: expected whole seconds after pause, 1 to 600"),
        ("say A\nhear 5\nhear 5", "wake_up.ja.txt:3: a second hear in one step: put a blank line before it"),
        ("pause 5\npause 5", "wake_up.ja.txt:2: a second pause in one step: put a blank line before it"),
        ("say A\nhear 5\nsay B", "wake_up.ja.txt:3: say after hear begins a new step: put a blank line before it"),
        ("say A\npause 5\nsay B", "wake_up.ja.txt:3: say after pause begins a new step: put a blank line before it"),
        ("pause 5\nhear 5", "wake_up.ja.txt:2: hear after pause begins a new step: put a blank line before it"),
        (
            "hear 5\npause 5\nagain A",
            "wake_up.ja.txt:3: again after pause begins a new step: put a blank line before it"
        ),
        ("say A\nagain B", "wake_up.ja.txt:2: again is said while nobody is heard: it needs a hear line before it"),
        (
            "say Hello ${USER}",
            "wake_up.ja.txt:1: unknown placeholder ${USER}, expected one of ${USER_NAME}, ${LANGUAGE_LINE}, "
                + "${TASK_TIME}, ${TASK_DESCRIPTION}, ${SLEEP_LOCATION}, ${TRAINING_FOCUS_LIST}, ${INTENTION}, ${EARLIER}, "
                + "${UP_RATE}, ${WAKE_TIME}"
        ),
        ("say A\nread ${", "wake_up.ja.txt:2: a placeholder begins with ${ and has no } after it"),
        ("", "wake_up.ja.txt: no steps, expected lines like: say Good morning."),
        ("# only\n\n# remarks\n", "wake_up.ja.txt: no steps, expected lines like: say Good morning."),
    ])
    func aBadLineIsNamed(text: String, message: String) {
        #expect(fault(text) == message)
    }

    @Test func everythingHasABound() {
        let step = "pause 1\n\n"
        #expect(fault(String(repeating: step, count: 200)) == nil)
        #expect(fault(String(repeating: step, count: 201)) == "wake_up.ja.txt:401: more than 200 steps")
        #expect(fault(String(repeating: "say A\n", count: 20)) == nil)
        #expect(
            fault(String(repeating: "say A\n", count: 21))
                == "wake_up.ja.txt:21: more than 20 lines of one kind in a step")
        #expect(
            fault("hear 5\n" + String(repeating: "again A\n", count: 21))
                == "wake_up.ja.txt:22: more than 20 lines of one kind in a step")
        #expect(fault("say " + String(repeating: "a", count: 2000)) == nil)
        #expect(
            fault("say " + String(repeating: "a", count: 2001))
                == "wake_up.ja.txt:1: the text is longer than 2000 bytes")
        #expect(fault("say A\n" + String(repeating: "#", count: 65_530)) == nil)
        #expect(fault("say A\n" + String(repeating: "#", count: 65_531)) == "wake_up.ja.txt: longer than 65536 bytes")
    }

    @Test func aMessageQuotesLittleAndNoControlCharacters() {
        let message = fault("\u{1B}[2J" + String(repeating: "x", count: 500)) ?? ""
        #expect(message.utf8.count < 150)
        #expect(!message.unicodeScalars.contains { $0.value < 0x20 })
    }

    // MARK: Filling in

    @Test func fillsPlaceholdersInTextAndReading() throws {
        let profile = Profile(ownerName: "Kenta", language: .japanese, trainingFocus: [.core, .stretch])
        let values = PromptValues(profile: profile, habit: profile.habit(.training))
        let script = try parse(
            """
            say ${USER_NAME}さん、${TASK_TIME}です。
            read ${USER_NAME}さん、${TASK_TIME}です。
            say ${TRAINING_FOCUS_LIST}
            read ${TRAINING_FOCUS_LIST}
            """)
        #expect(
            script.rendered(values: values).steps[0].lines == [
                .init(text: "Kentaさん、19:00です。", reading: "けんたさん、じゅうくじです。"),
                .init(text: "体幹、ストレッチ", reading: "たいかん、ストレッチ"),
            ])
    }

    @Test func dropsALineWithoutItsValueAndKeepsTheStepsPlace() throws {
        let script = try parse("say ${USER_NAME}\n\nsay B\nhear 5\nagain ${SLEEP_LOCATION}\nagain C")
        let rendered = script.rendered(values: [:])
        #expect(rendered.steps.map(\.lines) == [[], [.init(text: "B")]])
        #expect(rendered.steps.last?.insisting == [.init(text: "C")])
        #expect(rendered.steps.last?.listenSeconds == 5)
        #expect(rendered.key == script.key)
    }

    @Test(arguments: ["太郎", "Daniel", "🙂"]) func aNameThatTheLocalVoiceWouldSpellOutIsNotSpoken(name: String) throws {
        let script = try parse("say 朝です。\nread あさです。\nsay ${USER_NAME}さん。\nread ${USER_NAME}さん。")
        #expect(script.rendered(values: ["USER_NAME": name]).steps[0].lines == [.init(text: "朝です。", reading: "あさです。")])
    }

    @Test func anEnglishLineIsNotSpokenWithAJapaneseName() throws {
        let script = try parse("say Hello.\nsay ${USER_NAME}!", key: "wake_up.en")
        #expect(script.rendered(values: ["USER_NAME": "太郎"]).steps[0].lines.map(\.text) == ["Hello."])
        #expect(script.rendered(values: ["USER_NAME": "Zoë"]).steps[0].lines.map(\.text) == ["Hello.", "Zoë!"])
    }

    // MARK: Built-in routines

    @Test(arguments: Language.allCases) func aHabitWithoutARoutineHasOneThatInsistsAndEnds(language: Language) throws {
        for id in [HabitID.wake, try #require(HabitID("reading")), try #require(HabitID("x-9"))] {
            let script = OfflineScript.fallback(habit: id, language: language)
            #expect(script.key == "fallback-\(id.name).\(language.rawValue)")
            #expect(script.steps.first?.insisting.isEmpty == false)
            #expect(script.steps.first?.lines.first?.text.contains(HabitName(id).text(in: language)) == true)
            expectSayable(script, language)
            #expect(try OfflineScript.parse(key: script.key, fileName: "f", text: written(script)) == script)
        }
        let talk = OfflineScript.defaultScript(language: language)
        expectSayable(talk, language)
        #expect(talk.steps.contains { $0.listenSeconds > 0 })
        #expect(try OfflineScript.parse(key: talk.key, fileName: "f", text: written(talk)) == talk)
    }

    private func expectSayable(_ script: OfflineScript, _ language: Language) {
        for line in script.steps.flatMap({ $0.lines + $0.insisting }) {
            #expect(!line.text.isEmpty)
            switch language {
            case .english: #expect(line.reading == nil)
            case .japanese: #expect(Kana.isSayable(line.reading ?? "?"), "\(line)")
            }
        }
    }

    // MARK: Any text at all

    /// A routine as it is written in a file.
    private func written(_ script: OfflineScript) -> String {
        func lines(_ word: String, _ lines: [OfflineScript.Line]) -> [String] {
            lines.flatMap { ["\(word) \($0.text)"] + ($0.reading.map { ["read \($0)"] } ?? []) }
        }
        return script.steps.map { step in
            var text = lines("say", step.lines)
            if step.listenSeconds > 0 { text.append("hear \(step.listenSeconds)") }
            text += lines("again", step.insisting)
            if step.pauseSeconds > 0 { text.append("pause \(step.pauseSeconds)") }
            return text.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    @Test(.requirement("GUARD-6")) func randomTextNeitherTrapsNorEscapesTheBounds() throws {
        var random = SeededRandom(seed: 7)
        let pieces = [
            "say ", "read ", "hear ", "again ", "pause ", "5", "0", "700", "\n", "\n", "\n\n", "\r\n", "# x", "text",
            "あ",
            "${USER_NAME}", "${", "}", "\u{0}", "\u{2028}", "🙂", " ", "\u{301}",
        ]
        var parsed = 0
        for _ in 0..<6000 {
            let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            do throws(ScriptError) {
                let script = try OfflineScript.parse(key: "k.en", fileName: "f.txt", text: text)
                parsed += 1
                #expect(!script.steps.isEmpty && script.steps.count <= OfflineScript.maximumSteps)
                #expect(
                    script.steps.allSatisfy {
                        (0...120).contains($0.listenSeconds) && (0...600).contains($0.pauseSeconds)
                    })
                // What was read can be written and read again.
                #expect(try OfflineScript.parse(key: "k.en", fileName: "f.txt", text: written(script)) == script)
                _ = script.rendered(values: ["USER_NAME": "Ann"])
            } catch {
                #expect("\(error)".hasPrefix("f.txt"))
                #expect(!"\(error)".contains { $0.isNewline })
            }
        }
        #expect(parsed > 100)
    }

    @Test(.requirement("GUARD-6")) func randomBytesAreOnlyEverAnError() {
        var random = SeededRandom(seed: 8)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(TemplateLine.lines(of: text).count >= 1)
            _ = try? OfflineScript.parse(key: "k", fileName: "f", text: text)
            _ = Kana.reading(of: text)
        }
    }
}
