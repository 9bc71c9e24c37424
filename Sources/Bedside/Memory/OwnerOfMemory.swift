/// Answers the owner's own requests about the memory (M-8). It holds no state.
struct OwnerOfMemory {
    typealias Answer = (reply: Reply, output: FeatureOutput<MemoryKeeper>)
    let context: FeatureContext

    private var part: OwnerMemory { context.durable.memory }
    private var language: Language { context.profile.language }

    func answer(_ command: MemoryCommand) -> Answer {
        var memory = part.memory
        let overdue = memory.expire(at: context.local, countsLabels: context.mayLose)
        switch command {
        case .list: return say(.items(memory.items, days: memory.days, mode: part.mode))
        case .why(let id):
            guard let story = memory.why(id) else { return refuse(.noSuchMemory(id)) }
            return say(.story([story.item] + story.older))
        case .add(let slot, let text):
            // "Keep nothing more" holds for what is typed, too; nothing would tell a companion of it either.
            guard part.mode != .paused else { return refuse(.memoryOff(.paused)) }
            // Its date would be wrong, and so would be the end of what is valid for some days.
            guard context.isClockTrusted else { return refuse(.clockNotSet) }
            return change(
                memory.add(slot: slot.words, text: text.words, at: context.local, language: language), overdue)
        case .edit(let id, let text):
            guard let item = memory.item(id), item.use.status != .forgotten else { return refuse(.noSuchMemory(id)) }
            let before = memory
            return purging(change(memory.edit(id, text: text.words, language: language), overdue), of: before, only: id)
        case .pin(let id, let isPinned):
            // What is over or was replaced can be pinned no more.
            guard let item = memory.item(id), item.use.status == .active else { return refuse(.noSuchMemory(id)) }
            let changes = memory.pin(id, isPinned)
            if changes.isEmpty, item.use.isPinned != isPinned { return refuse(.tooManyPinned(MemoryLimits.pinned)) }
            return say(.changed(kept: memory.item(id).map { [$0] } ?? [], forgotten: []), overdue + changes)
        case .trust(nil):
            let before = memory
            let changes = memory.active(.trustedPerson).map { memory.forget($0.id) } ?? []
            return purging(forgotten(overdue + changes), of: before)
        case .trust(let person?):
            if let refusal = context.refusal(toTrust: person) { return refuse(refusal) }
            let answer = change(memory.trust(person, at: context.local, language: language), overdue)
            guard case .memory(.changed(let kept, _)) = answer.reply, kept.isEmpty else { return answer }
            let named = [memory.active(.trustedPerson)].compactMap { $0 }
            return (.memory(.changed(kept: named, forgotten: [])), answer.output)
        case .forget(let id):
            guard memory.item(id) != nil else { return refuse(.noSuchMemory(id)) }
            let before = memory
            return purging(forgotten(overdue + memory.forget(id)), of: before)
        case .forgetAbout(let text):
            let before = memory
            return told(purging(forgotten(overdue + memory.forget(about: text.words)), of: before, about: text))
        case .wipe: return (.done, FeatureOutput(changes: [.wipe]))
        case .rekey: return (.done, FeatureOutput(changes: [.rekey]))
        case .mode(let mode):
            guard mode != part.mode else { return (.memory(.mode(mode)), FeatureOutput()) }
            // Without consent nothing may wait to be remembered either.
            let isWaiting = mode != .on && part.pending != nil
            return (.memory(.mode(mode)), FeatureOutput(changes: [.mode(mode)] + (isWaiting ? [.pending(nil)] : [])))
        case .sent: return say(.sent(part.sent))
        case .pending: return say(.pending(part.pending))
        case .labels: return say(.labels(memory.labels))
        case .keepLabels(let isOn):
            let changes = memory.keepLabels(isOn)
            return say(.labels(memory.labels), overdue + changes)
        case .recordIntention(nil): return say(.recordsIntention(memory.recordsIntention))
        case .recordIntention(let isOn?):
            // Consent to remembering comes first.
            guard !isOn || part.mode == .on else { return refuse(.memoryOff(part.mode)) }
            guard !isOn || context.isClockTrusted else { return refuse(.clockNotSet) }
            let before = part.memory
            let changes = memory.recordIntention(isOn, at: context.local, language)
            return purging(say(.recordsIntention(isOn), overdue + changes), of: before)
        case .told(let habit): return say(.told(MemoryKeeper.told(habit, in: context).0))
        case .call: return refuse(.noTalk)
        }
    }

    /// Forgets these, as the owner's own command would.
    func forget(_ ids: [MemoryID]) -> Answer {
        var memory = part.memory
        let before = memory
        return purging(forgotten(ids.flatMap { memory.forget($0) }), of: before)
    }

