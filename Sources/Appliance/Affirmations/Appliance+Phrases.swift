extension Appliance {
    /// The line belongs to a talk now, or to nobody: neither a recording is played on it, nor a phrase or a voice recorded.
    func linesAreTaken() {
        recordings.lineIsTaken()
        phrases.lineIsTaken()
        ownVoice.lineIsTaken()
    }
}
