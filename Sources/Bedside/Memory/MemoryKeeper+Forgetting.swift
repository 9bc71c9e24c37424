/// What is forgotten at the owner's word in a talk (M-8).
extension MemoryKeeper {
    /// Forgets what a companion's call names: everything, what was kept last in this talk, or what the words are about.
    mutating func forget(
        _ query: PrivateText, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        guard let talk, talk.gate(context.profile.language).mayForget(query) else {
            return (.refused(.memory(.unquoted)), FeatureOutput())
        }
        let owner = OwnerOfMemory(context: context)
        switch MeantMemories(query.words) {
        case .all:
            let answer = owner.forgetEverything()
            forget(answer.output.changes, about: nil, in: context)
            self.talk?.forgetAll()
            return answer
        case .last:
            // "Forget that" was heeded when it was heard.
            if !talk.takenBack.isEmpty {
                return (.memory(.changed(kept: [], forgotten: talk.takenBack)), FeatureOutput())
            }
            switch talk.lastMeant(by: query.words, in: context.durable.memory.memory) {
            case .item(let item):
                let answer = owner.forget([item.id])
                forget(answer.output.changes, about: nil, in: context)
                self.talk?.drop(quote: item.quote)
                return answer
            case .dayLine(let line): return forget(named: line, by: owner, in: context)
            case nil:
                // The summary must not keep it either.
                self.talk?.transcript.takeBackLine()
                return (.memory(.changed(kept: [], forgotten: [])), FeatureOutput())
            }
        case .named: return forget(named: query, by: owner, in: context)
        }
    }

    private mutating func forget(
        named words: PrivateText, by owner: OwnerOfMemory, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<MemoryKeeper>) {
        let answer = owner.answer(.forgetAbout(words))
        forget(answer.output.changes, about: words, in: context)
        return answer
    }

    /// Forgets what was kept of the words that the owner has just taken back without naming them: "Forget that". It holds
    /// whether the companion heeds it or not.
    mutating func forget(_ target: ForgetWish.Target, in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard var meant = talk ?? ended else { return FeatureOutput() }
        meant.transcript.takeBack(target)
        let memory = context.durable.memory.memory
        let kept = meant.wasOffRecord(in: memory)
        for item in kept { meant.drop(quote: item.quote) }
        meant.takenBack += kept.map(\.id)
        if talk == nil { ended = meant } else { talk = meant }
        var (_, output) = OwnerOfMemory(context: context)
            .takeBack(kept.map(\.id), answers: meant.answersOffRecord(in: memory))
        dropWaiting(of: [meant], &output, in: context)
        forget(output.changes, about: nil, in: context)
        return output
    }

    /// Takes back what was kept last, if the owner has just called it a joke, with what it replaced if that is part of the
    /// joke.
    mutating func takenBack(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard let talk = talk ?? ended, let last = talk.kept.last else { return FeatureOutput() }
        let gate = MemoryGate(
            heard: talk.transcript.heard, told: [], isCrisis: talk.isCrisis, language: context.profile.language)
        let today = context.local.date
        guard gate.refusal(of: last, today: today) == .joke else { return FeatureOutput() }
        let kept = context.durable.memory.memory.items.filter { item in
            guard item.talk == talk.number, item.use.status != .forgotten else { return false }
            if item.isActive { return item.quote == last.quote && item.text == last.text }
            return gate.refusal(of: MemoryCandidate(item), today: today) == .joke
        }
        for item in kept {
            self.talk?.drop(quote: item.quote)
            ended?.drop(quote: item.quote)
        }
        let (_, output) = OwnerOfMemory(context: context).takeBack(kept.map(\.id))
        forget(output.changes, about: nil, in: context)
        return output
    }

    /// Hears words of the last talk, which were written down when another one was on already.
    mutating func hearOfLastTalk(
        _ voice: TalkLine.Voice, _ words: PrivateText, turn: Int, in context: FeatureContext
    ) -> FeatureOutput<MemoryKeeper> {
        ended?.transcript.hear(voice, words.words, turn: turn)
        guard voice == .owner, OffRecordWish.isSaid(in: words.words) else { return FeatureOutput() }
        return offRecordAfterTalk(in: context)
    }

    /// Goes off the record with the owner's last words, which were written down only after the talk.
    mutating func offRecordAfterTalk(in context: FeatureContext) -> FeatureOutput<MemoryKeeper> {
        guard var over = ended else { return FeatureOutput() }
        over.transcript.goOffRecord()
        let memory = context.durable.memory.memory
        let kept = over.wasOffRecord(in: memory)
        for item in kept { over.drop(quote: item.quote) }
        ended = over
        var (_, output) = OwnerOfMemory(context: context)
            .takeBack(kept.map(\.id), answers: over.answersOffRecord(in: memory))
        dropWaiting(of: [over], &output, in: context)
        forget(output.changes, about: nil, in: context)
        return output
    }

    /// Destroys what waits of these talks for a second try at a summary.
    mutating func dropWaiting(
        of talks: [RememberedTalk], _ output: inout FeatureOutput<MemoryKeeper>, in context: FeatureContext
    ) {
        guard let waiting = context.durable.memory.pending?.talk, talks.contains(where: { $0.number == waiting }) else {
            return
        }
        talk?.leaveEarlierTalk()
        if !output.changes.contains(.pending(nil)) { output.changes.append(.pending(nil)) }
    }
}

extension RememberedTalk {
    enum Meant {
        case item(MemoryItem)
        case dayLine(PrivateText)
    }

    /// What "forget that" means: what was kept last in this talk, if the owner said it just before, or the only thing
    /// that was read out in it. "That plan" and "that memory" are what was kept, whenever it was said.
    func lastMeant(by query: String, in memory: Memory) -> Meant? {
        let kept = memory.active.filter { $0.talk == number }
        switch MeantMemories.pointsAt(query) {
        case .plan: if let item = kept.last(where: { $0.intention != nil }) ?? kept.last { return .item(item) }
        case .memory: if let item = kept.last { return .item(item) }
        case .words:
            let said = transcript.wordsBeforeWish
            if let item = kept.last, FoldedText(said).contains(FoldedText(item.quote.words)) {
                return .item(item)
            }
            // What was said since is meant, not what was kept before it.
            if !kept.isEmpty || MeantMemories.isAboutSaying(query) { return nil }
        }
        guard read.count == 1, let line = read.first else { return nil }
        guard let id = line.item else { return .dayLine(line.text) }
        return memory.item(id).flatMap { $0.isActive ? .item($0) : nil }
    }
}
