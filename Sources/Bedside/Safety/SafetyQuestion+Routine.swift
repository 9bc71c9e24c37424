/// The companion's question about a dose, a drink or a meal, and an owner's answer that only repeats it: "Did you take
/// your pills?", "Yes, I took them."
extension SafetyQuestion {
    enum Asked: Equatable, Sendable {
        /// Whether the owner wants to die.
        case dying
        /// Whether the owner has taken their medicine.
        case dose
        /// Whether the owner has had a drink, or a meal.
        case meal
    }

    /// What a companion's last sentence asks.
    static func askedLast(in words: some StringProtocol) -> Asked? {
        if isAskedLast(in: words) { return .dying }
        guard let last = sentences(of: words).last, isQuestion(last) else { return nil }
        return isJapanese(last) ? japaneseRoutine(last) : englishRoutine(last)
    }

    /// Whether an answer has nothing but the words of such a question: all of a drink, but not all of the pills.
    static func isRepeated(_ question: Asked, by words: some StringProtocol) -> Bool {
        guard question != .dying else { return false }
        if isJapanese(words) {
            let said = words.filter { $0.isLetter || $0.isNumber }
            let parts = japaneseCommon + (question == .dose ? japaneseDose : japaneseMeal)
            return said.count <= longestJapanese && isMade(String(said), of: parts)
        }
        let said = englishWords(words)
        let known = question == .dose ? englishDose : englishMeal
        return !said.isEmpty && said.count <= longestEnglish
            && said.allSatisfy { englishCommon.contains($0) || known.contains($0) }
    }

    private static func englishRoutine(_ sentence: Substring) -> Asked? {
        let said = Set(englishWords(sentence))
        guard said.contains("you"), !said.isDisjoint(with: acts), said.isDisjoint(with: doubts) else { return nil }
        // Only their own medicine, and not how much of it.
        if !said.isDisjoint(with: medicines) {
            return said.contains("your") && said.isDisjoint(with: amounts) ? .dose : nil
        }
        return said.isDisjoint(with: meals) ? nil : .meal
    }

    private static func japaneseRoutine(_ sentence: Substring) -> Asked? {
        func has(_ words: [String]) -> Bool { words.contains { sentence.contains($0) } }
        guard has(["飲", "のみ", "のん", "食べ"]), !has(japaneseDoubts) else { return nil }
        if has(["薬", "くすり", "クスリ", "錠", "インスリン", "サプリ"]) { return .dose }
        return has(["水", "お茶", "白湯", "コーヒー", "牛乳", "スープ", "ごはん", "ご飯", "朝食", "昼食", "夕食", "食べ"]) ? .meal : nil
    }

    private static func englishWords(_ text: some StringProtocol) -> [String] {
        SafetyText.englishWords(SafetyText.folded(text)).filter { !$0.isEmpty }
    }

    private static func isJapanese(_ text: some StringProtocol) -> Bool {
        text.first { $0.isLetter }.map { !$0.isASCII } ?? false
    }

    private static func isMade(_ text: String, of parts: [String]) -> Bool {
        guard !text.isEmpty else { return false }
        var rests: Set<String> = [text]
        while !rests.isEmpty {
            var next: Set<String> = []
            for rest in rests {
                for part in parts where rest.hasPrefix(part) {
                    if rest.count == part.count { return true }
                    next.insert(String(rest.dropFirst(part.count)))
                }
            }
            rests = next
        }
        return false
    }

    /// In words and in characters.
    private static let longestEnglish = 14
    private static let longestJapanese = 26

