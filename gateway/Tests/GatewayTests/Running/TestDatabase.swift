import Foundation
import Testing

@testable import Gateway
@testable import SQLEngines

/// The two databases. Every test of what is stored runs on both (GATEWAY-3).
enum DatabaseKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite
    case postgres

    var testDescription: String { rawValue }
}

/// A database of one test: a file in a folder of its own, or a schema of its own in the server that
/// `gateway/Tests/with-postgres` has started. A server that is missing fails the test: nothing is left out silently.
final class TestDatabase: Sendable {
    let kind: DatabaseKind
    /// What `database` is in the settings.
    let setting: String
    let folder: String
    let time: ManualTime?

    private struct NoServer: Error, CustomStringConvertible {
        var description: String { "no PostgreSQL: run the tests with gateway/Tests/with-postgres" }
    }

    init(_ kind: DatabaseKind, time: ManualTime? = nil) throws {
        self.kind = kind
        self.time = time
        folder = NSTemporaryDirectory() + "anicca-gateway-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        switch kind {
        case .sqlite: setting = "sqlite:\(folder)/gateway.sqlite"
        case .postgres:
            guard let server = ProcessInfo.processInfo.environment["ANICCA_GATEWAY_TEST_POSTGRES"] else {
                throw NoServer()
            }
            let schema = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
            try PostgresConnection(server).script("CREATE SCHEMA \(schema)")
            setting = "\(server) options='-c search_path=\(schema)'"
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens it; a second engine on PostgreSQL is a second instance.
    func open(queue: Int = 256, role: SQLiteEngine.Role = .server) throws -> any Engine {
        let time = time.map(EngineTime.manual) ?? .database
        switch kind {
        case .sqlite:
            return try SQLiteEngine(
                path: "\(folder)/gateway.sqlite", role: role, queue: queue, time: time,
                leapShifts: role == .server ? Metering.leapShifts : [])
        case .postgres: return PostgresEngine(setting, readers: 1, writers: 3, queue: queue, time: time)
        }
    }

    /// Runs code on an engine with the whole schema.
    static func with(
        _ kind: DatabaseKind, time: ManualTime? = nil, _ body: (any Engine, TestDatabase) async throws -> Void
    ) async throws {
        let database = try TestDatabase(kind, time: time)
        let engine = try database.open()
        do {
            _ = try await engine.migrate(Schema.migrations, apply: true)
            try await body(engine, database)
        } catch {
            await engine.close()
            throw error
        }
        await engine.close()
    }
}

extension Engine {
    /// One statement's rows, with an error of any type: `#expect` takes no typed ones.
    func rows(_ statement: Statement) async throws -> [Row] { try await read(statement) }

    /// What the ledger has, by key.
    func ledger() async throws -> [String: Int64] {
        var ledger: [String: Int64] = [:]
        for row in try await rows(Query("SELECT key, minutes FROM ledger")()) {
            ledger[try row.text(0)] = try row.integer(1)
        }
        return ledger
    }

    func report(_ migrations: [Migration], apply: Bool) async throws -> MigrationReport {
        try await migrate(migrations, apply: apply)
    }
}

/// The error with which code fails; nil: it does not.
func failure(of body: () async throws -> Void) async -> EngineError? {
    do {
        try await body()
        return nil
    } catch { return error as? EngineError }
}
