/// A request about the memory: by the owner (M-8), or by a companion in a talk (TALK-9).
public enum MemoryCommand: Hashable, Codable, Sendable {
    case list
    case why(MemoryID)
    case add(slot: PrivateText, text: PrivateText)
    case edit(MemoryID, text: PrivateText)
    case pin(MemoryID, Bool)
    /// Names the person that a companion may mention if the owner seems to be at risk; nil names nobody (G-5).
    case trust(PrivateText?)
    case forget(MemoryID)
    case forgetAbout(PrivateText)
    case wipe
    /// Seals everything under a new key (GUARD-1).
    case rekey
    case mode(MemoryMode)
    case sent
    /// The talk that waits for the second try at its summary.
    case pending
    /// The labels of days.
    case labels
    /// Off erases all labels, and keeps none from now on.
    case keepLabels(Bool)
    /// Whether what the owner says at bedtime about tomorrow is recorded; nil: only asks.
    case recordIntention(Bool?)
    /// What a companion would be told now.
    case told(HabitID?)
    case call(MemoryCall)

    enum CodingKeys: String, CodingKey {
        case list, why, add, edit, pin, trust, forget, forgetAbout, wipe, rekey, mode, sent, pending, labels,
            keepLabels, recordIntention, told, call
    }
    /// Whether it changes something.
    public var isWrite: Bool {
        switch self {
        case .add, .edit, .pin, .trust, .forget, .forgetAbout, .wipe, .rekey, .mode, .keepLabels, .call: true
        case .recordIntention(let isOn): isOn != nil
        case .list, .why, .sent, .pending, .labels, .told: false
        }
    }
    /// Whether it is refused where the records cannot be read: a wipe is not, nor what a companion is then told
    /// without them.
    var needsRecords: Bool {
        switch self {
        case .wipe, .told: false
        case .list, .why, .add, .edit, .pin, .trust, .forget, .forgetAbout, .rekey, .mode, .sent, .pending, .labels,
            .keepLabels, .recordIntention, .call:
            true
        }
    }
    enum WhyCodingKeys: String, CodingKey { case _0 = "id" }
    enum EditCodingKeys: String, CodingKey { case _0 = "id", text }
    enum PinCodingKeys: String, CodingKey { case _0 = "id", _1 = "isPinned" }
    enum TrustCodingKeys: String, CodingKey { case _0 = "person" }
    enum ForgetCodingKeys: String, CodingKey { case _0 = "id" }
    enum ForgetAboutCodingKeys: String, CodingKey { case _0 = "text" }
    enum ModeCodingKeys: String, CodingKey { case _0 = "mode" }
    enum KeepLabelsCodingKeys: String, CodingKey { case _0 = "isOn" }
    enum RecordIntentionCodingKeys: String, CodingKey { case _0 = "isOn" }
    enum ToldCodingKeys: String, CodingKey { case _0 = "habit" }
    enum CallCodingKeys: String, CodingKey { case _0 = "call" }
}

/// A companion's call about the memory, parsed.
public enum MemoryCall: Hashable, Codable, Sendable {
    case remember(MemoryCandidate)
    /// For the habit's next day.
    case saveIntention(SaidIntention)
    case saveReflection(SaidReflection)
    case forget(PrivateText)
    case offRecord
    /// Back on the record.
    case onRecord
    case answerIntention(Intention.Status, words: PrivateText?)
    case read(PrivateText)

    enum CodingKeys: String, CodingKey {
        case remember, saveIntention, saveReflection, forget, offRecord, onRecord, answerIntention, read
    }
    enum RememberCodingKeys: String, CodingKey { case _0 = "candidate" }
    enum SaveIntentionCodingKeys: String, CodingKey { case _0 = "intention" }
    enum SaveReflectionCodingKeys: String, CodingKey { case _0 = "reflection" }
    enum ForgetCodingKeys: String, CodingKey { case _0 = "query" }
    enum AnswerIntentionCodingKeys: String, CodingKey { case _0 = "answer", words }
    enum ReadCodingKeys: String, CodingKey { case _0 = "query" }
}

