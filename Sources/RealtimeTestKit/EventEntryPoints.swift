import Bedside
import Realtime

/// Entry points for fuzzing the code that reads the service's data. They take any bytes and must never trap.
package enum EventEntryPoints {
    /// Reads one event; returns false if its JSON changed when it was written and read again.
    package static func event(_ bytes: UnsafeRawBufferPointer) -> Bool {
        _ = try? ServerEvent.decode(Array(bytes))
        guard let json = try? JSONValue.ofService(Array(bytes)) else { return true }
        return (try? JSONValue.ofService(json.encoded)) == json
    }

    /// Plays a whole conversation: a byte that chooses its kind, then a series of inputs, each with a byte for its
    /// kind, two bytes of length and the contents. Returns false if the conversation sent something that is not JSON.
    package static func conversation(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first else { return true }
        var call = VirtualConversation(
            kind: first & 1 == 0 ? .webRTC : .webSocket, mayFallBack: first & 2 == 0, isMuted: first & 4 != 0)
        if first & 8 == 0 { call.configure() }
        var at = 1
        while at + 3 <= bytes.count {
            let length = min(Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]), bytes.count - at - 3)
            call.feed(
                kind: bytes[at], Array(UnsafeRawBufferPointer(rebasing: bytes[(at + 3)..<(at + 3 + length)])))
            at += 3 + length
        }
        return call.isSound
    }
}

extension VirtualConversation {
    fileprivate mutating func feed(kind: UInt8, _ content: [UInt8]) {
        let text = String(decoding: content, as: UTF8.self)
        let last = conversation.connectionsEnd - 1
        switch kind % 16 {
        case 0, 1, 2, 3, 4: handle(.session(connection: last, .message(content)))
        case 5: handle(.session(connection: last - 1, .message(content)))
        case 6: handle(.session(connection: last, .opened))
        case 7: handle(content.isEmpty ? .open : .summarize(summary(text)))
        case 8: pass(milliseconds: content.reduce(1) { $0 + Int($1) * 16 })
        case 9: handle(.mute(content.isEmpty))
        case 10: handle(.update(instructions: text, tools: [ToolDefinition(name: text, description: text)]))
        case 11: handle(.answer(call: String(text.prefix(4)), output: text))
        case 12: handle(.rendering(content.isEmpty))
        case 13: handle(.session(connection: last, .faltering(content.isEmpty)))
        case 14: handle(.transportUnusable(connection: last - content.count % 2, text))
        default: handle(.transportFailed(connection: last - content.count % 2, .network))
        }
    }

    private func summary(_ text: String) -> SummaryRequest {
        SummaryRequest(
            talk: "t", input: text, instructions: text, tool: ToolDefinition(name: "next_up", description: text))
    }
}
