import GRDB
import GRDBSQLite

/// The prepared statements of a connection, straight through SQLite's own interface: above it GRDB, which opens the file,
/// has a layer that costs more than a small statement itself. Belongs to one thread.
final class SQLiteStatements {
    /// SQLite copies what it is given.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    private let connection: OpaquePointer
    /// Each text is parsed once.
    private var prepared: [Query: OpaquePointer] = [:]

    init(_ db: Database) throws(EngineError) {
        guard let connection = db.sqliteConnection else { throw .away("the database is closed") }
        self.connection = connection
    }

    deinit { for statement in prepared.values { sqlite3_finalize(statement) } }

    var isInsideTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// Runs a statement and returns its rows.
    @discardableResult func run(_ statement: Statement) throws(EngineError) -> [Row] {
        let prepared = try prepared(statement.query)
        defer {
            sqlite3_reset(prepared)
            sqlite3_clear_bindings(prepared)
        }
        guard Int(sqlite3_bind_parameter_count(prepared)) == statement.values.count else {
            throw error(SQLITE_MISUSE, statement.query)
        }
        var place: Int32 = 0
        for value in statement.values {
            place += 1
            let code =
                switch value {
                case .text(let text): sqlite3_bind_text(prepared, place, text, -1, Self.transient)
                case .integer(let integer): sqlite3_bind_int64(prepared, place, integer)
                case .null: sqlite3_bind_null(prepared, place)
                }
            guard code == SQLITE_OK else { throw error(code, statement.query) }
        }
        var rows: [Row] = []
        while true {
            let code = sqlite3_step(prepared)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw error(code, statement.query) }
            var values: [Value] = []
            let columns = sqlite3_column_count(prepared)
            values.reserveCapacity(Int(columns))
            for column in 0..<columns { values.append(try value(of: prepared, column)) }
            rows.append(Row(values: values))
        }
    }

    private func prepared(_ query: Query) throws(EngineError) -> OpaquePointer {
        if let known = prepared[query] { return known }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, query.sqlite, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code == SQLITE_OK ? SQLITE_MISUSE : code, query) }
        prepared[query] = statement
        return statement
    }

    private func value(of statement: OpaquePointer, _ column: Int32) throws(EngineError) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            guard let bytes = sqlite3_column_text(statement, column) else { return .null }
            return .text(String(cString: bytes))
        default: throw .shape("a number with a fraction, or bytes")
        }
    }

    private func error(_ code: Int32, _ query: Query) -> EngineError {
        let code = code == SQLITE_MISUSE ? code : sqlite3_extended_errcode(connection)
        let known = EngineError(
            DatabaseError(
                resultCode: ResultCode(rawValue: code), message: sqlite3_errmsg(connection).map { String(cString: $0) })
        )
        if case .refused(let text) = known { return .refused("\(text) in '\(query.label)'") }
        return known
    }
}
