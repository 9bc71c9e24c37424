/// Whether a memory denies what the owner said without any "not": "I am allergic to nuts" is not "Not allergic to nuts",
/// and 肉を食べる is not 肉を食べない.
///
/// `Denial` knows the other way round: a "not" of the owner that was lost.
enum InventedDenial {
    static func isMade(_ quote: Surroundings, text: String) -> Bool {
        EnglishWords(text).words.isEmpty ? isJapanese(quote, text) : isEnglish(quote, text)
    }

    // MARK: English

    private static let adverbs: Set<String> = ["really", "ever", "even", "always", "usually", "very", "a", "an", "the"]
    /// Words that deny a thing, where the others deny what is done.
    private static let ofThings: Set<String> = ["no", "without"]
    /// What makes a "not" say more than that something is not so: "no longer", "not only", "not until".
    private static let turns: Set<String> = ["longer", "more", "only", "until", "just", "but", "anymore", "except"]
    /// By these a thing that was named may be there no more, or not yet: "I lost my phone" is "Has no phone".
    private static let losses: Set<String> = [
        "lost", "lose", "sold", "sell", "forgot", "forgotten", "broke", "broken", "miss", "missed", "missing", "left",
        "need", "want", "wanted", "died", "dead", "stolen", "cancelled", "canceled", "had", "was", "were", "away",
        "looking", "wish", "if", "would", "could",
    ]
    private static let havings: Set<String> = [
        "have", "has", "got", "am", "is", "are", "i'm", "i've", "we've", "we're",
    ]

    private static func isEnglish(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = EnglishWords(text).words
        let places = kept.indices.filter { Denial.nots.contains(kept[$0]) || ofThings.contains(kept[$0]) }
        guard places.count == 1, let place = places.first, kept.allSatisfy({ !turns.contains($0) }) else {
            return false
        }
        let isThing = ofThings.contains(kept[place])
        let denied = kept.dropFirst(place + 1).filter { isOwn($0) }
        guard let word = denied.first else { return false }
        if isThing {
            // "No peanut allergy": what is denied is the last of them.
            let named = kept.dropFirst(place + 1).prefix { isOwn($0) }
            return isHeld(named.last ?? word, by: kept[..<place], quote, text)
        }
        // "Doesn't have diabetes" denies diabetes.
        let next = kept.dropFirst(place + 1).first { !adverbs.contains($0) } ?? ""
        if next == "have" { return isHeld(word, by: ["has"], quote, text) }
        guard kept.dropFirst(place + 1).prefix(3).contains(word) else { return false }
        return isPlain(quote, text, except: word) && EnglishWords(quote.quote).words.contains { isKin($0, word) }
    }

    private static func isOwn(_ word: String) -> Bool {
        !adverbs.contains(word) && (!OwnWords(word).isEmpty || ["like", "want", "know"].contains(Denial.root(word)))
    }

    /// Whether one is the other, or a form of it: "diabetic" and "diabetes".
    private static func isKin(_ word: String, _ other: String) -> Bool {
        let (a, b) = (Denial.root(word), Denial.root(other))
        return a == b || zip(a, b).prefix { $0 == $1 }.count >= max(5, min(a.count, b.count) - 1)
    }

    /// Whether the owner said that they have a thing, or do with it what the memory denies: "Takes no insulin".
    private static func isHeld(
        _ thing: String, by verbs: some Sequence<String>, _ quote: Surroundings, _ text: String
    ) -> Bool {
        guard isPlain(quote, text, except: thing) else { return false }
        let done = Set(verbs.filter { isOwn($0) }.map(Denial.root))
        return Denial.clauses(quote.quote).contains { clause in
            guard clause.words.contains(where: { isKin($0, thing) }),
                clause.words.allSatisfy({ !losses.contains($0) })
            else { return false }
            let isHad = done.isEmpty && clause.words.contains { havings.contains($0) || $0.hasSuffix("'s") }
            return isHad || clause.words.contains { done.contains(Denial.root($0)) }
        }
    }

    private static func isPlain(_ words: [String], except word: String) -> Bool {
        words.allSatisfy {
            !Denial.nots.contains($0) && !Denial.ways.contains($0) && !$0.hasSuffix("n't")
                && (!Denial.refusals.contains($0) || isKin($0, word))
        }
    }

