/// What the owner's voice is asked for, hears of and asks for.
extension VoiceKeeper {
    /// A report from the driver.
    public enum Event: Hashable, Codable, Sendable {
        /// Whether the gateway would make a voice now.
        case checked(VoiceCheck)
        case recorded(VoiceTake, take: Int)
        /// What was heard in the recording of the consent; nil: the service was not reached.
        case transcribed(PrivateText?, take: Int)
        /// In a replay, which has no words: whether they were those of the consent.
        case compared(isSame: Bool, take: Int)
        /// The gateway's answer to the upload of that number.
        case sent(VoiceAnswer, upload: Int)
        /// A recording was overwritten and removed, or that failed.
        case destroyed(file: Int, isDone: Bool)
        /// No recording from before the start is left, or one could not be removed.
        case swept(isDone: Bool)
        /// Whether the gateway has a voice of the name.
        case found(VoiceSearch, search: Int)
        /// The answer to a deletion; `thousandth` is chance from 0 to 999, which the core itself does not have.
        case deletion(VoiceDeletionAnswer, id: String, thousandth: Int)
        case fetched(VoiceClipOutcome, task: Int)

        enum CodingKeys: String, CodingKey {
            case checked, recorded, transcribed, compared, sent, destroyed, swept, found, deletion, fetched
        }
        enum CheckedCodingKeys: String, CodingKey { case _0 = "answer" }
        enum RecordedCodingKeys: String, CodingKey { case _0 = "result", take }
        enum TranscribedCodingKeys: String, CodingKey { case _0 = "words", take }
        enum SentCodingKeys: String, CodingKey { case _0 = "answer", upload }
        enum FoundCodingKeys: String, CodingKey { case _0 = "answer", search }
        enum DeletionCodingKeys: String, CodingKey { case _0 = "answer", id, thousandth }
        enum FetchedCodingKeys: String, CodingKey { case _0 = "outcome", task }
    }

    /// A request to the driver.
    public enum Effect: Hashable, Codable, Sendable {
        /// Ask the gateway whether it would make a voice; answered by `Event.checked` within 15 s.
        case check
        /// Gives a short tone, and records the microphone until `finish`, or for `limitSeconds`; sealed on the shelf of
        /// raw recordings and answered by `Event.recorded`. `output` is an index into the board's list of outputs.
        case record(take: Int, kind: VoiceTakeKind, output: Int, volumePercent: Int, limitSeconds: Int)
        /// The owner has spoken.
        case finish
        /// Nothing of what is being recorded is kept. Also closes the microphone after a recording that was.
        case drop
        /// Have the recording put into words; answered by `Event.transcribed`. The names help with spelling.
        case transcribe(file: Int, take: Int, language: Language, names: PrivateText)
        /// Answered by `Event.sent`. The same key may be sent again after a failure, and never after an answer.
        case send(VoiceUpload)
        /// Stop sending this upload, of which the gateway may have all by now; `Event.sent` says that it failed.
        case cancelUpload(Int)
        /// Overwrite and remove one raw recording; answered by `Event.destroyed`. One that is not there is destroyed.
        case destroy(file: Int)
        /// Destroy all raw recordings, also those that a power cut left unfinished; answered by `Event.swept`.
        case sweep
        /// Look for a voice of that name at the gateway (`GET /mobile/voice`); answered by `Event.found`.
        case search(name: String, search: Int)
        /// Delete a voice at the gateway; answered by `Event.deletion`. Before the token is given back, it is asked once
        /// and nobody waits for the answer.
        case askDeletion(id: String)
        /// Everything is erased, and nobody knows whether the gateway has made a voice of that name: before the token is
        /// given back, it is asked once for its deletion.
        case askDeletionOfUpload(name: String)
        /// Keep a clip of exactly this script; answered by `Event.fetched`, at once if it is kept already. Ends what an
        /// earlier task does.
        case fetchClip(VoiceScript, task: Int)
        /// Destroy all clips except those of these scripts, and end a task for any other.
        case forgetClips(keeping: [VoiceScript])

        enum CodingKeys: String, CodingKey {
            case check, record, finish, drop, transcribe, send, cancelUpload, destroy, sweep, search, askDeletion,
                askDeletionOfUpload, fetchClip, forgetClips
        }
        enum SendCodingKeys: String, CodingKey { case _0 = "upload" }
        enum CancelUploadCodingKeys: String, CodingKey { case _0 = "upload" }
        enum FetchClipCodingKeys: String, CodingKey { case _0 = "script", task }
    }
}

/// Whether a gateway would make a voice now.
public enum VoiceCheck: Hashable, Codable, Sendable {
    case ready
    /// The account has a voice already; with the gateway's name for it, if the owner may delete it from here.
    case taken(id: String?)
    /// The plan has none.
    case plan
    /// This gateway makes none.
    case off
    /// The gateway does not know the token.
    case signedOut
    case unreachable
}

/// How a recording went.
public enum VoiceTake: Hashable, Codable, Sendable {
    /// It is sealed. `mayBeTwo`: more than one person may have spoken (V-5).
    case kept(VoiceRecording, mayBeTwo: Bool)
    /// Nothing was heard.
    case silent
    /// The voice was too loud for the microphone.
    case clipped
    /// Too little of it is speech.
    case short
    /// The disk has too little room left.
    case noRoom
    /// The microphone or the disk failed.
    case failed

    enum KeptCodingKeys: String, CodingKey { case _0 = "recording", mayBeTwo }
}

/// One `POST /mobile/voice`.
public struct VoiceUpload: Hashable, Codable, Sendable {
    /// Counts the requests since the start.
    public var number: Int
    /// The Idempotency-Key.
    public var key: String
    public var name: String
    public var consentFile: Int
    public var consentText: PrivateText
    public var sampleFile: Int

    public init(
        number: Int, key: String, name: String, consentFile: Int, consentText: PrivateText, sampleFile: Int
    ) {
        self.number = number
        self.key = key
        self.name = name
        self.consentFile = consentFile
        self.consentText = consentText
        self.sampleFile = sampleFile
    }
}

/// The gateway's answer to an upload.
public enum VoiceAnswer: Hashable, Codable, Sendable {
    /// 201, `ready`.
    case made(id: String)
    /// 201 or 409: it was made, and deleted meanwhile.
    case deleted
    case taken
    case plan
    case off
    /// 422, or any other answer that says that this request will never do.
    case refused
    /// 401.
    case signedOut
    /// It may work later, or nobody knows: no answer, 409 `voice_at_work`, 429, 5xx.
    case failed(retryAfterSeconds: Int?)
}

/// The gateway's answer to a search for a voice.
public enum VoiceSearch: Hashable, Codable, Sendable {
    case ready(id: String)
    /// It is still being made.
    case atWork
    case absent
    case failed(retryAfterSeconds: Int?)
}

/// The gateway's answer to a deletion.
public enum VoiceDeletionAnswer: Hashable, Codable, Sendable {
    /// 204 or 404.
    case gone
    /// 202: the provider has not confirmed yet.
    case accepted
    /// No answer, or another one.
    case failed(retryAfterSeconds: Int?)
}

public enum VoiceClipOutcome: Hashable, Codable, Sendable {
    /// It is kept.
    case ready
    case failed(retryAfterSeconds: Int?)
    /// Trying again changes nothing.
    case refused
    /// 404: the gateway has no such voice any more.
    case unknownVoice
}
