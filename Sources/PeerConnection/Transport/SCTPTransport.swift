import CUsrsctp
import Glibc

/// One SCTP association over DTLS (RFC 8261) and the data channels on it. Event thread only.
///
/// What usrsctp passes to a callback is kept until its call has returned, and handled then, so none of our code runs
/// inside usrsctp.
final class SCTPTransport {
    /// What came from usrsctp: a notification, or a piece of a message.
    struct Delivery: Sendable {
        var bytes: [UInt8]
        var stream: UInt16
        var protocolIdentifier: UInt32
        var isEnd: Bool
        var isNotification: Bool
    }

    /// Can go to: connecting.
    /// - connecting: up, ended.
    /// - up: closing, ended.
    /// - closing: ended.
    private enum State { case new, connecting, up, closing, ended }

    struct Limits: Sendable {
        /// How much may wait for room in usrsctp's buffer.
        var queuedBytes = 1 << 20
        var queuedMessages = 1024
        /// The largest message that we send.
        var sentMessageBytes = 256 << 10
    }

    /// One call is one DTLS record.
    var output: (UnsafeRawBufferPointer) -> Void = { _ in }
    /// `.opened`, `.closed`, `.message` and `.fail` only.
    var report: (DataChannelMachine.Action) -> Void = { _ in }
    /// The peer has shut the association down.
    var closedByPeer: () -> Void = {}

    /// Larger packets would make DTLS records of over 1200 bytes: 12 for SCTP's header and 65 for the longest cipher's
    /// overhead.
    static let pathMTUBytes: UInt32 = 1120
    private static let streams: UInt16 = 64
    private static let heartbeatMilliseconds: UInt32 = 1500
    private static let port: UInt16 = 5000
    /// How often the association is asked for: for longer than anybody waits for a channel.
    private static let attempts: UInt16 = 12
    /// SCTP's acknowledgement timer is 50 ms, so finer ticks gain nothing, and while nothing moves coarser ones are
    /// enough. They have leeway, so that they share wake-ups with the audio's packets.
    private static let tickMilliseconds = 15
    private static let idleTickMilliseconds = 100
    private static func leeway(milliseconds: Int) -> Int { max(10, milliseconds / 4) }
    private static let activeTicks = 20
    private static let endOfRecord: Int32 = 0x80

    private let thread: EventThread
    private let limits: Limits
    private var machine: DataChannelMachine
    private var identity: UInt = 0
    private var socket: OpaquePointer?
    private var state = State.new
    private var isSettled = false
    private var isClient = false
    private var inbox: [Delivery] = []
    private var isDraining = false
    private var isFlushing = false
    private var depth = 0
    private var queue: [(stream: UInt16, protocolIdentifier: UInt32, bytes: [UInt8])] = []
    private var queuedBytes = 0
    private var timer: TimerToken?
    private var ticksLeft = 0
    private var limit: TimerToken?
    private var whenClosed: (() -> Void)?

    init(machine: DataChannelMachine, limits: Limits = Limits(), thread: EventThread) {
        self.machine = machine
        self.limits = limits
        self.thread = thread
    }

    deinit { release() }

    /// - Parameters:
    ///   - isClient: our DTLS role, which decides whose streams are even.
    ///   - peerPort: the peer's `sctp-port`.
    func start(isClient: Bool, peerPort: UInt16) throws(PeerError) {
        guard state == .new else { return }
        self.isClient = isClient
        state = .connecting
        identity = SCTPStack.register(self, thread: thread)
        let pointer = UnsafeMutableRawPointer(bitPattern: identity)
        guard
            let socket = usrsctp_socket(
                AF_CONN, Int32(SOCK_STREAM.rawValue), Int32(IPPROTO_SCTP),
                { _, _, data, count, information, flags, user in
                    SCTPTransport.collect(data, count, information, flags, user)
                }, nil, 0, pointer)
        else { throw .library("usrsctp", call: "usrsctp_socket", code: Int(errno)) }
        self.socket = socket
        let results = [
            usrsctp_set_non_blocking(socket, 1),
            cusrsctp_set_abort_on_close(socket),
            cusrsctp_set_int(socket, Int32(IPPROTO_SCTP), SCTP_NODELAY, 1),
            cusrsctp_set_int(socket, SOL_SOCKET, SO_SNDBUF, 2 << 20),
            cusrsctp_set_int(socket, SOL_SOCKET, SO_RCVBUF, 1 << 20),
            cusrsctp_set_init(socket, Self.streams, Self.attempts),
            cusrsctp_set_path(socket, Self.pathMTUBytes, Self.heartbeatMilliseconds),
            Self.retransmit(socket, withinMilliseconds: 500),
            cusrsctp_allow_stream_reset(socket),
            cusrsctp_subscribe(socket, UInt16(SCTP_ASSOC_CHANGE)),
            cusrsctp_subscribe(socket, UInt16(SCTP_STREAM_RESET_EVENT)),
            cusrsctp_bind(socket, pointer, Self.port),
        ]
        if let failed = results.firstIndex(where: { $0 != 0 }) {
            throw .library("usrsctp", call: "set-up step \(failed)", code: Int(errno))
        }
        let result = inside { cusrsctp_connect(socket, pointer, peerPort) }
        guard result == 0 || errno == EINPROGRESS else {
            throw .library("usrsctp", call: "usrsctp_connect", code: Int(errno))
        }
        tick()
    }

