import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("When the seller fails, is slow, or says too much", .requirement("GATEWAY-6", "GATEWAY-3"))
struct SellerTroubleTests {
    private static let day: Int64 = 86_400_000

    /// One account with an event that waits.
    private func waiting(_ kind: DatabaseKind, _ body: (Sales) async throws -> Void) async throws {
        try await Sales.with(kind) { sales in
            try await Sales.makeAccount(1, in: sales.gateway.engine)
            sales.seller.subscribe("user-1", until: sales.time.now + 40 * Self.day)
            try await sales.deliverNewest()
            try await body(sales)
        }
    }

    @Test(
        "Whatever the seller answers instead, nothing changes, and it is asked again later",
        arguments: DatabaseKind.allCases)
    func refusals(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            let items = #"{"object":"list","items":"#
            let faults: [(Int, String)] = [
                (500, ""), (503, "{}"), (401, "{}"), (403, "{}"), (423, "{}"), (302, ""), (200, ""), (200, "null"),
                (200, "{}"), (200, items + "7}"), (200, items + "[7]}"), (200, items + #"[{"entitlement_id":7}]}"#),
                (200, items + #"[{"entitlement_id":"x","expires_at":"soon"}]}"#),
                (200, items + #"[],"next_page":7}"#), (200, items + #"[],"next_page":"https://elsewhere.example/"}"#),
                (200, items + #"[],"next_page":"/v2/projects/other/x"}"#),
            ]
            for (status, body) in faults {
                sales.seller.change { $0.faults = [(status, nil, body)] }
                let before = sales.seller.now.requests
                try await sales.run()
                let plan = try await sales.plan(1)
                #expect(plan == "free" && sales.seller.now.requests > before, "\(status) \(body)")
                let waits = try await sales.count("jobs WHERE kind = 'billing'")
                #expect(waits == 1, "\(status) \(body)")
                let asked = sales.seller.now.requests
                try await sales.run()
                #expect(sales.seller.now.requests == asked, "it rests")
                sales.time.advance(milliseconds: 400_000)
            }
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "pro")
        }
    }

    @Test("Half an answer takes nothing away", .requirement("I10"), arguments: DatabaseKind.allCases)
    func half(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            try await sales.run()
            // The entitlements are read, the purchases are not.
            let good = #"{"object":"list","items":[],"next_page":null}"#
            sales.seller.change { $0.faults = [(200, nil, good), (500, nil, "")] }
            sales.seller.buy("user-1", .init(product: "prod_small", transaction: "t1"))
            try await sales.deliverNewest()
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "pro")
        }
    }

