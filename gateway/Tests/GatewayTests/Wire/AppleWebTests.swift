import Crypto
import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Sign in with Apple on the page", .requirement("GATEWAY-1", "GATEWAY-3", "GATEWAY-4", "GATEWAY-5"))
struct AppleWebTests {
    /// A browser that was sent to Apple, and what Apple was asked for.
    private struct Trip {
        let home: AppleHome
        let browser: TestBrowser
        /// The parameters of the address.
        let asked: Form

        init(_ home: AppleHome, _ browser: TestBrowser, query: String = "") async throws {
            self.home = home
            self.browser = browser
            let answer = try await browser.visit("/auth/apple/start" + query)
            #expect(answer.status == 303)
            let address = try #require(answer.header("location"))
            let base = "http://127.0.0.1:\(home.apple.port)/auth/authorize?"
            #expect(address.hasPrefix(base))
            asked = try Form(address.dropFirst(base.count))
        }

        /// What Apple would say of that person: the nonce as it was asked for.
        func token(_ subject: String = "001.apple.user") -> AppleToken {
            AppleToken(subject: subject, nonce: "", audience: StandInApple.servicesID, at: home.seconds)
                .with(["nonce": .text(asked["nonce"] ?? "")])
        }

        /// Apple's form. A nil leaves a field out.
        @discardableResult func comeBack(
            _ token: String?, code: String? = "c.0.code", more: [(String, String)] = []
        ) async throws -> LoopbackClient.Answer {
            let usual: [(String, String?)] = [("state", asked["state"]), ("code", code), ("id_token", token)]
            let fields = usual.filter { field in !more.contains { $0.0 == field.0 } }
                .compactMap { name, value in value.map { (name, $0) } }
            if let token { home.gateway.logs.isSecret(token) }
            return try await browser.arrive(
                byFormTo: "/auth/apple/callback", fields + more, from: "https://appleid.apple.com")
        }
    }

