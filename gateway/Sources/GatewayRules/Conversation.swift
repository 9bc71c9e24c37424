/// A conversation as it is metered, from its opening to its charge (gateway-design §3.1). Times are milliseconds since 1970.
///
/// - `prepared` can go to `talking` (Start was pressed), and to ended, free.
/// - `talking` holds a slice of the balance: at most ten minutes more than it has used. Each sync renews the slice and the
///   lease that follows from it. It can go back to `prepared` (the provider refused), and to ended, which charges it once.
///   If nobody renews it and no minute is left, its lease is lengthened once, by the grace.
/// - Ended is final. Reconnecting and the renewal of a long call stay within one conversation: one rounding.
public struct Conversation: Hashable, Sendable {
    public static let minute: Int64 = 60_000
    /// Minutes that are lent at once, beyond what is used.
    public static let sliceMinutes: Int64 = 10
    /// What a stop may take on its way.
    public static let slack: Int64 = 30_000
    public static let preparedLease: Int64 = 15 * minute
    /// After this a speaker that still talks has renewed its slice again: it does so every five minutes.
    public static let longestSilence: Int64 = 5 * minute + slack
    /// How long a call stays with the provider after its last minute, uncharged. A speaker whose owner seems to be at risk
    /// goes on that long (SAFE-2, G-3), and nobody else does; so the gateway need not know of whom that is true.
    ///
    /// What it costs the operator is bounded: without a minute nobody begins another call, and a call that is known to
    /// have used up its minutes is charged at least one. So an account has at most as many graces as minutes: usually
    /// one for each speaker that talks when the last minute is over, and others when minutes come later (a new month, a
    /// pack, what another speaker held and did not use). A call whose end nobody saw may be charged nothing, and
    /// `StartLimits` bounds how many of these there are.
    ///
    /// It equals `TalkMeter.grace` of the speaker; `Tests/Docs/check.py` compares the two.
    public static let grace: Int64 = 20 * minute

