import Glibc
import Testing

@testable import System

@Suite struct RingTests {
    @Test func keepsOrderAndRefusesWhenFull() {
        let ring = Ring<Int>(minimumCapacity: 3, zero: 0)
        #expect(ring.capacity == 4)
        for i in 0..<4 { #expect(ring.push(i)) }
        #expect(!ring.push(4))
        for i in 0..<4 { #expect(ring.pop() == i) }
        #expect(ring.pop() == nil)
    }

    /// Blocks of odd lengths on both sides, and turns that end with the ring half full, so that every wrap occurs.
    /// Bounded in time.
    @Test func elementsPassBetweenTwoThreadsInOrderAndWhole() throws {
        let ring = Ring<Int>(minimumCapacity: 1024, zero: -1)
        let total = 2_000_000
        let end = bootNanoseconds() + 600_000_000_000
        let producer = try startJoinableThread("ring-producer") {
            var next = 0
            var block = [Int](repeating: 0, count: 331)
            while next < total, bootNanoseconds() < end {
                let count = min(next % 7 == 0 ? 1 : block.count, total - next)
                for at in 0..<count { block[at] = next + at }
                let taken =
                    count == 1
                    ? (ring.push(next) ? 1 : 0)
                    : block.withUnsafeBufferPointer { ring.write(UnsafeBufferPointer(rebasing: $0[..<count])) }
                next += taken
                if taken == 0 || next % 3 == 0 { sched_yield() }
            }
        }
        var expected = 0
        var wrong = 0
        var block = [Int](repeating: 0, count: 480)
        while expected < total, bootNanoseconds() < end {
            if expected % 5 == 0, let one = ring.pop() {
                if one != expected { wrong += 1 }
                expected += 1
            }
            let given = block.withUnsafeMutableBufferPointer { ring.read(into: $0, atMost: 1 + expected % 480) }
            for at in 0..<given where block[at] != expected + at { wrong += 1 }
            expected += given
            if given == 0 || expected % 3 == 0 { sched_yield() }
        }
        producer.join()
        #expect(wrong == 0)
        #expect(expected == total)
        #expect(ring.count == 0)
    }

    @Test func aFullRingAcceptsNothingMoreAndLosesNothing() {
        let ring = Ring<Float>(minimumCapacity: 8, zero: 0)
        let block: [Float] = [1, 2, 3, 4, 5]
        #expect(block.withUnsafeBufferPointer { ring.write($0) } == 5)
        #expect(block.withUnsafeBufferPointer { ring.write($0) } == 3)
        #expect(block.withUnsafeBufferPointer { ring.write($0) } == 0)
        #expect(ring.discard(2) == 2)
        var out = [Float](repeating: 0, count: 9)
        #expect(out.withUnsafeMutableBufferPointer { ring.read(into: $0) } == 6)
        #expect(out.prefix(6) == [3, 4, 5, 1, 2, 3])
    }

    @Test func writesAndReadsNothingForNegativeOrEmptyRequests() {
        let ring = Ring<Float>(minimumCapacity: 8, zero: 0)
        #expect(ring.write([1, 2], count: -1) == 0)
        #expect(ring.write(UnsafeBufferPointer(start: nil, count: 0)) == 0)
        #expect(ring.write([1, 2], count: 2) == 2)
        var out: [Float] = [0, 0]
        #expect(out.withUnsafeMutableBufferPointer { ring.read(into: $0, atMost: -1) } == 0)
        #expect(ring.discard(-1) == 0)
        #expect(ring.count == 2)
    }

    @Test func countsBothSidesAndSkipsToANumber() {
        let ring = Ring<Float>(minimumCapacity: 8, zero: 0)
        func write(_ samples: [Float]) -> Int { samples.withUnsafeBufferPointer { ring.write($0) } }
        var target = [Float](repeating: 0, count: 8)
        func read(atMost limit: Int) -> Int {
            target.withUnsafeMutableBufferPointer { ring.read(into: $0, atMost: limit) }
        }
        #expect(write([1, 2, 3, 4, 5, 6]) == 6)
        #expect(read(atMost: 2) == 2 && Array(target.prefix(2)) == [1, 2])
        #expect(ring.element(2) == 3 && ring.element(5) == 6)
        ring.skip(to: 5)
        #expect(ring.read == 5 && ring.written == 6 && ring.count == 1 && ring.free == 7)
        // Never back, and never beyond what was written.
        ring.skip(to: 3)
        #expect(ring.read == 5)
        ring.skip(to: 100)
        #expect(ring.read == 6 && ring.count == 0)
        #expect(write([7, 8, 9, 10]) == 4)
        #expect(read(atMost: .max) == 4 && Array(target.prefix(4)) == [7, 8, 9, 10])
        #expect(read(atMost: 1) == 0)
    }
}
