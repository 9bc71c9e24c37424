/// JSON as somebody sent it (RFC 8259), bounded in depth. A name twice in an object is a fault: two readers could
/// disagree on which of them counts.
extension JSON {
    enum Fault: Error, Hashable, Sendable {
        case malformed
        case tooDeep
        case repeated(String)
    }

    static let deepest = 16

    init(parsing bytes: [UInt8]) throws(Fault) {
        var reader = JSONReader(bytes: bytes)
        self = try reader.whole()
    }

    /// A member of an object; nil: none of that name, or no object.
    subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func whole() throws(JSON.Fault) -> JSON {
        let value = try value(depth: 1)
        skipSpace()
        guard position == bytes.count else { throw .malformed }
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    /// Takes that byte if it is the next one.
    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSON.Fault) -> JSON {
        guard depth <= JSON.deepest else { throw .tooDeep }
        skipSpace()
        switch peek {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSON.Fault) -> JSON {
        guard bytes[position...].starts(with: word.utf8) else { throw .malformed }
        position += word.utf8.count
        return value
    }

    private mutating func array(depth: Int) throws(JSON.Fault) -> JSON {
        position += 1
        var values: [JSON] = []
        skipSpace()
        if takes("]") { return .array([]) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if takes("]") { return .array(values) }
            guard takes(",") else { throw .malformed }
        }
    }

    private mutating func object(depth: Int) throws(JSON.Fault) -> JSON {
        position += 1
        var members: [JSON.Member] = []
        // By their bytes (RFC 8259 §8.3): Swift takes two names for the same one if they only look alike.
        var names: Set<[UInt8]> = []
        skipSpace()
        if takes("}") { return .object([]) }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw .malformed }
            let name = try text()
            guard names.insert(Array(name.utf8)).inserted else { throw .repeated(name) }
            skipSpace()
            guard takes(":") else { throw .malformed }
            members.append(JSON.Member(name: name, value: try value(depth: depth + 1)))
            skipSpace()
            if takes("}") { return .object(members) }
            guard takes(",") else { throw .malformed }
        }
    }

    private mutating func number() throws(JSON.Fault) -> JSON {
        let start = position
        var isWhole = true
        _ = takes("-")
        let first = peek
        let whole = digits()
        guard whole > 0, first != UInt8(ascii: "0") || whole == 1 else { throw .malformed }
        if takes(".") {
            isWhole = false
            guard digits() > 0 else { throw .malformed }
        }
        if takes("e") || takes("E") {
            isWhole = false
            if !takes("+") { _ = takes("-") }
            guard digits() > 0 else { throw .malformed }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard text.utf8.count <= 64 else { throw .malformed }
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        return .number(text)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func text() throws(JSON.Fault) -> String {
        position += 1
        var result: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                // PostgreSQL keeps no U+0000 in a text.
                guard let text = String(validating: result, as: UTF8.self), !result.contains(0) else {
                    throw .malformed
                }
                return text
            case UInt8(ascii: "\\"): try escape(into: &result)
            case 0..<0x20: throw .malformed
            default: result.append(byte)
            }
        }
        throw .malformed
    }

    private mutating func escape(into result: inout [UInt8]) throws(JSON.Fault) {
        guard let byte = peek else { throw .malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            var code = try unit()
            if (0xD800..<0xDC00).contains(code) {
                guard takes("\\"), takes("u") else { throw .malformed }
                let low = try unit()
                guard (0xDC00..<0xE000).contains(low) else { throw .malformed }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw .malformed }
            result += Array(String(Character(scalar)).utf8)
        default: throw .malformed
        }
    }

    /// Four hexadecimal digits.
    private mutating func unit() throws(JSON.Fault) -> UInt32 {
        guard position + 4 <= bytes.count else { throw .malformed }
        let part = bytes[position..<position + 4]
        guard part.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
            let code = UInt32(String(decoding: part, as: UTF8.self), radix: 16)
        else { throw .malformed }
        position += 4
        return code
    }
}
