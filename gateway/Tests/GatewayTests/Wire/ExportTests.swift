import Foundation
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("What the export has of purchases and of codes", .requirement("GATEWAY-8", "GATEWAY-3"))
struct ExportTests {
    private func rows(_ browser: TestBrowser, _ name: String) async throws -> [[String: Any]] {
        let file = try await browser.visit("/me/export/anicca.json")
        return file.json[name] as? [[String: Any]] ?? []
    }

    @Test(
        "Events of the seller are in everybody's, codes in the owner's and in that of whom they are for",
        arguments: DatabaseKind.allCases)
    func both(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let engine = household.gateway.engine
            let guest = try await household.enter(try await household.invite())
            let codes = [try await household.invite(by: "/me/people/invite"), try await household.invite()]
            let accounts = try await engine.rows(Query("SELECT id FROM accounts")())
            let account = try #require(accounts.first).text(0)
            let event = Query(
                """
                INSERT INTO webhook_inbox (source, event_id, account_id, type, occurred_at, received_at, done_at,
                  outcome)
                VALUES ('revenuecat', $1, $2, 'RENEWAL', 1800000000000, 1800000001000, 1800000001000, 'owner')
                """)
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(event("event-7", .text(account)))
                try transaction.enqueue(event("event-8", "somebody else's"))
            }
            for browser in [household.browser, guest] {
                let events = try await rows(browser, "purchaseEvents")
                #expect(events.count == 1)
                #expect(events.first?["id"] as? String == "event-7" && events.first?["type"] as? String == "RENEWAL")
                #expect(events.first?["receivedAt"] as? String == "2027-01-15T08:00:01Z")
            }
            let own = try await rows(household.browser, "invitations")
            let theirs = try await rows(guest, "invitations")
            let file = try await guest.visit("/me/export/anicca.json")
            let user = (file.json["user"] as? [[String: Any]])?.first?["id"] as? String
            #expect(user != nil && theirs.map { $0["for"] as? String } == [user])
            let whom = own.map { $0["for"] as? String }
            #expect(whom.count == 2 && whom.contains(nil) && whom.contains(user))
            #expect(theirs.first?["expiresAt"] as? String == "2027-01-16T08:00:00Z")
            // Neither the codes nor what is stored of them.
            let hashes = try await engine.rows(Query("SELECT hash FROM invitations")()).map { try $0.text(0) }
            #expect(hashes.count == 2)
            let whole = try await household.browser.visit("/me/export/anicca.json")
            for secret in hashes + codes + codes.map({ $0.replacing("-", with: "") }) {
                #expect(!whole.body.contains(secret) && !file.body.contains(secret))
            }
        }
    }

    @Test(
        "What talks cost stays in the export of who has the account alone, longer than the talks; a guest's is not in it",
        arguments: DatabaseKind.allCases)
    func oldTalks(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (browser, store) = (household.browser, household.gateway.store)
            func costs() async throws -> [Int?] {
                try await rows(browser, "ledger").filter { ($0["cause"] as? String ?? "").hasPrefix("session:") }
                    .map { $0["minutes"] as? Int }
            }
            try await household.talk(try await household.connect(), "k1", minutes: 3)
            household.talks.time.advance(milliseconds: (Tidying.sessionDays + 1) * Tidying.dayMilliseconds)
            try await Tidying(store: store, logger: household.gateway.logs.logger).tidy()
            let talks = try await household.gateway.engine.rows(Query("SELECT id FROM sessions")())
            #expect(talks.isEmpty)
            try await browser.signIn(household.gateway)
            var minutes = try await costs()
            #expect(minutes == [-3])
            let guest = try await household.enter(try await household.invite())
            let speaker = try await household.connect(by: guest)
            try await household.talk(speaker, "k2", minutes: 5)
            minutes = try await costs()
            #expect(minutes.isEmpty, "whose it was is not known")
            try await guest.visit("/me/delete")
            try await guest.submit("/me/delete", [("sure", "yes")])
            minutes = try await costs()
            #expect(minutes == [-3])
        }
    }
}
