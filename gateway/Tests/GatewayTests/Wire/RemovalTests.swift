import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite(
    "The owner removes a person of the household",
    .requirement("GATEWAY-5", "GATEWAY-8", "GATEWAY-4", "GATEWAY-3", "I15"))
struct RemovalTests {
    /// Whom the owner has invited, with a speaker of their own.
    private struct Guest {
        let browser: TestBrowser
        let speaker: TestSpeaker
        let id: String
    }

    private func guest(_ household: Household) async throws -> Guest {
        let browser = try await household.enter(try await household.invite())
        let speaker = try await household.connect(by: browser)
        return Guest(browser: browser, speaker: speaker, id: try await newest(household))
    }

    private func newest(_ household: Household) async throws -> String {
        let rows = try await household.gateway.engine.rows(
            Query(
                """
                SELECT id FROM users u WHERE NOT EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id)
                  ORDER BY created_at DESC, id DESC LIMIT 1
                """)())
        return try #require(try rows.first?.text(0))
    }

    private func people(_ household: Household) async throws -> Int {
        try await household.gateway.engine.rows(Query("SELECT id FROM users")()).count
    }

    @Test(
        "Removed: the talk ends and counts, speakers and browsers are signed out, no row is left",
        .requirement("I17", "ACCOUNT-4"), arguments: DatabaseKind.allCases)
    func removed(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let own = try await household.connect()
            let guest = try await guest(household)
            _ = try await guest.speaker.send("PUT", "/mobile/profile", json: #"{"displayName":"あかり"}"#)
            let started = try await guest.speaker.start("k1")
            #expect(started.status == 201)
            household.talks.advance(minutes: 2)
            // Two more codes wait, one for the same person.
            let again = try await household.invite(by: "/me/people/invite")
            let other = try await household.invite()
            let call = try #require(household.talks.provider.now.calls.first)
            let traces = [guest.id, try await household.row("speaker-9"), "speaker-9", "Guest room", "あかり", call]
            let browser = household.browser
            try await browser.visit("/me/people")
            #expect(browser.page.body.components(separatedBy: "/me/people/remove?person=").count == 2)
            try await browser.visit("/me/people/remove?person=\(guest.id)&lang=ja")
            #expect(browser.page.body.contains("あかりを外しますか") && browser.page.body.contains("元には戻せません"))
            try await browser.visit("/me/people/remove?person=\(guest.id)&lang=en")
            #expect(browser.page.body.contains("Remove あかり?"))
            #expect(browser.page.body.contains("?lang=ja&amp;person=\(guest.id)"))
            #expect(browser.page.body.utf8.count + PageTemplates.style.utf8.count <= 30 << 10)
            try await browser.submit("/me/people/remove")
            #expect(browser.page.body.contains("Tick the box if you want to remove this person."))
            let still = try await guest.speaker.get("/mobile/entitlement")
            #expect(still.status == 200)
            try await browser.submit("/me/people/remove", [("sure", "yes")])
            #expect(browser.page.body.contains("The person is removed and their data is deleted."))
            #expect(!browser.page.body.contains("/me/people/remove?person="))
            let refused = try await guest.speaker.get("/mobile/entitlement")
            #expect(refused.status == 401 && refused.text("error") == "invalid_token")
            let rotation = try await guest.speaker.send(rotationWith: guest.speaker.token)
            #expect(rotation.status == 401)
            try await guest.browser.visit("/me/plan")
            #expect(guest.browser.page.body.contains("<h1>Sign in</h1>"))
            try await household.talks.sweep.hangUp()
            #expect(household.talks.provider.now.calls.isEmpty)
            for (table, row) in try await Household.everything(in: household.gateway.engine, kind) {
                for trace in traces { #expect(!row.contains(trace), "\(table): \(row)") }
            }
            let left = try await own.get("/mobile/entitlement")
            #expect(left.status == 200 && left.left("monthly_usage_remaining") == 28)
            let audit = try await household.gateway.engine.rows(
                Query(
                    """
                    SELECT action, detail FROM audit WHERE action IN ('deletion', 'person-removed') ORDER BY action
                    """)())
            #expect(audit.map(\.values) == [["deletion", nil], ["person-removed", nil]])
            // The code for them is gone, the other one is not.
            let late = try await household.enter(again)
            #expect(late.page.body.contains("That code is wrong"))
            let next = try await household.enter(other)
            #expect(next.page.body.contains("minutes left"))
        }
    }

    @Test(
        "Nobody but the owner removes, and only an invited person of the household", arguments: DatabaseKind.allCases)
    func refused(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let guest = try await guest(household)
            let (browser, engine) = (household.browser, household.gateway.engine)
            try await Sales.makeAccount(5, in: engine)
            let owner = try await engine.rows(Query("SELECT user_id FROM identities WHERE provider = 'owner'")())
            let ownerID = try #require(try owner.first?.text(0))
            // The owner, a stranger and nobody: not even a question.
            for id in [ownerID, "user-5", "usr_0nobody"] {
                try await browser.visit("/me/people/remove?person=\(id)")
                #expect(browser.path.contains("error=gone"))
                try await browser.visit("/me/people/remove?person=\(guest.id)")
                try await browser.submit("/me/people/remove", [("person", id), ("sure", "yes")])
                #expect(browser.path.contains("error=gone"))
            }
            // A form without its secret, or from elsewhere.
            try await browser.visit("/me/people/remove?person=\(guest.id)")
            let form = browser.page
            try await browser.send(page: form, "/me/people/remove", [("form", "guess"), ("sure", "yes")])
            #expect(browser.page.status == 403)
            try await browser.send(page: form, "/me/people/remove", [("sure", "yes")], origin: "https://evil.example")
            #expect(browser.page.status == 403)
            // The guest, about the owner and about themself.
            for id in [ownerID, guest.id] {
                try await guest.browser.visit("/me/people/remove?person=\(id)")
                #expect(guest.browser.page.status == 403)
            }
            try await guest.browser.visit("/")
            try await guest.browser.send(
                page: guest.browser.page, "/sign-out", [("person", ownerID), ("sure", "yes")], to: "/me/people/remove")
            #expect(guest.browser.page.status == 403)
            // Whose sign-in is old signs in again, and is led back.
            household.talks.advance(minutes: 11)
            try await browser.send(page: form, "/me/people/remove", [("sure", "yes")])
            #expect(browser.page.body.contains("Please sign in again"))
            #expect(browser.page.body.contains("name=\"next\" value=\"people\""))
            let people = try await people(household)
            #expect(people == 3)
        }
    }

