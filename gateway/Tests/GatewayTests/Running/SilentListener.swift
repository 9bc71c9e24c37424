import Foundation

/// A server on loopback that takes connections and never says a word: the kernel accepts them into its queue.
final class SilentListener: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws { (descriptor, port) = try loopbackListener() }

    deinit { close(descriptor) }

    /// Ends the connections that wait for a word.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// A socket that listens on a free port of loopback. Whoever asks for it closes it.
func loopbackListener() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &size) == 0
        }
    }
    guard isListening else {
        close(descriptor)
        throw LoopbackClient.Trouble(what: "no listener")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
}
