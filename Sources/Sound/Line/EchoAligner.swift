/// Finds, for each 10 ms of the microphone, the frames of the far end that were heard then. Pure.
///
/// Theory of operation. Both devices say how much they hold, so both streams have instants on one clock; each reading
/// is off by up to a millisecond, and a sound server's wander by more. An echo canceller learns the path to a tenth of a
/// sample, so nothing may follow those readings from block to block. What is followed is slow and seldom: the position
/// runs on by itself; it jumps (a resynchronisation, after which the canceller learns again) only where the readings
/// agree for half a second that it is off by more than the canceller has room for; and where the two cards' clocks
/// differ, the long slope of the readings sets the rate at which the far end is read.
///
/// The far end is read a little ahead of the microphone (`leadFrames`), because an echo that came before its cause
/// could not be cancelled at all. Where the speaker's queue is too short for that, the microphone is held back by a
/// block (`isHolding`).
struct EchoAligner: Sendable {
    static let blockFrames = 480
    /// By how many frames at most the far end is ahead of the echo that the devices' reports predict.
    static let maximumLeadFrames = 960
    /// A card reports its position to the frame; a sound server's report is off by some milliseconds, in either
    /// direction.
    static let exactLeadFrames = 96
    static let serverLeadFrames = 480
    var leastLeadFrames = Self.serverLeadFrames
    /// 6 ms off, agreed over half a second.
    static let toleranceFrames = 288.0
    /// 50 ms off after a break: jump at once.
    private static let hopelessFrames = 2400.0
    private static let settledFrames = 48.0
    private static let settleBlocks = 25
    private static let maximumShortBlocks = 5
    private static let smoothing = 0.02
    /// Reserve for a playback thread that is late.
    private static let spareFrames = 48

    /// The position of the far end's next block; nil until it is found.
    private(set) var position: Double?
    /// Far frames per near frame.
    private(set) var rate = 1.0
    /// Smoothed difference of the readings and `position`, in frames.
    private(set) var error = 0.0
    private(set) var leadFrames = Self.maximumLeadFrames
    /// Whether each block is to be given one call later.
    private(set) var isHolding = false
    /// Counts the times when the path of the echo may have changed: a break, a jump, a settling.
    private(set) var generation = 0
    /// Number of jumps after the settling.
    private(set) var resyncs = 0
    /// `error` over the last tenth of a second: where a jump goes to.
    private var recentError = 0.0
    private var blocks = 0
    /// The smallest number of frames that the far end had ready beyond those that were read, without a lead.
    private var room = Int.max
    /// Blocks of the last second for which the far end was incomplete.
    private var shortBlocks = 0
    private var breaks = 0
    private var isSettled = false
    private var drift = ClockDrift()

    /// By how much the echo lags behind the far block that was given, by the devices' reports.
    var delayMilliseconds: Double { (Double(leadFrames) - error) / 48 }

    /// The position at which to read this block's far frames. One call per 10 ms. If this call sets `isHolding`, give
    /// it the same block again with the next call.
    /// - Parameters:
    ///   - capturedAt: boot time in nanoseconds of the block's first frame.
    ///   - frameZeroAt: boot time in nanoseconds at which the far end's frame 0 was heard.
    ///   - written: frames that the far end has.
    ///   - breaks: how often the far end's or the microphone's stream broke.
    mutating func next(capturedAt: Int64, frameZeroAt: Int64, written: Int, breaks: Int) -> Double {
        let reading = Double(capturedAt - frameZeroAt) * 48_000 / 1e9
        guard let expected = position else {
            self.breaks = breaks
            return begin(at: reading, room: Self.room(written, reading))
        }
        let off = reading + Double(leadFrames) - expected
        if breaks != self.breaks {
            // Earlier measurements no longer apply.
            self.breaks = breaks
            generation += 1
            isSettled = false
            forgetReadings()
        }
        blocks += 1
        error += (off - error) * max(Self.smoothing, 1 / Double(blocks))
        recentError += (off - recentError) * max(0.1, 1 / Double(blocks))
        let ready = written - Int(expected) - Self.blockFrames
        if ready > -Self.maximumLeadFrames {
            room = min(room, ready + leadFrames)
            if ready < 0 { shortBlocks += 1 }
        }
        if blocks % 100 == 0 { shortBlocks = 0 }
        if isLost(off) || isShort {
            resyncs += 1
            isSettled = false
            // A queue that seems to have become shorter may be the effect of a jump a moment ago.
            let truth = isShort ? reading : reading + recentError - off
            return begin(at: truth, room: Self.room(written, truth))
        }
        if blocks == Self.settleBlocks, !isSettled {
            // So far the position rests on a single reading, and the canceller has hardly begun to learn: correct it
            // now.
            isSettled = true
            if abs(error) > Self.settledFrames || room < leadFrames {
                return begin(at: reading + error - off, room: room)
            }
        }
        if let found = drift.add(off) { rate = min(max(rate + found, 1 - ClockDrift.most), 1 + ClockDrift.most) }
        position = expected + Double(Self.blockFrames) * rate
        return expected
    }