/// An intention as a companion reports it; its day is the memory's to decide.
public struct SaidIntention: Hashable, Codable, Sendable {
    public var habit: HabitID
    public var cueKind: Intention.CueKind
    public var cue: PrivateText
    public var action: PrivateText
    public var obstacle: PrivateText?
    public var coping: PrivateText?
    public var words: PrivateText
    public var recurrence: WeekdaySet?
    /// The day that the companion names, if any.
    public var forDate: LocalDate?

    public init(
        habit: HabitID, cueKind: Intention.CueKind, cue: PrivateText, action: PrivateText, obstacle: PrivateText? = nil,
        coping: PrivateText? = nil, words: PrivateText, recurrence: WeekdaySet? = nil, forDate: LocalDate? = nil
    ) {
        self.forDate = forDate
        self.habit = habit
        self.cueKind = cueKind
        self.cue = cue
        self.action = action
        self.obstacle = obstacle
        self.coping = coping
        self.words = words
        self.recurrence = recurrence
    }

    enum CodingKeys: String, CodingKey {
        case habit, cueKind, cue, action, obstacle, coping, words, recurrence, forDate
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(habit, forKey: .habit)
        try values.encode(encoder.allowsWords ? cueKind : .wake, forKey: .cueKind)
        try values.encode(cue, forKey: .cue)
        try values.encode(action, forKey: .action)
        try values.encodeIfPresent(obstacle, forKey: .obstacle)
        try values.encodeIfPresent(coping, forKey: .coping)
        try values.encode(words, forKey: .words)
        guard encoder.allowsWords else { return }
        try values.encodeIfPresent(recurrence, forKey: .recurrence)
        try values.encodeIfPresent(forDate, forKey: .forDate)
    }

    func intention(for date: LocalDate) -> Intention {
        Intention(
            habit: habit, forDate: date, recurrence: recurrence, cueKind: cueKind, cue: cue, action: action,
            obstacle: obstacle, coping: coping, words: words)
    }
}

/// A look back as a companion reports it.
public struct SaidReflection: Hashable, Codable, Sendable {
    public var line: PrivateText
    public var quote: PrivateText
    public var feelings: [FeltLabel]
    public var oneWord: PrivateText?

    public init(line: PrivateText, quote: PrivateText, feelings: [FeltLabel], oneWord: PrivateText? = nil) {
        self.line = line
        self.quote = quote
        self.feelings = feelings
        self.oneWord = oneWord
    }

    public init(line: PrivateText, quote: PrivateText, labels: [EmotionLabel], oneWord: PrivateText? = nil) {
        self.init(line: line, quote: quote, feelings: labels.map { FeltLabel($0) }, oneWord: oneWord)
    }

    enum CodingKeys: String, CodingKey { case line, quote, feelings, oneWord }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(line, forKey: .line)
        try values.encode(quote, forKey: .quote)
        try values.encode(encoder.allowsWords ? feelings : [], forKey: .feelings)
        try values.encodeIfPresent(oneWord, forKey: .oneWord)
    }
}

/// The answer to a request about the memory.
public enum MemoryReply: Hashable, Codable, Sendable {
    case items([MemoryItem], days: [DaySummary], mode: MemoryMode)
    case story([MemoryItem])
    /// What was kept or changed, and which records hold no words any more.
    case changed(kept: [MemoryItem], forgotten: [MemoryID])
    /// These hold no words any more, and a trace of the words could not be removed from the disk yet.
    case traceKept(forgotten: [MemoryID])
    case sent([SentTalk])
    /// Nil: no talk waits.
    case pending(PendingTalk?)
    case told(MemoryTold)
    case mode(MemoryMode)
    case advice(IntentionAdvice)
    case labels(LabelDiary)
    /// Everything is sealed under a new key, and the older one is still there: it goes as soon as nobody needs it.
    case oldKeyKept
    /// Whether what the owner says at bedtime about tomorrow is recorded.
    case recordsIntention(Bool)
    /// A look back that was kept without a label, and the one that the owner's own words suggest (E-2).
    case reflected(MemoryItem, suggestion: EmotionLabel)
    /// What was found for a companion, and how many more there are to be read.
    case recalled([RecalledLine], more: Int)

