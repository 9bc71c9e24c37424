/// A figure that the shipped rule has to reach with wakes seen 95 % (F-4).
public struct Gate: Sendable {
    public let measure: Measure
    public let limit: Double
    public let isMaximum: Bool
    public let value: Double?

    public enum Verdict: Hashable, Sendable {
        case reached, missed
        /// The study has nothing to judge by: it has too few owners or days.
        case noValue
    }

    public var verdict: Verdict {
        guard let value else { return .noValue }
        return (isMaximum ? value <= limit : value >= limit) ? .reached : .missed
    }

    /// The share of wakes seen for which the figures are required.
    public static let seen = 0.95

    /// The gates of F-4, in its order.
    private static let limits: [(Measure, Double, isMaximum: Bool)] = [
        (.unneededRings, 0.20, true), (.lateWakes, 0.30, true), (.lateAsGraduate, 0.10, true), (.premature, 0.20, true),
        (.steppedDownAtLow, 0.95, false), (.steppedDownAtMiddle, 0.85, false), (.levelChanges, 6, true),
        (.unaskedTalks, 0, true),
    ]

    /// The gates for some outcomes of the shipped rule.
    public static func all(for outcomes: Outcomes) -> [Gate] {
        limits.map { Gate(measure: $0.0, limit: $0.1, isMaximum: $0.isMaximum, value: outcomes[$0.0].value) }
    }
}
