/// Maps names and calls to tools. Besides the file of its family, a new tool changes only the two switches here,
/// `Tool.Name` and `ToolCall`. One about the memory has its call in `MemoryCall` and in the switch beside it.
public enum ToolCatalog {
    /// All tools, in the order in which the model is shown them.
    public static let all: [Tool] = Tool.Name.allCases.map(tool)

    public static func tool(_ name: Tool.Name) -> Tool {
        switch name {
        case .nextUp: AlarmTools.nextUp.tool
        case .setHabit: HabitTools.setHabit.tool
        case .removeHabit: HabitTools.removeHabit.tool
        case .skipNext: AlarmTools.skipNext.tool
        case .moveNextOnce: AlarmTools.moveNextOnce.tool
        case .oneOffAlarm: AlarmTools.oneOffAlarm.tool
        case .cancelException: AlarmTools.cancelException.tool
        case .upForGood: AlarmTools.upForGood.tool
        case .alreadyUp: FadingTools.alreadyUp.tool
        case .callMeAgain: FadingTools.callMeAgain.tool
        case .stepBack: FadingTools.stepBack.tool
        case .rateHabit: FadingTools.rateHabit.tool
        case .staySilent: FadingTools.staySilent.tool
        case .stopNudges: NudgeTools.stopNudges.tool
        case .setVolume: ConversationTools.setVolume.tool
        case .remember: MemoryTools.remember.tool
        case .saveIntention: MemoryTools.saveIntention.tool
        case .saveReflection: MemoryTools.saveReflection.tool
        case .answerIntention: MemoryTools.answerIntention.tool
        case .forget: MemoryTools.forget.tool
        case .offRecord: MemoryTools.offRecord.tool
        case .memoryRead: MemoryTools.read.tool
        case .startMeditation: ConversationTools.startMeditation.tool
        case .recordPhrase: AffirmationTools.recordPhrase.tool
        case .useVoice: VoiceTools.useVoice.tool
        case .signIn: AccountTools.signIn.tool
        case .safetyConcern: ConversationTools.safetyConcern.tool
        case .endConversation: ConversationTools.endConversation.tool
        case .waitForUser: ConversationTools.waitForUser.tool
        }
    }
}

extension ToolCall {
    /// The tool that is called, with the arguments that it is called with.
    var use: ToolUse {
        switch self {
        case .nextUp: AlarmTools.nextUp.use(())
        case .setHabit(let change, let isNew): HabitTools.setHabit.use((change, isNew))
        case .removeHabit(let id): HabitTools.removeHabit.use(id)
        case .skipNext(let id): AlarmTools.skipNext.use(id)
        case .moveNextOnce(let id, let time, let date): AlarmTools.moveNextOnce.use((id, time, date))
        case .oneOffAlarm(let time, let date, let like): AlarmTools.oneOffAlarm.use((time, date, like))
        case .cancelException(let id): AlarmTools.cancelException.use(id)
        case .upForGood: AlarmTools.upForGood.use(())
        case .alreadyUp(let id): FadingTools.alreadyUp.use(id)
        case .callMeAgain(let id): FadingTools.callMeAgain.use(id)
        case .stepBack(let id): FadingTools.stepBack.use(id)
        case .rateHabit(let id, let score): FadingTools.rateHabit.use((id, score: score))
        case .staySilent(let id): FadingTools.staySilent.use(id)
        case .stopNudges: NudgeTools.stopNudges.use(())
        case .setVolume(let percent): ConversationTools.setVolume.use(percent)
        case .memory(let call): call.use
        case .startMeditation(let minutes, let breath):
            ConversationTools.startMeditation.use((minutes: minutes, breath: breath))
        case .recordPhrase(let words, let number): AffirmationTools.recordPhrase.use((words: words, number: number))
        case .useVoice(let voice): VoiceTools.useVoice.use(voice)
        case .signIn: AccountTools.signIn.use(())
        case .safetyConcern(let level): ConversationTools.safetyConcern.use(level)
        case .endConversation: ConversationTools.endConversation.use(())
        case .waitForUser: ConversationTools.waitForUser.use(())
        }
    }

    public var tool: Tool { use.tool }
    public var name: Tool.Name { tool.name }

    /// The command that the call requests, as over the control socket; nil if it concerns only the conversation.
    public func command(in profile: Profile) throws(ToolError) -> Command? {
        switch try use.request(profile) {
        case .command(let command): command
        case .farewell, .nothing: nil
        }
    }

    /// Parses a call from the model; accepts nothing that the command line would not accept.
    ///
    /// - Parameter arguments: JSON text; blank counts as an object without members.
    public static func parse(name: String, arguments: String) throws(ToolError) -> ToolCall {
        guard let name = Tool.Name(rawValue: name) else { throw .unknownTool(PrivateText(name)) }
        let tool = ToolCatalog.tool(name)
        return try tool.read(ToolArguments(of: tool, text: arguments))
    }
}
