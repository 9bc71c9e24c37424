import GatewayRules
import SQLEngines

/// Who sends a request, by a credential that works.
struct Caller: Hashable, Sendable {
    let user: String
    let account: String
    /// The row of the speaker; nil for a browser.
    let device: String?
    /// The speaker's own name for itself.
    let deviceID: String?
    let issuedAt: Int64
    let expiresAt: Int64
}

/// What a credential is worth.
enum Authentication: Hashable, Sendable {
    case caller(Caller)
    case unknown
    case expired
    case revoked
    case superseded(Replaced)
    /// Its owner was deleted, or is about to be.
    case deleted
}

/// A token that another one of the same speaker has replaced.
struct Replaced: Hashable, Sendable {
    /// Whether it was ever used itself. One that was not is the lost answer of a sign-in or a rotation.
    let wasUsed: Bool
    /// Whether this is the request by which the speaker is found to be copied.
    var isNewCopy = false
}

extension Store {
    private static let columns = """
        c.kind, c.user_id, u.account_id, c.device, d.device_id, c.issued_at, c.expires_at, c.used_at, c.revoked_at, \
        c.superseded_at, d.copied_at, c.grant_hash, c.seen_at
        """
    private static let byHash = Query(
        """
        SELECT \(columns) FROM credentials c JOIN users u ON u.id = c.user_id LEFT JOIN devices d ON d.id = c.device
        WHERE c.hash = $1
        """)
    private static let lockGrantRow = Query(
        "SELECT device_code_hash FROM device_grants WHERE device_code_hash = $1", locking: .row)
    /// The SQL condition that only the token in use meets. A speaker's other tokens are older, revoked, or not yet used.
    static let inUseCondition = "used_at IS NOT NULL AND superseded_at IS NULL AND revoked_at IS NULL"
    private static let inUse = Query(
        "SELECT hash FROM credentials WHERE device = $1 AND \(inUseCondition)", locking: .row)
    private static let markUsed = Query("UPDATE credentials SET used_at = $2 WHERE hash = $1 AND used_at IS NULL")
    /// Whatever is left of their lives, their rows are kept as long as those of others: a copy that shows one later is
    /// noticed.
    private static let supersedeOthers = Query(
        """
        UPDATE credentials SET superseded_at = $3, expires_at = issued_at + \(Credential.deviceLifetimeMilliseconds)
          WHERE device = $1 AND hash <> $2 AND superseded_at IS NULL AND revoked_at IS NULL
        """)
    private static let consumeGrant = Query(
        "UPDATE device_grants SET consumed_at = $2 WHERE device_code_hash = $1 AND consumed_at IS NULL")
    private static let markCopied = Query("UPDATE devices SET copied_at = $2 WHERE id = $1")
    private static let putOffEnd = Query("UPDATE credentials SET expires_at = $2, seen_at = $3 WHERE hash = $1")

    /// One row and the verdict on it.
    private struct Found {
        let kind: String
        let caller: Caller
        let credential: Credential
        let copiedAt: Int64?
        let grant: String?
        /// Of a browser: its last visit. Of a speaker: when it showed this token after its time (ACCOUNT-6).
        let seenOrLateAt: Int64?

        init(_ row: Row) throws(EngineError) {
            kind = try row.text(0)
            caller = Caller(
                user: try row.text(1), account: try row.text(2), device: try row.textIfAny(3),
                deviceID: try row.textIfAny(4), issuedAt: try row.integer(5), expiresAt: try row.integer(6))
            credential = Credential(
                expiresAt: caller.expiresAt, usedAt: try row.integerIfAny(7), revokedAt: try row.integerIfAny(8),
                supersededAt: try row.integerIfAny(9))
            copiedAt = try row.integerIfAny(10)
            grant = try row.textIfAny(11)
            seenOrLateAt = try row.integerIfAny(12)
        }

        /// When a speaker's token ends that is shown too late; nil: it has ended.
        func lateExpiry(at now: Int64) -> Int64? {
            guard kind == "device" else { return nil }
            return credential.lateExpiry(issuedAt: caller.issuedAt, lateAt: seenOrLateAt, shownAt: now)
        }

        /// Whether a token that was replaced can only come from a copy of the speaker's memory, which is not known yet. One
        /// of a code that was redeemed twice, and never used, comes from an answer that was lost. After a sign-out a copy
        /// from before is of no use.
        func showsCopy(at now: Int64) -> Bool {
            guard let at = credential.supersededAt, credential.revokedAt == nil, copiedAt == nil else { return false }
            return now - at > Credential.overtakenMilliseconds && (credential.usedAt != nil || grant == nil)
        }
    }

