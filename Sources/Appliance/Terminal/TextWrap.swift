import Board

/// Wraps long lines for a terminal of 80 columns: between words, and in Japanese between characters, but never before a
/// mark that may not begin a line.
enum TextWrap {
    static func wrap(_ text: String, columns: Int = 80) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0), columns: columns) }
            .joined(separator: "\n")
    }

    private static func line(_ text: String, columns: Int) -> String {
        var lines: [String] = []
        var current = ""
        for piece in pieces(text) {
            if !current.isEmpty, TextWidth.columns(current + TextWidth.withoutTrailingSpaces(piece)) > columns {
                lines.append(TextWidth.withoutTrailingSpaces(current))
                current = ""
            }
            current += piece
        }
        return (lines + [current]).joined(separator: "\n")
    }

    /// What is never broken: a word with the spaces after it, a wide character with the marks after it.
    private static func pieces(_ text: String) -> [String] {
        var result: [String] = []
        var piece = ""
        var previous: Character?
        for character in text {
            if let previous, mayCut(previous, character) {
                result.append(piece)
                piece = ""
            }
            piece.append(character)
            previous = character
        }
        return result + (piece.isEmpty ? [] : [piece])
    }

    private static func mayCut(_ before: Character, _ after: Character) -> Bool {
        if after == " " || "、。，．」』）］！？：ーっゃゅょッャュョ".contains(after) || "「『（［".contains(before) { return false }
        return before == " " || isWide(before) || isWide(after)
    }

    private static func isWide(_ character: Character) -> Bool { TextWidth.columns(String(character)) == 2 }
}
