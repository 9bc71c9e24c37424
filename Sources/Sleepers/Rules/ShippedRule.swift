import Bedside

/// The rule that ships: `FadingStanding` of the core judges the days, the same code that decides on the device.
///
/// This adapter adds when the evening asks, which on the device belongs to the feature and its talk: one question an
/// evening, how much happens by itself at most every 14 days (F-10), consent at most three times and 14 days apart (F-6).
public struct ShippedRule: WakingRule {
    private var standing = FadingStanding()
    private var lastRating: LocalDate?
    private var lastConsent: LocalDate?
    private var consentsAsked = 0

    public init() {}

    public var level: FadingLevel { standing.level }

    public var plan: MorningPlan { MorningPlan(ringMinutes: level.netMinutes, opensTalk: level == .companion) }

    public mutating func ended(_ day: CountedDay) { take(.day(day)) }

    public mutating func question(on date: LocalDate) -> FadingQuestion? {
        if standing.isRipeForConsent() {
            guard consentsAsked < 3, Self.isPast(lastConsent, date) else { return nil }
            consentsAsked += 1
            lastConsent = date
            return .consent
        }
        guard standing.isRipeForQuestion(), Self.isPast(lastRating, date) else { return nil }
        lastRating = date
        return .automaticity
    }

    public mutating func answered(_ question: FadingQuestion, _ answer: OwnerAnswer?, on date: LocalDate) {
        switch answer {
        case .rating(let score): take(.automaticity(date, score: score))
        case .consent(let isGiven): take(.consent(date, isGiven: isGiven))
        case nil: break
        }
    }

    private mutating func take(_ entry: FadingEntry) {
        let before = standing.level
        _ = standing.take(entry)
        // At another level the questions are counted from the start.
        if standing.level != before { consentsAsked = 0 }
    }

    private static func isPast(_ last: LocalDate?, _ date: LocalDate) -> Bool {
        last.map { date.dayNumber - $0.dayNumber >= 14 } ?? true
    }
}
