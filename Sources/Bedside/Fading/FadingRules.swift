/// The thresholds of fading, in counted days (FADE-2, FADE-3, F-1).
///
/// They are data with a version. A ledger that was kept by an older version goes on from the level that it had reached
/// (`FadingLedger.base`), so new thresholds demote nobody.
public struct FadingRules: Hashable, Sendable {
    /// At least `count` of the last `of` counted days.
    public struct Share: Hashable, Sendable {
        public var count: Int
        public var of: Int
    }

    /// What the step from `net` to `graduated` asks for, besides consent.
    public struct Graduation: Hashable, Sendable {
        public var daysHere: Int
        public var unaided: Share
        /// Which share of the Saturdays and Sundays among those days was unaided, if there are any.
        public var weekend: Share
        /// No day was missed for this long.
        public var withoutMiss: Int
        /// The least answer, of 1 to 7, to "it happens by itself".
        public var automaticity: Int
    }

    public var version: Int
    /// Unaided days in a row that lead from `companion` to `ringOnly`.
    public var unaidedInARow: Int
    /// Unaided or prompt days that lead there too, if none of the window was missed.
    public var steady: Share
    /// Unaided days that lead from `ringOnly` to `net`, if none of the window was missed.
    public var ripeForNet: Share
    public var daysAtRingOnly: Int
    public var graduation: Graduation
    /// Missed days that lead down.
    public var missed: Share
    /// Days that needed the net and lead down from `graduated`.
    public var neededNet: Share
    /// Answers of no in a row to the weekly question that end a silence.
    public var noesToRingAgain: Int
    /// Days after a step down without a step up.
    public var afterStepDown: Int
    /// Days after any step without another one, except down after missed days.
    public var betweenSteps: Int

    /// The rules in force.
    public static let current = FadingRules(
        version: 1, unaidedInARow: 5, steady: Share(count: 6, of: 7), ripeForNet: Share(count: 4, of: 7),
        daysAtRingOnly: 7,
        graduation: Graduation(
            daysHere: 28, unaided: Share(count: 24, of: 28), weekend: Share(count: 3, of: 4), withoutMiss: 14,
            automaticity: 5),
        missed: Share(count: 2, of: 7), neededNet: Share(count: 6, of: 14), noesToRingAgain: 2, afterStepDown: 14,
        betweenSteps: 7)

    /// Every version that has shipped, the first one first; a new one is added here and becomes `current`.
    public static let versions = [current]

    /// The rules of a version; those in force if the version is not known.
    public static func version(_ number: Int) -> FadingRules { versions.first { $0.version == number } ?? current }

    /// The longest window of any rule. Asked for with every day that is counted, so it makes no array.
    var longestWindow: Int {
        let early = max(max(unaidedInARow, steady.of), ripeForNet.of)
        let late = max(graduation.unaided.of, graduation.withoutMiss)
        return max(max(early, late), max(missed.of, neededNet.of))
    }
}
