/// A place in a document, 1-based; columns count code points.
public struct Position: Hashable, Sendable {
    public var line: Int
    /// 0 if only the line is known.
    public var column: Int

    public init(line: Int, column: Int = 0) {
        self.line = line
        self.column = column
    }

    /// The place of a value that did not come from a document.
    public static let unknown = Position(line: 0)
}

/// A document as read from YAML, before it is checked: nodes with their positions. Drivers make it, the rules read it.
public indirect enum Field: Hashable, Sendable {
    case null(at: Position)
    case scalar(String, at: Position)
    case list([Field], at: Position)
    case mapping([Entry], at: Position)

    public struct Entry: Hashable, Sendable {
        public var key: String
        /// The position of the key.
        public var position: Position
        public var value: Field
        public init(key: String, at position: Position, value: Field) {
            self.key = key
            self.position = position
            self.value = value
        }
    }

    /// The node's position; `unknown` if it does not come from a document.
    public var position: Position {
        switch self {
        case .null(let position), .scalar(_, let position), .list(_, let position), .mapping(_, let position):
            position
        }
    }
}

/// Nodes with a line but no column.
extension Field {
    public static func null(line: Int) -> Field { .null(at: Position(line: line)) }
    public static func scalar(_ text: String, line: Int) -> Field { .scalar(text, at: Position(line: line)) }
    public static func list(_ items: [Field], line: Int) -> Field { .list(items, at: Position(line: line)) }
    public static func mapping(_ entries: [Entry], line: Int) -> Field { .mapping(entries, at: Position(line: line)) }
}

extension Field.Entry {
    public init(key: String, line: Int, value: Field) { self.init(key: key, at: Position(line: line), value: value) }
}
