import TestKit
import Testing

@testable import PeerConnection

@Suite(.requirement("TALK-1")) struct JitterBufferTests {
    /// A silent Opus packet of 20 ms.
    private static let opus: [UInt8] = [0x78, 0, 0]

    private func insert(_ buffer: JitterBuffer, _ sequence: UInt16, timestamp: Int64? = nil) -> JitterBuffer.Insertion {
        Self.opus.withUnsafeBytes {
            buffer.insert(sequence: sequence, timestamp: timestamp ?? Int64(sequence) * 960, payload: $0)
        }
    }

    private func takeAll(_ buffer: JitterBuffer) -> [UInt16] {
        var numbers: [UInt16] = []
        while let packet = buffer.first {
            _ = buffer.take(packet)
            numbers.append(UInt16(truncatingIfNeeded: packet.sequence))
        }
        return numbers
    }

    @Test func packetsComeOutInOrderOverTheWrap() {
        let buffer = JitterBuffer()
        for sequence: UInt16 in [65_534, 1, 65_535, 0, 3, 2] { #expect(insert(buffer, sequence) == .stored) }
        #expect(takeAll(buffer) == [65_534, 65_535, 0, 1, 2, 3])
        #expect(buffer.count == 0)
    }

    @Test func theFirstToArriveNeedNotBeTheFirstToPlay() {
        let buffer = JitterBuffer()
        #expect(insert(buffer, 5) == .stored)
        #expect(insert(buffer, 4) == .stored)
        #expect(takeAll(buffer) == [4, 5])
    }

    @Test func duplicateAndLatePacketsAreDistinguished() throws {
        let buffer = JitterBuffer()
        for sequence: UInt16 in [10, 12] { _ = insert(buffer, sequence) }
        #expect(insert(buffer, 12) == .duplicate)
        _ = buffer.take(try #require(buffer.first))
        #expect(buffer.take(try #require(buffer.first)) == 1)
        #expect(insert(buffer, 12) == .duplicate)
        #expect(insert(buffer, 10) == .duplicate)
        #expect(insert(buffer, 11) == .late)
        #expect(buffer.count == 0)
    }

    @Test func aFarJumpNeedsASecondPacketInLine() {
        let buffer = JitterBuffer()
        for sequence: UInt16 in 100...105 { _ = insert(buffer, sequence) }
        #expect(insert(buffer, 40_000) == .suspect)
        #expect(insert(buffer, 106) == .stored)
        #expect(insert(buffer, 41_000) == .suspect)
        #expect(insert(buffer, 41_001) == .restarted)
        #expect(takeAll(buffer) == [41_001])
    }

    @Test func whatDoesNotFitIsLeftOutUntilThereIsRoom() throws {
        let buffer = JitterBuffer()
        for sequence: UInt16 in 0..<128 { #expect(insert(buffer, sequence) == .stored) }
        #expect(insert(buffer, 128) == .full)
        _ = buffer.take(try #require(buffer.first))
        #expect(insert(buffer, 129) == .full)
        #expect(insert(buffer, 128) == .stored)
        #expect(takeAll(buffer) == Array(1...128))
    }

    @Test func aNumberFarAheadOfAFewStartsAfresh() {
        let buffer = JitterBuffer()
        for sequence: UInt16 in [10, 100] { #expect(insert(buffer, sequence) == .stored) }
        #expect(insert(buffer, 138) == .restarted)
        #expect(insert(buffer, 139) == .stored)
        #expect(takeAll(buffer) == [138, 139])
    }

    @Test func afterDroppingAllOlderPacketsAreLate() {
        let buffer = JitterBuffer()
        for sequence: UInt16 in [20, 22] { _ = insert(buffer, sequence) }
        buffer.dropAll()
        #expect(buffer.first == nil)
        #expect(insert(buffer, 21) == .late)
        #expect(insert(buffer, 23) == .stored)
        #expect(takeAll(buffer) == [23])
    }

    /// Payloads share their room, so none may be written where another waits.
    @Test(arguments: 0..<40) func eachPacketKeepsItsOwnPayload(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let buffer = JitterBuffer()
        var held: [Int64: [UInt8]] = [:]
        var next: UInt16 = .random(in: .min ... .max, using: &random)
        for _ in 0..<4000 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0: next &+= 5000
            case 1:
                buffer.dropAll()
                held = [:]
            case 2..<60:
                let sequence = next &+ UInt16.random(in: 0..<12, using: &random)
                let length = Int.random(in: 1...Audio.maximumPacketBytes, using: &random)
                let payload = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                let insertion = payload.withUnsafeBytes {
                    buffer.insert(sequence: sequence, timestamp: Int64(sequence) * 960, payload: $0)
                }
                if insertion == .restarted { held = [:] }
                guard insertion == .stored || insertion == .restarted else { break }
                let highest = buffer.highestSequence
                held[highest + Int64(Int16(truncatingIfNeeded: Int64(sequence) &- highest))] = payload
            default:
                guard let packet = buffer.first else { break }
                _ = buffer.take(packet)
                held[packet.sequence] = nil
                next &+= 1
            }
            try #require(buffer.count == held.count)
            let areWhole = held.allSatisfy { sequence, payload in
                buffer.packet(sequence).map { Array(buffer.payload(of: $0)) } == payload
            }
            try #require(areWhole)
        }
    }

    @Test func whatIsNotOpusIsStoredAsEmpty() {
        let buffer = JitterBuffer()
        let inserted = [UInt8]().withUnsafeBytes { buffer.insert(sequence: 1, timestamp: 0, payload: $0) }
        #expect(inserted == .stored)
        #expect(buffer.first?.sampleCount == 0)
        let bad: [UInt8] = [0xFF, 0x3F]
        let also = bad.withUnsafeBytes { buffer.insert(sequence: 2, timestamp: 0, payload: $0) }
        #expect(also == .stored)
        #expect(takeAll(buffer) == [1, 2])
    }
}

@Suite struct DelayEstimatorTests {
    private func run(
        _ estimator: inout DelayEstimator, from start: Int, packets: Int, delay: (Int) -> Double
    ) {
        for at in start..<(start + packets) {
            _ = estimator.receive(
                timestamp: Int64(at) * 960, arrivalNanoseconds: Int64((Double(at) * 20 + delay(at)) * 1e6),
                isAfterPause: false)
        }
    }

    @Test func theTargetGrowsUnderJitterAndShrinksAfterIt() {
        var estimator = DelayEstimator(minimumMilliseconds: 20, maximumMilliseconds: 200)
        #expect(estimator.targetMilliseconds == 25)
        run(&estimator, from: 0, packets: 250) { _ in 50 }
        #expect(estimator.targetMilliseconds == 20)
        run(&estimator, from: 250, packets: 250) { 50 + Double($0 % 5) * 20 }
        #expect((90...110).contains(estimator.targetMilliseconds))
        run(&estimator, from: 500, packets: 500) { _ in 50 }
        #expect(estimator.targetMilliseconds == 20)
    }

    @Test func theTargetStaysWithinItsBounds() {
        var estimator = DelayEstimator(minimumMilliseconds: 30, maximumMilliseconds: 120)
        run(&estimator, from: 0, packets: 500) { Double($0 % 7) * 60 }
        #expect(estimator.targetMilliseconds == 120)
        run(&estimator, from: 500, packets: 1000) { _ in 0 }
        #expect(estimator.targetMilliseconds == 30)
    }

    @Test func oneLatePacketRaisesTheTargetForSomeSeconds() {
        var estimator = DelayEstimator(minimumMilliseconds: 20, maximumMilliseconds: 200)
        run(&estimator, from: 0, packets: 250) { _ in 10 }
        estimator.receivedTooLate(relativeMilliseconds: 90)
        #expect(estimator.targetMilliseconds == 100)
        run(&estimator, from: 250, packets: 100) { _ in 10 }
        #expect((50...70).contains(estimator.targetMilliseconds))
        run(&estimator, from: 350, packets: 150) { _ in 10 }
        #expect(estimator.targetMilliseconds == 20)
    }

    @Test func aLongerPathIsTheNewNormalAfterTwoSeconds() {
        var estimator = DelayEstimator(minimumMilliseconds: 20, maximumMilliseconds: 200)
        run(&estimator, from: 0, packets: 250) { _ in 10 }
        run(&estimator, from: 250, packets: 50) { _ in 110 }
        #expect(estimator.targetMilliseconds > 100)
        run(&estimator, from: 300, packets: 400) { _ in 110 }
        #expect(estimator.targetMilliseconds == 20)
    }

    @Test func aPauseIsNotTakenForANetworkDelay() {
        var estimator = DelayEstimator(minimumMilliseconds: 20, maximumMilliseconds: 200)
        run(&estimator, from: 0, packets: 250) { _ in 10 }
        let relative = estimator.receive(
            timestamp: 250 * 960, arrivalNanoseconds: 15_000_000_000, isAfterPause: true)
        #expect(relative == 0)
        #expect(estimator.targetMilliseconds == 20)
    }
}
