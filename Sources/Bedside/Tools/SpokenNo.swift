/// Recognizes that the owner says no to what the companion has asked them to confirm (SAFE-6).
///
/// A "no" too many costs one more question, and one too few may change what the owner did not want; so "No, at seven"
/// counts, too. "Cancel tomorrow's alarm" does not: it may be the repetition that was asked for.
enum SpokenNo {
    static func isSaid(in words: String) -> Bool {
        let text = words.prefix(maximumCharacters).lowercased()
        return isEnglish(text) || isJapanese(text)
    }

    private static let maximumCharacters = 400

    // MARK: English

    /// Words before which nothing is said.
    private static let fillers: Set<String> = [
        "oh", "ah", "uh", "um", "er", "hm", "hmm", "well", "ok", "okay", "actually", "wait", "please", "sorry",
        "anicca",
        "but", "and", "hey", "now",
    ]
    private static let openings: Set<String> = ["no", "nope", "nah", "not", "don't", "dont", "never"]
    /// Openings that are not a no.
    private static let exceptions = [
        ["no", "problem"], ["no", "worries"], ["no", "doubt"], ["no", "objection"], ["no", "objections"],
        ["don't", "worry"], ["don't", "mind"], ["don't", "forget"], ["dont", "worry"], ["dont", "mind"],
        ["not", "only"], ["not", "bad"],
        // Repetitions of what was asked for.
        ["don't", "wake"], ["don't", "ring"], ["dont", "wake"], ["dont", "ring"], ["no", "alarm"], ["no", "alarms"],
        ["no", "training"], ["no", "bedtime"], ["never", "ring"], ["never", "wake"],
    ]
    /// The whole of what is said.
    private static let alone: Set<String> = [
        "stop", "stop it", "stop that", "cancel", "cancel it", "cancel that", "wait", "leave it", "leave it as it is",
        "rather not", "i'd rather not", "better not",
        "forget that",
        "that's wrong", "wrong", "changed my mind", "i changed my mind", "i've changed my mind", "keep it",
        "keep it as it is", "nothing",
    ]
    /// Anywhere.
    private static let inside = [
        " never mind ", " nevermind ", " do not do ", " don't do ", " don't want ", " do not want ", " please don't ",
        " please do not ", " i said no ", " of course not ", " absolutely not ", " i take it back ", " don't change ",
        " do not change ", " don't read ", " do not read ", " don't delete ", " do not delete ",
    ]

    private static func isEnglish(_ text: String) -> Bool {
        let all = text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
            .map { String($0.map { $0 == "’" ? "'" : $0 }) }
        let spoken = " " + all.joined(separator: " ") + " "
        if inside.contains(where: spoken.contains) { return true }
        let rest = Array(all.drop { fillers.contains($0) })
        guard let first = rest.first else { return all.contains("wait") }
        if alone.contains(rest.filter { $0 != "please" }.joined(separator: " ")) { return true }
        guard openings.contains(first) else { return false }
        return !exceptions.contains(Array(rest.prefix(2)))
    }

    // MARK: Japanese

    private static let japaneseFillers = [
        "えっと", "えーと", "ええと", "あの", "あ", "うーん", "んー", "やっぱり", "やっぱ", "やはり", "もう", "それは", "それ", "ちょっと", "今は", "いまは",
        "今日は", "きょうは", "すみません", "ごめん", "ごめんなさい", "お願い", "おねがい", "もういい", "じゃあ", "では", "でも",
    ]
    private static let japaneseOpenings = [
        "いいえ", "いえ", "いや", "嫌", "ううん", "だめ", "ダメ", "駄目", "ノー", "ちがう", "ちがいます", "違う", "違います", "そうじゃな", "そうではな",
        "待って", "まって", "ストップ", "キャンセル", "中止", "いらない", "いりません", "要らない", "要りません", "結構です", "けっこうです", "とりけ", "取り消",
        "取消", "やめ", "よして", "よします", "よしておく", "よしとく", "遠慮", "そのままで", "そのままに", "そのままが", "なし", "無し",
    ]
    /// Openings that are not a no.
    private static let japaneseExceptions = ["いいえて", "いえる", "いえば", "いやす", "ちがうじかん", "なしとげ"]
    /// Anywhere. Not 起こさないで or 鳴らさないで, which may be the repetition that was asked for.
    private static let japaneseInside: [String] = {
        var found = ["やっぱりやめ", "やっぱやめ", "やはりやめ", "やめておく", "やめておきます", "やめとく", "やめときます", "取りやめ", "気が変わ"]
        let stems = ["し", "変え", "かえ", "消さ", "けさ", "読ま", "よま", "言わ", "いわ", "動かさ", "飛ばさ", "外さ", "止め", "やら", "忘れ"]
        for stem in stems { found += [stem + "ないで", stem + "なくていい", stem + "なくて大丈夫", stem + "なくて結構"] }
        return found
    }()

    private static func isJapanese(_ text: String) -> Bool {
        var rest = text.filter { $0.isLetter || $0.isNumber }[...]
        if japaneseInside.contains(where: rest.contains) { return true }
        while let filler = japaneseFillers.filter({ rest.hasPrefix($0) && rest != $0 }).max(by: { $0.count < $1.count })
        {
            rest = rest.dropFirst(filler.count)
        }
        guard japaneseOpenings.contains(where: rest.hasPrefix) else { return false }
        return !japaneseExceptions.contains(where: rest.hasPrefix)
    }
}
