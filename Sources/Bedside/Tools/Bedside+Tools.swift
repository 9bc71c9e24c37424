/// What the companion may do (TALK-9): the same commands as over the control socket, validated in the same place, and
/// answered from the device's state once it is on disk.
extension Bedside {
    mutating func answer(_ request: ToolRequest, at now: Moment) {
        guard let line else { return }
        var answer = ToolAnswer(line: line.id, callID: request.callID, output: "", isSilent: false, isWrite: false)
        do throws(ToolError) {
            let call = try request.call.get()
            answer.isSilent = call.tool.isSilent
            answer.isWrite = call.tool.isWrite
            if let done = conversation?.changes.last(where: { $0.call == call && $0.line != line.id }) {
                emit(.log(.notice, "tool \(call.name.rawValue) was carried out before the line was lost"))
                answer.output = done.output
            } else {
                let reply = try carryOut(call, at: now)
                answer.output = ToolResult.text(to: call, reply: reply, status: status(at: now))
                if case .refused(let refusal) = reply {
                    emit(.log(.notice, "tool \(call.name.rawValue) refused (\(refusal.code.rawValue))"))
                    // What was not done is not called unsaved.
                    answer.isWrite = false
                } else if answer.isWrite {
                    conversation?.note(CompanionChange(line: line.id, call: call, output: answer.output))
                }
            }
        } catch {
            answer = ToolAnswer(
                line: line.id, callID: request.callID, output: ToolResult.text(refusing: error), isSilent: false,
                isWrite: false)
            emit(.log(.notice, "a tool call was not understood"))
        }
        emitAfterCommit(.answerTool(answer))
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
