import SQLEngines

extension Schema {
    static let household = Migration(
        version: 7, name: "starts, retention and invitations", isAdditive: true,
        text: """
            -- When it was opened to be answered later; none: Start was pressed at once, or it is older than this column.
            ALTER TABLE sessions ADD COLUMN prepared_at BIGINT;
            -- How often a speaker begins is read from its newest sessions, so that instances agree without a counter.
            CREATE INDEX sessions_started ON sessions(device, talk_at) WHERE talk_at IS NOT NULL;
            CREATE INDEX sessions_prepared ON sessions(device, prepared_at) WHERE prepared_at IS NOT NULL;

            CREATE INDEX audit_by_age ON audit(at);

            -- Codes that let somebody into a household, by their SHA-256. `user_id` is the person who signs in again with
            -- it; none: a new one.
            CREATE TABLE invitations (
              id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES accounts(id),
              user_id TEXT REFERENCES users(id), made_at BIGINT NOT NULL, expires_at BIGINT NOT NULL);
            CREATE INDEX invitations_by_account ON invitations(account_id);
            CREATE INDEX invitations_by_user ON invitations(user_id);
            CREATE INDEX invitations_by_expiry ON invitations(expires_at);
            """)
}
