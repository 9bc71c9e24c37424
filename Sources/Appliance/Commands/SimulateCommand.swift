import ArgumentParser
import Bedside

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run the real rules over any span of days on a virtual clock.",
        usage: """
            anicca simulate --profile <file> [--zone <zone>] --from <YYYY-MM-DDTHH:MM> --days <count> [--script <file>] \
            [--prompts] [--memory <mode>] [--json] [--state-dir <folder>]
            anicca simulate --owners <count> --days <count> [--seed <number>] [--seen <percent>] [--grid] \
            [--report <file.html>] [--json] [--state-dir <folder>]
            """,
        discussion: """
            The script has one JSON object a line, for instance:
              {"at":"2026-03-29T06:00:10","press":"start"}         "hold":2.5 and "voice":false where wanted
              {"at":"2026-03-29T06:03:00","press":"stop"}
              {"at":"2026-03-29T01:00:00","power":"off"}           and "on"
              {"at":"2026-03-29T05:00:00","clockStep":-3600}       seconds
              {"at":"2026-03-29T12:00:00","zone":"America/New_York"}
              {"at":"2026-03-29T12:00:00","network":"off"}         and "on"
              {"at":"2026-03-28T21:00:00","command":["alarm","once","05:30"]}
              {"at":"2026-03-29T06:00:30","tool":{"name":"skip_next","arguments":{"habit":"wake"}}}
              {"at":"2026-03-29T06:00:40","said":"My dog is called Momo."}     by the owner
              {"at":"2026-03-29T06:00:45","companion":"A fine name."}
              {"at":"2026-03-29T06:01:10","summary":{"items":[],"day":[]}}     or "summary":"fails"
              {"at":"2026-03-29T05:50:00","life":"up"}             a sign of life by the sensor
              {"at":"2026-03-29T21:30:00","answer":"yes"}          and "no", to the question that was asked last, also by voice
              {"at":"2026-03-29T06:20:00","correct":true}          "I was already up"
            "command" is any command that changes something, as you would type it; a refusal is listed as "refused", as is \
            a command that works with files, keys, recordings or a gateway. \
            "tool" is a call of the companion in the conversation that is on, and its answer is listed as "tool". "said" and \
            "companion" are words in it, and "summary" is what the service returns when that talk is over; \
            a script that has any of them has a live companion, unless the profile says companion: offline. A talk whose \
            summary fails waits a day for its second try, which is the next talk's summary; one that its talk does not \
            take is listed as "refused". A talk lasts over all pauses until the last words that the script has for it; Start \
            belongs to it within 20 s of words or of another Start, and later opens the next talk. Talks are remembered \
            while the simulation runs, unless --memory or the profile says otherwise; nothing of it is stored.
            "at" is what a perfect wall clock in the starting zone would show. Lines after the end of the run are ignored, \
            with a warning.
            With --owners it runs the rules of fading over the lives of simulated sleepers instead, beside three other rules: \
            one that always rings, five days in a row, and an oracle. It shows whether the rule is sound under the model's \
            assumptions, not how real owners will sleep.
            """)

    @Option(help: ArgumentHelp("The profile (profile.yaml).", valueName: "file"), completion: .file())
    var profile: String?
    @Option(help: ArgumentHelp("The zone at the start (default: this machine's).", valueName: "zone"))
    var zone: String?
    @Option(help: ArgumentHelp("When to start, by that zone's wall clock.", valueName: "YYYY-MM-DDTHH:MM"))
    var from: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many days, 0 to 36600; with --owners 7 to 3650.", valueName: "count"))
    var days: Int
    @Option(
        help: ArgumentHelp("Presses, power cuts, clock steps, commands, tool calls.", valueName: "file"),
        completion: .file())
    var script: String?
    @Flag(help: "Also print what a companion would be told.")
    var prompts = false
    @Option(
        help: ArgumentHelp(
            "Whether talks are remembered: on, off or paused (default: as the profile says, else on).",
            valueName: "mode"))
    var memory: MemoryMode?
    @OptionGroup
    var sleepers: SleeperOptions
    @OptionGroup
    var format: LinesFormatOptions
    @OptionGroup
    var state: StateOptions

    func validate() throws {
        try sleepers.validate(days: days)
        guard sleepers.owners == nil else { return try refuseOptionsOfNights() }
        guard (0...36_600).contains(days) else { throw ValidationError("--days: expected 0 to 36600; found \(days)") }
        guard profile != nil else { throw ValidationError("Missing expected argument '--profile <file>'") }
        guard let from else { throw ValidationError("Missing expected argument '--from <YYYY-MM-DDTHH:MM>'") }
        guard LocalDateTime(from) != nil else {
            throw ValidationError("--from: expected a time like 2026-03-28T12:00; found \"\(from)\"")
        }
    }

    /// Simulated sleepers have a profile, a zone and days of their own.
    private func refuseOptionsOfNights() throws {
        let given = [
            (profile != nil, "--profile"), (zone != nil, "--zone"), (from != nil, "--from"),
            (script != nil, "--script"), (prompts, "--prompts"), (memory != nil, "--memory"),
        ]
        if let first = given.first(where: \.0)?.1 { throw ValidationError("\(first): not with --owners") }
    }

    func run() throws {
        if sleepers.owners != nil {
            return try sleepers.run(days: days, isJSON: format.json, language: try state.open().language)
        }
        guard let profile, let start = from.flatMap({ LocalDateTime($0) }) else { return }
        let rules = try startingZone()
        let (owner, ownMode) = try SimulationInput.profile(path: profile, link: try state.open())
        let language = owner.language
        let lines =
            try script.map { try SimulationInput.script(path: $0, from: start, zone: rules, language: language) } ?? []
        let shared = SharedFolders.locate(configured: (try? ConfigFile.load(option: nil))?.shareFolder)
        guard let instant = rules.instant(of: start) else {
            throw Self.failure("--from", CommandText.noSuchTime(start, zone: rules.name), language)
        }
        let years = Simulator.years
        for date in [start.date, start.date.adding(days: days)] where !years.contains(date.components.year) {
            let words = CommandText.yearsOutOfRange(from: years.lowerBound, through: years.upperBound, found: date)
            throw Self.failure("--from, --days", words, language)
        }
        if let script { SimulationInput.warn(of: lines, after: days, from: start, zone: rules, in: script, language) }
        var configuration = Configuration(
            clockFloor: min(BuildInfo.clockFloor, instant - .days(366)),
            scripts: ScriptLibrary.load(shared) { _, problem in
                Console.error("anicca: " + problem.text(in: language))
            })
        configuration.helpLines = HelpLinesFile.load(shared) { _, problem in
            Console.error("anicca: " + problem.text(in: language))
        }
        configuration.meditation = MeditationFile.load(shared) { _, problem in
            Console.error("anicca: " + problem.text(in: language))
        }
        guard
            var simulator = Simulator(
                configuration: configuration, profile: owner, zone: rules, from: start, days: days,
                steps: lines.map(\.step),
                memory: memory ?? ownMode ?? .on, instructions: prompts ? Self.instructions(shared) : nil,
                thoughts: prompts ? Self.thoughts(shared, language: language) : nil)
        else { throw Self.failure("--from", CommandText.noSuchTime(start, zone: rules.name), language) }
        var output = TimelineOutput(isJSON: format.json, language: language)
        simulator.runAll { output.add($0, in: $1) }
        output.finish()
    }

    /// The whole instructions of each talk, made of the prompt files.
    private static func instructions(_ shared: SharedFolders) -> Simulator.Instructions {
        let files = PromptFiles(shared: shared)
        return { request, status in files.instructions(for: request, status: status).text }
    }

    /// The theme and the teaching of each morning; the file is read once.
    private static func thoughts(_ shared: SharedFolders, language: Language) -> Simulator.Thoughts {
        let entries = TeachingsFile.load(shared) { _, problem in
            Console.error("anicca: " + problem.text(in: language))
        }
        return { MorningThought($0, entries: entries) }
    }

    private func startingZone() throws -> ZoneRules {
        guard let zone else { return SystemZone.load().rules }
        do throws(ZoneReadError) {
            return try SystemZone.load(name: zone)
        } catch {
            throw Self.failure("--zone", error, try state.open().language)
        }
    }

    private static func failure(_ option: String, _ words: some Worded, _ language: Language) -> ExitCode {
        Console.failure(ExitStatus.usage, "\(option): \(words.text(in: language))")
    }
}

