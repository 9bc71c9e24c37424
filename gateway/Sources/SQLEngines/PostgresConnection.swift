import CPostgreSQL
import Foundation

/// One connection to PostgreSQL in pipeline mode: several statements a round trip (libpq manual, "Pipeline Mode").
/// Belongs to one thread. After an error whose case is `away` it is useless and must be dropped.
final class PostgresConnection {
    /// No wait for the server is longer. Its own limits (below) are shorter, so this is for a server that hangs.
    private let patienceMilliseconds: Int64
    /// PostgreSQL 14 is the first whose libpq has pipeline mode.
    static let oldestServer: Int32 = 140_000
    /// How long each address of a server is tried. Without it a server that takes the connection and says nothing would
    /// hold a thread, and with it every request, for as long as TCP does.
    static let connectSeconds = 5

    private let connection: OpaquePointer
    /// What was prepared on this connection, by its text.
    private var names: [Query: String] = [:]
    private var namesMade = 0
    /// What the server still owes us, in order.
    private var expected: ArraySlice<Expected> = []

    private enum Expected {
        case prepared(Query)
        case rows(Query)
        /// The synchronization point after a batch.
        case end
    }

    /// Connects and sets the session's limits. Waits at most 5 s for each address, or as long as the text or
    /// `PGCONNECT_TIMEOUT` says.
    init(_ information: String, patienceMilliseconds: Int64 = 10_000) throws(EngineError) {
        self.patienceMilliseconds = patienceMilliseconds
        if let fault = late_libpq_load() { throw .unusable(String(cString: fault)) }
        guard let connection = Self.connection(information) else { throw .away("libpq has no memory") }
        self.connection = connection
        guard late_PQstatus(connection) == CONNECTION_OK else {
            // libpq's message names host, user and database; it never has the password.
            throw .away(printable(late_PQerrorMessage(connection)))
        }
        guard late_PQserverVersion(connection) >= Self.oldestServer else {
            throw .unusable("PostgreSQL 14 or newer is needed; this is \(late_PQserverVersion(connection) / 10_000)")
        }
        guard late_PQsetnonblocking(connection, 1) == 0 else { throw lost() }
        try script(
            """
            SET lock_timeout = '2s'; SET statement_timeout = '5s'; SET idle_in_transaction_session_timeout = '10s';
            SET client_min_messages = warning; SET timezone = 'UTC'
            """)
    }

    deinit { late_PQfinish(connection) }

    private static func connection(_ information: String) -> OpaquePointer? {
        // What comes later counts, so the text has the last word (libpq manual, "PQconnectdbParams"); the environment would
        // have none beside a parameter.
        let isSet = ProcessInfo.processInfo.environment["PGCONNECT_TIMEOUT"] != nil
        let seconds = isSet ? Value.null : .integer(Int64(connectSeconds))
        // Both lists end with a null. A connection string in the place of the name is read as one.
        return withParameters([.text("connect_timeout"), .text("dbname"), .null]) { _, keywords in
            withParameters([seconds, .text(information), .null]) { _, values in
                late_PQconnectdbParams(keywords, values, 1)
            }
        }
    }

    /// From now on `run` works and `script` does not.
    func enterPipeline() throws(EngineError) {
        guard late_PQenterPipelineMode(connection) == 1 else { throw lost() }
    }

    /// Runs a text of several statements, before `enterPipeline`; the last result's rows.
    @discardableResult func script(_ text: String) throws(EngineError) -> [Row] {
        guard late_PQsendQuery(connection, text) == 1 else { throw lost() }
        try flush()
        var fault: EngineError?
        var rows: [Row] = []
        while let result = try nextResult() {
            defer { late_PQclear(result) }
            if let error = error(of: result, label: text.statementLabel) {
                fault = fault ?? error
            } else {
                rows = read(result)
            }
        }
        if let fault { throw fault }
        return rows
    }