    /// Examines a token. One indexed read, except at its first use and when a copy shows itself.
    func authenticate(_ token: Token) async throws(EngineError) -> Authentication {
        try await authenticate(token, hash: token.hash, reading: []).authentication
    }

    /// The same of a token whose hash is known, with what is read in that round trip: queries of which the hash is the one
    /// parameter.
    func authenticate(
        _ token: Token, hash: String, reading others: [Query]
    ) async throws(EngineError) -> (authentication: Authentication, rows: [[Row]]) {
        let results = try await engine.read(([Self.byHash] + others).map { $0(.text(hash)) })
        var authentication = Authentication.unknown
        if let row = results.first?.first { authentication = try await verdict(on: row, of: token, hash: hash) }
        switch authentication {
        case .unknown, .revoked: if try await isOfDeleted(hash) { authentication = .deleted }
        case .caller, .expired, .superseded, .deleted: break
        }
        return (authentication, Array(results.dropFirst()))
    }

    /// The owner of the speaker's token with this hash, if that token is valid now. This does not count as a use of it.
    static func caller(letInBy hash: String, in transaction: any Transaction) throws(EngineError) -> Caller? {
        guard let row = try transaction.run(byHash(.text(hash))).first else { return nil }
        let (found, now) = (try Found(row), try transaction.now())
        guard found.kind == "device" else { return nil }
        if case .works = found.credential.verdict(at: now) { return found.caller }
        return found.lateExpiry(at: now) == nil ? nil : found.caller
    }

    private func verdict(
        on row: Row, of token: Token, hash: String
    ) async throws(EngineError) -> Authentication {
        let found = try Found(row)
        guard found.kind == (token.kind == .web ? "web" : "device") else { return .unknown }
        let now = engine.now()
        switch found.credential.verdict(at: now) {
        case .works(isFirstUse: false):
            if found.kind == "web" { try await noteVisit(found, hash: hash, now: now) }
            return .caller(found.caller)
        case .works(isFirstUse: true): return try await useFirst(hash, device: found.caller.device, grant: found.grant)
        case .expired:
            guard found.lateExpiry(at: now) != nil else { return .expired }
            return try await comeBack(found, hash: hash)
        case .revoked: return .revoked
        case .superseded:
            var replaced = Replaced(wasUsed: found.credential.usedAt != nil)
            if found.showsCopy(at: now) { replaced.isNewCopy = try await noteCopy(found, hash: hash) }
            return .superseded(replaced)
        }
    }

    /// The first use of a token: everything else that its speaker ever had dies with it, and its grant is used up.
    ///
    /// Locks are taken in one order everywhere: grant, speaker, credentials. The speaker's orders the first uses of two
    /// of its tokens.
    private func useFirst(
        _ hash: String, device: String?, grant: String?
    ) async throws(EngineError) -> Authentication {
        try await engine.write { transaction throws(EngineError) in
            var locks: [Statement] = []
            if let grant { locks.append(Self.lockGrantRow(.text(grant))) }
            if let device { locks.append(RowLock.speaker(.text(device))) }
            _ = try transaction.run(locks)
            guard let row = try transaction.run(Self.byHash(.text(hash))).first else { return .unknown }
            let found = try Found(row)
            let now = try transaction.now()
            switch found.credential.verdict(at: now) {
            case .expired: return .expired
            case .revoked: return .revoked
            case .superseded: return .superseded(Replaced(wasUsed: found.credential.usedAt != nil))
            case .works(isFirstUse: false): return .caller(found.caller)
            case .works(isFirstUse: true):
                try transaction.enqueue(Self.markUsed(.text(hash), .integer(now)))
                if let device {
                    try transaction.enqueue(Self.supersedeOthers(.text(device), .text(hash), .integer(now)))
                }
                if let grant {
                    try transaction.enqueue(Self.consumeGrant(.text(grant), .integer(now)))
                    try AuditEntry(
                        key: "sign-in:\(grant)", user: found.caller.user, action: "speaker-sign-in", detail: device
                    )
                    .write(in: transaction)
                }
                return .caller(found.caller)
            }
        }
    }

