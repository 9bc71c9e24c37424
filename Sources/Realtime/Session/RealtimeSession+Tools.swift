import Bedside

/// Calls from finished responses that still need their output.
struct ToolState: Sendable, Equatable {
    struct Call: Sendable, Equatable {
        var id: String
        /// From the tool's definition; its output may say otherwise.
        var isSilent: Bool
        var until: BootTime
    }
    var pending: [Call] = []
    /// An output that needs a reply was given.
    var needsReply = false
    /// Replies to tools in a row without a word from the owner, in order to stop a companion that calls tools forever.
    var rounds = 0
    /// The last calls seen, because the service may repeat itself.
    var seen: [String] = []

    var deadline: BootTime? { pending.map(\.until).min() }
}

extension RealtimeSession {
    /// Starts all calls of a completed response; those of other responses may be half-written.
    mutating func callTools(_ calls: [ServerEvent.FinishedResponse.FunctionCall], at now: BootTime) {
        for (index, call) in calls.enumerated() {
            guard !tools.seen.contains(call.id) else { continue }
            tools.seen = tools.seen.suffix(63) + [call.id]
            counts.toolCalls += 1
            guard index < SessionRule.maximumCalls else {
                refuse(call, "too many calls at once")
                continue
            }
            guard let tool = settings.tools.first(where: { $0.name == call.name }) else {
                refuse(call, "no such tool")
                continue
            }
            if let output = tool.ownOutput {
                send(.itemCreate(.toolOutput(call: call.id, output: output)))
                tools.needsReply = tools.needsReply || !tool.isSilent
                continue
            }
            guard let arguments = try? JSONValue.ofService(Array(call.arguments.utf8)), arguments.isObject else {
                refuse(call, "the arguments are not a JSON object")
                continue
            }
            tools.pending.append(.init(id: call.id, isSilent: tool.isSilent, until: now + SessionRule.outputTimeout))
            outputs.append(
                .report(.toolCall(id: id, callID: call.id, name: call.name, arguments: call.arguments)))
        }
        settleTools()
    }

    private mutating func refuse(_ call: ServerEvent.FinishedResponse.FunctionCall, _ reason: String) {
        log(.notice, "a tool call was refused: \(reason)")
        send(.itemCreate(.toolOutput(call: call.id, output: JSONValue.object(["error": .text(reason)]).line)))
        tools.needsReply = true
    }

    /// - Parameter isSilent: the companion should not speak about this output.
    mutating func answerTool(call: String, output: String, isSilent: Bool) {
        guard phase == .live, let index = tools.pending.firstIndex(where: { $0.id == call }) else { return }
        tools.pending.remove(at: index)
        let isTooLong = output.utf8.count > SessionRule.maximumOutputBytes
        send(.itemCreate(.toolOutput(call: call, output: isTooLong ? #"{"error":"the output is too long"}"# : output)))
        tools.needsReply = tools.needsReply || !isSilent
        settleTools()
    }

    /// Requests one response after all outputs, and none if all of them were silent.
    private mutating func settleTools() {
        guard tools.pending.isEmpty, tools.needsReply else { return }
        tools.needsReply = false
        tools.rounds += 1
        guard tools.rounds <= SessionRule.maximumToolRounds else {
            return log(.warning, "the companion keeps calling tools; no more answers until the owner speaks")
        }
        responses.isWanted = true
    }

    mutating func passTools(at now: BootTime) {
        for call in tools.pending where call.until <= now {
            log(.warning, "a tool gave no output in time")
            answerTool(call: call.id, output: #"{"error":"no answer in time"}"#, isSilent: call.isSilent)
        }
    }
}
