/// Finds out from the first words of a clause whether it is about another person, whom the memory then has to name, or
/// is spoken to somebody in the room.
enum SpokenSubject {
    /// Whether a quote is about another person whom the memory does not name, so that it would be taken for the owner.
    static func isAnother(_ quote: Surroundings, names: String) -> Bool {
        isEnglishOther(quote, names) || isJapaneseOther(quote, names) || isNamedBehind(quote, names)
            || isOfPronoun(quote, names) || isFragmentOfOther(quote, names)
    }

    /// Whether the words are said to somebody in the room: "you only eat carrots", あんた熱があるじゃない.
    static func isAddressed(_ quote: Surroundings, in scene: Scene, text: String) -> Bool {
        // Instructions to the companion are refused for another reason.
        if InstructionSigns.isRole(quote.quote, before: quote.before)
            || InstructionSigns.isInstruction(text, kind: .profile, quote: quote.quote)
        {
            return false
        }
        let following = quote.rest.sentences.prefix(3) + scene.following.sentences.prefix(2)
        if following.contains(where: isAside) { return true }
        let words = EnglishWords(firstClause(of: quote)).words.drop(while: fillers.contains)
        if let first = words.first, ["you're", "you've", "you"].contains(first), !quote.quote.hasPrefix("you know") {
            let all = EnglishWords(quote.quote).words
            return all.allSatisfy { !FirstPerson.subjects.contains($0) && !["me", "my", "us", "our"].contains($0) }
                && !["know", "see", "get", "can", "could", "might", "have", "need"].contains(
                    words.dropFirst().first ?? "")
        }
        let clause = quote.clauseBefore + quote.quote
        return ["あんた", "おまえ", "お前", "おまい", "あなた", "きみ", "君", "おたく"].contains { you in
            clause.hasPrefix(you) && !clause.hasPrefix(you + "に") && !quote.quote.contains(anyOf: own)
        }
    }

    /// "Sorry, that's to Biscuit", こっちの話: what came before was said to somebody else.
    private static func isAside(_ sentence: String) -> Bool {
        let phrases = sentence.phrases
        if phrases.count == 2, ["ごめん", "すみません", "失礼", "あ"].contains(phrases[0]) {
            let end = phrases[1]
            let isTo = ["に", "にね", "にだよ", "にです"].contains(where: end.hasSuffix) && end.count <= 8
            if isTo, !SomebodyElse.relations(in: end).isEmpty || end.contains(anyOf: ["犬", "猫", "子", "孫"]) {
                return true
            }
        }
        return EnglishWords(sentence).contains(anyOf: [
            "that's to", "that was to", "that's for the", "talking to the", "talking to my", "i was talking to",
            "wasn't talking to you", "not talking to you", "i'm talking to", "not you", "wasn't for you",
            "that was for the",
        ])
            || sentence.contains(anyOf: [
                "こっちの話", "こちらの話", "に言ったの", "に言ってるの", "に言ってた", "に話してた", "に話しかけ", "に言ってん", "に言うた", "に言いました", "あなたじゃなく",
                "君じゃなく", "独り言", "ひとりごと",
            ])
    }

    // MARK: English

