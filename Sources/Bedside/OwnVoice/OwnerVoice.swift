/// The voice that reads the owner's phrases and wake messages (MIND-9). The live companion always has its own voice.
public enum VoiceChoice: String, Hashable, Codable, Sendable, CaseIterable {
    case standard
    /// The voice that was made of the owner's recording.
    case own
}

/// The consent to a voice of one's own (V-1). Its recording is not kept.
public struct VoiceConsent: Hashable, Codable, Sendable {
    /// What was said, with the owner's name; nil: it was erased with everything that the vault sealed.
    public var text: PrivateText?
    public var language: Language
    /// SHA-256 of the recording that was sent, in hexadecimal.
    public var sha256: String
    public var givenAt: CivilTime

    public init(text: PrivateText?, language: Language, sha256: String, givenAt: CivilTime) {
        self.text = text
        self.language = language
        self.sha256 = sha256
        self.givenAt = givenAt
    }
}

/// A voice that a gateway has had made of the owner's recording.
public struct ClonedVoice: Hashable, Codable, Sendable {
    /// The gateway's name for it.
    public var id: String
    /// The gateway's address, and its name for the owner: nobody else may use or delete it.
    public var gateway: String
    public var user: String
    public var madeAt: CivilTime
    public var consent: VoiceConsent

    public init(id: String, gateway: String, user: String, madeAt: CivilTime, consent: VoiceConsent) {
        self.id = id
        self.gateway = gateway
        self.user = user
        self.madeAt = madeAt
        self.consent = consent
    }
}

/// A request to make a voice whose answer is not known yet. It outlives a power cut: the gateway may have made the voice.
public struct VoiceSending: Hashable, Codable, Sendable {
    /// The Idempotency-Key: the same one makes the same voice.
    public var key: String
    /// The voice's name at the gateway, by which it is found again. It names nobody.
    public var name: String
    public var gateway: String
    public var user: String
    public var consent: VoiceConsent
    /// Whether the owner has deleted it meanwhile: a voice that was made goes at once.
    public var isUnwanted = false

    public init(
        key: String, name: String, gateway: String, user: String, consent: VoiceConsent, isUnwanted: Bool = false
    ) {
        self.key = key
        self.name = name
        self.gateway = gateway
        self.user = user
        self.consent = consent
        self.isUnwanted = isUnwanted
    }

    func isOfAccount(in durable: Durable) -> Bool { durable.isSignedIn(gateway: gateway, user: user) }
}

/// The part of what survives a power cut that concerns the owner's own voice.
public struct OwnerVoice: Hashable, Sendable {
    public var voice: ClonedVoice?
    public var choice = VoiceChoice.standard
    /// When the choice was made; nil: never.
    public var chosenAt: CivilTime?
    public var sending: VoiceSending?
    /// What became of the last recordings, oldest first.
    public var receipts: [VoiceReceipt] = []
    /// Voices whose deletion the gateway has not confirmed, oldest first. None is ever dropped.
    public var deletions: [VoiceDeletion] = []
    /// Whether a raw recording may be on the disk. Written before the first one is made, and taken back when none is left.
    public var mayHoldRaw = false
    /// Whether a clip was ever asked for.
    public var mayHoldClips = false

    public static let maximumReceipts = 12
    public static let maximumDeletions = 8
    public static let maximumNameBytes = 128

    public init() {}

    /// Everything that is sealed is gone, with the key that sealed it.
    mutating func forgetWords() {
        voice?.consent.text = nil
        sending?.consent.text = nil
    }

    /// A copy without the owner's words, for the rules and the journal.
    public var withoutWords: OwnerVoice {
        var part = self
        part.forgetWords()
        return part
    }

    /// Whether a change destroys words that are stored now.
    public func loses(by other: OwnerVoice) -> Bool {
        let after = Set([other.voice?.consent.text, other.sending?.consent.text].compactMap(\.self))
        return ![voice?.consent.text, sending?.consent.text].compactMap(\.self).allSatisfy(after.contains)
    }
}

extension OwnerVoice: Codable {
    enum CodingKeys: String, CodingKey {
        case voice, choice, chosenAt, sending, receipts, deletions, mayHoldRaw, mayHoldClips
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        voice = try values.decodeIfPresent(ClonedVoice.self, forKey: .voice)
        choice = try values.choice(.choice, or: choice)
        chosenAt = try values.decodeIfPresent(CivilTime.self, forKey: .chosenAt)
        sending = try values.decodeIfPresent(VoiceSending.self, forKey: .sending)
        receipts = try values.value(.receipts, or: receipts)
        deletions = try values.value(.deletions, or: deletions)
        mayHoldRaw = try values.value(.mayHoldRaw, or: mayHoldRaw)
        mayHoldClips = try values.value(.mayHoldClips, or: mayHoldClips)
    }
}
