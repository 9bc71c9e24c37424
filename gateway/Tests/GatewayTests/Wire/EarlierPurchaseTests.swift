import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// An app logs in to the seller with Apple's name for somebody, so they can buy before they have an account here.
@Suite("What was bought before the account was there", .requirement("GATEWAY-6", "GATEWAY-5", "GATEWAY-3"))
struct EarlierPurchaseTests {
    private static let subject = "001.apple.user"

    /// Runs a gateway that sells plans and lets people in by Apple, while `body` runs.
    private func with(
        _ kind: DatabaseKind, tune: (inout GatewayServer.Tuning) -> Void = { _ in },
        _ body: (AppleHome, Sales) async throws -> Void
    ) async throws {
        try await StandInRevenueCat.with { seller in
            try await AppleHome.with(
                kind,
                tune: { tuning, settings in
                    settings.revenueCat = Sales.settings(seller)
                    tune(&tuning)
                }
            ) { home in
                home.gateway.logs.isSecret(StandInRevenueCat.key)
                home.gateway.logs.isSecret(StandInRevenueCat.secret)
                try await body(home, Sales(gateway: home.gateway, seller: seller, time: home.time))
            }
        }
    }

    private func plans(_ sales: Sales) async throws -> [[Value]] {
        try await sales.gateway.engine.rows(Query("SELECT plan FROM accounts")()).map(\.values)
    }

    @Test(
        "A first sign-in asks for the plan, once, and so does one after a deletion", arguments: DatabaseKind.allCases)
    func app(kind: DatabaseKind) async throws {
        try await with(kind) { home, sales in
            sales.seller.subscribe(Self.subject, until: nil)
            try await sales.deliverNewest()
            let unknown = try await sales.count("webhook_inbox WHERE outcome = 'unknown'")
            #expect(unknown == 1)
            for round in 1...2 {
                let app = try await home.signIn()
                let waiting = try await sales.count("jobs WHERE kind = 'billing'")
                #expect(waiting == 1, "\(round)")
                try await sales.run()
                let plans = try await plans(sales)
                #expect(plans == [["pro"]], "\(round)")
                // The account is known by now.
                _ = try await home.signIn()
                let jobs = try await sales.count("jobs")
                #expect(jobs == 0, "\(round)")
                let found = try await home.gateway.store.caller(named: app.text("userId"))
                let person = try #require(found)
                try await home.gateway.server.metering.delete(person)
                // The seller's own limit.
                home.time.advance(milliseconds: 60_000)
            }
        }
    }

    @Test("On the page it is the same", arguments: DatabaseKind.allCases)
    func page(kind: DatabaseKind) async throws {
        try await with(kind) { home, sales in
            sales.seller.subscribe(Self.subject, until: nil)
            let browser = TestBrowser(home.gateway)
            let begun = try await browser.visit("/auth/apple/start")
            let address = try #require(begun.header("location"))
            let asked = try Form(address.drop { $0 != "?" }.dropFirst())
            let token = try AppleToken(
                subject: Self.subject, nonce: "", audience: StandInApple.servicesID, at: home.seconds
            ).with(["nonce": .text(asked["nonce"] ?? "")]).signed()
            home.gateway.logs.isSecret(token)
            try await browser.arrive(
                byFormTo: "/auth/apple/callback",
                [("state", asked["state"] ?? ""), ("code", "c.0.code"), ("id_token", token)],
                from: "https://appleid.apple.com")
            #expect(browser.page.body.contains("You are signed in."))
            try await sales.run()
            let plans = try await plans(sales)
            #expect(plans == [["pro"]])
        }
    }

    @Test("A running gateway does not wait for its round: a first sign-in wakes it", .timeLimit(.minutes(5)))
    func wakes() async throws {
        try await with(
            .sqlite,
            tune: { tuning in
                tuning.runsJobs = true
                tuning.jobPauseMilliseconds = 600_000...600_000
            }
        ) { home, sales in
            sales.seller.subscribe(Self.subject, until: nil)
            let began = ContinuousClock.now
            _ = try await home.signIn()
            var pro: Int64 = 0
            while pro == 0, began.duration(to: .now) < .seconds(40) {
                try await Task.sleep(for: .milliseconds(20))
                pro = try await sales.count("accounts WHERE plan = 'pro'")
            }
            #expect(pro == 1)
        }
    }
}