    /// Takes in a packet from the peer.
    func receive(_ packet: UnsafeRawBufferPointer) {
        guard state != .new, state != .ended, identity != 0 else { return }
        inside {
            usrsctp_conninput(
                UnsafeMutableRawPointer(bitPattern: identity), packet.baseAddress, packet.count, 0)
        }
        flush()
        quicken()
    }

    func create(label: String) { perform(machine.create(label: label)) }

    func close(label: String) { perform(machine.close(label: label)) }

    /// - Parameter peerLimitBytes: the peer's `max-message-size`.
    func send(_ message: PeerMessage, label: String, peerLimitBytes: Int) throws(PeerError) {
        guard state == .up else { throw .unknownChannel(label) }
        guard case .send(let stream, let identifier, let bytes) = try machine.send(message, label: label).get() else {
            return
        }
        let limit = min(limits.sentMessageBytes, peerLimitBytes)
        guard bytes.count <= limit else { throw .messageTooLarge(limitBytes: limit) }
        guard queuedBytes + bytes.count <= limits.queuedBytes, queue.count < limits.queuedMessages else {
            throw .queueFull(limitBytes: limits.queuedBytes)
        }
        enqueue(stream, identifier, bytes)
        flush()
    }

    /// Sends what waits, shuts down in order, and calls `done` once, at the latest after the given time.
    func close(withinMilliseconds time: Int, done: @escaping () -> Void) {
        if state == .up { flush() }
        // Flushing may have found the association dead and released it.
        guard state == .up, let socket else {
            release()
            done()
            return
        }
        state = .closing
        whenClosed = done
        let me = Confined(self)
        limit = thread.after(milliseconds: time) { me.value?.finishClosing() }
        _ = inside { usrsctp_shutdown(socket, Int32(SHUT_WR)) }
    }

    private func finishClosing() {
        release()
        let done = whenClosed
        whenClosed = nil
        done?()
    }

    /// Ends at once; a live association is aborted.
    func release() {
        timer?.cancel()
        limit?.cancel()
        timer = nil
        limit = nil
        state = .ended
        queue = []
        queuedBytes = 0
        if let socket {
            self.socket = nil
            depth += 1
            usrsctp_close(socket)
            depth -= 1
        }
        if identity != 0 {
            SCTPStack.deregister(identity)
            identity = 0
            // These calls run the timers by which usrsctp frees its resources.
            for time in [30, 300, 1500] { thread.after(milliseconds: time) { SCTPStack.handleTimers() } }
        }
        inbox = []
    }

    // MARK: Callbacks from usrsctp

    /// Copies what usrsctp delivered and hands it to its owner. Called by usrsctp, on any thread.
    private static func collect(
        _ data: UnsafeMutableRawPointer?, _ count: Int, _ information: sctp_rcvinfo, _ flags: Int32,
        _ user: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let data else { return 1 }
        let bytes = Array(UnsafeRawBufferPointer(start: data, count: count))
        free(data)
        SCTPStack.deliver(
            UInt(bitPattern: user),
            Delivery(
                bytes: bytes, stream: information.rcv_sid,
                protocolIdentifier: UInt32(bigEndian: information.rcv_ppid), isEnd: flags & endOfRecord != 0,
                isNotification: flags & MSG_NOTIFICATION != 0))
        return 1
    }

    func take(_ delivery: Delivery) {
        guard state != .ended else { return }
        inbox.append(delivery)
        guard depth == 0, !isDraining else { return }
        let me = Confined(self)
        thread.run { me.value?.drain() }
    }

    @discardableResult
    private func inside<Result>(_ call: () -> Result) -> Result {
        depth += 1
        let result = call()
        let code = errno
        depth -= 1
        if depth == 0 { drain() }
        errno = code
        return result
    }

    private func drain() {
        guard !isDraining else { return }
        isDraining = true
        while !inbox.isEmpty {
            let deliveries = inbox
            inbox = []
            for delivery in deliveries where state != .ended {
                if delivery.isNotification {
                    notice(delivery.bytes)
                } else {
                    perform(
                        delivery.bytes.withUnsafeBytes {
                            machine.receive(
                                stream: delivery.stream, protocolIdentifier: delivery.protocolIdentifier, bytes: $0,
                                isEnd: delivery.isEnd)
                        })
                }
            }
        }
        isDraining = false
    }

