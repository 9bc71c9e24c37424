import Bedside

extension Diagnostics {
    /// What a person is shown, sorted by name: without zeros, and without what only other commands want.
    func table(in language: Language) -> [(name: String, text: String)] {
        var shown = self
        shown.board.fingerprint = nil
        // Beside the same in English.
        shown.session.failureWords = nil
        let figures = shown.figures.filter { $0.value.whole != 0 }
            .map { (name: $0.key, text: Views.text($0.value, language: language)) }
        return (figures + wordings.map { (name: $0.name, text: $0.words.text(in: language)) })
            .sorted { $0.name < $1.name }
    }
}
