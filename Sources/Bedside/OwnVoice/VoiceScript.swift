/// A text that the owner has approved for their own voice (V-4): a phrase of theirs, or the wake message made of what they
/// intend. Only `ApprovedScripts` makes one, so no other text ever gets that voice.
public struct VoiceScript: Hashable, Codable, Sendable {
    public let text: PrivateText
    public let language: Language
    /// The gateway's name for the voice.
    public let voice: String

    fileprivate init(_ utterance: Utterance, voice: String) {
        text = PrivateText(utterance.text)
        language = utterance.language
        self.voice = voice
    }

    /// The words, as something to say.
    public var utterance: Utterance {
        var utterance = Utterance(text: text.words, language: language)
        utterance.isPrivate = true
        return utterance
    }
}

/// Why a text is not said in the owner's voice.
public enum VoiceScriptRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// It is neither one of the owner's phrases nor the wake message.
    case notApproved = "not_approved"
    /// No voice of the owner's reads now.
    case notInUse = "not_in_use"
}

/// All texts that the owner's voice may say now, with the voice.
struct ApprovedScripts: Hashable, Sendable {
    /// Longer texts are refused by the gateway.
    static let maximumCharacters = 1000

    let scripts: [VoiceScript]
    private let voice: String?

    /// Nothing is approved.
    static let none = ApprovedScripts(voice: nil, texts: [])

    /// - Parameters:
    ///   - wakeMessage: what the coming morning says; nil: nothing.
    init(_ durable: Durable, wakeMessage: Utterance?) {
        guard durable.canOwnVoiceRead, let voice = durable.ownVoice.voice else {
            self = .none
            return
        }
        // A phrase that the owner has recorded needs no other voice (V-6).
        let phrases = durable.affirmations.phrases.filter { $0.recording == nil }.map(\.words)
        self.init(voice: voice.id, texts: phrases + [wakeMessage].compactMap(\.self))
    }

    private init(voice: String?, texts: [Utterance]) {
        self.voice = voice
        scripts = texts.reduce(into: []) { scripts, text in
            guard let voice, !text.text.isEmpty, text.text.count <= Self.maximumCharacters else { return }
            let script = VoiceScript(text, voice: voice)
            if !scripts.contains(script) { scripts.append(script) }
        }
    }

    /// The script of exactly this text.
    func script(for utterance: Utterance) throws(VoiceScriptRefusal) -> VoiceScript {
        guard voice != nil else { throw .notInUse }
        let text = PrivateText(utterance.text)
        guard let script = scripts.first(where: { $0.text == text && $0.language == utterance.language }) else {
            throw .notApproved
        }
        return script
    }
}

extension Durable {
    /// Whether the owner's own voice reads: it is chosen, belongs to whoever uses the speaker, and the owner is 18 or older.
    var canOwnVoiceRead: Bool {
        guard let voice = ownVoice.voice, ownVoice.choice == .own, schedule.profile.age == .adult else { return false }
        return isOfAccount(gateway: voice.gateway, user: voice.user)
    }

    /// Whether the speaker is this account's, signed in or not.
    func isOfAccount(gateway: String, user: String) -> Bool {
        account.gateway == gateway && (account.user ?? account.profile.user) == user
    }
}

extension Affirmation {
    /// Its words for a voice that can read everything.
    var words: Utterance {
        var utterance = Utterance(text: text.words, language: language)
        utterance.isPrivate = true
        return utterance
    }
}

extension Durable {
    /// Whether words of which there may be a clip in the owner's own voice are lost with these changes, or the voice is:
    /// then the store destroys all clips.
    public func losesScripts(by changes: [Change]) -> Bool {
        let others = changes.filter { if case .account = $0 { false } else { $0.mayChangeScripts } }
        guard ownVoice.mayHoldClips, !others.isEmpty else { return false }
        var after = self
        for change in changes { after.apply(change) }
        guard after.ownVoice.voice?.id == ownVoice.voice?.id else { return true }
        let texts = Set(after.affirmations.phrases.map(\.text))
        if !affirmations.phrases.map(\.text).allSatisfy(texts.contains) { return true }
        let memories = changes.compactMap { if case .memory(let change) = $0 { change } else { nil } }
        return !memories.isEmpty && memory.losesWakeAct(by: memories)
    }
}
