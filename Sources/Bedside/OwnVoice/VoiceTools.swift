/// The tool about the owner's own voice (MIND-9).
enum VoiceTools {
    private static let voices = VoiceChoice.allCases.map(\.rawValue)

    static let useVoice = ToolSpec<VoiceChoice>(
        .useVoice,
        "Switches who reads the owner's phrases and wake messages: the owner's own synthetic voice, or the standard one. Call "
            + "it only after the owner has asked for it and has confirmed it when repeated. Your own voice never changes.",
        parameters: [
            ToolParameter(
                name: "voice", kind: .choice(voices), description: "own or standard.", isRequired: true)
        ],
        isWrite: true, repetition: .atNight, topics: .voice,
        call: { .useVoice($0) },
        read: { given throws(ToolError) in
            let voice = try given.required("voice", try given.choice("voice", of: voices))
            return VoiceChoice(rawValue: voice) ?? .standard
        },
        request: { choice, _ in .command(.ownVoice(.use(choice))) },
        answer: { _, outcome in [("voice", outcome.status.ownVoice.map { .text($0.choice.rawValue) })] })
}
