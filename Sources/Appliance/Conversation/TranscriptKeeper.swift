import Bedside
import Board
import Realtime

/// Keeps the last lines of a conversation in memory, for the panel and nothing else (GUARD-1).
struct TranscriptKeeper {
    private struct Entry {
        /// The service's identifier of the turn; nil for the appliance's own words.
        var number: Int?
        var line: TranscriptLine
    }
    private var entries: [Entry] = []
    private static let longest = 24

    var lines: [TranscriptLine] { entries.map(\.line) }

    /// Adds a line. A turn that is already there is replaced: it grows, or is cut to what was heard.
    mutating func take(_ turn: Turn) {
        let line = TranscriptLine(
            speaker: turn.speaker == .owner ? .owner : .companion, text: turn.text, isInterrupted: turn.isInterrupted)
        if let index = entries.lastIndex(where: { $0.number == turn.number }) {
            entries[index].line = line
        } else if !turn.text.isEmpty {
            add(Entry(number: turn.number, line: line))
        }
    }

    mutating func take(_ text: String) {
        add(Entry(number: nil, line: TranscriptLine(speaker: .companion, text: text)))
    }

    private mutating func add(_ entry: Entry) {
        entries.append(entry)
        if entries.count > Self.longest { entries.removeFirst(entries.count - Self.longest) }
    }
}