    private func isLost(_ off: Double) -> Bool {
        if blocks == 1 { return abs(off) > Self.hopelessFrames }
        guard blocks >= Self.settleBlocks else { return false }
        return abs(error) > Self.toleranceFrames || Double(leadFrames) - error < Double(leastLeadFrames) / 2
    }

    /// Whether the speaker's queue has become shorter, so that only a shorter lead is possible: an echo of frames that
    /// are not written yet cannot be removed.
    private var isShort: Bool {
        guard blocks >= Self.settleBlocks, shortBlocks >= Self.maximumShortBlocks else { return false }
        return !isHolding || lead(room) < leadFrames
    }

    /// Frames that the far end has ready beyond a block that is read at `truth`. This is one reading, so 2 ms are
    /// subtracted for others.
    private static func room(_ written: Int, _ truth: Double) -> Int {
        written - Int(truth) - blockFrames - 2 * spareFrames
    }

    private mutating func begin(at truth: Double, room: Int) -> Double {
        generation += 1
        if !isHolding, room < leastLeadFrames + Self.spareFrames {
            isHolding = true
            // The lead of this same block, when it is given again.
            leadFrames = lead(room + Self.blockFrames)
            position = truth.rounded() + Double(leadFrames)
            forgetReadings()
            return position ?? truth
        }
        leadFrames = lead(room)
        let start = truth.rounded() + Double(leadFrames)
        position = start + Double(Self.blockFrames) * rate
        forgetReadings()
        return start
    }

    private func lead(_ room: Int) -> Int {
        min(max(room - Self.spareFrames, leastLeadFrames), Self.maximumLeadFrames)
    }

    private mutating func forgetReadings() {
        error = 0
        recentError = 0
        blocks = 0
        shortBlocks = 0
        room = .max
        drift.restart()
    }
}

/// Measures the difference between two cards' clocks from readings that wander. A result counts only if two stretches
/// of 20 s have the same slope. Pure.
struct ClockDrift: Sendable {
    /// Crystals are within 100 parts per million; a steeper slope does not come from a clock.
    static let most = 300e-6
    private static let least = 5e-6
    private static let stretchBlocks = 2000
    private static let blockFrames = 480.0

    private var count = 0
    private var sumY = 0.0
    private var sumYY = 0.0
    private var sumXY = 0.0
    private var previous: Double?

    mutating func restart() {
        clear()
        previous = nil
    }

    /// Takes one block's reading in frames; now and then returns a correction to add to the rate.
    mutating func add(_ off: Double) -> Double? {
        sumXY += Double(count) * off
        sumYY += off * off
        sumY += off
        count += 1
        guard count >= Self.stretchBlocks else { return nil }
        let n = Double(count)
        let mean = sumY / n
        let varianceX = (n * n - 1) / 12
        let slope = (sumXY / n - (n - 1) / 2 * mean) / varianceX
        let explained = slope * slope * varianceX
        let total = max(sumYY / n - mean * mean, 1e-9)
        clear()
        let found = slope / Self.blockFrames
        guard explained > 0.5 * total, abs(found) >= Self.least, abs(found) <= Self.most else {
            previous = nil
            return nil
        }
        guard let before = previous, abs(before - found) < 0.3 * abs(found) + Self.least else {
            previous = found
            return nil
        }
        previous = nil
        return (before + found) / 2
    }

    private mutating func clear() {
        count = 0
        sumY = 0
        sumYY = 0
        sumXY = 0
    }
}
