import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("The people of a household", .requirement("GATEWAY-5", "GATEWAY-4", "GATEWAY-3"))
struct PeopleTests {
    private func count(_ table: String, _ household: Household) async throws -> Int {
        try await household.gateway.engine.rows(Query("SELECT * FROM \(table)")()).count
    }

    @Test(
        "Whoever is invited shares the plan, sees only their own, and invites nobody", arguments: DatabaseKind.allCases)
    func invited(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let own = try await household.connect()
            try await household.talk(own, "k1", minutes: 4)
            try await household.browser.signIn(household.gateway)
            let code = try await household.invite()
            #expect(code.count == 14 && OwnerCode(typed: code) != nil)
            #expect(household.browser.page.body.contains("<svg class=\"qr\""))
            #expect(household.browser.page.body.contains("Somebody new"))
            let stored = try await Household.everything(in: household.gateway.engine, kind)
            #expect(!stored.contains { $0.row.contains(code.replacing("-", with: "")) || $0.row.contains(code) })
            let guest = try await household.enter(code)
            #expect(guest.path.hasPrefix("/") && guest.page.body.contains("26 of 30 minutes left"))
            #expect(guest.page.body.contains("No speaker is connected yet."))
            // It works once.
            let second = try await household.enter(code)
            #expect(second.page.body.contains("That code is wrong, was used, or has ended."))
            try await guest.visit("/me/people")
            #expect(guest.page.body.contains("(Owner)") && guest.page.body.contains("(You)"))
            #expect(!guest.page.body.contains("/me/people/"))
            try await household.browser.visit("/me/people")
            #expect(household.browser.page.body.contains("(You, the owner)"))
            #expect(!household.browser.page.body.contains("/me/people/withdraw"))
            // Their own speaker talks at the same cost.
            let speaker = try await household.connect(by: guest)
            try await household.talk(speaker, "k1", minutes: 6)
            let left = try await own.get("/mobile/entitlement")
            #expect(left.left("monthly_usage_remaining") == 20)
            try await household.browser.visit("/me/devices")
            #expect(!household.browser.page.body.contains("Guest room"))
            try await guest.visit("/me/history")
            #expect(guest.page.body.contains("6 minutes") && !guest.page.body.contains("4 minutes"))
            let audit = try await household.gateway.engine.rows(
                Query("SELECT detail FROM audit WHERE action = 'user-made'")())
            #expect(audit.map(\.values) == [["invited"]])
            // What each takes along has their own talks alone, and what was granted to both.
            for (browser, minutes) in [(guest, -6), (household.browser, -4)] {
                let file = try await browser.visit("/me/export/anicca.json")
                let ledger = file.json["ledger"] as? [[String: Any]] ?? []
                let talks = ledger.filter { ($0["cause"] as? String ?? "").hasPrefix("session:") }
                #expect(talks.map { $0["minutes"] as? Int } == [minutes])
                #expect(ledger.contains { ($0["cause"] as? String)?.hasPrefix("grant:") == true })
            }
            // Who leaves takes nothing along.
            try await guest.visit("/me/delete")
            try await guest.submit("/me/delete", [("sure", "yes")])
            let after = try await own.get("/mobile/entitlement")
            #expect(after.status == 200 && after.left("monthly_usage_remaining") == 20)
            let people = try await count("users", household)
            #expect(people == 1)
        }
    }

    @Test(
        "The months of a household follow the owner's time zone, not a guest's, and that of whoever is left alone",
        .requirement("GATEWAY-2"), arguments: DatabaseKind.allCases)
    func zones(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let own = try await household.connect()
            let guest = try await household.enter(try await household.invite())
            let speaker = try await household.connect(by: guest)
            func end(with zone: String, by one: TestSpeaker) async throws -> Int64 {
                let answer = try await one.send("PUT", "/mobile/profile", json: #"{"timeZone":"\#(zone)"}"#)
                #expect(answer.status == 200 && answer.text("timeZone") == zone)
                return try await one.get("/mobile/entitlement").left("period_ends_at")
            }
            let (utc, hour): (Int64, Int64) = (1_801_440_000, 3_600)
            var ends = try await end(with: "Asia/Tokyo", by: speaker)
            #expect(ends == utc)
            ends = try await end(with: "Asia/Tokyo", by: own)
            #expect(ends == utc - 9 * hour)
            try await household.browser.visit("/me/delete")
            try await household.browser.submit("/me/delete", [("sure", "yes")])
            ends = try await end(with: "America/New_York", by: speaker)
            #expect(ends == utc + 5 * hour)
        }
    }

    @Test(
        "Whoever becomes the owner after one has left has the household that is there",
        .requirement("GATEWAY-5"), arguments: DatabaseKind.allCases)
    func leftBehind(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let guest = try await household.enter(try await household.invite())
            try await household.browser.visit("/me/delete")
            try await household.browser.submit("/me/delete", [("sure", "yes")])
            let hasOwner = try await household.gateway.store.hasOwner()
            #expect(!hasOwner)
            try await household.browser.signIn(household.gateway)
            #expect(try await count("accounts", household) == 1)
            // They share the plan again, and the owner can remove people and invite others.
            try await guest.visit("/me/people")
            #expect(guest.page.body.contains("(Owner)") && guest.page.body.contains("(You)"))
            try await household.browser.visit("/me/people")
            #expect(household.browser.page.body.contains("/me/people/remove?person="))
            // After the last one has gone there is nothing to come back to.
            for browser in [guest, household.browser] {
                try await browser.visit("/me/delete")
                try await browser.submit("/me/delete", [("sure", "yes")])
            }
            #expect(try await count("accounts", household) == 0)
            try await household.browser.signIn(household.gateway)
            #expect(try await count("accounts", household) == 1)
        }
    }

    @Test(
        "A guest's own form, a form without its secret and an old sign-in make no code",
        arguments: DatabaseKind.allCases)
    func guarded(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let guest = try await household.enter(try await household.invite())
            try await guest.visit("/me/people")
            try await household.browser.visit("/me/people")
            try await household.browser.submit("/me/people/new", [("form", "guess")])
            #expect(household.browser.page.status == 403)
            try await household.browser.visit("/me/people")
            try await household.browser.submit("/me/people/new", origin: "https://evil.example")
            #expect(household.browser.page.status == 403)
            // The guest has a form of their own, whose secret is good.
            try await guest.visit("/")
            let form = guest.page.body.components(separatedBy: "name=\"form\" value=\"").dropFirst().first
            let secret = try #require(form?.components(separatedBy: "\"").first)
            let cookies = guest.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let headers = [("Cookie", cookies), ("Origin", RunningGateway.publicAddress)]
            let refused = try await household.gateway.client.post(
                "/me/people/new", [("form", secret)], headers: headers)
            #expect(refused.status == 403)
            // Ten minutes later it asks for another sign-in, and leads back.
            try await household.browser.visit("/me/people")
            household.talks.advance(minutes: 11)
            try await household.browser.submit("/me/people/new")
            #expect(household.browser.page.body.contains("Please sign in again"))
            #expect(household.browser.page.body.contains("name=\"next\" value=\"people\""))
            let waiting = try await count("invitations", household)
            #expect(waiting == 0)
        }
    }

    @Test("A code ends after a day, can be withdrawn, and ten wait at most", arguments: DatabaseKind.allCases)
    func ends(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let browser = household.browser
            let late = try await household.invite()
            household.talks.time.advance(milliseconds: 24 * 3_600_000)
            let tooLate = try await household.enter(late)
            #expect(tooLate.page.body.contains("That code is wrong"))
            try await browser.signIn(household.gateway)
            let withdrawn = try await household.invite()
            try await browser.visit("/me/people")
            #expect(browser.page.body.contains("Until Sun 17 January 2027, 08:00"))
            try await browser.submit("/me/people/withdraw")
            #expect(browser.page.body.contains("The code is withdrawn."))
            let gone = try await household.enter(withdrawn)
            #expect(gone.page.body.contains("That code is wrong"))
            for _ in 0..<Store.mostInvitations { _ = try await household.invite() }
            try await browser.visit("/me/people?lang=ja")
            #expect(browser.page.body.components(separatedBy: "action=\"/me/people/withdraw\"").count == 11)
            #expect(browser.page.body.contains("取り消す") && browser.page.body.contains("だれかを招く"))
            try await browser.submit("/me/people/new")
            #expect(browser.path.contains("error=many"))
            #expect(browser.page.body.utf8.count + PageTemplates.style.utf8.count <= 30 << 10)
            let people = try await count("users", household)
            #expect(people == 1)
        }
    }

    @Test("A person who lost their phone gets a code for themselves", arguments: DatabaseKind.allCases)
    func again(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let guest = try await household.enter(try await household.invite())
            let code = try await household.invite(by: "/me/people/invite")
            let other = try await household.enter(code)
            #expect(other.page.status == 200)
            let people = try await count("users", household)
            #expect(people == 2)
            for browser in [guest, other] {
                try await browser.visit("/me/people")
                #expect(browser.page.body.contains("(You)"))
            }
            // Somebody else's person is nobody here.
            try await household.browser.visit("/me/people")
            try await household.browser.submit("/me/people/invite", [("person", "usr_0nobody")])
            #expect(household.browser.path.contains("error=gone"))
        }
    }

    @Test("One code that many enter at once lets one in", arguments: DatabaseKind.allCases)
    func together(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let code = try #require(OwnerCode(typed: try await household.invite()))
            let store = household.gateway.store
            let letIn = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let answer = try await store.signIn(code, from: .local, web: try Token.fresh(.web))
                        if case .signedIn = answer { return true }
                        return false
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(letIn == 1)
            let people = try await count("users", household)
            #expect(people == 2)
        }
    }

    @Test("The address in the picture fills in the code")
    func prefilled() async throws {
        try await Household.with(.sqlite) { household in
            let code = try await household.invite()
            let browser = TestBrowser(household.gateway)
            try await browser.visit("/signin?code=\(code.replacing("-", with: ""))")
            #expect(browser.page.body.contains("value=\"\(code)\""))
            try await browser.visit("/signin?code=%22%3E%3Cb%3E")
            #expect(!browser.page.body.contains("<b>"))
        }
    }
}
