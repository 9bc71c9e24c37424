/// The Japanese sentences of a text in which the owner may tell of today.
struct JapaneseFeelings {
    private let sentences: [Substring]

    init(_ text: String) {
        var rest = Self.withoutQuotations(text)[...]
        var sentences: [Substring] = []
        while let end = rest.firstIndex(where: { "。！？!?.\n".contains($0) }) {
            if !"？?".contains(rest[end]) { sentences.append(rest[..<end]) }
            rest = rest[rest.index(after: end)...]
        }
        self.sentences = (sentences + [rest]).filter { sentence in
            !Self.supposing.contains(where: sentence.contains) && !Self.otherDays.contains(where: sentence.contains)
                && !Self.asking.contains(where: sentence.hasSuffix)
        }
    }

    /// Without titles, what somebody else has said, and words that look like others.
    private static func withoutQuotations(_ text: String) -> String {
        var plain = ""
        var depth = 0
        for character in text {
            if "「『".contains(character) { depth += 1 }
            if depth == 0 { plain.append(character) }
            if "」』".contains(character) { depth = max(0, depth - 1) }
        }
        return lookalikes.reduce(plain) { $0.replacing($1, with: "") }
    }

    func count(_ label: EmotionLabel) -> Int {
        let expressions = EmotionExpressions.japanese(label)
        return sentences.count { sentence in expressions.contains { Self.isOwn($0, in: sentence) } }
    }

    private static func isOwn(_ expression: String, in sentence: Substring) -> Bool {
        var rest = sentence
        while let range = rest.firstRange(of: expression) {
            let (before, after) = (sentence[..<range.lowerBound], sentence[range.upperBound...])
            let clause = after.prefix { $0 != "、" }
            if !isDenied(clause, expression), !isOfSomebodyElse(before), !isSeen(clause, expression),
                !describesAThing(expression, before, clause)
            {
                return true
            }
            rest = sentence[range.upperBound...]
        }
        return false
    }

    private static func isDenied(_ after: Substring, _ expression: String) -> Bool {
        // 「悪いったらなかった」 says it all the more.
        if after.prefix(4).contains("ったら") || holdsNegation.contains(expression) { return false }
        return deniers.contains { after.prefix(5).contains($0) } || farDeniers.contains { after.prefix(9).contains($0) }
    }

    /// Whether somebody else is the topic, or the subject of the same clause.
    private static func isOfSomebodyElse(_ before: Substring) -> Bool {
        let clause = before.suffix(while: { $0 != "、" })
        return people.contains { person in
            ["は", "たちは", "って"].contains { before.contains(person + $0) }
                || ["が", "も", "たちが", "たちも"].contains { clause.contains(person + $0) }
        }
    }

    /// What somebody looks like or acts like: 「悲しそう」「怖がる」.
    private static func isSeen(_ after: Substring, _ expression: String) -> Bool {
        if after.hasPrefix("そう"), expression.hasSuffix("し") || looks.contains(expression) { return true }
        return ["がる", "がっ", "がら", "がり", "気な", "げな", "げに"].contains(where: after.hasPrefix)
    }

    /// Whether it only describes a thing (怖い映画), or is a part of its name (びっくり水), which says nothing of the day.
    private static func describesAThing(_ expression: String, _ before: Substring, _ after: Substring) -> Bool {
        if weather.contains(expression), before.hasSuffix("が") || before.hasSuffix("は") {
            return !ownThings.contains { before.dropLast().hasSuffix($0) }
        }
        if expression.allSatisfy(isKanji), let last = before.last, isKanji(last),
            !days.contains(where: before.hasSuffix)
        {
            return true
        }
        var noun = after
        if let ending = ["かった", "った", "い", "な", "た"].first(where: noun.hasPrefix) {
            noun = noun.dropFirst(ending.count)
        } else if !parts.contains(expression) {
            return false
        }
        guard let first = noun.first, isKanji(first) || isKatakana(first) else { return false }
        return !ownTimes.contains { noun.hasPrefix($0) }
    }

