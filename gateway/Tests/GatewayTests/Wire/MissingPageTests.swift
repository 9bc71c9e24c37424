import Foundation
import Testing

@testable import Gateway

@Suite("Where there is no page", .requirement("GATEWAY-4", "GATEWAY-1"))
struct MissingPageTests {
    @Test("A reader is told so in their language, with the headers of a page")
    func reader() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let browser = TestBrowser(gateway)
            for path in [
                "/me", "/me/nothing", "/me/devices/x", "/device/nothing", "/signin/x", "/owner/x?a=%ff",
                "/auth/apple/start", "/auth/apple/callback",
            ] {
                let page = try await browser.visit(path)
                #expect(page.status == 404 && page.header("content-type")?.hasPrefix("text/html") == true, "\(path)")
                #expect(page.body.contains("There is nothing here."), "\(path)")
                #expect(page.header("content-security-policy")?.contains("style-src 'self'") == true, "\(path)")
                #expect(page.header("cache-control") == "no-store" && page.header("x-request-id") != nil)
            }
            try await browser.visit("/me/nothing?lang=ja")
            #expect(browser.page.body.contains("ページが見つかりません。") && browser.page.body.contains("lang=\"ja\""))
            browser.headers.append(("Accept-Language", "ja"))
            try await browser.visit("/me/nothing")
            #expect(browser.page.status == 404 && browser.page.body.contains("ページが見つかりません。"))
            let posted = try await gateway.client.post("/me/nothing", [("a", "b")])
            #expect(posted.status == 404 && posted.body.contains("There is nothing here."))
            let other = try await gateway.client.send("PUT", "/me/profile", body: "{}")
            #expect(other.status == 404 && other.body.contains("<html"))
        }
    }

    @Test("What somebody has added to a link does not keep the page away")
    func decorated() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for query in ["fbclid=50%", "x=%zz", "x=%ff", "lang=en&lang=ja"] {
                let page = try await gateway.client.send("GET", "/signin?\(query)")
                #expect(page.status == 200 && !page.body.contains(PageTexts.en.expired), "\(query)")
            }
        }
    }

    @Test("A program gets JSON")
    func program() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for path in ["/nothing", "/mobile/nothing", "/api/me/nothing", "/media", "/auth/nothing"] {
                let answer = try await gateway.client.send("GET", path)
                #expect(answer.status == 404 && answer.text("error") == "not_found", "\(path)")
                #expect(answer.header("content-type") == "application/json")
            }
        }
    }

    @Test("/owner leads to where an owner signs in, or to the household")
    func owner() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let browser = TestBrowser(gateway)
            try await browser.visit("/owner?lang=ja")
            #expect(browser.path == "/signin?lang=ja" && browser.page.body.contains("オーナーコード"))
            try await browser.signIn(gateway)
            try await browser.visit("/owner")
            #expect(browser.path == "/me/people" && browser.page.status == 200)
        }
    }
}
