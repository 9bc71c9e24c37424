/// Why a command was not carried out; `RefusalText.swift` has the words.
public enum Refusal: Error, Hashable, Codable, Sendable {
    /// The faults of the profile, field by field; never empty.
    case profile([FieldError])
    case noSuchHabit(HabitID, known: [HabitID])
    case nothingToSkip(HabitID)
    case nothingToMove(HabitID)
    case nothingToTakeBack(HabitID)
    /// Today's alarm was moved, and would not ring any more at its usual time.
    case usualTimePassed(HabitID)
    /// The time is past, or skipped because clocks are put forward; `date` only if it was asked for.
    case noSuchTime(LocalTime, date: LocalDate?, zone: String)
    /// The date is later than the appliance's clock can count.
    case tooFarAhead(LocalDate, last: LocalDate)
    /// The habit has no occurrence within 12 hours of the time that was asked for.
    case tooFarToMove(HabitID, to: LocalDateTime)
    case noSuchOneOff(HabitID, known: [HabitID])
    /// So many one-off alarms are set already; the wire calls that number `maximum`.
    case tooManyOneOffs(Int)
    case volume(percent: Int)
    case tryOut(seconds: Int)
    /// The hour that comes twice when clocks are put back.
    case clockGoesBack
    case clockNotSet
    case clockBeforeBuild
    case noWakeSoon
    /// The companion says that the owner is up, but nobody was heard.
    case ownerUnheard
    /// The owner has to say it again, or press Start (SAFE-6).
    case sayAgain
    /// The owner's words in this conversation do not say what the companion reports of them (FADE-3, MIND-1).
    case unsaid
    /// Somebody is at risk, so the conversation is about nothing else (G-2).
    case onlySafety
    /// An alarm or a conversation is on.
    case sounding
    /// A conversation about one habit is asked for while the alarm of another rings.
    case alarmOfAnother(HabitID)
    case signInFirst
    /// The gateway's address is missing, or is not an address.
    case gatewayAddress
    /// The gate, or the memory itself, does not keep it (M-3).
    case memory(MemoryRefusal)
    /// The owner has not agreed that talks are remembered, or paused it.
    case memoryOff(MemoryMode)
    case memoryUnreadable(VaultFault)
    case noSuchMemory(MemoryID)
    case tooManyPinned(Int)
    /// Recordings cannot be kept for so many days.
    case keepDays(Int)
    /// The board has no speaker.
    case noOutput
    /// No output plays the alarm that was to be tried out; why the last one failed, as its driver says.
    case silent(reason: String?)
    /// No intention waits for an answer.
    case noOpenIntention
    /// The habit has not come far enough to graduate.
    case notRipe(HabitID)
    /// An answer to "it happens by itself" that is not 1 to 7.
    case automaticity(Int)
    /// Nothing rang today that can be corrected.
    case nothingToCorrect
    /// Every habit rings at its time already.
    case nothingToRecall
    /// The device has asked nothing.
    case nothingAsked
    /// A window for nudges that is shorter than half an hour, or in the night.
    case nudgeWindow
    /// No nudges are on.
    case noNudges
    /// A companion's request while no live conversation is on.
    case noTalk
    /// The file of the guided meditation is missing, or has mistakes.
    case noMeditation
    /// The file of the guided meditation has no step with a sigh.
    case noSigh
    case noSuchStep(String, known: [String])
    case meditationDelay(seconds: Int)
    /// A request about the owner's phrases.
    case affirmation(AffirmationRefusal)
    /// A request about the owner's own voice.
    case ownVoice(VoiceRefusal)
    /// The change is in force, but not on disk.
    case notSaved(reason: Wording)
    /// The reason that an appliance of another version, or the control socket itself, gave.
    case told(ExitStatus, String)

    public var code: ExitStatus {
        switch self {
        case .profile, .noSuchHabit, .nothingToSkip, .nothingToMove, .nothingToTakeBack, .usualTimePassed,
            .noSuchTime, .tooFarAhead, .tooFarToMove,
            .noSuchOneOff, .volume, .tryOut, .memory, .noSuchMemory, .keepDays, .noSuchStep, .noSigh,
            .meditationDelay, .automaticity, .nudgeWindow, .affirmation, .gatewayAddress:
            .badData
        case .tooManyOneOffs, .clockGoesBack, .clockNotSet, .clockBeforeBuild, .noWakeSoon, .ownerUnheard, .sayAgain,
            .unsaid, .onlySafety, .sounding,
            .alarmOfAnother, .memoryOff, .tooManyPinned, .noOpenIntention, .noTalk,
            .notRipe, .nothingToCorrect, .nothingToRecall, .nothingAsked, .noNudges:
            .temporary
        case .noOutput, .silent: .unavailable
        case .signInFirst: .notAllowed
        case .ownVoice(let refusal): refusal.code
        case .notSaved: .cannotWrite
        case .memoryUnreadable, .noMeditation: .noInput
        case .told(let code, _): code
        }
    }

    public var fields: [FieldError] {
        if case .profile(let fields) = self { fields } else { [] }
    }
}
