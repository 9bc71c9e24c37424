/// What a companion reports of the owner has to come from the owner's words: a rating, a consent, having been up, how an
/// intention went (FADE-2, FADE-3, F-6, MIND-1).
extension ToolCall {
    /// Whether the owner's words say nothing of the kind, or the opposite. If none were written down, nobody can tell.
    func isUnsaid(in said: OwnersWords) -> Bool { said.last != nil && !use.isProven(said) }
}

extension OwnersWords {
    /// The answer among the owner's last words; nil: there is none. A greeting or a question may follow it.
    var answer: String? { lines.suffix(2).last(where: SpokenOutcome.isAnswer) }
}

/// The numbers that the owner may mean as a rating from 1 to 7.
enum SpokenScore {
    static func values(in words: String) -> Set<Int> {
        let text = scales.reduce(words.lowercased()) { $0.replacing($1, with: " ") }
        let kana = text.filter(\.isLetter)
        return SpokenNumbers.values(in: text).union(numbers.filter { kana.hasPrefix($0.key) }.map(\.value))
    }

    /// "Six out of seven" is a six.
    private static let scales = [
        "out of seven", "out of 7", "of seven", "of 7", "7段階", "七段階", "7点満点", "七点満点", "7点中", "7のうち",
    ]
    /// How an answer that is only a number begins, in kana.
    private static let numbers = [
        "いち": 1, "にです": 2, "さん": 3, "よん": 4, "ごです": 5, "ろく": 6, "なな": 7, "しち": 7,
    ]
}

/// Recognizes that the owner speaks of having been up or awake (FADE-2).
enum SpokenWaking {
    static func isSaid(in words: String) -> Bool {
        if EnglishWords(words).contains(anyOf: overslept) || words.contains(anyOf: japaneseOverslept) { return false }
        // "Don't worry, I'm up."
        let clauses = words.split { ",.;!?\n".contains($0) }.map { EnglishWords(String($0)) }
        return clauses.contains(where: isSaid)
            || japanese.contains { phrase in
                words.ranges(of: phrase).contains { range in
                    !["ない", "なかっ", "なく", "ません"].contains { words[range.upperBound...].prefix(4).contains($0) }
                }
            }
    }

    private static func isSaid(in clause: EnglishWords) -> Bool {
        phrases.contains { phrase in
            clause.places(of: phrase).contains { place in
                !clause.words[max(0, place - 3)..<place].contains {
                    $0 == "not" || $0 == "never" || $0.hasSuffix("n't")
                }
            }
        }
    }

    private static let phrases = [
        "up", "awake", "woke", "wakened", "already", "before the alarm", "before it rang", "out of bed", "on my feet",
        "beat the alarm", "beat you",
    ]
    private static let overslept = ["slept through", "overslept", "slept in"]
    private static let japaneseOverslept = ["寝坊", "寝過ご", "寝すご"]
    private static let japanese = ["起きて", "起きた", "起きまし", "おきて", "おきた", "目が覚め", "目がさめ", "目覚め", "早起き", "もう起き", "先に起き"]
}

/// What the owner's answer says about how an intention went (MIND-1).
enum SpokenOutcome {
    /// Whether it says anything: not only a greeting or a question. A long sentence that begins
    /// as a question does is an answer unless a question mark ends it: "When I got home, I did it."
    static func isAnswer(_ words: String) -> Bool {
        SpokenSentence.all(in: words).contains { sentence in
            let isLong =
                sentence.english.count > 4 || sentence.japanese.unicodeScalars.count > 12 && sentence.english.isEmpty
            return !sentence.isGreeting && !sentence.isAsked && (isLong || !sentence.isQuestion)
        }
    }

    /// Whether a plain answer says the opposite. "Yes, I forgot" and "No, I did it" are not plain.
    static func contradicts(_ words: String, _ answer: Intention.Status) -> Bool {
        let english = EnglishWords(words)
        switch answer {
        case .done:
            return (SpokenNo.isSaid(in: words) || isPlain(words, undone, japaneseUndone))
                && !english.contains(anyOf: ["i did", "did it", "done"])
                && !words.contains(anyOf: ["やった", "やりまし", "できた", "出来た", "できまし"])
        case .not:
            return (SpokenYes.isSaid(in: words) || isPlain(words, done, japaneseDone))
                && !english.contains(anyOf: ["not", "forgot", "missed", "skipped", "failed"])
                && !english.words.contains { $0.hasSuffix("n't") }
                && !words.contains(anyOf: ["ない", "なかった", "ません", "忘れ", "だめ", "ダメ", "無理"])
        case .open, .partly, .skipped: return false
        }
    }

    private static let done: Set<String> = [
        "i did", "i did it", "did it", "done", "done it", "i've done it", "all done",
    ]
    private static let undone: Set<String> = [
        "i forgot", "i forgot it", "i forgot to", "i forgot about it", "forgot", "i didn't", "i didn't do it",
        "i haven't",
        "i haven't done it", "i missed it", "i skipped it",
    ]
    private static let japaneseDone = ["できた", "出来た", "できました", "出来ました", "やった", "やりました", "した", "しました"]
    private static let japaneseUndone = [
        "忘れた", "忘れました", "忘れてた", "忘れてました", "忘れていた", "忘れていました", "忘れちゃった", "忘れちゃいました", "やってない", "やってません", "やっていない",
        "やっていません", "やらなかった", "やりませんでした", "できなかった", "できませんでした", "してない", "していません", "しなかった", "しませんでした", "まだ",
    ]
    private static let englishFillers: Set<String> = [
        "oh", "ah", "uh", "um", "er", "well", "sorry", "actually", "today", "tonight", "yet", "completely", "just",
        "finally", "again", "anicca",
    ]
    private static let japaneseFillers = [
        "えっと", "あの", "あ", "ああ", "うん", "ごめんなさい", "ごめん", "すみません", "ちゃんと", "今日は", "今日も", "今日", "今朝は", "今朝", "もう", "すっかり",
        "まだ",
    ]
    private static let japaneseTails = ["です", "なんです", "んです", "なんだ", "んだ", "だ", "よ", "ね", "わ", "の", "なあ", "な", "！", "!"]

    /// Whether an answer's first sentence is nothing but one of these: "I forgot" is, and "I forgot my umbrella" is not.
    private static func isPlain(_ words: String, _ english: Set<String>, _ japanese: [String]) -> Bool {
        guard let first = words.sentences.first else { return false }
        let said = EnglishWords(first).words
        if !said.isEmpty {
            return english.contains(said.filter { !englishFillers.contains($0) }.joined(separator: " "))
        }
        guard var rest = first.phrases.last, first.phrases.dropLast().allSatisfy(japaneseFillers.contains) else {
            return false
        }
        // まだ is an answer as well as a filler, and あした does not begin with あ.
        while !japanese.contains(where: { isEnded(rest, with: $0) }) {
            guard
                let filler = japaneseFillers.first(where: {
                    rest.hasPrefix($0) && ($0 != "あ" || !rest.hasPrefix("あした"))
                })
            else {
                return false
            }
            rest.removeFirst(filler.count)
        }
        return true
    }

    /// Whether words are an answer with nothing but tails behind it.
    private static func isEnded(_ words: String, with answer: String) -> Bool {
        guard words.hasPrefix(answer) else { return false }
        var tail = words.dropFirst(answer.count)
        while let next = japaneseTails.first(where: tail.hasPrefix) { tail.removeFirst(next.count) }
        return tail.isEmpty
    }
}
