/// Whether a memory replaces a word of the owner by its opposite: "I failed the exam" is not "Passed the exam".
///
/// The word itself must be in nothing that the owner said around it, the opposite must be, and what the two are said of
/// must be the same. A clause with a "not" is left to `Denial`: "I didn't pass" is "Failed".
enum Opposites {
    static func isTurned(_ quote: Surroundings, text: String) -> Bool {
        EnglishWords(text).words.isEmpty ? isJapanese(quote, text) : isEnglish(quote, text)
    }

    // MARK: English

    private static let english: [(one: Set<String>, other: Set<String>)] = [
        (["pass", "passes", "passed", "passing"], ["fail", "fails", "failed", "failing", "flunked"]),
        (
            [
                "like", "likes", "liked", "love", "loves", "loved", "enjoy", "enjoys", "enjoyed", "adore", "adores",
                "fond",
            ],
            [
                "hate", "hates", "hated", "dislike", "dislikes", "disliked", "loathe", "loathes", "detest", "detests",
                "despise", "despises",
            ]
        ),
        (["well", "soundly"], ["badly", "poorly", "terribly"]),
        (["buy", "buys", "bought"], ["sell", "sells", "sold"]),
        (["win", "wins", "won"], ["lose", "loses", "lost"]), (["gain", "gains", "gained"], ["lose", "loses", "lost"]),
        (
            ["start", "starts", "started", "begin", "begins", "began", "begun"],
            ["stop", "stops", "stopped", "quit", "quits", "finish", "finishes", "finished", "ends", "ended"]
        ),
        (["early", "earlier"], ["late", "later"]),
        (["happy", "glad", "cheerful"], ["sad", "unhappy", "miserable", "depressed"]),
        (["easy", "easily"], ["hard", "difficult"]), (["rich"], ["poor"]), (["strong"], ["weak"]),
        (["hot"], ["cold"]), (["tall"], ["short"]), (["healthy"], ["ill", "sick", "unwell"]),
        (["open", "opens", "opened"], ["close", "closes", "closed", "shut", "shuts"]),
        (
            ["accept", "accepts", "accepted"],
            ["reject", "rejects", "rejected", "refuse", "refuses", "refused", "declined"]
        ),
        (["remember", "remembers", "remembered"], ["forget", "forgets", "forgot", "forgotten"]),
        (["lend", "lends", "lent"], ["borrow", "borrows", "borrowed"]),
        (["arrive", "arrives", "arrived"], ["leave", "leaves", "left"]), (["hired"], ["fired", "sacked"]),
        (["better"], ["worse"]), (["indoors", "inside"], ["outdoors", "outside"]),
    ]
    private static let englishTurns = english + english.map { (one: $0.other, other: $0.one) }
    private static let nots: Set<String> = [
        "not", "never", "no", "hardly", "rarely", "barely", "seldom", "without", "cannot", "nobody", "nothing",
        "neither", "nor", "used", "longer", "anymore", "almost", "nearly", "less", "until", "if",
    ]
    /// What a memory wishes or fears is not what is so.
    private static let wishes: Set<String> = [
        "want", "wants", "wanted", "wish", "wishes", "hope", "hopes", "hoping", "would", "try", "tries", "trying",
        "aims", "plans", "planning", "prefer", "prefers", "should", "need", "needs", "rather", "dreads", "afraid",
        "worried", "worries", "fears", "instead", "than", "but", "although", "despite", "could", "might",
    ]

    private static func isNot(_ word: String) -> Bool { nots.contains(word) || word.hasSuffix("n't") }

    /// Without a "well" that says nothing of how something was.
    private static func meant(_ words: [String]) -> [String] {
        words.indices.filter { place in
            words[place] != "well" || place > 0 && !["as", "oh", "and", "but"].contains(words[place - 1])
        }
        .map { words[$0] }
    }