    private static func isKanji(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0x4E00...0x9FFF).contains($0.value) } ?? false
    }

    private static func isKatakana(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0x30A1...0x30FA).contains($0.value) } ?? false
    }

    // MARK: Words

    private static let people = [
        "部長", "課長", "社長", "上司", "先輩", "後輩", "妹", "弟", "兄", "姉", "母", "父", "妻", "夫", "息子", "娘", "子ども", "子供", "孫", "祖父",
        "祖母", "友だち", "友達", "友人", "彼女", "彼", "あの人", "同僚", "先生", "犬", "猫", "みんな", "隣の人", "赤ちゃん", "相手", "お客さん", "家族",
        "両親", "さん", "くん", "ちゃん", "生徒", "学生", "乗客", "客", "患者", "社員", "店員", "部下", "新人", "同居人", "下宿人", "隣人", "坊や", "赤ん坊",
        "医者", "看護師", "若い人", "人たち", "誰か", "旦那", "嫁", "主人", "ばあば", "じいじ", "親", "うちの子", "の子", "あいつ", "あの子", "この子", "魚",
        "鳥",
    ]
    private static let deniers = ["ない", "なかっ", "なく", "ません", "ほどでは", "わけじゃ", "わけでは", "たら", "れば", "ずに", "へん"]
    private static let farDeniers = ["なんか", "なんて", "とは思わ", "もなんとも", "へんで", "わけやな", "ことはな"]
    private static let holdsNegation: Set<String> = ["興奮が冷め", "生きた心地がしな"]
    private static let supposing = [
        "もし", "ばいいのに", "たらいいのに", "らしい", "という本", "についての本", "という映画", "だろう", "でしょう", "やろな", "やろう", "じゃろう", "かもね", "かもしれ",
        "だったら", "ところだけど", "誰だって", "私でも", "俺でも", "僕でも", "わしでも",
    ]
    /// They hold what they do not mean: もし, らしい, ほっと.
    private static let lookalikes = ["おもしろ", "すばらしい", "素晴らしい", "かわいらしい", "可愛らしい", "ほっとい", "ほっとけ"]
    private static let otherDays = [
        "のころ", "の頃は", "の頃の", "若いころ", "若い頃", "学生時代", "年前", "昭和", "平成", "昔は", "昔の", "来月", "来年", "っけ",
    ]
    /// How a question ends that has no mark.
    private static let asking = ["たか", "るか", "のか", "すか", "うか", "いか", "かな", "かなあ", "かしら", "かね", "んやろ", "のかよ"]
    private static let looks: Set<String> = ["怖", "幸せ", "不安", "疲れ", "切な", "つら", "心配", "満足"]
    /// What names of things begin with: 「びっくり水」「安心保証」「うれし野」.
    private static let parts: Set<String> = [
        "嬉し", "うれし", "びっくり", "ビックリ", "安心", "疲労", "満足", "充実", "緊張", "興奮", "パニック", "不安", "心配", "幸せ", "しあわせ", "恐怖", "孤独",
    ]
    private static let weather = ["穏やか", "おだやか"]
    private static let ownThings = ["心", "気持ち", "気分", "胸", "頭", "私", "自分", "一日", "夜", "朝", "時間"]
    private static let days = ["今日", "一日", "毎日", "昨日", "今夜", "今朝", "最近", "正直", "結構", "少々", "一番", "本当", "全身", "心身", "大"]
    /// Nouns by which an adjective speaks of the owner's own day.
    private static let ownTimes = [
        "一日", "日だ", "日で", "日に", "時間", "夜", "朝", "午後", "週末", "気持ち", "思い", "ひととき", "こと", "気分", "感じ", "今日", "一週間", "日や",
        "日じゃ", "顔", "毎日", "夕方", "一年", "瞬間", "って", "ほど", "反面", "半分", "一方", "限り", "何",
    ]
}

extension Substring {
    /// The longest end of which every character fits.
    fileprivate func suffix(while fits: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !fits($0) }) else { return self }
        return self[index(after: last)...]
    }
}
