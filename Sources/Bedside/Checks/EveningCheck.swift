/// The check, every evening, of everything that the morning needs (GUARD-7): when it is due, and what became of the
/// last.
///
/// It is due an hour before bedtime, or at 21:00 on an evening without a bedtime. A bedtime before noon belongs to the
/// evening of the day before.
public struct EveningCheck: Feature {
    /// The devices that were found to fail.
    public typealias Event = [Attention]
    typealias Change = Never
    typealias Command = Never

    /// Check speaker, microphone, disk, these alarms' sounds, the voice and the way to the companion.
    public struct Effect: Hashable, Codable, Sendable {
        public var habits: [Habit]
        public var companion: Companion
        public var triesMicrophone: Bool
    }

    /// Evenings up to here have been checked.
    private(set) var checkedUntil: CivilTime
    /// Whether a check was asked for and the result for the companion is still to come.
    private var awaitsCompanion = false
    /// When to check the network again, because it was missing.
    private var checksAgainAt: BootTime?
    /// When a card came or went after one was missed: the check is made again from then on.
    private var wantedAt: CivilTime?
    /// When a check that was due can be made at the earliest, because something sounded or was about to.
    private var postponedUntil: CivilTime?
    /// Computed again when the calendar may give another answer.
    private var planned: Plan?

    private struct Plan: Hashable, Sendable {
        /// The next bedtime; nil if none is ahead, or it is skipped.
        var bedtime: CivilTime?
        var hasAlarms: Bool
        var at: CivilTime?
    }

    static let lead = TimeSpan.hours(1)
    static let standardTime = LocalTime(wrappingSecondOfDay: 21 * 3600)
    /// How long after its time a check is still made when the appliance starts in the evening.
    static let latest = TimeSpan.hours(3)
    static let checkAgainPause = TimeSpan.minutes(15)
    static let postponement = TimeSpan.minutes(5)

    init(now: CivilTime) { checkedUntil = now - Self.latest }

    /// Finds when the next check is due: never, if no alarm is ahead that could fail.
    mutating func plan(in context: FeatureContext) {
        guard context.isClockTrusted else { return }
        let upcoming = context.calendar.upcoming
        let bedtime = upcoming.first { $0.occurrence.habit == .bedtime }.flatMap { $0.isSkipped ? nil : $0.at }
        let hasAlarms = !upcoming.isEmpty
        if let planned, planned.bedtime == bedtime, planned.hasAlarms == hasAlarms { return }
        planned = Plan(bedtime: bedtime, hasAlarms: hasAlarms, at: hasAlarms ? next(context.calendar) : nil)
    }

    /// When the next check is due; the civil time counts while the clock is trusted.
    var deadline: Deadline { Deadline(civil: at, boot: checksAgainAt) }

    /// The night log's detail of a check without a finding.
    public static let allIsWell = "all is well"

    private var at: CivilTime? {
        guard let due = wantedAt.earlier(planned?.at) else { return nil }
        return postponedUntil.map { max($0, due) } ?? due
    }

    // MARK: What happens

