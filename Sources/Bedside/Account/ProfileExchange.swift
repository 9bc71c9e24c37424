/// Keeps the owner's profile and the one at the gateway the same (ACCOUNT-2): one request at a time, none while something
/// rings; the newest wins. What the gateway has is a proposal, which the device applies by its own rules.
struct ProfileExchange: Hashable, Sendable {
    private struct Request: Hashable, Sendable {
        var number: Int
        var isSend: Bool
        /// The version that the gateway was told is here; nil: none.
        var version: Int?
        /// What had been chosen by then, as `choices` counts.
        var choices: Int
    }

    /// When to ask or send; nil: not before the gateway is known.
    private var dueAt: BootTime?
    /// Until when the gateway wants to be left alone.
    private var notBefore = BootTime.zero
    private var request: Request?
    private var patienceEndsAt = BootTime.zero
    private var lastNumber = 0
    private var failures = 0
    /// Whether the gateway has said that it has no profile.
    private var gatewayIsEmpty = false
    /// Whether only the zone is to be sent.
    private var sendsZone = false
    /// Whether all of the profile is to be read, whatever is here: after a sign-in.
    private var readsWhole = false
    /// Whether the change of the profile that comes next is the gateway's.
    private var isApplying = false
    /// Counts what the owner has chosen since the start.
    private var choices = 0
    /// What the gateway did not take.
    private var refusedChoices: Int?
    /// The version of the page that was put right last.
    private var correctedVersion: Int?

    /// So that several choices in a row are sent once.
    static let gathersFor = TimeSpan.seconds(5)
    static let asksEvery = TimeSpan.minutes(30)
    static let patience = TimeSpan.seconds(60)
    /// While an alarm is not over.
    static let triesAgainAfter = TimeSpan.minutes(2)
    /// After a start: alarms come first. Speakers that get power together do not ask together.
    static let waitsAtFirst = TimeSpan.seconds(20)
    static let waitsLongerSeconds = 60
    /// Before the gateway hears what follows from its answer, or which version is applied.
    static let goesOnAfter = TimeSpan.seconds(2)
    static let refusedFor = TimeSpan.hours(24)

    /// The number of the request that is on its way.
    var awaited: Int? { request?.number }
    var deadline: BootTime? { request == nil ? dueAt : patienceEndsAt }

    /// - Parameter user: the gateway's name for the owner; nil: nobody is signed in, or nothing is to leave the device.
    mutating func plan(user: String?, at now: BootTime) {
        guard let user else {
            (dueAt, request, failures, gatewayIsEmpty, sendsZone) = (nil, nil, 0, false, false)
            return
        }
        guard dueAt == nil else { return }
        let spread = user.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % Self.waitsLongerSeconds
        dueAt = now + Self.waitsAtFirst + .seconds(spread)
    }

    /// At once: what the gateway has is what setting up asks for next.
    mutating func signedIn(at now: BootTime) {
        (request, failures, gatewayIsEmpty, sendsZone, notBefore) = (nil, 0, false, false, .zero)
        readsWhole = true
        dueAt = now
    }

    /// The owner looks, or an alarm is near.
    mutating func askSoon(at now: BootTime) { bringForward(to: now) }

    private mutating func bringForward(to time: BootTime) {
        if let dueAt { self.dueAt = max(min(dueAt, time), notBefore) }
    }

    /// What to request now; nil: nothing.
    mutating func advance(in context: FeatureContext) -> AccountKeeper.Effect? {
        let now = context.now.boot
        let standing = context.durable.account.profile
        if request != nil, patienceEndsAt <= now {
            request = nil
            dueAt = now + AccountKeeper.longestRetry
        }
        guard request == nil, let dueAt, dueAt <= now else { return nil }
        patienceEndsAt = now + Self.patience
        lastNumber += 1
        let isOwed = standing.isOwed && refusedChoices != choices
        let isSend = gatewayIsEmpty || isOwed || sendsZone
        let known = readsWhole && !isSend ? nil : standing.version
        request = Request(number: lastNumber, isSend: isSend, version: known, choices: choices)
        guard isSend else { return .readProfile(version: known, request: lastNumber) }
        let changedAt = standing.isOwed ? standing.changedAt : standing.afterHeld
        let body = SharedProfile.document(
            of: context.profile, zone: context.calendar.zone.name, changedAt: changedAt)
        return .sendProfile(PrivateText(body.line), request: lastNumber)
    }

