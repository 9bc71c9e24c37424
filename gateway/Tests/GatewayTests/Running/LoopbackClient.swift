import Foundation
import Glibc

/// An HTTP/1.1 client of blocking sockets, which knows nothing of the server's own code and can send what no library
/// would. Each request has a connection of its own.
struct LoopbackClient: Sendable {
    let port: Int
    /// The longest wait for an answer.
    var patienceSeconds = 300

    struct Answer: Sendable {
        var status = 0
        /// Names in lower case.
        var headers: [(name: String, value: String)] = []
        var body = ""

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
        func headers(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

        /// The body's members, if it is an object of JSON.
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
        }
        func text(_ name: String) -> String { json[name] as? String ?? "" }
    }

    struct Trouble: Error { let what: String }

    func send(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
    ) async throws -> Answer {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        return try await exchange(text + "\r\n" + (body ?? ""))
    }

    func post(_ path: String, _ form: [(String, String)], headers: [(String, String)] = []) async throws -> Answer {
        let body = form.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
        return try await send(
            "POST", path, headers: headers + [("Content-Type", "application/x-www-form-urlencoded")], body: body)
    }

    /// Sends bytes as they are and reads until the server closes.
    func exchange(_ text: String) async throws -> Answer { try Self.parse(try await raw([text])) }

    /// Sends pieces with a pause between them and reads until the server closes.
    func raw(_ pieces: [String], pauseMilliseconds: UInt32 = 0) async throws -> String {
        let received = try await raw(pieces.map { Array($0.utf8) }) {
            if pauseMilliseconds > 0 { usleep(pauseMilliseconds * 1_000) }
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// The same with a body that is no text, in the request and in the answer.
    ///
    /// - Parameter wait: called before the second half of the body, on the thread of the connection; it may wait.
    func send(
        _ method: String, _ path: String, headers: [(String, String)] = [], bytes: [UInt8],
        beforeSecondHalf wait: @escaping @Sendable () -> Void = {}
    ) async throws -> (answer: Answer, body: [UInt8]) {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(bytes.count)\r\n\r\n"
        let half = bytes.count / 2
        let received = try await raw([Array(head.utf8) + bytes[..<half], Array(bytes[half...])], wait)
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Trouble(what: "no answer") }
        return (try Self.parse(String(decoding: received, as: UTF8.self)), Array(received[end.upperBound...]))
    }

    /// - Parameter wait: called between two pieces.
    private func raw(_ pieces: [[UInt8]], _ wait: @escaping @Sendable () -> Void) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(with: Result { try blocking(pieces, wait) })
            }
            thread.start()
        }
    }

    private func blocking(_ pieces: [[UInt8]], _ wait: () -> Void) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Trouble(what: "no socket") }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Trouble(what: "refused") }
        for (number, bytes) in pieces.enumerated() {
            if number > 0 { wait() }
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                // The server may have answered and closed: then its answer is what counts.
                guard count > 0 else { break }
                sent += count
            }
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer.prefix(count)
        }
        return received
    }

    static func parse(_ text: String) throws -> Answer {
        guard let end = text.range(of: "\r\n\r\n") else { throw Trouble(what: "no answer") }
        var answer = Answer()
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        answer.status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            answer.headers.append(
                (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)))
        }
        answer.body = String(text[end.upperBound...])
        return answer
    }

    static func encoded(_ value: String) -> String {
        value.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            return byte < 128 && (CharacterSet.alphanumerics.contains(scalar) || "-_.~".unicodeScalars.contains(scalar))
                ? String(Character(scalar)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