    private func notice(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            guard bytes.count >= 8 else { return }
            switch Int32(bytes.loadUnaligned(as: UInt16.self)) {
            case SCTP_ASSOC_CHANGE:
                guard bytes.count >= MemoryLayout<sctp_assoc_change>.size else { return }
                let change = bytes.loadUnaligned(as: sctp_assoc_change.self)
                associationChanged(
                    Int32(change.sac_state), error: Int(change.sac_error),
                    streams: min(change.sac_outbound_streams, change.sac_inbound_streams))
            case SCTP_STREAM_RESET_EVENT:
                let header = MemoryLayout<sctp_stream_reset_event>.size
                guard bytes.count >= header else { return }
                let event = bytes.loadUnaligned(as: sctp_stream_reset_event.self)
                let failures = SCTP_STREAM_RESET_DENIED | SCTP_STREAM_RESET_FAILED
                guard Int32(event.strreset_flags) & failures == 0,
                    Int32(event.strreset_flags) & SCTP_STREAM_RESET_INCOMING_SSN != 0
                else { return }
                let streams = stride(from: header, to: bytes.count - 1, by: 2).map {
                    bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self)
                }
                perform(machine.peerReset(streams: streams))
            default: break
            }
        }
    }

    /// The error cause of an abort that the peer's application requested.
    private static let userInitiatedAbort = 12

    private func associationChanged(_ change: Int32, error: Int, streams: UInt16) {
        switch change {
        case SCTP_COMM_UP:
            guard state == .connecting else { return }
            state = .up
            perform(machine.associationUp(isClient: isClient, streams: min(streams, Self.streams)))
        case SCTP_SHUTDOWN_COMP:
            end(with: nil)
        case SCTP_COMM_LOST, SCTP_CANT_STR_ASSOC:
            // Chromium deliberately ends with an abort (RFC 9260 §3.3.10.12), ahead of its DTLS goodbye.
            end(with: error == Self.userInitiatedAbort ? .closedByPeer : .associationFailed(code: error))
        default: break
        }
    }

    /// Until the first message has come, an owner waits for each lost packet, and one that is sent once too often costs
    /// nothing. After that a slow path gets the time that it needs.
    private func settle() {
        guard !isSettled, let socket else { return }
        isSettled = true
        _ = Self.retransmit(socket, withinMilliseconds: 2000)
    }

    private static func retransmit(_ socket: OpaquePointer, withinMilliseconds longest: UInt32) -> Int32 {
        cusrsctp_set_rto(socket, 250, 200, longest)
    }

    private func end(with error: PeerError?) {
        let before = state
        guard before != .ended else { return }
        perform(machine.associationDown())
        if before == .closing {
            finishClosing()
            return
        }
        let failed = report
        let closed = closedByPeer
        release()
        if let error { failed(.fail(error)) } else { closed() }
    }

    private func perform(_ actions: [DataChannelMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let stream, let identifier, let bytes): enqueue(stream, identifier, bytes)
            case .reset(let stream):
                if let socket { _ = inside { cusrsctp_reset_stream(socket, stream) } }
            case .message:
                settle()
                report(action)
            case .opened, .closed, .fail: report(action)
            }
        }
        flush()
    }

    private func enqueue(_ stream: UInt16, _ identifier: UInt32, _ bytes: [UInt8]) {
        queue.append((stream, identifier, bytes))
        queuedBytes += bytes.count
        quicken()
    }

    /// Passes usrsctp as much as it accepts; the rest follows when acknowledgements have made room.
    private func flush() {
        guard !isFlushing else { return }
        isFlushing = true
        defer { isFlushing = false }
        while state == .up || state == .closing, let socket, let next = queue.first {
            let sent = inside {
                cusrsctp_send(socket, next.bytes, next.bytes.count, next.stream, next.protocolIdentifier)
            }
            if sent < 0 {
                if errno != EAGAIN && errno != EWOULDBLOCK && state == .up {
                    end(with: .library("usrsctp", call: "usrsctp_sendv", code: Int(errno)))
                }
                return
            }
            guard state != .ended else { return }
            queue.removeFirst()
            queuedBytes -= next.bytes.count
        }
    }

    private func tick() {
        guard state != .ended else { return }
        depth += 1
        SCTPStack.handleTimers()
        depth -= 1
        drain()
        flush()
        guard state != .ended else { return }
        ticksLeft = max(0, ticksLeft - 1)
        arm()
    }

    /// Ticks faster while something moves, so that the timers that it set run on time.
    private func quicken() {
        let wasIdle = ticksLeft == 0
        ticksLeft = Self.activeTicks
        if wasIdle, timer != nil { arm() }
    }

    private func arm() {
        timer?.cancel()
        let me = Confined(self)
        let time = ticksLeft == 0 && queue.isEmpty && state == .up ? Self.idleTickMilliseconds : Self.tickMilliseconds
        timer = thread.after(milliseconds: time, leewayMilliseconds: Self.leeway(milliseconds: time)) {
            me.value?.tick()
        }
    }
}
