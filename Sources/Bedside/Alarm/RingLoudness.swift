/// How loud a ring begins and ends (ALARM-2): rising within the ring and from ring to ring, never over the ceiling.
///
/// From the first ring on, the volume climbs from floor to ceiling in the owner's fade time, in equal steps for the ear
/// (decibels) if the curve is steady: with the defaults 3 dB from each ring to the next (S-2), and the ceiling is
/// reached with the fourth follow-up. If there are fewer follow-ups, the last ring reaches it.
struct RingLoudness: Hashable, Sendable {
    var fromPercent: Int
    var toPercent: Int
    /// How long the rise from one to the other takes.
    var riseMilliseconds: Int

    /// - Parameter span: how long the ring sounds.
    init(
        range: VolumeRange, curve: VolumeCurve, followUp: Int, followUps: Int, interval: TimeSpan, span: TimeSpan
    ) {
        let (interval, span) = (max(interval.milliseconds, 1), max(span.milliseconds, 1))
        let rings = max(followUps, 0) + 1
        let whole = min(max(range.fadeSeconds, 0) * 1000, rings * interval)
        let begin = max(followUp, 0) * interval
        // Between two rings the volume goes on climbing, except if it arrives within a ring.
        let rise = whole < interval ? min(span, whole) : span * 2 / 3
        let isLast = followUp >= rings - 1
        let end = isLast ? max(whole, begin) : whole < interval ? begin + rise : begin + interval
        func level(_ milliseconds: Int) -> Int {
            range.level(at: whole > 0 ? curve.shaped(Double(milliseconds) / Double(whole)) : 1)
        }
        fromPercent = level(begin)
        toPercent = level(end)
        riseMilliseconds = rise
    }

    /// The owner's floor throughout, for the chime of a net (F-11).
    init(softly range: VolumeRange) {
        fromPercent = range.level(at: 0)
        toPercent = fromPercent
        riseMilliseconds = 0
    }

    /// The whole climb from floor to ceiling, to try it out.
    init(wholeClimbOf range: VolumeRange, riseMilliseconds: Int) {
        fromPercent = range.level(at: 0)
        toPercent = range.level(at: 1)
        self.riseMilliseconds = riseMilliseconds
    }
}

extension VolumeCurve {
    /// How far the climb has come when this share of its time is over; both from 0 to 1.
    fileprivate func shaped(_ share: Double) -> Double {
        let bounded = min(max(share, 0), 1)
        return switch self {
        case .gentle: bounded * bounded
        case .steady: bounded
        case .brisk: bounded.squareRoot()
        }
    }
}

extension VolumeRange {
    /// Percent of full scale after this share of the climb from floor to ceiling, which is even in decibels.
    fileprivate func level(at share: Double) -> Int {
        let ceiling = min(max(ceilingPercent, 1), 100)
        let floor = min(max(floorPercent, 1), ceiling)
        guard share > 0 else { return floor }
        guard share < 1 else { return ceiling }
        return min(Int((Double(floor) * Self.power(Double(ceiling) / Double(floor), share)).rounded()), ceiling)
    }

    /// `base` to the power of `exponent`, for a base from 1 to 100 and an exponent from 0 to 1; to a thousandth.
    /// The core imports nothing, so it has no `pow`.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        var (result, root, rest) = (1.0, base, exponent)
        for _ in 0..<24 {
            root = root.squareRoot()
            rest *= 2
            if rest >= 1 {
                result *= root
                rest -= 1
            }
        }
        return result
    }
}
