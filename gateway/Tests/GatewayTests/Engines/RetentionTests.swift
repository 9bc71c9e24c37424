import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("What is old is deleted, and what is not stays", .requirement("GATEWAY-8", "GATEWAY-3"))
struct RetentionTests {
    private static let day = Tidying.dayMilliseconds

    /// A kind of row: how one is made of a name and a moment, and how long it is kept after that.
    private struct Kept: Sendable {
        let table: String
        let key: String
        let insert: String
        let milliseconds: Int64
    }

    private static let kinds = [
        Kept(
            table: "rate_limits", key: "bucket", insert: "(bucket, units, at) VALUES ($1, 0, $2)",
            milliseconds: 7_200_000),
        Kept(
            table: "owner_codes", key: "hash", insert: "(hash, created_at, expires_at) VALUES ($1, 0, $2)",
            milliseconds: day),
        Kept(
            table: "invitations", key: "id",
            insert: "(id, hash, account_id, made_at, expires_at) VALUES ($1, $1, 'a', 0, $2)", milliseconds: day),
        Kept(
            table: "used_codes", key: "hash",
            insert: "(hash, form_hash, session_hash, user_id, expires_at) VALUES ($1, 'f', 's', 'u', $2)",
            milliseconds: 0),
        Kept(
            table: "device_grants", key: "device_code_hash",
            insert: """
                (device_code_hash, user_code, client_id, device_id, device_name, asked_from, created_at, expires_at,
                interval_s) VALUES ($1, $1, 'c', 'd', 'n', 'x', 0, $2, 5)
                """, milliseconds: day),
        Kept(
            table: "credentials", key: "hash",
            insert: "(hash, kind, user_id, issued_at, expires_at) VALUES ($1, 'web', 'u', 0, $2)",
            milliseconds: 30 * day),
        Kept(
            table: "apple_nonces", key: "hash", insert: "(hash, expires_at) VALUES ($1, $2)", milliseconds: 3_600_000),
        Kept(
            table: "apple_sign_ins", key: "hash", insert: "(hash, expires_at) VALUES ($1, $2)", milliseconds: 3_600_000),
        Kept(
            table: "passkey_challenges", key: "hash", insert: "(hash, expires_at) VALUES ($1, $2)",
            milliseconds: 3_600_000),
        Kept(
            table: "webhook_inbox", key: "event_id",
            insert: """
                (source, event_id, account_id, type, occurred_at, received_at, done_at) VALUES ('s', $1, '', 't', 0, $2, $2)
                """, milliseconds: 30 * day),
        Kept(
            table: "forgotten", key: "hash",
            insert: "(hash, period, granted, used, ends_at) VALUES ($1, '2026-12', 1, 0, $2)", milliseconds: 0),
        Kept(table: "deleted_speakers", key: "hash", insert: "(hash, ends_at) VALUES ($1, $2)", milliseconds: 0),
        Kept(
            table: "audit", key: "key", insert: "(key, at, action) VALUES ($1, $2, 'x')", milliseconds: 400 * day),
    ]

    private static let insertSession = Query(
        """
        INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, seen_at, lease_until,
          ended_at, ended_by, seconds, minutes) VALUES ($1, 'a', 'u', $1, 'k', '2027-01', 0, 0, 0, $2, 'stop', 0, $3)
        """)

