import Bedside

/// A rule of fading under study: what it does in the morning, and what it makes of the days.
public protocol WakingRule: Sendable {
    init()
    var level: FadingLevel { get }
    /// What the rule does with the next morning.
    var plan: MorningPlan { get }
    /// Before the night: the true chance that the sleeper wakes in time. No device knows it; only the oracle listens.
    mutating func know(chance: Double)
    /// A counted day has ended.
    mutating func ended(_ day: CountedDay)
    /// What is asked this evening, if anything.
    mutating func question(on date: LocalDate) -> FadingQuestion?
    /// The owner's answer; nil if there was none.
    mutating func answered(_ question: FadingQuestion, _ answer: OwnerAnswer?, on date: LocalDate)
}

extension WakingRule {
    public mutating func know(chance: Double) {}
    public mutating func question(on date: LocalDate) -> FadingQuestion? { nil }
    public mutating func answered(_ question: FadingQuestion, _ answer: OwnerAnswer?, on date: LocalDate) {}
}

/// What a rule does in a morning.
public struct MorningPlan: Hashable, Sendable {
    /// Minutes from the time to the ring; nil: silence.
    public var ringMinutes: Int?
    /// Whether a sign of life before the ring keeps it from ringing.
    public var heedsSigns: Bool
    /// Whether Start opens a talk that the owner did not ask for.
    public var opensTalk: Bool

    public init(ringMinutes: Int?, heedsSigns: Bool = true, opensTalk: Bool = false) {
        self.ringMinutes = ringMinutes
        self.heedsSigns = heedsSigns
        self.opensTalk = opensTalk
    }
}

/// An answer to a question of the evening.
public enum OwnerAnswer: Hashable, Sendable {
    /// "It happens by itself", 1 to 7.
    case rating(Int)
    case consent(Bool)
}

/// The rules that a study compares, by their names in JSON.
public enum RuleName: String, Sendable, CaseIterable {
    case shipped
    case always
    case fiveInARow = "five_in_a_row"
    case oracle
}
