extension NightEntry {
    /// One JSON object on one line; times in `zone`, with their offset.
    public func json(in zone: ZoneRules) -> String {
        var line = "{\"at\":\"\(zone.iso8601(at))\",\"kind\":\"\(kind.rawValue)\""
        if let occurrence {
            line += ",\"habit\":\"\(occurrence.habit.name)\",\"occurrence\":\"\(occurrence.date.description)\""
        }
        if let followUp { line += ",\"followUp\":\(followUp)" }
        if let cause { line += ",\"cause\":\"\(cause.rawValue)\"" }
        if let detail { line += ",\"detail\":" + JSONValue.text(detail).line }
        return line + "}"
    }
}
