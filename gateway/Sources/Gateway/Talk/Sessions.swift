import GatewayRules
import SQLEngines

/// What is done about conversations: each function is one transaction, which begins with the account's lock. The rules
/// are in `Conversation` and `Balance`.
struct Metering: Sendable {
    /// So long may an instance take to end a conversation whose lease is over.
    static let sweepMilliseconds: Int64 = 60_000

    private static let byKey = Query(
        "SELECT \(SessionRow.columns) FROM sessions WHERE device = $1 AND request_key = $2", locking: .row)
    private static let byID = Query("SELECT \(SessionRow.columns) FROM sessions WHERE id = $1", locking: .row)
    static let openOfDevice = Query(
        """
        SELECT \(SessionRow.columns) FROM sessions WHERE device = $1 AND device <> '' AND ended_at IS NULL ORDER BY id
        """, locking: .row)
    static let accountOfOpen = Query(
        "SELECT account_id FROM sessions WHERE device = $1 AND device <> '' AND ended_at IS NULL")
    private static let accountOfGrace = Query(
        """
        SELECT account_id FROM sessions WHERE device = $1 AND talk_at IS NOT NULL AND ended_by = 'quota'
          AND lease_until > $2
        """)
    /// Speakers that have a talk open and no token any more.
    static let openOfSignedOut = Query(
        """
        SELECT device FROM sessions s WHERE ended_at IS NULL AND lease_until > 0
          AND NOT EXISTS (SELECT 1 FROM credentials c WHERE c.device = s.device AND c.revoked_at IS NULL)
          LIMIT \(Sweep.mostAtOnce)
        """)

    let engine: any Engine
    let limits: PlanLimits
    let metrics: GatewayMetrics
    var starts = StartLimits()

    /// A speaker that wants to talk, or to prepare it.
    struct Ask: Hashable, Sendable {
        let caller: Caller
        /// The row of the speaker.
        let device: String
        let key: String
        let habit: String?
        let isTalk: Bool
        /// The conversation that goes on, after a line that dropped or before a call gets too long.
        let resumes: String?
        /// What the speaker wrote on this try; nil: nothing, as older ones do.
        var mark: StartMark?
    }

    /// What the speaker is told about a conversation.
    struct View: Hashable, Sendable {
        let id: String
        let end: Conversation.End?
        let leaseUntil: Int64
        let remainingMilliseconds: Int64
        let entitlement: Entitlement
        /// The number of the latest try to begin it or to go on with it.
        let tryNumber: Int64
        /// It was not there before.
        var isNew = false
    }

    enum Answer: Hashable, Sendable {
        case open(View)
        /// Over, for whatever reason.
        case ended(View)
        /// No minute is left.
        case quota(Entitlement)
        case tooOften(TooOften)
        /// The speaker has begun again since it made this try, which costs nothing.
        case late(Entitlement)
        /// Never this speaker's.
        case unknown
    }

    func entitlement(of account: String) async throws(EngineError) -> Entitlement {
        try await .read(of: account, limits: limits, in: engine)
    }

    /// The same, of whoever has a credential.
    ///
    /// - Parameter rows: What was read with the credential: of `Entitlement.ofCredential`.
    func entitlement(of account: String, _ rows: [[Row]]) async throws(EngineError) -> Entitlement {
        try await .read(of: account, rows, limits: limits, in: engine)
    }

