import Bedside
import Cloud
import PeerConnection
import Synchronization

/// The Realtime API over our own peer connection: sound by RTP, events by the data channel `oai-events`.
///
/// `@unchecked Sendable`: `state` belongs to the event thread; `peer` is set once before any other thread sees it.
final class WebRTCTransport: RealtimeTransport, @unchecked Sendable {
    private static let channel = "oai-events"
    /// A sender that leaves out silence (Opus DTX) still sends a packet each 400 ms.
    private static let maximumPacketPause = 600

    private struct State {
        var setup: CallSetup?
        var call: String?
        var requests: [HTTPTask] = []
        var isOpen = false
        var isOver = false
        /// The peer connection has ended.
        var isPeerGone = false
        /// The service has not confirmed yet that it has hung up.
        var isHangingUp = false
        var whenGone: (@Sendable () -> Void)?
    }

    let kind = TransportKind.webRTC
    private let configuration: RealtimeConfiguration
    private let thread: EventThread
    private let http: HTTPClient
    private let report: @Sendable (TransportEvent) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private var state = State()
    private let peer: PeerConnection
    private let mailbox: Mailbox

    /// Passes the peer's events to the transport, which is created after its peer.
    private final class Mailbox: Sendable {
        let target = Mutex<WeakTransport>(WeakTransport())
        func deliver(_ event: PeerEvent) { target.withLock { $0.transport }?.handle(event) }
    }
    private struct WeakTransport: @unchecked Sendable { weak var transport: WebRTCTransport? }

    init(
        configuration: RealtimeConfiguration, thread: EventThread, http: HTTPClient,
        report: @escaping @Sendable (TransportEvent) -> Void, log: @escaping @Sendable (LogLevel, String) -> Void
    ) throws(PeerError) {
        self.configuration = configuration
        self.thread = thread
        self.http = http
        self.report = report
        self.log = log
        let mailbox = Mailbox()
        self.mailbox = mailbox
        var settings = PeerConnection.Configuration()
        settings.localAddresses = configuration.localAddresses
        settings.pathTimeoutMilliseconds = configuration.limits.iceMilliseconds
        settings.channelTimeoutMilliseconds = configuration.limits.channelMilliseconds
        settings.maximumMessageBytes = EventLimits.maximumBytes
        peer = try PeerConnection(configuration: settings, thread: thread) { mailbox.deliver($0) }
        mailbox.target.withLock { $0.transport = self }
    }

    // MARK: Connecting

    func connect(session: [UInt8]) {
        guard state.setup == nil, !state.isOver else { return }
        guard configuration.credential != nil else { return finish(.failed(.credentials)) }
        var setup =
            configuration.gateway.map { CallSetup(throughGateway: $0.session() != nil) }
            ?? CallSetup(session: session, model: configuration.model)
        let outputs = setup.start()
        state.setup = setup
        // Both in parallel: the offer is made while the service makes the secret.
        perform(outputs)
        peer.createChannel(label: WebRTCTransport.channel)
        peer.createOffer()
    }

    private func advance(_ step: (inout CallSetup) -> [CallSetup.Output]) {
        guard !state.isOver, var setup = state.setup else { return }
        let outputs = step(&setup)
        state.setup = setup
        perform(outputs)
    }

    private func perform(_ outputs: [CallSetup.Output]) {
        for output in outputs {
            switch output {
            case .requestSecret(let body): requestSecret(body)
            case .postOffer(let sdp, let secret): post(sdp, secret: secret)
            case .postToGateway(let sdp, let isResumed): postToGateway(sdp, isResumed: isResumed)
            case .accept(let answer, let call):
                state.call = call
                peer.accept(answer: answer)
            case .phase(let phase): report(.phase(phase))
            case .failed(let failure): finish(.failed(failure))
            case .unusable(let reason, let failure): finish(.unusable(reason, otherwise: failure))
            }
        }
    }

    private func requestSecret(_ body: [UInt8]) {
        guard let credential = configuration.credential else { return }
        var request = request(
            configuration.address.clientSecrets, body: body, content: "application/json", credential: credential)
        if let identifier = configuration.safetyIdentifier {
            request.headers.append((name: "OpenAI-Safety-Identifier", value: identifier))
        }
        send(request) { $0.secretAnswered($1) }
    }

    private func post(_ sdp: String, secret: Credential) {
        let request = request(
            configuration.address.calls, body: Array(sdp.utf8), content: "application/sdp", credential: secret)
        send(request) { $0.callAnswered($1) }
    }

    private func postToGateway(_ sdp: String, isResumed: Bool) {
        guard let gateway = configuration.gateway, let credential = configuration.credential else { return }
        // Not cancelled when the call is given up.
        gateway.send(
            Array(sdp.utf8), content: "application/sdp", isResumed: isResumed, credential: credential,
            limits: configuration.limits, over: http
        ) { [weak self, thread] result in
            thread.run { [weak self] in self?.advance { $0.callAnswered(result) } }
        }
    }

