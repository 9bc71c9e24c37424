/// Takes a polite request to remember off what is to be remembered: "Could you remember that I'm deaf?" and
/// 糖尿病だって覚えておいてくれる？ ask for a favour, and what they hold is said in earnest (M-3).
///
/// Only the frame goes: "Could you remember that if it rains I stay in?" keeps its "if".
enum RememberRequest {
    static func removed(from quote: Surroundings) -> Surroundings {
        let sentence = Array(quote.sentence.unicodeScalars)
        let frames = english(sentence) ?? japanese(sentence)
        guard !frames.isEmpty else { return quote }
        func left(_ part: String, from start: Int) -> String {
            var scalars = String.UnicodeScalarView()
            for (place, scalar) in part.unicodeScalars.enumerated()
            where !frames.contains(where: { $0.contains(start + place) }) {
                scalars.append(scalar)
            }
            return String(scalars)
        }
        let start = quote.before.unicodeScalars.count
        let end = start + quote.quote.unicodeScalars.count
        let own = unasked(left(quote.quote, from: start))
        guard FoldedText(own).count >= 2 else { return quote }
        return Surroundings(
            before: left(quote.before, from: 0), quote: own, after: unasked(left(quote.after, from: end)),
            rest: String(quote.rest.drop(while: isMark)), lead: quote.lead)
    }

    private static func isMark(_ letter: Character) -> Bool { letter == "?" || letter == "？" }

    private static func unasked(_ text: String) -> String {
        String(text.reversed().drop(while: isMark).reversed())
    }

    // MARK: English

    private static let polite: Set<String> = [
        "please", "just", "kindly", "also", "maybe", "and", "so", "hey", "anicca", "oh", "well", "ok", "okay", "now",
        "then", "but",
    ]
    private static let leads = split([
        "could you", "can you", "would you", "will you", "would you mind", "do you mind", "i'd like you to",
        "i would like you to", "i'd love you to", "i want you to", "i need you to", "if you could", "if you can",
        "i'd be glad if you could", "i'd be grateful if you could", "i'd appreciate it if you could",
        "it would be nice if you could", "it would be good if you could", "it'd be good if you could",
        "it'd be nice if you could", "i wonder if you could", "i was wondering if you could", "can i ask you to",
        "could i ask you to", "may i ask you to",
    ])
    private static let verbs = split([
        "remember", "note", "note down", "make a note", "take note", "keep in mind", "bear in mind", "memorize",
        "memorise", "save", "store", "write down", "know", "remembering", "noting", "keeping in mind",
        "bearing in mind", "making a note",
    ])
    /// "Could you remember that for me?" holds nothing.
    private static let empty: Set<String> = [
        "for", "to", "please", "too", "later", "again", "next", "tonight", "tomorrow", "until", "one",
    ]

    private static func split(_ phrases: [String]) -> [[String]] {
        phrases.map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    }

    /// The frame of an English request; nil if there is none.
    private static func english(_ sentence: [Unicode.Scalar]) -> [Range<Int>]? {
        let spoken = spokenWords(in: sentence)
        let words = spoken.map(\.word)
        for place in words.indices {
            let isFirst = words[..<place].allSatisfy(polite.contains)
            let isOpen = isFirst || polite.contains(words[place - 1]) || isParted(sentence, before: spoken[place].range)
            guard isOpen, let lead = leads.first(where: { words[place...].starts(with: $0) }) else { continue }
            let asked = words[(place + lead.count)...].drop(while: polite.contains)
            guard let verb = verbs.first(where: { asked.starts(with: $0) }) else { continue }
            var content = asked.startIndex + verb.count
            guard content < words.count else { continue }
            let hasThat = words[content] == "that"
            if hasThat || words[content] == "this" { content += 1 }
            guard content < words.count, !empty.contains(words[content]),
                hasThat || reminding.contains(verb[0]) && isClause(words[content...])
            else { continue }
            let start = isFirst ? 0 : spoken[place].range.lowerBound
            return [start..<spoken[content].range.lowerBound]
        }
        return nil
    }

    private static let reminding: Set<String> = [
        "remember", "note", "keep", "bear", "remembering", "noting", "keeping",
    ]

