import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("When minutes, the provider or the speaker are gone", .requirement("GATEWAY-2", "GATEWAY-3"))
struct TalkTroubleTests {
    @Test("An offer without its type, or with what no text has, is refused, and costs nothing")
    func badOffers() async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            let caller = speaker.headers + [("Authorization", "Bearer \(speaker.token)"), ("Idempotency-Key", "k1")]
            let path = "/mobile/realtime/session"
            let bare = try await speaker.client.send("POST", path, headers: caller, body: "v=0\r\ns=offer\r\n")
            #expect(bare.status == 415 && bare.text("error") == "unsupported_media_type")
            let broken = try await speaker.start("k1", offer: "v=0\r\ns=a\u{0}b\r\n")
            #expect(broken.status == 400 && broken.text("error") == "invalid_offer")
            #expect(talks.provider.now.made == 0 && talks.provider.now.secrets == 0)
            let empty = try await speaker.client.send("POST", path, headers: caller)
            #expect(empty.status == 200 && talks.provider.now.secrets == 1)
        }
    }

    @Test(
        "402 with the entitlement when no minute is left, and it ends when the last is over",
        arguments: DatabaseKind.allCases)
    func quota(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 3 }) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k")
            #expect(started.header("anicca-remaining") == "180")
            talks.advance(minutes: 2)
            let synced = try await speaker.sync(started.session)
            #expect(synced.status == 200 && synced.number("remaining_seconds") == 60)
            talks.advance(minutes: 1)
            let over = try await speaker.sync(started.session)
            #expect(over.status == 410 && over.number("minutes") == 3 && over.left("monthly_usage_remaining") == 0)
            for phase in ["talk", "prepare"] {
                let refused = try await speaker.start("next-\(phase)", phase: phase)
                #expect(refused.status == 402 && refused.text("error") == "quota_exhausted")
                #expect(refused.left("monthly_usage_count") == 3)
            }
            // Its call goes on for a while, uncharged: nobody is cut off who seems to be at risk (SAFE-2).
            talks.advance(minutes: 19)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.count == 1)
            talks.advance(minutes: 1)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.isEmpty)
        }
    }

    @Test(
        "A call in its grace ends at once when the speaker stops it, and costs nothing more",
        arguments: DatabaseKind.allCases)
    func stopInGrace(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 3 }) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k")
            talks.advance(minutes: 3)
            #expect(try await speaker.sync(started.session).status == 410)
            talks.advance(minutes: 5)
            #expect(try await speaker.stop(started.session).number("minutes") == 3)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.isEmpty)
        }
    }

    @Test(
        "A call in its grace ends at once when its speaker is signed out, and no other call does",
        arguments: DatabaseKind.allCases)
    func signedOutInGrace(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 15 }) { talks in
            let speaker = try await talks.speaker()
            let other = try await talks.speaker("speaker-2")
            let first = try await speaker.start("a")
            let second = try await other.start("b")
            talks.advance(minutes: 5)
            #expect(try await other.sync(second.session).status == 410)
            talks.advance(minutes: 5)
            #expect(try await speaker.sync(first.session).status == 410)
            talks.advance(minutes: 1)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls == ["rtc_1", "rtc_2"])
            _ = try await talks.gateway.client.post("/auth/revoke", [("token", speaker.token)])
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls == ["rtc_2"])
            let rows = try await talks.gateway.engine.rows(
                Query("SELECT ended_by, minutes FROM sessions ORDER BY call_id")())
            #expect(rows.map(\.values) == [["quota", 10], ["quota", 5]])
        }
    }

    @Test(
        "What nobody renews keeps its call for the grace when no minute is left, and is charged by what is found then",
        .requirement("I8", "SAFE-2"), arguments: DatabaseKind.allCases)
    func graceWithoutSync(kind: DatabaseKind) async throws {
        for isAlive in [true, false] {
            try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 3 }) { talks in
                let speaker = try await talks.speaker()
                let started = try await speaker.start("k")
                talks.advance(minutes: 1)
                #expect(try await speaker.sync(started.session).status == 200)
                // From here on the speaker does not reach the gateway.
                if !isAlive { talks.provider.change { $0.calls.remove("rtc_1") } }
                talks.advance(minutes: 3)
                let early = try await talks.sweep.endLeases()
                #expect(early == 0 && talks.provider.now.hungUp.isEmpty)
                let other = try await talks.speaker("speaker-2")
                let refused = try await other.start("k")
                #expect(refused.status == 402, "what it holds is nobody else's")
                talks.advance(minutes: 19)
                let still = try await talks.sweep.endLeases()
                #expect(still == 0 && talks.provider.now.hungUp.isEmpty)
                talks.advance(minutes: 1)
                let ended = try await talks.sweep.endLeases()
                #expect(ended == 1 && talks.provider.now.hungUp == ["rtc_1"] && talks.provider.now.calls.isEmpty)
                let expected: [Value] = isAlive ? ["quota", 3] : ["lease", 1]
                let rows = try await talks.gateway.engine.rows(Query("SELECT ended_by, minutes FROM sessions")())
                #expect(rows.map(\.values) == [expected])
            }
        }
    }

    @Test(
        "A sync in the grace ends the conversation, and lengthens its call by nothing",
        arguments: DatabaseKind.allCases)
    func syncInGrace(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 3 }) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k")
            talks.advance(minutes: 4)
            let early = try await talks.sweep.endLeases()
            #expect(early == 0)
            talks.advance(minutes: 6)
            let over = try await speaker.sync(started.session)
            #expect(over.status == 410 && over.number("minutes") == 3)
            talks.advance(minutes: 13)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.count == 1)
            talks.advance(minutes: 1)
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.isEmpty)
        }
    }

    @Test("Speakers of one household share, and none takes all", .requirement("I5"), arguments: DatabaseKind.allCases)
    func shared(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 15 }) { talks in
            var speakers: [TestSpeaker] = []
            for number in 0..<3 { speakers.append(try await talks.speaker("speaker-\(number)")) }
            let first = try await speakers[0].start("a")
            let second = try await speakers[1].start("b")
            #expect(first.header("anicca-remaining") == "900" && second.header("anicca-remaining") == "300")
            let third = try await speakers[2].start("c")
            #expect(third.status == 402 && third.left("held") == 15)
            talks.advance(minutes: 2)
            let stopped = try await speakers[0].stop(first.session)
            #expect(stopped.number("minutes") == 2)
            let now = try await speakers[2].start("d")
            #expect(now.status == 201)
        }
    }

    @Test(
        "A provider that refuses is 502 or 503, never a 401 of ours, and costs nothing",
        arguments: DatabaseKind.allCases)
    func refusingProvider(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let faults: [(Int, String, Int, String)] = [
                (401, #"{"error":{"code":"invalid_api_key"}}"#, 502, "provider"), (402, "{}", 502, "provider"),
                (403, "{}", 502, "provider"), (404, "", 502, "provider"), (429, "{}", 503, "provider_busy"),
                (500, "{}", 502, "provider"), (200, #"{"error":"odd"}"#, 502, "provider"),
                (301, "", 502, "provider"), (400, "{}", 502, "provider"),
                (400, #"{"error":{"code":"invalid_offer"}}"#, 400, "invalid_offer"),
            ]
            for (status, body, expected, error) in faults {
                talks.provider.change { $0.faults = [(status, body)] }
                let answer = try await speaker.start("same")
                #expect(answer.status == expected && answer.text("error") == error, "\(status): \(answer)")
                #expect(expected < 500 || answer.header("retry-after") != nil)
                let entitlement = try await speaker.get("/mobile/entitlement")
                #expect(entitlement.status == 200 && entitlement.left("held") == 0)
            }
            // The key is still good.
            let answer = try await speaker.start("same")
            #expect(answer.status == 201)
            talks.provider.change { $0.faults = [(500, "")] }
            let line = try await speaker.start("again", resume: answer.session)
            #expect(line.status == 502)
            let synced = try await speaker.sync(answer.session)
            #expect(synced.status == 200 && synced.left("held") == 10, "a line that cannot be renewed ends nothing")
            let metrics = try await talks.gateway.operations.send("GET", "/metrics")
            #expect(metrics.body.contains(#"provider_errors_total{call="calls",code="401"} 1"#))
            #expect(metrics.body.contains(#"sessions_started_total{phase="talk"} 1"#))
        }
    }

    @Test(
        "Speakers hear in the evening that the provider takes no key, until it takes one again",
        .requirement("GUARD-7"), arguments: [401, 403])
    func refusedKey(status: Int) async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            func told() async throws -> Bool? {
                try await speaker.get("/mobile/entitlement").json["can_talk"] as? Bool
            }
            #expect(try await told() == nil)
            talks.provider.change { $0.faults = [(status, "{}"), (500, "{}"), (429, "{}")] }
            for number in 0..<3 {
                _ = try await speaker.start("k\(number)")
                #expect(try await told() == false, "\(number)")
            }
            let good = try await speaker.start("good")
            let after = try await told()
            #expect(good.status == 201 && after == nil)
            // What fails otherwise says nothing of the key.
            talks.provider.change { $0.faults = [(500, "{}")] }
            _ = try await speaker.start("again", resume: good.session)
            #expect(try await told() == nil)
        }
        try await Talks.with(.sqlite, tune: { $1.providerKey = nil }) { talks in
            let answer = try await talks.speaker().get("/mobile/entitlement")
            #expect(answer.status == 200 && answer.json["can_talk"] as? Bool == false)
            #expect(talks.gateway.logs.text.contains("warning no provider_key is set, so nobody can talk"))
        }
    }

    @Test("Nobody there, no key, an endless answer: 502")
    func noProvider() async throws {
        for (address, key) in [("http://127.0.0.1:1", StandInProvider.key), ("https://127.0.0.1:1", "x"), ("", nil)]
            as [(String, String?)]
        {
            try await Talks.with(
                .sqlite,
                tune: {
                    $1.providerAddress = address
                    $1.providerKey = key
                }
            ) { talks in
                let speaker = try await talks.speaker()
                let answer = try await speaker.start("k")
                #expect(answer.status == 502 && answer.text("error") == "provider")
                let secret = try await speaker.get("/mobile/realtime/session")
                #expect(secret.status == 502)
            }
        }
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            talks.provider.change { $0.faults = [(201, String(repeating: "v=0", count: 1 << 19))] }
            let answer = try await speaker.start("k")
            #expect(answer.status == 502)
        }
    }

    @Test("Plain HTTP goes to this machine only, and time is bounded")
    func bounds() async throws {
        var limits = OutgoingHTTP.Limits()
        limits.connectMilliseconds = 500
        limits.totalMilliseconds = 500
        let http = OutgoingHTTP(limits: limits)
        defer { http.close() }
        for url in ["http://192.0.2.1/", "http://[2001:db8::1]/", "ftp://127.0.0.1/", "file:///etc/passwd"] {
            guard case .failure(.noAnswer) = await http.send(OutgoingRequest(url: url)) else {
                Issue.record("\(url) was answered")
                continue
            }
        }
        try await StandInProvider.with { provider in
            provider.change { $0.milliseconds = 20_000 }
            let started = ContinuousClock.now
            let answer = await http.send(OutgoingRequest(url: "http://127.0.0.1:\(provider.port)/v1/realtime/calls"))
            guard case .failure(.noAnswer(28)) = answer else {
                Issue.record("no time-out")
                return
            }
            // Half a second; the rest is a busy machine's.
            #expect(started.duration(to: .now) < .seconds(15))
        }
    }

    @Test("A start that has waited too long for its turn is not carried out, and a hang-up is")
    func longWait() async throws {
        try await StandInProvider.with { provider in
            provider.change { $0.milliseconds = 3_000 }
            let http = OutgoingHTTP(limits: .init(threads: 1))
            defer { http.close() }
            let realtime = RealtimeProvider(
                address: "http://127.0.0.1:\(provider.port)", key: StandInProvider.key, http: http,
                metrics: GatewayMetrics())
            let order = VoiceOrder(model: "gpt-realtime", user: "usr_1")
            async let first = realtime.call(offer: "v=0\r\n", order)
            while provider.now.arrived == 0 { try await Task.sleep(for: .milliseconds(5)) }
            // The only thread is at work for three seconds.
            async let late = realtime.call(offer: "v=0\r\n", order)
            async let end = realtime.hangUp("rtc_7")
            let (taken, refused, hungUp) = await (first, late, end)
            #expect(taken == .success(VoiceCall(answer: "v=0\r\ns=answer of rtc_1\r\n", id: "rtc_1")))
            #expect(refused == .failure(.busy(retryAfter: nil)))
            #expect(hungUp == .gone && provider.now.made == 1)
        }
    }

    @Test(
        "What nobody renews is ended: charged to now if the call was alive, to the last sign of life if it was gone",
        .requirement("I8"), arguments: DatabaseKind.allCases)
    func leases(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.ownerMonthlyLimit = 60 }) { talks in
            // Three speakers vanish after a sync at three minutes.
            var sessions: [String: (TestSpeaker, String)] = [:]
            for name in ["alive", "gone", "deaf"] {
                let speaker = try await talks.speaker(name)
                sessions[name] = (speaker, try await speaker.start("k").session)
            }
            talks.advance(minutes: 1)
            for (speaker, session) in sessions.values { _ = try await speaker.sync(session) }
            talks.provider.change { $0.calls.remove("rtc_2") }
            talks.advance(minutes: 9)
            let early = try await talks.sweep.endLeases()
            #expect(early == 0)
            talks.advance(minutes: 2)
            // One call after another, so that one of them meets a provider that is away.
            let ended = try await talks.sweep.endLeases()
            #expect(ended == 3)
            let minutes = try await talks.gateway.engine.rows(
                Query("SELECT call_id, minutes, ended_by FROM sessions ORDER BY call_id")())
            #expect(
                minutes.map(\.values) == [["rtc_1", 11, "lease"], ["rtc_2", 1, "lease"], ["rtc_3", 11, "lease"]])
            for (speaker, session) in sessions.values {
                let late = try await speaker.sync(session)
                #expect(late.status == 410)
            }
            #expect(talks.provider.now.calls.isEmpty)
        }
    }

    @Test("A call that the provider does not confirm is hung up again and again", arguments: DatabaseKind.allCases)
    func deafProvider(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k")
            talks.advance(minutes: 12)
            talks.provider.change { $0.isDeaf = true }
            let ended = try await talks.sweep.endLeases()
            #expect(ended == 1)
            let stopped = try await speaker.stop(started.session)
            #expect(stopped.status == 200 && stopped.number("minutes") == 0, "nobody knows that it lived")
            for _ in 0..<3 {
                try await talks.sweep.hangUp()
                talks.advance(minutes: 2)
            }
            #expect(talks.provider.now.calls == ["rtc_1"])
            talks.provider.change { $0.isDeaf = false }
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.isEmpty)
            let jobs = try await talks.gateway.engine.rows(Query("SELECT key FROM jobs")())
            #expect(jobs.isEmpty)
        }
    }

    @Test(
        "After an outage of ours speakers get a slice to renew before anything ends", arguments: DatabaseKind.allCases)
    func outage(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            try await talks.sweep.sweepOnce()
            let started = try await speaker.start("k")
            // Nobody was there for twenty minutes, while the owner talked.
            talks.advance(minutes: 20)
            try await talks.sweep.sweepOnce()
            let renewed = try await speaker.sync(started.session)
            #expect(renewed.status == 200 && renewed.left("held") == 30)
            let silent = try await talks.speaker("silent")
            let none = try await silent.start("k")
            #expect(none.status == 402)
            for _ in 0..<40 {
                talks.time.advance(milliseconds: 30_000)
                try await talks.sweep.sweepOnce()
            }
            // It goes on in its grace until then; what was lent is the most that it costs.
            let stopped = try await speaker.stop(started.session)
            #expect(stopped.number("minutes") == 30)
        }
    }

    @Test("Who is signed out talks no longer", arguments: DatabaseKind.allCases)
    func revoked(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            _ = try await speaker.start("k")
            talks.advance(minutes: 1)
            _ = try await talks.gateway.client.post("/auth/revoke", [("token", speaker.token)])
            let rows = try await talks.gateway.engine.rows(Query("SELECT ended_by, minutes FROM sessions")())
            #expect(rows.map(\.values) == [["revoked", 1]])
            try await talks.sweep.hangUp()
            #expect(talks.provider.now.calls.isEmpty)
        }
    }
}
