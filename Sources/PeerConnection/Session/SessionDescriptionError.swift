/// Why a session description was refused. Each message is one line and never quotes the description, which may hold
/// addresses.
public enum SessionDescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
    case tooLong(bytes: Int)
    case tooManyLines
    case notText
    /// The text does not begin with `v=0`; it is an error page or JSON instead of SDP, for example.
    case notSessionDescription
    case malformed(line: Int, String)
    /// Something that a peer connection needs is missing.
    case missing(String)
    /// Legal, but not supported by this end.
    case unsupported(String)
    /// The answer does not fit the offer.
    case mismatch(String)

    public var description: String {
        switch self {
        case .tooLong(let bytes): "the session description is too long (\(bytes) bytes)"
        case .tooManyLines: "the session description has too many lines"
        case .notText: "the session description is not UTF-8 text"
        case .notSessionDescription: "the session description does not begin with v=0"
        case .malformed(let line, let what): "the session description is malformed in line \(line): \(what)"
        case .missing(let what): "the session description has no \(what)"
        case .unsupported(let what): "the session description needs something unsupported: \(what)"
        case .mismatch(let what): "the answer does not fit the offer: \(what)"
        }
    }
}
