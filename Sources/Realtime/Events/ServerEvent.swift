import Bedside
import FoundationEssentials

/// An event of the service (TheService.md, Events), as far as a voice client needs it. Unknown events and fields are
/// ignored.
package enum ServerEvent: Sendable, Hashable {
    case sessionCreated(id: String)
    case sessionUpdated
    case error(ServiceError)
    case speechStarted(item: String?)
    case speechStopped(item: String?)
    /// An item was given its place in the conversation.
    case itemAdded(id: String, role: Role)
    /// The owner's words; empty if the service could not write them down.
    case ownerTranscript(item: String, text: String)
    case responseCreated(id: String, tag: ResponseTag? = nil)
    case outputItemAdded(response: String, item: String, isMessage: Bool)
    case companionDelta(response: String, item: String, text: String)
    case companionTranscript(response: String, item: String, text: String)
    /// PCM16, 24 kHz, mono; WebSocket only.
    case audio(response: String, item: String, contentIndex: Int, pcm: [UInt8])
    case audioDone(response: String, item: String)
    case responseDone(FinishedResponse)
    /// WebRTC only: the service began to stream, has sent everything in its buffer, or has dropped it.
    case outputStarted(response: String)
    case outputStopped(response: String)
    case outputCleared(response: String)
    case itemTruncated(item: String, endMilliseconds: Int?)
    case other

    package enum Role: Sendable, Hashable { case owner, companion, other }

    package struct ServiceError: Sendable, Hashable {
        var type: String
        var code: String
        var parameter: String
        /// The client event that the error is about.
        var event: String?
    }

    /// What `metadata` says of a response that was asked for beside the conversation.
    package struct ResponseTag: Sendable, Hashable {
        var purpose: String
        var talk: String
    }

    /// Numbers of tokens, as the service counted them.
    package struct Usage: Sendable, Hashable {
        var input: Int
        /// How many of `input` it had read before.
        var cached: Int
        var output: Int
    }

    package struct FinishedResponse: Sendable, Hashable {
        enum Status: Sendable, Hashable {
            case completed, cancelled
            case incomplete(reason: String)
            case failed(code: String)
        }
        var id: String
        var status: Status
        var calls: [FunctionCall] = []
        var messages: [Message] = []
        /// One token is 50 ms of the companion's voice.
        var audioTokens: Int?
        var tag: ResponseTag?
        var usage: Usage?

        struct FunctionCall: Sendable, Hashable {
            var id: String
            var name: String
            var arguments: String
        }
        struct Message: Sendable, Hashable {
            var item: String
            var text: String
        }
    }

    /// Reads one event; a known event without a required field is an error.
    package static func decode(_ bytes: [UInt8]) throws(EventError) -> ServerEvent {
        let fields = Fields(json: try JSONValue.ofService(bytes))
        guard fields.json.isObject else { throw .missing("type") }
        switch try fields.identifier("type") {
        case "session.created":
            return .sessionCreated(id: fields.json["session"]?["id"]?.text.map { String($0.prefix(64)) } ?? "")
        case "session.updated": return .sessionUpdated
        case "error": return .error(try serviceError(fields))
        case "input_audio_buffer.speech_started": return .speechStarted(item: try fields.optional("item_id"))
        case "input_audio_buffer.speech_stopped": return .speechStopped(item: try fields.optional("item_id"))
        case "input_audio_buffer.committed": return .itemAdded(id: try fields.identifier("item_id"), role: .owner)
        case "conversation.item.added", "conversation.item.created", "conversation.item.done":
            return try itemAdded(fields)
        case "conversation.item.input_audio_transcription.completed":
            return .ownerTranscript(item: try fields.identifier("item_id"), text: try fields.text("transcript"))
        case "conversation.item.input_audio_transcription.failed":
            return .ownerTranscript(item: try fields.identifier("item_id"), text: "")
        case "conversation.item.truncated":
            return .itemTruncated(
                item: try fields.identifier("item_id"), endMilliseconds: fields.json["audio_end_ms"]?.integer)
        case let type where type.hasPrefix("response."): return try response(type, fields)
        case "output_audio_buffer.started": return .outputStarted(response: try fields.identifier("response_id"))
        case "output_audio_buffer.stopped": return .outputStopped(response: try fields.identifier("response_id"))
        case "output_audio_buffer.cleared": return .outputCleared(response: try fields.identifier("response_id"))
        default: return .other
        }
    }

    private static func response(_ type: String, _ fields: Fields) throws(EventError) -> ServerEvent {
        switch type {
        case "response.created":
            guard let body = fields.json["response"] else { throw .missing("response") }
            return .responseCreated(id: try Fields(json: body).identifier("id"), tag: tag(body))
        case "response.done":
            guard let body = fields.json["response"] else { throw .missing("response") }
            return .responseDone(try finished(Fields(json: body)))
        case "response.output_item.added":
            guard let item = fields.json["item"] else { throw .missing("item") }
            return .outputItemAdded(
                response: try fields.identifier("response_id"), item: try Fields(json: item).identifier("id"),
                isMessage: item["type"]?.text == "message")
        case "response.output_audio_transcript.delta", "response.output_text.delta":
            return .companionDelta(
                response: try fields.identifier("response_id"), item: try fields.identifier("item_id"),
                text: try fields.text("delta"))
        case "response.output_audio_transcript.done":
            return .companionTranscript(
                response: try fields.identifier("response_id"), item: try fields.identifier("item_id"),
                text: try fields.text("transcript"))
        case "response.output_text.done":
            return .companionTranscript(
                response: try fields.identifier("response_id"), item: try fields.identifier("item_id"),
                text: try fields.text("text"))
        case "response.output_audio.delta":
            guard let delta = fields.json["delta"]?.text, let pcm = Data(base64Encoded: delta) else {
                throw .missing("delta")
            }
            return .audio(
                response: try fields.identifier("response_id"), item: try fields.identifier("item_id"),
                contentIndex: fields.json["content_index"]?.integer ?? 0, pcm: Array(pcm))
        case "response.output_audio.done":
            return .audioDone(
                response: try fields.identifier("response_id"), item: try fields.identifier("item_id"))
        default: return .other
        }
    }

    private static func itemAdded(_ fields: Fields) throws(EventError) -> ServerEvent {
        guard let item = fields.json["item"] else { throw .missing("item") }
        guard item["type"]?.text == "message" else { return .other }
        let role: Role =
            switch item["role"]?.text {
            case "user": .owner
            case "assistant": .companion
            default: .other
            }
        return .itemAdded(id: try Fields(json: item).identifier("id"), role: role)
    }

    private static func serviceError(_ fields: Fields) throws(EventError) -> ServiceError {
        guard let body = fields.json["error"], body.isObject else { throw .missing("error") }
        return ServiceError(
            type: code(body["type"]), code: code(body["code"]), parameter: code(body["param"]),
            event: try Fields(json: body).optional("event_id"))
    }

    private static func finished(_ fields: Fields) throws(EventError) -> FinishedResponse {
        let details = fields.json["status_details"]
        let status: FinishedResponse.Status =
            switch fields.json["status"]?.text {
            case "completed": .completed
            case "cancelled": .cancelled
            case "incomplete": .incomplete(reason: code(details?["reason"]))
            case "failed":
                .failed(
                    code: [code(details?["error"]?["code"]), code(details?["error"]?["type"]), "unknown"]
                        .first { !$0.isEmpty } ?? "unknown")
            default: throw .missing("status")
            }
        var result = FinishedResponse(id: try fields.identifier("id"), status: status)
        result.audioTokens = fields.json["usage"]?["output_token_details"]?["audio_tokens"]?.integer
        result.tag = tag(fields.json)
        result.usage = usage(fields.json["usage"])
        for item in (fields.json["output"]?.list ?? []).prefix(EventLimits.maximumOutputItems) {
            let itemFields = Fields(json: item)
            switch item["type"]?.text {
            case "function_call":
                result.calls.append(
                    .init(
                        id: try itemFields.identifier("call_id"), name: try itemFields.identifier("name"),
                        arguments: try itemFields.text("arguments")))
            case "message":
                let parts = (item["content"]?.list ?? []).prefix(EventLimits.maximumOutputItems)
                let text = parts.compactMap { $0["transcript"]?.text ?? $0["text"]?.text }.joined(separator: " ")
                guard text.utf8.count <= EventLimits.maximumTextBytes else { throw .longField("content") }
                result.messages.append(.init(item: try itemFields.identifier("id"), text: text))
            default: break
            }
        }
        return result
    }

    /// nil if there is no `metadata`, or not ours.
    private static func tag(_ response: JSONValue) -> ResponseTag? {
        guard let metadata = response["metadata"], let purpose = metadata["purpose"]?.text,
            let talk = metadata["talk"]?.text,
            max(purpose.utf8.count, talk.utf8.count) <= EventLimits.maximumIdentifierBytes
        else { return nil }
        return ResponseTag(purpose: purpose, talk: talk)
    }

    private static func usage(_ value: JSONValue?) -> Usage? {
        guard let input = value?["input_tokens"]?.integer, let output = value?["output_tokens"]?.integer else {
            return nil
        }
        let cached = value?["input_token_details"]?["cached_tokens"]?.integer
        return Usage(input: input, cached: cached ?? 0, output: output)
    }

    /// A code or parameter name that is safe to log; empty if it has unusual characters.
    static func code(_ value: JSONValue?) -> String {
        guard let text = value?.text, text.utf8.count <= 128 else { return "" }
        let usual = text.utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        return usual ? text : ""
    }

    private struct Fields {
        let json: JSONValue

        func identifier(_ name: String) throws(EventError) -> String {
            guard let value = json[name]?.text, !value.isEmpty else { throw .missing(name) }
            guard value.utf8.count <= EventLimits.maximumIdentifierBytes else { throw .longField(name) }
            return value
        }
        func optional(_ name: String) throws(EventError) -> String? {
            guard let value = json[name]?.text else { return nil }
            guard value.utf8.count <= EventLimits.maximumIdentifierBytes else { throw .longField(name) }
            return value
        }
        func text(_ name: String) throws(EventError) -> String {
            guard let value = json[name]?.text else { throw .missing(name) }
            guard value.utf8.count <= EventLimits.maximumTextBytes else { throw .longField(name) }
            return value
        }
    }
}
