/// Whether a plain "not" of the owner and the memory contradict each other: 肉は食べません is not 肉を食べる, nor is it
/// the other way round.
///
/// `Polarity` knows the turns of phrase. This compares the word that a clause denies with the same word of the memory.
enum Denial {
    static func isContradicted(_ quote: Surroundings, text: String) -> Bool {
        isEnglish(quote, text) || isJapanese(quote, text) || InventedDenial.isMade(quote, text: text)
    }

    /// Whether the owner said that they will not do an act: "I will not open the window", 窓を開けない.
    static func isDenied(_ act: String, by quote: Surroundings) -> Bool {
        isEnglishDenied(act, quote.sentence) || deniesJapanese(quote.sentence, text: act, sentence: quote.sentence)
            || Contrary.denies(act, in: quote.sentence, of: quote.sentence)
    }

    // MARK: English

    static let nots: Set<String> = [
        "not", "never", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "won't", "can't",
        "cannot", "haven't", "hasn't", "couldn't", "wouldn't", "shouldn't", "ain't", "dont",
    ]
    private static let nothings: Set<String> = ["nothing", "none", "nobody"]
    /// Words that deny by themselves; "not allergic" is another thing.
    static let refusals: Set<String> = [
        "allergic", "hate", "hates", "dislike", "dislikes", "avoid", "avoids", "afraid", "against", "unable", "badly",
        "poorly", "intolerant",
    ]
    /// Words by which an owner says "not" in another way, so that a memory may say it plainly.
    static let ways: Set<String> = [
        "no", "hardly", "nobody", "nothing", "none", "stop", "stopped", "quit", "without", "rarely", "barely",
        "neither", "nor", "gave", "given", "gives", "free", "lack", "instead", "only", "less", "except", "skip", "off",
        "rather", "too", "last", "sick", "fed", "done", "over", "gone", "ex", "bad", "dread", "fear", "ban", "banned",
        "forbidden", "few", "out", "enough", "until", "impossible", "hard", "intolerant", "refuse", "sworn", "nope",
    ]
    /// Words that end what a denial covers, if nothing ends it before.
    private static let stops: Set<String> = [
        "i", "we", "he", "she", "they", "and", "but", "so", "then", "until", "because", "unless", "before", "after",
    ]

    /// A word without its ending, more roughly than `OwnWords` does it: "runs" and "running" are one.
    static func root(_ word: String) -> String { trimmed(OwnWords.stem(word)) }

    /// The root of a word that `OwnWords.stem` has made.
    static func trimmed(_ stem: String) -> String {
        var root = stem
        if root.count > 3, root.hasSuffix("s"), !root.hasSuffix("ss") { root.removeLast() }
        if root.count > 3, let last = root.last, root.dropLast().last == last { root.removeLast() }
        return root
    }

    static func roots(of text: String) -> Set<String> { Set(OwnWords(text).words.map(trimmed)) }

    private static func parts(_ text: String) -> [EnglishWords] {
        text.split { ",.;:!?–—…".contains($0) }.map { EnglishWords(String($0)) }.filter { !$0.words.isEmpty }
    }

    /// Words that begin another clause without a comma.
    private static let joiners: Set<String> = ["but", "because", "though", "although", "whereas"]
    /// What makes a "so" begin a clause: "not so keen" is one clause.
    private static let subjects: Set<String> = [
        "i", "i'm", "i'll", "i've", "we", "we're", "he", "she", "they", "it", "it's", "my", "our", "the", "now",
    ]

    private static let pronouns: Set<String> = [
        "anything", "anyone", "anybody", "everything", "everyone", "everybody", "nothing", "nobody", "none",
    ]

    private static func begins(_ words: [String], at place: Int, next: String, mayBeAnd: Bool) -> Bool {
        guard place == 0 || !nots.contains(words[place - 1]) else { return false }
        let word = words[place]
        // "Anything but nuts" is one thing.
        if word == "but", place > 0, pronouns.contains(words[place - 1]) { return false }
        return joiners.contains(word) || word == "so" && subjects.contains(next) || mayBeAnd && word == "and"
    }

