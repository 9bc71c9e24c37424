/// Whether a memory leaves out that its quote is about somebody else, so that it reads as the owner's own fact: "My
/// husband likes coffee" is not "Likes coffee", whatever the memory's slot is called.
///
/// `SpokenSubject` judges the first clause of a quote. This looks for the clause that the memory repeats.
enum LeftOutSubject {
    static func isLeftOut(_ quote: Surroundings, text: String, kind: MemoryKind) -> Bool {
        guard kind != .reflection, kind != .intention else { return false }
        if EnglishWords(text).words.isEmpty {
            return isJapaneseOwned(quote, text) || isJapanese(quote, text)
        }
        return isEnglishOwned(quote, text) || isEnglish(quote, text)
    }

    // MARK: Whom a memory names

    private static let roles: Set<String> = [
        "partner", "fiancé", "fiancée", "fiance", "fiancee", "ex", "kid", "kids", "child", "children", "baby",
        "toddler",
        "grandson", "granddaughter", "stepson", "stepdaughter", "godson", "twin", "twins", "parents", "sibling",
        "inlaws",
        "lodger", "landlord", "landlady", "tenant", "teacher", "neighbours", "dog", "cat", "puppy", "kitten", "rabbit",
        "parrot", "hero", "heroine", "protagonist", "villain", "narrator", "character", "actor", "actress", "singer",
        "detective", "presenter", "guy", "bloke", "woman", "man", "lady", "girl", "boy", "lad", "customer", "client",
        "patient", "pupil", "student", "driver",
    ]
    private static let family: Set<String> = [
        "family", "household", "couple", "we", "us", "our", "he", "she", "his", "her", "hers", "him", "they", "their",
        "theirs", "them", "someone", "somebody", "people", "everyone", "others", "relative", "relatives",
    ]
    private static let japaneseRoles = [
        "主人公", "ヒロイン", "登場人物", "キャラ", "アナウンサー", "司会者", "俳優", "女優", "歌手", "芸人", "テレビの人", "ラジオの人", "作者", "犯人", "孫",
        "子供", "子ども", "こども", "赤ちゃん", "相方", "先輩", "後輩", "同期", "義母", "義父", "祖母", "祖父", "叔父", "叔母", "伯父", "伯母", "両親", "犬",
        "猫", "ペット",
    ]
    private static let titles = ["さん", "ちゃん", "くん", "君", "氏", "家族", "彼", "人", "親", "子", "夫婦", "二人", "みんな"]

    private static func bare(_ word: String) -> String { word.split(separator: "'").first.map(String.init) ?? word }

    private static func isPerson(_ word: String) -> Bool {
        roles.contains(word) || !SomebodyElse.relations(in: word).isEmpty
    }

    /// Whether a memory names somebody whom the owner's predicate does not: in "Is a manager" of "My wife is a manager"
    /// nobody is.
    private static func namesAnother(_ kept: [String], beyond predicate: ArraySlice<String>) -> Bool {
        let said = Set(predicate.map(bare))
        return kept.map(bare).contains { family.contains($0) || isPerson($0) && !said.contains($0) }
    }

    private static func namesAnother(_ text: String, beyond predicate: Substring) -> Bool {
        (names + titles).contains { text.contains($0) && !predicate.contains($0) }
    }

    // MARK: English

    private static let determiners: Set<String> = ["my", "our", "the", "his", "her", "their", "a", "that", "this"]
    private static let fillers: Set<String> = [
        "and", "but", "so", "well", "oh", "now", "then", "also", "still", "yeah", "no", "yes", "today", "tonight",
        "because", "while", "though", "although", "whereas", "tomorrow", "apparently", "anyway",
    ]
    private static let owners: Set<String> = [
        "i", "i'm", "i've", "i'll", "i'd", "we", "we're", "we've", "we'll", "we'd", "me", "us", "my", "our", "you",
    ]
    /// What follows "my mum's" if it stands for "is" or "has".
    private static let predicates: Set<String> = [
        "a", "an", "got", "been", "on", "off", "not", "never", "always", "gone", "had", "in", "into", "just", "still",
        "very", "allergic", "vegan", "vegetarian", "pregnant", "ill", "deaf", "engaged", "married", "divorced",
        "scared",
    ]

    /// The place behind the person whom words begin with, if what follows is said of that person alone.
    static func person(in words: [String]) -> Int? {
        let isDetermined = words.first.map(determiners.contains) ?? false
        let candidates = isDetermined ? 1..<min(4, words.count) : 0..<min(1, words.count)
        guard var place = candidates.first(where: { isPerson(bare(words[$0])) }) else { return nil }
        // "My kid brother"
        while place + 1 < words.count, !words[place].hasSuffix("'s"), isPerson(bare(words[place + 1])) { place += 1 }
        guard place + 1 < words.count else { return nil }
        let next = words[place + 1]
        if words[place].hasSuffix("'s") {
            return predicates.contains(next) || next.hasSuffix("ing") ? place + 1 : nil
        }
        return ["and", "or", "of", "who", "than", "i"].contains(next) || next.hasSuffix("'s") ? nil : place + 1
    }

