import Foundation
import Glibc
import Synchronization

/// Answers HTTP/1.1 requests on this machine's loopback, each on a connection and a thread of its own, with whatever a
/// test gives it. Any thread.
public final class LoopbackServer: Sendable {
    public let port: Int
    private let socket: Int32
    private let received = Mutex<[String]>([])

    /// What was asked so far, whole and in the order of arrival.
    public var requests: [String] { received.withLock { $0 } }

    /// - Parameter answer: the whole answer to a request, by its number from 0; nil closes the connection without one. It
    ///   may wait. On a thread of the connection.
    public init?(answer: @escaping @Sendable (_ number: Int, _ request: String) -> String?) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard let port = Self.listen(socket) else { return nil }
        self.port = port
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { [self] in serve(connection, answer) }
            }
        }
    }

    public func end() {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    private func serve(_ connection: Int32, _ answer: (Int, String) -> String?) {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = read(connection, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let number = received.withLock { received in
            received.append(text)
            return received.count - 1
        }
        if let answer = answer(number, text).map({ Array($0.utf8) }) { _ = write(connection, answer, answer.count) }
        close(connection)
    }

    /// Has a socket listen on a free port.
    ///
    /// - Returns: the port; nil if it fails.
    public static func listen(_ descriptor: Int32) -> Int? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && Glibc.listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
