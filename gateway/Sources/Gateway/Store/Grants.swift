import GatewayRules
import SQLEngines

/// A speaker's request as it is shown to an owner.
struct GrantView: Hashable, Sendable {
    let userCode: UserCode
    let deviceName: String
    /// The address block from which the speaker asked.
    let askedFrom: String
    let createdAt: Int64
    var grant: DeviceGrant
    /// The key of its row.
    let hash: String

    /// Whether a speaker asked from that network, as far as both are known.
    func isFrom(_ block: AddressBlock) -> Bool { block != .unknown && askedFrom == block.description }
}

/// A request of a speaker to be signed in.
struct DeviceAsk: Sendable {
    let clientID: String
    let deviceID: String
    let deviceName: String
    let block: AddressBlock
}

extension GrantView {
    static let columns = """
        device_code_hash, user_code, device_name, asked_from, created_at, expires_at, interval_s, polled_at, user_id, \
        redeemed_at, denied_at, consumed_at
        """

    init(_ row: Row) throws(EngineError) {
        guard let code = UserCode(typed: try row.text(1)) else { throw .shape("a user code that is none") }
        let stage: DeviceGrant.Stage
        if try row.integerIfAny(10) != nil {
            stage = .denied
        } else if try row.integerIfAny(11) != nil {
            stage = .consumed
        } else if let user = try row.textIfAny(8) {
            stage = try row.integerIfAny(9) == nil ? .approved(user: user) : .redeemed(user: user)
        } else {
            stage = .pending
        }
        hash = try row.text(0)
        userCode = code
        deviceName = try row.text(2)
        askedFrom = try row.text(3)
        createdAt = try row.integer(4)
        grant = DeviceGrant(
            stage: stage, expiresAt: try row.integer(5), intervalSeconds: try row.integer(6),
            polledAt: try row.integerIfAny(7))
    }
}

// MARK: - Asking

extension Store {
    private static let endOlder = Query(
        """
        UPDATE device_grants SET denied_at = $2 WHERE device_id = $1 AND denied_at IS NULL AND consumed_at IS NULL
          AND expires_at > $2
        """)
    private static let insertGrant = Query(
        """
        INSERT INTO device_grants (device_code_hash, user_code, client_id, device_id, device_name, asked_from, created_at,
          expires_at, interval_s) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING user_code
        """)

    enum AskAnswer: Sendable {
        case code(UserCode)
        case tooOften(waitMilliseconds: Int64)
    }

    /// Makes a code for a speaker and ends its older one.
    func ask(_ ask: DeviceAsk, deviceCode: Token) async throws(EngineError) -> AskAnswer {
        let hash = deviceCode.hash
        return try await engine.write { transaction throws(EngineError) in
            let budgets: [SharedBudget] = [.asks(device: ask.deviceID), .asks(from: ask.block)]
            let (held, wait) = try SharedBudget.lock(budgets, in: transaction)
            if let wait { return .tooOften(waitMilliseconds: wait) }
            try SharedBudget.take(held, in: transaction)
            let now = try transaction.now()
            try transaction.enqueue(Self.endOlder(.text(ask.deviceID), .integer(now)))
            let isUnderAttack = try SharedBudget.guessesOfAll.isSpent(in: transaction)
            var generator = SystemRandomNumberGenerator()
            // Of 10^9 codes some thousand are taken at most.
            for _ in 0..<8 {
                let length = isUnderAttack ? UserCode.lengthUnderAttack : UserCode.length
                let code = UserCode(length: length, using: &generator)
                let made = try transaction.run(
                    Self.insertGrant(
                        .text(hash), .text(code.digits), .text(ask.clientID), .text(ask.deviceID),
                        .text(ask.deviceName),
                        .text(ask.block.description), .integer(now),
                        .integer(now + DeviceGrant.lifetimeMilliseconds), .integer(DeviceGrant.firstIntervalSeconds)))
                if !made.isEmpty { return .code(code) }
            }
            throw .busy
        }
    }
}

// MARK: - The owner's side

