import Synchronization

/// A queue between one producing and one consuming thread, without locks; capacity is a power of two.
///
/// Only `init` allocates, so both sides may be real-time threads. Both sides count from the beginning: the counts
/// number the elements, and can serve as a play-out clock.
///
/// `@unchecked Sendable`: each slot belongs to one side at a time, handed over by release and acquire of the counts.
public final class Ring<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int
    public let capacity: Int
    @usableFromInline let produced = Atomic<Int>(0)
    @usableFromInline let consumed = Atomic<Int>(0)

    /// - Parameter zero: what the slots hold before they are used.
    public init(minimumCapacity: Int, zero: Element) {
        var size = 2
        while size < minimumCapacity && size < 1 << 28 { size *= 2 }
        capacity = size
        mask = size - 1
        slots = .allocate(capacity: size)
        slots.initialize(repeating: zero, count: size)
    }

    deinit { slots.deallocate() }

    // MARK: Any thread

    /// Elements ever written.
    @inlinable public var written: Int { produced.load(ordering: .acquiring) }
    /// Elements ever read or skipped.
    @inlinable public var read: Int { consumed.load(ordering: .acquiring) }
    /// Elements that wait; exact only on the two threads that use the ring, for their own side.
    @inlinable public var count: Int {
        let end = written
        return max(0, end &- read)
    }
    @inlinable public var free: Int { capacity - count }

    // MARK: Producer

    /// Adds an element; false if the ring is full.
    @inlinable public func push(_ element: Element) -> Bool {
        let at = produced.load(ordering: .relaxed)
        guard at &- consumed.load(ordering: .acquiring) < capacity else { return false }
        slots[at & mask] = element
        produced.store(at &+ 1, ordering: .releasing)
        return true
    }

    /// Adds elements; returns how many, which is less than `count` when the ring is full.
    @inlinable public func write(_ source: UnsafePointer<Element>, count: Int) -> Int {
        let at = produced.load(ordering: .relaxed)
        let taken = min(capacity - (at &- consumed.load(ordering: .acquiring)), count)
        guard taken > 0 else { return 0 }
        let start = at & mask
        let first = min(taken, capacity - start)
        (slots + start).update(from: source, count: first)
        if first < taken { slots.update(from: source + first, count: taken - first) }
        produced.store(at &+ taken, ordering: .releasing)
        return taken
    }

    @inlinable public func write(_ source: UnsafeBufferPointer<Element>) -> Int {
        source.baseAddress.map { write($0, count: source.count) } ?? 0
    }

    // MARK: Consumer

    /// Takes the oldest element; nil if none waits.
    @inlinable public func pop() -> Element? {
        let at = consumed.load(ordering: .relaxed)
        guard produced.load(ordering: .acquiring) &- at > 0 else { return nil }
        let element = slots[at & mask]
        consumed.store(at &+ 1, ordering: .releasing)
        return element
    }

    /// Takes up to `count` of the oldest elements; returns how many.
    @inlinable public func read(_ target: UnsafeMutablePointer<Element>, count: Int) -> Int {
        let at = consumed.load(ordering: .relaxed)
        let given = min(produced.load(ordering: .acquiring) &- at, count)
        guard given > 0 else { return 0 }
        let start = at & mask
        let first = min(given, capacity - start)
        target.update(from: slots + start, count: first)
        if first < given { (target + first).update(from: slots, count: given - first) }
        consumed.store(at &+ given, ordering: .releasing)
        return given
    }

    /// Takes as many of the oldest elements as fit, at most `limit`; returns how many.
    @inlinable public func read(into target: UnsafeMutableBufferPointer<Element>, atMost limit: Int = .max) -> Int {
        target.baseAddress.map { read($0, count: min(target.count, limit)) } ?? 0
    }

    /// Drops up to `count` of the oldest and returns how many went.
    @inlinable public func discard(_ count: Int) -> Int {
        let at = consumed.load(ordering: .relaxed)
        let dropped = max(0, min(produced.load(ordering: .acquiring) &- at, count))
        consumed.store(at &+ dropped, ordering: .releasing)
        return dropped
    }

    /// Skips what was written before the element of this number.
    @inlinable public func skip(to number: Int) { _ = discard(number &- consumed.load(ordering: .relaxed)) }

    // MARK: Both sides

    /// The element of this number, which still waits. The producer may read it even after it was consumed, because only
    /// the producer writes the slots.
    @inlinable public func element(_ number: Int) -> Element { slots[number & mask] }
}
