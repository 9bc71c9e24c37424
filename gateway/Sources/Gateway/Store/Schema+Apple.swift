import SQLEngines

extension Schema {
    static let apple = Migration(
        version: 5, name: "sign in with apple", isAdditive: true,
        text: """
            -- Nonces by their SHA-256: our own from the moment they are made, an app's own from its first use. A row is
            -- kept until no token with it can be valid any more.
            CREATE TABLE apple_nonces (hash TEXT PRIMARY KEY, expires_at BIGINT NOT NULL, used_at BIGINT);
            CREATE INDEX apple_nonces_by_expiry ON apple_nonces(expires_at);

            -- Sign-ins that a browser has begun, by the SHA-256 of its cookie, and where it goes on afterwards.
            CREATE TABLE apple_sign_ins (
              hash TEXT PRIMARY KEY, user_code TEXT, language TEXT, expires_at BIGINT NOT NULL, used_at BIGINT);
            CREATE INDEX apple_sign_ins_by_expiry ON apple_sign_ins(expires_at);
            """)
}
