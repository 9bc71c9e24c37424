import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Months that are long over are one row each", .requirement("GATEWAY-8", "GATEWAY-2", "I1", "I2", "I3", "I4"))
struct ClosedMonthsTests {
    private static let caller = Caller(
        user: "u", account: "a", device: "d", deviceID: "d", issuedAt: 0, expiresAt: .max)

    /// A person with a speaker, two minutes a month, and a pack of a hundred.
    private func on(
        _ kind: DatabaseKind, _ body: (any Engine, ManualTime, Metering) async throws -> Void
    ) async throws {
        // 2027-01-15.
        let time = ManualTime(1_800_000_000_000)
        try await TestDatabase.with(kind, time: time) { engine, _ in
            let metering = Metering(
                engine: engine, limits: PlanLimits(free: 2, pro: 60, owner: 60), metrics: GatewayMetrics(),
                starts: .unmet)
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("INSERT INTO accounts (id, created_at) VALUES ('a', 0)")())
                try transaction.enqueue(Query("INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)")())
                for statement in Statement.signedIn("d", of: "u") { try transaction.enqueue(statement) }
                try LockedAccount.lock("a", limits: metering.limits, in: transaction)
                    .addPack("p", minutes: 100, in: transaction)
            }
            try await body(engine, time, metering)
        }
    }

    private func talk(_ key: String, minutes: Int64, _ metering: Metering, _ time: ManualTime) async throws {
        let ask = Metering.Ask(
            caller: Self.caller, device: "d", key: key, habit: nil, isTalk: true, resumes: nil)
        guard case .open(let view) = try await metering.open(ask) else {
            Issue.record("not open")
            return
        }
        _ = try await metering.connect(
            view.id, tryNumber: view.tryNumber, call: "rtc_\(key)", isTalk: true, of: Self.caller)
        time.advance(milliseconds: minutes * Conversation.minute)
        _ = try await metering.stop(view.id, of: Self.caller)
    }

    private func expectInvariants(of engine: any Engine) async throws {
        for (invariant, count) in try await Invariant.counts(in: engine) {
            #expect(count == 0, "\(invariant.number) \(invariant.sentence)")
        }
    }

    @Test(
        "After 25 months more a month is what was left of it, and balances are as before",
        arguments: DatabaseKind.allCases)
    func closed(kind: DatabaseKind) async throws {
        try await on(kind) { engine, time, metering in
            for month in 0..<28 {
                // Of every second month one minute is left; of the others none, and one of the pack is used.
                try await talk("k\(month)", minutes: month % 2 == 0 ? 1 : 3, metering, time)
                try await expectInvariants(of: engine)
                time.advance(milliseconds: 30 * Tidying.dayMilliseconds + 10 * 3_600_000)
            }
            let ledger = try await engine.ledger()
            let closes = ledger.filter { $0.key.hasPrefix("close:") }
            // The last talk was in April 2029.
            #expect(closes == ["close:2027-01": 1, "close:2027-02": 0])
            let grants = ledger.keys.filter { $0.hasPrefix("grant:") }
            #expect(grants.count == 26 && !grants.contains("grant:2027-02") && grants.contains("grant:2027-03"))
            #expect(ledger.filter { $0.key.hasSuffix(":pack") }.count == 14, "packs stay row by row")
            let sessions = try await engine.rows(Query("SELECT id FROM sessions")()).count
            #expect(sessions == 26, "what was never tidied goes with its month")
            let entitlement = try await metering.entitlement(of: "a")
            #expect(entitlement.balance.packs == 86)
        }
    }

    @Test(
        "A month of a talk that is on stays open, and a closed one to which a row was added is summed again",
        arguments: DatabaseKind.allCases)
    func stillOn(kind: DatabaseKind) async throws {
        try await on(kind) { engine, time, metering in
            let planted = [
                """
                INSERT INTO ledger (account_id, key, period, minutes, plan_minutes, at) VALUES
                  ('a', 'grant:2020-01', '2020-01', 30, 30, 0), ('a', 'close:2020-02', '2020-02', 7, NULL, 5),
                  ('a', 'returned:2020-02', '2020-02', -3, NULL, 0)
                """,
                """
                INSERT INTO sessions
                  (id, account_id, user_id, device, request_key, period, opened_at, seen_at, lease_until) VALUES ('s', 'a', 'u', 'other', 'k', '2020-01', 0, 0, 9000000000000)
                """,
            ]
            try await engine.write { transaction throws(EngineError) in
                for row in planted { try transaction.enqueue(Query(row)()) }
            }
            time.advance(milliseconds: 30 * Tidying.dayMilliseconds)
            try await talk("k1", minutes: 1, metering, time)
            var rows = try await engine.ledger()
            #expect(rows["grant:2020-01"] == 30 && rows["close:2020-01"] == nil)
            #expect(rows["close:2020-02"] == 4 && rows["returned:2020-02"] == nil)
            let end = "UPDATE sessions SET ended_at = 1, ended_by = 'stop', seconds = 0, minutes = 0 WHERE id = 's'"
            try await engine.write { transaction throws(EngineError) in try transaction.enqueue(Query(end)()) }
            time.advance(milliseconds: 30 * Tidying.dayMilliseconds)
            try await talk("k2", minutes: 1, metering, time)
            rows = try await engine.ledger()
            #expect(rows["grant:2020-01"] == nil && rows["close:2020-01"] == 30)
            try await expectInvariants(of: engine)
        }
    }
}
