/// Recognizes that the owner wants something forgotten (M-8): "forget Momo", "you can bin that", モモのことは忘れて.
///
/// No model's word is enough for it: what is forgotten is gone for good. "Don't forget", "I forget her name" and "I have
/// forgotten" do not ask for anything.
enum ForgetWish {
    static func isSaid(in words: String) -> Bool {
        let text = String(words.prefix(FoldedText.maximumLength))
        return OffRecordWish.isSaid(in: text) || isJapanese(text)
            || text.split { ",.;:!?–—…\n".contains($0) }.contains { isEnglish(EnglishWords(String($0))) }
    }

    /// Whether a companion's words are about forgetting: "Shall I forget that?"
    static func isNamed(in words: String) -> Bool {
        EnglishWords(words).contains(anyOf: [
            "forget", "forgotten", "delete", "deleted", "erase", "erased", "remove", "removed", "wipe", "wiped",
        ])
            || words.contains(anyOf: ["忘れ", "わすれ", "消", "削除", "覚えておかな", "覚えてな"])
    }

    // MARK: What was said just before

    private static let pointers = [
        "今言ったこと", "いま言ったこと", "今話したこと", "さっき言ったこと", "さっき話したこと", "先ほど言ったこと", "今の話", "いまの話", "さっきの話", "先ほどの話", "その話",
        "この話", "今の発言", "そのこと", "このこと", "今のこと", "今の", "いまの", "さっきの", "先ほどの", "それ", "これ",
    ]
    private static let openings = [
        "やっぱり", "やっぱ", "ごめんなさい", "ごめん", "すみません", "お願い", "あ", "いや", "えっと", "ねえ", "、", " ", "　",
    ]
    private static let undoing = ["忘れて", "わすれて", "なかったことに", "無かったことに", "削除して", "消去して", "取り消して", "消して"]
    private static let undone = [
        "ね", "よ", "くだ", "下さ", "くれ", "ほしい", "欲しい", "もらえ", "お願い", "おいて", "しまって", "して", "、", "。", "！", "!",
    ]
    private static let polite: Set<String> = [
        "please", "sorry", "oh", "no", "actually", "wait", "ok", "okay", "just", "and", "can", "could", "would", "will",
        "you", "now", "well", "anicca",
    ]
    private static let undoVerbs: Set<String> = [
        "forget", "delete", "erase", "remove", "scrap", "scratch", "strike",
    ]
    private static let undoObjects = [
        "that last bit", "that last part", "the last bit", "the last part", "what i just said", "what i said",
        "what i just told you", "what i told you", "everything i just said", "all that", "all of that", "that",
    ].map { $0.split(separator: " ").map(String.init) }

    /// Whether a sentence is a wish to forget that names nothing, so that it is about what was said just before:
    /// "Delete that", 今言ったことは忘れて. "Delete that photo" and 電気を消して are none.
    static func pointsBack(in sentence: String) -> Bool {
        let words = Array(EnglishWords(sentence).words.drop(while: polite.contains))
        if let verb = words.first { return undoVerbs.contains(verb) && isPointed(at: words.dropFirst()) }
        return isJapanesePointed(sentence.trimmed())
    }

    /// What a wish to forget that names nothing is about.
    enum Target { case sameLine, lineBefore }

    private static let exclamations = polite.union([
        "ugh", "oops", "um", "uh", "hm", "hmm", "er", "yes", "yeah", "never", "mind", "hey", "i'm", "ah", "hang", "on",
    ])
    private static let japaneseExclamations = ["待って", "ちょっと", "うーん", "ううん", "だめ", "もう", "わ"]

    /// What a line with a wish that points back is about: what stands in it before the wish, or the owner's line before.
    /// Nil if it holds no such wish.
    static func target(inLine line: String) -> Target? {
        var before: [String] = []
        for sentence in String(line.prefix(FoldedText.maximumLength)).sentences {
            if pointsBack(in: sentence) { return before.contains(where: isContent) ? .sameLine : .lineBefore }
            // "My bank is closing my account, please forget that."
            let last = sentence.split { "、,;:–—".contains($0) }.map(String.init)
            if last.count > 1, let wish = last.last, pointsBack(in: wish) {
                return (before + last.dropLast()).contains(where: isContent) ? .sameLine : .lineBefore
            }
            before.append(sentence)
        }
        return nil
    }

    private static func isContent(_ sentence: String) -> Bool {
        let words = EnglishWords(sentence).words
        guard words.isEmpty else { return !words.allSatisfy(exclamations.contains) }
        var rest = sentence[...]
        while let opening = (openings + japaneseExclamations).first(where: { rest.hasPrefix($0) }) {
            rest = rest.dropFirst(opening.count)
        }
        return !rest.isEmpty
    }

    private static func isPointed(at words: ArraySlice<String>) -> Bool {
        guard let object = undoObjects.first(where: { words.starts(with: $0) }) else { return false }
        let rest = words.dropFirst(object.count)
        return rest.allSatisfy {
            polite.contains($0) || ["again", "from", "your", "memory", "then", "too"].contains($0)
        }
    }

