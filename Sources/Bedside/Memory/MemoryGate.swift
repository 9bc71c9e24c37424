/// Decides what of a talk may be remembered (M-3): one rule for tools and summaries, and no model has a say in it.
///
/// It holds the talk as it was heard, and judges one candidate after the other. Whatever it lets through has a quote
/// that the owner said in this talk, on the record.
public struct MemoryGate: Sendable {
    /// Maximum number of lines of a talk that are searched; older ones count as not heard.
    static let maximumLines = 400
    /// How much of a quote the owner must have said close together.
    static let quoteOverlap = 0.6
    /// From which likeness on a text repeats another.
    static let repeatOverlap = 0.8
    /// How much of the act the owner must say again.
    static let rehearsalOverlap = 0.5

    public let language: Language
    public let isCrisis: Bool
    /// The owner's name in the profile; nil if they gave none.
    var ownerName: String?
    let lines: [HeardLine]
    /// Texts that the companion was given: lines of the prompt, and memories that it recalled.
    let told: [Statement]
    /// Candidates of this talk that were kept.
    private var kept: [Statement] = []
    /// What was forgotten in this talk, with the first line after it.
    private var forgotten: [(text: Statement, until: Int)] = []
    let onRecord: OwnWords
    private let offRecord: OwnWords
    private let relations: Set<Int>
    private let numbers: Set<Int>
    private let companions: OwnWords
    private let others: OwnWords

    public init(lines: [TalkLine], told: [PrivateText] = [], isCrisis: Bool = false, language: Language) {
        self.init(
            heard: lines.suffix(Self.maximumLines).map(HeardLine.init), told: told, isCrisis: isCrisis,
            language: language)
    }

    init(heard: [HeardLine], told: [PrivateText], isCrisis: Bool, language: Language) {
        self.language = language
        self.isCrisis = isCrisis
        let heard = Array(heard.suffix(Self.maximumLines))
        lines = heard
        self.told = told.prefix(Self.maximumLines).map { Statement($0.words) }
        func words(_ voice: TalkLine.Voice) -> OwnWords {
            OwnWords(heard.lazy.filter { $0.voice == voice && !$0.isOffRecord }.map(\.own))
        }
        onRecord = words(.owner)
        relations = heard.reduce(into: []) { if !$1.isOffRecord { $0.formUnion($1.relations) } }
        numbers = heard.reduce(into: []) { if !$1.isOffRecord { $0.formUnion($1.numbers) } }
        offRecord = OwnWords(heard.lazy.filter(\.isOffRecord).map(\.own))
        companions = words(.companion)
        others = words(.another)
    }

    /// Whether more may be kept of this talk.
    public var isFull: Bool { kept.count >= MemoryLimits.itemsPerTalk }

    /// Counts what was kept, so that the talk's next candidate cannot repeat it.
    public mutating func keep(_ candidate: MemoryCandidate) { kept.append(Statement(candidate.text.words)) }

    /// Counts a text as forgotten before the owner's latest lines: only what these say may be kept again.
    mutating func forget(_ text: PrivateText, before latest: Int) {
        forgotten.append((Statement(text.words), lines.count - latest))
    }

    /// The reason to refuse a candidate; nil if it may be kept.
    public func refusal(of candidate: MemoryCandidate, today: LocalDate) -> MemoryRefusal? {
        if let refusal = formFault(of: candidate) { return refusal }
        if isCrisis { return .crisis }
        if candidate.isOffRecord { return .offTheRecord }
        if let until = candidate.validUntil, until < today { return .over }
        let found: (index: Int, range: Range<Int>)
        switch place(of: candidate.quote.words) {
        case .failure(let refusal): return refusal
        case .success(let place): found = place
        }
        let kind = candidate.keptKind
        if let refusal = unmeant(found.index, found.range, candidate) { return refusal }
        if isInstruction(candidate, kind, found) { return .instruction }
        for text in candidate.statements {
            if let refusal = unsupported(text.words, by: candidate.quote.words) { return refusal }
        }
        // An owner may intend the same again for another day, so only the memory knows whether that is news.
        guard kind != .intention else { return isFull ? .tooMany : nil }
        let text = Statement(candidate.text.words)
        if forgotten.contains(where: { found.index < $0.until && text.repeats($0.text) }) { return .offTheRecord }
        // A look back is of its own day, whose record the memory knows; the same may well be true of the next one.
        if candidate.reflection == nil, told.contains(where: text.repeats) { return .repeatsPrompt }
        if kept.contains(where: text.repeats) { return .alreadyKnown }
        return isFull ? .tooMany : nil
    }

