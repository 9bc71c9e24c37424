import GatewayRules
import SQLEngines

extension Store {
    private static let profile = Query(
        "SELECT body, version, changed_at, changed_by FROM profiles WHERE user_id = $1")
    private static let profileOfBrowser = Query(
        "SELECT p.body FROM credentials c JOIN profiles p ON p.user_id = c.user_id WHERE c.hash = $1")
    private static let lockUser = Query("SELECT id FROM users WHERE id = $1", locking: .row)
    private static let insertProfile = Query(
        """
        INSERT INTO profiles (user_id, body, version, changed_at, changed_by, stored_at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (user_id) DO UPDATE SET body = excluded.body, version = excluded.version,
          changed_at = excluded.changed_at, changed_by = excluded.changed_by, stored_at = excluded.stored_at
        """)
    private static let member = Query("SELECT id FROM users WHERE id = $1 AND account_id = $2")
    private static let noteVersion = Query(
        """
        UPDATE devices SET profile_version = $2, profile_seen_at = $3 WHERE id = $1
          AND (profile_version IS NULL OR profile_version < $2)
        """)
    private static let seenVersion = Query("SELECT COALESCE(profile_version, 0) FROM devices WHERE id = $1")
    /// Of those who share an account only the owner moves its months; where there is nobody else, whoever is there.
    private static let setZone = Query(
        """
        UPDATE accounts SET zone = $2 WHERE id = $1
          AND (EXISTS (SELECT 1 FROM identities WHERE provider = 'owner' AND user_id = $3)
            OR NOT EXISTS (SELECT 1 FROM users WHERE account_id = $1 AND id <> $3))
        """)

    func profile(of user: String) async throws(EngineError) -> StoredProfile? {
        try await engine.read(Self.profile(.text(user))).first.map(StoredProfile.init)
    }

    /// The language that the owner of a browser's sign-in wishes, whether the sign-in works or not.
    func preferredLanguage(ofBrowser session: Token) async throws(EngineError) -> String? {
        guard let row = try await engine.read(Self.profileOfBrowser(.text(session.hash))).first,
            let json = try? JSON(parsing: Array(try row.text(0).utf8)),
            case .text(let language)? = json["preferredLanguage"], !language.isEmpty
        else { return nil }
        return language
    }

    /// A profile, and the newest version that a speaker has seen.
    func profile(of user: String, seenBy device: String?) async throws(EngineError) -> (StoredProfile?, seen: Int64) {
        let results = try await engine.read([Self.profile(.text(user)), Self.seenVersion(Value(device))])
        guard results.count == 2 else { throw .shape("no profile and version") }
        return (try results[0].first.map(StoredProfile.init), seen: try results[1].first?.integer(0) ?? 0)
    }

    /// Notes that a speaker has seen a version: what the page proposed by then is on it.
    func note(version: Int64, seenBy device: String) async throws(EngineError) {
        try await engine.write { transaction throws(EngineError) in
            try transaction.enqueue(
                Self.noteVersion(.text(device), .integer(version), .integer(try transaction.now())))
        }
    }

    /// The account first, as everybody. Once it is locked its people stay: whoever was removed before is gone.
    static func lockAccount(of caller: Caller, in transaction: any Transaction) throws(EngineError) {
        let results = try transaction.run([
            RowLock.account(.text(caller.account)), member(.text(caller.user), .text(caller.account)),
        ])
        guard let members = results.last, !members.isEmpty else { throw .gone }
    }

    /// Keeps a profile if it is the newest, and returns the one that has won. The owner's months follow its zone.
    func put(
        _ profile: Profile, claimed: Int64?, of caller: Caller
    ) async throws(EngineError) -> StoredProfile {
        guard let winner = try await edit(claimed: claimed, of: caller, { _ in profile }) else {
            throw .shape("a profile that is none")
        }
        return winner
    }

    /// The same with a profile that is made of the stored one, which nobody changes meanwhile. Nil: `change` made none.
    func edit(
        claimed: Int64?, of caller: Caller, _ change: @escaping @Sendable (StoredProfile?) -> Profile?
    ) async throws(EngineError) -> StoredProfile? {
        try await engine.write { transaction throws(EngineError) in
            // Then the user, whose row is there before the profile's is.
            try Self.lockAccount(of: caller, in: transaction)
            guard !(try transaction.run(Self.lockUser(.text(caller.user))).isEmpty) else { throw .gone }
            let stored = try transaction.run(Self.profile(.text(caller.user))).first.map(StoredProfile.init)
            guard let profile = change(stored) else { return nil }
            let body = JSON.object(profile.members).encoded
            let now = try transaction.now()
            let stamp = ChangeStamp(claimed: claimed, by: caller.deviceID ?? "web", now: now)
            guard stamp.replaces(stored?.stamp, at: now) else {
                if let stored { return stored }
                throw .shape("a profile that lost to none")
            }
            if let stored, stored.body == body, stored.stamp.by == stamp.by, claimed == nil || stored.stamp == stamp {
                // The same again: its answer was lost.
                return stored
            }
            let winner = StoredProfile(body: body, version: (stored?.version ?? 0) + 1, stamp: stamp)
            try transaction.enqueue(
                Self.insertProfile(
                    .text(caller.user), .text(body), .integer(winner.version), .integer(stamp.at), .text(stamp.by),
                    .integer(now)))
            if let zone = profile.timeZone {
                try transaction.enqueue(Self.setZone(.text(caller.account), .text(zone), .text(caller.user)))
            }
            return winner
        }
    }
}

extension StoredProfile {
    fileprivate init(_ row: Row) throws(EngineError) {
        body = try row.text(0)
        version = try row.integer(1)
        stamp = ChangeStamp(at: try row.integer(2), by: try row.text(3))
    }
}