    /// Sends statements and a synchronization point, and reads all results: one round trip. Outside a transaction the
    /// statements are one transaction.
    func run(_ statements: [Statement]) throws(EngineError) -> [[Row]] {
        try send(statements)
        try flush()
        return try receive().get()
    }

    /// Runs several independent batches of reads in one round trip and as one transaction, which is less work for both
    /// sides than one for each. If one fails, all have.
    func runTogether(_ batches: [[Statement]]) throws(EngineError) -> [[[Row]]] {
        var results = try run(batches.flatMap { $0 })[...]
        return batches.map { batch in
            defer { results = results.dropFirst(batch.count) }
            return Array(results.prefix(batch.count))
        }
    }

    /// Runs several independent batches in one round trip, each a transaction of its own. One that fails does not touch
    /// the others.
    func runApart(_ batches: [[Statement]]) throws(EngineError) -> [Result<[[Row]], EngineError>] {
        for batch in batches { try send(batch) }
        try flush()
        var answers: [Result<[[Row]], EngineError>] = []
        for _ in batches { answers.append(try receive()) }
        return answers
    }

    private func send(_ statements: [Statement]) throws(EngineError) {
        for statement in statements {
            let name = try prepared(statement.query)
            expected.append(.rows(statement.query))
            let sent = withParameters(statement.values) { count, values in
                late_PQsendQueryPrepared(connection, name, count, values, nil, nil, 0)
            }
            guard sent == 1 else { throw lost() }
        }
        expected.append(.end)
        guard late_PQpipelineSync(connection) == 1 else { throw lost() }
    }

    /// The statement's name on this connection. A new one is prepared in the same round trip.
    private func prepared(_ query: Query) throws(EngineError) -> String {
        if let name = names[query] { return name }
        let name = "q\(namesMade)"
        namesMade += 1
        names[query] = name
        expected.append(.prepared(query))
        guard late_PQsendPrepare(connection, name, query.postgres, 0, nil) == 1 else { throw lost() }
        return name
    }

    /// Reads the results up to the next synchronization point. The first error of the batch is its outcome.
    private func receive() throws(EngineError) -> Result<[[Row]], EngineError> {
        var results: [[Row]] = []
        var fault: EngineError?
        while let next = expected.popFirst() {
            guard let result = try nextResult() else { throw lost() }
            defer { late_PQclear(result) }
            switch next {
            case .end:
                guard late_PQresultStatus(result) == PGRES_PIPELINE_SYNC else { throw lost() }
                if let fault { return .failure(fault) }
                return .success(results)
            case .prepared(let query):
                if let error = error(of: result, label: query.label) {
                    fault = fault ?? error
                    names[query] = nil
                }
            case .rows(let query):
                if let error = error(of: result, label: query.label) {
                    fault = fault ?? error
                } else {
                    results.append(read(result))
                }
            }
            // Each statement's results end with a null pointer.
            guard try nextResult() == nil else { throw lost() }
        }
        throw lost()
    }
}

// MARK: - Waiting

