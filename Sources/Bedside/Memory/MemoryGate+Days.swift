/// What of a summary's lines about a day may be kept (MIND-3). They have no quote, so the gate looks for the sentence that
/// each of them repeats, and holds it to the same rules as an item with that quote.
extension MemoryGate {
    /// The lines that may be kept, and the reasons to refuse the others; nothing is counted of a crisis.
    public func judged(day lines: [PrivateText]) -> (kept: [PrivateText], refused: [MemoryRefusal]) {
        guard !isCrisis else { return ([], []) }
        var kept: [PrivateText] = []
        var refused: [MemoryRefusal] = []
        for line in lines.prefix(DaySummary.maximumLines) {
            if let refusal = self.refusal(ofDayLine: line.words) { refused.append(refusal) } else { kept.append(line) }
        }
        return (kept, refused)
    }

    /// The lines of a day's summary that may be kept.
    public func lines(ofDay lines: [PrivateText]) -> [PrivateText] { judged(day: lines).kept }

    private func refusal(ofDayLine text: String) -> MemoryRefusal? {
        guard text.utf8.count <= 4 * MemoryLimits.quoteCharacters else { return .tooLong }
        if FoldedText(text).isEmpty { return .empty }
        if InstructionSigns.isMarkup(text) { return .markup }
        if InstructionSigns.isInstruction(text, kind: .profile) { return .instruction }
        // A day is the owner's, not the companion's.
        if EnglishWords(text).contains(anyOf: ["you", "your", "yours"]) || text.contains("あなた") {
            return .aboutAnother
        }
        if let refusal = unsupported(text) { return refusal }
        // What the owner said in this talk may well be true of another day, too.
        let statement = Statement(text)
        if told.contains(where: statement.repeats), source(of: text) == nil { return .repeatsPrompt }
        if isInventedDeed(text) || Support.hasInventedName(text, lines) { return .unsupported }
        return unmeant(text)
    }

    /// The owner's sentence that a line repeats; nil if it repeats none.
    func sentence(ofDayLine line: PrivateText) -> PrivateText? {
        source(of: line.words).map { PrivateText(lines[$0.index].sentence(of: $0.range)) }
    }

    private static let deeds: Set<String> = ["is", "has", "was", "does", "goes", "this", "his", "its"]

    /// "Ken hates cats" of an owner who only said that they met Ken: what somebody does must be told by the owner.
    private func isInventedDeed(_ text: String) -> Bool {
        let words = EnglishWords(text).words
        guard words.count >= 3, words[1].hasSuffix("s"), words[1].count >= 4, !words[1].contains("'"),
            !Self.deeds.contains(words[1])
        else { return false }
        let own = lines.lazy.filter { $0.voice == .owner && !$0.isOffRecord }
        let name = OwnWords.stem(words[0])
        let isPerson =
            !SomebodyElse.relations(in: words[0]).isEmpty || own.contains { $0.own.facts.contains(name) }
        let verb = Denial.root(words[1])
        return isPerson && !own.contains { line in line.own.words.contains { Denial.trimmed($0) == verb } }
    }

    /// The share of a line's words that a sentence must have for the line to repeat it.
    private static let repeatedShare = 0.5

    private func unmeant(_ text: String) -> MemoryRefusal? {
        guard let (index, range) = source(of: text) else { return nil }
        let quote = lines[index].surroundings(of: range)
        if Substitution.isMade(text, of: quote.sentence, said: onRecord) || isMistimed(text, by: quote.sentence) {
            return .unsupported
        }
        let scene = self.scene(around: index)
        let refusal =
            Unmeant.refusal(quote, in: scene, text: text, kind: .profile)
            ?? SomebodyElse.refusal(quote, in: scene, text: text, slot: "", kind: .profile)
        return refusal.flatMap { Self.isTold($0, as: text) ? nil : $0 }
    }

    /// Whether a line says itself that something was only supposed, a joke or what others say: "Thought about moving".
    private static func isTold(_ refusal: MemoryRefusal, as text: String) -> Bool {
        let words = EnglishWords(text)
        switch refusal {
        case .hypothetical:
            return words.contains(anyOf: [
                "maybe", "might", "perhaps", "thought", "thinking", "thinks", "considers", "considering", "considered",
                "wonders", "wondered", "wondering", "hopes", "hoped", "hoping", "wishes", "wished", "wants", "wanted",
                "dreamt", "dreamed", "imagined", "undecided", "unsure", "talked", "if", "would", "nightmare",
                "nightmares",
            ]) || text.contains(anyOf: ["かも", "迷", "考え", "悩", "検討", "夢", "もし", "たい", "願", "想像", "話"])
        case .joke:
            return words.contains(anyOf: ["joked", "joke", "jokes", "teased"]) || text.contains(anyOf: ["冗談", "ふざけ"])
        case .reported:
            return words.contains(anyOf: ["said", "says", "told", "heard", "read", "talked", "watched", "sang"])
                || text.contains(anyOf: ["言", "聞", "読", "話", "見", "歌"])
        default: return false
        }
    }

    /// The owner's sentence that a line repeats, the latest of those that have most of its words; nil if none has enough.
    private func source(of text: String) -> (index: Int, range: Range<Int>)? {
        let words = Denial.roots(of: text)
        var best: (shared: Int, index: Int, range: Range<Int>)?
        for (index, line) in lines.enumerated() where line.voice == .owner && !line.isOffRecord {
            guard !words.isDisjoint(with: line.own.words.map(Denial.trimmed)) else { continue }
            for sentence in line.text.sentences {
                let shared = words.intersection(Denial.roots(of: sentence)).count
                guard shared > 0, shared >= best?.shared ?? 0, let range = line.folded.range(of: FoldedText(sentence))
                else { continue }
                best = (shared, index, range)
            }
        }
        guard let best, Double(best.shared) >= Self.repeatedShare * Double(words.count) else { return nil }
        return (best.index, best.range)
    }
}
