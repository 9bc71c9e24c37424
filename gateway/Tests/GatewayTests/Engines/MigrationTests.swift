import Foundation
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("The schema is brought up to date", .requirement("GATEWAY-9"))
struct MigrationTests {
    private static let first = Migration(
        version: 1, name: "first", isAdditive: false, text: "CREATE TABLE first (id TEXT PRIMARY KEY);")
    private static let second = Migration(
        version: 2, name: "second", isAdditive: true, text: "CREATE TABLE second (id TEXT PRIMARY KEY);")

    private func on(_ kind: DatabaseKind, _ body: (any Engine) async throws -> Void) async throws {
        let database = try TestDatabase(kind)
        let engine = try database.open()
        // Its folder goes with it.
        defer { withExtendedLifetime(database) {} }
        do { try await body(engine) } catch {
            await engine.close()
            throw error
        }
        await engine.close()
    }

    @Test("Missing steps are reported, applied once, and then complete", arguments: DatabaseKind.allCases)
    func appliesOnce(kind: DatabaseKind) async throws {
        try await on(kind) { engine in
            let found1 = try await engine.report([Self.first], apply: false).missing
            #expect(found1 == ["1 first"])
            let found2 = try await engine.report([Self.first], apply: true).applied
            #expect(found2 == ["1 first"])
            let found3 = try await engine.report([Self.first, Self.second], apply: false).missing
            #expect(found3 == ["2 second"])
            let found4 = try await engine.report([Self.first, Self.second], apply: true).applied
            #expect(found4 == ["2 second"])
            let found5 = try await engine.report([Self.first, Self.second], apply: true)
            #expect(found5 == MigrationReport())
        }
    }

    @Test("A step that fails leaves nothing behind", arguments: DatabaseKind.allCases)
    func failsWhole(kind: DatabaseKind) async throws {
        try await on(kind) { engine in
            let broken = Migration(
                version: 2, name: "broken", isAdditive: false,
                text: "CREATE TABLE half (id TEXT); CREATE TABLE first (id TEXT);")
            #expect(await failure { _ = try await engine.migrate([Self.first, broken], apply: true) } != nil)
            let found6 = try await engine.report([Self.first], apply: false).missing
            #expect(found6 == ["1 first"])
            let found7 = try await engine.report([Self.first], apply: true).applied
            #expect(found7 == ["1 first"])
        }
    }

    @Test("A step that was edited after its release is refused", arguments: DatabaseKind.allCases)
    func edited(kind: DatabaseKind) async throws {
        try await on(kind) { engine in
            _ = try await engine.migrate([Self.first], apply: true)
            let edited = Migration(version: 1, name: "first", isAdditive: false, text: Self.first.text + " ")
            #expect(await failure { _ = try await engine.migrate([edited], apply: true) } != nil)
        }
    }

    @Test("An older program lives with a newer additive step, and refuses any other", arguments: DatabaseKind.allCases)
    func newer(kind: DatabaseKind) async throws {
        try await on(kind) { engine in
            _ = try await engine.migrate([Self.first, Self.second], apply: true)
            let report = try await engine.migrate([Self.first], apply: true)
            #expect(report.newer == ["2 second"])
            #expect(report.isComplete)
            let third = Migration(version: 3, name: "third", isAdditive: false, text: "CREATE TABLE third (id TEXT);")
            _ = try await engine.migrate([Self.first, Self.second, third], apply: true)
            #expect(await failure { _ = try await engine.migrate([Self.first], apply: true) } != nil)
        }
    }

    @Test("Ten instances that start at once apply each step once")
    func together() async throws {
        let database = try TestDatabase(.postgres)
        let engines = try (0..<10).map { _ in try database.open() }
        let applied = try await withThrowingTaskGroup(of: Int.self) { group in
            for engine in engines {
                group.addTask { try await engine.migrate([Self.first, Self.second], apply: true).applied.count }
            }
            return try await group.reduce(0, +)
        }
        #expect(applied == 2)
        for engine in engines { await engine.close() }
    }

    @Test("A talk that was begun before tries were counted goes on", arguments: DatabaseKind.allCases)
    func talkWithoutTries(kind: DatabaseKind) async throws {
        try await on(kind) { engine in
            _ = try await engine.migrate(Schema.migrations.filter { $0.version < Schema.tries.version }, apply: true)
            let (now, leaseUntil) = (engine.now(), engine.now() + 600_000)
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("INSERT INTO accounts (id, created_at) VALUES ('a', 0)")())
                try transaction.enqueue(Query("INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)")())
                for statement in Statement.signedIn("d", of: "u") { try transaction.enqueue(statement) }
                try transaction.enqueue(
                    Query(
                        """
                        INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at,
                          seen_at, lease_until, held_minutes, connected_at, call_id)
                        VALUES ('s', 'a', 'u', 'd', 'k', '2026-12', $1, $1, $1, $2, 10, $1, 'rtc_1')
                        """)(.integer(now), .integer(leaseUntil)))
            }
            _ = try await engine.migrate(Schema.migrations, apply: true)
            let metering = Metering(engine: engine, limits: PlanLimits(), metrics: GatewayMetrics())
            let caller = Caller(user: "u", account: "a", device: "d", deviceID: "d", issuedAt: 0, expiresAt: .max)
            let ask = Metering.Ask(caller: caller, device: "d", key: "k2", habit: nil, isTalk: true, resumes: "s")
            guard case .open(let view) = try await metering.open(ask),
                case .open = try await metering.connect(
                    view.id, tryNumber: view.tryNumber, call: "rtc_2", isTalk: true, of: caller)
            else {
                Issue.record("it is not open")
                return
            }
            let rows = try await engine.rows(Query("SELECT id, call_id, tries, call_try FROM sessions")())
            #expect(rows.map(\.values) == [["s", "rtc_2", 1, 1]])
        }
    }

    @Test("The gateway's own schema is complete after one run, on both", arguments: DatabaseKind.allCases)
    func ownSchema(kind: DatabaseKind) async throws {
        try await TestDatabase.with(kind) { engine, _ in
            let found8 = try await engine.report(Schema.migrations, apply: false)
            #expect(found8.isComplete)
            for (invariant, violations) in try await Invariant.counts(in: engine) {
                #expect(violations == 0, "\(invariant.number)")
            }
        }
    }
}