    private func on(
        _ kind: DatabaseKind, _ body: (any Engine, ManualTime) async throws -> Void
    ) async throws {
        let time = ManualTime()
        try await TestDatabase.with(kind, time: time) { engine, _ in
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("INSERT INTO accounts (id, created_at) VALUES ('a', 0)")())
                try transaction.enqueue(Query("INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)")())
            }
            try await body(engine, time)
        }
    }

    private func tidy(_ engine: any Engine) async throws {
        try await Tidying(store: Store(engine: engine), logger: CollectedLogs().logger).tidy()
    }

    private func left(_ table: String, _ key: String, in engine: any Engine) async throws -> [String] {
        try await engine.rows(Query("SELECT \(key) FROM \(table) ORDER BY \(key)")()).map { try $0.text(0) }
    }

    @Test("Each kind of row lives exactly as long as it should", arguments: DatabaseKind.allCases)
    func eachKind(kind: DatabaseKind) async throws {
        try await on(kind) { engine, time in
            for kept in Self.kinds {
                let insert = Query("INSERT INTO \(kept.table) \(kept.insert)")
                try await engine.write { transaction throws(EngineError) in
                    let limit = try transaction.now() - kept.milliseconds
                    try transaction.enqueue(insert(.text("old"), .integer(limit - 1)))
                    try transaction.enqueue(insert(.text("young"), .integer(limit)))
                }
            }
            try await tidy(engine)
            for kept in Self.kinds {
                let left = try await left(kept.table, kept.key, in: engine)
                #expect(left == ["young"], "\(kept.table)")
            }
            time.advance(milliseconds: 1)
            try await tidy(engine)
            for kept in Self.kinds {
                let left = try await left(kept.table, kept.key, in: engine)
                #expect(left.isEmpty, "\(kept.table)")
            }
        }
    }

    @Test("A conversation is kept for 13 months, and one that is open for ever", arguments: DatabaseKind.allCases)
    func sessions(kind: DatabaseKind) async throws {
        try await on(kind) { engine, time in
            let limit = time.now - Tidying.sessionDays * Self.day
            #expect(Tidying.sessionDays * Self.day >= 13 * 365 * Self.day / 12)
            let (old, young) = (firstID("ses_", at: limit - 1) + "x", firstID("ses_", at: limit) + "x")
            let (open, late) = (firstID("ses_", at: limit - 2) + "x", firstID("ses_", at: limit - 3) + "x")
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Self.insertSession(.text(old), .integer(limit - 1), .integer(0)))
                try transaction.enqueue(Self.insertSession(.text(young), .integer(limit), .integer(0)))
                try transaction.enqueue(Self.insertSession(.text(open), nil, nil))
                // Opened before, and ended after.
                try transaction.enqueue(Self.insertSession(.text(late), .integer(limit), .integer(0)))
            }
            try await tidy(engine)
            let left = try await left("sessions", "id", in: engine)
            #expect(left == [late, open, young])
        }
    }

    @Test("An event that waits for its effect is kept, however old", arguments: DatabaseKind.allCases)
    func waitingEvent(kind: DatabaseKind) async throws {
        try await on(kind) { engine, time in
            let insert = Query(
                """
                INSERT INTO webhook_inbox (source, event_id, account_id, type, occurred_at, received_at, done_at)
                VALUES ('s', 'e', $1, 't', 0, 0, $2)
                """)
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(insert("done", 1))
                try transaction.enqueue(insert("waiting", nil))
            }
            try await tidy(engine)
            let left = try await left("webhook_inbox", "account_id", in: engine)
            #expect(left == ["waiting"])
        }
    }

    @Test("A round is bounded, and so is each of its transactions", arguments: DatabaseKind.allCases)
    func bounded(kind: DatabaseKind) async throws {
        try await on(kind) { engine, _ in
            let all = Tidying.batchRows * Tidying.mostBatches + 150
            for first in stride(from: 0, to: all, by: 500) {
                try await engine.write { transaction throws(EngineError) in
                    for number in first..<min(all, first + 500) {
                        try transaction.enqueue(
                            Query("INSERT INTO audit (key, at, action) VALUES ($1, 0, 'x')")(.text("k\(number)")))
                    }
                }
            }
            let counted = CountingEngine(base: engine)
            try await tidy(counted)
            let most = counted.take().mostEnqueued
            let left = try await left("audit", "key", in: engine)
            #expect(left.count == 150)
            #expect(most == Tidying.batchRows)
            try await tidy(counted)
            let rest = try await self.left("audit", "key", in: engine)
            #expect(rest.isEmpty)
        }
    }

    @Test(
        "A household's old talks go, its minutes stay right, and nothing is violated", arguments: DatabaseKind.allCases)
    func household(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let engine = household.gateway.engine
            let speaker = try await household.connect()
            try await household.talk(speaker, "k1", minutes: 3)
            household.talks.time.advance(milliseconds: 402 * Self.day)
            try await tidy(engine)
            let sessions = try await left("sessions", "id", in: engine)
            #expect(sessions.isEmpty)
            let ledger = try await household.talks.ledger()
            #expect(ledger.values.contains(-3))
            let audit = try await left("audit", "key", in: engine)
            #expect(audit.isEmpty)
            let browser = TestBrowser(household.gateway)
            try await browser.signIn(household.gateway)
            try await browser.visit("/me/history")
            #expect(browser.page.status == 200)
        }
    }
}
