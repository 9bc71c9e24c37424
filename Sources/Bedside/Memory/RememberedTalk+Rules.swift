// What a talk means for what was kept of it: rehearsed, off the record, or of somebody at risk. Pure functions.

extension Memory {
    /// Everything that was kept of a talk and still has words: all of it is forgotten if somebody was found at risk in that
    /// talk (G-4).
    func kept(of talk: Int) -> [MemoryID] {
        items.filter { $0.talk == talk && $0.use.status != .forgotten }.map(\.id)
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
        memory.items.filter { $0.talk == number && $0.isActive && isOffRecord($0.quote) }
    }
}