    private static let fillers: Set<String> = [
        "and", "but", "so", "well", "oh", "now", "then", "also", "still", "even", "yeah", "no", "yes", "today",
        "tonight",
        "anyway", "because", "cause", "cos", "like", "ah", "um", "er", "course", "apparently", "honestly",
    ]
    private static let pronouns: Set<String> = ["he", "she", "he's", "she's", "he'll", "she'll", "he'd", "she'd"]
    /// People who are called by what they are to somebody.
    private static let roles: Set<String> = [
        "bloke", "guy", "woman", "man", "lad", "girl", "boy", "kid", "customer", "client", "patient", "pupil",
        "student",
        "lodger", "tenant", "landlord", "landlady", "trainee", "apprentice", "intern", "passenger", "guest", "vicar",
        "plumber", "barber", "hairdresser", "postman", "driver", "grandson", "granddaughter", "stepson", "stepdaughter",
        "godson", "goddaughter", "partner", "fiancé", "fiancée", "ex", "mother-in-law", "in-law", "actor",
        "actress", "singer", "presenter", "player", "comedian", "celebrity", "chef", "lady", "chap", "fella", "nephew",
        "niece", "twin", "eldest", "youngest",
    ]
    private static let noNames: Set<String> = [
        "it", "that", "there", "here", "what", "who", "where", "how", "let", "everything", "nothing", "something",
        "work",
        "dinner", "lunch", "breakfast", "today", "tomorrow", "tonight", "yesterday", "school", "christmas", "easter",
        "everyone", "everybody", "nobody", "somebody", "someone", "one", "this", "when", "which", "why", "all",
    ]
    /// What follows "Ana's" if Ana is a person: not "at six" and not "Tuesday".
    private static let predicates: Set<String> = [
        "a", "an", "got", "been", "on", "off", "not", "never", "always", "gone", "had", "in", "into", "just", "still",
        "started", "taken", "very", "allergic", "vegan", "vegetarian", "pregnant", "ill", "deaf", "engaged", "married",
        "divorced", "scared", "mad", "obsessed", "terrified", "training", "learning", "studying",
    ]
    private static let verbs: Set<String> = [
        "is", "has", "was", "does", "did", "had", "will", "can", "works", "lives", "plays", "goes", "takes", "eats",
        "drinks", "runs", "swims", "wants", "likes", "loves", "hates", "gets", "keeps", "teaches", "studies", "sleeps",
        "snores", "smokes", "swears", "drives", "moved", "moves", "starts", "started", "bought", "sold", "got", "quit",
        "won", "lost", "broke", "speaks", "sings", "makes", "does", "needs", "can't", "doesn't", "won't", "never",
        "always",
    ]

    private static func firstClause(of quote: Surroundings) -> String {
        quote.clauseBefore + quote.quote.prefix { !",;:–—…、".contains($0) }
    }

    private static func isEnglishOther(_ quote: Surroundings, _ names: String) -> Bool {
        let clause = firstClause(of: quote)
        let tokens = clause.split { !$0.isLetter && $0 != "'" && $0 != "’" && $0 != "-" }
        let words = tokens.map { $0.lowercased().replacing("’", with: "'") }
        guard let start = words.firstIndex(where: { !fillers.contains($0) }) else { return false }
        let speaksOfOwner = words.indices.contains { place in
            FirstPerson.subjects.contains(words[place]) || ["my", "our"].contains(words[place]) && place > start
                || ["me", "us"].contains(words[place]) && place > 0
                    && !["than", "as", "like", "unlike"].contains(words[place - 1])
        }
        guard !speaksOfOwner, let subject = subject(tokens[start...], words[start...]) else { return false }
        let kept = Set(EnglishWords(names).words.map { $0.split(separator: "'").first.map(String.init) ?? $0 })
        guard kept.isDisjoint(with: ["he", "she", "his", "her", "hers", "they", "their", "theirs", "someone", "else"])
        else { return false }
        guard SomebodyElse.relations(in: names).isEmpty, kept.isDisjoint(with: roles) else { return false }
        // "My mate Callum's flying in": the memory may name him.
        let end = words[start...].firstIndex { verbs.contains($0) || $0.hasSuffix("'s") && $0 != "that's" } ?? start + 3
        let called = tokens[start...min(end, tokens.count - 1)].filter { token in
            token.first?.isUppercase ?? false
                && !["the", "my", "our", "that", "this", "a", "some"].contains(token.lowercased())
        }
        .map { $0.lowercased().split { "'’".contains($0) }.first.map(String.init) ?? "" }
        guard !called.contains(where: { !fillers.contains($0) && kept.contains($0) }) else { return false }
        switch subject {
        case .pronoun: return isOwners(names)
        case .named(let name): return !kept.contains(name) && isOwners(names)
        case .role(let role): return !kept.contains(role)
        }
    }