    /// Whether a memory tells something of a person without naming one, as it does of its owner.
    static func isOwners(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map { $0.lowercased() }
        guard let first = words.first, !["talked", "spoke", "worried", "worries"].contains(first) else { return false }
        if words.count > 1, ["is", "has", "was", "will", "are", "were"].contains(words[1]) { return false }
        return first.hasSuffix("s") && !first.hasSuffix("ss") && !first.contains("'") && !first.contains("’")
            || first.hasSuffix("ing") || first.hasSuffix("ed")
            || [
                "allergic", "vegan", "vegetarian", "not", "never", "got", "took", "went", "left", "met", "ran", "grew",
                "did", "had", "bought", "sold", "broke", "lost", "won", "cannot", "can't", "will", "can", "pregnant",
                "ill", "a", "an",
            ]
            .contains(first)
    }

    /// Clauses with their words, and how many of them the memory has.
    private static func parted(_ said: String, _ text: String) -> [(words: [String], shared: Int)] {
        let own = Denial.roots(of: text)
        return SpokenClauses.parted(said).flatMap { Denial.clauses($0) }.map { clause in
            let words = Array(clause.words.drop(while: fillers.contains))
            return (words: words, shared: own.intersection(words.map(Denial.root)).count)
        }
    }

    private static func isEnglish(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = EnglishWords(text).words
        guard isOwners(text) else { return false }
        var clauses = parted(quote.clauseBefore + quote.quote, text)
        // Words that the quote has not are those of another clause.
        if clauses.allSatisfy({ $0.shared == 0 }) { clauses = parted(quote.sentence, text) }
        guard let most = clauses.map(\.shared).max(), most > 0 else { return false }
        return clauses.filter { $0.shared == most }.allSatisfy { clause in
            if let name = SpokenClauses.namedSubject(of: clause.words, in: quote.sentence) {
                return !kept.contains(name)
            }
            guard let end = person(in: clause.words) else { return false }
            // Whose "dog Momo is a dachshund" has a dachshund.
            if kept.first == "has", clause.words[..<end].contains(where: animals.contains) { return false }
            let rest = clause.words[end...]
            guard !namesAnother(kept, beyond: rest) else { return false }
            // "My brother taught me chess"; not "My sister is taller than me".
            return rest.indices.allSatisfy { place in
                !owners.contains(rest[place])
                    || place > rest.startIndex && ["than", "like", "unlike"].contains(rest[place - 1])
            }
        }
    }

    private static let animals: Set<String> = ["dog", "cat", "puppy", "kitten", "rabbit", "parrot"]

    /// Things that a memory without an owner's name gives to its owner.
    private static let things: Set<String> = [
        "name", "birthday", "age", "job", "hobby", "house", "flat", "car", "dog", "cat", "pet", "rabbit", "horse",
        "pony",
        "puppy", "kitten", "parrot", "company", "school", "room", "shop", "allergy", "hair", "boat", "garden", "bike",
        "favourite", "favorite", "surname", "number", "address", "diet", "blood",
    ]

    /// "My friend's dog is called Momo" is not "The dog is called Momo".
    private static func isEnglishOwned(_ quote: Surroundings, _ text: String) -> Bool {
        let kept = EnglishWords(text).words
        guard SomebodyElse.relations(in: text).isEmpty, Set(kept).isDisjoint(with: family),
            let subject = kept.first(where: { !["the", "a", "an"].contains($0) }), things.contains(subject)
        else { return false }
        return parted(quote.clauseBefore + quote.quote, text).contains { clause in
            let words = clause.words
            guard words.first.map(determiners.contains) ?? false,
                let place = (1..<min(4, words.count)).first(where: { words[$0].hasSuffix("'s") }),
                isPerson(bare(words[place])), !kept.contains(bare(words[place])),
                !words.contains(where: ["i", "i'm", "i've", "i'll", "we", "me", "us"].contains)
            else { return false }
            return words[(place + 1)...].prefix(2).contains(subject)
        }
    }

    // MARK: Japanese

    private static let own = ["私", "僕", "俺", "わたし", "あたし", "ぼく", "おれ", "自分", "うちは"]
    /// What begins something new behind what was said of somebody else: 妻がうるさくて耳栓をして寝る.
    private static let turns = [
        "くて", "るから", "たから", "いから", "だから", "てから", "ので", "ため", "せいで", "おかげで", "のに", "たら", "れば", "なら", "とき", "る時", "た時",
        "い時", "る間", "る前", "た後", "くれ", "もら", "いただ", "ように", "れて",
    ]
    /// With these, 犬が is what the owner feels about, and not who feels it: 犬が怖い.
    private static let feelings = [
        "怖", "こわ", "好き", "嫌い", "苦手", "欲し", "ほしい", "心配", "可愛", "かわい", "必要", "恋し", "懐かし", "いる", "いて", "いない", "おる", "い、",
    ]
    private static let names = SomebodyElse.japaneseRelations + japaneseRoles

