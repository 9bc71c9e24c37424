/// A JSON document as a value, for people and scripts, for what a companion's tool is called with and what it is answered
/// (GUARD-6).
///
/// Members keep their order. Numbers without fraction or exponent that fit are integers, all others decimals.
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

    /// On one line; a decimal that is not finite becomes null.
    public var line: String {
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
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                result += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Why a text is not taken for JSON; offsets are in bytes from 0.
public enum JSONFault: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    case tooLong(maximumBytes: Int)
    case tooDeep(maximumDepth: Int)
    /// It ends in the middle.
    case incomplete
    case unexpected(offset: Int)
    /// Not RFC 8259's grammar (`01`, `1.`, `+1`), or beyond what a Double holds.
    case badNumber(offset: Int)
    /// An unknown escape, half a surrogate pair, or a raw control character.
    case badText(offset: Int)
    /// Twice in one object: which of the two was meant is not for us to guess.
    case repeated(name: PrivateText)

    public var description: String {
        switch self {
        case .tooLong(let maximum): "longer than \(maximum) bytes"
        case .tooDeep(let maximum): "nested deeper than \(maximum) levels"
        case .incomplete: "ends in the middle"
        case .unexpected(let offset): "unexpected character at byte \(offset)"
        case .badNumber(let offset): "not a number at byte \(offset)"
        case .badText(let offset): "a string with a bad escape or control character at byte \(offset)"
        case .repeated(let name): "\(ToolError.quoted(name.words)) is given twice"
        }
    }
}

extension JSONValue {
    static let maximumBytes = 16 * 1024
    static let maximumDepth = 16

    /// One document of RFC 8259 and nothing after it: strict, bounded in length and depth.
    static func parse(_ text: String) throws(JSONFault) -> JSONValue {
        guard text.utf8.count <= maximumBytes else { throw .tooLong(maximumBytes: maximumBytes) }
        var reader = JSONReader(bytes: Array(text.utf8))
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.next == nil else { throw .unexpected(offset: reader.offset) }
        return value
    }
}

/// Reads left to right; recursion ends at `JSONValue.maximumDepth`.
private struct JSONReader {
    let bytes: [UInt8]
    private(set) var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    private var fault: JSONFault { next == nil ? .incomplete : .unexpected(offset: offset) }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = next, UInt32(byte) == character.value else { return false }
        offset += 1
        return true
    }

    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        guard let byte = next else { throw .incomplete }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try list(depth: depth + 1)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        default: throw fault
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        for letter in "\(word)".unicodeScalars { guard take(letter) else { throw fault } }
        return value
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= JSONValue.maximumDepth else { throw .tooDeep(maximumDepth: JSONValue.maximumDepth) }
        offset += 1
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        skipSpace()
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault }
            let name = try text()
            skipSpace()
            guard take(":") else { throw fault }
            skipSpace()
            let value = try value(depth: depth)
            guard names.insert(name).inserted else { throw .repeated(name: PrivateText(name)) }
            members.append(JSONValue.Member(name: name, value: value))
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault }
        return .object(members)
    }

    private mutating func list(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= JSONValue.maximumDepth else { throw .tooDeep(maximumDepth: JSONValue.maximumDepth) }
        offset += 1
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .list([]) }
        repeat {
            skipSpace()
            values.append(try value(depth: depth))
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault }
        return .list(values)
    }

    // MARK: Numbers

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = offset
        _ = take("-")
        // No leading zero but the lone one.
        guard take("0") || digits() else { throw badNumber(start) }
        var isWhole = true
        if take(".") {
            isWhole = false
            guard digits() else { throw badNumber(start) }
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            guard digits() else { throw badNumber(start) }
        }
        if let byte = next, (0x30...0x39).contains(byte) { throw .badNumber(offset: start) }
        let literal = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let value = Int(literal) { return .integer(value) }
        guard let value = Double(literal), value.isFinite else { throw .badNumber(offset: start) }
        return .decimal(value)
    }

    private func badNumber(_ start: Int) -> JSONFault { next == nil ? .incomplete : .badNumber(offset: start) }

    /// One digit or more.
    private mutating func digits() -> Bool {
        let start = offset
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
        return offset > start
    }

    // MARK: Text

    private mutating func text() throws(JSONFault) -> String {
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += Array(String(try escaped()).utf8)
            case 0..<0x20:
                throw .badText(offset: offset)
            default:
                text.append(byte)
                offset += 1
            }
        }
        throw .incomplete
    }

    private mutating func escaped() throws(JSONFault) -> Character {
        let start = offset
        offset += 1
        guard let byte = next else { throw .incomplete }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw .badText(offset: start)
        }
        var code = try hexadecimal(start)
        if (0xD800...0xDBFF).contains(code) {
            guard take("\\"), take("u") else { throw next == nil ? .incomplete : .badText(offset: start) }
            let low = try hexadecimal(start)
            guard (0xDC00...0xDFFF).contains(low) else { throw .badText(offset: start) }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        // A low half alone is no scalar.
        guard let scalar = Unicode.Scalar(code) else { throw .badText(offset: start) }
        return Character(scalar)
    }

    private mutating func hexadecimal(_ start: Int) throws(JSONFault) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw .incomplete }
            guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .badText(offset: start)
            }
            code = code << 4 | UInt32(digit)
            offset += 1
        }
        return code
    }
}
