import Bedside

/// Limits how often a fault is logged as a warning: once a minute for each message. Without it, a machine that has no
/// working device left would warn twice a second.
struct Complaints {
    private static let nanosecondsBetween: Int64 = 60_000_000_000
    /// At most this many distinct messages are remembered; beyond that, all are forgotten.
    private static let most = 32

    /// When each was last a warning, boot time in nanoseconds.
    private var warnedAt: [String: Int64] = [:]

    /// The level at which `reason` is logged. `now` is boot time in nanoseconds.
    mutating func level(of reason: String, at now: Int64) -> LogLevel {
        if let before = warnedAt[reason], now - before < Self.nanosecondsBetween { return .debug }
        if warnedAt.count >= Self.most { warnedAt = [:] }
        warnedAt[reason] = now
        return .warning
    }
}
