/// The tools about single occurrences: what rings next, and what is to be different once.
enum AlarmTools {
    static let nextUp = ToolSpec<Void>(
        .nextUp,
        "Reads the present time, the next alarm, and how every habit and one-off alarm stands. Changes nothing.",
        isWrite: false, repetition: .never, topics: .none,
        call: { .nextUp }, read: { _ in },
        request: { _, _ in .command(.next) },
        answer: { _, outcome in
            [
                ("habits", .text(outcome.facts.habits)),
                ("still_to_ring_today", outcome.facts.alarmsToday.map { .text($0) }),
            ] + outcome.nextAlarm
        })

    static let skipNext = ToolSpec<HabitID>(
        .skipNext,
        "Skips the next occurrence of a habit, once. Call it only after the owner has confirmed habit and day.",
        parameters: [.habit("The habit's name.")],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .skipNext($0) },
        read: { given throws(ToolError) in try given.habit("habit") },
        request: { id, _ in .command(.skip(id)) },
        names: { WishedThing($0) },
        answer: { id, outcome in
            [("skipped_date", outcome.exceptionDate(of: id)), ("habit", outcome.facts.habit(id))] + outcome.nextAlarm
        })

    static let moveNextOnce = ToolSpec<(HabitID, time: LocalTime, date: LocalDate?)>(
        .moveNextOnce,
        "Moves the next occurrence of a habit to another time, once; later ones stay. Call it only after the owner has "
            + "confirmed habit, day and time.",
        parameters: [
            .habit("The habit's name."), .time("The time for this once.", isRequired: true),
            .date("The day. Leave out for the day of the next occurrence."),
        ],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .moveNextOnce($0.0, time: $0.time, date: $0.date) },
        read: { given throws(ToolError) in
            (
                try given.habit("habit"), time: try given.required("time", given.time("time")),
                date: try given.date("date")
            )
        },
        request: { moved, _ in .command(.move(moved.0, time: moved.time, date: moved.date)) },
        names: { WishedThing($0.0, at: $0.time) },
        answer: { moved, outcome in [("habit", outcome.facts.habit(moved.0))] + outcome.nextAlarm })

    static let oneOffAlarm = ToolSpec<(time: LocalTime, date: LocalDate?, like: HabitID)>(
        .oneOffAlarm,
        "Sets an alarm that rings once, beside the habits. Call it only after the owner has confirmed day and time.",
        parameters: [
            .time("The time.", isRequired: true), .date("The day. Leave out for the next such time."),
            .habit(
                "The habit whose sound and task it borrows. Leave out for wake.", name: "like", isRequired: false),
        ],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .oneOffAlarm(time: $0.time, date: $0.date, like: $0.like) },
        read: { given throws(ToolError) in
            (
                time: try given.required("time", given.time("time")), date: try given.date("date"),
                like: try given.has("like") ? given.habit("like") : .wake
            )
        },
        request: { alarm, _ in .command(.once(time: alarm.time, date: alarm.date, like: alarm.like)) },
        names: { WishedThing($0.like, at: $0.time) },
        answer: { _, outcome in [("one_off_alarms", outcome.facts.oneOffs)] + outcome.nextAlarm })

    /// Cancels the exception of a habit, or a one-off alarm by its own name.
    static let cancelException = ToolSpec<HabitID>(
        .cancelException,
        "Takes back a skipped or moved occurrence of a habit, or cancels a one-off alarm. Call it only after the owner "
            + "has confirmed which.",
        parameters: [.habit("The habit's name, or the one-off alarm's, such as once-1.", name: "name")],
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .cancelException($0) },
        read: { given throws(ToolError) in try given.habit("name") },
        request: { id, _ in .command(id.isOneOff ? .cancelOnce(id) : .unskip(id)) },
        names: { WishedThing($0) },
        answer: { id, outcome in
            let name = id.isOneOff ? "one_off_alarms" : "habit"
            return [(name, outcome.facts.habit(id) ?? outcome.facts.oneOffs)] + outcome.nextAlarm
        })

    static let upForGood = ToolSpec<Void>(
        .upForGood,
        "The owner is up for good before the wake alarm, which then does not ring today. Works within 90 minutes before "
            + "it. Call it only after the owner has clearly said so and has confirmed it when repeated; never for "
            + "somebody who cannot sleep.",
        isWrite: true, repetition: .atNight, topics: .alarms,
        call: { .upForGood }, read: { _ in },
        request: { _, _ in .command(.upEarly) },
        answer: { _, outcome in
            [("note", .text("Today's wake alarm does not ring. Stop within ten seconds takes it back."))]
                + outcome.nextAlarm
        })
}

extension ToolOutcome {
    /// The dates whose moved alarm gives way to a new setting, with the times to which they were moved; nil: none does.
    var noLongerMoved: JSONValue? {
        guard case .changed(let differences, _) = reply else { return nil }
        let dropped = differences.filter { $0.after == ProfileDifference.noLongerMoved }.map { change in
            "\(change.path.split(separator: ".").last ?? ""), moved to \(change.before ?? "")"
        }
        return dropped.isEmpty ? nil : .text(dropped.joined(separator: "; "))
    }

    /// The present time and the next alarm: the end of an answer about alarms.
    var nextAlarm: [(name: String, value: JSONValue?)] { facts.members.map { ($0.name, $0.value) } }

    /// The date that an exception is for, from its difference's path `wake.2026-11-22`.
    fileprivate func exceptionDate(of id: HabitID) -> JSONValue? {
        guard case .changed(let differences, _) = reply, let path = differences.first?.path,
            path.hasPrefix("\(id).")
        else { return nil }
        return LocalDate(path.dropFirst(id.name.count + 1)).map { .text("\($0)") }
    }
}
