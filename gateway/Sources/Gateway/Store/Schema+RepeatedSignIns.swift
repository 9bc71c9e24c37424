import SQLEngines

extension Schema {
    static let repeatedSignIns = Migration(
        version: 15, name: "sign-ins that are asked for twice", isAdditive: true,
        text: """
            -- Owner codes and invitations, for two minutes after their use, by their SHA-256: the same browser, by the
            -- SHA-256 of its forms' secret, may ask again, because its answer was lost. `session_hash` is the sign-in that
            -- it got. A row goes with its person, so that an older program can go on deleting people.
            CREATE TABLE used_codes (
              hash TEXT PRIMARY KEY, form_hash TEXT NOT NULL, session_hash TEXT NOT NULL,
              user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE, expires_at BIGINT NOT NULL);
            CREATE INDEX used_codes_by_user ON used_codes(user_id);
            CREATE INDEX used_codes_by_expiry ON used_codes(expires_at);

            -- The page to which a sign-in with Apple leads back, by the name that links have for it.
            ALTER TABLE apple_sign_ins ADD COLUMN part TEXT;
            """)
}