    private static func isJapanesePointed(_ sentence: String) -> Bool {
        var rest = sentence[...]
        while let opening = openings.first(where: { rest.hasPrefix($0) && !rest.hasPrefix("あれ") }) {
            rest = rest.dropFirst(opening.count)
        }
        guard let pointer = pointers.first(where: rest.hasPrefix) else { return false }
        rest = rest.dropFirst(pointer.count)
        // それ消して may be said of a lamp.
        let isTopic = ["のことは", "については", "は"].first(where: rest.hasPrefix)
        if let topic = isTopic ?? ["を", "全部", "、"].first(where: rest.hasPrefix) { rest = rest.dropFirst(topic.count) }
        guard let verb = undoing.first(where: rest.hasPrefix),
            isTopic != nil || verb != "消して" || !["それ", "これ"].contains(pointer)
        else { return false }
        rest = rest.dropFirst(verb.count)
        return rest.isEmpty || undone.contains(where: rest.hasPrefix) && !told.contains(where: rest.hasPrefix)
    }

    // MARK: English

    private static let verbs = [
        "forget", "delete", "erase", "remove", "wipe", "bin", "drop", "scrap", "scratch", "strike",
    ]
    private static let phrases = [
        "never mind that", "never mind about", "never mind what", "take that out", "take it out", "take this out",
        "get rid of", "throw away", "throw that away", "throw it away", "you never heard", "it forgotten",
        "that forgotten", "this forgotten", "him forgotten", "her forgotten", "them forgotten", "be forgotten",
        "cross that out", "cross it out", "it deleted", "that deleted", "be deleted", "it erased", "that erased",
        "be erased", "it removed", "that removed", "be removed",
    ]
    /// Words right before a verb with which it does not ask for anything: "I forget", "don't forget".
    private static let others: Set<String> = [
        "i", "we", "they", "he", "she", "me", "him", "us", "dont", "not", "never", "did", "do", "always", "often",
        "might",
    ]
    private static let articles: Set<String> = ["a", "an", "the", "my", "your"]
    /// What the owner may ask the companion not to do.
    private static let keeping: Set<String> = [
        "remember", "remembering", "keep", "keeping", "save", "store", "mention",
    ]
    private static let refusing: Set<String> = ["don't", "dont", "not", "stop", "never", "needn't", "longer"]
    private static let subjects: Set<String> = ["i", "we", "they", "he", "she", "who"]

    private static func isEnglish(_ said: EnglishWords) -> Bool {
        let words = said.words
        if said.contains(anyOf: phrases) { return true }
        return words.indices.contains { place in
            let before = words[..<place].suffix(2)
            if verbs.contains(words[place]) {
                guard !before.contains(where: isOther), !(before.last.map(articles.contains) ?? false) else {
                    return false
                }
                // "I have to bin the leftovers" asks nobody.
                return before.last != "to" || isAsking(words[..<place].suffix(5))
            }
            return keeping.contains(words[place]) && isRefused(words[..<place].suffix(4))
        }
    }

    private static func isAsking(_ before: ArraySlice<String>) -> Bool {
        let said = before.joined(separator: " ")
        return before.contains("you")
            || ["i want to", "i'd like to", "i would like to"].contains(where: said.hasSuffix)
    }

    private static func isOther(_ word: String) -> Bool {
        others.contains(word) || word.hasSuffix("n't")
            || ["i'", "we'", "they'", "he'", "she'"].contains(where: word.hasPrefix)
    }

    /// "Don't", "I don't want you to", "you don't have to"; not "I don't" and "don't you".
    private static func isRefused(_ before: ArraySlice<String>) -> Bool {
        guard let place = before.firstIndex(where: refusing.contains) else { return false }
        guard before[(place + 1)...].first != "you" else { return false }
        let isOwn = before[..<place].last.map(subjects.contains) ?? false
        return !isOwn || before[place...].contains("you")
    }

    // MARK: Japanese

    private static let orders = [
        "忘れて", "わすれて", "忘れと", "忘れろ", "忘れちゃって", "消して", "消しと", "けして", "消せ", "消去", "削除", "取り消し", "なかったことに",
        "無かったことに", "覚えなくて", "おぼえなくて", "覚えてなくて", "覚えていなくて", "覚えておかなくて", "覚えとかなくて", "覚えないで", "覚えておかないで", "残さないで", "出さないで",
        "捨てて",
        "抹消",
    ]
    /// What follows where somebody forgets or has forgotten: 忘れてた, 忘れてしまった.
    private static let told = ["た", "る", "な", "いた", "いる", "いな", "いま", "しまった", "しまい", "ませ", "は", "ば"]

    private static func isJapanese(_ text: String) -> Bool {
        orders.contains { order in
            text.ranges(of: order).contains { range in
                !told.contains(where: text[range.upperBound...].hasPrefix)
            }
        }
    }
}
