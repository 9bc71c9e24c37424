import Glibc

/// Loudness by ITU-R BS.1770-4, of mono sound at 48 kHz: K-weighted, in blocks of 400 ms, gated. It allocates, so it is
/// for loader threads and checks only.
enum Loudness {
    /// Reported for silence, in LUFS.
    static let silence = -70.0
    /// Blocks of 400 ms begin every 100 ms.
    private static let blockFrames = 19_200
    private static let stepFrames = 4800

    /// In LUFS; `silence` if no block is louder. A sound that is shorter than a block is measured as one.
    static func integrated(_ samples: UnsafeBufferPointer<Float>) -> Double {
        let powers = blocks(samples)
        let heard = powers.filter { level($0) > silence }
        guard !heard.isEmpty else { return silence }
        // The relative gate: 10 LU below what is heard.
        let gate = level(mean(heard)) - 10
        return level(mean(heard.filter { level($0) > gate }))
    }

    /// The loudness of each block of 400 ms, one every 100 ms, in LUFS.
    static func momentary(_ samples: UnsafeBufferPointer<Float>) -> [Double] { blocks(samples).map(level) }

    private static func level(_ meanSquare: Double) -> Double {
        meanSquare > 0 ? max(-0.691 + 10 * log10(meanSquare), silence) : silence
    }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    /// Mean squares of the K-weighted sound.
    private static func blocks(_ samples: UnsafeBufferPointer<Float>) -> [Double] {
        // The standard's coefficients: a shelf for the head, then a high-pass.
        var shelf = Biquad(
            b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241,
            a2: 0.73248077421585)
        var highPass = Biquad(b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)
        var steps: [Double] = []
        steps.reserveCapacity(samples.count / stepFrames + 1)
        var energy = 0.0
        var filled = 0
        for x in samples {
            let y = Double(highPass.step(shelf.step(x)))
            energy += y * y
            filled += 1
            if filled == stepFrames {
                steps.append(energy)
                energy = 0
                filled = 0
            }
        }
        let perBlock = blockFrames / stepFrames
        guard steps.count >= perBlock else {
            return samples.isEmpty ? [] : [(steps.reduce(0, +) + energy) / Double(samples.count)]
        }
        return (0...(steps.count - perBlock)).map { first in
            steps[first..<first + perBlock].reduce(0, +) / Double(blockFrames)
        }
    }
}
