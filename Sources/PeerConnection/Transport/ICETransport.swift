import CNice

/// ICE by libnice: one stream of one component (bundle and rtcp-mux), host candidates only. Event thread only.
///
/// No STUN or TURN server is used: the service is public and answers the checks (TheService.md, Calls), so gathering is
/// immediate.
///
/// Consent (RFC 7675) is requested every 5 s with libnice's keepalive checks, not with its own "consent freshness":
/// that gives a connection up when two single datagrams in a row were lost (10 s without an answer in 0.1.21, Debian
/// 12; the RFC says 30), which happens every few minutes on a path with 5 % loss. A peer that is not heard at all is
/// noticed by `PeerSession`, long before libnice's 50 s.
final class ICETransport: DatagramPath {
    struct Configuration: Sendable {
        var isControlling: Bool
        /// Empty: all of this machine except loopback.
        var localAddresses: [String] = []
        var allowsUDP = true
        var allowsTCP = true
    }

    enum State: Sendable { case connecting, connected, failed }

    /// What the other side has to know about us.
    struct Local {
        var ufrag: String
        var password: String
        var candidates: [IceCandidate]
    }

    var gathered: (Local) -> Void = { _ in }
    var changed: (State) -> Void = { _ in }
    var received: (UnsafeMutableRawBufferPointer) -> Void = { _ in }

    private let agent: OpaquePointer
    private let context: OpaquePointer
    private var stream: guint = 0
    private let connectsOnly: Bool
    private var isClosed = false
    private var hasConnected = false
    /// Mark in the context's list of sources; sources after it may be the agent's.
    private let mark: guint
    private static let idleMilliseconds: guint = 100
    private(set) var unsentDatagrams = 0

