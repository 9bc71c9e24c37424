/// Measures live talks and keeps their limits, as a feature; it sees to it, too, that the owner hears that they talk
/// with an AI (SAFE-1, SAFE-5).
///
/// A talk in which the owner seems to be at risk is never cut, and neither is one on the day after (G-3). While the
/// clock is not trusted, only the length of the single talk is limited: nobody is locked out by a wrong clock.
public struct TalkKeeper: Feature {
    typealias Event = Never
    typealias Effect = Never
    public typealias Change = TalkRecord
    typealias Command = Never

    private var talk: MeasuredTalk?
    private var disclosure = Disclosure()
    /// The device has to say that its voice is an AI, and has not said it to its end; nil: it does not.
    private var owedDisclosure: RepeatedWords?
    /// When to act next, as long as a live talk is on.
    private var next: BootTime?

    var deadline: Deadline { Deadline(boot: next) }

    /// How often the length of a talk is written: a power cut loses no more.
    private static let writeInterval = TimeSpan.minutes(1)
    /// How long before its limit a talk is said to be nearly over.
    private static let nearEnd = TimeSpan.minutes(2)
    /// When to suggest a break to a minor.
    private static let breakAfter = TimeSpan.minutes(10)

    // MARK: What is left

    /// What keeps a live talk from beginning now; nil: nothing does.
    func limit(isForAlarm: Bool, in context: FeatureContext) -> TalkLimit? {
        let limits = TalkLimits(context)
        guard !context.isAtRisk || limits.age == .under13 else { return nil }
        var use = TalkLimits.Use(untilNight: context.untilNight)
        if context.isClockTrusted { use.today = .seconds(context.durable.talks.seconds(on: context.talkDay)) }
        use.forAlarm = isForAlarm ? .zero : nil
        let left = limits.left(use)
        return left.span < TalkLimits.shortest ? left.limit : nil
    }

    func standing(in context: FeatureContext) -> TalkStanding {
        let today = TimeSpan.seconds(context.durable.talks.seconds(on: context.talkDay)) + (talk?.unwritten ?? .zero)
        let limits = TalkLimits(context)
        return TalkStanding(
            minutesToday: today.milliseconds / 60_000,
            minutesPerDay: limits.age == .under13 ? 0 : limits.perDay.milliseconds / 60_000,
            owesDisclosure: owesDisclosure(in: context), shortNightHours: shortNightHours(.bedtime, in: context),
            isTrainingLight: isTrainingLight(in: context), isLate: isLate(.bedtime, in: context))
    }

    private func use(_ talk: MeasuredTalk, in context: FeatureContext) -> TalkLimits.Use {
        var use = TalkLimits.Use(today: talk.length, atNight: talk.atNight, untilNight: context.untilNight)
        if context.isClockTrusted {
            use.today = .seconds(context.durable.talks.seconds(on: context.talkDay)) + talk.unwritten
        }
        use.forAlarm = talk.alarmBegan.map { talk.length - $0 }
        return use
    }

    // MARK: Measuring

    mutating func plan(in context: FeatureContext) {
        if var talk {
            talk.measure(until: context.now.boot, isNight: context.untilNight == .zero)
            if let live = context.live { talk.follow(live) } else { talk.isOver = true }
            self.talk = talk
        } else if let live = context.live {
            talk = MeasuredTalk(live, at: context.now.boot, isNight: context.untilNight == .zero)
        }
        next = talk.map { nextCheck($0, in: context) }.earlier(owedDisclosure?.nextTry)
    }

