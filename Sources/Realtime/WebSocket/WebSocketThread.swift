import CWebSockets
import Cloud
import Glibc
import System

/// The blocking steps of a WebSocket on its own thread: resolving names, and racing addresses.
enum WebSocketThread {
    static func milliseconds() -> Int { bootMilliseconds() }

    /// Numeric addresses from the system's resolver; blocks as long as that does.
    static func resolve(_ host: String) throws(WebSocketFailure) -> [String] {
        let length = 64
        var text = [CChar](repeating: 0, count: 16 * length)
        let count = text.withUnsafeMutableBufferPointer { cws_resolve(host, $0.baseAddress, 16) }
        guard count > 0 else { throw .resolve }
        return (0..<Int(count)).compactMap { index in
            let bytes = text[(index * length)..<((index + 1) * length)].prefix { $0 != 0 }
            return String(validating: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The first address that accepts a TCP connection; each attempt begins 250 ms after the one before (RFC 8305 §5).
    /// The winner's connection is closed again, because the library makes its own: one round trip more, on a path that
    /// is the last resort.
    static func race(
        _ addresses: [String], port: UInt16, until deadline: Int, isCancelled: () -> Bool
    ) -> String? {
        var waiting = addresses[...]
        var open: [(descriptor: Int32, address: String)] = []
        defer { for entry in open { close(entry.descriptor) } }
        var nextAt = milliseconds()
        while !isCancelled() {
            let now = milliseconds()
            guard now < deadline else { return nil }
            if now >= nextAt || open.isEmpty, let address = waiting.popFirst() {
                let descriptor = cws_connect(address, port)
                if descriptor >= 0 { open.append((descriptor, address)) }
                nextAt = descriptor >= 0 ? now + 250 : now
                continue
            }
            guard !open.isEmpty else { return nil }
            let step = waiting.isEmpty ? 50 : min(50, max(1, nextAt - now))
            var result: Int32 = 0
            let decided = Int(
                cws_await(open.map(\.descriptor), Int32(open.count), Int32(min(step, deadline - now)), &result))
            guard open.indices.contains(decided) else { continue }
            if result == 0 { return open[decided].address }
            close(open.remove(at: decided).descriptor)
            nextAt = now
        }
        return nil
    }

    /// Passes the options in their C form, which are valid inside `body` only.
    static func withOptions<Result>(
        _ options: WebSocketClient.Options, _ address: WebSocketAddress, numeric: String,
        _ body: (UnsafePointer<cws_options>) -> Result
    ) -> Result {
        func with(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
            if let text { text.withCString { body($0) } } else { body(nil) }
        }
        return with(numeric) { numeric in
            with(address.hostHeader) { header in
                with(address.path) { path in
                    with(options.authorization) { authorization in
                        with("anicca") { agent in
                            with(options.safetyIdentifier) { identifier in
                                with(options.authorityFile) { file in
                                    var c = cws_options()
                                    c.address = numeric
                                    c.port = address.port
                                    c.is_secure = address.isSecure ? 1 : 0
                                    c.host_header = header
                                    c.path = path
                                    c.authorization = authorization
                                    c.safety_identifier = identifier
                                    c.user_agent = agent
                                    c.authority_file = file
                                    c.ping_seconds = UInt16(clamping: options.pingSeconds)
                                    c.upgrade_seconds = UInt16(clamping: options.openMilliseconds / 1_000 + 1)
                                    return body(&c)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
