import Crypto
import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Passkeys on the page", .requirement("GATEWAY-5", "GATEWAY-4", "GATEWAY-3"))
struct PasskeyTests {
    static let signedIn = "You are signed in."
    static let refused = "That passkey could not be accepted"
    static let late = "That took more than 5 minutes"
    static let unknown = "does not know that passkey"

    /// Runs a gateway with an owner who is signed in on a browser.
    static func withOwner(
        _ kind: DatabaseKind, _ body: (RunningGateway, TestBrowser, ManualTime) async throws -> Void
    ) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway)
            try await body(gateway, browser, time)
        }
    }

    func count(_ table: String, _ gateway: RunningGateway) async throws -> Int64 {
        try #require(try await gateway.engine.rows(Query("SELECT COUNT(*) FROM \(table)")()).first?.integer(0))
    }

    func texts(_ query: String, _ gateway: RunningGateway) async throws -> [String] {
        try await gateway.engine.rows(Query(query)()).map { try $0.text(0) }
    }

    @Test(
        "Added on one browser, it signs in on another, on the way to a speaker, and counts as a fresh sign-in",
        arguments: DatabaseKind.allCases)
    func wholeWay(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, time in
            try await browser.visit("/signin")
            #expect(!browser.page.body.contains("/signin/passkey"))
            try await browser.visit("/")
            #expect(browser.page.body.contains("href=\"/me/passkeys\""))
            try await browser.visit("/me/passkeys")
            #expect(browser.page.body.contains("You have no passkey yet."))
            let phone = TestAuthenticator()
            let asked = try await browser.beginPasskey()
            #expect(browser.path.hasPrefix("/me/passkeys/new") && asked.place == "gateway.example")
            #expect(asked.challenge.count == 32 && asked.others.isEmpty)
            let users = try await texts("SELECT id FROM users", gateway)
            #expect(String(decoding: asked.handle, as: UTF8.self) == users.first)
            let made = phone.make(asked)
            try await browser.submit("/me/passkeys", made.fields + [("name", " <b>寝室の電話</b> ")])
            #expect(browser.path.hasPrefix("/me/passkeys?note=added"))
            #expect(browser.page.body.contains("The passkey is added.") && browser.page.body.contains("Not used yet"))
            #expect(browser.page.body.contains("&lt;b&gt;寝室の電話&lt;/b&gt;"))
            #expect(browser.page.body.contains("Added: 15 January 2027"))
            #expect(browser.cookies["__Host-anicca-passkey"] == nil)
            // The next one is told which there are.
            let next = try await browser.beginPasskey()
            #expect(next.others == [base64url(made.id)] && next.challenge != asked.challenge)

            time.advance(milliseconds: 3_600_000)
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            let other = TestBrowser(gateway)
            other.headers.append(("Accept-Language", "ja"))
            let question = try await other.beginSignIn(at: "/signin?user_code=\(speaker.userCode)&next=history")
            #expect(other.page.body.contains("顔や指紋") && question.handle.isEmpty && question.others.isEmpty)
            try await other.submit("/signin/passkey/answer", phone.sign(question).fields)
            #expect(other.page.status == 200 && other.page.body.contains("あなたのスピーカーですか"))
            #expect(other.cookies["__Host-anicca-passkey"] == nil)
            try await other.submit("/device/decision", [("decision", "approve")])
            #expect(other.page.body.contains("つながりました"))
            try await other.visit("/me/passkeys?lang=en")
            #expect(other.page.body.contains("Last used: Fri 15 January 2027, 09:00"))
            // A page that needs a fresh sign-in leads to the passkey and back.
            try await browser.signIn(by: phone, at: "/signin?again=1&next=delete")
            #expect(browser.path.hasPrefix("/me/delete") && browser.page.body.contains("Yes, delete"))
            let same = try await count("users", gateway)
            #expect(same == 1)
            let audit = try await texts(
                "SELECT action FROM audit WHERE detail LIKE 'pky_%' ORDER BY at, action", gateway)
            #expect(audit == ["passkey-made", "web-sign-in", "web-sign-in"])
        }
    }

    @Test("An answer is good once, for five minutes", arguments: DatabaseKind.allCases)
    func replays(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, time in
            let phone = TestAuthenticator()
            let made = phone.make(try await browser.beginPasskey())
            let (page, cookies) = (browser.page, browser.cookies)
            try await browser.submit("/me/passkeys", made.fields)
            #expect(browser.page.body.contains("is added"))
            // The same form once more, with the cookie that it had.
            browser.cookies = cookies
            try await browser.send(page: page, "/me/passkeys", made.fields)
            #expect(browser.page.body.contains(Self.late))
            let passkeys = try await count("passkeys", gateway)
            #expect(passkeys == 1)

            let other = TestBrowser(gateway)
            let question = try await other.beginSignIn()
            let signed = try phone.sign(question)
            let (form, kept) = (other.page, other.cookies)
            try await other.submit("/signin/passkey/answer", signed.fields)
            #expect(other.page.body.contains(Self.signedIn))
            other.cookies = kept
            try await other.send(page: form, "/signin/passkey/answer", signed.fields)
            #expect(other.page.body.contains(Self.late))
            // A new answer to a question that was answered is none either.
            other.cookies = kept
            try await other.send(page: form, "/signin/passkey/answer", phone.sign(question).fields)
            #expect(other.page.body.contains(Self.late))

            // A wrong answer uses the question up, too.
            let next = try await other.beginSignIn()
            let (wrong, cookie) = (other.page, other.cookies)
            try await other.submit(
                "/signin/passkey/answer", phone.sign(next, with: nil, .init(key: P256.Signing.PrivateKey())).fields)
            #expect(other.page.body.contains(Self.refused))
            other.cookies = cookie
            try await other.send(page: wrong, "/signin/passkey/answer", phone.sign(next).fields)
            #expect(other.page.body.contains(Self.late))

            for milliseconds in [299_999, 300_000] as [Int64] {
                let slow = try await other.beginSignIn()
                time.advance(milliseconds: milliseconds)
                try await other.submit("/signin/passkey/answer", phone.sign(slow).fields)
                #expect(other.page.body.contains(milliseconds < 300_000 ? Self.signedIn : Self.late))
            }
            try await browser.signIn(gateway)
            _ = try await browser.beginPasskey()
            time.advance(milliseconds: 300_000 + 3_600_001)
            try await Tidying(store: gateway.store, logger: gateway.logs.logger).tidy()
            let left = try await count("passkey_challenges", gateway)
            #expect(left == 0)
        }
    }

    @Test("A challenge is for the browser that was asked, and for its sign-in", arguments: DatabaseKind.allCases)
    func otherSessions(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, _ in
            let (phone, second) = (TestAuthenticator(), TestBrowser(gateway))
            try await second.signIn(gateway)
            let asked = try await browser.beginPasskey()
            let cookie = try #require(browser.cookies["__Host-anicca-passkey"])
            _ = try await second.beginPasskey()
            // What the first was asked, brought by the second with its own cookie, then with the first one's.
            try await second.submit("/me/passkeys", phone.make(asked).fields)
            #expect(second.page.body.contains(Self.refused))
            try await second.visit("/me/passkeys/new")
            #expect(second.path.hasPrefix("/me/passkeys") && !second.path.contains("new"))
            _ = try await second.beginPasskey()
            second.cookies["__Host-anicca-passkey"] = cookie
            try await second.submit("/me/passkeys", phone.make(asked).fields)
            #expect(second.page.body.contains(Self.late))
            // That has not used up what the first was asked.
            try await browser.submit("/me/passkeys", phone.make(asked).fields)
            #expect(browser.page.body.contains("is added"))

            let (one, two) = (TestBrowser(gateway), TestBrowser(gateway))
            let question = try await one.beginSignIn()
            _ = try await two.beginSignIn()
            try await two.submit("/signin/passkey/answer", phone.sign(question).fields)
            #expect(two.page.body.contains(Self.refused))
            // What was asked for a new passkey signs nobody in, and the other way round.
            _ = try await two.beginSignIn()
            let forNew = try await browser.beginPasskey()
            two.cookies["__Host-anicca-passkey"] = browser.cookies["__Host-anicca-passkey"]
            try await two.submit("/signin/passkey/answer", phone.sign(forNew).fields)
            #expect(two.page.body.contains(Self.late))
            one.cookies["__Host-anicca"] = browser.cookies["__Host-anicca"]
            browser.cookies["__Host-anicca-passkey"] = one.cookies["__Host-anicca-passkey"]
            try await browser.submit("/me/passkeys", phone.make(question).fields)
            #expect(browser.page.body.contains(Self.late))
            // Without its cookie there is nothing to answer.
            _ = try await two.beginSignIn()
            two.cookies["__Host-anicca-passkey"] = nil
            try await two.submit("/signin/passkey/answer", phone.sign(question).fields)
            #expect(two.page.body.contains(Self.late))
            let passkeys = try await count("passkeys", gateway)
            #expect(passkeys == 1)
        }
    }

    @Test("Whatever is wrong with an answer lets nobody in, and a new passkey with a fault is not kept")
    func refusals() async throws {
        try await Self.withOwner(.sqlite) { gateway, browser, time in
            typealias Change = TestAuthenticator.Change
            let (phone, other) = (TestAuthenticator(), TestBrowser(gateway))
            let common: [(Change, String)] = [
                (Change(origin: "https://evil.example"), "another page"),
                (Change(place: "evil.example"), "another gateway"),
                (Change(clientData: #","crossOrigin":true"#), "within another page"), (Change(flags: 0), "touched"),
                (Change(challenge: randomBytes(32)), "another challenge"),
                (Change(type: "webauthn.x"), "another question"),
            ]
            for (change, reason) in common + [(Change(statement: .array([])), "attestation object")] {
                try await browser.addPasskey(of: TestAuthenticator(), change)
                #expect(browser.page.body.contains(Self.refused) && gateway.logs.text.contains(reason), "\(reason)")
            }
            let none = try await count("passkeys", gateway)
            #expect(none == 0)
            try await browser.addPasskey(of: phone)
            #expect(browser.page.body.contains("is added"))
            let strange = Change(key: P256.Signing.PrivateKey())
            let handle = Change(handle: Array("usr_0another".utf8))
            for (change, reason) in common + [(strange, "signature is wrong"), (handle, "another user")] {
                time.advance(milliseconds: 60_000)
                try await other.signIn(by: phone, change)
                #expect(other.page.body.contains(Self.refused) && gateway.logs.text.contains(reason), "\(reason)")
                #expect(other.cookies["__Host-anicca"] == nil)
            }
            // Fields that are missing, or no base64url.
            for name in ["id", "clientData", "authenticatorData", "signature", "userHandle"] {
                for value in ["", "!", "AB", "AAAAA"] {
                    time.advance(milliseconds: 60_000)
                    let signed = try phone.sign(try await other.beginSignIn())
                    let fields = signed.fields.map { $0.0 == name ? (name, value) : $0 }
                    try await other.submit("/signin/passkey/answer", fields)
                    #expect(other.page.body.contains(name == "id" ? Self.unknown : Self.refused), "\(name) \(value)")
                }
            }
            for name in ["id", "clientData", "attestation"] {
                time.advance(milliseconds: 120_000)
                try await browser.signIn(gateway)
                let made = TestAuthenticator().make(try await browser.beginPasskey())
                try await browser.submit("/me/passkeys", made.fields.map { $0.0 == name ? (name, "A") : $0 })
                #expect(browser.page.body.contains(Self.refused))
            }
            let one = try await count("passkeys", gateway)
            #expect(one == 1)
            // The good one is as good as before.
            try await other.signIn(by: phone)
            #expect(other.page.body.contains(Self.signedIn))
        }
    }

    @Test(
        "A counter that does not grow is refused and in the audit, and the passkey goes on",
        arguments: DatabaseKind.allCases)
    func counters(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, time in
            let (phone, other) = (TestAuthenticator(), TestBrowser(gateway))
            phone.counter = 40
            try await browser.addPasskey(of: phone)
            func signIn(_ counter: UInt32, _ isGood: Bool) async throws {
                time.advance(milliseconds: 60_000)
                try await other.signIn(by: phone, .init(counter: counter))
                let text = isGood ? Self.signedIn : "there may be a copy"
                #expect(other.page.body.contains(text), "\(counter)")
            }
            try await signIn(41, false)
            try await signIn(42, true)
            for counter: UInt32 in [42, 41, 1, 0] { try await signIn(counter, false) }
            try await signIn(43, true)
            try await signIn(.max, true)
            try await signIn(.max, false)
            let counter = try await gateway.engine.rows(Query("SELECT counter FROM passkeys")())
            #expect(counter.map(\.values) == [[.integer(Int64(UInt32.max))]])
            let audit = try await count("audit WHERE action = 'passkey-refused'", gateway)
            #expect(audit == 6)
            // One that never counts.
            let cloud = TestAuthenticator()
            try await browser.signIn(gateway)
            try await browser.addPasskey(of: cloud, .init(counter: 0))
            for _ in 0..<2 {
                time.advance(milliseconds: 60_000)
                try await other.signIn(by: cloud, .init(counter: 0))
                #expect(other.page.body.contains(Self.signedIn))
            }
        }
    }

    @Test("There are ten at most, also if several come at once", arguments: DatabaseKind.allCases)
    func ten(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, _ in
            for _ in 0..<9 { try await browser.addPasskey(of: TestAuthenticator()) }
            let asked = try await browser.beginPasskey()
            #expect(asked.others.count == 9)
            // Two are asked for while there is room for one.
            let (page, cookies) = (browser.page, browser.cookies)
            let list = try await browser.visit("/me/passkeys")
            let tenth = try await browser.beginPasskey()
            try await browser.submit("/me/passkeys", TestAuthenticator().make(tenth).fields)
            #expect(browser.page.body.contains("is added") && browser.page.body.contains("You have 10 passkeys"))
            #expect(!browser.page.body.contains("action=\"/me/passkeys/new\""))
            browser.cookies = cookies
            try await browser.send(page: page, "/me/passkeys", TestAuthenticator().make(asked).fields)
            #expect(browser.path.hasPrefix("/me/passkeys?error=full"))
            try await browser.send(page: list, "/me/passkeys/new", [])
            #expect(browser.path.hasPrefix("/me/passkeys?error=full"))
            let passkeys = try await count("passkeys", gateway)
            #expect(passkeys == 10)

            // In the same instant, by what the store does.
            try await gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("DELETE FROM passkeys WHERE id = (SELECT MIN(id) FROM passkeys)")())
            }
            let session = try #require(Token(.web, sent: browser.cookies["__Host-anicca"] ?? ""))
            guard case .caller(let caller) = try await gateway.store.authenticate(session) else {
                Issue.record("nobody")
                return
            }
            var challenges: [Token] = []
            for _ in 0..<6 {
                let secret = try Token.fresh(.passkey)
                let begun = try await gateway.store.keep(passkeyChallenge: secret, of: caller, session: session)
                #expect(begun == .begun)
                challenges.append(secret)
            }
            let key = try #require(PasskeyKey(point: [UInt8](P256.Signing.PrivateKey().publicKey.x963Representation)))
            let store = gateway.store
            let steps = try await withThrowingTaskGroup(of: Store.PasskeyStep.self) { group in
                for secret in challenges {
                    group.addTask {
                        let made = MadePasskey(id: randomBytes(16), key: key, counter: 0)
                        return try await store.add(
                            .success(made), named: "x", challenge: secret, of: caller, session: session)
                    }
                }
                return try await group.reduce(into: [Store.PasskeyStep]()) { $0.append($1) }
            }
            #expect(steps.filter { $0 == .done }.count == 1 && steps.filter { $0 == .full }.count == 5)
        }
    }

    @Test("An answer twice at once signs in once", arguments: DatabaseKind.allCases)
    func race(kind: DatabaseKind) async throws {
        try await Self.withOwner(kind) { gateway, browser, _ in
            let phone = TestAuthenticator()
            let made = try await browser.addPasskey(of: phone)
            let store = gateway.store
            let passkey = try #require(try await store.passkey(named: made.id))
            let secret = try Token.fresh(.passkey)
            let wait = try await store.keep(passkeyChallenge: secret, from: .local)
            #expect(wait == nil)
            let results = try await withThrowingTaskGroup(of: PasskeySignIn.self) { group in
                for number: UInt32 in 0..<8 {
                    group.addTask {
                        try await store.signIn(
                            with: passkey, .success(10 + number), challenge: secret, web: try Token.fresh(.web))
                    }
                }
                return try await group.reduce(into: [PasskeySignIn]()) { $0.append($1) }
            }
            #expect(results.filter { $0 == .late }.count == 7)
        }
    }

    /// SQLite has one writer at a time.

    @Test(
        "Where browsers have no passkeys the page says nothing of them",
        arguments: ["http://127.0.0.1:8030", "https://192.0.2.7"])
    func notOffered(address: String) async throws {
        try await RunningGateway.with(.sqlite, tune: { _, settings in settings.publicAddress = address }) { gateway in
            let browser = TestBrowser(gateway)
            let code = try await gateway.store.makeOwnerCode()
            gateway.logs.isSecret(code.text)
            try await browser.visit("/signin")
            #expect(!browser.page.body.contains("passkey"))
            try await browser.submit("/signin", [("code", code.text)], origin: address)
            #expect(browser.page.body.contains(Self.signedIn) && !browser.page.body.contains("passkey"))
            for path in ["/me/passkeys", "/me/passkeys/new", "/signin/passkey", "/passkeys.js"] {
                let answer = try await browser.visit(path)
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test("One small script of the gateway's own, under the content policy, and nothing without it")
    func page() async throws {
        try await Self.withOwner(.sqlite) { gateway, browser, _ in
            let script = try await browser.visit("/passkeys.js")
            #expect(script.status == 200 && script.header("content-type") == "text/javascript; charset=utf-8")
            #expect(script.header("x-content-type-options") == "nosniff" && script.body.hasPrefix("\"use strict\";"))
            for word in ["fetch", "XMLHttpRequest", "innerHTML", "eval", "http", "import", "localStorage", "cookie"] {
                #expect(!script.body.contains(word), "\(word)")
            }
            try await browser.addPasskey(of: TestAuthenticator())
            try await browser.visit("/signin")
            let form = browser.page.body.components(separatedBy: "name=\"form\" value=\"").last?.prefix { $0 != "\"" }
            let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let begun = try await gateway.client.post(
                "/signin/passkey", [("form", String(form ?? ""))], headers: browser.headers + [("Cookie", cookies)])
            #expect(begun.status == 303 && begun.header("location") == "/signin/passkey")
            let cookie = try #require(begun.header("set-cookie"))
            #expect(cookie.hasPrefix("__Host-anicca-passkey=agp_"))
            #expect(cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=300"))
            for _ in 0..<PasskeyLimits.mostOfUser - 2 {
                try await browser.addPasskey(of: TestAuthenticator(), named: String(repeating: "長", count: 60))
            }
            _ = try await browser.beginPasskey()
            for path in ["/me/passkeys", "/me/passkeys/new", "/signin", "/signin/passkey"] {
                for language in PageLanguage.allCases {
                    let page = try await browser.visit("\(path)?lang=\(language)")
                    #expect(page.status == 200 && page.body.contains("<html lang=\"\(language)\">"), "\(path)")
                    let rest = page.body.replacing(#"<script src="/passkeys.js" defer></script>"#, with: "")
                    #expect(rest != page.body && !rest.contains("<script") && !rest.contains("{{"), "\(path)")
                    #expect(page.header("content-security-policy")?.contains("script-src 'self';") == true)
                    #expect(page.header("content-security-policy")?.contains("connect-src") == false)
                    let all = page.body.utf8.count + PageTemplates.style.utf8.count + script.body.utf8.count
                    #expect(all <= 30 << 10, "\(path): \(all)")
                    // Without the script there is no button that does nothing.
                    let parts = page.body.components(separatedBy: "<div data-passkeys hidden>")
                    #expect(parts.count == 2 && parts[0].components(separatedBy: "/passkey/").count == 1, "\(path)")
                }
            }
        }
    }

    @Test("Both languages say everything of it, and not the same")
    func languages() {
        let (english, japanese) = (
            Mirror(reflecting: PasskeyTexts.en).children, Mirror(reflecting: PasskeyTexts.ja).children
        )
        #expect(english.count == japanese.count && english.count > 30)
        for (one, other) in zip(english, japanese) {
            let (en, ja) = ("\(one.value)", "\(other.value)")
            #expect(!en.isEmpty && en != ja && ja.unicodeScalars.contains { $0.value > 0x3000 }, "\(one.label ?? "")")
            for word in ["DAY", "WHEN", "COUNT"] {
                #expect(en.contains(word) == ja.contains(word), "\(one.label ?? "")")
            }
        }
    }
}
