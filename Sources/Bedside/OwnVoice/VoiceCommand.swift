/// A request about the owner's own voice (MIND-9).
public enum VoiceCommand: Hashable, Codable, Sendable {
    case report
    /// Begins to learn the owner's voice at the bedside.
    case learn
    /// Gives it up; what was recorded is destroyed.
    case giveUp
    case use(VoiceChoice)
    /// Here at once, and at the gateway as soon as it is reached (V-3).
    case delete

    public var isWrite: Bool {
        switch self {
        case .use, .delete: true
        case .report, .learn, .giveUp: false
        }
    }

    enum CodingKeys: String, CodingKey { case report, learn, giveUp, use, delete }
    enum UseCodingKeys: String, CodingKey { case _0 = "voice" }
}

/// How the owner's voice stands, without a word of theirs: for status, the panel and `anicca doctor`.
public struct VoiceStanding: Hashable, Codable, Sendable {
    public var choice: VoiceChoice
    public var chosenAt: CivilTime?
    /// When the voice was made; nil: there is none.
    public var madeAt: CivilTime?
    /// Whether the chosen voice reads now: not while the owner's account or age forbids it.
    public var isInUse: Bool
    public var isLearning: Bool
    /// Whether an upload waits for its answer.
    public var isSending: Bool
    public var deletions: [VoiceDeletion]
    /// Whether a deletion takes longer than a day.
    public var isDeletionLate: Bool
    /// Whether a raw recording is not destroyed yet.
    public var holdsRecordings: Bool

    public init(
        choice: VoiceChoice, chosenAt: CivilTime?, madeAt: CivilTime?, isInUse: Bool, isLearning: Bool, isSending: Bool,
        deletions: [VoiceDeletion], isDeletionLate: Bool, holdsRecordings: Bool
    ) {
        (self.choice, self.chosenAt, self.madeAt, self.isInUse) = (choice, chosenAt, madeAt, isInUse)
        (self.isLearning, self.isSending, self.deletions) = (isLearning, isSending, deletions)
        (self.isDeletionLate, self.holdsRecordings) = (isDeletionLate, holdsRecordings)
    }
}

/// The step that learning has reached.
public struct VoiceLearningStanding: Hashable, Codable, Sendable {
    public enum Stage: String, Hashable, Codable, Sendable, CaseIterable {
        case checking, announcing, recording, transcribing, sending
    }

    public var stage: Stage
    public var kind: VoiceTakeKind
    /// From 1.
    public var attempt: Int
    /// What the owner reads aloud.
    public var text: PrivateText
    /// Why the last attempt did not do.
    public var fault: VoiceTakeFault?
    /// Whether more than one person may have been heard: a warning only (V-5).
    public var mayBeTwo: Bool

    public init(
        stage: Stage, kind: VoiceTakeKind, attempt: Int, text: PrivateText, fault: VoiceTakeFault?, mayBeTwo: Bool
    ) {
        (self.stage, self.kind, self.attempt) = (stage, kind, attempt)
        (self.text, self.fault, self.mayBeTwo) = (text, fault, mayBeTwo)
    }
}

/// Why an attempt is repeated.
public enum VoiceTakeFault: String, Hashable, Codable, Sendable, CaseIterable {
    case silent, clipped, short
    /// Other words than those of the consent.
    case otherWords = "other_words"
}

/// How the last learning ended.
public enum VoiceOutcome: Hashable, Codable, Sendable {
    case learned
    case failed(VoiceFailure)

    enum FailedCodingKeys: String, CodingKey { case _0 = "reason" }
}

/// Why no voice was learned. Nothing of what was recorded is kept.
public enum VoiceFailure: String, Hashable, Codable, Sendable, CaseIterable {
    /// The gateway was not reached in time.
    case unreachable
    case plan, off, taken
    case signedOut = "signed_out"
    /// The provider does not take the recording.
    case refused
    /// It was deleted while it was made.
    case deleted
    /// Three times other words than those of the consent.
    case otherWords = "other_words"
    /// Three recordings were silent, clipped or too short.
    case takes
    /// Nobody could put the consent into words.
    case unheard
    case noRoom = "no_room"
    /// The microphone, the speaker or the disk failed.
    case device
    /// An alarm, a talk or something else came first.
    case interrupted
    /// The owner gave it up.
    case stopped
    /// The power failed meanwhile, and the gateway has made none.
    case powerCut = "power_cut"
}

/// The answer to `anicca voice status`.
public struct VoiceReport: Hashable, Codable, Sendable {
    public var standing: VoiceStanding
    public var consent: VoiceConsent?
    public var receipts: [VoiceReceipt]
    public var learning: VoiceLearningStanding?
    /// How the last learning since the start ended.
    public var outcome: VoiceOutcome?
    /// Whether more than one person may have been heard in the recordings that were sent since the start (V-5).
    public var mayBeTwo = false

    public init(
        standing: VoiceStanding, consent: VoiceConsent?, receipts: [VoiceReceipt], learning: VoiceLearningStanding?,
        outcome: VoiceOutcome?, mayBeTwo: Bool = false
    ) {
        (self.standing, self.consent, self.receipts) = (standing, consent, receipts)
        (self.learning, self.outcome, self.mayBeTwo) = (learning, outcome, mayBeTwo)
    }
}

/// The answer to a request about the owner's voice.
public enum VoiceReply: Hashable, Codable, Sendable {
    case report(VoiceReport)

    enum ReportCodingKeys: String, CodingKey { case _0 = "report" }
}

/// Why a request about the owner's voice is not carried out.
public enum VoiceRefusal: String, Hashable, Codable, Sendable, CaseIterable {
    /// Under 18, or nobody has said that the owner is not (V-5).
    case age
    /// The consent names its owner.
    case noName = "no_name"
    case signInFirst = "sign_in_first"
    case hasVoice = "has_voice"
    /// An earlier voice is not deleted yet.
    case deleting
    /// An earlier upload waits for its answer.
    case sending
    /// An earlier recording is not destroyed yet.
    case destroying
    case learning
    case muted
    case noMicrophone = "no_microphone"
    case noVoice = "no_voice"
    /// The voice belongs to another account than the one that is signed in.
    case anotherAccount = "another_account"
}
