import Foundation
import GatewayRules
import Testing

@testable import Gateway

@Suite("A form that is too old leads to a fresh one", .requirement("GATEWAY-4"))
struct FreshFormTests {
    /// Where the page's button leads; nil: it has none.
    private func link(_ page: LoopbackClient.Answer) -> String? {
        page.body.components(separatedBy: "<p><a class=\"button\" href=\"").dropFirst().first?
            .components(separatedBy: "\"").first?.replacing("&amp;", with: "&")
    }

    @Test("The sign-in keeps the speaker that waits and where it leads, and not the code, in both languages")
    func signIn() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let code = try await gateway.store.makeOwnerCode()
            gateway.logs.isSecret(code.text)
            let browser = TestBrowser(gateway)
            try await browser.visit("/signin?lang=ja&user_code=482913775&next=plan")
            // The browser has forgotten its secret, as it does when it is closed.
            browser.cookies = [:]
            try await browser.submit("/signin", [("code", code.text)])
            #expect(browser.page.status == 403 && !browser.page.body.contains(code.text))
            #expect(browser.page.body.contains(PageTexts.ja.expired))
            #expect(browser.page.body.contains(PageTexts.ja.freshForm))
            #expect(browser.page.body.contains("href=\"/signin?lang=en&amp;user_code=482913775&amp;next=plan\""))
            let fresh = try #require(link(browser.page))
            #expect(fresh == "/signin?user_code=482913775&next=plan&lang=ja")
            try await browser.visit(fresh)
            #expect(browser.page.status == 200)
            try await browser.submit("/signin", [("code", code.text)])
            #expect(browser.path == "/device?user_code=482913775&lang=ja")
            let other = TestBrowser(gateway)
            try await other.visit("/signin")
            other.cookies = [:]
            try await other.submit("/signin", [("code", "ACDE-FGHJ-KMNP")])
            #expect(other.page.body.contains(PageTexts.en.freshForm))
            #expect(link(other.page) == "/signin?lang=en")
        }
    }

    @Test("Behind the button is the same form, wherever it was")
    func everyForm() async throws {
        try await Household.with(.sqlite) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            _ = try await speaker.send("PUT", "/mobile/profile", json: #"{"habits":[{"id":"wake","at":"06:00"}]}"#)
            let device = try await household.row("speaker-1")
            let forms: [(page: String, action: String)] = [
                ("/me/devices?device=\(device)", "/me/devices/rename"),
                ("/me/devices?device=\(device)", "/me/devices/sign-out"), ("/me/profile", "/me/profile"),
                ("/me/habits?edit=wake", "/me/habits"), ("/me/people", "/me/people/new"), ("/me/delete", "/me/delete"),
                ("/device", "/device"), ("/", "/sign-out"),
            ]
            for form in forms {
                try await browser.visit(form.page)
                try await browser.submit(form.action, [("form", "guess")])
                #expect(browser.page.status == 403, "\(form.action)")
                let fresh = try #require(link(browser.page), "\(form.action)")
                try await browser.visit(fresh)
                #expect(browser.page.status == 200, "\(fresh)")
                #expect(browser.page.body.contains("method=\"post\" action=\"\(form.action)\""), "\(fresh)")
            }
            // A form from another site is no old one.
            try await browser.visit("/me/profile")
            try await browser.submit("/me/profile", origin: "https://evil.example")
            #expect(browser.page.status == 403 && link(browser.page) == nil)
        }
    }

    @Test("The page of a form is by its address, and takes along what it is about, encoded and bounded")
    func places() throws {
        func address(_ action: String, _ form: String = "") throws -> String {
            try FormPage(sentTo: action, Form(form)).address(nil)
        }
        for (action, page) in [
            ("/device/decision", "/device"), ("/me/people/withdraw", "/me/people"), ("/me/passkeys", "/me/passkeys"),
            ("/me/devices/browser", "/me/devices"), ("/signin/passkey/answer", "/signin"), ("/sign-out", "/"),
            ("/auth/apple/callback", "/signin"), ("/me/plan/read", "/me/plan"), ("/me/invented", "/"), ("/x", "/"),
        ] {
            #expect(try address(action) == page, "\(action)")
        }
        #expect(try address("/device/take-back", "grant=a-b_c") == "/device/done?grant=a-b_c")
        #expect(try address("/me/passkeys/rename", "passkey=psk_1&name=x") == "/me/passkeys?passkey=psk_1")
        #expect(try address("/me/people/remove", "person=usr_1") == "/me/people/remove?person=usr_1")
        #expect(try address("/me/habits", "habit=%22%3E%26a%3Db") == "/me/habits?edit=%22%3E%26a%3Db")
        let long = String(repeating: "x", count: 201)
        #expect(try address("/me/habits", "habit=\(long)") == "/me/habits")
    }
}