extension MemoryMode: ExpressibleByArgument {}

/// Reads the inputs of a simulation; every error names its file and line.
enum SimulationInput {
    static let scriptLimitBytes = 16 << 20

    /// One step of the script and where it stands.
    struct Line {
        /// Its number in the file, from 1.
        var number: Int
        var step: Simulator.Step
    }

    /// The profile, and whether talks are remembered if it says so.
    static func profile(path: String, link: ApplianceLink) throws -> (profile: Profile, memory: MemoryMode?) {
        let document = try ProfileDocument.read(file: path, fileName: Files.name(of: path), link: link)
        switch Profile().applying(document.patch) {
        case .failure(let errors): throw document.failure(errors.fields)
        case .success(let result): return (result.profile, document.patch.memory)
        }
    }

    static func script(
        path: String, from: LocalDateTime, zone: ZoneRules, language: Language
    ) throws -> [Line] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: scriptLimitBytes)
        } catch {
            throw Console.failure(ExitStatus.noInput, error, in: language)
        }
        let name = Files.name(of: path)
        var lines: [Line] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if isBlank || line.first == 0x23 { continue }
            do throws(ScriptLineError) {
                let step = try ScriptLine.parse(Array(line), language: language)
                guard step.at >= from else {
                    throw ScriptLineError("at: \(step.at) is before --from", "at: \(step.at) は --from より前です")
                }
                guard zone.instant(of: step.at) != nil else {
                    throw ScriptLineError(CommandText.noSuchTime(step.at, zone: zone.name).wording.after("at: "))
                }
                lines.append(Line(number: index + 1, step: step))
            } catch {
                Console.error("\(name):\(index + 1): \(error.text(in: language))")
                throw ExitCode(ExitStatus.badData)
            }
        }
        return lines
    }

    /// Reports once that lines are after the end of the run, because a script whose end is left out shows something else
    /// than its author has in mind.
    static func warn(
        of lines: [Line], after days: Int, from: LocalDateTime, zone: ZoneRules, in path: String, _ language: Language
    ) {
        guard let end = Simulator.end(of: days, from: from, in: zone) else { return }
        let late = lines.filter { line in zone.instant(of: line.step.at).map { $0 > end } ?? false }
        guard let first = late.first else { return }
        let (count, last) = (late.count, zone.local(end))
        let words = Wording(
            count == 1
                ? "this line is after the end of the run, \(last), and is ignored"
                : "\(count) lines, of which this is the first, are after the end of the run, \(last), and are ignored",
            count == 1
                ? "この行は、実行の終わり（\(last)）よりあとなので、無視します"
                : "この行をはじめ\(count)行が、実行の終わり（\(last)）よりあとなので、無視します")
        Console.error("\(Files.name(of: path)):\(first.number): \(words.text(in: language))")
    }
}

