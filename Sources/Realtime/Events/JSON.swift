/// A JSON value; numbers keep their text, so that what is passed through is not changed.
enum JSON: Sendable, Hashable {
    case null
    case flag(Bool)
    case number(String)
    case text(String)
    case list([JSON])
    case object([Member])

    struct Member: Sendable, Hashable {
        var name: String
        var value: JSON
    }

    static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }
    static func integer(_ value: Int) -> JSON { .number(String(value)) }
    /// Values that JSON cannot hold become 0.
    static func decimal(_ value: Double) -> JSON { .number(value.isFinite ? "\(value)" : "0") }
    static func optional(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }

    subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
    var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }
    var list: [JSON] {
        guard case .list(let values) = self else { return [] }
        return values
    }
    /// Rounded towards zero; nil beyond ±2^53, where JSON numbers stop being exact.
    var integer: Int? {
        guard let value = decimal, abs(value) <= 9_007_199_254_740_992 else { return nil }
        return Int(value)
    }
    var decimal: Double? {
        guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
        return value
    }
    var isObject: Bool {
        if case .object = self { return true }
        return false
    }

    /// UTF-8, one line.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .flag(let value): bytes += Array((value ? "true" : "false").utf8)
        case .number(let text): bytes += Array(text.utf8)
        case .text(let text): JSON.appendQuoted(text, to: &bytes)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSON.appendQuoted(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\"")]
            case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
            case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes += Array(("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
