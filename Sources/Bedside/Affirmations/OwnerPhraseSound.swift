/// What is heard of a phrase. Its words are in no journal.
struct OwnerPhraseSound: Hashable, Sendable {
    var source: Playback.Source
    /// How long it may last.
    var limitMilliseconds: Int

    /// The owner's own voice is the first choice (V-6). Nil if there is none, and the device's cannot say it.
    init?(_ phrase: Affirmation) {
        let utterance = phrase.utterance
        if let recording = phrase.recording {
            source = .phrase(recording.number, instead: utterance)
            limitMilliseconds = utterance == nil ? recording.milliseconds + 500 : Speaker.speechLimitMilliseconds
        } else if let utterance {
            source = .speech(utterance)
            limitMilliseconds = Speaker.speechLimitMilliseconds
        } else {
            return nil
        }
    }
}
