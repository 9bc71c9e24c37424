import Glibc
import RealtimeTestKit
import TestKit
import Testing

@testable import PeerConnection

@Suite(.requirement("TALK-1")) struct AudioReceiverTests {
    static let babble = TestSound.babble(seconds: 12)
    static func voice(_ at: Int) -> Float { babble[at % babble.count] }

    @Test func beforeAnythingComesThereIsSilence() throws {
        let receiver = try AudioReceiver()
        var frames = [Float](repeating: 1, count: 333)
        let voice = frames.withUnsafeMutableBufferPointer { receiver.render(into: $0) }
        #expect(voice == 0)
        #expect(frames.allSatisfy { $0 == 0 })
        #expect(receiver.isDrained)
        #expect(!receiver.hasRenderedVoice)
        #expect(throws: MediaError.self) {
            try AudioReceiver(configuration: .init(minimumTargetMilliseconds: 300, maximumTargetMilliseconds: 200))
        }
    }

    @Test(arguments: [48, 441, 480, 1024, 2048])
    func everyPeriodSizePlaysWithoutAGap(periodFrames: Int) throws {
        let call = try SimulatedCall(seed: 4, periodFrames: periodFrames, microphone: Self.voice)
        call.run(seconds: 5)
        #expect(call.counters.underruns == 0)
        #expect(Measure.longestSilence(call.heard(last: 4)) < 1)
        #expect(call.counters.delayMilliseconds <= 40 + periodFrames / 48)
    }

    @Test func voiceIsCountedAndTheEndOfItIsNoticed() throws {
        let call = try SimulatedCall(seed: 5, microphone: Self.voice)
        call.isTalking = false
        call.run(seconds: 1)
        #expect(!call.receiver.hasRenderedVoice)
        #expect(call.receiver.isDrained)
        call.isTalking = true
        call.run(seconds: 2)
        #expect(call.receiver.hasRenderedVoice)
        #expect(!call.receiver.isDrained)
        call.isTalking = false
        call.run(seconds: 0.6)
        #expect(call.receiver.isDrained)
        let voice = call.voiceFlags.reduce(0, +)
        #expect(voice == call.counters.voiceSamples)
        #expect(abs(voice - 96_000) < 7_000)
    }

    @Test func aCutIsHeardAtOnceAndWithoutAClickAndWhatFollowsIsPlayed() throws {
        let call = try SimulatedCall(seed: 6, microphone: TestSound.sine(hertz: 300, amplitude: 0.5))
        call.run(seconds: 2)
        call.receiver.cut(ignoringMilliseconds: 500)
        let before = call.output.count
        call.run(seconds: 0.4)
        let after = call.output[before...]
        #expect(Measure.level(after.prefix(240)) > 0.05)
        #expect(after.dropFirst(241).allSatisfy { abs($0) < 1e-4 })
        #expect(Measure.largestStep(call.output[(before - 480)..<(before + 480)]) < 0.5 * 0.0393 * 1.2)
        call.run(seconds: 1)
        #expect(Measure.level(call.heard(last: 0.5)) > 0.3)
        #expect(call.counters.delayMilliseconds <= 40)
        #expect(call.counters.underruns == 0)
        // Once more without a margin: what comes after it is played from the next packets on.
        call.receiver.cut()
        call.run(seconds: 0.2)
        #expect(Measure.level(call.heard(last: 0.1)) > 0.3)
    }

    @Test func consecutiveCutsMakeNoSoundThemselves() throws {
        let call = try SimulatedCall(seed: 6, microphone: TestSound.sine(hertz: 300, amplitude: 0.5))
        call.run(seconds: 2)
        for _ in 0..<5 {
            call.receiver.cut(ignoringMilliseconds: 1000)
            call.run(seconds: 0.02)
        }
        let after = call.heard(last: 0.1)
        #expect(after.dropFirst(241).allSatisfy { abs($0) < 1e-4 })
    }

    @Test func aSenderWhoseClockStepsBackAfterACutIsHeardAgain() throws {
        let call = try SimulatedCall(seed: 6, firstTimestamp: 3_000_000_000, microphone: Self.voice)
        call.run(seconds: 2)
        call.receiver.cut(ignoringMilliseconds: 200)
        try call.replaceSender(
            ssrc: 77, firstSequence: UInt16(truncatingIfNeeded: 65_500 + call.sender.counters.packetsSent),
            firstTimestamp: 2_999_000_000)
        call.run(seconds: 1)
        #expect(Measure.level(call.heard(last: 0.3)) < 1e-4)
        call.run(seconds: 1.5)
        #expect(Measure.level(call.heard(last: 1)) > 0.05)
    }

    @Test func aPacketOverTheSizeOfASlotSpoilsNothing() throws {
        let call = try SimulatedCall(seed: 6, microphone: Self.voice)
        call.run(seconds: 1)
        let bytes = [UInt8](repeating: 0, count: 4000)
        let packet = RTPPacket(
            payloadType: 111, hasMarker: false, sequence: 9, timestamp: 0, ssrc: 77, payloadBytes: 3900)
        bytes.withUnsafeBytes { #expect(!call.receiver.receive(packet, in: $0, arrivalNanoseconds: call.now)) }
        call.run(seconds: 1)
        #expect(call.counters.underruns == 0)
        #expect(call.counters.packetsDropped == 1)
    }

    /// The service may stop sending between its turns; its timestamps may stand still meanwhile or run on.
    @Test(arguments: [true, false])
    func aPauseOfTheSenderCostsNoDelay(clockRuns: Bool) throws {
        let call = try SimulatedCall(seed: 7, microphone: Self.voice)
        call.keepsSendingSilence = false
        call.run(seconds: 3)
        call.isTalking = false
        call.run(seconds: 4)
        #expect(call.receiver.isDrained)
        if clockRuns {
            // The sender adds the time that has passed as soon as it is polled again.
            call.isTalking = true
            call.run(seconds: 3)
        } else {
            try call.replaceSender(
                ssrc: 77, firstSequence: UInt16(truncatingIfNeeded: 65_500 + call.sender.counters.packetsSent),
                firstTimestamp: UInt32.max - 48_000 &+ UInt32(call.sender.counters.packetsSent) &* 960)
            call.isTalking = true
            call.run(seconds: 3)
        }
        #expect(call.counters.packetsLost == 0)
        #expect(call.counters.restarts == 0)
        #expect(call.counters.targetMilliseconds <= 25)
        #expect(call.counters.delayMilliseconds <= 45)
        #expect(Measure.longestSilence(call.heard(last: 2.5)) < 1)
        #expect(call.counters.underruns == 1)
    }

    @Test func concealmentFadesOutWithoutAClickWhenNothingMoreComes() throws {
        let call = try SimulatedCall(seed: 8, microphone: TestSound.sine(hertz: 300, amplitude: 0.5))
        call.run(seconds: 2)
        call.path.conditions.lossPercent = 100
        call.run(seconds: 1)
        #expect(Measure.largestStep(call.heard(last: 1.2)) < 0.5 * 0.0393 * 1.3)
        #expect(call.heard(last: 0.5).allSatisfy { $0 == 0 })
        call.path.conditions.lossPercent = 0
        call.run(seconds: 2)
        #expect(Measure.level(call.heard(last: 1)) > 0.3)
        #expect(call.counters.delayMilliseconds <= 45)
    }

    /// Either everything is held up behind one packet and comes at once, or it continues just as late, and the rest
    /// comes at once.
    @Test(arguments: [0.2, 0.8, 1.0, 1.5], [true, false])
    func aStalledNetworkLosesNoWordsAndItsDelayIsCaughtUp(seconds: Double, comesAtOnce: Bool) throws {
        let call = try SimulatedCall(seed: 9, conditions: .init(reorders: false), microphone: Self.voice)
        call.run(seconds: 3)
        let before = call.counters
        let start = call.output.count
        call.path.conditions.delayMilliseconds = 20 + seconds * 1000
        call.run(seconds: comesAtOnce ? 0.02 : seconds)
        call.path.conditions.delayMilliseconds = 20
        call.run(seconds: seconds + 1)
        #expect(call.counters.packetsLost == 0)
        #expect((call.delays.max() ?? 0) > 120)
        call.run(seconds: 10)
        let after = call.counters
        #expect(after.delayMilliseconds < 80)
        #expect(after.packetsLost == 0)
        #expect(after.packetsDropped == 0)
        #expect(after.packetsLate == 0)
        #expect(after.restarts == 0)
        #expect(after.acceleratedSamples > 2_000)
        // Every word is heard if as much was removed again as silence and concealment had inserted; the delays at the
        // two ends are between 0 and 80 ms.
        let silence = call.output[start...].count(where: { $0 == 0 })
        let concealed = (after.concealedMilliseconds - before.concealedMilliseconds) * Audio.samplesPerMillisecond
        let accelerated = after.acceleratedSamples - before.acceleratedSamples
        let expanded = after.expandedSamples - before.expandedSamples
        #expect(abs(silence + concealed + expanded - accelerated) <= 80 * Audio.samplesPerMillisecond)
    }

    /// There is room for 128 packets, some of which earlier packets still occupy; what does not fit leaves the rest
    /// alone.
    @Test(arguments: [(burst: 100, mostDropped: 0), (burst: 140, mostDropped: 15)])
    func aBurstBetweenTwoPeriodsIsPlayed(burst: Int, mostDropped: Int) throws {
        let receiver = try AudioReceiver()
        let encoder = try Self.encoder()
        for at in 0..<50 {
            receive(at..<(at + 1), by: receiver, from: encoder, at: Int64(at) * 20_000_000)
            render(by: receiver, periods: 2)
        }
        receive(50..<(50 + burst), by: receiver, from: encoder, at: 1_000_000_000)
        render(by: receiver, periods: 500)
        let counters = receiver.counters()
        #expect(counters.packetsDropped <= mostDropped)
        #expect(counters.packetsLost == 0)
        #expect(counters.packetsLate == 0)
        #expect(counters.restarts == 0)
        // The codec's first 6.5 ms are silent; at the end there is concealment, and voice continues to count for 20 ms.
        let media = (50 + burst - counters.packetsDropped) * 960
        let played = counters.voiceSamples + counters.acceleratedSamples - counters.expandedSamples
        let concealed = counters.concealedMilliseconds * Audio.samplesPerMillisecond
        #expect(((media - 1000)...(media + concealed + 1000)).contains(played))
    }

    /// What was sent before anybody listened, and comes all at once, is heard from its last half second on.
    @Test func onlyTheLastHalfSecondOfABurstBeforeTheFirstSampleIsPlayed() throws {
        let receiver = try AudioReceiver()
        receive(0..<40, by: receiver, from: try Self.encoder(), at: 1_000_000_000)
        render(by: receiver, periods: 100)
        let counters = receiver.counters()
        #expect(counters.packetsReceived == 40)
        #expect(counters.packetsDropped == 15)
        #expect(counters.packetsLost == 0)
    }

    private static func encoder() throws -> VoiceEncoder {
        try VoiceEncoder(bitsPerSecond: 32_000, complexity: 0, expectedLossPercent: 0, usesDTX: false)
    }

    /// Passes on packets of 20 ms that all come at that time.
    private func receive(
        _ numbers: Range<Int>, by receiver: AudioReceiver, from encoder: VoiceEncoder, at nanoseconds: Int64
    ) {
        var packet = [UInt8](repeating: 0, count: 1500)
        for number in numbers {
            let length = packet.withUnsafeMutableBytes { bytes in
                Self.babble[(number * 960)..<((number + 1) * 960)].withUnsafeBufferPointer {
                    encoder.encode($0, into: UnsafeMutableRawBufferPointer(rebasing: bytes[12...]))
                }
            }
            let header = RTPPacket(
                payloadType: 111, hasMarker: false, sequence: UInt16(number), timestamp: UInt32(number * 960), ssrc: 3,
                payloadBytes: length)
            packet.withUnsafeBytes { _ = receiver.receive(header, in: $0, arrivalNanoseconds: nanoseconds) }
        }
    }

    private func render(by receiver: AudioReceiver, periods: Int) {
        var frames = [Float](repeating: 0, count: 480)
        for _ in 0..<periods { _ = frames.withUnsafeMutableBufferPointer { receiver.render(into: $0) } }
    }

    /// Nothing is known about the network when the first word comes, so it is held back for 25 ms. The jitter of a home
    /// network in the evening (6 ms on average, 24 at most) interrupts no first second; three times as much costs a few
    /// hundredths of it.
    @Test(arguments: [(jitter: 6.0, mostConcealed: 0.0), (jitter: 20.0, mostConcealed: 45.0)])
    func theFirstWordsComeSoonAndComplete(jitter: Double, mostConcealed: Double) throws {
        let seeds: ClosedRange<UInt64> = 1...30
        var concealed = 0
        for seed in seeds {
            let call = try SimulatedCall(
                seed: seed, conditions: .init(jitterMilliseconds: jitter, reorders: false), microphone: Self.voice)
            call.run(seconds: 1)
            concealed += call.receiver.counters().concealedMilliseconds
        }
        #expect(Double(concealed) / Double(seeds.count) <= mostConcealed)
        // 20 ms in the sender's packet, 20 on its way, the sender's period and ours, the jitter of the first packet,
        // and the hold.
        let clean = try SimulatedCall(seed: 1, microphone: Self.voice)
        clean.run(seconds: 1)
        let first = try #require(clean.output.firstIndex { abs($0) > 0.01 })
        #expect(first < 95 * Audio.samplesPerMillisecond)
    }

    @Test func reorderedAndDuplicatedPacketsAreNeitherLostNorHeardTwice() throws {
        let call = try SimulatedCall(
            seed: 10, conditions: .init(jitterMilliseconds: 15, duplicatePercent: 30), microphone: Self.voice)
        call.run(seconds: 8)
        let counters = call.counters
        #expect(counters.packetsDuplicated > 80)
        #expect(counters.packetsLost <= 4)
        #expect(Measure.longestSilence(call.heard(last: 7)) < 2)
    }

    @Test func anotherSourceOrNumberingIsAcceptedWithinAQuarterSecond() throws {
        let call = try SimulatedCall(seed: 11, microphone: Self.voice)
        call.run(seconds: 2)
        // The same source, with numbers and clock far away.
        try call.replaceSender(ssrc: 77, firstSequence: 20_000, firstTimestamp: 5)
        call.run(seconds: 0.25)
        call.run(seconds: 1)
        #expect(Measure.longestSilence(call.heard(last: 1)) < 1)
        // Another source.
        try call.replaceSender(ssrc: 78, firstSequence: 7, firstTimestamp: 3_000_000_000)
        call.run(seconds: 0.25)
        call.run(seconds: 1)
        #expect(Measure.longestSilence(call.heard(last: 1)) < 1)
        #expect(call.counters.restarts == 2)
        #expect(call.counters.delayMilliseconds <= 60)
        // The numbers go on, but the clock jumps back and then far ahead.
        var sequence = 7
        for stamp in [UInt32(77), 2_000_000_000] {
            sequence += call.sender.counters.packetsSent
            try call.replaceSender(ssrc: 78, firstSequence: UInt16(sequence), firstTimestamp: stamp)
            call.run(seconds: 1.5)
            #expect(Measure.longestSilence(call.heard(last: 1)) < 1)
            #expect(call.counters.delayMilliseconds <= 60)
        }
    }

    @Test func aCallThatNobodyPlaysIsNotHeardLate() throws {
        let call = try SimulatedCall(seed: 12, microphone: Self.voice)
        call.run(seconds: 5, isRendering: false)
        call.run(seconds: 2)
        #expect(call.counters.packetsDropped > 100)
        #expect(call.counters.delayMilliseconds <= 60)
        #expect(Measure.longestSilence(call.heard(last: 1.5)) < 1)
    }

    @Test(arguments: [0.1, 0.3, 0.7, 1.1])
    func aCallThatIsOpenedLateIsNotHeardLate(seconds: Double) throws {
        let call = try SimulatedCall(seed: 12, microphone: Self.voice)
        call.run(seconds: seconds, isRendering: false)
        call.run(seconds: 0.2)
        #expect(call.counters.delayMilliseconds <= 60)
        #expect(Measure.level(call.heard(last: 0.1)) > 0.01)
    }

    @Test(arguments: [120, 240, 480, 960, 1920, 2880, 5760])
    func packetsOfEveryLengthPlayThroughLossAndJitter(samples: Int) throws {
        let encoder = try VoiceEncoder(bitsPerSecond: 32_000, complexity: 3, expectedLossPercent: 10, usesDTX: false)
        let receiver = try AudioReceiver()
        var path = NetworkPath(seed: 13, conditions: .init(jitterMilliseconds: 10, lossPercent: 3))
        var heard: [Float] = []
        var frames = [Float](repeating: 0, count: 480)
        var packet = [UInt8](repeating: 0, count: 1500)
        var sent = 0
        for period in 0..<500 {
            let now = Int64(period) * 10_000_000
            while (sent + 1) * samples <= period * 480 {
                let frame = (0..<samples).map { Self.voice(sent * samples + $0) }
                let length = packet.withUnsafeMutableBytes { bytes in
                    frame.withUnsafeBufferPointer {
                        encoder.encode($0, into: UnsafeMutableRawBufferPointer(rebasing: bytes[12...]))
                    }
                }
                let header = RTPPacket(
                    payloadType: 111, hasMarker: false, sequence: UInt16(truncatingIfNeeded: sent),
                    timestamp: UInt32(truncatingIfNeeded: sent * samples), ssrc: 3)
                _ = packet.withUnsafeMutableBytes { header.writeHeader(into: $0) }
                path.send(Array(packet[..<(12 + length)]), at: now)
                sent += 1
            }
            for arrived in path.arrived(by: now) {
                arrived.bytes.withUnsafeBytes { bytes in
                    guard let header = RTPPacket(parsing: bytes) else { return }
                    _ = receiver.receive(header, in: bytes, arrivalNanoseconds: arrived.arrival)
                }
            }
            _ = frames.withUnsafeMutableBufferPointer { receiver.render(into: $0) }
            heard += frames
        }
        let counters = receiver.counters()
        #expect(counters.packetsReceived > 400 * 480 / samples)
        #expect(Measure.longestSilence(heard.suffix(4 * 48_000)) < 10)
        #expect(counters.delayMilliseconds < 150)
        #expect(counters.restarts == 0)
    }

    @Test(.requirement("GUARD-6")) func rubbishInTheStreamNeverTrapsAndVoiceGoesOn() throws {
        var random = SplitMix(seed: 14)
        let call = try SimulatedCall(seed: 14, microphone: Self.voice)
        call.run(seconds: 1)
        for _ in 0..<150 {
            let size = Int.random(in: 0...1488, using: &random)
            var bytes = [UInt8](repeating: 0, count: 12 + size)
            for at in bytes.indices { bytes[at] = UInt8.random(in: 0...255, using: &random) }
            let header = RTPPacket(
                payloadType: 111, hasMarker: .random(using: &random), sequence: .random(in: 0...65_535, using: &random),
                timestamp: .random(in: 0...UInt32.max, using: &random),
                ssrc: Int.random(in: 0..<8, using: &random) == 0 ? 78 : 77, payloadBytes: size)
            let arrival = call.now + Int64.random(in: -5_000_000_000...5_000_000_000, using: &random)
            bytes.withUnsafeBytes { _ = call.receiver.receive(header, in: $0, arrivalNanoseconds: arrival) }
            call.run(seconds: 0.02)
        }
        #expect(call.output.allSatisfy { $0.isFinite && abs($0) < 4 })
        call.run(seconds: 8)
        #expect(Measure.longestSilence(call.heard(last: 1)) < 10)
        #expect(call.counters.delayMilliseconds < 80)
        // Random streams through the fuzz entry point.
        for _ in 0..<40 {
            let stream = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
            stream.withUnsafeBytes { ParserEntryPoints.stream($0) }
        }
    }

    /// Three threads at once, as in the appliance; problems show under the thread sanitizer.
    @Test func receivingRenderingAndCuttingMayRunAtTheSameTime() throws {
        let receiver = try AudioReceiver()
        let encoder = try VoiceEncoder(bitsPerSecond: 32_000, complexity: 0, expectedLossPercent: 0, usesDTX: false)
        var packet = [UInt8](repeating: 0, count: 400)
        let length = packet.withUnsafeMutableBytes { bytes in
            Self.babble[0..<960].withUnsafeBufferPointer {
                encoder.encode($0, into: UnsafeMutableRawBufferPointer(rebasing: bytes[12...]))
            }
        }
        let bytes = Array(packet[..<(12 + length)])
        let network = TestThread {
            for at in 0..<2000 {
                let header = RTPPacket(
                    payloadType: 111, hasMarker: false, sequence: UInt16(at), timestamp: UInt32(at * 960), ssrc: 1,
                    payloadBytes: length)
                bytes.withUnsafeBytes {
                    _ = receiver.receive(header, in: $0, arrivalNanoseconds: Int64(at) * 20_000_000)
                }
                if at % 8 == 0 { sched_yield() }
            }
        }
        let owner = TestThread {
            for _ in 0..<200 {
                receiver.cut(ignoringMilliseconds: 20)
                _ = receiver.isDrained
                _ = receiver.counters()
                sched_yield()
            }
        }
        var frames = [Float](repeating: 0, count: 480)
        for _ in 0..<2000 {
            _ = frames.withUnsafeMutableBufferPointer { receiver.render(into: $0) }
            if frames.contains(where: { !$0.isFinite }) { Issue.record("a sample is not finite") }
        }
        network.join()
        owner.join()
        _ = frames.withUnsafeMutableBufferPointer { receiver.render(into: $0) }
        let counters = receiver.counters()
        #expect(counters.packetsReceived + counters.packetsDropped >= 2000)
        #expect(counters.renderedSamples == 2001 * 480)
    }

    @Test func emptyRequestsAndPacketsAreHarmless() throws {
        let receiver = try AudioReceiver()
        #expect(receiver.render(into: UnsafeMutableBufferPointer(start: nil, count: 0)) == 0)
        let packet = RTPPacket(payloadType: 111, hasMarker: false, sequence: 1, timestamp: 2, ssrc: 3, payloadBytes: 0)
        [UInt8](repeating: 0, count: 12).withUnsafeBytes {
            #expect(receiver.receive(packet, in: $0, arrivalNanoseconds: 0))
            // A range that is not inside the bytes is refused.
            #expect(
                !receiver.receive(
                    RTPPacket(payloadType: 111, hasMarker: false, sequence: 1, timestamp: 2, ssrc: 3, payloadBytes: 9),
                    in: $0, arrivalNanoseconds: 0))
        }
        var frames = [Float](repeating: 1, count: 4800)
        _ = frames.withUnsafeMutableBufferPointer { receiver.render(into: $0) }
        #expect(frames.allSatisfy { $0 == 0 })
    }
}
