import Bedside

/// Calls from finished responses that still need their output.
struct ToolState: Sendable, Equatable {
    struct Call: Sendable, Equatable {
        var id: String
        /// From the tool's definition; its output may say otherwise.
        var isSilent: Bool
        var until: BootTime
        /// Not reported yet, because the owner's last words are not written down.
        var held: Held?
    }
    struct Held: Sendable, Equatable {
        var report: RealtimeReport
        var until: BootTime
    }
    /// Something that the owner has said and whose words are not written down yet.
    struct Unwritten: Sendable, Equatable {
        var item: String
        /// Calls wait for it: not any more when it is late.
        var holdsCalls = true
    }
    var pending: [Call] = []
    /// An output that needs a reply was given.
    var needsReply = false
    /// Replies to tools in a row without a word from the owner, in order to stop a companion that calls tools forever.
    var rounds = 0
    /// The last calls seen, because the service may repeat itself.
    var seen: [String] = []
    /// The owner's items without words, oldest first. The service need not write them down in their order.
    var unwritten: [Unwritten] = []

    /// Whether calls that need the owner's words have to wait.
    var holdsCalls: Bool { unwritten.contains(where: \.holdsCalls) }

    var deadline: BootTime? { pending.map { $0.held.map(\.until) ?? $0.until }.min() }
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
            let report = RealtimeReport.toolCall(id: id, callID: call.id, name: call.name, arguments: call.arguments)
            // A call does not overtake one that waits.
            let waits = tools.holdsCalls && tool.needsWords || tools.pending.contains { $0.held != nil }
            tools.pending.append(
                .init(
                    id: call.id, isSilent: tool.isSilent, until: now + SessionRule.outputTimeout,
                    held: waits ? .init(report: report, until: now + SessionRule.wordsTimeout) : nil))
            if !waits { outputs.append(.report(report)) }
        }
        settleTools()
    }

    /// Notes that the owner has said something whose words are still to be written down.
    mutating func awaitWords(of item: String) {
        guard transcript.entry(item: item)?.text.isEmpty ?? true,
            !tools.unwritten.contains(where: { $0.item == item })
        else { return }
        tools.unwritten = tools.unwritten.suffix(SessionRule.maximumUnwritten - 1) + [ToolState.Unwritten(item: item)]
    }

    /// Notes that the owner's words of an item are written down, or never will be. The calls that waited are reported
    /// once no other item lacks its words.
    mutating func wordsWritten(_ item: String) {
        guard tools.unwritten.contains(where: { $0.item == item }) else { return }
        tools.unwritten.removeAll { $0.item == item }
        if !tools.holdsCalls { reportHeldCalls { _ in true } }
    }

    private mutating func reportHeldCalls(where isDue: (ToolState.Held) -> Bool) {
        for index in tools.pending.indices {
            guard let held = tools.pending[index].held, isDue(held) else { continue }
            tools.pending[index].held = nil
            outputs.append(.report(held.report))
        }
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
        if tools.pending.contains(where: { $0.held.map { $0.until <= now } ?? false }) {
            log(.notice, "the owner's words are not written down in time for a tool")
            for index in tools.unwritten.indices { tools.unwritten[index].holdsCalls = false }
            reportHeldCalls { _ in true }
        }
        for call in tools.pending where call.until <= now {
            log(.warning, "a tool gave no output in time")
            answerTool(call: call.id, output: #"{"error":"no answer in time"}"#, isSilent: call.isSilent)
        }
    }
}
