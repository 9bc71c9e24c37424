import PeerConnection

/// Entry points for fuzzing the parsers of data from outside. They take any bytes and must never trap.
package enum ParserEntryPoints {
    package static func sessionDescription(_ bytes: UnsafeRawBufferPointer) {
        for kind in [SessionDescription.Kind.offer, .answer] {
            guard let parsed = try? SessionDescription.parse(bytes: bytes, as: kind) else { continue }
            _ = try? SessionDescription.parse(parsed.written(), as: kind)
        }
    }

    package static func rtp(_ bytes: UnsafeRawBufferPointer) {
        guard let packet = RTPPacket(parsing: bytes) else { return }
        var statistics = ReceptionStatistics()
        statistics.receive(packet, arrivalNanoseconds: 0)
        let payload = UnsafeRawBufferPointer(rebasing: bytes[packet.payload])
        _ = VoiceDecoder.sampleCount(of: payload)
        _ = VoiceDecoder.hasRecovery(payload)
    }

    package static func rtcp(_ bytes: UnsafeRawBufferPointer) {
        var session = RTCPSession(ssrc: 1, cname: "fuzz", startNanoseconds: 0, seed: 1)
        _ = session.receive(rtcp: bytes, at: 1_000_000_000)
    }

    /// Passes a series of packets, each preceded by its length in two bytes, through the whole receiving side.
    package static func stream(_ bytes: UnsafeRawBufferPointer) {
        guard let receiver = try? AudioReceiver() else { return }
        var samples = [Float](repeating: 0, count: 480)
        var at = 0
        var now: Int64 = 0
        while at + 2 <= bytes.count {
            let length = min((Int(bytes[at]) << 8 | Int(bytes[at + 1])) % 1600, bytes.count - at - 2)
            let packet = UnsafeRawBufferPointer(rebasing: bytes[(at + 2)..<(at + 2 + length)])
            if let header = RTPPacket(parsing: packet) {
                _ = receiver.receive(header, in: packet, arrivalNanoseconds: now)
            }
            samples.withUnsafeMutableBufferPointer { _ = receiver.render(into: $0) }
            now += 10_000_000
            at += 2 + length
        }
    }

    /// Passes a series of message pieces from a peer through the data channels' machine. Each has one byte for the
    /// stream, one for the kind, one for flags (end, reset), two for the length, then its contents.
    package static func dataChannel(_ bytes: UnsafeRawBufferPointer) {
        let identifiers: [UInt32] = [50, 51, 53, 56, 57, 0]
        var machine = DataChannelMachine(maximumMessageBytes: 4096)
        _ = machine.create(label: "oai-events")
        _ = machine.associationUp(isClient: false, streams: 64)
        var at = 0
        while at + 5 <= bytes.count {
            let stream = UInt16(bytes[at])
            let identifier = identifiers[Int(bytes[at + 1]) % identifiers.count]
            let isEnd = bytes[at + 2] & 1 == 0
            let length = min(Int(bytes[at + 3]) << 8 | Int(bytes[at + 4]), bytes.count - at - 5)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[(at + 5)..<(at + 5 + length)])
            if bytes[at + 2] & 2 != 0 { _ = machine.peerReset(streams: [stream]) }
            _ = machine.receive(stream: stream, protocolIdentifier: identifier, bytes: piece, isEnd: isEnd)
            _ = machine.send(.text("x"), label: "oai-events")
            at += 5 + length
        }
    }
}
