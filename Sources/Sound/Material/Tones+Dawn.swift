import Bedside
import Glibc

/// The soft sound before an alarm (S-2): mono, 48 kHz, made by code, so that no file can be missing.
extension Tones {
    /// 30 dB below the shipped alarm's peak.
    private static let dawnDBFS = -33

    /// One note of a bird, in Hz from its beginning to its end.
    private struct Note {
        var atMilliseconds: Int
        var milliseconds: Int
        var from: Double
        var to: Double
        /// Amplitude, as a share of the nearest bird's.
        var share: Double
    }

    /// Three birds that answer each other, with long rests between; the last note dies before the loop starts again.
    static func dawn() -> [Float] {
        var samples = [Float](repeating: 0, count: Tone.dawnMilliseconds * 48)
        for note in songs() {
            let (first, count) = (note.atMilliseconds * 48, note.milliseconds * 48)
            var phase = 0.0
            for index in 0..<min(count, max(0, samples.count - first)) {
                let share = Double(index) / Double(count)
                // Up within the first third, and slowly down.
                let loudness: Double = swell(share * 3) * swell((1 - share) * 1.5)
                samples[first + index] += Float(sin(phase) * loudness * note.share)
                phase += 2 * .pi * (note.from + (note.to - note.from) * share) / rate
            }
        }
        return scaled(samples, toPeakDBFS: dawnDBFS)
    }

    private static func songs() -> [Note] {
        func song(at seconds: Double, _ share: Double, _ notes: [(gap: Int, long: Int, from: Double, to: Double)])
            -> [Note]
        {
            var at = Int(seconds * 1000)
            return notes.map { note in
                defer { at += note.long + note.gap }
                return Note(atMilliseconds: at, milliseconds: note.long, from: note.from, to: note.to, share: share)
            }
        }
        let near: [(gap: Int, long: Int, from: Double, to: Double)] = [
            (90, 160, 2300, 2700), (70, 140, 2700, 2450), (160, 260, 2350, 2900),
        ]
        let far: [(gap: Int, long: Int, from: Double, to: Double)] = [
            (60, 110, 3200, 3000), (60, 110, 3200, 3000), (60, 110, 3200, 3000), (60, 180, 3300, 2800),
        ]
        let low: [(gap: Int, long: Int, from: Double, to: Double)] = [(180, 420, 1250, 1180), (180, 420, 1250, 1120)]
        return song(at: 0.8, 1, near) + song(at: 4.2, 0.4, far) + song(at: 7.5, 0.6, low) + song(at: 10.9, 1, near)
            + song(at: 13.4, 0.4, far) + song(at: 16.8, 0.8, near) + song(at: 20.1, 0.5, low)
    }
}
