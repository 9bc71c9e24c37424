/// Recognizes that the owner confides something, which is then not to be remembered (M-8): "not for the record", "keep
/// this to yourself", "in confidence", これは内緒だけど, 他言無用で.
///
/// The wish is a clause of its own: "My job is confidential", "I keep a diary to myself" and 秘密の場所は裏庭 are facts.
enum Confided {
    // MARK: English

    private static let openings: Set<String> = [
        "oh", "ah", "uh", "um", "hm", "hmm", "well", "ok", "okay", "actually", "wait", "please", "sorry", "anicca",
        "but",
        "and", "so", "hey", "now", "just", "listen", "also",
    ]
    private static let endings: Set<String> = [
        "please", "ok", "okay", "anicca", "though", "yeah", "right", "now", "then", "all", "for",
    ]

    /// - Parameter earlier: the clause before, if there is one.
    static func english(_ clause: [String], behind earlier: [String]) -> OffRecordWish.Kind? {
        let opened = clause.drop(while: openings.contains)
        let words = Array(opened.reversed().drop(while: endings.contains).reversed())
        guard !words.isEmpty else { return nil }
        let isIt =
            isNotForTheRecord(words, behind: earlier) || isKept(words) || isSecret(words) || isToStayHere(words)
        guard isIt else { return nil }
        return isKept(words) || words.contains { ["that", "that's"].contains($0) } ? .back : .onward
    }

    private static let pointers: Set<String> = [
        "this", "that", "it", "it's", "that's", "this's", "is", "was", "what", "i'm", "i", "telling", "tell", "you",
        "saying", "say", "said", "about", "to", "going", "the", "next", "bit", "part", "following", "here",
    ]
    private static let records: Set<String> = ["record", "records", "memory", "memories", "notes"]
    private static let kinds: Set<String> = ["meant", "really", "to", "go", "going", "be", "kept", "strictly"]
    private static let nots: Set<String> = ["not", "never", "isn't", "wasn't"]

    /// "This is not for the record", "not for your memory", "this is not to be remembered".
    private static func isNotForTheRecord(_ words: [String], behind earlier: [String]) -> Bool {
        guard let not = words.firstIndex(where: nots.contains) else { return false }
        let lead = words[..<not]
        let isAsked = lead.first.map { ["is", "was", "i", "i'm"].contains($0) } ?? false
        guard lead.allSatisfy(pointers.contains), !isAsked else { return false }
        // "I ran it for fun, not for the record."
        if lead.isEmpty, let place = earlier.lastIndex(of: "for"), earlier[(place + 1)...].first != "you",
            earlier[(place + 1)...].first != "your"
        {
            return false
        }
        let rest = words[(not + 1)...]
        let acts: Set<String> = ["remembered", "recorded", "memorized", "memorised", "stored", "saved", "repeated"]
        if rest.count == 3, rest.starts(with: ["to", "be"]), rest.last.map(acts.contains) ?? false { return true }
        let said = rest.drop(while: kinds.contains)
        guard said.count == 3, let first = said.first, let last = said.last else { return false }
        // "It's not in your memory" asks for nothing.
        let isMeant = first == "for" || said.count < rest.count && ["in", "on", "into"].contains(first)
        return isMeant && ["the", "your", "any"].contains(said[said.startIndex + 1]) && records.contains(last)
    }

    private static let requests = [
        "can you", "could you", "would you", "will you", "can you please", "could you please", "would you please",
        "will you please", "i want you to", "i need you to", "i'd like you to", "i would like you to", "you must", "do",
        "let's", "let us", "you have to", "you should",
    ].map(split)
    private static let places = [
        "to yourself", "between us", "between you and me", "between ourselves", "secret", "a secret", "private",
        "confidential", "strictly confidential", "in confidence", "under your hat", "quiet", "in this room",
        "off your record", "out of your memory",
    ].map(split)
    private static let objects = ["this", "that", "it", "all this", "all of this", "all that", "this one", "this bit"]
        .map(split)

    /// The rest of an order to keep something, which a request may lead to.
    private static func keeping(_ words: [String]) -> [String]? {
        if words.first == "keep" { return Array(words.dropFirst()) }
        guard let request = requests.first(where: { words.starts(with: $0 + ["keep"]) }) else { return nil }
        return Array(words.dropFirst(request.count + 1))
    }

