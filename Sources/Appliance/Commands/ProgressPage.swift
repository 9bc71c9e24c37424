import Bedside
import Glibc
import System

/// The progress of all habits as one page of HTML: drawn in SVG, without a script, without another file, for light and
/// dark screens and for paper (FADE-4).
struct ProgressPage {
    var progress: FadingReply

    /// The most days that one calendar shows: a year in whole weeks.
    private static let maximumDays = 53 * 7
    private static let cell = 13
    private static let rateDays = FadingReply.rateDays

    private var language: Language { progress.language }
    private func words(_ english: String, _ japanese: String) -> String {
        Wording(english, japanese).text(in: language)
    }

    var text: String {
        let title = words("Anicca: becoming unnecessary", "アニッチャ：だんだん要らなくなるために")
        var page = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>\(title)</h1>
            <p class="date">\(progress.today)</p>

            """
        if progress.rows.isEmpty { page += "<p>\(Phrase.nothingPlanned.text(in: language))</p>\n" }
        for row in progress.rows { page += section(row) }
        page += legend + "</body>\n</html>\n"
        return page
    }

    private func section(_ row: FadingReply.Row) -> String {
        var section = "<section>\n<h2>\(HabitName(row.habit).text(in: language))</h2>\n"
        section += "<p class=\"level\"><b>\(row.level.rawValue)</b> \(row.level.text(in: language))"
        if row.isSilent == true { section += FadingLevel.silence.text(in: language) }
        if let since = row.since { section += " <span>\(words("since \(since)", "\(since)から"))</span>" }
        section += "</p>\n"
        if let rate = row.rateText(in: language) {
            section += "<p>\(rate)</p>\n" + calendar(row.days) + line(row.days)
        }
        section += "<p>\(words("Next: ", "次：") + row.next.text(in: language))</p>\n</section>\n"
        return section
    }

    /// A square for each day, a column for each week.
    private func calendar(_ days: [CountedDay]) -> String {
        guard let last = days.map(\.date).max() else { return "" }
        let monday = { (date: LocalDate) in date.adding(days: 1 - date.weekday.rawValue) }
        let first = monday(last).adding(days: 7 - Self.maximumDays)
        let shown = days.filter { $0.date >= first }
        guard let earliest = shown.map(\.date).min() else { return "" }
        let start = monday(earliest)
        let weeks = (Int(monday(last).dayNumber) - Int(start.dayNumber)) / 7 + 1
        let (width, height) = (weeks * Self.cell, 7 * Self.cell)
        let label = words("each counted day", "日ごとの記録")
        var drawing = Self.drawing(width, height, label)
        for day in shown {
            let offset = Int(day.date.dayNumber) - Int(start.dayNumber)
            let (x, y) = (offset / 7 * Self.cell, offset % 7 * Self.cell)
            drawing += "<rect class=\"\(Self.letter(day.word))\" x=\"\(x)\" y=\"\(y)\">"
            drawing += "<title>\(day.date) \(day.word.text(in: language))</title></rect>\n"
        }
        return drawing + "</svg>\n"
    }

    /// The rate over the last 28 counted days, day by day.
    private func line(_ days: [CountedDay]) -> String {
        let shown = min(days.count - Self.rateDays + 1, Self.maximumDays)
        guard shown > 1 else { return "" }
        let (width, height) = (shown * 2, 60)
        let points = (0..<shown).map { index -> String in
            let end = days.count - shown + index + 1
            let unaided = days.prefix(end).suffix(Self.rateDays).count { $0.word == .unaided }
            return "\(index * 2),\(height - unaided * height / Self.rateDays)"
        }
        return Self.drawing(width, height, words("rate over 28 days", "28日ごとの割合"))
            + "<path class=\"g\" d=\"M0 0H\(width)M0 \(height / 2)H\(width)M0 \(height)H\(width)\"/>\n"
            + "<polyline points=\"\(points.joined(separator: " "))\"/>\n</svg>\n"
    }

    private var legend: String {
        let items = DayWord.allCases.map { word in
            "<span><svg width=\"11\" height=\"11\"><rect class=\"\(Self.letter(word))\"/></svg> \(word.text(in: language))</span>"
        }
        return "<p class=\"legend\">\(items.joined(separator: "\n"))</p>\n"
    }

    private static func drawing(_ width: Int, _ height: Int, _ label: String) -> String {
        "<svg role=\"img\" aria-label=\"\(label)\" viewBox=\"-1 -1 \(width + 2) \(height + 2)\" width=\"\(width + 2)\">\n"
    }

    private static func letter(_ word: DayWord) -> String {
        switch word {
        case .unaided: "u"
        case .prompt: "p"
        case .slow: "s"
        case .missed: "m"
        }
    }

    /// No color alone tells one word from another: their lightness differs, and the last one is an outline.
    private static let style = """
        :root{color-scheme:light dark;--t:#1c1c1a;--b:#fdfcf9;--l:#c9c5bb;--u:#1f6f54;--p:#6fb796;--s:#d9c896}
        @media(prefers-color-scheme:dark){:root{--t:#ebe8e1;--b:#161614;--l:#4b4943;--u:#7ed3ae;--p:#3f8a6b;--s:#6b5f3d}}
        @media print{:root{--t:#000;--b:#fff;--l:#bbb;--u:#1f6f54;--p:#6fb796;--s:#d9c896}section{break-inside:avoid}
        *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
        body{font:16px/1.5 system-ui,sans-serif;color:var(--t);background:var(--b);max-width:46rem;margin:2rem auto;
        padding:0 1rem}h1{font-size:1.4rem}h2{font-size:1.1rem;margin:2rem 0 .2rem}p{margin:.3rem 0}
        .date,.level span{opacity:.7}svg{display:block;max-width:100%;height:auto;margin:.5rem 0}
        .legend svg{display:inline;margin:0}.legend span{margin-right:1rem;white-space:nowrap}
        rect{width:11px;height:11px;rx:2px}.u{fill:var(--u)}.p{fill:var(--p)}.s{fill:var(--s)}
        .m{fill:none;stroke:var(--l)}.g{stroke:var(--l);fill:none}polyline{stroke:var(--u);stroke-width:2;fill:none}
        """

    /// Writes the page to a file, and replaces one that is there. A device or a pipe is written to instead.
    ///
    /// - Throws: `FileError` if not all of it can be written; a file that was there then stays as it was.
    func write(to path: String) throws(FileError) {
        guard Files.isReplaceable(path) else { return try OutputFile(path: path).write(text) }
        let unfinished = path + ".part"
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            // What is in the way has another name than the page.
            let isInTheWay = Files.exists(unfinished) || Files.linkTarget(unfinished) != nil
            throw FileError(path: isInTheWay ? unfinished : path, code: code)
        }
        Files.giveToInvoker(descriptor)
        let fault = Files.write(Array(text.utf8), to: descriptor)
        close(descriptor)
        guard fault == 0 else {
            unlink(unfinished)
            throw FileError(path: path, code: fault)
        }
        guard rename(unfinished, path) == 0 else {
            let code = errno
            unlink(unfinished)
            throw FileError(path: path, code: code)
        }
    }
}
