/// Recognizes that the owner agrees to what the companion has asked them (SAFE-6, F-6).
///
/// If a "yes" is missed, the companion asks once more; if one is heard where none was said, something may change that
/// the owner did not want. So it has to be plain: "Yes?" asks, "maybe" doubts, and "yes, but no" is a no (`SpokenNo`).
enum SpokenYes {
    static func isSaid(in words: String) -> Bool {
        let words = String(words.prefix(OwnersWords.maximumCharacters))
        guard !SpokenNo.isSaid(in: words), !SpokenDoubt.isSaid(in: words) else { return false }
        let all = EnglishWords(words).words.joined(separator: " ")
        if hums.contains(all) || all.hasSuffix(" why not") { return true }
        return SpokenSentence.all(in: words).contains {
            !$0.isQuestion && (isEnglish($0.english) || isJapanese($0.japaneseParts))
        }
    }

    // MARK: English

    private static let openings: Set<String> = [
        "yes", "yeah", "yep", "yup", "yah", "aye", "sure", "ok", "okay", "right", "alright", "correct", "exactly",
        "absolutely", "definitely", "certainly", "indeed", "affirmative", "confirmed", "mhm",
    ]
    private static let hums: Set<String> = ["uh huh", "mm hm", "mm hmm"]
    /// After "right" or "ok" these begin a story rather than agree: "right after that we ate".
    private static let stories: Set<String> = ["after", "before", "now", "then"]
    private static let phrases = [
        "do it", "do that", "do so", "go ahead", "go for it", "please do", "please go ahead", "let's do it",
        "of course",
        "by all means", "i'm sure", "i am sure", "i'm certain", "i agree", "i confirm", "i said yes", "all right",
        "that's right", "that is right", "that's correct", "that is correct", "that's true", "that's what i want",
        "that is what i want", "that's what i said", "that is what i said", "that's what i meant", "sounds good",
        "sounds right", "no problem", "no worries", "no objection", "no objections", "i don't mind", "i'd like that",
        "i would like that",
    ]
    /// The whole of a sentence.
    private static let alone: Set<String> = [
        "please", "i do", "i am", "i would", "i will", "fine", "that's fine", "it's fine", "that's ok", "that's okay",
        "it's ok", "it's okay", "that's it", "true", "you may", "you can", "i want it", "i want that",
    ]

    private static func isEnglish(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        if openings.contains(first) { return words.count == 1 || !stories.contains(words[1]) }
        let said = words.joined(separator: " ")
        return alone.contains(said) || phrases.contains { (said + " ").hasPrefix($0 + " ") }
    }

    // MARK: Japanese

    private static let japaneseFillers = [
        "うーん", "んー", "ああ", "あー", "あの", "あ", "えっと", "えーと", "ええと", "まあ", "まぁ", "じゃあ", "では",
    ]
    private static let japaneseOpenings = [
        "はい", "ハイ", "うん", "ええ", "イエス", "そう", "お願い", "おねがい", "いいよ", "いいです", "いいとも", "いいわよ", "それで", "それがいい", "頼む", "頼みます",
        "たのむ", "やって", "オーケー", "オッケー", "おっけー", "もちろん", "どうぞ", "その通り", "そのとおり", "合って", "あってる", "あっています", "了解", "承知",
        "構わない",
        "構いません", "かまわない", "かまいません", "よろしく", "確かに", "たしかに", "間違いな", "間違いあ", "まちがいな", "ぜひ", "是非",
    ]
    /// Openings that are not a yes: "by the way", "and so", "um", "that is not so".
    private static let japaneseExceptions = [
        "そういえば", "そうして", "そうした", "そうする", "そうじゃ", "そうでは", "そうでも", "そうなの", "そうか", "ええと", "ええっ", "えーと", "うんざり", "うんと",
        "それでは", "それでも", "それでね", "それでさ", "それでど", "やってな", "やってい", "やってませ", "やってられ", "そうだな", "そうですねえ", "そうは", "そう思わ",
        "ハイキ", "合ってな", "合っていな", "あってな",
    ]
    private static let japaneseWishes = ["そうしてくだ", "そうして下さ", "そうしてほし", "そうして欲し", "そうしといて", "そうしておいて", "そうしてお願"]

    private static func isJapanese(_ parts: [String]) -> Bool {
        // 「そう、じゃあ」 agrees, そうじゃない does not.
        var rest = (parts.first { !japaneseFillers.contains($0) } ?? "")[...]
        while let filler = japaneseFillers.filter({ rest.hasPrefix($0) && rest != $0 }).max(by: { $0.count < $1.count })
        {
            rest = rest.dropFirst(filler.count)
        }
        if japaneseWishes.contains(where: rest.hasPrefix) { return true }
        return japaneseOpenings.contains(where: rest.hasPrefix) && !japaneseExceptions.contains(where: rest.hasPrefix)
    }
}
