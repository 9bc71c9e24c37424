import SQLEngines

extension Schema {
    /// What a person's own pages need.
    static let personsPages = Migration(
        version: 3, name: "the pages of a person", isAdditive: true,
        text: """
            -- When the owner gave it a name of their own, which a new sign-in does not overwrite.
            ALTER TABLE devices ADD COLUMN renamed_at BIGINT;
            -- The newest version of the profile that the speaker has seen. In the speaker's row, not in a table of its own:
            -- a reference to it would be locked in another order than everywhere else.
            ALTER TABLE devices ADD COLUMN profile_version BIGINT;
            ALTER TABLE devices ADD COLUMN profile_seen_at BIGINT;

            -- Of the deleted, until their month is over: a keyed hash of how they sign in, and what the month had. Who
            -- comes back in that month has what was left of it, and no second one.
            CREATE TABLE forgotten (
              hash TEXT PRIMARY KEY, period TEXT NOT NULL, granted BIGINT NOT NULL, used BIGINT NOT NULL,
              ends_at BIGINT NOT NULL);
            CREATE INDEX forgotten_by_end ON forgotten(ends_at);

            -- Keys that this gateway has made for itself.
            CREATE TABLE own_keys (name TEXT PRIMARY KEY, key TEXT NOT NULL, made_at BIGINT NOT NULL);
            """)
}
