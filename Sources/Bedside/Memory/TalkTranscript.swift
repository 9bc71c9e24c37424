/// One line of a talk, as it was heard.
public struct TalkLine: Hashable, Codable, Sendable {
    public enum Voice: String, Codable, CaseIterable, Sendable, Hashable {
        case owner, companion
        /// A guest, a television, a radio.
        case another
    }

    public var voice: Voice
    public var words: PrivateText
    public var isOffRecord: Bool

    public init(_ voice: Voice, _ words: PrivateText, isOffRecord: Bool = false) {
        self.voice = voice
        self.words = words
        self.isOffRecord = isOffRecord
    }

    enum CodingKeys: String, CodingKey { case voice, words, isOffRecord }
}

/// A talk as it was heard so far, for the gate; bounded, and forgotten with the talk.
public struct TalkTranscript: Hashable, Sendable {
    public private(set) var lines: [TalkLine] = []
    /// The number of each line's turn, as the service counts them.
    private var turns: [Int?] = []
    /// Whether the owner wants nothing remembered until the talk ends (M-8).
    public private(set) var isOffRecord = false

    public init() {}

    /// Adds a line. One with the number of an earlier turn replaces it: a turn grows, or is cut to what was heard.
    public mutating func hear(_ voice: TalkLine.Voice, _ words: String, turn: Int? = nil) {
        if let turn, let index = turns.lastIndex(of: turn), lines.indices.contains(index) {
            lines[index].words = PrivateText(words)
            return
        }
        lines.append(TalkLine(voice, PrivateText(words), isOffRecord: isOffRecord))
        turns.append(turn)
        if lines.count > MemoryGate.maximumLines {
            let surplus = lines.count - MemoryGate.maximumLines
            lines.removeFirst(surplus)
            turns.removeFirst(surplus)
        }
    }

    /// Takes the lines that hold a text off the record, because the owner wants it forgotten.
    public mutating func forget(_ texts: [PrivateText]) {
        let gone = texts.map { FoldedText($0.words) }.filter { !$0.isEmpty }
        for index in lines.indices {
            let line = FoldedText(lines[index].words.words)
            if gone.contains(where: { line.contains($0) }) { lines[index].isOffRecord = true }
        }
    }

    /// Goes off the record until the talk ends, from the owner's last line on: what must not be remembered often stands
    /// in the sentence with the wish.
    public mutating func goOffRecord() {
        isOffRecord = true
        guard let wish = lines.lastIndex(where: { $0.voice == .owner }) else { return }
        for index in lines.indices where index >= wish { lines[index].isOffRecord = true }
    }
}
