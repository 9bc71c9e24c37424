import Glibc

/// Changes the sampling rate of a mono stream: a linear-phase windowed-sinc low pass (Kaiser, about 90 dB) evaluated at
/// the output's instants. One thread at a time; `process` does not allocate.
///
/// `@unchecked Sendable`: handed from the thread that makes it to the one that uses it.
final class Resampler: @unchecked Sendable {
    /// Beyond this many phases, the table is interpolated: 44,101 Hz would need one of megabytes.
    private static let maximumPhases = 1024
    private static let zeroCrossings = 16.0

    let inputRate: Int
    let outputRate: Int
    /// Output k lies at input instant k * step / phases.
    private let step: Int
    private let phases: Int
    private let tablePhases: Int
    let taps: Int
    private let table: UnsafeMutablePointer<Float>
    /// The last `taps` inputs, written twice so that a window is always contiguous.
    private let window: UnsafeMutablePointer<Float>
    private var writeIndex = 0
    /// Position of the next output after the newest input, in units of 1/phases of an input frame.
    private var position = 0

    /// Rates in Hz, 1,000 … 768,000.
    init(from inputRate: Int, to outputRate: Int) {
        let input = min(max(inputRate, 1000), 768_000)
        let output = min(max(outputRate, 1000), 768_000)
        self.inputRate = input
        self.outputRate = output
        var a = input
        var b = output
        while b != 0 { (a, b) = (b, a % b) }
        step = input / a
        phases = output / a
        tablePhases = min(phases, Self.maximumPhases)
        let ratio = max(1, Double(input) / Double(output))
        let half = Int((Self.zeroCrossings * ratio).rounded(.up))
        taps = 2 * half
        // The last row serves the interpolation past the last phase.
        let rows = tablePhases + 1
        table = .allocate(capacity: rows * taps)
        table.initialize(repeating: 0, count: rows * taps)
        window = .allocate(capacity: 2 * taps)
        window.initialize(repeating: 0, count: 2 * taps)
        // The transition band reaches from about 0.78 to 1.12 of the lower Nyquist frequency: at 44.1 kHz and more, what
        // aliases is above hearing, and at 16 kHz it lies above what a voice needs.
        let cutoff = 0.95 / ratio
        for row in 0..<rows {
            let fraction = Double(row) / Double(tablePhases)
            var sum = 0.0
            for tap in 0..<taps {
                // Distance of input `tap` (oldest first) from the output instant, in input frames.
                let distance = Double(tap - half + 1) - fraction
                let weight = sinc(distance * cutoff) * kaiser(distance / Double(half))
                table[row * taps + tap] = Float(weight)
                sum += weight
            }
            // Unity gain at every phase, so that a constant stays one.
            for tap in 0..<taps { table[row * taps + tap] /= Float(sum) }
        }
    }

    deinit {
        table.deallocate()
        window.deallocate()
    }

    /// Input frames by which the output lags.
    var delay: Int { taps / 2 }

    /// Forgets the past, as if silence had come before.
    func reset() {
        for i in 0..<(2 * taps) { window[i] = 0 }
        writeIndex = 0
        position = 0
    }

    /// The most outputs that `count` inputs can give.
    func bound(outputsFor count: Int) -> Int { count * phases / step + 2 }

    /// How many inputs give at least `count` outputs.
    func inputsNeeded(outputs count: Int) -> Int {
        let last = position + (count - 1) * step
        return count <= 0 ? 0 : last / phases + 1
    }

    /// Takes all `count` inputs; writes at most `capacity` outputs and returns how many (the rest is lost, so the
    /// caller gives `bound(outputsFor:)`).
    func process(
        _ input: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>, capacity: Int
    ) -> Int {
        var made = 0
        for i in 0..<count {
            window[writeIndex] = input[i]
            window[writeIndex + taps] = input[i]
            writeIndex += 1
            if writeIndex == taps { writeIndex = 0 }
            while position < phases {
                if made < capacity {
                    output[made] = evaluate()
                    made += 1
                }
                position += step
            }
            position -= phases
        }
        return made
    }

    private func evaluate() -> Float {
        let base = window + writeIndex
        if tablePhases == phases { return dot(base, table + position * taps) }
        let (row, rest) = (position * tablePhases).quotientAndRemainder(dividingBy: phases)
        let share = Float(rest) / Float(phases)
        let low = dot(base, table + row * taps)
        let high = dot(base, table + (row + 1) * taps)
        return low + (high - low) * share
    }

    /// Eight products at a time; `taps` is even, so that pairs are left.
    private func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> Float {
        var sums = SIMD8<Float>()
        var i = 0
        while i + 8 <= taps {
            let x = UnsafeRawPointer(a + i).loadUnaligned(as: SIMD8<Float>.self)
            let y = UnsafeRawPointer(b + i).loadUnaligned(as: SIMD8<Float>.self)
            sums += x * y
            i += 8
        }
        var rest: Float = 0
        while i < taps {
            rest += a[i] * b[i]
            i += 1
        }
        return sums.sum() + rest
    }

    /// Converts a whole signal at once, aligned with its input; its length follows from the ratio.
    static func convert(_ samples: [Float], from inputRate: Int, to outputRate: Int) -> [Float] {
        guard inputRate != outputRate, !samples.isEmpty else { return samples }
        let resampler = Resampler(from: inputRate, to: outputRate)
        let lag = resampler.delay
        let wanted = Int((Double(samples.count) * Double(outputRate) / Double(inputRate)).rounded())
        let skip = Int((Double(lag) * Double(outputRate) / Double(inputRate)).rounded())
        let padded = samples + [Float](repeating: 0, count: lag + 1)
        let room = resampler.bound(outputsFor: padded.count)
        let all = [Float](unsafeUninitializedCapacity: room) { buffer, made in
            padded.withUnsafeBufferPointer { input in
                guard let source = input.baseAddress, let target = buffer.baseAddress else { return }
                made = resampler.process(source, count: input.count, into: target, capacity: room)
            }
        }
        return Array(all.dropFirst(skip).prefix(wanted))
    }
}

private func sinc(_ x: Double) -> Double {
    abs(x) < 1e-9 ? 1 : sin(.pi * x) / (.pi * x)
}

/// Kaiser window, beta 8.6; 0 outside of -1 … 1.
private func kaiser(_ x: Double) -> Double {
    guard abs(x) < 1 else { return 0 }
    let beta = 8.6
    return bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
}

/// Modified Bessel function of the first kind, order zero, by its power series.
private func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var k = 1.0
    while term > sum * 1e-12, k < 60 {
        term *= (x / (2 * k)) * (x / (2 * k))
        sum += term
        k += 1
    }
    return sum
}
