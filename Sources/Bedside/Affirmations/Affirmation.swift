/// One phrase of the owner's, in their own words (MIND-7).
public struct Affirmation: Hashable, Codable, Sendable {
    /// Which phrase it is, for as long as it is kept; a list shows its place instead.
    public var id: Int
    public var text: PrivateText
    /// How it is read, in kana: the voice spells out kanji.
    public var kana: PrivateText?
    /// The language of the words.
    public var language: Language
    /// When it is played, each day; none: only when it is asked for.
    public var times: [LocalTime]
    /// Times before this one are past; nil if the clock was not trusted when they were chosen.
    public var since: CivilTime?
    /// The owner's recording of it; nil: there is none, and the device says it.
    public var recording: PhraseRecordingFile?

    public init(
        id: Int, text: PrivateText, kana: PrivateText? = nil, language: Language, times: [LocalTime] = [],
        since: CivilTime? = nil, recording: PhraseRecordingFile? = nil
    ) {
        self.id = id
        self.text = text
        self.kana = kana
        self.language = language
        self.times = times
        self.since = since
        self.recording = recording
    }

    enum CodingKeys: String, CodingKey { case id, text, kana, language, times, since, recording }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(Int.self, forKey: .id), text: try values.value(.text, or: PrivateText("")),
            kana: try values.decodeIfPresent(PrivateText.self, forKey: .kana),
            language: try values.choice(.language, or: .english), times: try values.value(.times, or: []),
            since: try values.decodeIfPresent(CivilTime.self, forKey: .since),
            recording: try values.decodeIfPresent(PhraseRecordingFile.self, forKey: .recording))
    }

    /// What the device says; nil if its voice would spell out the signs.
    public var utterance: Utterance? {
        var utterance = Utterance(text: text.words, language: language)
        utterance.isPrivate = true
        if language == .japanese {
            let reading = kana?.words ?? text.words
            guard !reading.isEmpty, Kana.isSayable(reading) else { return nil }
            utterance.reading = reading
        }
        return utterance
    }

    /// A copy without the owner's words, for the rules and the journal.
    public var withoutWords: Affirmation {
        var wordless = self
        // Without words, only an English one counts as something that the voice can say.
        (wordless.text, wordless.kana) = (PrivateText(""), nil)
        wordless.language = utterance == nil ? .japanese : .english
        return wordless
    }

    /// Whether something can be heard of it.
    public var isAudible: Bool { recording != nil || utterance != nil }
}

/// A recording of a phrase, in a file of its own: another one never takes its place before the rules refer to that.
public struct PhraseRecordingFile: Hashable, Codable, Sendable {
    /// Which file; no two recordings ever have the same number.
    public var number: Int
    public var milliseconds: Int

    public init(number: Int, milliseconds: Int) {
        self.number = number
        self.milliseconds = milliseconds
    }

    enum CodingKeys: String, CodingKey { case number = "file", milliseconds }
}

/// A play at a chosen time: enough to know what was played, and no word of it.
public struct AffirmationPlay: Hashable, Codable, Sendable {
    public var id: Int
    public var on: LocalDate
    /// The time that the owner chose.
    public var at: LocalTime

    public init(id: Int, on: LocalDate, at: LocalTime) {
        self.id = id
        self.on = on
        self.at = at
    }

    enum CodingKeys: String, CodingKey { case id, on, at }
}

/// The part of what survives a power cut that concerns the owner's phrases.
public struct OwnerAffirmations: Hashable, Sendable {
    /// In the order in which they were added.
    public private(set) var phrases: [Affirmation] = []
    /// The last plays, oldest first.
    public private(set) var plays: [AffirmationPlay] = []
    /// The date of the first play at a chosen time, since phrases are played by themselves without a break.
    public private(set) var firstPlayedOn: LocalDate?
    /// When the device asked whether the phrases help: once (V-8).
    public private(set) var askedOn: LocalDate?
    /// The highest number that a phrase ever had; none is given twice, so that nothing of a removed phrase concerns a
    /// new one.
    public private(set) var lastID = 0
    /// Why what is stored cannot be read.
    public var fault: VaultFault?