extension Store {
    private static let grantByCode = Query("SELECT \(GrantView.columns) FROM device_grants WHERE user_code = $1")
    private static let grantByHash = Query("SELECT \(GrantView.columns) FROM device_grants WHERE device_code_hash = $1")
    private static let lockGrant = Query(
        "SELECT \(GrantView.columns) FROM device_grants WHERE device_code_hash = $1", locking: .row)
    private static let approveGrant = Query(
        "UPDATE device_grants SET user_id = $2, decided_at = $3 WHERE device_code_hash = $1")
    private static let denyGrant = Query(
        "UPDATE device_grants SET denied_at = $2 WHERE device_code_hash = $1")
    private static let devicesOfGrant = Query(
        "SELECT id FROM devices WHERE id IN (SELECT device FROM credentials WHERE grant_hash = $1) ORDER BY id",
        locking: .row)
    private static let livingTokens = Query(
        """
        SELECT hash FROM credentials WHERE revoked_at IS NULL AND superseded_at IS NULL
          AND device IN (SELECT device FROM credentials WHERE grant_hash = $1) LIMIT 1
        """)

    enum LookUp: Sendable {
        case found(GrantView)
        /// The same person has approved it, and it holds. The key of its row.
        case approved(grant: String)
        /// No such code, or it has ended.
        case wrong
        case tooMany(waitMilliseconds: Int64)
    }

    /// Finds the request of a code that an owner typed. What is wrong counts as a guess, in all instances; a code that the
    /// owner has approved before is none.
    ///
    /// When the allowance of all is spent, whoever has all of their own, and whose network has, may still try: else whoever
    /// guesses would keep everybody's speakers out. The codes of that time have eleven digits, which bear it.
    func lookUp(_ code: UserCode, by caller: Caller, from block: AddressBlock) async throws(EngineError) -> LookUp {
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            let budgets: [SharedBudget] = [.guesses(user: caller.user), .guesses(from: block), .guessesOfAll]
            // An address block that is only this machine is no attacker's.
            let counted = block == .local ? budgets.filter { !$0.bucket.hasPrefix("guess:block") } : budgets
            let (held, wait) = try SharedBudget.lock(counted, in: transaction)
            let now = try transaction.now()
            let own = held.filter { $0.0.bucket != SharedBudget.guessesOfAll.bucket }
            let isInnocent = own.allSatisfy { $0.1.isFull($0.0.allowance, at: now) }
            if let wait, !isInnocent || !code.isLong { return .tooMany(waitMilliseconds: wait) }
            if let row = try transaction.run(Self.grantByCode(.text(code.digits))).first {
                let view = try GrantView(row)
                if view.grant.stage == .pending, now < view.grant.expiresAt { return .found(view) }
                if try Self.isApproved(row, by: caller.user, in: transaction) { return .approved(grant: view.hash) }
            }
            try SharedBudget.take(held, in: transaction)
            try AuditEntry(
                key: "wrong-code:\(base64url16())", user: caller.user, action: "wrong-speaker-code"
            ).write(in: transaction)
            return .wrong
        }
    }

    /// Whether a person has approved a request, and the speaker is connected by that, or will be when it asks next.
    ///
    /// - Parameter row: `GrantView.columns`.
    private static func isApproved(
        _ row: Row, by user: String, in transaction: any Transaction
    ) throws(EngineError) -> Bool {
        guard try row.textIfAny(8) == user else { return false }
        let view = try GrantView(row)
        switch view.grant.stage {
        case .approved, .redeemed: return try transaction.now() < view.grant.expiresAt
        case .consumed: return !(try transaction.run(livingTokens(.text(view.hash))).isEmpty)
        case .pending, .denied: return false
        }
    }

    enum Outcome: Hashable, Sendable {
        case approved
        case denied
    }

    /// What has become of a request: a person has approved it, or somebody has denied it; nil: neither.
    func outcome(ofGrant hash: String, by user: String) async throws(EngineError) -> Outcome? {
        try await engine.write { transaction throws(EngineError) -> Outcome? in
            guard let row = try transaction.run(Self.grantByHash(.text(hash))).first else { return nil }
            if try Self.isApproved(row, by: user, in: transaction) { return .approved }
            return try GrantView(row).grant.stage == .denied ? .denied : nil
        }
    }

    /// A request that waits for its owner's answer; nil: it has ended.
    func pendingGrant(_ hash: String) async throws(EngineError) -> GrantView? {
        guard let row = try await engine.read(Self.grantByHash(.text(hash))).first else { return nil }
        let view = try GrantView(row)
        return view.grant.stage == .pending && engine.now() < view.grant.expiresAt ? view : nil
    }

    /// Approves or denies. False: somebody decided before, or it was too late (I13).
    func decide(grant hash: String, by caller: Caller, approve: Bool) async throws(EngineError) -> Bool {
        let user = caller.user
        return try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            guard let row = try transaction.run(Self.lockGrant(.text(hash))).first else { return false }
            var view = try GrantView(row)
            let now = try transaction.now()
            guard view.grant.stage == .pending else { return false }
            if approve {
                guard view.grant.approve(by: user, at: now) else { return false }
                try transaction.enqueue(Self.approveGrant(.text(hash), .text(user), .integer(now)))
            } else {
                guard view.grant.deny(at: now) else { return false }
                try transaction.enqueue(Self.denyGrant(.text(hash), .integer(now)))
            }
            let action = approve ? "approve" : "deny"
            try AuditEntry(key: "\(action):\(hash)", user: user, action: action, detail: view.deviceName).write(
                in: transaction)
            return true
        }
    }

    /// Takes an approval back and names the speakers that it had let in. All of their tokens end, in use or not: also those
    /// that followed by rotation. Nil: it is not this user's.
    func takeBack(grant hash: String, by user: String) async throws(EngineError) -> [String]? {
        try await engine.write { transaction throws(EngineError) in
            guard let row = try transaction.run(Self.lockGrant(.text(hash))).first else { return nil }
            var view = try GrantView(row)
            guard try row.textIfAny(8) == user else { return nil }
            let now = try transaction.now()
            if view.grant.deny(at: now) { try transaction.enqueue(Self.denyGrant(.text(hash), .integer(now))) }
            var devices: [String] = []
            for row in try transaction.run(Self.devicesOfGrant(.text(hash))) { devices.append(try row.text(0)) }
            for device in devices { try Self.endTokens(of: device, in: transaction) }
            try AuditEntry(key: "take-back:\(hash)", user: user, action: "take-back", detail: view.deviceName)
                .write(in: transaction)
            return devices
        }
    }
}

