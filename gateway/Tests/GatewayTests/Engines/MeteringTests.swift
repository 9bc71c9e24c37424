import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// Minutes under many hands at once, without HTTP: whatever the interleaving, the invariants hold, and each mutant that
/// breaks a rule is caught by them.
@Suite("Minutes under many hands", .requirement("GATEWAY-2", "GATEWAY-3"))
struct MeteringTests {
    /// Accounts of so many minutes, with speakers that do everything at once.
    private struct Crowd: Sendable {
        let metering: Metering
        let time: ManualTime
        let accounts: Int
        let speakers: Int

        init(_ engine: any Engine, time: ManualTime, minutes: Int64 = 40, accounts: Int = 2, speakers: Int = 4) {
            metering = Metering(
                engine: engine, limits: PlanLimits(free: minutes, pro: 60, owner: 60), metrics: GatewayMetrics(),
                starts: .unmet)
            self.time = time
            self.accounts = accounts
            self.speakers = speakers
        }

        func makeAccounts(in engine: any Engine) async throws {
            for account in 0..<accounts {
                // One more, which waits in vain.
                let devices = (0...speakers).map { "device-\(account)-\($0)" }
                _ = try await engine.write { transaction throws(EngineError) in
                    try transaction.enqueue(
                        Query("INSERT INTO accounts (id, created_at) VALUES ($1, 0)")(.text("account-\(account)")))
                    try transaction.enqueue(
                        Query("INSERT INTO users (id, account_id, created_at) VALUES ($1, $2, 0)")(
                            .text("user-\(account)"), .text("account-\(account)")))
                    for device in devices {
                        _ = try transaction.run(Statement.signedIn(device, of: "user-\(account)"))
                    }
                }
            }
        }

        func caller(_ account: Int, _ speaker: Int) -> Caller {
            Caller(
                user: "user-\(account)", account: "account-\(account)", device: "device-\(account)-\(speaker)",
                deviceID: "d", issuedAt: 0, expiresAt: .max)
        }

        func ask(_ caller: Caller, _ key: String, isTalk: Bool = true, resumes: String? = nil) -> Metering.Ask {
            Metering.Ask(
                caller: caller, device: caller.device ?? "", key: key, habit: nil, isTalk: isTalk, resumes: resumes)
        }

        /// One hand: opens, retries, syncs, stops, signs out and vanishes at random. `seen` gets what it met.
        func hand(_ seed: Int, steps: Int, sweep: Sweep) async throws -> Set<String> {
            var generator = SeededGenerator(UInt64(seed))
            var seen: Set<String> = []
            var session: (id: String, caller: Caller)?
            for step in 0..<steps {
                let caller = caller(seed % accounts, Int.random(in: 0..<speakers, using: &generator))
                let answer: Metering.Answer
                switch Int.random(in: 0..<11, using: &generator) {
                case 0...2:
                    let key = Bool.random(using: &generator) ? "shared" : "\(seed)-\(step)"
                    let isTalk = Bool.random(using: &generator)
                    answer = try await metering.open(ask(caller, key, isTalk: isTalk))
                    if case .open(let view) = answer {
                        session = (view.id, caller)
                        _ = try await metering.connect(
                            view.id, tryNumber: view.tryNumber, call: "rtc_\(seed)_\(step)", isTalk: isTalk,
                            of: caller)
                    }
                case 3...5:
                    guard let session else { continue }
                    answer = try await metering.sync(session.id, isTalk: true, call: nil, of: session.caller)
                case 6:
                    guard let session else { continue }
                    answer = try await metering.stop(session.id, of: session.caller)
                case 7:
                    guard let session else { continue }
                    try await metering.giveBack(session.id, of: session.caller)
                    continue
                case 8:
                    _ = try await sweep.endLeases()
                    seen.insert("sweep")
                    continue
                case 9:
                    try await metering.revoke(devices: [caller.device ?? ""])
                    continue
                default:
                    time.advance(milliseconds: [1_000, 59_000, 240_000, 700_000].randomElement(using: &generator) ?? 0)
                    continue
                }
                switch answer {
                case .open: seen.insert("open")
                case .quota: seen.insert("402")
                case .unknown: seen.insert("404")
                case .tooOften: seen.insert("429")
                case .late: seen.insert("late")
                case .ended(let view): seen.insert(view.end?.cause.rawValue ?? "")
                }
            }
            return seen
        }
    }

