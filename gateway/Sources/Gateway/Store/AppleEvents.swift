import GatewayRules
import SQLEngines

/// Something that a person did at Apple, as Apple tells it (server-to-server notifications).
struct AppleEvent: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The person wants to sign in here no more.
        case consentRevoked
        /// The person's Apple account is gone.
        case accountDeleted
        /// About mail, of which we have none, or something new.
        case other
    }

    /// Apple's name for the message: the same one has its effect once.
    let id: String
    let kind: Kind
    let subject: String
    /// In milliseconds; nil: Apple has not said it.
    var happenedAt: Int64?
}

extension Store {
    private static let insertEvent = Query(
        """
        INSERT INTO audit (key, at, user_id, action) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING RETURNING key
        """)
    private static let openGrants = Query(
        """
        SELECT device_code_hash FROM device_grants WHERE user_id = $1 AND decided_at < $2 AND denied_at IS NULL
          AND consumed_at IS NULL ORDER BY device_code_hash
        """, locking: .row)
    private static let endGrant = Query("UPDATE device_grants SET denied_at = $2 WHERE device_code_hash = $1")
    private static let lockDevices = Query("SELECT id FROM devices WHERE user_id = $1 ORDER BY id", locking: .row)
    private static let revokeAll = Query(
        "UPDATE credentials SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL AND issued_at < $3")
    private static let signedOut = Query(
        """
        SELECT id FROM devices d WHERE user_id = $1
          AND NOT EXISTS (SELECT 1 FROM credentials c WHERE c.device = d.id AND c.revoked_at IS NULL) ORDER BY id
        """)
    /// The first sign-in with Apple since a moment, which is Apple's. One of the same minute does not count: clocks differ,
    /// and it is better to sign in twice than to stay.
    private static let returnSince = Query(
        """
        SELECT MIN(issued_at) FROM credentials WHERE user_id = $1 AND way = '\(WayIn.apple.word)'
          AND issued_at - \(AppleClaims.skewSeconds * 1000) > $2
        """)

    /// Does what an event asks for, once, and names the speakers that are signed out.
    ///
    /// Nobody has two ways in, so all that a person has was let in by Apple: browsers, speakers, and codes that were
    /// approved and wait for their speaker. An event may come late. Whoever has signed in with Apple since then wants to be
    /// here again, and keeps what came with that sign-in or after it.
    func take(_ event: AppleEvent) async throws(EngineError) -> [String] {
        let action: String
        switch event.kind {
        case .consentRevoked: action = "apple-consent-revoked"
        case .accountDeleted: action = "apple-account-deleted"
        case .other: return []
        }
        let key = "apple-event:\(base64urlOfHash(event.id))"
        return try await engine.write { transaction throws(EngineError) in
            let identity = RowLock.identity(.text(ApplePerson.provider), .text(event.subject))
            guard let user = try transaction.run(identity).first?.text(0) else { return [] }
            let now = try transaction.now()
            let noted = try transaction.run(
                Self.insertEvent(.text(key), .integer(now), .text(user), .text(action)))
            guard !noted.isEmpty else { return [] }
            let end = try Self.end(of: event, user, in: transaction)
            for row in try transaction.run(Self.openGrants(.text(user), .integer(end))) {
                try transaction.enqueue(Self.endGrant(.text(try row.text(0)), .integer(now)))
            }
            _ = try transaction.run(Self.lockDevices(.text(user)))
            // The job comes later, and finds these tokens revoked.
            if event.kind == .accountDeleted { try Self.rememberSpeakers(of: user, in: transaction) }
            try transaction.enqueue(Self.revokeAll(.text(user), .integer(now), .integer(end)))
            var devices: [String] = []
            for row in try transaction.run(Self.signedOut(.text(user))) { devices.append(try row.text(0)) }
            try Self.forgetAppleTokens(of: user, before: end, in: transaction)
            if event.kind == .accountDeleted {
                try Job.ask(DeletionWorker.kindOfJob, user, in: transaction)
            }
            return devices
        }
    }

    /// What was there before this ends by an event. The identity is locked, so nobody signs in with Apple meanwhile.
    private static func end(
        of event: AppleEvent, _ user: String, in transaction: any Transaction
    ) throws(EngineError) -> Int64 {
        guard event.kind == .consentRevoked, let at = event.happenedAt else { return .max }
        return try transaction.run(returnSince(.text(user), .integer(at))).first?.integerIfAny(0) ?? .max
    }
}
