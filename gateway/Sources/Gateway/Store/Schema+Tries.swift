import SQLEngines

extension Schema {
    static let tries = Migration(
        version: 14, name: "tries to begin a talk", isAdditive: true,
        text: """
            -- How often the talk was begun or gone on with, and with which of these tries its call was made; 0: with none,
            -- or by an older gateway, which counts neither. A call that comes late does not end that of a later try.
            ALTER TABLE sessions ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
            ALTER TABLE sessions ADD COLUMN call_try BIGINT NOT NULL DEFAULT 0;
            -- What the speaker wrote on the last try, as long as the talk is open; none: an older speaker.
            ALTER TABLE sessions ADD COLUMN last_start TEXT;
            """)
}
