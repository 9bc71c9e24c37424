import System

/// The newest samples written, by age. Real-time thread only.
final class RecentSamples {
    private let samples: UnsafeMutablePointer<Float>
    private let mask: Int
    private var end = 0
    private(set) var count = 0

    init(minimumCapacity: Int) {
        var size = 2
        while size < minimumCapacity && size < 1 << 24 { size *= 2 }
        mask = size - 1
        samples = lockedFloats(size)
    }

    deinit { freeLocked(samples, mask + 1) }

    func append(_ sample: Float) {
        samples[end & mask] = sample
        end &+= 1
        count = min(count + 1, mask + 1)
    }

    /// The sample of this age; 1 is the newest.
    func fromNewest(_ age: Int) -> Float {
        guard age >= 1, age <= count else { return 0 }
        return samples[(end &- age) & mask]
    }

    func removeNewest(_ number: Int) {
        let removed = min(number, count)
        end &-= removed
        count -= removed
    }

    func removeAll() { count = 0 }
}
