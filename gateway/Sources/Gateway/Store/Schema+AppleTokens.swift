import SQLEngines

extension Schema {
    static let appleTokens = Migration(
        version: 11, name: "what revokes a sign-in with apple", isAdditive: true,
        text: """
            -- Apple's refresh tokens, sealed with a key that is not in this database. Without a user it waits to be revoked.
            -- The reference empties itself, so that an older program can go on deleting people.
            CREATE TABLE apple_tokens (
              id TEXT PRIMARY KEY, user_id TEXT REFERENCES users(id) ON DELETE SET NULL, client_id TEXT NOT NULL,
              sealed TEXT NOT NULL, made_at BIGINT NOT NULL, UNIQUE (user_id, client_id));
            CREATE INDEX apple_tokens_left ON apple_tokens(id) WHERE user_id IS NULL;
            """)
}
