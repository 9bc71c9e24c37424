/// The small words that make another statement of the same words: a "not", a number, a time, a side (M-4).
///
/// "Allergic to nuts" is not "Not allergic to nuts", and 六時に起きる is not 六時半に起きる, however few letters differ.
enum TurningWords {
    private static let english: Set<String> = [
        "next", "last", "this", "before", "after", "until", "since", "left", "right", "more", "less", "only", "every",
        "half", "past", "quarter", "once", "twice", "both", "upstairs", "downstairs", "too", "morning", "evening",
    ]
    private static let kanji = Set("〇一二三四五六七八九十百千万半今来去先昨翌再前後左右上下東西南北毎朝夜")
    /// The ways in which Japanese says "not", the longest first.
    private static let japaneseNots = [
        "ません", "なかった", "なくな", "ない", "なく", "なし", "ずに", "嫌い", "きらい", "苦手", "だめ", "ダメ", "駄目", "禁止", "やめ", "不", "無", "未",
    ]

    /// How often each stands in a text; every "not" counts as one and the same.
    static func count(in text: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        for word in EnglishWords(text).words {
            if Polarity.negations.contains(word) || word.hasSuffix("n't") {
                counts["not", default: 0] += 1
            } else if english.contains(word) || SpokenNumbers.words.contains(word) {
                counts[word, default: 0] += 1
            }
        }
        for letter in text where kanji.contains(letter) { counts[String(letter), default: 0] += 1 }
        var rest = text
        for not in japaneseNots {
            let pieces = rest.split(separator: not, omittingEmptySubsequences: false)
            if pieces.count > 1 { counts["not", default: 0] += pieces.count - 1 }
            rest = pieces.joined(separator: " ")
        }
        for digits in OwnWords(text).facts where digits.allSatisfy(\.isNumber) { counts[digits, default: 0] += 1 }
        return counts
    }
}
