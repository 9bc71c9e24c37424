/// Which limit keeps a companion from talking (SAFE-5).
public enum TalkLimit: String, Codable, CaseIterable, Sendable, Hashable {
    /// Under 13 there is no live talk.
    case age
    case night
    case day
}

/// How long a live companion may talk with the owner: pure arithmetic (SAFE-5, G-8, G-9).
struct TalkLimits: Hashable, Sendable {
    var age: AgeBand
    /// The owner's setting; minors have less (`minutesOfMinors`).
    var minutesPerDay: Int

    /// What a talk has used.
    struct Use: Hashable, Sendable {
        /// Talk of this day, this one's included.
        var today = TimeSpan.zero
        /// The part of this talk that fell into a night.
        var atNight = TimeSpan.zero
        /// The time until the night begins; zero at night; nil while nobody knows the time.
        var untilNight: TimeSpan?
        /// How long the talk is about an alarm that rang; nil: it is about none.
        var forAlarm: TimeSpan?
    }

    static let minutesOfMinors = 20
    /// The longest talk at night.
    static let nightTalk = TimeSpan.minutes(15)
    /// An alarm that Start answers opens a talk of this length, even if the day's talk is used up.
    static let reserve = TimeSpan.minutes(5)
    /// A live talk that could not last this long does not begin.
    static let shortest = TimeSpan.seconds(30)
    /// Nights are from 23:00 to 05:00; a day's talk counts from one 05:00 to the next (`LocalMoment.evening`).
    private static let (nightBeginsSecond, nightEndsSecond) = (23 * 3600, 5 * 3600)

    var perDay: TimeSpan {
        .minutes(age == .from13To17 ? min(minutesPerDay, Self.minutesOfMinors) : minutesPerDay)
    }

    /// The time that is left, and what limits it.
    func left(_ use: Use) -> (span: TimeSpan, limit: TalkLimit) {
        if age == .under13 { return (.zero, .age) }
        var left = (span: perDay - use.today, limit: TalkLimit.day)
        func consider(_ span: TimeSpan) { if span < left.span { left = (span, .night) } }
        if age == .from13To17 {
            if let untilNight = use.untilNight { consider(untilNight) }
        } else if use.untilNight == .zero {
            consider(Self.nightTalk - use.atNight)
        }
        // A minor's night has no exception.
        if let forAlarm = use.forAlarm, age != .from13To17 || use.untilNight != .zero {
            var reserved = Self.reserve - forAlarm
            if age == .from13To17, let untilNight = use.untilNight { reserved = min(reserved, untilNight) }
            if left.span < reserved { left.span = reserved }
        }
        return left
    }

    /// The time until the night begins; zero at night.
    static func untilNight(_ local: LocalDateTime) -> TimeSpan {
        let second = Int(local.time.secondOfDay)
        return (nightEndsSecond..<nightBeginsSecond).contains(second) ? .seconds(nightBeginsSecond - second) : .zero
    }
}