// MARK: - The speaker's side

extension Store {
    private static let lockPolled = Query(
        "SELECT \(GrantView.columns), client_id, device_id FROM device_grants WHERE device_code_hash = $1",
        locking: .row)
    private static let savePoll = Query(
        "UPDATE device_grants SET interval_s = $2, polled_at = $3, redeemed_at = $4 WHERE device_code_hash = $1")
    static let upsertDevice = Query(
        """
        INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (user_id, device_id) DO UPDATE SET revoked_at = NULL,
          name = CASE WHEN devices.renamed_at IS NULL THEN excluded.name ELSE devices.name END RETURNING id
        """)

    /// Answers a poll; for an approved one, `fresh` becomes a token of the speaker.
    func poll(deviceCode: Token, clientID: String, fresh: Token) async throws(EngineError) -> DeviceGrant.Answer {
        let (hash, tokenHash) = (deviceCode.hash, fresh.hash)
        return try await engine.write { transaction throws(EngineError) in
            guard let row = try transaction.run(Self.lockPolled(.text(hash))).first, try row.text(12) == clientID else {
                return .invalidGrant
            }
            let before = try GrantView(row)
            var grant = before.grant
            let now = try transaction.now()
            let answer = grant.poll(at: now)
            if grant != before.grant {
                var redeemedAt: Int64?
                if case .redeemed = grant.stage { redeemedAt = now }
                try transaction.enqueue(
                    Self.savePoll(
                        .text(hash), .integer(grant.intervalSeconds), Value(grant.polledAt), Value(redeemedAt)))
            }
            guard case .issue(let user) = answer else { return answer }
            let made = try transaction.run(
                Self.upsertDevice(
                    .text(freshID("dev_", at: now)), .text(try row.text(13)), .text(user), .text(before.deviceName),
                    .integer(now)))
            guard let device = try made.first?.text(0) else { throw .shape("no device") }
            try Self.issue(tokenHash, user: user, device: device, grant: hash, in: transaction)
            return answer
        }
    }
}
