import Bedside
import Board
import Logging

/// Work that is done beside the rules and away from any alarm: the clock's trust, the disk, the clock chip, spare
/// descriptors, and the journal for `anicca replay`.
extension Appliance {
    private static let descriptorPause = TimeSpan.seconds(15)

    func armClockCheck() {
        let now = parts.clock.now()
        if !machine.status(at: now).isClockTrusted { clockCheck?.arm(now.boot + Self.clockCheckPause) }
    }

    /// Checks an untrusted clock until it is trusted (ALARM-8): a time server that finds the clock right, or slews it,
    /// causes no event. And once, a clock that was set: was that a time server?
    func checkClock() {
        if parts.clock.isSynchronized() { handle(.clockSet(isSynchronized: true)) } else { armClockCheck() }
    }

    /// Writes the rest some seconds after the last write, away from any alarm.
    ///
    /// - Parameter isRemoval: only something that a reader held is still to be removed.
    func armHousekeeping(forRemoval isRemoval: Bool = false) {
        guard !isHousekeepingArmed else { return }
        isHousekeepingArmed = true
        housekeeping?.arm(parts.clock.now().boot + .seconds(isStoreWorking && !isRemoval ? 5 : 15))
    }

    func keepHouse() {
        isHousekeepingArmed = false
        let now = parts.clock.now()
        let isAlarmNear = machine.deadline.civil.map { $0 - now.civil < .seconds(10) } ?? false
        guard machine.activity == .idle, !isAlarmNear else {
            armHousekeeping()
            return
        }
        setWakeClock()
        takeDescriptorsBack()
        if !flushStore(within: Patience.ofOwner) {
            armHousekeeping()
        } else if store.owesRemoval {
            armHousekeeping(forRemoval: true)
        }
        tidyRecordings()
    }

    /// Deletes recordings whose time is over, off the loop, and looks again within the hour while there are any: a day
    /// may begin without any event (GUARD-1).
    private func tidyRecordings() {
        guard recordings.mayHoldAny else { return }
        // The rules notice a clock that was set a moment ago: what is destroyed here does not come back.
        handle(.tick)
        let today = machine.steadyDate(at: parts.clock.now())
        recordings.tidy(today: today, keepDays: status.settings.recordings.keepDays)
        if recordingTimer == nil { recordingTimer = try? reactor.makeTimer { [weak self] in self?.tidyRecordings() } }
        recordingTimer?.arm(parts.clock.now().boot + .hours(1))
    }

    /// The board may be put to sleep or switched off: its clock chip wakes it for the next alarm.
    func setWakeClock() {
        parts.hardware.requestWakeClock()
        let now = parts.clock.now()
        guard let clock = parts.hardware.wakeClock, machine.status(at: now).isClockTrusted else { return }
        do throws(GPIOError) {
            try clock.set(machine.startsMachine(at: now), now: now.civil)
        } catch {
            logger.error("the clock chip's alarm: \(error)")
        }
    }

    // MARK: Descriptors

    /// Frees the spare descriptors, so that a ring can open what it needs even if all others are used up.
    ///
    /// - Parameter isPrepared: it is prepared, and not played yet; a chime is prepared only for a soft net (F-11).
    func giveDescriptors(to playback: Playback, isPrepared: Bool = false) {
        if playback.source.isAlarm || (isPrepared && playback.source == .chime) { giveDescriptors() }
    }

    /// Whether a ring that nobody hears has too few descriptors left, with the spare ones, which it gets now.
    func ringLacksDescriptors() -> Bool {
        giveDescriptors()
        return descriptorReserve.isExhausted
    }

    private func giveDescriptors() {
        descriptorReserve.release()
        descriptorsGivenAt = parts.clock.now().boot
    }

    /// Takes spare descriptors again, long after a ring has begun or been prepared: other threads open what the ring
    /// needs.
    func takeDescriptorsBack() {
        if let descriptorsGivenAt, parts.clock.now().boot - descriptorsGivenAt < Self.descriptorPause { return }
        if machine.activity == .idle { descriptorReserve.fill() }
    }

    // MARK: The journal

    /// Keeps the event for `anicca replay`.
    func note(_ event: Event, at now: Moment, _ actions: [Action], isGlitch: Bool) {
        func write(_ edges: [EdgeNotes.Edge]) {
            for edge in edges { store.note(edge.event, at: edge.moment, actions: edge.actions, nil) }
        }
        if case .edge(let button, let isActive) = event {
            let edge = ButtonEdge(button: button, isActive: isActive, at: now.boot)
            write(edgeNotes.take(.init(edge: edge, event: event, moment: now, actions: actions), isGlitch: isGlitch))
        } else {
            write(edgeNotes.flush())
            if !event.isOfSensorLine || edgeNotes.mayWrite(at: now.boot) {
                store.note(event, at: now, actions: actions, machine.wordlessNotes(on: event, actions))
            }
        }
        if let account = edgeNotes.accountDue(at: now.boot) {
            logger.notice(
                "buttons: a noisy line", metadata: ["glitches": "\(account.glitches)", "edges": "\(account.edges)"])
        }
    }
}

extension StoreDriver {
    /// Adds an event to the journal. The digest of a long catch-up takes a while, so the store's thread computes it.
    fileprivate func note(_ event: Event, at moment: Moment, actions: [Action], _ notes: WordlessNotes?) {
        note { JournalLine.event(event, at: moment, digest: JournalLine.digest(actions), notes: notes) }
    }
}

extension Event {
    fileprivate var isOfSensorLine: Bool { if case .presenceEdge = self { true } else { false } }

    /// Whether the journal keeps it: questions change nothing and would only fill it.
    var isWorthKeeping: Bool {
        switch self {
        // The answer to the last of these has days that no journal has.
        case .command(.status, _), .command(.next, _), .command(.affirmation(.list), _),
            .command(.ownVoice(.report), _), .command(.fading(.progress), _):
            false
        default: true
        }
    }
}

extension Appliance {
    /// Shows and logs what happened.
    func tell(_ entry: NightEntry) {
        display.note(entry)
        var metadata: Logger.Metadata = [:]
        if let occurrence = entry.occurrence {
            metadata["habit"] = "\(occurrence.habit)"
            metadata["occurrence"] = "\(occurrence.date)"
        }
        if let followUp = entry.followUp { metadata["follow_up"] = "\(followUp)" }
        if let cause = entry.cause { metadata["cause"] = "\(cause.rawValue)" }
        logger.info("\(entry.kind.rawValue)", metadata: metadata)
    }

    static func alarmFile(_ board: BoardDescription, _ shared: SharedFolders) -> String {
        let name = board.alarmSound ?? "AniccaWake.wav"
        return name.hasPrefix("/") ? name : "\(shared.sounds)/sounds/\(name)"
    }
}
