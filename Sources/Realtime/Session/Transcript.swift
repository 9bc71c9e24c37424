/// The text of both sides, in the order of the conversation's items, in memory only; what was not heard is cut.
struct Transcript: Sendable, Equatable {
    static let maximumEntries = 64
    static let maximumCharacters = 24_000
    static let maximumEntryCharacters = 6_000
    /// How much of the talk a new session is given.
    static let (maximumSeedTurns, maximumSeedCharacters) = (24, 8000)

    struct Entry: Sendable, Equatable {
        /// Empty for turns of an earlier session.
        var item: String
        var turn: Int
        var speaker: Turn.Speaker
        /// Everything that was generated, heard or not.
        var text = ""
        /// How much was heard; nil: all of it.
        var heardMilliseconds: Int?
        /// The length of the sound that belongs to `text`; nil: estimated from the text.
        var totalMilliseconds: Int?

        var isInterrupted: Bool { heardMilliseconds != nil }

        var estimatedMilliseconds: Int { totalMilliseconds ?? Transcript.estimatedMilliseconds(of: text) }

        /// The part that was heard, in proportion to time, because the service gives no transcript of what was played
        /// (TheService.md, WebSocket).
        var heardText: String {
            guard let heardMilliseconds else { return text }
            let total = max(1, estimatedMilliseconds)
            guard heardMilliseconds < total else { return text }
            let count = text.count * max(0, heardMilliseconds) / total
            return Transcript.cut(text, characters: count)
        }
    }

    private(set) var entries: [Entry] = []
    private var nextTurn = 1

    init(history: [Turn] = []) {
        for turn in history.suffix(Transcript.maximumEntries) where !turn.text.isEmpty {
            // Keeps its number, so that whoever knows the turn by it can go on.
            nextTurn = max(nextTurn, turn.number)
            add(Entry(item: "", turn: nextTurn, speaker: turn.speaker, text: turn.text))
        }
    }

    /// Turns with words in them, oldest first.
    var turns: [Turn] { entries.compactMap(Transcript.turn) }

    func turn(item: String) -> Turn? { entries.last { $0.item == item }.flatMap(Transcript.turn) }

    private static func turn(_ entry: Entry) -> Turn? {
        let text = entry.heardText
        guard !text.isEmpty else { return nil }
        return Turn(number: entry.turn, speaker: entry.speaker, text: text, isInterrupted: entry.isInterrupted)
    }

    /// Gives the item its place in the order, once.
    mutating func place(item: String, speaker: Turn.Speaker) {
        guard !item.isEmpty, !entries.contains(where: { $0.item == item }) else { return }
        add(Entry(item: item, turn: nextTurn, speaker: speaker))
    }

    private mutating func add(_ entry: Entry) {
        var entry = entry
        entry.text = String(entry.text.prefix(Transcript.maximumEntryCharacters))
        nextTurn += 1
        entries.append(entry)
        trim()
    }

    private mutating func trim() {
        if entries.count > Transcript.maximumEntries { entries.removeFirst(entries.count - Transcript.maximumEntries) }
        var total = entries.reduce(0) { $0 + $1.text.count }
        while total > Transcript.maximumCharacters, let first = entries.first, entries.count > 1 {
            total -= first.text.count
            entries.removeFirst()
        }
    }

    private mutating func change(_ item: String, _ body: (inout Entry) -> Void) {
        guard let index = entries.lastIndex(where: { $0.item == item }), entries.indices.contains(index) else { return }
        body(&entries[index])
        if entries[index].text.count > Transcript.maximumEntryCharacters {
            entries[index].text = String(entries[index].text.prefix(Transcript.maximumEntryCharacters))
        }
        trim()
    }

    mutating func append(_ text: String, item: String) { change(item) { $0.text += text } }

    /// Sets a final text; an empty one does not erase what came in pieces.
    mutating func set(_ text: String, item: String) { change(item) { if !text.isEmpty { $0.text = text } } }

    mutating func setTotal(milliseconds: Int?, item: String) { change(item) { $0.totalMilliseconds = milliseconds } }

    /// Records that the rest of the item was not heard.
    mutating func interrupt(item: String, heardMilliseconds: Int) {
        change(item) { $0.heardMilliseconds = max(0, heardMilliseconds) }
    }

    func entry(item: String) -> Entry? { entries.last { $0.item == item } }

    /// Speaking rates of a calm voice: about 15 Latin letters, or 7 kana and ideographs, a second.
    static func estimatedMilliseconds(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 66 : 140) }
    }

    /// Shortens the text to a number of characters; in scripts with spaces, back to the end of a word.
    static func cut(_ text: String, characters: Int) -> String {
        guard characters < text.count else { return text }
        var part = Substring(text.prefix(max(0, characters)))
        let rest = text.dropFirst(part.count)
        if let last = part.unicodeScalars.last, let next = rest.unicodeScalars.first, last.value < 0x2E80, last != " ",
            next.value < 0x2E80, next != " ", part.contains(" ")
        {
            part = part.prefix(upTo: part.lastIndex(of: " ") ?? part.startIndex)
        }
        while part.last == " " { part = part.dropLast() }
        return String(part)
    }

    /// The turns to restore in a new session (TheService.md, Lost connections): the last ones, oldest first, within
    /// bounds.
    func seed() -> [Turn] {
        var picked: [Turn] = []
        var characters = 0
        for turn in turns.reversed() {
            characters += turn.text.count
            guard picked.count < Self.maximumSeedTurns, characters <= Self.maximumSeedCharacters else { break }
            picked.append(turn)
        }
        return picked.reversed()
    }
}
