// The days that the owner's words for a memory name (MIND-1, M-5).

extension MemoryGate {
    /// The owner's words for a text, and the whole sentence that they stand in: a quote may leave out "on Friday".
    func sentences(of text: PrivateText) -> [String] {
        guard FoldedText(text.words).count >= 2 else { return [] }
        let own = ownWords(text) ?? text
        let folded = FoldedText(own.words)
        for line in lines.reversed() where line.voice == .owner && !line.isOffRecord {
            if let range = line.folded.range(of: folded) { return [own.words, line.sentence(of: range)] }
        }
        return [own.words]
    }

    /// The day of the week that a companion gave, if the owner named that day.
    func named(_ weekday: Weekday, from evening: LocalDate) -> LocalDate? {
        for line in lines.reversed() where line.voice == .owner && !line.isOffRecord {
            if let day = NamedDay.date(in: line.text, from: evening), day.weekday == weekday { return day }
        }
        return nil
    }

    /// A candidate with its last day: the day that the owner's words name, and never a later one; else the day that its
    /// source gave.
    ///
    /// - Parameters:
    ///   - evening: the day of the talk.
    ///   - today: the first day that can be the last one.
    func dated(_ candidate: MemoryCandidate, from evening: LocalDate, today: LocalDate) -> MemoryCandidate {
        guard candidate.detail == nil else { return candidate }
        let near = namedDay(of: candidate, from: evening, isLate: false)
        guard let far = namedDay(of: candidate, from: evening, isLate: true) ?? near else { return candidate }
        var dated = candidate
        let (first, day) = (max(near ?? far, today), max(far, today))
        if first != day {
            // "Next Friday" may be either: the source may know which one, and else nothing ends too early.
            dated.validUntil = candidate.validUntil == first ? first : day
        } else {
            dated.validUntil = candidate.validUntil.map { min($0, day) } ?? day
        }
        return dated
    }

    /// - Parameter isLate: whether "next Friday" is the one of next week.
    private func namedDay(of candidate: MemoryCandidate, from evening: LocalDate, isLate: Bool) -> LocalDate? {
        let text = candidate.text.words
        let sentences = sentences(of: candidate.quote)
        // The text may say when it ends in words that the gate has held to the owner's: "26 to 28 March".
        if let until = candidate.validUntil,
            NamedDay.date(in: text, from: evening) == until || NamedDay.span(in: text, from: evening)?.last == until
        {
            return nil
        }
        func date(_ sentence: String) -> LocalDate? { NamedDay.date(in: sentence, from: evening, isLate: isLate) }
        func last(_ sentence: String) -> LocalDate? {
            NamedDay.span(in: sentence, from: evening, isLate: isLate)?.last
                ?? NamedDay.onceMonth(in: sentence, from: evening)?.last
        }
        switch candidate.kind {
        case .plan?:
            if candidate.validUntil != nil {
                return Self.day(in: sentences) { NamedDay.ahead(in: $0, from: evening, isLate: isLate) }
            }
            return Self.day(in: sentences, date) ?? date(text) ?? Self.day(in: sentences, last) ?? last(text)
        case nil where candidate.validUntil != nil:
            return Self.day(in: sentences) { NamedDay.end(in: $0, from: evening, isLate: isLate) }
        case nil, .profile?:
            let isStated = candidate.kind == .profile
            return Self.day(in: sentences) {
                NamedDay.appointment(in: $0, kept: text, from: evening, isStated: isStated, isLate: isLate)
            }
        case .preference?, .person?, .boundary?, .reflection?, .intention?: return nil
        }
    }

    /// The day that a quote names; that of its whole sentence, if this says better which one: "on the 14th" of "next month
    /// on the 14th".
    private static func day(in sentences: [String], _ find: (String) -> LocalDate?) -> LocalDate? {
        for sentence in sentences {
            guard let day = find(sentence) else { continue }
            guard let whole = sentences.last.flatMap(find), whole != day else { return day }
            let isSame = whole.weekday == day.weekday || whole.components.day == day.components.day
            return isSame ? whole : day
        }
        return nil
    }
}
