/// Recognizes that the owner wants something not to be remembered (M-8): "off the record", "don't remember that".
///
/// The device obeys by itself, whether the companion calls its tool or not. A wish too many leaves a talk unremembered,
/// and one too few keeps what the owner did not want kept; so only a plain one counts. "I don't remember that" and
/// "don't let me forget" do not.
enum OffRecordWish {
    static func isSaid(in words: String) -> Bool { kind(of: words) != nil }

    /// Whether the line holds nothing but the wish, which is therefore about what was said before it: "Don't remember
    /// that."
    static func refersBack(in words: String) -> Bool { kind(of: words) == .back }

    enum Kind { case onward, back }

    private static func kind(of words: String) -> Kind? {
        let text = String(words.prefix(FoldedText.maximumLength))
        return english(text) ?? japanese(text) ?? Confided.japanese(text, isBare: isBare)
    }

    // MARK: English

    /// Words before which nothing is said.
    private static let fillers: Set<String> = [
        "oh", "ah", "uh", "um", "hm", "hmm", "well", "ok", "okay", "actually", "wait", "please", "sorry", "anicca",
        "but", "and", "so", "hey", "now", "just", "no", "also", "listen", "this", "that", "all", "right",
    ]
    private static let orders = [
        "don't", "dont", "do not", "please don't", "you must not", "you mustn't",
        "can you please not", "could you please not", "would you please not", "would you mind not", "can you not",
        "could you not", "you shouldn't", "you should not", "i don't want you to", "i do not want you to",
        "i'd rather you didn't",
        "i'd rather you don't", "i would rather you didn't", "do you mind not",
    ].map(split)
    /// "You don't need to write it down" is no wish; with "this" it is.
    private static let needless = ["you don't have to", "you don't need to", "you needn't"].map(split)
    private static let gerunds = [
        "remembering": "remember", "memorizing": "memorize", "recording": "record", "saving": "save", "noting": "note",
        "writing": "write", "keeping": "keep", "storing": "store", "taking": "take",
    ]
    /// Those who hesitate answer by "don't remember that", and ask for nothing.
    private static let hesitations: Set<String> = ["hm", "hmm", "um", "uh", "sorry", "no"]
    private static let sayings: Set<String> = ["say", "said", "tell", "told", "just", "am", "talk", "talked"]
    private static let verbs: Set<String> = [
        "remember", "memorize", "memorise", "record", "save", "note", "write", "keep", "store", "take",
    ]
    /// What comes now: "the next bit".
    private static let coming: Set<String> = ["next", "following", "rest"]
    private static let objects: Set<String> = ["this", "that", "it", "any", "what", "anything"]
    /// What may follow the object: the end of the clause, or one of these.
    private static let ends: Set<String> = [
        "please", "ok", "okay", "either", "though", "anicca", "down", "now", "all", "right", "bit", "part", "one",
        "of", "thing", "stuff", "i", "i'm", "i've", "we", "for", "will", "would", "can", "until", "next", "from",
        "tonight", "today", "anywhere", "yeah", "then", "talk", "conversation", "at", "in", "because", "but", "and",
    ]
    /// What leads to "off the record", if anything does.
    private static let leads = [
        "this is", "that is", "that was", "this was", "that's", "this's", "it's", "it is", "go", "going", "stay",
        "we're", "we are", "be", "i'm", "keep this", "keep that", "keep it", "strictly", "speaking", "and",
        "let's talk", "let's speak", "let us talk", "want this", "want that", "want to talk", "can we talk",
        "could we talk", "can i talk", "can i speak", "may i speak", "say something", "tell you something",
    ].map(split)
    private static let follows: Set<String> = [
        "please", "now", "ok", "okay", "yeah", "yes", "right", "all", "then", "though", "too", "for", "from", "here",
        "until", "tonight", "today", "between", "this", "that", "i", "i'm", "i've", "we", "my", "and", "but", "again",
        "anicca", "with", "because", "if", "so",
    ]
    private static func split(_ phrase: String) -> [String] { phrase.split(separator: " ").map(String.init) }