    enum CodingKeys: String, CodingKey {
        case items, story, changed, traceKept, sent, pending, told, mode, advice, labels, oldKeyKept,
            recordsIntention, reflected, recalled
    }
    enum RecalledCodingKeys: String, CodingKey { case _0 = "lines", more }
    enum LabelsCodingKeys: String, CodingKey { case _0 = "diary" }
    enum ItemsCodingKeys: String, CodingKey { case _0 = "items", days, mode }
    enum StoryCodingKeys: String, CodingKey { case _0 = "items" }
    enum SentCodingKeys: String, CodingKey { case _0 = "talks" }
    enum PendingCodingKeys: String, CodingKey { case _0 = "talk" }
    enum ToldCodingKeys: String, CodingKey { case _0 = "told" }
    enum ModeCodingKeys: String, CodingKey { case _0 = "mode" }
    enum ReflectedCodingKeys: String, CodingKey { case _0 = "item", suggestion }
    enum RecordsIntentionCodingKeys: String, CodingKey { case _0 = "isOn" }
    enum AdviceCodingKeys: String, CodingKey { case _0 = "advice" }
}

/// What a companion is told from the memory when a talk begins (M-6), in whole lines.
public struct MemoryTold: Hashable, Codable, Sendable {
    /// Whether the companion may use the memory's tools.
    public var isOn: Bool
    /// The first line of the instructions: the habit's intention of the day, word for word.
    public var first: PrivateText?
    /// The block; empty if there is nothing to say.
    public var block: PrivateText
    /// The memories in the block, in order.
    public var ids: [MemoryID]
    /// The last line of the instructions: the intention to ask about this evening, once.
    public var last: PrivateText?
    public var asked: MemoryID?
    /// The questions about the day's other intentions, and their ids; nil if there is only one intention.
    public var furtherLast: [PrivateText]?
    public var furtherAsked: [MemoryID]?
    /// Asks the companion to offer, once, that a person may be good to talk to: after days that were named sad (E-5).
    public var offer: PrivateText?
    /// Asks the companion to name a doctor, once: bad sleep has been spoken of for weeks (G-10).
    public var doctor: PrivateText?
    /// The person that the companion may mention, only while the owner seems to be at risk (G-5). It is not noted
    /// that this was told, because nothing of such a talk is kept (G-4).
    public var trusted: PrivateText?
    /// The names of the facts that are kept, so that a companion corrects one under its own name (M-4).
    public var names: PrivateText?

    public init(isOn: Bool = false, block: PrivateText = PrivateText(""), ids: [MemoryID] = []) {
        self.isOn = isOn
        self.block = block
        self.ids = ids
    }

    enum CodingKeys: String, CodingKey {
        case isOn, first, block, ids, last, asked, furtherLast, furtherAsked, offer, doctor, trusted, names
    }

    /// All intentions that the companion asks about, in order.
    var allAsked: [MemoryID] { [asked].compactMap { $0 } + (furtherAsked ?? []) }

    /// Has the companion ask about these intentions, one after the other.
    mutating func ask(about items: [MemoryItem], in words: MemoryPromptWords) {
        guard let first = items.first else { return }
        asked = first.id
        last = PrivateText(words.question(about: first))
        let further = items.dropFirst()
        guard !further.isEmpty else { return }
        furtherAsked = further.map(\.id)
        furtherLast = further.map { PrivateText(words.question(about: $0, isFurther: true)) }
    }

    /// The instructions with what comes from the memory.
    public func added(to instructions: String) -> String {
        [
            first?.words, instructions, block.words, names?.words, trusted?.words, offer?.words, doctor?.words,
            ([last].compactMap { $0 } + (furtherLast ?? [])).map(\.words).joined(separator: "\n"),
        ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Every line that leaves the device (M-11).
    func lines(_ prompt: MemoryPrompt) -> [PrivateText] {
        [first].compactMap { $0 } + prompt.lines.map { PrivateText($0) }
            + [names, offer, doctor, last].compactMap { $0 } + (furtherLast ?? [])
    }
}
