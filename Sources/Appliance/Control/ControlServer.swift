import Bedside
import CLinux
import Glibc

/// The server side of the control socket: checks the client's user (GUARD-2), reads bounded lines (GUARD-6), passes
/// commands to the loop and sends the answers back.
///
/// Theory of operation. Each command is passed on with a ticket, and the loop answers the ticket at once or later, when
/// the commit is on disk; until then the connection counts as busy. Requests for metrics, diagnostics and status are
/// answered directly. Output that a client does not take is buffered up to a limit; beyond that, or after a time
/// without a complete request, the client is dropped. Loop's thread only; asleep while nobody is connected.
public final class ControlServer {
    /// Returns the metrics as Prometheus text.
    public var onMetrics: () -> String = { "" }
    /// Returns the drivers' counters and facts.
    var onDiagnostics: () -> Diagnostics = { Diagnostics() }
    /// Returns the current status, for a client that begins to watch.
    public var onStatus: () -> Status? = { nil }
    /// Called with a message for the operator's log.
    public var onProblem: (String) -> Void = { _ in }

    public let path: String
    private let listener: FileDescriptor
    private weak var reactor: Reactor?
    private let onCommand: (Command, Int) -> Void
    private var connections: [Int: ControlConnection] = [:]
    private var tickets: [Int: (connection: Int, request: Int)] = [:]
    private var lastTicket = 0
    /// How many clients were let in so far.
    private(set) var lastConnection = 0
    private let idleLimit: TimeSpan
    private var idleTimer: LoopTimer?
    private var identity: (device: dev_t, inode: ino_t)?

    /// Tickets ascend from 1; `onCommand` may answer at once or later. A socket file at which nothing listens is
    /// replaced.
    public convenience init(
        path: String, reactor: Reactor, onCommand: @escaping (Command, Int) -> Void
    ) throws(ControlError) {
        try self.init(
            path: path, reactor: reactor, idleLimit: .seconds(ControlLimits.idleSeconds), onCommand: onCommand)
    }

    init(
        path: String, reactor: Reactor, idleLimit: TimeSpan, onCommand: @escaping (Command, Int) -> Void
    ) throws(ControlError) {
        self.path = path
        self.idleLimit = idleLimit
        self.reactor = reactor
        self.onCommand = onCommand
        listener = try ControlServer.listen(path: path)
        var information = stat()
        if lstat(path, &information) == 0 { identity = (information.st_dev, information.st_ino) }
        do throws(ReactorError) {
            idleTimer = try reactor.makeTimer { [weak self] in self?.dropIdle() }
            try reactor.add(listener.number, for: .readable) { [weak self] _ in self?.acceptAll() }
        } catch {
            switch error {
            case .system(let call, let code): throw .system(path: path, call: call, code: code)
            }
        }
    }

    deinit { close() }

    /// Closes every connection, and removes the socket file if it is still ours.
    public func close() {
        reactor?.remove(listener.number)
        for connection in Array(connections.values) { drop(connection) }
        var information = stat()
        if let identity, lstat(path, &information) == 0, information.st_dev == identity.device,
            information.st_ino == identity.inode
        {
            unlink(path)
        }
        identity = nil
    }

    /// Answers a command. A ticket whose client is gone is forgotten.
    public func reply(ticket: Int, _ reply: Reply) {
        guard let (connection, request) = tickets.removeValue(forKey: ticket) else { return }
        guard let client = connections[connection] else { return }
        client.pending -= 1
        var response = ControlResponse(id: request)
        switch reply {
        case .refused(let refusal):
            response.error = ControlFault(refusal, in: onStatus()?.profile.language ?? .english)
        case .done, .status, .next, .changed, .setup, .memory, .teaching, .fading, .nudges, .affirmation, .ownVoice:
            response.reply = reply
        }
        send(response, to: client)
    }

    /// Whether any client watches. Saves making a status that nobody reads.
    public var hasWatchers: Bool { connections.values.contains { $0.watch != nil } }

