/// A point in time as the owner's clock showed it, with the zone whose clock that was.
public struct LocalMoment: Hashable, Codable, Sendable {
    public var civil: CivilTime
    /// The zone's name, such as `Asia/Tokyo`.
    public var zone: String
    public var local: LocalDateTime

    public init(civil: CivilTime, zone: String, local: LocalDateTime) {
        self.civil = civil
        self.zone = zone
        self.local = local
    }

    enum CodingKeys: String, CodingKey { case civil, zone, local }

    public var date: LocalDate { local.date }

    /// The day that a night belongs to: until 05:00 it is still the evening before.
    public var evening: LocalDate { local.time.hour < Self.firstHour ? date.adding(days: -1) : date }

    private static let firstHour = 5
}

extension FeatureContext {
    /// Now, by the owner's clock.
    var local: LocalMoment {
        LocalMoment(civil: now.civil, zone: calendar.zone.name, local: calendar.zone.local(now.civil))
    }
}
