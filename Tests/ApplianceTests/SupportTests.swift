import Bedside
import Board
import Foundation
import Glibc
import Logging
import TestKit
import Testing

@testable import Appliance

@Suite struct TableTests {
    @Test func alignsJapaneseAndLatinCells() {
        var table = Table(["習慣", "At", "n"], rightAligned: [2])
        table.add("wake", "06:00", "1")
        table.add("読書の時間", "21:30", "10")
        #expect(
            table.lines == [
                "習慣        At      n",
                "wake        06:00   1",
                "読書の時間  21:30  10",
            ])
    }

    @Test func leavesOutAnEmptyHeaderAndTrailingSpaces() {
        var table = Table(["", ""])
        table.add("a", "")
        table.add("long", "b")
        #expect(table.lines == ["a", "long  b"])
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("あ", 2), ("ｱ", 1), ("Ａ", 2), ("中文", 4), ("🙂", 2),
        ("\u{200B}", 0),
        ("\u{1B}[0m", 3),
    ])
    func countsTerminalColumns(text: String, columns: Int) {
        #expect(TextWidth.columns(text) == columns)
    }
}

@Suite struct JSONValueTests {
    @Test func writesWhatAParserReadsBack() throws {
        let value = JSONValue.object([
            "text": .text("a\"b\\c\n\u{1}\u{7F}\u{2028}日本"),
            "list": .list([.integer(-3), .decimal(0.5), .flag(true), .null]),
            "nothing": .optional(String?.none), "bad": .decimal(.infinity),
        ])
        let read = try #require(try JSONSerialization.jsonObject(with: Data(value.line.utf8)) as? [String: Any])
        #expect(read["text"] as? String == "a\"b\\c\n\u{1}\u{7F}\u{2028}日本")
        #expect((read["list"] as? [Any])?.count == 4)
        #expect(read["bad"] is NSNull)
        #expect(!value.line.contains("\n"))
        #expect(value.line.hasPrefix(#"{"text":"#))
    }
}

@Suite struct ConfigFileTests {
    @Test func readsItsFourFields() throws {
        let text = "board: raspberry-pi\nstate_dir: /srv/anicca\nshare_dir: /opt/share\nlog_level: debug\n"
        let config = try ConfigFile.parse(Array(text.utf8), fileName: "anicca.yaml")
        #expect(config.board == "raspberry-pi")
        #expect(config.stateFolder == "/srv/anicca")
        #expect(config.shareFolder == "/opt/share")
        #expect(config.logLevel == .debug)
        #expect(try ConfigFile.parse([], fileName: "anicca.yaml") == ConfigFile())
    }