    /// Sends a changed status to the clients that watch. One that reads too slowly misses some of them but not the
    /// last.
    public func publish(_ status: Status) {
        for client in Array(connections.values) {
            guard let watch = client.watch, client.output.count < ControlLimits.writeBufferBytes / 2 else { continue }
            var response = ControlResponse(id: watch)
            response.status = status
            send(response, to: client)
        }
    }

    // MARK: Connections

    private static func listen(path: String) throws(ControlError) -> FileDescriptor {
        func failure(_ call: String, _ code: Int32) -> ControlError { .system(path: path, call: call, code: code) }
        func open() throws(ControlError) -> FileDescriptor {
            let number = socket(AF_UNIX, clinux_stream_flags | clinux_nonblocking_flag, 0)
            guard number >= 0 else { throw failure("socket", errno) }
            return FileDescriptor(number)
        }
        func bind(_ descriptor: FileDescriptor) -> Int32 {
            // The file is created with the socket's own mode. That way there is no moment in which others could
            // connect, and nothing changes for the whole process (as with umask).
            guard fchmod(descriptor.number, 0o600) == 0 else { return errno }
            return ControlAddress.apply(.bind, socket: descriptor.number, path: path)
        }
        let descriptor = try open()
        var code = bind(descriptor)
        if code == EADDRINUSE {
            // Connecting to an ordinary file is refused just like connecting to a dead socket, but such a file is not
            // ours to remove.
            var information = stat()
            guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else {
                throw failure("bind", EEXIST)
            }
            let probe = try open()
            switch ControlAddress.apply(.connect, socket: probe.number, path: path) {
            case 0, EAGAIN, EPROTOTYPE: throw .alreadyRunning(path: path)
            case ECONNREFUSED:
                // Left behind by a power cut.
                guard unlink(path) == 0 else { throw failure("unlink", errno) }
                code = bind(descriptor)
            case let other: throw failure("connect", other)
            }
        }
        guard code == 0 else { throw failure("bind", code) }
        guard Glibc.listen(descriptor.number, 16) == 0 else { throw failure("listen", errno) }
        return descriptor
    }

    private func acceptAll() {
        while true {
            let number = clinux_accept(listener.number)
            guard number >= 0 else {
                if errno == ECONNABORTED || errno == EINTR { continue }
                if errno != EAGAIN { pauseAccepting() }
                return
            }
            admit(FileDescriptor(number))
        }
    }

    private func admit(_ descriptor: FileDescriptor) {
        var uid: uid_t = 0
        guard clinux_peer_uid(descriptor.number, &uid) == 0, uid == geteuid() || uid == 0 else {
            return turnAway(descriptor, code: .notAllowed, "not allowed: this appliance belongs to another user")
        }
        guard connections.count < ControlLimits.clients else {
            return turnAway(descriptor, code: .temporary, "too many clients (\(ControlLimits.clients)); try again")
        }
        lastConnection += 1
        let client = ControlConnection(
            id: lastConnection, descriptor: descriptor,
            idleDeadline: SystemClock.boot() + idleLimit)
        do throws(ReactorError) {
            try reactor?.add(descriptor.number, for: .readable) { [weak self, weak client] interest in
                guard let self, let client else { return }
                serve(client, interest)
            }
        } catch {
            return onProblem("control socket: \(error)")
        }
        connections[client.id] = client
        armIdleTimer()
    }

    private func turnAway(_ descriptor: FileDescriptor, code: ExitStatus, _ message: String) {
        var response = ControlResponse(id: 0)
        response.error = ControlFault(code: code, message: message)
        let line = ControlCoding.line(response)
        Glibc.send(descriptor.number, line, line.count, clinux_no_signal)
        onProblem("control socket: a client was turned away: \(message)")
    }

    /// Pauses after running out of descriptors: accepting again at once would spin, so the listener rests for a second,
    /// or until a client leaves.
    private func pauseAccepting() {
        onProblem("control socket: accept: \(errorText(errno))")
        reactor?.change(listener.number, to: [])
        idleTimer?.arm(SystemClock.boot() + .seconds(1))
    }

