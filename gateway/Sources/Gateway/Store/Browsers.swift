import GatewayRules
import SQLEngines

/// A browser's sign-in as its person sees it. Where it came from is not kept.
struct BrowserSignIn: Hashable, Sendable {
    /// For forms. It leads to the stored hash, and back from it to nothing.
    let id: String
    let issuedAt: Int64
    let seenAt: Int64
    /// How it signed in, as stored. Nil: it signed in before this was stored.
    let way: String?
    /// The name of the passkey that it came in with, if that is there still.
    let passkey: String?
    /// Whether it is the one that asks.
    let isThis: Bool

    /// - Parameters:
    ///   - row: hash, issued, seen, way, name of the passkey.
    ///   - own: The hash of the one that asks.
    init(_ row: Row, own: String) throws(EngineError) {
        let hash = try row.text(0)
        id = Self.id(of: hash)
        issuedAt = try row.integer(1)
        seenAt = try row.integer(2)
        way = try row.textIfAny(3)
        passkey = try row.textIfAny(4)
        isThis = hash == own
    }

    static func id(of hash: String) -> String { base64urlOfHash("browser \(hash)") }
}

extension Store {
    /// So many are shown; all others than one's own can be ended at once.
    static let mostBrowsers = 20

    /// The SQL condition that the sign-ins of a person that work meet.
    ///
    /// - Parameter name: What the table's columns begin with there.
    private static func working(_ name: String = "") -> String {
        "\(name)user_id = $1 AND \(name)kind = 'web' AND \(name)revoked_at IS NULL AND \(name)expires_at > $2"
    }
    private static let browsers = Query(
        """
        SELECT c.hash, c.issued_at, COALESCE(c.seen_at, c.issued_at), COALESCE(c.way, CASE WHEN c.passkey IS NULL THEN NULL
          ELSE 'passkey' END), p.name
        FROM credentials c LEFT JOIN passkeys p ON p.id = c.passkey
        WHERE \(working("c."))
        ORDER BY CASE WHEN c.hash = $3 THEN 0 ELSE 1 END, c.issued_at DESC, c.hash LIMIT \(mostBrowsers)
        """)
    private static let hashes = Query("SELECT hash FROM credentials WHERE \(working()) ORDER BY hash")
    private static let endOthers = Query(
        "UPDATE credentials SET revoked_at = $2 WHERE \(working()) AND hash <> $3 RETURNING hash")
    /// What Apple tells ends all sign-ins of somebody under this lock.
    private static let lockIdentities = Query(
        "SELECT provider FROM identities WHERE user_id = $1 ORDER BY provider, subject", locking: .row)

    /// The sign-ins that work, the one that asks first, then the newest.
    func browsers(of user: String, session: Token) async throws(EngineError) -> [BrowserSignIn] {
        let own = session.hash
        var browsers: [BrowserSignIn] = []
        for row in try await engine.read(Self.browsers(.text(user), .integer(engine.now()), .text(own))) {
            browsers.append(try BrowserSignIn(row, own: own))
        }
        return browsers
    }

    /// Ends one sign-in. False: there is none of that id.
    func end(browser id: String, of caller: Caller) async throws(EngineError) -> Bool {
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            let now = try transaction.now()
            for row in try transaction.run(Self.hashes(.text(caller.user), .integer(now))) {
                let hash = try row.text(0)
                guard isEqualInConstantTime(BrowserSignIn.id(of: hash), id) else { continue }
                return try Self.revoke(hash, in: transaction)
            }
            return false
        }
    }

    /// Ends all sign-ins of browsers but the one that asks.
    func endBrowsers(of caller: Caller, except session: Token) async throws(EngineError) {
        let own = session.hash
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            _ = try transaction.run(Self.lockIdentities(.text(caller.user)))
            let now = try transaction.now()
            let ended = try transaction.run(Self.endOthers(.text(caller.user), .integer(now), .text(own)))
            guard !ended.isEmpty else { return }
            try AuditEntry(
                key: "browsers-out:\(own):\(now)", user: caller.user, action: "browsers-signed-out",
                detail: String(ended.count)
            ).write(in: transaction)
        }
    }
}
