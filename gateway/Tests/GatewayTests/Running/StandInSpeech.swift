import Crypto
import Foundation
import Glibc
import Synchronization

/// The Realtime API's WebSocket on loopback, as far as reading a text aloud goes (gateway-facts §10.2). It writes its frames
/// itself, and knows nothing of the gateway's code. Safe on any thread.
final class StandInSpeech: Sendable {
    enum Reading: Sendable {
        /// Says what it was given.
        case faithful
        case says(String)
        /// Ends without a sound.
        case silent
        /// Closes the connection in mid-speech.
        case dies
        case fails(code: String)
        /// More than the gateway takes.
        case endless
    }

    struct State: Sendable {
        /// For the next readings; then it is faithful.
        var readings: [Reading] = []
        /// Statuses with which the next handshakes are refused.
        var refusals: [String] = []
        /// Whether it refuses the part `reasoning` of a session.
        var isOld = false
        var milliseconds: UInt32 = 0
        var heads: [String] = []
        var events: [String] = []
        var connections = 0
    }

    private let state = Mutex(State())
    let port: Int
    private let listener: Int32

    var now: State { state.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    static func with(_ body: (StandInSpeech) async throws -> Void) async throws {
        let service = try StandInSpeech()
        defer { shutdown(service.listener, Int32(SHUT_RDWR)) }
        try await body(service)
    }

    private init() throws {
        (listener, port) = try loopbackListener()
        let descriptor = listener
        let thread = Thread { [self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { break }
                Thread { [self] in
                    Connection(descriptor: connection, service: self).run()
                    close(connection)
                }.start()
            }
            close(descriptor)
        }
        thread.start()
    }

    fileprivate func nextReading() -> Reading {
        state.withLock { $0.readings.isEmpty ? .faithful : $0.readings.removeFirst() }
    }

    private final class Connection {
        let descriptor: Int32
        let service: StandInSpeech
        private var buffer: [UInt8] = []

        init(descriptor: Int32, service: StandInSpeech) {
            self.descriptor = descriptor
            self.service = service
        }

        func run() {
            guard let head = readHead() else { return }
            let refusal = service.state.withLock { state -> String? in
                state.connections += 1
                state.heads.append(head)
                return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
            }
            if let refusal { return write(Array("HTTP/1.1 \(refusal)\r\nContent-Length: 0\r\n\r\n".utf8)) }
            let lines = head.components(separatedBy: "\r\n")
            guard let key = lines.first(where: { $0.hasPrefix("Sec-WebSocket-Key: ") })?.dropFirst(19) else { return }
            let accept = Data(Insecure.SHA1.hash(data: Data("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
                .base64EncodedString()
            // The first event comes in the same packet as the end of the handshake.
            write(
                Array(
                    ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: \(accept)\r\n\r\n").utf8)
                    + frame(1, #"{"type":"session.created","event_id":"e1","session":{"id":"sess_1"}}"#))
            while let text = readText() {
                service.state.withLock { $0.events.append(text) }
                let pause = service.now.milliseconds
                if pause > 0 { usleep(pause * 1_000) }
                let event = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
                switch event["type"] as? String {
                case "session.update":
                    let session = event["session"] as? [String: Any] ?? [:]
                    if service.now.isOld, session["reasoning"] != nil {
                        let error =
                            #"{"type":"invalid_request_error","code":"unknown_parameter","param":"session.reasoning"}"#
                        write(frame(1, #"{"type":"error","error":\#(error)}"#))
                    } else {
                        write(frame(1, #"{"type":"session.updated","session":{}}"#))
                    }
                case "response.create": guard speak(event["response"] as? [String: Any] ?? [:]) else { return }
                default: break
                }
            }
        }

        private func speak(_ response: [String: Any]) -> Bool {
            func json(_ value: Any) -> String {
                (try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])).map {
                    String(decoding: $0, as: UTF8.self)
                } ?? "null"
            }
            let tag = response["metadata"] as? [String: Any] ?? [:]
            // As the service gives it back: in the order in which it came.
            let attempt = tag["attempt"] as? String ?? ""
            let metadata = #"{"purpose":"speech","attempt":"\#(attempt)"}"#
            let items = response["input"] as? [[String: Any]] ?? []
            let given = (items.first?["content"] as? [[String: Any]])?.first?["text"] as? String ?? ""
            let id = "resp_\(attempt)"
            write(frame(1, #"{"type":"response.created","response":{"id":"\#(id)","metadata":\#(metadata)}}"#))
            let reading = service.nextReading()
            var said = given
            var loudness: UInt8 = 0x10
            var pieces = 10
            switch reading {
            case .faithful: break
            case .says(let text): said = text
            case .silent: loudness = 0
            case .dies: pieces = 2
            case .endless: pieces = 2_000
            case .fails(let code):
                let details = #"{"type":"failed","error":{"type":"server","code":"\#(code)"}}"#
                let response =
                    #"{"id":"\#(id)","status":"failed","status_details":\#(details),"metadata":\#(metadata)}"#
                write(frame(1, #"{"type":"response.done","response":\#(response)}"#))
                return true
            }
            // 0.1 s each; of another response first, which is nobody's business.
            let sound = Data((0..<4_800).map { $0 % 2 == 1 ? loudness : 0 }).base64EncodedString()
            write(frame(1, #"{"type":"response.output_audio.delta","response_id":"other","delta":"\#(sound)"}"#))
            for _ in 0..<pieces {
                let text = #"{"type":"response.output_audio.delta","response_id":"\#(id)","delta":"\#(sound)"}"#
                // In two pieces, with a ping between them.
                let bytes = Array(text.utf8)
                write(frame(1, bytes[..<9], isLast: false) + frame(9, "p") + frame(0, bytes[9...]))
            }
            if case .dies = reading { return false }
            let content = #"{"type":"output_audio","transcript":\#(json(said))}"#
            write(
                frame(
                    1,
                    #"{"type":"response.done","response":{"id":"\#(id)","status":"completed","metadata":\#(metadata),"#
                        + #""output":[{"type":"message","content":[\#(content)]}]}}"#))
            return true
        }

        // MARK: - Bytes

        private func frame(_ code: UInt8, _ text: String) -> [UInt8] { frame(code, Array(text.utf8)[...]) }

        private func frame(_ code: UInt8, _ bytes: ArraySlice<UInt8>, isLast: Bool = true) -> [UInt8] {
            var frame: [UInt8] = [(isLast ? 0x80 : 0) | code]
            switch bytes.count {
            case 0..<126: frame.append(UInt8(bytes.count))
            case 126..<65_536:
                frame.append(126)
                frame.append(UInt8(bytes.count >> 8))
                frame.append(UInt8(bytes.count & 255))
            default:
                frame.append(127)
                for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8((bytes.count >> shift) & 255)) }
            }
            frame += bytes
            return frame
        }

        private func write(_ bytes: [UInt8]) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
        }

        private func more() -> Bool {
            var piece = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return false }
            buffer += piece.prefix(count)
            return true
        }

        private func readHead() -> String? {
            while true {
                if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                    let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                    buffer.removeSubrange(..<end.upperBound)
                    return head
                }
                guard more() else { return nil }
            }
        }

        /// The next text; pongs are read over.
        private func readText() -> String? {
            while true {
                while !isWhole { guard more() else { return nil } }
                let (head, length) = sizes ?? (0, 0)
                let key = Array(buffer[head..<head + 4])
                let payload = buffer[(head + 4)..<(head + 4 + length)].enumerated().map {
                    $0.element ^ key[$0.offset % 4]
                }
                let code = buffer[0] & 0x0F
                buffer.removeFirst(head + 4 + length)
                if code == 1 { return String(decoding: payload, as: UTF8.self) }
                if code == 8 { return nil }
            }
        }

        /// The head's size without the mask's key, and the payload's.
        private var sizes: (head: Int, length: Int)? {
            guard buffer.count >= 2 else { return nil }
            let short = Int(buffer[1] & 0x7F)
            if short < 126 { return (2, short) }
            guard short == 126, buffer.count >= 4 else { return nil }
            return (4, Int(buffer[2]) << 8 | Int(buffer[3]))
        }

        private var isWhole: Bool { sizes.map { buffer.count >= $0.head + 4 + $0.length } ?? false }
    }
}
