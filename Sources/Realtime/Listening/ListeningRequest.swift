/// A recording that the service writes down outside any talk, as the consent to a voice of one's own (MIND-9, V-1).
public struct ListeningRequest: Sendable, Hashable {
    /// One channel at 48 kHz, at most 30 s. What comes after is not sent.
    public var samples: [Float]
    /// The language that is spoken, a tag of BCP 47. The service is not told which words are expected: it would hear them.
    public var language: String
    /// Names that may be heard, for their spelling alone.
    public var names: [String]

    static let maximumSamples = 30 * 48_000

    public init(samples: [Float], language: String, names: [String] = []) {
        self.samples = samples
        self.language = language
        self.names = names
    }
}

/// Why a recording was not written down.
public enum ListeningFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The service could not be reached, refused, or ended the session.
    case service(RealtimeFailure)
    /// No model that writes down is set, or the service has none.
    case noTranscription
    /// The service has heard nothing in it, or could not write it down.
    case nothingHeard
    /// It is not wanted any more.
    case cancelled

    public var description: String {
        switch self {
        case .service(let failure): failure.description
        case .noTranscription: "no transcription is set up"
        case .nothingHeard: "the service has heard no words"
        case .cancelled: "it is not wanted any more"
        }
    }
}
