import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Plans and packs through the gateway", .requirement("GATEWAY-6", "GATEWAY-1", "GATEWAY-2", "GATEWAY-3"))
struct SalesTests {
    private static let day: Int64 = 86_400_000

    @Test(
        "Bought, told, read: the plan, the rest of its month, and back without taking anything",
        .requirement("I4", "I17"), arguments: DatabaseKind.allCases)
    func whole(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            let speaker = try await sales.speaker(1)
            let before = try await speaker.get("/mobile/entitlement")
            #expect(before.entitlement["plan"] as? String == "free" && before.left("monthly_usage_limit") == 30)
            #expect(before.entitlement["plan_ends_at"] == nil)
            let until = sales.time.now + 40 * Self.day
            sales.seller.subscribe("user-1", until: until)
            let answer = try await sales.deliverNewest()
            #expect(answer.status == 200 && answer.body == "{}" && answer.header("content-type") == "application/json")
            var plan = try await sales.plan(1)
            #expect(plan == "free", "the effect is a job's")
            try await sales.run()
            let after = try await speaker.get("/mobile/entitlement")
            #expect(after.entitlement["plan"] as? String == "pro" && after.left("monthly_usage_remaining") == 300)
            #expect(after.left("plan_ends_at") == until / 1000 && after.entitlement["status"] as? String == "active")
            sales.seller.lapse("user-1")
            let below = try await sales.deliver(
                try #require(sales.seller.newestEvent()).body, path: "/api/billing/webhook/revenuecat")
            #expect(below.status == 200)
            try await sales.run()
            plan = try await sales.plan(1)
            let ledger = try await sales.ledger(1)
            #expect(plan == "free" && ledger == ["grant:2027-01": 300])
            let audit = try await sales.gateway.engine.rows(
                Query("SELECT user_id, detail FROM audit WHERE action = 'plan-change' ORDER BY key")())
            #expect(audit.map(\.values) == [["user-1", "free pro"], ["user-1", "pro free"]])
            let left = try await sales.count("jobs")
            #expect(left == 0)
        }
    }

