import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A person's data: taken along, and deleted", .requirement("GATEWAY-8", "GATEWAY-3", "I15"))
struct DeletionTests {
    @Test("The export has everything under names that stay, and no hash", arguments: DatabaseKind.allCases)
    func export(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (browser, speaker) = (household.browser, try await household.connect(name: "Bedroom"))
            _ = try await speaker.send(
                "PUT", "/mobile/profile", json: #"{"displayName":"あかり","habits":[{"id":"wake"}]}"#)
            try await household.talk(speaker, "key-of-request", minutes: 3)
            try await browser.visit("/me/export")
            #expect(browser.page.body.contains("/me/export/anicca.json"))
            let page = try await browser.visit("/me/export/anicca.json")
            #expect(page.status == 200 && page.header("content-type") == "application/json")
            #expect(page.header("content-disposition") == "attachment; filename=\"anicca.json\"")
            #expect(page.header("cache-control") == "no-store")
            let names = [
                "format", "madeAt", "profile", "account", "user", "identities", "appleTokens", "devices", "requests",
                "signIns",
                "passkeys", "planChanges", "purchaseEvents", "invitations", "sessions", "ledger", "voices", "audit",
                "isComplete",
            ]
            #expect(Set(page.json.keys) == Set(names))
            #expect(page.json["isComplete"] as? Bool == true)
            func first(_ name: String) -> [String: Any] { (page.json[name] as? [[String: Any]])?.first ?? [:] }
            #expect((page.json["profile"] as? [String: Any])?["displayName"] as? String == "あかり")
            #expect(first("devices")["name"] as? String == "Bedroom")
            #expect(first("sessions")["minutes"] as? Int == 3 && first("sessions")["endedBy"] as? String == "stop")
            #expect(first("sessions")["startedAt"] as? String == "2027-01-15T08:00:00Z")
            let causes = (page.json["ledger"] as? [[String: Any]] ?? []).compactMap { $0["cause"] as? String }
            #expect(causes.contains("grant:2027-01") && causes.contains { $0.hasPrefix("session:") })
            let actions = (page.json["audit"] as? [[String: Any]] ?? []).compactMap { $0["action"] as? String }
            #expect(Set(actions) == ["owner-made", "web-sign-in", "approve", "speaker-sign-in", "export"])
            // The operator's command finds the person and gives the same.
            let store = Store(engine: household.gateway.engine)
            let people = try await store.people()
            #expect(people.map(\.name) == ["あかり"] && people.first?.isOwner == true)
            let caller = try await store.caller(named: people.first?.id ?? "")
            let same = try await store.export(of: try #require(caller), isByCommand: true)
            #expect(names.allSatisfy { same[$0] != nil })
            let exports = try await household.gateway.engine.rows(
                Query("SELECT detail FROM audit WHERE action = 'export' ORDER BY at, detail IS NOT NULL")())
            #expect(try exports.map { try $0.textIfAny(0) } == [nil, "command"])
            let nobody = try await store.caller(named: "usr_invented")
            #expect(nobody == nil)
            for row in try await household.gateway.engine.rows(
                Query("SELECT hash FROM credentials UNION ALL SELECT device_code_hash FROM device_grants")())
            {
                #expect(!page.body.contains(try row.text(0)))
            }
            #expect(!page.body.contains(speaker.token))
            // What cannot be taken back needs a fresh sign-in, and leads back to the page.
            household.talks.advance(minutes: 10)
            try await browser.visit("/me/export/anicca.json")
            #expect(browser.page.body.contains("Please sign in again"))
            try await browser.visit("/me/delete")
            #expect(browser.page.body.contains("Please sign in again"))
            let code = try await household.gateway.store.makeOwnerCode()
            household.gateway.logs.isSecret(code.text)
            try await browser.submit("/signin", [("code", code.grouped)])
            #expect(browser.path.hasPrefix("/me/delete"))
        }
    }

    /// What must not be found in the database: ids and words of a person.
    private func traces(of household: Household) async throws -> [String] {
        var traces = ["あかり", "Bedroom", "speaker-1"]
        for query in ["SELECT id FROM users", "SELECT id FROM accounts", "SELECT id FROM devices"] {
            for row in try await household.gateway.engine.rows(Query(query)()) { traces.append(try row.text(0)) }
        }
        return traces
    }

    @Test(
        "Deleting asks once more, settles what is on, and leaves no row behind", .requirement("I17"),
        arguments: DatabaseKind.allCases)
    func deletion(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (browser, speaker) = (household.browser, try await household.connect(name: "Bedroom"))
            _ = try await speaker.send(
                "PUT", "/mobile/profile", json: #"{"displayName":"あかり","timeZone":"Asia/Tokyo"}"#)
            try await household.talk(speaker, "k1", minutes: 5)
            _ = try await speaker.start("p1", phase: "prepare")
            let started = try await speaker.start("k2")
            #expect(started.status == 201)
            household.talks.advance(minutes: 2)
            // A wrong guess, and a code that waits: they name the person, too.
            try await browser.visit("/device?user_code=111111111")
            try await TestSpeaker(household.gateway, id: "speaker-1").ask(name: "Bedroom")
            let traces = try await traces(of: household)
            #expect(traces.count == 6)
            try await browser.visit("/me/export")
            try await browser.visit("/me/delete")
            try await browser.submit("/me/delete")
            #expect(browser.page.body.contains("Tick the box if you want to delete everything."))
            let still = try await speaker.get("/mobile/entitlement")
            #expect(still.status == 200)
            let second = TestBrowser(household.gateway)
            try await second.signIn(household.gateway)
            let cookies = browser.cookies
            try await browser.submit("/me/delete", [("sure", "yes")])
            #expect(browser.page.body.contains("Everything that was kept of you is deleted."))
            #expect(browser.cookies["__Host-anicca"] == nil)
            for (table, row) in try await Household.everything(in: household.gateway.engine, kind) {
                for trace in traces { #expect(!row.contains(trace), "\(table): \(row)") }
            }
            // What is kept: a month and its minutes, a key, that somebody was deleted, a call that has to end.
            let kept = try await household.gateway.engine.rows(Query("SELECT period, granted, used FROM forgotten")())
            #expect(kept.map(\.values) == [["2027-01", 30, 7]])
            let audit = try await household.gateway.engine.rows(
                Query("SELECT user_id, action, detail FROM audit WHERE action <> 'owner-code'")())
            #expect(audit.map(\.values) == [[nil, "deletion", nil]])
            try await household.talks.sweep.hangUp()
            #expect(household.talks.provider.now.calls.isEmpty)
            let jobs = try await household.gateway.engine.rows(Query("SELECT key FROM jobs")())
            #expect(jobs.isEmpty)
            // Nobody is let in any more: no speaker, no other browser, no cookie that was kept.
            let refused = try await speaker.get("/mobile/entitlement")
            #expect(refused.status == 401 && refused.text("error") == "invalid_token")
            #expect(refused.text("reason") == "account_deleted")
            let rotation = try await speaker.send(rotationWith: speaker.token)
            #expect(rotation.status == 401 && rotation.text("reason") == "account_deleted")
            for known in [second, browser] {
                if known === browser { known.cookies = cookies }
                try await known.visit("/me/plan")
                #expect(known.page.body.contains("<h1>Sign in</h1>"))
            }
        }
    }

    @Test("A call in its grace ends at once when its person is deleted", arguments: DatabaseKind.allCases)
    func callInGrace(kind: DatabaseKind) async throws {
        try await Household.with(kind, tune: { $1.ownerMonthlyLimit = 3 }) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            let started = try await speaker.start("k")
            household.talks.advance(minutes: 3)
            let over = try await speaker.sync(started.session)
            #expect(over.status == 410)
            try await household.talks.sweep.hangUp()
            #expect(household.talks.provider.now.calls == ["rtc_1"])
            try await browser.visit("/me/delete")
            try await browser.submit("/me/delete", [("sure", "yes")])
            #expect(browser.page.body.contains("Everything that was kept of you is deleted."))
            try await household.talks.sweep.hangUp()
            #expect(household.talks.provider.now.calls.isEmpty)
        }
    }

    @Test(
        "Who comes back in the same month has what was left of it; the next month is whole",
        arguments: DatabaseKind.allCases)
    func comingBack(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let browser = household.browser
            var speaker = try await household.connect()
            _ = try await speaker.send("PUT", "/mobile/profile", json: #"{"timeZone":"Pacific/Kiritimati"}"#)
            try await household.talk(speaker, "k1", minutes: 9)
            for round in 1...3 {
                try await browser.visit("/me/delete")
                try await browser.submit("/me/delete", [("sure", "yes")])
                try await browser.signIn(household.gateway)
                try await browser.visit("/me/plan")
                #expect(browser.page.body.contains("\(22 - round) of 30 minutes left"), "\(round)")
                speaker = try await household.connect("speaker-\(round)", from: "203.0.113.\(round)")
                try await household.talk(speaker, "k\(round)", minutes: 1)
                try await Tidying(store: household.gateway.store, logger: household.gateway.logs.logger).tidy()
            }
            try await browser.visit("/me/history")
            #expect(browser.page.body.contains("of January 2027 were used before you deleted your account"))
            try await browser.visit("/me/delete")
            try await browser.submit("/me/delete", [("sure", "yes")])
            // The first of February in Kiritimati is not there yet in UTC, where the new account begins.
            let end = try #require(Month("2027-01")).endEverywhere
            household.talks.time.advance(milliseconds: end - household.talks.time.now - 1)
            let tidying = Tidying(store: household.gateway.store, logger: household.gateway.logs.logger)
            try await tidying.tidy()
            var kept = try await household.gateway.engine.rows(Query("SELECT period FROM forgotten")())
            #expect(kept.count == 1)
            household.talks.time.advance(milliseconds: 2)
            try await tidying.tidy()
            kept = try await household.gateway.engine.rows(Query("SELECT period FROM forgotten")())
            #expect(kept.isEmpty)
            try await browser.signIn(household.gateway)
            try await browser.visit("/me/plan")
            #expect(browser.page.body.contains("30 of 30 minutes left"))
        }
    }

    /// A deletion makes a speaker erase its owner's voice, so no other end of a token may look like one.
    @Test(
        "Only a token that was good is told of the deletion", .requirement("MIND-9"), arguments: DatabaseKind.allCases)
    func toldOfTheDeletion(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let stranger = try Token.fresh(.device).text
            household.gateway.logs.isSecret(stranger)
            let other = try await household.connect("speaker-2", name: "Kitchen")
            let speaker = try await household.connect()
            let first = speaker.token
            try await speaker.rotate()
            let rotated = try await speaker.get("/mobile/entitlement")
            #expect(rotated.status == 200)
            // Its successor is on its way: the speaker may have stored it, or not.
            let used = speaker.token
            try await speaker.rotate()
            let unused = speaker.token
            let row = try await household.row("speaker-2")
            try await household.browser.visit("/me/devices?device=\(row)")
            try await household.browser.submit("/me/devices/sign-out")
            try await household.browser.visit("/me/delete")
            try await household.browser.submit("/me/delete", [("sure", "yes")])
            let ends = [
                (used, "account_deleted"), (unused, "account_deleted"), (first, ""), (other.token, ""), (stranger, ""),
            ]
            for (token, reason) in ends {
                speaker.token = token
                let answer = try await speaker.get("/mobile/entitlement")
                #expect(answer.status == 401 && answer.text("error") == "invalid_token")
                #expect(answer.text("reason") == reason)
            }
        }
    }

