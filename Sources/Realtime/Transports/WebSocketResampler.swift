import Glibc

/// The low-pass between 48 kHz and the service's 24 kHz: flat to 10.5 kHz, 70 dB down from 12 kHz on, linear phase, 1.4
/// ms of delay. A connection uses two, one per direction, each with its own history.
struct HalfBand {
    static let taps = 140
    /// Kaiser window with β for 70 dB; the sum is 1.
    private static let kernel: [Float] = {
        let beta = 6.755
        let cut = 11_250.0 / 48_000.0
        let middle = Double(taps - 1) / 2
        let values = (0..<taps).map { index -> Double in
            let x = Double(index) - middle
            let sinc = sin(2 * Double.pi * cut * x) / (Double.pi * x)
            let r = x / (middle + 0.5)
            return sinc * bessel(beta * (1 - r * r).squareRoot()) / bessel(beta)
        }
        let sum = values.reduce(0, +)
        return values.map { Float($0 / sum) }
    }()

    /// The kernel for each of the two samples between two of 24 kHz: every other tap, oldest sample first, padded with
    /// zeros in front to a multiple of four.
    private static let phases: (even: [Float], odd: [Float]) = {
        let padding = [Float](repeating: 0, count: phaseTaps - taps / 2)
        let even = stride(from: taps - 2, through: 0, by: -2).map { kernel[$0] * 2 }
        let odd = stride(from: taps - 1, through: 1, by: -2).map { kernel[$0] * 2 }
        return (padding + even, padding + odd)
    }()
    private static let phaseTaps = 72

    /// Sum of products in four chains, which the compiler vectorizes. `count` is a multiple of four, and both arrays
    /// hold at least that many.
    private static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int) -> Float {
        var (w, x, y, z): (Float, Float, Float, Float) = (0, 0, 0, 0)
        var index = 0
        while index < count {
            w += a[index] * b[index]
            x += a[index + 1] * b[index + 1]
            y += a[index + 2] * b[index + 2]
            z += a[index + 3] * b[index + 3]
            index += 4
        }
        return (w + x) + (y + z)
    }

    /// Modified Bessel function of the first kind, order 0.
    private static func bessel(_ x: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        for k in 1..<40 {
            term *= (x / 2) / Double(k)
            sum += term * term
        }
        return sum
    }

    private static func history(_ samples: inout [Float], keep count: Int) {
        samples.removeFirst(max(0, samples.count - count))
    }

    /// 48 kHz → 24 kHz.
    struct Decimator {
        private var samples = [Float](repeating: 0, count: taps - 1)

        /// Takes an even number of samples and returns half as many; an odd last one is dropped.
        mutating func process(_ input: [Float]) -> [Float] {
            let count = input.count / 2
            samples.append(contentsOf: input.prefix(count * 2))
            let result = [Float](unsafeUninitializedCapacity: count) { output, made in
                samples.withUnsafeBufferPointer { samples in
                    HalfBand.kernel.withUnsafeBufferPointer { kernel in
                        guard let samples = samples.baseAddress, let kernel = kernel.baseAddress else { return }
                        for index in 0..<count {
                            output.initializeElement(
                                at: index, to: dot(kernel, samples + index * 2 + 1, count: taps))
                        }
                    }
                }
                made = count
            }
            HalfBand.history(&samples, keep: taps - 1)
            return result
        }
    }

    /// 24 kHz → 48 kHz.
    struct Interpolator {
        private var samples = [Float](repeating: 0, count: phaseTaps - 1)

        /// Returns twice as many samples as it takes.
        mutating func process(_ input: some Collection<Int16>) -> [Float] {
            let count = input.count
            samples.append(contentsOf: input.lazy.map { Float($0) / 32_768 })
            let result = [Float](unsafeUninitializedCapacity: count * 2) { output, made in
                samples.withUnsafeBufferPointer { samples in
                    let (even, odd) = HalfBand.phases
                    even.withUnsafeBufferPointer { even in
                        odd.withUnsafeBufferPointer { odd in
                            guard let samples = samples.baseAddress, let even = even.baseAddress,
                                let odd = odd.baseAddress
                            else { return }
                            for index in 0..<count {
                                output.initializeElement(
                                    at: index * 2, to: dot(even, samples + index, count: phaseTaps))
                                output.initializeElement(
                                    at: index * 2 + 1, to: dot(odd, samples + index, count: phaseTaps))
                            }
                        }
                    }
                }
                made = count * 2
            }
            HalfBand.history(&samples, keep: phaseTaps - 1)
            return result
        }
    }
}
