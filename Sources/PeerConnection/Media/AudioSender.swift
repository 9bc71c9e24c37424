import Synchronization
import System

/// What the sending side of the audio has done so far.
public struct SenderCounters: Sendable, Equatable {
    public var packetsSent = 0
    public var bytesSent = 0
    /// Captured samples that found no room, or were so old that sending them would only add delay.
    public var samplesDropped = 0
    /// Frames of silence that stood in for a microphone that is off or not open.
    public var silentFrames = 0
}

/// Captured voice from samples to RTP packets: ring, Opus, numbering.
///
/// `capture` is called on the capture thread (real time), `poll` and the setters marked so on the event thread,
/// `setSending` on any. The card's clock is the stream's clock, so its drift needs no correction here. `@unchecked
/// Sendable`: whatever is not atomic belongs to the event thread alone.
package final class AudioSender: @unchecked Sendable {
    package struct Configuration: Sendable {
        var payloadType: UInt8
        var ssrc: UInt32
        var bitsPerSecond: Int
        var complexity: Int
        /// Used until the peer's reports say otherwise, so that packets carry recovery data from the start.
        var expectedLossPercent = AudioSender.leastUsefulLossPercent
        var usesDTX = false
        var firstSequence: UInt16
        var firstTimestamp: UInt32

        package init(
            payloadType: UInt8 = SessionDescription.offeredPayloadType, ssrc: UInt32, bitsPerSecond: Int = 32_000,
            complexity: Int = 5, firstSequence: UInt16 = 0, firstTimestamp: UInt32 = 0
        ) {
            self.payloadType = payloadType
            self.ssrc = ssrc
            self.bitsPerSecond = bitsPerSecond
            self.complexity = complexity
            self.firstSequence = firstSequence
            self.firstTimestamp = firstTimestamp
        }
    }

    static let frameSamples = 960
    /// Below 6 % libopus adds no recovery data at 32 kbit/s full band; at 10 % it does, for some bandwidth.
    static let leastUsefulLossPercent = 10
    private static let frameNanoseconds: Int64 = 20_000_000
    /// Captured samples beyond this number are dropped, because the event thread was held up.
    private static let maximumWaitingSamples = 5 * frameSamples

    private let ring = Ring<Float>(minimumCapacity: 16_384, zero: 0)
    private let isSending = Atomic<Bool>(false)
    private let ready: @Sendable () -> Void
    private let dropped = Atomic<Int>(0)
    private let packetsSent = Atomic<Int>(0)
    private let bytesSent = Atomic<Int>(0)
    private let silentFrames = Atomic<Int>(0)
    private let ssrc: UInt32
    private let usesDTX: Bool

    // Event thread only.
    private let encoder: VoiceEncoder
    private let frame: UnsafeMutableBufferPointer<Float>
    private let packet: UnsafeMutableRawBufferPointer
    private var payloadType: UInt8
    private var sequence: UInt16
    private var timestamp: UInt32
    private var lastFrameNanoseconds: Int64?
    private var lastCaptureNanoseconds: Int64?
    private var wasSending = false
    private var fadesIn = true
    private var needsMarker = true

    /// `ready` is called on the capture thread when a frame has filled: it may write an eventfd, nothing more.
    package init(configuration: Configuration, ready: @escaping @Sendable () -> Void) throws(MediaError) {
        guard configuration.payloadType < 128 else { throw .configuration("a payload number over 127") }
        encoder = try VoiceEncoder(
            bitsPerSecond: configuration.bitsPerSecond, complexity: configuration.complexity,
            expectedLossPercent: configuration.expectedLossPercent, usesDTX: configuration.usesDTX)
        self.ready = ready
        ssrc = configuration.ssrc
        usesDTX = configuration.usesDTX
        payloadType = configuration.payloadType
        sequence = configuration.firstSequence
        timestamp = configuration.firstTimestamp
        frame = .allocate(capacity: Self.frameSamples)
        frame.initialize(repeating: 0)
        packet = .allocate(byteCount: Audio.maximumPacketBytes, alignment: 8)
        packet.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        frame.deallocate()
        packet.deallocate()
    }

    /// Takes captured samples, 48 kHz mono. No allocation, no locks; what finds no room is dropped and counted. Capture
    /// thread only.
    package func capture(_ frames: UnsafeBufferPointer<Float>) {
        let before = ring.count
        let taken = ring.write(frames)
        if taken < frames.count { dropped.add(frames.count - taken) }
        // Also on every further frame, which makes up for a missed wake-up.
        if (before + taken) / Self.frameSamples > before / Self.frameSamples { ready() }
    }

    /// Switches the microphone on or off. Any thread. While it is off, as it is at first, only silence is sent.
    package func setSending(_ isOn: Bool) { isSending.store(isOn, ordering: .releasing) }

    /// Sets the payload number that the answer gave. Event thread only.
    func setPayloadType(_ number: UInt8) { payloadType = number & 0x7F }

    /// Sets the loss that the other end reports. Any loss at all turns in-band recovery on. Event thread only.
    package func setExpectedLoss(percent: Int) {
        encoder.setExpectedLoss(percent: percent > 0 ? max(percent, Self.leastUsefulLossPercent) : 0)
    }

    /// What was sent so far. Any thread.
    var counters: SenderCounters {
        SenderCounters(
            packetsSent: packetsSent.load(ordering: .relaxed), bytesSent: bytesSent.load(ordering: .relaxed),
            samplesDropped: dropped.load(ordering: .relaxed), silentFrames: silentFrames.load(ordering: .relaxed))
    }

    /// Sends what was captured; called on `ready` and every 20 ms. Event thread only.
    ///
    /// While nothing captures, silence keeps the stream alive at the pace of `nowNanoseconds`. `emit` gets a buffer of
    /// 1500 bytes and the packet's length in it, so that SRTP may protect it in place.
    package func poll(at nowNanoseconds: Int64, emit: (UnsafeMutableRawBufferPointer, Int) -> Void) {
        let sending = isSending.load(ordering: .acquiring)
        let waiting = ring.count
        if waiting > Self.maximumWaitingSamples {
            let excess = (waiting - Self.maximumWaitingSamples + Self.frameSamples - 1) / Self.frameSamples
            dropped.add(ring.discard(excess * Self.frameSamples))
        }
        if let last = lastFrameNanoseconds, ring.count >= Self.frameSamples {
            // Nothing was captured or polled for a while, but the media clock went on.
            let away = (nowNanoseconds &- last) / Self.frameNanoseconds - Int64(ring.count / Self.frameSamples)
            if away > 10 { skip(frames: away, at: nowNanoseconds) }
        }
        while ring.count >= Self.frameSamples {
            _ = ring.read(into: frame)
            lastCaptureNanoseconds = nowNanoseconds
            if !sending || !wasSending {
                // The first frame after a mute is still silence: part of it was captured while muted.
                frame.update(repeating: 0)
                silentFrames.add(1)
                fadesIn = true
            } else if fadesIn {
                for at in 0..<240 { frame[at] *= Float(at) / 240 }
                fadesIn = false
            }
            wasSending = sending
            send(at: nowNanoseconds, emit)
        }
        if !sending { wasSending = false }
        standIn(at: nowNanoseconds, emit)
    }

    /// Sends silence once nothing was captured for 60 ms, because the device is closed or stuck.
    private func standIn(at nowNanoseconds: Int64, _ emit: (UnsafeMutableRawBufferPointer, Int) -> Void) {
        if let last = lastCaptureNanoseconds, nowNanoseconds &- last < 3 * Self.frameNanoseconds { return }
        let start = lastFrameNanoseconds ?? (nowNanoseconds &- Self.frameNanoseconds)
        var frames = (nowNanoseconds &- start) / Self.frameNanoseconds
        guard frames > 0 else { return }
        if frames > 5 {
            // The event thread was held up: send the missing time as a pause, not as a burst.
            skip(frames: frames - 1, at: nowNanoseconds)
            frames = 1
        }
        for _ in 0..<frames {
            frame.update(repeating: 0)
            silentFrames.add(1)
            fadesIn = true
            send(at: (lastFrameNanoseconds ?? start) &+ Self.frameNanoseconds, emit)
        }
    }

    private func skip(frames: Int64, at nowNanoseconds: Int64) {
        timestamp &+= UInt32(truncatingIfNeeded: frames &* Int64(Self.frameSamples))
        lastFrameNanoseconds = nowNanoseconds &- Self.frameNanoseconds
        needsMarker = true
    }

    private func send(at nowNanoseconds: Int64, _ emit: (UnsafeMutableRawBufferPointer, Int) -> Void) {
        lastFrameNanoseconds = nowNanoseconds
        let room = UnsafeMutableRawBufferPointer(rebasing: packet[RTPPacket.headerBytes..<1200])
        let bytes = encoder.encode(UnsafeBufferPointer(frame), into: room)
        let stamp = timestamp
        timestamp &+= UInt32(Self.frameSamples)
        // With DTX, packets of two bytes or less need not be sent (opus_encode).
        guard bytes > (usesDTX ? 2 : 0) else {
            needsMarker = true
            return
        }
        let header = RTPPacket(
            payloadType: payloadType, hasMarker: needsMarker, sequence: sequence, timestamp: stamp, ssrc: ssrc)
        guard header.writeHeader(into: packet) else { return }
        needsMarker = false
        sequence &+= 1
        let length = RTPPacket.headerBytes + bytes
        packetsSent.add(1)
        bytesSent.add(length)
        emit(packet, length)
    }
}
