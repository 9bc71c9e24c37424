import SQLEngines

extension Schema {
    static let passkeys = Migration(
        version: 8, name: "passkeys", isAdditive: true,
        text: """
            -- `credential_id` is the authenticator's name for it, `public_key` a point of P-256, both in base64url;
            -- `counter` is how many signatures the authenticator has counted.
            CREATE TABLE passkeys (
              id TEXT PRIMARY KEY, credential_id TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL REFERENCES users(id),
              public_key TEXT NOT NULL, counter BIGINT NOT NULL CHECK (counter >= 0), name TEXT NOT NULL,
              made_at BIGINT NOT NULL, used_at BIGINT);
            CREATE INDEX passkeys_by_user ON passkeys(user_id);

            -- What browsers were asked, by the SHA-256 of their cookie, from which the challenge follows. A row is gone
            -- with its first answer. For a new passkey it has whose it will be, and the browser's sign-in by its hash.
            CREATE TABLE passkey_challenges (
              hash TEXT PRIMARY KEY, user_id TEXT REFERENCES users(id), session TEXT, expires_at BIGINT NOT NULL,
              CHECK ((user_id IS NULL) = (session IS NULL)));
            CREATE INDEX passkey_challenges_by_user ON passkey_challenges(user_id);
            CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges(expires_at);

            -- The passkey with which a browser signed in. Without a reference, as `sessions.device`.
            ALTER TABLE credentials ADD COLUMN passkey TEXT;
            CREATE INDEX credentials_by_passkey ON credentials(passkey) WHERE passkey IS NOT NULL;
            """)
}
