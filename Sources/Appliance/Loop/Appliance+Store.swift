import Bedside
import Realtime
import Store

/// What the rules write, and for how long the loop waits for it (ALARM-7).
extension Appliance {
    /// A day where nothing is planned; nil where something is going on.
    var untilDue: Span? {
        guard machine.activity == .idle else { return nil }
        return machine.deadline.civil.map { $0 - SystemClock.civil() } ?? .seconds(86_400)
    }

    /// Nil: on disk. A failure is told to the rules after this event; the store keeps what it could not write.
    func commit(_ changes: [Change], within patience: Span) -> StoreError? {
        for case .night(let entry) in changes { tell(entry) }
        defer { armHousekeeping() }
        do throws(StoreError) {
            if changes.contains(.wipe) {
                companion.forgetKey()
                let isComplete = wipe()
                events.post(.erased(isComplete: isComplete))
                guard isComplete else { throw StoreError.readOnly }
            } else {
                try store.commit(changes, within: patience)
            }
            storeIs(working: store.isWorking)
            return nil
        } catch .slow {
            // No failure yet: housekeeping, or the next look before an alarm, calls it one.
            logger.warning("store: \(StoreError.slow)")
            return .slow
        } catch {
            logger.error("store: \(error)")
            storeIs(working: false)
            return error
        }
    }

    /// All that can be removed is, whatever cannot; false: something stays.
    private func wipe() -> Bool {
        var isComplete = true
        do throws(FileError) {
            try OwnerKey.erase(stateFolder: parts.options.stateFolder)
        } catch {
            isComplete = false
            logger.error("not erased: \(error)")
        }
        do throws(StoreError) {
            try store.erase(within: Patience.ofErasure)
        } catch {
            isComplete = false
            logger.error("not erased: \(error)")
        }
        return isComplete
    }

    func storeIs(working: Bool) {
        guard working != isStoreWorking else { return }
        isStoreWorking = working
        _ = events.post(.store(isWorking: working))
    }
}

/// How long the loop waits for the disk. A good card takes some milliseconds, one that tidies itself up a second; one at
/// its end takes longer than any alarm may wait.
enum Patience {
    static let ofRing = Span.milliseconds(100)
    /// Who is told that it is saved waits for that.
    static let ofOwner = Span.seconds(1)
    static let ofErasure = Span.seconds(10)
    private static let ofOwnerAtRest = Span.seconds(5)

    /// `untilDue`: from now to the next alarm, where nothing else goes on.
    static func whilePerforming(_ actions: [Action], untilDue: Span?) -> Span {
        let isTold = actions.contains { action in
            switch action {
            case .reply(.changed, _): true
            case .answerTool(let answer): answer.isWrite
            default: false
            }
        }
        guard isTold else { return ofRing }
        return max(ofOwner, min(ofOwnerAtRest, untilDue ?? .zero))
    }
}
