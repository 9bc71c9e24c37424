import Bedside
import Store

/// Writes what the rules want written, waits for the disk no longer than is safe, and reports the outcome (ALARM-7).
extension Appliance {
    /// The longest wait for the disk while the loop performs these actions.
    func patience(for actions: [Action]) -> TimeSpan {
        let now = parts.clock.now()
        let deadline = machine.deadline
        let untilDue: TimeSpan =
            switch machine.activity {
            case .ringing: Patience.ofOwnerInRing
            case .waiting:
                // A follow-up is due on the boot clock, an alarm on the civil clock.
                [deadline.civil.map { $0 - now.civil }, deadline.boot.map { $0 - now.boot }].compactMap { $0 }.min()
                    ?? .zero
            case .idle, .dawn, .meditating, .preview, .connecting, .listening, .speaking:
                deadline.civil.map { $0 - now.civil } ?? Patience.ofOwnerAtRest
            }
        let longest = machine.activity == .idle ? Patience.ofOwnerAtRest : Patience.ofOwner
        return Patience.whilePerforming(actions, longest: longest, untilDue: untilDue)
    }

    /// Writes the changes. After a failure the store keeps what it could not write, and the rules get an event about it
    /// after this one.
    /// - Returns: why the changes are not on disk; nil if they are.
    func commit(_ changes: [Change], within patience: TimeSpan) -> StoreError? {
        if changes.contains(.wipe) { display.forgetOwner() }
        for case .night(let entry) in changes { tell(entry) }
        defer { armHousekeeping() }
        do throws(StoreError) {
            if changes.contains(.wipe) { try wipe() } else { try store.commit(changes, within: patience) }
            storeIs(working: store.isWorking)
            storeFault = nil
            storeSlowSince = nil
            return nil
        } catch .slow {
            storeFault = .slow
            storeSlowSince = storeSlowSince ?? parts.clock.now().boot
            // Not a failure yet: a check that finds it slow some seconds later reports it as one.
            logger.notice("store: \(StoreError.slow)")
            return .slow
        } catch {
            logger.error("store: \(error)")
            storeIs(working: false)
            storeFault = error
            return error
        }
    }

    /// Answers a command. If the change is not on disk, the answer says so instead of confirming it (SETUP-2).
    func answer(_ reply: Reply, ticket: Int, promise: Command.Promise, failure: StoreError?) {
        var reply = reply
        if reply.isUntrue(promise, isWritten: failure == nil, isStoreWorking: store.isWorking) {
            reply = .refused(.notSaved(reason: (failure ?? storeFault)?.wording ?? store.report.wording))
        }
        control?.reply(ticket: ticket, reply)
        // A command from the panel (ticket 0) gets its refusal on the panel, unless the disk is only slow.
        guard ticket == 0, failure != .slow, case .refused(let refusal) = reply else { return }
        let status = status
        display.say(refusal.text(in: status.profile.language), status: status)
    }

    /// Answers a tool call. A change that is not on disk is not confirmed (TALK-9).
    func answer(_ result: ToolAnswer, failure: StoreError?) {
        var result = result
        if failure != nil || !store.isWorking, result.isWrite {
            result.output = ToolResult.unsaved
            result.isSilent = false
        }
        companion.answer(result)
    }

    /// Removes everything that can be removed, even if some of it cannot, and reports to the rules whether all of it is
    /// gone.
    private func wipe() throws(StoreError) {
        companion.forgetKey()
        // For a token that the rules do not know of; one that they do is gone by now.
        account.forget(deleting: voicesToDelete)
        recordings.drop()
        let (folder, events, logger) = (parts.options.stateFolder, events, logger)
        let waitForFarewells = account.waitForFarewells
        try store.erase(within: Patience.ofErasure) {
            waitForFarewells()
            do throws(FileError) {
                try OwnerKey.erase(stateFolder: folder)
                return true
            } catch {
                logger.error("not erased: \(error)")
                return false
            }
        } onEnd: {
            events.post(.erased(isComplete: $0))
        }
    }

