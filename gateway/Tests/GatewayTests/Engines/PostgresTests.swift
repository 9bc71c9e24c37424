import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("PostgreSQL may go away and come back", .requirement("GATEWAY-3"))
struct PostgresTests {
    private static let endSessions = Query(
        """
        SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
          AND query LIKE '%things%' AND application_name = $1
        """)

    @Test("Connections that the server has ended are replaced without anybody noticing")
    func endedSessions() async throws {
        let database = try TestDatabase(.postgres)
        let name = "ended-\(UUID().uuidString.prefix(8))"
        let engine = PostgresEngine("\(database.setting) application_name=\(name)", readers: 1, writers: 1)
        _ = try await engine.migrate(EngineTests.steps, apply: true)
        let other = try database.open()
        for round in 0..<3 {
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(EngineTests.insert(.text("\(round)"), 1, nil))
            }
            let found1 = try await engine.rows(EngineTests.all()).count
            #expect(found1 == round + 1)
            let ended = try await other.read(Self.endSessions(.text(name)))
            #expect(try ended.first?.integer(0) ?? 0 >= 1)
        }
        await engine.close()
        await other.close()
    }

    @Test("A server that is not there is away at once, again and again, and says so", .timeLimit(.minutes(5)))
    func away() async throws {
        let engine = PostgresEngine("host=/nonexistent user=nobody", readers: 1, writers: 1)
        for _ in 0..<200 {
            let error = await failure { _ = try await engine.read(EngineTests.all()) }
            #expect(
                "\(error, default: "answered")".hasPrefix("away(") && "\(error, default: "")".contains("/nonexistent"))
        }
        let error = await failure {
            try await engine.write { transaction throws(EngineError) in _ = try transaction.now() }
        }
        #expect("\(error, default: "answered")".hasPrefix("away("))
        await engine.close()
    }

    @Test(
        "A server that takes the connection and says nothing is away after five seconds, or when the text says so",
        .timeLimit(.minutes(2)), arguments: [nil, 2] as [Int?])
    func silent(seconds: Int?) async throws {
        let listener = try SilentListener()
        let timeout = seconds.map { " connect_timeout=\($0)" } ?? ""
        let engine = PostgresEngine(
            "host=127.0.0.1 port=\(listener.port) user=nobody\(timeout)", readers: 1, writers: 1)
        // Without the bound it is the test that gives up.
        let limit = Task {
            try await Task.sleep(for: .seconds(40))
            listener.end()
        }
        defer { limit.cancel() }
        let started = ContinuousClock.now
        let error = await failure { _ = try await engine.read(EngineTests.all()) }
        let elapsed = started.duration(to: .now)
        #expect("\(error, default: "answered")".hasPrefix("away("))
        let expected = Duration.seconds(seconds ?? PostgresConnection.connectSeconds)
        // The rest is a busy machine's.
        #expect(elapsed > expected - .seconds(2) && elapsed < expected + .seconds(20), "\(elapsed)")
        await engine.close()
    }

    @Test("A row that another transaction holds is waited for, at most so long, and nothing is written")
    func heldRow() async throws {
        let database = try TestDatabase(.postgres)
        let engine = try database.open()
        _ = try await engine.migrate(EngineTests.steps, apply: true)
        try await engine.write { transaction throws(EngineError) in
            try transaction.enqueue(EngineTests.insert("a", 1, nil))
        }
        let holder = try PostgresConnection(database.setting)
        try holder.script(
            "SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT number FROM things WHERE id = 'a' FOR UPDATE")
        // Three attempts of 2 s each.
        let error = await failure {
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(EngineTests.insert("b", 1, nil))
                _ = try transaction.run(EngineTests.lock("a"))
            }
        }
        #expect(error == .conflict("55P03"))
        // Reads do not stand behind it.
        let found2 = try await engine.rows(EngineTests.all()).count
        #expect(found2 == 1)
        try holder.script("ROLLBACK")
        try await engine.write { transaction throws(EngineError) in
            _ = try transaction.run(EngineTests.lock("a"))
            try transaction.enqueue(EngineTests.insert("b", 1, nil))
        }
        let found3 = try await engine.rows(EngineTests.all()).count
        #expect(found3 == 2)
        await engine.close()
    }

    @Test("A budget that is tidied away while somebody waits for it is made anew")
    func tidiedBudget() async throws {
        let database = try TestDatabase(.postgres)
        let engine = try database.open()
        _ = try await engine.migrate(Schema.migrations, apply: true)
        let budget = SharedBudget(bucket: "b", allowance: .perMinute(5))
        @Sendable func take() async throws(EngineError) {
            try await engine.write { transaction throws(EngineError) in
                try SharedBudget.take(try SharedBudget.lock([budget], in: transaction).held, in: transaction)
            }
        }
        try await take()
        let tidying = try PostgresConnection(database.setting)
        try tidying.script("BEGIN; SELECT bucket FROM rate_limits WHERE bucket = 'b' FOR UPDATE")
        let waiting = Task { await failure { try await take() } }
        try await Task.sleep(for: .milliseconds(500))
        try tidying.script("DELETE FROM rate_limits WHERE bucket = 'b'; COMMIT")
        let error = await waiting.value
        #expect(error == nil)
        let rows = try await engine.rows(Query("SELECT bucket FROM rate_limits")())
        #expect(rows.map(\.values) == [["b"]])
        await engine.close()
    }

    @Test("Rows that another transaction holds are left out where that is asked for")
    func skipsHeldRows() async throws {
        let database = try TestDatabase(.postgres)
        let engine = try database.open()
        _ = try await engine.migrate(EngineTests.steps, apply: true)
        try await engine.write { transaction throws(EngineError) in
            try transaction.enqueue(EngineTests.insert("a", 1, nil))
            try transaction.enqueue(EngineTests.insert("b", 2, nil))
        }
        let holder = try PostgresConnection(database.setting)
        try holder.script(
            "SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT number FROM things WHERE id = 'a' FOR UPDATE")
        let free = try await engine.write { transaction throws(EngineError) in
            try transaction.run(Query("SELECT id FROM things ORDER BY id", locking: .rowIfFree)())
        }
        #expect(free.map(\.values) == [["b"]])
        await engine.close()
    }

    @Test("SQLSTATEs become what a caller can act on")
    func states() {
        func error(_ state: String) -> EngineError { EngineError(state: state, constraint: "rule", label: "SELECT") }
        #expect(error("23505") == .constraint("rule"))
        #expect(error("40P01") == .conflict("40P01"))
        #expect(error("57P01") == .away("PostgreSQL ended the connection (57P01)"))
        #expect(error("53100") == .unusable("PostgreSQL's disk is full"))
        #expect(error("42601") == .refused("PostgreSQL error 42601 in 'SELECT'"))
    }
}
