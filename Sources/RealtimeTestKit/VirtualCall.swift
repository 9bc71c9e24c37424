import PeerConnection

/// The media of one call on virtual time, without sockets or sound cards, for the bench's long runs: captured samples
/// go through encoder, a network that loses and delays, jitter buffer and decoder, with the reports of both ends.
package final class VirtualCall {
    private let sender: AudioSender
    private let receiver: AudioReceiver
    private var near: RTCPSession
    private var far: RTCPSession
    private var random: SplitMix
    private var now: Int64 = 1_000_000_000
    private var inFlight: [(arrival: Int64, bytes: [UInt8])] = []
    private let microphone: [Float]
    private var at = 0

    private static let period = 480
    private static let periodNanoseconds: Int64 = 10_000_000

    package init(seed: UInt64) throws(MediaError) {
        sender = try AudioSender(
            configuration: .init(ssrc: 1, firstSequence: 65_000, firstTimestamp: .max - 48_000), ready: {})
        receiver = try AudioReceiver()
        near = RTCPSession(ssrc: 1, cname: "near", startNanoseconds: now, seed: seed)
        far = RTCPSession(ssrc: 2, cname: "far", startNanoseconds: now, seed: seed &+ 1)
        random = SplitMix(seed: seed)
        // A 100 Hz buzz whose loudness rises and falls, so that the encoder has real work.
        microphone = (0..<48_000).map { index in
            let saw = Float(index % 480) / 240 - 1
            let loudness = Float(abs(index % 12_000 - 6_000)) / 6_000
            return saw * loudness * 0.3
        }
        inFlight.reserveCapacity(256)
    }

    package var counters: ReceiverCounters { receiver.counters() }

    /// Runs through minutes with and without sending, on good and bad networks in turn.
    package func run(seconds: Int) {
        var frames = [Float](repeating: 0, count: Self.period)
        for step in 0..<seconds * 100 {
            if step % 6_000 == 0 { sender.setSending(random.next() % 4 != 0) }
            let minute = now / 60_000_000_000
            now += Self.periodNanoseconds
            microphone.withUnsafeBufferPointer {
                sender.capture(UnsafeBufferPointer(rebasing: $0[at..<at + Self.period]))
            }
            at = (at + Self.period) % microphone.count
            sender.poll(at: now) { bytes, length in
                let packet = UnsafeRawBufferPointer(rebasing: bytes[..<length])
                near.sent(rtp: packet, at: now)
                carry(
                    packet, jitter: [0, 30, 60, 0, 120][Int(minute % 5)],
                    lossPercent: [0, 5, 0, 20, 1][Int(minute % 5)])
            }
            deliver()
            frames.withUnsafeMutableBufferPointer { _ = receiver.render(into: $0) }
            // One end's microphone is the other end's speaker, so each end receives a report of how it is heard.
            if let report = near.report(at: now) { report.withUnsafeBytes { _ = far.receive(rtcp: $0, at: now) } }
            if let report = far.report(at: now) {
                report.withUnsafeBytes { _ = near.receive(rtcp: $0, at: now) }
                sender.setExpectedLoss(percent: near.lossPercentSeenByPeer)
            }
        }
    }

    private func carry(_ packet: UnsafeRawBufferPointer, jitter: UInt64, lossPercent: UInt64) {
        guard random.next() % 100 >= lossPercent else { return }
        let delay = 20_000_000 + Int64(random.next() % (jitter * 1_000_000 + 1))
        inFlight.append((now + delay, Array(packet)))
    }

    private func deliver() {
        for packet in inFlight where packet.arrival <= now {
            packet.bytes.withUnsafeBytes { bytes in
                guard let header = RTPPacket(parsing: bytes) else { return }
                far.received(header, at: packet.arrival)
                _ = receiver.receive(header, in: bytes, arrivalNanoseconds: packet.arrival)
            }
        }
        inFlight.removeAll { $0.arrival <= now }
    }
}
