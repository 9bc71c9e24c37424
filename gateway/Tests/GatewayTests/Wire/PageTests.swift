import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("The page in a browser without JavaScript", .requirement("GATEWAY-4", "GATEWAY-5"))
struct PageTests {
    @Test("The first owner code makes the owner, and works once", arguments: DatabaseKind.allCases)
    func firstOwner(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let browser = TestBrowser(gateway)
            try await browser.visit("/")
            #expect(browser.page.body.contains("Nobody owns this gateway yet."))
            #expect(browser.page.body.contains("anicca-gateway owner-code"))
            let code = try await gateway.store.makeOwnerCode()
            gateway.logs.isSecret(code.text)
            try await browser.submit("/signin", [("code", code.grouped.lowercased())])
            #expect(browser.page.body.contains("You are signed in."))
            let hasOwner = try await gateway.store.hasOwner()
            #expect(hasOwner)
            let second = TestBrowser(gateway)
            try await second.visit("/signin")
            #expect(!second.page.body.contains("Nobody owns this gateway yet."))
            try await second.submit("/signin", [("code", code.grouped)])
            #expect(second.page.body.contains("That code is wrong, was used, or has ended."))
            // Signing out ends the cookie on the server, too.
            let cookies = browser.cookies
            try await browser.submit("/sign-out")
            browser.cookies = cookies
            try await browser.visit("/")
            #expect(browser.page.body.contains("<h1>Sign in</h1>"))
        }
    }

    @Test("After five wrong owner codes the right one is void", arguments: DatabaseKind.allCases)
    func ownerGuesses(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let code = try await gateway.store.makeOwnerCode()
            let browser = TestBrowser(gateway)
            try await browser.visit("/signin")
            for guess in ["AAAA-AAAA-AAAA", "CCCC-CCCC-CCCC", "DDDD-DDDD-DDDD", "EEEE-EEEE-EEEE", "FFFF-FFFF-FFFF"] {
                try await browser.submit("/signin", [("code", guess)])
                #expect(browser.page.body.contains("That code is wrong"))
            }
            try await browser.submit("/signin", [("code", code.grouped)])
            #expect(browser.page.body.contains("That code is wrong"))
            let hasOwner = try await gateway.store.hasOwner()
            #expect(!hasOwner)
        }
    }

    @Test(
        "Two browsers with the same owner code at once: one is signed in, and there is one owner",
        arguments: DatabaseKind.allCases)
    func ownerRace(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let code = try await gateway.store.makeOwnerCode()
            let store = gateway.store
            let results = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let answer = try await store.signInOwner(code, from: .local, web: try Token.fresh(.web))
                        if case .signedIn = answer { return true }
                        return false
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(results == 1)
        }
    }

    @Test(
        "Wrong user codes are counted for the owner in all instances, and then nobody gets an answer",
        arguments: DatabaseKind.allCases)
    func guesses(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway, to: "/device")
            for guess in ["111111111", "222222222", "333333333", "444444444", "555555555"] {
                try await browser.visit("/device")
                try await browser.submit("/device", [("user_code", guess)])
                #expect(browser.page.body.contains("No speaker waits with this code."))
            }
            try await browser.visit("/device?user_code=\(speaker.userCode)")
            #expect(browser.page.status == 429 && browser.page.header("retry-after") != nil)
            #expect(browser.page.body.contains("Too many attempts."))
            time.advance(milliseconds: 180_001)
            try await browser.visit("/device?user_code=\(speaker.userCode)")
            #expect(browser.page.body.contains("Is this your speaker?"))
        }
    }

    @Test("A speaker that asked from another network needs a tick, in both languages", arguments: DatabaseKind.allCases)
    func otherNetwork(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let speaker = TestSpeaker(gateway, from: "203.0.113.50")
            try await speaker.ask(name: "<b>\"Bed\" & breakfast</b>")
            let browser = TestBrowser(gateway, from: "2001:db8::1")
            browser.headers.append(("Accept-Language", "ja-JP"))
            try await browser.signIn(gateway, to: "/signin?user_code=\(speaker.userCode)")
            // What it may do, and for how long.
            #expect(browser.page.body.contains("あなたの利用時間で会話し") && browser.page.body.contains("90日間"))
            #expect(browser.page.body.contains("あなたのスピーカーですか") && browser.page.body.contains("203.0.113.0/24"))
            #expect(browser.page.body.contains("&lt;b&gt;&quot;Bed&quot; &amp; breakfast&lt;/b&gt;"))
            try await browser.submit("/device/decision", [("decision", "approve")])
            #expect(browser.page.body.contains("チェックを入れてください"))
            try await browser.submit("/device/decision", [("decision", "approve"), ("heard", "yes")])
            #expect(browser.page.body.contains("つながりました"))
        }
    }

    @Test("A sign-in of more than ten minutes ago connects no speaker", arguments: DatabaseKind.allCases)
    func stepUp(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway)
            time.advance(milliseconds: Credential.freshMilliseconds - 1)
            try await browser.visit("/device")
            #expect(browser.page.body.contains("Enter the digits"))
            time.advance(milliseconds: 1)
            try await browser.visit("/device")
            #expect(browser.page.body.contains("Please sign in again"))
        }
    }

    @Test("A form from another origin, without its secret, or of another browser is refused")
    func crossSite() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let code = try await gateway.store.makeOwnerCode()
            let browser = TestBrowser(gateway)
            try await browser.visit("/signin")
            try await browser.submit("/signin", [("code", code.text)], origin: "https://evil.example")
            #expect(browser.page.status == 403 && browser.page.body.contains("https://gateway.example/device"))
            for (name, value) in [
                ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Origin", "null"),
            ] {
                try await browser.visit("/signin")
                browser.headers.append((name, value))
                try await browser.submit("/signin", [("code", code.text)], origin: nil)
                browser.headers.removeLast()
                #expect(browser.page.status == 403)
            }
            try await browser.visit("/signin")
            try await browser.submit("/signin", [("code", code.text), ("form", "guess")])
            #expect(browser.page.status == 403)
            try await browser.visit("/signin")
            browser.cookies = [:]
            try await browser.submit("/signin", [("code", code.text)])
            #expect(browser.page.status == 403)
            let hasOwner = try await gateway.store.hasOwner()
            #expect(!hasOwner)
            try await browser.visit("/signin")
            try await browser.submit("/signin", [("code", code.text)])
            #expect(browser.page.body.contains("You are signed in."))
        }
    }

    @Test("Every page has the headers and the cookie flags of gateway-design §4, and is small")
    func headers() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway)
            for path in [
                "/", "/signin", "/device", "/device?user_code=1", "/device/done?grant=x", "/style.css",
                "/signin?lang=ja",
            ] {
                let page = try await browser.visit(path)
                let policy = page.header("content-security-policy") ?? ""
                #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(path)")
                #expect(
                    page.header("strict-transport-security") != nil
                        && page.header("x-content-type-options") == "nosniff")
                #expect(page.header("cross-origin-opener-policy") == "same-origin")
                #expect(!page.body.contains("<script") && !page.body.contains("http://"))
                #expect(page.body.utf8.count + PageTemplates.style.utf8.count < 30 << 10)
            }
            let fresh = TestBrowser(gateway)
            let cookie = try #require(try await fresh.visit("/signin").header("set-cookie"))
            #expect(
                cookie.hasPrefix("__Host-anicca-form=")
                    && cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Strict"))
        }
    }

    @Test("Both languages say everything, and not the same")
    func languages() {
        let (english, japanese) = (Mirror(reflecting: PageTexts.en).children, Mirror(reflecting: PageTexts.ja).children)
        for (one, other) in zip(english, japanese) {
            let (en, ja) = ("\(one.value)", "\(other.value)")
            #expect(!en.isEmpty && !ja.isEmpty && en != ja, "\(one.label ?? "")")
            #expect(ja.unicodeScalars.contains { $0.value > 0x3000 }, "\(one.label ?? "")")
        }
    }
}
