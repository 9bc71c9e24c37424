import Cloud

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

        mutating func authorize(_ credential: Credential) { authorization = "Bearer " + credential.secret }

        /// For the model of a configuration, at its address and with its credential.
        init(_ configuration: RealtimeConfiguration) {
            self.init(
                url: configuration.address.webSocket(model: configuration.model), credential: configuration.credential,
                authorityFile: configuration.authorityFile, allowsPlain: configuration.allowsPlain,
                safetyIdentifier: configuration.safetyIdentifier)
        }

        init(
            url: String, credential: Credential?, authorityFile: String?, allowsPlain: Bool, safetyIdentifier: String?
        ) {
            self.init(url: url)
            if let credential { authorize(credential) }
            self.authorityFile = authorityFile
            self.allowsPlain = allowsPlain
            // It becomes a header's value, so it must contain nothing that could end the header.
            self.safetyIdentifier = safetyIdentifier.flatMap { text in
                text.utf8.count <= 256 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : nil
            }
        }
    }
}
