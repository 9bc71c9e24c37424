import Foundation
import GatewayRules
import SQLEngines

/// Deleting a person (GATEWAY-8, I15): no row of theirs stays in any table. A call that was up becomes a job, which names
/// nobody and lives until the provider has confirmed its end.
///
/// Locks are taken in the order of everybody: account, sessions, budgets, identities, grants, speakers, credentials. What
/// others write meanwhile about the person is behind one of these, so either it is there before and goes, too, or it
/// finds nobody any more.
extension Metering {
    private static let openOfUser = Query(
        "SELECT \(SessionRow.columns) FROM sessions WHERE user_id = $1 AND ended_at IS NULL ORDER BY id", locking: .row)
    private static let others = Query("SELECT id FROM users WHERE account_id = $1 AND id <> $2")
    /// Without a lock of the identity: whoever deletes an owner holds the account's.
    private static let rankOf = Query(
        """
        SELECT i.subject FROM users u LEFT JOIN identities i ON i.user_id = u.id AND i.provider = 'owner'
        WHERE u.id = $1 AND u.account_id = $2
        """)
    private static let speakers = Query("SELECT device_id FROM devices WHERE user_id = $1 ORDER BY id")
    private static let deleteBudget = Query("DELETE FROM rate_limits WHERE bucket = $1")
    private static let identities = Query(
        "SELECT provider, subject FROM identities WHERE user_id = $1 ORDER BY provider, subject", locking: .row)
    private static let lockGrants = Query(
        """
        SELECT device_code_hash FROM device_grants WHERE user_id = $1
          OR (user_id IS NULL AND device_id IN (SELECT device_id FROM devices WHERE user_id = $1)) ORDER BY device_code_hash
        """, locking: .row)
    private static let lockSpeakers = Query("SELECT id FROM devices WHERE user_id = $1 ORDER BY id", locking: .row)
    /// Run in this order. A speaker's code that nobody has answered counts as the person's if it is of one of their
    /// speakers.
    private static let ofUser = [
        """
        DELETE FROM device_grants WHERE user_id = $1
          OR (user_id IS NULL AND device_id IN (SELECT device_id FROM devices WHERE user_id = $1))
        """,
        "DELETE FROM invitations WHERE user_id = $1", "DELETE FROM credentials WHERE user_id = $1",
        "DELETE FROM passkey_challenges WHERE user_id = $1", "DELETE FROM passkeys WHERE user_id = $1",
        "DELETE FROM devices WHERE user_id = $1",
        "DELETE FROM identities WHERE user_id = $1", "DELETE FROM profiles WHERE user_id = $1",
        // An account that others have keeps its sums; then its talks are nobody's. Calls that are up have jobs by now.
        """
        UPDATE sessions SET user_id = '', device = 'deleted', habit = NULL, request_key = id, call_id = NULL
        WHERE user_id = $1
        """,
        "DELETE FROM audit WHERE user_id = $1",
        // The owner had made codes for them.
        """
        UPDATE audit SET detail = NULL WHERE action = 'invitation' AND detail = $1 AND user_id IN (
          SELECT id FROM users WHERE account_id = (SELECT account_id FROM users WHERE id = $1))
        """,
    ].map { Query($0) }
    /// Run after those if nobody else shares the account.
    private static let ofAccount = [
        "DELETE FROM sessions WHERE account_id = $1", "DELETE FROM ledger WHERE account_id = $1",
        "DELETE FROM plan_changes WHERE account_id = $1", "DELETE FROM webhook_inbox WHERE account_id = $1",
        "DELETE FROM invitations WHERE account_id = $1",
    ].map { Query($0) }
    private static let deleteUser = Query("DELETE FROM users WHERE id = $1")
    private static let deleteAccount = Query("DELETE FROM accounts WHERE id = $1")

    /// Deletes a person who wants to go, or of whom Apple told that they are gone.
    func delete(_ caller: Caller) async throws(EngineError) { _ = try await delete(caller, by: .themself) }

    /// Who asks for the deletion.
    enum Remover: Hashable, Sendable {
        case themself
        /// Whoever runs the gateway, on its machine.
        case command
        /// Somebody of the same household, who must be its owner.
        case housemate(Caller)
    }

    enum Removal: Hashable, Sendable {
        case removed
        /// Only the owner removes others.
        case notOwner
        /// That person is not of this household, or is its owner: who owns the gateway leaves it by their own deletion.
        case refused
    }

    /// Ends and charges what is open, then deletes a person. Their credentials are unknown from then on.
    func delete(_ person: Caller, by remover: Remover) async throws(EngineError) -> Removal {
        var attempts = 3
        while true {
            attempts -= 1
            do throws(EngineError) { return try await deleteOnce(person, by: remover) } catch {
                // Somebody made a row of this person in between; the next attempt sees it.
                guard case .constraint = error, attempts > 0 else { throw error }
            }
        }
    }

