/// A speaker's request to be signed in, from its code to its token (RFC 8628, GATEWAY-5, ACCOUNT-1).
///
/// - `pending` can go to `approved`, `denied`, and by time to expired.
/// - `approved` can go to `redeemed`, `denied` (the owner takes it back), and by time to expired.
/// - `redeemed` can go to itself (the answer was lost: a fresh token), to `denied`, and by time to expired. The first use
///   of one of its tokens makes it `consumed` and ends the others; `Store.useFirst` of the gateway writes that.
/// - `denied` and `consumed` are final.
public struct DeviceGrant: Hashable, Sendable {
    public enum Stage: Hashable, Sendable {
        case pending
        case approved(user: String)
        /// A token was issued for it, and none was used yet.
        case redeemed(user: String)
        case consumed
        case denied
    }

    /// How long a code lives.
    public static let lifetimeMilliseconds: Int64 = 900_000
    public static let firstIntervalSeconds: Int64 = 5
    public static let longestIntervalSeconds: Int64 = 30
    /// A poll that comes so much early is on time: clocks tick differently, and the way is not always equally long.
    public static let toleranceMilliseconds: Int64 = 1_000

    public private(set) var stage: Stage
    public let expiresAt: Int64
    /// How long the device has to wait between polls, in seconds.
    public private(set) var intervalSeconds: Int64
    /// When a poll was last accepted, in milliseconds. A rejected one does not move it: a device that polls too often
    /// gets an answer as often as one that obeys.
    public private(set) var polledAt: Int64?

    public init(
        stage: Stage = .pending, expiresAt: Int64, intervalSeconds: Int64 = Self.firstIntervalSeconds,
        polledAt: Int64? = nil
    ) {
        self.stage = stage
        self.expiresAt = expiresAt
        self.intervalSeconds = intervalSeconds
        self.polledAt = polledAt
    }

    /// What a poll is answered (RFC 8628 §3.5).
    public enum Answer: Hashable, Sendable {
        case authorizationPending
        case slowDown
        case accessDenied
        case expiredToken
        /// Used up: the token is in use.
        case invalidGrant
        /// A token for that user. Tokens that were issued for it before stay good until one is used: the device may hold
        /// one of them, if this is a late copy of an earlier request.
        case issue(user: String)
    }

    /// Expiry comes first: a code that was approved too late is not worth more than one that was not.
    public mutating func poll(at now: Int64) -> Answer {
        switch stage {
        case .consumed: return .invalidGrant
        case .denied: return .accessDenied
        case .pending, .approved, .redeemed: break
        }
        guard now < expiresAt else { return .expiredToken }
        switch stage {
        case .consumed, .denied: return .invalidGrant
        // Whoever is approved is not made to wait.
        case .approved(let user), .redeemed(let user):
            stage = .redeemed(user: user)
            return .issue(user: user)
        case .pending:
            if let polledAt, now - polledAt < intervalSeconds * 1000 - Self.toleranceMilliseconds {
                intervalSeconds = min(Self.longestIntervalSeconds, intervalSeconds + 5)
                return .slowDown
            }
            polledAt = now
            return .authorizationPending
        }
    }

    /// The owner's decision. False: too late, or decided before; nothing changed.
    public mutating func approve(by user: String, at now: Int64) -> Bool {
        guard stage == .pending, now < expiresAt else { return false }
        stage = .approved(user: user)
        return true
    }

    /// The owner says no, or takes back an approval whose token is not in use yet. False: nothing to deny.
    public mutating func deny(at now: Int64) -> Bool {
        switch stage {
        case .pending, .approved, .redeemed:
            guard now < expiresAt else { return false }
            stage = .denied
            return true
        case .consumed, .denied: return false
        }
    }
}
