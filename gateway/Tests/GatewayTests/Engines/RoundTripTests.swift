import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// How often the database is asked: what makes a gateway fast or slow, counted instead of measured.
@Suite("Round trips to the database", .requirement("GATEWAY-3"))
struct RoundTripTests {
    private static let token = Token(.device, random: [UInt8](repeating: 7, count: Token.randomBytes))

    /// A speaker that is signed in, as SQL.
    private static func rows(_ hash: String) -> [Statement] {
        [
            Query("INSERT INTO accounts (id, created_at, plan) VALUES ('a', 0, 'pro')")(),
            Query("INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)")(),
        ] + Statement.signedIn("d", of: "u", hash: hash)
    }

    private func with(
        _ kind: DatabaseKind, _ body: (Metering, CountingEngine, Token) async throws -> Void
    ) async throws {
        let token = try #require(Self.token)
        try await TestDatabase.with(kind, time: ManualTime()) { engine, _ in
            let rows = Self.rows(token.hash)
            try await engine.write { transaction throws(EngineError) in _ = try transaction.run(rows) }
            let counting = CountingEngine(base: engine)
            let metering = Metering(engine: counting, limits: PlanLimits(), metrics: GatewayMetrics())
            try await body(metering, counting, token)
        }
    }

    private func caller(_ store: Store, _ token: Token) async throws -> Caller {
        guard case .caller(let caller) = try await store.authenticate(token) else { throw EngineError.gone }
        return caller
    }

    private func start(_ key: String, _ metering: Metering, _ token: Token) async throws -> (id: String, Caller) {
        let caller = try await caller(Store(engine: metering.engine), token)
        let ask = Metering.Ask(caller: caller, device: "d", key: key, habit: nil, isTalk: true, resumes: nil)
        guard case .open(let view) = try await metering.open(ask),
            case .open = try await metering.connect(
                view.id, tryNumber: view.tryNumber, call: "rtc_\(key)", isTalk: true, of: caller)
        else { throw EngineError.gone }
        return (view.id, caller)
    }

    @Test("A start takes one for the token, two to open and two once the call is up", arguments: DatabaseKind.allCases)
    func start(kind: DatabaseKind) async throws {
        try await with(kind) { metering, counting, token in
            // The first one of a month makes its grant, and knows only then that the month is new.
            _ = try await start("first", metering, token)
            #expect(counting.take().asked == [6, 16])
            let (id, caller) = try await start("second", metering, token)
            // It ended the first one, which was charged nothing: one statement for that, and one to hang up.
            #expect(counting.take().asked == [5, 15])
            _ = try await metering.stop(id, of: caller)
            #expect(counting.take().asked == [2, 6])
            _ = try await start("third", metering, token)
            #expect(counting.take().asked == [5, 13])
        }
    }

    @Test("A sign of life takes two", arguments: DatabaseKind.allCases)
    func sync(kind: DatabaseKind) async throws {
        try await with(kind) { metering, counting, token in
            let (id, caller) = try await start("k", metering, token)
            _ = counting.take()
            _ = try await metering.sync(id, isTalk: true, call: nil, of: caller)
            #expect(counting.take().asked == [2, 5])
        }
    }

    @Test("The minutes that are left come with the token, in one", arguments: DatabaseKind.allCases)
    func entitlement(kind: DatabaseKind) async throws {
        try await with(kind) { metering, counting, token in
            let (_, caller) = try await start("k", metering, token)
            _ = counting.take()
            let (authentication, rows) = try await Store(engine: counting).authenticate(
                token, hash: token.hash, reading: Entitlement.ofCredential)
            let entitlement = try await metering.entitlement(of: caller.account, rows)
            #expect(counting.take().asked == [1, 3])
            #expect(authentication == .caller(caller) && entitlement.balance == Balance(month: 300, packs: 0, held: 10))
            let alone = try await metering.entitlement(of: caller.account)
            #expect(entitlement == alone)
        }
    }
}
