/// A JSON document as a value: arguments and answers of a companion's tools (GUARD-6), messages from and to the service
/// (TALK-2), and the output of commands for scripts.
///
/// Members keep their order. Numbers without fraction or exponent that fit are integers, all others decimals.
/// `JSONReader.swift` reads documents; values with a type of their own (the control socket, the journal) are Codable
/// instead.
public enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case decimal(Double)
    case text(String)
    case list([JSONValue])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    public static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    public static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    public static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
}

// MARK: Reading

extension JSONValue {
    /// The value of the first member of that name; nil if this is not an object or has no such member.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    public var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    public var flag: Bool? {
        guard case .flag(let value) = self else { return nil }
        return value
    }

    /// The elements; empty if the value is not a list.
    public var list: [JSONValue] {
        guard case .list(let values) = self else { return [] }
        return values
    }

    /// The number, rounded towards zero; nil if there is none, or beyond ±2^53, where JSON's numbers stop being exact.
    public var integer: Int? {
        guard let value = decimal, abs(value) <= 9_007_199_254_740_992 else { return nil }
        return Int(value)
    }

    public var decimal: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .decimal(let value): value.isFinite ? value : nil
        case .null, .flag, .text, .list, .object: nil
        }
    }

    public var isObject: Bool {
        guard case .object = self else { return false }
        return true
    }
}

// MARK: Writing

extension JSONValue {
    /// The document on one line.
    public var line: String { String(decoding: encoded, as: UTF8.self) }

    /// The document on one line, in UTF-8. A decimal that is not finite becomes null; control characters are escaped.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .flag(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .decimal(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
        case .text(let text): JSONValue.appendQuoted(text, to: &bytes)
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
                JSONValue.appendQuoted(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
            case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
            case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
            case 0..<0x20, 0x7F: appendEscaped(byte, to: &bytes)
            // U+0080 … U+009F, control characters of terminals, are C2 80 … C2 9F in UTF-8.
            case 0x80..<0xA0 where last == 0xC2:
                bytes.removeLast()
                appendEscaped(byte, to: &bytes)
            default: bytes.append(byte)
            }
            last = byte
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appendEscaped(_ code: UInt8, to bytes: inout [UInt8]) {
        bytes += (code < 0x10 ? #"\u000"# : #"\u00"#).utf8
        bytes += String(code, radix: 16).utf8
    }
}
