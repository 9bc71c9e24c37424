import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite(
    "Packs of a deleted account stay used up", .requirement("GATEWAY-8", "GATEWAY-6", "GATEWAY-3", "I4", "I15"))
struct SpentPackTests {
    private static func caller(_ number: Int) -> Caller {
        Caller(
            user: "user-\(number)", account: "account-\(number)", device: nil, deviceID: nil, issuedAt: 0,
            expiresAt: .max)
    }

    /// An account whose user signs in with Apple, under whose name they buy, too.
    private func arrive(_ number: Int, _ sales: Sales) async throws {
        try await Sales.makeAccount(number, in: sales.gateway.engine)
        _ = try await sales.gateway.engine.write { transaction throws(EngineError) in
            try transaction.enqueue(
                Query("INSERT INTO identities (provider, subject, user_id, created_at) VALUES ('apple', $1, $2, 0)")(
                    .text("001.apple"), .text("user-\(number)")))
        }
    }

    @Test(
        "Who comes back with the same name at the seller gets what is new, and nothing a second time",
        arguments: DatabaseKind.allCases)
    func comesBack(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            for number in 1...3 {
                try await arrive(number, sales)
                // The seller's own limit.
                sales.time.advance(milliseconds: 60_000)
                sales.seller.buy("001.apple", .init(product: "prod_small", transaction: "bought-\(number)"))
                try await sales.deliverNewest()
                try await sales.run()
                let ledger = try await sales.ledger(number)
                let packs = ledger.keys.filter { $0.hasPrefix("pack:") }
                #expect(packs == ["pack:bought-\(number)"], "\(number)")
                // Asked for again, nothing is taken back that is the account's own.
                sales.seller.subscribe("001.apple", until: nil)
                try await sales.deliverNewest()
                try await sales.run()
                let later = try await sales.ledger(number)
                #expect(later["pack:bought-\(number)"] == 60 && later.keys.filter { $0.hasPrefix("pack:") }.count == 1)
                try await sales.gateway.server.metering.delete(Self.caller(number))
                let hashes = try await sales.gateway.engine.rows(Query("SELECT * FROM spent_packs")())
                #expect(hashes.count == number && hashes.allSatisfy { $0.values.count == 1 })
                for (table, row) in try await Household.everything(in: sales.gateway.engine, kind) {
                    for trace in ["bought-", "001.apple", "account-\(number)", "user-\(number)"] {
                        #expect(!row.contains(trace), "\(table): \(row)")
                    }
                }
            }
        }
    }

    @Test("An account that others have keeps its packs when one of them goes", arguments: DatabaseKind.allCases)
    func shared(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            try await arrive(1, sales)
            _ = try await sales.gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(
                    Query("INSERT INTO users (id, account_id, created_at) VALUES ('partner', 'account-1', 1)")())
            }
            sales.seller.buy("001.apple", .init(product: "prod_large", transaction: "t1"))
            try await sales.deliverNewest()
            try await sales.run()
            try await sales.gateway.server.metering.delete(Self.caller(1))
            let ledger = try await sales.ledger(1)
            let kept = try await sales.count("spent_packs")
            #expect(ledger["pack:t1"] == 300 && kept == 0)
        }
    }

    @Test(
        "A purchase that moves to another account while its own is deleted is granted to nobody again",
        arguments: DatabaseKind.allCases)
    func together(kind: DatabaseKind) async throws {
        try await Sales.with(kind) { sales in
            let engine = sales.gateway.engine
            let metering = sales.gateway.server.metering
            try await Sales.makeAccount(1_000, in: engine)
            @Sendable func grant(_ transactions: [String], to account: String) async throws(EngineError) {
                try await engine.write { transaction throws(EngineError) in
                    let locked = try LockedAccount.lock(account, limits: metering.limits, in: transaction)
                    let packs = transactions.map { Bought.Pack(transaction: $0, minutes: 60) }
                    try Store.add(packs, to: locked, in: transaction)
                }
            }
            for round in 1...30 {
                try await Sales.makeAccount(round, in: engine)
                let bought = (0..<3).map { "t\(round)-\($0)" }
                try await grant(bought, to: "account-\(round)")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await metering.delete(Self.caller(round)) }
                    for _ in 0..<3 { group.addTask { try await grant(bought, to: "account-1000") } }
                    try await group.waitForAll()
                }
                let ledger = try await sales.ledger(1_000)
                #expect(ledger.keys.allSatisfy { !$0.hasPrefix("pack:") }, "\(round)")
            }
            let kept = try await sales.count("spent_packs")
            #expect(kept == 90)
        }
    }
}
