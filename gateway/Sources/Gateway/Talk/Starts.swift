import GatewayRules
import SQLEngines

/// How often a speaker begins (gateway-design §4, abuse by the owner). The account's lock is held, so two instances
/// cannot both see the last one that is left.
extension Metering {
    /// When the token that the speaker uses was issued; null if it has none, because it was signed out or its person is
    /// gone.
    private static func token(_ device: String) -> String {
        "(SELECT issued_at FROM credentials WHERE device = \(device) AND \(Store.inUseCondition) LIMIT 1)"
    }
    /// A time that is later than now by more than this was noted by a clock that was ahead, and does not count: it would
    /// refuse every start until that time has come. Instances' clocks differ by less.
    private static let clockToleranceMilliseconds: Int64 = 60_000
    /// Both ceilings in one statement, with the columns of `StartColumn`.
    private static let startsBefore = Query(
        """
        SELECT
          (SELECT talk_at FROM sessions WHERE device = $1 AND talk_at <= $2 ORDER BY talk_at DESC LIMIT 1 OFFSET $3),
          (SELECT talk_at FROM sessions WHERE device = $1 AND talk_at <= $2 ORDER BY talk_at DESC LIMIT 1 OFFSET $4),
          \(token("$1"))
        """)
    /// How many talks were prepared, and how long they were kept open until Start or their end, with the columns of
    /// `PreparedColumn`. `$4` is now, `$5` a day ago.
    private static let preparedBefore = Query(
        """
        SELECT
          (SELECT prepared_at FROM sessions WHERE device = $1 AND prepared_at <= $2 ORDER BY prepared_at DESC
            LIMIT 1 OFFSET $3),
          CAST(COALESCE(SUM(COALESCE(talk_at, ended_at, $4) - prepared_at), 0) AS BIGINT), MIN(prepared_at)
        FROM sessions WHERE device = $1 AND prepared_at > $5 AND prepared_at <= COALESCE(talk_at, ended_at, $4)
        """)
    /// With the columns of `PrepareColumn`.
    private static let profile = Query("SELECT (SELECT body FROM profiles WHERE user_id = $1), \(token("$2"))")
    /// The columns of `startsBefore`.
    private enum StartColumn { static let (hourly, daily, token) = (0, 1, 2) }
    /// The columns of `preparedBefore`.
    private enum PreparedColumn { static let (last, kept, oldest) = (0, 1, 2) }
    /// The columns of `profile`.
    private enum PrepareColumn { static let (profile, token) = (0, 1) }

    /// Why a speaker may not begin another conversation yet.
    struct TooOften: Hashable, Sendable {
        let waitMilliseconds: Int64
        let sentence: String
    }

    /// What is asked about a start, together with the account's lock.
    func startQuestions(_ ask: Ask) -> [Statement] {
        guard ask.isTalk else { return [Self.profile(.text(ask.caller.user), .text(ask.device))] }
        let latest = Value.integer(engine.now() + Self.clockToleranceMilliseconds)
        return [
            Self.startsBefore(
                .text(ask.device), latest, .integer(starts.hourly.count - 1), .integer(starts.daily.count - 1))
        ]
    }

    /// Whether the speaker is signed in, now that the account is locked: its token was looked at before, and whoever signs
    /// it out or removes its person ends only what is open then.
    ///
    /// - Parameter answers: Of `startQuestions`.
    func isSignedIn(_ ask: Ask, _ answers: ArraySlice<[Row]>) throws(EngineError) -> Bool {
        guard let row = answers.first?.first else { throw .shape("too few results") }
        return try row.integerIfAny(ask.isTalk ? StartColumn.token : PrepareColumn.token) != nil
    }

    /// Nil: it may. What the provider refused had no effect, and does not count (`giveBack`).
    ///
    /// - Parameter answers: Of `startQuestions`.
    func tooOften(
        _ ask: Ask, _ answers: ArraySlice<[Row]>, in transaction: any Transaction
    ) throws(EngineError) -> TooOften? {
        let now = try transaction.now()
        let what: String
        let ceilings: [(ceiling: Ceiling, last: Int64?)]
        if ask.isTalk {
            guard let row = answers.first?.first else { throw .shape("too few results") }
            what = "started"
            ceilings = [
                (starts.hourly, try row.integerIfAny(StartColumn.hourly)),
                (starts.daily, try row.integerIfAny(StartColumn.daily)),
            ]
        } else {
            let ceiling = starts.prepares(followUps: try Self.followUps(answers.first?.first))
            let rows = try transaction.run(
                Self.preparedBefore(
                    .text(ask.device), .integer(now + Self.clockToleranceMilliseconds), .integer(ceiling.count - 1),
                    .integer(now), .integer(now - StartLimits.day)))
            guard let row = rows.first else { throw .shape("too few results") }
            if let wait = starts.preparedWait(
                kept: try row.integer(PreparedColumn.kept), oldest: try row.integerIfAny(PreparedColumn.oldest), at: now
            ) {
                return TooOften(
                    waitMilliseconds: wait,
                    sentence: "this speaker has kept prepared conversations open for \(starts.preparedMinutesPerDay) "
                        + "minutes within 24 hours, the most that it may; wait")
            }
            what = "prepared"
            ceilings = [(ceiling, try row.integerIfAny(PreparedColumn.last))]
        }
        var longest: TooOften?
        for (ceiling, last) in ceilings {
            guard let wait = ceiling.wait(last: last, at: now),
                wait > longest?.waitMilliseconds ?? 0
            else { continue }
            let hours = ceiling.periodMilliseconds / 3_600_000
            longest = TooOften(
                waitMilliseconds: wait,
                sentence: "this speaker has \(what) \(ceiling.count) conversations within "
                    + "\(hours == 1 ? "an hour" : "\(hours) hours"), the most that it may; wait")
        }
        return longest
    }

    /// How many rings may follow the first one, for each habit of a profile; nil: the habit does not say it.
    private static func followUps(_ profile: Row?) throws(EngineError) -> [Int64?] {
        guard let profile, let text = try profile.textIfAny(PrepareColumn.profile),
            let body = try? JSON(parsing: Array(text.utf8)), case .array(let habits)? = body["habits"]
        else { return [] }
        return habits.map { habit -> Int64? in
            if case .integer(let count)? = habit["follow_ups"] { count } else { nil }
        }
    }
}
