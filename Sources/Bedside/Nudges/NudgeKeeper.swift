/// Chimes softly during the day where a habit did not go well, as a feature (MIND-8).
///
/// Off until the owner switches it on. First a chime and the light for a minute; words come only after Start, because
/// others may be in the room. A ring, a talk and a meditation come before it.
public struct NudgeKeeper: Feature {
    public typealias Event = Never
    typealias Effect = Never
    public typealias Change = OwnerNudges.Change
    public typealias Command = NudgeCommand

    /// A nudge that is on.
    struct Open: Hashable, Sendable {
        var nudge: Nudge
        var until: BootTime
        /// What the device has said that it offers; nil: nothing yet.
        var offer: NudgeOffer?
        /// Whether a ring came during its minute, so that it was not ignored.
        var isCovered = false
        /// Whether the offer was said to its end; a device that cannot be heard offers nothing.
        var isOfferHeard = false
    }

    /// Words that wait for a quiet moment.
    private struct Owed: Hashable, Sendable {
        let tryAt: BootTime
        /// From then on they are given up.
        let until: BootTime
    }

    private(set) var open: Open?
    /// In a replay, whose journal has no intention: the days that are seen of them.
    var replayedCues: Set<NudgeCue>?
    /// What a simulation shows.
    private var reports: [Nudge] = []
    private var tryAt: CivilTime?
    private var seenAt: BootTime?
    /// After a change of clock or zone it is not known what the owner is doing.
    private var settledAt: BootTime?
    private var isBeginning = false
    /// That nudges have stopped, until it was said.
    private var owed: Owed?

    static let lit = TimeSpan.seconds(60)
    static let offerWithin = TimeSpan.seconds(45)
    private static let retry = TimeSpan.minutes(10)
    private static let seenWithin = TimeSpan.hours(48)
    private static let settling = TimeSpan.hours(24)
    private static let telling = TimeSpan.minutes(5)
    private static let pause = TimeSpan.seconds(2)
    private static let maximumReports = 64

    mutating func takeReports() -> [Nudge] {
        defer { reports = [] }
        return reports
    }

    // MARK: When to act

    var deadline: Deadline { Deadline(civil: tryAt, boot: (owed?.tryAt).earlier(open?.until)) }

    mutating func plan(in context: FeatureContext) {
        // Stop may end the ring before the minute is over.
        if context.isRinging { open?.isCovered = true }
        guard !context.durable.nudges.choices.isEmpty, context.isClockTrusted else {
            tryAt = nil
            return
        }
        if tryAt == nil { tryAt = context.now.civil }
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        var output = FeatureOutput<Self>()
        let now = context.now
        if let open, open.until <= now.boot {
            // A nudge that a ring or a talk has covered was not ignored.
            if open.nudge.answer == .none, !open.isCovered, context.isQuiet { output = record(.ignored) }
            self.open = nil
        }
        if context.isClockTrusted, let due = tryAt, due <= now.civil {
            let begun = searchReason(in: context)
            output.changes += begun.changes
            output.requests += begun.requests
        }
        if let due = owed, due.tryAt <= now.boot {
            owed = nil
            if due.until > now.boot, context.isQuiet {
                output.requests.append(.say(.nudge(.stopped)))
                output.changes.append(.stopTold)
            } else if due.until > now.boot {
                owed = Owed(tryAt: now.boot + Self.pause, until: due.until)
            }
        }
        return output
    }

