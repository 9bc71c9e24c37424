import Testing

@testable import Gateway
@testable import SQLEngines

/// Each violation is planted by hand, and must be found, by the statement that is about it and by no other.
@Suite("The invariants find what violates them", .requirement("GATEWAY-2", "GATEWAY-3", "GATEWAY-8", "GATEWAY-9"))
struct InvariantTests {
    struct Planted: Sendable, CustomTestStringConvertible {
        let number: String
        /// The first words of the invariant's sentence.
        let sentence: String
        let rows: [String]
        var testDescription: String { "\(number) \(sentence)" }
    }

    private static let household = [
        "INSERT INTO accounts (id, created_at) VALUES ('a', 0)",
        "INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)",
        "INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ('d', 'speaker', 'u', 'Bedroom', 0)",
    ]
    /// A minute of January that was granted and charged for session s.
    private static let charged = [
        """
        INSERT INTO ledger (account_id, key, period, minutes, plan_minutes, at)
          VALUES ('a', 'grant:2027-01', '2027-01', 30, 30, 0)
        """,
        "INSERT INTO ledger (account_id, key, period, minutes, at) VALUES ('a', 'session:s', '2027-01', -1, 0)",
    ]

    private static func session(talk: String, connected: String) -> String {
        """
        INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, connected_at,
          seen_at, lease_until, ended_at, ended_by, seconds, minutes)
          VALUES ('s', 'a', 'u', 'd', 'k', '2027-01', 0, \(talk), \(connected), 0, 0, 9, 'stop', 60, 1)
        """
    }

    private static func token(_ hash: String, grant: String = "NULL", used: String, superseded: String = "NULL")
        -> String
    {
        """
        INSERT INTO credentials (hash, kind, user_id, device, grant_hash, issued_at, expires_at, used_at, superseded_at)
          VALUES ('\(hash)', 'device', 'u', 'd', \(grant), 0, 9, \(used), \(superseded))
        """
    }

    private static func grant(decided: String, consumed: String) -> String {
        """
        INSERT INTO device_grants (device_code_hash, user_code, client_id, device_id, device_name, asked_from, created_at,
          expires_at, interval_s, user_id, decided_at, redeemed_at, consumed_at)
          VALUES ('g', '1', 'c', 'speaker', 'n', 'x', 0, 9, 5, 'u', \(decided), 1, \(consumed))
        """
    }

    private static func audit(_ key: String) -> String {
        "INSERT INTO audit (key, at, user_id, action) VALUES ('\(key)', 0, 'u', 'x')"
    }

    static let all = [
        Planted(
            number: "I9", sentence: "what nobody answered is free",
            rows: charged + [session(talk: "NULL", connected: "1")]),
        Planted(
            number: "I9", sentence: "what nobody answered is free",
            rows: charged + [session(talk: "1", connected: "NULL")]),
        Planted(
            number: "I12", sentence: "at most one used token",
            rows: [token("one", used: "1"), token("two", used: "2")]),
        Planted(
            number: "I12", sentence: "a token is superseded only by",
            rows: [token("one", used: "1", superseded: "2"), token("two", used: "3")]),
        Planted(
            number: "I12", sentence: "of a speaker's unused tokens at most four",
            rows: (0..<5).map { token("t\($0)", used: "NULL") }),
        Planted(
            number: "I13", sentence: "an approved code has an owner and a time",
            rows: [grant(decided: "NULL", consumed: "NULL"), audit("approve:g")]),
        Planted(
            number: "I13", sentence: "one token at most of those issued for a code",
            rows: [
                grant(decided: "1", consumed: "1"), audit("approve:g"), audit("sign-in:g"),
                token("one", grant: "'g'", used: "1", superseded: "2"), token("two", grant: "'g'", used: "2"),
            ]),
        Planted(
            number: "I13", sentence: "a code is used up when",
            rows: [grant(decided: "1", consumed: "1"), audit("approve:g"), audit("sign-in:g")]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [
                grant(decided: "1", consumed: "NULL")
            ]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [grant(decided: "1", consumed: "1"), audit("approve:g"), token("one", grant: "'g'", used: "1")]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [
                """
                INSERT INTO credentials (hash, kind, user_id, issued_at, expires_at) VALUES ('w', 'web', 'u', 0, 9)
                """
            ]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [token("one", used: "1"), "UPDATE credentials SET revoked_at = 5"]),
        Planted(
            number: "I17", sentence: "each deletion is in the audit",
            rows: [
                "INSERT INTO forgotten (hash, period, granted, used, ends_at) VALUES ('\(hash)', '2027-01', 1, 0, 9)"
            ]),
        Planted(
            number: "I15", sentence: "what limits new passkeys is somebody's",
            rows: ["INSERT INTO rate_limits (bucket, units, at) VALUES ('passkey:user:gone', 0, 0)"]),
        Planted(
            number: "I17", sentence: "each new passkey is in the audit",
            rows: [
                """
                INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, name, made_at)
                  VALUES ('k', 'c', 'u', 'x', 0, 'n', 1800000000000)
                """
            ]),
        Planted(
            number: "I17", sentence: "each change of a plan",
            rows: [
                "UPDATE accounts SET plan = 'pro', plan_as_of = 1, plan_revision = 1",
                """
                INSERT INTO plan_changes (account_id, revision, as_of, plan_before, plan, at)
                  VALUES ('a', 1, 1, 'free', 'pro', 1800000000000)
                """,
            ]),
    ]
    private static let hash = String(repeating: "x", count: 43)

