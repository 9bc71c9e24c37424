import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("An owner has the plan read again on the page", .requirement("GATEWAY-4", "GATEWAY-6", "GATEWAY-3"))
struct PlanPageTests {
    /// A browser in which the user of that number is signed in.
    private func browser(_ number: Int, plan: String = "free", _ sales: Sales) async throws -> TestBrowser {
        try await Sales.makeAccount(number, plan: plan, in: sales.gateway.engine)
        let token = try Token.fresh(.web)
        let hash = token.hash
        _ = try await sales.gateway.engine.write { transaction throws(EngineError) in
            try Store.issueWeb(hash, user: "user-\(number)", by: .invitation, replacing: nil, in: transaction)
        }
        let browser = TestBrowser(sales.gateway)
        browser.cookies[Browser.sessionCookie] = token.text
        sales.gateway.logs.isSecret(token.text)
        return browser
    }

    @Test(
        "A plan of which no event has told is there after the button, which asks once a minute",
        arguments: DatabaseKind.allCases)
    func button(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            let browser = try await browser(1, sales)
            try await browser.visit("/me/plan?lang=en")
            #expect(browser.page.body.contains("<dd>Free</dd>") && browser.page.body.contains("Refresh my plan"))
            // The seller's event gets lost.
            sales.seller.subscribe("user-1", until: nil)
            try await browser.submit("/me/plan/read")
            #expect(browser.path == "/me/plan?note=asked&lang=en")
            #expect(browser.page.body.contains("The shop is being asked."))
            try await sales.run()
            let asked = sales.seller.now.requests
            try await browser.visit("/me/plan?lang=en")
            #expect(browser.page.body.contains("<dd>Pro</dd>") && asked > 0)
            try await browser.submit("/me/plan/read")
            #expect(browser.page.body.contains("asked less than a minute ago"))
            try await sales.run()
            #expect(sales.seller.now.requests == asked)
            sales.time.advance(milliseconds: 60_000)
            try await browser.visit("/me/plan?lang=ja")
            try await browser.submit("/me/plan/read")
            #expect(browser.page.body.contains("販売元に問い合わせています。"))
            try await sales.run()
            #expect(sales.seller.now.requests > asked)
        }
    }

    @Test("A form without its secret, or from elsewhere, asks nothing")
    func guarded() async throws {
        try await Sales.with(.sqlite) { sales in
            let browser = try await browser(1, sales)
            try await browser.visit("/me/plan")
            try await browser.submit("/me/plan/read", [("form", "guess")])
            #expect(browser.page.status == 403)
            try await browser.visit("/me/plan")
            try await browser.submit("/me/plan/read", origin: "https://evil.example")
            #expect(browser.page.status == 403)
            let jobs = try await sales.count("jobs")
            #expect(jobs == 0)
        }
    }

    @Test("It is not there for the owner of the gateway, nor where nothing is sold")
    func absent() async throws {
        try await Sales.with(.sqlite) { sales in
            let owner = try await browser(2, plan: "owner", sales)
            let page = try await owner.visit("/me/plan")
            #expect(page.status == 200 && !page.body.contains("/me/plan/read"))
        }
        try await Sales.with(.sqlite, tune: { _, settings in settings.revenueCat = RevenueCatSettings() }) { sales in
            let browser = try await browser(1, sales)
            let page = try await browser.visit("/me/plan")
            #expect(page.status == 200 && !page.body.contains("/me/plan/read"))
        }
    }
}
