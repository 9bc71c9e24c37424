/// Text on a terminal's grid: how many columns it takes, and how to fit it into fewer.
public enum TextWidth {
    /// Columns of one character (Unicode Standard Annex 11): wide and fullwidth are two, marks none. Characters of
    /// ambiguous width count as one; on a terminal that draws them wide, the panel's lines are cut off but never
    /// wrapped.
    static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: return 1
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3098, 0x309B...0x33FF, 0x3400...0x4DBF,
            0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x2FFFD, 0x30000...0x3FFFD:
            return 2
        default:
            break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .surrogate: return 0
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// Columns of a text.
    public static func columns(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columns($1) }
    }

    /// The text, or as much of it as fits with `…` behind it.
    static func fitted(_ text: String, _ width: Int) -> String {
        if columns(text) <= width { return text }
        guard width > 0 else { return "" }
        return prefix(text, width - 1) + "…"
    }

    /// As much of the text as fits; never half a wide character, and combining marks stay with their letter.
    static func prefix(_ text: String, _ width: Int) -> String {
        var result = ""
        var used = 0
        for character in text {
            let columns = columns(String(character))
            if used + columns > width { break }
            used += columns
            result.append(character)
        }
        return result
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(text)))
    }

    /// Lines of at most `width` columns: broken at spaces, and before any wide character except closing marks.
    static func wrapped(_ text: String, _ width: Int, maximumLines: Int) -> [String] {
        guard width > 0, maximumLines > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for piece in pieces(text) {
            if columns(line + withoutTrailingSpaces(piece)) <= width {
                line += piece
                continue
            }
            if !line.isEmpty { lines.append(withoutTrailingSpaces(line)) }
            line = String(piece.drop { $0 == " " })
            while columns(withoutTrailingSpaces(line)) > width {
                let head = prefix(line, width)
                guard !head.isEmpty else { break }
                lines.append(head)
                line = String(line.dropFirst(head.count))
            }
        }
        if !withoutTrailingSpaces(line).isEmpty || lines.isEmpty { lines.append(withoutTrailingSpaces(line)) }
        if lines.count > maximumLines {
            let rest = lines[(maximumLines - 1)...].joined(separator: " ")
            lines = Array(lines.prefix(maximumLines - 1)) + [fitted(rest, width)]
        }
        return lines.map { fitted($0, width) }
    }

    private static let closing: Set<Character> = ["、", "。", "）", "」", "』", "！", "？", "：", "ー", "っ", "ゃ", "ゅ", "ょ"]

    /// Pieces that are not broken: a word with the spaces after it, or one wide character with the closing marks after
    /// it.
    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var last: Character?
        for character in text {
            let isWide = columns(String(character)) > 1
            let staysTogether =
                last.map { last in
                    closing.contains(character) || character == " "
                        || (last != " " && !isWide && columns(String(last)) < 2)
                } ?? false
            if staysTogether, let index = pieces.indices.last {
                pieces[index].append(character)
            } else {
                pieces.append(String(character))
            }
            last = character
        }
        return pieces
    }

    /// The text without the spaces at its end, which would only make a line longer.
    public static func withoutTrailingSpaces(_ text: String) -> String {
        var slice = Substring(text)
        while slice.last == " " { slice.removeLast() }
        return String(slice)
    }
}
