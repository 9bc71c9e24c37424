/// What the appliance does about one occurrence: a main ring, then follow-ups (ALARM-2), until somebody answers.
///
/// Ring `n` is due `n` intervals after `anchor`. Shortly before, its progress is written and its sound loaded
/// (`committed`); then it sounds; then the episode waits for the next ring. After a power cut, at most the ring in
/// progress is repeated. All of this runs on the boot clock, so that a set clock neither hurries nor delays it; the
/// record carries the civil time, for a restart after a power cut.
struct Episode: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// Nothing sounds. Can go to `committed`, `held`.
        case waiting
        /// The next ring is on disk and its sound is loaded. Can go to `ringing`, `held`, `waiting` (too late for that
        /// ring, or its habit goes on after a newer one).
        case committed
        /// Ring `followUp` sounds until `until`. Can go to `waiting`, `held`.
        case ringing(until: BootTime)
        /// Start was pressed, but the owner has not been heard yet (ALARM-14). Can go to `waiting`.
        case held
    }

    var occurrence: Occurrence
    var habit: Habit
    /// The occurrence's record as it is on disk.
    var record: OccurrenceRecord
    /// When follow-up 0 was due.
    var anchor: BootTime
    /// Number of the ring that sounds, or sounds next; 0 is the main ring.
    var followUp: Int
    var phase: Phase
    /// Whether the ring that sounds, or sounded last, has left a device or was taken by the buzzer (SOUND-6).
    var isProven = false
    /// When Start was last pressed, while the owner has not been heard yet (ALARM-14).
    var pressedAt: BootTime?
    /// Whether the owner was not heard after such a press, so that the follow-ups rang after all.
    var fellAsleep = false
    /// Whether it began with its main ring, in time and with the power on since.
    var isWhole = true
    /// Whether it is a net: it began after the habit's own time, because no sign of life had come (FADE-1).
    var isNet = false
    /// Whether the night log says since this start that it is one.
    var isNetNoted = false
    /// Whether it fell due while the owner was talking, and waits to hear them again.
    var isInTalk = false

    /// Whether it is one soft chime (F-11).
    var isSoft: Bool { isNet && Net.isSoft(habit.id) }

    static let maximumRing = TimeSpan.seconds(30)
    /// How long before a ring its progress is written and the device opened: longer than a busy disk delays a write.
    static let preparation = TimeSpan.seconds(3)
    /// How long before the next ring the one that sounds ends: its preparation, and a breath.
    static let clearance = preparation + .milliseconds(500)

    /// How long one ring lasts: at most 30 s, and until shortly before the next one is prepared.
    static func ringSpan(_ habit: Habit) -> TimeSpan {
        min(maximumRing, habit.followUpInterval - clearance)
    }

    /// How it ends by a press, now or when Start was pressed.
    func ending(pressedAt now: BootTime?) -> OccurrenceEnding {
        OccurrenceEnding(
            pressedAfter: (pressedAt ?? now).map { $0 - anchor }, isWhole: isWhole,
            isInTalk: isInTalk && record.rings == 0, fellAsleep: fellAsleep)
    }

    /// How it ends when nobody answers its last ring.
    var unanswered: OccurrenceEnding {
        OccurrenceEnding(pressedAfter: pressedAt.map { $0 - anchor }, isWhole: isWhole)
    }

    func due(_ followUp: Int) -> BootTime { anchor + habit.followUpInterval * followUp }

    /// The first follow-up whose own time lies after `now`.
    func nextOnGrid(after now: BootTime) -> Int {
        let elapsed = max((now - anchor).nanoseconds, 0)
        return Int(clamping: elapsed / max(habit.followUpInterval.nanoseconds, 1)) + 1
    }

    /// When this episode next wants to act; nil while it is held.
    var deadline: BootTime? {
        switch phase {
        case .waiting: due(followUp) - Episode.preparation
        case .committed: due(followUp)
        case .ringing(let until): until
        case .held: nil
        }
    }
}

/// What is left to do about an occurrence that was due `elapsed` ago (ALARM-6): the same rule for an alarm on time, one
/// that a set clock stepped over, and one that fell while the power was off.
enum LateArrival: Hashable, Sendable {
    /// Ring this follow-up at once.
    case ring(followUp: Int)
    /// Wait for this follow-up.
    case wait(followUp: Int)
    case missed

    /// - Parameters:
    ///   - committed: the highest follow-up that may have sounded already; nil: none.
    ///   - isCommittedOver: whether it is known to have ended.
    init(habit: Habit, elapsed: TimeSpan, committed: Int?, isCommittedOver: Bool = false) {
        guard elapsed >= .zero else {
            self = .wait(followUp: min((committed ?? -1) + 1, habit.followUps))
            return
        }
        let interval = max(habit.followUpInterval.nanoseconds, 1)
        let reached = elapsed.nanoseconds / interval
        guard reached <= Int64(habit.followUps) else {
            self = .missed
            return
        }
        let current = Int(reached)
        let intoRing = TimeSpan(nanoseconds: elapsed.nanoseconds - reached * interval)
        let isStillSounding = intoRing < Episode.ringSpan(habit)
        if let committed, committed >= current {
            // It was cut off while it sounded: the ring in progress may be heard again, but no other.
            if committed == current, isStillSounding, !isCommittedOver {
                self = .ring(followUp: current)
            } else {
                self = committed < habit.followUps ? .wait(followUp: committed + 1) : .missed
            }
        } else if current < habit.followUps || isStillSounding {
            self = .ring(followUp: current)
        } else {
            self = .missed
        }
    }
}
