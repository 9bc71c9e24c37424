import ArgumentParser
import Bedside
import Glibc
import Sleepers

/// The options of `anicca simulate --owners`: the fading rules over simulated sleepers (FADE-6).
struct SleeperOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Instead: compare the fading rules over this many simulated sleepers, 1 to 50000; no profile is needed.",
            valueName: "count"))
    var owners: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --owners: the same seed gives the same lives.", valueName: "number"))
    var seed: Int?
    @Option(
        help: ArgumentHelp(
            "With --owners: how many wakings are seen, in percent; \"own\" gives each owner 50 to 95 (default: 95).",
            valueName: "percent"))
    var seen: String?
    @Flag(help: "With --owners: also under 144 combinations of other assumptions.")
    var grid = false
    @Option(
        help: ArgumentHelp("With --owners: also write a page with charts.", valueName: "file.html"),
        completion: .file(extensions: ["html"]))
    var report: String?

    /// Larger seeds would not be exact in JSON.
    static let seeds = 0...9_007_199_254_740_991
    /// A grid runs the study 144 times.
    static let maximumOwnerDaysOfGrid = 2_000_000

    /// Checks the options; the first fault is thrown.
    func validate(days: Int) throws {
        guard let owners else {
            let given = [
                (seed != nil, "--seed"), (seen != nil, "--seen"), (grid, "--grid"), (report != nil, "--report"),
            ]
            guard let first = given.first(where: \.0)?.1 else { return }
            throw ValidationError("\(first): only with --owners")
        }
        try Self.require(owners, in: Study.ownersRange, "--owners")
        try Self.require(days, in: Study.daysRange, "--days")
        try Self.require(seed ?? 0, in: Self.seeds, "--seed")
        _ = try share()
        let most = grid ? Self.maximumOwnerDaysOfGrid : Study.maximumOwnerDays
        guard owners * days <= most else {
            throw ValidationError(
                "--owners, --days: expected at most \(most) days over all owners\(grid ? " with --grid" : ""); "
                    + "found \(owners * days)")
        }
    }

    /// The share of wakings that are seen; nil: each owner has their own.
    private func share() throws -> Double? {
        guard let seen else { return Gate.seen }
        if seen == "own" { return nil }
        guard let percent = Int(seen), (0...100).contains(percent) else {
            throw ValidationError("--seen: expected 0 to 100, or own; found \"\(seen)\"")
        }
        return Double(percent) / 100
    }

    private static func require(_ value: Int, in range: ClosedRange<Int>, _ option: String) throws {
        guard range.contains(value) else {
            throw ValidationError(
                "\(option): expected \(range.lowerBound) to \(range.upperBound)"
                    + "\(option == "--owners" ? "" : " with --owners"); found \(value)")
        }
    }

    func run(days: Int, isJSON: Bool, language: Language) throws {
        guard let owners else { return }
        let page = try report.map { path in try ReportFile(path: path, language: language) }
        var parameters = SleeperParameters()
        parameters.seen = try share()
        let study = Study(owners: owners, days: days, seed: UInt64(seed ?? 0), parameters: parameters)
        let bar = ProgressBar()
        // A cell has two of the four rules, so the grid's part of the work is half of its number of cells.
        let cells = grid ? Double(GridCell.all.count) / 2 : 0
        let result = study.run { bar.show($0 / (1 + cells)) }
        let grid = grid ? study.runGrid { share in bar.show((1 + cells * share) / (1 + cells)) } : nil
        bar.clear()
        try page?.write(StudyPage(result, grid: grid, language: language).html, language: language)
        if isJSON { return Console.print(result.json(grid: grid).line) }
        StudyTable(result: result, grid: grid, language: language).lines.forEach(Console.print)
    }
}

/// The file of a report, whose faults end the command.
private struct ReportFile {
    private let file: OutputFile

    init(path: String, language: Language) throws {
        do throws(FileError) {
            file = try OutputFile(path: path)
        } catch {
            throw Console.failure(ExitStatus.cannotWrite, error, in: language)
        }
    }

