import Glibc

/// Zeroed samples for a real-time thread, locked in memory if RLIMIT_MEMLOCK permits it; freed by `freeLocked`.
public func lockedFloats(_ count: Int) -> UnsafeMutablePointer<Float> {
    let room = max(1, count)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: room)
    samples.initialize(repeating: 0, count: room)
    mlock(samples, room * MemoryLayout<Float>.stride)
    return samples
}

public func freeLocked(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    munlock(samples, max(1, count) * MemoryLayout<Float>.stride)
    samples.deallocate()
}