    /// A speaker comes back whose successor was issued more than seven days ago, and was never used: its answer was lost,
    /// and with it the power. It has time until the next evening check to ask again (ACCOUNT-6). A speaker that was signed
    /// out meanwhile has no successor left.
    private func comeBack(_ found: Found, hash: String) async throws(EngineError) -> Authentication {
        try await engine.write { transaction throws(EngineError) in
            if let device = found.caller.device { _ = try transaction.run(RowLock.speaker(.text(device))) }
            guard let row = try transaction.run(Self.byHash(.text(hash))).first else { return .unknown }
            let (found, now) = (try Found(row), try transaction.now())
            switch found.credential.verdict(at: now) {
            case .works: return .caller(found.caller)
            case .revoked: return .revoked
            case .superseded: return .superseded(Replaced(wasUsed: found.credential.usedAt != nil))
            case .expired:
                guard let device = found.caller.device, let end = found.lateExpiry(at: now),
                    !(try transaction.run(Self.unused(.text(device))).isEmpty)
                else { return .expired }
                try transaction.enqueue(Self.putOffEnd(.text(hash), .integer(end), .integer(now)))
                return .caller(found.caller)
            }
        }
    }

    /// An old token is shown although its successor is in use: once for each speaker until it is signed out, for the
    /// owner's eyes. False: that was noted before, or the speaker was signed out meanwhile.
    private func noteCopy(_ found: Found, hash: String) async throws(EngineError) -> Bool {
        guard let device = found.caller.device else { return false }
        return try await engine.write { transaction throws(EngineError) in
            _ = try transaction.run(RowLock.speaker(.text(device)))
            guard let row = try transaction.run(Self.byHash(.text(hash))).first else { return false }
            let (found, now) = (try Found(row), try transaction.now())
            guard found.showsCopy(at: now) else { return false }
            try transaction.enqueue(Self.markCopied(.text(device), .integer(now)))
            try AuditEntry(
                key: "copied:\(device):\(now)", user: found.caller.user, action: "speaker-copied", detail: device
            )
            .write(in: transaction)
            return true
        }
    }

    /// A browser's visit puts off its end, and is remembered to the hour.
    private func noteVisit(_ found: Found, hash: String, now: Int64) async throws(EngineError) {
        let expiry = Credential.webExpiry(
            issuedAt: found.caller.issuedAt, storedExpiry: found.caller.expiresAt, visitedAt: now)
        let visitedAt = found.seenOrLateAt ?? found.caller.issuedAt
        guard expiry != nil || now - visitedAt >= Credential.webVisitMilliseconds else { return }
        let end = expiry ?? found.caller.expiresAt
        try await engine.write { transaction throws(EngineError) in
            try transaction.enqueue(Self.putOffEnd(.text(hash), .integer(end), .integer(now)))
        }
    }
}

// MARK: - Issuing and revoking

extension Store {
    private static let insertDeviceToken = Query(
        """
        INSERT INTO credentials (hash, kind, user_id, device, grant_hash, issued_at, expires_at, way)
        VALUES ($1, 'device', $2, $3, $4, $5, $6, $7)
        """)
    /// A token whose successor was issued. What is asked for again does not lengthen its life.
    private static let limitLife = Query("UPDATE credentials SET expires_at = $2 WHERE hash = $1 AND expires_at > $2")
    private static let ofHash = Query(
        "SELECT expires_at, used_at, revoked_at, superseded_at FROM credentials WHERE hash = $1")
    private static let insertWebToken = Query(
        """
        INSERT INTO credentials (hash, kind, user_id, issued_at, expires_at, used_at, passkey, way, seen_at)
        VALUES ($1, 'web', $2, $3, $4, $3, $5, $6, $3)
        """)
    private static let unused = Query(
        """
        SELECT hash, issued_at FROM credentials WHERE device = $1 AND used_at IS NULL AND revoked_at IS NULL
          AND superseded_at IS NULL ORDER BY issued_at DESC, hash
        """)
    private static let revokeOne = Query(
        "UPDATE credentials SET revoked_at = $2 WHERE hash = $1 AND revoked_at IS NULL RETURNING user_id, device")

