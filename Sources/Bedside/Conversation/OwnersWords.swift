/// What the owner said in a conversation, as the service wrote it down: bounded, and forgotten with the conversation.
struct OwnersWords: Hashable, Sendable {
    private struct Line: Hashable, Sendable {
        let turn: Int?
        var words: PrivateText
    }

    private var kept: [Line] = []
    /// The number of lines so far, the oldest of which are no longer kept.
    private(set) var count = 0

    private static let maximumLines = 60
    static let maximumCharacters = 400

    /// Adds a line. One with the number of one of the last two turns replaces it, because a turn grows.
    mutating func hear(_ words: PrivateText, turn: Int?) {
        let words = PrivateText(String(words.words.prefix(Self.maximumCharacters)))
        if let turn, let place = kept.indices.suffix(2).first(where: { kept[$0].turn == turn }) {
            kept[place].words = words
            return
        }
        kept.append(Line(turn: turn, words: words))
        count += 1
        if kept.count > Self.maximumLines { kept.removeFirst() }
    }

    var lines: [String] { kept.map(\.words.words) }
    var last: String? { lines.last }

    /// What was said after that many lines; nil if nothing was.
    func said(after count: Int) -> PrivateText? {
        let new = kept.suffix(max(0, self.count - count))
        return new.isEmpty ? nil : PrivateText(new.map(\.words.words).joined(separator: "\n"))
    }
}