    private func found(_ rows: [String], in engine: any Engine) async throws -> [Invariant] {
        try await engine.write { transaction throws(EngineError) in
            for row in Self.household + rows { try transaction.enqueue(Query(row)()) }
        }
        return try await Invariant.counts(in: engine).filter { $0.violations > 0 }.map(\.invariant)
    }

    @Test(
        "A planted violation is found, and nothing else", .requirement("I9", "I12", "I13", "I17"),
        arguments: DatabaseKind.allCases, InvariantTests.all)
    func planted(kind: DatabaseKind, planted: Planted) async throws {
        try await TestDatabase.with(kind, time: ManualTime()) { engine, _ in
            let found = try await found(planted.rows, in: engine)
            #expect(found.map(\.number) == [planted.number])
            #expect(found.first?.sentence.hasPrefix(planted.sentence) == true)
        }
    }

    @Test("A household of which nothing is wrong violates nothing", arguments: DatabaseKind.allCases)
    func good(kind: DatabaseKind) async throws {
        try await TestDatabase.with(kind, time: ManualTime()) { engine, _ in
            let rows =
                Self.charged + [
                    Self.session(talk: "1", connected: "1"), Self.grant(decided: "1", consumed: "1"),
                    Self.audit("approve:g"), Self.audit("sign-in:g"), Self.token("one", grant: "'g'", used: "1"),
                ]
            let found = try await found(rows, in: engine)
            #expect(found.isEmpty)
        }
    }

    @Test("A key that opened two sessions: the schema refuses it, and it would be found", .requirement("I11"))
    func twoSessionsOfOneKey() async throws {
        let session = Self.session(talk: "1", connected: "1")
        let second = session.replacing("VALUES ('s'", with: "VALUES ('s2'")
        for kind in DatabaseKind.allCases {
            try await TestDatabase.with(kind, time: ManualTime()) { engine, _ in
                let refused = await failure { _ = try await self.found([session, second], in: engine) }
                guard case .constraint? = refused else {
                    Issue.record("\(kind): \(String(describing: refused))")
                    return
                }
            }
        }
        // SQLite cannot drop the constraint.
        try await TestDatabase.with(.postgres, time: ManualTime()) { engine, _ in
            let rows = ["ALTER TABLE sessions DROP CONSTRAINT sessions_device_request_key_key", session, second]
            let found = try await found(rows, in: engine)
            #expect(found.map(\.number).contains("I11"))
        }
    }

    @Test("Each of I1 to I17 is printed, or it is said why not")
    func complete() {
        let numbers = Set(Invariant.all.map(\.number)).union(Invariant.notYet.map(\.number))
        #expect(numbers == Set((1...17).map { "I\($0)" }))
    }
}
