extension WebSocketClient {
    struct Options: Sendable {
        var url: String
        /// The value of `Authorization`.
        var authorization: String?
        /// The value of `OpenAI-Safety-Identifier`.
        var safetyIdentifier: String?
        /// PEM file used instead of the system's authorities, for tests and closed networks.
        var authorityFile: String?
        var allowsPlain = false
        /// Limit for name resolution, TCP, TLS and upgrade together.
        var openMilliseconds = 6_000
        /// Interval of pings. Servers use 20 s, but an owner who is speaking should not wait so long for the verdict.
        var pingSeconds = 5
        /// Without a sign of life for this long the connection falters …
        var falterMilliseconds = 8_000
        /// … and is lost.
        var hangUpMilliseconds = 20_000
        /// The largest message that is kept; longer ones are counted and dropped.
        var maximumMessageBytes = EventLimits.maximumBytes
        /// How much may wait to be sent.
        var maximumQueuedBytes = 1 << 20
        /// Sound from `tick` is dropped if more than this waits already (2 s), so that events always find room.
        var maximumQueuedSoundBytes = 128 << 10
        /// Numeric addresses of a name; nil: unknown. For tests.
        var resolve: (@Sendable (String) -> [String]?)?

        init(url: String) { self.url = url }
    }
}
