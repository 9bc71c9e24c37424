/// The outline of a script's line that cannot be read: its names, and when it happens. Nothing within the values is
/// examined, so that nothing in them stops it.
struct ScriptOutline {
    private(set) var names: [String] = []
    private(set) var at: String?
    private let bytes: [UInt8]
    private var place = 0

    /// Nil if the line is not one object.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard take("{") else { return nil }
        repeat {
            guard let name = text(), take(":") else { return nil }
            names.append(name)
            let start = place
            guard skipValue() else { return nil }
            if name == "at" {
                place = start
                at = text()
            }
        } while take(",")
        guard take("}") else { return nil }
        skipSpace()
        guard place == bytes.count else { return nil }
    }

    private var next: UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0D, 0x0A].contains(byte) { place += 1 }
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    /// A short text without escapes; nil for anything else.
    private mutating func text() -> String? {
        guard take("\"") else { return nil }
        let start = place
        guard skipRestOfText() else { return nil }
        return String(decoding: bytes[start..<place - 1].prefix(64), as: UTF8.self)
    }

    private mutating func skipRestOfText() -> Bool {
        while let byte = next {
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    /// Goes to the comma or the brace behind a value.
    private mutating func skipValue() -> Bool {
        var depth = 0
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                guard skipRestOfText() else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return true }
                depth -= 1
            case UInt8(ascii: ","): if depth == 0 { return true }
            default: break
            }
            place += 1
        }
        return false
    }
}