    /// What a clause says of the person that it begins with; nil if it begins with none.
    private static func said(ofAnotherIn clause: String, mayBeSubject: Bool = true) -> Substring? {
        let head = clause.prefix(16)
        let particles = mayBeSubject ? ["は", "が"] : ["は"]
        for name in names where head.contains(name) {
            for particle in particles {
                let found = ["", "さん", "ちゃん", "くん", "たち"].lazy
                    .compactMap { clause.firstRange(of: name + $0 + particle) }.first
                guard let range = found, isHead(clause[..<range.lowerBound]) else { continue }
                let rest = clause[range.upperBound...]
                if particle == "が", rest.prefix(6).contains(anyOf: feelings) { continue }
                return rest
            }
        }
        return nil
    }

    /// Whether what stands before a person only says which, or when: うちの下の, 来週. 大丈夫 holds no 夫.
    private static func isHead(_ before: Substring) -> Bool {
        guard before.count <= 8, !before.contains(anyOf: ["は", "が", "を", "に", "も", "と"]) else { return false }
        guard let last = before.last, JapaneseLetters.isKanji(last) else { return true }
        return "長次三末義祖叔伯兄今明".contains(last)
            || ["今日", "昨日", "明日", "来週", "今週", "毎日", "毎朝"].contains(where: before.hasSuffix)
    }

    private static func isJapanese(_ quote: Surroundings, _ text: String) -> Bool {
        let own = OwnWords(text).words
        guard !text.contains("は"), !own.isEmpty, let run = Contrary.lastRun(of: text[...]) else { return false }
        let clauses = segments(quote.clauseBefore + quote.quote).map { clause in
            (text: clause, shared: own.intersection(OwnWords(clause).words).count)
        }
        guard let most = clauses.map(\.shared).max(), most > 0 else { return false }
        return clauses.filter { $0.shared == most }.allSatisfy { clause in
            guard !clause.text.contains(anyOf: Self.own), let rest = said(ofAnotherIn: clause.text),
                rest.contains(run), !rest.contains(anyOf: turns), !namesAnother(text, beyond: rest)
            else { return false }
            return !own.isDisjoint(with: OwnWords(rest).words)
        }
    }

    /// Clauses, also those that が, けど or し end: 兄は肉を食べるが、妹は食べない.
    private static func segments(_ text: String) -> [String] {
        ["けれど", "けど", "るが", "たが", "いが", "だが", "すが", "るし"].reduce(text) { $0.replacing($1, with: $1 + "、") }
            .split { "、。…！!，,？?\n".contains($0) }.map(String.init)
    }

    private static let japaneseThings: Set<String> = [
        "名前", "誕生日", "年齢", "仕事", "職業", "趣味", "家", "車", "犬", "猫", "ペット", "好物", "血液型", "出身", "病気", "身長", "体重", "会社", "学校",
        "部屋",
        "店", "アレルギー", "専門", "担任",
    ]

    /// 友達の犬はモモっていう is not 犬の名前はモモ.
    private static func isJapaneseOwned(_ quote: Surroundings, _ text: String) -> Bool {
        let thing = String(text.prefix { JapaneseLetters.isKanji($0) || JapaneseLetters.isKatakana($0) })
        guard japaneseThings.contains(thing), SomebodyElse.relations(in: text).isEmpty else { return false }
        return segments(quote.clauseBefore + quote.quote).contains { clause in
            guard !clause.contains(anyOf: own) else { return false }
            return names.contains { name in
                guard !text.contains(name), let range = clause.firstRange(of: name + "の" + thing),
                    isHead(clause[..<range.lowerBound])
                else { return false }
                return ["は", "が", "の", "って"].contains(where: clause[range.upperBound...].hasPrefix)
            }
        }
    }

    /// What an owner does to the person or the animal that a sentence begins with: 息子は七時に起こす.
    private static let cares = [
        "起こ", "やる", "あげ", "連れ", "送", "迎え", "呼", "電話", "着せ", "預け", "散歩", "世話", "犬", "猫", "ペット",
    ]

    /// Whether a sentence is about somebody else from its beginning to its end: 妻は明日起きたら走る.
    static func isTopicAnother(of sentence: String) -> Bool {
        guard !sentence.contains(anyOf: own + cares + ["一緒", "くれ", "もら"]) else { return false }
        if said(ofAnotherIn: sentence, mayBeSubject: false) != nil { return true }
        return said(ofAnotherIn: sentence).map { !$0.contains(anyOf: turns + ["て", "と", "後", "前", "、"]) } ?? false
    }
}
