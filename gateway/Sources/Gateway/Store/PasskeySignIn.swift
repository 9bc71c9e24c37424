import GatewayRules
import SQLEngines

/// A passkey as a sign-in finds it.
struct KnownPasskey: Hashable, Sendable {
    let id: String
    let user: String
    let account: String
    let key: PasskeyKey
}

/// How a sign-in with a passkey ended.
enum PasskeySignIn: Hashable, Sendable {
    case signedIn(user: String)
    /// The challenge is over, or was answered.
    case late
    case refused(PasskeyFault)
    /// The user is being deleted.
    case leaving
}

extension Store {
    private static let insertChallenge = Query("INSERT INTO passkey_challenges (hash, expires_at) VALUES ($1, $2)")
    private static let useChallenge = Query(
        "DELETE FROM passkey_challenges WHERE hash = $1 AND user_id IS NULL AND expires_at > $2 RETURNING hash")
    private static let byCredentialID = Query(
        """
        SELECT p.id, p.user_id, u.account_id, p.public_key FROM passkeys p JOIN users u ON u.id = p.user_id
        WHERE p.credential_id = $1
        """)
    private static let lockPasskey = Query(
        "SELECT counter FROM passkeys WHERE id = $1 AND user_id = $2 AND public_key = $3", locking: .row)
    private static let leavingOf = Query("SELECT deleted_at FROM users WHERE id = $1")
    private static let notePasskeyUse = Query("UPDATE passkeys SET counter = $2, used_at = $3 WHERE id = $1")

    /// Keeps a challenge for a browser that wants to sign in. Nil: done; else the milliseconds to wait.
    func keep(passkeyChallenge secret: Token, from block: AddressBlock) async throws(EngineError) -> Int64? {
        let hash = secret.hash
        return try await engine.write { transaction throws(EngineError) in
            let (held, wait) = try SharedBudget.lock([.passkeyAsks(from: block)], in: transaction)
            if let wait { return wait }
            try SharedBudget.take(held, in: transaction)
            try transaction.enqueue(
                Self.insertChallenge(
                    .text(hash), .integer(try transaction.now() + PasskeyLimits.challengeMilliseconds)))
            return nil
        }
    }

    /// The passkey that an authenticator calls so; nil: nobody has it.
    func passkey(named credentialID: [UInt8]) async throws(EngineError) -> KnownPasskey? {
        guard let row = try await engine.read(Self.byCredentialID(.text(base64url(credentialID)))).first else {
            return nil
        }
        guard let point = base64urlBytes(try row.text(3).utf8), let key = PasskeyKey(point: point) else {
            throw .shape("no key")
        }
        return KnownPasskey(id: try row.text(0), user: try row.text(1), account: try row.text(2), key: key)
    }

    /// Signs a browser in: `web` becomes its token. The challenge is used up, whatever the examination has found.
    ///
    /// - Parameters:
    ///   - examined: The authenticator's counter.
    ///   - former: The sign-in that the browser had.
    func signIn(
        with passkey: KnownPasskey, _ examined: Result<UInt32, PasskeyFault>, challenge secret: Token, web: Token,
        replacing former: Token? = nil
    ) async throws(EngineError) -> PasskeySignIn {
        let (hash, webHash, formerHash) = (secret.hash, web.hash, former?.hash)
        return try await engine.write { transaction throws(EngineError) in
            // Locked in the order of everybody: account, then what is below it. A deletion waits for it or comes before.
            let account = try transaction.run(RowLock.account(.text(passkey.account)))
            let now = try transaction.now()
            guard !(try transaction.run(Self.useChallenge(.text(hash), .integer(now))).isEmpty) else { return .late }
            let counter: UInt32
            switch examined {
            case .failure(let fault): return .refused(fault)
            case .success(let good): counter = good
            }
            let found = try transaction.run(
                Self.lockPasskey(.text(passkey.id), .text(passkey.user), .text(base64url(passkey.key.point))))
            guard !account.isEmpty, let stored = try found.first?.integer(0) else { return .refused(.unknown) }
            guard try transaction.run(Self.leavingOf(.text(passkey.user))).first?.integerIfAny(0) == nil else {
                return .leaving
            }
            guard PasskeyCounter.mayFollow(counter, after: UInt32(clamping: stored)) else {
                try AuditEntry(
                    key: "passkey-counter:\(hash)", user: passkey.user, action: "passkey-refused", detail: passkey.id
                ).write(in: transaction)
                return .refused(.counter)
            }
            try transaction.enqueue(Self.notePasskeyUse(.text(passkey.id), .integer(Int64(counter)), .integer(now)))
            try Self.issueWeb(
                webHash, user: passkey.user, by: .passkey(id: passkey.id), replacing: formerHash, in: transaction)
            return .signedIn(user: passkey.user)
        }
    }

    /// Uses a challenge up that nobody's passkey has answered.
    func spend(passkeyChallenge secret: Token) async throws(EngineError) {
        let hash = secret.hash
        _ = try await engine.write { transaction throws(EngineError) in
            try transaction.run(Self.useChallenge(.text(hash), .integer(try transaction.now())))
        }
    }
}