    @Test("An account that two share keeps its sums, without the one who has gone", arguments: DatabaseKind.allCases)
    func shared(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            try await household.talk(speaker, "k1", minutes: 4)
            let engine = household.gateway.engine
            let found = try await engine.rows(Query("SELECT account_id, id FROM users")())
            let (account, user) = (try #require(try found.first?.text(0)), try #require(try found.first?.text(1)))
            try await engine.write { transaction throws(EngineError) in
                try transaction.enqueue(
                    Query("INSERT INTO users (id, account_id, created_at) VALUES ('usr_other', $1, 0)")(.text(account)))
                // The other has let in a speaker that calls itself the same.
                try transaction.enqueue(
                    Query(
                        """
                        INSERT INTO device_grants (device_code_hash, user_code, client_id, device_id, device_name,
                          asked_from, created_at, expires_at, interval_s, user_id, decided_at)
                        VALUES ('theirs', '000000001', 'anicca-speaker', 'speaker-1', 'theirs', 'x', 0, 1, 5, 'usr_other', 0)
                        """)())
                try AuditEntry(key: "approve:theirs", user: "usr_other", action: "approve").write(in: transaction)
            }
            try await browser.visit("/me/delete")
            try await browser.submit("/me/delete", [("sure", "yes")])
            for (table, row) in try await Household.everything(in: engine, kind) {
                for trace in [user, "speaker-1"] where !row.contains("usr_other") {
                    #expect(!row.contains(trace), "\(table): \(row)")
                }
            }
            let theirs = try await engine.rows(Query("SELECT user_id FROM device_grants")())
            #expect(theirs.map(\.values) == [["usr_other"]])
            let left = try await household.gateway.server.metering.entitlement(of: account)
            #expect(left.balance.month == 26)
        }
    }

