/// One thing that answers a question about the memory: something lasting, or what a day was about.
public struct RecalledLine: Hashable, Codable, Sendable {
    public var text: PrivateText
    /// The day on which it was said.
    public var date: LocalDate
    /// The memory that it is; nil of a line about a day.
    public var item: MemoryID?
    /// The name under which a companion corrects it; nil of a line about a day.
    public var slot: PrivateText?

    public init(_ item: MemoryItem) {
        text = item.text
        date = item.saidAt.date
        self.item = item.id
        slot = item.slot
    }

    public init(_ line: PrivateText, of day: DaySummary) {
        text = line
        date = day.date
    }

    enum CodingKeys: String, CodingKey { case text, date, item, slot }
}

extension Memory {
    /// What answers a question, lasting things before days, and each the newest first: nothing is guessed, so a question
    /// about what was never said finds nothing. No companion reads a reserved slot (G-5).
    public func recall(_ question: String, at now: LocalMoment) -> [RecalledLine] {
        let query = MemoryQuery(question)
        let valid = active.filter { item in
            ReservedSlot(item) == nil && (item.validUntil.map { $0 >= now.date } ?? true)
        }
        if query.isAboutAll { return recalled(valid, days: days) }
        if query.isAboutPlans { return recalled(valid.filter { [.plan, .intention].contains($0.kind) }, days: []) }
        return recalled(
            valid.filter { query.touches($0.privateTexts) },
            days: days.compactMap { day in day.without { !query.touches([$0]) } })
    }

    private func recalled(_ items: [MemoryItem], days: [DaySummary]) -> [RecalledLine] {
        items.reversed().map { RecalledLine($0) }
            + days.reversed().flatMap { day in day.lines.map { RecalledLine($0, of: day) } }
    }
}
