import Glibc
import Synchronization
import System

/// The audio of a connection on its event thread: connects the media machines (RTP and RTCP) with SRTP.
final class PeerAudio {
    let ssrc: UInt32
    let cname: String
    /// Protects the packet in place and sends it; (buffer, length, is RTCP). False: it was not sent.
    var transmit: (UnsafeMutableRawBufferPointer, Int, Bool) -> Bool = { _, _, _ in false }
    var firstAudio: () -> Void = {}

    private let line: AudioLine
    private var rtcp: RTCPSession
    private var payloadType = SessionDescription.offeredPayloadType
    private var sends = false
    private var receives = false
    private var isRunning = false
    private var hasReportedAudio = false
    private var thread: EventThread?
    private var watch: WatchToken?
    private var timer: TimerToken?
    private var lastSignalNanoseconds: Int64 = 0
    private var octetsReceived = 0
    private let room = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Audio.maximumPacketBytes + SRTPTransport.maximumTrailerBytes, alignment: 8)

    private static let frameMilliseconds = 20
    /// An open microphone signals each frame; the timer only checks whether it still does.
    private static let supervisionMilliseconds = 60

    init(line: AudioLine) {
        self.line = line
        ssrc = line.ssrc
        // RFC 7022: random, so that it does not reveal whose speaker this is.
        cname = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        rtcp = RTCPSession(
            ssrc: line.ssrc, cname: cname, startNanoseconds: Self.now, seed: UInt64.random(in: 0...UInt64.max))
    }

    deinit { room.deallocate() }

    private static var now: Int64 { bootNanoseconds() }

    /// Applies what both descriptions agreed on; `section` is the peer's.
    func accept(_ section: SessionDescription.Audio) {
        payloadType = section.payloadType
        line.sender.setPayloadType(section.payloadType)
        sends = section.direction == .sendrecv || section.direction == .recvonly
        receives = section.direction == .sendrecv || section.direction == .sendonly
    }

    func start(thread: EventThread) {
        guard !isRunning else { return }
        isRunning = true
        line.isOpen.store(true, ordering: .releasing)
        let me = Confined(self)
        watch = thread.watch(descriptor: line.signal.descriptor, forReading: true, forWriting: false) { _, _ in
            me.value?.signalled()
        }
        self.thread = thread
        supervise()
    }

    /// Sends the peer an RTCP goodbye, once.
    func stop() {
        guard isRunning else { return }
        let goodbye = rtcp.bye(at: Self.now)
        isRunning = false
        line.isOpen.store(false, ordering: .releasing)
        watch?.cancel()
        timer?.cancel()
        watch = nil
        timer = nil
        thread = nil
        send(rtcp: goodbye)
    }

    func receive(rtp bytes: UnsafeRawBufferPointer) {
        guard isRunning, receives, let packet = RTPPacket(parsing: bytes), packet.payloadType == payloadType else {
            return
        }
        let now = Self.now
        octetsReceived += packet.payload.count
        rtcp.received(packet, at: now)
        _ = line.receiver.receive(packet, in: bytes, arrivalNanoseconds: now)
    }

    func receive(rtcp bytes: UnsafeRawBufferPointer) {
        guard isRunning else { return }
        let news = rtcp.receive(rtcp: bytes, at: Self.now)
        if news.hasReport { line.sender.setExpectedLoss(percent: rtcp.lossPercentSeenByPeer) }
    }

    func account(_ statistics: inout PeerStatistics) {
        statistics.packetsReceived = Int(rtcp.reception.received)
        statistics.bytesReceived = octetsReceived
        statistics.packetsLost = Int(rtcp.reception.lost)
        statistics.jitterMilliseconds = rtcp.reception.jitterMilliseconds
        statistics.roundTripMilliseconds = rtcp.roundTripMilliseconds
        statistics.lossPercentSeenByPeer = rtcp.lossPercentSeenByPeer
    }

    private func signalled() {
        line.signal.clear()
        lastSignalNanoseconds = Self.now
        turn()
        if !hasReportedAudio, line.receiver.hasRenderedVoice {
            hasReportedAudio = true
            firstAudio()
        }
    }

    /// Keeps the stream alive while no microphone is open (ALARM-12's warm start), and keeps RTCP going.
    private func supervise() {
        guard isRunning, let thread else { return }
        turn()
        let isCapturing = Self.now - lastSignalNanoseconds < Int64(Self.supervisionMilliseconds) * 1_000_000
        let me = Confined(self)
        timer = thread.after(
            milliseconds: isCapturing ? Self.supervisionMilliseconds : Self.frameMilliseconds,
            leewayMilliseconds: isCapturing ? Self.frameMilliseconds : 0
        ) { me.value?.supervise() }
    }

    private func turn() {
        guard isRunning else { return }
        let now = Self.now
        if sends {
            line.sender.poll(at: now) { packet, count in
                rtcp.sent(rtp: UnsafeRawBufferPointer(rebasing: packet[0..<count]), at: now)
                _ = transmit(packet, count, false)
            }
        }
        if let report = rtcp.report(at: now) { send(rtcp: report) }
    }

    private func send(rtcp bytes: [UInt8]) {
        guard bytes.count + SRTPTransport.maximumTrailerBytes <= room.count else { return }
        bytes.withUnsafeBytes { room.copyMemory(from: $0) }
        _ = transmit(room, bytes.count, true)
    }
}

/// What the real-time threads and the event thread share about a connection's audio.
///
/// ``render(into:)`` and ``capture(_:)`` neither allocate, lock nor log. They may be called as long as the object
/// lives, even after the connection has ended; then they render silence and drop what was captured.
package final class AudioLine: Sendable {
    let ssrc = UInt32.random(in: 1...UInt32.max)
    let sender: AudioSender
    let receiver: AudioReceiver
    /// How real-time threads wake the event thread.
    let signal: WakeUp
    /// False until the peer is there: what the microphone hears before is dropped, not queued.
    let isOpen = Atomic<Bool>(false)
    private let hasSignalledVoice = Atomic<Bool>(false)

    init(configuration: PeerConnection.Configuration) throws(PeerError) {
        let signal = WakeUp()
        guard signal.descriptor >= 0 else { throw .library("glibc", call: "eventfd", code: Int(errno)) }
        self.signal = signal
        do {
            receiver = try AudioReceiver(
                configuration: AudioReceiver.Configuration(
                    minimumTargetMilliseconds: configuration.minimumDelayMilliseconds,
                    maximumTargetMilliseconds: configuration.maximumDelayMilliseconds))
            sender = try AudioSender(
                configuration: AudioSender.Configuration(
                    ssrc: ssrc, bitsPerSecond: configuration.bitrate, complexity: configuration.complexity,
                    firstSequence: UInt16.random(in: 0...UInt16.max / 2),
                    firstTimestamp: UInt32.random(in: 0...UInt32.max)
                ), ready: { signal.signal() })
        } catch {
            throw .audio(error)
        }
    }

    /// Fills all of `frames` with 48 kHz mono; returns how many samples are voice, the rest is silence. Playback thread
    /// only.
    package func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        let voice = receiver.render(into: frames)
        if voice > 0, !hasSignalledVoice.exchange(true, ordering: .relaxed) { signal.signal() }
        return voice
    }

    /// Takes captured samples, 48 kHz mono. Capture thread only.
    package func capture(_ frames: UnsafeBufferPointer<Float>) {
        guard isOpen.load(ordering: .acquiring) else { return }
        sender.capture(frames)
    }
}
