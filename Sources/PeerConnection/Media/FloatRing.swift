import Synchronization

/// Samples from one producing to one consuming thread, without locks or allocation; capacity is a power of two. Both
/// sides are counted since the beginning, so that the counts can serve as a play-out clock.
///
/// `@unchecked Sendable`: each sample belongs to one side at a time, handed over by release and acquire of the counts.
package final class FloatRing: @unchecked Sendable {
    private let samples: UnsafeMutablePointer<Float>
    private let mask: Int
    package let capacity: Int
    private let produced = Atomic<Int>(0)
    private let consumed = Atomic<Int>(0)

    package init(minimumCapacity: Int) {
        var size = 2
        while size < minimumCapacity && size < 1 << 24 { size *= 2 }
        capacity = size
        mask = size - 1
        samples = .allocate(capacity: size)
        samples.initialize(repeating: 0, count: size)
    }

    deinit { samples.deallocate() }

    /// Samples ever written and ever read or passed over; any thread.
    package var written: Int { produced.load(ordering: .acquiring) }
    package var read: Int { consumed.load(ordering: .acquiring) }
    /// Any thread; exact only on the two that use the ring, for their own side.
    package var count: Int {
        let end = written
        return max(0, end &- read)
    }
    package var free: Int { capacity - count }

    /// Producer only; returns how many were taken, which is less than asked for when the ring is full.
    package func write(_ source: UnsafeBufferPointer<Float>) -> Int {
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

    /// Consumer only; returns how many were given, `limit` at most.
    package func read(into target: UnsafeMutableBufferPointer<Float>, atMost limit: Int = .max) -> Int {
        guard let base = target.baseAddress else { return 0 }
        let at = consumed.load(ordering: .relaxed)
        let given = min(produced.load(ordering: .acquiring) &- at, target.count, limit)
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

    /// Consumer only: passes over what was written before the sample of that number.
    package func skip(to number: Int) { _ = discard(number &- consumed.load(ordering: .relaxed)) }
}
