/// What the rules made of words, without the words: with it a replay, whose journal has no word of the owner's, goes on as
/// the appliance did (GUARD-8, GUARD-1).
public struct WordlessNotes: Hashable, Codable, Sendable {
    /// The owner's phrases that an event has changed, without their words.
    public var phrases: [Affirmation]?
    /// The phrase that the event has asked to be recorded, by its number.
    public var recorded: Int?
    /// The days for which the owner intends something after something else that they do (N-3), once they have changed.
    public var cues: [NudgeCue]?
    /// Whether the words of a consent were those that were asked for (V-1).
    public var isConsentSame: Bool?

    public init(
        phrases: [Affirmation]? = nil, recorded: Int? = nil, cues: [NudgeCue]? = nil, isConsentSame: Bool? = nil
    ) {
        self.phrases = phrases
        self.recorded = recorded
        self.cues = cues
        self.isConsentSame = isConsentSame
    }

    enum CodingKeys: String, CodingKey { case phrases, recorded, cues, isConsentSame }
}

extension Bedside {
    /// What a replay needs besides the event that was just taken; nil: nothing.
    public func wordlessNotes(on event: Event, _ actions: [Action]) -> WordlessNotes? {
        var notes = WordlessNotes()
        let changes = actions.flatMap { if case .commit(let changes) = $0 { changes } else { [Change]() } }
        if event.addsPhrase {
            let phrases = changes.compactMap { change in
                if case .affirmation(.keep(let phrase)) = change { phrase.withoutWords } else { nil }
            }
            notes.phrases = phrases.isEmpty ? nil : phrases
            notes.recorded = features.affirmations.awaited?.phrase
        }
        if case .ownVoice(.transcribed(.some, _)) = event { notes.isConsentSame = features.ownVoice.wasConsentSame }
        if !durable.nudges.choices.isEmpty, changes.contains(where: \.mayChangeCues) {
            notes.cues = nudgeCues.sorted()
        }
        return notes == WordlessNotes() ? nil : notes
    }

    /// Takes an event of a journal again.
    public mutating func replay(_ event: Event, _ notes: WordlessNotes?, at now: Moment) -> [Action] {
        for phrase in notes?.phrases ?? [] { agenda.durable.apply(.affirmation(.keep(phrase))) }
        if let cues = notes?.cues { replay(cues: cues) }
        if case .ownVoice(.transcribed(.some, let take)) = event, let isSame = notes?.isConsentSame {
            return handle(.ownVoice(.compared(isSame: isSame, take: take)), at: now)
        }
        return handle(event.replayed(with: recordedPlace(notes)), at: now)
    }

    /// Has nudges see these days, and not what is remembered: a journal begins with them.
    public mutating func replay(cues: [NudgeCue]) { features.nudges.replayedCues = Set(cues) }

    /// The place in the list of the phrase that is recorded; 0, where there is none: its words were refused.
    private func recordedPlace(_ notes: WordlessNotes?) -> Int {
        durable.affirmations.phrases.firstIndex { $0.id == notes?.recorded }.map { $0 + 1 } ?? 0
    }
}

extension Event {
    /// Whether words of a new phrase come with it.
    fileprivate var addsPhrase: Bool {
        switch self {
        case .command(.affirmation(let command), _): command.addsPhrase
        case .conversation(.toolCall(let request), _):
            if case .success(.recordPhrase) = request.call { true } else { false }
        case .tick, .clockSet, .zone, .buttonsRead, .edge, .press, .command, .sound, .voice, .microphoneFailed,
            .buzzerFailed, .store, .erased, .storeRecovered, .settingsUnreadable, .conversation, .companionChecked,
            .eveningCheck, .memory, .teaching, .recordings, .affirmation, .wakeVoice, .account, .ownVoice, .presence,
            .presenceRead, .presenceEdge, .terminate:
            false
        }
    }

    /// This event without its words, which the journal does not have.
    fileprivate func replayed(with place: Int) -> Event {
        switch self {
        // What it changed is known already.
        case .command(.affirmation(.add), _): return .tick
        case .command(.affirmation(.recordAfterTalk(.some, _)), let ticket):
            return .command(.affirmation(.recordAfterTalk(nil, place: place)), ticket: ticket)
        case .conversation(.toolCall(var request), let call):
            guard case .success(.recordPhrase(.some, _)) = request.call else { return self }
            request.call = .success(.recordPhrase(words: nil, number: place))
            return .conversation(.toolCall(request), call: call)
        default: return self
        }
    }
}

extension AffirmationCommand {
    /// Whether words of a new phrase come with it.
    fileprivate var addsPhrase: Bool {
        switch self {
        case .add, .recordAfterTalk: true
        case .list, .remove, .play, .record: false
        }
    }
}

extension Change {
    /// Whether other intentions may be open after it, or nudges have just been switched on.
    fileprivate var mayChangeCues: Bool {
        switch self {
        case .memory, .nudge(.choice): true
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup, .talks, .teaching, .meditation, .fading, .nudge, .affirmation, .account,
            .ownVoice, .night, .forgetNight, .wipe:
            false
        }
    }
}
