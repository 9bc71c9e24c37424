/// Whether a memory says the contrary of its quote though no plain "not" was lost: a verb that refuses, a "not" of the
/// whole clause, one of a dialect, or a word with the opposite meaning.
///
/// `Denial` and `Polarity` know the plain "not".
enum Contrary {
    static func isContrary(_ quote: Surroundings, text: String) -> Bool {
        denies(text, in: quote.clause, of: quote.sentence) || Opposites.isTurned(quote, text: text)
    }

    /// Whether a clause denies what a memory or an act says.
    static func denies(_ text: String, in clause: String, of sentence: String) -> Bool {
        let kept = EnglishWords(text).words
        if !kept.isEmpty {
            let own = Denial.roots(of: text)
            return Denial.clauses(clause).contains { part in
                isRefused(part, kept, own, sentence) || isUntrue(part, kept, own, sentence)
            }
        }
        return Denial.segments(clause).contains { part in
            isDenied(part, text, sentence) || isDeniedInDialect(part, text, sentence)
        }
    }

    // MARK: Verbs that refuse

    private static let refusals = [
        "refuse to", "refuses to", "refused to", "refusing to", "decline to", "declined to", "fail to", "failed to",
        "failing to", "forgot to", "forget to", "neglect to", "neglected to", "unable to", "forbidden to",
        "no desire to", "no wish to", "no time to", "no intention to", "too lazy to", "too tired to",
    ]
    /// Behind these stands a thing, or a verb with -ing.
    private static let exclusions = [
        "abstain from", "abstained from", "refrain from", "keep away from", "stay away from", "stay off",
        "steer clear of", "shy away from", "swore off", "sworn off", "instead of", "incapable of", "banned from",
        "forbidden from", "anything but", "everything but", "anything except", "everything except",
        "everything apart from", "anything apart from",
    ]
    /// By these a memory says "not" in its own way.
    private static let ways: Set<String> = [
        "refuse", "refuses", "refused", "decline", "declines", "declined", "fail", "fails", "failed", "forgets",
        "forgot", "neglects", "neglected", "unable", "abstains", "refrains", "away", "steers", "clear", "shuns",
        "swore", "sworn", "too", "refusing", "failing", "forget", "neglect", "abstain", "abstained", "refrain", "steer",
        "shy", "lie", "deny", "doubt", "instead", "incapable", "banned", "forbidden", "but", "except", "apart",
        "rather", "without", "no",
        "nothing", "free", "dislikes", "dislike", "denies", "doubts", "untrue", "false", "myth", "little", "off",
    ]
    private static let stops: Set<String> = ["i", "we", "and", "but", "so", "because", "until", "he", "she", "they"]
    private static let tellings: Set<String> = ["say", "tell", "mention", "add", "ask"]

    /// The verb "to have" is one in all its forms, as are "to be", "to do" and "to go".
    private static func base(_ word: String) -> String {
        switch word {
        case "has", "have", "had": "have"
        case "is", "am", "are", "be", "was", "were": "be"
        case "does", "do", "did": "do"
        case "goes", "go", "went": "go"
        default: Denial.root(word)
        }
    }

    private static func isPlain(_ kept: [String]) -> Bool {
        kept.allSatisfy { !ways.contains($0) && !isNot($0) }
    }

    private static func isNot(_ word: String) -> Bool { Polarity.negations.contains(word) || word.hasSuffix("n't") }

    /// "I refuse to eat fish" is not "Eats fish".
    private static func isRefused(
        _ clause: EnglishWords, _ kept: [String], _ own: Set<String>, _ sentence: String
    ) -> Bool {
        guard isPlain(kept) else { return false }
        let words = clause.words
        func isTwice(_ place: Int) -> Bool { words[..<place].suffix(3).contains(where: isNot) }
        func reach(_ start: Int) -> [String] { Array(words.dropFirst(start).prefix(4).prefix { !stops.contains($0) }) }
        var starts: [Int] = []
        for phrase in refusals {
            for place in clause.places(of: phrase) where !isTwice(place) {
                starts.append(place + phrase.split(separator: " ").count)
            }
        }
        // "Too ill to travel"
        let degrees = clause.places(of: "too").filter { $0 + 2 < words.count && words[$0 + 2] == "to" && !isTwice($0) }
        starts += degrees.map { $0 + 3 }
        let bases = Set(kept.map(base))
        for start in starts {
            let refused = reach(start)
            guard let verb = refused.first, !tellings.contains(verb), bases.contains(base(verb)) else { continue }
            let rest = own.subtracting([Denial.root(verb)]).filter { base($0) != base(verb) }
            if !rest.isEmpty, rest.isDisjoint(with: refused.dropFirst().map(Denial.root)) { continue }
            if !Denial.isSaidPlainly(own, denied: [Denial.root(verb)], in: clause, of: sentence) { return true }
        }
        for phrase in exclusions {
            for place in clause.places(of: phrase) where !isTwice(place) {
                let lost = own.intersection(reach(place + phrase.split(separator: " ").count).map(Denial.root))
                if !lost.isEmpty, !Denial.isSaidPlainly(own, denied: lost, in: clause, of: sentence) { return true }
            }
        }
        return false
    }