    /// "I'm deaf", "my left ear is deaf"; not "my birthday".
    private static func isClause(_ words: ArraySlice<String>) -> Bool {
        guard let first = words.first else { return false }
        return FirstPerson.subjects.contains(first)
            || FirstPerson.all.contains(first) && words.contains { ["is", "are", "was", "has", "have"].contains($0) }
    }

    /// Whether a comma or the like stands right before a word.
    private static func isParted(_ sentence: [Unicode.Scalar], before word: Range<Int>) -> Bool {
        let mark = sentence[..<word.lowerBound].last { $0 != " " }
        return mark.map { ",;:–—…".unicodeScalars.contains($0) } ?? true
    }

    private static func spokenWords(in sentence: [Unicode.Scalar]) -> [(word: String, range: Range<Int>)] {
        func isPart(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "'" || scalar == "’" || scalar.properties.isAlphabetic && scalar.value < 0x250
        }
        var words: [(word: String, range: Range<Int>)] = []
        var start: Int?
        for place in 0...sentence.count {
            if place < sentence.count, isPart(sentence[place]) {
                if start == nil { start = place }
            } else if let first = start {
                let word = String(String.UnicodeScalarView(sentence[first..<place]))
                words.append((word.lowercased().replacing("’", with: "'"), first..<place))
                start = nil
            }
        }
        return words
    }

    // MARK: Japanese

    private static let requests = [
        "覚えておいて", "おぼえておいて", "覚えといて", "おぼえといて", "覚えていて", "覚えてて", "覚えて", "おぼえて", "記憶しておいて", "記憶して", "記録しておいて", "メモしておいて",
        "メモしといて", "メモして", "心に留めておいて", "頭に入れておいて", "忘れないでいて", "忘れないでおいて", "忘れないで",
    ]
    private static let conditions = [
        "もしよかったら", "もしよければ", "もしできたら", "もしできれば", "もし可能なら", "できましたら", "できたら", "できれば", "よかったら", "よろしければ", "よければ", "可能なら",
        "可能であれば",
    ]
    private static let favours = ["くれ", "もらえ", "もらっていい", "もらってもいい", "いただ", "頂", "ほし", "欲し", "くださいま", "下さいま"]
    private static let joints = [
        "っていうことを", "っていうこと", "ってことを", "ってことは", "ってこと", "ということを", "ということは", "ということ", "ことを", "ことは", "こと", "のを", "のは",
        "って", "と",
    ]

    /// The frames of a Japanese request; empty if there is none.
    private static func japanese(_ sentence: [Unicode.Scalar]) -> [Range<Int>] {
        let text = String(String.UnicodeScalarView(sentence))
        func place(_ index: String.Index) -> Int {
            text.unicodeScalars.distance(from: text.unicodeScalars.startIndex, to: index)
        }
        let opened = text.drop { " 　、".contains($0) }
        let condition = conditions.first { opened.hasPrefix($0) }
        var body = opened.dropFirst(condition?.count ?? 0).drop { "、 　".contains($0) }
        guard let request = requests.first(where: { body.contains($0) }),
            let range = body.ranges(of: request).last
        else { return [] }
        let end = String(body[range.upperBound...]).trimmed()
        // できたら覚えておいて、糖尿病なの。
        if range.lowerBound == body.startIndex {
            let rest = body[range.upperBound...]
            guard let comma = rest.firstIndex(where: { "、,".contains($0) }) else { return [] }
            let favour = String(rest[..<comma])
            guard condition != nil || isFavour(favour), favour.count <= 12 else { return [] }
            return [0..<place(text.index(after: comma))]
        }
        guard
            isFavour(end) || condition != nil && ["", "ね", "よ", "ください", "下さい"].contains(end)
                || conditions.contains(where: { end == "、" + $0 })
        else { return [] }
        body = body[..<range.lowerBound]
        while let last = body.last, "、, 　".contains(last) { body.removeLast() }
        if let joint = joints.first(where: { body.hasSuffix($0) }) { body.removeLast(joint.count) }
        guard FoldedText(body).count >= 2 else { return [] }
        return [0..<place(body.startIndex), place(body.endIndex)..<sentence.count]
    }

    /// くれる, もらえますか; not くれた.
    private static func isFavour(_ end: String) -> Bool {
        end.count <= 16 && favours.contains(where: end.hasPrefix)
            && !["た", "ている", "てる", "って"].contains(where: end.hasSuffix)
    }
}
