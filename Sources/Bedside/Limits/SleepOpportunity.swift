/// How much time the owner leaves for sleep: a pure function of what is kept about bedtimes and alarms (SAFE-5, G-10).
///
/// The opportunity of a night lies between bedtime, or the later moment at which the owner answered its alarm, and the
/// wake alarm that follows. A night without one of them is not judged.
enum SleepOpportunity {
    /// How many nights are looked at, and how many of them are short before it is mentioned.
    static let (nights, shortNights) = (5, 3)
    static let daysBetweenMentions: Int32 = 7
    private static let longestNight = TimeSpan.hours(16)

    /// The hours that are enough.
    static func hours(for age: AgeBand) -> Int { age.isMinor ? 8 : 6 }

    /// Whether too many of the last nights were short.
    ///
    /// - Parameters:
    ///   - evening: the evening that begins the night to come.
    ///   - ownTime: when the habit's own time was; a net calls later.
    static func isShort(
        _ records: some Collection<OccurrenceRecord>, before evening: LocalDate, age: AgeBand, zone: ZoneRules,
        ownTime: (OccurrenceRecord) -> CivilTime = { $0.due }
    ) -> Bool {
        let enough = TimeSpan.hours(hours(for: age))
        let wakes = wakes(records).map(ownTime).sorted()
        let short = records.count(where: { record in
            let begin = turnedIn(record, ownTime)
            guard isBedtime(record), let wake = wakes.first(where: { $0 > begin }), wake - begin <= longestNight,
                wake - begin < enough
            else { return false }
            // Asked last, because few records get this far.
            let night = evening.dayNumber - self.evening(zone.local(record.due)).dayNumber
            return (1...Int32(nights)).contains(night)
        })
        return short >= shortNights
    }

    /// Whether a bedtime talk that begins now says first that it is late: less than half an hour is left to the time at
    /// which the sleep that is enough would have to begin.
    ///
    /// - Parameter wake: when the next wake alarm rings.
    static func isLate(at now: CivilTime, wake: CivilTime, age: AgeBand) -> Bool {
        wake > now && wake - now < .hours(hours(for: age)) + .minutes(30)
    }

    private static let veryShortNight = TimeSpan.hours(5)
    private static let soonAfterWaking = TimeSpan.minutes(30)

    /// Whether training now had better be light: it is less than half an hour after a wake alarm, which came less than
    /// five hours after bedtime.
    static func isTrainingLight(
        _ records: some Collection<OccurrenceRecord>, at now: CivilTime,
        ownTime: (OccurrenceRecord) -> CivilTime = { $0.due }
    ) -> Bool {
        guard let wake = wakes(records).map(\.due).sorted().last(where: { $0 <= now }), now - wake < soonAfterWaking,
            let begin = records.filter(isBedtime).map({ turnedIn($0, ownTime) }).filter({ $0 < wake }).max()
        else { return false }
        return wake - begin < veryShortNight
    }

    /// The wake alarms.
    private static func wakes(_ records: some Collection<OccurrenceRecord>) -> [OccurrenceRecord] {
        records.filter { $0.occurrence.habit == .wake && $0.outcome != .skipped }
    }

    private static func isBedtime(_ record: OccurrenceRecord) -> Bool {
        record.occurrence.habit == .bedtime && record.outcome != .skipped && record.outcome != .open
    }

    /// When the owner went to bed at the earliest; an alarm that nobody answered says only when they meant to.
    private static func turnedIn(
        _ record: OccurrenceRecord, _ ownTime: (OccurrenceRecord) -> CivilTime
    ) -> CivilTime {
        switch record.outcome {
        case .answered, .dismissed: max(record.due, record.endedAt ?? record.due)
        // It came before the net, but maybe after the habit's own time.
        case .unaided: max(ownTime(record), min(record.due, record.endedAt ?? record.due))
        case .missed, .open, .skipped: ownTime(record)
        }
    }

    /// The evening to which a time belongs: before noon, that of the day before.
    static func evening(_ local: LocalDateTime) -> LocalDate {
        local.time.hour < 12 ? local.date.adding(days: -1) : local.date
    }
}
