/// Harmless phrases that sound like a risk: somebody moves away from a town, goes on a journey, takes vitamins, or tells how
/// a play ends.
///
/// They are left out of an utterance before phrases and weights read it, so that no later step sees them, and what is said
/// besides counts as ever. `SafetyLexicon` has the idioms, which take back a phrase and leave its words to the weights.
struct SafetyMask: Sendable {
    struct Rule {
        /// What is left out, one phrase a line; `SafetyPattern` explains the notation. It may begin with the end of the
        /// sentence before it, also at the beginning of an utterance; then it has no gaps.
        var phrases: String
        /// A phrase stays if one of these overlaps it: "live in this body".
        var unless = ""
        /// A phrase stays if one of these is anywhere in the utterance: goodbyes.
        var unlessAnywhere = ""
        /// Whether only an owner's words are harmless so: they ask somebody else, and the companion asks the owner.
        var isOwners = false
    }

    static let japanese = SafetyMask(
        JapaneseSafetyPhrases.harmless + JapaneseSafetyPhrases.daily,
        JapaneseSafetyPhrases.harmlessMacros.merging(JapaneseSafetyPhrases.dailyMacros) { first, _ in first },
        keys: SafetyText.japaneseKeys)
    static let english = SafetyMask(
        EnglishSafetyPhrases.harmless + EnglishSafetyPhrases.daily,
        EnglishSafetyPhrases.harmlessMacros.merging(EnglishSafetyPhrases.dailyMacros) { first, _ in first },
        keys: SafetyText.englishKeys)

    /// Stands for a name in a phrase of English.
    static let name = "propername"

    /// What keeps a phrase; a rule has two numbers.
    private enum Keeper {
        static let near = 0
        static let anywhere = 1
        static let count = 2
    }

    private let vocabulary: SafetyVocabulary
    private let phrases: SafetyPatternSet
    /// Looked for only where a phrase was found.
    private let keepers: SafetyPatternSet
    private let nameSymbol: UInt32
    private let ownersRules: Set<Int>

    private init(_ rules: [Rule], _ macros: [String: String], keys: @escaping ([UInt32]) -> [UInt64]) {
        var reader = SafetyPhraseReader(macros: macros, keys: keys)
        var phrases = SafetyPatternSet()
        var keepers = SafetyPatternSet()
        func add(_ lines: String, to set: inout SafetyPatternSet, tag: Int) {
            for pattern in reader.patterns(lines) { set.add(pattern, tag: tag) }
        }
        for (index, rule) in rules.enumerated() {
            add(rule.phrases, to: &phrases, tag: index)
            add(rule.unless, to: &keepers, tag: index * Keeper.count + Keeper.near)
            add(rule.unlessAnywhere, to: &keepers, tag: index * Keeper.count + Keeper.anywhere)
        }
        ownersRules = Set(rules.indices.filter { rules[$0].isOwners })
        phrases.finish()
        keepers.finish()
        nameSymbol = keys(SafetyText.folded(Self.name)).first.flatMap { reader.symbols[$0] } ?? SafetyText.unknown
        vocabulary = SafetyVocabulary(reader.symbols)
        self.phrases = phrases
        self.keepers = keepers
    }

    /// An utterance with an end of a sentence in place of what is left out.
    ///
    /// - Parameters:
    ///   - names: Words that the text shows to be names, by their capital letter.
    ///   - steps: Grows by one for each comparison; what bounds the time.
    func masked(
        _ keys: [UInt64], spokenBy speaker: SafetyDetector.Speaker, names: Set<UInt64> = [], steps: inout Int
    ) -> [UInt64] {
        // The end of a sentence comes first: a place in the utterance is one more than in the keys.
        let utterance = SafetyUtterance(
            [SafetyText.sentenceEnd]
                + keys.map { key in
                    vocabulary[key] ?? (names.contains(key) ? nameSymbol : SafetyText.unknown)
                })
        let found = phrases.matches(in: utterance, longest: true, steps: &steps).filter {
            speaker == .owner || !ownersRules.contains($0.tag)
        }
        guard !found.isEmpty else { return keys }
        let kept = keepers.matches(in: utterance, longest: true, steps: &steps)
        let stopped = Set(kept.filter { $0.tag % Keeper.count == Keeper.anywhere }.map { $0.tag / Keeper.count })
        let exceptions = kept.filter { $0.tag % Keeper.count == Keeper.near }
        var isLeftOut = Array(repeating: false, count: keys.count)
        for phrase in found {
            steps += exceptions.count
            let stays =
                stopped.contains(phrase.tag)
                || exceptions.contains { $0.tag / Keeper.count == phrase.tag && $0.span.overlaps(phrase.span) }
            guard !stays else { continue }
            for place in phrase.span where isLeftOut.indices.contains(place - 1) { isLeftOut[place - 1] = true }
        }
        guard isLeftOut.contains(true) else { return keys }
        var result: [UInt64] = []
        for (place, key) in keys.enumerated() {
            let key = isLeftOut[place] ? SafetyText.sentenceEndKey : key
            let last = result.last ?? SafetyText.sentenceEndKey
            if key != SafetyText.sentenceEndKey || last != SafetyText.sentenceEndKey { result.append(key) }
        }
        return result
    }
}

extension SafetyText {
    /// The keys of English words that are names by their capital letter, which is no sentence's first; none of a text that
    /// capitalizes nearly everything.
    static func nameKeys(_ text: some StringProtocol, maximumScalars: Int) -> Set<UInt64> {
        var names: Set<UInt64> = []
        var nameCount = 0
        var wordCount = 0
        var word = ""
        var isFirst = true
        func finish() {
            guard let first = word.unicodeScalars.first else { return }
            let rest = word.unicodeScalars.dropFirst()
            let isCapital =
                first.properties.isUppercase && rest.contains { $0.properties.isLowercase }
                && !word.hasPrefix("I'") && !word.hasPrefix("I’")
            if isCapital, !isFirst {
                nameCount += 1
                names.formUnion(englishKeys(folded(word)))
            }
            wordCount += 1
            word = ""
            isFirst = false
        }
        for scalar in text.unicodeScalars.prefix(maximumScalars) {
            if scalar.properties.isAlphabetic || scalar == "'" || scalar == "’" {
                word.unicodeScalars.append(scalar)
                continue
            }
            finish()
            if ".!?\n".unicodeScalars.contains(scalar) { isFirst = true }
        }
        finish()
        return nameCount * 2 > wordCount ? [] : names
    }
}
