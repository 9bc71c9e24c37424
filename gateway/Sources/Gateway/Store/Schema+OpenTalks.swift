import SQLEngines

extension Schema {
    /// PostgreSQL takes any index whose condition a query meets, and while its statistics know of no open talk all of them
    /// cost the same: it then read every open talk to find a speaker's. Each question has a condition of its own now, which
    /// is true of every row and which no other question states.
    static let openTalks = Migration(
        version: 9, name: "one index for each question about open talks", isAdditive: true,
        text: """
            DROP INDEX sessions_open;
            DROP INDEX sessions_open_by_account;
            DROP INDEX sessions_open_by_device;
            CREATE INDEX sessions_open ON sessions(lease_until) WHERE ended_at IS NULL AND lease_until > 0;
            CREATE INDEX sessions_open_by_account ON sessions(account_id) WHERE ended_at IS NULL AND account_id <> '';
            CREATE INDEX sessions_open_by_device ON sessions(device) WHERE ended_at IS NULL AND device <> '';
            """)
}