    @Test(.requirement("TALK-2")) func readsTheCompanion() throws {
        let text = """
            companion:
              base_url: http://127.0.0.1:8080
              model: other-model
              voice: cedar
              transport: websocket
              turn_detection: { type: semantic_vad, eagerness: low, interrupt_response: false }
              noise_reduction: far_field
              transcription: none
              reasoning: none
              silence_seconds: 5
              longest_minutes: 10
            """
        let companion = try ConfigFile.parse(Array(text.utf8), fileName: "anicca.yaml").companion
        #expect(companion.baseURL == "http://127.0.0.1:8080" && companion.model == "other-model")
        #expect(companion.voice == "cedar" && companion.transport == .webSocket)
        #expect(companion.turnDetection == .semanticVAD(eagerness: .low, interruptsResponse: false))
        #expect(companion.noiseReduction == .farField)
        #expect(companion.transcriptionModel == "" && companion.reasoningEffort == "")
        #expect(companion.timing.silenceSeconds == 5 && companion.timing.longestMinutes == 10)
        let own = "companion: { turn_detection: { silence_ms: 700, create_response: false } }"
        #expect(
            try ConfigFile.parse(Array(own.utf8), fileName: "anicca.yaml").companion.turnDetection
                == .serverVAD(silenceMilliseconds: 700, createsResponse: false))
        let defaults = try ConfigFile.parse(Array("companion: ~".utf8), fileName: "anicca.yaml").companion
        #expect(defaults == CompanionSettings())
    }

    /// R-10: bedtime waits longer than the longest pause for thought that it is tried with, and no other habit does.
    @Test(.requirement("MIND-2")) func bedtimeWaitsForThoughts() {
        for habit in Profile.builtInHabits {
            let silence = CompanionSettings().minimumSilenceMilliseconds(for: habit)
            #expect(habit.id == .bedtime ? (silence ?? 0) >= 2100 : silence == nil)
        }
        #expect(CompanionSettings().minimumSilenceMilliseconds(for: nil) == nil)
    }

    @Test(arguments: [
        ("companion: [a]", "anicca.yaml:1:12: companion: expected base_url, model"),
        ("companion:\n  colour: red", "anicca.yaml:2:3: companion.colour: unknown field"),
        (
            "companion:\n  base_url: http://example.org",
            "anicca.yaml:2:13: companion.base_url: the base URL must be https"
        ),
        (
            "companion:\n  transport: websoket",
            "anicca.yaml:2:14: companion.transport: expected automatic, webrtc or websocket; found \"websoket\" "
                + "(did you mean websocket?)"
        ),
        ("companion:\n  silence_seconds: 1", "anicca.yaml:2:20: companion.silence_seconds: expected a whole number"),
        (
            "companion:\n  turn_detection: { create_response: perhaps }",
            "anicca.yaml:2:38: companion.turn_detection.create_response: expected true or false; found \"perhaps\""
        ),
        (
            "companion:\n  turn_detection: { type: magic }",
            "anicca.yaml:2:27: companion.turn_detection.type: expected server_vad or semantic_vad"
        ),
        (
            "companion:\n  turn_detection:\n    type: semantic_vad\n    threshold_percent: 60",
            "anicca.yaml:4:5: companion.turn_detection.threshold_percent: goes with type: server_vad"
        ),
        (
            "companion:\n  turn_detection: { silence_ms: 700, type: semantic_vad }",
            "anicca.yaml:2:21: companion.turn_detection.silence_ms: goes with type: server_vad"
        ),
        (
            "companion:\n  turn_detection: { eagerness: low }",
            "anicca.yaml:2:21: companion.turn_detection.eagerness: goes with type: semantic_vad"
        ),
        ("companion:\n  model: [x]", "anicca.yaml:2:10: companion.model: expected a text of at most 64"),
        ("companion:\n  model: a b", "anicca.yaml:2:10: companion.model: expected a text of at most 64"),
        ("companion:\n  transport:", "anicca.yaml:2:"),
        ("color: red", "anicca.yaml:1:1: color: unknown field; expected board"),
        ("bord: red", "anicca.yaml:1:1: bord: unknown field; expected board, state_dir"),
        ("board: terminal\nlog_level: loud", "anicca.yaml:2:12: log_level: expected debug"),
        ("- a", "anicca.yaml:1:1: document: expected board, state_dir"),
        ("board: [a]", "anicca.yaml:1:8: board: expected a text; found a list"),
        ("board: {", "anicca.yaml:"), ("board:", "anicca.yaml:1:"), ("board: ''", "anicca.yaml:1:8: board: expected"),
    ])
    func namesFileLineColumnAndField(text: String, expected: String) {
        do throws(ConfigError) {
            _ = try ConfigFile.parse(Array(text.utf8), fileName: "anicca.yaml")
            Issue.record("\(text) was taken")
        } catch {
            #expect("\(error)".hasPrefix(expected), "\(error)")
            #expect(error.exitCode == .badData)
        }
    }

    @Test func tellsEveryFaultAtOnceInBothLanguages() {
        let text = """
            bord: terminal
            companion:
              transport: pigeon
              silence_seconds: 1
              turn_detection: { type: semantic_vad, prefix_ms: 9, colour: red }
            log_level: loud
            """
        do throws(ConfigError) {
            _ = try ConfigFile.parse(Array(text.utf8), fileName: "a.yaml")
            Issue.record("the faulty configuration was accepted")
        } catch {
            #expect(
                error.lines.map(\.english) == [
                    "a.yaml:1:1: bord: unknown field; expected board, state_dir, share_dir, log_level, companion "
                        + "(did you mean board?)",
                    "a.yaml:3:14: companion.transport: expected automatic, webrtc or websocket; found \"pigeon\"",
                    "a.yaml:4:20: companion.silence_seconds: expected a whole number from 3 to 600; found \"1\"",
                    "a.yaml:5:41: companion.turn_detection.prefix_ms: goes with type: server_vad; semantic_vad takes "
                        + "eagerness in its place",
                    "a.yaml:5:55: companion.turn_detection.colour: unknown field; expected type, threshold_percent, "
                        + "prefix_ms, silence_ms, eagerness, create_response, interrupt_response",
                    "a.yaml:6:12: log_level: expected debug, info, notice, warning or error; found \"loud\"",
                ])
            #expect(
                error.lines.map(\.japanese).prefix(3) == [
                    "a.yaml:1:1: bord: この項目はありません（使える項目：board、state_dir、share_dir、log_level、companion）"
                        + "。もしかして board ですか",
                    "a.yaml:3:14: companion.transport: automatic、webrtc、websocket のいずれかにしてください（入力：\"pigeon\"）",
                    "a.yaml:4:20: companion.silence_seconds: 3から600までの整数にしてください（入力：\"1\"）",
                ])
            #expect("\(error)".hasSuffix("(and 5 more)"))
        }
    }
}

