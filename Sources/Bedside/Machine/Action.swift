/// Everything that the speaker can do. Actions are performed in the order of the list; the next one follows when a
/// commit is on disk, or after a short wait if the disk is slow.
public enum Action: Hashable, Codable, Sendable {
    /// Write one transaction (ALARM-7).
    case commit([Change])
    /// Open the device and load the sound, so that a later `play` of the same playback starts at once.
    case prepare(Playback)
    /// One sound at a time: replaces what plays, without a gap where the device stays the same.
    case play(Playback)
    /// Fade out within a few milliseconds and take back what is queued.
    case silence
    /// A soft click over whatever plays.
    case click
    /// Open or close the microphone for voice activity.
    case listen(Bool)
    /// The buzzer line (SOUND-2), where the board has one.
    case buzzer(Bool)
    /// Make a call to an online companion, muted; an existing call is closed.
    case connect(ConversationRequest)
    /// Connect the ready call to speaker and microphone; the companion speaks first (TALK-1).
    case open(CallOpening)
    /// Give the companion on the open call another habit's prompt (ALARM-5).
    case handOver(ConversationRequest)
    /// Give the companion the result of its tool call (TALK-9).
    case answerTool(ToolAnswer)
    /// Set how loud the companion on the open call is.
    case callVolume(percent: Int)
    /// - Parameter isFinal: nothing of the conversation is kept; otherwise it goes on over a new call.
    case disconnect(isFinal: Bool)
    /// Silence the open call at once, ask over it for a summary of the talk, and close it (MIND-3); answered by
    /// `Event.memory`.
    case summarize(SummaryTask)
    /// Make, end or play a recording of a talk.
    case recording(RecordingKeeper.Effect)
    /// Record a phrase of the owner's (MIND-7).
    case affirmation(AffirmationKeeper.Effect)
    /// Have the wake message spoken beforehand, or forget it (MIND-4).
    case wakeVoice(WakeVoice.Effect)
    /// Ask something of the gateway (ACCOUNT-1, ACCOUNT-3).
    case account(AccountKeeper.Effect)
    /// Learn, use or delete the owner's own voice (MIND-9).
    case ownVoice(VoiceKeeper.Effect)
    /// Check sound, network and credentials, shortly before an occurrence (ALARM-12).
    case checkBeforeAlarm(Habit, Companion)
    /// Answered by `Event.eveningCheck` and, for the companion, `Event.companionChecked`.
    case eveningCheck(EveningCheck.Effect)
    /// Check the way to the companion alone, at once; answered by `Event.companionChecked`.
    case checkCompanion(Companion)
    case reply(Reply, ticket: Int)
    /// A line for the operator's log; never spoken words, never a secret.
    case log(LogLevel, String)
    /// The loop ends after this.
    case exit
}

public enum LogLevel: String, CaseIterable, Codable, Sendable, Hashable {
    case debug, info, notice, warning, error
}

/// What a companion is told as a call is made, handed over or renewed. The journal keeps `call`, `companion`, `habit`
/// and `isResumed`; everything else follows from the owner's words or from state that a replay has.
public struct ConversationRequest: Hashable, Codable, Sendable {
    /// How the companion is to treat the owner.
    public enum Care: Hashable, Sendable {
        case usual
        /// The morning after a talk in which the owner seemed to be at risk (G-4).
        case gentle
        /// The owner seems to be at risk: instructions of their own, and hardly any tools (G-2).
        case crisis
    }

    /// The call's number, which every report about it carries.
    public var call: Int
    public var companion: Companion
    public var habit: Habit?
    /// Whether it continues the conversation so far (TALK-5).
    public var isResumed: Bool
    /// What the companion is told from the memory.
    public var told = MemoryTold()
    public var care = Care.usual
    /// Whether the device itself says a help line in this talk, before its end (SAFE-2).
    public var isHelpLineSaid = false
    /// Whether it takes the place of what the same call was told before it was open.
    public var isRenewed = false
    /// Whether a bedtime talk has lasted nearly as long as it may.
    public var isClosing = false
    /// What the theme and the teaching of a morning are chosen by; nil for other talks.
    public var teaching: TeachingRequest?
    /// Whether talks are recorded, so that the owner can go off the record although nothing is remembered.
    public var isRecorded = false
    /// Whether no talk is on yet: a call for one that may come (ALARM-12).
    public var isPrepared = false
    /// Whether the offline companion has begun the talk, because this one was busy (ACCOUNT-3).
    public var joinsLate = false
    /// How talks stand as this one begins; nil for a request that was read from a journal.
    public var talk: TalkStanding?
    /// The device as it asks, from which the instructions are made.
    public var status: Status? {
        get { boxedStatus.wrappedValue }
        set { boxedStatus.wrappedValue = newValue }
    }
    private var boxedStatus = Boxed<Status?>(wrappedValue: nil)
    private enum CodingKeys: String, CodingKey {
        case call = "line"
        case companion, habit, isResumed
    }
    public init(
        call: Int, companion: Companion, habit: Habit?, isResumed: Bool = false, told: MemoryTold = MemoryTold(),
        care: Care = .usual, teaching: TeachingRequest? = nil, isRecorded: Bool = false
    ) {
        self.call = call
        self.companion = companion
        self.habit = habit
        self.isResumed = isResumed
        self.told = told
        self.care = care
        self.teaching = teaching
        self.isRecorded = isRecorded
    }
}