    // MARK: A whole clause

    private static let untruths = [
        "isn't true that", "not true that", "isn't true i", "not true i", "not the case that", "isn't the case that",
        "a lie that", "a myth that", "false that", "i deny that", "i deny", "don't think", "don't believe",
        "do not think", "do not believe", "doesn't mean", "not as if", "isn't as if", "it's not that", "it isn't that",
        "wouldn't say", "can't say", "never said", "didn't say",
    ]
    /// What a "not" of the whole clause may be about instead: "I don't think I sleep enough".
    private static let measures: Set<String> = [
        "better", "more", "enough", "only", "anything", "anyone", "anybody", "ever", "than", "happier", "just", "alone",
    ]
    private static let contraries: Set<String> = ["dislike", "dislikes", "hated", "detest", "loathe", "bad", "badly"]

    /// "It isn't true that I hate my job" is not "Hates the job", but may be "Likes the job".
    private static func isUntrue(
        _ clause: EnglishWords, _ kept: [String], _ own: Set<String>, _ sentence: String
    ) -> Bool {
        for phrase in untruths {
            guard let place = clause.places(of: phrase).first else { continue }
            let scope = clause.words.dropFirst(place + phrase.split(separator: " ").count)
            let lost = own.intersection(scope.map(Denial.root))
            guard !lost.isEmpty, scope.allSatisfy({ !measures.contains($0) }) else { continue }
            let nots = scope.filter { isNot($0) || contraries.contains($0) }
            if nots.isEmpty {
                guard isPlain(kept), kept.allSatisfy({ !contraries.contains($0) }) else { continue }
                if !Denial.isSaidPlainly(own, denied: lost, in: clause, of: sentence) { return true }
            } else if nots.count == 1 {
                let roots = Set(nots.map(Denial.root))
                let repeated = kept.filter { isNot($0) || contraries.contains($0) }
                if repeated.count == 1, repeated.contains(where: { roots.contains(Denial.root($0)) }) { return true }
            }
        }
        return false
    }

    // MARK: Japanese

    /// What somebody has or has not in mind, behind a verb: 結婚するつもりはない.
    private static let minds = ["つもり", "気", "予定", "わけ", "はず", "覚え", "計画", "考え", "こと"]
    private static let particles = ["なんて", "なんか", "では", "でも", "じゃ", "は", "が", "も"]
    private static let nots = ["ない", "なかった", "ありません", "ございません", "ねえ", "ねー"]
    private static let opinions = [
        "とは思わない", "とは思いません", "とは思えない", "とは言えない", "とはいえない", "なんて思わない", "というのはうそ", "というのは嘘", "っていうのはうそ",
        "っていうのは嘘",
    ]
    private static let measured = ["毎", "いつも", "全部", "すべて", "みんな", "必ず", "ばかり", "だけ", "そんなに", "ずっと"]
    /// Words that Denial takes for a "not" of their own, so that a "not" behind them means the contrary: 嫌いじゃない.
    private static let predicates = ["嫌い", "きらい", "苦手", "にがて", "下手", "へた", "怖", "こわ", "だめ", "病気", "独身"]
    private static let denyings = ["じゃな", "ではな", "じゃあり", "ではあり", "でもな", "くない", "くなかった", "くはな", "くあり"]

    private static func isPlainJapanese(_ text: String) -> Bool {
        !text.contains(anyOf: Denial.grammar) && !text.hasSuffix("ん")
    }

    /// What stands before the "not" of a clause that is denied as a whole.
    private static func denied(_ clause: String) -> Substring? {
        for mind in minds where clause.contains(mind) {
            for range in clause.ranges(of: mind) {
                let before = clause[..<range.lowerBound]
                guard let last = before.last, "るたうくぐすつぬぶむいなの".contains(last) else { continue }
                var rest = clause[range.upperBound...]
                if let particle = particles.first(where: rest.hasPrefix) { rest = rest.dropFirst(particle.count) }
                if nots.contains(where: rest.hasPrefix) { return before }
            }
        }
        return opinions.lazy.compactMap { clause.firstRange(of: $0) }.first.map { clause[..<$0.lowerBound] }
    }

