/// What a column or a parameter holds. The common subset of both databases: no blobs, reals or booleans; a flag is a
/// time that may be missing, a hash is base64url.
public enum Value: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case null
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral integer: Int64) { self = .integer(integer) }
    public init(nilLiteral: ()) { self = .null }
    public init(_ text: String?) { self = text.map(Value.text) ?? .null }
    public init(_ integer: Int64?) { self = integer.map(Value.integer) ?? .null }
}

/// A statement's text, written once for both databases: parameters are `$1`, `$2`, …; only what SQLite 3.40 and
/// PostgreSQL 14 both understand. It is prepared once a connection, so it must not be made from values.
public struct Query: Hashable, Sendable {
    /// How the rows that are read stay locked until the transaction ends. SQLite has one writer at a time and needs none.
    public enum Locking: Hashable, Sendable {
        case none
        /// Waits for whoever has the row, at most the engine's lock limit.
        case row
        /// Leaves out rows that another transaction has.
        case rowIfFree
    }

    let postgres: String
    let sqlite: String
    /// Of the text, made once: connections find what they have prepared by it.
    private let hashOfText: Int

    public init(_ text: String, locking: Locking = .none) {
        switch locking {
        case .none: postgres = text
        case .row: postgres = text + " FOR UPDATE"
        case .rowIfFree: postgres = text + " FOR UPDATE SKIP LOCKED"
        }
        // `$1` is a name to SQLite, numbered by first appearance; `?1` is the first parameter in both senses.
        sqlite = text.replacing("$", with: "?")
        hashOfText = postgres.hashValue
    }

    public static func == (one: Query, other: Query) -> Bool { one.postgres == other.postgres }
    public func hash(into hasher: inout Hasher) { hasher.combine(hashOfText) }

    /// For logs.
    var label: String { postgres.statementLabel }

    public func callAsFunction(_ values: Value...) -> Statement { Statement(query: self, values: values) }
}

extension String {
    /// A statement's text on one line, cut to a length that names its tables. The texts are ours and hold no value.
    var statementLabel: String {
        String(split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(240))
    }
}

/// A query with its parameters.
public struct Statement: Hashable, Sendable {
    public let query: Query
    public let values: [Value]

    public init(query: Query, values: [Value]) {
        self.query = query
        self.values = values
    }
}

/// A row of a result. Columns are read by their place; a column that is missing or of another kind is a fault of this
/// program and throws `EngineError.shape`.
public struct Row: Hashable, Sendable {
    public let values: [Value]

    public init(values: [Value]) { self.values = values }

    public func text(_ column: Int) throws(EngineError) -> String {
        guard case .text(let text) = try value(column) else { throw .shape("column \(column) is no text") }
        return text
    }

    public func integer(_ column: Int) throws(EngineError) -> Int64 {
        guard case .integer(let integer) = try value(column) else { throw .shape("column \(column) is no integer") }
        return integer
    }

    public func textIfAny(_ column: Int) throws(EngineError) -> String? {
        try value(column) == .null ? nil : try text(column)
    }

    public func integerIfAny(_ column: Int) throws(EngineError) -> Int64? {
        try value(column) == .null ? nil : try integer(column)
    }

    private func value(_ column: Int) throws(EngineError) -> Value {
        guard values.indices.contains(column) else { throw .shape("no column \(column)") }
        return values[column]
    }
}