    /// Searches for a reason, and plans the next search.
    private mutating func searchReason(in context: FeatureContext) -> FeatureOutput<Self> {
        let (now, zone) = (context.now.civil, context.calendar.zone)
        let local = zone.local(now)
        let second = Int(local.time.secondOfDay)
        var next = now + .hours(24)
        var output = FeatureOutput<Self>()
        for (id, choice) in context.durable.nudges.choices.sorted(by: { $0.key < $1.key }) {
            let moment = choice.moment(on: local.date, of: id)
            func instant(_ date: LocalDate, _ second: Int) -> CivilTime {
                let time = LocalDateTime(date: date, time: LocalTime(wrappingSecondOfDay: second))
                // For a time that clocks skip, the next search is soon.
                return zone.instant(of: time).map { $0 > now ? $0 : now + Self.retry } ?? now + Self.retry
            }
            if second < moment {
                next = min(next, instant(local.date, moment))
            } else if second < Int(choice.closes.secondOfDay) {
                if output.requests.isEmpty, mayBegin(id, in: context) { output = begin(id, choice, in: context) }
                next = min(next, now + Self.retry)
            } else {
                let tomorrow = local.date.adding(days: 1)
                next = min(next, instant(tomorrow, choice.moment(on: tomorrow, of: id)))
            }
        }
        tryAt = next
        return output
    }

    private func mayBegin(_ id: HabitID, in context: FeatureContext) -> Bool {
        let (now, durable) = (context.now, context.durable)
        let local = context.calendar.zone.local(now.civil)
        guard open == nil, context.isQuiet, context.isFree, context.output != nil, !context.isAtRisk,
            !context.settings.isMicrophoneMuted, settledAt.map({ $0 <= now.boot }) ?? true,
            let habit = context.profile.habit(id), habit.isOn, !durable.fading.level(of: id).isNet,
            !durable.exceptions.keys.contains(where: { $0.habit == id && $0.date >= local.date }),
            NudgeRules.allows(durable.nudges, on: local.date),
            !NudgeRules.isNearSleep(local.time, in: context.profile), !isInLongerNight(context)
        else { return false }
        let around = NudgeRules.aroundSleep
        guard !context.calendar.upcoming.contains(where: { !$0.isSkipped && $0.at - now.civil <= around }),
            !durable.records.values.contains(where: { (TimeSpan.zero...around).contains(now.civil - $0.due) }),
            NudgeRules.isReason(durable.fading.ledgers[id]?.days ?? [], on: local.date)
                || (replayedCues ?? durable.nudgeCues).contains(NudgeCue(habit: id, date: local.date))
        else { return false }
        if let seenAt, now.boot - seenAt <= Self.seenWithin { return true }
        return durable.fading.ledgers.values.contains { NudgeRules.isAnswered($0.days, on: local.date) }
    }

    /// Whether a wake alarm or a bedtime that was moved makes this night longer than the profile says.
    private func isInLongerNight(_ context: FeatureContext) -> Bool {
        let (now, zone, around) = (context.now.civil, context.calendar.zone, NudgeRules.aroundSleep)
        return context.durable.exceptions.contains { occurrence, exception in
            guard case .move(let target) = exception, let habit = context.profile.habit(occurrence.habit), habit.isOn,
                let usual = zone.instant(of: LocalDateTime(date: occurrence.date, time: habit.at)),
                let moved = zone.instant(of: target)
            else { return false }
            if habit.id == .wake { return usual <= now && now < moved + around }
            return habit.id == .bedtime && moved - around <= now && now < usual
        }
    }

    private mutating func begin(
        _ id: HabitID, _ choice: NudgeChoice, in context: FeatureContext
    ) -> FeatureOutput<Self> {
        let nudge = Nudge(date: context.local.date, habit: id)
        open = Open(nudge: nudge, until: context.now.boot + Self.lit)
        if reports.count < Self.maximumReports { reports.append(nudge) }
        var output = FeatureOutput<Self>(changes: [.nudge(nudge)])
        output.requests = [.note(.nudged, detail: id.name), choice.speaksAtOnce ? .offerNudge : .chime]
        return output
    }

    private mutating func record(_ answer: Nudge.Answer) -> FeatureOutput<Self> {
        guard var nudge = open?.nudge else { return FeatureOutput() }
        nudge.answer = answer
        open?.nudge = nudge
        return FeatureOutput(changes: [.nudge(nudge)])
    }

