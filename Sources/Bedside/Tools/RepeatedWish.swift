/// Recognizes that the owner repeats or confirms what a companion's call would do (SAFE-6, G-11).
///
/// Only what says so counts: a plain yes, or words of the wish. A question ("What?"), a hesitation, a doubt and a
/// farewell do not, and neither does a "no".
enum RepeatedWish {
    /// - Parameter wish: what the owner said before the companion was told to ask; nil: they have not asked for it yet,
    ///   so only the words of the wish itself count.
    static func isSaid(in words: String, of call: ToolCall, after wish: String?) -> Bool {
        if SpokenYes.isSaid(in: words) { return true }
        guard !SpokenNo.isSaid(in: words), !SpokenDoubt.isSaid(in: words) else { return false }
        let meant = wish.map { meaning(of: $0).union(meaning(of: call.statedWords)) } ?? []
        return SpokenSentence.all(in: words).contains { sentence in
            guard !sentence.isGreeting, !sentence.isQuestion || call.mayBeAsked(as: sentence) else { return false }
            return !meant.isDisjoint(with: meaning(of: sentence.text)) || call.isNamed(in: sentence.text)
        }
    }

    private static func meaning(of text: String) -> Set<String> { OwnWords(text).runs.subtracting(idleWords) }

    /// Words that two sentences share although they are about different things.
    private static let idleWords = Set(
        [
            "good", "night", "goodnight", "morning", "evening", "hello", "goodbye", "bye", "thank", "thanks", "sorry",
            "please", "okay", "yes", "yeah", "sure", "really", "right", "well", "now", "mean", "think", "thing", "make",
            "going", "let", "say", "said", "never", "mind", "hey", "hmm", "huh", "anicca", "because", "something",
        ].map(OwnWords.stem) + ["分", "本当", "大丈夫", "待", "休", "晩", "今", "今晩", "夜", "僕", "俺"])
}

extension ToolCall {
    /// "What do you remember?" is a wish; "why do you ask?" is none.
    fileprivate func mayBeAsked(as sentence: SpokenSentence) -> Bool {
        name == .memoryRead && !["why", "how", "huh", "なぜ", "なんで", "えっ"].contains(sentence.opening)
    }

    /// What its arguments name: a habit, or the words of the owner.
    fileprivate var statedWords: String { use.thing.words.words }

    /// Whether somebody names what the tool is about.
    fileprivate func isNamed(in text: String) -> Bool {
        if name == .forget, ForgetWish.isSaid(in: text) { return true }
        if !use.thing.numbers.isDisjoint(with: SpokenNumbers.values(in: text)) { return true }
        let topics = tool.topics
        return EnglishWords(text).contains(anyOf: topics.english) || text.contains(anyOf: topics.japanese)
    }
}
