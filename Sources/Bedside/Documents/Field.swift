/// A document as read from YAML, before anything is believed: nodes with their lines. Drivers make it, rules read it.
public indirect enum Field: Hashable, Sendable {
    case null(line: Int)
    case scalar(String, line: Int)
    case list([Field], line: Int)
    case mapping([Entry], line: Int)

    public struct Entry: Hashable, Sendable {
        public var key: String
        public var line: Int
        public var value: Field
        public init(key: String, line: Int, value: Field) {
            self.key = key
            self.line = line
            self.value = value
        }
    }

    /// 1-based; 0 where there is no document.
    public var line: Int {
        switch self {
        case .null(let line), .scalar(_, let line), .list(_, let line), .mapping(_, let line): line
        }
    }
}

/// What is wrong with one field, and what was expected. `line` is 0 where the value did not come from a file.
public struct FieldError: Hashable, Codable, Sendable, CustomStringConvertible {
    public var line: Int
    /// `habits.wake.at`
    public var path: String
    public var fault: FieldFault

    public init(line: Int = 0, path: String, fault: FieldFault) {
        self.line = line
        self.path = path
        self.fault = fault
    }
    public func text(in language: Language) -> String { "\(path): \(fault.text(in: language))" }
    /// For logs.
    public var description: String { text(in: .english) }
}