    private func request(_ url: String, body: [UInt8], content: String, credential: Credential) -> HTTPRequest {
        let limits = configuration.limits
        var request = HTTPRequest(
            method: .post, url: url, headers: [(name: "Content-Type", value: content)], body: body,
            connectTimeoutMilliseconds: limits.httpConnectMilliseconds, timeoutMilliseconds: limits.httpMilliseconds,
            maximumResponseBytes: 256 << 10)
        request.authorize(credential)
        return request
    }

    private func send(
        _ request: HTTPRequest,
        then step: @escaping @Sendable (inout CallSetup, Result<HTTPResponse, HTTPFailure>) -> [CallSetup.Output]
    ) {
        let task = http.send(request) { [weak self, thread] result in
            thread.run { [weak self] in self?.advance { step(&$0, result) } }
        }
        state.requests.append(task)
    }

    // MARK: The connection

    private func handle(_ event: PeerEvent) {
        switch event {
        case .failed, .closed: state.isPeerGone = true
        default: break
        }
        guard !state.isOver else { return noteGone() }
        switch event {
        case .offer(let sdp): advance { $0.offered(sdp) }
        case .connected:
            if state.isOpen { report(.faltering(false)) } else { report(.phase(.connected)) }
        case .channelOpen(WebRTCTransport.channel):
            guard !state.isOpen else { return }
            state.isOpen = true
            // The next request comes at the end of the call.
            http.endLinger()
            report(.opened)
        case .channelClosed(WebRTCTransport.channel): finish(.failed(.lost))
        case .message(WebRTCTransport.channel, let message):
            switch message {
            case .text(let text): report(.message(Array(text.utf8)))
            case .binary(let bytes): report(.message(bytes))
            }
        case .sendFailed(_, let error): log(.warning, "an event was not sent: \(error)")
        case .disconnected: if state.isOpen { report(.faltering(true)) }
        case .failed(let error):
            log(.notice, "the peer connection failed: \(error)")
            if state.isOpen {
                finish(.failed(.lost))
            } else if case .badDescription = error {
                finish(.unusable("\(error)", otherwise: .malformed))
            } else {
                finish(.unusable("\(error)", isLocal: error.isLocal))
            }
        case .closed: finish(state.isOpen ? .failed(.lost) : .unusable("closed"))
        default: break
        }
    }

    private func finish(_ event: TransportEvent) {
        guard !state.isOver else { return }
        shut()
        report(event)
    }

    private func shut() {
        state.isOver = true
        for request in state.requests { request.cancel() }
        state.requests = []
        peer.close()
        hangUp()
    }

    /// Asks the service to hang up, so that it stops counting at once; best effort, and only the owner's key may do it.
    private func hangUp() {
        guard configuration.gateway == nil, let call = state.call, let credential = configuration.credential
        else { return }
        state.call = nil
        var request = HTTPRequest(
            method: .post, url: configuration.address.hangUp(call: call), body: [],
            connectTimeoutMilliseconds: configuration.limits.closeMilliseconds,
            timeoutMilliseconds: configuration.limits.closeMilliseconds, maximumResponseBytes: 16 << 10)
        request.authorize(credential)
        state.isHangingUp = true
        http.send(request) { [weak self, thread] _ in
            thread.run { [weak self] in
                self?.state.isHangingUp = false
                self?.noteGone()
            }
        }
    }

    private func noteGone() {
        guard state.isOver, state.isPeerGone, !state.isHangingUp, let whenGone = state.whenGone else { return }
        state.whenGone = nil
        whenGone()
    }

    func send(_ event: [UInt8]) {
        guard state.isOpen, !state.isOver else { return }
        peer.send(String(decoding: event, as: UTF8.self), channel: WebRTCTransport.channel)
    }

    func setSending(_ isOn: Bool) { if !state.isOver { peer.setSending(isOn) } }

    func play(_ pcm: [UInt8], item: String, contentIndex: Int) {}

    func cut() { if !state.isOver { peer.cut() } }

    func close(whenGone: @escaping @Sendable () -> Void) {
        state.whenGone = whenGone
        if !state.isOver { shut() }
        noteGone()
    }

    var playout: Playout {
        Playout(
            pendingMilliseconds: Int(peer.statistics.delayMilliseconds),
            isFed: peer.hasReceivedAudio(withinMilliseconds: WebRTCTransport.maximumPacketPause))
    }

    var statistics: TransportStatistics {
        let peer = peer.statistics
        var result = TransportStatistics()
        result.packetsReceived = peer.packetsReceived
        result.packetsLost = peer.packetsLost
        result.jitterMilliseconds = peer.jitterMilliseconds
        result.roundTripMilliseconds = peer.roundTripMilliseconds ?? 0
        result.bufferMilliseconds = Double(peer.delayMilliseconds)
        result.concealedMilliseconds = peer.concealedMilliseconds
        result.acceleratedMilliseconds = peer.playout.acceleratedMilliseconds
        result.expandedMilliseconds = peer.playout.expandedMilliseconds
        result.bytesSent = peer.bytesSent
        result.bytesReceived = peer.bytesReceived
        return result
    }

    var sound: any TransportSound { peer.line }
}

extension AudioLine: TransportSound {}
