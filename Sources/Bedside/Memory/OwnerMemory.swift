/// Whether talks are remembered (M-10).
public enum MemoryMode: String, Codable, CaseIterable, Sendable, Hashable {
    /// The owner has not agreed to it, or does not any more. What they typed themselves is kept all the same, and
    /// companions are told that alone.
    case off
    case on
    /// Nothing is kept, and no companion is told anything, until the owner says otherwise.
    case paused
}

/// What a companion was told from the memory in one talk, or for one that nobody took up (M-11).
public struct SentTalk: Hashable, Codable, Sendable {
    public var talk: Int
    public var at: LocalMoment
    public var habit: HabitID?
    /// The exact lines; a line that was forgotten since is empty.
    public var lines: [PrivateText]

    public init(talk: Int, at: LocalMoment, habit: HabitID?, lines: [PrivateText]) {
        self.talk = talk
        self.at = at
        self.habit = habit
        self.lines = lines
    }

    enum CodingKeys: String, CodingKey { case talk, at, habit, lines }

    /// Whether one of its lines has the words of this record (M-8).
    public func tells(of item: MemoryItem) -> Bool {
        let words = item.wordsInUse.map { FoldedText($0.words) }.filter { !$0.isEmpty }
        return lines.contains { line in
            let line = FoldedText(line.words)
            return words.contains { line.contains($0) }
        }
    }
}

/// A talk that could not be summarized at its end. It is kept for one more try, and destroyed after a day (MIND-3).
public struct PendingTalk: Hashable, Codable, Sendable {
    public var at: LocalMoment
    /// The talk's number; the first rows do not say.
    public var talk: Int?
    public var habit: HabitID?
    public var lines: [TalkLine]

    public init(at: LocalMoment, talk: Int? = nil, habit: HabitID? = nil, lines: [TalkLine]) {
        self.at = at
        self.talk = talk
        self.habit = habit
        self.lines = lines
    }

    enum CodingKeys: String, CodingKey { case at, talk, habit, lines }

    private static let maximumAge = TimeSpan.hours(24)
    /// How far a time server may set the clock back without anybody's minding.
    private static let tolerance = TimeSpan.minutes(1)

    /// When it is destroyed: at once if it is from a clock that was ahead, as nobody knows how long ago that was.
    func destroyAt(now: CivilTime) -> CivilTime {
        at.civil > now + Self.tolerance ? now : at.civil + Self.maximumAge
    }
}

/// The part of what survives a power cut that concerns the memory.
public struct OwnerMemory: Hashable, Sendable {
    public var mode = MemoryMode.off
    public var memory = Memory()
    /// The last talks in which something was told, oldest first.
    public var sent: [SentTalk] = []
    public var pending: PendingTalk?
    /// Why what is stored cannot be read; nothing is kept until the owner has put that right.
    public var fault: VaultFault?

    public init() {}

    static let maximumSent = 60

    /// The number of the next talk.
    var nextTalk: Int {
        1 + max(sent.last?.talk ?? 0, memory.items.compactMap(\.talk).max() ?? 0, pending?.talk ?? 0)
    }

    /// What companions may be told, unless the memory is paused.
    var agreed: Memory { mode == .on ? memory : memory.typed }

    /// What was sent in a talk.
    func lines(sentIn talk: Int) -> [PrivateText] { sent.first { $0.talk == talk }?.lines ?? [] }

    public enum Change: Hashable, Codable, Sendable {
        case mode(MemoryMode)
        case record(MemoryChange)
        /// A talk, or one in the place of the talk with its number.
        case sent(SentTalk)
        case removeSent(talk: Int)
        case pending(PendingTalk?)
        /// Everything that is remembered, and the key that seals it.
        case wipe
        /// Everything is sealed again under a new key, and the old key destroyed; nothing is remembered or forgotten.
        case rekey

        enum CodingKeys: String, CodingKey { case mode, record, sent, removeSent, pending, wipe, rekey }
        enum ModeCodingKeys: String, CodingKey { case _0 = "mode" }
        enum RecordCodingKeys: String, CodingKey { case _0 = "change" }
        enum SentCodingKeys: String, CodingKey { case _0 = "talk" }
        enum PendingCodingKeys: String, CodingKey { case _0 = "talk" }

        /// Whether the change destroys words whatever is stored, so that no copy of them may stay on the disk (M-9).
        public var erases: Bool {
            switch self {
            case .record(.erase), .record(.remove), .record(.removeDay), .removeSent, .pending(nil), .wipe: true
            case .record(.label(let change)): change.erases
            case .mode, .record(.keep), .record(.use), .record(.keepDay), .record(.run), .sent, .pending, .rekey: false
            }
        }
    }

    /// Whether a change destroys words that are stored now: it erases them, or puts others in their place (M-9).
    public func loses(by change: Change) -> Bool {
        switch change {
        case .record(.keep(let item)):
            guard let before = memory.item(item.id) else { return false }
            return !before.privateTexts.allSatisfy(item.privateTexts.contains)
                || before.reflection?.feelings != item.reflection?.feelings
        case .record(.keepDay(let day)):
            let before = memory.days.first { $0.date == day.date }?.lines ?? []
            return !before.allSatisfy(day.lines.contains)
        case .record(.label(.keep(let day))):
            return memory.labels.days.contains { $0.date == day.date && $0.feelings != day.feelings }
        case .sent(let talk):
            let before = sent.first { $0.talk == talk.talk }?.lines ?? []
            return !before.allSatisfy(talk.lines.contains)
        case .pending(let talk): return pending != nil && pending != talk
        case .mode, .record, .removeSent, .wipe, .rekey: return change.erases
        }
    }

    /// Whether a companion that was told what is remembered may know less of it, or more, after the change.
    func changesTelling(by change: Change) -> Bool {
        switch change {
        case .mode, .wipe: true
        case .record(.use), .record(.run), .record(.remove): false
        case .record: loses(by: change)
        case .sent, .removeSent, .pending, .rekey: false
        }
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .mode(let mode): self.mode = mode
        case .record(let change): memory.apply(change)
        case .sent(let talk):
            if let index = sent.firstIndex(where: { $0.talk == talk.talk }) {
                sent[index] = talk
            } else {
                sent.append(talk)
            }
        case .removeSent(let talk): sent.removeAll { $0.talk == talk }
        case .pending(let talk): pending = talk
        case .wipe:
            let mode = mode
            self = OwnerMemory()
            self.mode = mode
        case .rekey: break
        }
    }
}

/// Why the words that are stored cannot be used.
public enum VaultFault: String, Codable, CaseIterable, Sendable, Hashable {
    /// The key is gone, or is another one.
    case key
    /// The key's file cannot be used as it is: others can read it, or it cannot be read.
    case keyUnusable = "key_unusable"
    /// A record is damaged.
    case damaged
    /// A newer version wrote it.
    case newer
}
