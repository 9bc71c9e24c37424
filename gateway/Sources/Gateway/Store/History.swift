import GatewayRules
import SQLEngines

/// What happened to a person's minutes: a conversation, or minutes that were granted.
struct HistoryEntry: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// `cause` is nil while it is open. `wasPrepared`: it was opened before Start was pressed.
        case talk(habit: String?, speaker: String?, cause: Conversation.Cause?, wasPrepared: Bool)
        case ledger(key: String)
    }

    let at: Int64
    let kind: Kind
    let minutes: Int64
}

/// A conversation that was charged.
struct ChargedTalk: Hashable, Sendable {
    /// The speaker's row, and its name if it is still there.
    let speaker: String
    let name: String?
    let at: Int64
    let minutes: Int64
}

extension Store {
    static let entriesOfPage: Int64 = 50
    static let mostPages: Int64 = 1_000
    /// More conversations than a month can have within the limits of a household's speakers.
    private static let mostTalksOfMonth = 10_000

    private static let history = Query(
        """
        SELECT x.at, x.kind, x.key, x.habit, d.name, x.cause, x.minutes, x.prepared_at FROM (
          SELECT COALESCE(talk_at, opened_at) AS at, 'talk' AS kind, id AS key, habit, device, ended_by AS cause,
            COALESCE(minutes, 0) AS minutes, prepared_at FROM sessions WHERE user_id = $1
          UNION ALL SELECT at, 'ledger' AS kind, key, CAST(NULL AS TEXT) AS habit, CAST(NULL AS TEXT) AS device,
            CAST(NULL AS TEXT) AS cause, minutes, CAST(NULL AS BIGINT) AS prepared_at
            FROM ledger WHERE account_id = $2 AND key NOT LIKE 'session:%'
        ) x LEFT JOIN devices d ON d.id = x.device AND d.user_id = $1
        ORDER BY x.at DESC, x.key DESC LIMIT \(entriesOfPage + 1) OFFSET $3
        """)
    private static let talksSince = Query(
        """
        SELECT s.device, d.name, s.talk_at, s.minutes FROM sessions s LEFT JOIN devices d ON d.id = s.device AND d.user_id = $1
        WHERE s.user_id = $1 AND s.opened_at >= $2 AND s.minutes > 0 AND s.talk_at IS NOT NULL
        ORDER BY s.opened_at DESC, s.id LIMIT \(mostTalksOfMonth)
        """)
    private static let zone = Query("SELECT zone FROM accounts WHERE id = $1")

    /// A page of the history, newest first, and whether there is an older one.
    func history(
        of caller: Caller, page: Int64
    ) async throws(EngineError) -> (entries: [HistoryEntry], hasOlder: Bool) {
        let offset = (max(1, min(page, Self.mostPages)) - 1) * Self.entriesOfPage
        let rows = try await engine.read(
            Self.history(.text(caller.user), .text(caller.account), .integer(offset)))
        var entries: [HistoryEntry] = []
        for row in rows.prefix(Int(Self.entriesOfPage)) {
            let kind: HistoryEntry.Kind
            if try row.text(1) == "talk" {
                kind = .talk(
                    habit: try row.textIfAny(3), speaker: try row.textIfAny(4),
                    cause: try row.textIfAny(5).flatMap(Conversation.Cause.init(rawValue:)),
                    wasPrepared: try row.integerIfAny(7) != nil)
            } else {
                kind = .ledger(key: try row.text(2))
            }
            entries.append(HistoryEntry(at: try row.integer(0), kind: kind, minutes: try row.integer(6)))
        }
        return (entries, rows.count > entries.count)
    }

    /// The conversations since then that cost minutes.
    func talks(of user: String, since: Int64) async throws(EngineError) -> [ChargedTalk] {
        var talks: [ChargedTalk] = []
        for row in try await engine.read(Self.talksSince(.text(user), .integer(since))) {
            talks.append(
                ChargedTalk(
                    speaker: try row.text(0), name: try row.textIfAny(1), at: try row.integer(2),
                    minutes: try row.integer(3)))
        }
        return talks
    }

    /// The zone by which an owner's months are counted, and the profile.
    func zoneAndProfile(of caller: Caller) async throws(EngineError) -> (zone: String, profile: StoredProfile?) {
        guard let row = try await engine.read(Self.zone(.text(caller.account))).first else { throw .gone }
        return (try row.text(0), try await profile(of: caller.user))
    }
}
