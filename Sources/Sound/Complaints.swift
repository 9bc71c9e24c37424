import Bedside

/// What is wrong, as it is logged: a warning once a minute. Where no device is left each is tried twice a second.
struct Complaints {
    private static let nanosecondsBetween: Int64 = 60_000_000_000
    /// Of different words; more of them are all new again.
    private static let most = 32

    /// When each was last a warning, boot time in nanoseconds.
    private var warnedAt: [String: Int64] = [:]

    /// `now`: boot time in nanoseconds.
    mutating func level(of reason: String, at now: Int64) -> LogLevel {
        if let before = warnedAt[reason], now - before < Self.nanosecondsBetween { return .debug }
        if warnedAt.count >= Self.most { warnedAt = [:] }
        warnedAt[reason] = now
        return .warning
    }
}
