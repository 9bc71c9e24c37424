import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A clock that somebody sets", .requirement("GATEWAY-2", "GATEWAY-3"))
struct ClockTests {
    private static let hour: Int64 = 3_600_000

    @Test(
        "By hours, on SQLite: no talk becomes longer or shorter, and no lease or grace ends or is lengthened",
        .requirement("SAFE-2"), arguments: [2, -2, 24 * 29] as [Int64])
    func leap(hours: Int64) async throws {
        try await Talks.with(.sqlite, tune: { $1.ownerMonthlyLimit = 5 }) { talks in
            let speaker = try await talks.speaker()
            func leap() { talks.time.leap(milliseconds: hours * Self.hour) }
            // A leap into another month brings that month's minutes, as midnight does.
            let more: Int64 = hours > 24 ? 5 : 0
            let first = try await speaker.start("a")
            talks.advance(minutes: 1)
            leap()
            let synced = try await speaker.sync(first.session)
            #expect(synced.status == 200 && synced.number("remaining_seconds") == 240 + more * 60)
            #expect(
                synced.number("lease_until")
                    == (talks.time.now + 240_000 + more * Conversation.minute + Conversation.slack) / 1000)
            talks.advance(minutes: 1)
            let stopped = try await speaker.stop(first.session)
            #expect(stopped.number("minutes") == 2)
            try await talks.sweep.hangUp()

            // The month may be another one.
            let minutes = stopped.left("monthly_usage_remaining")
            let second = try await speaker.start("b")
            talks.advance(minutes: minutes)
            leap()
            let early = try await talks.sweep.endLeases()
            #expect(early == 0)
            if more > 0 {
                let going = try await speaker.sync(second.session)
                #expect(going.status == 200 && going.number("remaining_seconds") == more * 60)
                talks.advance(minutes: more)
            }
            let over = try await speaker.sync(second.session)
            #expect(over.status == 410 && over.number("minutes") == minutes + more)
            leap()
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls == ["rtc_2"])
            talks.advance(minutes: 20)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.isEmpty)
        }
    }

    @Test("What the provider refused to prepare does not begin to count by that, and counts when it is tried again")
    func refusedPreparation() async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            talks.provider.change { $0.faults = [(500, "{}")] }
            let refused = try await speaker.start("k", phase: "prepare")
            #expect(refused.status == 502)
            talks.time.leap(milliseconds: 24 * Self.hour)
            let prepared = try await speaker.start("k", phase: "prepare")
            #expect(prepared.status == 201)
            let rows = try await talks.gateway.engine.rows(Query("SELECT prepared_at FROM sessions")())
            let at = try rows.map { row in try row.integer(0) }
            #expect(at == [talks.time.now])
        }
    }

    @Test("What was written before the clock went wrong keeps its times when it is set right")
    func setRight() async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k")
            talks.advance(minutes: 1)
            // A machine without a clock of its own was off, and began again a day before.
            talks.time.advance(milliseconds: -24 * Self.hour)
            talks.time.leap(milliseconds: 24 * Self.hour)
            let stopped = try await speaker.stop(started.session)
            #expect(stopped.number("minutes") == 1)
        }
    }

    @Test(
        "After one that was ahead, what nobody renews is ended again once speakers had a slice to renew",
        .requirement("I8"), arguments: DatabaseKind.allCases)
    func pulse(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            try await talks.sweep.sweepOnce()
            talks.time.advance(milliseconds: 48 * Self.hour)
            try await talks.sweep.sweepOnce()
            talks.time.advance(milliseconds: -48 * Self.hour)
            try await talks.sweep.sweepOnce()
            _ = try await speaker.start("k")
            for _ in 0..<24 {
                talks.time.advance(milliseconds: 30_000)
                try await talks.sweep.sweepOnce()
            }
            let rows = try await talks.gateway.engine.rows(Query("SELECT ended_by, minutes FROM sessions")())
            #expect(rows.map(\.values) == [["lease", 10]])
        }
    }

    @Test(
        "After one that was ahead, the next change of a profile wins, and the newer of two again",
        .requirement("ACCOUNT-2"), arguments: DatabaseKind.allCases)
    func profiles(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let (one, two) = (try await talks.speaker("speaker-1"), try await talks.speaker("speaker-2"))
            func put(_ name: String, by speaker: TestSpeaker, at time: Int64) async throws -> String {
                let answer = try await speaker.send(
                    "PUT", "/mobile/profile", json: #"{"displayName":"\#(name)","updatedAt":\#(time)}"#)
                return answer.text("displayName")
            }
            talks.time.advance(milliseconds: 48 * Self.hour)
            var winner = try await put("ahead", by: two, at: talks.time.now)
            #expect(winner == "ahead")
            talks.time.advance(milliseconds: -48 * Self.hour)
            // Changed a moment before it is sent.
            winner = try await put("next", by: one, at: talks.time.now - 5_000)
            #expect(winner == "next")
            winner = try await put("older", by: two, at: talks.time.now - 6_000)
            #expect(winner == "next")
        }
    }

    @Test(
        "After one that was ahead, a job that it has put off is done", .requirement("GATEWAY-6"),
        arguments: DatabaseKind.allCases)
    func jobs(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            try await Sales.makeAccount(1, in: sales.gateway.engine)
            sales.seller.subscribe("user-1", until: nil)
            sales.time.advance(milliseconds: 48 * Self.hour)
            try await sales.deliverNewest()
            sales.seller.change { $0.faults = [(500, nil, "")] }
            try await sales.run()
            let waits = try await sales.count("jobs WHERE kind = 'billing'")
            #expect(waits == 1)
            sales.time.advance(milliseconds: -48 * Self.hour)
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "pro")
        }
    }

    @Test("After one that was ahead, a budget that is spent fills by the new time", arguments: DatabaseKind.allCases)
    func budgets(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            talks.time.advance(milliseconds: 48 * Self.hour)
            let speaker = TestSpeaker(talks.gateway)
            for _ in 0..<5 { try await speaker.ask() }
            talks.time.advance(milliseconds: -48 * Self.hour)
            let refused = try await speaker.ask()
            #expect(refused.status == 429)
            talks.advance(minutes: 1)
            // Another speaker of that network: this one's own budget has not filled yet.
            let other = TestSpeaker(talks.gateway, id: "speaker-2")
            let answer = try await other.ask()
            #expect(answer.status == 200)
        }
    }
}
