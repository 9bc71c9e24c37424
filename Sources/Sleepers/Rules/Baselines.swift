import Bedside

/// Today's alarm clock: it rings every day, whatever it sees, and never changes.
public struct AlwaysRule: WakingRule {
    public init() {}
    public var level: FadingLevel { .companion }
    public var plan: MorningPlan { MorningPlan(ringMinutes: 0, heedsSigns: false, opensTalk: true) }
    public mutating func ended(_ day: CountedDay) {}
}

/// The rule with which the specification began: five unaided days in a row lead to the ring alone, ten more to silence,
/// two missed of the last seven one step back. A prompt day neither helps nor harms; there is no net.
public struct FiveInARowRule: WakingRule {
    public private(set) var level = FadingLevel.companion
    private var run = 0
    /// The last seven days, the newest in bit 0; a set bit is a missed day.
    private var missed: UInt8 = 0

    public init() {}

    public var plan: MorningPlan {
        MorningPlan(ringMinutes: level == .graduated ? nil : 0, opensTalk: level == .companion)
    }

    public mutating func ended(_ day: CountedDay) {
        missed = (missed << 1 | (day.word == .missed ? 1 : 0)) & 0x7F
        switch day.word {
        case .unaided: run += 1
        case .prompt: break
        case .slow, .missed: run = 0
        }
        if missed.nonzeroBitCount >= 2, level > .companion {
            step(to: level == .graduated ? .ringOnly : .companion)
            missed = 0
        } else if level == .companion, run >= 5 {
            step(to: .ringOnly)
        } else if level == .ringOnly, run >= 10 {
            step(to: .graduated)
        }
    }

    private mutating func step(to level: FadingLevel) {
        self.level = level
        run = 0
    }
}

/// A rule that knows the true chance of waking in time, which no device can: the best that levels alone can do.
///
/// It takes each night the highest level that the chance permits: graduated from .75, a net from .6, a ring alone from
/// .4. It forgets at once, so its levels change often; a device could not explain that.
public struct OracleRule: WakingRule {
    public private(set) var level = FadingLevel.companion

    public init() {}

    public var plan: MorningPlan { MorningPlan(ringMinutes: level.netMinutes, opensTalk: level == .companion) }

    public mutating func know(chance: Double) {
        level = chance >= 0.75 ? .graduated : chance >= 0.6 ? .net : chance >= 0.4 ? .ringOnly : .companion
    }

    public mutating func ended(_ day: CountedDay) {}
}

extension FadingLevel {
    /// Minutes from the habit's time to the ring for a wake habit (FADE-1).
    var netMinutes: Int {
        switch self {
        case .companion, .ringOnly: 0
        case .net: 10
        case .graduated: 15
        }
    }
}
