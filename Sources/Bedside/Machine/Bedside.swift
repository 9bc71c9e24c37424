/// The appliance's rules: takes events, returns actions, touches nothing else.
///
/// One task owns it. Its deadlines and its light are pure functions of its state, so no timer can be forgotten: the
/// loop arms two clocks from `deadline` after every event. Nothing here may trap.
///
/// `handle` first notices a clock that was set, then takes the event, then serves every deadline that has passed, and
/// returns the actions in the order in which drivers have to perform them. Changes of the durable state apply in memory
/// at once and are collected for the next commit; an action that may only follow when they are on disk is emitted by
/// `emitAfterCommit` (ALARM-7). The parts (`Buttons`, `Speaker`, `Call`, `Conversation`) return outputs of their own,
/// which this type carries out; features are visited in `Bedside+Features.swift`.
public struct Bedside: Hashable, Sendable {
    var configuration: Configuration
    /// The calendar, with the durable state.
    @Boxed var agenda: Agenda
    var clock: ClockTrust
    /// Open episodes, oldest first; the newest owns the rings, and all end together (ALARM-5).
    var episodes: [Episode] = []
    @BoxedOptional var conversation: Conversation? = nil
    @Boxed var call = Call()
    @Boxed var features: Features
    var upEarly = UpEarly()
    /// The guided meditation that is on, or paused.
    @BoxedOptional var practice: Practice? = nil
    @Boxed var speaker: Speaker
    var buttons: Buttons
    var health = Health()
    var isListening = false
    var ending = Ending.none
    private var turn: Turn

    /// - Parameters:
    ///   - durable: the state as it was read from disk.
    ///   - isClockSynchronized: a time server keeps the clock, so it is trusted even before the time of the last write.
    public init(
        configuration: Configuration, durable: Durable, zone: ZoneRules, isClockSynchronized: Bool, at now: Moment
    ) {
        self.configuration = configuration
        var agenda = Agenda(durable: durable, zone: zone, now: now.civil)
        agenda.steady = SteadyTime(since: now.civil, isSynchronized: isClockSynchronized)
        self.agenda = agenda
        features = Features(eveningCheck: EveningCheck(now: now.civil))
        speaker = Speaker(outputs: configuration.outputs, hasBuzzer: configuration.hasBuzzer)
        clock = ClockTrust(
            floor: configuration.clockFloor, lastWritten: durable.lastWritten, now: now.civil,
            isSynchronized: isClockSynchronized)
        buttons = Buttons(timing: configuration.buttonRules)
        turn = Turn(at: now)
    }

    var durable: Durable { agenda.durable }
    var profile: Profile { agenda.durable.profile }
    var settings: Settings { agenda.durable.settings }
    var zone: ZoneRules { agenda.zone }

    /// The zone's rules now in force.
    public var zoneRules: ZoneRules { agenda.zone }

    /// What survives a power cut, as this machine believes it is on disk.
    public var durableState: Durable { agenda.durable }

    /// Starts the machine, before its first event: catches up with what fell due while the device was off (ALARM-6).
    public mutating func start(at now: Moment) -> [Action] {
        note(.started, at: now, cause: .power)
        if case .trusted = clock { regainClock(at: now, cause: .power) } else { note(.untrustedClock, at: now) }
        advance(to: now)
        return finish(at: now)
    }

    /// Takes one event. Every due deadline is served first, so a late tick loses nothing.
    public mutating func handle(_ event: Event, at now: Moment) -> [Action] {
        noticeClock(at: now, event)
        switch event {
        case .tick, .clockSet: break
        case .zone(let rules): zoneChanged(rules, at: now)
        case .buttonsRead(let levels): obey(buttons.read(levels), at: now)
        case .edge(let button, let isActive): obey(buttons.edge(button, isActive: isActive, at: now.boot), at: now)
        case .press(let button, let held, let cause): press(button, heldMilliseconds: held, from: cause, at: now)
        case .command(let command, let ticket): perform(command, ticket: ticket, at: now)
        case .sound(let event): sound(event, at: now)
        case .voice(let isActive): voice(isActive: isActive, at: now)
        case .microphoneFailed: microphoneFailed(at: now)
        case .buzzerFailed: speaker.buzzerFailed()
        case .store(let isWorking): storeChanged(isWorking: isWorking, at: now)
        case .erased(let isComplete): erased(isComplete: isComplete, at: now)
        case .storeRecovered:
            health.learn(.storeRecovered)
            note(.storage, at: now, cause: .device, detail: "recovered")
        case .settingsUnreadable: health.learn(.settingsUnreadable)
        case .conversation(let event, let call): conversation(event, call: call, at: now)
        case .companionChecked(let failure): companionChecked(failure, at: now)
        case .eveningCheck(let event): visitEveningCheck(at: now) { $0.take(event, in: $1) }
        case .memory(let event): visitMemory(at: now) { $0.take(event, in: $1) }
        case .teaching(let event): visitTeachings(at: now) { $0.take(event, in: $1) }
        case .recordings(let event): visitRecordings(at: now) { $0.take(event, in: $1) }
        case .affirmation(let event): visitAffirmations(at: now) { $0.take(event, in: $1) }
        case .wakeVoice(let event): visitWakeVoice(at: now) { $0.take(event, in: $1) }
        case .account(let event): take(event, at: now)
        case .ownVoice(let event): visitOwnVoice(at: now) { $0.take(event, in: $1) }
        case .presence: presenceSeen(at: now)
        case .presenceRead(let isActive): buttons.presence.read(isActive: isActive)
        case .presenceEdge(let isActive): presenceEdge(isActive: isActive, at: now)
        case .terminate: terminate(at: now)
        }
        advance(to: now)
        return finish(at: now)
    }

