/// Parts an English sentence where an "and" begins what is said of another person: "I like tea and my brother hates
/// dogs". An "and" between two things, or two acts of the owner's, parts nothing.
enum SpokenClauses {
    private static let joints: Set<String> = ["and", "but", "while", "whereas"]
    private static let adverbs: Set<String> = ["always", "never", "also", "really", "just", "still", "often", "only"]
    /// Words that end as a verb does without being one.
    private static let noVerbs: Set<String> = [
        "across", "towards", "afterwards", "upstairs", "downstairs", "sometimes", "besides", "perhaps", "plus", "less",
        "unless", "its", "his", "this", "as", "us", "always", "red", "bed", "is", "has", "was",
    ]
    private static let verbs: Set<String> = [
        "is", "has", "was", "had", "does", "did", "will", "can", "cannot", "got", "went", "came", "left", "took",
        "made",
        "taught", "broke", "won", "lost", "met", "ran", "fell", "bought", "sold", "quit", "died",
    ]

    static func parted(_ text: String) -> [String] {
        var parts: [[Substring]] = [[]]
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        for (place, word) in words.enumerated() {
            if joints.contains(word.lowercased()), place > 1, isAnother(words[(place + 1)...]) { parts.append([]) }
            parts[parts.count - 1].append(word)
        }
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    /// The clauses of a text that are not said of another person whom a memory leaves out.
    static func parted(_ text: String, ofOwnerOr kept: String) -> [String] {
        let named = SomebodyElse.relations(in: kept)
        return parted(text).filter { clause in
            let words = EnglishWords(clause).words.drop { joints.contains($0) }
            guard let end = LeftOutSubject.person(in: Array(words)) else { return true }
            return !SomebodyElse.relations(in: words.prefix(end).joined(separator: " ")).isDisjoint(with: named)
        }
    }

    private static func isAnother(_ words: ArraySlice<Substring>) -> Bool {
        let lower = EnglishWords(words.prefix(6).joined(separator: " ")).words
        if let end = LeftOutSubject.person(in: lower), end < lower.count {
            let verb = lower[end...].first { !adverbs.contains($0) } ?? ""
            return isVerb(verb) || lower[end - 1].hasSuffix("'s")
        }
        return isName(words.first ?? "") && isVerb(lower.dropFirst().first { !adverbs.contains($0) } ?? "")
    }

    private static func isVerb(_ word: String) -> Bool {
        verbs.contains(word) || word.hasSuffix("n't")
            || word.count > 3 && (word.hasSuffix("s") && !word.hasSuffix("ss") || word.hasSuffix("ed"))
                && !noVerbs.contains(word)
    }

    private static func isName(_ word: some StringProtocol) -> Bool {
        let name = String(word.prefix { !",;:".contains($0) })
        return name.count > 1 && name.allSatisfy(\.isLetter) && name.first?.isUppercase == true
            && !SomebodyElse.isNoName(name)
            && !OwnWords(name).isEmpty && SomebodyElse.relations(in: name).isEmpty
    }

    /// The name that a clause behind an "and" begins with, in small letters; nil if it begins with none.
    static func namedSubject(of words: [String], in sentence: String) -> String? {
        guard let first = words.first, let next = words.dropFirst().first(where: { !adverbs.contains($0) }),
            isVerb(next)
        else { return nil }
        let parts = parted(sentence).dropFirst().map { $0.split(separator: " ").dropFirst() }
        return parts.contains { $0.first.map { isName($0) && $0.lowercased() == first } ?? false } ? first : nil
    }
}
