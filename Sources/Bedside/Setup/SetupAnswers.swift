/// Readers for answers as people write them: names in either language, separated by commas of either kind.
enum SetupAnswers {
    /// The habits that the answer names, each once; nil if it names none, or one that is not `known`.
    static func habits(_ answer: String, known: [HabitID]) -> [HabitID]? {
        var found: [HabitID] = []
        for part in parts(answer) {
            // The displayed name of an own habit may contain spaces; otherwise spaces separate names as commas do.
            let one = known.first { names($0).contains(part) }.map { [$0] }
            let several = part.split(whereSeparator: \.isWhitespace).map { word in
                known.first { names($0).contains(String(word)) }
            }
            guard let ids = one ?? (several.contains(nil) ? nil : several.compactMap { $0 }) else { return nil }
            for id in ids where !found.contains(id) { found.append(id) }
        }
        return found.isEmpty ? nil : found
    }

    /// Whether the answer means yes; nil if it means neither yes nor no.
    static func isYes(_ answer: String) -> Bool? {
        switch answer.trimmed().lowercased() {
        case "y", "yes", "はい": true
        case "n", "no", "いいえ": false
        default: nil
        }
    }

    /// The habits in words that `habits(_:known:)` accepts.
    static func list(_ habits: [HabitID], language: Language) -> String {
        switch language {
        case .english: habits.map(\.name).joined(separator: ",")
        case .japanese: habits.map { HabitName($0).text(in: .japanese) }.joined(separator: "、")
        }
    }

    static func choices(_ habits: [HabitID], language: Language) -> [String] {
        habits.map { language == .english ? $0.name : HabitName($0).text(in: .japanese) }
    }

    /// The profile's value for a language's name. Other text is returned in lower case and left to the profile's rules.
    static func language(_ answer: String) -> String {
        switch answer.lowercased() {
        case "english", "英語": Language.english.rawValue
        case "japanese", "日本語": Language.japanese.rawValue
        default: answer.lowercased()
        }
    }

    /// The profile's values for the kinds of training named; unknown names are kept, for the profile's rules to refuse.
    static func trainingFocus(_ answer: String) -> String {
        parts(answer).map { part in
            let found = TrainingFocus.allCases.first { focus in
                [focus.rawValue, focus.text(in: .english), focus.text(in: .japanese)].contains(part)
            }
            return found?.rawValue ?? (part == "有酸素" ? TrainingFocus.cardio.rawValue : part)
        }.joined(separator: ",")
    }

    /// The profile's value for an age; other text is returned in lower case and left to the profile's rules.
    static func age(_ answer: String) -> String {
        let answer = answer.lowercased()
        switch answer {
        case "13未満", "13歳未満", "under 13": return AgeBand.under13.rawValue
        case "13〜17", "13〜17歳", "13-17歳", "13 to 17": return AgeBand.from13To17.rawValue
        case "18以上", "18歳以上", "18", "18+": return AgeBand.adult.rawValue
        case "答えない", "not said", "no": return AgeBand.notSaid.rawValue
        default: return answer
        }
    }

    /// The letters of a country that is named; other text is returned as it is and left to the profile's rules.
    static func country(_ answer: String) -> String {
        switch answer.lowercased() {
        case "日本", "japan": "JP"
        case "アメリカ", "usa", "united states": "US"
        case "イギリス", "uk", "united kingdom": "GB"
        case "アイルランド", "ireland": "IE"
        case "カナダ", "canada": "CA"
        case "オーストラリア", "australia": "AU"
        default: answer
        }
    }

    private static func names(_ habit: HabitID) -> [String] {
        [habit.name, HabitName(habit).text(in: .english).lowercased(), HabitName(habit).text(in: .japanese)]
    }

    private static func parts(_ answer: String) -> [String] {
        answer.lowercased().split { ",、，;；・".contains($0) }.map { $0.trimmed() }.filter {
            !$0.isEmpty
        }
    }
}
