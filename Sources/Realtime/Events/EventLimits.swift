import Bedside

/// Bounds on what the service may send (GUARD-6).
enum EventLimits {
    static let maximumBytes = 1 << 20
    static let maximumDepth = 32
    static let maximumValues = 20_000
    static let json = JSONValue.Limits(bytes: maximumBytes, depth: maximumDepth, values: maximumValues)
    static let maximumIdentifierBytes = 256
    /// For transcripts, tool arguments and error texts.
    static let maximumTextBytes = 64 << 10
    static let maximumOutputItems = 64
}
