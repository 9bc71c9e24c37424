import Glibc
import System
import Testing

@testable import PeerConnection

/// Runs work on a separate thread; `join` waits for it.
final class TestThread {
    private let thread: JoinableThread?

    init(_ work: @escaping @Sendable () -> Void) {
        thread = try? startJoinableThread("test", .roomy, work)
        #expect(thread != nil)
    }

    func join() { thread?.join() }
}

@Suite struct PacketRingTests {
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

    @Test func aFullRingAcceptsNothingMoreAndLosesNothing() {
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

    @Test func theOldestWaitingPacketsArrivalIsKnown() {
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
}
