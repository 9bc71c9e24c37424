import Testing

@testable import Gateway
@testable import SQLEngines

/// Each violation is planted by hand, and must be found, by the statement that is about it and by no other.
@Suite("The invariants find what violates them", .requirement("GATEWAY-2", "GATEWAY-3", "GATEWAY-8", "GATEWAY-9"))
struct InvariantTests {
    private func found(_ rows: [String], in engine: any Engine) async throws -> [Invariant] {
        try await engine.write { transaction throws(EngineError) in
            for row in Self.household + rows { try transaction.enqueue(Query(row)()) }
        }
        return try await Invariant.counts(in: engine).filter { $0.violations > 0 }.map(\.invariant)
    }

    @Test(
        "A planted violation is found, and nothing else",
        .requirement(
            "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10", "I12", "I13", "I14", "I15", "I16", "I17"),
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

    @Test(
        "What was signed out, dropped for another or is too old to be in the audit is no violation",
        .requirement("I17"), arguments: DatabaseKind.allCases)
    func revoked(kind: DatabaseKind) async throws {
        let old = Self.today - Tidying.auditDays * Tidying.dayMilliseconds
        for rows in [
            // The audit names the cause.
            [
                Self.token("one", used: "NULL"), "UPDATE credentials SET revoked_at = \(Self.today)",
                "INSERT INTO audit (key, at, user_id, action) VALUES ('k', \(Self.today), 'u', 'sign-out')",
            ],
            // The oldest of five that nobody has used.
            [
                Self.token("one", used: "NULL"), "UPDATE credentials SET revoked_at = \(Self.today)",
                Self.token("two", used: "NULL"),
                "UPDATE credentials SET issued_at = \(Self.today + 1), expires_at = \(Self.today * 2) WHERE hash = 'two'",
            ],
            // Older than the audit is kept, and dropped so long ago that the other one may be gone.
            [Self.token("one", used: "1"), "UPDATE credentials SET revoked_at = \(old)"],
            [
                Self.token("one", used: "NULL"),
                "UPDATE credentials SET revoked_at = \(Self.today - 31 * Tidying.dayMilliseconds)",
            ],
            // Its owner has closed the account at Apple, and is about to be deleted.
            [
                Self.token(String(repeating: "y", count: 43), used: "1"),
                "UPDATE credentials SET revoked_at = \(Self.today)",
                """
                INSERT INTO audit (key, at, user_id, action) VALUES ('k', \(Self.today), 'u', 'apple-account-deleted')
                """,
                "INSERT INTO deleted_speakers (hash, ends_at) SELECT hash, 9 FROM credentials",
                "INSERT INTO jobs (kind, key, due_at, created_at) VALUES ('delete-user', 'u', 0, 0)",
            ],
            // The owner's plan is nobody's to sell.
            ["UPDATE accounts SET plan = 'owner'"],
        ] {
            try await TestDatabase.with(kind, time: ManualTime()) { engine, _ in
                let found = try await found(rows, in: engine)
                #expect(found.isEmpty, "\(rows)")
            }
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

    @Test("Each of I1 to I17 is printed")
    func complete() {
        #expect(Set(Invariant.all.map(\.number)) == Set((1...17).map { "I\($0)" }))
    }

    /// I11 has a test of its own, because the schema refuses what violates it.
    @Test("Each statement has a violation that is planted, and each that is planted is of one statement")
    func plantedForEach() {
        for invariant in Invariant.all where invariant.number != "I11" {
            let isPlanted = Self.all.contains {
                $0.number == invariant.number && invariant.sentence.hasPrefix($0.sentence)
            }
            #expect(isPlanted, "\(invariant.number) \(invariant.sentence)")
        }
        for planted in Self.all {
            let meant = Invariant.all.filter { $0.number == planted.number && $0.sentence.hasPrefix(planted.sentence) }
            #expect(meant.count == 1, "\(planted)")
        }
    }
}
