import Glibc

/// Sounds that need no file. Mono, 48 kHz, peaks below 0.9.
enum Tones {
    static let rate = 48_000.0

    /// The fundamental of the alarm, in Hz: fire alarms for sleepers use 520 Hz (NFPA 72, 18.4.5.3).
    static let alarmHertz = 520.0
    /// A full square has every odd harmonic; those above 12 kHz wake nobody, and would alias on a slower card.
    private static let alarmHarmonics = stride(from: 1, through: 23, by: 2)
    /// The mean of the pulses lies 6 dB above the shipped melody's loudness: where the melody at the ceiling reaches the
    /// 75 dBA that are aimed at by the pillow, this stays below 85.
    private static let alarmAmplitude = 0.316

    /// The alarm from code: a 520 Hz square wave in the T-3 pattern (half a second on and off, three times, then 1 s
    /// more of silence). Four seconds, loops without a click. It rings for heavy sleepers, from the fourth follow-up on,
    /// and where no file can be played (SOUND-7, S-3).
    static func alarm() -> [Float] {
        // 13 periods of the wave fill 1200 samples exactly.
        let turn: [Float] = (0..<1200).map { i in
            let phase = 2 * .pi * alarmHertz * Double(i) / rate
            let wave = alarmHarmonics.reduce(0.0) { $0 + sin(Double($1) * phase) / Double($1) }
            return Float(4 / .pi * alarmAmplitude * wave)
        }
        let (pulse, edge) = (Int(0.5 * rate), Int(0.01 * rate))
        var samples = [Float](repeating: 0, count: Int(4 * rate))
        for first in stride(from: 0, to: 6 * pulse, by: 2 * pulse) {
            for i in 0..<pulse {
                let share = Double(min(i, pulse - 1 - i, edge)) / Double(edge)
                samples[first + i] = turn[i % turn.count] * Float(0.5 - 0.5 * cos(.pi * share))
            }
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
