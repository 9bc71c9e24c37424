import GatewayRules
import SQLEngines

extension Store {
    private static let countOwners = Query("SELECT COUNT(*) FROM identities WHERE provider = 'owner'")
    private static let voidOlder = Query("DELETE FROM owner_codes WHERE used_at IS NULL")
    private static let insertCode = Query(
        "INSERT INTO owner_codes (hash, created_at, expires_at) VALUES ($1, $2, $3)")
    private static let newestCode = Query(
        "SELECT hash, expires_at FROM owner_codes WHERE used_at IS NULL ORDER BY created_at DESC LIMIT 1",
        locking: .row)
    private static let useCode = Query("UPDATE owner_codes SET used_at = $2 WHERE hash = $1")
    private static let owner = Query(
        "SELECT user_id FROM identities WHERE provider = 'owner' AND subject = 'owner'", locking: .row)
    /// The account of those whom a former owner has left behind. Looked for only with a code that was made: whoever guesses
    /// neither searches the accounts nor locks one.
    private static let leftBehind = Query(
        """
        SELECT id FROM accounts WHERE plan = 'owner'
          AND EXISTS (SELECT 1 FROM owner_codes WHERE hash = $1)
          AND NOT EXISTS (SELECT 1 FROM identities WHERE provider = 'owner')
        ORDER BY created_at DESC, id DESC LIMIT 1
        """, locking: .row)
    private static let insertAccount = Query("INSERT INTO accounts (id, created_at, plan) VALUES ($1, $2, 'owner')")
    private static let insertUser = Query("INSERT INTO users (id, account_id, created_at) VALUES ($1, $2, $3)")
    private static let insertIdentity = Query(
        "INSERT INTO identities (provider, subject, user_id, created_at) VALUES ('owner', 'owner', $1, $2)")

    /// Whether anybody owns this gateway yet.
    func hasOwner() async throws(EngineError) -> Bool {
        guard let row = try await engine.read(Self.countOwners()).first else { throw .shape("no count") }
        return try row.integer(0) > 0
    }

    /// Makes a code for the owner, for an hour; an older one that nobody used is void.
    func makeOwnerCode() async throws(EngineError) -> OwnerCode {
        var generator = SystemRandomNumberGenerator()
        let code = OwnerCode(using: &generator)
        try await engine.write { transaction throws(EngineError) in
            let now = try transaction.now()
            try transaction.enqueue(Self.voidOlder())
            try transaction.enqueue(
                Self.insertCode(.text(code.hash), .integer(now), .integer(now + OwnerCode.lifetimeMilliseconds)))
            try AuditEntry(key: "owner-code:\(code.hash)", user: nil, action: "owner-code").write(in: transaction)
        }
        return code
    }

    enum OwnerSignIn: Hashable, Sendable {
        case signedIn(user: String)
        /// Wrong, used, too late, or tried too often: the answer does not say which.
        case refused
        case tooMany(waitMilliseconds: Int64)
    }

    /// Signs the owner in on a browser; the first one becomes the owner (GATEWAY-5). A code of either kind that the browser
    /// has used a moment ago signs the same person in again.
    ///
    /// - Parameters:
    ///   - former: The sign-in that the browser had.
    ///   - form: The secret of the browser's forms. With it the same code may come again, because the answer was lost.
    func signInOwner(
        _ code: OwnerCode, from block: AddressBlock, web: Token, replacing former: Token? = nil, form: Token? = nil
    ) async throws(EngineError) -> OwnerSignIn {
        let (codeHash, webHash, formerHash, formHash) = (code.hash, web.hash, former?.hash, form?.hash)
        let answer = try await engine.write { transaction throws(EngineError) -> OwnerSignIn? in
            // The account's lock comes before all others.
            let household = try transaction.run(Self.leftBehind(.text(codeHash))).first?.text(0)
            let guesses = try SignInGuesses.lock(from: block, in: transaction)
            // Under the lock, the second of two simultaneous requests sees the first. A repeated code is not a guess.
            if try Self.recentUse(of: codeHash, by: formHash, in: transaction) != nil { return nil }
            if let wait = guesses.wait { return .tooMany(waitMilliseconds: wait) }
            let now = try transaction.now()
            guard let row = try transaction.run(Self.newestCode()).first, now < (try row.integer(1)) else {
                try guesses.take(in: transaction)
                return .refused
            }
            let hash = try row.text(0)
            let tries = SharedBudget.guesses(ownerCode: hash, from: block)
            let (held, noneLeft) = try SharedBudget.lock([tries], in: transaction)
            guard noneLeft == nil, isEqualInConstantTime(hash, codeHash) else {
                try guesses.take(in: transaction)
                try SharedBudget.take(held, in: transaction)
                return .refused
            }
            try transaction.enqueue(Self.useCode(.text(hash), .integer(now)))
            let user = try Self.ownerOrFirst(by: codeHash, of: household, in: transaction)
            try Self.issueWeb(webHash, user: user, by: .ownerCode, replacing: formerHash, in: transaction)
            try Self.note(useOf: codeHash, by: formHash, session: webHash, user: user, in: transaction)
            return .signedIn(user: user)
        }
        if let answer { return answer }
        return try await signInAgain(codeHash, by: formHash, web: webHash, replacing: formerHash)
    }

    /// The owner's user, made if this is the first sign-in. The code's row is locked, so two cannot be made; the identity's,
    /// so that it is not deleted meanwhile.
    ///
    /// - Parameter household: The account of those whom a former owner has left behind, locked; nil: there was none.
    private static func ownerOrFirst(
        by code: String, of household: String?, in transaction: any Transaction
    ) throws(EngineError) -> String {
        if let row = try transaction.run(owner()).first { return try row.text(0) }
        let now = try transaction.now()
        let user = freshID("usr_", at: now)
        // Once more: the owner may have left at this moment.
        var household = household
        if household == nil { household = try transaction.run(leftBehind(.text(code))).first?.text(0) }
        let account = household ?? freshID("acc_", at: now)
        if household == nil { try transaction.enqueue(insertAccount(.text(account), .integer(now))) }
        try transaction.enqueue(insertUser(.text(user), .text(account), .integer(now)))
        try transaction.enqueue(insertIdentity(.text(user), .integer(now)))
        if household == nil {
            try restoreMonth(provider: "owner", subject: "owner", account: account, in: transaction)
        }
        try AuditEntry(key: "owner:\(user)", user: user, action: "owner-made").write(in: transaction)
        return user
    }
}

/// The allowance of wrong owner codes and invitations, locked: a network's, and that of all networks.
struct SignInGuesses: Sendable {
    private let held: [(SharedBudget, Budget)]
    /// Nil: this network may try.
    let wait: Int64?

    /// When the allowance of all is spent, a network that has all of its own may still try: else whoever guesses from many
    /// networks would keep the owner out. 53 bits bear that.
    static func lock(from block: AddressBlock, in transaction: any Transaction) throws(EngineError) -> SignInGuesses {
        let (own, all) = (SharedBudget.guesses(from: block), SharedBudget.signInGuessesOfAll)
        let (held, wait) = try SharedBudget.lock([own, all], in: transaction)
        let now = try transaction.now()
        let isInnocent = held.contains { $0.0.bucket == own.bucket && $0.1.isFull(own.allowance, at: now) }
        return SignInGuesses(held: held, wait: isInnocent ? nil : wait)
    }

    func take(in transaction: any Transaction) throws(EngineError) { try SharedBudget.take(held, in: transaction) }
}
