import System

/// Cuts a microphone's stream into blocks of 10 ms at 48 kHz, each with its instant. One thread; allocates only in
/// `init`.
final class BlockCutter {
    static let blockFrames = 480
    private static let maximumFrames = 1024
    private let rate: Int
    private let resampler: Resampler?
    private let converted: UnsafeMutablePointer<Float>
    private let capacity: Int
    private let block: UnsafeMutablePointer<Float>
    private var filled = 0

    init(rate: Int) {
        self.rate = rate
        resampler = rate == 48_000 ? nil : Resampler(from: rate, to: 48_000)
        capacity = resampler?.bound(outputsFor: Self.maximumFrames) ?? 1
        converted = lockedFloats(capacity)
        block = lockedFloats(Self.blockFrames)
    }

    deinit {
        freeLocked(converted, capacity)
        freeLocked(block, Self.blockFrames)
    }

    /// Nanoseconds of sound until the next block is whole.
    var missingNanoseconds: Int64 { FarEnd.nanoseconds(Self.blockFrames - filled) }

    /// Drops the block that was begun, because the stream broke.
    func reset() {
        filled = 0
        resampler?.reset()
    }

    /// Takes at most 1024 frames at the device's rate. `body` receives each whole block, which it may change, and the
    /// boot time in nanoseconds at which the block's first sample was captured.
    /// - Parameter endAt: boot time in nanoseconds at which the last of `mono` was captured.
    func take(
        _ mono: UnsafePointer<Float>, count: Int, endAt: Int64, _ body: (UnsafeMutablePointer<Float>, Int64) -> Void
    ) {
        guard let resampler else { return add(mono, count: count, endAt: endAt, body) }
        let made = resampler.process(mono, count: min(count, Self.maximumFrames), into: converted, capacity: capacity)
        let lag = Int64(resampler.delay) * 1_000_000_000 / Int64(rate)
        add(converted, count: made, endAt: endAt - lag, body)
    }

    private func add(
        _ samples: UnsafePointer<Float>, count: Int, endAt: Int64, _ body: (UnsafeMutablePointer<Float>, Int64) -> Void
    ) {
        for i in 0..<count {
            block[filled] = samples[i]
            filled += 1
            if filled == Self.blockFrames {
                filled = 0
                body(block, endAt - FarEnd.nanoseconds(count - 1 - i + Self.blockFrames))
            }
        }
    }
}

/// Levels and voice activity of a microphone's stream. One thread; does not allocate.
final class CaptureMeter {
    private let cutter: BlockCutter
    private var activity = VoiceActivity()
    private(set) var levelDBFS = -120.0
    /// Whether the block that was measured last is exact silence.
    private(set) var isSilent = false
    /// The loudest block since `init`.
    private(set) var peakDBFS = -120.0
    private(set) var quietestDBFS = 0.0
    private(set) var blocks = 0
    private(set) var loudestSample: Float = 0

    init(rate: Int) { cutter = BlockCutter(rate: rate) }

    var isVoiceActive: Bool { activity.isActive }

    /// Takes at most 1024 frames at the device's rate; returns whether a voice began or ended.
    func take(_ mono: UnsafePointer<Float>, count: Int) -> Bool {
        let was = activity.isActive
        cutter.take(mono, count: count, endAt: 0) { block, _ in
            measure(block)
            hear(block, isEcho: false)
        }
        return activity.isActive != was
    }

    /// Measures the level of a block of 10 ms at 48 kHz.
    func measure(_ block: UnsafePointer<Float>) {
        blocks += 1
        for i in 0..<BlockCutter.blockFrames { loudestSample = max(loudestSample, abs(block[i])) }
        levelDBFS = Sound.levelDBFS(block, count: BlockCutter.blockFrames)
        isSilent = levelDBFS <= -120
        peakDBFS = max(peakDBFS, levelDBFS)
        quietestDBFS = min(quietestDBFS, levelDBFS)
    }

    /// Listens for a voice in a block of 10 ms at 48 kHz: the one that was measured, or the one before it if blocks are
    /// held back for their echo. A block that is known to be echo counts as one without a voice.
    func hear(_ block: UnsafePointer<Float>, isEcho: Bool) {
        _ = activity.process(block, count: BlockCutter.blockFrames, isEcho: isEcho, isSilent: isSilent)
    }
}
