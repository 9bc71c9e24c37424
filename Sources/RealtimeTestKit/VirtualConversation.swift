import Bedside
import Realtime

/// The state machine of a conversation on virtual time, with a service that always answers, for fuzzing and for the
/// bench's long runs.
package struct VirtualConversation {
    private(set) var conversation: RealtimeConversation
    private var now = BootTime(nanoseconds: 1_000_000_000)
    private var turns = 0
    /// The connection that uses speaker and microphone.
    private var attached: Int?
    /// Whether everything that was sent is JSON.
    package private(set) var isSound = true
    package private(set) var connections = 0
    package private(set) var isOver = false
    package private(set) var failure: RealtimeFailure?

    package init(kind: TransportKind = .webRTC, mayFallBack: Bool = true, isMuted: Bool = false) {
        let tools = [
            ToolDefinition(name: "next_up", description: "what is next"),
            ToolDefinition(name: "set_volume", description: "volume", isSilent: true),
            ToolDefinition.waitForUser,
        ]
        conversation = RealtimeConversation(
            request: SessionRequest(id: 1, instructions: "Wake the owner.", tools: tools, isMuted: isMuted),
            configuration: .init(
                model: "model", turnDetection: .serverVAD(), noiseReduction: nil, transcriptionModel: "model",
                reasoningEffort: "low", kind: kind, mayFallBack: mayFallBack, limits: RealtimeLimits()),
            firstConnection: 1)
        handle(.connect)
    }

    package var turnsInHistory: Int { conversation.history.count }

    /// Lets the service accept the newest connection and its configuration.
    package mutating func configure() {
        let last = conversation.connectionsEnd - 1
        handle(.session(connection: last, .opened))
        for event in [#"{"type":"session.created","session":{"id":"s"}}"#, #"{"type":"session.updated","session":{}}"#]
        {
            handle(.session(connection: last, .message(Array(event.utf8))))
        }
    }

    /// Plays both sides of the conversation: the owner speaks and the companion answers, every fifth time with a tool
    /// call, sometimes interrupted. When the machine renews the session (TALK-4), the service accepts it.
    package mutating func talk(seconds: Int) {
        let end = now + .seconds(seconds)
        while now < end, !isOver {
            let before = conversation.connectionsEnd
            turn()
            if conversation.connectionsEnd != before {
                configure()
                pass(milliseconds: 5000)
            }
        }
    }

    private mutating func turn() {
        turns += 1
        service(#"{"type":"input_audio_buffer.speech_started","item_id":"u\#(turns)","audio_start_ms":1}"#)
        pass(milliseconds: 2000)
        service(#"{"type":"input_audio_buffer.speech_stopped","item_id":"u\#(turns)","audio_end_ms":2001}"#)
        service(#"{"type":"input_audio_buffer.committed","item_id":"u\#(turns)"}"#)
        service(
            #"{"type":"conversation.item.input_audio_transcription.completed","item_id":"u\#(turns)","#
                + #""transcript":"I am awake now, for the time number \#(turns)."}"#)
        let calls = turns % 5 == 0
        respond("\(turns)", calls: calls, isInterrupted: turns % 7 == 0)
        if calls {
            handle(.answer(call: "c\(turns)", output: #"{"ok":true}"#))
            respond("\(turns)b")
        }
        pass(milliseconds: 8000)
    }

    private mutating func respond(_ number: String, calls: Bool = false, isInterrupted: Bool = false) {
        let (response, item) = ("r\(number)", "i\(number)")
        service(#"{"type":"response.created","response":{"id":"\#(response)"}}"#)
        service(
            #"{"type":"response.output_item.added","response_id":"\#(response)","#
                + #""item":{"id":"\#(item)","type":"message"}}"#)
        service(#"{"type":"output_audio_buffer.started","response_id":"\#(response)"}"#)
        handle(.rendering(true))
        for word in ["Very ", "good. ", "Now ", "the ", "window, ", "please."] {
            service(
                #"{"type":"response.output_audio_transcript.delta","response_id":"\#(response)","#
                    + #""item_id":"\#(item)","delta":"\#(word)"}"#)
            pass(milliseconds: 500)
        }
        if isInterrupted {
            service(#"{"type":"output_audio_buffer.cleared","response_id":"\#(response)"}"#)
        }
        let call =
            calls ? #"{"type":"function_call","call_id":"c\#(number)","name":"next_up","arguments":"{}"}"# : ""
        service(
            #"{"type":"response.done","response":{"id":"\#(response)","status":"#
                + #""\#(isInterrupted ? "cancelled" : "completed")","output":[\#(call)]}}"#)
        if !isInterrupted { service(#"{"type":"output_audio_buffer.stopped","response_id":"\#(response)"}"#) }
        handle(.rendering(false))
    }

    private mutating func service(_ json: String) {
        let connection = attached ?? conversation.connectionsEnd - 1
        handle(.session(connection: connection, .message(Array(json.utf8))))
    }

    mutating func handle(_ input: RealtimeConversation.Input) {
        for output in conversation.handle(input, at: now, playout: Playout(pendingMilliseconds: 40)) {
            switch output {
            case .connect: connections += 1
            case .attach(let connection): attached = connection
            case .send(_, let bytes): if (try? JSONValue.ofService(bytes)) == nil { isSound = false }
            case .report(.failed(_, let failure)):
                self.failure = failure
                isOver = true
            case .report(.ended): isOver = true
            case .setSending, .play, .cut, .setGate, .disconnect, .report, .phase, .log: break
            }
        }
    }

    /// Lets time pass, with a tick at each deadline on the way.
    mutating func pass(milliseconds: Int) {
        let end = now + .milliseconds(milliseconds)
        while let deadline = conversation.deadline(at: now), deadline <= end {
            now = deadline
            handle(.tick)
        }
        now = end
        handle(.tick)
    }
}

extension ToolDefinition {
    /// The tool that the companion calls on silence, television and other people (TheService.md, Prompting).
    fileprivate static let waitForUser = ToolDefinition(
        name: "wait_for_user", description: "wait", isSilent: true, ownOutput: #"{"ok":true}"#)
}
