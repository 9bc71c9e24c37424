import CLateOpus
import Foundation
import GatewayRules

/// Speech as a file of Opus.
enum SpeechFile {
    /// Speech is transparent at this rate.
    private static let bitsPerSecond: Int32 = 48_000
    private static let packetSamples = SpeechReading.rate / 50
    private static let mostPacketBytes = 1_275

    /// What keeps it from being encoded; nil: nothing.
    static var obstacle: String? { late_opus_load().map { String(cString: $0) } }

    /// An Ogg file; nil: it cannot be encoded here. On the caller's thread: about a second for the longest speech.
    ///
    /// - Parameter samples: 16-bit PCM, little-endian, `SpeechReading.rate`, one channel.
    static func oggOpus(_ samples: [UInt8]) -> [UInt8]? {
        var lookahead: Int32 = 0
        guard obstacle == nil, let encoder = late_opus_new(Int32(SpeechReading.rate), bitsPerSecond, &lookahead)
        else { return nil }
        defer { late_opus_close(encoder) }
        let values = stride(from: 0, to: samples.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(samples[$0]) | Int(samples[$0 + 1]) << 8)
        }
        // What the encoder delays has to come out, too.
        let needed = values.count + Int(lookahead)
        let padding = (packetSamples - needed % packetSamples) % packetSamples + Int(lookahead)
        let padded = values + Array(repeating: 0, count: padding)
        var packets: [[UInt8]] = []
        for start in stride(from: 0, to: padded.count, by: packetSamples) {
            var packet = [UInt8](repeating: 0, count: mostPacketBytes)
            let count = Array(padded[start..<(start + packetSamples)]).withUnsafeBufferPointer { frame in
                late_opus_encode(encoder, frame.baseAddress, Int32(frame.count), &packet, Int32(mostPacketBytes))
            }
            guard count > 0 else { return nil }
            packets.append(Array(packet.prefix(Int(count))))
        }
        let perSample = OggOpusFile.rate / SpeechReading.rate
        return OggOpusFile.bytes(
            packets: packets, preSkip: UInt16(clamping: Int(lookahead) * perSample), granules: values.count * perSample,
            inputRate: UInt32(SpeechReading.rate), serial: .random(in: .min ... .max))
    }

    /// The same on a thread of its own.
    static func made(of samples: [UInt8]) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: oggOpus(samples)) }
            thread.name = "speech"
            thread.start()
        }
    }
}
