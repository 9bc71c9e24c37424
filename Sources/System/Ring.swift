import Synchronization

/// A ring between one producing and one consuming thread, without locks; capacity is a power of two.
///
/// `@unchecked Sendable`: each slot belongs to one side at a time, handed over by release and acquire of the counts.
final class Ring<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<Element>
    private let mask: Int
    let capacity: Int
    private let produced = Atomic<Int>(0)
    private let consumed = Atomic<Int>(0)

    init(minimumCapacity: Int, zero: Element) {
        var size = 2
        while size < minimumCapacity && size < 1 << 28 { size *= 2 }
        capacity = size
        mask = size - 1
        slots = .allocate(capacity: size)
        slots.initialize(repeating: zero, count: size)
    }

    deinit { slots.deallocate() }

    /// Any thread; exact only on the two that use the ring.
    var count: Int { produced.load(ordering: .acquiring) &- consumed.load(ordering: .acquiring) }
    var free: Int { capacity - count }

    /// Producer only; false: full, nothing taken.
    func push(_ element: Element) -> Bool {
        let at = produced.load(ordering: .relaxed)
        guard at &- consumed.load(ordering: .acquiring) < capacity else { return false }
        slots[at & mask] = element
        produced.store(at &+ 1, ordering: .releasing)
        return true
    }

    /// Consumer only.
    func pop() -> Element? {
        let at = consumed.load(ordering: .relaxed)
        guard produced.load(ordering: .acquiring) &- at > 0 else { return nil }
        let element = slots[at & mask]
        consumed.store(at &+ 1, ordering: .releasing)
        return element
    }

    /// Producer only; returns how many were taken.
    func write(_ source: UnsafePointer<Element>, count: Int) -> Int {
        let at = produced.load(ordering: .relaxed)
        let room = capacity - (at &- consumed.load(ordering: .acquiring))
        let taken = max(0, min(room, count))
        for i in 0..<taken { slots[(at &+ i) & mask] = source[i] }
        produced.store(at &+ taken, ordering: .releasing)
        return taken
    }

    /// Consumer only; returns how many were given.
    func read(_ target: UnsafeMutablePointer<Element>, count: Int) -> Int {
        let at = consumed.load(ordering: .relaxed)
        let given = max(0, min(produced.load(ordering: .acquiring) &- at, count))
        for i in 0..<given { target[i] = slots[(at &+ i) & mask] }
        consumed.store(at &+ given, ordering: .releasing)
        return given
    }
}