    /// "Keep this to yourself", "could you keep that between us".
    private static func isKept(_ words: [String]) -> Bool {
        guard let rest = keeping(words), let object = objects.last(where: { rest.starts(with: $0) }) else {
            return false
        }
        let place = rest.dropFirst(object.count).drop { ["just", "strictly", "all", "please"].contains($0) }
        return places.contains { place.elementsEqual($0) }
    }

    private static let secrets: Set<String> = [
        "strictly confidential", "strictly private", "totally confidential", "completely confidential",
        "absolutely confidential", "confidential", "in confidence", "in strict confidence", "in strictest confidence",
        "in complete confidence", "in the strictest confidence", "in total confidence", "our secret",
        "our little secret", "for your ears only", "strictly between us", "strictly between you and me", "top secret",
    ]
    private static let telling: Set<String> = [
        "this", "this's", "is", "i'm", "telling", "tell", "saying", "say", "you", "something", "let", "me", "can",
        "may",
        "i", "could", "what", "i'll", "that", "that's", "stays", "stay", "should",
    ]
    private static let starting: Set<String> = ["is", "was"]

    /// "Strictly confidential", "I tell you this in confidence"; not "My job is confidential" or "it's confidential".
    private static func isSecret(_ words: [String]) -> Bool {
        guard let first = words.first, !starting.contains(first) else { return false }
        return words.indices.contains { place in
            guard secrets.contains(words[place...].joined(separator: " ")) else { return false }
            let lead = words[..<place]
            let isPlain = place == words.count - 1 || words[place] == "our"
            return lead.allSatisfy(telling.contains) || lead.elementsEqual(["it's"]) && !isPlain
                || lead.elementsEqual(["it", "is"]) && !isPlain
        }
    }

    private static let stays: Set<String> = [
        "doesn't leave the room", "doesn't leave this room", "does not leave the room", "does not leave this room",
        "never leaves the room", "never leaves this room", "mustn't leave the room", "mustn't leave this room",
        "must not leave the room", "must not leave this room", "can't leave the room", "can't leave this room",
        "cannot leave this room", "shouldn't leave the room", "shouldn't leave this room", "must never leave this room",
        "must never leave the room", "won't leave this room", "doesn't leave these four walls",
        "doesn't leave these walls", "mustn't leave these four walls", "stays in this room", "stays in the room",
        "stays in these four walls", "stays with you", "stays here", "goes no further", "must go no further",
        "doesn't go any further", "does not go any further", "mustn't go any further", "shouldn't go any further",
        "can't go any further", "must stay in this room", "has to stay in this room",
    ]

    /// "This doesn't leave the room", "what I tell you goes no further"; not "the cat never leaves the room".
    private static func isToStayHere(_ words: [String]) -> Bool {
        words.indices.dropFirst().contains { place in
            guard stays.contains(words[place...].joined(separator: " ")) else { return false }
            let subject = words[..<place]
            return subject.elementsEqual(["this"]) || subject.elementsEqual(["that"])
                || subject.first == "what" && subject.allSatisfy(pointers.contains)
        }
    }

    private static func split(_ phrase: String) -> [String] { phrase.split(separator: " ").map(String.init) }

    // MARK: Japanese

