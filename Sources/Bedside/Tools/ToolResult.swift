/// Makes the model's answer to a tool call: JSON on one line, made of the device's state after the change and nothing
/// else (TALK-9).
public enum ToolResult {
    /// - Parameters:
    ///   - reply: The answer to the command; `.done` for a call without a command.
    ///   - status: The appliance's state after the command.
    public static func text(to call: ToolCall, reply: Reply, status: Status) -> String {
        if case .refused(let refusal) = reply { return text(refusing: refusal.text(in: .english)) }
        if call.name == .forget, case .memory(.changed(_, let forgotten)) = reply, forgotten.isEmpty {
            return text(refusing: "nothing is remembered that this names, so there was nothing to forget")
        }
        var members = [JSONValue.Member(name: "ok", value: .flag(true))]
        if case .changed(let differences, _) = reply, differences.isEmpty {
            let note = "It was like that already; nothing had to be changed."
            members.append(JSONValue.Member(name: "note", value: .text(note)))
        }
        for (name, value) in call.use.answer(ToolOutcome(reply: reply, status: status)) {
            if let value { members.append(JSONValue.Member(name: name, value: value)) }
        }
        return JSONValue.object(members).line
    }

    /// The answer for a change that is in force but not on disk, so that the model does not confirm it.
    public static let unsaved = JSONValue.object([
        "ok": .flag(false),
        "error": .text(
            "the change is in force, but not kept yet: it may be lost when the power goes; another call would "
                + "change it twice"),
    ]).line

    /// The answer to a call that was not understood.
    public static func text(refusing error: ToolError) -> String { text(refusing: "\(error)") }

    /// Cuts the message to a bound, and says `nothing_changed` outright, so that no model believes that it was done.
    static func text(refusing message: String) -> String {
        JSONValue.object([
            "ok": .flag(false), "error": .text(PrintableText.line(message, limit: 600)),
            "nothing_changed": .flag(true),
        ]).line
    }
}
