import Synchronization

/// Samples from one producing to one consuming thread, without locks or allocation; capacity is a power of two.
///
/// `@unchecked Sendable`: each sample belongs to one side at a time, handed over by release and acquire of the counts.
final class FloatRing: @unchecked Sendable {
    private let samples: UnsafeMutablePointer<Float>
    private let mask: Int
    let capacity: Int
    private let produced = Atomic<Int>(0)
    private let consumed = Atomic<Int>(0)

    init(minimumCapacity: Int) {
        var size = 2
        while size < minimumCapacity && size < 1 << 24 { size *= 2 }
        capacity = size
        mask = size - 1
        samples = .allocate(capacity: size)
        samples.initialize(repeating: 0, count: size)
    }

    deinit { samples.deallocate() }

    /// Any thread; exact only on the two that use the ring, for their own side.
    var count: Int { produced.load(ordering: .acquiring) &- consumed.load(ordering: .acquiring) }

    /// Producer only; returns how many were taken, which is less than asked for when the ring is full.
    func write(_ source: UnsafeBufferPointer<Float>) -> Int {
        guard let base = source.baseAddress else { return 0 }
        let at = produced.load(ordering: .relaxed)
        let taken = min(capacity - (at &- consumed.load(ordering: .acquiring)), source.count)
        guard taken > 0 else { return 0 }
        let start = at & mask
        let first = min(taken, capacity - start)
        (samples + start).update(from: base, count: first)
        if first < taken { samples.update(from: base + first, count: taken - first) }
        produced.store(at &+ taken, ordering: .releasing)
        return taken
    }

    /// Consumer only; returns how many were given.
    func read(into target: UnsafeMutableBufferPointer<Float>) -> Int {
        guard let base = target.baseAddress else { return 0 }
        let at = consumed.load(ordering: .relaxed)
        let given = min(produced.load(ordering: .acquiring) &- at, target.count)
        guard given > 0 else { return 0 }
        let start = at & mask
        let first = min(given, capacity - start)
        base.update(from: samples + start, count: first)
        if first < given { (base + first).update(from: samples, count: given - first) }
        consumed.store(at &+ given, ordering: .releasing)
        return given
    }

    /// Consumer only; drops up to `count` of the oldest samples and returns how many went.
    func discard(_ count: Int) -> Int {
        let at = consumed.load(ordering: .relaxed)
        let dropped = max(0, min(produced.load(ordering: .acquiring) &- at, count))
        consumed.store(at &+ dropped, ordering: .releasing)
        return dropped
    }
}
