/// The sound that is to be heard, with the time by which it must have proved itself (SOUND-6).
struct Playing: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        case ring, preview
        /// A line of the offline companion: the routine goes on when it ends.
        case line
        case announcement
        /// The appliance's own words while the companion is being reached.
        case bridge
        /// A sound of a guided meditation, which has its own time.
        case practice
        /// The soft sound before an alarm, which does not count as a ring.
        case dawn
    }
    var playback: Playback
    var purpose: Purpose
    var startedAt: BootTime
    /// When frames must have left the device; nil: they have, or may be too soft to count as audible.
    var proofBy: BootTime?
    /// When it is over at the latest, whatever the driver reports.
    var endsBy: BootTime
    /// The speech that was to be heard, if a chime replaces a voice that was late. The next output tries the speech
    /// again.
    var insteadOf: Playback?

    static let proof = TimeSpan.milliseconds(900)
    /// A synthesizer takes a moment before its first sample.
    static let speechProof = TimeSpan.seconds(3)

    var deadline: BootTime { proofBy.map { min($0, endsBy) } ?? endsBy }
}

/// The board's outputs in order of preference (SOUND-2).
struct Outputs: Hashable, Sendable {
    var count: Int
    /// The output on which the next sound begins: the last that worked, else the first.
    var first = 0
    /// When to try again, because no output worked for the ring in progress.
    var retryAt: BootTime?

    init(count: Int) { self.count = count }
    static let retry = TimeSpan.milliseconds(500)
}