    /// One speaker in the middle of everything, until it is told that it is nobody's.
    ///
    /// - Parameter mayBeSignedOut: whether its owner may sign it out before.
    private static func live(
        _ gateway: RunningGateway, id: String, token: String, _ seed: Int, mayBeSignedOut: Bool
    ) async throws -> Set<Int> {
        let speaker = TestSpeaker(gateway, id: id)
        speaker.token = token
        var generator = SeededGenerator(UInt64(seed))
        var (statuses, session): (Set<Int>, String) = ([], "none")
        for step in 0..<40 {
            let answer: LoopbackClient.Answer
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1, 2:
                answer = try await speaker.start("\(seed)-\(step)", phase: step % 3 == 0 ? "prepare" : nil)
                if answer.status == 201 { session = answer.session }
            case 3: answer = try await speaker.sync(session, phase: "talk")
            case 4: answer = try await speaker.stop(session)
            case 5: answer = try await speaker.send("PUT", "/mobile/profile", json: #"{"displayName":"\#(step)"}"#)
            case 6: answer = try await speaker.get("/mobile/profile")
            default: answer = try await speaker.send(rotationWith: token)
            }
            statuses.insert(answer.status)
            // However late in a request its owner goes: it does not ask a second time.
            if answer.status == 401, !mayBeSignedOut { #expect(answer.text("reason") == "account_deleted") }
        }
        return statuses
    }

    /// The owner's own pages at the same time. Whatever comes too late finds nobody.
    private static func edit(_ store: Store, _ caller: Caller, grant: String, speaker: String) async throws -> Set<Int>
    {
        let block = try #require(AddressBlock("203.0.113.78"))
        let code = try #require(UserCode(typed: "000000000"))
        for step in 0..<20 {
            let failed = await failure {
                switch step % 6 {
                case 0: _ = try await store.decide(grant: grant, by: caller, approve: true)
                case 1: _ = try await store.rename(speaker: speaker, to: "\(step)", of: caller.user)
                case 2: _ = try await store.lookUp(code, by: caller, from: block)
                case 3: _ = try await store.edit(claimed: nil, of: caller) { $0.flatMap { Profile($0) } }
                case 4: _ = try await store.export(of: caller)
                default: if step > 12 { _ = try await store.signOut(speaker: speaker, of: caller.user) }
                }
            }
            #expect(failed == nil || failed == .gone)
        }
        return []
    }

    @Test(
        "Deleting while speakers talk, sign in and rotate leaves nothing, and ends every call",
        .timeLimit(.minutes(10)),
        arguments: DatabaseKind.allCases)
    func crowd(kind: DatabaseKind) async throws {
        try await Household.with(kind, tune: { _, settings in settings.ownerMonthlyLimit = 1_000 }) { household in
            household.talks.provider.change { $0.milliseconds = 3 }
            let browser = household.browser
            var met: Set<Int> = []
            for round in 0..<6 {
                if round > 0 { try await browser.signIn(household.gateway) }
                var speakers: [(id: String, token: String)] = []
                for number in 0..<3 {
                    let id = "speaker-\(round)-\(number)"
                    speakers.append((id, try await household.connect(id, from: "203.0.\(round).\(number)").token))
                }
                let traces = try await traces(of: household).dropFirst(3) + ["speaker-\(round)-"]
                // One more code, which its owner approves at the same time.
                let waiting = TestSpeaker(household.gateway, id: "speaker-\(round)-w", from: "203.0.\(round).9")
                try await waiting.ask()
                let grant = try await household.gateway.engine.rows(
                    Query("SELECT device_code_hash FROM device_grants WHERE device_id = $1")(
                        .text("speaker-\(round)-w")))
                let hash = try #require(try grant.first?.text(0))
                try await browser.visit("/me/delete")
                let (gateway, store, ids) = (household.gateway, household.gateway.store, speakers)
                let owner = try await household.gateway.engine.rows(Query("SELECT id, account_id FROM users")())
                let caller = Caller(
                    user: try #require(try owner.first?.text(0)), account: try #require(try owner.first?.text(1)),
                    device: nil, deviceID: nil, issuedAt: 0, expiresAt: .max)
                let statuses = try await withThrowingTaskGroup(of: Set<Int>.self) { group in
                    for (number, speaker) in ids.enumerated() {
                        for hand in 0..<2 {
                            let seed = round * 100 + number * 10 + hand
                            group.addTask {
                                try await Self.live(
                                    gateway, id: speaker.id, token: speaker.token, seed, mayBeSignedOut: number == 0)
                            }
                        }
                    }
                    let row = try await household.row(speakers[0].id)
                    let code = try await store.makeOwnerCode()
                    gateway.logs.isSecret(code.text)
                    group.addTask { try await Self.edit(store, caller, grant: hash, speaker: row) }
                    group.addTask {
                        // The same owner comes back at that moment: before it, and is deleted, or after it, and is new.
                        let block = try #require(AddressBlock("203.0.113.77"))
                        try await Task.sleep(for: .milliseconds(Int64(10 + round * 25)))
                        let answer = try await store.signInOwner(code, from: block, web: Token.fresh(.web))
                        guard case .signedIn = answer else { throw LoopbackClient.Trouble(what: "\(answer)") }
                        return []
                    }
                    try await Task.sleep(for: .milliseconds(Int64(10 + round * 25)))
                    try await browser.submit("/me/delete", [("sure", "yes")])
                    return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
                }
                #expect(browser.page.body.contains("Everything that was kept of you is deleted."), "\(round)")
                met.formUnion(statuses)
                for (table, row) in try await Household.everything(in: household.gateway.engine, kind) {
                    for trace in traces where !(table == "rate_limits" && row.contains("ask:device:")) {
                        #expect(!row.contains(trace), "\(round) \(table): \(row)")
                    }
                }
                try await household.talks.sweep.hangUp()
                #expect(household.talks.provider.now.calls.isEmpty, "\(round)")
            }
            #expect(met.isSubset(of: [200, 201, 304, 401, 402, 404, 409, 410, 429]), "\(met.sorted())")
            #expect(met.contains(201) && met.contains(401))
        }
    }
}
