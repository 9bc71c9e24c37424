import GatewayRules
import SQLEngines

extension SharedBudget {
    /// Whatever makes a row for somebody who has not signed in with Apple yet.
    static func appleAsks(from block: AddressBlock) -> SharedBudget {
        SharedBudget(bucket: "apple:block:\(block)", allowance: .perMinute(5))
    }
    /// Sign-ins of one person. Its lock also keeps two first ones from making two users.
    static func appleSignIns(subject: String) -> SharedBudget {
        SharedBudget(bucket: "apple:user:\(base64urlOfHash(subject))", allowance: .perHour(10))
    }
}

/// Somebody whom Apple has named in a token that was checked.
struct ApplePerson: Sendable {
    static let provider = "apple"

    let subject: String
    /// From a form that nobody has signed: shown, and nothing else.
    let name: String?
}

// MARK: - Nonces and states

extension Store {
    private static let insertNonce = Query("INSERT INTO apple_nonces (hash, expires_at) VALUES ($1, $2)")
    private static let insertSignIn = Query(
        """
        INSERT INTO apple_sign_ins (hash, user_code, language, expires_at, session, part)
        VALUES ($1, $2, $3, $4, $5, $6)
        """)
    private static let signIn = Query(
        "SELECT user_code, language, expires_at, part FROM apple_sign_ins WHERE hash = $1 AND used_at IS NULL")
    private static let useSignIn = Query(
        """
        UPDATE apple_sign_ins SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2
        RETURNING session
        """)

    /// Keeps a nonce of ours. Nil: done; else the milliseconds to wait.
    func keep(appleNonce nonce: Token, from block: AddressBlock) async throws(EngineError) -> Int64? {
        let hash = nonce.hash
        return try await ask(from: block) { transaction, now throws(EngineError) in
            try transaction.enqueue(
                Self.insertNonce(.text(hash), .integer(now + AppleNonce.lifetimeMilliseconds)))
        }
    }

    /// Where a browser goes on after its sign-in.
    struct AppleReturn: Hashable, Sendable {
        var userCode: UserCode?
        /// The language that the visitor chose; nil: the browser's.
        var language: PageLanguage?
        /// The page that asked for the sign-in. A speaker that waits comes before it.
        var part: PersonPart?
    }

    /// Keeps a sign-in that a browser begins. Nil: done; else the milliseconds to wait.
    ///
    /// - Parameter former: The sign-in that the browser has, which ends with the new one.
    func keep(
        appleState state: Token, _ goal: AppleReturn, from block: AddressBlock, replacing former: Token? = nil
    ) async throws(EngineError) -> Int64? {
        let (hash, formerHash) = (state.hash, former?.hash)
        return try await ask(from: block) { transaction, now throws(EngineError) in
            try transaction.enqueue(
                Self.insertSignIn(
                    .text(hash), Value(goal.userCode?.digits), Value(goal.language?.rawValue),
                    .integer(now + AppleNonce.lifetimeMilliseconds), Value(formerHash), Value(goal.part?.rawValue)))
        }
    }

    private func ask(
        from block: AddressBlock,
        _ body: @escaping @Sendable (any Transaction, _ now: Int64) throws(EngineError) -> Void
    ) async throws(EngineError) -> Int64? {
        try await engine.write { transaction throws(EngineError) in
            let (held, wait) = try SharedBudget.lock([.appleAsks(from: block)], in: transaction)
            if let wait { return wait }
            try SharedBudget.take(held, in: transaction)
            try body(transaction, try transaction.now())
            return nil
        }
    }

    /// What a browser has begun; nil: nothing, or it is over.
    func appleReturn(of state: Token) async throws(EngineError) -> AppleReturn? {
        guard let row = try await engine.read(Self.signIn(.text(state.hash))).first,
            try row.integer(2) > engine.now()
        else { return nil }
        return AppleReturn(
            userCode: try row.textIfAny(0).flatMap { UserCode(typed: $0) },
            language: try row.textIfAny(1).flatMap(PageLanguage.init(rawValue:)),
            part: try row.textIfAny(3).flatMap(PersonPart.init(rawValue:)))
    }
}

// MARK: - Signing in

/// How a sign-in with Apple ended.
enum AppleSignIn: Hashable, Sendable {
    case signedIn(user: String)
    /// Its nonce has been here before.
    case nonceUsed
    /// The nonce was one of ours and has ended, or what the browser began is over.
    case tooLate
    /// The user is being deleted.
    case leaving
    case tooMany(waitMilliseconds: Int64)
}

extension Store {
    private static let useNonce = Query(
        """
        UPDATE apple_nonces SET used_at = $2, expires_at = $3 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2
        RETURNING hash
        """)
    private static let isUsed = Query("SELECT used_at FROM apple_nonces WHERE hash = $1")
    private static let insertUsed = Query(
        """
        INSERT INTO apple_nonces (hash, expires_at, used_at) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING
        RETURNING hash
        """)
    private static let leavingOf = Query("SELECT deleted_at FROM users WHERE id = $1")
    private static let insertAccount = Query("INSERT INTO accounts (id, created_at) VALUES ($1, $2)")
    private static let insertUser = Query("INSERT INTO users (id, account_id, created_at) VALUES ($1, $2, $3)")
    private static let insertIdentity = Query(
        "INSERT INTO identities (provider, subject, user_id, created_at) VALUES ($1, $2, $3, $4)")
    private static let insertFirstProfile = Query(
        """
        INSERT INTO profiles (user_id, body, version, changed_at, changed_by, stored_at) VALUES ($1, $2, 1, 0, $3, $4)
        """)

