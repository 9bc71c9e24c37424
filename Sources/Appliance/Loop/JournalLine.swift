import Bedside

/// One line of the event journal that `anicca replay` reads (GUARD-8).
enum JournalLine: Codable, Sendable {
    /// A start: everything that the rules were told. What follows belongs to it.
    case start(Start)
    /// What happened, when, and a digest of what the rules did about it.
    case event(Event, at: Moment, digest: UInt64)

    struct Start: Codable, Sendable {
        var configuration: Configuration
        var durable: Durable
        var zone: ZoneRules
        var isClockSynchronized: Bool
        var at: Moment
        var digest: UInt64
    }

    /// FNV-1a over a textual form: tells whether a replay did the same, nothing more.
    static func digest(_ actions: [Action]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in String(describing: actions).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
