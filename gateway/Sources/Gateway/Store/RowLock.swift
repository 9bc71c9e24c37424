import SQLEngines

/// The rows that more than one file locks. Transactions lock in the order account, sessions, budgets, identities, grants,
/// speakers, credentials, so that no two wait for each other.
enum RowLock {
    static let account = Query("SELECT id FROM accounts WHERE id = $1", locking: .row)
    /// No row: there is none of that id, or another transaction has it.
    static let accountIfFree = Query("SELECT id FROM accounts WHERE id = $1", locking: .rowIfFree)
    static let speaker = Query("SELECT id FROM devices WHERE id = $1", locking: .row)
    /// The person of an identity. While it is locked, they are not deleted.
    static let identity = Query(
        "SELECT user_id FROM identities WHERE provider = $1 AND subject = $2", locking: .row)
}
