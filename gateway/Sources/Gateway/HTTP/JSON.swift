/// What the gateway answers, as JSON (RFC 8259). Members keep their order.
indirect enum JSON: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case integer(Int64)
    /// Any other number, as it was written.
    case number(String)
    case bool(Bool)
    case null
    case array([JSON])
    case object([Member])

    struct Member: Hashable, Sendable {
        let name: String
        let value: JSON
    }

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral integer: Int64) { self = .integer(integer) }

    /// An object without the members whose value is nil.
    static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
    }

    var encoded: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .text(let value): Self.quote(value, to: &text)
        case .integer(let value): text += String(value)
        case .number(let value): text += value
        case .bool(let value): text += value ? "true" : "false"
        case .null: text += "null"
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.quote(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// U+2028, U+2029 and `<` are escaped too, so that the text is safe inside a script or a page.
    private static func quote(_ value: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Most are plain words.
        let isPlain = value.utf8.allSatisfy { byte in
            (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x3C && byte != 0x5C
        }
        if isPlain {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0..<0x20, 0x3C, 0x7F, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
