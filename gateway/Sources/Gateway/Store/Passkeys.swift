import GatewayRules
import SQLEngines

extension SharedBudget {
    /// Challenges for browsers that are not signed in.
    static func passkeyAsks(from block: AddressBlock) -> SharedBudget {
        SharedBudget(bucket: "passkey:block:\(block)", allowance: .perMinute(10))
    }
    /// Challenges for new passkeys of one person.
    static func passkeyAsks(user: String) -> SharedBudget {
        SharedBudget(bucket: "passkey:user:\(user)", allowance: .perHour(30))
    }
}

/// A passkey as its owner sees it.
struct OwnPasskey: Hashable, Sendable {
    let id: String
    /// The authenticator's name for it, in base64url.
    let credentialID: String
    let name: String
    let madeAt: Int64
    /// Nil: never.
    let usedAt: Int64?

    init(_ row: Row) throws(EngineError) {
        id = try row.text(0)
        credentialID = try row.text(1)
        name = try row.text(2)
        madeAt = try row.integer(3)
        usedAt = try row.integerIfAny(4)
    }
}

/// The ways in that somebody has besides their passkeys.
struct OtherWays: Hashable, Sendable {
    /// The code of whoever runs the gateway.
    let isOwner: Bool
    let hasApple: Bool
}

// MARK: - What somebody has

extension Store {
    private static let passkeysOfUser = Query(
        """
        SELECT id, credential_id, name, made_at, used_at FROM passkeys WHERE user_id = $1 ORDER BY made_at, id
          LIMIT \(PasskeyLimits.mostOfUser)
        """)
    private static let providers = Query("SELECT provider FROM identities WHERE user_id = $1 ORDER BY provider")
    private static let anyPasskey = Query("SELECT id FROM passkeys LIMIT 1")
    private static let renamePasskey = Query(
        "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING id")
    private static let deletePasskey = Query("DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING id")
    private static let endSignInsByPasskey = Query(
        "UPDATE credentials SET revoked_at = $2 WHERE passkey = $1 AND revoked_at IS NULL AND hash <> $3")

    func passkeys(of user: String) async throws(EngineError) -> [OwnPasskey] {
        var passkeys: [OwnPasskey] = []
        for row in try await engine.read(Self.passkeysOfUser(.text(user))) { passkeys.append(try OwnPasskey(row)) }
        return passkeys
    }

    func otherWays(of user: String) async throws(EngineError) -> OtherWays {
        var names: Set<String> = []
        for row in try await engine.read(Self.providers(.text(user))) { names.insert(try row.text(0)) }
        return OtherWays(isOwner: names.contains("owner"), hasApple: names.contains(ApplePerson.provider))
    }

    /// Whether anybody at all has one.
    func hasPasskeys() async throws(EngineError) -> Bool { !(try await engine.read(Self.anyPasskey()).isEmpty) }

    /// False: there is none of that id.
    func rename(passkey id: String, to name: String, of caller: Caller) async throws(EngineError) -> Bool {
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            return !(try transaction.run(Self.renamePasskey(.text(id), .text(caller.user), .text(name))).isEmpty)
        }
    }

    /// Removes a passkey, and signs out whoever came in with it; the browser that asks for it stays. False: there is none
    /// of that id.
    func remove(passkey id: String, of caller: Caller, session: Token) async throws(EngineError) -> Bool {
        let hash = session.hash
        return try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            guard !(try transaction.run(Self.deletePasskey(.text(id), .text(caller.user))).isEmpty) else {
                return false
            }
            try transaction.enqueue(
                Self.endSignInsByPasskey(.text(id), .integer(try transaction.now()), .text(hash)))
            try AuditEntry(key: "passkey-removed:\(id)", user: caller.user, action: "passkey-removed", detail: id)
                .write(in: transaction)
            return true
        }
    }
}

// MARK: - A new one

extension Store {
    private static let isThere = Query("SELECT id FROM users WHERE id = $1")
    private static let countPasskeys = Query("SELECT COUNT(*) FROM passkeys WHERE user_id = $1")
    private static let insertChallenge = Query(
        "INSERT INTO passkey_challenges (hash, user_id, session, expires_at) VALUES ($1, $2, $3, $4)")
    private static let useChallengeOfUser = Query(
        """
        DELETE FROM passkey_challenges WHERE hash = $1 AND user_id = $2 AND session = $3 AND expires_at > $4 RETURNING hash
        """)
    private static let insertPasskey = Query(
        """
        INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, name, made_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING id
        """)

    enum PasskeyBeginning: Hashable, Sendable {
        case begun
        /// They have as many as anybody may have.
        case full
        case tooMany(waitMilliseconds: Int64)
    }

    enum PasskeyStep: Hashable, Sendable {
        case done
        /// Meanwhile they have as many as anybody may have.
        case full
        /// The challenge was not for this browser's sign-in, is over, or was answered.
        case late
        case refused(PasskeyFault)
        /// Somebody has that passkey already.
        case known
    }

    /// Keeps a challenge for a new passkey, for this browser's sign-in alone.
    func keep(
        passkeyChallenge secret: Token, of caller: Caller, session: Token
    ) async throws(EngineError) -> PasskeyBeginning {
        let (hash, sessionHash) = (secret.hash, session.hash)
        return try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            let (held, wait) = try SharedBudget.lock([.passkeyAsks(user: caller.user)], in: transaction)
            if let wait { return .tooMany(waitMilliseconds: wait) }
            guard try Self.hasRoom(caller.user, in: transaction) else { return .full }
            try SharedBudget.take(held, in: transaction)
            try transaction.enqueue(
                Self.insertChallenge(
                    .text(hash), .text(caller.user), .text(sessionHash),
                    .integer(try transaction.now() + PasskeyLimits.challengeMilliseconds)))
            return .begun
        }
    }

    /// Keeps a passkey that was examined, under a name. The challenge is used up, whatever the examination has found.
    func add(
        _ examined: Result<MadePasskey, PasskeyFault>, named name: String,
        challenge secret: Token, of caller: Caller, session: Token
    ) async throws(EngineError) -> PasskeyStep {
        let (hash, sessionHash) = (secret.hash, session.hash)
        return try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            let now = try transaction.now()
            let used = try transaction.run(
                Self.useChallengeOfUser(.text(hash), .text(caller.user), .text(sessionHash), .integer(now)))
            guard !used.isEmpty else { return .late }
            let made: MadePasskey
            switch examined {
            case .failure(let fault): return .refused(fault)
            case .success(let good): made = good
            }
            guard try Self.hasRoom(caller.user, in: transaction) else { return .full }
            let id = freshID("pky_", at: now)
            let inserted = try transaction.run(
                Self.insertPasskey(
                    .text(id), .text(base64url(made.id)), .text(caller.user), .text(base64url(made.key.point)),
                    .integer(Int64(made.counter)), .text(name), .integer(now)))
            guard !inserted.isEmpty else { return .known }
            try AuditEntry(key: "passkey:\(id)", user: caller.user, action: "passkey-made", detail: id)
                .write(in: transaction)
            return .done
        }
    }

    /// Whether a person may have one more. The account's lock is held.
    private static func hasRoom(_ user: String, in transaction: any Transaction) throws(EngineError) -> Bool {
        let results = try transaction.run([isThere(.text(user)), countPasskeys(.text(user))])
        guard results.count == 2, let count = try results[1].first?.integer(0) else { throw .shape("no count") }
        guard !results[0].isEmpty else { throw .gone }
        return count < Int64(PasskeyLimits.mostOfUser)
    }
}
