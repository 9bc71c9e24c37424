import Cloud
import Synchronization

/// The Realtime API over one WebSocket, for networks where WebRTC cannot connect (TALK-3). The events are the same, but
/// the sound travels inside them, so this side keeps the play-out clock, stops the sound and truncates by itself.
///
/// An open socket does not mean that the key was accepted (TheService.md, Client secrets): the owner waits for
/// `session.created`.
final class WebSocketTransport: RealtimeTransport, TransportSound {
    let kind = TransportKind.webSocket

    private let client: WebSocketClient
    private let playoutQueue: WebSocketPlayout
    private let uplink: WebSocketUplink
    private let relay: WebSocketRelay
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let report: @Sendable (TransportEvent) -> Void
    private let secret: GatewaySecret?

    /// - url: `ServiceAddress.webSocket(model:)`. `run`: the event thread's `run`; `report` is called there. `secret`: where
    /// the credential comes from, if there is none yet.
    init(
        url: String, credential: Credential?, secret: GatewaySecret? = nil, authorityFile: String? = nil,
        allowsPlain: Bool = false,
        safetyIdentifier: String? = nil, openMilliseconds: Int = 6_000,
        turnDetection: TurnDetection = .serverVAD(), resolve: (@Sendable (String) -> [String]?)? = nil,
        run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        report: @escaping @Sendable (TransportEvent) -> Void
    ) {
        var options = WebSocketClient.Options(
            url: url, credential: credential, authorityFile: authorityFile, allowsPlain: allowsPlain,
            safetyIdentifier: safetyIdentifier)
        options.openMilliseconds = openMilliseconds
        options.resolve = resolve
        let playout = WebSocketPlayout()
        let uplink = WebSocketUplink(trailMilliseconds: turnDetection.trailMilliseconds)
        let relay = WebSocketRelay(run: run, report: report, playout: playout)
        self.playoutQueue = playout
        self.uplink = uplink
        self.relay = relay
        self.run = run
        self.report = report
        self.secret = secret
        client = WebSocketClient(
            options: options,
            tick: {
                let now = WebSocketThread.milliseconds()
                let sound = uplink.events(at: now)
                let hasSound = playout.refill(at: now)
                return WebSocketClient.Tick(sound: sound, hasMore: hasSound || uplink.isActive)
            },
            report: { event in relay.take(event) })
    }

    func connect(session: [UInt8]) {
        guard let secret else { return client.connect() }
        secret.fetch { [weak self, run] result in run { [weak self] in self?.got(result) } }
    }

    private func got(_ secret: Result<Credential, RealtimeFailure>) {
        guard !relay.isClosed else { return }
        switch secret {
        case .success(let secret):
            report(.phase(.secret))
            client.connect(with: secret)
        case .failure(let failure): relay.fail(failure)
        }
    }

    func send(_ event: [UInt8]) {
        // With 1 MiB unsent, treat the connection as dead.
        guard relay.isOpen, !client.send(event) else { return }
        relay.fail(.lost)
        client.close()
    }

    func setSending(_ isOn: Bool) {
        uplink.setSending(isOn)
        client.wantTick()
    }

    func play(_ pcm: [UInt8], item: String, contentIndex: Int) {
        guard !relay.isClosed else { return }
        let now = WebSocketThread.milliseconds()
        playoutQueue.append(pcm, item: item, contentIndex: contentIndex, at: now)
        _ = playoutQueue.refill(at: now)
        client.wantTick()
    }

    func cut() { playoutQueue.cut() }

    func close(whenGone: @escaping @Sendable () -> Void) {
        relay.close(whenGone: whenGone)
        uplink.setSending(false)
        playoutQueue.cut()
        client.close()
    }

    var playout: Playout { playoutQueue.playout }

    var statistics: TransportStatistics {
        var statistics = TransportStatistics()
        let counters = client.counters
        statistics.bytesSent = counters.bytesSent
        statistics.bytesReceived = counters.bytesReceived
        statistics.bufferMilliseconds = Double(playoutQueue.playout.pendingMilliseconds)
        statistics.concealedMilliseconds = playoutQueue.underruns.milliseconds
        return statistics
    }

    var sound: any TransportSound { self }

    func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int { playoutQueue.render(into: frames) }

    func capture(_ frames: UnsafeBufferPointer<Float>) { uplink.capture(frames) }
}
