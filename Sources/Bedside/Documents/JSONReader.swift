/// A reason to refuse bytes as JSON; offsets are in bytes from 0.
public enum JSONFault: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    case tooLong(maximumBytes: Int)
    case tooDeep(maximumDepth: Int)
    case tooManyValues(maximum: Int)
    /// The document ends in the middle.
    case incomplete
    case unexpected(offset: Int)
    /// Not RFC 8259's grammar (`01`, `1.`, `+1`), longer than 64 bytes, or beyond what a Double holds.
    case badNumber(offset: Int)
    /// An unknown escape, half a surrogate pair, a raw control character, or not UTF-8.
    case badText(offset: Int)
    /// A name occurs twice in one object, and which of the two values was meant is unknown.
    case repeated(name: PrivateText)

    public var description: String {
        switch self {
        case .tooLong(let maximum): "longer than \(maximum) bytes"
        case .tooDeep(let maximum): "nested deeper than \(maximum) levels"
        case .tooManyValues(let maximum): "more than \(maximum) values"
        case .incomplete: "ends in the middle"
        case .unexpected(let offset): "unexpected character at byte \(offset)"
        case .badNumber(let offset): "not a number at byte \(offset)"
        case .badText(let offset): "a string with a bad escape or control character at byte \(offset)"
        case .repeated(let name): "\"\(PrintableText.line(name.words, limit: 64))\" is given twice"
        }
    }
}

extension JSONFault {
    /// The place of the fault in the bytes that were read; nil if it is not at one place.
    public func position(in bytes: [UInt8]) -> Position? {
        let offset: Int
        switch self {
        case .incomplete: offset = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
        case .unexpected(let place), .badNumber(let place), .badText(let place): offset = place
        case .tooLong, .tooDeep, .tooManyValues, .repeated: return nil
        }
        let before = bytes.prefix(offset)
        let line = before.lastIndex(of: 0x0A).map { before[($0 + 1)...] } ?? before
        // The first byte of each code point.
        return Position(line: before.count { $0 == 0x0A } + 1, column: line.count { $0 & 0xC0 != 0x80 } + 1)
    }
}

extension JSONValue {
    /// How strictly to read. In both modes the grammar is RFC 8259's, in UTF-8, with nothing after the document.
    public enum Mode: Sendable {
        /// For requests from an owner, a script or a companion's tool call: anything ambiguous is refused.
        case strict
        /// For messages from the service, whose oddities must not end a conversation: of two members of one name, both
        /// are kept and the first counts; half a surrogate pair reads as U+FFFD, and a number beyond a Double as null.
        case lenient
    }

    /// The limits of a document (GUARD-6): bytes, depth of nested lists and objects, and number of values at any depth.
    public struct Limits: Sendable {
        public var bytes: Int
        public var depth: Int
        public var values: Int
        public init(bytes: Int, depth: Int, values: Int) {
            self.bytes = bytes
            self.depth = depth
            self.values = values
        }
        /// For the arguments of tools and the lines of scripts.
        public static let small = Limits(bytes: 16 * 1024, depth: 16, values: 4096)
    }

    static var maximumBytes: Int { Limits.small.bytes }
    static var maximumDepth: Int { Limits.small.depth }

    /// Reads one document.
    public static func read(
        _ bytes: [UInt8], _ mode: Mode = .strict, within limits: Limits = .small
    ) throws(JSONFault) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw .tooLong(maximumBytes: limits.bytes) }
        var reader = JSONReader(bytes: bytes, mode: mode, limits: limits)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.next == nil else { throw .unexpected(offset: reader.offset) }
        return value
    }

    /// Reads one document from a text in strict mode, within the small limits.
    public static func parse(_ text: String) throws(JSONFault) -> JSONValue {
        guard text.utf8.count <= maximumBytes else { throw .tooLong(maximumBytes: maximumBytes) }
        return try read(Array(text.utf8))
    }
}

/// Reads left to right; recursion ends at `limits.depth`.
private struct JSONReader {
    private static let maximumNumberBytes = 64

    private let bytes: [UInt8]
    private let isLenient: Bool
    private let limits: JSONValue.Limits
    private(set) var offset = 0
    private var values = 0

    init(bytes: [UInt8], mode: JSONValue.Mode, limits: JSONValue.Limits) {
        self.bytes = bytes
        self.limits = limits
        isLenient =
            switch mode {
            case .strict: false
            case .lenient: true
            }
    }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

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
        values += 1
        guard values <= limits.values else { throw .tooManyValues(maximum: limits.values) }
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
        guard depth <= limits.depth else { throw .tooDeep(maximumDepth: limits.depth) }
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
            guard isLenient || names.insert(name).inserted else { throw .repeated(name: PrivateText(name)) }
            members.append(JSONValue.Member(name: name, value: value))
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault }
        return .object(members)
    }

    private mutating func list(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth <= limits.depth else { throw .tooDeep(maximumDepth: limits.depth) }
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
        // No digit may follow a leading zero.
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
        guard offset - start <= Self.maximumNumberBytes else { throw .badNumber(offset: start) }
        let literal = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let value = Int(literal) { return .integer(value) }
        if let value = Double(literal), value.isFinite { return .decimal(value) }
        guard isLenient else { throw .badNumber(offset: start) }
        return .null
    }

    private func badNumber(_ start: Int) -> JSONFault { next == nil ? .incomplete : .badNumber(offset: start) }

    /// Skips one digit or more; false if there is none.
    private mutating func digits() -> Bool {
        let start = offset
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
        return offset > start
    }

    // MARK: Text

    /// Reads a string. One without escapes is copied only once, because audio arrives as one long string.
    private mutating func text() throws(JSONFault) -> String {
        offset += 1
        let first = offset
        var start = offset
        var unescaped: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let rest = bytes[start..<offset]
                offset += 1
                let text =
                    unescaped.isEmpty
                    ? String(validating: rest, as: UTF8.self) : String(validating: unescaped + rest, as: UTF8.self)
                guard let text else { throw .badText(offset: first) }
                return text
            case UInt8(ascii: "\\"):
                unescaped += bytes[start..<offset]
                unescaped += UTF8.encode(try escaped()) ?? UTF8.encodedReplacementCharacter
                start = offset
            case 0..<0x20: throw .badText(offset: offset)
            default: offset += 1
            }
        }
        throw .incomplete
    }

    private mutating func escaped() throws(JSONFault) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let byte = next else { throw .incomplete }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw .badText(offset: start)
        }
        let code = try hexadecimal(start)
        if let scalar = Unicode.Scalar(code) { return scalar }
        // Half a surrogate pair, which is valid only as a first half followed by a second one.
        let afterFirst = offset
        if code < 0xDC00, take("\\"), take("u") {
            let second = try hexadecimal(start)
            if (0xDC00...0xDFFF).contains(second) {
                return Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
            }
        }
        guard isLenient else { throw next == nil ? .incomplete : .badText(offset: start) }
        offset = afterFirst
        return "\u{FFFD}"
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