    /// Opens a conversation, or finds the one of the same key, or the one that goes on.
    func open(_ ask: Ask) async throws(EngineError) -> Answer {
        let limits = limits
        return try await recorded { transaction throws(EngineError) in
            var notes = Notes()
            // All that may be asked about it goes with the lock, in one round trip.
            let questions =
                ask.resumes.map { [Self.byID(.text($0))] }
                ?? [Self.byKey(.text(ask.device), .text(ask.key)), Self.openOfDevice(.text(ask.device))]
                + startQuestions(ask)
            let (account, answers) = try LockedAccount.lock(
                ask.caller.account, limits: limits, reading: questions, in: transaction)
            var row: SessionRow
            if let found = answers.first?.first {
                row = try SessionRow(found)
                guard row.device == ask.device else { return (.unknown, notes) }
                if row.isAfter(ask) { return (.late(try account.entitlement(in: transaction)), notes) }
                row.noteTry(ask)
                if !ask.isTalk { row.countPreparation(at: try transaction.now()) }
            } else {
                guard ask.resumes == nil, answers.count >= 2 else { return (.unknown, notes) }
                guard try isSignedIn(ask, answers.dropFirst(2)) else { throw .gone }
                var others: [SessionRow] = []
                for found in answers[1] { others.append(try SessionRow(found)) }
                if others.contains(where: { $0.isAfter(ask) }) {
                    return (.late(try account.entitlement(in: transaction)), notes)
                }
                if let tooOften = try tooOften(ask, answers.dropFirst(2), in: transaction) {
                    return (.tooOften(tooOften), notes)
                }
                for var older in others {
                    try older.supersede(account, in: transaction)
                    notes.note(older, account.plan)
                }
                let period = account.month.description
                guard try account.sums(of: period, in: transaction).balance.available >= 1 else {
                    return (.quota(try account.entitlement(in: transaction)), notes)
                }
                let now = try transaction.now()
                row = SessionRow(
                    id: freshID("ses_", at: now), ask, period: period, conversation: Conversation(openedAt: now))
                notes.isNew = true
                notes.isTalk = ask.isTalk
            }
            let wasOpen = row.conversation.end == nil
            // A key that began with Start stays one, whatever a later try with it says.
            let isTalk = ask.isTalk || row.preparedAt == nil
            if isTalk, !notes.isNew { try row.giveUpPreparedCall(in: transaction) }
            let renewal = try Self.renew(&row, isTalk: isTalk, account, in: transaction)
            if wasOpen { notes.note(row, account.plan) }
            if renewal == .quota { return (.quota(try account.entitlement(in: transaction)), notes) }
            return (try Self.answer(row, account, isNew: notes.isNew, in: transaction), notes)
        }
    }

    private enum Renewal {
        /// The row says what has become of it: it goes on, or it has ended.
        case inTheRow
        /// Start was pressed and no minute is left.
        case quota
    }

    /// A sign of life: presses Start if it was, renews the slice, ends what has no minute left.
    private static func renew(
        _ row: inout SessionRow, isTalk: Bool, _ account: LockedAccount, in transaction: any Transaction
    ) throws(EngineError) -> Renewal {
        guard row.conversation.end == nil else { return .inTheRow }
        let now = try transaction.now()
        if let sweptAt = row.sweptAt, row.conversation.leaseUntil < now, now - sweptAt < sweepMilliseconds {
            // An instance is just hanging it up.
            try row.close(by: .lease, account, in: transaction)
            return .inTheRow
        }
        row.sweptAt = nil
        if isTalk, row.conversation.talkAt == nil {
            guard try press(&row, account, in: transaction) else {
                try row.save(account, in: transaction)
                return .quota
            }
        } else {
            let available = try account.available(of: row.period, in: transaction)
            row.conversation.renew(at: now, available: available)
        }
        if row.conversation.end == nil {
            try row.save(account, in: transaction)
        } else {
            try row.settle(account, in: transaction)
        }
        return .inTheRow
    }

    /// Start was pressed: lends the first slice. False: no minute is left.
    private static func press(
        _ row: inout SessionRow, _ account: LockedAccount, in transaction: any Transaction
    ) throws(EngineError) -> Bool {
        // What was prepared before midnight and begins after it is the new month's.
        row.period = account.month.description
        let available = try account.available(of: row.period, in: transaction)
        return row.conversation.talk(at: try transaction.now(), available: available)
    }

