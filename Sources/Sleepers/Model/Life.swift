import Glibc

/// One day of an owner's life, as far as no rule changes it.
struct LifeDay: Sendable {
    /// Whether the alarm is due: not on holidays and journeys.
    var isDue = true
    /// Whether the power was on through the night.
    var hasPower = true
    var night = NightKind.working
    /// How much later the inner clock is than the owner's life, in hours.
    var shift = 0.0
    /// Whether a part of the habit is lost on this day.
    var lapses = false
}

/// Draws the events of an owner's life: free days, episodes, holidays, journeys, clock changes, power cuts, lapses.
struct Life: Sendable {
    /// The first day of every life: a Monday.
    static let weekLength = 7

    private(set) var days: [LifeDay] = []

    /// Draws a whole life; the storage is used again from owner to owner.
    mutating func draw(_ sleeper: Sleeper, number: Int, seed: UInt64, days count: Int, parameters p: SleeperParameters)
    {
        var draws = Draws(seed: seed, owner: number, purpose: .life)
        days.removeAll(keepingCapacity: true)
        days.reserveCapacity(count)
        var episode = 0
        var away = 0
        var isJourney = false
        var shift = 0.0
        for index in 0..<count {
            var day = LifeDay()
            let weekday = index % Self.weekLength
            if weekday >= 5 { day.night = .free }
            let (begins, lapses) = (draws.fraction(), draws.fraction())
            let (leaves, power) = (draws.fraction(), draws.fraction())
            if episode > 0 {
                episode -= 1
                day.night = .episode
            } else if begins < 1 / p.episodeEveryDays {
                episode = draws.integer(in: p.episodeDays) - 1
                day.night = .episode
            }
            if away == 0 {
                let (holiday, travel) = (1 / p.holidayEveryDays, 1 / p.travelEveryDays)
                if leaves < holiday {
                    away = draws.integer(in: p.holidayDays)
                    isJourney = false
                } else if leaves < holiday + travel {
                    away = draws.integer(in: p.travelDays)
                    isJourney = true
                }
            }
            if away > 0 {
                away -= 1
                day.isDue = false
                day.night = .free
                if away == 0, isJourney { shift = p.travelShiftHours * draws.normal() }
            }
            shift *= p.shiftLeftPerDay
            if sleeper.hasClockChanges {
                if index % 365 == 83 { shift += 1 }
                if index % 365 == 300 { shift -= 1 }
            }
            day.shift = shift
            day.hasPower = power >= p.powerOffShare
            day.lapses = lapses < 1 / p.lapseEveryDays
            days.append(day)
        }
    }
}
