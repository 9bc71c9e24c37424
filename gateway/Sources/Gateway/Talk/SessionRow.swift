import GatewayRules
import SQLEngines

/// A conversation's row.
struct SessionRow: Hashable, Sendable {
    static let columns = """
        id, account_id, user_id, device, period, opened_at, talk_at, seen_at, lease_until, held_minutes, connected_at, \
        call_id, swept_at, ended_at, ended_by, seconds, minutes, prepared_at, tries, call_try, last_start
        """

    /// The time in `prepared_at` of a preparation that the provider refused. No day is as long ago, so it does not count
    /// (`Starts`), and it still tells what was prepared from what began with Start. `ClockLeaps` leaves it alone.
    static let uncounted: Int64 = 0

    let id: String
    let account: String
    let user: String
    let device: String
    /// When it was opened to be answered later; `uncounted`: the provider refused that; nil: Start was pressed at once.
    private(set) var preparedAt: Int64?
    /// The month in which Start was pressed. Its minutes are used first.
    var period: String
    var conversation: Conversation
    var connectedAt: Int64?
    /// The provider's name for the call that is up.
    var call: String?
    /// How often it was begun or gone on with: the number of its last try.
    private(set) var tries: Int64
    /// The number of the try with which its call was made, or a secret given out; 0: none yet.
    var callTry: Int64
    /// What the speaker wrote on the last try, if it writes anything.
    private var lastStart: StartMark?
    /// When an instance began to end it because its lease was over.
    var sweptAt: Int64?
    /// What its row says that it holds.
    private var loan: Loan
    /// What it began with, until there is a row of it.
    private var ask: Metering.Ask?

    init(_ row: Row) throws(EngineError) {
        id = try row.text(0)
        account = try row.text(1)
        user = try row.text(2)
        device = try row.text(3)
        preparedAt = try row.integerIfAny(17)
        period = try row.text(4)
        connectedAt = try row.integerIfAny(10)
        call = try row.textIfAny(11)
        tries = try row.integer(18)
        callTry = try row.integer(19)
        lastStart = try row.textIfAny(20).flatMap(StartMark.init(_:))
        sweptAt = try row.integerIfAny(12)
        var end: Conversation.End?
        if let at = try row.integerIfAny(13) {
            guard let cause = Conversation.Cause(rawValue: try row.text(14)) else {
                throw .shape("a cause that is none")
            }
            end = .init(at: at, cause: cause, seconds: try row.integer(15), minutes: try row.integer(16))
        }
        conversation = Conversation(
            openedAt: try row.integer(5), talkAt: try row.integerIfAny(6), seenAt: try row.integer(7),
            leaseUntil: try row.integer(8), heldMinutes: try row.integer(9), isConnected: connectedAt != nil, end: end)
        loan = Loan(period: period, minutes: conversation.heldMinutes)
    }

    /// A fresh one.
    init(id: String, _ ask: Metering.Ask, period: String, conversation: Conversation) {
        self.id = id
        account = ask.caller.account
        user = ask.caller.user
        device = ask.device
        preparedAt = ask.isTalk ? nil : conversation.openedAt
        (tries, callTry, lastStart) = (1, 0, ask.mark)
        self.period = period
        self.conversation = conversation
        loan = Loan(period: period, minutes: 0)
        self.ask = ask
    }
}

extension SessionRow {
    private static let insertRow = Query(
        """
        INSERT INTO sessions (id, account_id, user_id, device, request_key, habit, prepared_at, period, opened_at, talk_at,
          seen_at, lease_until, held_minutes, tries, last_start)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        """)
    private static let saveRow = Query(
        """
        UPDATE sessions SET period = $2, talk_at = $3, seen_at = $4, lease_until = $5, held_minutes = $6,
          connected_at = $7, call_id = $8, swept_at = $9, ended_at = $10, ended_by = $11, seconds = $12, minutes = $13,
          tries = $14, call_try = $15, last_start = $16, prepared_at = $17
        WHERE id = $1
        """)
    private static let insertHangUp = Query(
        """
        INSERT INTO jobs (kind, key, due_at, created_at) VALUES ('hangup', $1, $2, $3) ON CONFLICT (kind, key) DO NOTHING
        """)

    private static let hastenHangUp = Query(
        "UPDATE jobs SET due_at = $2 WHERE kind = 'hangup' AND key = $1 AND due_at > $2")
    /// Calls that go on although their conversations have ended. Each has had its Start, which has an index.
    private static let inGraceOfDevice = Query(
        """
        SELECT call_id FROM sessions WHERE device = $1 AND talk_at IS NOT NULL AND ended_by = 'quota'
          AND lease_until > $2 AND call_id IS NOT NULL
        """)
    private static let inGraceOfUser = Query(
        """
        SELECT call_id FROM sessions WHERE user_id = $1 AND ended_by = 'quota' AND lease_until > $2
          AND call_id IS NOT NULL
        """)

    /// Whether its last try was made after this one, which comes late then: the speaker has given it up.
    func isAfter(_ ask: Metering.Ask) -> Bool { conversation.end == nil && lastStart?.isAfter(ask.mark) == true }

    /// Notes another try with its key, or to go on with it.
    mutating func noteTry(_ ask: Metering.Ask) {
        tries += 1
        lastStart = ask.mark ?? lastStart
    }

    /// The provider refused its first call: what was lent goes back, and what was prepared does not count.
    mutating func giveBack(at now: Int64) {
        conversation.giveBack(at: now, wasPrepared: preparedAt != nil)
        if callTry == 0, preparedAt != nil { preparedAt = Self.uncounted }
    }