    // MARK: Form

    private func formFault(of candidate: MemoryCandidate) -> MemoryRefusal? {
        let texts = candidate.texts + [candidate.quote]
        // Counted in bytes first, because the count of code points walks the whole text.
        guard texts.allSatisfy({ $0.words.utf8.count <= 4 * MemoryLimits.quoteCharacters }) else { return .tooLong }
        let maximum = MemoryLimits.textCharacters(in: language)
        guard candidate.quote.words.unicodeScalars.count <= MemoryLimits.quoteCharacters,
            candidate.texts.allSatisfy({ $0.words.unicodeScalars.count <= maximum })
        else { return .tooLong }
        guard !FoldedText(candidate.text.words).isEmpty, FoldedText(candidate.quote.words).count >= 2 else {
            return .empty
        }
        guard Self.isSlot(candidate.slot) || candidate.slot.isEmpty && candidate.detail != nil,
            ReservedSlot(rawValue: candidate.slot) == nil
        else { return .badSlot }
        return texts.contains { InstructionSigns.isMarkup($0.words) } ? .markup : nil
    }

    /// Whether a text is a name such as `wake-time`: a small letter, then at most 23 letters, digits and hyphens.
    public static func isSlot(_ slot: String) -> Bool {
        guard slot.utf8.count <= 24, let first = slot.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return slot.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    // MARK: The owner's words

    /// How many of a quote's own words the owner must have said in that line if the quote is not exact.
    static let quoteWords = 0.8

    private func isOwn(_ words: Set<String>, in line: HeardLine) -> Bool {
        Double(words.count { line.own.words.contains($0) }) >= Self.quoteWords * Double(words.count)
    }

    /// How many of an English quote's words, the small ones among them, must be the line's: a mumbled "the, the blue"
    /// is not "I like the blue".
    static let allQuoteWords = 0.7

    private func isSpoken(_ words: [String], in line: HeardLine) -> Bool {
        guard !words.isEmpty else { return true }
        return Double(words.count(where: line.english.contains)) >= Self.allQuoteWords * Double(words.count)
    }

    private func place(of text: String) -> Result<(index: Int, range: Range<Int>), MemoryRefusal> {
        let quote = FoldedText(text)
        let words = OwnWords(text).words
        let allWords = EnglishWords(text).words
        // The latest line counts, because an owner may correct themselves.
        for isExact in [true, false] {
            for (index, line) in lines.enumerated().reversed() where line.voice == .owner && !line.isOffRecord {
                if isExact, let range = line.folded.range(of: quote) { return .success((index, range)) }
                if isExact { continue }
                let best = quote.bestOverlap(in: line.folded)
                if best.share >= Self.quoteOverlap, !best.range.isEmpty, quote.count >= 4, isOwn(words, in: line),
                    isSpoken(allWords, in: line)
                {
                    return .success((index, best.range))
                }
            }
            if isExact, lines.contains(where: { $0.isOffRecord && $0.folded.contains(quote) }) {
                return .failure(.offTheRecord)
            }
            // What a guest said word for word is theirs, although the owner may say nearly the same of them.
            if isExact, quote.count >= 8, lines.contains(where: { $0.voice == .another && $0.folded.contains(quote) }) {
                return .failure(.saidByAnother)
            }
        }
        func isFound(_ isPart: (HeardLine) -> Bool) -> Bool {
            lines.contains { isPart($0) && quote.bestOverlap(in: $0.folded).share >= Self.quoteOverlap }
        }
        if isFound(\.isOffRecord) { return .failure(.offTheRecord) }
        if isFound({ $0.voice == .another }) { return .failure(.saidByAnother) }
        return .failure(isFound { $0.voice == .companion } ? .saidByCompanionOnly : .unquoted)
    }

    private func unmeant(_ index: Int, _ range: Range<Int>, _ candidate: MemoryCandidate) -> MemoryRefusal? {
        let spoken = lines[index].surroundings(of: range)
        let scene = scene(around: index)
        let (text, kind) = (candidate.text.words, candidate.keptKind)
        if kind != .intention, OwnerSpokenOf.isMade(spoken, name: ownerName) { return .saidByAnother }
        let quote = RememberRequest.removed(from: spoken)
        if candidate.statements.dropFirst().contains(where: { Denial.isDenied($0.words, by: quote) }) {
            return .negated
        }
        return Unmeant.refusal(quote, in: scene, text: text, kind: kind)
            ?? SomebodyElse.refusal(quote, in: scene, text: text, slot: candidate.slot, kind: kind)
    }

    func scene(around index: Int) -> Scene {
        func isOwn(_ line: HeardLine) -> Bool { line.voice == .owner && !line.isOffRecord }
        let after = lines[(index + 1)...].prefix(8)
        let later = after.filter(isOwn).prefix(3).map(\.text)
        let before = lines[max(0, index - 2)..<index]
        return Scene(
            question: before.last { $0.voice == .companion }.map(\.text) ?? "",
            previous: before.last(where: isOwn).map(\.text) ?? "",
            reply: after.prefix { !isOwn($0) }.first { $0.voice == .companion }.map(\.text) ?? "",
            following: after.first { $0.voice == .owner }.map { $0.isOffRecord ? "" : $0.text } ?? "", later: later,
            nearby: lines[max(0, index - 3)..<min(lines.count, index + 3)].map(\.text).joined(separator: "\n"))
    }

    private func isInstruction(
        _ candidate: MemoryCandidate, _ kind: MemoryKind, _ found: (index: Int, range: Range<Int>)
    ) -> Bool {
        let quote = candidate.quote.words
        let around = lines[found.index].surroundings(of: found.range)
        return candidate.texts.contains { InstructionSigns.isInstruction($0.words, kind: kind, quote: quote) }
            || InstructionSigns.isCommanding(quote) || InstructionSigns.isRole(quote, before: around.before)
            || DeviceOrders.isMade(around, text: candidate.text.words, kind: kind)
    }

    /// What the owner said on the record.
    private var ownLines: [String] {
        lines.compactMap { $0.voice == .owner && !$0.isOffRecord ? $0.text : nil }
    }

    /// Whether the text is about what the owner said: at least one word is theirs, and no number or name is only
    /// somebody else's or from off the record.
    func unsupported(_ text: String, by quote: String = "") -> MemoryRefusal? {
        let own = OwnWords(text)
        guard !own.isEmpty else { return Support.isNonsense(text, lines) ? .unsupported : nil }
        let named = SomebodyElse.relations(in: text)
        if named.contains(where: { SomebodyElse.spousesAndParents.contains($0) && !relations.contains($0) }) {
            return .unsupported
        }
        if !own.words.intersection(offRecord.words).isSubset(of: onRecord.words) { return .offTheRecord }
        // A number is the owner's in figures and in words.
        let strange = own.facts.subtracting(onRecord.facts).subtracting(onRecord.words).filter { fact in
            let values = SpokenNumbers.values(in: fact)
            return values.isEmpty || !values.isSubset(of: numbers)
        }
        if !strange.isDisjoint(with: others.facts) { return .saidByAnother }
        if !strange.isDisjoint(with: companions.facts) { return .saidByCompanionOnly }
        if !quote.isEmpty, Support.hasInventedName(text, lines) || Support.isRenamed(text, by: quote) {
            return .unsupported
        }
        if SpokenNumbers.isInvented(in: text, said: numbers, quote: quote) || isMistimed(text, by: quote) {
            return .unsupported
        }
        if !quote.isEmpty, Substitution.isMade(text, of: quote, said: onRecord) { return .unsupported }
        if GraveFacts.isInvented(in: text, said: ownLines) { return .unsupported }
        if !own.words.isDisjoint(with: onRecord.words) || !named.isDisjoint(with: relations) { return nil }
        if HiraganaNames.shares(text, with: quote) || RetoldNumbers.isMade(text, of: quote) { return nil }
        let folded = FoldedText(text)
        if lines.contains(where: {
            $0.voice == .owner && !$0.isOffRecord && folded.bestOverlap(in: $0.folded).share >= Self.quoteOverlap
                && Support.sharesWord(own, with: $0)
        }) {
            return nil
        }
        return own.words.isDisjoint(with: companions.words) ? .unsupported : .saidByCompanionOnly
    }

    /// Whether a text has a date or a time of day that the owner did not say, where the quote has another.
    func isMistimed(_ text: String, by quote: String) -> Bool {
        SpokenTimes.isTwisted(text, of: quote, said: ownLines) || SpokenDates.isTwisted(text, of: quote, said: ownLines)
    }

    /// A candidate with the owner's words letter for letter, and without the details that the owner did not say; an
    /// intention with its rehearsal as it was heard, and with the owner's whole sentence for an act that is not theirs.
    public func completed(_ candidate: MemoryCandidate) -> MemoryCandidate {
        var completed = candidate
        completed.quote = ownWords(candidate.quote) ?? candidate.quote
        switch candidate.detail {
        case .intention(var intention):
            if fits(completed.quote) {
                completed.text = completed.quote
                intention.words = completed.quote
            } else {
                completed.quote = candidate.quote
            }
            intention.obstacle = intention.obstacle.flatMap { unsupported($0.words) == nil ? $0 : nil }
            intention.coping = intention.coping.flatMap { unsupported($0.words) == nil ? $0 : nil }
            (intention.cueKind, intention.cue) = spokenCue(of: intention)
            intention.isRehearsed = isRehearsed(intention)
            let act = intention.action.words
            if !TemplateLine.isBlank(act), !SpokenAct.isSaid(act, in: ownLines) { intention.action = intention.words }
            completed.detail = .intention(intention)
        case .reflection(var reflection):
            reflection.oneWord = reflection.oneWord.flatMap { unsupported($0.words) == nil ? $0 : nil }
            completed.detail = .reflection(reflection)
        case nil: break
        }
        return completed
    }

    private func fits(_ text: PrivateText) -> Bool {
        text.words.unicodeScalars.count <= MemoryLimits.textCharacters(in: language)
    }

    /// The owner's words that a text repeats, on the record: the text itself if they said it like that, else the sentence
    /// that is nearly the same. Nil if they did not say it.
    func ownWords(_ text: PrivateText) -> PrivateText? {
        guard text.words.utf8.count <= 4 * MemoryLimits.quoteCharacters,
            case .success((let index, let range)) = place(of: text.words), lines.indices.contains(index)
        else { return nil }
        let line = lines[index]
        let quote = FoldedText(text.words)
        guard line.folded.range(of: quote) == nil else { return text }
        let own = PrintableText.line(line.sentence(of: range), limit: .max, replacement: " ")
        return own.isEmpty || own.unicodeScalars.count > MemoryLimits.quoteCharacters ? text : PrivateText(own)
    }

    /// Whether the owner said the act again after the sentence that holds it.
    func isRehearsed(_ intention: Intention) -> Bool {
        let own = lines.filter { $0.voice == .owner && !$0.isOffRecord }
        let words = FoldedText(intention.words.words)
        guard let first = own.firstIndex(where: { words.bestOverlap(in: $0.folded).share >= Self.quoteOverlap }) else {
            return false
        }
        let action = FoldedText(intention.action.words)
        return own.dropFirst(first + 1).contains { action.bestOverlap(in: $0.folded).share >= Self.rehearsalOverlap }
    }

    // MARK: What is to be forgotten

    /// Whether the owner asked in this talk that something is forgotten: they named it, on or off the record, and in that
    /// line or later they wished it forgotten, or agreed when the companion asked.
    public func mayForget(_ query: PrivateText) -> Bool {
        let words = query.words
        guard words.utf8.count <= MemoryLimits.quoteCharacters, !InstructionSigns.isMarkup(words) else { return false }
        let folded = FoldedText(words)
        guard folded.isLongEnoughToForget else { return false }
        let names = OwnWords(words).runs
        let named = lines.firstIndex { line in
            guard line.voice == .owner else { return false }
            // リボ払い is what the owner calls リボ.
            return folded.bestOverlap(in: line.folded).share >= Self.quoteOverlap
                || !names.isEmpty && 2 * names.intersection(line.own.runs).count >= names.count
        }
        guard let named else { return false }
        // "What shall I forget?" "The thing about Momo."
        if named > 0, lines[named - 1].voice == .companion, ForgetWish.isNamed(in: lines[named - 1].text) {
            let asks = SpokenSentence.all(in: lines[named - 1].text).contains { $0.asksWhat }
            if asks, !SpokenNo.isSaid(in: lines[named].text) { return true }
        }
        return lines.indices[named...].contains(where: isForgetWish)
    }

    private func isForgetWish(at index: Int) -> Bool {
        switch lines[index].voice {
        case .owner: return ForgetWish.isSaid(in: lines[index].text)
        case .companion:
            guard ForgetWish.isNamed(in: lines[index].text) else { return false }
            let answer = lines[(index + 1)...].first { $0.voice == .owner }
            return answer.map { SpokenYes.isSaid(in: $0.text) } ?? false
        case .another: return false
        }
    }
}

/// A text with what is compared of it.
struct Statement: Hashable, Sendable {
    let folded: FoldedText
    let own: OwnWords
    private let text: String

