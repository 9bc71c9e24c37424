import Bedside
import Testing

@testable import Realtime

/// A conversation on virtual time, with the test acting as the service.
struct Rig {
    var conversation: RealtimeConversation
    var now = BootTime(nanoseconds: 1_000_000_000)
    var playout = Playout()
    /// Everything since the start.
    var outputs: [SessionOutput] = []

    init(
        request: SessionRequest = SessionRequest(id: 7, instructions: "Wake the owner.", tools: Rig.tools),
        kind: TransportKind = .webRTC, mayFallBack: Bool = true, turnDetection: TurnDetection = .serverVAD(),
        limits: RealtimeLimits = RealtimeLimits()
    ) {
        conversation = RealtimeConversation(
            request: request,
            configuration: .init(
                model: "gpt-realtime-2.1-mini", turnDetection: turnDetection, noiseReduction: nil,
                transcriptionModel: "gpt-transcribe", reasoningEffort: "low", kind: kind, mayFallBack: mayFallBack,
                limits: limits),
            firstConnection: 1)
    }

    static let tools = [
        ToolDefinition(name: "next_up", description: "what is next"),
        ToolDefinition(name: "set_volume", description: "volume", isSilent: true),
        ToolDefinition.waitForUser,
        ToolDefinition(name: "remember", description: "keeps", needsWords: true),
    ]

    @discardableResult
    mutating func feed(_ input: RealtimeConversation.Input) -> [SessionOutput] {
        let new = conversation.handle(input, at: now, playout: playout)
        outputs += new
        return new
    }

    /// Passes in an event of the service; single quotes are replaced by double ones.
    @discardableResult
    mutating func server(_ json: String, connection: Int = 1) -> [SessionOutput] {
        let bytes = Array(json.utf8).map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
        return feed(.session(connection: connection, .message(bytes)))
    }

    /// Lets time pass, with a tick at each deadline on the way.
    @discardableResult
    mutating func pass(milliseconds: Int) -> [SessionOutput] {
        let end = now + .milliseconds(milliseconds)
        var new: [SessionOutput] = []
        while let deadline = conversation.deadline(at: now), deadline <= end {
            now = deadline
            new += feed(.tick)
        }
        now = end
        new += feed(.tick)
        return new
    }

    /// Connects up to `ready`, and to live if the request is not muted.
    mutating func connect(connection: Int = 1) {
        feed(.connect)
        configure(connection: connection)
    }

    mutating func configure(connection: Int = 1) {
        feed(.session(connection: connection, .opened))
        server("{'type':'session.created','session':{'id':'sess_1'}}", connection: connection)
        server("{'type':'session.updated','session':{}}", connection: connection)
    }

    /// Makes a response run and be audible.
    mutating func speak(_ response: String = "r1", item: String = "i1", text: String = "Good morning to you all") {
        created(response)
        server(
            "{'type':'response.output_item.added','response_id':'\(response)','item':{'id':'\(item)','type':'message'}}"
        )
        server("{'type':'output_audio_buffer.started','response_id':'\(response)'}")
        server(
            "{'type':'response.output_audio_transcript.delta','response_id':'\(response)','item_id':'\(item)','delta':'\(text)'}"
        )
        feed(.rendering(true))
    }

    mutating func created(_ response: String = "r1", connection: Int = 1) {
        server("{'type':'response.created','response':{'id':'\(response)'}}", connection: connection)
    }

    mutating func done(
        _ response: String = "r1", status: String = "completed", output: String = "[]", details: String = "null"
    ) {
        server(
            "{'type':'response.done','response':{'id':'\(response)','status':'\(status)','status_details':\(details),'output':\(output)}}"
        )
    }

    mutating func playedOut(_ response: String = "r1") {
        server("{'type':'output_audio_buffer.stopped','response_id':'\(response)'}")
        feed(.rendering(false))
    }

    mutating func ownerSays(milliseconds: Int = 1000, item: String = "u1") {
        server("{'type':'input_audio_buffer.speech_started','item_id':'\(item)','audio_start_ms':1}")
        pass(milliseconds: milliseconds)
        server("{'type':'input_audio_buffer.speech_stopped','item_id':'\(item)','audio_end_ms':1}")
    }
}

extension [SessionOutput] {
    /// The client events, as JSON.
    func events(of type: String? = nil, connection: Int? = nil) -> [JSONValue] {
        compactMap {
            guard case .send(let to, let bytes) = $0, connection == nil || to == connection,
                let json = try? JSONValue.ofService(bytes), type == nil || json["type"]?.text == type
            else { return nil }
            return json
        }
    }

    var reports: [RealtimeReport] {
        compactMap {
            if case .report(let report) = $0 { return report }
            return nil
        }
    }

    var turns: [Turn] {
        reports.compactMap {
            if case .turn(_, let turn) = $0 { return turn }
            return nil
        }
    }

    var logged: String {
        compactMap {
            if case .log(_, let text) = $0 { return text }
            return nil
        }.joined(separator: "\n")
    }

    var failure: RealtimeFailure? {
        for case .failed(_, let failure) in reports { return failure }
        return nil
    }

    func isSending(_ connection: Int) -> Bool {
        var isOn = false
        for case .setSending(connection, let value) in self { isOn = value }
        return isOn
    }
}

/// SplitMix64: the same numbers from the same seed, everywhere.
struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension ToolDefinition {
    /// The tool that the companion calls on silence, television and other people (TheService.md, Prompting).
    static let waitForUser = ToolDefinition(
        name: "wait_for_user", description: "wait", isSilent: true, ownOutput: #"{"ok":true}"#)
}
