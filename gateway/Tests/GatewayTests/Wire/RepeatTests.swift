import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite(
    "A form that is sent again, because its answer was lost or somebody tapped twice",
    .requirement("GATEWAY-5", "GATEWAY-3"))
struct RepeatTests {
    private static let wrong = "That code is wrong, was used, or has ended."
    private static let unused = 600 * 3_600_000 as Int64

    /// A browser that has used a code, and what it needs to send the same form again.
    private struct Tap {
        let browser: TestBrowser
        let code: String
        let page: LoopbackClient.Answer
        let cookies: [String: String]

        init(_ code: String, _ household: Household) async throws {
            let browser = TestBrowser(household.gateway, from: "203.0.113.9")
            self.browser = browser
            self.code = code
            try await browser.visit("/signin?lang=en")
            page = browser.page
            cookies = browser.cookies
            try await browser.submit("/signin", [("code", code)])
            #expect(browser.page.body.contains("You are signed in."))
        }

        /// With the cookies of the first time: its answer has not arrived.
        func again() async throws {
            browser.cookies = cookies
            try await browser.send(page: page, "/signin", [("code", code)])
        }
    }

    private func count(_ table: String, _ household: Household) async throws -> Int {
        try await household.gateway.engine.rows(Query("SELECT * FROM \(table)")()).count
    }

    private func ownerCode(_ household: Household) async throws -> String {
        let code = try await household.gateway.store.makeOwnerCode()
        household.gateway.logs.isSecret(code.text)
        household.gateway.logs.isSecret(code.grouped)
        return code.grouped
    }

