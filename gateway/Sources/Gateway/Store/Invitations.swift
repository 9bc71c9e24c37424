import GatewayRules
import SQLEngines

/// Somebody of a household.
struct Housemate: Hashable, Sendable {
    let id: String
    /// From the profile.
    let name: String?
    let since: Int64
    let isOwner: Bool

    /// - Parameter row: id, when they came, the profile's body, and the owner's identity if they are the owner.
    init(_ row: Row) throws(EngineError) {
        id = try row.text(0)
        since = try row.integer(1)
        let profile = try row.textIfAny(2).flatMap { try? JSON(parsing: Array($0.utf8)) }
        if case .text(let told)? = profile?["displayName"], !told.isEmpty { name = told } else { name = nil }
        isOwner = try row.textIfAny(3) != nil
    }
}

/// A code that waits for somebody. The code itself is known to nobody but the one who was shown it.
struct WaitingInvitation: Hashable, Sendable {
    let id: String
    /// Who signs in again with it; nil: a new person.
    let person: String?
    let expiresAt: Int64
}

/// A household: people who share an account, and who let each other in (GATEWAY-5). Only the owner invites.
struct HouseholdView: Hashable, Sendable {
    let people: [Housemate]
    let invitations: [WaitingInvitation]

    func isOwner(_ user: String) -> Bool { people.contains { $0.id == user && $0.isOwner } }
}

extension Store {
    static let mostPeople = 20
    static let mostInvitations = 10

    private static let people = Query(
        """
        SELECT u.id, u.created_at, p.body, i.subject FROM users u LEFT JOIN profiles p ON p.user_id = u.id
          LEFT JOIN identities i ON i.user_id = u.id AND i.provider = 'owner'
        WHERE u.account_id = $1 ORDER BY u.created_at, u.id LIMIT \(mostPeople)
        """)
    private static let waiting = Query(
        """
        SELECT id, user_id, expires_at FROM invitations WHERE account_id = $1 AND expires_at > $2 ORDER BY made_at, id
          LIMIT \(mostInvitations)
        """)
    private static let isOwner = Query(
        "SELECT subject FROM identities WHERE provider = 'owner' AND user_id = $1", locking: .row)
    private static let countPeople = Query("SELECT COUNT(*) FROM users WHERE account_id = $1")
    private static let countWaiting = Query(
        "SELECT COUNT(*) FROM invitations WHERE account_id = $1 AND expires_at > $2")
    private static let ofHousehold = Query("SELECT id FROM users WHERE id = $1 AND account_id = $2")
    private static let insertInvitation = Query(
        """
        INSERT INTO invitations (id, hash, account_id, user_id, made_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
        """)
    private static let deleteInvitation = Query(
        "DELETE FROM invitations WHERE id = $1 AND account_id = $2 RETURNING id")

    func household(of caller: Caller) async throws(EngineError) -> HouseholdView {
        let results = try await engine.read([
            Self.people(.text(caller.account)), Self.waiting(.text(caller.account), .integer(engine.now())),
        ])
        guard results.count == 2 else { throw .shape("no household") }
        var people: [Housemate] = []
        for row in results[0] { people.append(try Housemate(row)) }
        var invitations: [WaitingInvitation] = []
        for row in results[1] {
            invitations.append(
                WaitingInvitation(
                    id: try row.text(0), person: try row.textIfAny(1), expiresAt: try row.integer(2)))
        }
        return HouseholdView(people: people, invitations: invitations)
    }

    enum InvitationAnswer: Hashable, Sendable {
        case made
        /// Only the owner invites.
        case notOwner
        /// So many wait already, or the household is full.
        case tooMany
        /// That person is not of this household.
        case stranger
    }

