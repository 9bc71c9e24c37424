import System

/// Takes blocks of 10 ms at 48 kHz down to 16 kHz and back, for what is done to a voice only. A voice keeps what makes
/// it intelligible (8 kHz, as in "HD voice" of telephones), and the two libraries that cancel echo take less than half
/// of the time. Lags by 2 ms. One thread at a time; allocates only in `init`.
///
/// `@unchecked Sendable`: made on an ordinary thread, then used by one capture thread at a time.
final class VoiceBand: @unchecked Sendable {
    /// Hertz.
    static let rate = 16_000
    static let blockFrames = rate / 100
    private static let outerFrames = 480

    /// The block at 16 kHz: what is played, and what the microphone heard, which its owner changes in place.
    let far = lockedFloats(blockFrames)
    let near = lockedFloats(blockFrames)
    private let farDown = Resampler(from: 48_000, to: rate)
    private let nearDown = Resampler(from: 48_000, to: rate)
    private let up = Resampler(from: rate, to: 48_000)

    deinit {
        freeLocked(far, Self.blockFrames)
        freeLocked(near, Self.blockFrames)
    }

    /// Fills `far` and `near` from 480 samples each.
    func take(far outerFar: UnsafePointer<Float>, near outerNear: UnsafePointer<Float>) {
        _ = farDown.process(outerFar, count: Self.outerFrames, into: far, capacity: Self.blockFrames)
        _ = nearDown.process(outerNear, count: Self.outerFrames, into: near, capacity: Self.blockFrames)
    }

    /// Writes `near` as 480 samples.
    func give(near outerNear: UnsafeMutablePointer<Float>) {
        _ = up.process(near, count: Self.blockFrames, into: outerNear, capacity: Self.outerFrames)
    }
}
