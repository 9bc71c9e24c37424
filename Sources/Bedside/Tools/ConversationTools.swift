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
        isWrite: true, repetition: .never, topics: .none,
        call: { .setVolume(percent: $0) },
        read: { given throws(ToolError) in try given.integer("percent", audiblePercent) },
        request: { percent, _ in .command(.volume(percent: percent)) },
        answer: { _, outcome in [("volume_percent", .integer(outcome.status.settings.voicePercent))] })

    static let endConversation = ToolSpec<Void>(
        .endConversation, "Ends the conversation. Call it after your farewell, and say nothing after it.",
        isWrite: false, repetition: .never, topics: .none, isSilent: true,
        call: { .endConversation }, read: { _ in },
        request: { _, _ in .farewell })

    static let waitForUser = ToolSpec<Void>(
        .waitForUser,
        "Does nothing and says nothing. Call it in place of a reply to silence, noise, television, breathing, or speech "
            + "that is not meant for you.",
        isWrite: false, repetition: .never, topics: .none, isSilent: true, constantAnswer: #"{"ok":true}"#,
        call: { .waitForUser }, read: { _ in },
        request: { _, _ in .nothing })

    private static let lengths = MeditationLength.allCases.map { "\($0.minutes)" }

    private static let breaths = BreathStyle.allCases.map(\.rawValue)

    static let startMeditation = ToolSpec<(minutes: MeditationLength, breath: BreathStyle?)>(
        .startMeditation,
        "Begins a meditation that the device guides by itself, when the owner wants one. Say one short sentence before the "
            + "call, and nothing after it: you are muted until it is over. One word that they then say is their word for "
            + "the day: save_reflection, if you have it, and three words in answer.",
        parameters: [
            ToolParameter(
                name: "minutes", kind: .choice(lengths), description: "As the owner said; 3 if they did not.",
                isRequired: true),
            ToolParameter(
                name: "breath", kind: .choice(breaths),
                description: "sigh: in, a little more, and long out; only if the owner wants to sigh.",
                isRequired: false),
        ],
        isWrite: false, repetition: .never, topics: .meditation, isSilent: true,
        call: { .startMeditation($0.minutes, breath: $0.breath) },
        read: { given throws(ToolError) in
            let minutes = try given.required("minutes", try given.choice("minutes", of: lengths))
            let breath = try given.choice("breath", of: breaths).flatMap(BreathStyle.init)
            return (MeditationLength.allCases.first { "\($0.minutes)" == minutes } ?? .three, breath)
        },
        request: { asked, _ in
            .command(.meditate(MeditationRequest(minutes: asked.minutes, breath: asked.breath ?? .even)))
        })

    private static let concerns = [SafetyLevel.intermediate, .explicit].map(\.rawValue)

    static let safetyConcern = ToolSpec<SafetyLevel>(
        .safetyConcern,
        "Call it at once when the owner may be thinking of suicide or of harming themselves, however they put it; also when "
            + "you are not sure. The device then says the help line itself, and you get other instructions.",
        parameters: [
            ToolParameter(
                name: "level", kind: .choice(concerns),
                description:
                    "explicit: a wish to die, a plan, a goodbye, self-harm; intermediate: hopelessness, being a "
                    + "burden.", isRequired: true)
        ],
        isWrite: false, repetition: .never, topics: .none, isSilent: false, call: { .safetyConcern($0) },
        read: { given throws(ToolError) in
            let level = try given.required("level", try given.choice("level", of: concerns))
            return SafetyLevel(rawValue: level) ?? .explicit
        },
        request: { level, _ in .command(.safetyConcern(level)) })
}
