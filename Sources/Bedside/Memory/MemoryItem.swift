/// The number of a memory; never given twice by one store.
public struct MemoryID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public let number: Int

    public init(_ number: Int) { self.number = number }

    public static func < (a: MemoryID, b: MemoryID) -> Bool { a.number < b.number }
    public var description: String { String(number) }

    public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

/// The subject of a memory.
public enum MemoryKind: String, Codable, CaseIterable, Sendable, Hashable {
    case profile, preference, person, plan, reflection, intention, boundary
}

/// The origin of a memory.
public enum MemorySource: String, Codable, CaseIterable, Sendable, Hashable {
    /// Said by the owner in a talk; the quote proves it.
    case owner
    /// Concluded by the device from its own records.
    case device
    /// Typed by the owner.
    case ownerCommandLine
}

/// Whether a memory may still be used.
public enum MemoryStatus: String, Codable, CaseIterable, Sendable, Hashable {
    /// Can go to every other status.
    case active
    /// Replaced by a newer memory of the same slot. Can go to `forgotten`, and to `active` if the newer one is taken back.
    case superseded
    /// Past its last day. Can go to `forgotten`.
    case expired
    /// Erased: the record holds no words any more. Final.
    case forgotten
}

/// One thing that is remembered about the owner (MIND-3, M-2).
///
/// The words are private, the slot among them, since its name may say as much as the words do. No field holds a degree
/// of certainty, which only a model could have written.
public struct MemoryItem: Hashable, Codable, Sendable {
    /// The part that changes while the words stay, kept apart so that the words are sealed only once.
    public struct Use: Hashable, Codable, Sendable {
        public var status: MemoryStatus
        public var isPinned: Bool
        /// When it last stood in a prompt.
        public var lastUsedAt: CivilTime?
        /// When the companion was last allowed to bring it up unasked (M-7).
        public var lastOfferedAt: CivilTime?
        /// In how many prompts it stood.
        public var useCount: Int

        public init(
            status: MemoryStatus = .active, isPinned: Bool = false, lastUsedAt: CivilTime? = nil,
            lastOfferedAt: CivilTime? = nil, useCount: Int = 0
        ) {
            self.status = status
            self.isPinned = isPinned
            self.lastUsedAt = lastUsedAt
            self.lastOfferedAt = lastOfferedAt
            self.useCount = useCount
        }

        enum CodingKeys: String, CodingKey { case status, isPinned, lastUsedAt, lastOfferedAt, useCount }
    }

    /// The details that only some kinds have.
    public enum Detail: Hashable, Codable, Sendable {
        case intention(Intention)
        case reflection(Reflection)

        enum CodingKeys: String, CodingKey { case intention, reflection }
        enum IntentionCodingKeys: String, CodingKey { case _0 = "intention" }
        enum ReflectionCodingKeys: String, CodingKey { case _0 = "reflection" }
    }

    public let id: MemoryID
    public var kind: MemoryKind
    /// The question that the memory answers (`wake-time`): a newer memory of the same slot replaces it.
    public var slot: PrivateText
    public var text: PrivateText
    /// The owner's own words; empty only for what the device concluded itself.
    public var quote: PrivateText
    public var saidAt: LocalMoment
    /// The number of the talk; nil for what was not said in one.
    public var talk: Int?
    /// The habit that the talk was about.
    public var habit: HabitID?
    public var source: MemorySource
    public var validFrom: LocalDate
    /// The last day on which it holds; nil if it holds until something newer is known.
    public var validUntil: LocalDate?
    public var supersedes: MemoryID?
    public var detail: Detail?
    public var use: Use

    public init(
        id: MemoryID, kind: MemoryKind, slot: PrivateText, text: PrivateText, quote: PrivateText, saidAt: LocalMoment,
        talk: Int? = nil, habit: HabitID? = nil, source: MemorySource = .owner, validUntil: LocalDate? = nil,
        supersedes: MemoryID? = nil, detail: Detail? = nil, use: Use = Use()
    ) {
        self.id = id
        self.kind = kind
        self.slot = slot
        self.text = text
        self.quote = quote
        self.saidAt = saidAt
        self.talk = talk
        self.habit = habit
        self.source = source
        validFrom = saidAt.date
        self.validUntil = validUntil
        self.supersedes = supersedes
        self.detail = detail
        self.use = use
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, slot, text, quote, saidAt, talk, habit, source, validFrom, validUntil, supersedes, detail, use
    }

    public var isActive: Bool { use.status == .active }

    public var intention: Intention? {
        guard case .intention(let intention) = detail else { return nil }
        return intention
    }

    public var reflection: Reflection? {
        guard case .reflection(let reflection) = detail else { return nil }
        return reflection
    }

    /// Every text of the record that holds words of the owner's life, for searching and for erasing.
    public var privateTexts: [PrivateText] {
        [slot, text, quote] + (intention?.privateTexts ?? []) + (reflection?.privateTexts ?? [])
    }

    /// What an edit puts other words in the place of: the wake message (MIND-4) has the act alone.
    var wordsInUse: [PrivateText] { [text] + (intention.map { [PrivateText($0.spokenAct)] } ?? []) }
    /// What else of it companions may have been told in words of its own; short words say nothing of it.
    var phrasesToPurge: [PrivateText] {
        [intention?.obstacle, intention?.coping, intention?.answerWords].compactMap { $0 }
            .filter { FoldedText($0.words).count >= 6 }
    }
    /// What must stand nowhere any more once this is forgotten.
    var wordsToPurge: [PrivateText] { wordsInUse + [quote] + phrasesToPurge }

    /// The record without its words, which stays so that `why` can answer that something was forgotten.
    func erased() -> MemoryItem {
        MemoryItem(
            id: id, kind: kind, slot: PrivateText(""), text: PrivateText(""), quote: PrivateText(""), saidAt: saidAt,
            talk: talk, source: source, use: Use(status: .forgotten))
    }
}