extension PostgresConnection {
    /// Sends what libpq has in its buffer, and reads meanwhile: a server that waits for us to read would not read us.
    private func flush() throws(EngineError) {
        let deadline = bootMilliseconds() + patienceMilliseconds
        while true {
            switch late_PQflush(connection) {
            case 0: return
            case 1:
                try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
                guard late_PQconsumeInput(connection) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func nextResult() throws(EngineError) -> OpaquePointer? {
        let deadline = bootMilliseconds() + patienceMilliseconds
        while late_PQisBusy(connection) == 1 {
            try wait(for: Int16(POLLIN), until: deadline)
            guard late_PQconsumeInput(connection) == 1 else { throw lost() }
        }
        return late_PQgetResult(connection)
    }

    private func wait(for events: Int16, until deadline: Int64) throws(EngineError) {
        while true {
            let left = deadline - bootMilliseconds()
            guard left > 0 else { throw .away("PostgreSQL has not answered for \(patienceMilliseconds / 1000) s") }
            var descriptor = pollfd(fd: late_PQsocket(connection), events: events, revents: 0)
            guard descriptor.fd >= 0 else { throw lost() }
            let ready = poll(&descriptor, 1, Int32(left))
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else { throw lost() }
        }
    }

    private func lost() -> EngineError { .away("the connection to PostgreSQL was lost") }
}

// MARK: - Values

/// Gives the parameters to libpq as C strings, which live during `body`.
private func withParameters<Result>(
    _ values: [Value], _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
    // One after the other in one buffer, each with its end.
    var bytes: [CChar] = []
    var places: [Int?] = []
    places.reserveCapacity(values.count)
    for value in values {
        switch value {
        case .text(let text):
            places.append(bytes.count)
            text.withCString { bytes.append(contentsOf: UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
        case .integer(let integer):
            places.append(bytes.count)
            for byte in String(integer).utf8 { bytes.append(CChar(bitPattern: byte)) }
            bytes.append(0)
        case .null: places.append(nil)
        }
    }
    return bytes.withUnsafeBufferPointer { buffer in
        places.map { place in place.flatMap { buffer.baseAddress?.advanced(by: $0) } }
            .withUnsafeBufferPointer { body(Int32($0.count), $0.baseAddress) }
    }
}

private func read(_ result: OpaquePointer) -> [Row] {
    let (columns, count) = (late_PQnfields(result), late_PQntuples(result))
    guard count > 0 else { return [] }
    var rows: [Row] = []
    rows.reserveCapacity(Int(count))
    for row in 0..<count {
        var values: [Value] = []
        values.reserveCapacity(Int(columns))
        for column in 0..<columns { values.append(value(of: result, row, column)) }
        rows.append(Row(values: values))
    }
    return rows
}

private func value(of result: OpaquePointer, _ row: Int32, _ column: Int32) -> Value {
    guard late_PQgetisnull(result, row, column) == 0, let bytes = late_PQgetvalue(result, row, column) else {
        return .null
    }
    switch late_PQftype(result, column) {
    // The type numbers of PostgreSQL's integers (`bigint`, `smallint`, `integer`); all else is read as text.
    case 20, 21, 23: return .integer(strtoll(bytes, nil, 10))
    default: return .text(String(cString: bytes))
    }
}

/// - Parameter label: Made only for an error: it takes longer to make than a small result to read.
private func error(of result: OpaquePointer, label: @autoclosure () -> String) -> EngineError? {
    switch late_PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC: return nil
    case PGRES_PIPELINE_ABORTED: return .conflict("an earlier statement of the batch failed")
    default:
        let state = late_PQresultErrorField(result, Int32(late_diagnostic_state)).map { String(cString: $0) } ?? ""
        let constraint = late_PQresultErrorField(result, Int32(late_diagnostic_constraint)).map { String(cString: $0) }
        return EngineError(state: state, constraint: constraint, label: label())
    }
}

extension EngineError {
    /// From PostgreSQL's SQLSTATE (manual, appendix A). The message is left out: it may name values.
    init(state: String, constraint: String?, label: String) {
        switch state {
        case "40001", "40P01", "55P03", "57014", "26000": self = .conflict(state)
        case "57P01", "57P02", "57P03", "53300", "25P03", "": self = .away("PostgreSQL ended the connection (\(state))")
        case "53100": self = .unusable("PostgreSQL's disk is full")
        case _ where state.hasPrefix("08"): self = .away("PostgreSQL: connection failure \(state)")
        case _ where state.hasPrefix("23"): self = .constraint(constraint ?? state)
        default: self = .refused("PostgreSQL error \(state) in '\(label)'")
        }
    }
}

/// A library's message, bounded and on one line.
private func printable(_ message: UnsafePointer<CChar>?) -> String {
    let text = message.map { String(cString: $0) } ?? ""
    return String(text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(300))
}
