import SQLEngines

/// Speakers of people who were deleted, or are about to be. The hash of a token is kept, and nobody's name with it, so that
/// the speaker learns why it is refused, and erases its copy of the owner's voice (MIND-9).
extension Store {
    /// So long may a speaker be without power and still learn of it.
    private static let rememberedMilliseconds = 400 * Tidying.dayMilliseconds
    /// Tokens that nobody has used yet are among them: a speaker may have one of them alone.
    private static let rememberTokens = Query(
        """
        INSERT INTO deleted_speakers (hash, ends_at) SELECT hash, CAST($2 AS BIGINT) FROM credentials
        WHERE user_id = $1 AND kind = 'device' AND revoked_at IS NULL AND superseded_at IS NULL
        ON CONFLICT (hash) DO NOTHING
        """)
    private static let rememberedToken = Query("SELECT hash FROM deleted_speakers WHERE hash = $1")

    /// Remembers the tokens of a person's speakers that still work. Before they are revoked or deleted.
    static func rememberSpeakers(of user: String, in transaction: any Transaction) throws(EngineError) {
        let forgetAt = try transaction.now() + rememberedMilliseconds
        try transaction.enqueue(rememberTokens(.text(user), .integer(forgetAt)))
    }

    /// Whether a token with this hash was good when its owner was deleted, or was to be.
    func isOfDeleted(_ hash: String) async throws(EngineError) -> Bool {
        try await !engine.read(Self.rememberedToken(.text(hash))).isEmpty
    }
}
