/// Whether a memory tells as a fact what the owner said is over, was called off, or is not meant to be.
enum Ended {
    static func isMissed(_ quote: Surroundings, text: String) -> Bool {
        isEnglish(quote, text) || isUntil(quote, text) || isJapanese(quote, text)
    }

    // MARK: English

    /// What is done to a thing that is over: "I sold the boat".
    private static let acts = [
        "sold", "got rid of", "gave up", "given up", "giving up", "jacked in", "packed in", "dropped out of",
        "pulled out of", "cancelled", "canceled", "called off", "scrapped", "ditched", "stopped", "quit",
        "broke up with",
        "split up with", "no longer", "gave away", "given away", "binned", "chucked", "resigned from", "turned down",
        "said no to", "not going to", "no plans to", "no intention of",
    ]
    /// What is said of a thing that is over: "Dublin's off".
    private static let states = [
        "off", "cancelled", "canceled", "scrapped", "called off", "fell through", "fallen through", "not happening",
        "isn't happening", "postponed", "over", "gone", "dead", "history", "been cancelled", "been called off",
        "been scrapped", "no more",
    ]
    /// Words by which a memory says so in its own way.
    private static let told: Set<String> = [
        "off", "cancelled", "canceled", "scrapped", "stopped", "stops", "quit", "quits", "no", "not", "never", "former",
        "formerly", "ex", "used", "ended", "over", "left", "without", "instead", "was", "were", "had", "gave", "given",
        "gives", "sold", "rid", "ditched", "dropped", "gone", "died", "dead", "fell", "longer", "free", "since", "lost",
        "broke", "split", "postponed", "missing", "once", "turned", "late", "resigned", "binned", "chucked", "moved",
    ]

    private static func isEnglish(_ quote: Surroundings, _ text: String) -> Bool {
        guard EnglishWords(text).words.allSatisfy({ !told.contains($0) && !$0.hasSuffix("n't") }) else { return false }
        let own = OwnWords(text).words
        func shares(_ words: some Sequence<String>) -> Bool { words.contains { own.contains(OwnWords.stem($0)) } }
        for clause in quote.clause.split(whereSeparator: { ",.;:!?–—…".contains($0) }) {
            let english = EnglishWords(String(clause))
            for act in acts {
                guard let place = english.places(of: act).first else { continue }
                let rest = english.words.dropFirst(place + act.split(separator: " ").count)
                let object = rest.prefix(4).prefix { !["and", "but", "for", "to", "because", "so"].contains($0) }
                if shares(object) { return true }
            }
            for state in states {
                let words = state.split(separator: " ").map(String.init)
                guard english.words.count > words.count, english.words.suffix(words.count).elementsEqual(words) else {
                    continue
                }
                let before = english.words.dropLast(words.count).suffix(4)
                guard let verb = before.last, verb.hasSuffix("'s") || ["is", "are", "has", "was", "all"].contains(verb)
                else { continue }
                if shares(before) { return true }
            }
        }
        return false
    }

    /// Behind these a past form says that something is over.
    private static let limits = ["until", "till", "before i", "before we", "before my", "before the", "up until"]
    /// Not a time of one day, up to which somebody does something every day.
    private static let hours: Set<String> = [
        "late", "midnight", "noon", "lunch", "dinner", "bedtime", "dawn", "dark", "morning", "evening", "half", "five",
        "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "one", "two", "three", "four",
    ]
    /// The verbs whose past form has no -ed, as a memory has them.
    private static let pasts: [String: String] = [
        "had": "has", "was": "is", "were": "is", "took": "takes", "went": "goes", "drank": "drinks", "ate": "eats",
        "ran": "runs", "swam": "swims", "taught": "teaches", "drove": "drives", "kept": "keeps", "slept": "sleeps",
        "spoke": "speaks", "wrote": "writes", "sang": "sings", "did": "does", "rode": "rides", "rented": "rents",
        "owned": "owns", "saw": "sees", "wore": "wears", "built": "builds", "sold": "sells", "grew": "grows",
    ]

