import Bedside
import TestKit
import Testing

@testable import Appliance

/// Scripts and commands as somebody wrote them who had only the papers (GUARD-8, MIND-3).
@Suite(.requirement("GUARD-8", "MIND-3"))
struct ScriptsByStrangersTests {
    private static func line(_ rest: String) -> [UInt8] { Array(#"{"at":"2026-11-24T15:00:30",\#(rest)}"#.utf8) }

    private static let long = String(repeating: "あ", count: 350_000)
    private static let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)

    @Test func aSummaryOfAnySizeIsItsTalksToRefuse() throws {
        let huge = try ScriptLine.parse(Self.line(#""summary":{"items":[],"day":["\#(Self.long)"]}"#))
        #expect(huge.kind == .badSummary(.tooLong) && huge.at == LocalDateTime("2026-11-24T15:00:30"))
        let nested = try ScriptLine.parse(Self.line(#""summary":{"items":\#(Self.deep),"day":["\"}"]}"#))
        #expect(nested.kind == .badSummary(.tooDeep))
        let fine = try ScriptLine.parse(Self.line(#""summary":{"items":[],"day":[]}"#))
        #expect(fine.kind == .summary(MemorySummary()))
        #expect(try ScriptLine.parse(Self.line(#""summary":"fails""#)).kind == .summary(nil))
    }

    /// What no strict reader takes; the last but one is what Python writes for half a surrogate pair.
    private static let unreadable = [
        #"{"items":[],"items":[],"day":[]}"#, #"{"items":[{"text":"a","text":"b"}],"day":[]}"#,
        #"{"items":[],"day":["\q"]}"#, #"{"items":[{"text":"\ud800"}],"day":[]}"#, #"{"items":[],"day":[],"x":1e999}"#,
    ]

    @Test(arguments: unreadable) func aSummaryThatCannotBeReadIsItsTalksToRefuse(summary: String) throws {
        let step = try ScriptLine.parse(Self.line(#""summary":\#(summary)"#))
        #expect(step.kind == .badSummary(.unreadable) && step.at == LocalDateTime("2026-11-24T15:00:30"))
        let result = try simulate(
            Self.script + #"{"at":"2026-11-24T15:00:25","summary":\#(summary)}"# + "\n")
        #expect(result.code == 0 && result.output.contains(#""reason":"unreadable""#), "\(result.errors)")
        #expect(result.output.contains(#""kind":"ring","habit":"wake","occurrence":"2026-11-25""#))
    }

    /// These are mistyped.
    @Test(arguments: [
        #""summary":{"items":[]},"summary":{"items":[]}"#, #""summary":{"items":[}"#, #""summary":{items:[]}"#,
        #""summary":{"day":["\ud800"]},"press":"stop""#, #""said":"\ud800""#, #""press":"stop","press":"start""#,
    ]) func aLineThatIsMistypedStaysAnError(line: String) {
        #expect(throws: ScriptLineError.self) { try ScriptLine.parse(Self.line(line)) }
    }

    @Test func otherLinesKeepTheirLimits() {
        for line in [
            Self.line(#""said":"\#(Self.long)""#), Self.line(#""summary":{"day":["\#(Self.long)"]},"press":"stop""#),
            Self.line(#""summary":{"day":["\#(Self.long)"]"#),
        ] {
            do throws(ScriptLineError) {
                _ = try ScriptLine.parse(line)
                Issue.record("taken")
            } catch {
                #expect(error.text(in: .english) == "a line of over 16384 bytes")
            }
        }
        #expect(throws: ScriptLineError.self) { try ScriptLine.parse(Self.line(#""said":\#(Self.deep)"#)) }
    }

    private static let script = """
        {"at":"2026-11-24T15:00:00","press":"start"}
        {"at":"2026-11-24T15:00:10","said":"My dog is called Momo."}
        {"at":"2026-11-24T15:00:20","press":"stop"}

        """
    private static let found = #"""
        {"at":"2026-11-24T15:00:25","summary":{"items":[{"kind":"person","slot":"dog","text":"Has a dog named Momo",\#
        "quote":"My dog is called Momo"}],"day":[]}}

        """#

    private func simulate(
        _ script: String, profile: String = "", _ options: [String] = []
    ) throws -> Program.Result {
        let program = try Program()
        let owner = try program.folder.write("owner.yaml", "habits: { wake: { at: \"06:00\" } }\n" + profile)
        let lines = try program.folder.write("script.jsonl", script)
        return try program.run(
            [
                "simulate", "--profile", owner, "--zone", "Asia/Tokyo", "--from", "2026-11-24T12:00", "--days", "1",
                "--script", lines, "--json",
            ] + options)
    }

    @Test func theScriptGoesOnAfterASummaryThatIsTooLong() throws {
        let summary = #"{"at":"2026-11-24T15:00:25","summary":{"items":[],"day":["\#(Self.long)"]}}"#
        let result = try simulate(Self.script + summary + "\n")
        #expect(result.code == 0 && result.output.contains(#""reason":"tooLong""#), "\(result.errors)")
        #expect(result.output.contains(#""kind":"ring","habit":"wake","occurrence":"2026-11-25""#))
    }

    @Test func theProfileSaysWhetherTalksAreRemembered() throws {
        for (profile, options, isKept) in [
            ("", [], true), ("memory: off\n", [], false), ("memory: paused\n", [], false),
            ("memory: off\n", ["--memory", "on"], true), ("memory: on\n", ["--memory", "off"], false),
        ] as [(String, [String], Bool)] {
            let result = try simulate(Self.script + Self.found, profile: profile, options)
            #expect(result.code == 0, "\(result.errors)")
            #expect(result.output.contains(#""kind":"kept""#) == isKept, "\(profile) \(options)")
        }
    }

    /// Lines after the end of the run do nothing. That is said once, with the number of the first of them.
    @Test func linesAfterTheEndAreReportedOnce() throws {
        func warnings(_ script: String) throws -> [String] {
            let result = try simulate(script)
            #expect(result.code == 0, "\(result.errors)")
            return result.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("script.jsonl:") }
        }
        func stop(_ time: String) -> String { #"{"at":"\#(time)","press":"stop"}"# + "\n" }
        let onTime = Self.script + stop("2026-11-25T12:00:00")
        #expect(try warnings(onTime) == [])
        #expect(
            try warnings(onTime + stop("2026-11-25T12:00:01")) == [
                "script.jsonl:5: this line is after the end of the run, 2026-11-25T12:00, and is ignored"
            ])
        #expect(
            try warnings(onTime + "\n# later\n" + stop("2027-01-01T06:00:00") + stop("2026-11-25T13:00:00")) == [
                "script.jsonl:7: 2 lines, of which this is the first, are after the end of the run, "
                    + "2026-11-25T12:00, and are ignored"
            ])
    }

    /// Such a command writes, but not what a simulation has.
    @Test func aCommandThatWorksWithFilesIsRefusedAndTheScriptGoesOn() throws {
        let commands = [
            #"["provision","owner.yaml"]"#, #"["key","remove"]"#, #"["recordings","delete","--all"]"#,
            #"["recordings","rekey"]"#,
        ]
        let script = commands.map { #"{"at":"2026-11-24T15:00:00","command":\#($0)}"# + "\n" }.joined()
        let result = try simulate(script)
        #expect(result.code == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count { $0.contains(#""kind":"refused""#) } == commands.count)
        #expect(lines.contains { $0.contains(#""kind":"ring","habit":"wake""#) })
    }

    @Test(arguments: [["memory", "wipe"], ["reset"]]) func nothingIsErasedUnasked(words: [String]) throws {
        let program = try Program()
        #expect(try program.run("mute", "on").code == 0)
        let unanswered = try program.run(words)
        #expect(unanswered.code == ExitStatus.usage.rawValue && unanswered.errors.contains("--yes"))
        let refused = try program.run(words, input: "n\n")
        #expect(refused.code == 0 && refused.output.contains("Nothing was erased."))
    }
}
