/// A form of a request's body or query (`application/x-www-form-urlencoded`), bounded.
public struct Form: Hashable, Sendable {
    public enum Fault: Error, Hashable, Sendable {
        /// A percent sign without two digits, or bytes that are not UTF-8.
        case malformed
        case tooManyFields
        /// RFC 6749 §3.2: parameters must not be included more than once.
        case repeated(String)
    }

    public static let mostFields = 32

    /// By the bytes of their names: Swift takes two names for the same one if they only look alike.
    private let fields: [[UInt8]: String]

    public static let empty = Form(fields: [:])

    private init(fields: [[UInt8]: String]) { self.fields = fields }

    public init(_ text: some StringProtocol) throws(Fault) {
        var fields: [[UInt8]: String] = [:]
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            guard fields.count < Self.mostFields else { throw .tooManyFields }
            let pieces = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = pieces.first else { continue }
            let name = try decoded(first)
            let key = Array(name.utf8)
            guard fields[key] == nil else { throw .repeated(name) }
            fields[key] = try decoded(pieces.dropFirst().first ?? first.prefix(0))
        }
        self.fields = fields
    }

    /// A field's value. An empty one is one that was left out (RFC 6749 §3.1).
    public subscript(_ name: String) -> String? {
        guard let value = fields[Array(name.utf8)], !value.isEmpty else { return nil }
        return value
    }
}

private func decoded(_ bytes: some Collection<UInt8>) throws(Form.Fault) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
        switch byte {
        case UInt8(ascii: "+"): result.append(0x20)
        case UInt8(ascii: "%"):
            guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal) else {
                throw .malformed
            }
            result.append(high << 4 | low)
        default: result.append(byte)
        }
    }
    guard let text = String(validating: result, as: UTF8.self) else { throw .malformed }
    return text
}

private func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}
