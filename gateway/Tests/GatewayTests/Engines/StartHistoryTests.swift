import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// Random histories of two speakers at two instances, against a model that only counts.
@Suite("How often a speaker begins, in random histories", .requirement("GATEWAY-1", "GATEWAY-3"))
struct StartHistoryTests {
    /// When a speaker began what, as a list.
    private struct Model {
        var starts: [String: Int64] = [:]
        var prepares: [Int64] = []

        func mayStart(_ limits: StartLimits, at now: Int64) -> Bool {
            [limits.hourly, limits.daily].allSatisfy { ceiling in
                starts.values.count { $0 > now - ceiling.periodMilliseconds } < ceiling.count
            }
        }
        func mayPrepare(_ limits: StartLimits, followUps: [Int64?], at now: Int64) -> Bool {
            let ceiling = limits.prepares(followUps: followUps)
            return prepares.count { $0 > now - ceiling.periodMilliseconds } < ceiling.count
        }
    }

    @Test(
        "It refuses exactly what the model refuses, and never a retry, a resume, a sync or a stop",
        .timeLimit(.minutes(10)), arguments: DatabaseKind.allCases)
    func histories(kind: DatabaseKind) async throws {
        var met: Set<String> = []
        for seed in 1...8 { met.formUnion(try await history(kind, seed: seed)) }
        #expect(
            met == [
                "started", "prepared", "no start", "no prepare", "retried", "resumed", "given back", "not prepared",
                "pressed",
            ])
    }

    @Test("What a clock that was ahead has noted refuses nobody", arguments: DatabaseKind.allCases)
    func clockAhead(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await TestDatabase.with(kind, time: time) { engine, _ in
            let metering = Metering(
                engine: engine, limits: PlanLimits(), metrics: GatewayMetrics(), starts: StartLimits())
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("INSERT INTO accounts (id, created_at) VALUES ('a', 0)")())
                try transaction.enqueue(Query("INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)")())
                _ = try transaction.run(Statement.signedIn("d", of: "u"))
            }
            let caller = Caller(user: "u", account: "a", device: "d", deviceID: "d", issuedAt: 0, expiresAt: .max)
            func begins(_ key: String, isTalk: Bool) async throws -> Bool {
                let ask = Metering.Ask(
                    caller: caller, device: "d", key: key, habit: nil, isTalk: isTalk, resumes: nil)
                guard case .open(let view) = try await metering.open(ask) else { return false }
                _ = try await metering.stop(view.id, of: caller)
                return true
            }
            let ahead: Int64 = 5 * 86_400_000
            time.advance(milliseconds: ahead)
            for key in 0..<6 { #expect(try await begins("s\(key)", isTalk: true)) }
            #expect(try await !begins("seventh", isTalk: true))
            // Three usual habits of ten follow-up rings, as no profile is known.
            for key in 0..<40 { #expect(try await begins("p\(key)", isTalk: false)) }
            #expect(try await !begins("one more", isTalk: false))
            time.advance(milliseconds: -ahead)
            #expect(try await begins("right again", isTalk: true))
            #expect(try await begins("and prepared", isTalk: false))
        }
    }

    private func history(_ kind: DatabaseKind, seed: Int) async throws -> Set<String> {
        let time = ManualTime()
        let database = try TestDatabase(kind, time: time)
        let first = try database.open()
        _ = try await first.migrate(Schema.migrations, apply: true)
        // SQLite has one process; there it is two of one.
        let second = kind == .postgres ? try database.open() : first
        var met: Set<String> = []
        do { met = try await history([first, second], time, seed: seed) } catch { Issue.record(error) }
        await first.close()
        if kind == .postgres { await second.close() }
        return met
    }

    private func history(_ engines: [any Engine], _ time: ManualTime, seed: Int) async throws -> Set<String> {
        var generator = SeededGenerator(UInt64(seed))
        var limits = StartLimits()
        limits.startsPerHour = .random(in: 1...4, using: &generator)
        limits.startsPerDay = .random(in: 3...10, using: &generator)
        limits.preparesPerHabit = 1
        // How long they are kept is not counted here.
        limits.preparedMinutesPerDay = 1_000_000
        limits.spareHabits = .random(in: 0...2, using: &generator)
        // The first habit rings once more.
        let followUps: [Int64?] = [1] + [Int64?](repeating: 0, count: .random(in: 0...2, using: &generator))
        let instances = engines.map { engine in
            Metering(
                engine: engine, limits: PlanLimits(owner: 100_000), metrics: GatewayMetrics(), starts: limits)
        }
        let habits = followUps.map { #"{"follow_ups":\#($0 ?? 10)}"# }.joined(separator: ",")
        let body = #"{"habits":[\#(habits)]}"#
        try await engines[0].write { transaction throws(EngineError) in
            try transaction.enqueue(Query("INSERT INTO accounts (id, created_at, plan) VALUES ('a', 0, 'owner')")())
            try transaction.enqueue(Query("INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)")())
            for device in 0...1 { _ = try transaction.run(Statement.signedIn("device-\(device)", of: "u")) }
            try transaction.enqueue(
                Query(
                    """
                    INSERT INTO profiles (user_id, body, version, changed_at, changed_by, stored_at)
                    VALUES ('u', $1, 1, 0, 'x', 0)
                    """)(.text(body)))
        }
        var models = [Model(), Model()]
        var sessions: [(id: String, key: String, isPrepared: Bool)?] = [nil, nil]
        var met: Set<String> = []
        for step in 0..<150 {
            let device = Int.random(in: 0...1, using: &generator)
            let metering = instances[Int.random(in: 0...1, using: &generator)]
            let caller = Caller(
                user: "u", account: "a", device: "device-\(device)", deviceID: "d", issuedAt: 0, expiresAt: .max)
            func ask(_ key: String, isTalk: Bool, resumes: String? = nil) -> Metering.Ask {
                Metering.Ask(
                    caller: caller, device: "device-\(device)", key: key, habit: nil, isTalk: isTalk, resumes: resumes)
            }
            let (now, session) = (time.now, sessions[device])
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...3:
                let isTalk = Int.random(in: 0..<3, using: &generator) > 0
                let may =
                    isTalk
                    ? models[device].mayStart(limits, at: now)
                    : models[device].mayPrepare(limits, followUps: followUps, at: now)
                let key = "\(step)"
                switch try await metering.open(ask(key, isTalk: isTalk)) {
                case .open(let view):
                    #expect(may, "seed \(seed), step \(step)")
                    met.insert(isTalk ? "started" : "prepared")
                    if isTalk { models[device].starts[view.id] = now } else { models[device].prepares.append(now) }
                    if Int.random(in: 0..<6, using: &generator) == 0 {
                        try await metering.giveBack(view.id, of: caller)
                        if isTalk { models[device].starts[view.id] = nil } else { models[device].prepares.removeLast() }
                        sessions[device] = nil
                        met.insert(isTalk ? "given back" : "not prepared")
                    } else {
                        _ = try await metering.connect(
                            view.id, tryNumber: view.tryNumber, call: nil, isTalk: isTalk, of: caller)
                        sessions[device] = (view.id, key, !isTalk)
                    }
                case .tooOften(let why):
                    #expect(!may && why.waitMilliseconds > 0, "seed \(seed), step \(step)")
                    met.insert(isTalk ? "no start" : "no prepare")
                default: Issue.record("seed \(seed), step \(step)")
                }
            case 4:
                guard let session, !session.isPrepared else { continue }
                if case .tooOften = try await metering.open(ask(session.key, isTalk: true)) {
                    Issue.record("a retry was refused")
                }
                met.insert("retried")
            case 5:
                guard let session, !session.isPrepared else { continue }
                if case .tooOften = try await metering.open(ask("r\(step)", isTalk: true, resumes: session.id)) {
                    Issue.record("a resume was refused")
                }
                met.insert("resumed")
            case 6:
                guard let session else { continue }
                let answer = try await metering.sync(session.id, isTalk: true, call: nil, of: caller)
                guard case .open = answer else { continue }
                if session.isPrepared {
                    // Start was pressed: that is never refused, and counts for what comes later.
                    models[device].starts[session.id] = now
                    sessions[device]?.isPrepared = false
                    met.insert("pressed")
                }
            case 7:
                guard let session else { continue }
                guard case .ended = try await metering.stop(session.id, of: caller) else {
                    Issue.record("a stop was refused")
                    continue
                }
                sessions[device] = nil
            default:
                time.advance(
                    milliseconds: [1, 60_000, 600_000, 3_600_000, 20_000_000].randomElement(using: &generator) ?? 1)
            }
        }
        return met
    }

    @Test(
        "Of many hands at two instances exactly as many begin as may", .timeLimit(.minutes(5)),
        arguments: DatabaseKind.allCases)
    func together(kind: DatabaseKind) async throws {
        let time = ManualTime()
        let database = try TestDatabase(kind, time: time)
        let first = try database.open(queue: 1_000)
        _ = try await first.migrate(Schema.migrations, apply: true)
        let second = kind == .postgres ? try database.open(queue: 1_000) : first
        try await first.write { transaction throws(EngineError) in
            try transaction.enqueue(Query("INSERT INTO accounts (id, created_at, plan) VALUES ('a', 0, 'owner')")())
            try transaction.enqueue(Query("INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)")())
            _ = try transaction.run(Statement.signedIn("device", of: "u"))
        }
        let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<30 {
                let metering = Metering(
                    engine: number % 2 == 0 ? first : second, limits: PlanLimits(), metrics: GatewayMetrics())
                let caller = Caller(
                    user: "u", account: "a", device: "device", deviceID: "d", issuedAt: 0, expiresAt: .max)
                group.addTask {
                    let ask = Metering.Ask(
                        caller: caller, device: "device", key: "\(number)", habit: nil, isTalk: true, resumes: nil)
                    guard case .open = try await metering.open(ask) else { return false }
                    return true
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(begun == 6)
        await first.close()
        if kind == .postgres { await second.close() }
    }
}
