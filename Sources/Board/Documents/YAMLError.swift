/// Why a YAML document could not be read. The text is one line: `profile.yaml:4: …`.
public enum YAMLError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable(file: String, reason: String)
    case tooLarge(file: String, limitBytes: Int)
    case notUTF8(file: String, line: Int)
    /// Not YAML at all, as the parser sees it.
    case malformed(file: String, line: Int, problem: String)
    /// YAML that these documents have no use for: anchors, tags, several documents, lists as keys, deep nesting.
    case unsupported(file: String, line: Int, problem: String)
    case duplicateKey(file: String, line: Int, key: String)

    public var file: String {
        switch self {
        case .unreadable(let file, _), .tooLarge(let file, _), .notUTF8(let file, _), .malformed(let file, _, _),
            .unsupported(let file, _, _), .duplicateKey(let file, _, _):
            file
        }
    }

    /// 1-based; 0 where the whole document is meant.
    public var line: Int {
        switch self {
        case .unreadable, .tooLarge: 0
        case .notUTF8(_, let line), .malformed(_, let line, _), .unsupported(_, let line, _),
            .duplicateKey(_, let line, _):
            line
        }
    }

    public var message: String {
        switch self {
        case .unreadable(_, let reason): "cannot be read: \(reason)"
        case .tooLarge(_, let limitBytes): "expected at most \(limitBytes / 1024) KiB"
        case .notUTF8: "expected UTF-8 text"
        case .malformed(_, _, let problem): "expected YAML: \(problem)"
        case .unsupported(_, _, let problem): problem
        case .duplicateKey(_, _, let key): "\(key): expected once in its block, is there twice"
        }
    }

    public var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}
