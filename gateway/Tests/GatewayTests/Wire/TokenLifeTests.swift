import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A speaker's token rotates, and is never lost", .requirement("ACCOUNT-6", "I12", "GATEWAY-3"))
struct TokenLifeTests {
    private static let day = Tidying.dayMilliseconds

    /// Asks for a successor with a token and compares the answer's status.
    private func expect(
        _ speaker: TestSpeaker, _ token: String, is status: Int, _ location: SourceLocation = #_sourceLocation
    )
        async throws
    {
        let answer = try await speaker.send(rotationWith: token)
        if answer.status == 200 { speaker.logs.isSecret(answer.text("access_token")) }
        #expect(answer.status == status, sourceLocation: location)
    }

    @Test(
        "Whatever is lost on the way, the speaker keeps a token that works, for a hundred evenings",
        arguments: DatabaseKind.allCases)
    func powerCuts(kind: DatabaseKind) async throws {
        let time = ManualTime()
        var generator = SeededGenerator(11)
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            for evening in 0..<100 {
                time.advance(milliseconds: 86_400_000)
                let before = speaker.token
                // Up to three answers are lost, each after the gateway has made a token.
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    let lost = try await speaker.rotate()
                    #expect(lost.status == 200, "evening \(evening)")
                    speaker.token = before
                }
                let rotated = try await speaker.rotate()
                #expect(rotated.status == 200, "evening \(evening)")
            }
        }
    }

    @Test(
        "A late copy of a request that was answered ends no token that the speaker has stored",
        arguments: DatabaseKind.allCases)
    func lateCopies(kind: DatabaseKind) async throws {
        // All in one millisecond: the oldest is still the oldest.
        try await RunningGateway.with(kind, time: ManualTime()) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            // The poll arrives again, after its answer was stored.
            let first = speaker.token
            try await speaker.poll()
            try await expect(speaker, first, is: 200)
            // So does a rotation, three times.
            try await speaker.rotate(with: first)
            let stored = speaker.token
            for _ in 0..<3 { try await expect(speaker, first, is: 200) }
            try await expect(speaker, stored, is: 200)
        }
    }

    @Test("The old token works until the new one is first used, and never after", arguments: DatabaseKind.allCases)
    func rotation(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let old = speaker.token
            try await speaker.rotate()
            let new = speaker.token
            try await expect(speaker, old, is: 200)
            try await expect(speaker, new, is: 200)
            let refused = try await speaker.send(rotationWith: old)
            #expect(refused.status == 401 && refused.header("www-authenticate") == "Bearer error=\"superseded\"")
        }
    }

    @Test(
        "The old token lives for seven days, and two more for a speaker that comes back later; the new one for ninety",
        arguments: DatabaseKind.allCases)
    func sevenDays(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let old = speaker.token
            try await speaker.rotate()
            let new = speaker.token
            // Asking again does not lengthen it.
            time.advance(milliseconds: 3 * Self.day)
            try await speaker.rotate(with: old)
            time.advance(milliseconds: 4 * Self.day + 1)
            try await expect(speaker, old, is: 200)
            time.advance(milliseconds: 2 * Self.day - 1)
            try await speaker.rotate(with: old)
            time.advance(milliseconds: 1)
            let refused = try await speaker.send(rotationWith: old)
            #expect(refused.status == 401 && refused.text("error") == "invalid_token")
            #expect(refused.header("www-authenticate") == "Bearer error=\"invalid_token\"")
            // Two months without electricity, with the new token on the disk and not used once.
            time.advance(milliseconds: 60 * Self.day)
            try await expect(speaker, new, is: 200)
        }
    }

    @Test(
        "An old token does not come back once a newer one was used, or the speaker was signed out",
        arguments: DatabaseKind.allCases, [true, false])
    func noWayBack(kind: DatabaseKind, isUsed: Bool) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let old = speaker.token
            try await expect(speaker, old, is: 200)
            try await speaker.rotate()
            // Four unused ones at most: none of those of `expect` is left.
            for _ in 0..<3 { try await speaker.rotate(with: old) }
            if isUsed {
                try await expect(speaker, speaker.token, is: 200)
            } else {
                let device = try await gateway.engine.rows(Query("SELECT id FROM devices")())
                try await gateway.engine.write { transaction throws(EngineError) in
                    _ = try transaction.run(
                        Query("UPDATE credentials SET revoked_at = 1 WHERE used_at IS NULL AND device = $1")(
                            .text(try device.first?.text(0) ?? "")))
                }
            }
            time.advance(milliseconds: 8 * Self.day)
            let refused = try await speaker.send(rotationWith: old)
            let reason = isUsed ? "superseded" : "invalid_token"
            #expect(refused.status == 401 && refused.header("www-authenticate") == "Bearer error=\"\(reason)\"")
        }
    }

    @Test(
        "A speaker whose answer was lost asks again within seven days, and stays signed in",
        arguments: DatabaseKind.allCases)
    func lostAnswer(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let stored = speaker.token
            try await expect(speaker, stored, is: 200)
            // Six days without a network, with what it had before.
            time.advance(milliseconds: 6 * Self.day)
            try await speaker.rotate(with: stored)
            #expect(speaker.token != stored)
            // And eight more, with what it has stored since.
            time.advance(milliseconds: 8 * Self.day)
            try await expect(speaker, speaker.token, is: 200)
            try await expect(speaker, stored, is: 401)
        }
    }

    @Test(
        "Five weeks without electricity: who has stored the new token goes on, who has not asks again",
        arguments: DatabaseKind.allCases, [true, false])
    func offline(kind: DatabaseKind, hasStored: Bool) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let old = speaker.token
            try await expect(speaker, old, is: 200)
            try await speaker.rotate()
            let stored = hasStored ? speaker.token : old
            time.advance(milliseconds: 35 * Self.day)
            try await expect(speaker, stored, is: 200)
            try await speaker.rotate(with: stored)
            time.advance(milliseconds: 8 * Self.day)
            try await expect(speaker, speaker.token, is: 200)
            try await expect(speaker, old, is: 401)
        }
    }

    @Test("A token that was replaced while it asks for a successor gets none", arguments: DatabaseKind.allCases)
    func overtaken(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind, time: ManualTime()) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let old = try #require(Token(.device, sent: speaker.token))
            let caller = try await gateway.store.authenticate(old)
            guard case .caller(let known) = caller else {
                Issue.record("\(caller)")
                return
            }
            try await speaker.rotate()
            try await expect(speaker, speaker.token, is: 200)
            let isIssued = try await gateway.store.rotate(known, from: old.hash, fresh: try Token.fresh(.device))
            #expect(!isIssued)
            // And the one in use keeps its life.
            let rows = try await gateway.engine.rows(
                Query("SELECT COUNT(*) FROM credentials WHERE device = $1 AND used_at IS NULL")(
                    .text(known.device ?? "")))
            let unused = try rows.first?.integer(0)
            #expect(unused == 1)
        }
    }

    /// In the audit, and in the metrics: each copied speaker once.
    private func expectCopies(_ gateway: RunningGateway, _ count: Int64) async throws {
        let metrics = try await gateway.operations.send("GET", "/metrics").body
        #expect(metrics.contains("\ncopied_speakers_total \(count)\n"))
        let rows = try await gateway.engine.rows(Query("SELECT COUNT(*) FROM audit WHERE action = 'speaker-copied'")())
        let found = try rows.first?.integer(0)
        #expect(found == count)
    }

    @Test("A copied card is noticed, once, and the speaker itself goes on", arguments: DatabaseKind.allCases)
    func copy(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let copied = speaker.token
            try await speaker.rotate()
            try await expect(speaker, speaker.token, is: 200)
            // A request that was overtaken on its way shows no copy.
            try await expect(speaker, copied, is: 401)
            try await expectCopies(gateway, 0)
            time.advance(milliseconds: 3_600_000)
            for _ in 0..<3 { try await expect(speaker, copied, is: 401) }
            try await expectCopies(gateway, 1)
            try await expect(speaker, speaker.token, is: 200)
        }
    }

    @Test(
        "A copy is noticed three months later, too, and nothing that was tidied away violates anything",
        .requirement("GATEWAY-8"), arguments: DatabaseKind.allCases)
    func lateCopy(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let copied = speaker.token
            try await expect(speaker, copied, is: 200)
            // Connected once more: what replaces it is not its own successor.
            let again = try await TestSpeaker.signedIn(gateway)
            for evening in 0..<89 {
                let answer = try await again.rotate()
                #expect(answer.status == 200, "evening \(evening)")
                time.advance(milliseconds: Self.day)
                try await Tidying(store: gateway.store, logger: gateway.logs.logger).tidy()
                guard evening % 20 == 0 else { continue }
                for (invariant, violations) in try await Invariant.counts(in: gateway.engine) {
                    #expect(violations == 0, "\(invariant.number), evening \(evening)")
                }
            }
            try await expect(speaker, copied, is: 401)
            try await expectCopies(gateway, 1)
        }
    }

    @Test(
        "A sign-out ends the notice of a copy, which an old copy does not bring back; a new copy does",
        arguments: DatabaseKind.allCases)
    func copyAfterSignOut(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            func isNoted() async throws -> Bool {
                try await !gateway.engine.rows(Query("SELECT id FROM devices WHERE copied_at IS NOT NULL")()).isEmpty
            }
            var copies: [String] = []
            for count: Int64 in 1...2 {
                let speaker = try await TestSpeaker.signedIn(gateway)
                let copied = speaker.token
                try await speaker.rotate()
                try await expect(speaker, speaker.token, is: 200)
                time.advance(milliseconds: 3_600_000)
                for old in copies { try await expect(speaker, old, is: 401) }
                var isNow = try await isNoted()
                #expect(!isNow)
                try await expect(speaker, copied, is: 401)
                isNow = try await isNoted()
                #expect(isNow)
                try await expectCopies(gateway, count)
                let out = try await gateway.client.post("/auth/revoke", [("token", speaker.token)])
                #expect(out.status == 200)
                copies.append(copied)
                for old in copies { try await expect(speaker, old, is: 401) }
                isNow = try await isNoted()
                #expect(!isNow)
                try await expectCopies(gateway, count)
            }
        }
    }

    @Test(
        "Of two tokens of one code the loser is told so, and is no copy", .requirement("I13"),
        arguments: DatabaseKind.allCases)
    func loser(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let first = speaker.token
            try await speaker.poll()
            try await expect(speaker, speaker.token, is: 200)
            time.advance(milliseconds: 3_600_000)
            let refused = try await speaker.send(rotationWith: first)
            #expect(refused.status == 401 && refused.text("error") == "superseded")
            #expect(refused.text("message").contains("used first") && !refused.text("message").contains("copy"))
            try await expectCopies(gateway, 0)
            // Of two successors the other one can only be with somebody else.
            let current = speaker.token
            try await speaker.rotate(with: current)
            let other = speaker.token
            try await speaker.rotate(with: current)
            try await expect(speaker, speaker.token, is: 200)
            time.advance(milliseconds: 3_600_000)
            try await expect(speaker, other, is: 401)
            try await expectCopies(gateway, 1)
        }
    }

    @Test("Ten first uses at once: one token is left, and the others say superseded", arguments: DatabaseKind.allCases)
    func raceOfFirstUses(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            let current = speaker.token
            var tokens = [current]
            for _ in 0..<3 {
                try await speaker.rotate(with: current)
                tokens.append(speaker.token)
            }
            let (client, headers) = (gateway.client, speaker.headers)
            let statuses = try await withThrowingTaskGroup(of: (String, Int).self) { group in
                for token in tokens.dropFirst() + tokens.dropFirst() + tokens.dropFirst() {
                    group.addTask {
                        let answer = try await client.post(
                            "/auth/token", [("grant_type", "urn:anicca:rotate")],
                            headers: headers + [("Authorization", "Bearer \(token)")])
                        return (token, answer.status)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let working = Set(statuses.filter { $0.1 == 200 }.map(\.0))
            #expect(working.count == 1)
            #expect(statuses.allSatisfy { $0.1 == (working.contains($0.0) ? 200 : 401) })
            try await expect(speaker, current, is: 401)
        }
    }

    @Test("A token ends after 90 days without rotation, and when it is revoked", arguments: DatabaseKind.allCases)
    func ends(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            try await expect(speaker, speaker.token, is: 200)
            let other = try await TestSpeaker.signedIn(gateway, id: "speaker-2")
            try await expect(other, other.token, is: 200)
            let revoked = try await gateway.client.post("/auth/revoke", [("token", other.token)])
            #expect(revoked.status == 200 && revoked.body.isEmpty)
            try await expect(other, other.token, is: 401)
            // RFC 7009 §2.2: an unknown token is no error.
            let unknown = try await gateway.client.post("/auth/revoke", [("token", try Token.fresh(.device).text)])
            #expect(unknown.status == 200)
            try await expect(speaker, speaker.token, is: 200)
            time.advance(milliseconds: Credential.deviceLifetimeMilliseconds)
            try await expect(speaker, speaker.token, is: 401)
        }
    }

    @Test("Headers that disagree with the token are 403, and sign nobody out", arguments: DatabaseKind.allCases)
    func wrongDevice(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let speaker = try await TestSpeaker.signedIn(gateway)
            for headers in [[("device-id", "another")], [("user-id", "another")]] {
                let answer = try await speaker.send(rotationWith: speaker.token, headers: headers)
                #expect(answer.status == 403 && answer.text("error") == "wrong_device")
            }
            let right = try await speaker.send(rotationWith: speaker.token, headers: [("device-id", "speaker-1")])
            #expect(right.status == 200)
            gateway.logs.isSecret(right.text("access_token"))
        }
    }

    @Test("No token, a mistyped one and an unknown one are 401 with a challenge")
    func noToken() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let speaker = TestSpeaker(gateway)
            let none = try await gateway.client.post("/auth/token", [("grant_type", "urn:anicca:rotate")])
            #expect(none.status == 401 && none.header("www-authenticate") == "Bearer")
            for token in ["", "agd_", "nonsense", try Token.fresh(.device).text, try Token.fresh(.web).text] {
                let answer = try await speaker.send(rotationWith: token)
                #expect(answer.status == 401 && answer.text("error") == "invalid_token")
            }
        }
    }

    @Test("A database that is away is 503 with Retry-After, and never a 401")
    func databaseAway() async throws {
        let gateway = GatewayServer(
            settings: Settings(), engine: PostgresEngine("host=/nonexistent", readers: 1, writers: 1),
            logger: CollectedLogs().logger)
        for error in [EngineError.away("x"), .busy, .conflict("x"), .unusable("x")] {
            let failure = Failure(error)
            #expect(failure.status == 503 && failure.retryAfter != nil)
        }
        #expect(Failure(EngineError.refused("x")).status == 500 && Failure(EngineError.constraint("x")).status == 500)
        await gateway.readiness.ask()
        #expect(gateway.readiness.obstacle == "the database is away")
        await gateway.engine.close()
    }
}
