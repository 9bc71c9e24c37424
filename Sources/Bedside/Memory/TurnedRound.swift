/// Whether a memory turns a comparison or a direction round: "I prefer tea to coffee" is not "Prefers coffee to tea", nor
/// is 東京から大阪に引っ越した the same as 大阪から東京に引っ越した (M-3).
///
/// It looks only at two things that stand on both sides of the same marker in the quote and in the text.
enum TurnedRound {
    /// What stands on the two sides of a marker: what is more and what is less, or where something begins and ends.
    private struct Relation {
        /// By which it is compared: another one says nothing about this one.
        var key: String
        var first: Set<String>
        var second: Set<String>
        var isDenied = false
    }

    static func isMade(_ text: String, of quote: String) -> Bool {
        let kept = relations(in: text)
        guard !kept.isEmpty else { return false }
        let heard = relations(in: quote)
        return kept.contains { turned($0, heard) }
    }

    private static func turned(_ kept: Relation, _ heard: [Relation]) -> Bool {
        let alike = heard.filter { $0.key == kept.key && $0.isDenied == kept.isDenied }
        return kept.first.contains { first in
            kept.second.contains { second in
                first != second && alike.contains { $0.first.contains(second) && $0.second.contains(first) }
                    && !alike.contains { $0.first.contains(first) && $0.second.contains(second) }
            }
        }
    }

    private static func relations(in text: String) -> [Relation] {
        text.contains(where: JapaneseLetters.isHiragana) ? japanese(text) : english(text)
    }

    // MARK: English

    private static func english(_ text: String) -> [Relation] {
        text.replacing(" but ", with: ", ").replacing(" because ", with: ", ").split { ",;:.!?–—…\n".contains($0) }
            .flatMap { clause -> [Relation] in
                let words = EnglishWords(String(clause)).words
                return compared(words) + preferred(words) + directed(words)
            }
    }

    private static let owner: Set<String> = [
        "i", "i'm", "i've", "i'd", "i'll", "me", "owner", "user", "them", "myself", "themselves",
    ]
    private static let comparing: Set<String> = [
        "more", "less", "better", "worse", "rather", "most", "much", "prefer", "prefers", "preferred", "like", "likes",
        "love", "loves", "enjoy", "enjoys",
    ]

    /// The words of meaning on one side; the owner where there is none.
    private static func things(_ words: some Sequence<String>) -> Set<String> {
        var things: Set<String> = []
        for word in words where !comparing.contains(word) {
            if owner.contains(word) { things.insert("the owner") }
            things.formUnion(OwnWords(word).words)
        }
        return things
    }

    private static func isDenied(_ words: [String]) -> Bool {
        words.contains { Polarity.negations.contains($0) || $0.hasSuffix("n't") }
    }

    private static let noComparison: Set<String> = [
        "other", "another", "never", "ever", "whether", "rather", "over", "brother",
        "sister", "mother", "father", "daughter", "water", "butter", "winter", "summer", "dinner",
    ]

    /// "Cats more than dogs", "Tom is older than Anna", "tea instead of coffee".
    private static func compared(_ words: [String]) -> [Relation] {
        words.indices.compactMap { place -> Relation? in
            let isInstead = words[place] == "instead" && words.dropFirst(place + 1).first == "of"
            guard isInstead || words[place] == "than" else { return nil }
            let before = words[..<place]
            let after = words[(place + (isInstead ? 2 : 1))...]
            let isLess = before.contains { ["less", "fewer", "worse"].contains($0) }
            let isMore = before.contains { ["more", "better", "rather", "prefer", "prefers"].contains($0) }
            var key = "more"
            var subject = before
            if !isInstead, !isLess, !isMore {
                guard let degree = before.suffix(3).last(where: { $0.hasSuffix("er") && !noComparison.contains($0) })
                else {
                    return nil
                }
                key = degree
                subject = before.filter { $0 != degree }[...]
            }
            var first = things(subject)
            let second = things(after)
            if first.isEmpty { first = ["the owner"] }
            return isLess
                ? Relation(key: key, first: second, second: first, isDenied: isDenied(words))
                : Relation(key: key, first: first, second: second, isDenied: isDenied(words))
        }
    }

