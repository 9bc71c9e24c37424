extension Appliance {
    /// The line belongs to a talk now, or to nobody: neither a recording is played on it, nor a phrase recorded.
    func linesAreTaken() {
        recordings.lineIsTaken()
        phrases.lineIsTaken()
    }
}
