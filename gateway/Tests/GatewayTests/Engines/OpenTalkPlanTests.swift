import Testing

@testable import Gateway
@testable import SQLEngines

/// While its statistics know of no open talk, all partial indexes of open talks cost PostgreSQL the same: one query then
/// read every open talk.
@Suite("Each question about open talks has an index of its own", .requirement("GATEWAY-3"))
struct OpenTalkPlanTests {
    private static let questions: [(query: Query, value: String, index: String)] = [
        (Metering.openOfDevice, "'o5'", "sessions_open_by_device"),
        (Metering.accountOfOpen, "'o5'", "sessions_open_by_device"),
        (AccountMinutes.ofOpen, "'o5'", "sessions_open_by_account"),
        (AccountMinutes.ofOpenByCredential, "'o5'", "sessions_open_by_account"),
        (Sweep.candidates, "1", "sessions_open"),
        (Metering.openOfSignedOut, "", "sessions_open"),
    ]
    /// A night without a talk, and then everybody at once.
    private static let morning = """
        INSERT INTO accounts (id, created_at) SELECT p || g, 0 FROM generate_series(1, 2000) g, (VALUES ('e'), ('o')) v(p);
        INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, seen_at, lease_until, ended_at,
            minutes) SELECT 'e' || g, 'e' || g, 'u', 'e' || g, 'k', '', g, g, g, g, 0 FROM generate_series(1, 2000) g;
        ANALYZE sessions;
        INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, seen_at, lease_until,
            held_minutes) SELECT 'o' || g, 'o' || g, 'u', 'o' || g, 'k', '', g, g, g, 5 FROM generate_series(1, 500) g;
        """

    @Test func whateverTheStatisticsSay() async throws {
        let database = try TestDatabase(.postgres)
        let engine = try database.open()
        _ = try await engine.migrate(Schema.migrations, apply: true)
        let connection = try PostgresConnection(database.setting)
        try connection.script(Self.morning)
        try connection.script("SET enable_seqscan = off; SET enable_bitmapscan = off")
        for question in Self.questions {
            let text = ["$1", "$2"].reduce(question.query.postgres) { $0.replacing($1, with: question.value) }
            var plan = ""
            for row in try connection.script("EXPLAIN " + text) { plan += try row.text(0) + "\n" }
            #expect(plan.contains("using \(question.index) on sessions"), "\(plan)")
        }
        await engine.close()
    }
}