    /// Makes a token of a speaker. What it had lives on until this one is first used.
    ///
    /// - Parameter way: How it came in, if that was not by a code (I17).
    static func issue(
        _ hash: String, user: String, device: String, grant: String?, by way: WayIn? = nil,
        in transaction: any Transaction
    ) throws(EngineError) {
        guard !(try transaction.run(RowLock.speaker(.text(device))).isEmpty) else { throw .gone }
        let now = try transaction.now()
        let waiting = try transaction.run(unused(.text(device)))
        // Two of one millisecond have an order, too: the oldest is what its speaker has stored the least likely.
        let issuedAt = max(now, (try waiting.first?.integer(1) ?? 0) + 1)
        for row in waiting.dropFirst(Credential.mostUnused - 1) {
            try transaction.enqueue(revokeOne(.text(try row.text(0)), .integer(now)))
        }
        try transaction.enqueue(
            insertDeviceToken(
                .text(hash), .text(user), .text(device), Value(grant), .integer(issuedAt),
                .integer(issuedAt + Credential.deviceLifetimeMilliseconds), Value(way?.word)))
    }

    /// Whether a speaker is signed in, and until this transaction ends it stays so. The speaker is locked first, so that a
    /// successor that is used meanwhile is seen.
    static func holdsToken(_ device: String, in transaction: any Transaction) throws(EngineError) -> Bool {
        _ = try transaction.run(RowLock.speaker(.text(device)))
        return !(try transaction.run(inUse(.text(device))).isEmpty)
    }

    /// A successor for a speaker's token (ACCOUNT-6), which lives for seven days more from its first successor on, and for
    /// two from when it is first shown after those.
    /// False: meanwhile it works no more, and there is none.
    ///
    /// - Parameter old: The token's hash.
    func rotate(_ caller: Caller, from old: String, fresh: Token) async throws(EngineError) -> Bool {
        guard let device = caller.device else { throw .refused("a browser has no token to rotate") }
        let hash = fresh.hash
        return try await engine.write { transaction throws(EngineError) in
            // With the speaker's lock nothing can replace it any more.
            let locked = try transaction.run([RowLock.speaker(.text(device)), Self.ofHash(.text(old))])
            guard let row = locked.last?.first else { throw .gone }
            let credential = Credential(
                expiresAt: try row.integer(0), usedAt: try row.integerIfAny(1), revokedAt: try row.integerIfAny(2),
                supersededAt: try row.integerIfAny(3))
            let now = try transaction.now()
            guard case .works = credential.verdict(at: now) else { return false }
            try Self.issue(hash, user: caller.user, device: device, grant: nil, in: transaction)
            try transaction.enqueue(
                Self.limitLife(.text(old), .integer(now + Credential.rotatedLifetimeMilliseconds)))
            return true
        }
    }

    /// Ends a browser's sign-in.
    func revoke(_ session: Token) async throws(EngineError) {
        let hash = session.hash
        try await engine.write { transaction throws(EngineError) in _ = try Self.revoke(hash, in: transaction) }
    }

    /// Revokes the credential of a hash. False: there is none, or it was revoked before.
    @discardableResult static func revoke(
        _ hash: String, in transaction: any Transaction
    ) throws(EngineError) -> Bool {
        let now = try transaction.now()
        guard let row = try transaction.run(revokeOne(.text(hash), .integer(now))).first else { return false }
        try AuditEntry(key: "revoke:\(hash)", user: try row.text(0), action: "sign-out", detail: try row.textIfAny(1))
            .write(in: transaction)
        return true
    }

    /// How a browser, or an app, came in.
    enum WayIn: Hashable, Sendable {
        case ownerCode
        case invitation
        case apple
        case passkey(id: String)

        /// The value in the database.
        var word: String {
            switch self {
            case .ownerCode: "owner-code"
            case .invitation: "invitation"
            case .apple: "apple"
            case .passkey: "passkey"
            }
        }

        var passkey: String? { if case .passkey(let id) = self { id } else { nil } }
    }

    /// Makes a browser's sign-in. The one that it had ends by that, whoever's it was.
    ///
    /// - Parameter former: The hash of that one. It is locked first: its person may be about to be deleted.
    static func issueWeb(
        _ hash: String, user: String, by way: WayIn, replacing former: String?, in transaction: any Transaction
    ) throws(EngineError) {
        if let former { try revoke(former, in: transaction) }
        let now = try transaction.now()
        try transaction.enqueue(
            insertWebToken(
                .text(hash), .text(user), .integer(now), .integer(now + Credential.webIdleMilliseconds),
                Value(way.passkey), .text(way.word)))
        try AuditEntry(key: "web-sign-in:\(hash)", user: user, action: "web-sign-in", detail: way.passkey)
            .write(in: transaction)
    }
}
