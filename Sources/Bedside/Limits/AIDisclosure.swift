/// Recognizes that a companion said it is an AI, and that the owner asked whether it is one (SAFE-1, G-7).
enum AIDisclosure {
    /// Whether the words say of their speaker that it is an AI.
    static func isSaid(in words: String) -> Bool {
        let text = Text(words)
        let isNamed =
            text.namesAI || names.contains(where: text.spaced.contains)
            || japaneseNames.contains(where: text.joined.contains)
        guard isNamed, !denials.contains(where: text.spaced.contains) else { return false }
        return !japaneseDenials.contains(where: text.joined.contains)
    }

    /// Whether the owner asks what they are talking with.
    static func isAsked(in words: String) -> Bool {
        let text = Text(words)
        if questions.contains(where: text.spaced.contains) { return true }
        return japaneseQuestions.contains(where: text.joined.contains)
    }

    private static let denials = ["not an ai ", "n't an ai ", "not ai ", "not a machine "]
    private static let japaneseDenials: [String] = (japaneseNames + ["ai"]).flatMap { name in
        ["ではありません", "ではない", "じゃない", "じゃありません"].map { name + $0 }
    }
    private static let names = [" a.i ", " artificial intelligence "]
    private static let japaneseNames = ["エーアイ", "人工知能", "ａｉ"]

    private static let questions: [String] = {
        let kinds = [
            "human", "a human", "a real human", "a human being", "a person", "a real person", "an ai", "a robot",
            "a machine", "a bot", "a computer", "somebody real", "someone real",
        ]
        let openings = [
            "are you", "are you actually", "are you really", "are you just", "am i talking to", "am i speaking to",
            "am i talking with", "is this", "aren't you",
        ]
        var found = [
            " are you real ", " human or a machine ", " person or a machine ", " human or an ai ", " person or an ai ",
        ]
        for opening in openings {
            for kind in kinds { found.append(" \(opening) \(kind) ") }
        }
        for kind in kinds {
            for denial in ["", "not "] {
                found.append(" you're \(denial)\(kind) right ")
                found.append(" you're \(denial)\(kind) are you ")
                found.append(" you are \(denial)\(kind) are you ")
            }
        }
        return found
    }()

    private static let japaneseQuestions: [String] = {
        let kinds = [
            "人間", "本物の人", "本当の人", "生身の人", "ai", "エーアイ", "人工知能", "ロボット", "機械", "コンピューター", "プログラム",
        ]
        var found: [String] = []
        for kind in kinds {
            for ending in ["ですか", "なんですか", "なの", "でしょうか", "じゃないの", "だよね", "ですよね"] {
                found.append(kind + ending)
            }
        }
        for subject in ["あなたは", "あなたって", "君は", "相手は", "アニッチャは"] {
            found += [subject + "人ですか", subject + "人なんですか"]
        }
        return found
    }()

    /// One text, prepared for both languages.
    private struct Text {
        /// Words in small letters with one space around each, and without punctuation.
        let spaced: String
        /// Without spaces and punctuation.
        let joined: String
        /// Whether "AI" stands there by itself, in either language.
        let namesAI: Bool

        init(_ words: String) {
            let small = words.lowercased()
            let parts = small.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == ".") }
            let plain = parts.map { part in
                var part = String(part.map { $0 == "’" ? "'" : $0 })
                while part.last == "." { part.removeLast() }
                return part
            }
            spaced = " " + plain.joined(separator: " ") + " "
            joined = small.filter { $0.isLetter || $0.isNumber }
            let latin = small.split { !($0.isASCII && $0.isLetter) }
            namesAI = latin.contains("ai")
        }
    }
}
