/// How a recording of a phrase went (MIND-7).
public enum PhraseTake: Hashable, Codable, Sendable {
    /// It is sealed and kept.
    case kept(PhraseRecordingFile)
    /// Nothing was heard.
    case silent
    /// The voice was too loud for the microphone.
    case clipped
    /// Less than half a second.
    case short
    /// The owner still spoke after ten seconds.
    case long
    /// The disk has too little room left.
    case noRoom
    /// The microphone or the disk failed.
    case failed

    enum KeptCodingKeys: String, CodingKey { case _0 = "recording" }

    /// What the device says when it is not kept; nil if it is.
    var phrase: AffirmationPhrase? {
        switch self {
        case .kept: nil
        case .silent: .takeWasSilent
        case .clipped: .takeWasClipped
        case .short: .takeWasShort
        case .long: .takeWasLong
        case .noRoom: .takeHadNoRoom
        case .failed: .takeFailed
        }
    }
}

/// A recording of a phrase that is being made.
struct PhraseRecording: Hashable, Sendable {
    /// The phrase's number; nil: what the owner says at bedtime about tomorrow.
    var phrase: Int?
    /// Counts the recordings since the start: the report of an earlier one changes nothing.
    var take: Int
    /// When it has failed, whatever the driver reports: the longest recording, and time for the devices to open.
    var until: BootTime
    /// Whether the device says how it went, because nobody reads it.
    var isAskedInTalk = false
    var isFinishing = false

    static let longest = TimeSpan.seconds(20)
    static let judgement = TimeSpan.seconds(6)
}

extension AffirmationKeeper {
    /// A report from the driver.
    public enum Event: Hashable, Codable, Sendable {
        case recorded(PhraseTake, take: Int)

        enum RecordedCodingKeys: String, CodingKey { case _0 = "result", take }
    }

    public enum Effect: Hashable, Codable, Sendable {
        /// Gives a short tone, and records the microphone until `finish`, for ten seconds at most and as long as the owner
        /// may think before; answered by `Event.recorded`. `output` is an index into the board's list of outputs.
        case record(take: Int, output: Int, volumePercent: Int, thinkingMilliseconds: Int = 0)
        /// The owner has spoken.
        case finish
        /// Nothing of it is kept. Also closes the line after a recording that was.
        case drop
        /// Removes a recording that was kept although it came too late for any phrase.
        case forget(PhraseRecordingFile)

        enum CodingKeys: String, CodingKey { case record, finish, drop, forget }
        enum RecordCodingKeys: String, CodingKey { case take, output, volumePercent, thinkingMilliseconds }
        enum ForgetCodingKeys: String, CodingKey { case _0 = "recording" }
    }
}