@Suite struct FolderTests {
    @Test func sharedFilesAreFoundBesideTheBinaryOrUpTheTree() throws {
        let folder = try TemporaryFolder()
        try folder.write("prefix/share/anicca/Prompts/common.txt", "x")
        try folder.write("prefix/share/anicca/board/a.yaml", "x")
        try folder.write("repo/Prompts/common.txt", "x")
        try folder.write("repo/board/a.yaml", "x")
        let root = folder.path
        #expect(SharedFolders.locate(executable: root + "/prefix/bin/anicca").root == root + "/prefix/share/anicca")
        #expect(SharedFolders.locate(executable: root + "/repo/.build/x/release/anicca").root == root + "/repo")
        #expect(SharedFolders.locate(executable: "/nonexistent/bin/anicca").root == "/usr/share/anicca")
        #expect(SharedFolders.locate(configured: "/given", executable: root + "/prefix/bin/anicca").root == "/given")
    }

    @Test(.requirement("GUARD-1")) func foldersAreCreatedPrivateAndFilesInTheWayAreReported() throws {
        let folder = try TemporaryFolder()
        try Files.makeFolder(folder.path + "/a/b/c")
        var information = stat()
        #expect(stat(folder.path + "/a/b/c", &information) == 0)
        #expect(information.st_mode & 0o777 == 0o700)
        try folder.write("file", "x")
        #expect(throws: FileError.self) { try Files.makeFolder(folder.path + "/file/below") }
        #expect(throws: FileError.self) { try Files.makeFolder(folder.path + "/file") }
    }

    @Test func filesOverTheBoundAreRefused() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("big", [UInt8](repeating: 1, count: 40_000))
        #expect(try Files.read(path, limit: 40_000).count == 40_000)
        #expect(throws: FileError.self) { try Files.read(path, limit: 39_999) }
        #expect(throws: FileError.self) { try Files.read(folder.path + "/none", limit: 1) }
        #expect(throws: FileError.self) { try Files.read(folder.path, limit: 1) }
    }
}

