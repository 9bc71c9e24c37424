/// A voice that is gone here, and whose deletion the gateway has not confirmed yet (V-3).
public struct VoiceDeletion: Hashable, Codable, Sendable {
    public var id: String
    /// The gateway that holds it, and the account there that owns it: only the owner is allowed to delete it.
    public var gateway: String
    public var user: String
    public var askedAt: CivilTime
    /// When the gateway was last asked; nil: not yet.
    public var lastTriedAt: CivilTime?
    /// Whether the gateway has it, and the provider has not confirmed yet.
    public var isAccepted = false

    public init(
        id: String, gateway: String, user: String, askedAt: CivilTime, lastTriedAt: CivilTime? = nil,
        isAccepted: Bool = false
    ) {
        self.id = id
        self.gateway = gateway
        self.user = user
        self.askedAt = askedAt
        self.lastTriedAt = lastTriedAt
        self.isAccepted = isAccepted
    }

    /// After this, `anicca status` and `anicca doctor` warn about it.
    public static let alertAfter = TimeSpan.hours(24)

    /// Whether it takes too long. A clock that was set back since hides nothing for long: the next day shows it.
    public func isLate(at now: CivilTime) -> Bool { now - askedAt >= Self.alertAfter }

    static let firstRetry = TimeSpan.minutes(1)
    static let longestRetry = TimeSpan.hours(6)
    /// How long an answer is waited for.
    static let patience = TimeSpan.seconds(45)

    /// One minute, doubled by each failure, six hours at most, and up to half of it by chance; what the gateway asks for
    /// comes first.
    static func retry(_ failures: Int, after seconds: Int?, thousandth: Int) -> TimeSpan {
        let whole = min(firstRetry * (1 << min(max(failures, 0), 9)), longestRetry)
        let jitter = TimeSpan(nanoseconds: whole.nanoseconds / 2000) * min(max(thousandth, 0), 999)
        return max(TimeSpan(nanoseconds: whole.nanoseconds / 2) + jitter, .seconds(min(max(seconds ?? 0, 0), 21_600)))
    }
}

extension OwnerVoice {
    mutating func owe(_ deletion: VoiceDeletion) {
        if !deletions.contains(where: { $0.id == deletion.id }) { deletions.append(deletion) }
    }
}
