import Foundation
import GatewayRules
import Testing

@testable import Gateway

@Suite("Plans, packs and signatures as rules", .requirement("GATEWAY-6"))
struct BillingTests {
    private static let code = String(repeating: "ab", count: 32)

    @Test("A signature is RevenueCat's own: HMAC-SHA256 over time, dot and body")
    func signed() throws {
        // Computed by another implementation (Python's hmac).
        let known = "c4a637b86779207aca0dbe2e3caf33afaa34933d882a69374cb2aa3ad5a63915"
        let body = Array(#"{"event":{}}"#.utf8)
        let code = WebhookSignature.code(
            of: Array("1800000000.".utf8) + body, secret: "whsec_of_the_tests_0123456789")
        #expect(code == known)
        let signature = try #require(WebhookSignature("t=1800000000,v1=\(code.uppercased())"))
        #expect(signature.isValid(for: body, secrets: ["another secret 12", "whsec_of_the_tests_0123456789"]))
        #expect(!signature.isValid(for: body + [0x20], secrets: ["whsec_of_the_tests_0123456789"]))
        #expect(!signature.isValid(for: body, secrets: ["whsec_of_the_tests_0123456780"]))
        #expect(!signature.isValid(for: body, secrets: []))
    }

    @Test("A header is read as it is sent: spaces, several codes, unknown parts")
    func header() throws {
        let one = try #require(WebhookSignature("t=1800000000, v1=\(Self.code),v0=x,v1=\(Self.code.uppercased())"))
        #expect(one.codes == [Self.code, Self.code] && one.seconds == 1_800_000_000)
        // What is signed are the digits that were sent.
        #expect(WebhookSignature("t=01800000000,v1=\(Self.code)")?.time == "01800000000")
    }

    @Test(
        "A header that is none",
        arguments: [
            "", "t=1", "v1=\(code)", "t=,v1=\(code)", "t=-5,v1=\(code)", "t=1x,v1=\(code)", "t=1,t=2,v1=\(code)",
            "t=1,v1=", "t=1,v1=abc", "t=1,v1=\(code)0", "t=1,v1=\(code.dropLast())g", "t=1,v1=\(code),",
            "t=1234567890123,v1=\(code)", "t=1;v1=\(code)", "t=1,v1=" + String(repeating: "é", count: 32),
            "t=1," + String(repeating: "v0=1,", count: 20) + "v1=\(code)",
            "t=1,v0=" + String(repeating: "x", count: 3_000) + ",v1=\(code)",
        ])
    func noHeader(text: String) { #expect(WebhookSignature(text) == nil, "\(text.prefix(80))") }

    @Test("Fresh is within five minutes, in both directions")
    func fresh() throws {
        let signature = try #require(WebhookSignature("t=1800000000,v1=\(Self.code)"))
        let at: Int64 = 1_800_000_000_000
        for (now, isFresh) in [(0, true), (300_000, true), (300_001, false), (-300_000, true), (-300_001, false)] {
            #expect(signature.isFresh(at: at + Int64(now)) == isFresh, "\(now)")
        }
    }

    private func purchase(
        _ transaction: String, _ product: String = "small", quantity: Int64 = 1, isOwned: Bool = true,
        isSandbox: Bool = false, gives entitlements: Set<String> = []
    ) -> CustomerReading.Purchase {
        .init(
            product: product, transaction: transaction, quantity: quantity, isOwned: isOwned, isSandbox: isSandbox,
            entitlements: entitlements)
    }

    @Test("What counts as bought: the entitlement until its latest end, owned packs of this environment, each once")
    func bought() {
        let offer = Offer(pro: "pro", packs: ["small": 60])
        #expect(offer.bought([]) == Bought(isPro: false))
        let other = CustomerReading(entitlements: [.init(id: "other", expiresAt: nil)])
        #expect(offer.bought([other]) == Bought(isPro: false))
        let short = CustomerReading(entitlements: [.init(id: "pro", expiresAt: 5), .init(id: "pro", expiresAt: 9)])
        #expect(offer.bought([other, short]) == Bought(isPro: true, until: 9))
        let endless = CustomerReading(entitlements: [.init(id: "pro", expiresAt: nil)])
        #expect(offer.bought([short, endless]) == Bought(isPro: true, until: nil))
        let bag = CustomerReading(purchases: [
            purchase("b", quantity: 2), purchase("a"), purchase("a"), purchase("c", isOwned: false),
            purchase("d", isSandbox: true), purchase("e", "unknown"), purchase("f", quantity: -3),
        ])
        let packs = [("a", 60), ("b", 120), ("f", 60)].map { Bought.Pack(transaction: $0.0, minutes: $0.1) }
        #expect(offer.bought([bag, bag]).packs == packs)
        func plan(_ environments: [Bool], _ entitlement: String = "pro") -> CustomerReading {
            CustomerReading(
                entitlements: [.init(id: "pro", expiresAt: 9)],
                subscriptions: environments.map { .init(entitlements: [entitlement], isSandbox: $0) })
        }
        // By environment of the subscriptions: a gift, a tester's, a real one, both, and one to something else.
        let cases = [plan([]), plan([true]), plan([false]), plan([true, false]), plan([true], "other")]
        #expect(cases.map { offer.bought([$0]).isPro } == [true, false, true, true, true])
        let testers = Offer(pro: "pro", packs: ["small": 60], isSandbox: true)
        #expect(cases.map { testers.bought([$0]).isPro } == [true, true, false, true, true])
        #expect(testers.bought([bag]).packs.map(\.transaction) == ["d"])
        // Where none is named, any entitlement is the plan.
        let unnamed = Offer(pro: nil)
        #expect(unnamed.bought([other, short]) == Bought(isPro: true, until: nil))
        #expect(unnamed.bought([short]) == Bought(isPro: true, until: 9))
        #expect(unnamed.bought([bag]) == Bought(isPro: false))
        #expect(cases.map { unnamed.bought([$0]).isPro } == [true, false, true, true, true])
    }

    @Test("A plan that is bought once counts where it was bought, beside subscriptions, and as long as it is owned")
    func boughtOnce() {
        func reading(
            _ purchases: [CustomerReading.Purchase], subscribedIn environments: [Bool] = []
        ) -> CustomerReading {
            CustomerReading(
                entitlements: [.init(id: "pro", expiresAt: nil)],
                subscriptions: environments.map { .init(entitlements: ["pro"], isSandbox: $0) }, purchases: purchases)
        }
        let real = purchase("a", gives: ["pro"])
        let testers = purchase("b", isSandbox: true, gives: ["pro"])
        let returned = purchase("c", isOwned: false, isSandbox: true, gives: ["pro"])
        let other = purchase("d", isSandbox: true, gives: ["other"])
        let cases: [(reading: CustomerReading, isReal: Bool, isTesters: Bool)] = [
            (reading([real]), true, false), (reading([testers]), false, true), (reading([real, testers]), true, true),
            (reading([testers], subscribedIn: [false]), true, true),
            (reading([real], subscribedIn: [true]), true, true),
            (reading([testers], subscribedIn: [true]), false, true),
            // Nothing that is owned gives it: a gift.
            (reading([returned]), true, true), (reading([other]), true, true),
        ]
        for pro in ["pro", nil] {
            for (number, one) in cases.enumerated() {
                #expect(Offer(pro: pro).bought([one.reading]).isPro == one.isReal, "\(number)")
                #expect(Offer(pro: pro, isSandbox: true).bought([one.reading]).isPro == one.isTesters, "\(number)")
            }
        }
    }

    @Test("Of all orders in which answers arrive the newest question wins", .requirement("I10"))
    func newestWins() {
        let answers = [(Int64(10), true), (20, false), (30, true), (40, false)]
        func permutations(_ rest: [(Int64, Bool)]) -> [[(Int64, Bool)]] {
            guard !rest.isEmpty else { return [[]] }
            return rest.indices.flatMap { index -> [[(Int64, Bool)]] in
                var others = rest
                let one = others.remove(at: index)
                return permutations(others).map { [one] + $0 }
            }
        }
        for order in permutations(answers) {
            var record = PlanRecord(plan: .free, until: nil, asOf: 0, revision: 0)
            var changes: Int64 = 0
            for (asOf, isPro) in order {
                let before = record
                let isTaken = record.take(Bought(isPro: isPro, until: isPro ? asOf + 5 : nil), asOf: asOf)
                #expect(isTaken == (asOf > before.asOf) && record.asOf >= before.asOf)
                if record.plan != before.plan { changes += 1 }
            }
            #expect(record.plan == .free && record.asOf == 40 && record.until == nil && record.revision == changes)
        }
        var owner = PlanRecord(plan: .owner, until: nil, asOf: 0, revision: 0)
        #expect(!owner.take(Bought(isPro: false), asOf: 5) && owner.plan == .owner && owner.asOf == 0)
        let asked = PlanRecord(plan: .pro, until: 1, asOf: 9, revision: 1)
        #expect(asked.nextQuestion(at: 12) == 12 && asked.nextQuestion(at: 3) == 10)
    }

    @Test("A job rests longer after each failure, and never longer than five minutes")
    func rests() {
        let rests = (-1...70).map { restAfterFailure(attempts: Int64($0)) }
        #expect(rests == rests.sorted() && rests.first == 10_000 && rests.max() == 300_000)
        #expect(restAfterFailure(attempts: .max) == 300_000 && restAfterFailure(attempts: .min) == 10_000)
    }

    // MARK: - Events

    private func event(_ members: String) throws -> RevenueCatEvent {
        try RevenueCatEvent(JSON(parsing: Array(#"{"api_version":"1.0","event":{\#(members)}}"#.utf8)))
    }

    @Test("An event names everybody whom it is about, each once")
    func customers() throws {
        let base = #""id":"e","type":"X","event_timestamp_ms":5"#
        let one = try event(
            base + #","app_user_id":"a","original_app_user_id":"b","aliases":["c","a",""],"environment":"SANDBOX""#)
        #expect(one.customers == ["a", "b", "c"] && one.isSandbox == true && one.occurredAt == 5)
        let move = try event(base + #","transferred_from":["x"],"transferred_to":["y","x"],"environment":"PRODUCTION""#)
        #expect(move.customers == ["x", "y"] && move.isSandbox == false)
        let coins = try event(base + #","app_user_id":"a","purchase_environment":"SANDBOX","aliases":null"#)
        #expect(coins.isSandbox == true && coins.customers == ["a"])
        let bare = try event(base)
        #expect(bare.customers.isEmpty && bare.isSandbox == nil)
        let crowd = try event(base + #","aliases":["# + (0..<500).map { "\"a\($0)\"" }.joined(separator: ",") + "]")
        #expect(crowd.customers.count == RevenueCatEvent.mostCustomers)
    }

    @Test(
        "An event that is none",
        arguments: [
            "", #""id":"e","type":"X""#, #""id":"","type":"X","event_timestamp_ms":5"#,
            #""id":"e","event_timestamp_ms":5"#, #""id":"e","type":"X","event_timestamp_ms":"5""#,
            #""id":7,"type":"X","event_timestamp_ms":5"#, #""id":"e","type":"X","event_timestamp_ms":5,"aliases":"a""#,
            #""id":"e","type":"X","event_timestamp_ms":5,"app_user_id":["a"]"#,
        ])
    func noEvent(members: String) { #expect(throws: Failure.self) { try event(members) } }

    @Test("A customer's name cannot leave its place in an address")
    func encoded() {
        #expect(percentEncoded("usr_0-A~9") == "usr_0-A~9")
        #expect(percentEncoded("../a?b#c/ä%") == "%2E%2E%2Fa%3Fb%23c%2F%C3%A4%25")
    }

    // MARK: - Settings

    private func read(
        _ overrides: [String: String] = [:], environment: [String: String] = [:]
    ) async -> Result<Settings, SettingsFaults> {
        var sources = SettingsSources()
        sources.overrides = overrides
        sources.environment = environment
        return await sources.read()
    }

    @Test("The names that earlier servers had are enough; an entitlement may come to them", .requirement("GATEWAY-9"))
    func settings() async throws {
        let off = try await read().get().revenueCat
        #expect(!off.isOn && off.offer == nil && off.sentences.count == 1)
        let old = [
            "REVENUECAT_PROJECT_ID": "proj1", "REVENUECAT_REST_API_KEY": "sk_secret_of_rest",
            "REVENUECAT_WEBHOOK_SECRET": "whsec_first_0123456789, whsec_second_123456789", "REVENUECAT_VC_CODE": "MIN",
        ]
        let bare = try await read(environment: old).get().revenueCat
        #expect(bare.isOn && bare.offer == Offer(pro: nil))
        #expect(bare.sentences.contains { $0.contains("any active entitlement is the plan") })
        let all = try await read(
            [
                "revenuecat_entitlement": "entl1", "revenuecat_packs": "prod1=60, prod2 = 300",
                "revenuecat_environment": "sandbox", "revenuecat_address": "http://127.0.0.1:9/",
                "revenuecat_webhook_authorization": "Bearer of the dashboard",
            ], environment: old
        ).get().revenueCat
        #expect(all.isOn && all.address == "http://127.0.0.1:9" && all.webhookAuthorizations.count == 1)
        #expect(all.webhookSecrets == ["whsec_first_0123456789", "whsec_second_123456789"])
        #expect(all.offer == Offer(pro: "entl1", packs: ["prod1": 60, "prod2": 300], isSandbox: true))
        #expect(all.sentences.contains { $0.contains("REVENUECAT_VC_CODE has no effect") })
        #expect(!all.sentences.contains { $0.contains("any active entitlement") })
        let spoken = (off.sentences + all.sentences).joined()
        for secret in ["secret_of_rest", "whsec", "Bearer"] { #expect(!spoken.contains(secret)) }
        // Without effect in any case.
        let currency = try await read(environment: ["REVENUECAT_VC_CODE": "MIN"]).get().revenueCat
        #expect(!currency.isOn)
    }

    @Test(
        "Half of what is needed to sell is a fault that names the other half", .requirement("GATEWAY-9"),
        arguments: [
            (["revenuecat_project_id": "proj1"], ["revenuecat_rest_api_key"]),
            (["revenuecat_rest_api_key": "sk_geheim"], ["revenuecat_project_id"]),
            (["revenuecat_entitlement": "entl1"], ["revenuecat_project_id", "revenuecat_rest_api_key"]),
            (["revenuecat_packs": "prod1=60"], ["revenuecat_project_id", "revenuecat_rest_api_key"]),
            (
                ["revenuecat_webhook_secret": "geheim-geheim-geheim", "revenuecat_project_id": "proj1"],
                ["revenuecat_rest_api_key"]
            ),
            (
                ["revenuecat_environment": "sandbox", "revenuecat_project_id": "proj1", "revenuecat_entitlement": "e"],
                ["revenuecat_rest_api_key"]
            ),
        ])
    func half(settings: [String: String], missing: [String]) async {
        guard case .failure(let faults) = await read(settings) else {
            Issue.record("it was accepted")
            return
        }
        #expect(faults.all.map(\.setting).sorted() == missing && !faults.description.contains("geheim"))
    }

    @Test(
        "What cannot be meant is a fault that quotes no secret",
        arguments: [
            ("revenuecat_project_id", "a/b"), ("revenuecat_entitlement", "pro plan"), ("revenuecat_vc_code", ""),
            ("revenuecat_rest_api_key", "sk two"), ("revenuecat_webhook_secret", "short-one"),
            ("revenuecat_webhook_secret", "a-good-one-of-length,short-one"), ("revenuecat_webhook_secret", " , "),
            ("revenuecat_webhook_authorization", "short-one"), ("revenuecat_packs", "prod1"),
            ("revenuecat_packs", "prod1=0"), ("revenuecat_packs", "prod1=5,prod1=6"), ("revenuecat_packs", ""),
            ("revenuecat_environment", "test"), ("revenuecat_address", "http://192.0.2.7"),
        ])
    func faults(name: String, value: String) async {
        guard case .failure(let faults) = await read([name: value]) else {
            Issue.record("it was accepted")
            return
        }
        #expect(faults.all.map(\.setting) == [name] && !faults.description.contains("short-one"))
        #expect(!faults.description.contains("sk two"))
    }
}
