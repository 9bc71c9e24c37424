/// Why a session description was refused. One line each, and never its text: it may hold addresses.
public enum SessionDescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
    case tooLong(bytes: Int)
    case tooManyLines
    case notText
    /// Does not begin with `v=0`: an error page or JSON instead of SDP, for example.
    case notSessionDescription
    case malformed(line: Int, String)
    /// Something that a peer connection cannot be without.
    case missing(String)
    /// Legal, but not what this end can do.
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
        case .unsupported(let what): "the session description asks for what is not supported: \(what)"
        case .mismatch(let what): "the answer does not fit the offer: \(what)"
        }
    }
}