    @Test("429: everybody waits as long as it says", arguments: DatabaseKind.allCases)
    func limited(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            try await Sales.makeAccount(2, in: sales.gateway.engine)
            sales.seller.change { $0.faults = [(429, "30", #"{"type":"rate_limit_error","backoff_ms":1000}"#)] }
            try await sales.run()
            #expect(sales.seller.now.requests == 1)
            sales.seller.subscribe("user-2", until: nil)
            try await sales.deliverNewest()
            sales.time.advance(milliseconds: 29_000)
            try await sales.run()
            #expect(sales.seller.now.requests == 1, "another account waits, too")
            sales.time.advance(milliseconds: 20_000)
            try await sales.run()
            let plans = [try await sales.plan(1), try await sales.plan(2)]
            #expect(plans == ["pro", "pro"])
        }
    }

    @Test("A seller that does not answer in time is one that has failed", arguments: DatabaseKind.allCases)
    func slow(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            sales.seller.change { $0.milliseconds = 20_000 }
            let (http, usual) = (OutgoingHTTP(limits: .init(totalMilliseconds: 200)), try sales.runner())
            defer { http.close() }
            let client = RevenueCatClient(
                address: usual.worker.client.address, project: StandInRevenueCat.project, key: StandInRevenueCat.key,
                readsPurchases: true, http: http, metrics: sales.gateway.server.metrics)
            let worker = BillingWorker(
                store: sales.gateway.store, client: client, offer: usual.worker.offer, limits: usual.worker.limits,
                metrics: sales.gateway.server.metrics)
            let runner = JobRunner(
                worker: worker, engine: sales.gateway.engine, logger: sales.gateway.logs.logger, wakeUp: WakeUp())
            let began = ContinuousClock.now
            try await runner.runDue()
            #expect(began.duration(to: .now) < .seconds(15))
            let jobs = try await sales.count("jobs WHERE attempts = 1")
            #expect(jobs == 1)
            let log = sales.gateway.logs.text
            #expect(log.contains("a job is put off") && !log.contains("account-1") && !log.contains("user-1"))
        }
    }

    @Test("A customer that it does not know has bought nothing", arguments: DatabaseKind.allCases)
    func unknown(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            try await sales.run()
            sales.seller.lapse("user-1")
            sales.seller.change { $0.customers = [:] }
            try await sales.deliverNewest()
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "free")
        }
    }

    private static let pro = #"{"entitlement_id":"\#(StandInRevenueCat.entitlement)","expires_at":null}"#

    @Test(
        "A list that another seller does not have is an empty one, which takes nothing; one that is cut is asked for again",
        .requirement("I10"), arguments: DatabaseKind.allCases)
    func missing(kind: DatabaseKind) async throws {
        typealias Answer = (status: Int, retryAfter: String?, body: String)
        func list(_ items: String, next: String = "null") -> Answer {
            (200, nil, #"{"object":"list","items":[\#(items)],"next_page":\#(next)}"#)
        }
        let pro = Self.pro
        let next = #""/v2/projects/\#(StandInRevenueCat.project)/customers/user-1/active_entitlements?page=2""#
        let missing: Answer = (404, nil, "{}")
        let cases: [(answers: [Answer], waits: Int64)] = [
            ([list(pro), missing], 0), ([list(pro), list(""), missing], 0), ([list(pro, next: next), missing], 1),
            ([list(pro), list("", next: next), missing], 1),
        ]
        try await waiting(kind) { sales in
            try await sales.run()
            for (number, one) in cases.enumerated() {
                let answers = one.answers
                sales.seller.change { $0.faults = answers }
                sales.seller.buy("user-1", .init(product: "prod_small", transaction: "t\(number)"))
                try await sales.deliverNewest()
                try await sales.run()
                let plan = try await sales.plan(1)
                let waits = try await sales.count("jobs WHERE kind = 'billing'")
                #expect(plan == "pro" && waits == one.waits && sales.seller.now.faults.isEmpty, "\(number)")
                sales.time.advance(milliseconds: 400_000)
                try await sales.run()
            }
            let ledger = try await sales.ledger(1)
            for number in cases.indices { #expect(ledger["pack:t\(number)"] == 60, "\(number)") }
        }
    }

    /// A tester's purchase looks like any other without the list that says where it was made.
    @Test("RevenueCat's own lists are never taken for empty because they are not found", .requirement("I10"))
    func ownLists() async throws {
        try await waiting(.sqlite) { sales in
            let list = #"{"object":"list","items":[\#(Self.pro)],"next_page":null}"#
            var client = try sales.runner().worker.client
            #expect(client.mayLackLists)
            client.mayLackLists = false
            for found in [[list], [list, list]] {
                sales.seller.change { $0.faults = found.map { (200, nil, $0) } + [(404, nil, "{}")] }
                let answer = await client.customer("user-1")
                #expect(answer == .failure(.refused("404")), "\(found.count)")
            }
            let usual = RevenueCatClient(
                address: RevenueCatSettings().address, project: client.project, key: "", readsPurchases: true,
                http: client.http, metrics: client.metrics)
            #expect(!usual.mayLackLists)
        }
    }

    @Test("Long lists are read to their end", arguments: DatabaseKind.allCases)
    func pages(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            sales.seller.change { $0.pageSize = 2 }
            for number in 0..<7 { sales.seller.buy("user-1", .init(product: "prod_small", transaction: "t\(number)")) }
            try await sales.run()
            let ledger = try await sales.ledger(1)
            #expect(ledger.filter { $0.key.hasPrefix("pack:") }.count == 7)
            #expect(sales.seller.now.paths.contains { $0.contains("/customers/user-1/purchases") })
        }
    }

    @Test("Two instances together stay below the seller's limit", arguments: DatabaseKind.allCases)
    func sharedLimit(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            for number in 0..<30 {
                try await Sales.makeAccount(number, in: sales.gateway.engine)
                sales.seller.subscribe("user-\(number)", until: nil)
                try await sales.deliverNewest()
            }
            let runners = [try sales.runner(), try sales.runner()]
            func both() async throws {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for runner in runners { group.addTask { try await runner.runDue() } }
                    try await group.waitForAll()
                }
            }
            try await both()
            #expect(sales.seller.now.requests == 24, "the burst")
            sales.time.advance(milliseconds: 1_000)
            try await both()
            #expect(sales.seller.now.requests == 30, "six a second")
            for _ in 0..<20 {
                sales.time.advance(milliseconds: 1_000)
                try await both()
            }
            let pro = try await sales.count("accounts WHERE plan = 'pro'")
            #expect(pro == 30 && sales.seller.now.requests == 90)
        }
    }

    // MARK: - Crashes and late answers

    @Test(
        "An instance that dies between the event and its effect loses nothing", .requirement("I14"),
        arguments: DatabaseKind.allCases)
    func crash(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            // It has claimed the job, and is gone.
            let lost = try await sales.runner().claim()
            #expect(lost.claims.count == 1)
            try await sales.run()
            #expect(sales.seller.now.requests == 0, "the dead one's lease holds")
            for (invariant, count) in try await Invariant.counts(in: sales.gateway.engine) {
                #expect(count == 0, "\(invariant.number) \(invariant.sentence)")
            }
            sales.time.advance(milliseconds: 60_001)
            try await sales.run()
            let plan = try await sales.plan(1)
            let done = try await sales.count("webhook_inbox WHERE done_at IS NOT NULL")
            #expect(plan == "pro" && done == 1)
        }
    }

    @Test("An answer that comes too late changes nothing", .requirement("I10", "I14"), arguments: DatabaseKind.allCases)
    func late(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            let runner = try sales.runner()
            let early = try #require(try await runner.claim().claims.first)
            let old = await runner.worker.perform(early.work)
            // The slow one stalls with its answer in hand; the subscription lapses, and another instance reads that.
            sales.seller.lapse("user-1")
            sales.time.advance(milliseconds: 60_001)
            try await sales.deliverNewest()
            try await sales.run()
            let worker = runner.worker
            _ = try await sales.gateway.engine.write { transaction throws(EngineError) in
                try worker.finish(early.work, old, in: transaction)
            }
            let plan = try await sales.plan(1)
            #expect(plan == "free")
            // Nor does it end the job of an event that it does not cover.
            sales.seller.subscribe("user-1", until: nil)
            try await sales.deliverNewest()
            try await runner.carryOut(early)
            let jobs = try await sales.count("jobs")
            #expect(jobs == 1)
            try await sales.run()
            let last = try await sales.plan(1)
            #expect(last == "pro")
        }
    }

    @Test("What is told while a customer is read is read again", .requirement("I14"), arguments: DatabaseKind.allCases)
    func meanwhile(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            let runner = try sales.runner()
            let claim = try #require(try await runner.claim().claims.first)
            let old = await runner.worker.perform(claim.work)
            sales.seller.lapse("user-1")
            try await sales.deliverNewest()
            let worker = runner.worker
            // As `carryOut` does, with the answer from before.
            let stalled = JobRunner(
                worker: Recorded(worker: worker, finding: old), engine: sales.gateway.engine,
                logger: sales.gateway.logs.logger, wakeUp: WakeUp())
            try await stalled.carryOut(.init(job: claim.job, work: claim.work, until: claim.until))
            let between = [try await sales.plan(1), "\(try await sales.count("webhook_inbox WHERE done_at IS NULL"))"]
            #expect(between == ["pro", "1"])
            try await sales.run()
            let plan = try await sales.plan(1)
            #expect(plan == "free")
        }
    }

    /// Gives an answer that it was given before.
    private struct Recorded: JobWorker {
        let worker: BillingWorker
        let finding: Result<[CustomerReading], RevenueCatFailure>
        var kind: String { worker.kind }
        func lookAround() async throws(EngineError) {}
        func prepare(
            _ job: Job, in transaction: any Transaction
        ) throws(EngineError) -> JobPreparation<BillingWorker.Work> { .done }
        func perform(_ work: BillingWorker.Work) async -> Result<[CustomerReading], RevenueCatFailure> { finding }
        func finish(
            _ work: BillingWorker.Work, _ finding: Result<[CustomerReading], RevenueCatFailure>,
            in transaction: any Transaction
        ) throws(EngineError) -> JobOutcome { try worker.finish(work, finding, in: transaction) }
    }

    // MARK: - Without events

    @Test(
        "A plan near its end or past it is asked about, and shown as such meanwhile", arguments: DatabaseKind.allCases)
    func ending(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            let speaker = try await sales.speaker(1)
            let end = sales.time.now + 3 * Self.day
            sales.seller.subscribe("user-1", until: end)
            try await sales.deliverNewest()
            try await sales.run()
            func asked(after milliseconds: Int64) async throws -> Int {
                sales.time.advance(milliseconds: milliseconds)
                let before = sales.seller.now.requests
                try await sales.run()
                return sales.seller.now.requests - before
            }
            var count = try await asked(after: Self.day)
            #expect(count == 0, "far from its end")
            count = try await asked(after: Self.day + 1)
            #expect(count == 3, "near it")
            count = try await asked(after: 60_000)
            #expect(count == 0, "not again and again")
            sales.time.advance(milliseconds: end - sales.time.now + 1_000)
            let grace = try await speaker.get("/mobile/entitlement")
            #expect(grace.entitlement["plan"] as? String == "pro" && grace.entitlement["status"] as? String == "grace")
            // The renewal was never told of; nor was the end of the next period.
            sales.seller.change { $0.customers["user-1"]?.until = end + 30 * Self.day }
            count = try await asked(after: PlanRecord.patienceMilliseconds)
            let renewed = try await speaker.get("/mobile/entitlement")
            #expect(count == 3 && renewed.entitlement["status"] as? String == "active")
            sales.seller.change { $0.customers["user-1"]?.isPro = false }
            count = try await asked(after: 31 * Self.day)
            let plan = try await sales.plan(1)
            #expect(count == 3 && plan == "free")
            count = try await asked(after: 9 * Self.day)
            #expect(count == 0, "a free plan has no end")
        }
    }

    @Test("The operator sees what waits", .requirement("GATEWAY-9"), arguments: DatabaseKind.allCases)
    func metrics(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            sales.time.advance(milliseconds: 5_500)
            sales.seller.change { $0.faults = [(500, nil, "")] }
            try await sales.gateway.server.backlogWatch.look()
            try await sales.run()
            let text = try await sales.gateway.operations.send("GET", "/metrics").body
            #expect(text.contains("jobs_due 1\n") && text.contains("webhook_lag_seconds 5.5\n"))
            #expect(text.contains(#"provider_errors_total{call="revenuecat_entitlements",code="500"} 1"#))
            sales.time.advance(milliseconds: 60_000)
            for _ in 0..<2 { try await sales.run() }
            try await sales.gateway.server.backlogWatch.look()
            let later = try await sales.gateway.operations.send("GET", "/metrics").body
            #expect(later.contains("jobs_due 0\n") && later.contains("webhook_lag_seconds 0\n"))
        }
    }

    @Test("Events go after thirty days, unless they wait", .requirement("I14"), arguments: DatabaseKind.allCases)
    func tidying(kind: DatabaseKind) async throws {
        try await waiting(kind) { sales in
            sales.seller.lapse("stranger")
            try await sales.deliverNewest()
            sales.time.advance(milliseconds: 30 * Self.day + 1)
            try await Tidying(store: sales.gateway.store, logger: sales.gateway.logs.logger).tidy()
            let rows = try await sales.gateway.engine.rows(Query("SELECT account_id FROM webhook_inbox")())
            #expect(rows.map(\.values) == [["account-1"]])
        }
    }
}