    /// - Parameter thread: callbacks come on it.
    init(configuration: Configuration, thread: EventThread) throws(PeerError) {
        context = thread.context
        mark = cnice_source_mark(context)
        guard let agent = nice_agent_new_full(context, NICE_COMPATIBILITY_RFC5245, NICE_AGENT_OPTION_NONE) else {
            throw .library("libnice", call: "nice_agent_new_full", code: 0)
        }
        self.agent = agent
        cnice_set_boolean(agent, "keepalive-conncheck", 1)
        connectsOnly = configuration.isControlling
        cnice_set_boolean(agent, "controlling-mode", configuration.isControlling ? 1 : 0)
        cnice_set_boolean(agent, "upnp", 0)
        // One check each 5 ms (RFC 8445 §14.2 allows no less); libnice's 20 would take longer than all the rest of
        // connecting.
        cnice_set_uint(agent, "stun-pacing-timer", 5)
        cnice_set_boolean(agent, "ice-udp", configuration.allowsUDP ? 1 : 0)
        cnice_set_boolean(agent, "ice-tcp", configuration.allowsTCP ? 1 : 0)
        let addresses = configuration.localAddresses.isEmpty ? LocalAddresses.all() : configuration.localAddresses
        var added = 0
        for text in addresses.prefix(LocalAddresses.maximum) {
            var address = NiceAddress()
            nice_address_init(&address)
            if nice_address_set_from_string(&address, text) != 0, nice_agent_add_local_address(agent, &address) != 0 {
                added += 1
            }
        }
        // Without any address libnice would choose its own.
        guard added > 0 else { throw .noLocalCandidate }
        stream = nice_agent_add_stream(agent, 1)
        guard stream != 0 else { throw .library("libnice", call: "nice_agent_add_stream", code: 0) }
        let me = Unmanaged.passUnretained(self).toOpaque()
        cnice_on_gathering_done(
            agent,
            { _, _, user in
                guard let user else { return }
                Unmanaged<ICETransport>.fromOpaque(user).takeUnretainedValue().gatheringDone()
            }, me)
        cnice_on_state(
            agent,
            { _, _, _, state, user in
                guard let user else { return }
                Unmanaged<ICETransport>.fromOpaque(user).takeUnretainedValue().stateChanged(state)
            }, me)
        let isAttached = nice_agent_attach_recv(
            agent, stream, 1, context,
            { _, _, _, count, bytes, user in
                guard let user, let bytes, count > 0 else { return }
                let transport = Unmanaged<ICETransport>.fromOpaque(user).takeUnretainedValue()
                transport.received(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
            }, me)
        guard isAttached != 0 else { throw .library("libnice", call: "nice_agent_attach_recv", code: 0) }
    }

    deinit {
        close()
        g_object_unref(UnsafeMutableRawPointer(agent))
    }

    func gather() throws(PeerError) {
        guard nice_agent_gather_candidates(agent, stream) != 0 else { throw .noLocalCandidate }
    }

    /// Sets the peer's credentials and candidates; once gathering is done, this starts the checks.
    func setRemote(ufrag: String, password: String, candidates: [IceCandidate]) throws(PeerError) {
        guard nice_agent_set_remote_credentials(agent, stream, ufrag, password) != 0 else {
            throw .badDescription("ICE credentials")
        }
        var list: UnsafeMutablePointer<GSList>?
        defer { cnice_free_candidates(list) }
        for candidate in candidates where candidate.component == 1 {
            guard let parsed = nice_agent_parse_remote_candidate_sdp(agent, stream, candidate.line) else { continue }
            list = g_slist_append(list, parsed)
        }
        // Having no usable candidate is not an error: the peer's own checks may still show where it is (mDNS names, RFC
        // 8828).
        guard list != nil else { return }
        guard nice_agent_set_remote_candidates(agent, stream, 1, list) >= 0 else {
            throw .badDescription("ICE candidates")
        }
    }

    @discardableResult
    func send(_ datagram: UnsafeRawBufferPointer) -> Bool {
        guard !isClosed, let start = datagram.baseAddress, datagram.count > 0 else { return false }
        let sent = nice_agent_send(
            agent, stream, 1, guint(datagram.count), start.assumingMemoryBound(to: CChar.self))
        guard sent == gint(datagram.count) else {
            unsentDatagrams += 1
            return false
        }
        return true
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        cnice_disconnect(agent, Unmanaged.passUnretained(self).toOpaque())
        if stream != 0 {
            nice_agent_attach_recv(agent, stream, 1, context, nil, nil)
            nice_agent_remove_stream(agent, stream)
        }
    }

    var selectedPair: PeerStatistics.Path? {
        var local: UnsafeMutablePointer<NiceCandidate>?
        var remote: UnsafeMutablePointer<NiceCandidate>?
        guard !isClosed, nice_agent_get_selected_pair(agent, stream, 1, &local, &remote) != 0, let local, let remote
        else { return nil }
        let isTCP = local.pointee.transport != NICE_CANDIDATE_TRANSPORT_UDP
        return PeerStatistics.Path(
            local: Self.kind(local.pointee.type), remote: Self.kind(remote.pointee.type), isTCP: isTCP,
            isIPv6: nice_address_ip_version(&remote.pointee.addr) == 6)
    }

    private static func kind(_ type: NiceCandidateType) -> PeerStatistics.CandidateKind {
        switch type {
        case NICE_CANDIDATE_TYPE_HOST: .host
        case NICE_CANDIDATE_TYPE_SERVER_REFLEXIVE: .serverReflexive
        case NICE_CANDIDATE_TYPE_PEER_REFLEXIVE: .peerReflexive
        default: .relayed
        }
    }

    private func gatheringDone() {
        guard !isClosed else { return }
        // The offering side connects, and nothing on this machine listens to the network (GUARD-2).
        if connectsOnly { cnice_stop_listening(agent, stream) }
        var ufrag: UnsafeMutablePointer<gchar>?
        var password: UnsafeMutablePointer<gchar>?
        guard nice_agent_get_local_credentials(agent, stream, &ufrag, &password) != 0, let ufrag, let password else {
            changed(.failed)
            return
        }
        var candidates: [IceCandidate] = []
        let list = nice_agent_get_local_candidates(agent, stream, 1)
        var next = list
        while let entry = next {
            next = entry.pointee.next
            guard let data = entry.pointee.data,
                let line = nice_agent_generate_local_candidate_sdp(
                    agent, data.assumingMemoryBound(to: NiceCandidate.self))
            else { continue }
            if let candidate = IceCandidate.parse(String(cString: line)),
                !(connectsOnly && candidate.tcpType == "passive")
            {
                candidates.append(candidate)
            }
            g_free(line)
        }
        cnice_free_candidates(list)
        let local = Local(
            ufrag: String(cString: ufrag), password: String(cString: password), candidates: candidates)
        g_free(ufrag)
        g_free(password)
        gathered(local)
    }

    private func stateChanged(_ raw: guint) {
        guard !isClosed else { return }
        switch NiceComponentState(raw) {
        case NICE_COMPONENT_STATE_CONNECTING: changed(.connecting)
        case NICE_COMPONENT_STATE_CONNECTED:
            hasConnected = true
            changed(.connected)
        case NICE_COMPONENT_STATE_READY:
            // All checks are done. Without this, libnice's timer for them would wake the thread each 5 ms for 5 s more.
            cnice_set_uint(agent, "idle-timeout", Self.idleMilliseconds)
            cnice_keep_polled(context, mark)
            hasConnected = true
            changed(.connected)
        // Before the first connection, a late check by the peer may still succeed, so our time limit decides.
        case NICE_COMPONENT_STATE_FAILED where hasConnected: changed(.failed)
        default: break
        }
    }
}