    private static func english(_ text: String) -> Kind? {
        let clauses = text.split { ",.;:!?–—…\n".contains($0) }.map { EnglishWords(String($0)).words }
            .filter { !$0.isEmpty }
        var found: (Kind, Int)?
        for (place, clause) in clauses.enumerated() where found == nil {
            let before = clauses[..<place].flatMap(\.self)
            let confided = { Confided.english(clause, behind: place > 0 ? clauses[place - 1] : []) }
            found = (order(in: clause, behind: before) ?? offTheRecord(in: clause) ?? aside(clause) ?? confided())
                .map { ($0, place) }
        }
        guard let (kind, place) = found else { return nil }
        // What was meant stands in the same line, before the wish or after it.
        let others = clauses.enumerated().filter { $0.offset != place }.flatMap(\.element)
        return others.allSatisfy(fillers.contains) ? kind : .onward
    }

    private static func order(in clause: [String], behind earlier: [String]) -> Kind? {
        // Nobody is asked anything by "I was drunk and don't remember that".
        let start = clause.firstIndex { !fillers.contains($0) } ?? clause.endIndex
        let said = Array(clause[start...])
        guard let order = (orders + needless).first(where: { said.starts(with: $0) }) else { return nil }
        if let kind = wish(in: said, order: order, behind: earlier + clause[..<start]) { return kind }
        // "Don't tell anyone and don't remember this."
        guard let and = said.firstIndex(of: "and") else { return nil }
        return self.order(in: Array(said[(and + 1)...]), behind: []).map { _ in .onward }
    }

    private static func wish(in said: [String], order: [String], behind earlier: [String]) -> Kind? {
        var after = Array(said.dropFirst(order.count))
        guard let first = after.first else { return nil }
        let verb = order.last == "not" && order.contains("mind") ? gerunds[first] ?? first : first
        guard verbs.contains(verb) else { return nil }
        after.removeFirst()
        if verb == "keep", !["this", "that"].contains(after.first) {
            let isRecord = after.dropFirst().starts(with: ["record", "of"])
            guard isRecord, ["a", "any"].contains(after.first) else { return nil }
            after.removeFirst(3)
        }
        // "Don't take notes (of this)."
        if verb == "take" {
            let rest = after.dropFirst().drop { ["of", "on", "about"].contains($0) }
            let isThis = rest.first.map { fillers.contains($0) || objects.contains($0) || $0 == "while" } ?? true
            return after.first == "notes" && isThis ? .onward : nil
        }
        if after.first == "the", verb != "note", after.dropFirst().first.map(coming.contains) ?? false {
            let noun = after.dropFirst(2).first { $0 != "of" } ?? "bit"
            return ["bit", "part", "thing", "things", "this", "minutes", "sentence", "conversation", "talk"]
                .contains(noun) ? .onward : nil
        }
        if verb == "write", !after.contains("down") { return nil }
        if after.first == "down" { after.removeFirst() }
        guard let object = after.first, objects.contains(object) else { return nil }
        if needless.contains(order), !["this", "that"].contains(object) { return nil }
        var rest = after.dropFirst()
        // "Don't remember what I had for lunch."
        if object == "what", rest.first != "i'm" {
            guard ["i", "we"].contains(rest.first), sayings.contains(rest.dropFirst().first ?? "") else { return nil }
        }
        if rest.first == "down", verb == "note" || verb == "write" { rest = rest.dropFirst() }
        if let next = rest.first {
            guard ends.contains(next) else { return nil }
            let isAdvice = order.contains("shouldn't") || order.contains("should")
            if isAdvice || ["save", "note", "store"].contains(verb), ["for", "until"].contains(next) { return nil }
            // "Don't store it in the fridge."
            if verb == "store", ["at", "in", "with"].contains(next) { return nil }
        }
        if verb == "remember", ["don't", "dont", "do not"].contains(order.joined(separator: " ")) {
            if rest.starts(with: ["at", "all"]) { return nil }
            if !hesitations.isDisjoint(with: earlier), !earlier.contains("please") { return nil }
        }
        let isBare = rest.allSatisfy { fillers.contains($0) || ["down", "either", "anywhere"].contains($0) }
        return isBare && object != "what" && object != "anything" ? .back : .onward
    }

    private static let asides: Set<String> = [
        "between us", "between you and me", "keep between us", "keep between you and me", "stays between us",
        "stay between us", "stop remembering", "stop memorizing", "stop recording", "stop taking notes",
        "stop remembering things", "stop remembering everything", "stop remembering it", "stop storing things",
        "stop saving things", "stop noting things",
    ]

