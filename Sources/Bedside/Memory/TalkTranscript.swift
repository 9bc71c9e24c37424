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
///
/// Each line is prepared for the gate once, when it is heard: a companion that waits for a tool's answer must not wait
/// for a whole talk to be read again.
public struct TalkTranscript: Hashable, Sendable {
    /// Maximum length of all lines; the oldest are left out.
    static let maximumBytes = 128 << 10

    private(set) var heard: [HeardLine] = []
    /// The number of each line's turn, as the service counts them.
    private var turns: [Int?] = []
    private var bytes = 0
    /// The number of lines so far, the oldest of which may be left out.
    private(set) var count = 0
    /// Whether the owner wants nothing remembered until the talk ends (M-8).
    public private(set) var isOffRecord = false

    public init() {}

    public var lines: [TalkLine] { heard.map(\.line) }

    /// Adds a line. One with the number of an earlier turn replaces it: a turn grows, or is cut to what was heard.
    public mutating func hear(_ voice: TalkLine.Voice, _ words: String, turn: Int? = nil) {
        var line = HeardLine(TalkLine(voice, PrivateText(words), isOffRecord: isOffRecord))
        if let turn, let index = turns.lastIndex(of: turn), heard.indices.contains(index) {
            let before = heard[index]
            line.isOffRecord = before.isOffRecord
            heard[index] = line
            bytes += line.byteCount - before.byteCount
        } else {
            heard.append(line)
            turns.append(turn)
            count += 1
            bytes += line.byteCount
        }
        while heard.count > MemoryGate.maximumLines || bytes > Self.maximumBytes, heard.count > 1 {
            bytes -= heard.removeFirst().byteCount
            turns.removeFirst()
        }
    }

    /// Takes the lines that hold a text off the record, because the owner wants it forgotten.
    public mutating func forget(_ texts: [PrivateText]) {
        let gone = texts.map { FoldedText($0.words) }.filter { !$0.isEmpty }
        for index in heard.indices where gone.contains(where: { heard[index].folded.contains($0) }) {
            heard[index].isOffRecord = true
        }
    }

    /// Goes off the record until the talk ends, from the owner's last line on: what must not be remembered often stands
    /// in the sentence with the wish, or in the line before one like "Don't remember that".
    public mutating func goOffRecord() {
        isOffRecord = true
        guard var wish = heard.lastIndex(where: { $0.voice == .owner }) else { return }
        if OffRecordWish.refersBack(in: heard[wish].line.words.words) { wish = lineBefore(wish) ?? wish }
        for index in heard.indices where index >= wish { heard[index].isOffRecord = true }
    }

    /// Goes back on the record; what was said meanwhile stays off it.
    public mutating func goOnRecord() { isOffRecord = false }

    /// Takes the owner's line before their last one off the record: what "forget that" is about.
    mutating func takeBackLine() {
        guard let wish = heard.lastIndex(where: { $0.voice == .owner }) else { return }
        heard[wish].isOffRecord = true
        if let before = lineBefore(wish) { heard[before].isOffRecord = true }
    }

    /// Takes off the record what a wish to forget in the owner's last line is about. What follows the wish in that line
    /// stays on the record.
    mutating func takeBack(_ target: ForgetWish.Target) {
        guard let wish = heard.lastIndex(where: { $0.voice == .owner }) else { return }
        switch target {
        case .sameLine: heard[wish].isOffRecord = true
        case .lineBefore: if let before = lineBefore(wish) { heard[before].isOffRecord = true }
        }
    }

    /// What the owner said last, and in the line before it: what "forget that" is about.
    var wordsBeforeWish: String {
        guard let wish = heard.lastIndex(where: { $0.voice == .owner }) else { return "" }
        let before = lineBefore(wish).map { heard[$0].line.words.words } ?? ""
        return before + " " + heard[wish].line.words.words
    }

    private func lineBefore(_ index: Int) -> Int? { heard[..<index].lastIndex { $0.voice == .owner } }
}
