extension NightEntry {
    /// One JSON object on one line; times in `zone`, with their offset.
    public func json(in zone: ZoneRules) -> String {
        var line = "{\"at\":\"\(zone.iso8601(at))\",\"kind\":\"\(kind.rawValue)\""
        if let occurrence {
            line += ",\"habit\":\"\(occurrence.habit.name)\",\"occurrence\":\"\(occurrence.date.description)\""
        }
        if let followUp { line += ",\"followUp\":\(followUp)" }
        if let cause { line += ",\"cause\":\"\(cause.rawValue)\"" }
        if let detail { line += ",\"detail\":\"\(NightEntry.escaped(detail))\"" }
        return line + "}"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
