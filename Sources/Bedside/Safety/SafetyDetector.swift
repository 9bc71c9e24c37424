/// The degree to which an utterance speaks of suicide or self-harm of its speaker (SAFE-2).
public enum SafetyLevel: String, Comparable, CaseIterable, Codable, Sendable {
    case none
    /// Wishes not to wake up, hopelessness, being a burden: nothing that names death or harm as an aim.
    case intermediate
    /// A wish to die, a plan, a means, a goodbye, self-harm.
    case explicit

    public static func < (a: SafetyLevel, b: SafetyLevel) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .intermediate: 1
        case .explicit: 2
        }
    }
}

/// The device's own matcher for talk of suicide and self-harm (SAFE-2, G-1), a pure function of one utterance.
///
/// Both languages are tried on every utterance, whatever the language setting. A phrase of risk counts unless an
/// idiom covers it (死ぬほど眠い, "this alarm is killing me"), or the sentence shows that it is quoted, a title, denied, or
/// somebody else's. The lexicons are ours; `SafetyDetectorTests` has the measured rates.
public enum SafetyDetector {
    public enum Speaker: String, CaseIterable, Sendable {
        case owner
        case companion
    }

    /// Longer utterances are examined at their beginning and their end, so that the time is bounded.
    public static let maximumScalars = 4000

    public static func level(of text: some StringProtocol, spokenBy speaker: Speaker) -> SafetyLevel {
        let scalars = SafetyText.folded(text, maximumScalars: maximumScalars)
        let japanese = SafetyLexicon.japanese.level(
            of: SafetyText.japaneseSymbols(scalars), spokenBy: speaker)
        guard japanese < .explicit else { return japanese }
        let english = SafetyLexicon.english.level(
            of: SafetyText.englishWords(scalars).map(SafetyLexicon.english.symbol), spokenBy: speaker)
        return max(japanese, english)
    }

    /// Compiles the lexicons, which the first utterance would wait for otherwise.
    public static func prepare() {
        _ = SafetyLexicon.japanese
        _ = SafetyLexicon.english
    }
}

/// The phrases of one language, compiled: what shows a risk, and what takes that back.
struct SafetyLexicon: Sendable {
    /// Phrases as they stand in the source, one a line; `SafetyPattern` explains their notation.
    struct Source {
        /// Stands for `{name}` in a phrase.
        var macros: [String: String]
        var explicit: String
        var intermediate: String
        /// Phrases that are only heard from the companion, and mean that the owner is at risk.
        var companion: String
        /// Idioms: a risk phrase inside one does not count.
        var idioms: String
        /// A risk phrase shortly after one of these does not count: "my friend said …".
        var leading: String
        /// A risk phrase shortly before one of these does not count: "… という歌".
        var trailing: String
        /// A risk phrase between one of each does not count: 友達が … って言ってた.
        var around: [(before: String, after: String)]
        /// Words between a mark and a phrase that make the phrase the speaker's own: "but I".
        var turns: String
        /// Third persons and media: a deed shortly after one is theirs, unless a wish is in it.
        var others: String
        /// Endings and verbs of wishing.
        var wishes: String
        /// How many symbols may lie between a mark and a phrase.
        var reach: Int
    }

    static let japanese = SafetyLexicon(
        JapaneseSafetyPhrases.source, split: { SafetyText.japaneseSymbols(SafetyText.folded($0)) })
    static let english = SafetyLexicon(englishWords: EnglishSafetyPhrases.source)

    private var vocabulary: [String: UInt32] = [:]
    private var risks = SafetyPatternSet()
    private var companionRisks = SafetyPatternSet()
    private var idioms = SafetyPatternSet()
    private var turns = SafetyPatternSet()
    private var others = SafetyPatternSet()
    private var wishes = SafetyPatternSet()
    /// Marks before and after a phrase; an absent one is not needed.
    private var contexts: [(before: SafetyPatternSet?, after: SafetyPatternSet?)] = []
    private var reach = 0

    private init(_ source: Source, split: (Substring) -> [UInt32]) {
        func patterns(_ text: String, _ set: inout SafetyPatternSet, level: SafetyLevel = .none) {
            for line in text.split(separator: "\n") {
                set.add(SafetyPattern(Self.expanded(line, source.macros), split: split), level: level)
            }
        }
        func patterns(_ text: String) -> SafetyPatternSet {
            var set = SafetyPatternSet()
            patterns(text, &set)
            return set
        }
        patterns(source.explicit, &risks, level: .explicit)
        patterns(source.intermediate, &risks, level: .intermediate)
        patterns(source.companion, &companionRisks, level: .explicit)
        idioms = patterns(source.idioms)
        turns = patterns(source.turns)
        others = patterns(source.others)
        wishes = patterns(source.wishes)
        contexts = [(patterns(source.leading), nil), (nil, patterns(source.trailing))]
        contexts += source.around.map { (patterns($0.before), patterns($0.after)) }
        reach = source.reach
    }

