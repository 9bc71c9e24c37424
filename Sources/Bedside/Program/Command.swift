/// What a person or program may ask over the control socket; also what the command line asks of the store alone.
public enum Command: Hashable, Codable, Sendable {
    case status
    case next
    /// Provisioning, `habit set`, `profile set`: one patch, whole or not at all.
    case apply(ProfilePatch)
    case skip(HabitID)
    case unskip(HabitID)
    /// The next occurrence at another time; `date` nil picks the day nearest to the usual time.
    case move(HabitID, time: LocalTime, date: LocalDate?)
    case once(time: LocalTime, date: LocalDate?, like: HabitID)
    case cancelOnce(HabitID)
    /// A one-off alarm so many seconds from now: the terminal board's try-out.
    case tryOut(afterSeconds: Int)
    case press(Button, heldMilliseconds: Int, from: NightEntry.Cause)
    case talk(HabitID?)
    case preview(HabitID?)
    case volume(percent: Int)
    case mute(Bool)
    /// ALARM-11 through the companion or the command line.
    case upEarly
    case setup(SetupProgress)
    /// The owner vouches for the clock (ALARM-8).
    case trustClock
    /// The key of the online companion is another one now, or gone: what was known of the old one is forgotten.
    case keyChanged
    case reset

    /// Whether `done` says that something is kept (ALARM-7); what changes the profile or an alarm is answered by `changed`.
    public var isSetting: Bool {
        switch self {
        case .volume, .mute, .upEarly, .setup: true
        case .status, .next, .apply, .skip, .unskip, .move, .once, .cancelOnce, .tryOut, .press, .talk, .preview,
            .trustClock, .keyChanged, .reset:
            false
        }
    }
}

/// The answer to a command.
public enum Reply: Hashable, Codable, Sendable {
    case done
    case status(Status)
    case next(NextUp?)
    case changed([ProfileDifference], next: NextUp?)
    case refused(Refusal)
}
