import SQLEngines

extension Schema {
    static let voices = Migration(
        version: 6, name: "voices of their own", isAdditive: true,
        text: """
            -- Voices that a provider has made of a recording. No recording is kept: of the consent there is the text, the
            -- time and the SHA-256 of the recording. A voice without the provider's name for it is being made; `deleting_at`
            -- is when its owner wanted it gone, `gone_at` when the provider had confirmed that. Without references, as
            -- `sessions.device`.
            CREATE TABLE voices (
              id TEXT PRIMARY KEY, account_id TEXT NOT NULL, user_id TEXT NOT NULL, request_key TEXT NOT NULL,
              name TEXT NOT NULL, provider_id TEXT UNIQUE, consent_text TEXT NOT NULL, consent_hash TEXT NOT NULL,
              consented_at BIGINT NOT NULL, created_at BIGINT NOT NULL, deleting_at BIGINT, gone_at BIGINT,
              UNIQUE (user_id, request_key), CHECK (gone_at IS NULL OR deleting_at IS NOT NULL));
            CREATE UNIQUE INDEX voices_living ON voices(account_id) WHERE deleting_at IS NULL;
            """)
}
