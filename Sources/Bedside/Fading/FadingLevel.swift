/// How much the appliance still does for a habit (FADE-1); each habit has its own.
public enum FadingLevel: Int, Codable, CaseIterable, Comparable, Sendable, Hashable {
    /// Rings at its time; the companion takes part.
    case companion = 0
    /// Rings at its time; talks only if the owner asks.
    case ringOnly
    /// Rings a while after its time, and only if there was no sign of life.
    case net
    /// As `net`, later.
    case graduated

    public static func < (a: FadingLevel, b: FadingLevel) -> Bool { a.rawValue < b.rawValue }

    var higher: FadingLevel? { FadingLevel(rawValue: rawValue + 1) }
    var lower: FadingLevel? { FadingLevel(rawValue: rawValue - 1) }

    /// Whether it rings only as a net.
    public var isNet: Bool { self >= .net }

    /// A level that this version does not know is the one that calls most.
    public init(from decoder: any Decoder) throws {
        self = FadingLevel(rawValue: try decoder.singleValueContainer().decode(Int.self)) ?? .companion
    }
}

/// One change of a habit's level.
public struct LevelStep: Hashable, Codable, Sendable, CustomStringConvertible {
    public var from: FadingLevel
    public var to: FadingLevel
    public var reason: FadingReason

    enum CodingKeys: String, CodingKey { case from, to, reason }

    public init(from: FadingLevel, to: FadingLevel, reason: FadingReason) {
        self.from = from
        self.to = to
        self.reason = reason
    }

    /// For the night log and the database: `0 -> 1, five_unaided`.
    public var description: String { "\(from.rawValue) -> \(to.rawValue), \(reason.rawValue)" }

    /// Reads what `description` writes; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", maxSplits: 1)
        let levels = (parts.first ?? "").split(separator: " ")
        guard parts.count == 2, levels.count == 3,
            let from = levels.first.flatMap({ Int($0) }).flatMap(FadingLevel.init(rawValue:)),
            let to = levels.last.flatMap({ Int($0) }).flatMap(FadingLevel.init(rawValue:)),
            let reason = parts.last.flatMap({ FadingReason(rawValue: String($0.drop(while: { $0 == " " }))) })
        else { return nil }
        self.init(from: from, to: to, reason: reason)
    }
}

/// Why a level changed.
public enum FadingReason: String, Codable, CaseIterable, Sendable, Hashable {
    case fiveUnaided = "five_unaided"
    /// 6 of the last 7 days were unaided or prompt.
    case steadyWeek = "steady_week"
    /// 4 of the last 7 days were unaided.
    case unaidedWeek = "unaided_week"
    /// All that `FadingRules.graduation` asks for, and the owner's consent.
    case consented
    case missedTwice = "missed_twice"
    /// 6 of the last 14 days needed the net.
    case neededNet = "needed_net"
    /// The owner asked to be called again (FADE-5).
    case recalled
    /// The day that led to the last step does not count after all.
    case takenBack = "taken_back"
    /// A day was corrected, so the step down that it led to is undone.
    case corrected
    /// The habit got another time, at which nothing is known yet.
    case newTime = "new_time"
    /// The owner wants complete silence; the level stays.
    case silent
    /// The owner wants the net back; the level stays.
    case silenceOff = "silence_off"
    /// The net is back, because the owner did not wake as they meant to (F-2).
    case silenceEnded = "silence_ended"
}
