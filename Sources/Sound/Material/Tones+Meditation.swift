import Bedside
import Glibc

/// The sounds of a guided meditation (D-2, D-3): mono, 48 kHz. They begin and end at zero, and rise slowly enough that
/// nobody is startled.
extension Tones {
    static func samples(of tone: Tone) -> [Float] {
        switch tone {
        case .bell(let decibels): bell(peakDBFS: decibels)
        case .breath(let rise, let hold, let fall): breath(rise: rise, hold: hold, fall: fall)
        case .sigh(let rise, let topUp, let fall): sigh(rise: rise, topUp: topUp, fall: fall)
        case .dawn: dawn()
        }
    }

    /// A bowl: three partials, the high ones softer and shorter, that swell in 120 ms and die away in 3 s.
    static func bell(peakDBFS: Int) -> [Float] {
        let count = Tone.bellMilliseconds * 48
        let partials: [(hertz: Double, share: Double, decay: Double)] = [
            (523.25, 1, 1.1), (1056, 0.3, 1.8), (1583, 0.12, 2.9),
        ]
        var samples = [Float](repeating: 0, count: count)
        for index in samples.indices {
            let time = Double(index) / rate
            var x = 0.0
            for partial in partials {
                let phase: Double = 2 * .pi * partial.hertz * time
                x += partial.share * sin(phase) * exp(-partial.decay * time)
            }
            let left = Double(count - index) / rate
            samples[index] = Float(x * swell(time / 0.12) * swell(left / 0.5))
        }
        return scaled(samples, toPeakDBFS: peakDBFS)
    }

    /// How loud a breath is at its height.
    private static let breathDBFS = -24
    private static let emptyHertz = 330.0
    private static let fullHertz = 440.0

    /// One breath: the pitch follows the lungs, and so does the loudness. Lengths in milliseconds.
    static func breath(rise: Int, hold: Int, fall: Int) -> [Float] {
        let (rising, holding, falling) = (max(rise, 1) * 48, max(hold, 0) * 48, max(fall, 1) * 48)
        return paced(count: rising + holding + falling) { index in
            if index < rising { return swell(Double(index) / Double(rising)) }
            if index < rising + holding { return 1 }
            return swell(Double(rising + holding + falling - index) / Double(falling))
        }
    }

    /// How full the lungs are before the second breath in of a sigh.
    private static let beforeTopUp = 0.6

    /// One sigh: the tone comes to rest at the end of the first rise, so that the second is heard as one of its own.
    /// Lengths in milliseconds.
    static func sigh(rise: Int, topUp: Int, fall: Int) -> [Float] {
        let (rising, topping, falling) = (max(rise, 1) * 48, max(topUp, 1) * 48, max(fall, 1) * 48)
        return paced(count: rising + topping + falling) { index in
            if index < rising { return beforeTopUp * swell(Double(index) / Double(rising)) }
            if index < rising + topping {
                return beforeTopUp + (1 - beforeTopUp) * swell(Double(index - rising) / Double(topping))
            }
            return swell(Double(rising + topping + falling - index) / Double(falling))
        }
    }

    /// A tone that is as high and as loud as the lungs are full, from 0 to 1.
    private static func paced(count: Int, fullness: (Int) -> Double) -> [Float] {
        var samples = [Float](repeating: 0, count: count)
        var phase = 0.0
        for index in samples.indices {
            let fullness = fullness(index)
            let overtones: Double = 0.25 * sin(2 * phase) + 0.08 * sin(3 * phase)
            samples[index] = Float((sin(phase) + overtones) * fullness)
            let hertz: Double = emptyHertz + (fullHertz - emptyHertz) * fullness
            phase += 2 * .pi * hertz / rate
            if phase > 2 * .pi { phase -= 2 * .pi }
        }
        return scaled(samples, toPeakDBFS: breathDBFS)
    }

    /// From 0 to 1 without an edge at either end; 1 beyond.
    static func swell(_ share: Double) -> Double {
        share >= 1 ? 1 : 0.5 - 0.5 * cos(.pi * max(share, 0))
    }

    static func scaled(_ samples: [Float], toPeakDBFS decibels: Int) -> [Float] {
        let peak = samples.reduce(Float(0)) { max($0, abs($1)) }
        guard peak > 0 else { return samples }
        let gain = Float(pow(10, Double(decibels) / 20)) / peak
        return samples.map { $0 * gain }
    }
}