    /// "Just between you and me", "let's keep this between us", "stop remembering": the whole clause is the wish.
    private static func aside(_ clause: [String]) -> Kind? {
        let small = fillers.subtracting(["and"]).union([
            "let's", "it", "it's", "is", "must", "should", "has", "to", "will",
        ])
        guard asides.contains(clause.filter { !small.contains($0) }.joined(separator: " ")) else { return nil }
        return clause.contains("that") ? .back : .onward
    }

    // MARK: Back on the record

    /// Whether the owner asks in plain words that things are remembered again.
    static func isTakenBack(in words: String) -> Bool {
        let text = String(words.prefix(FoldedText.maximumLength))
        guard !isSaid(in: text) else { return false }
        let english = EnglishWords(text)
        let ends = [
            "on the record", "on record again", "remember again", "record again", "remember this", "remember things",
            "remember everything", "can remember", "may remember", "start remembering", "no longer off the record",
            "not off the record anymore", "not off the record any more",
        ]
        let isRefused = english.contains(anyOf: [
            "don't", "can't", "cannot", "never", "not on the record", "not back", "i can remember", "not yet",
        ])
        if english.contains(anyOf: ends), !isRefused { return true }
        let japanese = [
            "記録していい", "記録してもいい", "記録して大丈夫", "記録を再開", "また記録して", "覚えていい", "覚えてもいい", "覚えておいていい", "覚えといていい",
            "覚えてていい", "また覚えて", "もう覚えて", "オフレコは終わ", "オフレコ終わ", "オフレコ解除", "オフレコはおしまい", "オフレコはここまで",
        ]
        return text.contains(anyOf: japanese) && !text.contains(anyOf: ["ないで", "ない方", "だめ", "ダメ"])
    }

    private static func offTheRecord(in clause: [String]) -> Kind? {
        if clause.filter({ !fillers.contains($0) }) == ["off", "record"] { return .onward }
        let phrase = ["off", "the", "record"]
        guard clause.count >= phrase.count,
            let place = (0...clause.count - phrase.count).first(where: {
                clause[$0..<$0 + phrase.count].elementsEqual(phrase)
            })
        else { return nil }
        let before = Array(clause[..<place])
        if let next = clause.dropFirst(place + phrase.count).first, !follows.contains(next) { return nil }
        if before.contains(where: { $0 == "not" || $0 == "never" || $0.hasSuffix("n't") }) { return nil }
        let isLed = leads.contains { before.suffix($0.count) == $0[...] }
        guard isLed || before.allSatisfy(fillers.contains) else { return nil }
        // "This is off the record" announces something; "that was off the record" is about what was said.
        return before.suffix(2).contains { ["that", "that's"].contains($0) } ? .back : .onward
    }

    // MARK: Japanese

    private static let japaneseOrders = [
        "覚えないで", "おぼえないで", "覚えておかないで", "覚えとかないで", "覚えなくて", "おぼえなくて", "覚えておかなくて", "覚えとかなくて", "記録しないで",
        "記録しなくて", "記録に残さないで", "記録に残さなくて", "記憶しないで", "記憶しなくて", "記憶に残さないで", "メモしないで", "メモしなくて", "メモに残さないで",
        "メモらないで", "メモらなくて",
        "保存しないで", "保存しなくて", "書き留めないで", "書きとめないで", "書き残さないで", "残さないで",
    ]
    /// What may follow an order: the end, or one of these.
    private static let orderEnds = [
        "ね", "よ", "くださ", "下さ", "ほし", "欲し", "もらえ", "もらい", "くれ", "おいて", "いい", "結構", "大丈夫", "お願い", "おねがい", "頼", "、", "。",
        "！", "!", "？", "?", " ", "　", "…", "ちょうだい",
    ]
    private static let needlessEnds = ["いい", "もいい", "よい", "結構", "大丈夫"]
    private static let offRecordEnds = [
        "で、", "で。", "で！", "で!", "で ", "でお願い", "でおねがい", "で頼", "でたの", "でいこう", "でいき", "でね", "でよろ", "にし", "にお願い",
        "だけど", "だよ", "だから", "だが", "だ。", "だ、", "です", "なん", "ね", "、", "。", "！", "!", "の話だけど", "の話だよ", "の話です", " ", "　",
    ]
    private static let backwards = ["今の", "いまの", "さっき", "それ", "その", "先ほど", "さきほど", "あれ"]
    /// What a line may hold besides a wish that is about what was said before.
    private static let bare = [
        "今の", "いまの", "さっきの", "さっき言った", "先ほどの", "それ", "そのこと", "その話", "これ", "このこと", "この話", "あれ", "話", "こと", "やっぱり",
        "やっぱ", "ごめん", "あの", "あ", "えっと", "ちょっと", "ください", "下さい", "お願いします", "お願い", "おねがい", "いいです", "いいから", "いい", "ほしい",
        "欲しい", "ね", "よ", "は", "を", "も", "の", "くれ", "る", "ます", "か", "です", "もらえ", "にして", "で", "に", "して",
    ].sorted { $0.count > $1.count }

