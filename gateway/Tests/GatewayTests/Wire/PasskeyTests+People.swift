import Crypto
import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// Passkeys and the people who have them: households, removal, deletion.
extension PasskeyTests {
    @Test("Two people of a household have passkeys of their own", arguments: DatabaseKind.allCases)
    func people(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, time in
            let (mine, theirs, mate) = (TestAuthenticator(), TestAuthenticator(), TestBrowser(gateway))
            let first = try await browser.addPasskey(of: mine, named: "Mine")
            try await browser.visit("/me/people")
            try await browser.submit("/me/people/new")
            let code = try #require(
                browser.page.body.components(separatedBy: "<p class=\"code\">").last?.prefix { $0 != "<" })
            gateway.logs.isSecret(String(code))
            gateway.logs.isSecret(code.filter { $0 != "-" })
            try await mate.visit("/signin")
            try await mate.submit("/signin", [("code", String(code))])
            #expect(mate.page.body.contains(Self.signedIn))
            try await mate.visit("/me/passkeys")
            #expect(mate.page.body.contains("You have no passkey yet."))
            // An authenticator that brings what somebody else has.
            let asked = try await mate.beginPasskey()
            #expect(asked.others.isEmpty)
            let id = try #require(try await texts("SELECT id FROM passkeys", gateway).first)
            let copy = TestAuthenticator()
            let made = copy.make(asked)
            let start = try #require(made.attestation.firstRange(of: made.id)).lowerBound
            var attestation = made.attestation
            attestation.replaceSubrange(start..<start + made.id.count, with: first.id)
            try await mate.submit(
                "/me/passkeys",
                [
                    ("id", base64url(first.id)), ("clientData", base64url(made.clientData)),
                    ("attestation", base64url(attestation)),
                ])
            #expect(mate.page.body.contains("in use here already"))
            try await mate.addPasskey(of: theirs, named: "Theirs")
            #expect(mate.page.body.contains("Theirs") && !mate.page.body.contains("Mine"))
            // Neither sees, renames or removes the other's.
            try await mate.visit("/me/passkeys?passkey=\(id)")
            #expect(mate.page.status == 404)
            let own = try #require(try await texts("SELECT id FROM passkeys WHERE id <> '\(id)'", gateway).first)
            for action in ["rename", "remove"] {
                try await mate.visit("/me/passkeys?passkey=\(own)")
                #expect(mate.page.body.contains("This is your last way in."))
                try await mate.submit("/me/passkeys/\(action)", [("passkey", id), ("name", "x")])
                #expect(mate.page.status == 404)
            }
            // Each signs in as themselves, and with the other's name for the user as nobody.
            let users = try await texts("SELECT user_id FROM passkeys WHERE id = '\(own)'", gateway)
            let fresh = TestBrowser(gateway)
            try await fresh.signIn(by: mine, .init(handle: Array((users.first ?? "").utf8)))
            #expect(fresh.page.body.contains(Self.refused))
            try await fresh.signIn(by: theirs)
            try await fresh.visit("/me/passkeys")
            #expect(fresh.page.body.contains("Theirs") && !fresh.page.body.contains("Mine"))
        }
    }

    @Test(
        "A name can change; what is removed signs nobody in, and whoever came in with it is out",
        arguments: DatabaseKind.allCases)
    func removal(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, time in
            let (phone, key, lost) = (TestAuthenticator(), TestAuthenticator(), TestBrowser(gateway))
            try await browser.addPasskey(of: phone, named: "Phone")
            try await browser.addPasskey(of: key, named: String(repeating: "x", count: 61))
            #expect(browser.page.body.contains(">Passkey</a>"))
            try await lost.signIn(by: phone)
            #expect(lost.page.body.contains(Self.signedIn))
            time.advance(milliseconds: 1)
            let id = try #require(try await texts("SELECT id FROM passkeys WHERE name = 'Phone'", gateway).first)
            try await browser.visit("/me/passkeys?passkey=\(id)")
            #expect(browser.page.body.contains("Passkeys that you have afterwards: 1."))
            #expect(browser.page.body.contains("anicca-gateway owner-code") && !browser.page.body.contains("Apple"))
            for wrong in ["", " ", "a\u{7}b"] {
                try await browser.submit("/me/passkeys/rename", [("name", wrong)])
                #expect(browser.page.body.contains("A name has 1 to 60 characters."))
            }
            try await browser.submit("/me/passkeys/rename", [("name", "古い電話")])
            #expect(browser.page.body.contains("<h1>古い電話</h1>") && browser.page.body.contains("has its new name"))
            // The browser that removes it stays, even if it came in with it.
            try await browser.signIn(by: phone)
            try await browser.visit("/me/passkeys?passkey=\(id)")
            try await browser.submit("/me/passkeys/remove")
            #expect(browser.page.body.contains("The passkey is removed."))
            try await lost.visit("/")
            #expect(lost.page.body.contains("<h1>Sign in</h1>"))
            try await lost.signIn(by: phone)
            #expect(lost.page.body.contains(Self.unknown) && lost.cookies["__Host-anicca"] != nil)
            try await lost.visit("/me/plan")
            #expect(lost.page.body.contains("<h1>Sign in</h1>"))
            try await lost.signIn(by: key)
            #expect(lost.page.body.contains(Self.signedIn))
            // Removed in between: the answer was examined, and the passkey is gone.
            let removed = try #require(key.passkeys.first).id
            let known = try #require(try await gateway.store.passkey(named: removed))
            let secret = try Token.fresh(.passkey)
            _ = try await gateway.store.keep(passkeyChallenge: secret, from: .local)
            try await browser.visit("/me/passkeys?passkey=\(known.id)")
            try await browser.submit("/me/passkeys/remove")
            let late = try await gateway.store.signIn(
                with: known, .success(1_000), challenge: secret, web: try Token.fresh(.web))
            #expect(late == .refused(.unknown))
            let actions = try await texts("SELECT action FROM audit WHERE action = 'passkey-removed'", gateway)
            #expect(actions.count == 2)
        }
    }

    @Test("To add or to remove one needs a sign-in of less than ten minutes ago", arguments: DatabaseKind.allCases)
    func fresh(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, time in
            let phone = TestAuthenticator()
            try await browser.addPasskey(of: phone)
            let id = try #require(try await texts("SELECT id FROM passkeys", gateway).first)
            let made = phone.make(try await browser.beginPasskey())
            let page = browser.page
            time.advance(milliseconds: Credential.freshMilliseconds)
            try await browser.send(page: page, "/me/passkeys", made.fields)
            #expect(browser.path.hasPrefix("/signin?again=1&next=passkeys"))
            try await browser.visit("/me/passkeys?passkey=\(id)")
            try await browser.submit("/me/passkeys/remove")
            #expect(browser.page.body.contains("Please sign in again"))
            try await browser.visit("/me/passkeys")
            try await browser.submit("/me/passkeys/new")
            #expect(browser.page.body.contains("Please sign in again"))
            let passkeys = try await count("passkeys", gateway)
            #expect(passkeys == 1)
            try await browser.submit("/signin/passkey")
            let signed = try phone.sign(try AskedOfAuthenticator(page: browser.page.body), with: 0)
            try await browser.submit("/signin/passkey/answer", signed.fields)
            #expect(browser.path.hasPrefix("/me/passkeys"))
        }
    }

    @Test(
        "A person's passkeys are in the export, and go with the person", .requirement("GATEWAY-8", "I15"),
        arguments: DatabaseKind.allCases)
    func deletion(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, _ in
            let phone = TestAuthenticator()
            let made = try await browser.addPasskey(of: phone, named: "Phone")
            _ = try await browser.beginPasskey()
            let answer = try await browser.visit("/me/export/anicca.json")
            let passkeys = try #require(answer.json["passkeys"] as? [[String: Any]])
            #expect(passkeys.count == 1 && passkeys.first?["name"] as? String == "Phone")
            #expect(passkeys.first?["credentialID"] as? String == base64url(made.id))
            #expect(passkeys.first?["counter"] as? Int == 1)
            let other = TestBrowser(gateway)
            let question = try await other.beginSignIn()
            try await browser.visit("/me/delete")
            try await browser.submit("/me/delete", [("sure", "yes")])
            #expect(browser.page.body.contains("is deleted"))
            for table in ["passkeys", "passkey_challenges WHERE user_id IS NOT NULL"] {
                let left = try await count(table, gateway)
                #expect(left == 0)
            }
            try await other.submit("/signin/passkey/answer", phone.sign(question).fields)
            #expect(other.page.body.contains(Self.unknown))
        }
    }

    @Test(
        "Somebody who is deleted while signing in is either signed in before or nobody",
        arguments: DatabaseKind.allCases)
    func deletionRace(kind: DatabaseKind) async throws {
        for round in 0..<4 {
            try await Self.withOwner(kind) { gateway, browser, _ in
                let made = try await browser.addPasskey(of: TestAuthenticator())
                let session = try #require(Token(.web, sent: browser.cookies["__Host-anicca"] ?? ""))
                guard case .caller(let caller) = try await gateway.store.authenticate(session) else {
                    Issue.record("nobody")
                    return
                }
                let passkey = try #require(try await gateway.store.passkey(named: made.id))
                let (store, metering) = (gateway.store, gateway.server.metering)
                let (one, two) = (try Token.fresh(.passkey), try Token.fresh(.passkey))
                _ = try await store.keep(passkeyChallenge: one, from: .local)
                _ = try await store.keep(passkeyChallenge: two, of: caller, session: session)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        if round % 2 == 1 { try await Task.sleep(for: .milliseconds(2)) }
                        try await metering.delete(caller)
                    }
                    group.addTask {
                        let step = try await store.signIn(
                            with: passkey, .success(9), challenge: one, web: try Token.fresh(.web))
                        #expect(step == .signedIn(user: caller.user) || step == .refused(.unknown))
                    }
                    group.addTask {
                        do throws(EngineError) {
                            let made = MadePasskey(id: [1], key: passkey.key, counter: 0)
                            let step = try await store.add(
                                .success(made), named: "x", challenge: two, of: caller, session: session)
                            #expect(step == .done)
                        } catch { #expect(error == .gone) }
                    }
                    try await group.waitForAll()
                }
                let left = try await count("credentials", gateway)
                let passkeys = try await count("passkeys", gateway)
                #expect(left == 0 && passkeys == 0)
            }
        }
    }

    @Test("Who is being deleted does not come back by a passkey")
    func leaving() async throws {
        try await Self.withOwner(.sqlite) { gateway, browser, _ in
            let (phone, other) = (TestAuthenticator(), TestBrowser(gateway))
            try await browser.addPasskey(of: phone)
            let mark = Query("UPDATE users SET deleted_at = 1")
            try await gateway.engine.write { transaction throws(EngineError) in try transaction.enqueue(mark()) }
            try await other.signIn(by: phone)
            #expect(other.page.body.contains("This account is being deleted."))
        }
    }

    @Test("Signing in waits for whoever is at work on the account, such as a deletion")
    func waits() async throws {
        try await Self.withOwner(.postgres) { gateway, browser, _ in
            let made = try await browser.addPasskey(of: TestAuthenticator())
            let passkey = try #require(try await gateway.store.passkey(named: made.id))
            let secret = try Token.fresh(.passkey)
            _ = try await gateway.store.keep(passkeyChallenge: secret, from: .local)
            let other = try gateway.database.open()
            let (isHeld, isReleased) = (TestClock(), TestClock())
            async let held: Void = other.write { transaction throws(EngineError) in
                _ = try transaction.run(Query("SELECT id FROM accounts", locking: .row)())
                isHeld.advance(1)
                Thread.sleep(forTimeInterval: 0.4)
                isReleased.advance(1)
            }
            while isHeld.now == 0 { try await Task.sleep(for: .milliseconds(5)) }
            let step = try await gateway.store.signIn(
                with: passkey, .success(9), challenge: secret, web: try Token.fresh(.web))
            #expect(isReleased.now == 1 && step == .signedIn(user: passkey.user))
            try await held
            await other.close()
        }
    }

    @Test("A block begins ten sign-ins a minute, a person thirty passkeys an hour", arguments: DatabaseKind.allCases)
    func limits(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, time in
            let other = TestBrowser(gateway, from: "203.0.113.9")
            try await browser.addPasskey(of: TestAuthenticator())
            for _ in 0..<10 { _ = try await other.beginSignIn() }
            try await other.visit("/signin")
            try await other.submit("/signin/passkey")
            #expect(other.page.status == 429 && other.page.header("retry-after") != nil)
            #expect(other.page.body.contains("Too many attempts."))
            _ = try await browser.beginSignIn()
            for _ in 0..<29 { _ = try await browser.beginPasskey() }
            try await browser.visit("/me/passkeys")
            try await browser.submit("/me/passkeys/new")
            #expect(browser.page.status == 429)
            time.advance(milliseconds: 120_001)
            _ = try await browser.beginPasskey()
        }
    }
}
