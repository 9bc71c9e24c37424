/// A credential as it is stored, and whether it works: iff it is not revoked, not expired, and nothing that replaces it
/// has been used (I12).
public struct Credential: Hashable, Sendable {
    public let expiresAt: Int64
    /// Times in milliseconds; nil: not yet.
    public let usedAt: Int64?
    public let revokedAt: Int64?
    /// When what replaces it was first used.
    public let supersededAt: Int64?

    public init(expiresAt: Int64, usedAt: Int64? = nil, revokedAt: Int64? = nil, supersededAt: Int64? = nil) {
        self.expiresAt = expiresAt
        self.usedAt = usedAt
        self.revokedAt = revokedAt
        self.supersededAt = supersededAt
    }

    public enum Verdict: Hashable, Sendable {
        /// First use: whatever it replaces ends now.
        case works(isFirstUse: Bool)
        case expired
        case revoked
        /// Somebody has its successor: this is a copy of the speaker's memory, or the speaker lost the newer one.
        case superseded
    }

    /// How long a speaker's token lives without rotation: 90 days. Its successor has no shorter life before its first use:
    /// a long power cut does not sign out a speaker that has stored it (ACCOUNT-6).
    public static let deviceLifetimeMilliseconds: Int64 = 7_776_000_000
    /// How long it lives once a successor was issued, used or not: seven days. Until then a speaker whose answer was lost
    /// asks again, with the same token.
    public static let rotatedLifetimeMilliseconds: Int64 = 604_800_000
    /// How much longer it lives from when it is first shown after those, if no successor was used: two days, once. A speaker
    /// that had no power meanwhile asks again in the evening.
    public static let lateLifetimeMilliseconds: Int64 = 172_800_000
    /// Unused tokens of one device; the oldest above that dies.
    public static let mostUnused = 4
    /// What arrives so late under the old token was on its way when the new one was first used, and shows no copy.
    public static let overtakenMilliseconds: Int64 = 60_000
    /// A browser stays signed in for 30 days without a visit, and for 180 days at most.
    public static let webIdleMilliseconds: Int64 = 2_592_000_000
    public static let webLifetimeMilliseconds: Int64 = 15_552_000_000
    /// So exactly is a browser's last visit remembered.
    public static let webVisitMilliseconds: Int64 = 3_600_000
    /// So fresh must a sign-in be for what cannot be taken back.
    public static let freshMilliseconds: Int64 = 600_000

    public func verdict(at now: Int64) -> Verdict {
        if supersededAt != nil { return .superseded }
        if revokedAt != nil { return .revoked }
        guard now < expiresAt else { return .expired }
        return .works(isFirstUse: usedAt == nil)
    }

    /// When a speaker's token ends that is first shown after it has, or nil if it stays so: only the seven days that a
    /// successor left it are lengthened, and only once (ACCOUNT-6).
    ///
    /// - Parameter lateAt: When that was done; nil: not yet.
    public func lateExpiry(issuedAt: Int64, lateAt: Int64?, shownAt now: Int64) -> Int64? {
        let end = issuedAt + Self.deviceLifetimeMilliseconds
        guard verdict(at: now) == .expired, usedAt != nil, lateAt == nil, now < end else { return nil }
        return min(now + Self.lateLifetimeMilliseconds, end)
    }

    /// When a browser's sign-in ends if it visits now, or nil if that differs by less than a day from what is stored.
    public static func webExpiry(issuedAt: Int64, storedExpiry: Int64, visitedAt now: Int64) -> Int64? {
        let expiry = min(issuedAt + webLifetimeMilliseconds, now + webIdleMilliseconds)
        return expiry - storedExpiry > 86_400_000 ? expiry : nil
    }
}
