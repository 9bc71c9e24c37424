import System

/// The life of a peer connection: ICE, then DTLS, then SRTP and SCTP. Event thread only.
///
/// Theory of operation. The session gathers candidates, exchanges descriptions, lets ICE find a path, secures it with
/// DTLS, and from then on runs SRTP (audio) and SCTP (data channels) over it. The layers do not know each other: each
/// reports by closures that this class connects, and each arriving datagram is passed on by its first byte. Each step
/// has a time limit. A secured connection is checked each second for silence. Every way out goes through ``end()``,
/// which runs once.
final class PeerSession {
    /// Can go to: gathering, ended.
    /// - gathering: offered (we offer), connecting (we answer), ended.
    /// - offered: connecting, ended.
    /// - connecting: securing, ended.
    /// - securing: secured, ended.
    /// - secured: closing, ended.
    /// - closing: ended.
    private enum State { case new, gathering, offered, connecting, securing, secured, closing, ended }

    private let configuration: PeerConnection.Configuration
    private let thread: EventThread
    private let snapshot: PeerSnapshot
    private let report: @Sendable (PeerEvent) -> Void
    private let audio: PeerAudio
    private let dtls: DTLSTransport
    private let identity: DTLSIdentity
    private let sctp: SCTPTransport
    private var path: (any DatagramPath)?
    private var srtp: SRTPTransport?
    private var state = State.new
    private var offer: SessionDescription?
    private var remote: SessionDescription?
    private var role = DTLSTransport.Role.server
    private var createdChannels = 0
    private var limit: TimerToken?
    private var watch: TimerToken?
    private var beganNanoseconds: Int64 = 0
    private var heardNanoseconds: Int64 = 0
    private var isSilent = false
    private var unknownDatagrams = 0
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 2048, alignment: 16)

    init(
        configuration: PeerConnection.Configuration, thread: EventThread, snapshot: PeerSnapshot, audio: PeerAudio,
        report: @escaping @Sendable (PeerEvent) -> Void
    ) throws(PeerError) {
        self.configuration = configuration
        self.thread = thread
        self.snapshot = snapshot
        self.audio = audio
        self.report = report
        identity = try DTLSIdentity.current()
        dtls = try DTLSTransport(identity: identity, thread: thread)
        sctp = SCTPTransport(
            machine: DataChannelMachine(maximumMessageBytes: configuration.maximumMessageBytes),
            limits: SCTPTransport.Limits(
                queuedBytes: 4 * configuration.maximumSentMessageBytes,
                sentMessageBytes: configuration.maximumSentMessageBytes),
            thread: thread)
    }

    deinit { scratch.deallocate() }

    // MARK: Descriptions

    func createChannel(label: String) {
        createdChannels += 1
        sctp.create(label: label)
    }

    func createOffer() {
        guard state == .new else {
            report(.refused(.wrongState("an offer or an answer was made already")))
            return
        }
        connect()
        gather(isControlling: true)
    }

    func accept(answer text: String) {
        guard state == .offered, let offer else {
            report(.refused(.wrongState("no answer is expected")))
            return
        }
        do {
            let answer = try SessionDescription.parse(text, as: .answer)
            try answer.checkAnswer(to: offer)
            remote = answer
            // With actpass or passive, the handshake is left to us only if the other side waits for it (RFC 8842 §5.3).
            role = answer.setup == .active ? .server : .client
        } catch {
            fail(.badDescription(error.description))
            return
        }
        begin()
    }

    func answer(offer text: String) {
        guard state == .new else {
            report(.refused(.wrongState("an offer or an answer was made already")))
            return
        }
        do {
            let offer = try SessionDescription.parse(text, as: .offer)
            remote = offer
            switch offer.setup {
            case .active: role = .server
            case .passive: role = .client
            case .actpass, .holdconn: role = configuration.setup == .passive ? .server : .client
            }
        } catch {
            fail(.badDescription(error.description))
            return
        }
        connect()
        // The ICE-lite side is never the controlling one (RFC 8445 §6.1.1).
        gather(isControlling: remote?.isIceLite ?? false)
    }

    // MARK: Wiring

    private func connect() {
        beganNanoseconds = bootNanoseconds()
        heardNanoseconds = beganNanoseconds
        dtls.send = { [weak self] bytes in _ = self?.transmit(bytes) }
        dtls.secured = { [weak self] keys in self?.secured(keys) }
        dtls.received = { [weak self] bytes in self?.sctp.receive(bytes) }
        dtls.closedByPeer = { [weak self] in self?.peerClosed() }
        dtls.failed = { [weak self] error in self?.fail(error) }
        sctp.output = { [weak self] bytes in _ = self?.dtls.write(bytes) }
        sctp.report = { [weak self] action in self?.channel(action) }
        sctp.closedByPeer = {}
        audio.transmit = { [weak self] buffer, count, isRTCP in
            guard let self, let srtp, let length = srtp.protect(buffer, count: count, isRTCP: isRTCP) else {
                return false
            }
            return transmit(UnsafeRawBufferPointer(rebasing: buffer[0..<length]))
        }
    }

    private func watchAudio() {
        audio.firstAudio = { [weak self] in self?.report(.firstAudio) }
        audio.start(thread: thread)
    }

    private func gather(isControlling: Bool) {
        state = .gathering
        report(.iceState(.gathering))
        do throws(PeerError) {
            let path = try configuration.makePath(
                ICETransport.Configuration(
                    isControlling: isControlling, localAddresses: configuration.localAddresses,
                    allowsUDP: configuration.allowsUDP, allowsTCP: configuration.allowsTCP), thread)
            self.path = path
            path.gathered = { [weak self] local in self?.gathered(local) }
            path.changed = { [weak self] state in self?.pathChanged(state) }
            path.received = { [weak self] datagram in self?.arrived(datagram) }
            try path.gather()
        } catch {
            fail(error)
        }
    }

    private func gathered(_ local: ICETransport.Local) {
        guard state == .gathering else { return }
        guard !local.candidates.isEmpty else {
            fail(.noLocalCandidate)
            return
        }
        mark(\.gatheredMilliseconds)
        let media = LocalMedia(
            sessionID: UInt64.random(in: 1...UInt64(Int64.max)), iceUfrag: local.ufrag, icePassword: local.password,
            fingerprint: identity.fingerprint, candidates: local.candidates, ssrc: audio.ssrc, cname: audio.cname,
            maximumMessageBytes: configuration.maximumMessageBytes)
        guard let remote else {
            var made = SessionDescription.offer(media)
            made.setup = SessionDescription.Setup(configuration.setup)
            offer = made
            state = .offered
            report(.offer(made.written()))
            return
        }
        do {
            let made = try remote.answer(media, setup: role == .client ? .active : .passive)
            report(.answer(made.written()))
        } catch {
            fail(.badDescription(error.description))
            return
        }
        begin()
    }

    /// Starts the connectivity checks, now that both descriptions are known.
    private func begin() {
        guard state != .ended, let remote, let path else { return }
        state = .connecting
        mark(\.answeredMilliseconds)
        if let section = remote.audio { audio.accept(section) }
        let time = configuration.pathTimeoutMilliseconds
        arm(time, .pathTimedOut(milliseconds: time))
        do throws(PeerError) {
            try path.setRemote(
                ufrag: remote.iceUfrag, password: remote.icePassword, candidates: remote.candidates)
        } catch {
            fail(error)
        }
    }

    private func pathChanged(_ state: ICETransport.State) {
        switch state {
        case .connecting: report(.iceState(.checking))
        case .connected:
            guard self.state == .connecting, let remote else { return }
            self.state = .securing
            mark(\.connectedMilliseconds)
            report(.iceState(.connected))
            let time = configuration.handshakeTimeoutMilliseconds
            arm(time, .handshakeTimedOut(milliseconds: time))
            dtls.start(role: role, fingerprint: remote.fingerprint)
        case .failed:
            report(.iceState(.failed))
            fail(.connectionLost)
        }
    }

    private func secured(_ keys: MediaKeys) {
        guard state == .securing, let remote else { return }
        limit?.cancel()
        do throws(PeerError) {
            srtp = try SRTPTransport(keys: keys)
            state = .secured
            mark(\.securedMilliseconds)
            report(.connected)
            guard state == .secured else { return }
            if let section = remote.channel {
                if createdChannels > 0 {
                    let time = configuration.channelTimeoutMilliseconds
                    arm(time, .channelTimedOut(milliseconds: time))
                }
                try sctp.start(isClient: role == .client, peerPort: section.sctpPort)
            } else if createdChannels > 0 {
                throw .badDescription("the peer accepts no data channel")
            }
            if remote.audio != nil { watchAudio() }
            keepWatch()
        } catch {
            fail(error)
        }
    }

    // MARK: Datagrams

    private func arrived(_ datagram: UnsafeMutableRawBufferPointer) {
        guard state != .ended else { return }
        heardNanoseconds = bootNanoseconds()
        switch DatagramKind(UnsafeRawBufferPointer(datagram)) {
        case .dtls: dtls.receive(UnsafeRawBufferPointer(datagram))
        case .media: media(datagram)
        case .unknown: unknownDatagrams += 1
        }
    }

    private func media(_ datagram: UnsafeMutableRawBufferPointer) {
        guard let srtp, datagram.count >= 12, datagram.count <= scratch.count else { return }
        // Copied to our own memory: ciphers may write beyond the packet's end, which libnice's memory does not allow.
        let packet = UnsafeMutableRawBufferPointer(rebasing: scratch[0..<datagram.count])
        packet.copyMemory(from: UnsafeRawBufferPointer(datagram))
        let isRTCP = RTCPPacket.looksLikeRTCP(UnsafeRawBufferPointer(packet))
        guard let count = srtp.unprotect(packet, isRTCP: isRTCP) else { return }
        let plain = UnsafeRawBufferPointer(rebasing: packet[0..<count])
        if isRTCP { audio.receive(rtcp: plain) } else { audio.receive(rtp: plain) }
    }

    @discardableResult
    private func transmit(_ datagram: UnsafeRawBufferPointer) -> Bool { path?.send(datagram) ?? false }

    // MARK: Channels

    func send(_ message: PeerMessage, channel label: String) {
        do throws(PeerError) {
            let limit = remote?.channel?.maximumMessageBytes ?? 65_536
            try sctp.send(message, label: label, peerLimitBytes: limit)
        } catch {
            report(.sendFailed(channel: label, error))
        }
    }

    func closeChannel(label: String) { sctp.close(label: label) }

    private func channel(_ action: DataChannelMachine.Action) {
        guard state != .ended else { return }
        switch action {
        case .opened(let label):
            if limit != nil, state == .secured {
                limit?.cancel()
                limit = nil
            }
            mark(\.channelOpenMilliseconds)
            report(.channelOpen(label: label))
        case .closed(let label): report(.channelClosed(label: label))
        case .message(let label, let message): report(.message(channel: label, message))
        case .fail(let error): fail(error)
        case .send, .reset: break
        }
    }

    // MARK: Supervision of a connection

    /// Checks each second whether the peer is heard: SCTP's heartbeats and RTCP make a live peer heard at least every 3
    /// s.
    private func keepWatch() {
        let me = Confined(self)
        watch = thread.after(milliseconds: 1000, leewayMilliseconds: 50) {
            guard let session = me.value, session.state == .secured else { return }
            let silence = (bootNanoseconds() - session.heardNanoseconds) / 1_000_000
            if silence >= session.configuration.lostMilliseconds {
                session.fail(.connectionLost)
                return
            }
            let isSilent = silence >= session.configuration.silenceMilliseconds
            if isSilent != session.isSilent {
                session.isSilent = isSilent
                session.report(isSilent ? .disconnected : .connected)
            }
            guard session.state == .secured else { return }
            session.account()
            session.keepWatch()
        }
    }

    func account() {
        let counters = srtp?.counters ?? SRTPCounters()
        let pair = path?.selectedPair
        let unsent = path?.unsentDatagrams ?? 0
        snapshot.statistics.withLock { statistics in
            statistics.refusedPackets =
                counters.replayed + counters.unauthentic + counters.malformed + counters.excessSources
            statistics.unknownDatagrams = unknownDatagrams
            statistics.unsentDatagrams = unsent
            statistics.path = pair ?? statistics.path
            audio.account(&statistics)
        }
    }

    private func mark(_ step: WritableKeyPath<PeerStatistics.Milestones, Double?>) {
        let now = Double((bootNanoseconds() - beganNanoseconds) / 1000) / 1000
        snapshot.statistics.withLock { statistics in
            if statistics.milestones[keyPath: step] == nil { statistics.milestones[keyPath: step] = now }
        }
    }

    private func arm(_ milliseconds: Int, _ error: PeerError) {
        limit?.cancel()
        let me = Confined(self)
        limit = thread.after(milliseconds: milliseconds) { me.value?.fail(error) }
    }

    // MARK: Ending

    /// Ends in order: RTCP BYE, SCTP's shutdown, DTLS close_notify; within
    /// ``PeerConnection/Configuration/closeTimeoutMilliseconds``.
    func close() {
        guard state != .ended, state != .closing else { return }
        guard state == .secured else {
            end()
            report(.closed)
            return
        }
        state = .closing
        account()
        limit?.cancel()
        watch?.cancel()
        audio.stop()
        sctp.close(withinMilliseconds: configuration.closeTimeoutMilliseconds) { [weak self] in
            guard let self, self.state == .closing else { return }
            self.end()
            self.report(.closed)
        }
    }

    private func peerClosed() {
        guard state != .closing else {
            end()
            report(.closed)
            return
        }
        fail(.closedByPeer)
    }

    private func fail(_ error: PeerError) {
        guard state != .ended else { return }
        let wasClosing = state == .closing
        account()
        end()
        report(wasClosing ? .closed : .failed(error))
    }

    private func end() {
        state = .ended
        limit?.cancel()
        watch?.cancel()
        limit = nil
        watch = nil
        audio.stop()
        // A live association is aborted through DTLS, so SCTP is released first.
        sctp.release()
        dtls.close()
        if let path {
            self.path = nil
            let held = HeldPath(path: path)
            // Posted rather than called, because the call that led here may come from inside libnice.
            thread.run { held.path.close() }
        }
    }
}

/// Carries the path to the event thread's next turn. `@unchecked Sendable`: it is used only on that thread.
private struct HeldPath: @unchecked Sendable {
    let path: any DatagramPath
}
