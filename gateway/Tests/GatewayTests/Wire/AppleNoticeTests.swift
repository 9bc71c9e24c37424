import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("What Apple tells about people", .requirement("GATEWAY-1", "GATEWAY-3", "GATEWAY-5"))
struct AppleNoticeTests {
    private func tell(_ home: AppleHome, _ token: String, path: String = "/auth/apple/notifications") async throws
        -> LoopbackClient.Answer
    {
        let body = JSON.members(["payload": .text(token)]).encoded
        return try await home.gateway.client.send(
            "POST", path, headers: [("Content-Type", "application/json; charset=utf-8")], body: body)
    }

    private func entitlement(_ home: AppleHome, _ token: String) async throws -> Int {
        try await home.gateway.client.send(
            "GET", "/mobile/entitlement", headers: [("Authorization", "Bearer \(token)")]
        ).status
    }

    @Test(
        "Whoever wants no more is signed out everywhere, once, and can come back; nobody else notices",
        arguments: DatabaseKind.allCases, ["consent-revoked", "account-delete"])
    func signedOut(kind: DatabaseKind, event: String) async throws {
        try await AppleHome.with(kind) { home in
            let app = try await home.signIn()
            let other = try await home.signIn("002.other.user")
            let browser = TestBrowser(home.gateway)
            try await browser.signIn(home.gateway)
            // A code that the user has approved, and whose speaker has not come yet.
            let speaker = TestSpeaker(home.gateway)
            try await speaker.ask()
            let approve = Query("UPDATE device_grants SET user_id = $1, decided_at = $2")
            let (user, now) = (app.text("userId"), home.time.now)
            try await home.gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(approve(.text(user), .integer(now)))
                let grant = try transaction.run(Query("SELECT device_code_hash FROM device_grants")()).first?.text(0)
                try AuditEntry(key: "approve:\(grant ?? "")", user: user, action: "approve").write(in: transaction)
            }
            #expect(try await entitlement(home, app.text("access_token")) == 200)

            let token = try AppleToken(event: event, subject: "001.apple.user", id: "jti-1", at: home.seconds).signed()
            let answer = try await tell(home, token, path: "/api/auth/apple/notifications")
            #expect(answer.status == 200)
            #expect(try await entitlement(home, app.text("access_token")) == 401)
            #expect(try await entitlement(home, other.text("access_token")) == 200)
            let poll = try await speaker.poll()
            #expect(poll.text("error") == "access_denied")
            try await browser.visit("/")
            #expect(browser.page.body.contains("You are signed in."))
            let jobs = try await home.gateway.engine.rows(Query("SELECT kind, key FROM jobs")())
            #expect(jobs.map(\.values) == (event == "account-delete" ? [["delete-user", .text(user)]] : []))
            let audit = try await home.gateway.engine.rows(
                Query("SELECT action, user_id FROM audit WHERE key LIKE 'apple-event:%'")())
            let action = event == "account-delete" ? "apple-account-deleted" : "apple-consent-revoked"
            #expect(audit.map(\.values) == [[.text(action), .text(user)]])

            // Told again, it does nothing: not to a sign-in that came later, either.
            let back = try await home.signIn()
            #expect(back.text("userId") == user)
            let repeated = try await tell(home, token)
            #expect(repeated.status == 200)
            #expect(try await entitlement(home, back.text("access_token")) == 200)
            let next = try AppleToken(event: event, subject: "001.apple.user", id: "jti-2", at: home.seconds).signed()
            _ = try await tell(home, next)
            #expect(try await entitlement(home, back.text("access_token")) == 401)

            try await home.gateway.server.deletions.runDue()
            let left = try await home.gateway.engine.rows(
                Query("SELECT key FROM jobs UNION ALL SELECT id FROM users WHERE id = $1")(.text(user)))
            #expect(left.map(\.values) == (event == "account-delete" ? [] : [[.text(user)]]))
            #expect(try await entitlement(home, other.text("access_token")) == 200)
        }
    }

    /// On this a speaker erases its owner's voice, so it has to be told at once, and of nothing else.
    @Test(
        "A speaker whose owner has closed the Apple account is told so from the notice on, also after the deletion",
        .requirement("GATEWAY-8", "MIND-9", "I15"), arguments: DatabaseKind.allCases,
        ["consent-revoked", "account-delete"])
    func toldOfTheDeletion(kind: DatabaseKind, event: String) async throws {
        try await AppleHome.with(kind) { home in
            let engine = home.gateway.engine
            let signedOut = try await home.signIn(device: "phone-2").text("access_token")
            let signOut = try await home.gateway.client.post("/auth/revoke", [("token", signedOut)])
            #expect(signOut.status == 200)
            let speaker = TestSpeaker(home.gateway, id: "phone-1")
            speaker.token = try await home.signIn().text("access_token")
            let replaced = speaker.token
            try await speaker.rotate()
            let used = speaker.token
            #expect(try await entitlement(home, used) == 200)
            // Its successor is on its way: the speaker may have stored it, or not.
            try await speaker.rotate()
            let unused = speaker.token
            let notice = AppleToken(event: event, subject: "001.apple.user", id: "jti", at: home.seconds)
            let told = try await tell(home, try notice.signed())
            #expect(told.status == 200)
            let reason = event == "account-delete" ? "account_deleted" : ""
            for step in ["after the notice", "after the jobs"] {
                for (token, expected) in [(used, reason), (unused, reason), (replaced, ""), (signedOut, "")] {
                    speaker.token = token
                    let answer = try await speaker.get("/mobile/entitlement")
                    #expect(answer.status == 401 && answer.text("reason") == expected, "\(step)")
                    let rotation = try await speaker.send(rotationWith: token)
                    #expect(rotation.status == 401 && rotation.text("reason") == expected, "\(step)")
                }
                for (invariant, violations) in try await Invariant.counts(in: engine) {
                    #expect(violations == 0, "\(step): \(invariant.number) \(invariant.sentence)")
                }
                try await home.gateway.server.deletions.runDue()
            }
            let people = try await home.count("users")
            #expect(people == (event == "account-delete" ? 0 : 1))
        }
    }

    @Test("A browser that came by Apple is signed out, too", arguments: DatabaseKind.allCases)
    func browsers(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let web = try Token.fresh(.web)
            let state = try Token.fresh(.appleState)
            _ = try await home.gateway.store.keep(appleState: state, .init(), from: .local)
            let person = ApplePerson(subject: "001.apple.user", name: nil)
            _ = try await home.gateway.store.signInWithApple(person, state: state, web: web)
            guard case .caller = try await home.gateway.store.authenticate(web) else {
                Issue.record("not signed in")
                return
            }
            let token = AppleToken(event: "consent-revoked", subject: "001.apple.user", id: "j", at: home.seconds)
            _ = try await tell(home, try token.signed())
            let after = try await home.gateway.store.authenticate(web)
            #expect(after == .revoked)
        }
    }

    /// A home whose speakers can talk: there is a provider.
    private func withTalks(_ kind: DatabaseKind, _ body: (AppleHome) async throws -> Void) async throws {
        try await StandInProvider.with { provider in
            try await AppleHome.with(
                kind,
                tune: { _, settings in
                    settings.providerAddress = "http://127.0.0.1:\(provider.port)"
                    settings.providerKey = StandInProvider.key
                }
            ) { home in
                home.gateway.logs.isSecret(StandInProvider.key)
                try await body(home)
            }
        }
    }

    @Test("A conversation that runs ends with it", arguments: DatabaseKind.allCases)
    func conversations(kind: DatabaseKind) async throws {
        try await withTalks(kind) { home in
            let speaker = TestSpeaker(home.gateway, id: "phone-1")
            speaker.token = try await home.signIn().text("access_token")
            let started = try await speaker.start("k")
            #expect(started.status == 201)
            let token = AppleToken(event: "consent-revoked", subject: "001.apple.user", id: "j", at: home.seconds)
            _ = try await tell(home, try token.signed())
            let sessions = try await home.gateway.engine.rows(Query("SELECT ended_by FROM sessions")())
            #expect(sessions.map(\.values) == [["revoked"]])
            let calls = try await home.gateway.engine.rows(Query("SELECT kind FROM jobs")())
            #expect(calls.map(\.values) == [["hangup"]])
        }
    }

    @Test(
        "A notice that comes late ends what was there, and neither a later sign-in with Apple nor its talk",
        arguments: DatabaseKind.allCases, [1, 1_000] as [Int64])
    func late(kind: DatabaseKind, partsOfSecond: Int64) async throws {
        try await withTalks(kind) { home in
            let old = TestSpeaker(home.gateway, id: "phone-1")
            old.token = try await home.signIn().text("access_token")
            let first = old.token
            let event = JSON.members([
                "type": "consent-revoked", "sub": "001.apple.user",
                "event_time": .integer(home.seconds * partsOfSecond),
            ])
            let notice = AppleToken(event: "consent-revoked", subject: "001.apple.user", id: "j", at: home.seconds)
                .with(["events": .text(event.encoded)])
            home.time.advance(milliseconds: 3_600_000)
            // What follows from an old sign-in is no new one.
            let rotated = try await old.rotate()
            #expect(rotated.status == 200)
            home.time.advance(milliseconds: 3_600_000)
            let back = TestSpeaker(home.gateway, id: "phone-2")
            back.token = try await home.signIn(device: "phone-2").text("access_token")
            let started = try await back.start("k")
            #expect(started.status == 201)
            let told = try await tell(home, try notice.signed())
            #expect(told.status == 200)
            for token in [first, old.token] { #expect(try await entitlement(home, token) == 401) }
            #expect(try await entitlement(home, back.token) == 200)
            let sessions = try await home.gateway.engine.rows(Query("SELECT ended_by FROM sessions")())
            #expect(sessions.map(\.values) == [[nil]])
        }
    }

    @Test("The same message twice at once has its effect once", arguments: DatabaseKind.allCases)
    func race(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            _ = try await home.signIn()
            let store = home.gateway.store
            let event = AppleEvent(id: "jti", kind: .accountDeleted, subject: "001.apple.user")
            let effects = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 { group.addTask { try await store.take(event) } }
                return try await group.reduce(into: 0) { $0 += $1.isEmpty ? 0 : 1 }
            }
            #expect(effects == 1)
        }
    }

    @Test("A wrong signature, sender, addressee or age is a 401; no event, or no keys, is not 200")
    func refusals() async throws {
        try await AppleHome.with(.sqlite) { home in
            let app = try await home.signIn()
            let good = AppleToken(event: "consent-revoked", subject: "001.apple.user", id: "jti", at: home.seconds)
            let now = home.seconds
            let wrong: [String] = [
                try good.signed(by: .stranger), good.withHeader(["alg": "none"]).unsigned + ".", "text",
                try good.with(["iss": "https://example.org"]).signed(), try good.with(["aud": "stranger"]).signed(),
                try good.with(["iat": .integer(now + 61)]).signed(),
                try good.with(["exp": .integer(now - 60)]).signed(),
                try good.with(["iat": .integer(now - 604_861)]).signed(), try good.with(["jti": nil]).signed(),
                try good.with(["events": nil]).signed(), try good.with(["events": "no json"]).signed(),
                try good.with(["events": "{}"]).signed(), try good.with(["events": .array([])]).signed(),
                // An identity token is no event.
                try home.token("001.apple.user", nonce: "an-apps-own-nonce").signed(),
            ]
            for (number, token) in wrong.enumerated() {
                let answer = try await tell(home, token)
                #expect(answer.status == 401 && answer.text("error") == "invalid_token", "\(number)")
            }
            let form = try await home.gateway.client.post("/auth/apple/notifications", [("payload", "x")])
            #expect(form.status == 415)
            let empty = try await tell(home, "")
            #expect(empty.status == 400)
            // About mail, about somebody unknown, about something new: good, and nothing happens.
            for (number, event) in ["email-disabled", "email-enabled", "something-new"].enumerated() {
                let token = AppleToken(event: event, subject: "001.apple.user", id: "m\(number)", at: now)
                let answer = try await tell(home, try token.signed())
                #expect(answer.status == 200)
            }
            let unknown = AppleToken(event: "account-delete", subject: "009.nobody", id: "u", at: now)
            let answer = try await tell(home, try unknown.signed())
            #expect(answer.status == 200)
            #expect(try await entitlement(home, app.text("access_token")) == 200)
            // `events` as an object, which Apple's own text shows, too; to the page's id.
            let object = JSON.members(["type": "consent-revoked", "sub": "001.apple.user"])
            let other = good.with(["events": object, "aud": .text(StandInApple.servicesID), "jti": "o"])
            _ = try await tell(home, try other.signed())
            #expect(try await entitlement(home, app.text("access_token")) == 401)
            home.apple.change { $0.faults = [500] }
            home.keyClock.advance(60_000)
            let away = try await tell(home, try good.withHeader(["kid": "KEYTWO"]).signed(by: .second))
            #expect(away.status == 503 && away.header("retry-after") != nil)
        }
    }
}
