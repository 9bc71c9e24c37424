extension NightEntry {
    /// One JSON object on one line; times in `zone`, with their offset.
    public func json(in zone: ZoneRules) -> String {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(name: name, value: value)) }
        }
        add("at", .text(zone.iso8601(at)))
        add("kind", .text(kind.rawValue))
        add("habit", (occurrence?.habit.name).map { .text($0) })
        add("occurrence", (occurrence?.date.description).map { .text($0) })
        add("followUp", followUp.map { .integer($0) })
        add("cause", (cause?.rawValue).map { .text($0) })
        add("detail", detail.map { .text($0) })
        return JSONValue.object(members).line
    }
}
