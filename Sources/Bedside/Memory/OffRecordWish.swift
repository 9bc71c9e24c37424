/// Recognizes that the owner wants something not to be remembered (M-8): "off the record", "don't remember that".
///
/// The device obeys by itself, whether the companion calls its tool or not. A wish too many leaves a talk unremembered,
/// and one too few keeps what the owner did not want kept; so a doubtful "don't remember this" counts. "I don't
/// remember that" and "don't let me forget" do not.
enum OffRecordWish {
    static func isSaid(in words: String) -> Bool { kind(of: words) != nil }

    /// Whether the line holds nothing but the wish, which is therefore about what was said before it: "Don't remember
    /// that."
    static func refersBack(in words: String) -> Bool { kind(of: words) == .back }

    private enum Kind { case onward, back }

    private static func kind(of words: String) -> Kind? {
        let text = String(words.prefix(FoldedText.maximumLength))
        return english(text) ?? japanese(text)
    }

    // MARK: English

    /// Words before which nothing is said.
    private static let fillers: Set<String> = [
        "oh", "ah", "uh", "um", "hm", "hmm", "well", "ok", "okay", "actually", "wait", "please", "sorry", "anicca",
        "but", "and", "so", "hey", "now", "just", "no", "also", "listen", "this", "that", "all", "right",
    ]
    private static let orders = [
        "don't", "dont", "do not", "please don't", "you must not", "you mustn't", "you shouldn't", "you should not",
        "never", "can you not", "could you not", "i don't want you to", "i do not want you to", "i'd rather you didn't",
        "i'd rather you don't", "i would rather you didn't", "you don't have to", "you don't need to", "you needn't",
    ].map(split)
    private static let verbs: Set<String> = [
        "remember", "memorize", "memorise", "record", "save", "store", "note", "write",
    ]
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
            found = (order(in: clause) ?? offTheRecord(in: clause)).map { ($0, place) }
        }
        guard let (kind, place) = found else { return nil }
        // What was meant stands in the same line, before the wish or after it.
        let others = clauses.enumerated().filter { $0.offset != place }.flatMap(\.element)
        return others.allSatisfy(fillers.contains) ? kind : .onward
    }

    private static func order(in clause: [String]) -> Kind? {
        // Nobody is asked anything by "I was drunk and don't remember that".
        let start = clause.firstIndex { !fillers.contains($0) } ?? clause.endIndex
        let said = Array(clause[start...])
        guard let order = orders.first(where: { said.starts(with: $0) }) else { return nil }
        var after = Array(said.dropFirst(order.count))
        guard let verb = after.first, verbs.contains(verb) else { return nil }
        after.removeFirst()
        if verb == "write", !after.contains("down") { return nil }
        if after.first == "down" { after.removeFirst() }
        guard let object = after.first, objects.contains(object) else { return nil }
        if let next = after.dropFirst().first, !ends.contains(next) { return nil }
        let rest = after.dropFirst()
        let isBare = rest.allSatisfy { fillers.contains($0) || ["down", "either", "anywhere"].contains($0) }
        return isBare && object != "what" && object != "anything" ? .back : .onward
    }

    private static func offTheRecord(in clause: [String]) -> Kind? {
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
        "保存しないで", "保存しなくて", "書き留めないで", "書きとめないで", "書き残さないで",
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

    private static func japanese(_ text: String) -> Kind? {
        for order in japaneseOrders {
            guard let range = text.firstRange(of: order) else { continue }
            let after = text[range.upperBound...]
            let ends = order.hasSuffix("なくて") ? needlessEnds : orderEnds
            guard after.isEmpty || ends.contains(where: after.hasPrefix) else { continue }
            return isBare(String(text[..<range.lowerBound])) && isBare(String(after)) ? .back : .onward
        }
        for range in text.ranges(of: "オフレコ") + text.ranges(of: "ここだけの話") {
            let after = text[range.upperBound...]
            guard after.isEmpty || after == "で" || offRecordEnds.contains(where: after.hasPrefix),
                !["じゃ", "では", "でな", "でも", "だった", "です？", "ですか", "だと言", "だって言", "にしな"].contains(where: after.hasPrefix)
            else { continue }
            let before = String(text[..<range.lowerBound])
            let isAlone = isBare(before) && isBare(String(after))
            return isAlone && before.contains(anyOf: backwards) ? .back : .onward
        }
        return nil
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
