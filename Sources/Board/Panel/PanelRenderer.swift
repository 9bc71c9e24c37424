import Bedside

/// Draws the panel: content and size in, lines out. Pure. Any thread.
public enum PanelRenderer {
    /// Exactly `height` lines of at most `width` columns. What does not fit is left out by importance: the log first;
    /// the time, the light, the state and what comes next last.
    public static func frame(_ content: PanelContent, width: Int, height: Int) -> [PanelLine] {
        guard width > 0, height > 0 else { return [] }
        var builder = PanelBuilder(content: content, width: width, height: height)
        builder.addHeader()
        builder.addStatus()
        builder.addAttention()
        builder.addHabits()
        builder.addTranscript()
        if content.transcript.isEmpty { builder.addNight() }
        let bodyCount = builder.rows.count
        builder.addKeys()
        return builder.fitted(footerFrom: bodyCount)
    }
}

private struct PanelBuilder {
    /// In order of importance; the last is left out first.
    enum Importance: Int {
        case state, time, next, attention, stopKeys, habits, remedies, keys, sound, rules, oldNights
    }
    struct Row {
        var line: PanelLine
        var importance: Importance
    }

    let content: PanelContent
    let width: Int
    let height: Int
    private(set) var rows: [Row] = []

    private var status: Status { content.status }
    private var language: Language { status.profile.language }

    init(content: PanelContent, width: Int, height: Int) {
        self.content = content
        self.width = width
        self.height = height
    }

    /// Text from outside without what is not printable: U+FFFD in its place would only disturb here.
    private static func clean(_ text: String) -> String { PrintableText.line(text, limit: .max, replacement: "") }

    private func words(_ text: PanelText) -> String { text.text(in: language) }
    private func heading(_ heading: CommandText.Heading) -> String { CommandText.heading(heading).text(in: language) }

    private mutating func add(_ line: PanelLine, _ importance: Importance) {
        rows.append(Row(line: line.fitted(width), importance: importance))
    }

    private mutating func addRule(_ importance: Importance = .rules) {
        add(PanelLine(String(repeating: "─", count: width), .faint), importance)
    }

    // MARK: Parts

    mutating func addHeader() {
        let title = " " + words(.title)
        let clock = clock
        let zone = Self.clean(status.zone)
        let variants = [
            (title, "\(zone)  \(clock.long)"), (title, clock.long), (title, clock.short), ("", clock.long),
            ("", clock.short),
        ]
        let fitting = variants.first { TextWidth.columns($0.0) + TextWidth.columns($0.1) + 3 <= width }
        let (left, right) = fitting ?? ("", clock.short)
        let gap = max(1, width - TextWidth.columns(left) - TextWidth.columns(right) - 1)
        add(
            PanelLine(left, .strong) + PanelLine(String(repeating: " ", count: gap)) + PanelLine(right, .strong), .time)
        addRule()
    }

    private var clock: (short: String, long: String) {
        guard status.isClockTrusted else { return (words(.clockUnset), words(.clockUnset)) }
        let time = status.local.time
        let parts = content.showsSeconds ? [time.hour, time.minute, time.second] : [time.hour, time.minute]
        let short = parts.map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
        return (short, "\(status.local.date.weekday.shortWording.text(in: language)) \(status.local.date)  \(short)")
    }

    private var labelWidth: Int {
        let labels =
            [PanelText.nextUp, .light, .state, .volume, .output, .attention].map(words)
            + [BoardText.level.text(in: language)]
        return min((labels.map { TextWidth.columns($0) }.max() ?? 0) + 2, max(0, width / 3))
    }