@Suite(.requirement("GUARD-5")) struct LogTests {
    @Test func theFileStaysWithinTwiceItsBound() throws {
        let folder = try TemporaryFolder()
        let sink = LogSink(.file(stateFolder: folder.path), limitBytes: 2000)
        for number in 0..<200 { sink.write(level: .info, text: "loop line \(number)") }
        let sizes = try ["/anicca.log", "/anicca.log.1"].map { try Files.read(folder.path + $0, limit: 1 << 20).count }
        #expect(sizes.allSatisfy { $0 <= 2000 && $0 > 0 })
        let newest = try String(contentsOfFile: folder.path + "/anicca.log", encoding: .utf8)
        #expect(newest.hasSuffix("info loop line 199\n"))
        var information = stat()
        #expect(stat(folder.path + "/anicca.log", &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
    }

    @Test func entriesAreOneLineWhateverIsInThem() {
        let handler = ApplianceLogHandler(category: "loop", logLevel: .info, sink: LogSink(.standardError))
        let line = handler.line(
            message: "a\nb", fields: ["habit": "wake", "why": "two words", "empty": "", "evil": "x\u{1B}[2J\ny=1"])
        #expect(line == "loop a b empty=\"\" evil=\"x\u{FFFD}[2J y=1\" habit=wake why=\"two words\"")
    }
}

@Suite(.requirement("GUARD-8")) struct NightTextTests {
    private let text = NightText(zone: .utc, language: .english)
    private let wake = Occurrence(habit: .wake, date: LocalDate(dayNumber: 20_541))

    private func entry(_ seconds: Int64, _ kind: NightEntry.Kind, followUp: Int? = nil, cause: NightEntry.Cause? = nil)
        -> NightEntry
    {
        NightEntry(
            at: CivilTime(seconds: 20_541 * 86_400 + seconds), kind: kind, occurrence: wake, followUp: followUp,
            cause: cause)
    }

    @Test func showsTheNightInOneLinePerOccurrence() {
        let entries = [
            entry(21_600, .ring, followUp: 0), entry(21_660, .ring, followUp: 1), entry(21_720, .ring, followUp: 2),
            entry(21_780, .dismissed, cause: .button),
        ]
        #expect(text.summaries(entries) == ["Wake-up: rang 3 times, stopped 06:03 by button"])
        let lines = text.lines(entries)
        #expect(lines.first == "2026-03-29 sun")
        #expect(lines.count == 6)
        #expect(lines.last?.contains("06:03:00") == true)
    }

    /// A net that chimes once has no ring (F-11).
    @Test(.requirement("FADE-1")) func aChimeIsNoRing() {
        let training = Occurrence(habit: .training, date: wake.date)
        var entries = [entry(70_200, .net, cause: .timer), entry(70_230, .missed, cause: .timer)]
        for index in entries.indices { entries[index].occurrence = training }
        #expect(text.summaries(entries) == ["Training: no sign of life yet, missed 19:30 by timer"])
        let rang = [entry(22_200, .net), entry(22_200, .ring, followUp: 0), entry(22_260, .dismissed, cause: .button)]
        #expect(text.summaries(rang) == ["Wake-up: rang once, stopped 06:11 by button"])
    }

    @Test func asJSONItHasTheSameFieldsAsSimulate() {
        #expect(
            entry(10_800, .ring, followUp: 0).json(in: .utc)
                == #"{"at":"2026-03-29T03:00:00+00:00","kind":"ring","habit":"wake","occurrence":"2026-03-29","followUp":0}"#
        )
    }
}

/// Whether a time server keeps the clock right, when the kernel says so and when the kernel may not be asked (ALARM-8).
@Suite(.requirement("ALARM-8")) struct SynchronizedClockTests {
    @Test func theMarkCountsOnlyIfTheKernelMayNotBeAsked() throws {
        let folder = try TemporaryFolder()
        let mark = try folder.write("synchronized", "")
        let missing = folder.path + "/none"
        for (kernel, path, expected) in [
            (1, missing, true), (0, mark, false), (0, missing, false), (-1, mark, true), (-1, missing, false),
        ] {
            #expect(SystemClock.isSynchronized(kernel: Int32(kernel), mark: path) == expected, "\(kernel) \(path)")
        }
    }
}
