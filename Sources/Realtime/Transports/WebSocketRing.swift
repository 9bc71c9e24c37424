import Synchronization

/// Samples between one producing and one consuming thread, without locks, counted since the beginning: the counts are
/// the play-out clock. Capacity is a power of two.
///
/// `@unchecked Sendable`: each slot belongs to one side at a time, handed over by release and acquire of the counts.
final class SampleRing: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<Float>
    private let mask: Int
    let capacity: Int
    private let writtenCount = Atomic<Int>(0)
    private let readCount = Atomic<Int>(0)

    init(minimumCapacity: Int) {
        var size = 2
        while size < minimumCapacity && size < 1 << 24 { size *= 2 }
        capacity = size
        mask = size - 1
        slots = .allocate(capacity: size)
        slots.initialize(repeating: 0, count: size)
    }

    deinit { slots.deallocate() }

    /// Samples ever written and ever read; any thread.
    var written: Int { writtenCount.load(ordering: .acquiring) }
    var read: Int { readCount.load(ordering: .acquiring) }
    var count: Int { max(0, written - read) }
    var free: Int { capacity - count }

    /// Producer only; returns how many were taken.
    func write(_ source: UnsafeBufferPointer<Float>) -> Int {
        let at = writtenCount.load(ordering: .relaxed)
        let room = capacity - (at - readCount.load(ordering: .acquiring))
        let taken = max(0, min(room, source.count))
        for index in 0..<taken { slots[(at + index) & mask] = source[index] }
        writtenCount.store(at + taken, ordering: .releasing)
        return taken
    }

    /// Consumer only; returns how many were given.
    func read(into target: UnsafeMutableBufferPointer<Float>, atMost limit: Int) -> Int {
        let at = readCount.load(ordering: .relaxed)
        let given = max(0, min(writtenCount.load(ordering: .acquiring) - at, min(limit, target.count)))
        for index in 0..<given { target[index] = slots[(at + index) & mask] }
        readCount.store(at + given, ordering: .releasing)
        return given
    }

    /// Consumer only: passes over what was written before `count`.
    func skip(to count: Int) {
        let at = readCount.load(ordering: .relaxed)
        let end = min(count, writtenCount.load(ordering: .acquiring))
        if end > at { readCount.store(end, ordering: .releasing) }
    }
}
