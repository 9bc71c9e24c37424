/// What the model is told after a tool call: JSON on one line, made of the device's state after the change and nothing
/// else (TALK-9).
public enum ToolResult {
    /// - Parameters:
    ///   - reply: What the command was answered; `.done` for a call without one.
    ///   - status: As it is after the command.
    public static func text(to call: ToolCall, reply: Reply, status: Status) -> String {
        if case .refused(let refusal) = reply { return text(refusing: refusal.text(in: .english)) }
        let facts = DeviceFacts(status)
        var members = [JSONValue.Member(name: "ok", value: .flag(true))]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(name: name, value: value)) }
        }
        if case .changed(let differences, _) = reply, differences.isEmpty {
            add("note", .text("It was like that already; nothing had to be changed."))
        }
        switch call {
        case .waitForUser, .endConversation:
            return JSONValue.object(members).line
        case .setVolume:
            add("volume_percent", .integer(status.settings.voicePercent))
            return JSONValue.object(members).line
        case .nextUp:
            add("habits", .text(facts.habits))
            add("still_to_ring_today", facts.alarmsToday.map { .text($0) })
        case .setHabit(let change, _):
            add("habit", facts.habit(change.id))
        case .removeHabit(let id):
            add("removed", .text(id.name))
        case .skipNext(let id):
            add("skipped_date", date(of: id, in: reply))
            add("habit", facts.habit(id))
        case .moveNextOnce(let id, _, _):
            add("habit", facts.habit(id))
        case .oneOffAlarm:
            add("one_off_alarms", facts.oneOffs)
        case .cancelException(let id):
            add(id.oneOffNumber == nil ? "habit" : "one_off_alarms", facts.habit(id) ?? facts.oneOffs)
        case .upForGood:
            add("note", .text("Today's wake alarm does not ring. Stop within ten seconds takes it back."))
        }
        members += facts.members
        return JSONValue.object(members).line
    }

    /// In force, and not on disk: no confirmation may be built on it.
    public static let unsaved = JSONValue.object([
        "ok": .flag(false),
        "error": .text(
            "the change is in force, but not kept yet: it may be lost when the power goes; another call would "
                + "change it twice"),
    ]).line

    /// A call that was not understood.
    public static func text(refusing error: ToolError) -> String { text(refusing: "\(error)") }

    /// Cut to a bound; `nothing_changed` is said in so many words, so that no model takes it for done.
    static func text(refusing message: String) -> String {
        JSONValue.object([
            "ok": .flag(false), "error": .text(PrintableText.line(message, limit: 400)),
            "nothing_changed": .flag(true),
        ]).line
    }

    /// The date that an exception is for, from its difference's path `wake.2026-11-22`.
    private static func date(of id: HabitID, in reply: Reply) -> JSONValue? {
        guard case .changed(let differences, _) = reply, let path = differences.first?.path,
            path.hasPrefix("\(id).")
        else { return nil }
        return LocalDate(path.dropFirst(id.name.count + 1)).map { .text("\($0)") }
    }
}