    /// "I lived in Paris until last year" is not "Lives in Paris".
    private static func isUntil(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = EnglishWords(text).words
        guard let verb = kept.prefix(3).first(where: { $0.hasSuffix("s") && !$0.hasSuffix("ss") }),
            kept.allSatisfy({ !told.contains($0) && !limits.contains($0) && !$0.hasSuffix("n't") }),
            !EnglishWords(quote.sentence).contains(anyOf: ["still", "again"])
        else { return false }
        let own = Denial.roots(of: text).subtracting([Denial.root(verb)])
        return quote.clause.split { ",.;:!?–—…".contains($0) }.contains { part in
            let clause = EnglishWords(String(part))
            guard let limit = limits.flatMap({ clause.places(of: $0) }).min(),
                !clause.words[limit...].dropFirst().prefix(2).contains(where: hours.contains),
                let place = clause.words[..<limit].lastIndex(where: { isPast($0, of: verb) })
            else { return false }
            return own.isEmpty || !own.isDisjoint(with: clause.words[place..<limit].map(Denial.root))
        }
    }

    private static func isPast(_ word: String, of verb: String) -> Bool {
        if pasts[word] == verb { return true }
        // "Lived" and "lives", "studied" and "studies", "stopped" and "stops".
        let stems: Set<Substring> = [word.dropLast(), word.dropLast(2), word.dropLast(3)]
        return word.hasSuffix("ed") && word.count > 4
            && (stems.contains(verb.dropLast()) || stems.contains(verb.dropLast(2)))
    }

    // MARK: Japanese

    private static let marks = [
        "棄権", "欠場", "欠席", "不参加", "廃止", "閉店", "取り消し", "中止", "キャンセル", "取りやめ", "とりやめ", "取り止め", "手放", "売った", "売っちゃ", "売っぱら",
        "捨てた", "捨てちゃ", "やめた", "辞めた", "やめちゃ",
        "辞めちゃ", "やめて", "辞めて", "別れた", "別れて", "解約", "断った", "断って", "なくなった", "なしになった", "ナシになった", "流れた", "延期", "返納", "譲った",
        "やめまし", "辞めまし", "売りまし", "捨てまし", "別れまし", "断りまし", "譲りまし", "なくなりまし", "流れまし", "卒業しまし", "つぶれまし", "潰れまし",
        "もうない", "もういない", "もうやって", "見送り", "見送った", "辞退", "卒業した", "つぶれた", "潰れた",
    ]
    private static let denials = [
        "ない", "なく", "なし", "ません", "やめ", "辞め", "止め", "元", "以前", "昔", "かつて", "断", "捨", "売", "手放", "卒業", "延期", "返", "譲",
        "別れ", "離",
        "解約", "棄権", "欠", "不参加", "廃止", "閉", "取り消", "中止", "キャンセル", "流れ", "見送", "辞退", "予定変更", "つぶれ", "潰れ", "以外", "だけ",
    ]
    /// What somebody has or has not in mind: 運転する気はない.
    private static let minds = ["気", "つもり", "予定", "わけ", "覚え", "おぼえ", "計画", "考え"]

    private static func isJapanese(_ quote: Surroundings, _ text: String) -> Bool {
        guard !text.contains(anyOf: denials) else { return false }
        let tail = quote.after.prefix { !"、,。".contains($0) }
        if let mind = minds.first(where: { quote.quote.hasSuffix($0) || tail.hasPrefix($0) }) {
            let rest = quote.quote.hasSuffix(mind) ? tail : tail.dropFirst(mind.count)
            if rest.prefix(12).contains(anyOf: ["ない", "なかった", "ありません", "ございません", "なし", "あらへん", "ねえ"]) { return true }
        }
        // What happened may well stand beside what is over: the memory is about the thing itself.
        guard !text.hasSuffix("た"), !text.hasSuffix("だった") else { return false }
        let own = OwnWords(text).words
        let said = quote.clauseBefore + quote.quote + tail
        for clause in said.split(whereSeparator: { "、,。！？!?".contains($0) }) {
            let clause = String(clause)
            for mark in marks {
                guard let range = clause.firstRange(of: mark) else { continue }
                let before = String(clause[..<range.lowerBound].suffix(12))
                if !OwnWords(before).words.isDisjoint(with: own) { return true }
            }
        }
        return false
    }
}
