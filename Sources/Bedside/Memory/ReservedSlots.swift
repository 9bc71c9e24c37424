/// Slots that no talk can fill: the owner alone, or the device alone, decides what they hold.
enum ReservedSlot: String, CaseIterable {
    /// The person that a companion may mention if the owner seems to be at risk, as the owner typed it (G-5).
    case trustedPerson = "trusted-person"
    /// That a doctor was named because sleep had been hard for weeks (G-10); noted by the device.
    case doctorNamed = "doctor-named"
    /// That the owner wants what they say at bedtime recorded, where nobody writes it down.
    case recordsIntention = "record-intention"

    init?(_ item: MemoryItem) {
        guard item.detail == nil, let slot = ReservedSlot(rawValue: item.slot.words) else { return nil }
        self = slot
    }
}

extension MemoryItem {
    /// Whether it says whom a companion may mention in need.
    public var isTrustedPerson: Bool { isActive && ReservedSlot(self) == .trustedPerson }
}

extension FeatureContext {
    /// Why the owner cannot name this person now, or nobody any more; nil if they can.
    func refusal(toTrust person: PrivateText?) -> Refusal? {
        let part = durable.memory
        if let fault = part.fault { return .memoryUnreadable(fault) }
        guard let person else { return nil }
        // "Keep nothing more" holds for what is typed, too; nothing would tell a companion of it either.
        guard part.mode != .paused else { return .memoryOff(.paused) }
        // Its date would be wrong.
        guard isClockTrusted else { return .clockNotSet }
        var memory = part.memory
        switch memory.trust(person, at: local, language: profile.language) {
        case .failure(let refusal): return .memory(refusal)
        case .success: return nil
        }
    }
}

extension Memory {
    /// What a reserved slot holds.
    func active(_ slot: ReservedSlot) -> MemoryItem? { active.last { ReservedSlot($0) == slot } }

    /// Sets the person whom a companion may mention in need.
    mutating func trust(
        _ person: PrivateText, at now: LocalMoment, language: Language
    ) -> Result<[MemoryChange], MemoryRefusal> {
        let words = PrivateText(person.words.trimmed())
        // Named once more, as in another setup.
        if active(.trustedPerson)?.text == words { return .success(pinLast(.trustedPerson)) }
        return keep(typed: words, slot: ReservedSlot.trustedPerson.rawValue, at: now, language: language)
            .map { changes in changes + pinLast(.trustedPerson) }
    }

    /// Notes that a doctor was named, so that it is done once.
    mutating func doctorNamed(at now: LocalMoment, _ language: Language) -> [MemoryChange] {
        guard active(.doctorNamed) == nil else { return [] }
        let note = Wording(
            "A doctor was named, as sleep had been hard for over three weeks", "眠れない話が三週間をこえて続いたので、医師の話をした")
        let candidate = MemoryCandidate(
            slot: ReservedSlot.doctorNamed.rawValue, text: PrivateText(note.text(in: language)), quote: PrivateText(""))
        guard case .success(let changes) = keep(candidate, at: now, talk: nil, habit: nil, source: .device) else {
            return []
        }
        return changes + pinLast(.doctorNamed)
    }

    /// Whether what the owner says at bedtime about tomorrow is recorded.
    public var recordsIntention: Bool { active(.recordsIntention) != nil }

    /// Notes that the owner wants that, or forgets it. Off, what was recorded stays until its own end.
    mutating func recordIntention(_ isOn: Bool, at now: LocalMoment, _ language: Language) -> [MemoryChange] {
        guard isOn != recordsIntention else { return [] }
        guard isOn else { return active(.recordsIntention).map { forget($0.id) } ?? [] }
        let note = Wording(
            "Without network, at bedtime: what I say about tomorrow is recorded", "ネットワークなしの就寝時に、明日のことを録音する")
        let text = PrivateText(note.text(in: language))
        let candidate = MemoryCandidate(slot: ReservedSlot.recordsIntention.rawValue, text: text, quote: text)
        guard case .success(let changes) = keep(candidate, at: now, talk: nil, habit: nil, source: .ownerCommandLine)
        else { return [] }
        return changes + pinLast(.recordsIntention)
    }

    /// Shows the owner that it is never dropped for room.
    private mutating func pinLast(_ slot: ReservedSlot) -> [MemoryChange] {
        active(slot).map { pin($0.id, true) } ?? []
    }
}