    @Test(
        "From the button to Apple and back: signed in, on the way to the speaker, in the chosen language",
        arguments: DatabaseKind.allCases, [false, true])
    func wholeWay(kind: DatabaseKind, hasKey: Bool) async throws {
        try await AppleHome.with(kind, hasKey: hasKey) { home in
            let speaker = TestSpeaker(home.gateway)
            try await speaker.ask()
            let browser = TestBrowser(home.gateway)
            try await browser.visit("/signin?lang=ja&user_code=\(speaker.userCode)")
            #expect(browser.page.body.contains("Appleでサインイン") && browser.page.body.contains("オーナーコード"))
            let link = "/auth/apple/start?user_code=\(speaker.userCode)&amp;lang=ja"
            #expect(browser.page.body.contains("href=\"\(link)\"") && browser.page.body.contains("<svg "))
            let trip = try await Trip(home, browser, query: "?user_code=\(speaker.userCode)&lang=ja")
            #expect(trip.asked["client_id"] == StandInApple.servicesID && trip.asked["scope"] == "name")
            #expect(trip.asked["response_type"] == "code id_token" && trip.asked["response_mode"] == "form_post")
            #expect(trip.asked["redirect_uri"] == "https://gateway.example/auth/apple/callback")
            #expect((trip.asked["code_challenge_method"] == "S256") == hasKey)
            let cookie = try #require(browser.page.header("set-cookie"))
            #expect(cookie.hasPrefix("__Host-anicca-apple=aga_"))
            #expect(cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=None; Max-Age=600"))
            let token = try trip.token().signed()
            if hasKey { home.apple.change { $0.codes["c.0.code"] = token } }
            // With a key of ours the form's own token does not count: Apple's answer does.
            try await trip.comeBack(
                hasKey ? "no.good.token" : token,
                more: [("user", #"{"name":{"firstName":"花子","lastName":"山田"},"email":"h@example.org"}"#)])
            #expect(browser.page.status == 200 && browser.page.body.contains("あなたのスピーカーですか"))
            #expect(browser.cookies["__Host-anicca-apple"] == nil)
            try await browser.submit("/device/decision", [("decision", "approve")])
            #expect(browser.page.body.contains("つながりました"))
            let answer = try await speaker.poll()
            #expect(answer.status == 200)
            let names = try await home.gateway.engine.rows(Query("SELECT body, changed_at FROM profiles")())
            #expect(try names.first?.text(0).contains("\"displayName\":\"山田 花子\"") == true)
            let everything = try await home.gateway.engine.rows(Query("SELECT body FROM profiles")())
            #expect(!everything.contains { $0.values.description.contains("example.org") })
            if hasKey {
                let exchange = try #require(home.apple.now.exchanges.first)
                #expect(exchange["client_id"] == StandInApple.servicesID && exchange["code"] == "c.0.code")
                #expect(exchange["grant_type"] == "authorization_code")
                #expect(exchange["redirect_uri"] == "https://gateway.example/auth/apple/callback")
                #expect(base64urlOfHash(exchange["code_verifier"] ?? "") == trip.asked["code_challenge"])
                let secret = try #require(SignedToken(exchange["client_secret"] ?? ""))
                #expect(try JSON(parsing: secret.payload)["iss"] == .text(StandInApple.teamID))
            } else {
                #expect(home.apple.now.exchanges.isEmpty)
            }
        }
    }

    @Test("The same person is the same user, in a browser as in an app", arguments: DatabaseKind.allCases)
    func sameUser(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let app = try await home.signIn()
            for _ in 0..<2 {
                let browser = TestBrowser(home.gateway)
                let trip = try await Trip(home, browser)
                // The name comes at the first time only, and later ones change nothing.
                try await trip.comeBack(try trip.token().signed(), more: [("user", #"{"name":{"firstName":"X"}}"#)])
                #expect(browser.page.body.contains("You are signed in."))
            }
            let users = try await home.gateway.engine.rows(Query("SELECT id FROM users")())
            #expect(users.map(\.values) == [[.text(app.text("userId"))]])
            let profiles = try await home.count("profiles")
            #expect(profiles == 0)
        }
    }

    @Test("What a browser has begun is good once, for ten minutes, in that browser", arguments: DatabaseKind.allCases)
    func states(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let lost = "begun in another window or browser"
            let browser = TestBrowser(home.gateway)
            let trip = try await Trip(home, browser)
            let token = try trip.token().signed()
            let cookies = browser.cookies
            // Another state, none, another browser: nothing happens, and the first browser can go on.
            for state in [("state", "x"), ("state", ""), ("state", (trip.asked["state"] ?? "") + "x")] {
                try await trip.comeBack(token, more: [state])
                #expect(browser.page.status == 400 && browser.page.body.contains(lost))
                browser.cookies = cookies
            }
            browser.cookies = [:]
            try await trip.comeBack(token)
            #expect(browser.page.status == 400 && browser.page.body.contains(lost))
            let stranger = try await Trip(home, TestBrowser(home.gateway))
            browser.cookies = stranger.browser.cookies
            try await trip.comeBack(token)
            #expect(browser.page.status == 400)
            browser.cookies = cookies
            try await trip.comeBack(token)
            #expect(browser.page.body.contains("You are signed in."))
            browser.cookies = cookies
            try await trip.comeBack(token)
            #expect(browser.page.status == 400 && browser.page.body.contains(lost))

            home.time.advance(milliseconds: 60_000)
            let slow = try await Trip(home, browser)
            home.time.advance(milliseconds: 600_000)
            try await slow.comeBack(try slow.token().signed())
            #expect(browser.page.status == 400 && browser.page.body.contains(lost))
            #expect(browser.page.body.contains("href=\"/signin\""))
            home.time.advance(milliseconds: 3_600_001)
            try await Tidying(store: home.gateway.store, logger: home.gateway.logs.logger).tidy()
            let left = try await home.count("apple_sign_ins")
            #expect(left == 0)
        }
    }

    @Test(
        "Signing in again with Apple leads to where somebody was going, also after a stop at Apple",
        arguments: DatabaseKind.allCases)
    func leadsBack(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let browser = TestBrowser(home.gateway)
            try await browser.visit("/signin?again=1&next=delete&lang=en")
            #expect(browser.page.body.contains("href=\"/auth/apple/start?next=delete&amp;lang=en\""))
            var trip = try await Trip(home, browser, query: "?next=delete&lang=en")
            try await trip.comeBack(try trip.token().signed(), more: [("error", "user_cancelled_authorize")])
            #expect(browser.page.body.contains("href=\"/signin?next=delete&amp;lang=en\""))
            #expect(browser.page.body.contains("href=\"/signin?lang=ja&amp;next=delete\""))
            trip = try await Trip(home, browser, query: "?next=delete&lang=en")
            try await trip.comeBack(try trip.token().signed())
            #expect(browser.path == "/me/delete?lang=en" && browser.page.status == 200)
            #expect(browser.page.body.contains("action=\"/me/delete\""))
            // A speaker that waits comes first, and what is no page of ours leads nowhere.
            trip = try await Trip(home, browser, query: "?user_code=482913775&next=delete")
            try await trip.comeBack(try trip.token().signed())
            #expect(browser.path == "/device?user_code=482913775")
            trip = try await Trip(home, browser, query: "?next=%2F%2Fevil.example")
            try await trip.comeBack(try trip.token().signed())
            #expect(browser.path == "/")
        }
    }

    @Test("Going back to the address of Apple's form leads to the sign-in, or home, and ends nothing")
    func withoutForm() async throws {
        try await AppleHome.with(.sqlite) { home in
            let browser = TestBrowser(home.gateway)
            let trip = try await Trip(home, browser)
            try await browser.visit("/auth/apple/callback?lang=en")
            #expect(browser.path == "/signin?apple=over&lang=en" && browser.page.status == 200)
            #expect(browser.page.body.contains(AppleTexts.en.isOver))
            #expect(browser.page.body.contains("href=\"/auth/apple/start?lang=en\""))
            try await browser.visit("/auth/apple/callback?lang=ja")
            #expect(browser.page.body.contains(AppleTexts.ja.isOver))
            try await trip.comeBack(try trip.token().signed())
            #expect(browser.page.body.contains("You are signed in."))
            try await browser.visit("/auth/apple/callback")
            #expect(browser.path == "/" && browser.page.status == 200)
        }
    }

    @Test("The same form twice at once signs in once", arguments: DatabaseKind.allCases)
    func race(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let (store, state) = (home.gateway.store, try Token.fresh(.appleState))
            let wait = try await store.keep(appleState: state, .init(), from: .local)
            #expect(wait == nil)
            let results = try await withThrowingTaskGroup(of: AppleSignIn.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        try await store.signInWithApple(
                            ApplePerson(subject: "subject-\(number)", name: nil), state: state,
                            web: try Token.fresh(.web))
                    }
                }
                return try await group.reduce(into: [AppleSignIn]()) { $0.append($1) }
            }
            #expect(results.filter { $0 == .tooLate }.count == 7)
            let users = try await home.count("users")
            #expect(users == 1)
        }
    }

