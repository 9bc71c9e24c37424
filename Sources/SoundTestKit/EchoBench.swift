import Bedside
import Glibc
import Sound
import System

/// Measures an echo canceller on a reproducible mixture, for `make bench` and for choosing the engine. Uses no device.
package enum EchoBench {
    package struct Report: Sendable, Hashable, Codable {
        package var engine: EchoEngine
        /// The library's name and version.
        package var library: String
        /// Echo return loss enhancement over speech, from the fourth second on, before the near voice begins.
        package var enhancementDB: Double
        /// Seconds after which every half second of echo was reduced by 30 dB or more; nil if that was never reached.
        package var secondsTo30DB: Double?
        /// Mean change in level of the near voice's loud 20 ms spans while the far voice is as loud; 0 if unchanged.
        package var nearChangeDB: Double
        /// Correlation of the near voice before and after cancelling, 0 … 1.
        package var nearLikeness: Double
        /// Echo return loss enhancement in the four seconds after both spoke.
        package var enhancementAfterDB: Double
        /// Processor time in percent of one core, for both directions.
        package var processorPercent: Double
        package var longestBlockMicroseconds: Double
    }

    /// Hertz.
    private static let rate = 48_000
    private static let block = 480
    private static let nearStart = 8 * rate
    private static let roomDelayMilliseconds = 60

    /// Measures `engine` with speech made by `synthesizer` (a program with espeak-ng's options) in both roles. Takes
    /// some seconds; nil if the engine is not in this build.
    package static func run(engine: EchoEngine, synthesizer: String = "espeak-ng") throws(SoundError) -> Report? {
        let far = try speech(
            Utterance(
                text:
                    "Good morning. It is six o'clock, and the sun is coming up. Stand up, leave the bed, count to three "
                    + "and move. Let us open the window, drink a glass of water, and take three slow breaths together. "
                    + "What would you like to do first this morning? You said that you would like to walk.",
                language: .english), synthesizer)
        let near = try speech(
            Utterance(text: "はい、おきました。まどをあけて、みずをのみます。きょうは、はやくさんぽにいきたいです。", language: .japanese), synthesizer)
        return run(engine: engine, far: far, near: near)
    }

    /// Measures `engine` with `far` from the start, repeated, and `near` from the eighth second, as loud at the
    /// microphone as the echo. Mono at 48 kHz, 1 … 60 s each.
    package static func run(engine: EchoEngine, far: [Float], near: [Float]) -> Report? {
        guard let canceller = EchoCanceller(engine: engine, controlsGain: false), far.count >= rate, near.count >= rate
        else { return nil }
        let nearCount = min(near.count, 60 * rate)
        let count = (nearStart + nearCount + 4 * rate) / block * block
        var random = SeededNoise(seed: 20_260_321)
        let source = (0..<count).map { far[$0 % min(far.count, 60 * rate)] }
        let room = roomResponse(&random)
        var echo = convolve(source, room, delay: roomDelayMilliseconds * rate / 1000)
        let spoken = (0..<count).map { i in
            i >= nearStart && i < nearStart + nearCount ? near[i - nearStart] : 0
        }
        let nearGain = Float((activePower(echo) / activePower(spoken)).squareRoot())
        let voice = spoken.map { $0 * nearGain }
        for i in echo.indices { echo[i] += 0.0003 * random.next() }

        var output = [Float](repeating: 0, count: count)
        var reference = [Float](repeating: 0, count: block)
        var work = reference
        let began = threadNanoseconds()
        var longest: Int64 = 0
        for start in stride(from: 0, to: count, by: block) {
            for i in 0..<block {
                reference[i] = source[start + i]
                work[i] = echo[start + i] + voice[start + i]
            }
            let before = threadNanoseconds()
            _ = canceller.process(far: reference, near: &work, delayMilliseconds: roomDelayMilliseconds)
            longest = max(longest, threadNanoseconds() - before)
            for i in 0..<block { output[start + i] = work[i] }
        }
        let used = threadNanoseconds() - began
        let nearFigures = compare(voice, output, from: nearStart, count: nearCount)
        return Report(
            engine: engine, library: engine.libraryName,
            enhancementDB: enhancement(echo, output, from: 3 * rate, to: nearStart),
            secondsTo30DB: secondsTo30(echo, output), nearChangeDB: nearFigures.change,
            nearLikeness: nearFigures.likeness,
            enhancementAfterDB: enhancement(echo, output, from: nearStart + nearCount, to: count),
            processorPercent: Double(used) / (Double(count) / Double(rate)) / 1e7,
            longestBlockMicroseconds: Double(longest) / 1000)
    }

    // MARK: the mixture

    private static func speech(_ utterance: Utterance, _ synthesizer: String) throws(SoundError) -> [Float] {
        let process = try SpeechProcess(utterance, synthesizer: synthesizer) { _ in }
        defer { process.cancel() }
        var samples: [Float] = []
        let deadline = bootNanoseconds() + 20_000_000_000
        while bootNanoseconds() < deadline, samples.count < 60 * rate {
            if let x = process.stream.ring.pop() {
                samples.append(x)
            } else if process.stream.isEnded, process.stream.ring.count == 0 {
                break
            } else {
                usleep(1000)
            }
        }
        let peak = samples.reduce(0) { max($0, abs($1)) }
        return peak > 0 ? samples.map { $0 * 0.5 / peak } : []
    }

    private struct Reflection {
        var frame: Int
        var gain: Float
    }

    /// A small bedroom: the direct sound and 160 reflections over 100 ms that die away by 35 dB, together half as loud
    /// as the sound that is played.
    private static func roomResponse(_ random: inout SeededNoise) -> [Reflection] {
        var response = [Reflection(frame: 0, gain: 1)]
        for _ in 0..<160 {
            let share = random.uniform()
            let frame = 96 + Int(share * Float(rate / 10 - 96))
            response.append(Reflection(frame: frame, gain: 0.2 * random.next() * expf(-4 * share)))
        }
        let energy = response.reduce(0) { $0 + $1.gain * $1.gain }
        return response.map { Reflection(frame: $0.frame, gain: $0.gain * 0.5 / energy.squareRoot()) }
    }

    private static func convolve(_ source: [Float], _ response: [Reflection], delay: Int) -> [Float] {
        var result = [Float](repeating: 0, count: source.count)
        result.withUnsafeMutableBufferPointer { target in
            source.withUnsafeBufferPointer { source in
                for reflection in response {
                    var i = delay + reflection.frame
                    var from = 0
                    while i < target.count {
                        target[i] += source[from] * reflection.gain
                        i += 1
                        from += 1
                    }
                }
            }
        }
        return result
    }

    // MARK: figures

    private static func power(_ samples: ArraySlice<Float>) -> Double {
        Double(samples.reduce(0) { $0 + $1 * $1 }) / Double(max(1, samples.count))
    }

    /// The mean power of the blocks in which somebody speaks.
    private static func activePower(_ samples: [Float]) -> Double {
        let powers = stride(from: 0, to: samples.count - block, by: block).map { power(samples[$0..<$0 + block]) }
        let active = powers.filter { $0 > 1e-5 }
        return max(1e-9, active.reduce(0, +) / Double(max(1, active.count)))
    }

    private static func enhancement(_ echo: [Float], _ output: [Float], from: Int, to: Int) -> Double {
        decibels(meanSquare: power(echo[from..<to])) - decibels(meanSquare: power(output[from..<to]))
    }

    private static func secondsTo30(_ echo: [Float], _ output: [Float]) -> Double? {
        var reached: Int?
        for start in stride(from: 0, to: nearStart, by: rate / 2) {
            // Skip pauses.
            guard power(echo[start..<start + rate / 2]) > 1e-5 else { continue }
            if enhancement(echo, output, from: start, to: start + rate / 2) < 30 {
                reached = nil
            } else if reached == nil {
                reached = start
            }
        }
        return reached.map { Double($0) / Double(rate) }
    }

    private static func compare(
        _ voice: [Float], _ output: [Float], from: Int, count: Int
    ) -> (change: Double, likeness: Double) {
        // The engines' filter banks delay by up to 20 ms.
        var best = (lag: 0, product: -Double.infinity)
        for lag in stride(from: 0, to: rate / 40, by: 8) {
            var product = 0.0
            for i in stride(from: from, to: from + count, by: 5) { product += Double(voice[i] * output[i + lag]) }
            if product > best.product { best = (lag, product) }
        }
        var changes: [Double] = []
        var (own, other, both) = (1e-12, 1e-12, 0.0)
        let span = 2 * block
        for start in stride(from: from, to: from + count - span, by: span) {
            let before = voice[start..<start + span]
            let after = output[start + best.lag..<start + best.lag + span]
            guard power(before) > 1e-4 else { continue }
            changes.append(decibels(meanSquare: power(after)) - decibels(meanSquare: power(before)))
            for (a, b) in zip(before, after) {
                own += Double(a * a)
                other += Double(b * b)
                both += Double(a * b)
            }
        }
        let mean = changes.reduce(0, +) / Double(max(1, changes.count))
        return (mean, max(0, both / (own * other).squareRoot()))
    }

    private static func threadNanoseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
