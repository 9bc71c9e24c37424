/// What a companion is told from the memory, and the record of what left the device (M-6, M-11).
extension MemoryKeeper {
    /// What the companion of one call is told, from the moment the call is made until it is open.
    struct Prepared: Hashable, Sendable {
        /// The number of the talk.
        var talk: Int
        var habit: HabitID?
        var told: MemoryTold
        var prompt: MemoryPrompt
        var thought: [PrivateText] = []
        var isSent = false
        /// Whether the call was told something before.
        var isRenewed = false

        /// Every line that leaves the device with the instructions.
        var lines: [PrivateText] { told.lines(prompt) + thought }
    }

    /// - Parameter mayOffer: whether none was brought up in this talk yet (M-7).
    static func told(
        _ habit: HabitID?, in context: FeatureContext, mayOffer: Bool = true
    ) -> (MemoryTold, MemoryPrompt) {
        let part = context.durable.memory
        let language = context.profile.language
        let mayTell = part.mode != .paused && part.fault == nil && context.isClockTrusted
        var memory = mayTell ? part.agreed : Memory()
        _ = memory.expire(at: context.local)
        let prompt = MemoryPrompt(
            memory, habit: habit, at: context.local, language: language, mayOffer: mayOffer)
        let words = MemoryPromptWords(language: language, today: context.local.date)
        var told = MemoryTold(isOn: mayTell && part.mode == .on, block: PrivateText(prompt.text), ids: prompt.ids)
        if told.isOn { told.names = words.names(of: memory, for: habit).map { PrivateText($0) } }
        told.ask(about: questions(of: memory, for: habit, in: context), in: words)
        if let habit {
            let day = habit == .bedtime ? context.local.evening : context.local.date
            told.first = memory.intention(of: habit, on: day).map { PrivateText(words.intention($0)) }
        }
        if habit == .bedtime {
            if !memory.labels.offering(on: context.local.evening).isEmpty {
                told.offer = PrivateText(words.person)
            } else if told.isOn, memory.active(.doctorNamed) == nil, SleepTrouble.isLong(memory, on: context.local.date)
            {
                told.doctor = PrivateText(words.doctor)
            }
        }
        return (told, prompt)
    }

    /// What the companion of an open call is told again, from the memory as it is now: without what is asked or brought
    /// up once. Notes what is new in it.
    mutating func tellAgain(
        _ habit: HabitID?, in context: FeatureContext
    ) -> (told: MemoryTold, output: FeatureOutput<MemoryKeeper>) {
        let (all, prompt) = Self.told(habit, in: context, mayOffer: false)
        var told = all
        (told.last, told.asked, told.furtherLast, told.furtherAsked) = (nil, nil, nil, nil)
        (told.offer, told.doctor) = (nil, nil)
        guard let talk else { return (told, FeatureOutput()) }
        let part = context.durable.memory
        let known = part.lines(sentIn: talk.number)
        let lines = told.lines(prompt).filter { !known.contains($0) }
        self.talk?.told += lines
        return (told, FeatureOutput(changes: Self.sending(lines, to: talk.number, at: talk.at, talk.habit, part)))
    }

    /// What a companion is told while the owner seems to be at risk: nothing but whom it may mention (G-2, G-5).
    static func toldInNeed(in context: FeatureContext) -> MemoryTold {
        let part = context.durable.memory
        var told = MemoryTold()
        guard part.mode != .paused, part.fault == nil, let person = part.memory.active(.trustedPerson) else {
            return told
        }
        let words = MemoryPromptWords(language: context.profile.language, today: context.local.date)
        told.trusted = PrivateText(words.trusted(person))
        return told
    }

    /// The wake message's words leave the device to be spoken by the companion's voice: a talk of its own in the record of
    /// what was sent.
    func sentToBeRead(_ words: Utterance, in context: FeatureContext) -> FeatureOutput<Self> {
        let part = context.durable.memory
        let line = PrivateText(words.text)
        // After a failure, or with an intention for each morning, they are sent again.
        guard part.sent.last?.lines != [line] else { return FeatureOutput() }
        // Its number is that of no talk whose summary or call is still awaited.
        let latest = [talk?.number, ended?.number, preparedTalk].compactMap { $0 }.max() ?? 0
        let changes = Self.sending(
            [line], to: max(part.nextTalk, latest + 1), at: context.local, .wake, part)
        return FeatureOutput(changes: changes)
    }

    /// The line with the names of the facts that are kept.
    static func names(in context: FeatureContext) -> PrivateText? {
        MemoryPromptWords(language: context.profile.language, today: context.local.date)
            .names(of: context.durable.memory.memory).map { PrivateText($0) }
    }

    /// The changes that add lines to what was sent in a talk.
    static func sending(
        _ lines: [PrivateText], to talk: Int, at: LocalMoment, _ habit: HabitID?, _ part: OwnerMemory
    ) -> [Change] {
        guard !lines.isEmpty else { return [] }
        let earlier = part.sent.first { $0.talk == talk }
        var changes: [Change] = []
        if earlier == nil, part.sent.count >= OwnerMemory.maximumSent, let oldest = part.sent.first {
            changes.append(.removeSent(talk: oldest.talk))
        }
        let sent = SentTalk(
            talk: talk, at: earlier?.at ?? at, habit: earlier?.habit ?? habit, lines: (earlier?.lines ?? []) + lines)
        return changes + [.sent(sent)]
    }
}

extension FeatureContext {
    /// Whether a wake message with these words has left the device today.
    func wasReadToday(_ words: Utterance) -> Bool {
        let line = PrivateText(words.text)
        return durable.memory.sent.contains { $0.habit == .wake && $0.lines == [line] && $0.at.date == local.date }
    }
}