    private static func isDenied(_ clause: String, _ text: String, _ sentence: String) -> Bool {
        guard isPlainJapanese(text) else { return false }
        for predicate in predicates where text.contains(predicate) && clause.contains(predicate) {
            if denyings.contains(where: { clause.contains(predicate + $0) }), !clause.contains("わけない") { return true }
        }
        guard let before = denied(clause), !before.suffix(8).contains(anyOf: ["ない", "なく", "なかった", "ず"]),
            let word = lastRun(of: before), text.contains(word)
        else { return false }
        // 毎日走るわけじゃない says that they run.
        if let measure = measured.first(where: { before.contains($0) }), !text.contains(measure) { return false }
        return !isSaidElsewhere(word, clause, text, sentence)
    }

    /// The last run of kanji or katakana.
    static func lastRun(of text: Substring) -> String? {
        let isOfRun = { JapaneseLetters.isKanji($0) || JapaneseLetters.isKatakana($0) }
        guard let end = text.lastIndex(where: isOfRun) else { return nil }
        let isPart = JapaneseLetters.isKatakana(text[end]) ? JapaneseLetters.isKatakana : JapaneseLetters.isKanji
        let run = String(text[...end].reversed().prefix(while: isPart).reversed())
        return Denial.withoutDay(run)
    }

    /// Whether another clause says it plainly: 酒は飲めんが、ビールは飲む.
    private static func isSaidElsewhere(_ word: String, _ clause: String, _ text: String, _ sentence: String) -> Bool {
        let wanted = Denial.runs(in: text).filter { !$0.isEmpty && sentence.contains($0) }
        return Denial.segments(sentence).contains { other in
            other != clause && other.contains(word) && wanted.allSatisfy { other.contains($0) }
                && !other.contains(anyOf: ["ない", "なかった", "なく", "ません", "へん"])
        }
    }

    // MARK: 飲めん

    private static let dialectTails = [
        "かった", "けれど", "けど", "から", "ので", "のに", "のよ", "のう", "もん", "です", "たい", "ばい", "じゃ", "よ", "わ", "ね", "し", "が", "な",
        "ぞ", "の", "さ",
    ]
    private static let dialectVerbs = ["できん", "出来ん", "おらん", "やらん", "わからん", "しらん", "いらん", "せん"]
    private static let stems = Set("かがさざなばまらわえけげせねべめれきぎしちじびみり")

    /// Whether a clause ends with the ん that stands for a ない: 酒は飲めん.
    private static func isDeniedInDialect(_ clause: String, _ text: String, _ sentence: String) -> Bool {
        guard clause.contains("ん"), isPlainJapanese(text) else { return false }
        let tail = dialectTails.first { clause.hasSuffix("ん" + $0) } ?? ""
        let verb = clause.dropLast(tail.count)
        guard verb.hasSuffix("ん") else { return false }
        if let ending = dialectVerbs.first(where: verb.hasSuffix) {
            var before = verb.dropLast(ending.count)
            if let particle = ["は", "が", "も", "を"].first(where: before.hasSuffix) {
                before = before.dropLast(particle.count)
            }
            guard !text.contains(ending), let last = before.last, !JapaneseLetters.isHiragana(last),
                let word = lastRun(of: before)
            else { return false }
            return text.contains(word) && !isSaidElsewhere(word, clause, text, sentence)
        }
        let stem = verb.dropLast()
        let kana: [Character] = stem.reversed().prefix(while: JapaneseLetters.isHiragana).reversed()
        let kanji = stem.dropLast(kana.count)
        guard let letter = kanji.last, JapaneseLetters.isKanji(letter), isStem(kana, of: letter),
            let word = lastRun(of: kanji), Denial.runs(in: text).contains(word),
            // The memory may say it in the same dialect.
            !text.contains(String(kana) + "ん")
        else { return false }
        return !isSaidElsewhere(word, clause, text, sentence)
    }

    /// Whether kana behind a kanji are the stem of a verb: 飲め, 行か, 分から; not 母さ or 高いけ.
    private static func isStem(_ kana: [Character], of kanji: Character) -> Bool {
        guard let last = kana.last else { return "見来寝出着居".contains(kanji) }
        guard
            stems.contains(last) || last == "た" && "立待持打勝育建".contains(kanji)
                || last == "て" && "捨当育立建".contains(kanji)
        else { return false }
        switch kana.count {
        case 1:
            if last == "さ" { return "話出貸返押消探指許直渡残壊写移回離増".contains(kanji) }
            return last != "な" || kanji == "死"
        case 2: return "らりられべめかがわさまこきし".contains(kana[0]) && "られせさめわ".contains(last)
        default: return false
        }
    }
}