    /// Adds ` Label      value`, with the value on up to `maximumLines` lines.
    private mutating func addField(
        _ label: String, _ value: String, _ importance: Importance, style: PanelLine.Style = .plain,
        lead: PanelLine = .empty, maximumLines: Int = 1, rest: Importance? = nil
    ) {
        let name = PanelLine(" " + TextWidth.padded(TextWidth.fitted(label, labelWidth - 1), labelWidth), .faint)
        let room = width - labelWidth - 1 - lead.columns
        let lines = TextWidth.wrapped(Self.clean(value), room, maximumLines: maximumLines)
        for (index, text) in lines.enumerated() {
            let indent = PanelLine(String(repeating: " ", count: labelWidth + 1))
            let start = index == 0 ? name + lead : indent + PanelLine(String(repeating: " ", count: lead.columns))
            add(start + PanelLine(text, style), index == 0 ? importance : rest ?? importance)
        }
    }

    mutating func addStatus() {
        let next = status.next?.sentence ?? words(.nothingPlanned)
        addField(words(.nextUp), next, .next, style: .strong, maximumLines: 2)
        if let level = status.nextLevel { addField("", level, .sound) }
        addField(words(.light), status.light.text(in: language), .state, lead: lamp)
        addField(words(.state), state, .state, style: status.activity == .ringing ? .strong : .plain)
        let microphone: PanelText =
            !content.hasMicrophone ? .noMicrophone : status.settings.isMicrophoneMuted ? .muted : .live
        addField(
            words(.volume), "\(status.settings.voicePercent) %   \(words(.microphone)): \(words(microphone))", .sound)
        switch status.recordingStanding {
        case .off: break
        case .on: addField("", words(.recordings), .sound, style: .strong)
        case .paused, .clock, .offline: addField("", words(.recordingsWait), .sound)
        }
        addField(
            words(.output), content.outputName ?? words(.noSpeaker), .sound,
            style: content.outputName == nil ? .strong : .plain)
        if let levels = content.levels {
            var text = meter(levels.speakerDBFS)
            if let microphone = levels.microphoneDBFS { text += "   \(words(.microphone)): \(meter(microphone))" }
            addField(BoardText.level.text(in: language), text, .sound)
        }
        for counter in content.counters { addField("", counter, .oldNights, style: .faint) }
    }

    /// A dot in the light's colour: hollow if the lamp is dark, faint under the night ceiling.
    private var lamp: PanelLine {
        let colour = LightPattern.pattern(for: status.light).colour
        guard colour.isLit, content.brightnessPercent > 0 else { return PanelLine("○ ", .faint) }
        return PanelLine("● ", .lamp(colour, isDim: content.brightnessPercent <= 30))
    }

    private var state: String {
        var text = status.activity.text(in: language)
        if let habit = status.subject ?? status.occurrence?.habit {
            text += (language == .japanese ? "：" : ": ") + name(of: habit)
        }
        if let meditation = status.meditation {
            text += (language == .japanese ? "：" : ": ") + meditation.text(in: language)
        }
        if let answering = status.answering {
            let who = answering.text(in: language)
            text += language == .japanese ? "（\(who)）" : " (\(who))"
        }
        guard let occurrence = status.occurrence else { return text }
        guard let number = status.followUp, status.activity == .ringing || status.activity == .waiting else {
            return text
        }
        var ring = BoardText.ring(number: number, of: habit(of: occurrence.habit)?.followUps ?? number)
            .text(in: language)
        if let again = status.ringsAgain { ring += " \(again.time)" }
        return text + (language == .japanese ? "（\(ring)）" : " (\(ring))")
    }

    /// The habit; for a one-off alarm the habit that it resembles (ALARM-13).
    private func habit(of id: HabitID) -> Habit? {
        let oneOff = status.oneOffs.first { $0.alarm.id == id }
        return status.profile.habit(oneOff?.alarm.like ?? id)
    }
    private func name(of id: HabitID) -> String {
        let oneOff = status.oneOffs.first { $0.alarm.id == id }
        return HabitName(oneOff?.alarm.like ?? id).text(in: language)
    }