    private func nextCheck(_ talk: MeasuredTalk, in context: FeatureContext) -> BootTime {
        let now = context.now.boot
        if talk.isOver || talk.unwritten >= Self.writeInterval { return now }
        var wait = Self.writeInterval - talk.unwritten
        if let untilNight = context.untilNight, untilNight > .zero { wait = min(wait, untilNight) }
        guard !context.isAtRisk else { return now + wait }
        let left = TalkLimits(context).left(use(talk, in: context)).span
        wait = min(wait, left)
        if !talk.near.isOver {
            wait = min(wait, max(left - Self.nearEnd, TalkLimits.shortest - talk.length, talk.near.wait(at: now)))
        }
        if context.profile.age == .from13To17, !talk.pause.isOver {
            wait = min(wait, max(Self.breakAfter - talk.length, talk.pause.wait(at: now)))
        }
        return now + max(wait, .zero)
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<TalkKeeper> {
        var output = FeatureOutput<TalkKeeper>()
        guard let next, next <= context.now.boot else { return output }
        if let owed = owedDisclosure, owed.wait(at: context.now.boot) == .zero {
            output.requests.append(sayDisclosure(owed, isOverCompanion: context.live != nil, at: context.now.boot))
        }
        guard var talk else { return output }
        var record = context.durable.talks
        if talk.isOver || talk.unwritten >= Self.writeInterval { talk.write(to: &record, in: context) }
        if !talk.isOver, !context.isAtRisk { keepLimits(of: &talk, &record, &output, in: context) }
        if record != context.durable.talks { output.changes.append(record) }
        self.talk = talk.isOver ? nil : talk
        return output
    }

    private func keepLimits(
        of talk: inout MeasuredTalk, _ record: inout TalkRecord, _ output: inout FeatureOutput<TalkKeeper>,
        in context: FeatureContext
    ) {
        var use = self.use(talk, in: context)
        if context.isClockTrusted { use.today = .seconds(record.seconds(on: context.talkDay)) + talk.unwritten }
        let left = TalkLimits(context).left(use)
        let now = context.now.boot
        if left.span <= .zero {
            talk.write(to: &record, in: context)
            talk.isOver = true
            output.requests += [
                .note(.talkLimit, detail: left.limit.rawValue), .endConversation(.limit),
                .say(.limit(.over(left.limit))),
            ]
        } else if talk.near.isDue(at: now), left.span <= Self.nearEnd, talk.length >= TalkLimits.shortest {
            talk.near.asked(at: now)
            output.requests.append(.sayOverCompanion(.limit(.nearlyOver(left.limit))))
        } else if context.profile.age == .from13To17, talk.pause.isDue(at: now), talk.length >= Self.breakAfter {
            talk.pause.asked(at: now)
            output.requests.append(.sayOverCompanion(.limit(.pause)))
        }
    }

    // MARK: Short nights

    /// How many hours the last nights should have had, if a talk about this habit has to mention that they were shorter
    /// (G-10): at bedtime only.
    func shortNightHours(_ habit: HabitID?, in context: FeatureContext) -> Int? {
        guard habit == .bedtime, context.isClockTrusted, !context.isAtRisk, !isLate(habit, in: context),
            context.durable.talks.mayMentionShortNights(on: context.local.date)
        else { return nil }
        let age = context.profile.age
        let isShort = SleepOpportunity.isShort(
            records(ofNights: SleepOpportunity.nights, in: context),
            before: SleepOpportunity.evening(context.local.local), age: age,
            zone: context.calendar.zone, ownTime: context.calendar.ownTime)
        return isShort ? SleepOpportunity.hours(for: age) : nil
    }

    /// Whether a talk about this habit begins with a word on the late hour: at bedtime only.
    func isLate(_ habit: HabitID?, in context: FeatureContext) -> Bool {
        guard habit == .bedtime, context.isClockTrusted, !context.isAtRisk else { return false }
        let wake = context.calendar.upcoming.first { $0.habit.subject == .wake && !$0.isSkipped }
        return wake.map { SleepOpportunity.isLate(at: context.now.civil, wake: $0.at, age: context.profile.age) }
            ?? false
    }

    /// Whether a training that begins now is to be offered as a light one, after a very short night (G-10).
    func isTrainingLight(in context: FeatureContext) -> Bool {
        context.isClockTrusted
            && SleepOpportunity.isTrainingLight(
                records(ofNights: 1, in: context), at: context.now.civil, ownTime: context.calendar.ownTime)
    }

    /// What is on record of the last nights, with a margin for alarms that were moved and for zones.
    private func records(ofNights nights: Int, in context: FeatureContext) -> [OccurrenceRecord] {
        context.durable.schedule.records(of: [.bedtime, .wake], on: -(nights + 3)...2, from: context.local.date)
    }

    /// Notes that they were mentioned, or that the companion has to.
    private func mentionedShortNights(in context: FeatureContext) -> FeatureOutput<TalkKeeper> {
        var record = context.durable.talks
        record.shortNightsToldOn = context.local.date
        return FeatureOutput(changes: [record])
    }

    // MARK: Saying that it is an AI

    /// Whether the next companion has to begin with it.
    func owesDisclosure(in context: FeatureContext) -> Bool {
        context.durable.talks.owesDisclosure(on: context.local.date)
    }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<TalkKeeper> {
        let outcome: Disclosure.Outcome
        switch notice {
        case .conversationBegan:
            (disclosure, owedDisclosure) = (Disclosure(), nil)
            return FeatureOutput()
        case .said(let phrase): return said(phrase, in: context)
        case .callOpened(let habit):
            disclosure.open(isOwed: owesDisclosure(in: context) && !context.isAtRisk)
            return shortNightHours(habit, in: context) == nil ? FeatureOutput() : mentionedShortNights(in: context)
        case .heard(let voice, let words, let turn): outcome = disclosure.hear(voice, words.words, turn: turn)
        case .conversationEnded(let end, _):
            let isOwed = owedDisclosure != nil && end.isOwnerAwake
            if !end.isOwnerAwake { owedDisclosure = nil }
            let last = disclosure.end(isOwnerAwake: end.isOwnerAwake)
            outcome = last == .nothing && isOwed ? .deviceSaysAfterwards : last
        case .concernRaised:
            // Nothing else matters in that talk, and its own instructions say it.
            disclosure.drop()
            owedDisclosure = nil
            return FeatureOutput()
        case .pressed, .occurrenceEnded, .wentOffRecord, .profileChanged, .clockTrusted, .calendarChanged,
            .devicesChanged, .alarmChecked, .companionChecked:
            return FeatureOutput()
        }
        switch outcome {
        case .nothing: return FeatureOutput()
        case .said: return disclosed(in: context)
        case .deviceSays, .deviceSaysAfterwards:
            let owed = owedDisclosure ?? RepeatedWords()
            let isOverCompanion = outcome == .deviceSays
            return FeatureOutput(
                requests: [sayDisclosure(owed, isOverCompanion: isOverCompanion, at: context.now.boot)])
        }
    }

    private mutating func sayDisclosure(
        _ owed: RepeatedWords, isOverCompanion: Bool, at now: BootTime
    ) -> FeatureRequest {
        var owed = owed
        owed.asked(at: now)
        // Tried often enough: the next companion owes it.
        owedDisclosure = owed.isOver ? nil : owed
        return isOverCompanion ? .sayOverCompanion(.limit(.disclosure)) : .say(.limit(.disclosure))
    }

    private func disclosed(in context: FeatureContext) -> FeatureOutput<TalkKeeper> {
        var record = context.durable.talks
        record.disclosedOn = context.local.date
        return FeatureOutput(changes: record == context.durable.talks ? [] : [record])
    }

    /// Notes what the device has said: only then does it count.
    private mutating func said(_ phrase: Phrase, in context: FeatureContext) -> FeatureOutput<TalkKeeper> {
        guard case .limit(let phrase) = phrase else { return FeatureOutput() }
        switch phrase {
        case .disclosure:
            owedDisclosure = nil
            return disclosed(in: context)
        case .shortNights: return mentionedShortNights(in: context)
        case .nearlyOver: talk?.near.wereSaid()
        case .pause: talk?.pause.wereSaid()
        case .over, .late: break
        }
        return FeatureOutput()
    }
}

/// Words of the device's own, which are asked for until they were said: an alarm, or other words, may come in between.
private struct RepeatedWords: Hashable, Sendable {
    private var isSaid = false
    private var tries = 0
    private(set) var nextTry: BootTime?