    @Test(
        "Only the one cookie comes with Apple's form, and it alone is sent to other sites' forms",
        arguments: DatabaseKind.allCases)
    func cookies(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let browser = TestBrowser(home.gateway)
            try await browser.signIn(home.gateway)
            let before = browser.cookies
            // A form of ours from Apple's origin is refused as any other: without our cookies, and by its origin.
            try await browser.arrive(byFormTo: "/sign-out", [("form", "x")], from: "https://appleid.apple.com")
            #expect(browser.page.status == 403)
            browser.cookies = before
            let trip = try await Trip(home, browser)
            try await trip.comeBack(try trip.token().signed())
            #expect(browser.page.body.contains("You are signed in."))
            #expect(browser.cookies["__Host-anicca"] != before["__Host-anicca"])
            // Nor does the sign-in's own come, and it ends all the same.
            let isIn = try await BrowserTests.works(before, home.gateway)
            #expect(!isIn)
            // The new session's forms work.
            try await browser.submit("/sign-out")
            #expect(browser.page.body.contains("<h1>Sign in</h1>"))
        }
    }

    @Test(
        "Each way not to sign in has a calm page that leads back, in both languages",
        arguments: ["en", "ja"])
    func troubles(language: String) async throws {
        try await AppleHome.with(.sqlite) { home in
            let texts = language == "en" ? AppleTexts.en : .ja
            let browser = TestBrowser(home.gateway)
            func check(
                _ text: String, _ status: Int, _ token: (Trip) throws -> String?, _ more: [(String, String)] = []
            ) async throws {
                home.time.advance(milliseconds: 60_000)
                let trip = try await Trip(home, browser, query: "?user_code=482913775&lang=\(language)")
                try await trip.comeBack(try token(trip), more: more)
                let shown = browser.page.body.replacing("&#39;", with: "'")
                #expect(browser.page.status == status && shown.contains(text), "\(text)")
                #expect(browser.page.body.contains("href=\"/signin?user_code=482913775&amp;lang=\(language)\""))
                let other = language == "en" ? "ja" : "en"
                #expect(browser.page.body.contains("href=\"/signin?lang=\(other)&amp;user_code=482913775\""))
                #expect(browser.cookies["__Host-anicca-apple"] == nil && browser.cookies["__Host-anicca"] == nil)
                #expect(browser.page.header("content-security-policy") != nil)
            }
            let good = { (trip: Trip) in try trip.token().signed() }
            try await check(texts.cancelled, 200, good, [("error", "user_cancelled_authorize")])
            try await check(texts.refused, 403, good, [("error", "invalid_client")])
            try await check(texts.refused, 403, { _ in nil })
            try await check(texts.refused, 403, { _ in "no.good.token" })
            try await check(texts.refused, 403, { try $0.token().signed(by: .stranger) })
            // An app's token does not open the page, nor one that was asked for by somebody else.
            try await check(
                texts.refused, 403, { try $0.token().with(["aud": .text(StandInApple.bundleID)]).signed() })
            try await check(texts.refused, 403, { try $0.token().with(["nonce": "x"]).signed() })
            home.apple.change { $0.faults = [503] }
            home.keyClock.advance(60_000)
            try await check(
                texts.away, 503, { try $0.token().withHeader(["kid": "KEYTWO"]).signed(by: .second) })
            #expect(browser.page.header("retry-after") != nil)
            let users = try await home.count("users")
            #expect(users == 0)
            // Somebody who is being deleted does not come back by another door.
            home.keyClock.advance(5_000)
            let answer = try await home.signIn()
            #expect(answer.status == 200)
            let mark = Query("UPDATE users SET deleted_at = 1")
            try await home.gateway.engine.write { transaction throws(EngineError) in try transaction.enqueue(mark()) }
            try await check(texts.leaving, 403, good)
            let app = try await home.signIn()
            #expect(app.status == 401)
        }
    }

    @Test("With a key: a code that Apple refuses, and an Apple that does not answer", arguments: DatabaseKind.allCases)
    func exchange(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true) { home in
            let browser = TestBrowser(home.gateway)
            var trip = try await Trip(home, browser)
            let token = try trip.token().signed()
            try await trip.comeBack(token)
            #expect(browser.page.status == 403 && browser.page.body.contains("could not be accepted"))
            trip = try await Trip(home, browser)
            try await trip.comeBack(token, code: nil)
            #expect(browser.page.status == 403)
            trip = try await Trip(home, browser)
            home.apple.change { $0.faults = [401] }
            try await trip.comeBack(token)
            #expect(browser.page.status == 503 && browser.page.body.contains("Apple cannot be reached"))
            // A code of somebody else's sign-in brings a token with another nonce.
            trip = try await Trip(home, browser)
            home.apple.change { $0.codes["c.0.code"] = token }
            try await trip.comeBack(token)
            #expect(browser.page.status == 403)
            let users = try await home.count("users")
            #expect(users == 0)
            let metrics = try await home.gateway.operations.send("GET", "/metrics")
            #expect(metrics.body.contains("provider_errors_total{call=\"apple_token\",code=\"401\"} 1"))
        }
    }

    @Test("A form's user that is no name is no trouble", .requirement("GATEWAY-5"))
    func odd() async throws {
        try await AppleHome.with(.sqlite) { home in
            let users = [
                "no json", "{}", "[]", #"{"name":null}"#, #"{"name":{"firstName":5}}"#, #"{"name":{"firstName":""}}"#,
                #"{"name":{"firstName":"\u202e"}}"#, #"{"name":{"firstName":"<script>"}}"#,
                String(repeating: "{", count: 5_000),
            ]
            for (number, user) in users.enumerated() {
                home.time.advance(milliseconds: 60_000)
                let browser = TestBrowser(home.gateway)
                let trip = try await Trip(home, browser)
                try await trip.comeBack(
                    try trip.token("00\(number).apple.user").signed(), more: [("user", user)])
                #expect(browser.page.body.contains("You are signed in."), "\(user.prefix(40))")
            }
            let profiles = try await home.gateway.engine.rows(Query("SELECT body FROM profiles")())
            let only = try profiles.first?.text(0) ?? ""
            #expect(profiles.count == 1 && only.contains("\\u003cscript>"))
        }
    }

    @Test("A block begins five sign-ins a minute, and there is no button where Apple is not set up")
    func limits() async throws {
        try await AppleHome.with(.sqlite, tune: { _, settings in settings.apple.bundleIDs = [] }) { home in
            let browser = TestBrowser(home.gateway)
            for _ in 0..<5 { _ = try await Trip(home, browser) }
            try await browser.visit("/auth/apple/start")
            #expect(browser.page.status == 429 && browser.page.body.contains("Too many attempts."))
            let app = try await home.gateway.client.send("POST", "/auth/apple/nonce")
            #expect(app.status == 404)
        }
        try await AppleHome.with(.sqlite, tune: { _, settings in settings.apple.servicesID = nil }) { home in
            let browser = TestBrowser(home.gateway)
            try await browser.visit("/signin")
            #expect(!browser.page.body.contains("Apple") && browser.page.body.contains("Owner code"))
            try await browser.visit("/auth/apple/start")
            #expect(browser.page.status == 404)
        }
    }

    @Test("Both languages say everything of it, and not the same")
    func languages() {
        let (english, japanese) = (
            Mirror(reflecting: AppleTexts.en).children, Mirror(reflecting: AppleTexts.ja).children
        )
        for (one, other) in zip(english, japanese) {
            let (en, ja) = ("\(one.value)", "\(other.value)")
            #expect(!en.isEmpty && en != ja && ja.unicodeScalars.contains { $0.value > 0x3000 }, "\(one.label ?? "")")
        }
    }
}
