import SQLEngines

extension Metering {
    /// What moves all that is running when the machine's clock leaps, where the database has no clock of its own: a talk
    /// becomes neither longer nor shorter, and no lease or grace ends by it (gateway-design §10.18). What has ended keeps
    /// its times, and so does what is later than the clock was: it was written before that went wrong. Other jobs need
    /// no shift: `JobRunner` sees which of them a clock that was ahead has put off.
    ///
    /// A leap while no server is running is not noticed. What it can cost is bounded by what was lent; a hang-up that it
    /// has put off is found by `Sweep`.
    static let leapShifts = [
        Query(
            """
            UPDATE sessions SET opened_at = opened_at + $1, talk_at = talk_at + $1,
              prepared_at = CASE WHEN prepared_at = \(SessionRow.uncounted) THEN prepared_at ELSE prepared_at + $1 END,
              seen_at = seen_at + $1, connected_at = connected_at + $1, swept_at = swept_at + $1,
              lease_until = lease_until + $1
            WHERE ended_at IS NULL AND lease_until > 0 AND seen_at <= $2
            """),
        Query("UPDATE jobs SET due_at = due_at + $1 WHERE kind = 'hangup' AND created_at <= $2"),
    ]
}
