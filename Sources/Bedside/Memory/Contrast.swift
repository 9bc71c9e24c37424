/// Whether a memory gives one of two contrasted subjects what was said of the other: "my brother eats meat, but my
/// sister doesn't" says nothing of a sister who does. Also what "neither … nor" and 〜も〜もない deny together.
enum Contrast {
    /// Nil if the sentence contrasts nothing that the memory is about; else whether the memory has it as it was said.
    static func isBorneOut(_ quote: Surroundings, text: String) -> Bool? {
        english(quote.sentence, text) ?? japanese(quote.sentence, text)
    }

    // MARK: English

    private static let nots: Set<String> = [
        "not", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "can't", "cannot", "won't", "hasn't",
        "haven't",
    ]
    private static let helpers: Set<String> = ["do", "does", "did", "is", "are", "can", "will", "has", "have"]
    private static let ends: Set<String> = ["either", "though", "at", "all", "too", "anymore", "yet"]
    private static let denials: Set<String> = [
        "no", "never", "nobody", "nothing", "neither", "nor", "without", "hardly", "dislikes", "hates", "avoids",
        "stopped", "quit", "only", "free", "unlike", "cannot", "unable", "refuses", "skips",
    ]

    private static func english(_ sentence: String, _ text: String) -> Bool? {
        let kept = EnglishWords(text).words
        guard let subject = kept.first(where: { !["my", "the", "his", "her", "our"].contains($0) }),
            !helpers.contains(subject), !isNot(subject)
        else { return nil }
        let isDenied = kept.contains { isNot($0) || denials.contains($0) }
        if !isDenied, isNeither(sentence, kept) { return false }
        let clauses = sentence.split { ",;.".contains($0) }.flatMap { part in
            EnglishWords(String(part)).words.split { ["but", "and", "while", "whereas", "though"].contains($0) }
        }
        guard clauses.count > 1, let own = clauses.last(where: { $0.prefix(3).contains(subject) }),
            let last = own.reversed().drop(while: ends.contains).first
        else { return nil }
        // "… but my sister doesn't", "… and Anna does": the clause says only yes or no.
        let isShort = own.count > 1 && own.count <= 6 && (isNot(last) || helpers.contains(last))
        let verbs = Set(own.filter { $0 != subject && !OwnWords($0).isEmpty }.map(Denial.root))
        guard isShort || !verbs.isDisjoint(with: kept.dropFirst().map(Denial.root)) else { return nil }
        let isOwnDenied = own.contains(where: isNot)
        guard clauses.contains(where: { $0 != own && $0.contains(where: isNot) != isOwnDenied }) else { return nil }
        return isOwnDenied == isDenied
    }

    private static func isNot(_ word: String) -> Bool { nots.contains(word) || word.hasSuffix("n't") }

    /// "I neither smoke nor drink".
    private static func isNeither(_ sentence: String, _ kept: [String]) -> Bool {
        let words = EnglishWords(sentence).words
        guard let start = words.firstIndex(of: "neither"), words[start...].contains("nor") else { return false }
        let after = words[(start + 1)...].prefix { !["but", "because", "so"].contains($0) }
        let verbs = Set(after.filter { $0 != "nor" && $0 != "i" }.map(Denial.root))
        return !verbs.isDisjoint(with: kept.filter { !OwnWords($0).isEmpty }.map(Denial.root))
    }

    // MARK: Japanese

    private static let negative = [
        "ない", "ません", "なかった", "なく", "へん", "ず", "ぬ", "嫌", "苦手", "きらい", "だめ", "ダメ", "無", "不", "やめ",
    ]

    private static func japanese(_ sentence: String, _ text: String) -> Bool? {
        let clauses = self.clauses(of: sentence)
        if !text.contains(anyOf: negative), isNeitherJapanese(clauses, text) { return false }
        guard let end = text.firstIndex(where: { "はがも".contains($0) }), end > text.startIndex else { return nil }
        let isDenied = text[end...].contains(anyOf: negative)
        let subject = String(text[..<end])
        let isSomebody = (SomebodyElse.japaneseRelations + ["さん", "ちゃん", "くん"]).contains { subject.hasSuffix($0) }
        if clauses.count > 1, subject.count <= 8, isSomebody,
            let own = clauses.last(where: { clause in ["は", "が", "も"].contains { clause.contains(subject + $0) } }),
            let other = clauses.first(where: { $0 != own && $0.contains("は") }),
            let verb = verb(of: own), text.contains(verb)
        {
            let isOwnDenied = own.contains(anyOf: negative)
            // Only where the two differ: 兄は食べるが、妹は食べない.
            if isOwnDenied != other.contains(anyOf: negative) { return isOwnDenied == isDenied }
        }
        return nil
    }

    private static func clauses(of sentence: String) -> [String] {
        var text = sentence
        for joint in ["けれど", "けど", "のに対し"] { text = text.replacing(joint, with: "、") }
        return text.split { "、。，,！!".contains($0) }.map(String.init)
    }

    /// The last kanji of a clause, which its verb is written with.
    private static func verb(of clause: String) -> String? {
        clause.last { ("\u{4E00}"..."\u{9FFF}").contains($0) }.map(String.init)
    }

    /// お酒もタバコもやらない.
    private static func isNeitherJapanese(_ clauses: [String], _ text: String) -> Bool {
        clauses.contains { clause in
            let things = clause.split(separator: "も")
            guard things.count > 2, let last = things.last, last.contains(anyOf: ["ない", "ません", "なかった"]),
                // Not とても and such.
                things.dropFirst().dropLast().allSatisfy({ (2...6).contains($0.count) && !$0.contains("て") })
            else { return false }
            return things.dropLast().contains { $0.count > 1 && text.contains($0) }
        }
    }
}
