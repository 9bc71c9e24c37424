import Glibc
import Synchronization
import System

extension SoundCheck {
    /// How the speaker sounds in the microphone, for `anicca doctor` (SOUND-3).
    public struct EchoReport: Sendable, Hashable, Codable {
        public enum Verdict: String, Sendable, Hashable, Codable {
            case measured
            /// Not one sample differed from zero: muted in hardware, not connected, or the wrong device.
            case noMicrophoneSignal
            /// The microphone hears the room but not the sweep: volume, wiring, or the wrong device.
            case noSpeakerSignal
        }
        public var verdict: Verdict
        /// The engine's name and version.
        public var engine: String
        /// By how much the sweep comes back quieter than it was played; negative: louder.
        public var echoReturnLossDB: Double?
        /// By how much the canceller lowers it further, with the gain control of a conversation.
        public var enhancementDB: Double?
        /// Time from the instant at which, by the devices' reports, a sound is heard to the one at which it was
        /// captured: the way through the air (3 ms a metre), and what the devices do not report.
        public var delayMilliseconds: Double?
        /// The level at the microphone before the sweep.
        public var noiseDBFS: Double
        /// How often the sound was interrupted at the speaker or the microphone, which may explain a poor result.
        public var gaps = 0
    }

    /// Plays sweeps and noise for 8 s through the real path, at this volume, and compares. Blocks for 10 s; throws if a
    /// device cannot be opened.
    public static func echo(
        output: OutputDevice, input: InputDevice, volumePercent: Int = 50, engine: EchoEngine = .preferred
    ) throws(SoundError) -> EchoReport {
        // These throw the reason if a device cannot be opened at all.
        _ = try tryOutput(output)
        _ = try tryInput(input)
        let configuration = SoundConfiguration(outputs: [output], inputs: [input], echoEngine: engine)
        let signal = EchoSignal()
        let tap = EchoTap()
        let driver = SoundDriver(configuration: configuration, post: { _ in }, log: { _, _ in })
        defer { driver.shutDown() }
        let line = VoiceLine(render: { signal.render($0) }, capture: { _ in })
        driver.listen(true)
        driver.openLine(line, output: 0, volumePercent: volumePercent, tap: tap)
        let wanted = EchoSignal.frames + 24_000
        let deadline = bootNanoseconds() + FarEnd.nanoseconds(wanted) + 4_000_000_000
        while tap.clean.count < wanted, bootNanoseconds() < deadline { usleep(20_000) }
        let counters = driver.counters()
        guard tap.clean.count > EchoSignal.frames / 2 else {
            let device = counters.openOutput == nil ? output.name : input.name
            throw .stuck(device: device, milliseconds: 4000)
        }
        var report = evaluate(tap, engine: counters.echoEngine ?? "")
        report.gaps = counters.underruns + counters.overruns
        return report
    }

    private static func evaluate(_ tap: EchoTap, engine: String) -> EchoReport {
        func drain(_ ring: Ring<Float>) -> [Float] {
            var all: [Float] = []
            while let x = ring.pop() { all.append(x) }
            return all
        }
        let (far, near, clean, leads) = (drain(tap.far), drain(tap.near), drain(tap.clean), drain(tap.leadFrames))
        var report = EchoReport(verdict: .noMicrophoneSignal, engine: engine, noiseDBFS: -120)
        guard near.contains(where: { $0 != 0 }) else { return report }
        report.verdict = .noSpeakerSignal
        let sweeps = EchoSignal.find(in: far)
        guard let first = sweeps.first, let last = sweeps.last, sweeps.count >= 2 else { return report }
        report.noiseDBFS = decibels(meanSquare: power(near[max(0, first - 12_000)..<first]))
        let length = EchoSignal.sweepFrames
        guard let lag = EchoSignal.lag(of: far, in: near, from: first),
            last + lag + length <= min(near.count, clean.count)
        else { return report }
        let played = power(far[first..<first + length])
        let noise = pow(10, report.noiseDBFS / 10)
        let heard = max(1e-12, power(near[first + lag..<first + lag + length]) - noise)
        let (before, after) = (
            power(near[last + lag..<last + lag + length]), power(clean[last + lag..<last + lag + length])
        )
        report.verdict = .measured
        report.echoReturnLossDB = decibels(meanSquare: played) - decibels(meanSquare: heard)
        report.enhancementDB = decibels(meanSquare: before) - decibels(meanSquare: after)
        report.delayMilliseconds = (Double(lag) - lead(leads, from: first, count: length)) / 48
        return report
    }

