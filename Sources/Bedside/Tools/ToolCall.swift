/// A request of a companion, parsed. Whether it is allowed is decided as for any other command (TALK-9).
public enum ToolCall: Hashable, Codable, Sendable {
    case nextUp
    /// `isNew`: a habit of that name may be created; otherwise it has to exist.
    case setHabit(ProfilePatch.HabitPatch, isNew: Bool)
    case removeHabit(HabitID)
    case skipNext(HabitID)
    case moveNextOnce(HabitID, time: LocalTime, date: LocalDate?)
    case oneOffAlarm(time: LocalTime, date: LocalDate?, like: HabitID)
    /// The exception of a habit, or a one-off alarm by its own name.
    case cancelException(HabitID)
    case upForGood
    /// "I was already up"; nil: whatever rang last today (FADE-2).
    case alreadyUp(HabitID?)
    /// Nil: every habit that rings only as a net (FADE-5).
    case callMeAgain(HabitID?)
    /// The owner agrees that the device does less for the habit (F-6).
    case stepBack(HabitID)
    /// How much the habit happens by itself, 1 to 7 (F-10).
    case rateHabit(HabitID, score: Int)
    /// The owner wants the graduated habit to be completely silent (F-2).
    case staySilent(HabitID)
    case stopNudges
    case setVolume(percent: Int)
    case memory(MemoryCall)
    /// Nil: breaths of ten seconds.
    case startMeditation(MeditationLength, breath: BreathStyle?)
    /// Neither: the only phrase of the owner's.
    case recordPhrase(words: PrivateText?, number: Int?)
    case useVoice(VoiceChoice)
    case signIn
    case safetyConcern(SafetyLevel)
    case endConversation
    case waitForUser
}

/// Why a tool call is not understood; worded for the model, which may call again. What the model sent may be the
/// owner's words: it is in the description, which goes back to the model, and nowhere else (GUARD-1).
public enum ToolError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    case unknownTool(PrivateText)
    case malformed(JSONFault)
    /// Not an object at the top.
    case notAnObject
    case missing(argument: String)
    case unknownArgument(PrivateText, tool: Tool.Name)
    case invalid(argument: String, expected: FieldExpectation, found: PrivateText)
    /// `set_habit` with a name alone.
    case nothingToSet
    case unknownHabit(HabitID, known: [HabitID])

    static func quoted(_ text: String) -> String { "\"\(PrintableText.line(text, limit: 64))\"" }

    public var description: String {
        switch self {
        case .unknownTool(let name):
            "there is no tool named \(ToolError.quoted(name.words)); there are: "
                + FieldFault.listed(Tool.Name.allCases.map(\.rawValue), in: .english)
        case .malformed(let fault): "the arguments are not JSON: \(fault)"
        case .notAnObject: "the arguments are not a JSON object"
        case .missing(let argument): "\(argument) is missing"
        case .unknownArgument(let argument, let tool):
            "\(tool.rawValue) has no argument \(ToolError.quoted(argument.words)); "
                + (ToolCatalog.tool(tool).parameters.isEmpty
                    ? "it takes none"
                    : "it takes: " + FieldFault.listed(ToolCatalog.tool(tool).parameters.map(\.name), in: .english))
        case .invalid(let argument, let expected, let found):
            "\(argument): expected \(expected.text(in: .english)); found \(found.words)"
        case .nothingToSet: "set_habit needs a time, weekdays, or on"
        case .unknownHabit(let id, let known):
            "there is no habit \(id); there are: \(FieldFault.listed(known.map(\.name), in: .english)); "
                + "to make one, ask the owner and give new: true"
        }
    }
}
