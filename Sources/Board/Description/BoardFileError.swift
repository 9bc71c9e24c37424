import Bedside

/// Why there is no board. The text is one line; `lines` has all of them.
public enum BoardFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case notFound(name: String, known: [String])
    case yaml(YAMLError)
    /// In the order of the file; never empty.
    case invalid(file: String, [FieldError])

    public var lines: [String] {
        switch self {
        case .notFound(let name, let known):
            ["board \(OneLine.quoted(name)) not found: expected a file, or one of \(known.joined(separator: ", "))"]
        case .yaml(let error):
            [error.description]
        case .invalid(let file, let errors):
            errors.map { $0.line > 0 ? "\(file):\($0.line): \($0)" : "\(file): \($0)" }
        }
    }

    public var description: String {
        let lines = lines
        return (lines.first ?? "board file: invalid") + (lines.count > 1 ? " (and \(lines.count - 1) more)" : "")
    }
}
