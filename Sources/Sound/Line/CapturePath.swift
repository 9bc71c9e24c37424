import Glibc
import Synchronization
import System

/// The microphone's side of a line: removes echo and noise, evens the gain, then calls the line's `capture`. It
/// outlives the openings of the microphone, and so does what the canceller has learnt about the room.
///
/// `@unchecked Sendable`: its state is touched inside `process` only, by one capture thread at a time.
final class CapturePath: @unchecked Sendable {
    static let blockFrames = 480
    /// -60 dBFS as a mean square: from this level on, what the speaker plays may come back as an echo.
    private static let farActiveMeanSquare: Float = 1e-6
    /// For how many blocks the room echoes after a sound.
    private static let echoBlocks = 25
    /// While echo is likely, a block of which the canceller leaves no more than this share was echo.
    private static let echoShare: Float = 0.05

    private let capture: @Sendable (UnsafeBufferPointer<Float>) -> Void
    private let source: LineSource
    private let canceller: EchoCanceller?
    private let tap: EchoTap?
    private let totals: SoundTotals
    private let isBusy = Atomic<Bool>(false)

    private var aligner = EchoAligner()
    private var captureBreaks = 0
    private var isCaptureExact = false
    private var generation = 0
    private let far: UnsafeMutablePointer<Float>
    private let context: UnsafeMutablePointer<Float>
    /// The previous block, while blocks are held back.
    private let held: UnsafeMutablePointer<Float>
    private var heldAt: Int64 = 0
    private var heldFarZeroAt: Int64?
    private static let contextFrames = blockFrames + 8
    private var echoBlocksLeft = 0
    /// The speaker has stalled, so that, by its reports, the frames being heard are not written yet.
    private var isFarLate = false
    /// A speaker that is further behind than this plays nothing any more.
    private static let maximumLateFrames = 48_000
    private var blocks = 0
    private var echoIn: Float = 0
    private var echoOut: Float = 0
    /// Whether the last block was mostly echo; also true while that cannot be decided yet.
    private(set) var isEcho = false

    /// - Parameter tap: receives copies of what comes in and goes out, for checks.
    init(line: VoiceLine, source: LineSource, canceller: EchoCanceller?, totals: SoundTotals, tap: EchoTap? = nil) {
        capture = line.capture
        self.source = source
        self.canceller = canceller
        self.totals = totals
        self.tap = tap
        far = lockedFloats(Self.blockFrames)
        context = lockedFloats(Self.contextFrames)
        held = lockedFloats(Self.blockFrames)
    }

    deinit {
        freeLocked(far, Self.blockFrames)
        freeLocked(context, Self.contextFrames)
        freeLocked(held, Self.blockFrames)
    }

    /// Notes that the microphone was opened, or that its stream broke. Real-time thread only.
    /// - Parameter isExact: whether a card gives the stream, not a sound server.
    func markBreak(isExact: Bool) {
        captureBreaks += 1
        isCaptureExact = isExact
    }

    /// When the far end's frame 0 was heard, by the speaker's newest report. To be read at the same instant as the
    /// microphone's report: reports of different instants do not fit together if a device was held up in between.
    var farZeroAt: Int64? { source.far.heardFrameZeroAt }

