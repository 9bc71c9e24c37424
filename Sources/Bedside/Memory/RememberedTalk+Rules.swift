// What a talk means for what was kept of it: rehearsed, off the record, or of somebody at risk. Pure functions.

extension Memory {
    /// Everything that was kept of a talk and still has words: all of it is forgotten if somebody was found at risk in that
    /// talk (G-4).
    func kept(of talk: Int) -> [MemoryID] {
        items.filter { $0.talk == talk && $0.use.status != .forgotten }.map(\.id)
    }

    /// Takes records back, as if nobody had said them: erases them alone, and what they replaced holds again.
    public mutating func takeBack(_ ids: [MemoryID]) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        // The newest first: what replaced a record and goes, too, is gone before it.
        for id in ids.sorted(by: >) {
            guard let item = item(id), item.use.status != .forgotten else { continue }
            erase(item, &changes)
            var held: MemoryItem?
            if var newer = items.first(where: { $0.supersedes == id }) {
                newer.supersedes = item.supersedes
                make(.keep(newer), &changes)
                held = newer
            } else if let older = item.supersedes.flatMap({ self.item($0) }), older.use.status == .superseded,
                !ids.contains(older.id), superseded(by: MemoryCandidate(older)) == nil
            {
                set(.active, of: older, &changes)
                held = older
            }
            if let date = item.reflection?.date {
                let feelings = held?.reflection?.feelings ?? []
                make(labels.keeping(LabelledDay(date: date, feelings: feelings)), &changes)
            }
        }
        bound(&changes)
        return changes
    }

    /// Erases the owner's words in the answers to intentions; the answers stay.
    mutating func eraseAnswerWords(of ids: [MemoryID]) -> [MemoryChange] {
        var changes: [MemoryChange] = []
        for id in ids {
            guard let item = item(id), var intention = item.intention, intention.answerWords != nil else { continue }
            intention.answerWords = nil
            replace(intention, in: item, &changes)
        }
        return changes
    }
}

extension RememberedTalk {
    /// The changes that note which intentions of this talk the owner has said once more since they were kept.
    func rehearsals(in memory: Memory, _ language: Language) -> [MemoryChange] {
        let open = memory.active.filter { $0.talk == number && $0.intention?.isRehearsed == false }
        guard !open.isEmpty else { return [] }
        let gate = gate(language)
        var memory = memory
        return open.flatMap { item in item.intention.map(gate.isRehearsed) == true ? memory.rehearse(item) : [] }
    }

    /// What was kept of this talk before the wish to stay off the record was heeded, which often stands in the same line.
    func wasOffRecord(in memory: Memory) -> [MemoryItem] {
        memory.items.filter { $0.talk == number && $0.use.status != .forgotten && isOffRecord($0.quote) }
    }

    /// The intentions whose answers in this talk were off the record.
    func answersOffRecord(in memory: Memory) -> [MemoryID] {
        answered.filter { memory.item($0)?.intention?.answerWords.map(isOffRecord) == true }
    }
}