    private static let acts: Set<String> = [
        "take", "took", "taken", "taking", "drink", "drank", "drunk", "drinking", "eat", "ate", "eaten", "have", "had",
        "finish", "finished",
    ]
    private static let medicines: Set<String> = [
        "pill", "pills", "tablet", "tablets", "capsule", "capsules", "medicine", "medicines", "medication",
        "medications", "meds", "dose", "insulin", "vitamin", "vitamins", "inhaler", "painkiller", "painkillers",
    ]
    private static let meals: Set<String> = [
        "water", "tea", "coffee", "juice", "milk", "glass", "cup", "breakfast", "lunch", "dinner", "supper", "meal",
        "soup", "food", "eaten", "eat",
    ]
    private static let amounts: Set<String> = [
        "all", "many", "much", "any", "whole", "everything", "more", "extra", "too", "bottle", "box", "rest", "them",
    ]
    private static let doubts: Set<String> = [
        "die", "dead", "kill", "hurt", "harm", "overdose", "alcohol", "wine", "beer", "vodka", "whisky", "whiskey",
        "gin", "rum", "bleach", "poison", "purpose", "yourself", "someone", "anything", "something",
    ]
    private static let englishCommon: Set<String> = [
        "yes", "yeah", "yep", "yup", "no", "not", "yet", "ok", "okay", "sure", "right", "i", "we", "have", "had", "did",
        "do", "it", "my", "the", "a", "with", "after", "before", "at", "and", "of", "this", "morning", "evening",
        "afternoon", "today", "tonight", "earlier", "thank", "thanks", "you", "breakfast", "lunch", "dinner", "supper",
        "bed", "ago", "hour", "minute", "minutes", "half", "an", "ten", "water", "glass", "some",
    ]
    private static let englishDose: Set<String> = [
        "take", "took", "taken", "pill", "pills", "tablet", "tablets", "capsule", "capsules", "medicine", "medication",
        "meds", "dose", "insulin", "vitamin", "vitamins", "inhaler", "them", "mine", "one", "two", "three", "four",
    ]
    private static let englishMeal: Set<String> = [
        "drink", "drank", "drunk", "eat", "ate", "eaten", "finish", "finished", "all", "whole", "every", "everything",
        "last", "drop", "up", "cup", "mug", "bottle", "tea", "coffee", "juice", "milk", "soup", "toast", "porridge",
        "food", "meal", "two", "three", "lot",
    ]
    private static let japaneseDoubts = [
        "全部", "ぜんぶ", "何錠", "いくつ", "どれくらい", "どのくらい", "どれだけ", "たくさん", "大量", "何を", "何か", "なにか", "死", "一度に",
        "まとめて", "酒", "ビール", "ワイン", "洗剤", "漂白剤", "毒",
    ]
    private static let japaneseCommon = [
        "はい", "うん", "ええ", "ああ", "いいえ", "まだ", "もう", "さっき", "ちゃんと", "いま", "今", "今日", "今朝", "朝", "昼", "夜", "晩", "は", "を",
        "も", "に", "で", "と", "の", "よ", "ね", "わ", "です", "から", "んだ", "んです", "飲んだ", "飲みました", "のんだ", "のみました", "飲んでる",
        "飲んでます", "飲んでいます", "飲んでいる", "飲んでおいた", "飲んどいた", "飲んでない", "飲んでません", "飲んでいません", "朝ごはん", "昼ごはん", "晩ごはん",
        "夕飯", "ご飯", "ごはん", "朝食", "昼食", "夕食", "あと", "後", "前", "食後", "食前", "寝る前", "ありがとう", "ございます", "分", "忘れずに", "水",
        "お水", "お湯", "白湯", "コップ", "一杯",
    ]
    private static let japaneseDose = [
        "薬", "お薬", "くすり", "睡眠薬", "錠剤", "血圧", "サプリ", "インスリン", "一錠", "二錠", "三錠", "四錠", "いつも",
    ]
    private static let japaneseMeal = [
        "全部", "ぜんぶ", "残さず", "残らず", "きれいに", "食べた", "食べました", "食べてる", "食べています", "食べてない", "食べていません", "お茶", "コーヒー",
        "牛乳", "ジュース", "スープ", "味噌汁", "パン", "水分", "二杯", "三杯", "飲み干した", "飲み干しました", "飲みきった", "飲みきりました", "飲み切った",
        "飲み切りました",
    ]
}
