/// Whether the owner's words support the names and the wording of a memory.
enum Support {
    private static func own(_ lines: [HeardLine]) -> some Sequence<HeardLine> {
        lines.lazy.filter { $0.voice == .owner && !$0.isOffRecord }
    }

    /// Whether a text without any word of its own says nothing that the owner said: "x", "y y y". A few small words
    /// or some kana may be enough.
    static func isNonsense(_ text: String, _ lines: [HeardLine]) -> Bool {
        let words = EnglishWords(text).words
        if words.contains(where: { word in word.count >= 2 && own(lines).contains { $0.english.contains(word) } }) {
            return false
        }
        let folded = FoldedText(text)
        guard words.isEmpty else { return true }
        return Set(folded.scalars).count < 3 && !own(lines).contains { folded.count >= 2 && $0.folded.contains(folded) }
    }

    /// Whether a text that is only alike in its letters has a word in common with a line, or one that begins alike:
    /// "Swimming" and "swam" do not, "swimmer" does. Texts without Latin words are compared by letters alone.
    static func sharesWord(_ own: OwnWords, with line: HeardLine) -> Bool {
        func isLatin(_ word: String) -> Bool { word.unicodeScalars.allSatisfy { $0.value < 0x250 } }
        guard own.words.allSatisfy(isLatin) else { return true }
        return own.words.contains { word in
            line.own.words.contains { $0 == word || word.count >= 4 && $0.hasPrefix(word.prefix(4)) }
        }
    }

    // MARK: Names

    /// Endings with which a name is said: "Tom's", "Londoner".
    private static let endings: Set<String> = ["s", "es", "er", "ers", "n", "ian", "ians", "ish", "an"]

    /// Whether the text calls somebody by a name that the owner never said. "Tomorrow" holds no Tom.
    static func hasInventedName(_ text: String, _ lines: [HeardLine]) -> Bool {
        let names = SpokenNames.names(in: text) + japaneseNames(in: text)
        return names.contains { name in
            // "Boxin Day" is how they say Boxing Day.
            let said = name.hasSuffix("ing") ? String(name.dropLast()) : name
            let isLatin = said.unicodeScalars.allSatisfy { $0.value < 0x250 }
            let folded = FoldedText(said)
            return !own(lines).contains { line in
                guard line.folded.contains(folded) else { return false }
                return !isLatin || folded.count >= 6 || line.english.contains { isName(folded, in: $0) }
            }
        }
    }

    private static func isName(_ name: FoldedText, in word: String) -> Bool {
        let bare = FoldedText(word.split(separator: "'").first.map(String.init) ?? word)
        guard bare.scalars.starts(with: name.scalars) else { return false }
        let rest = String(
            String.UnicodeScalarView(bare.scalars.dropFirst(name.count).compactMap(Unicode.Scalar.init)))
        // "Boxin" stands for both.
        return rest.isEmpty || rest == "g" || endings.contains(rest)
    }

    /// A name in katakana behind 名前は: レックス in 犬の名前はレックス.
    private static func japaneseNames(in text: String) -> [String] {
        ["名前は", "名前が"].compactMap { mark in
            guard let range = text.firstRange(of: mark) else { return nil }
            let name = text[range.upperBound...].drop { "「『".contains($0) }.prefix(while: JapaneseLetters.isKatakana)
            return name.count >= 2 ? String(name) : nil
        }
    }

    // MARK: Whose name it is

    private static let animals: [(english: Set<String>, japanese: [String])] = [
        (["dog", "dogs", "puppy"], ["犬", "わんこ"]), (["cat", "cats", "kitten"], ["猫", "ねこ"]),
        (["rabbit", "bunny"], ["うさぎ", "ウサギ"]), (["horse", "pony"], ["馬"]), (["hamster"], ["ハムスター"]),
        (["parrot", "budgie"], ["インコ"]), (["tortoise", "turtle"], ["亀"]),
    ]
    /// Uncles and grandparents, whom people name by way of others: "Mum's sister".
    private static let relatives: Set<Int> = [14, 15]

    /// The people and animals that a text names by what they are.
    private static func beings(in text: String) -> Set<Int> {
        let words = Set(EnglishWords(text).words.map { $0.split(separator: "'").first.map(String.init) ?? $0 })
        let found = animals.indices.filter {
            !animals[$0].english.isDisjoint(with: words) || text.contains(anyOf: animals[$0].japanese)
        }
        return SomebodyElse.relations(in: text).union(found.map { 100 + $0 })
    }

    /// Whether a memory gives the name of one to another: "My dog is called Momo" names no sister.
    static func isRenamed(_ text: String, by quote: String) -> Bool {
        let kept = beings(in: text).subtracting(relatives)
        guard kept.count == 1, !quote.contains(anyOf: ["ママ友", "パパ友"]) else { return false }
        let names =
            SpokenNames.names(in: text)
            + text.split { !JapaneseLetters.isKatakana($0) }.map(String.init).filter { $0.count >= 2 }
        return names.contains { name in
            let folded = FoldedText(name)
            let clauses = quote.replacing(" and ", with: ", ").replacing(" but ", with: ", ")
                .split { "、。,.;:!?！？".contains($0) }.map(String.init)
            return clauses.contains { clause in
                let said = beings(in: clause)
                // In "Mia's dog" the name is not the dog's.
                let isOwners = clause.contains(anyOf: [name + "'s ", name + "’s ", name + "の"])
                return said.count == 1 && said.isDisjoint(with: kept) && !isOwners
                    && FoldedText(clause).contains(folded)
            }
        }
    }
}
