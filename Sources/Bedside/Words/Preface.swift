extension Phrase {
    /// What of these phrases is said before a routine, in one breath (TALK-5). If all of them would take longer than
    /// `maximumSaying`, the speaker might cut them off, so what can wait is left out: first a word on the nights, then
    /// the later reasons before sleep, which the light and `anicca status` still show.
    static func preface(_ phrases: [Phrase], in language: Language) -> [Phrase] {
        var kept = phrases
        func isLong() -> Bool { Utterance(joining: kept, in: language).map { $0.span() > maximumSaying } ?? false }
        if isLong() { kept.removeAll { $0 == .limit(.shortNights) || $0 == .limit(.late) } }
        for count in [2, 1] where isLong() { kept = kept.map { $0.withFirstReasons(count) } }
        return kept
    }

    private func withFirstReasons(_ count: Int) -> Phrase {
        guard case .beforeSleep(let reasons) = self else { return self }
        return .beforeSleep(Array(reasons.prefix(count)))
    }
}

extension Utterance {
    /// About how long it takes to say at the usual pace.
    ///
    /// - Parameter maximumLetters: counts no more than these.
    func span(maximumLetters: Int = .max) -> TimeSpan {
        let perLetter = language == .japanese ? 140 : 65
        return .milliseconds(400 + perLetter * min(spoken.count, maximumLetters))
    }
}