    /// The clauses of a text, parted at commas and at words such as "but", with which the later one then begins.
    static func clauses(_ text: String, mayBeAnd: Bool = false) -> [EnglishWords] {
        parts(text).flatMap { part in
            var clauses: [[String]] = [[]]
            for (place, word) in part.words.enumerated() {
                let next = place + 1 < part.words.count ? part.words[place + 1] : ""
                if begins(part.words, at: place, next: next, mayBeAnd: mayBeAnd) { clauses.append([]) }
                clauses[clauses.count - 1].append(word)
            }
            return clauses.filter { !$0.isEmpty }.map { EnglishWords($0.joined(separator: " ")) }
        }
    }

    /// The last clause of the words that stand before a quote.
    static func lastClause(_ words: [String], before next: String) -> [String] {
        let start = words.indices.last { place in
            begins(words, at: place, next: place + 1 < words.count ? words[place + 1] : next, mayBeAnd: false)
        }
        return Array(words[(start ?? 0)...])
    }

    /// What stands for the verb of the clause before: "but my daughter does", "just to dogs".
    private static let verbsForAnother: Set<String> = ["do", "does", "did", "can", "am", "is", "are", "was", "will"]
    private static let corrections: Set<String> = ["just", "only", "rather", "instead"]
    private static let prepositions: Set<String> = ["to", "in", "at", "on", "from", "with", "for"]

    /// Whether another clause says the memory without a "not": "I don't live in Leeds, I live in York".
    static func isSaidPlainly(
        _ own: Set<String>, denied: Set<String>, in clause: EnglishWords, of said: String
    ) -> Bool {
        let lost = own.intersection(clause.words.map(root))
        return clauses(said).contains { other in
            guard other.words.allSatisfy({ !nots.contains($0) && !Polarity.negations.contains($0) }) else {
                return false
            }
            let roots = Set(other.words.map(root))
            guard !own.intersection(roots).isSubset(of: lost) else { return false }
            let words = other.words.drop { ["but", "and"].contains($0) }
            let first = words.first ?? ""
            return !denied.isDisjoint(with: roots) || corrections.contains(first)
                || words.count < other.words.count && prepositions.contains(first)
                || verbsForAnother.contains(other.words.last ?? "")
        }
    }

    /// What a clause with exactly one "not" denies: the next three words, up to those that begin something else.
    private static func denied(_ clause: EnglishWords) -> [String] {
        let places = clause.words.indices.filter { nots.contains(clause.words[$0]) }
        guard places.count == 1, let place = places.first, !clause.contains(anyOf: Polarity.idioms) else { return [] }
        return Array(clause.words.dropFirst(place + 1).prefix(3).prefix { !stops.contains($0) })
    }

    private static func isEnglish(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = EnglishWords(text).words
        guard !kept.isEmpty else { return false }
        guard kept.allSatisfy({ !nots.contains($0) && !nothings.contains($0) && $0 != "no" }) else { return false }
        let own = roots(of: text)
        let refused = Set(kept.filter(refusals.contains).map(root))
        if parts(quote.clause).contains(where: { namesNothing($0.words, own) }) { return true }
        guard !refused.isEmpty else { return false }
        return clauses(quote.clause).contains { clause in
            let lost = refused.intersection(denied(clause).map(root))
            return !lost.isEmpty && !isSaidPlainly(own, denied: lost, in: clause, of: quote.sentence)
        }
    }

    /// "I'm allergic to nothing": not "nothing but", and not "nothing better".
    private static func namesNothing(_ words: [String], _ own: Set<String>) -> Bool {
        words.indices.contains { place in
            guard ["nothing", "nobody"].contains(words[place]) else { return false }
            let next = place + 1 < words.count ? words[place + 1] : ""
            guard !["but", "else", "more", "less", "like", "better", "beats", "except", "short", "i"].contains(next)
            else { return false }
            return words[..<place].suffix(2).contains { own.contains(root($0)) }
        }
    }

    private static func isEnglishDenied(_ act: String, _ sentence: String) -> Bool {
        let words = EnglishWords(act).words
        guard words.allSatisfy({ !nots.contains($0) && !ways.contains($0) && !refusals.contains($0) }),
            let verb = words.first(where: { !["to", "i", "i'll", "will", "then", "and", "just"].contains($0) })
        else { return false }
        let roots = Set(words.map(root))
        let parted = clauses(sentence, mayBeAnd: true)
        func shared(_ clause: EnglishWords) -> Int { roots.intersection(clause.words.map(root)).count }
        let plain = parted.filter { $0.words.allSatisfy { !nots.contains($0) } }.map(shared).max() ?? 0
        return parted.contains { clause in
            denied(clause).contains { root($0) == root(verb) } && !isObstacle(clause.words)
                && plain < shared(clause)
        }
    }

