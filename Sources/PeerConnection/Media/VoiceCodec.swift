import COpus

/// libopus decoding to 48 kHz mono, with its concealment and in-band recovery. Allocates only in `init`.
///
/// Used by one thread at a time; `@unchecked Sendable` so that its owner can hand it to the playback thread.
package final class VoiceDecoder: @unchecked Sendable {
    private let decoder: OpaquePointer

    init() throws(MediaError) {
        var code: Int32 = 0
        guard let made = opus_decoder_create(Int32(Audio.samplesPerSecond), 1, &code), code == OPUS_OK else {
            throw .codec(code: code, operation: "make a decoder")
        }
        decoder = made
    }

    deinit { opus_decoder_destroy(decoder) }

    /// How many samples a packet holds; 0 if it is not Opus.
    package static func sampleCount(of payload: UnsafeRawBufferPointer) -> Int {
        guard let bytes = payload.bindMemory(to: UInt8.self).baseAddress, payload.count > 0 else { return 0 }
        let count = opus_packet_get_nb_samples(bytes, opus_int32(payload.count), opus_int32(Audio.samplesPerSecond))
        return (120...Audio.maximumPacketSamples).contains(Int(count)) ? Int(count) : 0
    }

    /// Whether a packet carries a copy of the one before it at a lower rate (RFC 6716 §4.2.4: the LBRR flag of the
    /// first SILK frame).
    package static func hasRecovery(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard payload.count > 1 else { return false }
        let toc = payload[0]
        // Configurations 16 and up are CELT only; others begin with SILK, whose header starts with VAD flags.
        let configuration = toc >> 3
        guard configuration < 16 else { return false }
        let frameStart: Int
        switch toc & 3 {
        case 0, 1: frameStart = 1
        case 2: frameStart = payload[1] >= 252 ? 3 : 2
        default: return false
        }
        guard frameStart < payload.count else { return false }
        let silkFrames =
            switch (configuration, configuration & 3) {
            case (..<12, 2): 2
            case (..<12, 3): 3
            default: 1
            }
        return payload[frameStart] >> (7 - silkFrames) & 1 == 1
    }

    /// Returns how many samples were written, or 0 if the packet cannot be decoded.
    func decode(_ payload: UnsafeRawBufferPointer, into target: UnsafeMutablePointer<Float>, capacity: Int) -> Int {
        run(payload, target, capacity, recovering: 0)
    }

    /// Reconstructs the last `samples` before this packet from the copy that it carries.
    func recover(
        from payload: UnsafeRawBufferPointer, samples: Int, into target: UnsafeMutablePointer<Float>
    ) -> Int {
        run(payload, target, samples, recovering: 1)
    }

    /// Makes up `samples` (a multiple of 120, at most 5760) that continue what was last heard.
    func conceal(samples: Int, into target: UnsafeMutablePointer<Float>) -> Int {
        max(0, Int(opus_decode_float(decoder, nil, 0, target, Int32(samples), 0)))
    }

    func reset() { _ = anicca_opus_decoder_reset(decoder) }

    private func run(
        _ payload: UnsafeRawBufferPointer, _ target: UnsafeMutablePointer<Float>, _ capacity: Int, recovering: Int32
    ) -> Int {
        guard let bytes = payload.bindMemory(to: UInt8.self).baseAddress, payload.count > 0 else { return 0 }
        return max(
            0, Int(opus_decode_float(decoder, bytes, opus_int32(payload.count), target, Int32(capacity), recovering)))
    }
}

/// libopus encoding of 48 kHz mono voice.
///
/// Used by one thread at a time; `@unchecked Sendable` so that its owner can hand it to the sending thread.
final class VoiceEncoder: @unchecked Sendable {
    private let encoder: OpaquePointer
    private var expectedLoss: Int32 = -1

    init(bitsPerSecond: Int, complexity: Int, expectedLossPercent: Int, usesDTX: Bool) throws(MediaError) {
        var code: Int32 = 0
        guard let made = opus_encoder_create(Int32(Audio.samplesPerSecond), 1, OPUS_APPLICATION_VOIP, &code),
            code == OPUS_OK
        else { throw .codec(code: code, operation: "make an encoder") }
        encoder = made
        let settings: [(Int32, Int)] = [
            (OPUS_SET_BITRATE_REQUEST, bitsPerSecond), (OPUS_SET_COMPLEXITY_REQUEST, complexity),
            (OPUS_SET_INBAND_FEC_REQUEST, 1), (OPUS_SET_DTX_REQUEST, usesDTX ? 1 : 0),
            (OPUS_SET_SIGNAL_REQUEST, Int(OPUS_SIGNAL_VOICE)),
        ]
        for (request, value) in settings {
            let code = anicca_opus_encoder_set(encoder, request, Int32(clamping: value))
            guard code == OPUS_OK else { throw .codec(code: code, operation: "set encoder request \(request)") }
        }
        setExpectedLoss(percent: expectedLossPercent)
    }

    deinit { opus_encoder_destroy(encoder) }

    /// Sets the loss to expect: the higher it is, the more of each packet repeats the one before.
    func setExpectedLoss(percent: Int) {
        let value = Int32(min(max(percent, 0), 50))
        guard value != expectedLoss else { return }
        expectedLoss = value
        _ = anicca_opus_encoder_set(encoder, OPUS_SET_PACKET_LOSS_PERC_REQUEST, value)
    }

    /// Returns how many bytes were written, or 0 if there is nothing to send.
    func encode(_ frame: UnsafeBufferPointer<Float>, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard let samples = frame.baseAddress, let bytes = target.bindMemory(to: UInt8.self).baseAddress else {
            return 0
        }
        return max(
            0, Int(opus_encode_float(encoder, samples, Int32(frame.count), bytes, opus_int32(target.count))))
    }
}
