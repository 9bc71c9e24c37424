import Bedside

extension Diagnostics {
    /// The rows for a person, sorted by name: without zeros, and without values that only other commands use.
    func table(in language: Language) -> [(name: String, text: String)] {
        var shown = self
        shown.board.fingerprint = nil
        // Said in words beside the memory.
        shown.storage.isOldKeyKept = nil
        // The same value is there in English as well.
        shown.session.failureWords = nil
        let figures = shown.figures.filter { $0.value.whole != 0 }
            .map { (name: $0.key, text: Views.text($0.value, language: language)) }
        return (figures + wordings.map { (name: $0.name, text: $0.words.text(in: language)) })
            .sorted { $0.name < $1.name }
    }
}
