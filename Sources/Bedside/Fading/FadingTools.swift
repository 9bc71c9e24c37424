/// The tools about what the device does less and less (FADE-2, FADE-3, FADE-5).
enum FadingTools {
    private static let whichHabit = ToolParameter.habit(
        "The habit's name. Leave out if the owner named none.", isRequired: false)

    static let alreadyUp = ToolSpec<HabitID?>(
        .alreadyUp,
        "Notes that the owner was up already when a habit's last alarm rang. Silences nothing. Call it only after "
            + "the owner has said so and has confirmed it when repeated.",
        parameters: [whichHabit],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .alreadyUp($0) },
        read: { given throws(ToolError) in try given.has("habit") ? given.habit("habit") : nil },
        request: { id, _ in .command(.fading(.alreadyUp(id))) },
        names: { WishedThing($0) },
        isProven: { _, said in
            said.lines.contains(where: SpokenWaking.isSaid) || said.last.map(SpokenYes.isSaid) ?? false
        },
        answer: { id, outcome in [("habit", id.flatMap { outcome.facts.habit($0) })] + outcome.nextAlarm })

    static let callMeAgain = ToolSpec<HabitID?>(
        .callMeAgain,
        "Rings at a habit's own time again, just as before, instead of waiting for a sign of life first. Call it only "
            + "after the owner has asked for it and has confirmed it when repeated.",
        parameters: [whichHabit],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .callMeAgain($0) },
        read: { given throws(ToolError) in try given.has("habit") ? given.habit("habit") : nil },
        request: { id, _ in .command(.fading(.recall(id))) },
        names: { WishedThing($0) },
        answer: { id, outcome in [("habit", id.flatMap { outcome.facts.habit($0) })] + outcome.nextAlarm })

    static let stepBack = ToolSpec<HabitID>(
        .stepBack,
        "Waits longer for a sign of life before it rings for a habit, and says nothing else. Possible only for a habit "
            + "that may step back by next_up. Call it only after the owner has asked for it, or was asked, and has "
            + "confirmed it.",
        parameters: [.habit("The habit's name.")],
        isWrite: true, repetition: .atNight, topics: .less,
        call: { .stepBack($0) },
        read: { given throws(ToolError) in try given.habit("habit") },
        request: { id, _ in .command(.fading(.consent(id))) },
        names: { WishedThing($0) },
        isProven: { id, said in
            said.answer.map { RepeatedWish.isSaid(in: $0, of: .stepBack(id), after: nil) } ?? false
        },
        answer: { id, outcome in [("habit", outcome.facts.habit(id))] + outcome.nextAlarm })

    static let staySilent = ToolSpec<HabitID>(
        .staySilent,
        "Never rings for a habit again, not even late and without a sign of life. Possible only for a graduated habit "
            + "(level 3), and only at the owner's own wish: do not suggest it. call_me_again ends it. Call it only after "
            + "the owner has asked for it and has confirmed it when repeated.",
        parameters: [.habit("The habit's name.")],
        isWrite: true, repetition: .always, topics: .alarms,
        call: { .staySilent($0) },
        read: { given throws(ToolError) in try given.habit("habit") },
        request: { id, _ in .command(.fading(.silence(id, isOn: true))) },
        names: { WishedThing($0) },
        answer: { id, outcome in [("habit", outcome.facts.habit(id))] + outcome.nextAlarm })

    static let rateHabit = ToolSpec<(HabitID, score: Int)>(
        .rateHabit,
        "Keeps the owner's answer to how much a habit happens by itself, from 1 (not at all) to 7 (wholly). Possible only "
            + "once the habit has come far enough. Call it only after the owner has said the number, and has confirmed it.",
        parameters: [
            .habit("The habit's name."),
            ToolParameter(
                name: "score", kind: .integer(1...7), description: "The number that the owner said.", isRequired: true),
        ],
        isWrite: true, repetition: .never, topics: .none,
        call: { .rateHabit($0.0, score: $0.score) },
        read: { given throws(ToolError) in (try given.habit("habit"), score: try given.integer("score", 1...7)) },
        request: { rating, _ in .command(.fading(.automaticity(rating.0, score: rating.score))) },
        names: { WishedThing($0.0) },
        isProven: { rating, said in said.lines.contains { SpokenScore.values(in: $0).contains(rating.score) } },
        answer: { rating, outcome in
            let row = outcome.status.habits.first { $0.habit.id == rating.0 }
            return [
                ("habit", outcome.facts.habit(rating.0)), ("score", .integer(rating.score)),
                ("may_step_back", .flag(row?.mayStepBack == true)),
            ]
        })
}