    /// The median over the blocks of these frames: later the position of the far end may jump, and the lag with it.
    private static func lead(_ leads: [Float], from first: Int, count: Int) -> Double {
        let block = CapturePath.blockFrames
        let sorted = leads.dropFirst(first / block).prefix(count / block).sorted()
        return sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2])
    }

    private static func power(_ samples: ArraySlice<Float>) -> Double {
        Double(samples.reduce(0) { $0 + $1 * $1 }) / Double(max(1, samples.count))
    }
}

/// The sound that is played: silence, a sweep, noise in syllables from which the canceller learns, another sweep.
///
/// `@unchecked Sendable`: only the playback thread touches the position.
final class EchoSignal: @unchecked Sendable {
    static let sweepFrames = 48_000
    private static let silence = 48_000
    private static let noise = 4 * 48_000
    static let frames = 2 * silence + 2 * sweepFrames + noise + 24_000

    private let samples: [Float]
    private var position = 0

    init() {
        let gap = [Float](repeating: 0, count: Self.silence)
        var random = SeededNoise(seed: 11)
        var low = Biquad.lowPass(hertz: 9000, rate: 48_000)
        let noise = (0..<Self.noise).map { i -> Float in
            // Four syllables a second.
            let envelope = sinf(.pi * Float(i % 12_000) / 12_000)
            return min(max(0.15 * envelope * low.step(random.next()), -0.9), 0.9)
        }
        let sweep = Self.sweep()
        samples = gap + sweep + gap.prefix(12_000) + noise + gap.prefix(12_000) + sweep + gap
    }

    /// Fills the buffer with the signal, then with silence. Real-time thread only.
    func render(_ buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        samples.withUnsafeBufferPointer { source in
            for i in buffer.indices {
                buffer[i] = position < source.count ? source[position] : 0
                position += 1
            }
        }
        return buffer.count
    }

    /// 150 Hz to 6 kHz, exponential: the same energy in each octave.
    private static func sweep() -> [Float] {
        let octaves = log(6000.0 / 150)
        let seconds = Double(sweepFrames) / 48_000
        return (0..<sweepFrames).map { i in
            let t = Double(i) / 48_000
            let phase = 2 * .pi * 150 * seconds / octaves * (exp(t / seconds * octaves) - 1)
            let edge = min(1, min(t, seconds - t) / 0.02)
            return Float(0.6 * edge * sin(phase))
        }
    }

    /// Where sweeps begin: sound of at least 0.9 s with silence of at least 0.2 s before it.
    static func find(in far: [Float]) -> [Int] {
        var found: [Int] = []
        var quiet = 0
        for (i, x) in far.enumerated() {
            if abs(x) < 1e-4 {
                quiet += 1
            } else {
                if quiet >= 9600, i + sweepFrames <= far.count { found.append(i) }
                quiet = 0
            }
        }
        // The noise between begins after silence as well: the first and the last are the sweeps.
        guard let first = found.first, let last = found.last(where: { $0 > first + sweepFrames }) else { return found }
        return [first, last]
    }

    /// By how many frames the sweep at `start` of `far` comes later in `near`, up to 500 ms; nil if it is not found.
    static func lag(of far: [Float], in near: [Float], from start: Int) -> Int? {
        // Searched at 8 kHz: exact to an eighth of a millisecond.
        let step = 6
        let reach = 24_000
        guard start + sweepFrames + reach <= near.count else { return nil }
        let sweep = Resampler.convert(Array(far[start..<start + sweepFrames]), from: 48_000, to: 8000)
        let heard = Resampler.convert(Array(near[start..<start + sweepFrames + reach]), from: 48_000, to: 8000)
        let coarse = (0..<reach / step).map { lag in product(sweep, heard, lag, stride: 1) }
        guard let best = coarse.indices.max(by: { abs(coarse[$0]) < abs(coarse[$1]) }) else { return nil }
        // Sound that has nothing to do with the sweep gives peaks of about four times the mean over this many lags.
        let mean = coarse.reduce(0) { $0 + abs($1) } / Float(coarse.count)
        guard mean > 0, abs(coarse[best]) > 12 * mean else { return nil }
        return best * step
    }

    private static func product(_ a: [Float], _ b: [Float], _ lag: Int, stride: Int) -> Float {
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                var sum: Float = 0
                let count = min(a.count, b.count - lag)
                var i = 0
                while i < count {
                    sum += a[i] * b[i + lag]
                    i += stride
                }
                return sum
            }
        }
    }
}
