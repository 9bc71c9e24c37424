/// A request or an answer of HTTP/1.1 with a body of known length, which is all that both sides here send.
struct HTTPMessage {
    /// "POST", "/path", "HTTP/1.1" or "HTTP/1.1", "200", "OK".
    var start: [Substring] = []
    /// Names in lower case.
    private var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []

    var status: Int { start.count > 1 ? Int(start[1]) ?? 0 : 0 }
    var path: String { start.count > 1 ? String(start[1]) : "" }
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    func headers(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    static let largest = 1 << 20

    enum Reading {
        case incomplete
        case message(HTTPMessage)
        /// Something that neither side should send.
        case unreadable
    }

    /// Takes the first message off the front of what was received.
    static func take(from buffer: inout [UInt8]) -> Reading {
        guard let head = end(ofHeadIn: buffer) else { return buffer.count > largest ? .unreadable : .incomplete }
        var message = HTTPMessage()
        let lines = String(decoding: buffer[..<head], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        guard let first = lines.first else { return .unreadable }
        message.start = first.split(separator: " ", maxSplits: 2)
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            message.headers.append((line[..<colon].lowercased(), String(value)))
        }
        guard message.header("transfer-encoding") == nil else { return .unreadable }
        let length = message.header("content-length").flatMap { Int($0) } ?? 0
        guard (0...largest).contains(length) else { return .unreadable }
        let whole = head + 4 + length
        guard buffer.count >= whole else { return .incomplete }
        message.body = Array(buffer[(head + 4)..<whole])
        buffer.removeFirst(whole)
        return .message(message)
    }

    /// Where the empty line begins.
    private static func end(ofHeadIn buffer: [UInt8]) -> Int? {
        guard buffer.count >= 4 else { return nil }
        for index in 0...(buffer.count - 4)
        where buffer[index] == 13 && buffer[index + 1] == 10 && buffer[index + 2] == 13 && buffer[index + 3] == 10 {
            return index
        }
        return nil
    }

    /// The bytes of one.
    static func bytes(_ start: String, _ headers: [(String, String)], body: String = "") -> [UInt8] {
        var text = start + "\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        text += "Content-Length: \(body.utf8.count)\r\n\r\n"
        return Array((text + body).utf8)
    }
}