    /// Why it ended.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        case stop
        /// The same speaker opened another.
        case superseded
        /// No minute is left.
        case quota
        /// Nobody renewed its lease.
        case lease
        /// The speaker was signed out.
        case revoked
        /// Nobody pressed Start.
        case unanswered
    }

    /// What is known of the moment when the owner last talked.
    public enum Evidence: Hashable, Sendable {
        /// The speaker was heard, or the provider still had the call.
        case alive
        /// Nobody knows since when it is gone: its last sign of life counts. The owner is not charged for a power cut.
        case gone
    }

    public struct End: Hashable, Sendable {
        public let at: Int64
        public let cause: Cause
        public let seconds: Int64
        public let minutes: Int64

        public init(at: Int64, cause: Cause, seconds: Int64, minutes: Int64) {
            self.at = at
            self.cause = cause
            self.seconds = seconds
            self.minutes = minutes
        }
    }

    public let openedAt: Int64
    /// When metering began; nil: prepared.
    public private(set) var talkAt: Int64?
    /// The last sign of life.
    public private(set) var seenAt: Int64
    /// The gateway ends it then, whatever the speaker does. Once it has ended because no minute was left: when its call
    /// ends.
    public private(set) var leaseUntil: Int64
    /// Minutes of the balance that it holds, those that it has used among them.
    public private(set) var heldMinutes: Int64
    /// Whether a provider has taken a call of it, since Start if that came with an offer of its own.
    public private(set) var isConnected: Bool
    public private(set) var end: End?

    /// A fresh one, prepared.
    public init(openedAt now: Int64) {
        self.init(
            openedAt: now, talkAt: nil, seenAt: now, leaseUntil: now + Self.preparedLease, heldMinutes: 0,
            isConnected: false, end: nil)
    }

    /// As it is stored.
    public init(
        openedAt: Int64, talkAt: Int64?, seenAt: Int64, leaseUntil: Int64, heldMinutes: Int64, isConnected: Bool,
        end: End?
    ) {
        self.openedAt = openedAt
        self.talkAt = talkAt
        self.seenAt = seenAt
        self.leaseUntil = leaseUntil
        self.heldMinutes = heldMinutes
        self.isConnected = isConnected
        self.end = end
    }

    /// Whole minutes that have begun, if it ended now.
    private func usedMinutes(at now: Int64) -> Int64 {
        guard let talkAt else { return 0 }
        return (max(0, now - talkAt) / 1000 + 59) / 60
    }

    /// Whether its lease was lengthened by the grace, because nobody renewed it and no minute was left.
    public var isInGrace: Bool {
        guard end == nil, let talkAt else { return false }
        return leaseUntil > talkAt + heldMinutes * Self.minute + Self.slack
    }

    /// How long it may go on, in milliseconds, with so many minutes that nobody holds.
    public func remaining(at now: Int64, available: Int64) -> Int64 {
        guard end == nil else { return 0 }
        guard let talkAt else { return available * Self.minute }
        return max(0, talkAt + (heldMinutes + available) * Self.minute - now)
    }

    /// Start was pressed: lends the first slice. False: no minute is left, and nothing changed.
    public mutating func talk(at now: Int64, available: Int64) -> Bool {
        guard end == nil else { return false }
        guard talkAt == nil else { return true }
        guard available >= 1 else { return false }
        talkAt = now
        lend(min(Self.sliceMinutes, available), at: now)
        return true
    }

    /// A sign of life of the speaker: lends the next slice, or ends it if the last minute is over.
    ///
    /// A lease that is over but that nobody has swept is renewed: the gateway may have been away, which is not the
    /// speaker's fault.
    public mutating func renew(at now: Int64, available: Int64) {
        guard end == nil else { return }
        guard talkAt != nil else {
            // What is free cannot be kept for ever.
            seenAt = max(seenAt, now)
            return
        }
        guard remaining(at: now, available: available) > 0 else {
            close(by: .quota, at: now)
            return
        }
        lend(max(heldMinutes, min(usedMinutes(at: now) + Self.sliceMinutes, heldMinutes + available)), at: now)
    }

    private mutating func lend(_ minutes: Int64, at now: Int64) {
        heldMinutes = minutes
        seenAt = max(seenAt, now)
        leaseUntil = (talkAt ?? now) + minutes * Self.minute + Self.slack
    }

    /// Its lease is over and nobody has renewed it. If no minute is left to lend, it goes on for the grace, once, and
    /// keeps what it holds: what it costs depends on whether its call is still up after that. False: it has to end.
    public mutating func beginGrace(at now: Int64, available: Int64) -> Bool {
        guard end == nil, talkAt != nil, isConnected, available < 1, !isInGrace, now < leaseUntil + Self.grace else {
            return false
        }
        leaseUntil += Self.grace
        return true
    }

    /// The provider has taken a call. Until the first one nobody could talk, so metering begins with it.
    public mutating func connect(at now: Int64) {
        guard end == nil else { return }
        if !isConnected, talkAt != nil {
            talkAt = now
            leaseUntil = now + heldMinutes * Self.minute + Self.slack
        }
        isConnected = true
        seenAt = max(seenAt, now)
    }

    /// Start comes with an offer of its own: its speaker has given up the call that was prepared, and metering begins with
    /// the next one.
    public mutating func giveUpCall() {
        guard end == nil, talkAt == nil else { return }
        isConnected = false
    }

    /// The provider refused the first call: what was lent goes back.
    ///
    /// - Parameter wasPrepared: It was opened to be answered later. Then its lease is that of its opening: what is free
    ///   cannot be kept for ever.
    public mutating func giveBack(at now: Int64, wasPrepared: Bool = false) {
        guard end == nil, !isConnected else { return }
        talkAt = nil
        heldMinutes = 0
        leaseUntil = (wasPrepared ? openedAt : now) + Self.preparedLease
    }

    /// Ends it and says what it costs. What has ended stays as it was.
    public mutating func close(by cause: Cause, at now: Int64, evidence: Evidence = .alive) {
        guard end == nil else { return }
        let wasInGrace = isInGrace
        let last = min(evidence == .alive ? now : seenAt, wasInGrace ? leaseUntil - Self.grace : leaseUntil)
        // A call that nobody connected cost nobody anything.
        let seconds = talkAt.map { isConnected ? max(0, last - $0) / 1000 : 0 } ?? 0
        let isUnanswered = talkAt == nil && cause == .lease
        end = End(
            at: now, cause: isUnanswered ? .unanswered : cause, seconds: seconds,
            minutes: min(heldMinutes, (seconds + 59) / 60))
        heldMinutes = 0
        if cause == .quota, !wasInGrace { leaseUntil = now + Self.grace }
    }
}
