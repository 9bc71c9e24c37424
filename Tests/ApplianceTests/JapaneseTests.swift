import Bedside
import Foundation
import TestKit
import Testing

@testable import Appliance

/// SETUP-5: the real program, used by a Japanese owner.
@Suite(.requirement("SETUP-5")) struct JapaneseTests {
    private static let walk: [[String]] = [
        ["status"], ["next"], ["habit"], ["volume"], ["mute"], ["clock", "show"], ["log"], ["doctor"],
        ["doctor", "--board", "/nonexistent.yaml"], ["habit", "skip", "training"], ["habit", "unskip", "wake"],
        ["habit", "move", "training", "05:00"], ["habit", "on", "swimming"], ["habit", "remove", "wake"],
        ["habit", "set", "wake", "--at", "25:00"], ["habit", "set", "wake", "--days", "someday"],
        ["habit", "set", "wake", "--sound", "/etc/passwd"], ["habit", "set", "wake", "--sound", "nope.wav"],
        ["habit", "set", "wake", "--prompt", "nope"], ["habit", "set", "wake", "--follow-ups", "99"],
        ["habit", "set", "yoga", "--curve", "steep"], ["habit", "set", "yoga", "--days", "mon"],
        ["profile", "set", "volume.ceiling=5"], ["profile", "set", "volume.floor=90"], ["profile", "set", "nmae=x"],
        ["volume", "900"], ["alarm", "once", "06:00", "--date", "2020-01-01"], ["alarm", "cancel", "once-3"],
        ["alarm", "preview"], ["press", "start"], ["talk"], ["up"], ["prompt", "show", "swimming"],
        ["status", "--watch"], ["replay"], ["replay", "/nonexistent"], ["provision", "/nonexistent"],
        ["simulate", "--profile", "/nonexistent", "--from", "2026-03-28T12:00", "--days", "1"],
        ["simulate", "--profile", "/dev/null", "--from", "2026-03-28T12:00", "--days", "1", "--zone", "Mars/Base"],
    ]

    @Test func nothingThatTheOwnerReadsIsInEnglish() throws {
        let program = try Self.program()
        for arguments in Self.walk {
            let result = try program.run(arguments)
            Self.expectJapanese(result.output + result.errors, "\(arguments)")
        }
    }

    /// A night with everything that a script can have, as a Japanese owner reads it.
    @Test(.requirement("GUARD-8")) func aSimulationIsReportedInJapanese() throws {
        let program = try Self.program()
        let profile = program.state + "-profile.yaml"
        let script = program.state + "-script.jsonl"
        defer { for file in [profile, script] { try? FileManager.default.removeItem(atPath: file) } }
        try """
        owner: { language: ja, name: あき, country: JP, age: 18-plus }
        companion: openai
        habits:
          wake: { at: "06:00" }
          bedtime: { at: "22:30" }
        """.write(toFile: profile, atomically: true, encoding: .utf8)
        try """
        {"at":"2026-11-20T12:04:00","command":["alarm","once","25:00"]}
        {"at":"2026-11-20T12:05:00","command":["habit","set","wake","--at","25:00"]}
        {"at":"2026-11-20T12:06:00","command":["profile","set","volume.ceiling=5"]}
        {"at":"2026-11-20T12:07:00","command":["memory","forget","9"]}
        {"at":"2026-11-20T12:08:00","command":["habit","skip","wake"]}
        {"at":"2026-11-20T12:09:00","command":["habit","unskip","wake"]}
        {"at":"2026-11-20T12:10:00","said":"誰かいますか"}
        {"at":"2026-11-20T12:11:00","tool":{"name":"next_up"}}
        {"at":"2026-11-20T14:00:00","press":"start"}
        {"at":"2026-11-20T14:00:10","said":"犬の名前はモモです。明日は朝六時に窓を開けます。"}
        {"at":"2026-11-20T14:00:12","tool":{"name":"next_up"}}
        {"at":"2026-11-20T14:00:14","tool":{"name":"skip_next","arguments":{"habit":"yoga"}}}
        {"at":"2026-11-20T14:00:15","tool":{"name":"remember","arguments":{"slot":"dog","text":"犬の名前はモモ","quote":"犬の名前はモモです"}}}
        {"at":"2026-11-20T14:00:16","tool":{"name":"remember","arguments":{"slot":"cat","text":"猫がいる","quote":"猫がいます"}}}
        {"at":"2026-11-20T14:00:18","tool":{"name":"skip_next","arguments":{"habit":"wake"}}}
        {"at":"2026-11-20T14:00:25","press":"stop"}
        {"at":"2026-11-20T15:00:00","press":"start"}
        {"at":"2026-11-20T15:00:10","said":"もう死にたい"}
        {"at":"2026-11-20T15:00:30","press":"stop"}
        {"at":"2026-11-20T16:00:00","network":"off"}
        {"at":"2026-11-20T17:00:00","zone":"Europe/Berlin"}
        {"at":"2026-11-20T18:00:00","clockStep":3600}
        {"at":"2026-11-20T19:00:00","power":"off"}
        {"at":"2026-11-20T19:10:00","power":"on"}
        """.write(toFile: script, atomically: true, encoding: .utf8)
        let result = try program.run([
            "simulate", "--profile", profile, "--zone", "Asia/Tokyo", "--from", "2026-11-20T12:00", "--days", "2",
            "--script", script,
        ])
        #expect(result.code == 0, "\(result.errors)")
        for words in ["はっきりした言葉", "実行しました", "実行しませんでした", "異常なし", "書き方が違います", "モモ"] {
            #expect(result.output.contains(words), "\(words)")
        }
        // The name of a prompt, of a zone and of a field are the same in every language.
        let own = ["wake_up", "bedtime", "Europe/Berlin", "habits.wake.at", "volume.ceiling", "wake"]
        var plain = result.output
        for name in own { plain = plain.replacingOccurrences(of: name, with: "名") }
        Self.expectJapanese(plain, "simulate")
    }

    @Test func aRunningApplianceRefusesInJapanese() throws {
        let program = try Self.program()
        let run = try program.whileRunning {
            for arguments in [["habit", "skip", "training"], ["up"], ["volume", "900"], ["status"], ["doctor"]] {
                let result = try program.run(arguments)
                Self.expectJapanese(result.output + result.errors, "\(arguments)")
            }
            // Programs get the reason as a value, and the message for their owner.
            let client = try RawClient(stateFolder: program.state)
            client.send(#"{"id":1,"command":{"skip":{"habit":"swimming"}}}"#)
            let line = try #require(client.readLine())
            #expect(line.contains(#""refusal":{"noSuchHabit":{"habit":"swimming""#), "\(line)")
            #expect(line.contains("という習慣はありません"), "\(line)")
        }
        #expect(run.code == 0)
    }

    /// The file's own language if it names one, otherwise the owner's.
    @Test(arguments: [
        ("", "owner: { nmae: x }\n", true), ("", "owner: { language: en, nmae: x }\n", false),
        ("en", "owner: { language: ja, nmae: x }\n", true), ("en", "owner: { language: xx }\n", false),
        ("", "a: [1\n", true), ("", "habits:\n  wake: { at: \"26:30\" }\n  Bad: {}\n", true),
    ])
    func aBadProfileIsReportedInItsLanguage(owner: String, text: String, isJapanese: Bool) throws {
        let program = try Self.program(language: owner.isEmpty ? "ja" : owner)
        let result = try program.run("provision", input: text)
        #expect(result.code == 65)
        for line in result.errors.split(separator: "\n") {
            #expect(line.hasPrefix("profile.yaml:"), "\(line)")
            #expect(Self.isJapanese(line) == isJapanese, "\(line)")
        }
    }

    @Test func aWrongAnswerInSetupIsAnsweredInJapanese() throws {
        let program = try Self.program()
        let answers =
            "xx\nja\n\n\nあき\n若い\n\n日の出\n\nはい\n\nswimming\nwake\nlate\n05:00\nsomeday\n平日\nBad Name\n\n寝室\n"
            + "dance\n\n"
        let result = try program.run("setup", input: answers)
        #expect(result.code == 0, "\(result.errors)")
        // Questions and answers share lines here, because no terminal echoes the line end.
        Self.expectJapanese(result.output + result.errors, "setup")
        #expect(result.output.contains("入力：\"late\""))
    }

    @Test func englishOwnersReadNoJapanese() throws {
        let program = try Self.program(language: "en")
        for arguments in Self.walk {
            let result = try program.run(arguments)
            let lines = (result.output + result.errors).split(separator: "\n").filter(Self.isJapanese)
            #expect(lines.isEmpty, "\(arguments): \(lines)")
        }
    }

    /// Neither fields nor codes change with the language.
    @Test func machinesReadTheSameNamesInEveryLanguage() throws {
        func checks(_ language: String) throws -> [String] {
            let result = try Self.program(language: language).run("doctor", "--json")
            let findings = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
            return (findings ?? []).map { "\($0["check"] ?? "") \($0["grade"] ?? "")" }
        }
        let english = try checks("en")
        #expect(!english.isEmpty)
        #expect(try checks("ja") == english)
    }

    @Test func reasonsSurviveTheSocket() throws {
        let fault = FieldFault.expected(.oneOf(["en", "ja"]), found: .text("de"), suggestion: "en")
        let told = FieldFault.told(Wording("no sound", "音がありません"))
        let refusals: [Refusal] = [
            .profile([FieldError(path: "owner.language", fault: fault), FieldError(line: 3, path: "x", fault: told)]),
            .noSuchTime(LocalTime(wrappingSecondOfDay: 60), date: LocalDate("2026-11-21"), zone: "UTC"),
            .notSaved(reason: Wording("full", "いっぱいです")), .clockNotSet,
        ]
        for refusal in refusals {
            let sent = try JSONEncoder().encode(ControlFault(refusal, in: .japanese))
            let received = try JSONDecoder().decode(ControlFault.self, from: sent)
            #expect(received.refusal == refusal)
            #expect(received.message == refusal.text(in: .japanese))
        }
        // A reason from another version: its message is still shown.
        let other = #"{"code":75,"message":"later","refusal":{"moonIsFull":{}}}"#
        let fault2 = try JSONDecoder().decode(ControlFault.self, from: Data(other.utf8))
        #expect(fault2.refusal == nil && fault2.message == "later" && fault2.code == 75)
    }

    // MARK: What is English

    private static func program(language: String = "ja") throws -> Program {
        let program = try Program()
        let result = try program.run(
            "provision", input: "owner: { language: \(language) }\nhabits:\n  wake: { at: 06:00 }\n")
        try #require(result.code == 0, "\(result.errors)")
        return program
    }

    private static func isJapanese(_ line: Substring) -> Bool {
        line.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value) }
    }

    /// No line may consist of Latin words alone, and none may contain the small words that only sentences have. What
    /// the sound driver and the YAML parser say themselves is in parentheses after the owner's words.
    private static func expectJapanese(_ text: String, _ place: Comment) {
        for line in text.split(separator: "\n") where !isData(line) {
            let plain = line.replacing(/（[^（）]*）/, with: "").replacing(/"[^"]*"/, with: "")
                .replacing("not-said", with: "")
            let little = plain.split { !$0.isLetter }.filter { sentenceWords.contains(String($0)) }
            #expect(little.isEmpty, "\(place): \(line)")
            // Each cell of a table is checked by itself, so that an English label does not pass because of a Japanese
            // value.
            for cell in line.replacing(/[ ]{2,}/, with: "\t").split(separator: "\t") where !isJapanese(cell) {
                let words = cell.split(separator: " ").filter { $0.wholeMatch(of: /[A-Za-z]{2,}[.,:]?/) != nil }
                #expect(words.allSatisfy { names.contains($0.filter(\.isLetter)) }, "\(place): \(line)")
            }
        }
    }

    private static let names: Set<String> = ["anicca", "UTC", "en", "ja"]
    private static let sentenceWords: Set<String> = [
        "the", "is", "are", "was", "not", "to", "of", "for", "with", "expected", "found", "there", "has", "have",
        "cannot",
        "nothing", "unknown", "no", "an", "be", "it", "this", "by", "and", "or",
    ]

    /// `habits.wake.on  false  → true`, and the counters under the status: `sound.level_dbfs  -120`.
    private static func isData(_ line: Substring) -> Bool {
        line.wholeMatch(of: /[a-z_.-]+ +\S+ +→ .*/) != nil || line.wholeMatch(of: /[a-z_]+\.[a-z_.]+  +\S.*/) != nil
    }
}

