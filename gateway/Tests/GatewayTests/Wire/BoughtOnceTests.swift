import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A plan that is bought once, for ever", .requirement("GATEWAY-6", "GATEWAY-3"))
struct BoughtOnceTests {
    private static let list = #"{"object":"list","items":[],"next_page":null}"#
    private static let pro =
        #"{"object":"list","items":[{"entitlement_id":"\#(StandInRevenueCat.entitlement)","expires_at":null}],"#
        + #""next_page":null}"#

    @Test(
        "A tester's counts for testers alone and a real one for all others, also where no packs are sold",
        arguments: DatabaseKind.allCases, [false, true])
    func environments(kind: DatabaseKind, sellsPacks: Bool) async throws {
        for isSandbox in [false, true] {
            try await Sales.with(
                kind,
                tune: { _, settings in
                    if !sellsPacks { settings.revenueCat.packs = [:] }
                    settings.revenueCat.isSandbox = isSandbox
                }
            ) { sales in
                for number in 1...4 { try await Sales.makeAccount(number, in: sales.gateway.engine) }
                sales.seller.buy(
                    "user-1", .init(product: "prod_life", transaction: "t1", isSandbox: true, givesPro: true))
                sales.seller.buy("user-2", .init(product: "prod_life", transaction: "t2", givesPro: true))
                for (number, isTesters) in [true, false].enumerated() {
                    sales.seller.buy(
                        "user-3",
                        .init(product: "prod_life", transaction: "b\(number)", isSandbox: isTesters, givesPro: true))
                }
                sales.seller.buy(
                    "user-4", .init(product: "prod_life", transaction: "t4", isRefunded: true, givesPro: true))
                // The other environment's events have no effect; the plan is read for another reason.
                for number in 1...4 { _ = try await sales.gateway.store.askForPlan(of: "account-\(number)") }
                try await sales.run()
                var plans: [String] = []
                for number in 1...4 { plans.append(try await sales.plan(number)) }
                let expected = isSandbox ? ["pro", "free", "pro", "free"] : ["free", "pro", "pro", "free"]
                #expect(plans == expected)
            }
        }
    }

    @Test("Who has no entitlement costs one request where no packs are sold, and who has one costs three")
    func cost() async throws {
        try await Sales.with(.sqlite, tune: { _, settings in settings.revenueCat.packs = [:] }) { sales in
            let client = try sales.runner().worker.client
            #expect(!client.readsPurchases)
            let (list, pro) = (Self.list, Self.pro)
            for (answers, count) in [([list], 1), ([pro, list, list], 3)] {
                let before = sales.seller.now.requests
                sales.seller.change { $0.faults = answers.map { (200, nil, $0) } }
                let answer = await client.customer("user-1")
                guard case .success(.some) = answer else {
                    Issue.record("\(count): \(answer)")
                    continue
                }
                #expect(sales.seller.now.requests == before + count)
            }
        }
    }

    /// A tester's purchase looks like any other without the list that says where it was made.
    @Test("Purchases that RevenueCat itself does not find are asked for again, also where no packs are sold")
    func missing() async throws {
        try await Sales.with(.sqlite, tune: { _, settings in settings.revenueCat.packs = [:] }) { sales in
            var client = try sales.runner().worker.client
            let (list, pro) = (Self.list, Self.pro)
            for mayLackLists in [false, true] {
                client.mayLackLists = mayLackLists
                sales.seller.change { $0.faults = [(200, nil, pro), (200, nil, list), (404, nil, "{}")] }
                let answer = await client.customer("user-1")
                switch answer {
                case .failure(let failure): #expect(failure == .refused("404") && !mayLackLists)
                case .success(let reading): #expect(reading?.entitlements.count == 1 && mayLackLists)
                }
            }
        }
    }
}