    /// "I prefer tea to coffee"; not "I prefer to stay in".
    private static func preferred(_ words: [String]) -> [Relation] {
        guard let verb = words.firstIndex(where: { ["prefer", "prefers", "preferred"].contains($0) }),
            let mark = words.indices.first(where: { place in
                place > verb + 1 && ["to", "over"].contains(words[place])
            }), !words.contains("than")
        else { return [] }
        return [
            Relation(
                key: "more", first: things(words[(verb + 1)..<mark]), second: things(words[(mark + 1)...]),
                isDenied: isDenied(words))
        ]
    }

    /// "From Leeds to York", "to York from Leeds".
    private static func directed(_ words: [String]) -> [Relation] {
        func end(behind place: Int) -> Int {
            words.indices.first { $0 > place && ["from", "to", "into", "until", "till"].contains(words[$0]) }
                ?? words.endIndex
        }
        return words.indices.filter { words[$0] == "from" }.flatMap { from -> [Relation] in
            let start = things(words[(from + 1)..<end(behind: from)])
            let marks = words.indices.filter { ["to", "into", "until", "till"].contains(words[$0]) }
            let nearest = [marks.last { $0 < from }, marks.first { $0 > from }].compactMap { $0 }
            return nearest.map { mark in
                Relation(
                    key: "from", first: start, second: things(words[(mark + 1)..<end(behind: mark)]),
                    isDenied: isDenied(words))
            }
        }
    }

    // MARK: Japanese

    private static func japanese(_ text: String) -> [Relation] {
        ["から、", "より、"].reduce(text) { $0.replacing($1, with: String($1.dropLast())) }
            .split { "、。！？,.!? 　\n".contains($0) }.map(String.init)
            .flatMap { [morePreferred($0), moved($0)].compactMap { $0 } }
    }

    private static let particles: Set<Character> = ["は", "が", "を", "も", "に", "へ"]

    /// A thing without what leads to it and without "the side of": 猫 of うちの猫のほう.
    private static func thing(_ text: some StringProtocol) -> String {
        var thing = String(text).trimmed()
        for lead in ["うちの", "私の", "僕の", "俺の", "わたしの", "その", "この", "お"]
        where thing.hasPrefix(lead) && thing.count > lead.count {
            thing.removeFirst(lead.count)
        }
        for end in ["のほう", "の方", "のがほう", "まで"] where thing.hasSuffix(end) && thing.count > end.count {
            thing.removeLast(end.count)
        }
        return thing
    }

    private static func named(_ texts: [Substring]) -> Set<String> {
        Set(texts.map { thing($0) }.filter { !$0.isEmpty })
    }

    /// 犬より猫が好き, 猫が犬より好き, 兄は姉より年上.
    private static func morePreferred(_ clause: String) -> Relation? {
        guard let range = clause.firstRange(of: "より"), range.lowerBound > clause.startIndex else { return nil }
        let before = clause[..<range.lowerBound].split(whereSeparator: particles.contains)
        var after = clause[range.upperBound...]
        if after.hasPrefix("も") { after = after.dropFirst() }
        guard let less = before.last else { return nil }
        let parts = after.split(whereSeparator: particles.contains)
        var predicate = String(parts.last ?? "")
        for degree in ["ずっと", "もっと", "大"] where predicate.hasPrefix(degree) { predicate.removeFirst(degree.count) }
        let kanji = predicate.prefix(while: JapaneseLetters.isKanji)
        let key = kanji.isEmpty ? String(predicate.prefix(2)) : String(kanji)
        let isDenied = predicate.contains(anyOf: ["ない", "ません", "なかった"])
        return Relation(
            key: "より" + key, first: named(Array(before.dropLast()) + Array(parts.dropLast())),
            second: named([less]),
            isDenied: isDenied)
    }

    /// 東京から大阪に引っ越した, 大阪に東京から引っ越した.
    private static func moved(_ clause: String) -> Relation? {
        guard let range = clause.firstRange(of: "から"), range.lowerBound > clause.startIndex else { return nil }
        let before = clause[..<range.lowerBound]
        guard let start = before.split(whereSeparator: particles.contains).last else { return nil }
        let after = clause[range.upperBound...]
        var ends: [Substring] = []
        if let mark = after.firstIndex(where: { "にへ".contains($0) }) { ends.append(after[..<mark]) }
        if let mark = after.firstRange(of: "まで") { ends.append(after[..<mark.lowerBound]) }
        let rest = before.dropLast(start.count)
        if let mark = rest.last, "にへ".contains(mark),
            let end = rest.dropLast().split(whereSeparator: particles.contains).last
        {
            ends.append(end)
        }
        guard !ends.isEmpty else { return nil }
        return Relation(key: "から", first: named([start]), second: named(ends))
    }
}
