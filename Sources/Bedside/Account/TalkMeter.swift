/// What a gateway counts: the talk that is on, or the one that was prepared while an alarm rings (ACCOUNT-3, ACCOUNT-5;
/// ALARM-12). It knows when to ask the gateway, when a minute is left, and when nothing is.
///
/// While the owner seems to be at risk, a talk goes on for `grace` after its last minute, and the device does not mention
/// minutes (G-3). It goes on to sync and does not tell the gateway why: the gateway lets any call go on that
/// long after its last minute.
struct TalkMeter: Hashable, Sendable {
    enum Output: Hashable, Sendable {
        case sync(session: String)
        /// Start was pressed in a session that was prepared.
        case begin(session: String)
        case minuteLeft
        case nothingLeft
    }

    private struct Metered: Hashable, Sendable {
        var session: String
        /// When nothing is left, by the last answer and the device's own clock.
        var endsAt: BootTime
        var syncAt: BootTime
        /// When to say that a minute is left; nil: it was said.
        var warnAt: BootTime?
        /// Whether the gateway knows that Start was pressed.
        var isBegun = true
        /// Whether the talk goes on although nothing is left.
        var isInGrace = false
    }

    /// When to ask next: regularly, and shortly before the warning and the end.
    private static func syncAt(after now: BootTime, endsAt: BootTime) -> BootTime {
        // Answers differ by a second.
        let soon = [endsAt - warnBefore - askBefore, endsAt - askBefore].first { $0 > now + .seconds(5) }
        return min(soon ?? endsAt, now + syncEvery)
    }

    private var metered: Metered?
    /// A session that nobody talks in yet.
    private var prepared: String?
    /// Whether the talk goes on without a call, so that the gateway is not to count any more.
    private var isUnused = false
    /// Whether what was prepared is either used now, or not needed any more.
    private var isDecided = false

    static let syncEvery = TimeSpan.minutes(5)
    static let beginAgainAfter = TimeSpan.seconds(15)
    static let warnBefore = TimeSpan.minutes(1)
    /// How long before the owner would hear of minutes the gateway is asked once more. More of them may have come since its
    /// last answer: a pack, a subscription, a new month.
    static let askBefore = TimeSpan.seconds(15)
    static let grace = TimeSpan.minutes(20)
    /// How long a talk with little time left goes on before that is said.
    static let firstWords = TimeSpan.seconds(10)
    /// Assumed to be left if the gateway has not said it; its answer to the beginning corrects it.
    static let assumedSeconds = 600

    /// Whether it has to act now.
    var isDue: Bool { isUnused || isDecided }

    var deadline: BootTime? {
        metered.flatMap { $0.warnAt.earlier($0.syncAt).earlier($0.endsAt) }
    }

    mutating func plan(isRinging: Bool, isLive: Bool) {
        isUnused = metered != nil && !isLive
        isDecided = prepared != nil && !isRinging
    }

    /// Begins the talk for which a session was prepared, and ends what nobody talks in.
    ///
    /// - Returns: what to ask; and whether the session that is open has to be stopped.
    mutating func decide(isLive: Bool, leftSeconds: Int?, at now: BootTime) -> (outputs: [Output], isOver: Bool) {
        if isUnused {
            end()
            return ([], true)
        }
        guard isDecided, let session = prepared else { return ([], false) }
        end()
        guard isLive else { return ([], true) }
        // It would not have been opened with less than a minute.
        let endsAt = now + .seconds(max(leftSeconds ?? Self.assumedSeconds, AccountKeeper.leastSeconds))
        metered = Metered(
            session: session, endsAt: endsAt, syncAt: now + Self.beginAgainAfter,
            warnAt: max(endsAt - Self.warnBefore, now + Self.firstWords), isBegun: false)
        return ([.begin(session: session)], false)
    }

    /// - Parameters:
    ///   - isOpen: whether words are heard now, so that nothing is said into a call that is being made.
    ///   - isAtRisk: the owner seems to be at risk.
    mutating func advance(isOpen: Bool, isAtRisk: Bool, at now: BootTime) -> [Output] {
        guard var metered else { return [] }
        if metered.endsAt <= now {
            guard isAtRisk, !metered.isInGrace else {
                self.metered = nil
                return [.nothingLeft]
            }
            metered.isInGrace = true
            metered.endsAt = now + Self.grace
            // The gateway may think that a moment is left, or not be reached: it is asked until its own slack is over.
            metered.syncAt = now + Self.beginAgainAfter
            metered.warnAt = nil
            self.metered = metered
            return [.sync(session: metered.session)]
        }
        var outputs: [Output] = []
        if isAtRisk { metered.warnAt = metered.warnAt.map { max($0, metered.endsAt) } }
        if let warnAt = metered.warnAt, warnAt <= now {
            metered.warnAt = isOpen ? nil : now + SignIn.triesToSayAfter
            if isOpen { outputs.append(.minuteLeft) }
        }
        if metered.syncAt <= now {
            let isSoon = metered.isInGrace || !metered.isBegun
            metered.syncAt = isSoon ? now + Self.beginAgainAfter : Self.syncAt(after: now, endsAt: metered.endsAt)
            outputs.append(metered.isBegun ? .sync(session: metered.session) : .begin(session: metered.session))
        }
        self.metered = metered
        return outputs
    }

    /// Takes a session that the gateway has opened for a talk that is on, or that goes on.
    mutating func opened(_ session: String, leftSeconds: Int, at now: BootTime) {
        let endsAt = now + .seconds(leftSeconds)
        let isWarned = metered.map { $0.session == session && $0.warnAt == nil } ?? false
        end()
        metered = Metered(
            session: session, endsAt: endsAt, syncAt: Self.syncAt(after: now, endsAt: endsAt),
            warnAt: isWarned ? nil : max(endsAt - Self.warnBefore, now + Self.firstWords))
    }

    /// Takes a session that the gateway has opened and does not count yet.
    mutating func prepare(_ session: String) {
        metered = nil
        prepared = session
    }

    /// - Returns: whether it is about this talk.
    mutating func synced(_ session: String, leftSeconds: Int, at now: BootTime) -> Bool {
        guard var metered, metered.session == session else { return false }
        guard !metered.isInGrace || leftSeconds > 0 else { return true }
        metered.endsAt = now + .seconds(leftSeconds)
        if metered.isInGrace || !metered.isBegun {
            metered.isInGrace = false
            metered.isBegun = true
            metered.syncAt = Self.syncAt(after: now, endsAt: metered.endsAt)
        } else {
            metered.syncAt = min(metered.syncAt, Self.syncAt(after: now, endsAt: metered.endsAt))
        }
        let warnAt = metered.endsAt - Self.warnBefore
        if warnAt > now || metered.warnAt != nil { metered.warnAt = max(warnAt, now) }
        self.metered = metered
        return true
    }

    /// The gateway says that no minute is left: a talk that it has not begun to count ends.
    mutating func exhausted(at now: BootTime) {
        if metered?.isBegun == false { metered?.endsAt = now }
    }

    /// The talk is over.
    mutating func end() { self = TalkMeter() }
}