    private static func isEnglish(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = EnglishWords(text).words
        guard kept.allSatisfy({ !isNot($0) && !wishes.contains($0) }) else { return false }
        let told = Set(kept)
        let found = englishTurns.filter { !told.isDisjoint(with: $0.one) && told.isDisjoint(with: $0.other) }
        guard !found.isEmpty else { return false }
        // What is said of somebody else is not said of the owner: "I like tea and my brother hates dogs".
        let line = (quote.lead + quote.sentence + quote.rest).sentences
            .flatMap { SpokenClauses.parted($0, ofOwnerOr: text) }.flatMap(\.phrases)
        let said = Set(line.flatMap { meant(EnglishWords($0).words) })
        let turns = found.filter { said.isDisjoint(with: $0.one) && !said.isDisjoint(with: $0.other) }
        guard !turns.isEmpty else { return false }
        return Denial.clauses(quote.clause).contains { clause in
            let words = Set(meant(clause.words))
            guard words.allSatisfy({ !isNot($0) }) else { return false }
            let own = turns.filter { !words.isDisjoint(with: $0.other) }
            // Two of them are a yes: "I hate cold weather" may be "Loves hot weather".
            guard !own.isEmpty, !Set(own.map(\.one)).count.isMultiple(of: 2) else { return false }
            let turned = Set(own.flatMap { told.intersection($0.one) }.map(Denial.root))
            let rest = Denial.roots(of: text).subtracting(turned)
            return rest.isEmpty || !rest.isDisjoint(with: words.map(Denial.root))
        }
    }

    // MARK: Japanese

    private static let japanese: [(one: [String], other: [String])] = [
        (["受かっ", "受かる", "受かり", "合格"], ["落ちた", "落ちて", "落ちちゃ", "落ちまし", "落第", "落っこち"]),
        (["買った", "買って", "買う", "買っちゃ", "買いま", "購入"], ["売った", "売って", "売る", "売っちゃ", "売りま", "手放"]),
        (["勝った", "勝って", "勝つ", "勝ちま", "優勝"], ["負け", "敗れ", "惨敗"]), (["好き"], ["嫌い", "きらい", "苦手"]),
        (["得意", "上手"], ["苦手", "下手"]), (["結婚"], ["離婚"]), (["増え", "増や"], ["減っ", "減ら", "減り", "減る"]),
        (["太っ", "太り", "太る"], ["痩せ", "やせた", "やせて"]), (["早く", "早い", "早起き"], ["遅く", "遅い"]),
        (["始め", "始ま"], ["やめた", "やめて", "辞めた", "辞めて", "終わ", "終え"]),
        (["開けた", "開ける", "開けて", "開いた"], ["閉め", "閉じ", "閉ま"]), (["借り"], ["貸し", "貸す"]),
        (["元気", "健康"], ["病気", "具合が悪", "体調が悪", "体調を崩"]), (["楽し", "面白", "おもしろ"], ["退屈", "つまら"]),
        (["簡単"], ["難し", "むずかし"]), (["よく眠れ", "よく寝", "ぐっすり", "熟睡"], ["寝不足", "眠れな", "寝付け"]), (["右"], ["左"]),
        (["暑"], ["寒"]), (["忙し"], ["暇", "ひま"]), (["うれし", "嬉し"], ["悲し", "かなし"]), (["多い", "多く"], ["少な"]),
    ]
    private static let japaneseTurns = japanese + japanese.map { (one: $0.other, other: $0.one) }
    private static let open = [
        "ない", "なく", "なかっ", "ません", "ずに", "へん", "じゃな", "そう", "たら", "れば", "もし", "かも", "たい", "以前", "昔", "元", "より", "なら",
    ]

    /// Words that only look like another one, or like a "not".
    private static func plain(_ text: String) -> String {
        [("不合格", "落第"), ("少ない", "少な"), ("つまらない", "つまら"), ("落ち着", "安心")].reduce(text) {
            $0.replacing($1.0, with: $1.1)
        }
    }

    private static func isJapanese(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = plain(text)
        guard !kept.contains(anyOf: open) else { return false }
        let found = japaneseTurns.filter { kept.contains(anyOf: $0.one) && !kept.contains(anyOf: $0.other) }
        guard !found.isEmpty else { return false }
        let line = plain(quote.lead + quote.sentence + quote.rest)
        let turns = found.filter { !line.contains(anyOf: $0.one) && line.contains(anyOf: $0.other) }
        guard !turns.isEmpty else { return false }
        return Denial.segments(plain(quote.clause)).contains { clause in
            guard !clause.contains(anyOf: open) else { return false }
            let own = turns.filter { clause.contains(anyOf: $0.other) }
            guard !own.isEmpty, !Set(own.map(\.one)).count.isMultiple(of: 2) else { return false }
            let turned = OwnWords(own.flatMap { $0.one.filter { kept.contains($0) } }.map { OwnWords($0) }).words
            let rest = OwnWords(kept).words.subtracting(turned)
            return rest.isEmpty || !rest.isDisjoint(with: OwnWords(clause).words)
        }
    }
}