    func write(_ text: String, language: Language) throws {
        do throws(FileError) {
            try file.write(text)
        } catch {
            throw Console.failure(ExitStatus.cannotWrite, error, in: language)
        }
    }
}

/// A progress bar on standard error, if that is a terminal.
private final class ProgressBar {
    private let isShown = isatty(STDERR_FILENO) == 1
    private var shownPercent = -1

    func show(_ share: Double) {
        let percent = Int((100 * min(max(share, 0), 1)).rounded(.down))
        guard isShown, percent != shownPercent else { return }
        shownPercent = percent
        let done = percent * 40 / 100
        put("\r[\(String(repeating: "#", count: done))\(String(repeating: "·", count: 40 - done))] \(percent) %")
    }

    /// Leaves the line as if nothing had been there.
    func clear() {
        if isShown, shownPercent >= 0 { put("\r\u{1B}[K") }
    }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// A study as tables in a terminal.
struct StudyTable {
    let result: StudyResult
    let grid: [GridResult]?
    let language: Language

    var lines: [String] {
        let study = result.study
        let setup = StudyText.setup(
            owners: study.owners, days: study.days, seed: study.seed, seen: study.parameters.seen)
        var lines = [say(setup), ""] + rules.lines
        lines += ["", say(.heading(.kinds)) + ":"] + kinds.lines
        lines += [""] + gateLines
        if let grid {
            lines.append(say(.gridHeld(grid.count(where: \.keepsSigns), of: grid.count)))
        }
        lines += ["", TextWrap.wrap(say(.proof))]
        return lines
    }

    private func say(_ text: StudyText) -> String { text.text(in: language) }

    private var rules: Table {
        let rules = result.study.rules
        var table = Table(
            [say(.heading(.measure))] + rules.map { say(.rule($0)) }, rightAligned: Set(1...max(1, rules.count)))
        for measure in Measure.allCases {
            table.rows.append(
                [say(.measure(measure))] + rules.map { measure.text(result[$0]?.all[measure].value) })
        }
        return table
    }

    /// For each kind of owner the shipped rule's figures, weekly ones with their 10th and 90th percentile.
    private var kinds: Table {
        let measures: [Measure] = [.reachedLevel3, .dayToLevel3, .premature, .unneededRings, .lateWakes, .levelChanges]
        var table = Table(
            [""] + [say(.all)] + OwnerKind.allCases.map { say(.kind($0)) }, rightAligned: Set(1...6))
        guard let shipped = result[.shipped] else { return table }
        let columns: [Outcomes?] = [shipped.all] + OwnerKind.allCases.map { shipped.kinds[$0] }
        table.rows.append([say(.heading(.owners))] + columns.map { String($0?.owners ?? 0) })
        for measure in measures {
            table.rows.append([say(.measure(measure))] + columns.map { measure.text($0?[measure].value) })
            guard columns.contains(where: { $0?[measure].p10 != nil }) else { continue }
            table.rows.append(
                ["  10–90 %"]
                    + columns.map { outcomes in
                        guard let statistic = outcomes?[measure], statistic.p10 != nil else { return "–" }
                        return "\(measure.text(statistic.p10))–\(measure.text(statistic.p90))"
                    })
        }
        return table
    }

    private var gateLines: [String] {
        let gates = result.requiredFigures
        guard !gates.isEmpty else { return [say(.gatesOnlyAtSeen)] }
        let counted = gates.count { $0.verdict != .noValue }
        let reached = gates.count { $0.verdict == .reached }
        return [say(.gatesHeld(reached, of: counted))]
            + gates.filter { $0.verdict != .reached }.map { gate in
                let what = say(.gate(gate.measure, limit: gate.limit, isMaximum: gate.isMaximum))
                let value = gate.value == nil ? "" : " (\(gate.measure.text(gate.value)))"
                return "  \(say(.verdict(gate.verdict))): \(what)\(value)"
            }
    }
}
