import GatewayRules

/// What a conversation is opened with.
struct VoiceOrder: Sendable {
    let model: String
    /// Identifies the owner to the provider without telling who it is: the same owner always has the same value.
    let safetyIdentifier: String

    /// - Parameter user: Has 80 random bits, so its hash leads nobody back to it.
    init(model: String, user: String) {
        self.model = model
        safetyIdentifier = base64urlOfHash("safety:" + user)
    }
}

/// A call that the provider has taken.
struct VoiceCall: Hashable, Sendable {
    /// The SDP answer.
    let answer: String
    let id: String
}

/// A key with which a speaker opens a conversation itself.
struct ClientSecret: Hashable, Sendable {
    let value: String
    /// Seconds since 1970.
    let expiresAt: Int64
}

/// Why the provider did not do it. Never the reason for a 401 or a 402 of ours.
enum VoiceFailure: Error, Hashable, Sendable {
    /// Not now: too many at once. With the seconds that it asked for, if it did.
    case busy(retryAfter: Int64?)
    /// It refused, or did not answer: a short name for the log and the metrics.
    case refused(String)
    /// The offer is none that it takes.
    case badOffer
}

/// What became of a call that was to end.
enum HangUp: Hashable, Sendable {
    /// It was alive until now.
    case ended
    /// It was not there any more.
    case gone
    /// Nobody knows: try again.
    case unknown
}

/// Whoever speaks with the owner.
protocol VoiceProvider: Sendable {
    func call(offer: String, _ order: VoiceOrder) async -> Result<VoiceCall, VoiceFailure>
    func secret(_ order: VoiceOrder) async -> Result<ClientSecret, VoiceFailure>
    func hangUp(_ call: String) async -> HangUp
    /// False: it is known to take no call, because there is no key, or because it refused the key last time.
    var canTalk: Bool { get }
}

extension VoiceProvider {
    var canTalk: Bool { true }
}

/// A call's id as we keep it: it becomes part of an address.
func isCallID(_ text: String) -> Bool { isWord(text, with: "-_", of: 1...128) }
