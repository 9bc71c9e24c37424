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
        guard candidate.detail == nil, let day = namedDay(of: candidate, from: evening).map({ max($0, today) }) else {
            return candidate
        }
        var dated = candidate
        dated.validUntil = candidate.validUntil.map { min($0, day) } ?? day
        return dated
    }

    private func namedDay(of candidate: MemoryCandidate, from evening: LocalDate) -> LocalDate? {
        let text = candidate.text.words
        let sentences = sentences(of: candidate.quote)
        // The text may say when it ends in words that the gate has held to the owner's: "26 to 28 March".
        if let until = candidate.validUntil,
            NamedDay.date(in: text, from: evening) == until || NamedDay.span(in: text, from: evening)?.last == until
        {
            return nil
        }
        switch candidate.kind {
        case .plan?:
            if candidate.validUntil != nil {
                return sentences.lazy.compactMap { NamedDay.ahead(in: $0, from: evening) }.first
            }
            let own = sentences + [text]
            return own.lazy.compactMap { NamedDay.date(in: $0, from: evening) }.first
                ?? own.lazy.compactMap { NamedDay.span(in: $0, from: evening)?.last }.first
        case nil where candidate.validUntil != nil:
            return sentences.lazy.compactMap { NamedDay.end(in: $0, from: evening) }.first
        case nil, .profile?:
            return sentences.lazy.compactMap { NamedDay.appointment(in: $0, kept: text, from: evening) }.first
        case .preference?, .person?, .boundary?, .reflection?, .intention?: return nil
        }
    }
}
