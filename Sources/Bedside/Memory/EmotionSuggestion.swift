/// Which label the owner's own words suggest (E-2): a companion may ask about it, and only their yes makes it a label.
///
/// A pure function of one line. It is silent where nothing fits or two labels fit as well; about others than the owner,
/// about other days, and about what is denied, supposed, asked or quoted.
enum EmotionSuggestion {
    static func label(for words: String) -> EmotionLabel? {
        let text = String(words.prefix(maximumCharacters))
        let (english, japanese) = (EnglishFeelings(text), JapaneseFeelings(text))
        let hits = EmotionLabel.allCases.map { (label: $0, count: english.count($0) + japanese.count($0)) }
        guard let best = hits.max(by: { $0.count < $1.count }), best.count > 0,
            hits.count(where: { $0.count == best.count }) == 1
        else { return nil }
        return best.label
    }

    private static let maximumCharacters = 600
}
