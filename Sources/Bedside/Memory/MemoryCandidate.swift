/// Something that a tool or a summary asks to remember; the gate decides (M-3).
public struct MemoryCandidate: Hashable, Codable, Sendable {
    /// Nil if the source does not say, as the tool `remember` does not.
    public var kind: MemoryKind?
    private var privateSlot: PrivateText
    /// A name such as `wake-time`.
    public var slot: String { privateSlot.words }
    public var text: PrivateText
    public var quote: PrivateText
    /// The last day on which it holds, as the source says.
    public var validUntil: LocalDate?
    public var detail: MemoryItem.Detail?
    /// Whether it was asked for while the talk was off the record.
    public var isOffRecord: Bool

    public init(
        kind: MemoryKind? = nil, slot: String, text: PrivateText, quote: PrivateText, validUntil: LocalDate? = nil,
        detail: MemoryItem.Detail? = nil, isOffRecord: Bool = false
    ) {
        self.kind = kind
        privateSlot = PrivateText(slot)
        self.text = text
        self.quote = quote
        self.validUntil = validUntil
        self.detail = detail
        self.isOffRecord = isOffRecord
    }

    enum CodingKeys: String, CodingKey {
        case privateSlot = "slot"
        case kind, text, quote, validUntil, detail, isOffRecord
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(privateSlot, forKey: .privateSlot)
        try values.encode(text, forKey: .text)
        try values.encode(quote, forKey: .quote)
        try values.encode(isOffRecord, forKey: .isOffRecord)
        guard encoder.allowsWords else { return }
        try values.encodeIfPresent(kind, forKey: .kind)
        try values.encodeIfPresent(validUntil, forKey: .validUntil)
        try values.encodeIfPresent(detail, forKey: .detail)
    }

    /// What was kept as this record.
    init(_ item: MemoryItem) {
        self.init(
            kind: item.kind, slot: item.slot.words, text: item.text, quote: item.quote, validUntil: item.validUntil,
            detail: item.detail)
    }

    /// An intention, whose words are both text and quote.
    public init(_ intention: Intention, isOffRecord: Bool = false) {
        self.init(
            kind: .intention, slot: "", text: intention.words, quote: intention.words, detail: .intention(intention),
            isOffRecord: isOffRecord)
    }

    /// A reflection on a day.
    public init(
        _ reflection: Reflection, line: PrivateText, quote: PrivateText, isOffRecord: Bool = false
    ) {
        self.init(
            kind: .reflection, slot: "", text: line, quote: quote, detail: .reflection(reflection),
            isOffRecord: isOffRecord)
    }

    /// The kinds that a companion may name; an intention and a reflection have tools of their own.
    static let statedKinds: [MemoryKind] = [.profile, .preference, .person, .plan, .boundary]

    /// The kind that it is kept as: what has a last day is a plan unless the source says otherwise.
    public var keptKind: MemoryKind { kind ?? (validUntil == nil ? .profile : .plan) }

    /// Everything that would be kept, except for the quote.
    var texts: [PrivateText] {
        switch detail {
        case .intention(let intention): [text] + intention.privateTexts
        case .reflection(let reflection): [text] + reflection.privateTexts
        case nil: [text]
        }
    }

    /// Texts that the owner's words must support.
    var statements: [PrivateText] {
        switch detail {
        case .intention(let intention): [text, intention.action]
        case .reflection, nil: [text]
        }
    }
}

/// Why the gate refuses to remember something; counted by reason, never with the words.
public enum MemoryRefusal: String, Codable, CaseIterable, Sendable, Hashable, Error {
    /// Text or quote is empty, or holds nothing but signs.
    case empty
    case tooLong
    /// Not a name such as `wake-time`.
    case badSlot
    /// A URL, a bracket, a role word with a colon, or a character that a voice cannot have said.
    case markup
    /// Anything from a talk in which somebody was at risk (G-4).
    case crisis
    case offTheRecord
    /// The quote was not said in this talk.
    case unquoted
    case saidByCompanionOnly
    /// The quote was said by a guest or by a machine in the room.
    case saidByAnother
    /// The owner's words do not support the text.
    case unsupported
    /// An if, a perhaps, a wish, a game or a dream.
    case hypothetical
    /// Taken back as a joke.
    case joke
    /// The quote leaves out the owner's "not".
    case negated
    /// The owner repeats what somebody else said of themselves.
    case reported
    /// The owner speaks of somebody else, whom the memory does not name.
    case aboutAnother
    /// An instruction to the companion, or about the device.
    case instruction
    /// A line that the companion was told in this talk.
    case repeatsPrompt
    /// A memory of this talk or an older one, again.
    case alreadyKnown
    /// Its last day is over.
    case over
    /// More than five in one talk.
    case tooMany
    /// More than three intentions for one day.
    case tooManyIntentions
}
