import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("The sign-ins of browsers", .requirement("GATEWAY-4", "GATEWAY-5", "GATEWAY-3"))
struct BrowserTests {
    /// Whether a browser with these cookies is signed in.
    static func works(_ cookies: [String: String], _ gateway: RunningGateway) async throws -> Bool {
        let browser = TestBrowser(gateway)
        browser.cookies = cookies
        return try await browser.visit("/?lang=en").body.contains("You are signed in.")
    }

    /// What the browser itself sends with a form, and the answer as it comes.
    private static func post(
        _ browser: TestBrowser, _ action: String, _ fields: [(String, String)] = []
    ) async throws -> LoopbackClient.Answer {
        let form = browser.page.body.components(separatedBy: "name=\"form\" value=\"").dropFirst().first ?? ""
        let secret = form.components(separatedBy: "\"").first ?? ""
        let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        return try await browser.client.post(
            action, [("form", secret)] + fields,
            headers: browser.headers + [("Cookie", cookies), ("Origin", RunningGateway.publicAddress)])
    }

    @Test("Signing in anew ends the sign-in that the browser had, and no other", arguments: DatabaseKind.allCases)
    func replaced(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (gateway, browser) = (household.gateway, household.browser)
            let other = TestBrowser(gateway)
            try await other.signIn(gateway)
            let first = browser.cookies
            try await browser.signIn(gateway)
            var isIn = try await Self.works(first, gateway)
            #expect(!isIn, "the same person by a code")
            isIn = try await Self.works(browser.cookies, gateway)
            #expect(isIn)
            isIn = try await Self.works(other.cookies, gateway)
            #expect(isIn, "another browser")
            // Whoever had it: a guest's, then the owner's.
            let guest = try await household.enter(try await household.invite())
            let guests = guest.cookies
            isIn = try await Self.works(guests, gateway)
            #expect(isIn)
            try await guest.signIn(gateway)
            isIn = try await Self.works(guests, gateway)
            #expect(!isIn, "somebody else's")
            let owners = guest.cookies
            let code = try await household.invite()
            try await guest.visit("/signin?lang=en")
            try await guest.submit("/signin", [("code", code)])
            isIn = try await Self.works(owners, gateway)
            #expect(!isIn, "by an invitation")
            // A code that is wrong ends nothing.
            let kept = guest.cookies
            try await guest.visit("/signin?lang=en")
            try await guest.submit("/signin", [("code", code)])
            isIn = try await Self.works(kept, gateway)
            #expect(isIn)
        }
    }

    @Test("A passkey ends it as well", arguments: DatabaseKind.allCases)
    func replacedByPasskey(kind: DatabaseKind) async throws {
        try await PasskeyTests.withOwner(kind) { gateway, browser, _ in
            let phone = TestAuthenticator()
            try await browser.addPasskey(of: phone)
            let before = browser.cookies
            try await browser.signIn(by: phone)
            var isIn = try await Self.works(before, gateway)
            #expect(!isIn)
            isIn = try await Self.works(browser.cookies, gateway)
            #expect(isIn)
        }
    }

    @Test(
        "A person sees when and how browsers signed in and the day of their last visit, and ends one or all others",
        arguments: DatabaseKind.allCases)
    func listed(kind: DatabaseKind) async throws {
        try await PasskeyTests.withOwner(kind) { gateway, browser, time in
            let (second, third, phone) = (TestBrowser(gateway), TestBrowser(gateway), TestAuthenticator())
            try await browser.addPasskey(of: phone, named: "<b>寝室</b>")
            time.advance(milliseconds: 60_000)
            try await second.signIn(gateway)
            time.advance(milliseconds: 60_000)
            try await third.signIn(by: phone)
            time.advance(milliseconds: 86_400_000)
            try await second.visit("/")
            try await browser.visit("/me/devices?lang=en")
            let page = browser.page
            let rows = (page.body.components(separatedBy: "Browsers that are signed in</h2>").last ?? "")
                .components(separatedBy: "<li>").dropFirst()
            #expect(
                rows.map { $0.components(separatedBy: "<br>").first ?? "" } == [
                    "This browser", "Another browser", "Another browser",
                ])
            let said = zip(
                rows,
                [
                    ("08:00, with an owner code", "16 January 2027"),
                    ("08:02, with the passkey &lt;b&gt;寝室&lt;/b&gt;", "15 January 2027"),
                    ("08:01, with an owner code", "16 January 2027"),
                ])
            for (row, (way, day)) in said {
                #expect(row.contains("Signed in: Fri 15 January 2027, \(way)"), "\(row)")
                #expect(row.contains("Last used: \(day)<"), "\(row)")
            }
            // Neither where they came from, nor what is stored of them.
            #expect(!page.body.contains("198.51.100"))
            for row in try await gateway.engine.rows(Query("SELECT hash FROM credentials")()) {
                #expect(!page.body.contains(try row.text(0)))
            }
            // The first that can be ended is the newest.
            try await browser.submit("/me/devices/browser")
            #expect(browser.page.body.contains("That browser is signed out."))
            var isIn = try await Self.works(third.cookies, gateway)
            #expect(!isIn)
            isIn = try await Self.works(second.cookies, gateway)
            #expect(isIn)
            try await browser.send(page: page, "/me/devices/browser", [])
            #expect(browser.page.status == 404, "it is not there any more")
            try await third.signIn(gateway)
            try await browser.visit("/me/devices?lang=en")
            try await browser.submit("/me/devices/browsers")
            #expect(browser.page.body.contains("All other browsers are signed out."))
            #expect(!browser.page.body.contains("Another browser"))
            for gone in [second, third] {
                isIn = try await Self.works(gone.cookies, gateway)
                #expect(!isIn)
            }
            isIn = try await Self.works(browser.cookies, gateway)
            #expect(isIn)
            let audit = try await gateway.engine.rows(
                Query("SELECT detail FROM audit WHERE action = 'browsers-signed-out'")())
            #expect(try audit.map { try $0.text(0) } == ["2"])
        }
    }

    @Test("Nobody ends another person's sign-ins", arguments: DatabaseKind.allCases)
    func strangers(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let guest = try await household.enter(try await household.invite())
            let token = try #require(Token(.web, sent: guest.cookies[Browser.sessionCookie] ?? ""))
            let other = TestBrowser(household.gateway)
            try await other.signIn(household.gateway)
            try await household.browser.visit("/me/devices?lang=en")
            try await household.browser.submit(
                "/me/devices/browser", [("browser", BrowserSignIn.id(of: token.hash))])
            #expect(household.browser.page.status == 404)
            try await household.browser.visit("/me/devices?lang=en")
            try await household.browser.submit("/me/devices/browsers")
            var isIn = try await Self.works(guest.cookies, household.gateway)
            #expect(isIn)
            isIn = try await Self.works(other.cookies, household.gateway)
            #expect(!isIn)
        }
    }

    @Test("All others, one, and new sign-ins at once end in order", arguments: DatabaseKind.allCases)
    func together(kind: DatabaseKind) async throws {
        try await PasskeyTests.withOwner(kind) { gateway, browser, _ in
            let store = gateway.store
            let session = try #require(Token(.web, sent: browser.cookies[Browser.sessionCookie] ?? ""))
            guard case .caller(let caller) = try await store.authenticate(session) else {
                Issue.record("nobody")
                return
            }
            var others: [TestBrowser] = []
            for _ in 0..<4 {
                let other = TestBrowser(gateway)
                try await other.signIn(gateway)
                others.append(other)
            }
            let hashes = others.compactMap { Token(.web, sent: $0.cookies[Browser.sessionCookie] ?? "")?.hash }
            let code = try await store.makeOwnerCode()
            let former = Token(.web, sent: others.first?.cookies[Browser.sessionCookie] ?? "")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for hash in hashes {
                    group.addTask { _ = try await store.end(browser: BrowserSignIn.id(of: hash), of: caller) }
                    group.addTask { try await store.endBrowsers(of: caller, except: session) }
                }
                group.addTask {
                    _ = try await store.signIn(code, from: .local, web: try Token.fresh(.web), replacing: former)
                }
                try await group.waitForAll()
            }
            for other in others {
                let isIn = try await Self.works(other.cookies, gateway)
                #expect(!isIn)
            }
            let isIn = try await Self.works(browser.cookies, gateway)
            #expect(isIn)
        }
    }

    @Test("Signing out is on every page of somebody who is signed in, and leaves nothing in the browser")
    func signingOut() async throws {
        try await Household.with(.sqlite) { household in
            let browser = household.browser
            for path in PersonPart.allCases.map(\.path) + ["/device"] {
                try await browser.visit(path + "?lang=en")
                let parts = browser.page.body.components(separatedBy: "<form method=\"post\" action=\"/sign-out\">")
                #expect(parts.count == 2, "\(path)")
            }
            let answer = try await Self.post(browser, "/sign-out")
            #expect(answer.status == 303 && answer.header("clear-site-data") == "\"cache\"")
            let cookies = answer.headers("set-cookie")
            for name in [
                Browser.sessionCookie, Browser.formCookie, Browser.passkeyCookie, Browser.appleCookie,
            ] {
                let ends = cookies.contains { $0.hasPrefix("\(name)=; Path=/; Secure;") && $0.hasSuffix("; Max-Age=0") }
                #expect(ends, "\(name)")
            }
            let isIn = try await Self.works(browser.cookies, household.gateway)
            #expect(!isIn)
        }
    }

    @Test("The cookie of a sign-in is Lax, for 180 days; the form's is Strict and new with it")
    func cookie() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let code = try await gateway.store.makeOwnerCode()
            gateway.logs.isSecret(code.text)
            let browser = TestBrowser(gateway)
            try await browser.visit("/signin")
            let answer = try await Self.post(browser, "/signin", [("code", code.text)])
            let cookies = answer.headers("set-cookie")
            let session = try #require(cookies.first { $0.hasPrefix("__Host-anicca=") })
            #expect(session.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000"))
            let form = try #require(cookies.first { $0.hasPrefix("__Host-anicca-form=") })
            #expect(form.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Strict"))
            #expect(!form.contains(browser.cookies[Browser.formCookie] ?? "none"))
        }
    }

    @Test("Both languages say everything, and not the same")
    func languages() {
        let texts = zip(Mirror(reflecting: BrowserTexts.en).children, Mirror(reflecting: BrowserTexts.ja).children)
        for (one, other) in texts {
            let (en, ja) = ("\(one.value)", "\(other.value)")
            #expect(!en.isEmpty && !ja.isEmpty && en != ja, "\(one.label ?? "")")
            for word in ["WHEN", "HOW", "DAY", "NAME"] {
                #expect(en.contains(word) == ja.contains(word), "\(one.label ?? "")")
            }
        }
    }
}
