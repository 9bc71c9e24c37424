import Bedside
import Glibc

/// Judges whether a sound is likely to wake somebody (S-6), as a ring would play it: raised if it is quiet, mono at
/// 48 kHz.
public enum SoundJudgement {
    private static let maximumFrames = 120 * 48_000
    /// What is this much softer than the whole is not the sound's loudness yet, in LU.
    private static let beginningBelow = 12.0
    /// How much of the beginning is looked at for pauses, in blocks of 100 ms.
    private static let heardBlocks = 100
    private static let heardBlockFrames = 4800
    /// A block that has less than this share of the loudest one's power, 20 dB below it, is a pause.
    private static let pauseShare = 0.01

    /// The warnings about a WAV file; none if it is likely to wake. Reads two minutes of it at most. Blocks; not for
    /// real-time threads nor the main loop.
    public static func warnings(of path: String) throws(WAVError) -> [SoundWarning] {
        warnings(about: try WAVReader.read(path, maximumFrames: maximumFrames))
    }

    static func warnings(about samples: [Float]) -> [SoundWarning] {
        let peak = samples.reduce(Float(0)) { max($0, abs($1)) }
        guard !samples.isEmpty, peak.isFinite else { return [] }
        // As `MaterialLoader.readyForAlarm` judges it: another sound is played then.
        guard peak > 0.01 else { return [.silent] }
        var warnings: [SoundWarning] = []
        let share = bandShare(samples)
        if share < SoundWarning.bandPercent { warnings.append(.outsideBand(percent: share)) }
        let loudness = samples.withUnsafeBufferPointer(Loudness.integrated)
        let beginning = quietSeconds(samples, loudness)
        let heard = heardPercent(samples)
        if beginning > SoundWarning.beginningSeconds {
            warnings.append(.quietBeginning(seconds: beginning))
        } else if heard < SoundWarning.heardPercent {
            warnings.append(.sparse(percent: heard))
        }
        // As `MaterialLoader.readyForAlarm` raises it.
        let raised = loudness + max(0, 20 * Double(log10f(min(10, 0.9 / peak))))
        if raised < Double(SoundWarning.softestLoudness) { warnings.append(.soft(loudness: Int(raised.rounded()))) }
        return warnings
    }

    /// Percent of the energy between 400 and 2,500 Hz.
    static func bandShare(_ samples: [Float]) -> Int {
        var filter = BandFilter(fromHertz: 400, toHertz: 2500)
        var (inside, whole) = (0.0, 0.0)
        for x in samples {
            let y = Double(filter.step(x))
            inside += y * y
            whole += Double(x) * Double(x)
        }
        return whole > 0 ? min(100, Int((100 * inside / whole).rounded())) : 0
    }

    /// Percent of the first 10 s in which it is about as loud as at its loudest there: a click before long silence, or before
    /// something very soft, is as loud by its peak as an alarm. A shorter sound is played again and again, so that its own
    /// length counts.
    static func heardPercent(_ samples: [Float]) -> Int {
        let whole = samples.prefix(heardBlocks * heardBlockFrames)
        let powers = stride(from: 0, to: whole.count, by: heardBlockFrames).map { start -> Double in
            let block = whole[start..<min(start + heardBlockFrames, whole.count)]
            return block.reduce(0) { $0 + Double($1) * Double($1) } / Double(block.count)
        }
        guard let loudest = powers.max(), loudest > 0 else { return 0 }
        let heard = powers.count { $0 >= loudest * pauseShare }
        return 100 * heard / powers.count
    }

    /// How long it takes until the sound comes near its own loudness.
    private static func quietSeconds(_ samples: [Float], _ loudness: Double) -> Int {
        let blocks = samples.withUnsafeBufferPointer(Loudness.momentary)
        let first = blocks.firstIndex { $0 >= loudness - beginningBelow } ?? blocks.count
        return first / 10
    }
}
