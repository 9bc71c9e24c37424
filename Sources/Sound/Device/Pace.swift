/// Limits the frames that a device may move to those of the time that has passed, plus a little for a clock that runs
/// fast. A device without a clock of its own (ALSA's null, a file) gives and takes without limit; real-time threads
/// must not follow it. Unused time is kept up to a burst, so that a machine that was suspended does not catch up on
/// hours.
struct Pace {
    private let rate: Int64
    private let most: Int64
    /// Nanoseconds of sound.
    private var credit: Int64
    private var countedAt: Int64

    /// - Parameters:
    ///   - rate: the device's rate, in Hz.
    ///   - burstFrames: the maximum that may be moved at once.
    ///   - startFrames: how many may be moved at the very start.
    ///   - now: boot time in nanoseconds, here and below.
    init(rate: Int, burstFrames: Int, startFrames: Int, now: Int64) {
        self.rate = Int64(max(1, rate))
        most = Int64(burstFrames) * 1_000_000_000 / self.rate
        credit = min(most, Int64(startFrames) * 1_000_000_000 / self.rate)
        countedAt = now
    }

    /// Whether nothing may be moved before more time has passed.
    var isSpent: Bool { credit <= 0 }

    mutating func advance(to now: Int64) {
        let elapsed = min(max(0, now - countedAt), most)
        countedAt = now
        credit = min(most, credit + elapsed + elapsed / 50)
    }

    mutating func take(_ frames: Int) { credit -= (Int64(frames) * 1_000_000_000 + rate - 1) / rate }

    /// Returns frames that were not moved after all.
    mutating func giveBack(_ frames: Int) { credit = min(most, credit + Int64(frames) * 1_000_000_000 / rate) }
}