    private func serve(_ client: ControlConnection, _ interest: Reactor.Interest) {
        if !interest.isDisjoint(with: .writable) { flush(client) }
        guard connections[client.id] != nil, !interest.isDisjoint(with: [.readable, .closed]) else { return }
        switch client.receive() {
        case .lines(let lines, let isAtEnd):
            for line in lines where connections[client.id] != nil { take(line, from: client) }
            if isAtEnd { interest.isDisjoint(with: .closed) ? finish(client) : drop(client) }
        case .tooLong:
            refuse(0, "a line is longer than \(ControlLimits.lineBytes) bytes", client)
            drop(client)
        case .failed: drop(client)
        }
    }

    private func take(_ line: [UInt8], from client: ControlConnection) {
        client.idleDeadline = SystemClock.boot() + idleLimit
        switch ControlCoding.request(line) {
        case .failure(let refused): refuse(refused.id, refused.message, client)
        case .success(let request):
            var response = ControlResponse(id: request.id)
            if let command = request.command {
                guard client.pending < ControlLimits.pendingRequests else {
                    return refuse(
                        request.id, "more than \(ControlLimits.pendingRequests) requests pending", client,
                        code: .temporary)
                }
                client.pending += 1
                lastTicket += 1
                tickets[lastTicket] = (client.id, request.id)
                return onCommand(command.asked(by: .socket), lastTicket)
            } else if request.metrics == true {
                response.metrics = onMetrics()
            } else if request.diagnostics == true {
                response.diagnostics = onDiagnostics()
            } else {
                client.watch = request.watch == true ? request.id : nil
                if request.watch == true { response.status = onStatus() } else { response.reply = .done }
            }
            send(response, to: client)
        }
    }

    private func refuse(_ id: Int, _ message: String, _ client: ControlConnection, code: ExitStatus = .badData) {
        var response = ControlResponse(id: id)
        response.error = ControlFault(code: code, message: message)
        send(response, to: client)
    }

    private func send(_ response: ControlResponse, to client: ControlConnection) {
        client.output.append(contentsOf: ControlCoding.line(response))
        guard client.output.count <= ControlLimits.writeBufferBytes else {
            onProblem("control socket: a client that does not read was dropped")
            return drop(client)
        }
        flush(client)
    }

    private func flush(_ client: ControlConnection) {
        guard connections[client.id] != nil else { return }
        switch client.transmit() {
        case .everything:
            if client.isEnding, client.pending == 0 { return drop(client) }
            reactor?.change(client.descriptor.number, to: client.isEnding ? [] : .readable)
        case .part:
            reactor?.change(client.descriptor.number, to: client.isEnding ? .writable : [.readable, .writable])
        case .failed: drop(client)
        }
    }

    /// Handles that the client has sent its last line: its requests are still answered (`nc` closes its side at once).
    private func finish(_ client: ControlConnection) {
        guard connections[client.id] != nil else { return }
        client.isEnding = true
        client.watch = nil
        flush(client)
    }

    private func drop(_ client: ControlConnection) {
        guard connections.removeValue(forKey: client.id) != nil else { return }
        reactor?.remove(client.descriptor.number)
        tickets = tickets.filter { $0.value.connection != client.id }
        if connections.isEmpty { idleTimer?.arm(nil) }
        reactor?.change(listener.number, to: .readable)
    }

    // MARK: Idle clients

    private func armIdleTimer() {
        idleTimer?.arm(connections.values.compactMap { $0.isOccupied ? nil : $0.idleDeadline }.min())
    }

    private func dropIdle() {
        let now = SystemClock.boot()
        reactor?.change(listener.number, to: .readable)
        for client in Array(connections.values) where client.idleDeadline <= now {
            if client.isOccupied {
                client.idleDeadline = now + idleLimit
            } else {
                drop(client)
            }
        }
        idleTimer?.arm(connections.values.map(\.idleDeadline).min())
    }
}