    private static let onwards = ["これから", "今から", "いまから", "ここから", "この先"]
    private static let comingWords = ["話すこと", "言うこと", "する話", "の話", "話"]
    private static let unheard = ["忘れて", "わすれて", "残さないで", "聞かなかったことに", "なかったことに"]

    /// これから話すことは忘れて: what comes now is not to be remembered.
    private static func isAhead(_ text: String) -> Bool {
        text.split { "。！？!?\n".contains($0) }.contains { sentence in
            guard let start = onwards.compactMap({ sentence.firstRange(of: $0)?.upperBound }).min() else {
                return false
            }
            let rest = sentence[start...]
            return comingWords.contains { word in
                guard let range = rest.firstRange(of: word), rest.distance(from: start, to: range.lowerBound) <= 2
                else {
                    return false
                }
                let next = rest[range.upperBound...].drop { "はを、".contains($0) }
                return unheard.contains { order in
                    guard next.hasPrefix(order) else { return false }
                    let after = next.dropFirst(order.count)
                    return after.isEmpty || (orderEnds + ["して"]).contains(where: after.hasPrefix)
                }
            }
        }
    }

    private static func japanese(_ text: String) -> Kind? {
        if isAhead(text) { return .onward }
        for order in japaneseOrders {
            guard let range = text.firstRange(of: order) else { continue }
            let after = text[range.upperBound...]
            let ends = order.hasSuffix("なくて") ? needlessEnds : orderEnds
            guard after.isEmpty || ends.contains(where: after.hasPrefix) else { continue }
            // ご飯は残さないで is for children.
            guard order != "残さないで" || isBare(String(text[..<range.lowerBound])) else { continue }
            // 覚えないでいいって言われた tells of one, and 覚えなくていいかな asks oneself.
            guard !isToldOrAsked(after) else { continue }
            return isBare(String(text[..<range.lowerBound])) && isBare(String(after)) ? .back : .onward
        }
        for range in text.ranges(of: "オフレコ") + text.ranges(of: "ここだけの話") {
            let after = text[range.upperBound...]
            guard after.isEmpty || after == "で" || offRecordEnds.contains(where: after.hasPrefix),
                !["じゃ", "では", "でな", "でも", "だった", "です？", "ですか", "だと言", "だって言", "にしな"].contains(where: after.hasPrefix)
            else { continue }
            let before = String(text[..<range.lowerBound])
            // 部長がオフレコで教えてくれた
            let clause = before.split { "、。！？!?".contains($0) }.last ?? ""
            if before.hasSuffix("が"), !["すが", "だが", "けどが"].contains(where: clause.hasSuffix) { continue }
            let isAlone = isBare(before) && isBare(String(after))
            return isAlone && before.contains(anyOf: backwards) ? .back : .onward
        }
        return nil
    }

    private static func isToldOrAsked(_ after: Substring) -> Bool {
        let clause = after.prefix { !"。！!\n".contains($0) }
        return ["って言", "って、", "って思", "と言", "と思", "かな", "と頼まれ", "ってさ"].contains { clause.contains($0) }
            || clause.hasSuffix("って")
    }

    private static func isBare(_ text: String) -> Bool {
        for clause in text.split(whereSeparator: { "、。,.！!？?…　 ".contains($0) }) {
            var rest = clause[...]
            while let filler = bare.first(where: { rest.hasPrefix($0) }) { rest = rest.dropFirst(filler.count) }
            guard rest.isEmpty else { return false }
        }
        return true
    }
}