    /// A provider that knows nothing of any call.
    private struct Forgetful: VoiceProvider {
        func call(offer: String, _ order: VoiceOrder) async -> Result<VoiceCall, VoiceFailure> { .failure(.badOffer) }
        func secret(_ order: VoiceOrder) async -> Result<ClientSecret, VoiceFailure> { .failure(.badOffer) }
        func hangUp(_ call: String) async -> HangUp { call.hash % 2 == 0 ? .ended : .gone }
    }

    /// Runs a crowd on an engine, and returns which invariants are violated and what was met.
    private func run(
        _ kind: DatabaseKind, _ fault: MutantEngine.Fault, seed: Int, hands: Int = 8, steps: Int = 60,
        minutes: Int64 = 40, from time: ManualTime = ManualTime()
    ) async throws -> (violated: Set<String>, seen: Set<String>) {
        let database = try TestDatabase(kind, time: time)
        let base = try database.open(queue: 10_000)
        _ = try await base.migrate(Schema.migrations, apply: true)
        let crowd = Crowd(MutantEngine(base: base, fault: fault), time: time, minutes: minutes)
        try await crowd.makeAccounts(in: base)
        let sweep = Sweep(metering: crowd.metering, provider: Forgetful(), logger: CollectedLogs().logger)
        var seen: Set<String> = []
        do {
            // Prepared and never answered, whatever the others do.
            _ = try await crowd.metering.open(crowd.ask(crowd.caller(0, crowd.speakers), "in vain", isTalk: false))
            seen = try await withThrowingTaskGroup(of: Set<String>.self) { group in
                for hand in 0..<hands {
                    group.addTask { try await crowd.hand(seed * 1_000 + hand, steps: steps, sweep: sweep) }
                }
                return try await group.reduce(into: []) { $0.formUnion($1) }
            }
            time.advance(milliseconds: Conversation.preparedLease + Conversation.minute)
            _ = try await sweep.endLeases()
        } catch let error as EngineError {
            // What the schema itself refuses is caught, too.
            seen.insert("\(error)")
        }
        var violated: Set<String> = []
        for (invariant, count) in try await Invariant.counts(in: base) where count > 0 {
            violated.insert(invariant.number)
        }
        let causes = try await base.rows(Query("SELECT DISTINCT ended_by FROM sessions WHERE ended_at IS NOT NULL")())
        for row in causes { seen.insert(try row.text(0)) }
        let later = try await base.rows(Query("SELECT key FROM ledger WHERE key LIKE 'session:%:later'")())
        if !later.isEmpty { seen.insert("later month") }
        await base.close()
        return (violated, seen)
    }

    @Test(
        "Random histories of many hands at once hold every invariant, and reach every path",
        .requirement("I1", "I2", "I3", "I4", "I5", "I6", "I7", "I9", "I11"), .timeLimit(.minutes(10)),
        arguments: DatabaseKind.allCases)
    func crowd(kind: DatabaseKind) async throws {
        var seen: Set<String> = []
        for seed in 1...6 {
            let result = try await run(kind, .none, seed: seed)
            #expect(result.violated == [], "seed \(seed)")
            seen.formUnion(result.seen)
        }
        let expected: Set<String> = [
            "open", "402", "sweep", "stop", "superseded", "quota", "lease", "unanswered", "revoked",
        ]
        #expect(seen.isSuperset(of: expected), "\(expected.subtracting(seen))")
        #expect(!seen.contains { $0.contains("(") }, "an error: \(seen)")
    }

    @Test(
        "The same over the end of a month", .requirement("I1", "I2", "I3", "I5"), .timeLimit(.minutes(10)),
        arguments: DatabaseKind.allCases)
    func crowdAtMonthsEnd(kind: DatabaseKind) async throws {
        var seen: Set<String> = []
        // Few talks go on over midnight, and which depends on the engine, too: more histories, a tenth of a second
        // each, are tried until one has.
        for seed in 1...400 where seed <= 4 || !seen.contains("later month") {
            // 2027-01-31, 23:52 UTC; later histories begin nearer to midnight.
            let time = ManualTime(1_801_439_520_000 + Int64((seed - 1) % 8) * Conversation.minute)
            let result = try await run(kind, .none, seed: seed, minutes: 8, from: time)
            #expect(result.violated == [], "seed \(seed)")
            seen.formUnion(result.seen)
        }
        #expect(seen.contains("later month") && !seen.contains { $0.contains("(") }, "\(seen)")
    }

