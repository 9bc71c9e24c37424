import ArgumentParser
import Bedside
import Store

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the night: what rang, how it was answered, what failed.")

    @Option(help: ArgumentHelp("From this day or time on.", valueName: "YYYY-MM-DD[THH:MM]"))
    var since: String?
    @Option(help: ArgumentHelp("The last so many days (default: 7).", valueName: "count"))
    var days: Int?
    @Option(help: ArgumentHelp("At most so many entries, the newest.", valueName: "count"))
    var limit: Int = 1000
    @OptionGroup
    var format: LinesFormatOptions
    @OptionGroup
    var state: StateOptions

    func validate() throws {
        if since != nil, days != nil { throw ValidationError("give --since or --days, not both") }
        if let days, !(1...3660).contains(days) { throw ValidationError("--days: expected 1 to 3660") }
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit: expected 1 to 1000000") }
    }

    func run() throws {
        let link = try state.open()
        let zone = link.zone()
        let now = SystemClock.civil()
        let start: CivilTime
        if let since {
            let midnight = LocalTime(wrappingSecondOfDay: 0)
            let local = LocalDateTime(since) ?? LocalDate(since).map { LocalDateTime(date: $0, time: midnight) }
            guard let local, let instant = zone.instant(of: local) else {
                throw ValidationError("--since: expected a day like 2026-03-29 or a time like 2026-03-29T06:00")
            }
            start = instant
        } else {
            start = now - .days(days ?? 7)
        }
        var entries: [NightEntry] = []
        var language = Language.english
        do throws(StoreError) {
            try StateLocation.asOwner(of: link.stateFolder) { () throws(StoreError) in
                let store = try BedsideStore.open(folder: link.stateFolder, access: .readOnly, now: now)
                entries = try store.night(since: start, limit: limit)
                language = try store.load().profile.language
            }
        } catch {
            guard case .missing = error else { throw Console.failure(error.exitCode, error, in: link.language) }
        }
        let text = NightText(zone: zone, language: language)
        if format.json { return entries.forEach { Console.print($0.json(in: zone)) } }
        if entries.isEmpty { return Console.print(CommandText.noEntries.text(in: language)) }
        text.lines(entries).forEach(Console.print)
    }
}

/// Shows night entries for a person.
struct NightText {
    var zone: ZoneRules
    var language: Language

    /// The entries, one block for each day, with the episodes' summaries first ("rang 3 times, stopped 06:03 by
    /// button").
    func lines(_ entries: [NightEntry]) -> [String] {
        var lines: [String] = []
        var day: LocalDate?
        var table = Table(["", "", "", ""])
        func flush(_ summary: [String]) {
            guard let day else { return }
            if !lines.isEmpty { lines.append("") }
            lines.append("\(day) \(day.weekday.shortWording.text(in: language).lowercased())")
            lines += summary.map { "  " + $0 } + table.lines.map { "  " + $0 }
            table.rows = []
        }
        var ofDay: [NightEntry] = []
        for entry in entries {
            let local = zone.local(entry.at)
            if local.date != day {
                flush(summaries(ofDay))
                day = local.date
                ofDay = []
            }
            ofDay.append(entry)
            let followUp = entry.followUp.map { $0 == 0 ? "" : " +\($0)" } ?? ""
            let subject = entry.occurrence.map { HabitName($0.habit).text(in: language) + followUp } ?? ""
            let cause = entry.cause?.text(in: language) ?? ""
            let detail = [cause, entry.detail(in: language) ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
            table.add(clock(local), entry.kind.text(in: language), subject, detail)
        }
        flush(summaries(ofDay))
        return lines
    }

    private func clock(_ local: LocalDateTime) -> String {
        let text = local.time.description
        return text.utf8.count == 5 ? text + ":00" : text
    }

    /// One line for each occurrence: how often it rang, and how it ended.
    func summaries(_ entries: [NightEntry]) -> [String] {
        var order: [Occurrence] = []
        var rings: [Occurrence: Int] = [:]
        var nets: Set<Occurrence> = []
        var ends: [Occurrence: NightEntry] = [:]
        for entry in entries {
            guard let occurrence = entry.occurrence else { continue }
            switch entry.kind {
            case .ring: rings[occurrence, default: 0] += 1
            case .unheard:
                rings[occurrence, default: 0] -= 1
                nets.remove(occurrence)
            case .net: nets.insert(occurrence)
            case .answered, .dismissed, .missed, .skipped, .upEarly: ends[occurrence] = entry
            default: continue
            }
            if !order.contains(occurrence) { order.append(occurrence) }
        }
        return order.map { occurrence in
            let count = rings[occurrence] ?? 0
            var parts: [String] = []
            if count > 0 {
                parts.append(CommandText.rang(times: count).text(in: language))
            } else if nets.contains(occurrence) {
                parts.append(NightEntry.Kind.net.text(in: language))
            }
            if let end = ends[occurrence] {
                let cause = end.cause.map { " " + $0.text(in: language) } ?? ""
                parts.append("\(end.kind.text(in: language)) \(zone.local(end.at).time.description.prefix(5))\(cause)")
            }
            return "\(HabitName(occurrence.habit).text(in: language)): \(parts.joined(separator: ", "))"
        }
    }
}