    @Test(
        "An invitation signs the same person in again, and an owner code, too; neither is a guess",
        arguments: DatabaseKind.allCases)
    func codes(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let gateway = household.gateway
            for code in [try await household.invite(), try await ownerCode(household)] {
                let tap = try await Tap(code, household)
                for _ in 0..<2 {
                    let before = tap.browser.cookies
                    try await tap.again()
                    #expect(tap.browser.page.body.contains("You are signed in."))
                    // There is one sign-in, whichever answer arrives.
                    var isIn = try await BrowserTests.works(before, gateway)
                    #expect(!isIn)
                    isIn = try await BrowserTests.works(tap.browser.cookies, gateway)
                    #expect(isIn)
                }
                let people = try await count("users", household)
                #expect(people == 2)
            }
            let left = try await gateway.engine.rows(
                Query("SELECT units FROM rate_limits WHERE bucket = 'guess:sign-in'")())
            #expect(left.map(\.values) == [[.integer(Self.unused)]])
            let ways = try await gateway.engine.rows(
                Query("SELECT way, COUNT(*) FROM credentials GROUP BY way ORDER BY way")())
            #expect(ways.map(\.values) == [["invitation", 3], ["owner-code", 4]])
        }
    }

    @Test(
        "For another browser, after two minutes and after signing out the code is used",
        arguments: DatabaseKind.allCases)
    func bounds(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let first = try await Tap(try await household.invite(), household)
            let other = try await household.enter(first.code)
            #expect(other.page.body.contains(Self.wrong))
            try await first.browser.submit("/sign-out")
            try await first.again()
            #expect(first.browser.page.body.contains(Self.wrong))
            let second = try await Tap(try await household.invite(), household)
            household.talks.time.advance(milliseconds: OwnerCode.repeatMilliseconds - 1)
            try await second.again()
            #expect(second.browser.page.body.contains("You are signed in."))
            household.talks.time.advance(milliseconds: 1)
            try await second.again()
            #expect(second.browser.page.body.contains(Self.wrong))
        }
    }

    @Test("Whoever was deleted is not made again by it", arguments: DatabaseKind.allCases)
    func deleted(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let tap = try await Tap(try await household.invite(), household)
            try await tap.browser.visit("/me/delete")
            try await tap.browser.submit("/me/delete", [("sure", "yes")])
            try await tap.again()
            #expect(tap.browser.page.body.contains(Self.wrong))
            let people = try await count("users", household)
            #expect(people == 1)
            let kept = try await count("used_codes", household)
            #expect(kept == 1, "the owner's own")
        }
    }

    @Test("Eight at once make one person with one sign-in", arguments: DatabaseKind.allCases)
    func together(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let store = household.gateway.store
            for typed in [try await household.invite(), try await ownerCode(household)] {
                let (code, form) = (try #require(OwnerCode(typed: typed)), try Token.fresh(.form))
                let answers = try await withThrowingTaskGroup(of: OwnerAnswer.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try await store.signIn(code, from: .local, web: try Token.fresh(.web), form: form)
                        }
                    }
                    return try await group.reduce(into: Set<OwnerAnswer>()) { _ = $0.insert($1) }
                }
                guard answers.count == 1, case .signedIn(let user)? = answers.first else {
                    Issue.record("\(answers)")
                    return
                }
                let all = try await household.gateway.engine.rows(
                    Query("SELECT user_id FROM used_codes WHERE form_hash = $1")(.text(form.hash)))
                #expect(all.map(\.values) == [[.text(user)]])
                let living = try await household.gateway.engine.rows(
                    Query(
                        """
                        SELECT c.hash FROM credentials c JOIN used_codes d ON d.session_hash = c.hash
                        WHERE d.form_hash = $1 AND c.revoked_at IS NULL
                        """)(.text(form.hash)))
                #expect(living.count == 1)
            }
            let people = try await count("users", household)
            #expect(people == 2)
            let revoked = try await household.gateway.engine.rows(
                Query("SELECT hash FROM credentials WHERE revoked_at IS NOT NULL")())
            #expect(revoked.count == 14)
        }
    }

    private typealias OwnerAnswer = Store.OwnerSignIn

    @Test(
        "Yes to a speaker twice, and its code again: it is connected, and that is no guess",
        arguments: DatabaseKind.allCases)
    func approval(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (gateway, browser) = (household.gateway, household.browser)
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            let address = "/device?user_code=\(speaker.userCode)"
            try await browser.visit(address + "&lang=en")
            let page = browser.page
            try await browser.submit("/device/decision", [("decision", "approve")])
            // Approved, then with a token that nobody has used, then with one in use.
            for step in 0..<3 {
                if step == 1 { try await speaker.poll() }
                if step == 2 { _ = try await speaker.get("/mobile/entitlement") }
                try await browser.send(page: page, "/device/decision", [("decision", "approve")])
                #expect(browser.page.body.contains("<h1>Connected</h1>"), "\(step)")
                try await browser.visit(address + "&lang=en")
                #expect(browser.page.body.contains("<h1>Connected</h1>"), "\(step)")
            }
            let guest = try await household.enter(try await household.invite())
            try await guest.visit(address)
            #expect(guest.page.body.contains("No speaker waits with this code."), "somebody else's")
            let wrong = try await gateway.engine.rows(
                Query("SELECT user_id FROM audit WHERE action = 'wrong-speaker-code'")())
            #expect(wrong.count == 1)
            let approvals = try await gateway.engine.rows(Query("SELECT key FROM audit WHERE action = 'approve'")())
            #expect(approvals.count == 1)
            try await browser.visit(address)
            try await browser.submit("/device/take-back")
            try await browser.visit(address)
            #expect(browser.page.body.contains("No speaker waits with this code."), "taken back")
        }
    }

    @Test("No to a speaker twice says the same twice, and Yes after it comes too late")
    func denial() async throws {
        try await Household.with(.sqlite) { household in
            let browser = household.browser
            let speaker = TestSpeaker(household.gateway)
            try await speaker.ask()
            try await browser.visit("/device?user_code=\(speaker.userCode)&lang=en")
            let page = browser.page
            for _ in 0..<2 {
                try await browser.send(page: page, "/device/decision", [("decision", "deny")])
                #expect(browser.page.body.contains("The speaker was not connected."))
            }
            try await browser.send(page: page, "/device/decision", [("decision", "approve")])
            #expect(browser.page.body.contains("That code has ended, or somebody has answered already."))
        }
    }
}
