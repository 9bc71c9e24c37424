/// One line of a talk, as it was heard.
public struct TalkLine: Hashable, Sendable {
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
}

/// A talk as it was heard so far, for the gate; bounded, and forgotten with the talk.
public struct TalkTranscript: Hashable, Sendable {
    public private(set) var lines: [TalkLine] = []
    /// Whether the owner wants nothing remembered until the talk ends (M-8).
    public private(set) var isOffRecord = false

    public init() {}

    public mutating func hear(_ voice: TalkLine.Voice, _ words: String) {
        lines.append(TalkLine(voice, PrivateText(words), isOffRecord: isOffRecord))
        if lines.count > MemoryGate.maximumLines { lines.removeFirst(lines.count - MemoryGate.maximumLines) }
    }

    /// Goes off the record until the talk ends, from the owner's last line on: what must not be remembered often stands
    /// in the sentence with the wish.
    public mutating func goOffRecord() {
        isOffRecord = true
        guard let wish = lines.lastIndex(where: { $0.voice == .owner }) else { return }
        for index in lines.indices where index >= wish { lines[index].isOffRecord = true }
    }
}
