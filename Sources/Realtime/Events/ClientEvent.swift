import Bedside

/// What we send to the service (TheService.md, Events). The transport sends the microphone's sound by itself.
enum ClientEvent: Sendable, Hashable {
    /// Carries the JSON of `session`.
    case sessionUpdate(JSONValue)
    case itemCreate(Item)
    case itemTruncate(item: String, contentIndex: Int, endMilliseconds: Int)
    case responseCreate
    /// Carries the JSON of `response`.
    case responseCreateOutOfBand(JSONValue)
    case responseCancel(response: String?)
    /// WebRTC only.
    case outputAudioClear
    /// What was heard so far is a turn of the owner's, although they have not fallen silent: it is written down.
    case inputAudioCommit

    enum Item: Sendable, Hashable {
        case system(String)
        case owner(String)
        /// Only text: sound of the companion cannot be put back.
        case companion(String)
        case toolOutput(call: String, output: String)
    }

    /// One event as UTF-8; the service names `identifier` in errors.
    func encoded(identifier: String) -> [UInt8] {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
        switch self {
        case .sessionUpdate: add("type", .text("session.update"))
        case .itemCreate: add("type", .text("conversation.item.create"))
        case .itemTruncate: add("type", .text("conversation.item.truncate"))
        case .responseCreate, .responseCreateOutOfBand: add("type", .text("response.create"))
        case .responseCancel: add("type", .text("response.cancel"))
        case .outputAudioClear: add("type", .text("output_audio_buffer.clear"))
        case .inputAudioCommit: add("type", .text("input_audio_buffer.commit"))
        }
        add("event_id", .text(identifier))
        switch self {
        case .sessionUpdate(let session): add("session", session)
        case .itemCreate(let item): add("item", item.json)
        case .itemTruncate(let item, let contentIndex, let end):
            add("item_id", .text(item))
            add("content_index", .integer(contentIndex))
            add("audio_end_ms", .integer(max(0, end)))
        case .responseCreateOutOfBand(let response): add("response", response)
        case .responseCancel(.some(let response)): add("response_id", .text(response))
        case .responseCreate, .responseCancel(nil), .outputAudioClear, .inputAudioCommit: break
        }
        return JSONValue.object(members).encoded
    }
}

extension ClientEvent.Item {
    var json: JSONValue {
        switch self {
        case .system(let text): message(role: "system", content: "input_text", text)
        case .owner(let text): message(role: "user", content: "input_text", text)
        case .companion(let text): message(role: "assistant", content: "output_text", text)
        case .toolOutput(let call, let output):
            .object(["type": .text("function_call_output"), "call_id": .text(call), "output": .text(output)])
        }
    }

    private func message(role: String, content: String, _ text: String) -> JSONValue {
        .object([
            "type": .text("message"), "role": .text(role),
            "content": .list([.object(["type": .text(content), "text": .text(text)])]),
        ])
    }
}