    /// Processes 10 ms (480 samples) in place. Real-time thread only.
    /// - Parameters:
    ///   - capturedAt: boot time in nanoseconds of the first sample.
    ///   - farZeroAt: `farZeroAt` as it was when the microphone was asked.
    func process(_ block: UnsafeMutablePointer<Float>, capturedAt: Int64, farZeroAt: Int64?) {
        // A thread that hung may return after the line is over, and one of a microphone that was given up may still be
        // inside.
        guard !source.isOver else { return }
        guard isBusy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
            return
        }
        defer { isBusy.store(false, ordering: .releasing) }
        guard readFar(of: block, capturedAt: capturedAt, farZeroAt: farZeroAt) else { return }
        let farPower = meanSquare(far)
        let before = meanSquare(block)
        tap?.near(block, far: far, leadFrames: Float(aligner.delayMilliseconds * 48))
        if let canceller {
            let delay = aligner.position == nil ? 0 : Int(aligner.delayMilliseconds.rounded())
            if !canceller.process(far: far, near: block, delayMilliseconds: delay) {
                // Drop a block that the library refuses, rather than send it with its echo.
                for i in 0..<Self.blockFrames { block[i] = 0 }
            }
        }
        judge(
            farPower: farPower, before: canceller?.heardMeanSquare ?? before,
            after: canceller?.cleanMeanSquare ?? before)
        tap?.clean(block)
        capture(UnsafeBufferPointer(start: block, count: Self.blockFrames))
    }

    /// Fills `far` for the block that is due: this one, or the one before it if the speaker's queue is too short for
    /// the far end to be known in time. Returns false if none is due.
    private func readFar(of block: UnsafeMutablePointer<Float>, capturedAt: Int64, farZeroAt: Int64?) -> Bool {
        var capturedAt = capturedAt
        var farZeroAt = farZeroAt
        if aligner.isHolding { swap(block, &capturedAt, &farZeroAt) }
        let end = source.far
        guard let zero = farZeroAt else {
            for i in 0..<Self.blockFrames { far[i] = 0 }
            return true
        }
        let wasHolding = aligner.isHolding
        aligner.leastLeadFrames =
            isCaptureExact && end.isExact ? EchoAligner.exactLeadFrames : EchoAligner.serverLeadFrames
        let position = aligner.next(
            capturedAt: capturedAt, frameZeroAt: zero, written: end.count, breaks: end.breakCount &+ captureBreaks)
        if aligner.generation != generation {
            generation = aligner.generation
            canceller?.startOver()
        }
        guard wasHolding == aligner.isHolding else {
            swap(block, &capturedAt, &farZeroAt)
            return false
        }
        let first = position.rounded(.down)
        let missing = Int(first) + Self.blockFrames - end.count
        isFarLate = missing > 0 && missing < Self.maximumLateFrames
        if aligner.rate == 1, first == position {
            end.read(at: Int(first), count: Self.blockFrames, into: far)
        } else {
            end.read(at: Int(first) - 1, count: Self.contextFrames, into: context)
            for i in 0..<Self.blockFrames {
                far[i] = interpolate(position - first + Double(i) * aligner.rate)
            }
        }
        return true
    }

    private func swap(_ block: UnsafeMutablePointer<Float>, _ capturedAt: inout Int64, _ farZeroAt: inout Int64?) {
        for i in 0..<Self.blockFrames { Swift.swap(&block[i], &held[i]) }
        Swift.swap(&capturedAt, &heldAt)
        Swift.swap(&farZeroAt, &heldFarZeroAt)
    }

    /// Interpolates between four samples (Catmull-Rom); `offset` in frames from the second of `context`.
    private func interpolate(_ offset: Double) -> Float {
        let whole = min(max(Int(offset), 0), Self.contextFrames - 4)
        let x = Float(offset - Double(whole))
        let (a, b, c, d) = (context[whole], context[whole + 1], context[whole + 2], context[whole + 3])
        let linear = (c - a) / 2
        let square = a - 2.5 * b + 2 * c - d / 2
        let cube = (d - a) / 2 + 1.5 * (b - c)
        return b + x * (linear + x * (square + x * cube))
    }

    /// Decides whether the block was echo, and measures the canceller's effect over about a second of echo.
    private func judge(farPower: Float, before: Float, after: Float) {
        let mayEcho = farPower > Self.farActiveMeanSquare || isFarLate
        echoBlocksLeft = mayEcho ? Self.echoBlocks : max(0, echoBlocksLeft - 1)
        let isMostlyGone = after < before * Self.echoShare
        isEcho = echoBlocksLeft > 0 && canceller != nil && (isMostlyGone || canceller?.isVoiceLikely == false)
        if farPower > Self.farActiveMeanSquare {
            // If much is left, somebody may be speaking, or the canceller may be lost: such a block counts for less.
            let weight: Float = isMostlyGone ? 0.01 : 0.002
            echoIn += (before - echoIn) * weight
            echoOut += (after - echoOut) * weight
        }
        blocks += 1
        guard blocks % 100 == 0 else { return }
        totals.farResyncs.store(aligner.resyncs, ordering: .relaxed)
        if echoIn > Self.farActiveMeanSquare {
            let enhancement = 10 * log10f(echoIn / max(echoOut, 1e-12))
            totals.echoEnhancement.store(Int(enhancement * 100), ordering: .relaxed)
        }
        if let delay = canceller?.delayMilliseconds {
            totals.echoDelay.store(Int(delay * 100), ordering: .relaxed)
        } else if aligner.position != nil {
            totals.echoDelay.store(Int(aligner.delayMilliseconds * 100), ordering: .relaxed)
        }
    }

    private func meanSquare(_ samples: UnsafePointer<Float>) -> Float {
        var sum: Float = 0
        for i in 0..<Self.blockFrames { sum += samples[i] * samples[i] }
        return sum / Float(Self.blockFrames)
    }
}

/// Copies of the sound in the microphone's path, for checks. They are rings, so that the capture thread never waits.
final class EchoTap: Sendable {
    let near = Ring<Float>(minimumCapacity: 1 << 20, zero: 0)
    let far = Ring<Float>(minimumCapacity: 1 << 20, zero: 0)
    let clean = Ring<Float>(minimumCapacity: 1 << 20, zero: 0)
    /// By how many frames each block of `far` is ahead of the devices' reports.
    let leadFrames = Ring<Float>(minimumCapacity: 1 << 12, zero: 0)

    func near(_ block: UnsafePointer<Float>, far reference: UnsafePointer<Float>, leadFrames lead: Float) {
        _ = leadFrames.push(lead)
        _ = near.write(block, count: CapturePath.blockFrames)
        _ = far.write(reference, count: CapturePath.blockFrames)
    }

    func clean(_ block: UnsafePointer<Float>) { _ = clean.write(block, count: CapturePath.blockFrames) }
}
