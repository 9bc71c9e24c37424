extension MemoryItem {
    /// Whether its words speak of a death or of mourning, by the expressions that the teachings go by (MIND-6).
    var grieves: Bool {
        [text, quote].contains { words in
            let found = ThemeLexicon.griefAlone.evidence(in: FoldedLine(words.words))
            return (found[.grief]?.points ?? 0) >= ThemeLexicon.griefPoints
        }
    }
}

extension ThemeLexicon {
    /// The expressions of grief and the idioms, without what is learned and what concerns other themes.
    fileprivate static let griefAlone = ThemeLexicon(
        japanese: japaneseEntries.filter { $0.theme == .grief || $0.theme == nil },
        english: englishEntries.filter { $0.theme == .grief || $0.theme == nil }, weights: ThemeWeights([]))

    /// An expression that tells of grief, not one that only often stands beside it.
    fileprivate static let griefPoints = 3
}
