/// What the owner's commands and the companion's tools ask of the memory.
extension MemoryKeeper {
    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        if let fault = context.durable.memory.fault, command.needsRecords { return refuse(.memoryUnreadable(fault)) }
        if case .call(let call) = command { return answer(call, in: context) }
        let (reply, output) = OwnerOfMemory(context: context).answer(command)
        var about: PrivateText?
        if case .forgetAbout(let query) = command { about = query }
        forget(output.changes, about: about, in: context)
        reportKept(reply, output.changes)
        return (reply, output)
    }

    /// Reports what the owner's command has kept: a new record, or new words of one.
    private mutating func reportKept(_ reply: Reply, _ changes: [Change]) {
        guard case .memory(.changed(let kept, _)) = reply else { return }
        for case .record(.keep(let item)) in changes where kept.contains(item) { report(.kept(item)) }
    }

    private func refuse(_ refusal: Refusal) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        (.refused(refusal), FeatureOutput())
    }

    /// Takes the lines of the talk that hold what is forgotten off the record: a summary must not bring it back.
    mutating func forget(_ changes: [Change], about: PrivateText?, in context: FeatureContext) {
        var gone = [about].compactMap { $0 }.filter { FoldedText($0.words).isLongEnoughToForget }
        for case .record(.erase(let item)) in changes {
            report(.forgot(item.id))
            if let before = context.durable.memory.memory.item(item.id) { gone += before.wordsToPurge }
        }
        if changes.contains(.wipe) {
            (talk, ended, untold) = (nil, nil, 0)
            for item in context.durable.memory.memory.active { report(.forgot(item.id)) }
        }
        for case .mode(let mode) in changes where mode != .on {
            talk?.forgetAll()
            ended = nil
        }
        talk?.forget(gone)
        ended?.forget(gone)
    }

    private mutating func answer(
        _ call: MemoryCall, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        let part = context.durable.memory
        guard part.mode == .on else { return refuse(.memoryOff(part.mode)) }
        guard var talk else { return refuse(context.isClockTrusted ? .noTalk : .clockNotSet) }
        defer { self.talk = talk }
        var memory = part.memory
        let now = context.local
        func keep(_ candidate: MemoryCandidate) -> (Reply, FeatureOutput<MemoryKeeper>) {
            var gate = talk.gate(context.profile.language)
            switch consider(candidate, &gate, &memory, &talk, in: context) {
            case .failure(let refusal): return refuse(.memory(refusal))
            case .success(let changes):
                let items = changes.compactMap { if case .keep(let item) = $0 { item } else { nil } }
                var output = FeatureOutput<MemoryKeeper>(changes: changes.map { .record($0) })
                output.requests = Self.dropped(changes)
                return (.memory(.changed(kept: items, forgotten: [])), output)
            }
        }
        switch call {
        case .remember(let candidate): return keep(candidate)
        case .saveIntention(let said):
            let gate = talk.gate(context.profile.language)
            return keep(MemoryCandidate(Self.intention(said, heard: gate, in: context)))
        case .saveReflection(let said):
            let feelings = memory.labels.isOn ? talk.gate(context.profile.language).confirmed(said.feelings) : []
            // The same again, now that the owner has said yes to a label (E-2).
            let labelled = memory.label(feelings, reflectionOf: now.evening, line: said.line)
            if case .keep(let item)? = labelled.first {
                let changes = labelled.map { Change.record($0) }
                return (.memory(.changed(kept: [item], forgotten: [])), FeatureOutput(changes: changes))
            }
            let reflection = Reflection(date: now.evening, feelings: feelings, oneWord: said.oneWord)
            let (reply, output) = keep(MemoryCandidate(reflection, line: said.line, quote: said.quote))
            guard case .memory(.changed(let items, _)) = reply, let item = items.first(where: { $0.reflection != nil }),
                let label = Self.suggestion(for: item, memory.labels)
            else { return (reply, output) }
            return (.memory(.reflected(item, suggestion: label)), output)
        case .offRecord:
            talk.transcript.goOffRecord()
            // The companion may have kept something before it heeded the wish, which often stands in the same line.
            let kept = talk.wasOffRecord(in: memory)
            for item in kept { talk.drop(quote: item.quote) }
            let (_, output) = OwnerOfMemory(context: context)
                .takeBack(kept.map(\.id), answers: talk.answersOffRecord(in: memory))
            self.talk = talk
            forget(output.changes, about: nil, in: context)
            talk = self.talk ?? talk
            return (.done, output)
        case .onRecord:
            // A model's word alone does not undo what the owner was promised.
            let last = talk.transcript.lines.last { $0.voice == .owner }?.words.words ?? ""
            guard !talk.transcript.isOffRecord || OffRecordWish.isTakenBack(in: last) else {
                return refuse(.memory(.unquoted))
            }
            talk.transcript.goOnRecord()
            return (.done, FeatureOutput())
        case .forget(let query):
            let answered = forget(query, in: context)
            talk = self.talk ?? talk
            return answered
        case .answerIntention(let answer, let words):
            // Only the owner's own words are kept, and nothing off the record.
            let own = words.flatMap { talk.gate(context.profile.language).ownWords($0) }
            let (changes, advice) = memory.answer(answer, words: own, at: now)
            guard !changes.isEmpty else { return refuse(.noOpenIntention) }
            if own != nil, case .keep(let item)? = changes.first { talk.answered.append(item.id) }
            return (.memory(.advice(advice)), FeatureOutput(changes: changes.map { .record($0) }))
        case .read(let query):
            let all = memory.recall(query.words, at: now)
            let rest = all.filter { !talk.read.contains($0) }
            // Asked again when all was read: from the beginning.
            let left = rest.isEmpty ? all : rest
            let found = Array(left.prefix(Self.maximumRead))
            if rest.isEmpty { talk.read.subtract(all) }
            talk.read.formUnion(found)
            let lines = found.map(\.text)
            talk.told += lines
            return (
                .memory(.recalled(found, more: left.count - found.count)),
                FeatureOutput(changes: Self.sending(lines, to: talk.number, at: talk.at, talk.habit, part))
            )
        }
    }

    private static let maximumRead = 5

    /// The label that a companion may ask about: the owner named none, and wants labels at all.
    private static func suggestion(for item: MemoryItem, _ labels: LabelDiary) -> EmotionLabel? {
        guard labels.isOn, item.reflection?.feelings.isEmpty == true else { return nil }
        return EmotionSuggestion.label(for: item.quote.words)
    }
}
