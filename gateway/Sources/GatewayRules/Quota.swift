/// What an account has. The gateway's own ledger is the only balance; whoever sells plans tells only which it is.
public enum Plan: String, Hashable, Sendable, CaseIterable {
    case free
    case pro
    /// Whoever runs the gateway.
    case owner
}

/// A grant that a month lacks.
public struct Grant: Hashable, Sendable {
    /// Names the cause, so that whatever happens twice is granted once: "grant:2026-12", "upgrade:2026-12:300".
    public let key: String
    public let minutes: Int64

    public init(key: String, minutes: Int64) {
        self.key = key
        self.minutes = minutes
    }

    /// What a month lacks of its plan. A larger plan in mid-month tops up; a smaller one takes nothing back.
    public static func missing(month: Month, planMinutes: Int64, granted: Int64) -> Grant? {
        guard planMinutes > granted else { return nil }
        let key = granted == 0 ? "grant:\(month)" : "upgrade:\(month):\(planMinutes)"
        return Grant(key: key, minutes: planMinutes - granted)
    }
}

/// What an account may still talk, in minutes. The month's end with the month; those of packs do not.
public struct Balance: Hashable, Sendable {
    /// What is left of the month, before what is held.
    public var month: Int64
    /// What is left of packs, before what is held.
    public var packs: Int64
    /// What open conversations of this month hold.
    public var held: Int64
    /// What conversations hold that began in an earlier month, above what that month still has: it can only be of packs.
    public var heldOfPacks: Int64

    public init(month: Int64, packs: Int64, held: Int64 = 0, heldOfPacks: Int64 = 0) {
        self.month = month
        self.packs = packs
        self.held = held
        self.heldOfPacks = heldOfPacks
    }

    /// What nobody holds.
    public var available: Int64 { max(0, month + packs - held - heldOfPacks) }

    /// From where a conversation's minutes are taken: the month first, then packs.
    public static func drawDown(_ minutes: Int64, month: Int64) -> (month: Int64, packs: Int64) {
        let ofMonth = max(0, min(minutes, month))
        return (ofMonth, minutes - ofMonth)
    }
}
