import GatewayRules
import SQLEngines

/// A voice that a provider has made of its owner's recording.
struct OwnVoice: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        case creating
        case ready
        /// Until the provider has confirmed that it is gone.
        case deleting
    }

    fileprivate static let columns = "id, name, provider_id, deleting_at, created_at"

    let id: String
    let name: String
    /// Nil: it is being made.
    let providerID: String?
    let state: State
    let createdAt: Int64

    fileprivate init(_ row: Row) throws(EngineError) {
        id = try row.text(0)
        name = try row.text(1)
        providerID = try row.textIfAny(2)
        state = try row.integerIfAny(3) != nil ? .deleting : providerID == nil ? .creating : .ready
        createdAt = try row.integer(4)
    }
}

/// What somebody wants a voice made of. The recordings themselves are never stored.
struct VoiceAsk: Sendable {
    let caller: Caller
    let key: String
    let name: String
    let consentText: String
    /// SHA-256 of the recorded consent, in base64url.
    let consentHash: String
}

enum VoiceBeginning: Hashable, Sendable {
    /// It may be made, under this id.
    case begun(String)
    /// The same request has made it already.
    case known(OwnVoice)
    /// The same request is at it.
    case atWork
    /// The account has one.
    case taken
    /// The plan has none.
    case plan
    case tooOften(waitMilliseconds: Int64)
}

extension SharedBudget {
    /// Voices that are made: each costs a place at the provider.
    static func voices(user: String) -> SharedBudget {
        SharedBudget(bucket: "voice:\(user)", allowance: .perHour(10))
    }
}

/// Making and deleting a voice, so that none is left at the provider whatever happens in between (I16). A row and a job that
/// looks for orphans come first; the job goes when the voice is known to be its owner's.
///
/// Locks: a job's row, the account, a budget, the speaker and its token, the voice. A new job's row is nobody's, so it may
/// come last.
extension Store {
    static let voiceJob = "voice"
    /// An upload that has not come back until then never will.
    static let makingMilliseconds: Int64 = 120_000

    private static let lockPlan = Query("SELECT plan FROM accounts WHERE id = $1", locking: .row)
    private static let user = Query("SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL")
    private static let sameRequest = Query(
        "SELECT \(OwnVoice.columns) FROM voices WHERE user_id = $1 AND request_key = $2")
    private static let living = Query("SELECT id FROM voices WHERE account_id = $1 AND deleting_at IS NULL")
    private static let insert = Query(
        """
        INSERT INTO voices (id, account_id, user_id, request_key, name, consent_text, consent_hash, consented_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
        """)
    private static let insertJob = Query(
        "INSERT INTO jobs (kind, key, due_at, created_at) VALUES ('voice', $1, $2, $3)")
    private static let lockJob = Query("SELECT key FROM jobs WHERE kind = 'voice' AND key = $1", locking: .row)
    private static let deleteJob = Query("DELETE FROM jobs WHERE kind = 'voice' AND key = $1")
    private static let moveJob = Query("UPDATE jobs SET due_at = $2 WHERE kind = 'voice' AND key = $1")
    private static let lockVoice = Query("SELECT \(OwnVoice.columns) FROM voices WHERE id = $1", locking: .row)
    private static let setProvider = Query("UPDATE voices SET provider_id = $2 WHERE id = $1")
    private static let deleteRow = Query("DELETE FROM voices WHERE id = $1 AND provider_id IS NULL")
    private static let list = Query(
        """
        SELECT \(OwnVoice.columns) FROM voices WHERE user_id = $1 AND gone_at IS NULL ORDER BY created_at DESC LIMIT 20
        """)
    private static let lockOwn = Query(
        "SELECT \(OwnVoice.columns), gone_at FROM voices WHERE id = $1 AND user_id = $2", locking: .row)
    private static let setDeleting = Query("UPDATE voices SET deleting_at = $2 WHERE id = $1")

