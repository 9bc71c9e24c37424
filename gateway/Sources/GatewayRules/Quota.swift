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

/// What an account may still talk, in minutes. The minutes of a month end with it; those of packs do not.
public struct Balance: Hashable, Sendable {
    /// What is left of the month, before what is held.
    public var month: Int64
    /// What is left of packs, before what is held.
    public var packs: Int64
    /// What open conversations of this month hold.
    public var held: Int64
    /// What conversations that began in an earlier month hold beyond what it still has. This month or packs pay for it.
    public var heldByEarlier: Int64

    public init(month: Int64, packs: Int64, held: Int64 = 0, heldByEarlier: Int64 = 0) {
        self.month = month
        self.packs = packs
        self.held = held
        self.heldByEarlier = heldByEarlier
    }

    /// What nobody holds.
    public var available: Int64 { max(0, month + packs - held - heldByEarlier) }

    /// From where a conversation's minutes are taken: the month in which it began, then the one in which it ends, if that
    /// is another, then packs.
    public struct DrawDown: Hashable, Sendable {
        public let month: Int64
        public let laterMonth: Int64
        public let packs: Int64

        /// - Parameters:
        ///   - month: What is left of the month in which it began.
        ///   - laterMonth: What is left of the month in which it ends, if that is another.
        public init(_ minutes: Int64, month: Int64, laterMonth: Int64 = 0) {
            self.month = max(0, min(minutes, month))
            self.laterMonth = max(0, min(minutes - self.month, laterMonth))
            packs = minutes - self.month - self.laterMonth
        }
    }
}