    /// Start comes with an offer of its own, so nobody waits at the call that was prepared. It is free up to here, and what
    /// the provider then refuses costs nothing.
    mutating func giveUpPreparedCall(in transaction: any Transaction) throws(EngineError) {
        guard conversation.end == nil, conversation.talkAt == nil, connectedAt != nil else { return }
        if let call { try Self.enqueueHangUp(call, in: transaction) }
        (call, connectedAt) = (nil, nil)
        conversation.giveUpCall()
    }

    /// Counts a preparation again that the provider had refused, because it is tried once more.
    mutating func countPreparation(at now: Int64) {
        if preparedAt == Self.uncounted { preparedAt = now }
    }

    /// Writes it, and what it holds now.
    mutating func save(_ account: LockedAccount, in transaction: any Transaction) throws(EngineError) {
        let held = Loan(period: period, minutes: conversation.heldMinutes)
        account.hold(held, insteadOf: loan)
        loan = held
        guard let ask else { return try update(in: transaction) }
        self.ask = nil
        try transaction.enqueue(
            Self.insertRow(
                .text(id), .text(self.account), .text(user), .text(device), .text(ask.key), Value(ask.habit),
                Value(preparedAt), .text(period), .integer(conversation.openedAt), Value(conversation.talkAt),
                .integer(conversation.seenAt), .integer(conversation.leaseUntil),
                .integer(conversation.heldMinutes), .integer(tries), Value(lastStart?.text)))
    }

    /// Writes what has changed of it besides minutes.
    func update(in transaction: any Transaction) throws(EngineError) {
        let end = conversation.end
        let mark = end == nil ? lastStart?.text : nil
        try transaction.enqueue(
            Self.saveRow(
                .text(id), .text(period), Value(conversation.talkAt), .integer(conversation.seenAt),
                .integer(conversation.leaseUntil), .integer(conversation.heldMinutes), Value(connectedAt), Value(call),
                Value(sweptAt), Value(end?.at), Value(end?.cause.rawValue), Value(end?.seconds), Value(end?.minutes),
                .integer(tries), .integer(callTry), Value(mark), Value(preparedAt)))
    }

    /// Asks for the end of a call at the provider, until that is confirmed.
    ///
    /// - Parameter grace: how many milliseconds it may still go on.
    static func enqueueHangUp(_ call: String, after grace: Int64 = 0, in transaction: any Transaction)
        throws(EngineError)
    {
        let now = try transaction.now()
        try transaction.enqueue(insertHangUp(.text(call), .integer(now + grace), .integer(now)))
    }

    /// Ends the grace of a call, if that was still to come.
    static func hangUpNow(_ call: String, in transaction: any Transaction) throws(EngineError) {
        try transaction.enqueue(hastenHangUp(.text(call), .integer(try transaction.now())))
    }

    /// Ends the graces of a speaker that is signed out. Its account is locked.
    static func endGraces(ofDevice device: String, in transaction: any Transaction) throws(EngineError) {
        try endGraces(inGraceOfDevice, of: device, in: transaction)
    }

    /// Ends the graces of a person who goes. Their account is locked.
    static func endGraces(ofUser user: String, in transaction: any Transaction) throws(EngineError) {
        try endGraces(inGraceOfUser, of: user, in: transaction)
    }

    private static func endGraces(
        _ inGrace: Query, of holder: String, in transaction: any Transaction
    ) throws(EngineError) {
        let now = try transaction.now()
        var calls: [String] = []
        for row in try transaction.run(inGrace(.text(holder), .integer(now))) { calls.append(try row.text(0)) }
        // In the order in which the sweep takes the rows of jobs.
        for call in calls.sorted() { try hangUpNow(call, in: transaction) }
    }

    /// Lets it go on for the grace if its lease is over and no minute is left. False: it has to end.
    mutating func beginGrace(_ account: LockedAccount, in transaction: any Transaction) throws(EngineError) -> Bool {
        let available = try account.available(of: period, in: transaction)
        let now = try transaction.now()
        guard conversation.beginGrace(at: now, available: available) else { return false }
        try update(in: transaction)
        return true
    }

    /// Ends it because its speaker begins another.
    ///
    /// A speaker that knew of it and still talked has renewed it lately. Else it lost its power, or it never heard of
    /// the call; then its last sign of life counts, as it does for the sweep.
    mutating func supersede(_ account: LockedAccount, in transaction: any Transaction) throws(EngineError) {
        let now = try transaction.now()
        let isRenewed = connectedAt.map { conversation.seenAt > $0 } ?? false
        let isLate = now - conversation.seenAt > Conversation.longestSilence
        try close(by: .superseded, evidence: isRenewed && !isLate ? .alive : .gone, account, in: transaction)
    }

    /// Ends it and charges it, once.
    mutating func close(
        by cause: Conversation.Cause, evidence: Conversation.Evidence = .alive, isCallOver: Bool = false,
        _ account: LockedAccount, in transaction: any Transaction
    ) throws(EngineError) {
        guard conversation.end == nil else { return }
        conversation.close(by: cause, at: try transaction.now(), evidence: evidence)
        try settle(isCallOver: isCallOver, account, in: transaction)
    }

    /// Writes an end that the conversation has come to.
    mutating func settle(
        isCallOver: Bool = false, _ account: LockedAccount, in transaction: any Transaction
    ) throws(EngineError) {
        try save(account, in: transaction)
        if let call, !isCallOver {
            let now = try transaction.now()
            let grace = conversation.end?.cause == .quota ? max(0, conversation.leaseUntil - now) : 0
            try Self.enqueueHangUp(call, after: grace, in: transaction)
        }
        guard let end = conversation.end else { return }
        try account.charge(session: id, period: period, minutes: end.minutes, in: transaction)
    }
}
