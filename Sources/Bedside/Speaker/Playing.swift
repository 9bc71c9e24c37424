/// What sounds, or should: with the time by which it must have proved itself (SOUND-6).
struct Playing: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        case ring, preview
        /// A line of the offline companion: the routine goes on when it ends.
        case line
        case announcement
        /// The appliance's own word while the companion is being reached.
        case bridge
    }
    var playback: Playback
    var purpose: Purpose
    var startedAt: BootTime
    /// Frames must have left the device by then; nil: they have.
    var proofBy: BootTime?
    /// Over by then at the latest, whatever the driver says.
    var endsBy: BootTime
    /// What was to be said, where a chime stands for a voice that was late: the next output tries it again.
    var insteadOf: Playback?

    static let proof = TimeSpan.milliseconds(900)
    /// A synthesizer takes a moment before its first sample.
    static let speechProof = TimeSpan.seconds(3)

    var deadline: BootTime { proofBy.map { min($0, endsBy) } ?? endsBy }
}

/// The board's outputs in order of preference (SOUND-2).
struct Outputs: Hashable, Sendable {
    var count: Int
    /// Where the next sound begins: the last that worked, else the first.
    var first = 0
    /// None worked for the ring in progress: try again then.
    var retryAt: BootTime?

    init(count: Int) { self.count = count }
    static let retry = TimeSpan.milliseconds(500)
}
