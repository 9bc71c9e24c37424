/// Has a phrase of the owner's heard (MIND-7).
extension Bedside {
    /// Plays it unless something else is to be heard; what was written for it is on disk first.
    mutating func play(_ sound: OwnerPhraseSound, at now: Moment) {
        guard isFree else { return }
        commit()
        say(sound.utterance, for: .announcement, isJournaled: false, at: now)
    }
}
