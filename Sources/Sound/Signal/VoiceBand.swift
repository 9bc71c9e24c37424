import System

/// How much of a microphone's sound a line is for.
public enum VoiceBandwidth: Sendable, CaseIterable {
    /// Up to 7 kHz, as telephones with "HD voice" have it: what a voice needs to be understood, for less than half of the
    /// processor.
    case wide
    /// Up to 24 kHz: for a voice that is kept, to be played or learned from.
    case full

    /// Hertz.
    var rate: Int { self == .wide ? 16_000 : 48_000 }
}

/// Takes blocks of 10 ms at 48 kHz to the rate at which echo is cancelled, and back. Lags by 2 ms if that is another one.
/// One thread at a time; allocates only in `init`.
///
/// `@unchecked Sendable`: made on an ordinary thread, then used by one capture thread at a time.
final class VoiceBand: @unchecked Sendable {
    private static let outerFrames = 480

    /// Hertz.
    let rate: Int
    let blockFrames: Int
    /// The block at that rate: what is played, and what the microphone heard, which its owner changes in place.
    let far: UnsafeMutablePointer<Float>
    let near: UnsafeMutablePointer<Float>
    private let conversion: Conversion?

    private struct Conversion {
        let farDown: Resampler
        let nearDown: Resampler
        let up: Resampler

        init(rate: Int) {
            farDown = Resampler(from: 48_000, to: rate)
            nearDown = Resampler(from: 48_000, to: rate)
            up = Resampler(from: rate, to: 48_000)
        }
    }

    init(_ bandwidth: VoiceBandwidth) {
        rate = bandwidth.rate
        blockFrames = rate / 100
        far = lockedFloats(blockFrames)
        near = lockedFloats(blockFrames)
        conversion = rate == 48_000 ? nil : Conversion(rate: rate)
    }

    deinit {
        freeLocked(far, blockFrames)
        freeLocked(near, blockFrames)
    }

    /// Fills `far` and `near` from 480 samples each.
    func take(far outerFar: UnsafePointer<Float>, near outerNear: UnsafePointer<Float>) {
        guard let conversion else {
            far.update(from: outerFar, count: blockFrames)
            near.update(from: outerNear, count: blockFrames)
            return
        }
        _ = conversion.farDown.process(outerFar, count: Self.outerFrames, into: far, capacity: blockFrames)
        _ = conversion.nearDown.process(outerNear, count: Self.outerFrames, into: near, capacity: blockFrames)
    }

    /// Writes `near` as 480 samples.
    func give(near outerNear: UnsafeMutablePointer<Float>) {
        guard let conversion else { return outerNear.update(from: near, count: blockFrames) }
        _ = conversion.up.process(near, count: blockFrames, into: outerNear, capacity: Self.outerFrames)
    }
}