/// Writes entries as they come: as JSON lines, or as a readable timeline with one block for each day.
struct TimelineOutput {
    private let isJSON: Bool
    private let language: Language
    private var buffer = ""
    private var day: [NightEntry] = []
    private var date: LocalDate?
    private var zone = ZoneRules.utc
    private var isFirst = true

    init(isJSON: Bool, language: Language) {
        self.isJSON = isJSON
        self.language = language
    }

    mutating func add(_ line: SimulatedLine, in zone: ZoneRules) {
        if isJSON {
            buffer += line.json(in: zone)
            buffer += "\n"
            if buffer.utf8.count > 1 << 16 { write() }
            return
        }
        guard case .night(let entry) = line else { return add(line.text(in: language)) }
        let today = zone.local(entry.at).date
        if today != date || zone != self.zone { endDay() }
        date = today
        self.zone = zone
        day.append(entry)
    }

    /// Adds what only a simulation shows, after what came before it.
    private mutating func add(_ shown: (kind: String, detail: String)?) {
        guard let shown else { return }
        endDay()
        buffer += "  \(shown.kind): \(shown.detail)\n"
    }

    mutating func finish() {
        endDay()
        write()
    }

    private mutating func endDay() {
        guard !day.isEmpty else { return }
        if !isFirst { buffer += "\n" }
        isFirst = false
        buffer += NightText(zone: zone, language: language).lines(day).joined(separator: "\n") + "\n"
        day = []
        if buffer.utf8.count > 1 << 16 { write() }
    }

    private mutating func write() {
        if buffer.hasSuffix("\n") { buffer.removeLast() }
        if !buffer.isEmpty { Console.print(buffer) }
        buffer = ""
    }
}
