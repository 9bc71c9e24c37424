import Synchronization
import TestKit
import Testing

@testable import PeerConnection

@Suite(.requirement("TALK-1")) struct AudioSenderTests {
    private func sender(ready: @escaping @Sendable () -> Void = {}) throws -> AudioSender {
        try AudioSender(configuration: .init(ssrc: 7, firstSequence: 65_535, firstTimestamp: .max), ready: ready)
    }

    private func poll(_ sender: AudioSender, at now: Int64) -> [(packet: RTPPacket, bytes: [UInt8])] {
        var packets: [(RTPPacket, [UInt8])] = []
        sender.poll(at: now) { buffer, length in
            #expect(buffer.count >= length + 64)
            let bytes = Array(buffer[..<length])
            if let packet = bytes.withUnsafeBytes({ RTPPacket(parsing: $0) }) { packets.append((packet, bytes)) }
        }
        return packets
    }

    private func capture(_ sender: AudioSender, _ samples: Int, level: Float = 0.3) {
        let sine = TestSound.sine(hertz: 200, amplitude: Double(level))
        (0..<samples).map(sine).withUnsafeBufferPointer { sender.capture($0) }
    }

    @Test func framesBecomeNumberedPacketsOnTheMediaClock() throws {
        let sender = try sender()
        sender.setSending(true)
        sender.setPayloadType(96)
        capture(sender, 960 * 3 + 100)
        let packets = poll(sender, at: 1_000_000_000).map(\.packet)
        #expect(packets.map(\.sequence) == [65_535, 0, 1])
        #expect(packets.map(\.timestamp) == [.max, 959, 1919])
        #expect(packets.map(\.hasMarker) == [true, false, false])
        #expect(packets.allSatisfy { $0.payloadType == 96 && $0.ssrc == 7 })
        #expect(poll(sender, at: 1_000_000_000).isEmpty)
        capture(sender, 860)
        #expect(poll(sender, at: 1_020_000_000).count == 1)
    }

    @Test func readinessIsSignalledOncePerFrame() throws {
        let signals = SignalCount()
        let sender = try sender { signals.add() }
        for _ in 0..<40 { capture(sender, 48) }
        #expect(signals.count == 2)
    }

    @Test func onlySilenceIsSentWhileMuted() throws {
        let sender = try sender()
        let decoder = try VoiceDecoder()
        func loudest(_ packets: [(packet: RTPPacket, bytes: [UInt8])]) -> Float {
            var samples = [Float](repeating: 0, count: 5760)
            var peak: Float = 0
            for (packet, bytes) in packets {
                let made = bytes.withUnsafeBytes { raw in
                    samples.withUnsafeMutableBufferPointer { target in
                        target.baseAddress.map {
                            decoder.decode(
                                UnsafeRawBufferPointer(rebasing: raw[packet.payload]), into: $0, capacity: 5760)
                        } ?? 0
                    }
                }
                #expect(made == 960)
                peak = samples.prefix(made).reduce(peak) { max($0, abs($1)) }
            }
            return peak
        }
        var now: Int64 = 0
        func run(_ frames: Int) -> [(packet: RTPPacket, bytes: [UInt8])] {
            (0..<frames).flatMap { _ in
                now += 20_000_000
                capture(sender, 960)
                return poll(sender, at: now)
            }
        }
        #expect(loudest(run(20)) < 1e-3)
        // What was captured before the microphone was opened is never sent, not even part of a frame.
        capture(sender, 900)
        sender.setSending(true)
        capture(sender, 60, level: 0)
        now += 20_000_000
        #expect(loudest(poll(sender, at: now)) < 1e-3)
        #expect(loudest(run(20)) > 0.2)
        sender.setSending(false)
        // The codec's lookahead still holds 6.5 ms of what was said before.
        _ = loudest(run(2))
        let quiet = loudest(run(20))
        #expect(quiet < 1e-2)
        #expect(sender.counters.silentFrames == 43)
    }

    @Test func withoutCaptureSilenceKeepsThePaceOfTheClock() throws {
        let sender = try sender()
        var packets: [RTPPacket] = []
        for tick in 0...100 { packets += poll(sender, at: Int64(tick) * 20_000_000).map(\.packet) }
        #expect(packets.count == 101)
        let steps = zip(packets, packets.dropFirst()).map { $1.timestamp &- $0.timestamp }
        #expect(steps.allSatisfy { $0 == 960 })
        // Capture begins: no frame is sent twice, and the clock goes on.
        for tick in 101...150 {
            capture(sender, 960)
            let now = poll(sender, at: Int64(tick) * 20_000_000).map(\.packet)
            #expect(now.count == 1)
        }
    }

    @Test func anInterruptionIsSentAsAPauseAndNotAsABurst() throws {
        let sender = try sender()
        sender.setSending(true)
        capture(sender, 960)
        let before = try #require(poll(sender, at: 20_000_000).last).packet
        capture(sender, 960)
        let after = poll(sender, at: 3_020_000_000).map(\.packet)
        #expect(after.count == 1)
        #expect(after.first?.hasMarker == true)
        let step = try #require(after.first).timestamp &- before.timestamp
        #expect(abs(Int(step) - 144_000) <= 960)
        #expect(after.first?.sequence == before.sequence &+ 1)
        // The same without capture.
        let later = poll(sender, at: 6_020_000_000).map(\.packet)
        #expect(later.count == 1)
        #expect(abs(Int(try #require(later.first).timestamp &- before.timestamp) - 288_000) <= 960)
    }

    @Test func anOverflowingRingIsCountedAndOldCaptureIsNotSentLate() throws {
        let sender = try sender()
        sender.setSending(true)
        capture(sender, 48_000)
        let packets = poll(sender, at: 1_000_000_000)
        #expect(packets.count <= 5)
        #expect(sender.counters.samplesDropped >= 48_000 - 5 * 960 - 960)
        #expect(sender.counters.packetsSent == packets.count)
    }

    @Test func reportedLossTurnsRecoveryOnAndItsAbsenceOff() throws {
        let sender = try sender()
        sender.setSending(true)
        let voice = TestSound.babble(seconds: 6)
        var at = 0
        var now: Int64 = 0
        func share(_ frames: Int) -> Double {
            var with = 0
            for _ in 0..<frames {
                now += 20_000_000
                voice[at..<(at + 960)].withUnsafeBufferPointer { sender.capture($0) }
                at += 960
                for (packet, bytes) in poll(sender, at: now) {
                    let has = bytes.withUnsafeBytes {
                        VoiceDecoder.hasRecovery(UnsafeRawBufferPointer(rebasing: $0[packet.payload]))
                    }
                    if has { with += 1 }
                }
            }
            return Double(with) / Double(frames)
        }
        #expect(share(80) > 0.2)
        sender.setExpectedLoss(percent: 0)
        _ = share(5)
        #expect(share(80) == 0)
        sender.setExpectedLoss(percent: 1)
        _ = share(5)
        #expect(share(80) > 0.2)
    }
}

final class SignalCount: Sendable {
    private let value = Atomic<Int>(0)
    func add() { value.wrappingAdd(1, ordering: .relaxed) }
    var count: Int { value.load(ordering: .relaxed) }
}