extension ConversationRequest {
    /// Whether its first sentence has to say that it is an AI (SAFE-1).
    public var mustDisclose: Bool { talk?.owesDisclosure ?? false }
    /// How many hours the owner's last nights should have had, if the companion is to mention that they were shorter
    /// (G-10).
    public var shortNightHours: Int? { habit?.subject == .bedtime ? talk?.shortNightHours : nil }
    /// Whether a bedtime talk says first that it is late.
    public var isLate: Bool { habit?.subject == .bedtime && talk?.isLate == true }
    /// Whether a training after a very short night is to be offered as a light one (G-10).
    public var isTrainingLight: Bool { habit?.subject == .training && talk?.isTrainingLight == true }
}

/// What the driver needs to connect a ready call with speaker and microphone.
public struct CallOpening: Hashable, Codable, Sendable {
    public var call: Int
    /// Index into the board's list of outputs; if that one fails, the next ones are tried.
    public var output: Int
    public var volumePercent: Int
    private enum CodingKeys: String, CodingKey {
        case call = "line"
        case output, volumePercent
    }
    public init(call: Int, output: Int, volumePercent: Int) {
        self.call = call
        self.output = output
        self.volumePercent = volumePercent
    }
}

/// The result of a tool call, for the companion.
public struct ToolAnswer: Hashable, Codable, Sendable {
    public var call: Int
    public var callID: String
    /// JSON for the companion.
    public var output: String
    /// Whether nothing is to be said about it.
    public var isSilent: Bool
    /// Whether the tool call changed something, or should have.
    public var isWrite: Bool
    private enum CodingKeys: String, CodingKey {
        case call = "line"
        case callID, output, isSilent, isWrite
    }
    public init(call: Int, callID: String, output: String, isSilent: Bool, isWrite: Bool) {
        self.call = call
        self.callID = callID
        self.output = output
        self.isSilent = isSilent
        self.isWrite = isWrite
    }
}

/// One sound to be played.
public struct Playback: Hashable, Codable, Sendable {
    public enum Source: Hashable, Codable, Sendable {
        /// The alarm: the habit's WAV, else the board's, else synthesized; loops until silenced or its time is up.
        case alarm(file: String?)
        /// The 520 Hz square wave in the T-3 pattern of fire alarms (S-3); made by code, so that no file can be missing.
        case square
        case speech(Utterance)
        /// The owner's recording of a phrase, by its file; what the rules say if it cannot be read (MIND-7).
        case phrase(Int, instead: Utterance?)
        /// A short tone pattern that replaces speech.
        case chime
        /// A sound of a meditation, or a dawn; it may be softer than what counts as audible.
        case tone(Tone)

        /// Whether it is the sound of a ring, also if it is only tried out: a melody, or the pattern (SOUND-7).
        public var isAlarm: Bool {
            switch self {
            case .alarm, .square: true
            case .speech, .phrase, .chime, .tone: false
            }
        }
    }
    /// Ascends by one with each new sound. Words of the owner's that no journal has may be the reason for some sounds;
    /// those have negative numbers of their own, so that a replay of the journal counts the others alike.
    public var id: Int
    public var isJournaled: Bool { id > 0 }
    public var source: Source
    /// Percent of full scale at the start and after `riseMilliseconds`; in between, the amplitude rises quadratically
    /// (ALARM-2).
    public var fromPercent: Int
    public var toPercent: Int
    public var riseMilliseconds: Int
    /// Ends by itself after this, counted from the first frame played.
    public var limitMilliseconds: Int
    /// Index into the board's list of outputs.
    public var output: Int
    /// What only a ring has; nil for other sounds.
    public var ring: RingShape?

    public init(
        id: Int, source: Source, fromPercent: Int, toPercent: Int, riseMilliseconds: Int, limitMilliseconds: Int,
        output: Int, ring: RingShape? = nil
    ) {
        self.id = id
        self.source = source
        self.fromPercent = fromPercent
        self.toPercent = toPercent
        self.riseMilliseconds = riseMilliseconds
        self.limitMilliseconds = limitMilliseconds
        self.output = output
        self.ring = ring
    }
}

/// Something to say aloud.
public struct Utterance: Hashable, Codable, Sendable {
    /// Names the pre-rendered file `Prompts/offline/rendered/KEY.wav`; nil where the text varies.
    public var key: String?
    public var text: String
    /// Kana for the synthesizer, where the text's own reading would be wrong.
    public var reading: String?
    public var language: Language
    /// Whether it holds words of the owner's: then it is encoded without them.
    public var isPrivate = false
    /// The owner approved these words for their own voice: a clip of them comes first, where one is kept (MIND-9). Not
    /// encoded.
    public var script: VoiceScript?
    /// How fast it is said; not encoded.
    public var pace = Pace.usual

    public enum Pace: Hashable, Sendable {
        case usual
        /// For a number that somebody may want to write down (G-2).
        case careful
        /// For a meditation (D-1).
        case slow
    }

    enum CodingKeys: String, CodingKey { case key, text, reading, language }

    public init(key: String? = nil, text: String, reading: String? = nil, language: Language) {
        self.key = key
        self.text = text
        self.reading = reading
        self.language = language
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(key, forKey: .key)
        try values.encode(isPrivate ? "" : text, forKey: .text)
        try values.encodeIfPresent(isPrivate ? nil : reading, forKey: .reading)
        try values.encode(language, forKey: .language)
    }

    /// Whether the synthesizer can say it: it knows no kanji.
    public var isSayable: Bool { language == .english || Kana.isSayable(spoken) }

    /// The text for a synthesizer.
    public var spoken: String { reading ?? text }
}
