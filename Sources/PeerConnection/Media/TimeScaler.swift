import Glibc

/// Makes voice a few milliseconds shorter or longer at the same pitch, without a click: removes one pitch period, or
/// inserts one, and cross-fades where the waveform is most like itself (WSOLA). Allocates only in `init`.
final class TimeScaler {
    /// 2.5 to 15 ms: voices from 66 to 400 Hz, and whole multiples of shorter periods.
    static let minimumLag = 120
    static let maximumLag = 720
    private static let decimation = 4
    private static let coarseCapacity = 1024
    /// Below −50 dBFS a cross-fade of noise cannot be heard, however unlike the two parts are.
    private static let quietMeanSquare: Float = 1e-5
    private let coarse: UnsafeMutablePointer<Float>
    private let copy: UnsafeMutablePointer<Float>

    init() {
        coarse = .allocate(capacity: Self.coarseCapacity)
        coarse.initialize(repeating: 0, count: Self.coarseCapacity)
        copy = .allocate(capacity: Self.maximumLag)
        copy.initialize(repeating: 0, count: Self.maximumLag)
    }

    deinit {
        coarse.deallocate()
        copy.deallocate()
    }

    /// Shortens the first samples in place and returns how many were removed; the rest of `count` moves down. Returns 0
    /// if nothing was similar enough.
    ///
    /// `alike`: the lowest correlation that is good enough, 0 to 1. `most`: the maximum number of samples to remove.
    func shorten(_ samples: UnsafeMutablePointer<Float>, count: Int, alike: Float, most: Int) -> Int {
        guard let lag = lag(samples, count: count, alike: alike, most: most) else { return 0 }
        for at in 0..<lag {
            let weight = (Float(at) + 1) / (Float(lag) + 1)
            samples[at] += (samples[lag + at] - samples[at]) * weight
        }
        (samples + lag).update(from: samples + 2 * lag, count: count - 2 * lag)
        return lag
    }

    /// Lengthens in place and returns by how many samples; there must be room for `maximumLag` more after `count`.
    func lengthen(_ samples: UnsafeMutablePointer<Float>, count: Int, alike: Float, most: Int) -> Int {
        guard let lag = lag(samples, count: count, alike: alike, most: most) else { return 0 }
        copy.update(from: samples, count: lag)
        // a b c → a (b→a) b c: the inserted part begins as b does after a, and ends as a does before b.
        (samples + 2 * lag).update(from: samples + lag, count: count - lag)
        for at in 0..<lag {
            let weight = (Float(at) + 1) / (Float(lag) + 1)
            let second = samples[2 * lag + at]
            samples[lag + at] = second + (copy[at] - second) * weight
        }
        return lag
    }

    /// The shift at which the beginning is most like itself.
    private func lag(_ samples: UnsafeMutablePointer<Float>, count: Int, alike: Float, most: Int) -> Int? {
        let longest = min(Self.maximumLag, count / 2, most)
        guard longest >= Self.minimumLag else { return nil }
        let window = min(480, count - longest)
        if meanSquare(samples, longest + window) < Self.quietMeanSquare { return longest }

        let step = Self.decimation
        let length = min(Self.coarseCapacity, (longest + window) / step)
        for at in 0..<length {
            let base = samples + at * step
            coarse[at] = base[0] + base[1] + base[2] + base[3]
        }
        let coarseWindow = window / step
        var best = 0
        var bestLikeness: Float = -2
        for candidate in (Self.minimumLag / step)...(longest / step) where candidate + coarseWindow <= length {
            let likeness = likeness(coarse, coarse + candidate, coarseWindow)
            if likeness > bestLikeness {
                bestLikeness = likeness
                best = candidate
            }
        }
        guard bestLikeness > alike - 0.2 else { return nil }
        var lag = best * step
        bestLikeness = -2
        for candidate in max(Self.minimumLag, best * step - step)...min(longest, best * step + step) {
            let likeness = likeness(samples, samples + candidate, min(window, count - candidate))
            if likeness > bestLikeness {
                bestLikeness = likeness
                lag = candidate
            }
        }
        return bestLikeness >= alike ? lag : nil
    }

    private func meanSquare(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Float {
        var sum: Float = 0
        for at in 0..<count { sum += samples[at] * samples[at] }
        return sum / Float(max(1, count))
    }

    /// Normalized cross-correlation.
    private func likeness(_ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ count: Int) -> Float {
        var product: Float = 0
        var first: Float = 0
        var second: Float = 0
        for at in 0..<count {
            product += a[at] * b[at]
            first += a[at] * a[at]
            second += b[at] * b[at]
        }
        return product / sqrtf(first * second + 1e-12)
    }
}
