/// A press of Start that may still become a hold.
struct HeldStart: Hashable, Sendable {
    let since: BootTime
    let cause: NightEntry.Cause

    static let span = TimeSpan.seconds(2)

    var deadline: BootTime { since + Self.span }
}

/// The hold of both buttons that erases everything (SETUP-4).
enum EraseHold: Hashable, Sendable {
    /// Can go to `holding`.
    case none
    /// Can go to `none` (let go), `done`.
    case holding(since: BootTime, isWarned: Bool)
    /// Erased; can go to `none` when the buttons are let go.
    case done

    static let warning = TimeSpan.seconds(5)
    static let erase = TimeSpan.seconds(10)

    var deadline: BootTime? {
        guard case .holding(let since, let isWarned) = self else { return nil }
        return since + (isWarned ? EraseHold.erase : EraseHold.warning)
    }
}

/// A press of Stop that ended a ring. Whether it was held is known once Stop is let go, because a contact that shorts
/// says nothing about its owner.
struct StopHold: Hashable, Sendable {
    /// What it ended.
    let occurrences: [Occurrence]

    /// How long Stop is held to say "I was already up" (FADE-2).
    static let spans = TimeSpan.seconds(1)...TimeSpan.seconds(10)
}

/// A press of Start that may become the hold for "call me again".
struct RecallHold: Hashable, Sendable {
    let since: BootTime

    static let span = TimeSpan.seconds(5)

    var deadline: BootTime { since + Self.span }
}