    /// Four days' plays: more than a clock that is set back by a day needs.
    public static let maximumPlays = 8

    public init() {}

    public enum Change: Hashable, Codable, Sendable {
        /// A new phrase, or one in the place of the phrase with its number.
        case keep(Affirmation)
        case remove(id: Int)
        case played(AffirmationPlay)
        /// Nil: none is played by itself any more.
        case firstPlayed(on: LocalDate?)
        case asked(on: LocalDate)
        /// The numbers up to this one were given.
        case numbered(upTo: Int)

        enum CodingKeys: String, CodingKey { case keep, remove, played, firstPlayed, asked, numbered }

        enum KeepCodingKeys: String, CodingKey { case _0 = "phrase" }
        enum RemoveCodingKeys: String, CodingKey { case id }
        enum PlayedCodingKeys: String, CodingKey { case _0 = "play" }
        enum FirstPlayedCodingKeys: String, CodingKey { case on }
        enum AskedCodingKeys: String, CodingKey { case on }
        enum NumberedCodingKeys: String, CodingKey { case upTo }
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .keep(let phrase):
            lastID = max(lastID, phrase.id)
            if let index = phrases.firstIndex(where: { $0.id == phrase.id }) {
                phrases[index] = phrase
            } else {
                phrases.append(phrase)
                phrases.sort { $0.id < $1.id }
            }
        case .remove(let id):
            lastID = max(lastID, id)
            phrases.removeAll { $0.id == id }
        case .played(let play):
            plays.removeAll { $0 == play }
            plays.append(play)
            if plays.count > Self.maximumPlays { plays.removeFirst(plays.count - Self.maximumPlays) }
        case .firstPlayed(let date): firstPlayedOn = date
        case .asked(let date): askedOn = date
        case .numbered(let id): lastID = max(lastID, id)
        }
    }

    /// A copy without the owner's words, for the rules and the journal.
    public var withoutWords: OwnerAffirmations {
        var part = self
        part.phrases = phrases.map(\.withoutWords)
        return part
    }

    /// Everything that is sealed is gone, with the key that sealed it.
    mutating func forgetWords() { (phrases, firstPlayedOn, fault) = ([], nil, nil) }

    /// The changes that lead here from nothing.
    public var changes: [Change] {
        let dates = [firstPlayedOn.map { Change.firstPlayed(on: $0) }, askedOn.map { .asked(on: $0) }]
        let numbers: [Change] = lastID > 0 ? [.numbered(upTo: lastID)] : []
        return phrases.map { .keep($0) } + plays.map { .played($0) } + dates.compactMap(\.self) + numbers
    }

    /// Whether a change destroys words that are stored now.
    public func loses(by change: Change) -> Bool {
        switch change {
        case .keep(let phrase):
            guard let before = phrases.first(where: { $0.id == phrase.id }) else { return false }
            return before.text != phrase.text || before.kana != phrase.kana
        case .remove: return true
        case .played, .firstPlayed, .asked, .numbered: return false
        }
    }

    /// Whether the device has to ask after this play whether the phrases help (V-8).
    func owesQuestion(after play: AffirmationPlay) -> Bool {
        guard askedOn == nil, let first = firstPlayedOn else { return false }
        let oldest = max(first, play.on.adding(days: -AffirmationRules.daysBeforeQuestion))
        let days = Set(plays.map(\.on)).union([play.on]).filter { $0 >= oldest }
        return play.on.dayNumber - first.dayNumber >= Int32(AffirmationRules.daysBeforeQuestion)
            && days.count >= AffirmationRules.playedDaysBeforeQuestion
    }

    /// Changes, and what they end: the two weeks are counted from the start once nothing is played by itself.
    func completed(_ changes: [Change]) -> [Change] {
        var after = self
        for change in changes { after.apply(change) }
        let isOver = after.firstPlayedOn != nil && after.phrases.allSatisfy(\.times.isEmpty)
        return isOver ? changes + [.firstPlayed(on: nil)] : changes
    }

    /// The number of the next phrase.
    var nextID: Int { lastID + 1 }

    /// The files of all recordings that are referred to.
    public var recordings: Set<Int> { Set(phrases.compactMap(\.recording?.number)) }
}
