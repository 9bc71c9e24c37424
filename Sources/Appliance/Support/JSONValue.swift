/// JSON for people and scripts, with fields in the order in which they were written.
enum JSONValue: Equatable {
    case null
    case flag(Bool)
    case integer(Int)
    case decimal(Double)
    case text(String)
    case list([JSONValue])
    case object([Member])

    struct Member: Equatable {
        var name: String
        var value: JSONValue
    }

    static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }
    static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

    /// One line.
    var line: String {
        switch self {
        case .null: "null"
        case .flag(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .decimal(let value): value.isFinite ? "\(value)" : "null"
        case .text(let value): JSONValue.quoted(value)
        case .list(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSONValue.quoted($0.name) + ":" + $0.value.line }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
