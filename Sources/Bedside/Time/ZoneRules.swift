/// A zone's rules as read from the system's TZif file (RFC 9636): a value, so that events stay replayable.
public struct ZoneRules: Hashable, Codable, Sendable {
    /// `Europe/Berlin`
    public var name: String
    /// Seconds since 1970 (UTC) at which a new offset begins, ascending.
    public var transitions: [Int64]
    /// Offsets east of UTC in seconds, one per transition.
    public var offsets: [Int32]
    /// Before the first transition.
    public var initialOffset: Int32
    /// The POSIX TZ footer for times after the last transition; nil: the last offset holds.
    public var footer: PosixZone?
}
