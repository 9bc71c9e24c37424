import Glibc

/// Sounds that need no file. Mono, 48 kHz, peaks below 0.9.
enum Tones {
    static let rate = 48_000.0

    /// The alarm for when no file can be played: groups of three rising notes, 2.4 s, loops without a click.
    static func alarm() -> [Float] {
        var samples = [Float](repeating: 0, count: Int(2.4 * rate))
        for (start, hertz) in [
            (0.0, 659.26), (0.25, 783.99), (0.5, 1046.5), (1.2, 783.99), (1.45, 1046.5), (1.7, 1318.5),
        ] {
            add(note: hertz, at: start, seconds: 0.45, amplitude: 0.6, to: &samples)
        }
        return samples
    }

    /// Two soft notes that mean "not like this", for when no words can be spoken.
    static func chime() -> [Float] {
        var samples = [Float](repeating: 0, count: Int(0.9 * rate))
        add(note: 880, at: 0, seconds: 0.5, amplitude: 0.45, to: &samples)
        add(note: 659.26, at: 0.22, seconds: 0.6, amplitude: 0.45, to: &samples)
        return samples
    }

    /// A soft tick of 5 ms.
    static func click() -> [Float] {
        let count = Int(0.005 * rate)
        return (0..<count).map { i in
            let share = Double(i) / Double(count)
            let envelope = sin(.pi * share) * (1 - share)
            return Float(0.16 * envelope * sin(2 * .pi * 1800 * Double(i) / rate))
        }
    }

    /// A struck bar: a fundamental and two quieter partials that die away sooner.
    private static func add(
        note hertz: Double, at start: Double, seconds: Double, amplitude: Double, to samples: inout [Float]
    ) {
        let first = Int(start * rate)
        let count = min(Int(seconds * rate), samples.count - first)
        guard count > 0 else { return }
        for i in 0..<count {
            let t = Double(i) / rate
            let attack = min(1, t / 0.004)
            let release = min(1, Double(count - i) / (0.03 * rate))
            var x = sin(2 * .pi * hertz * t) * exp(-t * 5)
            x += 0.25 * sin(2 * .pi * 2 * hertz * t) * exp(-t * 8)
            x += 0.1 * sin(2 * .pi * 3.01 * hertz * t) * exp(-t * 12)
            samples[first + i] += Float(amplitude * attack * release * x)
        }
    }
}