    private func deleteOnce(_ caller: Caller, by remover: Remover) async throws(EngineError) -> Removal {
        let (limits, user, freshKey) = (limits, caller.user, base64url(randomBytes(32)))
        let auditKey = "deletion:" + base64url16()
        return try await recorded { transaction throws(EngineError) in
            var notes = Notes()
            let account = try LockedAccount.lock(caller.account, limits: limits, in: transaction)
            let rank = try Self.rank(of: user, in: account.id, in: transaction)
            switch remover {
            case .themself: guard rank != nil else { throw .gone }
            case .command: guard rank == .guest else { return (.refused, notes) }
            case .housemate(let owner):
                guard try Self.rank(of: owner.user, in: account.id, in: transaction) == .owner else {
                    return (.notOwner, notes)
                }
                guard rank == .guest else { return (.refused, notes) }
                try AuditEntry(key: "removal:" + auditKey, user: owner.user, action: "person-removed")
                    .write(in: transaction)
            }
            for found in try transaction.run(Self.openOfUser(.text(user))) {
                var row = try SessionRow(found)
                try row.close(by: .revoked, account, in: transaction)
                notes.note(row, account.plan)
            }
            try SessionRow.endGraces(ofUser: user, in: transaction)
            let isLast = try transaction.run(Self.others(.text(account.id), .text(user))).isEmpty
            let sums = try account.sums(of: account.month.description, in: transaction)
            try Self.deleteBudgets(of: user, in: transaction)
            for row in try transaction.run(Self.identities(.text(user))) where sums.granted > 0 {
                try Store.forget(
                    provider: try row.text(0), subject: try row.text(1), month: account.month, sums,
                    freshKey: freshKey, in: transaction)
            }
            _ = try transaction.run([Self.lockGrants(.text(user)), Self.lockSpeakers(.text(user))])
            try Store.revokeAppleTokens(of: user, in: transaction)
            try Store.deleteVoices(of: user, in: transaction)
            if isLast { try Store.rememberPacks(of: account.id, freshKey: freshKey, in: transaction) }
            try Store.rememberSpeakers(of: user, in: transaction)
            for query in Self.ofUser { try transaction.enqueue(query(.text(user))) }
            if isLast { for query in Self.ofAccount { try transaction.enqueue(query(.text(account.id))) } }
            try transaction.enqueue(Self.deleteUser(.text(user)))
            if isLast { try transaction.enqueue(Self.deleteAccount(.text(account.id))) }
            // That somebody was deleted is kept, and not who (I17).
            let detail = remover == .command ? "command" : nil
            try AuditEntry(key: auditKey, user: nil, action: "deletion", detail: detail).write(in: transaction)
            return (.removed, notes)
        }
    }

    private enum Rank { case owner, guest }

    /// What somebody is in an account whose row is locked, so that nobody comes or goes; nil: they are not of it.
    private static func rank(
        of user: String, in account: String, in transaction: any Transaction
    ) throws(EngineError) -> Rank? {
        guard let row = try transaction.run(rankOf(.text(user), .text(account))).first else { return nil }
        return try row.textIfAny(0) == nil ? .guest : .owner
    }

    private static let appleSubjects = Query(
        "SELECT subject FROM identities WHERE user_id = $1 AND provider = 'apple'")

    private static func deleteBudgets(of user: String, in transaction: any Transaction) throws(EngineError) {
        var buckets = [
            SharedBudget.guesses(user: user).bucket, SharedBudget.voices(user: user).bucket,
            SharedBudget.speech(user: user).bucket, SharedBudget.passkeyAsks(user: user).bucket,
        ]
        for row in try transaction.run(appleSubjects(.text(user))) {
            buckets.append(SharedBudget.appleSignIns(subject: try row.text(0)).bucket)
        }
        for row in try transaction.run(speakers(.text(user))) {
            buckets.append(SharedBudget.asks(device: try row.text(0)).bucket)
        }
        for bucket in buckets.sorted() { try transaction.enqueue(deleteBudget(.text(bucket))) }
    }
}

// MARK: - The month of those who come back

extension Store {
    private static let insertForgotten = Query(
        """
        INSERT INTO forgotten (hash, period, granted, used, ends_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (hash) DO UPDATE SET period = excluded.period, granted = excluded.granted, used = excluded.used,
          ends_at = excluded.ends_at
        """)
    private static let forgotten = Query(
        "SELECT period, granted, used FROM forgotten WHERE hash = $1 AND ends_at > $2")
    private static let setPeriod = Query("UPDATE accounts SET period = $2 WHERE id = $1")
    private static let insertEntry = Query(
        """
        INSERT INTO ledger (account_id, key, period, minutes, plan_minutes, at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (account_id, key) DO NOTHING
        """)

    fileprivate static func forget(
        provider: String, subject: String, month: Month, _ sums: LedgerSums, freshKey: String,
        in transaction: any Transaction
    ) throws(EngineError) {
        let key = try OwnKey.forgotten.make(freshKey, in: transaction)
        try transaction.enqueue(
            insertForgotten(
                .text(key.hash("\(provider)\n\(subject)")), .text(month.description),
                .integer(sums.granted), .integer(min(sums.granted, max(0, sums.granted - sums.month))),
                .integer(month.endEverywhere)))
    }

    /// Gives a new account the month that its owner had before a deletion: granted once, and used as it was. Whoever
    /// makes an account for an identity calls this.
    static func restoreMonth(
        provider: String, subject: String, account: String, in transaction: any Transaction
    ) throws(EngineError) {
        guard let key = try OwnKey.forgotten.read(in: transaction) else { return }
        let hash = key.hash("\(provider)\n\(subject)")
        let now = try transaction.now()
        guard let row = try transaction.run(forgotten(.text(hash), .integer(now))).first else { return }
        let (period, granted, used) = (try row.text(0), try row.integer(1), try row.integer(2))
        try transaction.enqueue(setPeriod(.text(account), .text(period)))
        try transaction.enqueue(
            insertEntry(
                .text(account), .text("grant:\(period)"), .text(period), .integer(granted), .integer(granted),
                .integer(now)))
        guard used > 0 else { return }
        try transaction.enqueue(
            insertEntry(
                .text(account), .text("returned:\(period)"), .text(period), .integer(-used), nil, .integer(now)))
    }
}