    private init(englishWords source: Source) {
        var vocabulary: [String: UInt32] = [:]
        self.init(source) { text in
            SafetyText.englishWords(SafetyText.folded(text)).map { word in
                if word.isEmpty { return SafetyText.sentenceEnd }
                let symbol = vocabulary[word] ?? UInt32(vocabulary.count) + SafetyText.firstSymbol
                vocabulary[word] = symbol
                return symbol
            }
        }
        self.vocabulary = vocabulary
    }

    /// A word's symbol; an empty word stands for the end of a sentence.
    func symbol(of word: String) -> UInt32 {
        word.isEmpty ? SafetyText.sentenceEnd : vocabulary[word] ?? SafetyText.unknown
    }

    /// Replaces the names of macros by their phrases; macros may contain macros, three levels deep.
    private static func expanded(_ line: Substring, _ macros: [String: String]) -> Substring {
        var text = line
        for _ in 0..<3 {
            guard text.contains("{") else { return text }
            var result = ""
            for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
                guard index > 0, let end = part.firstIndex(of: "}") else {
                    result += part
                    continue
                }
                result += macros[String(part[..<end])] ?? ""
                result += part[part.index(after: end)...]
            }
            text = Substring(result)
        }
        return text
    }

    // MARK: Matching

    func level(of utterance: [UInt32], spokenBy speaker: SafetyDetector.Speaker) -> SafetyLevel {
        let symbols = utterance + [SafetyText.sentenceEnd]
        var found = risks.matches(in: symbols, longest: false)
        if speaker == .companion { found += companionRisks.matches(in: symbols, longest: false) }
        guard !found.isEmpty else { return .none }
        let context = Context(self, symbols, speaker)
        var level = SafetyLevel.none
        for risk in found where risk.level > level && !context.takesBack(risk.span) { level = risk.level }
        return level
    }

    /// Matches in the rest of the utterance that decide whether a phrase counts.
    private struct Context {
        let idioms: [Range<Int>]
        let marks: [(before: [Range<Int>]?, after: [Range<Int>]?)]
        let others: [Range<Int>]
        let wishes: [Range<Int>]
        /// The places over which a mark does not reach: turns and ends of sentences.
        let barriers: [Range<Int>]
        let reach: Int

        init(_ lexicon: SafetyLexicon, _ symbols: [UInt32], _ speaker: SafetyDetector.Speaker) {
            func spans(_ set: SafetyPatternSet?) -> [Range<Int>]? {
                set?.matches(in: symbols, longest: true).map(\.span)
            }
            idioms = spans(lexicon.idioms) ?? []
            // The companion quotes the owner: that takes nothing back.
            marks = speaker == .companion ? [] : lexicon.contexts.map { (spans($0.before), spans($0.after)) }
            others = speaker == .companion ? [] : spans(lexicon.others) ?? []
            wishes = spans(lexicon.wishes) ?? []
            let ends = symbols.indices.filter { symbols[$0] == SafetyText.sentenceEnd }.map { $0..<$0 + 1 }
            barriers = (spans(lexicon.turns) ?? []) + ends
            reach = lexicon.reach
        }

        func takesBack(_ risk: Range<Int>) -> Bool {
            if idioms.contains(where: { $0.lowerBound < risk.upperBound && $0.upperBound >= risk.upperBound }) {
                return true
            }
            let isWish = wishes.contains { $0.upperBound > risk.lowerBound && $0.lowerBound <= risk.upperBound }
            if !isWish, others.contains(where: { isNear($0, risk) }) { return true }
            return marks.contains { mark in
                let isAfter = mark.before?.contains { isNear($0, risk) } ?? true
                let isBefore = mark.after?.contains { isNear(risk, $0) } ?? true
                return isAfter && isBefore
            }
        }

        private func isNear(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
            guard first.upperBound <= second.lowerBound, second.lowerBound - first.upperBound <= reach else {
                return false
            }
            return !barriers.contains { $0.lowerBound > first.lowerBound && $0.upperBound <= second.lowerBound }
        }
    }
}
