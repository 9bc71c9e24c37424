import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("The sweep when there is much to do", .requirement("GATEWAY-2", "GATEWAY-3", "I8"))
struct SweepTests {
    /// A provider that ends calls at once, except for one: that takes until it is released.
    private struct SlowProvider: VoiceProvider {
        let slowCall: String
        let begun = TestClock()
        let released = TestClock()

        func call(offer: String, _ order: VoiceOrder) async -> Result<VoiceCall, VoiceFailure> { .failure(.badOffer) }
        func secret(_ order: VoiceOrder) async -> Result<ClientSecret, VoiceFailure> { .failure(.badOffer) }
        func hangUp(_ call: String) async -> HangUp {
            guard call == slowCall else { return .ended }
            begun.advance(1)
            while released.now == 0 { try? await Task.sleep(for: .milliseconds(5)) }
            return .ended
        }
    }

    /// Waits until there is such a row, or a minute.
    private func isFound(_ statement: Statement, in engine: any Engine) async throws -> Bool {
        for _ in 0..<6_000 {
            guard try await engine.rows(statement).isEmpty else { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test(
        "A hang-up that takes long holds up neither the pulse nor the end of a lease", .timeLimit(.minutes(5)),
        arguments: DatabaseKind.allCases)
    func slowHangUp(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let (one, two) = (try await talks.speaker("speaker-1"), try await talks.speaker("speaker-2"))
            let stopped = try await one.start("k")
            _ = try await one.stop(stopped.session)
            _ = try await two.start("k")
            let provider = SlowProvider(slowCall: "rtc_1")
            var sweep = Sweep(
                metering: talks.gateway.server.metering, provider: provider, logger: talks.gateway.logs.logger)
            sweep.pauseMilliseconds = 5...5
            let running = Task { [sweep] in try await sweep.run() }
            defer {
                provider.released.advance(1)
                running.cancel()
            }
            while provider.begun.now == 0 { try await Task.sleep(for: .milliseconds(5)) }
            // In steps that are no outage.
            for _ in 0..<11 {
                talks.advance(minutes: 1)
                let hasPulse = try await isFound(
                    Query("SELECT at FROM pulse WHERE at = $1")(.integer(talks.time.now)), in: talks.gateway.engine)
                try #require(hasPulse)
            }
            let hasEnded = try await isFound(
                Query("SELECT id FROM sessions WHERE ended_by = 'lease'")(), in: talks.gateway.engine)
            #expect(hasEnded)
            provider.released.advance(1)
            running.cancel()
            _ = await running.result
        }
    }

    @Test(
        "A hang-up that a clock two days ahead has put off is done, and one in its grace is left",
        arguments: DatabaseKind.allCases)
    func putOffHangUp(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await TestDatabase.with(kind, time: time) { engine, _ in
            let now = time.now
            try await engine.write { transaction throws(EngineError) in
                let insert = Query(
                    "INSERT INTO jobs (kind, key, due_at, attempts, created_at) VALUES ('hangup', $1, $2, 0, $2)")
                let ahead = now + 2 * 24 * 60 * Conversation.minute
                try transaction.enqueue(insert(.text("rtc_due"), .integer(now)))
                try transaction.enqueue(insert(.text("rtc_ahead"), .integer(ahead)))
                try transaction.enqueue(insert(.text("rtc_grace"), .integer(now + Conversation.grace)))
            }
            let metering = Metering(engine: engine, limits: PlanLimits(), metrics: GatewayMetrics())
            let sweep = Sweep(
                metering: metering, provider: SlowProvider(slowCall: ""), logger: CollectedLogs().logger)
            try await sweep.hangUp()
            let left = try await engine.rows(Query("SELECT key FROM jobs")())
            #expect(left.map(\.values) == [["rtc_grace"]])
        }
    }

    @Test("More leases than a batch has end in one round", arguments: DatabaseKind.allCases)
    func manyLeases(kind: DatabaseKind) async throws {
        try await TestDatabase.with(kind, time: ManualTime()) { engine, _ in
            try await engine.write { transaction throws(EngineError) in
                for number in 0..<120 {
                    let name = Value.text("x\(number)")
                    try transaction.enqueue(Query("INSERT INTO accounts (id, created_at) VALUES ($1, 0)")(name))
                    try transaction.enqueue(
                        Query(
                            """
                            INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at,
                              seen_at, lease_until) VALUES ($1, $1, $1, $1, 'k', '', 0, 0, 1)
                            """)(name))
                }
            }
            let metering = Metering(engine: engine, limits: PlanLimits(), metrics: GatewayMetrics())
            let sweep = Sweep(
                metering: metering, provider: SlowProvider(slowCall: ""), logger: CollectedLogs().logger)
            try await sweep.sweepLeases()
            let open = try await engine.rows(Query("SELECT id FROM sessions WHERE ended_at IS NULL")())
            #expect(open.isEmpty)
        }
    }
}
