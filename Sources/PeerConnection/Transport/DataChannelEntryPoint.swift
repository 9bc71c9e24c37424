extension ParserEntryPoints {
    /// A series of pieces from a peer, for fuzzing: stream, kind, end, length (two bytes), then the bytes.
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
