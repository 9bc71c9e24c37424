import SQLEngines

extension Schema {
    static let deletedSpeakers = Migration(
        version: 13, name: "speakers of deleted people", isAdditive: true,
        text: """
            -- The hash of a token that was good when its owner was deleted, and of nobody: so that the speaker is told why it
            -- is let in no more, and erases what it has of its owner's voice.
            CREATE TABLE deleted_speakers (hash TEXT PRIMARY KEY, ends_at BIGINT NOT NULL);
            CREATE INDEX deleted_speakers_by_end ON deleted_speakers(ends_at);
            """)
}
