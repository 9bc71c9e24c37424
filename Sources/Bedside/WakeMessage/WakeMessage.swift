/// The first words of a morning (MIND-4, S-4): a movement of the body, then the act that the owner intends for this day,
/// word for word. No question, no reflection, no name.
///
/// Its words are made of what the memory holds each time that a ring is prepared, and of nothing else: there is no message
/// that could be out of date, was meant for another day, or is left over after it was heard. `WakeVoice` has the words
/// spoken beforehand in the companion's voice; a ring plays that voice only if it says exactly these words.
struct WakeMessage: Hashable, Sendable {
    /// Encoded nowhere.
    private(set) var utterance: Utterance

    /// Longer ones might not be over within 12 s, and would have to be cut off in the middle of the act.
    static func longest(in language: Language) -> Int {
        switch language {
        case .english: 80
        case .japanese: 40
        }
    }

    /// - Returns: Nil if the act cannot be said well: it is recorded, blank or a question, or too long.
    init?(_ intention: Intention, in language: Language) {
        // A recording is not played in a ring.
        guard intention.recording == nil else { return nil }
        var act = Self.sentence(intention.spokenAct)
        guard !TemplateLine.isBlank(act), act.count <= Self.longest(in: language),
            !act.contains(where: { $0 == "?" || $0 == "？" })
        else { return nil }
        act += language == .japanese ? "。" : "."
        let text: String
        var reading: String?
        switch language {
        case .english: text = Self.movement.english + " For today you chose: " + act
        case .japanese:
            text = Self.movement.japanese + "今日やると決めたこと。" + act
            // The synthesizer cannot read the owner's kanji; the companion's voice can.
            if let movement = Self.movement.kana, Kana.isSayable(act) { reading = movement + "きょう やると きめた こと。" + act }
        }
        var utterance = Utterance(text: text, reading: reading, language: language)
        utterance.isPrivate = true
        self.utterance = utterance
    }

    func inOwnVoice(_ scripts: ApprovedScripts) -> WakeMessage {
        var message = self
        message.utterance = utterance.inOwnVoice(scripts)
        return message
    }

    /// At most six words, and at most 14 characters in Japanese (S-4).
    static let movement = Wording("Stand up, feet on the floor.", "立って、足を床に。", kana: "たって、あしを ゆかに。")

    /// One line, without the marks at its end.
    private static func sentence(_ words: String) -> String {
        var line = PrintableText.line(words, limit: .max, replacement: " ").drop(while: \.isWhitespace)
        while let last = line.last, last.isWhitespace || ".。!！…".contains(last) { line.removeLast() }
        return String(line)
    }
}

extension OwnerMemory {
    /// Whether an act of which there may be a reading is lost, forgotten, replaced or edited with these changes.
    public func losesWakeAct(by changes: [Change]) -> Bool {
        let before = memory.wakeActs
        guard !before.isEmpty else { return false }
        var after = self
        for change in changes { after.apply(change) }
        return !before.isSubset(of: after.memory.wakeActs)
    }
}

extension Memory {
    fileprivate var wakeActs: Set<String> {
        Set(active.compactMap(\.intention).filter { $0.habit == .wake }.map(\.spokenAct))
    }
}

extension Bedside {
    /// The wake message of an occurrence; nil if there is none to be said: no act is intended for this morning, the
    /// memory is paused or cannot be read, the date may be wrong, or the owner seems to be at risk (G-4).
    func wakeMessage(for habit: Habit, of occurrence: Occurrence, at now: Moment) -> WakeMessage? {
        let part = durable.memory
        guard habit.subject == .wake, clock == .trusted, part.mode != .paused, part.fault == nil,
            features.safety.concern == .none, !features.safety.isGentle(at: now.boot),
            let intention = part.memory.intention(of: .wake, on: occurrence.date)?.intention
        else { return nil }
        return WakeMessage(intention, in: profile.language)
    }

    /// The wake message of an occurrence as a ring says it: in the owner's own voice, if they have chosen that
    /// (MIND-9).
    func spokenMessage(for habit: Habit, of occurrence: Occurrence, at now: Moment) -> WakeMessage? {
        wakeMessage(for: habit, of: occurrence, at: now)?.inOwnVoice(approvedScripts(at: now))
    }

    /// What the coming morning needs of the companion's voice; nil if no wake-up call is ahead.
    func comingMorning(at now: Moment) -> ComingMorning? {
        let due: (habit: Habit, occurrence: Occurrence, at: CivilTime)
        if let episode = episodes.last(where: { $0.habit.subject == .wake }) {
            due = (episode.habit, episode.occurrence, episode.record.due)
        } else if let next = agenda.upcoming.first(where: { $0.habit.subject == .wake && !$0.isSkipped }) {
            due = (next.habit, next.occurrence, next.at)
        } else {
            return nil
        }
        let isKnown = clock == .trusted && durable.memory.fault == nil
        return ComingMorning(
            due: due.at, isKnown: isKnown,
            words: wakeMessage(for: due.habit, of: due.occurrence, at: now)?.utterance)
    }
}
