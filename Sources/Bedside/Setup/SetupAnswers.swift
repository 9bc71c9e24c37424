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

    /// The profile's value for a time of day as people write it: `6`, `6:30 pm`, `６：００`, `午前6時半`, `夜12時`. Other text
    /// is returned as it is and left to the profile's rules.
    static func time(_ answer: String) -> String {
        var text = narrow(answer).lowercased().filter { !$0.isWhitespace }
        func takes(_ marks: [String], _ strip: (String) -> Bool) -> Bool { marks.contains(where: strip) }
        func stripPrefix(_ mark: String) -> Bool {
            guard text.hasPrefix(mark) else { return false }
            text.removeFirst(mark.count)
            return true
        }
        func stripSuffix(_ mark: String) -> Bool {
            guard text.hasSuffix(mark) else { return false }
            text.removeLast(mark.count)
            return true
        }
        let isMorning = takes(["午前", "朝"], stripPrefix) || takes(["am", "a.m."], stripSuffix)
        let isNight = !isMorning && takes(["深夜", "夜中", "夜"], stripPrefix)
        let isEvening = !isMorning && !isNight && (stripPrefix("午後") || takes(["pm", "p.m."], stripSuffix))
        if isMorning || isNight { _ = stripPrefix("の") }
        if stripSuffix("時半") { text += ":30" } else if stripSuffix("時") { text += ":00" }
        if stripSuffix("分") { text = String(text.map { $0 == "時" ? ":" : $0 }) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
            var hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0, (0...59).contains(minute),
            (isMorning || isEvening ? 0...12 : 0...23).contains(hour)
        else { return answer }
        if isMorning || isEvening { hour = hour % 12 + (isEvening ? 12 : 0) }
        // 夜12時 is midnight, 夜1時 one hour later.
        if isNight { hour = hour == 12 ? 0 : (5..<12).contains(hour) ? hour + 12 : hour }
        return LocalTime(wrappingSecondOfDay: (hour * 60 + minute) * 60).description
    }

    /// The text with narrow digits and colons, as Japanese keyboards often give wide ones.
    private static func narrow(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isWide = (0xFF10...0xFF1A).contains(scalar.value)
            scalars.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
        }
        return String(scalars)
    }

    /// The profile's value for an age, given as a band or in years; other text is returned in lower case and left to
    /// the profile's rules.
    static func age(_ answer: String) -> String {
        let answer = narrow(answer).lowercased()
        if let years = Int(answer.hasSuffix("歳") ? answer.dropLast() : answer[...]), (0...130).contains(years) {
            return (years < 13 ? AgeBand.under13 : years < 18 ? .from13To17 : .adult).rawValue
        }
        switch answer {
        case "13未満", "13歳未満", "under 13": return AgeBand.under13.rawValue
        case "13〜17", "13〜17歳", "13-17歳", "13 to 17": return AgeBand.from13To17.rawValue
        case "18以上", "18歳以上", "18+": return AgeBand.adult.rawValue
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