    /// Whether no "not" stands in the owner's sentence, in a short one behind it ("Not any more."), or in another that
    /// is about the same.
    private static func isPlain(_ quote: Surroundings, _ text: String, except word: String) -> Bool {
        let own = Denial.roots(of: text)
        let next = EnglishWords(quote.rest.sentences.first ?? "").words
        let others = (quote.lead.sentences + quote.rest.sentences).filter {
            !own.isDisjoint(with: Denial.roots(of: $0))
        }
        return isPlain(EnglishWords(quote.sentence).words, except: word)
            && (next.count > 6 || isPlain(next, except: word))
            && others.allSatisfy { isPlain(EnglishWords($0).words, except: word) }
    }

    // MARK: Japanese

    private static func isJapanese(_ quote: Surroundings, _ text: String) -> Bool {
        guard let last = Denial.segments(text).last else { return false }
        let said = quote.clauseBefore + quote.quote + quote.after.prefix { !"、,".contains($0) }
        let isAsked = quote.rest.hasPrefix("？") || quote.rest.hasPrefix("?")
        guard !isAsked else { return false }
        if let thing = deniedThing(in: last) { return isThere(thing, in: said, of: quote.sentence) }
        guard let (word, isThing) = Denial.denied(in: last), !isThing else { return false }
        let line = quote.lead + quote.sentence + quote.rest
        guard !line.contains(anyOf: Denial.grammar + Denial.turns) else { return false }
        return Denial.segments(said).contains { clause in
            let plain =
                ["んだよね", "んだよ", "んだ", "んです", "です", "けど", "から", "よね", "よ", "ね", "な", "わ", "し"]
                .first(where: clause.hasSuffix).map { String(clause.dropLast($0.count)) } ?? clause
            let kana = String(plain.reversed().prefix(while: JapaneseLetters.isHiragana).reversed())
            let end = plain.dropLast(kana.count)
            // 買わんかった says "not" in a dialect.
            guard (1...6).contains(kana.count), !kana.contains("んかっ"),
                String(end.reversed().prefix(while: JapaneseLetters.isKanji).reversed()) == word,
                let letter = kana.last
            else { return false }
            return "るうくすつむぶぐいただ".contains(letter) || kana == "き"
        }
    }

    /// By these a memory says that a thing is not there, or that something is not what it is called, the longest first.
    private static let absences = [
        "ではありません", "じゃありません", "ではない", "じゃない", "を持っていない", "を持ってない", "はありません", "がありません", "はいません", "がいません", "はいない",
        "がいない", "はない", "がない", "もない", "なし", "無し",
    ]
    /// By these an owner says that it is there. What was there is another matter.
    private static let presences = ["です", "だ", "なん", "なの"]
    private static let beings = ["あります", "ある", "あって", "います", "いる", "いて", "持っています", "持っている", "持ってる", "持ってます"]

    /// The word, in kanji or katakana, that a clause says is not there or not so.
    private static func deniedThing(in clause: String) -> String? {
        guard let absence = absences.first(where: clause.hasSuffix) else { return nil }
        let word = String(clause.dropLast(absence.count).reversed().prefix(while: isRun).reversed())
        return word.isEmpty ? nil : word
    }

    private static func isRun(_ letter: Character) -> Bool {
        JapaneseLetters.isKanji(letter) || JapaneseLetters.isKatakana(letter)
    }

    /// Whether the owner said that it is there: 糖尿病です, アレルギーがあります. What is denied of another thing with the
    /// same word is no denial of this: 卵アレルギーはあるけど、牛乳アレルギーはない.
    private static func isThere(_ thing: String, in said: String, of sentence: String) -> Bool {
        let isDenied = Denial.segments(sentence).contains {
            $0.contains(thing) && $0.contains(anyOf: Denial.grammar + Denial.turns)
        }
        guard !isDenied else { return false }
        let shown = presences + ["が", "は", "も", "を"].flatMap { particle in beings.map { particle + $0 } }
        return Denial.segments(said).contains { clause in
            clause.ranges(of: thing).contains { range in
                // A whole word: 三人 does not name 人, but 卵アレルギー is an アレルギー.
                let isPart =
                    thing.first.map(JapaneseLetters.isKatakana) == true
                    ? JapaneseLetters.isKatakana : JapaneseLetters.isKanji
                guard clause[..<range.lowerBound].last.map(isPart) != true else { return false }
                let rest = String(clause[range.upperBound...])
                return shown.contains { mark in
                    guard rest.hasPrefix(mark) else { return false }
                    let end = String(rest.dropFirst(mark.count))
                    return Denial.ends.contains(end) || Denial.conjunctions.contains(where: end.hasPrefix)
                }
            }
        }
    }
}