    /// Takes back what was kept of a talk, with the words of the answers that were given in it: what it replaced holds
    /// again, unless it is over by now.
    func takeBack(_ ids: [MemoryID], answers: [MemoryID] = []) -> Answer {
        var memory = part.memory
        let before = memory
        var changes = memory.takeBack(ids)
        changes += memory.eraseAnswerWords(of: answers)
        if !changes.isEmpty { changes += memory.expire(at: context.local, countsLabels: context.mayLose) }
        return purging(forgotten(changes), of: before)
    }

    /// Forgets every record and every line of a day.
    func forgetEverything() -> Answer {
        var memory = part.memory
        let before = memory
        return told(purging(forgotten(memory.forgetEverything()), of: before))
    }

    /// Says `done` where no record is erased, but a line about a day, or of what companions were told.
    private func told(_ answer: Answer) -> Answer {
        guard case .memory(.changed(_, let forgotten)) = answer.reply, forgotten.isEmpty,
            answer.output.changes.contains(where: Self.erasesWords)
        else { return answer }
        return (.done, answer.output)
    }

    private static func erasesWords(_ change: OwnerMemory.Change) -> Bool {
        switch change {
        case .record(.keepDay), .record(.removeDay), .sent, .pending: true
        case .record, .mode, .removeSent, .wipe, .rekey: false
        }
    }

    private func refuse(_ refusal: Refusal) -> Answer { (.refused(refusal), FeatureOutput()) }

    private func say(_ reply: MemoryReply, _ changes: [MemoryChange] = []) -> Answer {
        (.memory(reply), FeatureOutput(changes: changes.map { .record($0) }))
    }

    private func change(_ result: Result<[MemoryChange], MemoryRefusal>, _ overdue: [MemoryChange]) -> Answer {
        switch result {
        case .failure(let refusal): return refuse(.memory(refusal))
        case .success(let changes):
            let items = changes.compactMap { if case .keep(let item) = $0 { item } else { nil } }
            return say(.changed(kept: items, forgotten: []), overdue + changes)
        }
    }

    private func forgotten(_ changes: [MemoryChange]) -> Answer {
        let ids = changes.compactMap { if case .erase(let item) = $0 { item.id } else { nil } }
        return say(.changed(kept: [], forgotten: ids), changes)
    }

    /// Adds the changes that take words out of what was sent, and out of the talk that waits for its summary (M-9).
    ///
    /// - Parameters:
    ///   - only: the record whose words are replaced; nil for those that are erased.
    ///   - about: what is to be forgotten although no record may hold it yet.
    private func purging(
        _ answer: Answer, of before: Memory, only: MemoryID? = nil, about: PrivateText? = nil
    ) -> Answer {
        var answer = answer
        var gone = answer.output.changes.flatMap { change -> [PrivateText] in
            switch change {
            case .record(.erase(let item)):
                return before.item(item.id)?.wordsToPurge ?? []
            case .record(.removeDay(let date)): return before.days.first { $0.date == date }?.lines ?? []
            case .record(.keepDay(let day)):
                let old = before.days.first { $0.date == day.date }?.lines ?? []
                return old.filter { !day.lines.contains($0) }
            case .mode, .record, .sent, .removeSent, .pending, .wipe, .rekey: return []
            }
        }
        if let only, let item = before.item(only) { gone += item.wordsInUse }
        let folded = gone.map { FoldedText($0.words) }.filter { !$0.isEmpty }
        let about = about.map { FoldedText($0.words) }.flatMap { $0.isLongEnoughToForget ? $0 : nil }
        var after = before
        for case .record(let change) in answer.output.changes { after.apply(change) }
        // What is taken back has the name of what it had replaced.
        let names = Set(after.active.map(\.slot.words))
        let slots = answer.output.changes.compactMap { change -> String? in
            guard case .record(.erase(let item)) = change else { return nil }
            return before.item(item.id)?.slot.words
        }.filter { !names.contains($0) }
        guard !folded.isEmpty || about != nil else { return answer }
        for talk in part.sent {
            var rest = talk
            rest.lines = talk.lines.map { line in
                let text = FoldedText(line.words)
                let isGone =
                    folded.contains(where: { text.contains($0) })
                    || about.map { NamedPlaces(line.words).hold($0) } ?? false
                return isGone ? PrivateText("") : MemoryPromptWords.without(slots, line)
            }
            if rest != talk { answer.output.changes.append(.sent(rest)) }
        }
        if part.pending != nil { answer.output.changes.append(.pending(nil)) }
        return answer
    }
}
