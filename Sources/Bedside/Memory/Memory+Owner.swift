// The owner's hands on the memory (M-8): add, edit, pin, forget, ask why, ask what is known.

/// One memory with what it replaced, the newest first.
public struct MemoryStory: Hashable, Sendable {
    public var item: MemoryItem
    public var older: [MemoryItem]
}

extension Memory {
    /// Adds what the owner typed.
    public mutating func add(
        slot: String, text: String, at now: LocalMoment, language: Language
    ) -> Result<[MemoryChange], MemoryRefusal> {
        let words = PrivateText(text.trimmed())
        guard MemoryGate.isSlot(slot), ReservedSlot(rawValue: slot) == nil else { return .failure(.badSlot) }
        return keep(typed: words, slot: slot, at: now, language: language)
    }

    /// Keeps what the owner typed, also in a slot that no talk can fill.
    mutating func keep(
        typed words: PrivateText, slot: String, at now: LocalMoment, language: Language
    ) -> Result<[MemoryChange], MemoryRefusal> {
        if let fault = Self.fault(of: words, language) { return .failure(fault) }
        return keep(
            MemoryCandidate(slot: slot, text: words, quote: words), at: now, talk: nil, habit: nil,
            source: .ownerCommandLine)
    }

    /// Changes the text of a memory; the quote stays, because that is what was said.
    public mutating func edit(_ id: MemoryID, text: String, language: Language) -> Result<[MemoryChange], MemoryRefusal>
    {
        let words = PrivateText(text.trimmed())
        if let fault = Self.fault(of: words, language, self.item(id)?.kind ?? .profile) { return .failure(fault) }
        guard var item = item(id), item.use.status != .forgotten, item.text != words else { return .success([]) }
        item.text = words
        item.source = .ownerCommandLine
        if var intention = item.intention {
            intention.words = words
            // What was to be done before is not said any more, nor heard.
            intention.action = words
            intention.recording = nil
            item.detail = .intention(intention)
        }
        var changes: [MemoryChange] = []
        make(.keep(item), &changes)
        return .success(changes)
    }

    /// Typed text is checked as well: it must not give the companion orders or speak of dying (G-4).
    private static func fault(
        of text: PrivateText, _ language: Language, _ kind: MemoryKind = .profile
    ) -> MemoryRefusal? {
        guard text.words.utf8.count <= 4 * MemoryLimits.quoteCharacters,
            text.words.unicodeScalars.count <= MemoryLimits.textCharacters(in: language)
        else { return .tooLong }
        guard !FoldedText(text.words).isEmpty else { return .empty }
        if InstructionSigns.isMarkup(text.words) { return .markup }
        if InstructionSigns.isInstruction(text.words, kind: kind, quote: text.words)
            || InstructionSigns.isRole(text.words, before: "")
        {
            return .instruction
        }
        return SafetyDetector.level(of: text.words, spokenBy: .owner) > .none ? .crisis : nil
    }

    /// Protects a memory from being dropped, or no longer; nothing changes if twenty are pinned. Reserved slots are not
    /// among these: they are never dropped.
    public mutating func pin(_ id: MemoryID, _ isPinned: Bool) -> [MemoryChange] {
        func isReserved(_ item: MemoryItem) -> Bool { ReservedSlot(item) != nil }
        guard let item = item(id), item.isActive, item.use.isPinned != isPinned,
            !isPinned || isReserved(item)
                || active.count(where: { $0.use.isPinned && !isReserved($0) }) < MemoryLimits.pinned
        else { return [] }
        var changes: [MemoryChange] = []
        var use = item.use
        use.isPinned = isPinned
        make(.use(id, use), &changes)
        return changes
    }

