import FoundationEssentials
import PeerConnection
import Synchronization
import System

/// The microphone's sound on its way into `input_audio_buffer.append` events: 48 kHz in on the capture thread, base64
/// of 24 kHz PCM16 out on the transport's thread, in pieces of 20 to 40 ms.
final class WebSocketUplink: Sendable {
    private struct State {
        var decimator = HalfBand.Decimator()
        /// When the last piece was made; nil if none was since the microphone was switched on.
        var lastMade: Int?
        var wasSending = false
    }

    private let ring = Ring<Float>(minimumCapacity: 1 << 15, zero: 0)
    private let isSending = Atomic<Bool>(false)
    private let lost = Atomic<Int>(0)
    private let state = Mutex(State())

    /// 20 ms at 48 kHz.
    private static let chunkSamples = 960
    /// If the microphone delivers nothing for this long, silence is sent instead, because the service's voice detection
    /// counts samples.
    private static let starvedMilliseconds = 100
    /// How much silence follows after muting: enough for the service to find the end of a turn that was under way.
    private let trailMilliseconds: Int

    init(trailMilliseconds: Int = TurnDetection.serverVAD().trailMilliseconds) {
        self.trailMilliseconds = trailMilliseconds
    }

    /// Switches the microphone on or off. Any thread. Once off, none of its sound leaves the device.
    func setSending(_ isOn: Bool) { isSending.store(isOn, ordering: .sequentiallyConsistent) }

    /// Whether the microphone is on. Any thread.
    var isActive: Bool { isSending.load(ordering: .sequentiallyConsistent) }

    /// Length of the samples that found no room. Any thread.
    var lostMilliseconds: Int { lost.load(ordering: .relaxed) / 48 }

    /// Takes captured samples. Capture thread, real time: no allocation, locks or logging.
    func capture(_ frames: UnsafeBufferPointer<Float>) {
        guard isSending.load(ordering: .relaxed) else { return }
        let taken = ring.write(frames)
        if taken < frames.count { lost.add(frames.count - taken, ordering: .relaxed) }
    }

    /// The events that are due now; none while muted, except the silence that ends a turn.
    func events(at now: Int) -> [[UInt8]] {
        state.withLock { state in
            guard isSending.load(ordering: .sequentiallyConsistent) else {
                ring.skip(to: ring.written)
                guard state.wasSending else { return [] }
                state.wasSending = false
                guard state.lastMade != nil else { return [] }
                state.lastMade = nil
                return stride(from: 0, to: trailMilliseconds, by: 1_000).map {
                    WebSocketUplink.append(silenceMilliseconds: min(trailMilliseconds - $0, 1_000))
                }
            }
            if !state.wasSending {
                state.wasSending = true
                state.decimator = HalfBand.Decimator()
                state.lastMade = nil
            }
            var events: [[UInt8]] = []
            var room = [Float](repeating: 0, count: WebSocketUplink.chunkSamples * 2)
            while ring.count >= WebSocketUplink.chunkSamples {
                let pieces = ring.count >= WebSocketUplink.chunkSamples * 2 ? 2 : 1
                let count = room.withUnsafeMutableBufferPointer {
                    ring.read(into: $0, atMost: WebSocketUplink.chunkSamples * pieces)
                }
                events.append(WebSocketUplink.append(state.decimator.process(Array(room.prefix(count)))))
                state.lastMade = now
            }
            let last = state.lastMade ?? now
            if state.lastMade == nil { state.lastMade = now }
            if now - last >= WebSocketUplink.starvedMilliseconds {
                let missing = min((now - last) / 20 * 20, 1_000)
                events.append(WebSocketUplink.append(silenceMilliseconds: missing))
                state.lastMade = now
            }
            return events
        }
    }

    private static func append(silenceMilliseconds: Int) -> [UInt8] {
        append([Float](repeating: 0, count: silenceMilliseconds * 24))
    }

    /// One event. Samples beyond full scale and NaNs are limited.
    static func append(_ samples: [Float]) -> [UInt8] {
        var pcm: [UInt8] = []
        pcm.reserveCapacity(samples.count * 2)
        for sample in samples {
            let scaled = sample.isFinite ? max(-32_768, min(32_767, (sample * 32_767).rounded())) : 0
            let value = UInt16(bitPattern: Int16(scaled))
            pcm.append(UInt8(truncatingIfNeeded: value))
            pcm.append(UInt8(truncatingIfNeeded: value >> 8))
        }
        var event = Array(#"{"type":"input_audio_buffer.append","audio":""#.utf8)
        event.reserveCapacity(event.count + pcm.count / 3 * 4 + 8)
        event.append(contentsOf: Data(pcm).base64EncodedData())
        event.append(contentsOf: #""}"#.utf8)
        return event
    }
}