    private static func answer(
        _ row: SessionRow, _ account: LockedAccount, isNew: Bool = false, in transaction: any Transaction
    ) throws(EngineError) -> Answer {
        // What is prepared will be of the month in which Start is pressed.
        let period = row.conversation.talkAt == nil ? account.month.description : row.period
        let available = try account.available(of: period, in: transaction)
        let view = View(
            id: row.id, end: row.conversation.end, leaseUntil: row.conversation.leaseUntil,
            remainingMilliseconds: row.conversation.remaining(at: try transaction.now(), available: available),
            entitlement: try account.entitlement(in: transaction), tryNumber: row.tries, isNew: isNew)
        return view.end == nil ? .open(view) : .ended(view)
    }

    /// Finds a session of a speaker and does something about it.
    ///
    /// - Parameter body: Returns the answer; nil: it is what the row says then.
    private func updating(
        _ id: String, of caller: Caller,
        _ body: @escaping @Sendable (inout SessionRow, LockedAccount, any Transaction) throws(EngineError) -> Answer?
    ) async throws(EngineError) -> Answer {
        let limits = limits
        return try await recorded { transaction throws(EngineError) in
            var notes = Notes()
            let (account, rows) = try LockedAccount.lock(
                caller.account, limits: limits, reading: [Self.byID(.text(id))], in: transaction)
            guard let found = rows.first?.first else { return (.unknown, notes) }
            var row = try SessionRow(found)
            guard row.device == caller.device else { return (.unknown, notes) }
            let wasOpen = row.conversation.end == nil
            let refusal = try body(&row, account, transaction)
            if wasOpen { notes.note(row, account.plan) }
            if let refusal { return (refusal, notes) }
            return (try Self.answer(row, account, in: transaction), notes)
        }
    }

    /// The provider has taken a call, or given out a secret (`call` is nil). A call that was up before ends. This one does
    /// if its conversation has ended meanwhile, if a later try has its call already, or if no minute is left any more.
    ///
    /// - Parameters:
    ///   - tryNumber: Of the try with which this call was made (`View`).
    ///   - isTalk: Whether Start was pressed with this call.
    func connect(
        _ id: String, tryNumber: Int64, call: String?, isTalk: Bool, of caller: Caller
    ) async throws(EngineError) -> Answer {
        do throws(EngineError) {
            let answer = try await connectIfThere(id, tryNumber: tryNumber, call: call, isTalk: isTalk, of: caller)
            if answer != .unknown { return answer }
        } catch { guard error == .gone else { throw error } }
        // The owner was deleted while the provider was asked: nobody else knows of the call.
        if let call {
            try await engine.write { transaction throws(EngineError) in
                try SessionRow.enqueueHangUp(call, in: transaction)
            }
        }
        throw .gone
    }

    private func connectIfThere(
        _ id: String, tryNumber: Int64, call: String?, isTalk: Bool, of caller: Caller
    ) async throws(EngineError) -> Answer {
        try await updating(id, of: caller) { row, account, transaction throws(EngineError) in
            let refusal = try Self.take(
                call, tryNumber: tryNumber, isTalk: isTalk, for: &row, account, in: transaction)
            if let call, row.call != call { try SessionRow.enqueueHangUp(call, in: transaction) }
            return refusal
        }
    }

    /// Makes the call that of the row, unless it is not wanted any more.
    ///
    /// - Returns: Why it is not wanted; nil: it is, or the row says why not.
    private static func take(
        _ call: String?, tryNumber: Int64, isTalk: Bool, for row: inout SessionRow, _ account: LockedAccount,
        in transaction: any Transaction
    ) throws(EngineError) -> Answer? {
        guard row.conversation.end == nil else { return nil }
        // The provider took long for it. The speaker has given it up, and has the call of a later try.
        guard row.callTry <= tryNumber else { return .late(try account.entitlement(in: transaction)) }
        // Another try with the same key was refused meanwhile, and gave back what was lent to both.
        if isTalk || row.preparedAt == nil, row.conversation.talkAt == nil,
            !(try press(&row, account, in: transaction))
        {
            return .quota(try account.entitlement(in: transaction))
        }
        let now = try transaction.now()
        row.conversation.connect(at: now)
        row.connectedAt = row.connectedAt ?? now
        // It counts also where another try with its key was refused meanwhile.
        if !isTalk { row.countPreparation(at: now) }
        if let older = row.call, older != call { try SessionRow.enqueueHangUp(older, in: transaction) }
        row.call = call
        row.callTry = tryNumber
        try row.save(account, in: transaction)
        return nil
    }

