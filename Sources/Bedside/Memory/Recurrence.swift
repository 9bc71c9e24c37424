extension MemoryGate {
    /// Whether the owner spoke of more days than one, on the record: no model makes a habit of what was meant for
    /// tomorrow.
    var speaksOfMoreDays: Bool {
        lines.contains { line in
            guard line.voice == .owner, !line.isOffRecord else { return false }
            return EnglishWords(line.text).contains(anyOf: Self.english) || line.text.contains(anyOf: Self.japanese)
        }
    }

    private static let english = [
        "every", "each", "daily", "weekdays", "weekends", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays",
        "saturdays", "sundays", "from now on",
    ]
    private static let japanese = ["毎日", "毎朝", "毎晩", "毎週", "まいにち", "まいあさ", "平日", "週末", "これから"]
}
