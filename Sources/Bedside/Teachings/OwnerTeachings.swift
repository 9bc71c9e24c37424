/// The part of what survives a power cut that concerns teachings (MIND-6): the owner's choice, and when each was heard.
///
/// Teachings are named by their ids only; their words stay in `Prompts/teachings.yaml`.
public struct OwnerTeachings: Hashable, Sendable {
    public var mode = TeachingMode.full
    /// Whether the owner agreed to teachings while they grieve (T-6).
    public var includesGrief = false
    public private(set) var lastHeard: [String: LocalDate] = [:]

    public init() {}

    static let maximumHeard = TeachingDocument.entries.upperBound

    public enum Change: Hashable, Codable, Sendable {
        case mode(TeachingMode)
        case includesGrief(Bool)
        /// A companion was told the teaching with this id on this day.
        case heard(String, on: LocalDate)
        /// The date is no longer needed.
        case forget(String)

        enum CodingKeys: String, CodingKey { case mode, includesGrief, heard, forget }
        enum ModeCodingKeys: String, CodingKey { case _0 = "mode" }
        enum IncludesGriefCodingKeys: String, CodingKey { case _0 = "includesGrief" }
        enum HeardCodingKeys: String, CodingKey { case _0 = "id", on }
        enum ForgetCodingKeys: String, CodingKey { case _0 = "id" }
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .mode(let mode): self.mode = mode
        case .includesGrief(let isIncluded): includesGrief = isIncluded
        case .heard(let id, let date): lastHeard[id] = date
        case .forget(let id): lastHeard[id] = nil
        }
    }

    /// The changes that note a teaching, and make room for it by dropping the date that is longest ago.
    func hearing(_ id: String, on date: LocalDate) -> [Change] {
        guard lastHeard[id] != date else { return [] }
        let oldest = lastHeard.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        let isFull = lastHeard[id] == nil && lastHeard.count >= Self.maximumHeard
        return (isFull ? oldest.map { [.forget($0)] } ?? [] : []) + [.heard(id, on: date)]
    }
}
