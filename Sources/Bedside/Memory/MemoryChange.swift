/// One change of a `Memory`; a store that makes the same changes in the same order holds the same memory.
public enum MemoryChange: Hashable, Codable, Sendable {
    /// A new record, or a whole one in the place of the record with its number.
    case keep(MemoryItem)
    /// A record whose words stay as they are.
    case use(MemoryID, MemoryItem.Use)
    /// A record that was forgotten: its words are to be destroyed, and what is left takes its place.
    case erase(MemoryItem)
    /// A record that is dropped because there is no more room.
    case remove(MemoryID)
    case keepDay(DaySummary)
    case removeDay(LocalDate)
    case run(HabitID, IntentionRun)
    case label(LabelDiary.Change)

    enum CodingKeys: String, CodingKey { case keep, use, erase, remove, keepDay, removeDay, run, label }
    enum LabelCodingKeys: String, CodingKey { case _0 = "change" }
    enum KeepCodingKeys: String, CodingKey { case _0 = "item" }
    enum UseCodingKeys: String, CodingKey { case _0 = "id", _1 = "use" }
    enum EraseCodingKeys: String, CodingKey { case _0 = "item" }
    enum RemoveCodingKeys: String, CodingKey { case _0 = "id" }
    enum KeepDayCodingKeys: String, CodingKey { case _0 = "day" }
    enum RemoveDayCodingKeys: String, CodingKey { case _0 = "date" }
    enum RunCodingKeys: String, CodingKey { case _0 = "habit", _1 = "run" }
}
