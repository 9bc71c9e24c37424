import GatewayRules
import SQLEngines

/// What a code has led to a moment ago.
struct UsedCode: Hashable, Sendable {
    let user: String
    let account: String
    /// The hash of the sign-in that was issued for it last.
    let session: String
    let way: Store.WayIn

    /// - Parameter row: user, account, session, how that came in.
    init(_ row: Row) throws(EngineError) {
        user = try row.text(0)
        account = try row.text(1)
        session = try row.text(2)
        way = try row.textIfAny(3) == Store.WayIn.invitation.word ? .invitation : .ownerCode
    }
}

/// Owner codes and invitations that were used. If the answer was lost, or somebody tapped twice, the same browser sends the
/// same code again: it is signed in once more, and nothing else happens (gateway-design §1.1). It is known by the secret of
/// its forms. The answer brings another one, so a browser that has received it cannot ask again.
extension Store {
    private static let insertUse = Query(
        "INSERT INTO used_codes (hash, form_hash, session_hash, user_id, expires_at) VALUES ($1, $2, $3, $4, $5)")
    /// Signing that browser out ends this, too.
    private static let useByBrowser = Query(
        """
        SELECT c.user_id, u.account_id, c.session_hash, s.way FROM used_codes c JOIN users u ON u.id = c.user_id
          JOIN credentials s ON s.hash = c.session_hash AND s.revoked_at IS NULL
        WHERE c.hash = $1 AND c.form_hash = $2 AND c.expires_at > $3
        """)
    private static let setSession = Query("UPDATE used_codes SET session_hash = $2 WHERE hash = $1")

    /// Remembers whom a code has let in. All are hashes.
    ///
    /// - Parameter form: Nil: it is not known which browser it was, so none can ask again.
    static func note(
        useOf code: String, by form: String?, session: String, user: String, in transaction: any Transaction
    ) throws(EngineError) {
        guard let form else { return }
        let end = try transaction.now() + OwnerCode.repeatMilliseconds
        try transaction.enqueue(
            insertUse(.text(code), .text(form), .text(session), .text(user), .integer(end)))
    }

    /// What a code has led to; nil: nothing, or for another browser, or too long ago.
    static func recentUse(
        of code: String, by form: String?, in transaction: any Transaction
    ) throws(EngineError) -> UsedCode? {
        guard let form else { return nil }
        let use = useByBrowser(.text(code), .text(form), .integer(try transaction.now()))
        guard let row = try transaction.run(use).first else { return nil }
        return try UsedCode(row)
    }

    /// Signs a browser in once more with a code that it has used. All are hashes.
    ///
    /// - Parameter former: The sign-in that the browser had before it used the code.
    func signInAgain(
        _ code: String, by form: String?, web: String, replacing former: String?
    ) async throws(EngineError) -> OwnerSignIn {
        guard let form else { return .refused }
        // The account's lock comes before all others, so it is looked up first.
        let found = try await engine.read(Self.useByBrowser(.text(code), .text(form), .integer(engine.now())))
        guard let account = try found.first?.text(1) else { return .refused }
        return try await engine.write { transaction throws(EngineError) in
            guard !(try transaction.run(RowLock.account(.text(account))).isEmpty),
                let used = try Self.recentUse(of: code, by: form, in: transaction)
            else { return .refused }
            // Its cookie was in the answer that was lost.
            try Self.revoke(used.session, in: transaction)
            try transaction.enqueue(Self.setSession(.text(code), .text(web)))
            try Self.issueWeb(web, user: used.user, by: used.way, replacing: former, in: transaction)
            return .signedIn(user: used.user)
        }
    }
}
