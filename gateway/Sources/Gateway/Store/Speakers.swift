import GatewayRules
import SQLEngines

/// A speaker as its owner sees it.
struct Speaker: Hashable, Sendable {
    static let longestName = 60

    let id: String
    let name: String
    /// The last sign of it that was kept.
    let seenAt: Int64?
    let signedOutAt: Int64?
    /// Somebody uses a copy of its memory.
    let isCopied: Bool
    /// Whether a token of it works.
    let isSignedIn: Bool
    /// The newest version of the profile that it has seen.
    let profileVersion: Int64
}

extension Store {
    private static let speakers = Query(
        """
        SELECT d.id, d.name, d.revoked_at, d.copied_at, COALESCE(d.profile_version, 0), d.profile_seen_at,
          (SELECT MAX(c.used_at) FROM credentials c WHERE c.device = d.id),
          (SELECT MAX(s.seen_at) FROM sessions s WHERE s.user_id = d.user_id AND s.device = d.id),
          (SELECT COUNT(*) FROM credentials c WHERE c.device = d.id AND c.revoked_at IS NULL AND c.superseded_at IS NULL
            AND c.expires_at > $2)
        FROM devices d WHERE d.user_id = $1
        ORDER BY CASE WHEN d.revoked_at IS NULL THEN 0 ELSE 1 END, d.created_at, d.name, d.id LIMIT 100
        """)
    private static let nameOfDevice = Query("SELECT device_id FROM devices WHERE id = $1 AND user_id = $2")
    private static let lockOpenGrants = Query(
        """
        SELECT device_code_hash FROM device_grants WHERE user_id = $1 AND device_id = $2 AND denied_at IS NULL
          AND consumed_at IS NULL ORDER BY device_code_hash
        """, locking: .row)
    private static let denyGrants = Query(
        """
        UPDATE device_grants SET denied_at = $3 WHERE user_id = $1 AND device_id = $2 AND denied_at IS NULL
          AND consumed_at IS NULL
        """)
    private static let revokeTokens = Query(
        "UPDATE credentials SET revoked_at = $2 WHERE device = $1 AND revoked_at IS NULL")
    /// Whatever a copy has ends with that, too.
    private static let markSignedOut = Query(
        "UPDATE devices SET revoked_at = $2, copied_at = NULL WHERE id = $1 RETURNING id")
    private static let rename = Query(
        "UPDATE devices SET name = $3, renamed_at = $4 WHERE id = $1 AND user_id = $2 RETURNING id")

    func speakers(of user: String) async throws(EngineError) -> [Speaker] {
        var speakers: [Speaker] = []
        for row in try await engine.read(Self.speakers(.text(user), .integer(engine.now()))) {
            let signs = [try row.integerIfAny(5), try row.integerIfAny(6), try row.integerIfAny(7)]
            speakers.append(
                Speaker(
                    id: try row.text(0), name: try row.text(1), seenAt: signs.compactMap(\.self).max(),
                    signedOutAt: try row.integerIfAny(2), isCopied: try row.integerIfAny(3) != nil,
                    isSignedIn: try row.integer(8) > 0, profileVersion: try row.integer(4)))
        }
        return speakers
    }

    /// Signs a speaker out: every token of it, and every code that might still become one. False: it is not this user's.
    /// What it has open is for `Metering.revoke`.
    func signOut(speaker: String, of user: String) async throws(EngineError) -> Bool {
        try await engine.write { transaction throws(EngineError) in
            guard let name = try transaction.run(Self.nameOfDevice(.text(speaker), .text(user))).first?.text(0) else {
                return false
            }
            return try Self.signOut(speaker, named: name, of: user, in: transaction)
        }
    }

    /// The same by a token of the speaker (RFC 7009). Returns the speaker; nil: the token lets nobody in, and ends nothing.
    /// One that was replaced may be a copy's.
    func signOut(by token: Token) async throws(EngineError) -> String? {
        let hash = token.hash
        return try await engine.write { transaction throws(EngineError) in
            guard let caller = try Self.caller(letInBy: hash, in: transaction), let speaker = caller.device,
                let name = caller.deviceID,
                try Self.signOut(speaker, named: name, of: caller.user, by: hash, in: transaction)
            else { return nil }
            return speaker
        }
    }

    /// - Parameter hash: Of the token that asks for it. Once the speaker is locked it must still let somebody in.
    private static func signOut(
        _ speaker: String, named name: String, of user: String, by hash: String? = nil, in transaction: any Transaction
    ) throws(EngineError) -> Bool {
        _ = try transaction.run([lockOpenGrants(.text(user), .text(name)), RowLock.speaker(.text(speaker))])
        if let hash, try caller(letInBy: hash, in: transaction) == nil { return false }
        let now = try transaction.now()
        try transaction.enqueue(denyGrants(.text(user), .text(name), .integer(now)))
        guard try endTokens(of: speaker, in: transaction) else { return false }
        try AuditEntry(key: "sign-out:\(speaker):\(now)", user: user, action: "sign-out", detail: speaker)
            .write(in: transaction)
        return true
    }

    /// Ends every token of a speaker, which is locked. False: there is no such speaker any more.
    @discardableResult static func endTokens(
        of speaker: String, in transaction: any Transaction
    ) throws(EngineError) -> Bool {
        let now = try transaction.now()
        try transaction.enqueue(revokeTokens(.text(speaker), .integer(now)))
        return !(try transaction.run(markSignedOut(.text(speaker), .integer(now))).isEmpty)
    }

    /// Gives a speaker another name. False: it is not this user's.
    func rename(speaker: String, to name: String, of user: String) async throws(EngineError) -> Bool {
        try await engine.write { transaction throws(EngineError) in
            let now = try transaction.now()
            return !(try transaction.run(Self.rename(.text(speaker), .text(user), .text(name), .integer(now))).isEmpty)
        }
    }
}
