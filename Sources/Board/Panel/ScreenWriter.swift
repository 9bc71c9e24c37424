/// Turns frames into the bytes to send to a terminal: only the lines that changed, as one synchronized update. Pure.
struct ScreenWriter: Sendable {
    let usesColour: Bool
    private var shown: [PanelLine]?

    init(usesColour: Bool) { self.usesColour = usesColour }

    /// Forgets what is shown, so that the next frame is sent completely: after a resize, or when something else wrote
    /// to the screen.
    mutating func forget() { shown = nil }

    /// Empty if nothing changed.
    mutating func bytes(for frame: [PanelLine], width: Int) -> [UInt8] {
        defer { shown = frame }
        var text = ""
        if let shown, shown.count == frame.count {
            for (row, line) in frame.enumerated() where shown[row] != line {
                text += drawn(line, row: row, width: width)
            }
        } else {
            text += "\u{1B}[0m\u{1B}[2J"
            for (row, line) in frame.enumerated() { text += drawn(line, row: row, width: width) }
        }
        // Terminals that know synchronized output (mode 2026) show the whole update at once; others ignore the code.
        return text.isEmpty ? [] : Array("\u{1B}[?2026h\(text)\u{1B}[?2026l".utf8)
    }

    private func drawn(_ line: PanelLine, row: Int, width: Int) -> String {
        var text = "\u{1B}[\(row + 1);1H"
        for span in line.spans {
            let codes = codes(span.style)
            text += codes.isEmpty ? span.text : "\u{1B}[\(codes)m\(span.text)\u{1B}[0m"
        }
        // After a full line the cursor is still on its last column, and erasing would remove the character there.
        return line.columns < width ? text + "\u{1B}[K" : text
    }

    private func codes(_ style: PanelLine.Style) -> String {
        switch style {
        case .plain: return ""
        case .strong: return "1"
        case .faint: return "2"
        case .lamp(let colour, let isDim):
            // ANSI colour numbers use the same three bits: red 1, green 2, blue 4.
            let number = 30 + (colour.red ? 1 : 0) + (colour.green ? 2 : 0) + (colour.blue ? 4 : 0)
            let weight = isDim ? "2" : "1"
            return usesColour ? "\(weight);\(number)" : weight
        }
    }
}
