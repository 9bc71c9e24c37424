/// A sentence of what somebody said.
struct SpokenSentence {
    let text: String
    /// Its English words, after the fillers at its beginning.
    let english: [String]
    /// Its letters and digits, for Japanese.
    let japanese: String
    /// Its letters and digits for Japanese, split at its commas.
    let japaneseParts: [String]
    /// Whether a question mark ends it.
    let isAsked: Bool
    private let endsAsQuestion: Bool

    static func all(in words: String) -> [SpokenSentence] {
        var sentences: [SpokenSentence] = []
        var rest = words[...]
        while !rest.isEmpty {
            let end = rest.firstIndex { "。.!！?？…\n".contains($0) } ?? rest.endIndex
            let isAsked = end < rest.endIndex && "?？".contains(rest[end])
            let sentence = SpokenSentence(String(rest[..<end]), isAsked: isAsked)
            if !sentence.japanese.isEmpty { sentences.append(sentence) }
            rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
        }
        return sentences
    }

    private init(_ text: String, isAsked: Bool) {
        self.text = text
        english = Array(EnglishWords(text).words.drop(while: Self.fillers.contains))
        japaneseParts = text.split { "、,，".contains($0) }.map { $0.filter { $0.isLetter || $0.isNumber } }
            .filter { !$0.isEmpty }
        japanese = japaneseParts.joined()
        self.isAsked = isAsked
        endsAsQuestion = isAsked || japanese.hasSuffix("か") && !japanese.hasSuffix("とか")
    }

    private static let fillers: Set<String> = [
        "oh", "ah", "eh", "uh", "um", "er", "hm", "hmm", "mm", "well", "so", "and", "but", "hey", "now", "sorry",
        "anicca",
    ]

    // MARK: Questions

    /// Whether it asks something; "could you turn it off?" is a wish.
    var isQuestion: Bool { opening != nil || endsAsQuestion && !isPolite }

    /// The question word that it begins with.
    var opening: String? {
        if let first = english.first {
            if Self.openings.contains(first) { return first }
            let second = english.dropFirst().first ?? ""
            // "Did that" and "have the flu" answer.
            let mayNameThing = !["did", "didn't", "have"].contains(first)
            let isAsked = Self.persons.contains(second) || mayNameThing && Self.things.contains(second)
            if Self.helpers.contains(first), isAsked { return first }
        }
        guard !Self.japaneseAnswers.contains(where: japanese.hasPrefix) else { return nil }
        return Self.japaneseOpenings.first(where: japanese.hasPrefix)
    }

    /// Whether it asks for a thing.
    var asksWhat: Bool {
        ["what", "which", "who"].contains(opening ?? "") || ["何", "どれ", "どの", "なに"].contains(where: japanese.hasPrefix)
    }

    private var isPolite: Bool {
        EnglishWords(text).contains(anyOf: Self.requests) || text.contains(anyOf: Self.japaneseRequests)
    }

    private static let openings: Set<String> = [
        "what", "what's", "why", "who", "who's", "whose", "when", "where", "which", "how", "how's", "huh",
    ]
    /// They ask a question when a person follows: "did you …"; "did it twice" and "didn't manage" are answers.
    private static let helpers: Set<String> = [
        "do", "have", "is", "are", "am", "was", "were", "did", "does", "has", "should", "isn't", "aren't", "didn't",
        "doesn't",
    ]
    private static let persons: Set<String> = ["you", "i", "we", "they", "he", "she"]
    private static let things: Set<String> = ["the", "my", "that", "there"]
    private static let requests = ["please", "can you", "could you", "will you", "would you", "can we", "could we"]
    private static let japaneseOpenings = [
        "なぜ", "なんで", "なんの", "なんだ", "なに", "何", "どうい", "どうな", "どうし", "どうだ", "どうで", "どうやっ", "どの", "どれ", "どこ",
        "だれ", "誰", "いつの", "いつから", "いつまで", "えっ",
    ]
    /// Beginnings that look like a question's, of answers: 何もできなかった.
    private static let japaneseAnswers = [
        "えっと", "何も", "なにも", "何とか", "なんとか", "何回か", "何度か", "何日か", "なんだかんだ", "どの日も", "どれも", "どこも", "誰も", "だれも",
    ]
    private static let japaneseRequests = ["くれ", "もらえ", "いただけ", "頂け", "ください", "下さい", "お願い", "おねがい"]

    /// Whether it only greets, thanks, takes leave or says "hm".
    var isGreeting: Bool {
        if english.isEmpty, japanese.allSatisfy({ $0.isASCII && $0.isLetter }) { return true }
        let words = english.filter { !Self.smallWords.contains($0) }.joined(separator: " ")
        let rest = Self.japaneseGreetings.reduce(japanese) { $0.replacing($1, with: "") }
        return Self.greetings.contains(words) || !japanese.isEmpty && rest.isEmpty
    }

    private static let smallWords: Set<String> = ["there", "very", "much", "again", "then", "ok", "okay", "dear"]
    private static let greetings: Set<String> = [
        "hello", "hi", "hey", "good morning", "morning", "good evening", "good afternoon", "good night", "goodnight",
        "night", "bye", "bye bye", "goodbye", "good bye", "see you", "see you tomorrow", "sleep well", "thanks",
        "thank you", "how are you",
    ]
    private static let japaneseGreetings = [
        "ございます", "ございました", "おはよう", "こんにちは", "こんばんは", "今晩は", "おやすみなさい", "お休みなさい", "おやすみ", "お休み", "ありがとう", "どうも", "ただいま",
        "さようなら", "またね", "また明日", "もしもし",
    ]
}

/// Recognizes that the owner hesitates, or that something was not what they meant (SAFE-6).
enum SpokenDoubt {
    static func isSaid(in words: String) -> Bool {
        EnglishWords(words).contains(anyOf: phrases) || words.contains(anyOf: japanese)
            || SpokenSentence.all(in: words).contains { sentence in
                japaneseEnds.contains(where: sentence.japanese.hasSuffix)
            }
    }

    private static let phrases = [
        "maybe", "perhaps", "possibly", "not sure", "unsure", "not certain", "don't know", "do not know", "dunno",
        "no idea", "i wonder", "i might", "let me think", "think about it", "not now", "not yet", "hold on",
        "one moment", "just a moment", "just a minute", "don't understand", "do not understand", "didn't say",
        "didn't ask", "didn't mean", "didn't want", "did not say", "did not ask", "did not mean", "did not want",
        "never said", "never asked", "never meant",
    ]
    private static let japanese = [
        "わからな", "分からな", "わかんな", "分かんな", "わかりませ", "分かりませ", "かもしれ", "迷って", "迷う", "考えさせ", "考えと", "考えておく", "考えてお", "どうしよう",
        "どうだろう", "自信がな", "自信な", "たぶん", "多分", "おそらく", "言ってな", "言っていな", "言ってませ", "頼んでな", "頼んでいな", "頼んでませ",
    ]
    private static let japaneseEnds = ["かな", "かなあ", "かなぁ", "かも", "だっけ"]
}