    /// What an app signs in with.
    struct AppleApp: Sendable {
        let person: ApplePerson
        let nonce: String
        /// Until when the nonce must be remembered.
        let rememberedUntil: Int64
        let deviceID: String
    }

    /// Signs an app in: `fresh` becomes a token like a speaker's. Its nonce is used up by that, and only by that.
    ///
    /// - Parameter isSelling: Whether plans are sold here, so that a new account's has to be asked for.
    func signInWithApple(
        _ app: AppleApp, fresh: Token, isSelling: Bool = false
    ) async throws(EngineError) -> AppleSignIn {
        let (nonceHash, tokenHash) = (base64urlOfHash(app.nonce), fresh.hash)
        let isOurs = Token(.nonce, sent: app.nonce) != nil
        return try await engine.write { transaction throws(EngineError) in
            let (held, wait) = try SharedBudget.lock([.appleSignIns(subject: app.person.subject)], in: transaction)
            if let wait { return .tooMany(waitMilliseconds: wait) }
            // Refusals come before the first row is written: a plain return commits.
            let found = try Self.find(app.person, in: transaction)
            if case .leaving = found { return .leaving }
            let now = try transaction.now()
            if isOurs {
                let used = Self.useNonce(.text(nonceHash), .integer(now), .integer(app.rememberedUntil))
                if try transaction.run(used).isEmpty {
                    let row = try transaction.run(Self.isUsed(.text(nonceHash))).first
                    return try row?.integerIfAny(0) == nil ? .tooLate : .nonceUsed
                }
            } else {
                let used = Self.insertUsed(.text(nonceHash), .integer(app.rememberedUntil), .integer(now))
                if try transaction.run(used).isEmpty { return .nonceUsed }
            }
            try SharedBudget.take(held, in: transaction)
            let user = try Self.make(app.person, found, isSelling: isSelling, in: transaction)
            let made = try transaction.run(
                Self.upsertDevice(
                    .text(freshID("dev_", at: now)), .text(app.deviceID), .text(user), .text("Anicca"), .integer(now)))
            guard let device = try made.first?.text(0) else { throw .shape("no device") }
            try Self.issue(tokenHash, user: user, device: device, grant: nil, by: .apple, in: transaction)
            try AuditEntry(key: "apple-sign-in:\(tokenHash)", user: user, action: "apple-sign-in", detail: device)
                .write(in: transaction)
            return .signedIn(user: user)
        }
    }

    /// Signs a browser in: `web` becomes its token. What it had begun is over by that.
    ///
    /// - Parameters:
    ///   - refresh: What revokes the sign-in, if it is kept.
    ///   - isSelling: Whether plans are sold here, so that a new account's has to be asked for.
    func signInWithApple(
        _ person: ApplePerson, state: Token, web: Token, refresh: AppleToken? = nil, isSelling: Bool = false
    ) async throws(EngineError) -> AppleSignIn {
        let (stateHash, webHash) = (state.hash, web.hash)
        return try await engine.write { transaction throws(EngineError) in
            let (held, wait) = try SharedBudget.lock([.appleSignIns(subject: person.subject)], in: transaction)
            if let wait { return .tooMany(waitMilliseconds: wait) }
            let found = try Self.find(person, in: transaction)
            if case .leaving = found { return .leaving }
            let used = Self.useSignIn(.text(stateHash), .integer(try transaction.now()))
            guard let begun = try transaction.run(used).first else { return .tooLate }
            try SharedBudget.take(held, in: transaction)
            let user = try Self.make(person, found, isSelling: isSelling, in: transaction)
            try Self.issueWeb(
                webHash, user: user, by: .apple, replacing: try begun.textIfAny(0), in: transaction)
            if let refresh { try Self.keep(refresh, of: user, in: transaction) }
            return .signedIn(user: user)
        }
    }

    private enum Found {
        case user(String)
        case leaving
        case nobody
    }

    private static func find(_ person: ApplePerson, in transaction: any Transaction) throws(EngineError) -> Found {
        let rows = try transaction.run(RowLock.identity(.text(ApplePerson.provider), .text(person.subject)))
        guard let user = try rows.first?.text(0) else { return .nobody }
        return try transaction.run(leavingOf(.text(user))).first?.integerIfAny(0) == nil ? .user(user) : .leaving
    }

    /// The person's user, made at the first sign-in. The lock on the person's budget is held, so two cannot be made.
    private static func make(
        _ person: ApplePerson, _ found: Found, isSelling: Bool, in transaction: any Transaction
    ) throws(EngineError) -> String {
        if case .user(let user) = found { return user }
        let now = try transaction.now()
        let (account, user) = (freshID("acc_", at: now), freshID("usr_", at: now))
        try transaction.enqueue(insertAccount(.text(account), .integer(now)))
        try transaction.enqueue(insertUser(.text(user), .text(account), .integer(now)))
        try transaction.enqueue(
            insertIdentity(.text(ApplePerson.provider), .text(person.subject), .text(user), .integer(now)))
        try restoreMonth(provider: ApplePerson.provider, subject: person.subject, account: account, in: transaction)
        if let name = person.name {
            // As old as can be: whatever a speaker tells of its owner replaces it (ACCOUNT-2).
            let body = JSON.members(["displayName": .text(name), "trainingFocus": .array([]), "habits": .array([])])
            try transaction.enqueue(
                insertFirstProfile(
                    .text(user), .text(body.encoded), .text(ApplePerson.provider), .integer(now)))
        }
        try AuditEntry(key: "user:\(user)", user: user, action: "user-made", detail: ApplePerson.provider).write(
            in: transaction)
        // The seller may know this person already: they have bought in the app, or come back after a deletion. Events of
        // before were about nobody here, and no later one need come.
        if isSelling { try Job.ask(billingKind, account, in: transaction) }
        return user
    }
}
