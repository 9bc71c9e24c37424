/// The companion's direct question, "Are you thinking of ending your life?", and an owner's yes to it (G-2).
enum SafetyQuestion {
    /// Whether a companion's words ask the owner whether they want to die.
    static func isAsked(in words: some StringProtocol) -> Bool {
        sentences(of: words).contains { isDirect($0) }
    }

    /// Whether a companion's last sentence asks it, so that a yes answers this and nothing else. A yes to "You don't want
    /// to die, do you?" says nothing.
    static func isAskedLast(in words: some StringProtocol) -> Bool {
        guard let last = sentences(of: words).last, isDirect(last) else { return false }
        let folded = last.lowercased()
        return !denials.contains { folded.contains($0) }
    }

    /// Whether an owner's words are a yes, with nothing that takes it back.
    static func isYes(_ words: some StringProtocol) -> Bool {
        let folded = words.lowercased().replacing("’", with: "'")
        guard !retractions.contains(where: { folded.contains($0) }) else { return false }
        if let first = folded.first(where: \.isLetter), !first.isASCII {
            let said = folded.filter(\.isLetter)
            return said.count <= longestYes && japaneseYes.contains { said.hasPrefix($0) }
        }
        let said = folded.split { !$0.isLetter && $0 != "'" }.drop { hesitations.contains(String($0)) }.map(String.init)
        guard said.count <= longestYes else { return false }
        return englishYes.contains { yes in
            let yes = yes.split(separator: " ").map(String.init)
            return said.starts(with: yes) && !["not", "no", "right"].contains(said.dropFirst(yes.count).first)
        }
    }

    private static func isDirect(_ sentence: Substring) -> Bool {
        isQuestion(sentence) && SafetyDetector.level(of: sentence, spokenBy: .companion) == .explicit
    }

    static func isQuestion(_ sentence: Substring) -> Bool {
        if sentence.last == "?" || sentence.last == "？" { return true }
        return ["か", "か。", "の。"].contains { sentence.hasSuffix($0) }
            || ["are you ", "do you ", "have you ", "were you "].contains { sentence.lowercased().hasPrefix($0) }
    }

    /// The sentences of a text, each with the mark at its end.
    static func sentences(of words: some StringProtocol) -> [Substring] {
        var found: [Substring] = []
        var rest = Substring(words)
        while let end = rest.firstIndex(where: { ".?!。？！\n".contains($0) }) {
            let next = rest.index(after: end)
            found.append(rest[..<next])
            rest = rest[next...]
        }
        found.append(rest)
        return found.map { $0.trimmingPrefix(while: \.isWhitespace) }.filter { $0.contains(where: \.isLetter) }
    }

    /// In words or characters: a longer answer says itself what it means.
    private static let longestYes = 20
    private static let denials = ["not", "n't", "never", "ない", "ません"]
    private static let retractions = [
        "not really", "not now", "not any", "don't want", "do not want", "used to", "joking", "kidding", "i'm fine",
        "i'm okay", "i'm ok", "never", "思わない", "思ってない", "思っていない", "思っていません", "思いません", "考えてない",
        "考えていない", "考えていません", "大丈夫", "冗談", "つもりはない", "違", "ちがう", "うんざり", "そうでも", "そうじゃ",
        "そうでは", "そういう", "そんな",
    ]
    private static let hesitations: Set<String> = [
        "um", "uh", "oh", "mm", "hm", "well", "maybe", "honestly", "probably",
    ]
    private static let englishYes = [
        "yes", "yeah", "yep", "yup", "i am", "i do", "i have", "i think so", "i guess so", "sometimes", "often",
        "a lot",
        "every day", "all the time", "kind of", "sort of", "a little", "a bit",
    ]
    private static let japaneseYes = [
        "はい", "うん", "ええ", "そう", "思って", "思い", "思う", "考えて", "あります", "ある", "たまに", "ときどき", "時々", "少し",
        "すこし", "いつも", "毎日", "たぶん", "多分",
    ]
}
