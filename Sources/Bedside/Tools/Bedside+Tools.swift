/// What the companion may do (TALK-9): the same commands as over the control socket, validated in the same place, and
/// answered from the device's state once it is on disk.
extension Bedside {
    mutating func answer(_ request: ToolRequest, at now: Moment) {
        guard let open = call.connection else { return }
        let before = agenda
        var taken: [HabitID] = []
        var isUpEarly = false
        var answer = ToolAnswer(call: open.id, callID: request.callID, output: "", isSilent: false, isWrite: false)
        do throws(ToolError) {
            let call = try request.call.get()
            answer.isSilent = call.tool.isSilent
            answer.isWrite = call.tool.isWrite
            if let done = conversation?.changes.last(where: { $0.tool == call && $0.call != open.id }) {
                emit(.log(.notice, "tool \(call.name.rawValue) was carried out before the call was lost"))
                answer.output = done.output
            } else {
                let reply = try carryOut(call, at: now)
                answer.output = ToolResult.text(to: call, reply: reply, status: status(at: now))
                if case .refused(let refusal) = reply {
                    emit(.log(.notice, "tool \(call.name.rawValue) refused (\(refusal.code.rawValue))"))
                    // A refusal has to be said, and must not be reported as unsaved.
                    answer.isSilent = false
                    answer.isWrite = false
                } else if answer.isWrite {
                    conversation?.note(CompanionChange(call: open.id, tool: call, output: answer.output))
                    upEarly.companionChanged(before.durable, at: now.boot)
                    taken = alarmsTaken(since: before, at: now)
                    isUpEarly = call == .upForGood
                }
            }
        } catch {
            answer = ToolAnswer(
                call: open.id, callID: request.callID, output: ToolResult.text(refusing: error), isSilent: false,
                isWrite: false)
            emit(.log(.notice, "a tool call was not understood"))
        }
        // The companion speaks under the instructions that wait for it, and not before.
        if call.owesHandOver { answer.isSilent = true }
        if taken.isEmpty {
            emitAfterCommit(.answerTool(answer))
        } else {
            announceTaken(taken, since: before, answer: answer, isUpEarly: isUpEarly, at: now)
        }
    }

    private mutating func carryOut(_ call: ToolCall, at now: Moment) throws(ToolError) -> Reply {
        // Nothing else is done while somebody is at risk, whatever a companion was told before (G-2).
        guard call.tool.isForCrisis || features.safety.concern == .none else { return .refused(.onlySafety) }
        // A change needs an owner who was heard in this conversation.
        guard !call.tool.isWrite || conversation?.lastOwnerVoice != nil else { return .refused(.ownerUnheard) }
        // No model answers for the owner.
        if let said = conversation?.said, call.isUnsaid(in: said) { return .refused(.unsaid) }
        if mustAskAgain(call, at: now) { return .refused(.sayAgain) }
        switch try call.use.request(profile) {
        case .command(let command):
            return carryOut(command, at: now, cause: .companion)
        case .farewell:
            conversation?.saidGoodbye(at: now.boot)
            return .done
        case .nothing:
            return .done
        }
    }
}