    /// The provider refused: what was lent for a first call goes back, and the key can be used again.
    func giveBack(_ id: String, of caller: Caller) async throws(EngineError) {
        _ = try await updating(id, of: caller) { row, account, transaction throws(EngineError) in
            guard row.conversation.end == nil else { return nil }
            row.giveBack(at: try transaction.now())
            try row.save(account, in: transaction)
            return nil
        }
    }

    /// - Parameter call: The call that a speaker made itself with a secret.
    func sync(_ id: String, isTalk: Bool, call: String?, of caller: Caller) async throws(EngineError) -> Answer {
        try await updating(id, of: caller) { row, account, transaction throws(EngineError) in
            if row.connectedAt != nil, row.call == nil, row.conversation.end == nil { row.call = call }
            guard try Self.renew(&row, isTalk: isTalk, account, in: transaction) == .quota else { return nil }
            return .quota(try account.entitlement(in: transaction))
        }
    }

    func stop(_ id: String, of caller: Caller) async throws(EngineError) -> Answer {
        try await updating(id, of: caller) { row, account, transaction throws(EngineError) in
            // What goes on in its grace has ended already; its call has not.
            if row.conversation.end?.cause == .quota, let call = row.call {
                try SessionRow.hangUpNow(call, in: transaction)
            }
            try row.close(by: .stop, account, in: transaction)
            return nil
        }
    }

    /// Ends what is open of speakers that were signed out, and their calls that go on in a grace.
    func revoke(devices: [String]) async throws(EngineError) {
        let limits = limits
        for device in devices {
            let found = try await engine.read([
                Self.accountOfOpen(.text(device)), Self.accountOfGrace(.text(device), .integer(engine.now())),
            ])
            guard let account = try found.joined().first?.text(0) else { continue }
            _ = try await recorded { transaction throws(EngineError) in
                var notes = Notes()
                let locked: LockedAccount
                do throws(EngineError) {
                    locked = try LockedAccount.lock(account, limits: limits, in: transaction)
                } catch {
                    // A deletion has ended it already.
                    if error == .gone { return (false, notes) }
                    throw error
                }
                for found in try transaction.run(Self.openOfDevice(.text(device))) {
                    var row = try SessionRow(found)
                    try row.close(by: .revoked, locked, in: transaction)
                    notes.note(row, locked.plan)
                }
                try SessionRow.endGraces(ofDevice: device, in: transaction)
                return (true, notes)
            }
        }
    }

    /// Ends what is open of speakers that are signed out. A sign-out does so itself, in a second transaction, which may
    /// have failed.
    func revokeSignedOut() async throws(EngineError) {
        var devices: [String] = []
        for row in try await engine.read(Self.openOfSignedOut()) { devices.append(try row.text(0)) }
        try await revoke(devices: devices)
    }
}

// MARK: - Metrics

extension Metering {
    /// What a transaction did, for the metrics: counted once it is durable.
    struct Notes: Sendable {
        var isNew = false
        var isTalk = false
        private(set) var ends: [(Conversation.End, Plan)] = []

        mutating func note(_ row: SessionRow, _ plan: Plan) {
            if let end = row.conversation.end { ends.append((end, plan)) }
        }
    }

    func recorded<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(EngineError) -> (Result, Notes)
    ) async throws(EngineError) -> Result {
        let (result, notes) = try await engine.write(body)
        if notes.isNew { metrics.sessionStarted(isTalk: notes.isTalk) }
        for (end, plan) in notes.ends { metrics.sessionEnded(end, plan: plan) }
        return result
    }
}