    mutating func addAttention() {
        if content.isResetAsked {
            addField(
                words(.attention), BoardText.confirmReset.text(in: language), .state, style: .strong, maximumLines: 3)
        }
        for reason in status.attention {
            addField(words(.attention), reason.text(in: language), .attention, style: .strong)
            addField("", reason.remedy.text(in: language), .remedies, maximumLines: 2)
        }
        for problem in content.problems.prefix(8) {
            addField(words(.attention), problem, .attention, maximumLines: 3, rest: .remedies)
        }
    }

    mutating func addHabits() {
        var cells = [[CommandText.Heading.habit, .at, .days, .next, .last].map { heading($0) }]
        for row in status.habits { cells.append(habitCells(row)) }
        for row in status.oneOffs {
            let alarm = row.alarm
            cells.append([HabitName(alarm.like).text(in: language), alarm.at.time.description, "1×", day(alarm.at), ""])
        }
        guard cells.count > 1 else { return }
        add(.empty, .rules)
        // A narrow window shows only the name, the time and what comes next.
        let columns = width >= 64 ? [0, 1, 2, 3, 4] : width >= 34 ? [0, 1, 3] : [0, 1]
        let widths = columns.map { column in
            cells.map { $0.indices.contains(column) ? TextWidth.columns($0[column]) : 0 }.max() ?? 0
        }
        let limit = max(12, width / 3)
        for (index, row) in cells.enumerated() {
            var text = " "
            for (position, column) in columns.enumerated() {
                let room = min(widths[position], limit)
                let cell = row.indices.contains(column) ? Self.clean(row[column]) : ""
                text += TextWidth.padded(TextWidth.fitted(cell, room), room) + "  "
            }
            add(PanelLine(text, index == 0 ? .faint : .plain), .habits)
        }
    }

    private func habitCells(_ row: Status.HabitRow) -> [String] {
        let habit = row.habit
        let name = HabitName(habit.id).text(in: language)
        let last = row.lastOutcome.map { outcome in
            let date = row.lastDate.map { " " + shortDate($0) } ?? ""
            return outcome.text(in: language) + date
        }
        guard habit.isOn else { return [name, "–", CommandText.off.text(in: language), "", last ?? ""] }
        var next = row.next.map(day) ?? "–"
        if let skipped = row.skippedDate.map(dayName) {
            next += Wording(" (not \(skipped))", " (\(skipped)は休み)").text(in: language)
        } else {
            next += row.skippedText(in: language)
        }
        if row.isMovedNext { next += " *" }
        // A habit for which everything is done needs no word.
        if let level = row.level, level > .companion { next += " · \(level.text(in: language))" }
        return [name, habit.at.description, habit.days.text(in: language), next, last ?? "–"]
    }

    /// `Mon 06:00` within a week, otherwise `2026-03-29 06:00`.
    private func day(_ time: LocalDateTime) -> String { "\(dayName(time.date)) \(time.time)" }

    private func dayName(_ date: LocalDate) -> String {
        let ahead = Int(date.dayNumber) - Int(status.local.date.dayNumber)
        return (0..<7).contains(ahead) ? date.weekday.shortWording.text(in: language) : shortDate(date)
    }

    private func shortDate(_ date: LocalDate) -> String {
        let text = date.description
        return date.components.year == status.local.date.components.year ? String(text.dropFirst(5)) : text
    }