    private static let conditions: Set<String> = ["when", "whenever", "if", "though", "although", "because", "while"]

    /// Whether the "not" is of the condition: "when I don't want to get up", but not "when I wake up I won't".
    private static func isObstacle(_ words: [String]) -> Bool {
        guard let place = words.firstIndex(where: nots.contains),
            let start = words[..<place].lastIndex(where: conditions.contains)
        else { return false }
        return words[(start + 1)..<place].dropFirst().allSatisfy { !subjects.contains($0) }
    }

    // MARK: Japanese

    private static let marks = [
        "ませんでした", "ていません", "でいません", "ていなかった", "ていない", "でいない", "てません", "てなかった", "てない", "ではありません", "じゃありません",
        "ではなかった", "じゃなかった", "ではない", "じゃない", "ません", "なかった", "ない", "へん",
    ]
    /// What may follow the "not" at the end of a clause, and what may begin the next one without a comma.
    static let ends: Set<String> = [
        "", "よ", "ね", "な", "わ", "ぞ", "さ", "の", "もん", "です", "が", "で", "し", "って", "っす", "のよ", "のね", "なあ", "なぁ", "よね",
        "んだわ",
    ]
    static let conjunctions = ["けど", "けれど", "から", "ので", "のに", "んで", "んだ", "んです", "です"]
    /// Clauses whose "not" denies nothing, or only a part.
    private static let harmless = [
        "かもしれない", "しか", "なければ", "ないと", "なきゃ", "なくちゃ", "ないかな", "間違いない", "仕方ない", "しょうがない", "たまらない", "とんでもない", "やばくない",
        "わけない", "わけではない", "わけじゃない", "ことはない", "なくはない", "なくもない", "限らない", "ではないか", "ずにはい", "だけではない", "だけじゃない",
        "ばかりじゃない", "ばかりではない",
    ]
    /// By these a memory says "not" itself.
    static let grammar = ["ない", "なく", "なし", "ません", "ず", "ぬ", "なかった", "へん", "無", "なきゃ"]
    static let turns = [
        "嫌", "きらい", "苦手", "にがて", "不", "未", "やめ", "だめ", "ダメ", "避", "禁", "以外", "むり", "卒業", "離", "断", "控", "抜", "欠", "止",
    ]

    private static func isJapanese(_ quote: Surroundings, _ text: String) -> Bool {
        let isAsked = quote.rest.hasPrefix("？") || quote.rest.hasPrefix("?")
        let said = quote.clauseBefore + quote.quote + quote.after.prefix { !"、,".contains($0) }
        guard !isAsked else { return false }
        return deniesJapanese(said, text: text, sentence: quote.sentence)
    }

    /// Endings after which a new clause begins, also without a comma.
    private static let joints = [
        "けれど", "けど", "ませんが", "ないが", "なかったが", "でしたが", "ないし", "ないから", "ないので", "ませんから", "ませんので",
    ]

    static func segments(_ text: String) -> [String] {
        let parted = joints.reduce(text) { $0.replacing($1, with: $1 + "、") }
        return parted.split { "、。…！!，,. 　\n".contains($0) }.map(String.init)
    }

    /// Whether another clause says the memory without a "not": 肉は食べませんが、魚は食べます.
    static func isSaidPlainly(_ word: String, text: String, of said: String) -> Bool {
        let wanted = runs(in: text).union(days.filter { text.contains($0) }).filter { said.contains($0) }
        guard !wanted.isEmpty else { return false }
        return segments(said).contains { clause in
            clause.contains(word) && wanted.allSatisfy { clause.contains($0) }
                && !clause.contains(anyOf: ["ない", "なかった", "なく", "ません", "へん"])
        }
    }

    /// A clause's "not" at its end, with what stands before it; nil if it has none there, as in 忘れられない映画.
    private static func denial(in clause: String) -> (before: Substring, mark: String)? {
        let places = marks.compactMap { mark -> (before: Substring, mark: String)? in
            let found = clause.ranges(of: mark).first { range in
                let rest = String(clause[range.upperBound...])
                return ends.contains(rest) || conjunctions.contains(where: rest.hasPrefix)
            }
            return found.map { (clause[..<$0.lowerBound], mark) }
        }
        return places.min { $0.before.count < $1.before.count }
    }

