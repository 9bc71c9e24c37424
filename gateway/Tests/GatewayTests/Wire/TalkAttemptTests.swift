import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite(
    "Several tries to begin one talk, and what is none", .requirement("GATEWAY-1", "GATEWAY-2", "GATEWAY-3", "I9"))
struct TalkAttemptTests {
    /// Two tries with one key, of which the provider has refused the second while it still thinks about the first.
    private func crossed(_ talks: Talks, _ speaker: TestSpeaker) async throws -> (session: String, caller: Caller) {
        let token = try #require(Token(.device, sent: speaker.token))
        guard case .caller(let caller) = try await talks.gateway.store.authenticate(token) else {
            throw EngineError.gone
        }
        let ask = Metering.Ask(
            caller: caller, device: caller.device ?? "", key: "k", habit: nil, isTalk: true, resumes: nil)
        let metering = talks.gateway.server.metering
        guard case .open(let first) = try await metering.open(ask),
            case .open(let second) = try await metering.open(ask)
        else { throw EngineError.gone }
        #expect(first.id == second.id && [first.tryNumber, second.tryNumber] == [1, 2])
        try await metering.giveBack(second.id, of: caller)
        return (first.id, caller)
    }

    @Test(
        "A try that the provider refuses does not make the call of another one free", arguments: DatabaseKind.allCases)
    func refusedBesideTaken(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let (session, caller) = try await crossed(talks, speaker)
            let answer = try await talks.gateway.server.metering.connect(
                session, tryNumber: 1, call: "rtc_1", isTalk: true, of: caller)
            guard case .open = answer else {
                Issue.record("\(answer)")
                return
            }
            let entitlement = try await speaker.get("/mobile/entitlement")
            #expect(entitlement.left("held") == 10)
            talks.advance(minutes: 2)
            let stopped = try await speaker.stop(session)
            #expect(stopped.number("minutes") == 2)
        }
    }

    @Test(
        "If the minutes that it gave back are lent to another speaker, the call ends at once",
        arguments: DatabaseKind.allCases)
    func lentToAnother(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 10 }) { talks in
            let speaker = try await talks.speaker()
            let (session, caller) = try await crossed(talks, speaker)
            let other = try await talks.speaker("speaker-2")
            let started = try await other.start("k")
            #expect(started.status == 201)
            let answer = try await talks.gateway.server.metering.connect(
                session, tryNumber: 1, call: "rtc_late", isTalk: true, of: caller)
            guard case .quota = answer else {
                Issue.record("\(answer)")
                return
            }
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.hungUp == ["rtc_late"])
        }
    }

    @Test(
        "A call that the provider takes long to make does not end the call of a later try",
        arguments: DatabaseKind.allCases, [false, true])
    func lateCall(kind: DatabaseKind, isResumed: Bool) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            var resume: String?
            if isResumed { resume = try await speaker.start("k0").session }
            let (client, offer) = (talks.gateway.client, "v=0\r\ns=offer\r\n")
            let own = [
                ("Authorization", "Bearer \(speaker.token)"), ("Content-Type", "application/sdp"),
                ("Idempotency-Key", "k1"),
            ]
            let headers = speaker.headers + own + (resume.map { [("Anicca-Resume", $0)] } ?? [])
            let before = talks.provider.now.arrived
            talks.provider.change { $0.held = before + 1 }
            defer { talks.provider.change { $0.held = nil } }
            // The speaker's connection is cut while the provider thinks about it: nobody waits for this one's answer.
            async let first = client.send("POST", "/mobile/realtime/session", headers: headers, body: offer)
            while talks.provider.now.arrived == before { try await Task.sleep(for: .milliseconds(5)) }
            let second = try await speaker.start(isResumed ? "k2" : "k1", resume: resume)
            #expect(second.status == 201)
            talks.provider.change { $0.held = nil }
            let late = try await first
            #expect(late.status == 410 && late.text("error") == "start_superseded", "\(late)")
            #expect(late.number("minutes") == 0 && late.left("held") == 10)
            try await talks.sweep.hangUp()
            let calls = talks.provider.now.calls
            #expect(calls.count == 1 && calls.allSatisfy { second.body.contains("answer of \($0)\r\n") }, "\(calls)")
            talks.advance(minutes: 2)
            let stopped = try await speaker.stop(second.session)
            #expect(stopped.number("minutes") == 2)
        }
    }

    @Test(
        "A try that arrives after a later one of its speaker ends no talk, and begins none",
        arguments: DatabaseKind.allCases)
    func lateArrival(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let live = try await speaker.start("k7", headers: [("Anicca-Start", "a1-7")])
            #expect(live.status == 201)
            // With a key of its own, with the same one, and to go on.
            for (key, resume) in [("k6", nil), ("k7", nil), ("r6", live.session)] as [(String, String?)] {
                let late = try await speaker.start(key, resume: resume, headers: [("Anicca-Start", "a1-6")])
                #expect(late.status == 410 && late.text("error") == "start_superseded", "\(key): \(late)")
                #expect(late.number("minutes") == 0 && late.left("held") == 10)
            }
            #expect(talks.provider.now.made == 1)
            let synced = try await speaker.sync(live.session)
            #expect(synced.status == 200)
            let next = try await speaker.start("r8", resume: live.session, headers: [("Anicca-Start", "a1-8")])
            #expect(next.status == 201 && next.session == live.session)
            // A speaker that was started again counts anew, and an older one does not count.
            for (key, mark) in [("k1", "b2-1"), ("old", nil), ("k2", "b2-2")] as [(String, String?)] {
                let begun = try await speaker.start(key, headers: mark.map { [("Anicca-Start", $0)] } ?? [])
                #expect(begun.status == 201 && begun.session != live.session, "\(key)")
            }
            let kept = try await talks.gateway.engine.rows(
                Query("SELECT last_start FROM sessions ORDER BY last_start IS NULL, id")())
            let ofOpen: [[Value]] = [["b2-2"], [.null], [.null], [.null]]
            #expect(kept.map(\.values) == ofOpen, "it is kept while a talk is open")
        }
    }

    @Test(
        "A key whose start was refused cannot be used to prepare: it is a talk from its first call on",
        arguments: DatabaseKind.allCases)
    func preparedAfterRefusal(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            talks.provider.change { $0.faults = [(400, #"{"error":{"code":"invalid_offer"}}"#)] }
            let refused = try await speaker.start("k")
            #expect(refused.status == 400)
            let prepared = try await speaker.start("k", phase: "prepare")
            #expect(prepared.status == 201)
            talks.advance(minutes: 2)
            let stopped = try await speaker.stop(prepared.session)
            #expect(stopped.number("minutes") == 2)
        }
    }

    @Test(
        "Start with an offer of its own, after a talk was prepared, costs nothing if the provider refuses it",
        .requirement("ALARM-12"), arguments: DatabaseKind.allCases)
    func refusedAfterPrepared(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let prepared = try await speaker.start("k", phase: "prepare")
            talks.advance(minutes: 1)
            talks.provider.change { $0.faults = [(500, "{}")] }
            let refused = try await speaker.start("k")
            #expect(refused.status == 502)
            let entitlement = try await speaker.get("/mobile/entitlement")
            #expect(entitlement.left("held") == 0)
            // Nobody waits at the call that was prepared.
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.isEmpty)
            talks.advance(minutes: 2)
            let started = try await speaker.start("k")
            #expect(started.status == 201 && started.session == prepared.session)
            talks.advance(minutes: 2)
            let stopped = try await speaker.stop(started.session)
            #expect(stopped.number("minutes") == 2)
        }
    }

    @Test(
        "A talk that its speaker's next Start ends costs no more than the speaker was heard of",
        .requirement("I2", "I7"), arguments: DatabaseKind.allCases)
    func superseded(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 100 }) { talks in
            let speaker = try await talks.speaker()
            // Its answer was lost, so no speaker heard of this call.
            _ = try await speaker.start("lost")
            talks.advance(minutes: 6)
            // This one was renewed, and then the power was cut.
            let cut = try await speaker.start("cut")
            talks.advance(minutes: 5)
            #expect(try await speaker.sync(cut.session).status == 200)
            talks.advance(minutes: 6)
            // This one was renewed lately.
            let going = try await speaker.start("going")
            talks.advance(minutes: 5)
            #expect(try await speaker.sync(going.session).status == 200)
            talks.advance(minutes: 3)
            let last = try await speaker.start("last")
            let rows = try await talks.gateway.engine.rows(
                Query(
                    """
                    SELECT request_key, ended_by, minutes FROM sessions WHERE ended_at IS NOT NULL ORDER BY opened_at
                    """)())
            #expect(
                rows.map(\.values) == [
                    ["lost", "superseded", 0], ["cut", "superseded", 5], ["going", "superseded", 8],
                ])
            let stopped = try await speaker.stop(last.session)
            #expect(stopped.number("minutes") == 0 && stopped.left("monthly_usage_count") == 13)
        }
    }

    @Test("A body that is no JSON begins no talk, and ends none", arguments: DatabaseKind.allCases)
    func noJSON(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k")
            for body in ["v=0", "v=0\r\ns=offer\r\n", "{", "[]", "7", "{} {}"] {
                let refused = try await speaker.send(
                    "POST", "/mobile/realtime/session", json: body, headers: [("Idempotency-Key", "other")])
                #expect(refused.status == 400 && refused.text("error") == "invalid_request", "\(body)")
                #expect(refused.text("message").contains("object of JSON"))
            }
            #expect(talks.provider.now.secrets == 0)
            let synced = try await speaker.sync(started.session)
            #expect(synced.status == 200)
            for body in ["", "{}", #"{"any":"thing"}"#] {
                let taken = try await speaker.send(
                    "POST", "/mobile/realtime/session", json: body, headers: [("Idempotency-Key", "k\(body.count)")])
                #expect(taken.status == 200, "\(body)")
                talks.gateway.logs.isSecret((taken.json["client_secret"] as? [String: Any])?["value"] as? String ?? "")
            }
        }
    }
}
