/// Days that follow one another: "from tomorrow until Sunday", "this weekend", 来週 (M-5).
struct NamedSpan: Equatable {
    var first: LocalDate
    /// Nil if nothing says when it ends: "from Friday on".
    var last: LocalDate?
}

extension NamedDay {
    /// Finds the days that a sentence speaks of together, if it names no single one.
    ///
    /// - Parameter today: the day of the talk; after midnight that of its evening.
    /// - Returns: Nil if the sentence names no such days, or if they are over.
    /// - Parameter isLate: whether "next Friday" is the one of next week.
    static func span(in sentence: String, from today: LocalDate, isLate: Bool = false) -> NamedSpan? {
        let sentence = String(sentence.prefix(MemoryLimits.quoteCharacters))
        let english = EnglishDays(sentence, from: today, isLate: isLate)
        let japanese = JapaneseDays(sentence, from: today)
        let starts = english.starts.union(japanese.starts)
        let ends = english.ends.union(japanese.ends)
        let ahead = english.days.union(japanese.days).union(ends).filter { $0 >= today }
        var span: NamedSpan?
        if let end = ends.max() {
            let first = starts.min() ?? ahead.filter { $0 < end }.min() ?? today
            span = first > end ? wrapped(first, end, from: today) : NamedSpan(first: first, last: end)
        } else if let named = english.span ?? japanese.span {
            span = named
        } else if let first = starts.min() {
            span = NamedSpan(first: first, last: nil)
        } else if let first = ahead.min(), let last = ahead.max(), first < last {
            span = NamedSpan(first: first, last: last)
        }
        guard let span, span.last.map({ $0 >= today }) != false else { return nil }
        return span
    }

    /// A span whose last day was found before its first one.
    private static func wrapped(_ first: LocalDate, _ end: LocalDate, from today: LocalDate) -> NamedSpan {
        // "From Friday to Monday" ends in the week after.
        let later = end.adding(days: 7)
        if later >= first { return NamedSpan(first: first, last: later) }
        // "From the 10th to the 14th" has begun on the 12th; "from the 28th to the 3rd" ends in the month after.
        if first.components.day <= end.components.day { return NamedSpan(first: today, last: end) }
        return NamedSpan(first: first, last: coming(day: end.components.day, from: first) ?? end)
    }

    /// A week from one of its days to its Sunday; weeks begin on Mondays.
    static func span(from first: Weekday, ofWeek offset: Int, today: LocalDate) -> NamedSpan {
        let start = weekday(first, ofWeek: offset, from: today)
        return NamedSpan(first: max(start, today), last: weekday(.sunday, ofWeek: offset, from: today))
    }

    /// So many days from one on; from today, or from tomorrow, if the sentence does not say.
    static func span(days count: Int, from first: LocalDate?, today: LocalDate) -> NamedSpan {
        guard let first else { return NamedSpan(first: today, last: today.adding(days: count)) }
        return NamedSpan(first: first, last: first.adding(days: count - 1))
    }

    /// This month from today on, or a later one.
    static func month(_ offset: Int, from today: LocalDate) -> NamedSpan? {
        guard let first = day(1, monthsAhead: offset, from: today),
            let next = day(1, monthsAhead: offset + 1, from: today)
        else { return nil }
        return NamedSpan(first: max(first, today), last: next.adding(days: -1))
    }

    /// The day with that number in this month or a later one; nil if that month has none.
    static func day(_ number: Int, monthsAhead offset: Int, from today: LocalDate) -> LocalDate? {
        let (year, month, _) = today.components
        let months = year * 12 + month - 1 + offset
        return LocalDate(year: months / 12, month: months % 12 + 1, day: number)
    }
}