    private static let days = [
        "今日", "昨日", "明日", "毎日", "毎朝", "毎晩", "毎週", "今朝", "今晩", "今夜", "今週", "来週", "先週", "今月", "来月", "先月", "今年", "来年",
        "去年", "最近",
        "時々", "普段",
    ]

    /// 走 of 昨日走: a day may stand before a word without a particle.
    static func withoutDay(_ kanji: String) -> String {
        let day = days.first { kanji.hasPrefix($0) && kanji.count > $0.count }
        return String(kanji.dropFirst(day?.count ?? 0))
    }

    /// The kanji of a word with at most three hiragana at its end; nil if it has none.
    private static func kanji(endingIn text: Substring) -> String? {
        let kana = text.reversed().prefix(while: JapaneseLetters.isHiragana).count
        guard kana <= 3 else { return nil }
        let word = withoutDay(String(text.dropLast(kana).reversed().prefix(while: JapaneseLetters.isKanji).reversed()))
        return word.isEmpty ? nil : word
    }

    /// Nouns that end like a verb or an adjective: 嫌いじゃない does deny.
    private static let nouns = [
        "嫌い", "きらい", "きれい", "綺麗", "違い", "ちがい", "願い", "匂い", "狙い", "祝い", "付き合い", "つきあい", "手伝い", "知り合い", "見合い", "占い", "習い",
        "みたい", "くらい", "ぐらい", "せい", "ほんとう", "ふつう",
    ]

    /// The word that the clause denies, and whether it is a thing that is not there (妹はいない).
    static func denied(in clause: String) -> (word: String, isThing: Bool)? {
        guard !clause.contains(anyOf: harmless), let (before, mark) = denial(in: clause) else { return nil }
        // あるじゃない and いいじゃない deny nothing.
        if mark.hasPrefix("じゃ") || mark.hasPrefix("では"), let last = before.last, "るただいう".contains(last),
            !nouns.contains(where: before.hasSuffix)
        {
            return nil
        }
        if mark == "へん", let last = before.last, !"えけせてねべめれらかさわ".contains(last) { return nil }
        let isPlain = ["ない", "なかった", "ません", "ませんでした"].contains(mark)
        if isPlain, let thing = Self.thing(before, mayBeBare: mark.hasPrefix("な")) { return (thing, true) }
        return kanji(endingIn: before).map { ($0, false) }
    }

    private static func thing(_ before: Substring, mayBeBare: Bool) -> String? {
        for verb in ["い", "あり", ""] where verb.isEmpty ? mayBeBare : before.hasSuffix(verb) {
            var rest = before.dropLast(verb.count)
            guard let particle = ["は", "が", "も", "とか", "なんて"].first(where: rest.hasSuffix) else { continue }
            rest = rest.dropLast(particle.count)
            if let title = ["さん", "ちゃん"].first(where: rest.hasSuffix) { rest = rest.dropLast(title.count) }
            let endsInKatakana = rest.last.map(JapaneseLetters.isKatakana) ?? false
            let isPart = endsInKatakana ? JapaneseLetters.isKatakana : JapaneseLetters.isKanji
            let word = String(rest.reversed().prefix(while: isPart).reversed())
            if !word.isEmpty { return word }
        }
        return nil
    }

    private static func deniesJapanese(_ said: String, text: String, sentence: String) -> Bool {
        guard !text.contains(anyOf: grammar) else { return false }
        let runs = Self.runs(in: text)
        return segments(said).contains { clause in
            guard let (word, _) = denied(in: clause), runs.contains(word),
                !isSaidPlainly(word, text: text, of: sentence)
            else { return false }
            // 苦手ではない: the word that is denied may be a "not" of its own.
            let rest = word.contains(anyOf: turns) ? text.replacing(word, with: "") : text
            return !rest.contains(anyOf: turns)
        }
    }

    /// Whole runs of kanji and of katakana: 行 is not a part of 旅行.
    static func runs(in text: String) -> Set<String> {
        var runs: Set<String> = []
        for isPart in [JapaneseLetters.isKanji, JapaneseLetters.isKatakana] {
            runs.formUnion(text.split { !isPart($0) }.map { withoutDay(String($0)) })
        }
        return runs
    }
}
