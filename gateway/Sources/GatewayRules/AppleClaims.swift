/// The header of a token that may be Apple's. The algorithm is ours to choose: a token only says whether it agrees.
public struct AppleHeader: Hashable, Sendable {
    public let algorithm: String?
    public let keyID: String?
    /// Whether it asks for extensions to be understood (RFC 7515 §4.1.11). We understand none.
    public let hasExtensions: Bool

    public init(algorithm: String?, keyID: String?, hasExtensions: Bool) {
        self.algorithm = algorithm
        self.keyID = keyID
        self.hasExtensions = hasExtensions
    }

    /// The key that it has to be checked with; nil: we do not take such a token.
    public var acceptedKeyID: String? {
        guard algorithm == "RS256", !hasExtensions, let keyID, (1...Self.longestKeyID).contains(keyID.utf8.count) else {
            return nil
        }
        return keyID
    }

    public static let longestKeyID = 128
}

/// What Apple says in a token that it has signed, and whether we take it (gateway-facts §12a).
public struct AppleClaims: Hashable, Sendable {
    public let issuer: String
    public let audience: String
    /// Whom it is about. Apple's events have it elsewhere.
    public let subject: String?
    /// Seconds since 1970. An event may have no end.
    public let issuedAt: Int64
    public let expiresAt: Int64?
    public let nonce: String?

    public init(
        issuer: String, audience: String, subject: String?, issuedAt: Int64, expiresAt: Int64?, nonce: String?
    ) {
        self.issuer = issuer
        self.audience = audience
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.nonce = nonce
    }

    public static let issuer = "https://appleid.apple.com"
    /// So much may our clock differ from Apple's.
    public static let skewSeconds: Int64 = 60
    /// An event without an end is believed for a week.
    public static let eventSeconds: Int64 = 604_800
    public static let longestSubject = 255

    public enum Fault: String, Hashable, Sendable, CaseIterable {
        case issuer = "it is not from Apple"
        case audience = "it is for somebody else"
        case issuedLater = "it was issued in the future"
        case expired = "it has expired"
        case endless = "it has no end"
        case subject = "it says not whom it is about"
    }

    /// What is wrong with the token of a person; nil: nothing. The nonce is compared by who knows it.
    public func identityFault(audiences: Set<String>, at now: Int64) -> Fault? {
        if let fault = commonFault(audiences: audiences, at: now) { return fault }
        guard let expiresAt else { return .endless }
        guard now < expiresAt.saturatingPlus(Self.skewSeconds) else { return .expired }
        guard let subject, (1...Self.longestSubject).contains(subject.utf8.count) else { return .subject }
        return nil
    }

    /// What is wrong with the token of an event; nil: nothing.
    public func eventFault(audiences: Set<String>, at now: Int64) -> Fault? {
        if let fault = commonFault(audiences: audiences, at: now) { return fault }
        let end = expiresAt ?? issuedAt.saturatingPlus(Self.eventSeconds)
        return now < end.saturatingPlus(Self.skewSeconds) ? nil : .expired
    }

    private func commonFault(audiences: Set<String>, at now: Int64) -> Fault? {
        guard issuer == Self.issuer else { return .issuer }
        guard audiences.contains(audience) else { return .audience }
        guard issuedAt <= now.saturatingPlus(Self.skewSeconds) else { return .issuedLater }
        return nil
    }

    /// Until when the nonce of this token must be remembered, in milliseconds: afterwards the token has expired for
    /// everybody.
    public var rememberedUntilMilliseconds: Int64 {
        let (milliseconds, isOver) = (expiresAt ?? issuedAt).saturatingPlus(2 * Self.skewSeconds)
            .multipliedReportingOverflow(by: 1000)
        return isOver ? Int64.max : milliseconds
    }
}

extension Int64 {
    fileprivate func saturatingPlus(_ other: Int64) -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? Int64.min : Int64.max) : sum
    }
}

/// The nonce that an app has put into its request to Apple, as it tells us.
public enum AppleNonce {
    /// How long one that we have made can be used.
    public static let lifetimeMilliseconds: Int64 = 600_000

    /// Whether an app's own could be one: it must be long enough not to be guessed.
    public static func isPossible(_ text: String) -> Bool {
        (16...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