    private static let fillers = [
        "ねえ", "ねぇ", "あのね", "あの", "えっと", "実は", "じつは", "ちょっと", "ごめん", "お願い", "で", "どうか", "くれぐれも", "絶対に", "絶対",
        "ぜったい", "完全に", "まだ", "一応", "もちろん", "本当に", "ほんとに",
    ]
    /// What leads to the wish and shows that it is about these words.
    private static let topics = [
        "これから話すことは", "これから言うことは", "今から話すことは", "今から言うことは", "ここから先は", "ここからの話は", "ここからは", "こっからは", "ここは", "これから先は",
        "このことは", "この話は", "この件は", "これは", "これ", "今の話は", "いまの話は", "今のは", "いまのは", "さっきの話は", "さっきのは", "その話は", "そのことは",
        "今言ったことは", "さっき言ったことは", "みんなには", "皆には", "誰にも", "だれにも", "ほかの人には", "他の人には", "人には", "二人だけの", "ふたりだけの", "２人だけの",
        "2人だけの", "私たちだけの", "僕たちだけの", "あなたと私の", "ここだけの", "僕らだけの", "俺たちだけの",
    ].sorted { $0.count > $1.count }
    private static let nouns = ["内緒", "ないしょ", "ナイショ", "内密", "秘密", "ひみつ", "他言無用", "口外無用", "他言", "口外"]
    /// What asks for it without more.
    private static let plain = [
        "だけど", "だけどね", "だけどさ", "だけれど", "なんだけど", "なんだけどね", "なんだけどさ", "なんですけど", "ですけど", "ですが", "だが", "の話だけど", "の話ですが",
        "の話なんだけど", "ね", "だからね", "でね", "ということで", "ってことで", "でお願い", "でおねがい", "でお願いします", "でおねがいします", "でお願いね", "で頼む", "で頼むよ",
        "で頼みます",
        "でよろしく", "でよろしくね", "でいこう", "にお願い", "にお願いします", "にね",
    ]
    /// What asks for it only of these words: 秘密です may be an answer.
    private static let weak = [
        "", "だよ", "だよね", "だ", "です", "ですよ", "だから", "なんだ", "なの", "で", "の話", "の話ね", "にして", "にしといて", "にしておいて",
    ]
    private static let makings = ["にしておいて", "にしといて", "にして"]
    private static let asking = ["ね", "よ", "くだ", "下さ", "ほし", "欲し", "もらえ", "もらい", "くれ", "ちょうだい", "お願い", "おねがい", "頼"]

    static func japanese(_ text: String, isBare: (String) -> Bool) -> OffRecordWish.Kind? {
        let clauses = text.split { "、。，,．.！!？?…：:\n 　".contains($0) }.map(String.init)
        for (place, clause) in clauses.enumerated() {
            guard let ending = ending(of: clause, isLast: place == clauses.count - 1) else { continue }
            let others = clauses.enumerated().filter { $0.offset != place }.map(\.element)
            let isAhead =
                ending.contains("けど") || ending.contains("が") || clause.contains(anyOf: ["ここから", "こっから", "これから"])
            return others.allSatisfy(isBare) && !isAhead ? .back : .onward
        }
        return nil
    }

    /// What stands behind the noun of a clause that is the wish; nil if the clause is none.
    private static func ending(of clause: String, isLast: Bool) -> String? {
        var rest = clause[...]
        while let filler = fillers.first(where: { rest.hasPrefix($0) }) { rest = rest.dropFirst(filler.count) }
        var hasTopic = false
        while let topic = topics.first(where: { rest.hasPrefix($0) }) {
            rest = rest.dropFirst(topic.count)
            hasTopic = true
            while let filler = fillers.first(where: { rest.hasPrefix($0) }) { rest = rest.dropFirst(filler.count) }
        }
        for noun in nouns {
            guard let range = rest.firstRange(of: noun) else { continue }
            let before = rest[..<range.lowerBound]
            let ending = String(rest[range.upperBound...])
            if ["他言", "口外"].contains(noun) {
                let isOrder = ["しないで", "しないように", "無用"].contains { ending.hasPrefix($0) } && !isTold(ending)
                guard before.isEmpty, isOrder else { continue }
                return ending
            }
            // 妻には内緒にしてね asks for it, too.
            guard before.isEmpty || before.hasSuffix("には") && isAsked(ending) else { continue }
            if isAsked(ending) || plain.contains(ending) { return ending }
            if noun.hasSuffix("無用"), ending.isEmpty || weak.contains(ending) { return ending }
            if weak.contains(ending), hasTopic || ending.hasPrefix("に") && isLast { return ending }
        }
        return nil
    }

    /// 内緒にしてね, 秘密にしておいてください; not 内緒にしてる.
    private static func isAsked(_ ending: String) -> Bool {
        guard !isTold(ending), let making = makings.first(where: ending.hasPrefix) else { return false }
        let after = ending.dropFirst(making.count)
        return asking.contains(where: after.hasPrefix)
    }

    private static func isTold(_ ending: String) -> Bool {
        ["た", "ている", "てる", "って", "らしい"].contains(where: ending.hasSuffix)
    }
}