    @Test("The command removes whom the page would, and not the owner", arguments: DatabaseKind.allCases)
    func command(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let guest = try await guest(household)
            let (store, metering) = (household.gateway.store, household.gateway.server.metering)
            for person in try await store.people() {
                let caller = try #require(try await store.caller(named: person.id))
                let removal = try await metering.delete(caller, by: .command)
                #expect(removal == (person.isOwner ? .refused : .removed))
            }
            let people = try await store.people()
            #expect(people.map(\.isOwner) == [true])
            // The audit says that it was the command, and does not name who was removed.
            let audit = try await household.gateway.engine.rows(
                Query("SELECT user_id, detail FROM audit WHERE action = 'deletion'")())
            #expect(audit.map(\.values) == [[nil, "command"]])
            let answer = try await guest.speaker.get("/mobile/entitlement")
            #expect(answer.status == 401)
        }
    }

    @Test(
        "A start that was let in before its person was removed, or its speaker signed out, opens nothing",
        arguments: DatabaseKind.allCases)
    func overtaken(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (store, metering) = (household.gateway.store, household.gateway.server.metering)
            for isRemoval in [false, true] {
                let guest = try await guest(household)
                let token = try #require(Token(.device, sent: guest.speaker.token))
                guard case .caller(let caller) = try await store.authenticate(token) else {
                    Issue.record("not signed in")
                    continue
                }
                let device = try #require(caller.device)
                if isRemoval {
                    try await metering.delete(caller)
                } else {
                    _ = try await household.gateway.client.post("/auth/revoke", [("token", guest.speaker.token)])
                }
                for isTalk in [true, false] {
                    let ask = Metering.Ask(
                        caller: caller, device: device, key: "late-\(isTalk)", habit: isTalk ? nil : "wake",
                        isTalk: isTalk, resumes: nil)
                    await #expect(throws: EngineError.gone) { try await metering.open(ask) }
                }
                let open = try await household.gateway.engine.rows(
                    Query("SELECT id FROM sessions WHERE device = $1 AND ended_at IS NULL")(.text(device)))
                #expect(open.isEmpty)
            }
        }
    }

    @Test(
        "What was let in before its person was removed finds nobody, and notes nothing",
        arguments: DatabaseKind.allCases)
    func letIn(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let store = household.gateway.store
            let guest = try await guest(household)
            let caller = try #require(try await store.caller(named: guest.id))
            let speaker = TestSpeaker(household.gateway, id: "speaker-8")
            try await speaker.ask()
            let grants = try await household.gateway.engine.rows(
                Query("SELECT device_code_hash FROM device_grants WHERE device_id = 'speaker-8'")())
            let grant = try #require(grants.first).text(0)
            let (code, block) = (try #require(UserCode(typed: "000000000")), AddressBlock.local)
            try await household.gateway.server.metering.delete(caller)
            for approve in [true, false] {
                await #expect(throws: EngineError.gone) {
                    try await store.decide(grant: grant, by: caller, approve: approve)
                }
            }
            await #expect(throws: EngineError.gone) { try await store.lookUp(code, by: caller, from: block) }
            await #expect(throws: EngineError.gone) { try await store.export(of: caller) }
            await #expect(throws: EngineError.gone) { try await store.take(.speech(user: caller.user), of: caller) }
            for (table, row) in try await Household.everything(in: household.gateway.engine, kind) {
                #expect(!row.contains(guest.id), "\(table): \(row)")
            }
        }
    }

    @Test(
        "Removing twice at once, while the person talks and the owner leaves, removes once or not at all",
        arguments: DatabaseKind.allCases)
    func together(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            for round in 0..<4 {
                if round > 0 { try await household.browser.signIn(household.gateway) }
                let guest = try await guest(household)
                let (store, metering) = (household.gateway.store, household.gateway.server.metering)
                var callers: [Caller] = []
                for person in try await store.people() where person.id == guest.id || person.isOwner {
                    callers.append(try #require(try await store.caller(named: person.id)))
                }
                let owner = try #require(callers.first { $0.user != guest.id })
                let person = try #require(callers.first { $0.user == guest.id })
                let speaker = guest.speaker
                let (token, gateway) = (speaker.token, household.gateway)
                let removals = try await withThrowingTaskGroup(of: Metering.Removal?.self) { group in
                    for _ in 0..<2 {
                        group.addTask {
                            do throws(EngineError) {
                                return try await metering.delete(person, by: .housemate(owner))
                            } catch .gone { return nil }
                        }
                    }
                    group.addTask {
                        let talker = TestSpeaker(gateway, id: "speaker-9")
                        talker.token = token
                        for step in 0..<6 {
                            let answer = try await talker.start("\(round)-\(step)")
                            #expect([201, 401].contains(answer.status))
                        }
                        return nil
                    }
                    if round % 2 == 1 {
                        group.addTask {
                            try await metering.delete(owner)
                            return nil
                        }
                    }
                    return try await group.reduce(into: [Metering.Removal]()) { all, one in
                        if let one { all.append(one) }
                    }
                }
                #expect(removals.filter { $0 == .removed }.count <= 1)
                if round % 2 == 0 { #expect(removals.contains(.removed)) }
                if !removals.contains(.removed) { try await metering.delete(person) }
                let rest = try await gateway.engine.rows(
                    Query("SELECT id FROM sessions WHERE user_id = $1")(.text(guest.id)))
                #expect(rest.isEmpty)
                try await household.talks.sweep.hangUp()
                #expect(household.talks.provider.now.calls.isEmpty)
            }
        }
    }
}
