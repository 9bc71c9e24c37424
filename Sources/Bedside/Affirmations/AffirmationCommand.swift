/// A request about the owner's phrases (MIND-7). A phrase is named by its place in the list, from 1.
public enum AffirmationCommand: Hashable, Codable, Sendable {
    case list
    /// Adds a phrase; one with the same words gets these times.
    case add(PrivateText, kana: PrivateText?, times: [LocalTime])
    case remove(Int)
    case play(Int)
    /// Records the owner's voice at the bedside.
    case record(Int)
    /// Records the owner's voice as asked for in a talk, which ends first; then the device says when to speak. A phrase
    /// whose words are not known yet is added. With neither words nor a place, the owner's only phrase is meant.
    case recordAfterTalk(PrivateText?, place: Int?)

    public var isWrite: Bool {
        switch self {
        case .add, .remove, .recordAfterTalk: true
        case .list, .play, .record: false
        }
    }

    enum CodingKeys: String, CodingKey { case list, add, remove, play, record, recordAfterTalk }
    enum AddCodingKeys: String, CodingKey { case _0 = "text", kana, times }
    enum RemoveCodingKeys: String, CodingKey { case _0 = "place" }
    enum PlayCodingKeys: String, CodingKey { case _0 = "place" }
    enum RecordCodingKeys: String, CodingKey { case _0 = "place" }
    enum RecordAfterTalkCodingKeys: String, CodingKey { case _0 = "text", place }
}

/// The answer to a request about the owner's phrases.
public enum AffirmationReply: Hashable, Codable, Sendable {
    /// `take` is how the last recording went; nil: none was made since the start, or it still goes on.
    case list([Affirmation], isRecording: Bool, take: PhraseTake?)
    /// The phrase that was kept, its number in the list, and a gentler form of it, if it claims too much (V-7).
    case kept(Affirmation, place: Int, offer: PrivateText?)
    /// It is erased, but something of it could not be removed from the disk yet; the appliance tries it again.
    case traceKept

    enum CodingKeys: String, CodingKey { case list, kept, traceKept }
    enum ListCodingKeys: String, CodingKey { case _0 = "phrases", isRecording, take }
    enum KeptCodingKeys: String, CodingKey { case _0 = "phrase", place, offer }
}

/// Why a request about the owner's phrases is not carried out.
public enum AffirmationRefusal: Hashable, Codable, Sendable {
    case empty
    case tooManyWords(Int)
    case tooManyCharacters(Int)
    /// The reading holds what the voice spells out.
    case kana
    case full
    /// More than two plays a day, over all phrases.
    case tooManyTimes(Int)
    case noSuchPhrase(Int, count: Int)
    /// The voice cannot say it, and it was not recorded.
    case unsayable
    /// Nothing can be recorded.
    case muted, noMicrophone
    /// The phrase claims too much, and this form of it was offered in its place, once (V-7).
    case gentler(PrivateText)
    /// There are this many phrases, and nothing says which one is meant.
    case ambiguous(Int)
    /// A recording is awaited already: this one changes nothing about it.
    case awaited

    enum CodingKeys: String, CodingKey {
        case empty, tooManyWords, tooManyCharacters, kana, full, tooManyTimes, noSuchPhrase, unsayable, muted,
            noMicrophone, gentler, ambiguous, awaited
    }
    enum TooManyWordsCodingKeys: String, CodingKey { case _0 = "words" }
    enum TooManyCharactersCodingKeys: String, CodingKey { case _0 = "characters" }
    enum TooManyTimesCodingKeys: String, CodingKey { case _0 = "times" }
    enum NoSuchPhraseCodingKeys: String, CodingKey { case _0 = "place", count }
    enum GentlerCodingKeys: String, CodingKey { case _0 = "form" }
    enum AmbiguousCodingKeys: String, CodingKey { case _0 = "count" }
}
