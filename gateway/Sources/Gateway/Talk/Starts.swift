import GatewayRules
import SQLEngines

/// How often a speaker begins (gateway-design §4, abuse by the owner). The account's lock is held, so two instances
/// cannot both see the last one that is left.
extension Metering {
    /// For both ceilings in one statement.
    private static let startsBefore = Query(
        """
        SELECT
          (SELECT talk_at FROM sessions WHERE device = $1 AND talk_at IS NOT NULL ORDER BY talk_at DESC LIMIT 1 OFFSET $2),
          (SELECT talk_at FROM sessions WHERE device = $1 AND talk_at IS NOT NULL ORDER BY talk_at DESC LIMIT 1 OFFSET $3)
        """)
    private static let preparedBefore = Query(
        """
        SELECT prepared_at FROM sessions WHERE device = $1 AND prepared_at IS NOT NULL ORDER BY prepared_at DESC
          LIMIT 1 OFFSET $2
        """)
    private static let profile = Query("SELECT body FROM profiles WHERE user_id = $1")

    /// Why a speaker may not begin another conversation yet.
    struct TooOften: Hashable, Sendable {
        let waitMilliseconds: Int64
        let sentence: String
    }

    /// What is asked about a start, together with the account's lock.
    func startQuestions(_ ask: Ask) -> [Statement] {
        guard ask.isTalk else { return [Self.profile(.text(ask.caller.user))] }
        let offsets = starts.starts.map { Value.integer($0.count - 1) }
        return [Statement(query: Self.startsBefore, values: [.text(ask.device)] + offsets)]
    }

    /// Nil: it may. A start that the provider refused had no effect, and does not count (`giveBack`).
    ///
    /// - Parameter answers: Of `startQuestions`.
    func tooOften(
        _ ask: Ask, _ answers: ArraySlice<[Row]>, in transaction: any Transaction
    ) throws(EngineError) -> TooOften? {
        let (what, ceilings): (String, [Ceiling])
        var lasts: [Int64?] = []
        if ask.isTalk {
            (what, ceilings) = ("started", starts.starts)
            guard let row = answers.first?.first else { throw .shape("too few results") }
            for column in ceilings.indices { lasts.append(try row.integerIfAny(column)) }
        } else {
            let ceiling = starts.prepares(habits: try Self.habits(answers.first?.first))
            let rows = try transaction.run(Self.preparedBefore(.text(ask.device), .integer(ceiling.count - 1)))
            (what, ceilings) = ("prepared", [ceiling])
            lasts.append(try rows.first?.integer(0))
        }
        let now = try transaction.now()
        var longest: TooOften?
        for (ceiling, last) in zip(ceilings, lasts) {
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

    private static func habits(_ profile: Row?) throws(EngineError) -> Int {
        guard let profile, let body = try? JSON(parsing: Array(try profile.text(0).utf8)),
            case .array(let habits)? = body["habits"]
        else { return 0 }
        return habits.count
    }
}