    /// The owner has chosen something: the gateway is to hear it.
    ///
    /// - Returns: how the profile stands now.
    mutating func chose(_ standing: ProfileStanding, in context: FeatureContext) -> ProfileStanding {
        var standing = standing
        let now = context.isClockTrusted ? context.now.civil : nil
        standing.isOwed = true
        // Later than what the gateway has, whatever this clock says.
        standing.changedAt = [now, standing.afterHeld].compactMap { $0 }.max()
        choices += 1
        bringForward(to: context.now.boot + Self.gathersFor)
        return standing
    }

    /// Whether a change of the profile was the gateway's own, which need not hear of it.
    mutating func consumesOwnEcho() -> Bool {
        defer { isApplying = false }
        return isApplying
    }

    // MARK: Answers

    struct Outcome: Hashable, Sendable {
        var standing: ProfileStanding
        var requests: [FeatureRequest] = []
        /// Whether alarms are at other times now.
        var changedAlarms = false
    }

    mutating func take(
        _ answer: ProfileAnswer, to number: Int, _ standing: ProfileStanding, thousandth: Int,
        in context: FeatureContext
    ) -> Outcome {
        var outcome = Outcome(standing: standing)
        let now = context.now.boot
        guard let asked = request, asked.number == number else { return outcome }
        request = nil
        switch (answer, asked.isSend) {
        case (.failed(let seconds), _): fail(retryAfterSeconds: seconds, thousandth, at: now)
        // No gateway answers so.
        case (.none, true), (.unchanged, true), (.refused, false): fail(retryAfterSeconds: nil, thousandth, at: now)
        case (.none, false):
            settle(thousandth, at: now)
            gatewayIsEmpty = true
            dueAt = now + Self.goesOnAfter
        case (.refused, true):
            settle(thousandth, at: now)
            // It stays owed; another choice may be taken.
            (refusedChoices, gatewayIsEmpty, sendsZone) = (choices, false, false)
            dueAt = now + Self.refusedFor
            outcome.requests.append(.log(.error, "the gateway does not take the profile"))
        case (.unchanged, false):
            settle(thousandth, at: now)
            sendsZone = standing.zone != context.calendar.zone.name && !standing.isOwed
            if sendsZone { dueAt = now + Self.goesOnAfter }
        case (.newest(let profile), _):
            settle(thousandth, at: now)
            take(profile, asked, &outcome, in: context)
            if outcome.standing.isOwed, refusedChoices != choices { bringForward(to: now + Self.gathersFor) }
        }
        return outcome
    }

    private mutating func fail(retryAfterSeconds seconds: Int?, _ thousandth: Int, at now: BootTime) {
        let wait = AccountKeeper.retry(failures, after: seconds, thousandth: thousandth)
        dueAt = now + wait
        if seconds != nil { notBefore = now + wait }
        failures += 1
    }

    /// The next question in half an hour or somewhat more, so that speakers do not ask together.
    private mutating func settle(_ thousandth: Int, at now: BootTime) {
        failures = 0
        dueAt = now + Self.asksEvery + .seconds(min(max(thousandth, 0), 999))
    }