    /// Writes everything that is not on disk yet. A disk that has been slow for a moment is checked again before it counts
    /// as failed: after a start, the evening check may follow the first write at once.
    /// - Returns: whether everything is on disk.
    @discardableResult
    func flushStore(within patience: TimeSpan) -> Bool {
        let now = parts.clock.now().boot
        let isDone = store.flush(within: patience)
        if !isDone, store.isBehind {
            let since = storeSlowSince ?? now
            storeSlowSince = since
            if now - since < Patience.ofSlowDisk {
                armHousekeeping()
                return false
            }
        }
        storeIs(working: isDone || store.isWorking)
        if isDone { storeSlowSince = nil }
        return isDone
    }

    func storeCaughtUp() {
        guard !store.isBehind else { return }
        storeSlowSince = nil
        storeIs(working: store.isWorking)
    }

    func storeIs(working: Bool) {
        guard working != isStoreWorking else { return }
        isStoreWorking = working
        _ = events.post(.store(isWorking: working))
        if working { tellRecovery() }
    }

    /// Reports once that the state was recovered: at the start, or when a disk that could not be used comes back.
    func tellRecovery() {
        guard store.report.needsAttention, !isRecoveryTold else { return }
        isRecoveryTold = true
        _ = events.post(.storeRecovered)
    }
}

/// Reports that the store has finished everything that it was asked to do.
struct CaughtUp: Sendable {}

/// Limits on how long the loop waits for the disk. A good card takes some milliseconds, a card that reorganizes its
/// flash a second, and a failing card longer than any alarm may wait.
enum Patience {
    static let ofRing = TimeSpan.milliseconds(100)
    /// The wait for a change that is confirmed as saved. All waits together stay below the time that the command line
    /// waits for an answer.
    static let ofOwner = TimeSpan.seconds(1)
    static let ofOwnerAtRest = TimeSpan.seconds(3)
    /// A shorter wait while an alarm rings, since a press of Stop may come next.
    static let ofOwnerInRing = TimeSpan.milliseconds(400)
    static let ofErasure = TimeSpan.seconds(4)
    /// For how long a disk may be slow before it counts as failed; less than until the next housekeeping.
    static let ofSlowDisk = TimeSpan.seconds(3)
    /// The wait at the end of the program. Ending sound and companion takes time too, and all of it must fit into the
    /// time that the service manager allows.
    static let ofEnd = TimeSpan.seconds(1)

    /// - Parameters:
    ///   - longest: The wait if an answer confirms that the change is saved.
    ///   - untilDue: The time until something that must not wait is due, such as the next ring.
    static func whilePerforming(_ actions: [Action], longest: TimeSpan, untilDue: TimeSpan) -> TimeSpan {
        var isTold = false
        for action in actions {
            switch action {
            case .play(let playback):
                if playback.source.isAlarm { return ofRing }
            case .reply(.refused, _): break
            case .reply(_, let ticket): isTold = isTold || ticket != 0
            case .answerTool(let answer): isTold = isTold || answer.isWrite
            default: break
            }
        }
        return isTold ? max(ofRing, min(longest, untilDue)) : ofRing
    }
}

extension Reply {
    /// The reply with what the disk has not done yet of a change of keys or of an erasure (M-9).
    func truth(after changes: [Change], isOldKeyKept: Bool, owesRemoval: Bool) -> Reply {
        if self == .done, changes.contains(.memory(.rekey)), isOldKeyKept { return .memory(.oldKeyKept) }
        guard owesRemoval else { return self }
        if self == .done, changes.contains(where: \.removesPhrase) { return .affirmation(.traceKept) }
        guard case .memory(.changed(let kept, let forgotten)) = self, kept.isEmpty, !forgotten.isEmpty else {
            return self
        }
        return .memory(.traceKept(forgotten: forgotten))
    }
}

extension Change {
    /// Whether something of an owner's phrase is to be gone (MIND-7).
    var removesPhrase: Bool { if case .affirmation(.remove) = self { true } else { false } }
}

extension Action {
    var deletedVoice: VoiceToDelete? {
        switch self {
        case .ownVoice(.askDeletion(let id)): .id(id)
        case .ownVoice(.askDeletionOfUpload(let name)): .named(name)
        default: nil
        }
    }
}