    mutating func addNight() {
        let entries = content.night.suffix(max(0, height))
        guard !entries.isEmpty else { return }
        add(.empty, .rules)
        // The newest entry is the most important, and left out last: see `fitted`.
        for entry in entries {
            let local = LocalDateTime(wallSeconds: entry.at.seconds + Int64(status.offsetSeconds))
            let time = local.time
            let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : String($0) }
            let date = local.date == status.local.date ? "" : shortDate(local.date) + " "
            var text = entry.kind.text(in: language)
            if let occurrence = entry.occurrence { text += "  " + name(of: occurrence.habit) }
            if let followUp = entry.followUp, entry.kind == .ring || entry.kind == .resumed {
                let of = entry.occurrence.flatMap { habit(of: $0.habit)?.followUps } ?? followUp
                text += " (\(BoardText.ring(number: followUp, of: of).text(in: language)))"
            }
            if let cause = entry.cause, cause != .timer { text += "  " + cause.text(in: language) }
            if let detail = entry.detail(in: language) { text += "  " + Self.clean(detail) }
            add(PanelLine(" \(date)\(clock.joined(separator: ":"))  ", .faint) + PanelLine(text), .oldNights)
        }
    }

    /// Adds the end of the transcript, a line or two for each turn.
    mutating func addTranscript() {
        guard !content.transcript.isEmpty else { return }
        add(.empty, .rules)
        for line in content.transcript.suffix(max(0, height)) {
            let (name, style): (BoardText, PanelLine.Style) =
                line.speaker == .owner ? (.owner, .faint) : (.companion, .strong)
            let lead = PanelLine(" \(name.text(in: language))  ", style)
            let text = Self.clean(line.text) + (line.isInterrupted ? " …" : "")
            let room = max(8, width - lead.columns - 1)
            for (index, part) in TextWidth.wrapped(text, room, maximumLines: 4).enumerated() {
                let start = index == 0 ? lead : PanelLine(String(repeating: " ", count: lead.columns))
                add(start + PanelLine(part), .oldNights)
            }
        }
    }

    /// A bar that is empty at -60 dBFS and below, and full at 0.
    private func meter(_ levelDBFS: Double, cells: Int = 12) -> String {
        let level = levelDBFS.isFinite ? min(max(levelDBFS, -60), 0) : -60
        let full = Int((Double(cells) * (level + 60) / 60).rounded())
        return String(repeating: "▮", count: full) + String(repeating: "▯", count: cells - full)
    }

    mutating func addKeys() {
        addRule()
        let all: [(key: String, text: String)] = [
            ("s", words(.startKey)), ("x", words(.stopKey)), ("t", words(.tryOutKey)), ("q", words(.quitKey)),
            ("p", BoardText.previewKey.text(in: language)), ("S", words(.startHoldKey)), ("+", words(.volumeUpKey)),
            ("-", words(.volumeDownKey)), ("m", words(.muteKey)), ("R", words(.bothHoldKey)),
        ]
        if width < 30 || height < 6 {
            add(PanelLine(" s x t q  " + words(.windowTooSmall), .faint), .stopKeys)
            return
        }
        let columns = max(1, min(3, width / 39))
        let room = (width - 1) / columns
        for start in stride(from: 0, to: all.count, by: columns) {
            var line = PanelLine(" ")
            for item in all[start..<min(start + columns, all.count)] {
                let text = PanelLine(item.key, .strong) + PanelLine(" " + item.text)
                line = line + text.fitted(room - 1).padded(room)
            }
            add(line, start < 4 ? .stopKeys : .keys)
        }
    }

    // MARK: Fitting

    /// Leaves out what does not fit; free space goes between the body and the footer.
    func fitted(footerFrom bodyCount: Int) -> [PanelLine] {
        var kept = Array(rows.enumerated())
        while kept.count > height {
            guard let least = kept.map(\.element.importance.rawValue).max() else { break }
            // In the night log the oldest entry goes first; everywhere else the last.
            let candidates = kept.indices.filter { kept[$0].element.importance.rawValue == least }
            let isNight = least == Importance.oldNights.rawValue
            guard let index = isNight ? candidates.first : candidates.last else { break }
            kept.remove(at: index)
        }
        let body = kept.filter { $0.offset < bodyCount }.map(\.element.line)
        let footer = kept.filter { $0.offset >= bodyCount }.map(\.element.line)
        let free = [PanelLine](repeating: .empty, count: max(0, height - body.count - footer.count))
        return body + free + footer
    }
}