    /// Erases a memory, everything that it replaced, and the lines of days that say the same.
    public mutating func forget(_ id: MemoryID) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        guard let story = why(id) else { return [] }
        for item in [story.item] + story.older where item.use.status != .forgotten {
            erase(item, &changes)
            if let date = item.reflection?.date, labels.days.contains(where: { $0.date == date }) {
                make(.label(.remove(date)), &changes)
            }
        }
        bound(&changes)
        return changes
    }

    /// Erases one record, and the lines of days that say the same.
    mutating func erase(_ item: MemoryItem, _ changes: inout [MemoryChange]) {
        make(.erase(item.erased()), &changes)
        let said = [item.text, item.quote].map { Statement($0.words) }
        eraseLines(&changes) { line in
            let line = Statement(line.words)
            return said.contains { line.repeats($0) || $0.repeats(line) || line.folded.contains($0.folded) }
        }
    }

    /// Erases every memory and every line of a day.
    public mutating func forgetEverything() -> [MemoryChange] {
        var changes: [MemoryChange] = []
        for item in items where item.use.status != .forgotten { changes += forget(item.id) }
        eraseLines(&changes) { _ in true }
        return changes
    }

    private mutating func eraseLines(_ changes: inout [MemoryChange], where isGone: (PrivateText) -> Bool) {
        for day in days where day.lines.contains(where: isGone) {
            if let rest = day.without(isGone) {
                make(.keepDay(rest), &changes)
            } else {
                make(.removeDay(day.date), &changes)
            }
        }
    }

    /// Erases every memory and every line of a day that speaks of something.
    public mutating func forget(about query: String) -> [MemoryChange] {
        let query = MemoryQuery(query)
        var changes: [MemoryChange] = []
        for item in items where item.use.status != .forgotten && query.names(item.privateTexts) {
            changes += forget(item.id)
        }
        eraseLines(&changes) { query.names([$0]) }
        return changes
    }

    /// A memory and those that it replaced; nil if no memory has that number.
    public func why(_ id: MemoryID) -> MemoryStory? {
        guard let item = item(id) else { return nil }
        var older: [MemoryItem] = []
        var next = item.supersedes
        while let id = next, older.count < items.count, let before = self.item(id) {
            older.append(before)
            next = before.supersedes
        }
        return MemoryStory(item: item, older: older)
    }

    /// Notes which memories stood in a prompt, and which of them may be brought up unasked.
    public mutating func use(_ ids: [MemoryID], offered: MemoryID?, at now: LocalMoment) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        for id in ids {
            guard var use = item(id)?.use, use.status == .active else { continue }
            use.lastUsedAt = now.civil
            use.useCount += 1
            if id == offered { use.lastOfferedAt = now.civil }
            make(.use(id, use), &changes)
        }
        return changes
    }
}

/// A question about the memory, or a request to forget.
struct MemoryQuery: Sendable {
    private let folded: FoldedText
    private let runs: Set<String>
    private let kana: [FoldedText]

    /// Whether it names nothing at all ("what do you remember about me?").
    var isAboutAll: Bool { runs.isEmpty && kana.isEmpty && !isAboutPlans }
    let isAboutPlans: Bool

    private static let plans: Set<String> = ["plan", "予定", "計画"]
    /// Words for everything, without their endings.
    private static let whole = Set(["everything", "anything"].map(OwnWords.stem) + ["全部", "全"])

    /// The singular of an English word, so that a question about dogs finds the dog.
    private static func singular(_ run: String) -> String {
        guard run.count >= 4, run.utf8.allSatisfy({ $0 < 0x80 }) else { return run }
        if run == "children" { return "child" }
        if run.hasSuffix("s"), !run.hasSuffix("ss") { return String(run.dropLast()) }
        return run.hasSuffix("i") ? String(run.dropLast()) + "y" : run
    }

    init(_ text: String) {
        let text = String(text.prefix(FoldedText.maximumLength / 10))
        let words = OwnWords(text)
        folded = FoldedText(text)
        runs = Set(words.runs.subtracting(Self.plans).subtracting(Self.whole).map(Self.singular))
        isAboutPlans = !words.runs.isDisjoint(with: Self.plans) && runs.isEmpty
        kana = words.runs.isEmpty ? Self.names(inKana: text) : []
    }

    /// The pieces of hiragana that may be a name, for a question that holds nothing else (むぎのこと).
    private static func names(inKana text: String) -> [FoldedText] {
        let ends = ["のことで", "のことを", "のこと", "について", "って", "の", "は", "を", "、", " ", "　"]
        var found: [FoldedText] = []
        for end in ends {
            guard let range = text.firstRange(of: end), range.lowerBound > text.startIndex else { continue }
            let name = text[..<range.lowerBound]
            let isKana = name.unicodeScalars.allSatisfy { (0x3041...0x309F).contains($0.value) || $0 == "ー" }
            if isKana, !["わたし", "ぼく", "おれ", "うち", "あたし", "なに", "すべて", "ぜんぶ"].contains(String(name)), name.count >= 2 {
                found.append(FoldedText(name))
            }
            break
        }
        return found
    }

    /// Whether the texts hold one of the names of the question.
    func touches(_ texts: [PrivateText]) -> Bool {
        texts.contains { text in
            let words = Set(OwnWords(text.words).runs.map(Self.singular))
            let folded = FoldedText(text.words)
            return !runs.isDisjoint(with: words) || kana.contains(where: folded.contains)
                || runs.contains { run in
                    let name = FoldedText(run)
                    return run.unicodeScalars.allSatisfy { $0.value >= 0x3000 } && folded.contains(name)
                }
        }
    }

    /// Whether the texts speak of just this: they hold the whole query, or each of its names.
    func names(_ texts: [PrivateText]) -> Bool {
        guard folded.isLongEnoughToForget else { return false }
        let places = texts.map { NamedPlaces($0.words) }
        if places.contains(where: { $0.hold(folded) }) { return true }
        guard !runs.isEmpty else { return !kana.isEmpty && touches(texts) }
        let words = texts.reduce(into: Set<String>()) { $0.formUnion(OwnWords($1.words).runs.map(Self.singular)) }
        return runs.allSatisfy { run in
            guard !words.contains(run) else { return true }
            let name = FoldedText(run)
            return run.unicodeScalars.allSatisfy { $0.value >= 0x3000 } && places.contains { $0.hold(name) }
        }
    }
}
