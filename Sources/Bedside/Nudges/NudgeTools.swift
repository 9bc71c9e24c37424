/// The tool about daytime nudges (MIND-8).
enum NudgeTools {
    static let stopNudges = ToolSpec<Void>(
        .stopNudges,
        "Stops the soft chimes during the day for good. Call it only after the owner has asked for it and has confirmed "
            + "it when repeated.",
        isWrite: true, repetition: .atNight, topics: .nudges,
        call: { .stopNudges }, read: { _ in },
        request: { _, _ in .command(.nudge(.off(nil))) })
}
