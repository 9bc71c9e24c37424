/// Whether a Japanese memory tells as so what the owner only wishes: 犬を飼いたい is not 犬を飼っている, nor 犬を飼う.
enum JapaneseWish {
    static func isLost(_ quote: Surroundings, text: String, kind: MemoryKind) -> Bool {
        guard !text.contains(anyOf: told), let end = text.last(where: { !"。、！!".contains($0) }),
            JapaneseLetters.isHiragana(end)
        else { return false }
        let said = quote.clauseBefore + quote.quote + quote.after.prefix { !"、,。".contains($0) }
        // 三月いっぱい続けたい is a plan, too.
        if kind == .plan, said.contains(anyOf: times), !["いる", "てる", "ます", "た"].contains(where: text.hasSuffix) {
            return false
        }
        let clauses = Denial.segments(said).map { (text: $0, wish: wish(in: $0)) }
        return clauses.contains { clause in
            guard let verb = clause.wish, repeats(text, verb) else { return false }
            // Another clause may say that it is so: 痩せたいけど、もう五キロ痩せた.
            return !clauses.contains { $0.wish == nil && $0.text.contains(verb) }
        }
    }

    /// By these a memory tells the wish itself.
    private static let told = [
        "たい", "たが", "たく", "たかっ", "ほし", "欲し", "願", "夢", "希望", "望", "目標", "憧", "あこが", "つもり", "予定", "計画", "といい", "考え",
        "検討", "楽しみ", "頼", "要望", "興味", "迷", "悩", "目指", "思",
    ]
    /// With these a wish says when.
    private static let times = ["毎", "明日", "あした", "あさって", "今夜", "今晩", "月", "週", "曜", "来年", "今年"]
    /// What may stand behind a wish at the end of its clause.
    private static let tails = [
        "と思っています", "と思っている", "と思ってます", "と思ってる", "と思います", "と思う", "なと", "のです", "んです", "です", "んだ", "のよ", "の", "が", "けど",
        "けれど", "から", "ので", "んで", "し", "よね", "よ", "ねえ", "ね", "なあ", "なぁ", "な", "わあ", "わぁ", "わ", "って",
    ]
    /// The wish, with たい and its forms behind a verb; that of another (たがる) and that something may be.
    private static let own = ["たい", "たかった"]
    private static let others = [
        "たがっています", "たがっている", "たがってます", "たがってる", "たがっていた", "たがってた", "たがります", "たがる", "たがって",
    ]
    private static let hopes = ["といい", "とうれしい", "と嬉しい"]
    private static let requests = ["てほしい", "でほしい", "て欲しい", "で欲しい"]
    /// Words that only end like a wish.
    private static let words = ["だいたい", "いったい", "ぜったい", "つめたい", "めでたい"]
    /// A verb of one kanji alone stands before たい: 見たい; not 冷たい.
    private static let oneKanjiVerbs = "見寝出来得着煮似居"

    /// The kanji of the verb in a clause that expresses a wish; nil if the clause does not.
    private static func wish(in clause: String) -> String? {
        var plain = clause[...]
        while let tail = tails.first(where: { plain.hasSuffix($0) && plain.count > $0.count }), !isWish(plain) {
            plain = plain.dropLast(tail.count)
        }
        guard let mark = mark(of: plain) else { return nil }
        return verb(before: plain.dropLast(mark.count))
    }

    private static func isWish(_ plain: Substring) -> Bool { mark(of: plain) != nil }

    private static func mark(of plain: Substring) -> String? {
        guard !words.contains(where: plain.hasSuffix) else { return nil }
        if let mark = (others + hopes).first(where: plain.hasSuffix) { return mark }
        // What the owner asks of the companion is as good as a fact; what they hope of somebody else is not.
        if let mark = requests.first(where: plain.hasSuffix) {
            let isOfAnother = SomebodyElse.japaneseRelations.contains { plain.contains($0 + "に") }
            return isOfAnother && !plain.hasSuffix("ない" + mark) ? mark : nil
        }
        guard let mark = own.first(where: plain.hasSuffix), let stem = plain.dropLast(mark.count).last else {
            return nil
        }
        let before = plain.dropLast(mark.count + 1)
        // ケンと呼ばれたい asks the companion for something.
        if stem == "れ", before.last.map({ "かさたなまらわがば".contains($0) }) == true { return nil }
        // 指がいたい is 痛い.
        if stem == "い", before.last.map({ "がはも".contains($0) }) != false { return nil }
        // 行ってみたい is a wish, 住んでるみたい is not.
        if stem == "み" {
            return before.last.map { "てでをが".contains($0) || JapaneseLetters.isKanji($0) } == true ? mark : nil
        }
        return "いきぎしちにびりえけげせてねべめれ".contains(stem) || oneKanjiVerbs.contains(stem) ? mark : nil
    }

    private static func verb(before mark: Substring) -> String? {
        let kana = String(mark.reversed().prefix(while: JapaneseLetters.isHiragana).reversed())
        let kanji = String(mark.dropLast(kana.count).reversed().prefix(while: JapaneseLetters.isKanji).reversed())
        // In 指をさす the verb is no 指; 医者になる is one.
        let isNoun = kana.first.map { "がをはもへとに".contains($0) } ?? false
        return kana.count <= 5 && !kanji.isEmpty && (!isNoun || kana.hasPrefix("にな")) ? kanji : nil
    }

    /// Whether a memory's own verb is the wished one.
    private static func repeats(_ text: String, _ verb: String) -> Bool {
        Denial.segments(text).last?.contains(verb) ?? false
    }
}
