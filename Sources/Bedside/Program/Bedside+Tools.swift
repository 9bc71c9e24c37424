/// What the companion may do (TALK-9): the same commands as over the control socket, validated in the same place, and
/// answered from the device's state once it is on disk.
extension Bedside {
    mutating func answer(_ request: ToolRequest, at now: Moment) {
        guard let line else { return }
        let result: (text: String, tool: Tool?)
        do throws(ToolError) {
            let call = try ToolCall.parse(name: request.name, arguments: request.arguments)
            let reply = try carryOut(call, at: now)
            result = (ToolResult.text(to: call, reply: reply, status: status(at: now)), call.tool)
            if case .refused(let refusal) = reply {
                emit(.log(.notice, "tool \(call.name.rawValue) refused (\(refusal.code.rawValue))"))
            }
        } catch {
            result = (ToolResult.text(refusing: error), nil)
            emit(.log(.notice, "a tool call was not understood"))
        }
        emitAfterCommit(
            .answerTool(
                ToolAnswer(
                    line: line.id, callID: request.callID, output: result.text,
                    isSilent: result.tool?.isSilent ?? false, isWrite: result.tool?.isWrite ?? false)))
    }

    private mutating func carryOut(_ call: ToolCall, at now: Moment) throws(ToolError) -> Reply {
        switch call {
        case .endConversation:
            companionSaysGoodbye(at: now)
            return .done
        case .upForGood:
            // Who was not heard has not said so.
            guard !canHear || conversation?.lastOwnerVoice != nil else { return .refused(.ownerUnheard) }
            return carryOut(.upEarly, at: now, cause: .companion)
        case .nextUp, .setHabit, .removeHabit, .skipNext, .moveNextOnce, .oneOffAlarm, .cancelException, .setVolume,
            .waitForUser:
            guard let command = try call.command(in: profile) else { return .done }
            return carryOut(command, at: now, cause: .companion)
        }
    }
}
