extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    public var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// Whether a text has nothing but ASCII letters, digits and these signs.
///
/// - Parameter lengths: how many bytes it may have.
public func isWord(_ text: String, with signs: String, of lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { $0.isAlphanumeric || signs.utf8.contains($0) }
}
