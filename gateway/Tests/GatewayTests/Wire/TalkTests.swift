import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// A gateway with a provider on loopback, and speakers that are signed in.
struct Talks {
    let gateway: RunningGateway
    let provider: StandInProvider
    let time: ManualTime

    static func with(
        _ kind: DatabaseKind, tune: (inout GatewayServer.Tuning, inout Settings) -> Void = { _, _ in },
        _ body: (Talks) async throws -> Void
    ) async throws {
        let time = ManualTime()
        try await StandInProvider.with { provider in
            try await RunningGateway.with(
                kind, time: time,
                tune: { tuning, settings in
                    settings.providerAddress = "http://127.0.0.1:\(provider.port)"
                    settings.providerKey = StandInProvider.key
                    settings.ownerMonthlyLimit = 30
                    tuning.runsJobs = false
                    tune(&tuning, &settings)
                }
            ) { gateway in
                gateway.logs.isSecret(StandInProvider.key)
                try await body(Talks(gateway: gateway, provider: provider, time: time))
            }
        }
    }

    func speaker(_ id: String = "speaker-1") async throws -> TestSpeaker {
        try await TestSpeaker.signedIn(gateway, id: id)
    }

    func advance(minutes: Int64) { time.advance(milliseconds: minutes * Conversation.minute) }

    var sweep: Sweep {
        Sweep(metering: gateway.server.metering, provider: gateway.server.provider, logger: gateway.logs.logger)
    }

    func ledger() async throws -> [String: Int64] { try await gateway.engine.ledger() }
}

extension Sweep {
    /// What its tasks do, one after the other.
    func sweepOnce() async throws(EngineError) {
        try await sweepLeases()
        try await metering.revokeSignedOut()
        try await hangUp()
    }

    /// Ends conversations whose lease is over, one batch, whether or not speakers had time to renew. Returns how many.
    @discardableResult func endLeases() async throws(EngineError) -> Int {
        let batch = try await endBatch()
        if let failure = batch.failure { throw failure }
        return batch.ended
    }
}

extension TestSpeaker {
    private var authorization: [(String, String)] { headers + [("Authorization", "Bearer \(token)")] }

    func start(
        _ key: String?, phase: String? = nil, resume: String? = nil, offer: String = "v=0\r\ns=offer\r\n",
        headers more: [(String, String)] = [], path: String = "/mobile/realtime/session"
    ) async throws -> LoopbackClient.Answer {
        var all = authorization + [("Content-Type", "application/sdp")] + more
        if let key { all.append(("Idempotency-Key", key)) }
        if let phase { all.append(("Anicca-Phase", phase)) }
        if let resume { all.append(("Anicca-Resume", resume)) }
        return try await client.send("POST", path, headers: all, body: offer)
    }

    func get(_ path: String, headers more: [(String, String)] = []) async throws -> LoopbackClient.Answer {
        try await client.send("GET", path, headers: authorization + more)
    }

    func send(
        _ method: String, _ path: String, json: String, headers more: [(String, String)] = []
    ) async throws -> LoopbackClient.Answer {
        try await client.send(
            method, path, headers: authorization + more + [("Content-Type", "application/json")], body: json)
    }

