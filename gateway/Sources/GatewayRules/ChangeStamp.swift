/// When something was changed and by whom: of two changes the newer wins, on every instance alike (ACCOUNT-2).
public struct ChangeStamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970.
    public let at: Int64
    /// A speaker's name for itself, or "web".
    public let by: String

    /// As it is stored.
    public init(at: Int64, by: String) {
        self.at = at
        self.by = by
    }

    /// A change as somebody dates it. A clock that is ahead must not win for ever, so nothing is later than now.
    public init(claimed: Int64?, by: String, now: Int64) {
        self.init(at: max(0, min(claimed ?? now, now)), by: by)
    }

    /// What is stored as later than now by more than this was dated by a clock that was ahead. Instances' clocks differ
    /// by less.
    private static let clockToleranceMilliseconds: Int64 = 60_000

    /// Whether it replaces what is stored. The same change again does: it is as good as the first time.
    ///
    /// What a clock that was ahead has dated does not count: it would win until that time has come.
    public func replaces(_ stored: ChangeStamp?, at now: Int64) -> Bool {
        guard let stored, stored.at <= now + Self.clockToleranceMilliseconds else { return true }
        return self >= stored
    }

    public static func < (one: ChangeStamp, other: ChangeStamp) -> Bool {
        one.at != other.at ? one.at < other.at : one.by < other.by
    }
}