    // MARK: Collecting actions

    /// Adds an action, before what this event still has to write.
    mutating func emit(_ action: Action) { turn.actions.append(action) }

    /// Adds an action after a commit of everything written so far (ALARM-7).
    mutating func emitAfterCommit(_ action: Action) {
        commit()
        emit(action)
    }

    /// Adds an action at the end of the turn, after its last commit.
    mutating func emitLast(_ action: Action) { turn.lastActions.append(action) }

    /// Changes the durable state, in memory now and on disk with the next commit.
    mutating func write(_ change: Change) {
        let areClipsLost = change.mayChangeScripts && durable.losesScripts(by: [change])
        agenda.durable.apply(change)
        turn.changes.append(change)
        if case .removeRecord(let occurrence) = change { forgetDay(occurrence, at: turn.moment) }
        if case .memory = change { features.wakeVoice.memoryChanged() }
        if change.mayChangeScripts { features.ownVoice.scriptsChanged(areClipsLost: areClipsLost) }
    }

    /// Removes the record of what is to ring once more in another zone. A day on which the owner was up by themselves stays
    /// one: a date that comes twice counts once (FADE-2).
    mutating func removeReopened(_ occurrence: Occurrence) {
        let isUnaided = durable.records[occurrence]?.outcome == .unaided
        if isUnaided { clearOut(occurrence) } else { write(.removeRecord(occurrence)) }
    }

    /// Clears out a record that is too old to be of use. The day that it counted for stays counted.
    mutating func clearOut(_ occurrence: Occurrence) {
        agenda.durable.apply(.removeRecord(occurrence))
        turn.changes.append(.removeRecord(occurrence))
    }

    mutating func note(
        _ kind: NightEntry.Kind, at now: Moment, _ occurrence: Occurrence? = nil, followUp: Int? = nil,
        cause: NightEntry.Cause? = nil, detail: String? = nil
    ) {
        turn.changes.append(
            .night(
                NightEntry(
                    at: now.civil, kind: kind, occurrence: occurrence, followUp: followUp, cause: cause,
                    detail: detail)))
    }

    mutating func commit() {
        guard !turn.changes.isEmpty else { return }
        if case .trusted = clock, !turn.changes.contains(.wipe) { write(.lastWritten(turn.moment.civil)) }
        emit(.commit(turn.changes))
        turn.changes = []
    }

    private mutating func finish(at now: Moment) -> [Action] {
        closeUnusedCall(at: now)
        releaseAnswers(at: now)
        endUnprovenPreview()
        endHush(at: now)
        updateMicrophone(at: now)
        turn.moment = now
        let actions = takeActions()
        return ending == .exit ? actions + [.exit] : actions
    }

    /// Returns the collected actions, after a commit of what is still to be written.
    mutating func takeActions() -> [Action] {
        commit()
        defer { (turn.actions, turn.lastActions) = ([], []) }
        return turn.actions + turn.lastActions
    }

    /// Compares the clocks: if the civil clock has left the boot clock since the last event, somebody set it, whether
    /// the driver reported that or not.
    private mutating func noticeClock(at now: Moment, _ event: Event) {
        let elapsed = now.boot - turn.moment.boot
        let step = (now.civil - turn.moment.civil) - elapsed
        turn.moment = now
        if case .clockSet(let isSynchronized) = event {
            let isStep = step > .milliseconds(1) || step < .milliseconds(-1)
            clockChanged(by: isStep ? step : nil, isSynchronized: isSynchronized, at: now)
        } else {
            // A slewed clock drifts at most 0.05 %; twice that, and a second, is a step.
            let slew = TimeSpan(nanoseconds: max(elapsed.nanoseconds, 0) / 1000) + .seconds(1)
            if step > slew || step < -slew { clockChanged(by: step, isSynchronized: false, at: now) }
        }
    }
}

/// Collects what one event leads to; empty between events.
private struct Turn: Hashable, Sendable {
    /// The moment of the event, or of the last one.
    var moment: Moment
    var actions: [Action] = []
    /// Performed after all others.
    var lastActions: [Action] = []
    var changes: [Change] = []

    init(at moment: Moment) { self.moment = moment }
}

/// Whether and how this run of the appliance ends.
enum Ending: Hashable, Sendable {
    /// It goes on.
    case none
    /// Everything is being erased; the result is announced in the language that the owner had.
    case erasing(Language)
    /// The program ends with this event.
    case exit
}
