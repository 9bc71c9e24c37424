import CLateLibraries
import COpus

/// Why sound cannot be recorded or played.
public enum RecordingSoundError: Error, Hashable {
    /// A library is missing, in the dynamic linker's words.
    case library(String)
    /// libopus refuses; `code` is its own.
    case codec(code: Int32)
    /// No thread could be started; an errno.
    case thread(code: Int32)
}

/// Encodes both voices into one packet: two streams of their own, the owner's on the left, so that neither voice is
/// mixed into the other. For one thread at a time.
final class TalkEncoder {
    private let encoder: OpaquePointer
    private var packet = [UInt8](repeating: 0, count: RecordedSound.maximumPacketBytes)

    init() throws(RecordingSoundError) {
        if let words = anicca_late_load() { throw .library(String(cString: words)) }
        var code: Int32 = 0
        let mapping: [UInt8] = [0, 1]
        guard
            let made = opus_multistream_encoder_create(
                Int32(RecordedSound.samplesPerSecond), 2, 2, 0, mapping, OPUS_APPLICATION_VOIP, &code),
            code == OPUS_OK
        else { throw .codec(code: code) }
        encoder = made
        let settings: [(Int32, Int)] = [
            (OPUS_SET_BITRATE_REQUEST, 2 * RecordedSound.bitsPerSecond),
            (OPUS_SET_COMPLEXITY_REQUEST, RecordedSound.complexity), (OPUS_SET_DTX_REQUEST, 1),
            (OPUS_SET_SIGNAL_REQUEST, Int(OPUS_SIGNAL_VOICE)),
        ]
        for (request, value) in settings {
            _ = anicca_opus_ms_encoder_set(made, request, Int32(clamping: value))
        }
    }

    deinit { opus_multistream_encoder_destroy(encoder) }

    /// Encodes 20 ms of both voices, interleaved; nil if libopus refuses.
    func encode(_ samples: [Int16]) -> [UInt8]? {
        guard samples.count == 2 * RecordedSound.packetSamples else { return nil }
        let count = opus_multistream_encode(
            encoder, samples, Int32(RecordedSound.packetSamples), &packet, opus_int32(packet.count))
        return count > 0 ? Array(packet.prefix(Int(count))) : nil
    }
}

/// Decodes packets to both voices. For one thread at a time.
public final class TalkDecoder {
    private let decoder: OpaquePointer
    private var samples = [Int16](repeating: 0, count: 2 * RecordedSound.packetSamples)

    public init() throws(RecordingSoundError) {
        if let words = anicca_late_load() { throw .library(String(cString: words)) }
        var code: Int32 = 0
        let mapping: [UInt8] = [0, 1]
        guard
            let made = opus_multistream_decoder_create(
                Int32(RecordedSound.samplesPerSecond), 2, 2, 0, mapping, &code), code == OPUS_OK
        else { throw .codec(code: code) }
        decoder = made
    }

    deinit { opus_multistream_decoder_destroy(decoder) }

    /// The 20 ms of a packet, interleaved, the owner first; silence if it cannot be decoded.
    public func decode(_ packet: [UInt8]) -> [Int16] {
        let count = opus_multistream_decode(
            decoder, packet, opus_int32(packet.count), &samples, Int32(RecordedSound.packetSamples), 0)
        guard count == RecordedSound.packetSamples else { return [Int16](repeating: 0, count: samples.count) }
        return samples
    }
}
