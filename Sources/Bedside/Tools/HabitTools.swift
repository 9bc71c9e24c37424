/// The tools that change habits for good.
enum HabitTools {
    static let setHabit = ToolSpec<(ProfilePatch.HabitPatch, isNew: Bool)>(
        .setHabit,
        "Changes a habit for good: its time, its weekdays, whether it is on; or makes a new one, which needs a time. "
            + "Giving a time switches the habit on. For one day only use move_next_once or skip_next. Call it only "
            + "after the owner has confirmed habit, days and time.",
        parameters: [
            .habit("wake, training, bedtime or another habit's name; for a new one a short English name."),
            .time("The new time. Leave out to keep it.", isRequired: false),
            ToolParameter(
                name: "weekdays", kind: .choices(Weekday.allCases.map(\.shortName)),
                description: "All days on which it rings. Leave out to keep them.", isRequired: false),
            ToolParameter(
                name: "on", kind: .flag, description: "False switches the habit off and keeps its settings.",
                isRequired: false),
            ToolParameter(
                name: "new", kind: .flag,
                description: "True only for a habit that is not there yet and that the owner wants added.",
                isRequired: false),
        ],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .setHabit($0.0, isNew: $0.isNew) },
        read: { given throws(ToolError) in
            var patch = ProfilePatch.HabitPatch(id: try given.habit("habit"))
            patch.at = try given.time("time")
            patch.days = try given.weekdays("weekdays")
            patch.isOn = try given.flag("on")
            guard patch.at != nil || patch.days != nil || patch.isOn != nil else { throw .nothingToSet }
            return (patch, isNew: try given.flag("new") ?? false)
        },
        request: { arguments, profile throws(ToolError) in
            let (change, isNew) = arguments
            // A habit under a name that the model made up would ring in addition to the one that was meant.
            guard isNew || profile.habit(change.id) != nil else {
                throw .unknownHabit(change.id, known: profile.habits.map(\.id))
            }
            var patch = ProfilePatch()
            patch.habits = [change]
            return .command(.apply(patch))
        },
        names: { WishedThing($0.0.id, at: $0.0.at) },
        answer: { arguments, outcome in
            [
                ("habit", outcome.facts.habit(arguments.0.id)), ("no_longer_moved", outcome.noLongerMoved),
            ] + outcome.nextAlarm
        })

    static let removeHabit = ToolSpec<HabitID>(
        .removeHabit,
        "Removes a habit that the owner added. wake, training and bedtime cannot be removed: switch them off with "
            + "set_habit. Call it only after the owner has confirmed.",
        parameters: [.habit("The habit's name.")],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .removeHabit($0) },
        read: { given throws(ToolError) in try given.habit("habit") },
        request: { id, _ in
            var patch = ProfilePatch()
            patch.removedHabits = [id]
            return .command(.apply(patch))
        },
        names: { WishedThing($0) },
        answer: { id, outcome in [("removed", .text(id.name))] + outcome.nextAlarm })
}
