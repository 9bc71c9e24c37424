import Foundation
import Glibc

/// Both ends on loopback in one thread: many requests to the gateway at once, and what the gateway asks of the provider
/// meanwhile. Sockets and `poll`, so that nothing happens at any other time than when the simulation waits here.
final class Loopback {
    enum Reply {
        case answer(HTTPMessage)
        /// No answer came: refused, closed, or silent for too long.
        case unreached
    }

    private final class Connection {
        let descriptor: Int32
        var received: [UInt8] = []
        var unsent: ArraySlice<UInt8> = []
        /// The request whose answer is awaited.
        var request: Int?
        var isReused = false

        init(_ descriptor: Int32) { self.descriptor = descriptor }
    }

    static let mostAtOnce = 64
    static let patienceSeconds = 30.0

    /// Answers what the gateway asks of the provider.
    var provider: (HTTPMessage) -> [UInt8] = { _ in [] }
    let providerPort: Int
    private let listener: Int32
    private var incoming: [Connection] = []
    private var idle: [Connection] = []
    private let gatewayPort: Int

    init(gatewayPort: Int) throws {
        self.gatewayPort = gatewayPort
        (listener, providerPort) = try Self.listen()
    }

    deinit {
        close(listener)
        for connection in incoming + idle { close(connection.descriptor) }
    }

    /// A port that is free now.
    static func freePort() throws -> Int {
        let (descriptor, port) = try listen()
        Glibc.close(descriptor)
        return port
    }

    /// Sends every request and waits for all answers.
    ///
    /// - Parameter onceSent: called when the first ones are on their way.
    func exchange(_ requests: [[UInt8]], onceSent: (() -> Void)? = nil) -> [Reply] {
        var replies = [Reply?](repeating: nil, count: requests.count)
        var waiting = Array(requests.indices.reversed())
        var active: [Connection] = []
        var retried: Set<Int> = []
        var lastProgress = ContinuousClock.now
        var onceSent = onceSent
        while replies.contains(where: { $0 == nil }) {
            while active.count < Self.mostAtOnce, let request = waiting.popLast() {
                guard let connection = connect() else {
                    replies[request] = .unreached
                    continue
                }
                connection.request = request
                connection.unsent = requests[request][...]
                send(connection)
                active.append(connection)
            }
            onceSent?()
            onceSent = nil
            if active.isEmpty { continue }
            if wait(active) { lastProgress = .now }
            let isTooLate = lastProgress.duration(to: .now) > .seconds(Self.patienceSeconds)
            active.removeAll { connection in
                guard let request = connection.request else { return true }
                switch isTooLate ? .unreadable : HTTPMessage.take(from: &connection.received) {
                case .message(let message):
                    replies[request] = .answer(message)
                    connection.request = nil
                    if message.header("connection")?.lowercased() == "close" {
                        close(connection.descriptor)
                    } else {
                        connection.isReused = true
                        idle.append(connection)
                    }
                    return true
                case .incomplete where !isClosed(connection): return false
                case .incomplete, .unreadable:
                    close(connection.descriptor)
                    // A connection that was idle may have been closed at the very moment.
                    if connection.isReused, connection.received.isEmpty, retried.insert(request).inserted {
                        waiting.append(request)
                    } else {
                        replies[request] = .unreached
                    }
                    return true
                }
            }
        }
        return replies.map { $0 ?? .unreached }
    }

    /// Lets the gateway ask the provider for a while.
    func serve(milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end { _ = wait([]) }
    }

    /// Forgets connections to a gateway that is gone.
    func forgetConnections() {
        for connection in idle + incoming { close(connection.descriptor) }
        (idle, incoming, closed) = ([], [], [])
    }

    // MARK: Sockets

    private var closed: Set<Int32> = []

    private func isClosed(_ connection: Connection) -> Bool { closed.contains(connection.descriptor) }

    private func close(_ descriptor: Int32) {
        closed.remove(descriptor)
        Glibc.close(descriptor)
    }

    /// Waits at most 50 ms for bytes, and handles them. True: there were some.
    private func wait(_ active: [Connection]) -> Bool {
        var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        for connection in incoming {
            polled.append(pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0))
        }
        for connection in active {
            let events = connection.unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
            polled.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
        }
        guard poll(&polled, nfds_t(polled.count), 50) > 0 else { return false }
        let (atListener, atIncoming) = (polled[0], polled[1..<(1 + incoming.count)])
        for (connection, state) in zip(active, polled[(1 + incoming.count)...]) where state.revents != 0 {
            if !connection.unsent.isEmpty { send(connection) }
            receive(connection)
        }
        for (connection, state) in zip(incoming, atIncoming) where state.revents != 0 { receive(connection) }
        incoming.removeAll { connection in
            while case .message(let message) = HTTPMessage.take(from: &connection.received) {
                connection.unsent += provider(message)
                send(connection)
            }
            guard isClosed(connection) else { return false }
            close(connection.descriptor)
            return true
        }
        if atListener.revents != 0 {
            let descriptor = accept(listener, nil, nil)
            if descriptor >= 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 { incoming.append(Connection(descriptor)) }
        }
        return true
    }

    private func send(_ connection: Connection) {
        while !connection.unsent.isEmpty {
            let count = connection.unsent.withUnsafeBytes {
                Glibc.send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                if errno != EAGAIN { closed.insert(connection.descriptor) }
                return
            }
            connection.unsent = connection.unsent.dropFirst(count)
        }
    }

    private func receive(_ connection: Connection) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(connection.descriptor, &buffer, buffer.count, 0)
            if count > 0 {
                connection.received += buffer.prefix(count)
            } else {
                if count == 0 || errno != EAGAIN { closed.insert(connection.descriptor) }
                return
            }
        }
    }

    /// A connection to the gateway that is free, or a fresh one; nil: nobody listens.
    private func connect() -> Connection? {
        while let connection = idle.popLast() {
            receive(connection)
            guard isClosed(connection) || !connection.received.isEmpty else { return connection }
            close(connection.descriptor)
        }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = Self.address(gatewayPort)
        let isConnected = Self.with(&address) { Glibc.connect(descriptor, $0, $1) } == 0
        guard isConnected, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return Connection(descriptor)
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    private static func with(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    private static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard descriptor >= 0, with(&address, { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 1024) == 0,
            with(&address, { pointer, _ in getsockname(descriptor, pointer, &length) }) == 0
        else { throw FleetFailure("no port on loopback: \(String(cString: strerror(errno)))") }
        return (descriptor, Int(in_port_t(bigEndian: address.sin_port)))
    }
}

/// Ends a run with one sentence.
struct FleetFailure: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
}