/// SETUP-5: this program's own errors.
@Suite(.requirement("SETUP-5")) struct ApplianceWordsTests {
    private static let words: [any Worded] = [
        ClientError.notRunning(stateFolder: "/s"), ClientError.notAllowed(stateFolder: "/s"),
        ClientError.timedOut(seconds: 5), ClientError.disconnected, ClientError.notUnderstood,
        ClientError.system(call: "connect", code: 5), FileError(path: "/s", code: 13),
        ZoneReadError.unknown("Mars/Base"), ZoneReadError.unreadable(FileError(path: "/s", code: 5)),
        ZoneReadError.malformed(path: "/s", reason: "odd"),
    ]
    private static let scripts = [
        "x", "[]", #"{"at":"2026"}"#, #"{"when":1}"#, #"{"at":"2026-03-29T06:00","at":"2026-03-29T06:00"}"#,
        #"{"at":"2026-03-29T06:00"}"#, #"{"at":"2026-03-29T06:00","power":"on","hold":1}"#,
        #"{"at":"2026-03-29T06:00","press":"x"}"#, #"{"at":"2026-03-29T06:00","press":"start","hold":-1}"#,
        #"{"at":"2026-03-29T06:00","press":"start","voice":1}"#, #"{"at":"2026-03-29T06:00","power":"x"}"#,
        #"{"at":"2026-03-29T06:00","clockStep":"x"}"#, #"{"at":"2026-03-29T06:00","zone":1}"#,
        #"{"at":"2026-03-29T06:00","zone":"Mars/Base"}"#,
    ]

    @Test func errorsAreReportedInEveryLanguage() {
        for words in Self.words { Self.expectBoth(words) }
    }

    @Test(arguments: scripts) func aBadScriptLineIsReportedInEveryLanguage(line: String) {
        do throws(ScriptLineError) {
            _ = try ScriptLine.parse(Array(line.utf8))
            Issue.record("the bad line was accepted")
        } catch {
            Self.expectBoth(error)
        }
    }

    private static func expectBoth(_ words: any Worded) {
        let (english, japanese) = (words.text(in: .english), words.text(in: .japanese))
        #expect(!english.isEmpty && english.allSatisfy(\.isASCII), "\(english)")
        #expect(
            japanese.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) || $0.value >= 0x4E00 },
            "\(japanese)")
    }
}
