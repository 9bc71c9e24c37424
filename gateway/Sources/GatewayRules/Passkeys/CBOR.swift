/// A value in CBOR (RFC 8949), as authenticators write it (CTAP2 §8): lengths are definite, numbers are as short as they
/// can be, and there are no tags. Of the simple values only the two of truth, which extensions answer with.
public indirect enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// -1 minus the number.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Entry])
    case bool(Bool)

    public struct Entry: Hashable, Sendable {
        public let key: CBOR
        public let value: CBOR

        public init(key: CBOR, value: CBOR) {
            self.key = key
            self.value = value
        }
    }

    public enum Fault: Error, Hashable, Sendable, CaseIterable {
        /// It ends before it should, or promises more than there is.
        case cut
        /// Something follows it.
        case trailing
        case tooLong
        case tooDeep
        /// A number has a shorter form: two readers could disagree on whether two values are the same.
        case notShortest
        /// A length that shows itself later, or one of the lengths that are not given out yet.
        case indefinite
        /// A tag, a fraction, another simple value, or a key that is neither a number nor a text.
        case kind
        case notUTF8
        /// A key twice in a map.
        case repeated
    }

    /// In bytes. An attestation object without a statement has about 200.
    public static let longest = 8 << 10
    /// An attestation object, its statement, a chain of certificates, one of them; and as much again.
    public static let deepest = 8

    /// The only value that these bytes are.
    public init(_ bytes: [UInt8]) throws(Fault) {
        let (value, end) = try Self.read(bytes, from: 0)
        guard end == bytes.count else { throw .trailing }
        self = value
    }

    /// The value that begins there, and where it ends.
    public static func read(_ bytes: [UInt8], from start: Int) throws(Fault) -> (value: CBOR, end: Int) {
        guard bytes.count <= longest else { throw .tooLong }
        guard (0...bytes.count).contains(start) else { throw .cut }
        var reader = CBORReader(bytes: bytes, position: start)
        let value = try reader.value(depth: 1)
        return (value, reader.position)
    }

    /// The value of a map for an integer key; nil if there is none, or this is not a map.
    public subscript(_ number: Int64) -> CBOR? {
        self[number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))]
    }

    /// The value of a map for a text key; nil if there is none, or this is not a map.
    public subscript(_ name: String) -> CBOR? { self[.text(name)] }

    private subscript(_ key: CBOR) -> CBOR? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }
}

private struct CBORReader {
    let bytes: [UInt8]
    private(set) var position: Int

    init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private var left: Int { bytes.count - position }

    mutating func value(depth: Int) throws(CBOR.Fault) -> CBOR {
        guard depth <= CBOR.deepest else { throw .tooDeep }
        guard let head = try take(1).first else { throw .cut }
        let detail = head & 31
        switch head >> 5 {
        case 0: return .unsigned(try number(detail))
        case 1: return .negative(try number(detail))
        case 2: return .bytes(Array(try take(try length(detail))))
        case 3:
            guard let text = String(validating: try take(try length(detail)), as: UTF8.self) else { throw .notUTF8 }
            return .text(text)
        case 4:
            var values: [CBOR] = []
            for _ in 0..<(try length(detail)) { values.append(try value(depth: depth + 1)) }
            return .array(values)
        case 5: return .map(try entries(try length(detail), depth: depth))
        case 7 where detail == 20 || detail == 21: return .bool(detail == 21)
        default: throw .kind
        }
    }

    private mutating func entries(_ count: Int, depth: Int) throws(CBOR.Fault) -> [CBOR.Entry] {
        var entries: [CBOR.Entry] = []
        var keys: Set<CBOR> = []
        for _ in 0..<count {
            let key = try value(depth: depth + 1)
            switch key {
            case .unsigned, .negative, .text: break
            case .bytes, .array, .map, .bool: throw .kind
            }
            guard keys.insert(key).inserted else { throw .repeated }
            entries.append(CBOR.Entry(key: key, value: try value(depth: depth + 1)))
        }
        return entries
    }

    /// How many bytes or values follow. Each takes a byte at least, so what is promised is bounded by what is there.
    private mutating func length(_ detail: UInt8) throws(CBOR.Fault) -> Int {
        let count = try number(detail)
        guard count <= UInt64(left) else { throw .cut }
        return Int(count)
    }

    private mutating func number(_ detail: UInt8) throws(CBOR.Fault) -> UInt64 {
        switch detail {
        case 0..<24: return UInt64(detail)
        case 24...27:
            let size = 1 << Int(detail - 24)
            let number = try take(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            // Half as many bytes do not hold it; of one byte, the head itself.
            guard size == 1 ? number >= 24 : number >> UInt64(size * 4) > 0 else { throw .notShortest }
            return number
        default: throw .indefinite
        }
    }

    private mutating func take(_ count: Int) throws(CBOR.Fault) -> ArraySlice<UInt8> {
        guard count <= left else { throw .cut }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
