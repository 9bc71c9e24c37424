import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// A gateway that sells plans, with a seller on loopback and accounts that have paid nothing yet.
struct Sales {
    let gateway: RunningGateway
    let seller: StandInRevenueCat
    let time: ManualTime

    static func settings(_ seller: StandInRevenueCat) -> RevenueCatSettings {
        var settings = RevenueCatSettings()
        settings.address = "http://127.0.0.1:\(seller.port)"
        settings.projectID = StandInRevenueCat.project
        settings.restKey = StandInRevenueCat.key
        settings.entitlement = StandInRevenueCat.entitlement
        settings.webhookSecrets = [StandInRevenueCat.secret]
        settings.packs = StandInRevenueCat.packs
        return settings
    }

    static func with(
        _ kind: DatabaseKind, tune: (inout GatewayServer.Tuning, inout Settings) -> Void = { _, _ in },
        _ body: (Sales) async throws -> Void
    ) async throws {
        let time = ManualTime()
        try await StandInRevenueCat.with { seller in
            try await RunningGateway.with(
                kind, time: time,
                tune: { tuning, settings in
                    settings.revenueCat = Self.settings(seller)
                    tuning.runsJobs = false
                    tune(&tuning, &settings)
                }
            ) { gateway in
                gateway.logs.isSecret(StandInRevenueCat.key)
                gateway.logs.isSecret(StandInRevenueCat.secret)
                try await body(Sales(gateway: gateway, seller: seller, time: time))
            }
        }
    }

    /// Makes an account with one user; both are called by the number.
    static func makeAccount(_ number: Int, plan: String = "free", in engine: any Engine) async throws {
        _ = try await engine.write { transaction throws(EngineError) in
            try transaction.enqueue(
                Query("INSERT INTO accounts (id, created_at, plan) VALUES ($1, 0, $2)")(
                    .text("account-\(number)"), .text(plan)))
            try transaction.enqueue(
                Query("INSERT INTO users (id, account_id, created_at) VALUES ($1, $2, 0)")(
                    .text("user-\(number)"), .text("account-\(number)")))
        }
    }

    /// A speaker of a new account.
    func speaker(_ number: Int, plan: String = "free") async throws -> TestSpeaker {
        try await Self.makeAccount(number, plan: plan, in: gateway.engine)
        let token = try Token.fresh(.device)
        let hash = token.hash
        _ = try await gateway.engine.write { transaction throws(EngineError) in
            try transaction.enqueue(
                Query("INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ($1, $1, $2, 'x', 0)")(
                    .text("speaker-\(number)"), .text("user-\(number)")))
            try Store.issue(
                hash, user: "user-\(number)", device: "speaker-\(number)", grant: nil, in: transaction)
        }
        let speaker = TestSpeaker(gateway, id: "speaker-\(number)")
        speaker.token = token.text
        gateway.logs.isSecret(token.text)
        return speaker
    }

    // MARK: - Webhooks

    static func signature(_ body: String, at milliseconds: Int64, secrets: [String] = [StandInRevenueCat.secret])
        -> String
    {
        let seconds = milliseconds / 1000
        let codes = secrets.map { "v1=" + WebhookSignature.code(of: Array("\(seconds).\(body)".utf8), secret: $0) }
        return "t=\(seconds)," + codes.joined(separator: ",")
    }

    @discardableResult func deliver(
        _ body: String, signature: String? = nil, path: String = BillingRoutes.webhookPath
    ) async throws -> LoopbackClient.Answer {
        try await gateway.client.send(
            "POST", path,
            headers: [
                ("Content-Type", "application/json"), ("X-Forwarded-For", "203.0.113.9"),
                ("X-RevenueCat-Webhook-Signature", signature ?? Self.signature(body, at: time.now)),
            ], body: body)
    }

    /// Delivers the newest event of the seller.
    @discardableResult func deliverNewest() async throws -> LoopbackClient.Answer {
        try await deliver(try #require(seller.newestEvent()).body)
    }

    // MARK: - What came out

    func runner() throws -> JobRunner<BillingWorker> { try #require(gateway.server.billing) }

    func run() async throws { try await runner().runDue() }

    static func plan(_ account: Int, in engine: any Engine) async throws -> String {
        let rows = try await engine.rows(Query("SELECT plan FROM accounts WHERE id = $1")(.text("account-\(account)")))
        return try #require(rows.first).text(0)
    }

    func plan(_ account: Int) async throws -> String { try await Self.plan(account, in: gateway.engine) }

    static func ledger(_ account: Int, in engine: any Engine) async throws -> [String: Int64] {
        var ledger: [String: Int64] = [:]
        let query = Query("SELECT key, minutes FROM ledger WHERE account_id = $1")
        for row in try await engine.rows(query(.text("account-\(account)"))) {
            ledger[try row.text(0)] = try row.integer(1)
        }
        return ledger
    }

    func ledger(_ account: Int) async throws -> [String: Int64] {
        try await Self.ledger(account, in: gateway.engine)
    }

    func count(_ text: String) async throws -> Int64 {
        try #require(await gateway.engine.rows(Query("SELECT COUNT(*) FROM \(text)")()).first).integer(0)
    }
}