    /// Notes that a voice is being made, before anything is sent.
    func begin(_ ask: VoiceAsk) async throws(EngineError) -> VoiceBeginning {
        let (account, user) = (Value.text(ask.caller.account), Value.text(ask.caller.user))
        return try await engine.write { transaction throws(EngineError) in
            guard let row = try transaction.run(Self.lockPlan(account)).first,
                !(try transaction.run(Self.user(user)).isEmpty)
            else { throw .gone }
            if let known = try transaction.run(Self.sameRequest(user, .text(ask.key))).first {
                let voice = try OwnVoice(known)
                return voice.state == .creating ? .atWork : .known(voice)
            }
            guard try row.text(0) != Plan.free.rawValue else { return .plan }
            guard try transaction.run(Self.living(account)).isEmpty else { return .taken }
            let (held, wait) = try SharedBudget.lock([.voices(user: ask.caller.user)], in: transaction)
            if let wait { return .tooOften(waitMilliseconds: wait) }
            // Megabytes came since the token was looked at. After a sign-out nobody would delete this voice.
            if let device = ask.caller.device, !(try Self.holdsToken(device, in: transaction)) { throw .gone }
            try SharedBudget.take(held, in: transaction)
            let now = try transaction.now()
            let id = freshID("voc", at: now)
            try transaction.enqueue(
                Self.insert(
                    .text(id), account, user, .text(ask.key), .text(ask.name), .text(ask.consentText),
                    .text(ask.consentHash), .integer(now)))
            try transaction.enqueue(
                Self.insertJob(.text("name:\(id)"), .integer(now + Self.makingMilliseconds), .integer(now)))
            try AuditEntry(key: "voice:\(id)", user: ask.caller.user, action: "voice").write(in: transaction)
            return .begun(id)
        }
    }

    /// The provider has made it. Nil: nobody wants it any more, and a job deletes it.
    func keep(_ id: String, providerID: String) async throws(EngineError) -> OwnVoice? {
        let job = Value.text("name:\(id)")
        return try await engine.write { transaction throws(EngineError) in
            _ = try transaction.run(Self.lockJob(job))
            if let row = try transaction.run(Self.lockVoice(.text(id))).first {
                let isWanted = try OwnVoice(row).state == .creating
                try transaction.enqueue(Self.setProvider(.text(id), .text(providerID)))
                try transaction.enqueue(Self.deleteJob(job))
                if isWanted, let kept = try transaction.run(Self.lockVoice(.text(id))).first {
                    return try OwnVoice(kept)
                }
            }
            try Job.ask(Self.voiceJob, "id:\(providerID)", in: transaction)
            return nil
        }
    }

    /// It was not made, or nobody knows: then the job looks for it at once, and an hour later.
    func giveUp(_ id: String, mayExist: Bool) async throws(EngineError) {
        let job = Value.text("name:\(id)")
        _ = try await engine.write { transaction throws(EngineError) in
            _ = try transaction.run(Self.lockJob(job))
            try transaction.enqueue(Self.deleteRow(.text(id)))
            try transaction.enqueue(
                mayExist ? Self.moveJob(job, .integer(try transaction.now())) : Self.deleteJob(job))
        }
    }

    func voices(of user: String) async throws(EngineError) -> [OwnVoice] {
        var voices: [OwnVoice] = []
        for row in try await engine.read(Self.list(.text(user))) { voices.append(try OwnVoice(row)) }
        return voices
    }

    enum VoiceDeletion: Hashable, Sendable {
        case asked
        case gone
        case unknown
    }

    func deleteVoice(_ id: String, of caller: Caller) async throws(EngineError) -> VoiceDeletion {
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            guard let row = try transaction.run(Self.lockOwn(.text(id), .text(caller.user))).first else {
                return .unknown
            }
            let voice = try OwnVoice(row)
            guard try row.integerIfAny(5) == nil else { return .gone }
            guard voice.state != .deleting else { return .asked }
            try transaction.enqueue(Self.setDeleting(.text(id), .integer(try transaction.now())))
            try AuditEntry(key: "voice-delete:\(id)", user: caller.user, action: "voice-delete").write(in: transaction)
            // One that is being made has a job already.
            if let provider = voice.providerID { try Job.ask(Self.voiceJob, "id:\(provider)", in: transaction) }
            return .asked
        }
    }
}

// MARK: - The deletion of a person

extension Store {
    private static let lockAll = Query(
        "SELECT provider_id, deleting_at FROM voices WHERE user_id = $1 ORDER BY id", locking: .row)
    private static let deleteAll = Query("DELETE FROM voices WHERE user_id = $1")

    /// Deletes the rows of a person who is being deleted; jobs that name nobody remain. The account is locked.
    static func deleteVoices(of user: String, in transaction: any Transaction) throws(EngineError) {
        for row in try transaction.run(lockAll(.text(user))) {
            guard let provider = try row.textIfAny(0), try row.integerIfAny(1) == nil else { continue }
            try Job.ask(voiceJob, "id:\(provider)", in: transaction)
        }
        try transaction.enqueue(deleteAll(.text(user)))
    }
}
