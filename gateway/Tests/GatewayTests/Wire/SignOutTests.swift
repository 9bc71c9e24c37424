import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A speaker is signed out with all that it has, or not at all", .requirement("GATEWAY-1", "GATEWAY-3", "I12"))
struct SignOutTests {
    private func works(_ token: String, of speaker: TestSpeaker) async throws -> Bool {
        let answer = try await speaker.client.send(
            "GET", "/mobile/entitlement", headers: speaker.headers + [("Authorization", "Bearer \(token)")])
        return answer.status == 200
    }

    private func revoke(_ token: String, _ talks: Talks) async throws {
        let answer = try await talks.gateway.client.post("/auth/revoke", [("token", token)])
        #expect(answer.status == 200 && answer.body.isEmpty)
    }

    private func isSignedIn(_ talks: Talks) async throws -> Bool {
        let rows = try await talks.gateway.engine.rows(Query("SELECT revoked_at FROM devices")())
        return try rows.first?.integerIfAny(0) == nil
    }

    @Test(
        "An approval that is taken back ends the tokens that followed by rotation, too",
        arguments: DatabaseKind.allCases, [false, true])
    func takenBack(kind: DatabaseKind, isUsed: Bool) async throws {
        try await Household.with(kind) { household in
            let speaker = try await household.connect()
            let started = try await speaker.start("k")
            #expect(started.status == 201)
            let first = speaker.token
            try await speaker.rotate()
            if isUsed {
                let isIn = try await works(speaker.token, of: speaker)
                #expect(isIn)
            }
            try await household.browser.submit("/device/take-back")
            #expect(household.browser.page.body.contains("The speaker is disconnected."))
            for token in [first, speaker.token] {
                let isIn = try await works(token, of: speaker)
                #expect(!isIn)
            }
            let isSignedIn = try await isSignedIn(household.talks)
            #expect(!isSignedIn)
            let rows = try await household.gateway.engine.rows(Query("SELECT ended_by FROM sessions")())
            #expect(rows.map(\.values) == [["revoked"]])
        }
    }

    @Test("A token that was replaced ends neither its speaker's talk nor its tokens", arguments: DatabaseKind.allCases)
    func replaced(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            let old = speaker.token
            try await speaker.rotate()
            let started = try await speaker.start("k")
            let current = speaker.token
            try await speaker.rotate()
            try await revoke(old, talks)
            speaker.token = current
            let synced = try await speaker.sync(started.session)
            #expect(synced.status == 200)
            let isSignedIn = try await isSignedIn(talks)
            #expect(isSignedIn)
        }
    }

    @Test(
        "The token in use takes its unused successors along, also one that is shown late",
        arguments: DatabaseKind.allCases, [0, 8] as [Int64])
    func successors(kind: DatabaseKind, days: Int64) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            var isIn = try await works(speaker.token, of: speaker)
            #expect(isIn)
            let current = speaker.token
            for _ in 0..<2 { try await speaker.rotate(with: current) }
            talks.time.advance(milliseconds: days * Tidying.dayMilliseconds)
            try await revoke(current, talks)
            for token in [speaker.token, current] {
                isIn = try await works(token, of: speaker)
                #expect(!isIn)
            }
            let isSignedIn = try await isSignedIn(talks)
            #expect(!isSignedIn)
        }
    }

    @Test(
        "A talk that a sign-out has left open is ended by the sweep, and nobody else's",
        .requirement("GATEWAY-2"), arguments: DatabaseKind.allCases)
    func leftOpen(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let speaker = try await household.connect()
            let other = try await household.connect("speaker-2", name: "Kitchen")
            let started = [try await speaker.start("k1").status, try await other.start("k2").status]
            #expect(started == [201, 201])
            // Here a gateway dies, or loses its database.
            let token = try #require(Token(.device, sent: speaker.token))
            let device = try await household.gateway.store.signOut(by: token)
            #expect(device != nil)
            household.talks.advance(minutes: 1)
            try await household.talks.sweep.sweepOnce()
            let rows = try await household.gateway.engine.rows(
                Query("SELECT ended_by, minutes FROM sessions ORDER BY request_key")())
            #expect(rows.map(\.values) == [["revoked", 1], [nil, nil]])
            #expect(household.talks.provider.now.calls.count == 1)
        }
    }

    @Test("A code gives no other token once the one that it gave was revoked", arguments: DatabaseKind.allCases)
    func code(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let speaker = try await talks.speaker()
            try await revoke(speaker.token, talks)
            let again = try await speaker.poll()
            #expect(again.status == 400 && again.text("error") == "access_denied")
        }
    }
}