    func sync(_ session: String, phase: String? = nil) async throws -> LoopbackClient.Answer {
        let members = phase.map { #","phase":"\#($0)""# } ?? ""
        return try await send(
            "POST", "/mobile/realtime/session/sync", json: #"{"session_id":"\#(session)"\#(members)}"#)
    }

    func stop(_ session: String) async throws -> LoopbackClient.Answer {
        try await send(
            "POST", "/mobile/realtime/session/stop", json: #"{"session_id":"\#(session)","used_seconds":12}"#)
    }
}

extension LoopbackClient.Answer {
    var session: String { header("anicca-session") ?? text("session_id") }
    func number(_ name: String) -> Int64 { (json[name] as? NSNumber)?.int64Value ?? -1 }
    var entitlement: [String: Any] { json["entitlement"] as? [String: Any] ?? [:] }
    func left(_ name: String) -> Int64 { (entitlement[name] as? NSNumber)?.int64Value ?? -1 }
}

@Suite("A conversation through the gateway", .requirement("ACCOUNT-3", "GATEWAY-1", "GATEWAY-2", "GATEWAY-3"))
struct TalkTests {
    @Test("Offer, answer, sync, stop: one rounding, and the provider is told", arguments: DatabaseKind.allCases)
    func whole(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k1", headers: [("Anicca-Habit", "wake")])
            #expect(started.status == 201 && started.header("content-type") == "application/sdp", "\(started)")
            #expect(started.body.hasPrefix("v=0\r\ns=answer of rtc_1"))
            #expect(started.header("anicca-remaining") == "1800" && started.header("cache-control") == "no-store")
            let sent = talks.provider.now
            #expect(sent.bodies.first?.contains("v=0\r\ns=offer") == true)
            #expect(sent.bodies.first?.contains(#""model":"gpt-realtime-2.1-mini""#) == true)
            #expect(sent.safetyIdentifiers.count == 1 && sent.safetyIdentifiers.first?.count == 43)
            talks.advance(minutes: 5)
            let synced = try await speaker.sync(started.session)
            #expect(synced.status == 200 && synced.number("remaining_seconds") == 1500 && synced.left("held") == 15)
            talks.time.advance(milliseconds: 61_000)
            let stopped = try await speaker.stop(started.session)
            #expect(stopped.status == 200 && stopped.number("minutes") == 7 && stopped.left("held") == 0)
            #expect(stopped.left("monthly_usage_remaining") == 23 && stopped.left("monthly_usage_count") == 7)
            // Later ones get the first one's result.
            talks.advance(minutes: 9)
            let again = try await speaker.stop(started.session)
            #expect(again.status == 200 && again.number("minutes") == 7)
            let late = try await speaker.sync(started.session)
            #expect(late.status == 410 && late.text("error") == "session_ended" && late.number("minutes") == 7)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.hungUp == ["rtc_1"])
        }
    }

    @Test("The same below /api", arguments: DatabaseKind.allCases)
    func prefix(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k", path: "/api/mobile/realtime/session")
            #expect(started.status == 201)
            let entitlement = try await speaker.get("/api/mobile/entitlement")
            #expect(entitlement.status == 200 && entitlement.left("held") == 10)
        }
    }

    @Test(
        "The entitlement is the contract's, and reading it writes nothing", .requirement("I4"),
        arguments: DatabaseKind.allCases)
    func entitlement(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let answer = try await speaker.get("/mobile/entitlement")
            #expect(answer.status == 200)
            #expect(
                Set(answer.entitlement.keys) == [
                    "plan", "status", "monthly_usage_limit", "monthly_usage_remaining", "monthly_usage_count",
                    "period_ends_at", "packs_remaining", "held",
                ])
            #expect(answer.entitlement["plan"] as? String == "owner" && answer.left("monthly_usage_remaining") == 30)
            #expect(answer.left("period_ends_at") == 1_801_440_000)
            #expect(answer.number("early_within_seconds") == 0)
            let ledger = try await talks.ledger()
            #expect(ledger.isEmpty)
            let stranger = try await talks.gateway.client.send("GET", "/mobile/entitlement")
            #expect(stranger.status == 401)
        }
    }

    @Test(
        "A retried start is the same session, with a call of its own", .requirement("I11"),
        arguments: DatabaseKind.allCases)
    func retry(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let first = try await speaker.start("same")
            let second = try await speaker.start("same")
            #expect(first.session == second.session && second.status == 201)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls == ["rtc_2"])
            let other = try await speaker.start("other")
            #expect(other.session != first.session, "another key ends the older one")
            let old = try await speaker.sync(first.session)
            #expect(old.status == 410)
            let resumed = try await speaker.start("same")
            #expect(resumed.status == 409 && resumed.text("error") == "session_ended")
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls == ["rtc_3"])
        }
    }

    @Test("Lines that drop are one conversation", arguments: DatabaseKind.allCases)
    func resume(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let first = try await speaker.start("k0")
            for drop in 1...5 {
                talks.time.advance(milliseconds: 10_000)
                let again = try await speaker.start("k\(drop)", resume: first.session)
                #expect(again.status == 201 && again.session == first.session)
            }
            let stopped = try await speaker.stop(first.session)
            #expect(stopped.number("minutes") == 1)
            let over = try await speaker.start("k9", resume: first.session)
            #expect(over.status == 409)
            let foreign = try await talks.speaker("speaker-2")
            for answer in [
                try await foreign.start("x", resume: first.session), try await foreign.sync(first.session),
                try await foreign.stop(first.session), try await foreign.stop("ses_0none"),
            ] { #expect(answer.status == 404 && answer.text("error") == "session_unknown") }
        }
    }

    @Test("Preparing is free; minutes run from Start", .requirement("I9"), arguments: DatabaseKind.allCases)
    func prepare(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let prepared = try await speaker.start("k", phase: "prepare")
            #expect(prepared.status == 201)
            talks.advance(minutes: 4)
            let waiting = try await speaker.sync(prepared.session)
            #expect(waiting.left("held") == 0 && waiting.number("remaining_seconds") == 1800)
            let pressed = try await speaker.sync(prepared.session, phase: "talk")
            #expect(pressed.left("held") == 10)
            talks.advance(minutes: 2)
            let stopped = try await speaker.stop(prepared.session)
            #expect(stopped.number("minutes") == 2)
            let unanswered = try await speaker.start("k2", phase: "prepare")
            talks.advance(minutes: 16)
            let ended = try await talks.sweep.endLeases()
            #expect(ended == 1)
            let over = try await speaker.sync(unanswered.session, phase: "talk")
            #expect(over.status == 410 && over.number("minutes") == 0)
        }
    }

    @Test("A client secret opens a session, too; its key is optional with GET", arguments: DatabaseKind.allCases)
    func secret(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            for (method, key) in [("GET", nil), ("GET", "a"), ("POST", "b")] as [(String, String?)] {
                let headers = key.map { [("Idempotency-Key", $0)] } ?? []
                let answer =
                    method == "GET"
                    ? try await speaker.get("/mobile/realtime/session", headers: headers)
                    : try await speaker.send("POST", "/mobile/realtime/session", json: "{}", headers: headers)
                let secret = answer.json["client_secret"] as? [String: Any]
                let value = try #require(secret?["value"] as? String, "\(answer)")
                talks.gateway.logs.isSecret(value)
                #expect(
                    answer.status == 200 && value.hasPrefix("ek_") && secret?["expires_at"] as? Int == 1_800_000_060)
                #expect(answer.left("held") == 10 && answer.session.hasPrefix("ses_"))
            }
            let bodies = talks.provider.now.bodies
            #expect(bodies.allSatisfy { $0.contains(#""seconds":60"#) })
        }
    }

    @Test("Blanks where a header may have them change nothing")
    func blanks() async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            for blanks in [" ", "  ", "    "] {
                let answer = try await speaker.client.send(
                    "GET", "/mobile/entitlement",
                    headers: speaker.headers + [("Authorization", "Bearer\(blanks)\(speaker.token)")])
                #expect(answer.status == 200, "\(blanks.utf8.count)")
            }
            for type in ["application/x-www-form-urlencoded ; charset=UTF-8", "Application/X-WWW-Form-Urlencoded;a=b"] {
                let answer = try await speaker.client.send(
                    "POST", "/auth/revoke", headers: [("Content-Type", type)], body: "token=none")
                #expect(answer.status == 200, "\(type)")
            }
        }
    }

    @Test("What a client does wrong is 4xx and opens nothing")
    func refusals() async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            let refused: [(LoopbackClient.Answer, Int)] = [
                (try await speaker.start(nil), 400),
                (try await speaker.start("k", offer: "hello"), 400),
                (try await speaker.start("k", offer: "v=0\r\n--boundary"), 400),
                (try await speaker.start("k", offer: "v=0" + String(repeating: "x", count: 256 << 10)), 413),
                (try await speaker.start("k", phase: "dance"), 400),
                (try await speaker.start("k", headers: [("Anicca-Start", "7")]), 400),
                (try await speaker.start(String(repeating: "k", count: 129)), 400),
                (try await speaker.send("POST", "/mobile/realtime/session/sync", json: "{"), 400),
                (try await speaker.send("POST", "/mobile/realtime/session/sync", json: "[]"), 400),
                (try await speaker.send("POST", "/mobile/realtime/session/sync", json: "{}"), 400),
                (try await speaker.send("POST", "/mobile/realtime/session/stop", json: #"{"session_id":7}"#), 400),
            ]
            for (index, (answer, status)) in refused.enumerated() { #expect(answer.status == status, "\(index)") }
            let capitals = try await speaker.start("k", headers: [("Anicca-Start", "AB-1")])
            #expect(capitals.status == 400 && capitals.text("message").contains("lowercase hexadecimal digits"))
            for (field, value) in [("phase", "dance"), ("call_id", "a b")] {
                let answer = try await speaker.send(
                    "POST", "/mobile/realtime/session/sync", json: #"{"session_id":"ses_1","\#(field)":"\#(value)"}"#)
                #expect(answer.status == 400 && answer.text("field") == field)
            }
            let rows = try await talks.gateway.engine.rows(Query("SELECT id FROM sessions")())
            #expect(rows.isEmpty && talks.provider.now.made == 0)
        }
    }
}