    // MARK: What happens

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        switch notice {
        case .pressed: seenAt = context.now.boot
        case .conversationBegan: open = nil
        case .conversationEnded(_, let fellAsleep):
            let owner = context.durable.nudges
            if !fellAsleep, owner.isStopped, !owner.isStopTold, !context.isAtRisk {
                let now = context.now.boot
                owed = Owed(tryAt: now + Self.pause, until: now + Self.telling)
            }
        case .clockTrusted: (tryAt, isBeginning) = (nil, true)
        case .calendarChanged:
            tryAt = nil
            // The change that every start reports does not mean that the owner has travelled.
            if !isBeginning { settledAt = context.now.boot + Self.settling }
            isBeginning = false
        case .profileChanged:
            tryAt = nil
            let gone = context.durable.nudges.choices.keys.filter { context.profile.habit($0) == nil }
            return FeatureOutput(changes: gone.sorted().map { .choice($0, nil) })
        case .said(let phrase):
            if let offer = open?.offer, phrase == .nudge(.offer(offer)) { open?.isOfferHeard = true }
        case .occurrenceEnded, .callOpened, .heard, .concernRaised, .wentOffRecord, .devicesChanged,
            .alarmChecked, .companionChecked:
            break
        }
        return FeatureOutput()
    }

    // MARK: Buttons

    /// Start: the owner wants to hear what is offered, or takes it.
    ///
    /// - Parameter available: what could begin now.
    /// - Returns: what begins now; nil: nothing does.
    mutating func accept(
        _ available: Set<NudgeOffer>, in context: FeatureContext
    ) -> (begins: NudgeOffer?, output: FeatureOutput<Self>) {
        guard let nudge = open else { return (nil, FeatureOutput()) }
        var output = record(.accepted)
        if let offer = nudge.offer {
            open = nil
            return (offer, output)
        }
        output.requests += offer(available, in: context).requests
        return (nil, output)
    }

    /// Says what is offered: one thing, and another one with the next nudge (N-3).
    mutating func offer(_ available: Set<NudgeOffer>, in context: FeatureContext) -> FeatureOutput<Self> {
        guard open != nil else { return FeatureOutput() }
        let offer = NudgeOffer.choice(of: available, nudge: context.durable.nudges.nudges.count)
        open?.offer = offer
        open?.until = context.now.boot + Self.offerWithin
        return FeatureOutput(requests: [.say(.nudge(.offer(offer)))])
    }

    /// Stop: not today.
    mutating func decline(in context: FeatureContext) -> FeatureOutput<Self> {
        guard let nudge = open else { return FeatureOutput() }
        let output = nudge.nudge.answer == .none ? record(.declined) : FeatureOutput()
        open = nil
        return output
    }

    // MARK: Commands

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        let owner = context.durable.nudges
        let today = context.local.date
        switch command {
        case .list: return (.nudges(NudgeReply(context)), FeatureOutput())
        case .on(let id, let choice):
            guard context.profile.habit(id) != nil else { return (context.unknownHabit(id), FeatureOutput()) }
            guard choice.isLongEnough, !NudgeRules.isAsleep(throughout: choice, in: context.profile) else {
                return (.refused(.nudgeWindow), FeatureOutput())
            }
            tryAt = nil
            var output = FeatureOutput<Self>(changes: [.choice(id, choice)])
            if owner.choices.isEmpty || owner.isStopped { output.changes.append(.since(today)) }
            return (.done, output)
        case .off(let id):
            if let id, context.profile.habit(id) == nil { return (context.unknownHabit(id), FeatureOutput()) }
            let ids = owner.choices.keys.filter { id == nil || $0 == id }.sorted()
            if id == nil || open?.nudge.habit == id { open = nil }
            return (.done, FeatureOutput(changes: ids.map { .choice($0, nil) }))
        case .notToday:
            guard context.isClockTrusted else { return (.refused(.clockNotSet), FeatureOutput()) }
            guard let id = owner.choices.keys.min() else { return (.refused(.noNudges), FeatureOutput()) }
            if open != nil { return (.done, decline(in: context)) }
            guard !owner.nudges.contains(where: { $0.date == today }) else { return (.done, FeatureOutput()) }
            return (.done, FeatureOutput(changes: [.nudge(Nudge(date: today, habit: id, answer: .declined))]))
        }
    }
}
