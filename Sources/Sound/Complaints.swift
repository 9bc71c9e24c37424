import Bedside

/// Limits how often a fault is logged as a warning: once a minute for each message. Without it, a machine that has no
/// working device left would warn twice a second.
struct Complaints {
    private static let pause = TimeSpan.minutes(1)
    /// At most this many distinct messages are remembered; beyond that, all are forgotten.
    private static let most = 32

    /// When each was last a warning.
    private var warnedAt: [String: BootTime] = [:]

    /// The level at which `reason` is logged.
    mutating func level(of reason: String, at now: BootTime) -> LogLevel {
        if let before = warnedAt[reason], now - before < Self.pause { return .debug }
        if warnedAt.count >= Self.most { warnedAt = [:] }
        warnedAt[reason] = now
        return .warning
    }
}
