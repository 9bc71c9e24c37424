/// What a person or program may ask for over the control socket; the command line also has it answered from the store
/// alone.
public enum Command: Hashable, Codable, Sendable {
    case status
    case next
    /// Provisioning, `habit set`, `profile set`: one patch, applied whole or not at all.
    case apply(ProfilePatch)
    case skip(HabitID)
    case unskip(HabitID)
    /// The next occurrence at another time; `date` nil picks the day nearest to the usual time.
    case move(HabitID, time: LocalTime, date: LocalDate?)
    case once(time: LocalTime, date: LocalDate?, like: HabitID)
    case cancelOnce(HabitID)
    /// A one-off alarm this many seconds from now: the terminal board's try-out.
    case tryOut(afterSeconds: Int)
    case press(Button, heldMilliseconds: Int, from: NightEntry.Cause)
    /// Opens a conversation, as the Start button does (TALK-7).
    case talk(HabitID?)
    case preview(HabitID?)
    case volume(percent: Int)
    case mute(Bool)
    /// "I am up" (ALARM-11), by the companion or the command line.
    case upEarly
    case setup(Setup.Command)
    case memory(MemoryKeeper.Command)
    case teaching(TeachingKeeper.Command)
    case recordings(RecordingKeeper.Command)
    /// Begins a guided meditation (MIND-5).
    case meditate(MeditationRequest)
    case fading(FadingKeeper.Command)
    case nudge(NudgeKeeper.Command)
    case affirmation(AffirmationKeeper.Command)
    /// The account at a gateway (ACCOUNT-1).
    case account(AccountKeeper.Command)
    /// The owner's own voice (MIND-9).
    case ownVoice(VoiceKeeper.Command)
    /// The companion is concerned for the owner.
    case safetyConcern(SafetyLevel)
    /// The owner vouches for the clock (ALARM-8).
    case trustClock
    /// The key of the online companion was changed or removed: what was known about the old one is forgotten.
    case keyChanged
    case reset

    /// What a confirmation promises to be on disk (ALARM-7). `Reply.changed` promises it for the change, whatever the
    /// command.
    public enum Promise: Hashable, Sendable {
        /// Nothing: what was asked for was only heard or shown.
        case nothing
        /// What this command wrote.
        case ownWrites
        /// The setting, even if it was in force before but had not been saved.
        case setting
    }

    public var promise: Promise {
        switch self {
        case .setup(.resume): .nothing
        case .volume, .mute, .upEarly, .setup: .setting
        case .memory(let command): command.isWrite ? .ownWrites : .nothing
        case .teaching(let command): command.isWrite ? .setting : .nothing
        case .recordings(.on), .recordings(.off): .setting
        case .fading(let command): command.isWrite ? .ownWrites : .nothing
        case .nudge(let command): command.isWrite ? .ownWrites : .nothing
        case .affirmation(let command): command.isWrite ? .ownWrites : .nothing
        case .ownVoice(let command): command.isWrite ? .ownWrites : .nothing
        case .recordings(.play): .nothing
        case .account(.signOut): .ownWrites
        case .account(.signIn), .account(.signInAfterTalk), .account(.refresh): .nothing
        case .apply, .skip, .unskip, .move, .once, .cancelOnce, .tryOut, .press, .trustClock, .reset: .ownWrites
        case .status, .next, .talk, .preview, .keyChanged, .safetyConcern, .meditate: .nothing
        }
    }
}

/// The answer to a command.
public enum Reply: Hashable, Codable, Sendable {
    case done
    case status(Status)
    case next(NextUp?)
    case changed([ProfileDifference], next: NextUp?)
    case setup(SetupTurn)
    case memory(MemoryReply)
    case teaching(TeachingReply)
    case fading(FadingReply)
    case nudges(NudgeReply)
    case affirmation(AffirmationReply)
    case ownVoice(VoiceReply)
    case refused(Refusal)
}

extension Reply {
    /// Whether the reply would say that something is on disk although it is not.
    ///
    /// - Parameters:
    ///   - isWritten: whether all that the command wrote is on disk.
    ///   - isStoreWorking: whether all that anything wrote is on disk.
    public func isUntrue(_ promise: Command.Promise, isWritten: Bool, isStoreWorking: Bool) -> Bool {
        switch (self, promise) {
        // A refusal's own reason is what the owner needs to know.
        case (.refused, _): false
        case (.changed, _), (_, .setting): !isWritten || !isStoreWorking
        case (_, .ownWrites): !isWritten
        case (_, .nothing): false
        }
    }
}
