/// The tools about the conversation itself.
enum ConversationTools {
    /// The volumes that a companion may set: one that made itself inaudible could not say so.
    private static let audiblePercent = 10...100

    static let setVolume = ToolSpec<Int>(
        .setVolume, "Sets how loud the companion's voice is. Alarms have a loudness of their own.",
        parameters: [
            ToolParameter(
                name: "percent", kind: .integer(audiblePercent), description: "Of the loudest; a step is 10.",
                isRequired: true)
        ],
        isWrite: true,
        call: { .setVolume(percent: $0) },
        read: { given throws(ToolError) in try given.integer("percent", audiblePercent) },
        request: { percent, _ in .command(.volume(percent: percent)) },
        answer: { _, outcome in [("volume_percent", .integer(outcome.status.settings.voicePercent))] })

    static let endConversation = ToolSpec<Void>(
        .endConversation, "Ends the conversation. Call it after your farewell, and say nothing after it.",
        isWrite: false, isSilent: true,
        call: { .endConversation }, read: { _ in },
        request: { _, _ in .farewell })

    static let waitForUser = ToolSpec<Void>(
        .waitForUser,
        "Does nothing and says nothing. Call it in place of a reply to silence, noise, television, breathing, or speech "
            + "that is not meant for you.",
        isWrite: false, isSilent: true, constantAnswer: #"{"ok":true}"#,
        call: { .waitForUser }, read: { _ in },
        request: { _, _ in .nothing })
}