    mutating func take(_ failing: [Attention], in context: FeatureContext) -> FeatureOutput<Self> {
        let failing = Set(failing).intersection(Health.ofDevices)
        // A ring in progress shows better whether it is heard.
        var untried: Set<Attention> = context.isRinging ? [.sound] : []
        // A muted microphone was not tried; an open one was in use by a conversation.
        if context.settings.isMicrophoneMuted || context.isListening { untried.insert(.microphone) }
        let words = failing.sorted().map(\.rawValue).joined(separator: ", ")
        var output = FeatureOutput<Self>()
        output.requests = [
            .learn(.devicesChecked(failing: failing, untried: untried)),
            .note(.preflight, detail: words.isEmpty ? Self.allIsWell : words),
        ]
        if !failing.isEmpty { output.requests.append(.log(.warning, "the evening check found faults: \(words)")) }
        return output
    }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        switch notice {
        case .calendarChanged:
            checkedUntil = min(checkedUntil, context.now.civil)
            postponedUntil = nil
            planned = nil
        case .devicesChanged:
            // If the check missed a card, it is made again.
            if context.health.isCardMissed { wantedAt = wantedAt ?? context.now.civil }
        case .alarmChecked:
            // What is reported about the companion from now on comes from the check before the alarm.
            awaitsCompanion = false
        case .companionChecked:
            guard awaitsCompanion else { break }
            awaitsCompanion = false
            if context.health.has(.network) { checksAgainAt = context.now.boot + Self.checkAgainPause }
            return FeatureOutput(requests: [.learn(.eveningFoundCompanion)])
        case .pressed, .said, .occurrenceEnded, .conversationBegan, .callOpened, .heard, .conversationEnded,
            .concernRaised,
            .wentOffRecord, .profileChanged, .clockTrusted:
            break
        }
        return FeatureOutput()
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        let now = context.now
        var output = FeatureOutput<Self>()
        if context.isClockTrusted, let at, at <= now.civil {
            if needsDevices(in: context) {
                postponedUntil = now.civil + Self.postponement
            } else {
                output.effects.append(check(in: context))
            }
        }
        if let again = checksAgainAt, again <= now.boot {
            checksAgainAt = nil
            if context.health.isNetworkMissed {
                awaitsCompanion = true
                output.requests.append(.checkCompanion)
            }
        }
        return output
    }

    /// Whether an alarm or a conversation has the devices, or soon will: a card that takes one user at a time must not
    /// be checked then.
    private func needsDevices(in context: FeatureContext) -> Bool {
        let next = context.calendar.upcoming.first { !$0.isSkipped }
        let isNear = next.map { $0.at - AlarmCheck.longestLead <= context.now.civil } ?? false
        return isNear || !context.isQuiet
    }

    private mutating func check(in context: FeatureContext) -> Effect {
        let now = context.now.civil
        // A check that was wanted in between does not replace the evening's.
        if let due = planned?.at, due <= now { checkedUntil = now }
        wantedAt = nil
        postponedUntil = nil
        planned = nil
        awaitsCompanion = true
        // The night's alarms: whatever rings within a day.
        let soon = context.calendar.upcoming.filter { !$0.isSkipped && $0.at <= now + .hours(24) }
        // A muted microphone is not even tried (SOUND-4).
        return Effect(
            habits: soon.map(\.habit), companion: context.profile.companion,
            triesMicrophone: !context.settings.isMicrophoneMuted)
    }

    private func next(_ agenda: Agenda) -> CivilTime? {
        let bedtime = nextBedtime(agenda, after: checkedUntil + Self.lead).map { $0 - Self.lead }
        let today = agenda.zone.local(checkedUntil).date
        let standard = (0...8).lazy.map { today.adding(days: $0) }
            .filter { !Self.hasBedtime($0, agenda) }
            .compactMap { agenda.zone.instant(of: LocalDateTime(date: $0, time: Self.standardTime)) }
            .first { $0 > checkedUntil }
        return bedtime.earlier(standard)
    }

    /// The habit's own time: a net that is still to come belongs to an evening that has been checked.
    private func nextBedtime(_ agenda: Agenda, after time: CivilTime) -> CivilTime? {
        guard let due = agenda.next(of: .bedtime, after: time) else { return nil }
        return due.time > time ? due.time : agenda.next(of: .bedtime, after: due.at)?.time
    }

    /// Whether it is late on an evening that no bedtime ends.
    static func isLateWithoutBedtime(in context: FeatureContext) -> Bool {
        let local = context.local.local
        return local.time >= standardTime && !hasBedtime(local.date, context.calendar)
    }

    /// Whether a bedtime rings on an evening of the coming week.
    static func hasBedtime(in context: FeatureContext) -> Bool {
        (0..<7).contains { hasBedtime(context.local.date.adding(days: $0), context.calendar) }
    }

    /// Whether a bedtime rings on an evening; one before noon belongs to the evening before.
    static func hasBedtime(_ evening: LocalDate, _ agenda: Agenda) -> Bool {
        guard let habit = agenda.durable.profile.habit(.bedtime), habit.isOn else { return false }
        return [evening, evening.adding(days: 1)].contains { date in
            guard let due = agenda.due(habit, on: date), !due.isSkipped else { return false }
            let local = agenda.zone.local(due.at)
            return (local.time.hour < 12 ? local.date.adding(days: -1) : local.date) == evening
        }
    }
}
