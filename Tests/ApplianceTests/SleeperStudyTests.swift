import Bedside
import Sleepers
import TestKit
import Testing

@testable import Appliance

/// `anicca simulate --owners`, as a user runs it.
@Suite(.requirement("FADE-6")) struct SleeperStudyTests {
    private let study = ["simulate", "--owners", "20", "--days", "60", "--seed", "7"]

    @Test func itPrintsOneObjectWithTheOutcomesOfEveryRule() throws {
        let result = try Program().run(study + ["--json"])
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
        #expect(result.output.split(separator: "\n").count == 1)
        let json = try JSONValue.read(
            Array(result.output.utf8), within: JSONValue.Limits(bytes: 1 << 20, depth: 16, values: 16_384))
        for rule in RuleName.allCases {
            #expect(json["outcomes"]?[rule.rawValue]?["late_wakes_per_week"]?.decimal != nil, "\(rule)")
        }
    }

    @Test func theSameSeedPrintsTheSameTable() throws {
        let program = try Program()
        let first = try program.run(study)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output.contains("five in a row"))
        #expect(first.output.contains("real owners sleep like this"))
        #expect(try program.run(study).output == first.output)
        #expect(!Files.exists(program.state))
    }

    @Test func noLineIsWiderThanATerminal() throws {
        let result = Study(owners: 20, days: 60, seed: 7).run()
        for language in Language.allCases {
            let lines = StudyTable(result: result, grid: [], language: language).lines.joined(separator: "\n")
            for line in lines.split(separator: "\n") { #expect(columns(line) <= 100, "\(line)") }
        }
    }

    /// Nobody graduates early enough for some figures, so they are neither reached nor missed.
    @Test func aFigureWithoutAValueIsNotCalledMissed() {
        let result = Study(owners: 20, days: 60, seed: 7).run()
        let figures = result.requiredFigures
        let open = figures.count { $0.value == nil }
        let lines = StudyTable(result: result, grid: nil, language: .english).lines
        #expect(open > 0 && lines.count { $0.hasPrefix("  no value: ") } == open)
        #expect(lines.contains { $0.hasSuffix(" of \(figures.count - open) required figures reached") }, "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("  missed: ") && $0.contains("–") })
    }

    /// Two for a wide character, as a terminal does.
    private func columns(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
    }

    @Test func theReportIsOnePageThatNeedsNothingElse() throws {
        let program = try Program()
        let path = program.folder.path + "/report.html"
        #expect(try program.run(study + ["--report", path]).code == 0)
        let page = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("<svg"))
        for outside in ["<script", "http://", "https://", "<link", "<img", "@import", "url("] {
            #expect(!page.contains(outside), "\(outside)")
        }
        // A second report takes the place of the first.
        #expect(try program.run(study + ["--report", path]).code == 0)
        #expect(String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self) == page)
    }

    @Test func aReportThatCannotBeWrittenIsReportedBeforeTheWork() throws {
        let result = try Program().run(
            ["simulate", "--owners", "50000", "--days", "1000", "--report", "/nonexistent/report.html"])
        #expect(result.code == 73)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("/nonexistent/report.html"))
    }

    @Test(
        arguments: [
            ["--owners", "0", "--days", "365"], ["--owners", "-5", "--days", "365"],
            ["--owners", "1000", "--days", "1000000000"], ["--owners", "1000", "--days", "0"],
            ["--owners", "50001", "--days", "365"], ["--owners", "50000", "--days", "3650"],
            ["--owners", "many", "--days", "365"], ["--owners", "99999999999999999999", "--days", "365"],
            ["--owners", "10", "--days", "365", "--seed", "-1"], ["--owners", "10", "--days", "365", "--seed", "pi"],
            ["--owners", "10", "--days", "365", "--seed", "9007199254740992"],
            ["--owners", "10", "--days", "365", "--seed", "99999999999999999999"],
            ["--owners", "10", "--days", "365", "--seen", "101"],
            ["--owners", "10", "--days", "365", "--seen", "most"],
            ["--owners", "20000", "--days", "365", "--grid"], ["--owners", "10"],
            ["--owners", "10", "--days", "365", "--profile", "profile.yaml"],
            ["--owners", "10", "--days", "365", "--from", "2026-03-28T12:00"],
            ["--owners", "10", "--days", "365", "--memory", "on"],
            ["--days", "3", "--seed", "7"], ["--days", "3", "--grid"], ["--days", "3"],
            ["--days", "3", "--profile", "profile.yaml"],
        ])
    func wrongNumbersAreOneUsageError(options: [String]) throws {
        let result = try Program().run(["simulate"] + options)
        #expect(result.code == 64, "\(result.output)\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count { $0.hasPrefix("Error:") } == 1, "\(result.errors)")
    }

    /// A number below the range is named, and not taken for an option.
    @Test(
        .requirement("GUARD-8"),
        arguments: [
            (["--owners", "-1", "--days", "365"], "--owners: expected 1 to 50000; found -1"),
            (["--owners", "10", "--days", "-1"], "--days: expected 7 to 3650 with --owners; found -1"),
            (["--owners", "10", "--days", "0"], "--days: expected 7 to 3650 with --owners; found 0"),
            (
                ["--owners", "10", "--days", "365", "--seed", "-1"],
                "--seed: expected 0 to 9007199254740991 with --owners; found -1"
            ),
            (
                ["--profile", "owner.yaml", "--from", "2026-03-28T12:00", "--days", "-1"],
                "--days: expected 0 to 36600; found -1"
            ),
            (
                ["--profile", "owner.yaml", "--from", "2026-03-28T12:00", "--days", "36601"],
                "--days: expected 0 to 36600; found 36601"
            ),
        ] as [([String], String)])
    func aNumberOutOfRangeIsNamed(options: [String], message: String) throws {
        let result = try Program().run(["simulate"] + options)
        #expect(result.code == 64, "\(result.errors)")
        #expect(result.errors.hasPrefix("Error: \(message)\n"), "\(result.errors)")
    }
}