    private mutating func take(
        _ profile: SharedProfile, _ asked: Request, _ outcome: inout Outcome, in context: FeatureContext
    ) {
        let now = context.now.boot
        let standing = outcome.standing
        // What rings, or waits for its owner to be heard, is the owner's to answer. The gateway's can wait.
        guard !context.durable.records.values.contains(where: { $0.outcome == .open }) else {
            dueAt = now + Self.triesAgainAfter
            return
        }
        // The owner has chosen something since: that is sent, and comes back as what is newest.
        guard asked.choices == choices else { return }
        if standing.isOwed, !asked.isSend, profile.changedAt ?? .distantPast <= standing.changedAt ?? .distantPast {
            return
        }
        guard asked.isSend || !Self.isOlder(profile, than: standing) else {
            outcome.standing = sendsAgain(standing)
            return
        }
        let change = profile.change(of: context.profile)
        let result = context.profile.changed(by: change, isSignedIn: true)
        if case .success(let changed) = result, let wait = Self.postponement(of: changed.profile, in: context) {
            dueAt = now + wait + Self.triesAgainAfter
            return
        }
        (gatewayIsEmpty, sendsZone, readsWhole) = (false, false, false)
        outcome.standing = ProfileStanding(
            version: profile.version, heldAt: profile.changedAt,
            zone: asked.isSend ? context.calendar.zone.name : standing.zone, user: standing.user)
        var isApplied = false
        switch result {
        case .failure:
            outcome.requests.append(.log(.notice, "a profile from the gateway breaks a rule and was not applied"))
            correct(profile, &outcome, in: context)
        case .success(let changed):
            if changed.profile != context.profile {
                (isApplied, isApplying) = (true, true)
                outcome.requests.append(.applyFromGateway(change))
                outcome.changedAlarms = Self.alarmTimesDiffer(context.profile, changed.profile)
            }
            if profile.isPartial { correct(profile, &outcome, in: context) }
        }
        // The gateway knows no habits yet, so it gets those of this device.
        if standing.version == nil, profile.listed.isEmpty { outcome.standing = chose(outcome.standing, in: context) }
        // The next question names the version, by which the gateway knows that it is applied.
        if profile.version != asked.version, isApplied || !asked.isSend { dueAt = now + Self.goesOnAfter }
    }

    /// Whether a gateway says what this device was told before it heard of what is here. Its count only grows, so its
    /// database was put back to an older state. A date after that of what is here is a change that was made since.
    private static func isOlder(_ profile: SharedProfile, than standing: ProfileStanding) -> Bool {
        guard let version = standing.version, profile.version < version else { return false }
        guard let time = profile.changedAt, let held = standing.heldAt else { return true }
        return time <= held
    }

    /// The gateway gets back what it has lost, dated as what is here: of several speakers the one with the newest wins.
    private mutating func sendsAgain(_ standing: ProfileStanding) -> ProfileStanding {
        var standing = standing
        if !standing.isOwed { (standing.isOwed, standing.changedAt) = (true, standing.afterHeld) }
        choices += 1
        return standing
    }

    /// What was typed on the page and cannot be is replaced there by what is, once. What another speaker sent is not: the
    /// two would never end.
    private mutating func correct(_ profile: SharedProfile, _ outcome: inout Outcome, in context: FeatureContext) {
        guard profile.isFromPage, correctedVersion != profile.version else { return }
        correctedVersion = profile.version
        outcome.standing = chose(outcome.standing, in: context)
    }

    /// How long a change has to wait by which an alarm that is still ahead today would be over: it rings as it was.
    private static func postponement(of after: Profile, in context: FeatureContext) -> TimeSpan? {
        var durable = context.durable
        durable.profile = after
        let now = context.now.civil
        let agenda = Agenda(durable: durable, zone: context.calendar.zone, now: now)
        return context.profile.habits.compactMap { before -> TimeSpan? in
            guard let due = context.calendar.next(of: before.id, after: now), let habit = after.habit(before.id),
                let other = agenda.due(habit, on: due.occurrence.date), other.at <= now
            else { return nil }
            return due.at - now
        }.max()
    }

    /// Whether an alarm is there at other times than before.
    private static func alarmTimesDiffer(_ before: Profile, _ after: Profile) -> Bool {
        func times(_ profile: Profile) -> [Habit] {
            profile.habits.filter(\.isOn).map { Habit(id: $0.id, at: $0.at, days: $0.days) }.sorted { $0.id < $1.id }
        }
        return times(before) != times(after)
    }
}

extension CivilTime {
    fileprivate static let distantPast = CivilTime(nanoseconds: .min)
}
