import GatewayRules
import SQLEngines

/// What revokes a sign-in at Apple when the account is deleted here, as Apple demands it (GATEWAY-8). The database has it
/// sealed; the key for that is elsewhere.
struct AppleToken: Hashable, Sendable {
    /// The row's name: random, and of nobody.
    let id: String
    /// Our id at Apple for which it was given out.
    let client: String
    let sealed: String
}

/// Gets such tokens and seals them. Nobody has one where the gateway has no key at Apple, or none for sealing.
struct AppleTokenKeeper: Sendable {
    static let longest = 4_096

    let client: AppleClient
    /// The key with which it began.
    private let first: ClientKey
    let master: MasterKey

    init(client: AppleClient, key: ClientKey, master: MasterKey) {
        self.client = client
        first = key
        self.master = master
    }

    /// The newest key, which may have been replaced meanwhile.
    var key: ClientKey { client.key ?? first }

    /// Seals a refresh token from Apple. Nil: Apple sent none, or something that cannot be one.
    func sealed(_ refresh: String?, client id: String) throws(Failure) -> AppleToken? {
        guard let refresh, (1...Self.longest).contains(refresh.utf8.count),
            refresh.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        let row = "apt_" + base64url16()
        return AppleToken(id: row, client: id, sealed: try master.seal(refresh, row: row))
    }
}

extension Store {
    private static let replaced = Query("DELETE FROM apple_tokens WHERE user_id = $1 AND client_id = $2")
    private static let insert = Query(
        "INSERT INTO apple_tokens (id, user_id, client_id, sealed, made_at) VALUES ($1, $2, $3, $4, $5)")
    private static let ofUser = Query("SELECT id FROM apple_tokens WHERE user_id = $1 ORDER BY id", locking: .row)
    private static let leave = Query("UPDATE apple_tokens SET user_id = NULL WHERE user_id = $1")
    private static let forget = Query("DELETE FROM apple_tokens WHERE user_id = $1 AND made_at < $2")

    /// Keeps the token of somebody who has just signed in. If they were deleted in the meantime, it is revoked.
    func keep(_ token: AppleToken, of subject: String) async throws(EngineError) {
        try await engine.write { transaction throws(EngineError) in
            let identity = RowLock.identity(.text(ApplePerson.provider), .text(subject))
            let user = try transaction.run(identity).first?.text(0)
            try Self.keep(token, of: user, in: transaction)
        }
    }

    /// The newest one of each of our ids is enough: Apple ends all that belongs to it.
    static func keep(_ token: AppleToken, of user: String?, in transaction: any Transaction) throws(EngineError) {
        if let user { try transaction.enqueue(replaced(.text(user), .text(token.client))) }
        try transaction.enqueue(
            insert(
                .text(token.id), Value(user), .text(token.client), .text(token.sealed),
                .integer(try transaction.now())))
        if user == nil { try Job.ask(AppleRevocationWorker.kindOfJob, token.id, in: transaction) }
    }

    /// For a deletion: the tokens become nobody's, and jobs that revoke them.
    static func revokeAppleTokens(of user: String, in transaction: any Transaction) throws(EngineError) {
        for row in try transaction.run(ofUser(.text(user))) {
            try Job.ask(AppleRevocationWorker.kindOfJob, try row.text(0), in: transaction)
        }
        try transaction.enqueue(leave(.text(user)))
    }

    /// Apple has ended those of before that moment itself.
    static func forgetAppleTokens(
        of user: String, before end: Int64, in transaction: any Transaction
    ) throws(EngineError) {
        try transaction.enqueue(forget(.text(user), .integer(end)))
    }
}
