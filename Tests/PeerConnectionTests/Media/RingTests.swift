import Glibc
import Synchronization
import Testing

@testable import PeerConnection

/// Runs work on a thread of its own; `join` waits for it.
final class TestThread {
    private final class Box {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    private var thread = pthread_t()

    init(_ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(work))
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work()
                return nil
            }, box.toOpaque())
    }

    func join() { pthread_join(thread, nil) }
}

@Suite struct RingTests {
    @Test func samplesPassBetweenTwoThreadsInOrderAndWhole() {
        let ring = FloatRing(minimumCapacity: 1024)
        let total = 400_000
        let producer = TestThread {
            var next = 0
            var block = [Float](repeating: 0, count: 331)
            while next < total {
                let count = min(block.count, total - next)
                for at in 0..<count { block[at] = Float(next + at) }
                let taken = block.withUnsafeBufferPointer {
                    ring.write(UnsafeBufferPointer(rebasing: $0[..<count]))
                }
                next += taken
                if taken == 0 { sched_yield() }
            }
        }
        var expected = 0
        var wrong = 0
        var block = [Float](repeating: 0, count: 480)
        while expected < total {
            let given = block.withUnsafeMutableBufferPointer { ring.read(into: $0) }
            for at in 0..<given where block[at] != Float(expected + at) { wrong += 1 }
            expected += given
            if given == 0 { sched_yield() }
        }
        producer.join()
        #expect(wrong == 0)
        #expect(ring.count == 0)
    }

    @Test func packetsPassBetweenTwoThreadsInOrderAndWhole() {
        let ring = PacketRing(minimumSlots: 16)
        let total = 40_000
        let producer = TestThread {
            var next = 0
            var payload = [UInt8](repeating: 0, count: 200)
            while next < total {
                for at in payload.indices { payload[at] = UInt8(truncatingIfNeeded: next &+ at) }
                let header = PacketHeader(
                    sequence: UInt16(truncatingIfNeeded: next), timestamp: UInt32(next), arrivalNanoseconds: Int64(next)
                )
                let length = next % 201
                let isTaken = payload.withUnsafeBytes {
                    ring.push(header, payload: UnsafeRawBufferPointer(rebasing: $0[..<length]))
                }
                if isTaken { next += 1 } else { sched_yield() }
            }
        }
        var expected = 0
        var wrong = 0
        while expected < total {
            let popped = ring.pop { header, payload in
                let isRight =
                    header.timestamp == UInt32(expected) && header.payloadBytes == expected % 201
                    && payload.count == expected % 201
                    && payload.enumerated().allSatisfy {
                        $0.element == UInt8(truncatingIfNeeded: expected &+ $0.offset)
                    }
                if !isRight { wrong += 1 }
            }
            if popped { expected += 1 } else { sched_yield() }
        }
        producer.join()
        #expect(wrong == 0)
    }

    @Test func fullRingsTakeNothingMoreAndLoseNothingOld() {
        let samples = FloatRing(minimumCapacity: 8)
        let block: [Float] = [1, 2, 3, 4, 5]
        #expect(block.withUnsafeBufferPointer { samples.write($0) } == 5)
        #expect(block.withUnsafeBufferPointer { samples.write($0) } == 3)
        #expect(block.withUnsafeBufferPointer { samples.write($0) } == 0)
        #expect(samples.discard(2) == 2)
        var out = [Float](repeating: 0, count: 9)
        #expect(out.withUnsafeMutableBufferPointer { samples.read(into: $0) } == 6)
        #expect(out.prefix(6) == [3, 4, 5, 1, 2, 3])

        let packets = PacketRing(minimumSlots: 2)
        let bytes: [UInt8] = [9]
        bytes.withUnsafeBytes { payload in
            #expect(packets.push(PacketHeader(sequence: 1), payload: payload))
            #expect(packets.push(PacketHeader(sequence: 2), payload: payload))
            #expect(!packets.push(PacketHeader(sequence: 3), payload: payload))
        }
        var seen: [UInt16] = []
        while packets.pop({ header, _ in seen.append(header.sequence) }) {}
        #expect(seen == [1, 2])
    }

    @Test func theOldestPacketThatWaitsTellsWhenItCame() {
        let ring = PacketRing(minimumSlots: 2)
        #expect(ring.oldestArrivalNanoseconds == nil)
        let bytes: [UInt8] = [9]
        for time: Int64 in [5, 7, 9] {
            bytes.withUnsafeBytes { _ = ring.push(PacketHeader(arrivalNanoseconds: time), payload: $0) }
        }
        #expect(ring.oldestArrivalNanoseconds == 5)
        _ = ring.pop { _, _ in }
        #expect(ring.oldestArrivalNanoseconds == 7)
        _ = ring.pop { _, _ in }
        #expect(ring.oldestArrivalNanoseconds == nil)
    }

    @Test func packetsOverASlotsSizeAreRefused() {
        let ring = PacketRing(minimumSlots: 2)
        let bytes = [UInt8](repeating: 1, count: PacketRing.slotBytes + 1)
        bytes.withUnsafeBytes { #expect(!ring.push(PacketHeader(), payload: $0)) }
        #expect(ring.count == 0)
    }

    @Test func countsBothSidesAndSkipsToANumber() {
        let ring = FloatRing(minimumCapacity: 8)
        func write(_ samples: [Float]) -> Int { samples.withUnsafeBufferPointer { ring.write($0) } }
        var target = [Float](repeating: 0, count: 8)
        func read(atMost limit: Int) -> Int {
            target.withUnsafeMutableBufferPointer { ring.read(into: $0, atMost: limit) }
        }
        #expect(write([1, 2, 3, 4, 5, 6]) == 6)
        #expect(read(atMost: 2) == 2 && Array(target.prefix(2)) == [1, 2])
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