    @Test(
        "An upgrade in mid-month tops up, and packs are added once", .requirement("I4"),
        arguments: DatabaseKind.allCases)
    func topUp(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            let speaker = try await sales.speaker(1)
            sales.seller.buy("user-1", .init(product: "prod_small", transaction: "t1", quantity: 2))
            sales.seller.buy("user-1", .init(product: "prod_large", transaction: "t2", isRefunded: true))
            sales.seller.buy("user-1", .init(product: "prod_other", transaction: "t3"))
            try await sales.deliverNewest()
            try await sales.run()
            sales.seller.subscribe("user-1", until: nil)
            try await sales.deliverNewest()
            try await sales.run()
            let ledger = try await sales.ledger(1)
            #expect(ledger == ["grant:2027-01": 30, "upgrade:2027-01:300": 270, "pack:t1": 120])
            let entitlement = try await speaker.get("/mobile/entitlement")
            #expect(entitlement.left("packs_remaining") == 120 && entitlement.entitlement["plan_ends_at"] == nil)
        }
    }

    @Test(
        "A purchase that is moved to another account is not granted again", .requirement("I4"),
        arguments: DatabaseKind.allCases)
    func transfer(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            for number in 1...2 { try await Sales.makeAccount(number, in: sales.gateway.engine) }
            sales.seller.subscribe("user-1", until: sales.time.now + 9 * Self.day)
            sales.seller.buy("user-1", .init(product: "prod_small", transaction: "t1"))
            try await sales.deliverNewest()
            try await sales.run()
            sales.seller.transfer(from: "user-1", to: "user-2")
            try await sales.deliverNewest()
            let jobs = try await sales.count("jobs WHERE kind = 'billing'")
            #expect(jobs == 2, "both accounts have one")
            try await sales.run()
            let plans = [try await sales.plan(1), try await sales.plan(2)]
            #expect(plans == ["free", "pro"])
            let ledgers = [try await sales.ledger(1), try await sales.ledger(2)]
            #expect(ledgers[0]["pack:t1"] == 60 && ledgers[1] == ["grant:2027-01": 300])
        }
    }

    @Test("Apple's name for a user is a customer's name, too", arguments: DatabaseKind.allCases)
    func appleName(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            try await Sales.makeAccount(1, in: sales.gateway.engine)
            _ = try await sales.gateway.engine.write { transaction throws(EngineError) in
                for (provider, subject) in [("apple", "001.a/b?ü"), ("owner", "owner")] {
                    try transaction.enqueue(
                        Query(
                            "INSERT INTO identities (provider, subject, user_id, created_at) VALUES ($1, $2, 'user-1', 0)"
                        )(
                            .text(provider), .text(subject)))
                }
            }
            sales.seller.subscribe("001.a/b?ü", until: nil)
            try await sales.deliverNewest()
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "pro")
            // The word that marks the owner is nobody's name.
            sales.seller.lapse("owner")
            try await sales.deliverNewest()
            let unknown = try await sales.count("webhook_inbox WHERE outcome = 'unknown'")
            #expect(unknown == 1)
        }
    }

    @Test("Two users share an account: what one has bought is both's", arguments: DatabaseKind.allCases)
    func couple(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            try await Sales.makeAccount(1, in: sales.gateway.engine)
            _ = try await sales.gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(
                    Query("INSERT INTO users (id, account_id, created_at) VALUES ('partner', 'account-1', 1)")())
            }
            for customer in ["partner", "user-1"] {
                sales.seller.buy(customer, .init(product: "prod_small", transaction: "t-\(customer)"))
            }
            sales.seller.subscribe("partner", until: nil)
            try await sales.deliverNewest()
            try await sales.run()
            let ledger = try await sales.ledger(1)
            #expect(ledger == ["grant:2027-01": 300, "pack:t-partner": 60, "pack:t-user-1": 60])
            // The other's subscription would be enough, too.
            sales.seller.subscribe("user-1", until: sales.time.now + Self.day)
            sales.seller.lapse("partner")
            try await sales.deliverNewest()
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "pro")
        }
    }

    // MARK: - Who may tell

    @Test("Wrong signatures of every kind are refused, and leave nothing", arguments: DatabaseKind.allCases)
    func wrongSignatures(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            try await Sales.makeAccount(1, in: sales.gateway.engine)
            sales.seller.subscribe("user-1", until: nil)
            let body = try #require(sales.seller.newestEvent()).body
            let (now, good) = (sales.time.now, Sales.signature(body, at: sales.time.now))
            let code = good.suffix(64)
            let wrong = [
                "", "x", "t=\(now / 1000)", "v1=\(code)", good.replacing("v1", with: "v0"),
                good.replacing("t=1", with: "t=2"), "t=\(now / 1000),v1=\(String(repeating: "0", count: 64))",
                Sales.signature(body + " ", at: now),
                Sales.signature(body, at: now, secrets: ["whsec_of_somebody_else_99"]),
                Sales.signature(body, at: now - 300_001 - 1_000), Sales.signature(body, at: now + 300_001 + 1_000),
                good + "," + good, String(good.dropLast()), good + "0",
                "t=\(now),v1="
                    + WebhookSignature.code(of: Array("\(now).\(body)".utf8), secret: StandInRevenueCat.secret),
            ]
            for signature in wrong {
                let answer = try await sales.deliver(body, signature: signature)
                #expect(answer.status == 401 && answer.text("error") == "invalid_signature", "\(signature.prefix(40))")
            }
            let other = try await sales.deliver(body.replacing("user-1", with: "user-2"), signature: good)
            #expect(other.status == 401, "the bytes are signed")
            for headers in [[], [("Authorization", "Bearer x")]] {
                let bare = try await sales.gateway.client.send(
                    "POST", BillingRoutes.webhookPath, headers: headers, body: body)
                #expect(bare.status == 401)
            }
            let twice = try await sales.gateway.client.send(
                "POST", BillingRoutes.webhookPath,
                headers: [("X-RevenueCat-Webhook-Signature", good), ("X-RevenueCat-Webhook-Signature", "t=1")],
                body: body)
            #expect(twice.status == 401)
            let kept = [try await sales.count("webhook_inbox"), try await sales.count("jobs")]
            #expect(kept == [0, 0])
            let right = try await sales.deliver(body, signature: good)
            #expect(right.status == 200)
        }
    }

    @Test("While a secret is replaced both count, and an Authorization header can stand in for a signature")
    func rotation() async throws {
        let (new, header) = ("whsec_the_new_one_0123456789", "Bearer of the dashboard")
        try await Sales.with(
            .sqlite,
            tune: { _, settings in
                settings.revenueCat.webhookSecrets = [StandInRevenueCat.secret, new]
                settings.revenueCat.webhookAuthorizations = [header]
            }
        ) { sales in
            sales.gateway.logs.isSecret(header)
            sales.gateway.logs.isSecret(new)
            sales.seller.lapse("user-1")
            let body = try #require(sales.seller.newestEvent()).body
            for secrets in [
                [StandInRevenueCat.secret], [new], ["whsec_not_yet_known_here", new],
                [new, "whsec_not_yet_known_here"],
            ] {
                let answer = try await sales.deliver(
                    body, signature: Sales.signature(body, at: sales.time.now, secrets: secrets))
                #expect(answer.status == 200)
            }
            func send(_ headers: [(String, String)]) async throws -> Int {
                try await sales.gateway.client.send("POST", BillingRoutes.webhookPath, headers: headers, body: body)
                    .status
            }
            let statuses = [
                try await send([("Authorization", header)]), try await send([("Authorization", header + "x")]),
                // A signature that is there counts, whatever else is.
                try await send([("Authorization", header), ("X-RevenueCat-Webhook-Signature", "t=1,v1=x")]),
            ]
            #expect(statuses == [200, 401, 401])
        }
    }

    @Test("Bounded and clear: too large, no JSON, no event, and nothing at all if nothing is sold")
    func bounds() async throws {
        try await Sales.with(.sqlite) { sales in
            let large = try await sales.deliver(String(repeating: " ", count: RequestBounds.body + 1))
            #expect(large.status == 413)
            for body in [
                "", "x", "[]", "{}", #"{"event":{"id":"1"}}"#, #"{"event":1}"#, String(repeating: "[", count: 99),
            ] {
                let answer = try await sales.deliver(body)
                #expect(answer.status == 400 && answer.text("error") == "invalid_request", "\(body.prefix(20))")
            }
        }
        try await Sales.with(.sqlite, tune: { _, settings in settings.revenueCat.restKey = nil }) { sales in
            sales.seller.lapse("user-1")
            let answer = try await sales.deliverNewest()
            #expect(answer.status == 404)
            #expect(sales.gateway.server.billing == nil)
        }
    }

    @Test(
        "Strangers and testers are kept and have no effect; the same event again is nothing new", .requirement("I14"),
        arguments: DatabaseKind.allCases)
    func ignored(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            try await Sales.makeAccount(1, in: sales.gateway.engine)
            sales.seller.subscribe("stranger", until: nil)
            try await sales.deliverNewest()
            sales.seller.buy("user-1", .init(product: "prod_small", transaction: "t1", isSandbox: true))
            let tester = try #require(sales.seller.newestEvent())
            for _ in 0..<3 {
                let answer = try await sales.deliver(tester.body)
                #expect(answer.status == 200)
            }
            let rows = try await sales.gateway.engine.rows(
                Query("SELECT outcome, account_id FROM webhook_inbox ORDER BY event_id")())
            #expect(rows.map(\.values) == [["unknown", ""], ["environment", ""]])
            var jobs = try await sales.count("jobs")
            #expect(jobs == 0)
            // A tester's purchase does not count either when the customer is read for another reason.
            sales.seller.subscribe("user-1", until: nil)
            let event = try #require(sales.seller.newestEvent())
            for _ in 0..<2 { try await sales.deliver(event.body) }
            jobs = try await sales.count("jobs")
            #expect(jobs == 1)
            try await sales.run()
            let ledger = try await sales.ledger(1)
            #expect(ledger == ["grant:2027-01": 300])
            try await sales.deliver(event.body)
            jobs = try await sales.count("jobs")
            #expect(jobs == 0, "what is done is not done again")
        }
    }

    @Test("A tester's plan is none, however it is read; a real one beside it is", arguments: DatabaseKind.allCases)
    func testersPlan(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            for number in 1...2 { try await Sales.makeAccount(number, in: sales.gateway.engine) }
            sales.seller.subscribe("user-1", until: nil)
            sales.seller.change { $0.customers["user-1"]?.isSandbox = true }
            try await sales.deliverNewest()
            sales.seller.subscribe("user-2", until: nil)
            try await sales.deliverNewest()
            try await sales.run()
            let plans = [try await sales.plan(1), try await sales.plan(2)]
            #expect(plans == ["free", "pro"])
        }
    }

    @Test(
        "Events in parallel, repeated, while a speaker asks and two instances read: granted once",
        .requirement("I4", "I14"), arguments: DatabaseKind.allCases)
    func parallel(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            let speaker = try await sales.speaker(1)
            let token = speaker.token
            sales.seller.subscribe("user-1", until: nil)
            for number in 1...3 {
                sales.seller.buy("user-1", .init(product: "prod_small", transaction: "t\(number)"))
            }
            let events = sales.seller.now.outbox
            let runners = [try sales.runner(), try sales.runner()]
            let client = sales.gateway.client
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for event in events + events + events + events {
                    group.addTask { try await sales.deliver(event.body).status }
                }
                for _ in 0..<4 {
                    group.addTask {
                        _ = try await client.send(
                            "POST", "/billing/revenuecat/sync", headers: [("Authorization", "Bearer \(token)")])
                        return 200
                    }
                    for runner in runners {
                        group.addTask {
                            try await runner.runDue()
                            return 200
                        }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [200])
            sales.time.advance(milliseconds: 60_000)
            try await sales.run()
            let ledger = try await sales.ledger(1)
            let packs = ledger.filter { $0.key.hasPrefix("pack:") }
            #expect(packs == ["pack:t1": 60, "pack:t2": 60, "pack:t3": 60])
            #expect(ledger.values.reduce(0, +) == 480)
            let rest = [try await sales.count("jobs"), try await sales.count("webhook_inbox WHERE done_at IS NULL")]
            #expect(rest == [0, 0])
            let kept = try await sales.count("webhook_inbox")
            #expect(kept == 4)
        }
    }

    // MARK: - A speaker that asks

    @Test(
        "A speaker asks: once a minute, one job at most; whoever runs the gateway need not",
        arguments: DatabaseKind.allCases)
    func sync(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            let speaker = try await sales.speaker(1)
            sales.seller.subscribe("user-1", until: nil)
            func ask(_ speaker: TestSpeaker, _ path: String = "/billing/revenuecat/sync") async throws
                -> LoopbackClient.Answer
            {
                try await speaker.send("POST", path, json: "{}")
            }
            let first = try await ask(speaker)
            #expect(first.status == 202 && first.entitlement["plan"] as? String == "free")
            let second = try await ask(speaker)
            #expect(second.status == 429 && Int(second.header("retry-after") ?? "") ?? 0 >= 60)
            let jobs = try await sales.count("jobs")
            #expect(jobs == 1)
            try await sales.run()
            sales.time.advance(milliseconds: 60_000)
            let third = try await ask(speaker, "/api/billing/revenuecat/sync")
            #expect(third.status == 202 && third.entitlement["plan"] as? String == "pro")
            let owner = try await sales.speaker(2, plan: "owner")
            let free = try await ask(owner)
            #expect(free.status == 200 && free.entitlement["plan"] as? String == "owner")
            let stranger = try await sales.gateway.client.send("POST", "/billing/revenuecat/sync", body: "{}")
            #expect(stranger.status == 401)
            try await sales.run()
        }
    }

    @Test("The owner's plan stays whatever is bought", .requirement("I10"), arguments: DatabaseKind.allCases)
    func owner(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            try await Sales.makeAccount(1, plan: "owner", in: sales.gateway.engine)
            sales.seller.subscribe("user-1", until: sales.time.now + 5)
            try await sales.deliverNewest()
            try await sales.run()
            sales.seller.lapse("user-1")
            try await sales.deliverNewest()
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "owner" && sales.seller.now.requests == 0)
            let done = try await sales.count("webhook_inbox WHERE outcome = 'owner' AND done_at IS NOT NULL")
            #expect(done == 2)
        }
    }

    @Test("A running gateway does not wait for its round: an event wakes it", .timeLimit(.minutes(5)))
    func wakes() async throws {
        try await Sales.with(
            .sqlite,
            tune: { tuning, _ in
                tuning.runsJobs = true
                tuning.jobPauseMilliseconds = 600_000...600_000
            }
        ) { sales in
            try await Sales.makeAccount(1, in: sales.gateway.engine)
            sales.seller.subscribe("user-1", until: nil)
            let began = ContinuousClock.now
            try await sales.deliverNewest()
            var plan = try await sales.plan(1)
            while plan != "pro", began.duration(to: .now) < .seconds(40) {
                try await Task.sleep(for: .milliseconds(20))
                plan = try await sales.plan(1)
            }
            #expect(plan == "pro")
        }
    }
}