    @Test("Without the account's lock PostgreSQL's money breaks, and it is noticed", .timeLimit(.minutes(10)))
    func mutantWithoutLocks() async throws {
        var caught: Set<String> = []
        for seed in 1...20 where caught.isEmpty {
            let result = try await run(.postgres, .noLocks, seed: seed)
            caught.formUnion(result.violated)
            caught.formUnion(result.seen.filter { $0.contains("constraint") })
        }
        #expect(!caught.isEmpty)
    }

    @Test("A charge keyed by the message and not by its cause is noticed", arguments: DatabaseKind.allCases)
    func mutantKey(kind: DatabaseKind) async throws {
        let result = try await run(kind, .keyOfMessage, seed: 3, steps: 30)
        #expect(result.violated.isSuperset(of: ["I2", "I3", "I4"]))
    }

    @Test("A charge that is forgotten and an end that is not saved are noticed", arguments: DatabaseKind.allCases)
    func mutantsThatForget(kind: DatabaseKind) async throws {
        let uncharged = try await run(kind, .noCharge, seed: 4, steps: 30)
        #expect(uncharged.violated.contains("I2"))
        let unsaved = try await run(kind, .lostStatement("UPDATE sessions SET period"), seed: 4, steps: 30)
        #expect(!unsaved.violated.isEmpty)
    }

    // MARK: - Months

