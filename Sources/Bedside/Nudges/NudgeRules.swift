/// How often and when the device may nudge (N-1, N-3, N-4): pure rules over the log.
enum NudgeRules {
    /// Three are the most that is allowed (N-1); fewer keep them welcome.
    static let perWeek = 2
    static let perYear = 96
    /// Two in a row that nobody answered: silent for a week.
    static let ignoredUntilPause = 2
    static let ignoredUntilStop = 4
    private static let week: Int32 = 7
    private static let year: Int32 = 365
    /// The number of days after which the weekly number is halved, unless more than half of the nudges were accepted.
    private static let period: Int32 = 28
    private static let maximumHalvings = 4
    /// So many days of the last seven on which the owner did not begin at once are a reason.
    static let reasons = 2
    private static let answerDays: Int32 = 2
    /// From an hour before bedtime until an hour after waking nothing sounds, and never in the hour before any alarm.
    static let aroundSleep = TimeSpan.minutes(60)
    /// The seconds of the day that count where the owner has no such habit.
    private static let usualBedtime: Int64 = 22 * 3600
    private static let usualWake: Int64 = 7 * 3600

    /// Whether one more nudge is within all bounds on this day.
    static func allows(_ owner: OwnerNudges, on today: LocalDate) -> Bool {
        // A date that is further ahead is of a clock that was wrong; tomorrow's may be of a zone further east.
        func days(ago nudge: Nudge) -> Int32 { today.dayNumber - nudge.date.dayNumber }
        let past = owner.nudges.filter { (-1...year).contains(days(ago: $0)) }
        guard !past.contains(where: { days(ago: $0) <= 0 }), !owner.isStopped else { return false }
        let span = week << Int32(halvings(owner, on: today))
        guard past.count(where: { days(ago: $0) < span }) < perWeek,
            past.count(where: { days(ago: $0) < year }) < perYear
        else { return false }
        guard owner.ignoredInRow >= ignoredUntilPause, let last = past.last(where: { $0.answer == .ignored }) else {
            return true
        }
        return days(ago: last) > week
    }

    /// How often the weekly number has been halved.
    static func halvings(_ owner: OwnerNudges, on today: LocalDate) -> Int {
        guard let since = owner.since, today > since else { return 0 }
        let periods = (today.dayNumber - since.dayNumber) / period
        var accepted: [Int32: (yes: Int, all: Int)] = [:]
        for nudge in owner.counted {
            let index = (nudge.date.dayNumber - since.dayNumber) / period
            guard index < periods else { continue }
            accepted[index, default: (0, 0)].all += 1
            if nudge.answer == .accepted { accepted[index, default: (0, 0)].yes += 1 }
        }
        return min(accepted.values.count { $0.yes * 2 <= $0.all }, maximumHalvings)
    }

    /// Whether the days of a habit are a reason (N-3): two of the last seven, which are today and the six before it. They
    /// are found by date, because a clock that was ahead may have left days that are still to come.
    static func isReason(_ days: [CountedDay], on today: LocalDate) -> Bool {
        days.count { day in
            (0..<week).contains(today.dayNumber - day.date.dayNumber) && (day.word == .slow || day.word == .missed)
        } >= reasons
    }

    /// Whether somebody has answered an alarm today or yesterday: otherwise the owner may be away.
    static func isAnswered(_ days: [CountedDay], on today: LocalDate) -> Bool {
        days.contains { day in
            (0..<answerDays).contains(today.dayNumber - day.date.dayNumber) && day.word != .missed
        }
    }

    /// Whether it is too near the night, by the owner's bedtime and wake alarm.
    static func isNearSleep(_ time: LocalTime, in profile: Profile) -> Bool {
        func second(_ id: HabitID, or usual: Int64) -> Int64 {
            guard let habit = profile.habit(id), habit.isOn else { return usual }
            return Int64(habit.at.secondOfDay)
        }
        let margin = Int64(aroundSleep.milliseconds / 1000)
        let begin = second(.bedtime, or: usualBedtime) - margin
        let end = second(.wake, or: usualWake) + margin
        func wrapped(_ span: Int64) -> Int64 { (span % 86_400 + 86_400) % 86_400 }
        return wrapped(Int64(time.secondOfDay) - begin) < wrapped(end - begin)
    }

    /// Whether the whole window is too near the night.
    static func isAsleep(throughout choice: NudgeChoice, in profile: Profile) -> Bool {
        stride(from: Int(choice.opens.secondOfDay), to: Int(choice.closes.secondOfDay), by: 600).allSatisfy {
            isNearSleep(LocalTime(wrappingSecondOfDay: $0), in: profile)
        }
    }
}