    /// "Type one since he was nine": a "he" in the quote, and no "I".
    private static func isOfPronoun(_ quote: Surroundings, _ names: String) -> Bool {
        let words = EnglishWords(quote.quote).words
        guard let place = words.firstIndex(where: pronouns.contains), isOwners(names),
            words.allSatisfy({ !FirstPerson.subjects.contains($0) && !["my", "me", "our", "us"].contains($0) })
        else { return false }
        let kept = EnglishWords(names).words
        guard kept.allSatisfy({ !pronouns.contains($0) && !["his", "her", "their", "they"].contains($0) }),
            SomebodyElse.relations(in: names).isEmpty, Set(kept).isDisjoint(with: roles)
        else { return false }
        // "Took the kelpie down and she went in": the memory names her.
        let own = OwnWords(names).words
        return !zip(words[..<place], words[..<place].dropFirst()).contains { determiner, noun in
            ["the", "a", "an", "this", "that"].contains(determiner) && own.contains(OwnWords.stem(noun))
        }
            && !quote.quote.split(separator: " ").dropFirst().contains { word in
                word.first?.isUppercase ?? false && own.contains(OwnWords.stem(String(word.filter(\.isLetter))))
            }
    }

    /// "Thirty years at sea, Ron.", "Driving test Tuesday, for Callum", 減塩って言われたの、うちの人が: who it is about is
    /// said last.
    private static func isNamedBehind(_ quote: Surroundings, _ names: String) -> Bool {
        let quoted = EnglishWords(quote.quote).words
        if quoted.isEmpty {
            guard !quote.quote.contains(anyOf: own), !quote.quote.contains(anyOf: ["は", "が"]) || !quote.after.isEmpty
            else {
                return false
            }
            let last = quote.after.phrases.last ?? ""
            let candidates =
                quote.after.contains("、") || quote.after.contains(",") ? [last] : [quote.rest.sentences.first ?? ""]
            return candidates.contains { phrase in
                guard phrase.count <= 10, !names.contains(anyOf: ["さん", "くん", "ちゃん"]) else { return false }
                let bare =
                    ["がね", "がさ", "がよ", "がな", "が", "のほうが", "はね"].first(where: phrase.hasSuffix)
                    .map { String(phrase.dropLast($0.count)) } ?? ""
                guard !bare.isEmpty else { return false }
                let isPerson =
                    !SomebodyElse.relations(in: bare).isEmpty
                    || japaneseRoles.contains(where: bare.hasSuffix)
                    || ["さん", "くん", "ちゃん"].contains(where: bare.hasSuffix)
                return isPerson && SomebodyElse.relations(in: names).isEmpty && !names.contains(bare)
            }
        }
        guard quoted.allSatisfy({ !FirstPerson.subjects.contains($0) && !["my", "me", "our", "us"].contains($0) }),
            quote.after.trimmed().hasPrefix(","), isOwners(names), SomebodyElse.relations(in: names).isEmpty
        else { return false }
        let phrase = quote.after.phrases.first ?? ""
        var tokens = phrase.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
        if tokens.first == "for" { tokens.removeFirst() }
        guard let token = tokens.first else { return false }
        let rest = tokens.dropFirst().map { $0.lowercased() }
        if ["my", "our", "her", "his", "him"].contains(token.lowercased()) {
            return token.lowercased() == "him"
                || rest.count <= 2 && rest.contains { !SomebodyElse.relations(in: $0).isEmpty || roles.contains($0) }
        }
        guard token.first?.isUppercase ?? false, token.count > 1, !SomebodyElse.isNoName(token), rest.count <= 2,
            !OwnWords(token).isEmpty, !EnglishWords(names).words.contains(token.lowercased()),
            !months.contains(token.lowercased())
        else { return false }
        return rest.isEmpty || ["is", "was", "has", "does", "did", "will", "had"].contains(rest[0])
    }