    private static let maximumTries = 5
    /// Longer than it takes to say them.
    private static let pause = TimeSpan.seconds(12)

    /// Whether they were said, or asked for often enough.
    var isOver: Bool { isSaid || tries >= Self.maximumTries }

    func wait(at now: BootTime) -> TimeSpan { nextTry.map { max($0 - now, .zero) } ?? .zero }
    func isDue(at now: BootTime) -> Bool { !isOver && wait(at: now) == .zero }

    mutating func asked(at now: BootTime) {
        tries += 1
        nextTry = now + Self.pause
    }

    mutating func wereSaid() { isSaid = true }
}

/// One live talk as it is measured.
private struct MeasuredTalk: Hashable, Sendable {
    private var measuredUntil: BootTime
    /// Whether the time since then falls into a night.
    private var isNight: Bool
    private var occurrence: Occurrence?
    private var isOpen: Bool
    private(set) var length = TimeSpan.zero
    private(set) var atNight = TimeSpan.zero
    /// What the record does not count yet.
    private(set) var unwritten = TimeSpan.zero
    /// The length at which the talk became one about an alarm; nil: it is about none.
    private(set) var alarmBegan: TimeSpan?
    /// That the limit is near.
    var near = RepeatedWords()
    /// That a break may be good.
    var pause = RepeatedWords()
    var isOver = false

    init(_ live: LiveTalk, at now: BootTime, isNight: Bool) {
        measuredUntil = now
        self.isNight = isNight
        isOpen = live.isOpen
        follow(live)
    }

    mutating func measure(until now: BootTime, isNight isNightNow: Bool) {
        defer { isNight = isNightNow }
        guard !isOver, now > measuredUntil else { return }
        let span = now - measuredUntil
        measuredUntil = now
        guard isOpen else { return }
        length = length + span
        unwritten = unwritten + span
        if isNight { atNight = atNight + span }
    }

    /// An alarm that takes the talk over begins with its own reserve.
    mutating func follow(_ live: LiveTalk) {
        isOpen = live.isOpen
        guard live.occurrence != occurrence else { return }
        occurrence = live.occurrence
        alarmBegan = occurrence == nil ? nil : length
        near = RepeatedWords()
    }

    /// Counts whole seconds; a part of a second waits for the next time.
    mutating func write(to record: inout TalkRecord, in context: FeatureContext) {
        let seconds = Int(unwritten.milliseconds / 1000)
        unwritten = unwritten - .seconds(seconds)
        if context.isClockTrusted, seconds > 0 { record.add(seconds, on: context.talkDay) }
    }
}

extension TalkLimits {
    fileprivate init(_ context: FeatureContext) {
        self.init(age: context.profile.age, minutesPerDay: context.profile.talkMinutes)
    }
}

extension FeatureContext {
    /// The time until the night begins, zero at night; nil while nobody knows the time.
    fileprivate var untilNight: TimeSpan? { isClockTrusted ? TalkLimits.untilNight(local.local) : nil }
    fileprivate var talkDay: LocalDate { local.evening }
}
