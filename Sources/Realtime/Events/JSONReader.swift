/// What is wrong with an event of the service; counted, the session goes on (GUARD-6).
enum EventError: Error, Sendable, Hashable, CustomStringConvertible {
    case tooLong(bytes: Int)
    case tooDeep
    case tooManyValues
    case malformed(atByte: Int)
    case missing(String)
    case longField(String)

    var description: String {
        switch self {
        case .tooLong(let bytes): "an event of \(bytes) bytes is too long"
        case .tooDeep: "an event is nested deeper than \(EventLimits.maximumDepth)"
        case .tooManyValues: "an event has more than \(EventLimits.maximumValues) values"
        case .malformed(let at): "an event is not JSON (byte \(at))"
        case .missing(let field): "an event lacks \(field)"
        case .longField(let field): "an event's \(field) is too long"
        }
    }
}

/// Reads one JSON text (RFC 8259) strictly, with bounds on length, depth and number of values.
struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0
    private var values = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ bytes: [UInt8]) throws(EventError) -> JSON {
        guard bytes.count <= EventLimits.maximumBytes else { throw .tooLong(bytes: bytes.count) }
        var reader = JSONReader(bytes)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == bytes.count else { throw .malformed(atByte: reader.at) }
        return value
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(EventError) -> JSON {
        guard depth <= EventLimits.maximumDepth else { throw .tooDeep }
        values += 1
        guard values <= EventLimits.maximumValues else { throw .tooManyValues }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(EventError) -> JSON {
        for byte in "\(word)".utf8 {
            guard take(byte) else { throw .malformed(atByte: at) }
        }
        return value
    }

    private mutating func object(depth: Int) throws(EventError) -> JSON {
        at += 1
        var members: [JSON.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw .malformed(atByte: at) }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw .malformed(atByte: at) }
            members.append(.init(name: name, value: try value(depth: depth + 1)))
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "}")) else { throw .malformed(atByte: at) }
            return .object(members)
        }
    }

    private mutating func list(depth: Int) throws(EventError) -> JSON {
        at += 1
        var items: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .list(items) }
        while true {
            items.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "]")) else { throw .malformed(atByte: at) }
            return .list(items)
        }
    }

    private mutating func number() throws(EventError) -> JSON {
        let start = at
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        guard at - start <= 64 else { throw .longField("number") }
        return .number(String(decoding: bytes[start..<at], as: UTF8.self))
    }

    private mutating func digits() throws(EventError) {
        let start = at
        while let byte = next, byte >= 0x30, byte <= 0x39 { at += 1 }
        guard at > start else { throw .malformed(atByte: at) }
    }

    private mutating func string() throws(EventError) -> String {
        at += 1
        var scalars: [UInt8] = []
        var start = at
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                scalars += bytes[start..<at]
                at += 1
                guard let text = String(validating: scalars, as: UTF8.self) else { throw .malformed(atByte: start) }
                return text
            case UInt8(ascii: "\\"):
                scalars += bytes[start..<at]
                at += 1
                scalars += Array(String(try escape()).utf8)
                start = at
            case 0..<0x20: throw .malformed(atByte: at)
            default: at += 1
            }
        }
        throw .malformed(atByte: at)
    }

    private mutating func escape() throws(EventError) -> Unicode.Scalar {
        guard let byte = next else { throw .malformed(atByte: at) }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try hexUnit()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // The first half of a pair; alone, it stands for nothing.
            let mark = at
            guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
                at = mark
                return "\u{FFFD}"
            }
            let second = try hexUnit()
            guard (0xDC00..<0xE000).contains(second) else {
                at = mark
                return "\u{FFFD}"
            }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
        default: throw .malformed(atByte: at)
        }
    }

    private mutating func hexUnit() throws(EventError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .malformed(atByte: at)
            }
            unit = unit << 4 | UInt32(digit)
            at += 1
        }
        return unit
    }
}
