import CLateCurl
import Crypto
import Foundation
import GatewayRules

/// Whoever speaks a text.
protocol SpeechProvider: Sendable {
    func speak(_ order: SpeechOrder) async -> Result<Speech, SpeechFailure>
}

/// No key is set.
struct NoSpeechProvider: SpeechProvider {
    func speak(_ order: SpeechOrder) async -> Result<Speech, SpeechFailure> { .failure(.refused("no key")) }
}

/// Speaks over a WebSocket of the Realtime API, with the gateway's own key. Each speech has a thread while it lasts.
final class RealtimeSpeech: SpeechProvider {
    static let mostAtOnce = 8
    private static let connectMilliseconds = 5_000
    private static let longestHead = 16 << 10
    private static let pollMilliseconds = 500

    /// Without a slash at the end: "https://api.openai.com".
    private let address: String
    private let key: @Sendable () -> String
    private let metrics: GatewayMetrics
    private let gate = ConcurrencyLimit(most: mostAtOnce)

    /// - Parameter key: Asked for with each text: it may be replaced meanwhile.
    init(address: String, key: @autoclosure @escaping @Sendable () -> String, metrics: GatewayMetrics) {
        self.address = address
        self.key = key
        self.metrics = metrics
    }

    func speak(_ order: SpeechOrder) async -> Result<Speech, SpeechFailure> {
        guard gate.enter() else {
            metrics.providerError(call: "speech", code: "queue")
            return .failure(.busy(retryAfter: nil))
        }
        defer { gate.leave() }
        let started = ContinuousClock.now
        let result: Result<Speech, SpeechFailure> = await withCheckedContinuation { continuation in
            let thread = Thread { [self] in continuation.resume(returning: read(order)) }
            thread.name = "speech"
            thread.stackSize = 1 << 20
            thread.start()
        }
        metrics.provider(call: "speech", elapsed: started.duration(to: .now))
        switch result {
        case .success: break
        case .failure(.reworded): metrics.providerError(call: "speech", code: "reworded")
        case .failure(.busy): metrics.providerError(call: "speech", code: "429")
        case .failure(.refused(let code)): metrics.providerError(call: "speech", code: code)
        }
        return result
    }

    /// On a thread of its own.
    private func read(_ order: SpeechOrder) -> Result<Speech, SpeechFailure> {
        guard late_curl_load() == nil, let client = late_http_new() else { return .failure(.refused("libcurl")) }
        defer { late_http_close(client) }
        let socket = Socket(client: client)
        var frames = WebSocketFrames()
        do throws(SpeechFailure) {
            frames.append(try open(socket, order))
            var reading = SpeechReading(order, at: monotonicMilliseconds())
            while reading.result == nil {
                while let message = try Self.next(&frames) {
                    switch message {
                    case .message(let bytes): reading.handle(bytes, at: monotonicMilliseconds())
                    case .ping(let bytes):
                        try socket.send(WebSocketFrames.frame(.pong, bytes, mask: .random(in: 0 ... .max)))
                    case .close: throw .refused("closed")
                    }
                    for event in reading.takeOutbox() {
                        try socket.send(WebSocketFrames.frame(.text, event, mask: .random(in: 0 ... .max)))
                    }
                    if let result = reading.result { return result }
                }
                if let bytes = try socket.receive(milliseconds: Self.pollMilliseconds) { frames.append(bytes) }
                reading.tick(at: monotonicMilliseconds())
                for event in reading.takeOutbox() {
                    try socket.send(WebSocketFrames.frame(.text, event, mask: .random(in: 0 ... .max)))
                }
            }
            return reading.result ?? .failure(.refused("silent"))
        } catch { return .failure(error) }
    }

    private static func next(_ frames: inout WebSocketFrames) throws(SpeechFailure) -> WebSocketFrames.Message? {
        do throws(WebSocketFrames.Fault) { return try frames.next() } catch { throw .refused("frames") }
    }

    /// The opening handshake (RFC 6455 §4.1). Returns what came after it.
    private func open(_ socket: Socket, _ order: SpeechOrder) throws(SpeechFailure) -> [UInt8] {
        let code = late_stream_open(
            socket.client, address + "/", address.hasPrefix("http://") ? 1 : 0, Self.connectMilliseconds)
        guard code == 0 else { throw .refused("curl \(code)") }
        let nonce = Data(randomBytes(16)).base64EncodedString()
        let host = address.drop { $0 != "/" }.dropFirst(2)
        let head = [
            "GET /v1/realtime?model=\(percentEncoded(order.model)) HTTP/1.1", "Host: \(host)", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: \(nonce)", "Sec-WebSocket-Version: 13",
            "Authorization: Bearer \(key())", "OpenAI-Safety-Identifier: \(order.safetyIdentifier)",
            "User-Agent: anicca-gateway",
        ]
        try socket.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        var received: [UInt8] = []
        let until = monotonicMilliseconds() + 10_000
        while true {
            if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                try Self.check(String(decoding: received[..<end.lowerBound], as: UTF8.self), nonce)
                return Array(received[end.upperBound...])
            }
            guard received.count < Self.longestHead, monotonicMilliseconds() < until else {
                throw .refused("handshake")
            }
            received += try socket.receive(milliseconds: Self.pollMilliseconds) ?? []
        }
    }

    private static func check(_ head: String, _ nonce: String) throws(SpeechFailure) {
        let lines = head.split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        if status == "429" {
            let wait = lines.first { $0.lowercased().hasPrefix("retry-after:") }
            throw .busy(retryAfter: wait.flatMap { Int64($0.dropFirst(12).filter { $0 != " " }) })
        }
        // Only a number goes into the metrics.
        guard status == "101" else { throw .refused(Int(status).map { String($0) } ?? "handshake") }
        let expected = Data(Insecure.SHA1.hash(data: Array((nonce + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
            .base64EncodedString()
        let isAccepted = lines.contains { line in
            line.lowercased().hasPrefix("sec-websocket-accept:")
                && line.dropFirst(21).trimmingCharacters(in: .whitespaces) == expected
        }
        guard isAccepted else { throw .refused("handshake") }
    }

    /// A connection over libcurl: encrypted, unless it leads to this machine. For one thread.
    private struct Socket {
        let client: UnsafeMutableRawPointer

        func send(_ bytes: [UInt8]) throws(SpeechFailure) {
            let code = bytes.withUnsafeBytes { late_stream_send(client, $0.baseAddress, $0.count, 5_000) }
            guard code == 0 else { throw .refused("curl \(code)") }
        }

        /// Nil: nothing came in that time.
        func receive(milliseconds: Int) throws(SpeechFailure) -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            let count = buffer.withUnsafeMutableBytes {
                late_stream_receive(client, $0.baseAddress, $0.count, milliseconds)
            }
            guard count != 0 else { throw .refused("closed") }
            guard count > 0 else {
                if count == -1 { return nil }
                throw .refused("curl \(-count - 1_000)")
            }
            return Array(buffer.prefix(count))
        }
    }
}