    private static let months: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "christmas", "easter", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays",
        "sundays", "god", "honestly", "really", "yes", "no",
    ]

    /// おばあはね、島の布織りさ。芭蕉布、六十年: a fragment behind a sentence about another.
    private static func isFragmentOfOther(_ quote: Surroundings, _ names: String) -> Bool {
        guard EnglishWords(quote.sentence).words.isEmpty, let last = quote.lead.sentences.last,
            !quote.sentence.contains(anyOf: own), !quote.sentence.contains(anyOf: ["は", "が", "も", "を"]),
            SomebodyElse.relations(in: names).isEmpty, !names.contains(anyOf: japaneseRoles),
            !names.contains(anyOf: ["さん", "くん", "ちゃん"]), !last.contains(anyOf: own),
            !["る", "た", "い", "う", "く", "す", "よ", "ね", "な", "の"].contains(where: quote.sentence.trimmed().hasSuffix)
        else { return false }
        let subject = last.prefix(10)
        return ["は", "が"].contains { particle in
            subject.firstRange(of: particle).map { range in
                let before = String(subject[..<range.lowerBound])
                return !SomebodyElse.relations(in: before).isEmpty || japaneseRoles.contains(where: before.hasSuffix)
                    || ["さん", "くん", "ちゃん"].contains(where: before.hasSuffix)
            } ?? false
        }
    }

    /// Whether a memory tells something of a person without a name, as it does of its owner: "Plays the harp".
    private static func isOwners(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
        guard let first = words.first?.lowercased() else { return false }
        if words.count > 1, ["is", "has", "was", "will"].contains(words[1].lowercased()) { return false }
        return first.hasSuffix("s") && !first.contains("'") && !first.contains("’") || first.hasSuffix("ing")
            || first.hasSuffix("ed")
            || [
                "allergic", "vegan", "vegetarian", "not", "never", "on", "off", "spent",
                "got", "took", "went", "left", "met", "ran", "grew", "did", "had", "bought", "sold", "broke", "lost",
                "won",
                "saw", "drove", "taught", "fought", "cannot", "can't", "born",
            ].contains(first)
    }

    private enum Subject { case pronoun, named(String), role(String) }

    private static func subject(_ tokens: ArraySlice<Substring>, _ words: ArraySlice<String>) -> Subject? {
        guard let first = words.first, let token = tokens.first else { return nil }
        if pronouns.contains(first) || ["his", "her"].contains(first) { return .pronoun }
        let rest = Array(words.dropFirst())
        let bare = first.split(separator: "'").first.map(String.init) ?? first
        if ["my", "our", "the", "that", "some", "this", "a"].contains(first) {
            // "Our Kev runs"
            let named = tokens.dropFirst().first.map(String.init) ?? ""
            if ["my", "our"].contains(first), named.first?.isUppercase ?? false, rest.count > 1, let word = rest.first,
                verbs.contains(rest[1]) || word.hasSuffix("'s") && predicates.contains(rest[1])
            {
                return .named(word.split(separator: "'").first.map(String.init) ?? word)
            }
            for (place, word) in rest.prefix(3).enumerated() {
                let noun = word.split(separator: "'").first.map(String.init) ?? word
                let isPerson = roles.contains(noun) || !SomebodyElse.relations(in: noun).isEmpty
                // "My mum's kitchen" is about a kitchen.
                guard isPerson else { continue }
                if word.hasSuffix("'s"), place + 1 < rest.count, !predicates.contains(rest[place + 1]),
                    !rest[place + 1].hasSuffix("ing")
                {
                    return nil
                }
                return .role(noun)
            }
            return nil
        }
        if !SomebodyElse.relations(in: bare).isEmpty, token.first?.isUppercase ?? false {
            if first.hasSuffix("'s"), let next = rest.first, !predicates.contains(next), !next.hasSuffix("ing") {
                return nil
            }
            return first.hasSuffix("'s") || rest.first.map(verbs.contains) ?? false ? .role(bare) : nil
        }
        guard token.first?.isUppercase ?? false, bare.count > 1, !noNames.contains(bare),
            !SomebodyElse.isNoName(bare), !OwnWords(bare).isEmpty, let next = rest.first
        else { return nil }
        if first.hasSuffix("'s") {
            let age = SpokenNumbers.values(in: next).max() ?? 0
            let unit = rest.dropFirst().first ?? ""
            let isAge =
                (13...110).contains(age)
                && ["", "on", "in", "next", "this", "today", "and", "now", "soon"].contains(unit)
            return predicates.contains(next) || next.hasSuffix("ing") || isAge ? .named(bare) : nil
        }
        // "Bev next door is vegan"
        if ["next", "upstairs", "downstairs", "opposite", "over", "from", "at", "across"].contains(next),
            rest.prefix(5).dropFirst().contains(where: {
                verbs.contains($0) || $0.hasSuffix("s") && $0.count > 3 && !$0.hasSuffix("stairs")
            })
        {
            return .named(bare)
        }
        return verbs.contains(next) && !first.contains("'") && !bare.hasSuffix("s") ? .named(bare) : nil
    }

    // MARK: Japanese

    /// Whether a text has any letter of Japanese: most rules need not be tried on English.
    private static func hasKana(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value >= 0x3040 } }

    private static let own = ["私", "僕", "俺", "わたし", "あたし", "ぼく", "おれ", "うち", "自分"]
    private static let japaneseRoles = [
        "客", "お客", "患者", "生徒", "先輩", "後輩", "同期", "あの子", "あの人", "あいつ", "そいつ", "こいつ", "選手", "店員", "住人", "大家", "隣の子",
        "の人", "の子", "のやつ", "彼", "先生", "監督", "常連", "新人", "教え子", "相方", "義母", "義父", "義姉", "義弟", "義妹", "義兄",
        "向こう", "あっち", "あちら", "相手", "先方", "おばあ", "おじい", "うちの人", "連れ合い", "つれあい", "彼女", "お向かいさん",
    ]

    /// 向かいの節子さん、きのう猫を見送った: somebody with a name is the subject.
    static func isTitled(_ quote: Surroundings, _ names: String) -> Bool {
        guard hasKana(quote.sentence) else { return false }
        let said = quote.before + quote.quote
        guard !(quote.clauseBefore + quote.quote).contains(anyOf: own) else { return false }
        for title in ["さん", "ちゃん", "くん"] {
            for particle in ["、", "は", "が", "ってば"] {
                guard let range = said.firstRange(of: title + particle) else { continue }
                let before = said[..<range.lowerBound]
                guard before.count <= 10, !before.contains("、"), !before.contains(anyOf: ["を", "に", "おかあ", "おとう"])
                else { continue }
                guard
                    !SomebodyElse.relations(in: names).isEmpty
                        || names.contains(anyOf: ["さん", "ちゃん", "くん"] + japaneseRoles)
                        || names.contains(before.suffix(2))
                else { return true }
            }
        }
        return false
    }

    private static func isJapaneseOther(_ quote: Surroundings, _ names: String) -> Bool {
        guard hasKana(quote.sentence) else { return false }
        let said = quote.before + quote.quote
        guard !(quote.clauseBefore + quote.quote).replacing("うちの", with: "").contains(anyOf: own) else { return false }
        if isTitled(quote, names) { return true }
        // うちの部長、ゴルフが命でさ
        for name in SomebodyElse.japaneseRelations + japaneseRoles where said.contains(name) {
            for mark in ["、", "のとこ、", "んとこ、", "のところ、", "の話だけど", "の話なんだけど", "の話だが"] {
                guard let range = said.firstRange(of: name + mark) else { continue }
                let before = said[..<range.lowerBound]
                guard before.count <= 6, !before.contains(anyOf: ["、", "を", "と"]) else { continue }
                return SomebodyElse.relations(in: names).isEmpty && !names.contains(anyOf: ["さん", "くん", "ちゃん"])
                    && !names.contains(name) && !quote.quote.contains(anyOf: ["くれ", "もら"])
            }
        }
        for role in japaneseRoles where said.contains(role) {
            for particle in ["は", "が", "って", "、", "さんは", "さんが", "も"] {
                guard let range = said.firstRange(of: role + particle) else { continue }
                // It begins the sentence, at most behind a word or two, and the quote does not begin before it.
                let before = said[..<range.lowerBound]
                guard before.count <= 8, !before.contains("、"), !before.contains("を") else { continue }
                let between = said[range.upperBound...]
                // What somebody else does may be why the owner does something.
                let isCause = between.contains(anyOf: ["から、", "ので、", "けど、", "のに、", "くて、", "て、", "し、"])
                if isCause, !quote.quote.contains(role) { continue }
                guard !between.contains(anyOf: own),
                    !between.contains(anyOf: ["くれ", "くださ", "もら", "られ"]) || particle == "、"
                else { continue }
                return !names.contains(role) && SomebodyElse.relations(in: names).isEmpty
                    && !names.contains(anyOf: ["さん", "くん", "ちゃん", "人", "客", "患者", "生徒", "氏"])
            }
        }
        return false
    }
}