    /// Keeps a fresh code for a day: for somebody new, or for a person who has to sign in again.
    func invite(
        _ code: OwnerCode, person: String?, by caller: Caller
    ) async throws(EngineError) -> InvitationAnswer {
        let hash = code.hash
        return try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            guard !(try transaction.run(Self.isOwner(.text(caller.user))).isEmpty) else { return .notOwner }
            let now = try transaction.now()
            let counts = try transaction.run([
                Self.countPeople(.text(caller.account)), Self.countWaiting(.text(caller.account), .integer(now)),
            ])
            guard counts.count == 2, let people = try counts[0].first?.integer(0),
                let waiting = try counts[1].first?.integer(0)
            else { throw .shape("no counts") }
            guard waiting < Self.mostInvitations, person != nil || people < Self.mostPeople else { return .tooMany }
            if let person {
                let found = try transaction.run(Self.ofHousehold(.text(person), .text(caller.account)))
                guard !found.isEmpty else { return .stranger }
            }
            let id = freshID("inv_", at: now)
            try transaction.enqueue(
                Self.insertInvitation(
                    .text(id), .text(hash), .text(caller.account), Value(person), .integer(now),
                    .integer(now + Invitation.lifetimeMilliseconds)))
            try AuditEntry(key: "invitation:\(id)", user: caller.user, action: "invitation", detail: person)
                .write(in: transaction)
            return .made
        }
    }

    /// Takes an invitation back. False: it is not there, or the caller is no owner.
    func withdraw(invitation id: String, by caller: Caller) async throws(EngineError) -> Bool {
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            guard !(try transaction.run(Self.isOwner(.text(caller.user))).isEmpty),
                !(try transaction.run(Self.deleteInvitation(.text(id), .text(caller.account))).isEmpty)
            else { return false }
            try AuditEntry(key: "withdrawal:\(id)", user: caller.user, action: "invitation-withdrawn")
                .write(in: transaction)
            return true
        }
    }
}

// MARK: - Whoever was invited

extension Store {
    private static let accountOfCode = Query("SELECT account_id FROM invitations WHERE hash = $1")
    private static let invitation = Query(
        "SELECT id, user_id, expires_at FROM invitations WHERE hash = $1 AND account_id = $2", locking: .row)
    private static let useInvitation = Query("DELETE FROM invitations WHERE id = $1")
    private static let insertHousemate = Query("INSERT INTO users (id, account_id, created_at) VALUES ($1, $2, $3)")

    /// Signs in with a code: an invitation, or the owner's. Whoever was invited becomes a person of the household and
    /// shares its plan; the code is gone by that.
    ///
    /// - Parameters:
    ///   - former: The sign-in that the browser had.
    ///   - form: The secret of the browser's forms. With it the same code may come again, because the answer was lost.
    func signIn(
        _ code: OwnerCode, from block: AddressBlock, web: Token, replacing former: Token? = nil, form: Token? = nil
    ) async throws(EngineError) -> OwnerSignIn {
        let (codeHash, webHash, formerHash, formHash) = (code.hash, web.hash, former?.hash, form?.hash)
        // The account's lock comes before all others, so it is looked up first.
        if let account = try await engine.read(Self.accountOfCode(.text(codeHash))).first?.text(0) {
            let answer = try await engine.write { transaction throws(EngineError) -> OwnerSignIn? in
                guard !(try transaction.run(RowLock.account(.text(account))).isEmpty) else { return nil }
                let guesses = try SignInGuesses.lock(from: block, in: transaction)
                if let wait = guesses.wait { return .tooMany(waitMilliseconds: wait) }
                let now = try transaction.now()
                guard let row = try transaction.run(Self.invitation(.text(codeHash), .text(account))).first else {
                    return nil
                }
                let invitation = try row.text(0)
                guard now < (try row.integer(2)) else {
                    try guesses.take(in: transaction)
                    if let person = try row.textIfAny(1) {
                        try AuditEntry(
                            key: "late-invitation:\(invitation):\(now)", user: person, action: "sign-in-refused",
                            detail: "invitation"
                        ).write(in: transaction)
                    }
                    return .refused
                }
                let user: String
                if let known = try row.textIfAny(1) {
                    user = known
                } else {
                    guard let count = try transaction.run(Self.countPeople(.text(account))).first?.integer(0) else {
                        throw .shape("no count")
                    }
                    guard count < Self.mostPeople else { return .refused }
                    user = freshID("usr_", at: now)
                    try transaction.enqueue(Self.insertHousemate(.text(user), .text(account), .integer(now)))
                    try AuditEntry(key: "user:\(user)", user: user, action: "user-made", detail: "invited")
                        .write(in: transaction)
                }
                try transaction.enqueue(Self.useInvitation(.text(invitation)))
                try Self.issueWeb(webHash, user: user, by: .invitation, replacing: formerHash, in: transaction)
                try Self.note(useOf: codeHash, by: formHash, session: webHash, user: user, in: transaction)
                return .signedIn(user: user)
            }
            if let answer { return answer }
        }
        return try await signInOwner(code, from: block, web: web, replacing: former, form: form)
    }
}