    init(_ text: String) {
        folded = FoldedText(text)
        own = OwnWords(text)
        self.text = text
    }

    private var turns: [String: Int] { TurningWords.count(in: text) }

    /// Whether this says the same as another text or a part of it: nearly the same letters, and no word of its own. "At
    /// six forty" has nearly the letters of "at six thirty", but it is news.
    func repeats(_ other: Statement) -> Bool {
        guard !folded.isEmpty, !other.folded.isEmpty else { return false }
        if folded == other.folded || namesTheSame(as: other) { return true }
        guard own.words.isSubset(of: other.own.words) else { return false }
        return folded.count >= 6 && folded.bestOverlap(in: other.folded).share >= MemoryGate.repeatOverlap
    }

    /// Whether this is no news beside the other text: it repeats it, and no "not", number or time of it is another.
    func isKnown(by other: Statement) -> Bool { repeats(other) && turns == other.turns }

    /// Words by which somebody or something is given a name.
    private static let naming = Set(["called", "name", "named", "names"].map { OwnWords.stem($0) } + ["名", "前", "呼"])

    /// "The dog is called Momo" and "The dog's name is Momo".
    private func namesTheSame(as other: Statement) -> Bool {
        guard !Self.naming.isDisjoint(with: own.words.union(other.own.words)) else { return false }
        let words = own.words.subtracting(Self.naming)
        return words.count >= 2 && words == other.own.words.subtracting(Self.naming)
    }
}