    @Test(
        "A month is granted by its first request, an upgrade tops up, a traveller gets nothing twice",
        .requirement("I4"), arguments: DatabaseKind.allCases)
    func months(kind: DatabaseKind) async throws {
        // 2027-01-31 15:30 UTC: February has begun in Tokyo.
        let time = ManualTime(1_801_409_400_000)
        try await TestDatabase.with(kind, time: time) { engine, _ in
            let crowd = Crowd(engine, time: time, minutes: 30, accounts: 1)
            try await crowd.makeAccounts(in: engine)
            let caller = crowd.caller(0, 0)
            func set(_ column: String, _ value: String) async throws {
                _ = try await engine.write { transaction throws(EngineError) in
                    try transaction.enqueue(Query("UPDATE accounts SET \(column) = $1")(.text(value)))
                }
            }
            func touch(_ key: String) async throws -> Int64 {
                guard case .open(let view) = try await crowd.metering.open(crowd.ask(caller, key)) else { return -1 }
                _ = try await crowd.metering.connect(view.id, tryNumber: 1, call: nil, isTalk: true, of: caller)
                time.advance(milliseconds: 60_000)
                guard case .ended(let end) = try await crowd.metering.stop(view.id, of: caller) else { return -1 }
                return end.entitlement.balance.month
            }
            var left = try await touch("a")
            #expect(left == 29)
            try await set("zone", "Asia/Tokyo")
            left = try await touch("b")
            #expect(left == 29, "the new month in Tokyo has its own grant")
            try await set("zone", "America/New_York")
            left = try await touch("c")
            #expect(left == 28, "back in New York it is still February")
            try await set("plan", "pro")
            left = try await touch("d")
            #expect(left == 57)
            try await set("plan", "free")
            left = try await touch("e")
            #expect(left == 56)
            let ledger = try await engine.ledger()
            #expect(
                ledger.filter { $0.value > 0 } == ["grant:2027-01": 30, "grant:2027-02": 30, "upgrade:2027-02:60": 30])
            for (invariant, count) in try await Invariant.counts(in: engine) {
                #expect(count == 0, "\(invariant.number)")
            }
        }
    }

    @Test("Packs come after the month, and outlive it", .requirement("I1"), arguments: DatabaseKind.allCases)
    func packs(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await TestDatabase.with(kind, time: time) { engine, _ in
            let crowd = Crowd(engine, time: time, minutes: 2, accounts: 1)
            try await crowd.makeAccounts(in: engine)
            let (caller, limits) = (crowd.caller(0, 0), crowd.metering.limits)
            // A purchase that is told of twice is one.
            for _ in 0..<2 {
                _ = try await engine.write { transaction throws(EngineError) in
                    let account = try LockedAccount.lock("account-0", limits: limits, in: transaction)
                    try account.addPack("purchase-1", minutes: 5, in: transaction)
                }
            }
            guard case .open(let view) = try await crowd.metering.open(crowd.ask(caller, "k")) else {
                Issue.record("not open")
                return
            }
            #expect(view.remainingMilliseconds == 7 * Conversation.minute)
            _ = try await crowd.metering.connect(view.id, tryNumber: 1, call: nil, isTalk: true, of: caller)
            time.advance(milliseconds: 4 * Conversation.minute)
            guard case .ended(let end) = try await crowd.metering.stop(view.id, of: caller) else {
                Issue.record("not ended")
                return
            }
            #expect(end.end?.minutes == 4 && end.entitlement.balance == Balance(month: 0, packs: 3))
            time.advance(milliseconds: 40 * 86_400_000)
            let entitlement = try await crowd.metering.entitlement(of: "account-0")
            #expect(entitlement.balance == Balance(month: 2, packs: 3) && entitlement.limit == 2)
            let ledger = try await engine.ledger()
            #expect(ledger["session:\(view.id)"] == -2 && ledger["session:\(view.id):pack"] == -2)
        }
    }

    /// A minute before February, with one account of three minutes a month.
    private func atMonthsEnd(
        _ kind: DatabaseKind, _ body: (any Engine, ManualTime, Crowd) async throws -> Void
    ) async throws {
        // 2027-01-31, 23:59 UTC.
        let time = ManualTime(1_801_439_940_000)
        try await TestDatabase.with(kind, time: time) { engine, _ in
            let crowd = Crowd(engine, time: time, minutes: 3, accounts: 1)
            try await crowd.makeAccounts(in: engine)
            try await body(engine, time, crowd)
        }
    }

    private func expectInvariants(of engine: any Engine) async throws {
        for (invariant, count) in try await Invariant.counts(in: engine) {
            #expect(count == 0, "\(invariant.number)")
        }
    }

    /// What a speaker is told of a conversation that is open; nil: it is not.
    private func open(_ answer: Metering.Answer) -> Metering.View? {
        if case .open(let view) = answer { view } else { nil }
    }

    @Test(
        "A talk over the end of a month goes on with the new month's minutes", .requirement("I2", "I5"),
        arguments: DatabaseKind.allCases)
    func overMonthsEnd(kind: DatabaseKind) async throws {
        try await atMonthsEnd(kind) { engine, time, crowd in
            let (metering, caller, limits) = (crowd.metering, crowd.caller(0, 0), crowd.metering.limits)
            let view = try #require(open(try await metering.open(crowd.ask(caller, "k"))))
            #expect(view.remainingMilliseconds == 3 * Conversation.minute)
            _ = try await metering.connect(view.id, tryNumber: 1, call: "rtc_1", isTalk: true, of: caller)
            // January's minutes are over at two minutes past midnight.
            time.advance(milliseconds: 2 * Conversation.minute)
            let synced = try #require(open(try await metering.sync(view.id, isTalk: true, call: nil, of: caller)))
            #expect(synced.remainingMilliseconds == 4 * Conversation.minute)
            #expect(synced.entitlement.balance == Balance(month: 3, packs: 0, heldByEarlier: 3))
            try await expectInvariants(of: engine)
            // All of February is lent already.
            guard case .quota = try await metering.open(crowd.ask(crowd.caller(0, 1), "o")) else {
                Issue.record("lent twice")
                return
            }
            // A pack that is bought meanwhile is used last.
            _ = try await engine.write { transaction throws(EngineError) in
                let account = try LockedAccount.lock("account-0", limits: limits, in: transaction)
                try account.addPack("purchase-1", minutes: 5, in: transaction)
            }
            time.advance(milliseconds: 3 * Conversation.minute)
            _ = try await metering.sync(view.id, isTalk: true, call: nil, of: caller)
            try await expectInvariants(of: engine)
            time.advance(milliseconds: 3 * Conversation.minute)
            guard case .ended(let end) = try await metering.stop(view.id, of: caller) else {
                Issue.record("not ended")
                return
            }
            #expect(end.end?.minutes == 8 && end.entitlement.balance == Balance(month: 0, packs: 3))
            let ledger = try await engine.ledger()
            let id = "session:\(view.id)"
            #expect([ledger[id], ledger[id + ":later"], ledger[id + ":pack"]] == [-3, -3, -2])
            try await expectInvariants(of: engine)
        }
    }

    @Test(
        "What was prepared before a month's end and waits is told the new month's minutes alone",
        arguments: DatabaseKind.allCases)
    func preparedOverMonthsEnd(kind: DatabaseKind) async throws {
        try await atMonthsEnd(kind) { _, time, crowd in
            let (metering, caller) = (crowd.metering, crowd.caller(0, 0))
            let view = try #require(open(try await metering.open(crowd.ask(caller, "k", isTalk: false))))
            time.advance(milliseconds: 2 * Conversation.minute)
            for isTalk in [false, true] {
                let told = try #require(open(try await metering.sync(view.id, isTalk: isTalk, call: nil, of: caller)))
                #expect(told.remainingMilliseconds == 3 * Conversation.minute)
            }
        }
    }
}
