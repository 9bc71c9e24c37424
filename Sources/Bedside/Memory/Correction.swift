/// Whether the owner put something right in the same talk, so that a memory holds what was only said first.
enum Correction {
    /// Whether a day, a number or a name of the memory was replaced by another, or denied by its own name.
    static func isReplaced(_ quote: Surroundings, in scene: Scene, text: String) -> Bool {
        if isRestated(quote) || isPointedOut(quote, text) { return true }
        let held = values(in: text)
        guard !held.isEmpty else { return false }
        let said = Set(values(in: quote.sentence).map(\.value))
        let after = [quote.after].flatMap(\.sentences) + quote.rest.sentences.prefix(4)
        let line = quote.lead.sentences.suffix(1) + [quote.sentence] + quote.rest.sentences.prefix(4)
        let next = Array(scene.following.sentences.prefix(2))
        if (line + next).contains(where: { sentence in denies(sentence, held) }) { return true }
        if replaces(after, held, said) { return true }
        // 三日だっけ。ああ四日だ
        if ["だっけ", "かな", "かしら"].contains(where: (quote.before + quote.quote + quote.after).hasSuffix),
            let sure = quote.rest.sentences.first, replaces(["訂正、" + sure], held, said)
        {
            return true
        }
        // A "no" may answer the companion's question.
        let isAnswer = scene.reply.contains(anyOf: ["?", "？", "か。"])
        let isRepeated = !Set(values(in: scene.reply).map(\.value)).isDisjoint(with: said)
        return (!isAnswer || isRepeated) && replaces(next, held, said)
    }

    /// Whether the owner noticed a slip and then said something else about the same day, as in
    /// 明日は夜勤で、…あ、これ二月の表だ。明日は休み.
    private static func isRestated(_ quote: Surroundings) -> Bool {
        let rest = quote.after + "。" + quote.rest
        guard
            let slip = ["…あ、", "…あっ、", "。あ、", "。あっ、", "、あ、", "、あれ、", "…あれ", "。おっと", "…ちが", "…じゃな"]
                .compactMap({ rest.firstRange(of: $0)?.upperBound }).min()
        else { return false }
        let later = rest[slip...]
        return [
            "今日", "明日", "あした", "あさって", "明後日", "今週", "来週", "今月", "来月", "土曜", "日曜", "月曜", "火曜", "水曜", "木曜", "金曜", "朝",
            "夜", "昼",
        ]
        .contains { day in
            guard let told = quote.quote.firstRange(of: day + "は"), let anew = later.firstRange(of: day + "は") else {
                return false
            }
            return quote.quote[told.upperBound...].prefix(2) != later[anew.upperBound...].prefix(2)
        }
    }

    /// "I hate olives. No, that's anchovies.", 名前は陽太。ちがうちがう、陽斗.
    private static func isPointedOut(_ quote: Surroundings, _ text: String) -> Bool {
        guard let next = quote.rest.sentences.first else { return false }
        let words = EnglishWords(next).words
        let own = OwnWords(text).words
        if words.first == "no", words.count <= 6, words.count >= 3, ["that's", "it's", "i"].contains(words[1]) {
            let rest = words.dropFirst(words[1] == "i" ? 3 : 2)
            let isName = words[1] != "i" || words[2] == "mean"
            let plain: Set<String> = [
                "fine", "ok", "okay", "good", "true", "right", "lovely", "great", "alright", "not", "just", "wrong",
                "all",
                "it", "nice", "a", "too", "so",
            ]
            let named = OwnWords(rest.joined(separator: " ")).words
            return isName && rest.allSatisfy { !plain.contains($0) } && !named.isEmpty && named.isDisjoint(with: own)
        }
        guard words.isEmpty, ["ちがう", "違う", "ちがった", "違った", "じゃない", "まちがえ", "間違え"].contains(where: next.hasPrefix),
            let last = next.phrases.last, next.phrases.count >= 2, last.count <= 10
        else { return false }
        let named = OwnWords(last)
        return !named.runs.isEmpty && named.runs.isDisjoint(with: OwnWords(text).runs)
    }

    // MARK: Marks

    private static let englishMarks = [
        "no", "nope", "no wait", "wait", "wait no", "hang on", "hold on", "i mean", "or rather", "scrap that",
        "scratch that", "correction", "make that", "sorry", "actually", "well", "i lie", "i tell a lie", "tell a lie",
        "my mistake", "wrong", "strike that", "oh no", "ah no", "er no", "um no", "sorry no", "more like", "officially",
        "no sorry", "oh wait", "rather", "or", "no hang on", "no hold on", "wait a minute", "that's wrong",
    ].sorted { $0.count > $1.count }.map { $0.split(separator: " ").map(String.init) }
    private static let japaneseMarks = [
        "ちがう", "違う", "ちがった", "違った", "じゃなくて", "じゃない", "じゃなかった", "間違え", "まちがえ", "間違い", "まちがい", "訂正", "もとい", "いや", "いえ",
        "おっと", "やっぱり", "やっぱ", "正確には", "というか", "っていうか", "てか", "ごめん", "ちゃう", "待って", "待てよ", "そうじゃなく", "あれ",
    ]

    /// What of a sentence stands behind its mark of a correction; nil if it begins with none.
    private static func corrected(_ sentence: String) -> String? {
        let parts = clauses(sentence)
        for clause in parts.indices {
            let words = EnglishWords(parts[clause]).words
            if clause == parts.count - 1, clause > 0,
                ["sorry", "i mean", "rather", "no sorry", "my mistake", "that is"].contains(
                    words.joined(separator: " "))
            {
                return parts[..<clause].joined(separator: ", ")
            }
            let rest = parts[(clause + 1)...].joined(separator: ", ")
            if let mark = englishMarks.first(where: { words.starts(with: $0) }) {
                return words.dropFirst(mark.count).isEmpty ? rest : parts[clause].dropWords(mark.count) + ", " + rest
            }
            let plain = parts[clause].drop { "あえっうんおと、 …—".contains($0) }
            if let mark = japaneseMarks.first(where: { plain.hasPrefix($0) || parts[clause].hasPrefix($0) }) {
                return parts[clause].components(after: mark) + "、" + rest
            }
            // A mark stands at the beginning, at most behind a sigh.
            if clause >= 1 || parts[clause].count > 6 { break }
        }
        return nil
    }

    /// The parts of a sentence, as an owner puts them right: behind a comma, or a dash.
    private static func clauses(_ text: String) -> [String] {
        text.split { "、,;:–—…".contains($0) }.map { String($0).trimmed() }.filter { !$0.isEmpty }
    }

    private static func replaces(_ sentences: [String], _ held: [Found], _ said: Set<Value>) -> Bool {
        for (place, sentence) in sentences.enumerated() {
            guard var new = corrected(sentence) else { continue }
            // "Hang on. It's Friday."
            if place + 1 < sentences.count, EnglishWords(new).words.count <= 3, values(in: new).isEmpty, new.count <= 12
            {
                new = sentences[place + 1]
            }
            let found = values(in: new)
            let later = Set(values(in: new + " " + sentences[place...].joined(separator: " ")).map(\.value))
            if held.contains(where: { old in
                said.contains(old.value) && !later.contains(old.value) && found.contains { $0.canReplace(old) }
            }) {
                return true
            }
        }
        return false
    }

    /// "Not Tuesday", 火曜じゃなくて.
    private static func denies(_ sentence: String, _ held: [Found]) -> Bool {
        // Most sentences have no "not", and need not be searched for values.
        guard sentence.contains(anyOf: ["not ", "Not ", "n't", "じゃ", "では", "ちゃう"]) else { return false }
        let values = values(in: sentence)
        return values.contains { found in
            guard found.isDenied, held.contains(where: { $0.value == found.value }) else { return false }
            return !values.contains { $0.value == found.value && !$0.isDenied && $0.place > found.place }
                && values.contains { !$0.isDenied && $0.value.kind == found.value.kind && $0.value != found.value }
        }
    }

    // MARK: What can be replaced

    struct Value: Hashable {
        enum Kind: Hashable { case weekday, month, number, name, counted(Character) }
        let kind: Kind
        let word: String
    }

    struct Found {
        let value: Value
        /// What is counted: "coffee" in "four coffees".
        var unit: String?
        let isDenied: Bool
        let place: Int

        func canReplace(_ old: Found) -> Bool {
            value.kind == old.value.kind && value.word != old.value.word
                && (unit == nil || old.unit == nil || unit == old.unit)
        }
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let months: Set<String> = [
        "january", "february", "march", "april", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let noUnits: Set<String> = [
        "and", "of", "in", "on", "at", "to", "not", "or", "past", "o'clock", "the", "a", "for", "with", "but", "then",
        "instead", "now", "from", "is", "so", "by", "hundred", "thousand", "million", "today", "tomorrow", "sharp",
        "am",
        "pm", "half", "quarter", "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december", "i", "we", "it", "this", "that",
    ]

    static func values(in text: String) -> [Found] { english(text) + japanese(text) }

    private static func english(_ text: String) -> [Found] {
        let names = Set(SpokenNames.names(in: text))
        var found: [Found] = []
        var start = 0
        for clause in clauses(text.replacing(".", with: ",")) {
            let tokens = clause.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
            let words = tokens.map { $0.lowercased().replacing("’", with: "'") }
            for (place, word) in words.enumerated() where word.unicodeScalars.allSatisfy({ $0.value < 0x250 }) {
                let isDenied = words[..<place].suffix(2).contains { ["not", "isn't", "wasn't"].contains($0) }
                let bare = word.split(separator: "'").first.map(String.init) ?? word
                func find(_ kind: Value.Kind, _ word: String, unit: String? = nil) {
                    found.append(
                        Found(
                            value: Value(kind: kind, word: word), unit: unit, isDenied: isDenied, place: start + place))
                }
                if let day = weekdays.first(where: { bare == $0 || bare == $0 + "s" }) {
                    find(.weekday, day)
                } else if months.contains(bare), bare != "may" || word != clause.lowercased().prefix(3) {
                    find(.month, bare)
                } else if !["one", "once", "first", "second"].contains(bare),
                    let number = SpokenNumbers.values(in: bare).max()
                {
                    let next = place + 1 < words.count ? words[place + 1] : ""
                    // "Two of them" are a part of what was said.
                    if next == "of" { continue }
                    let isPlain = next.isEmpty || noUnits.contains(next) || !SpokenNumbers.values(in: next).isEmpty
                    find(.number, "\(number)", unit: isPlain ? nil : OwnWords.stem(next))
                } else if names.contains(String(tokens[place].split { "'’".contains($0) }.first ?? "")) {
                    find(.name, bare)
                }
            }
            start += words.count
        }
        return found
    }

    private static let counters = Set("年月日時分歳才匹回円度階週本枚冊杯個代倍人名号番両")

    /// 火曜, 二十九日 and 八時, by what they count.
    private static func japanese(_ text: String) -> [Found] {
        let letters = Array(text)
        var found: [Found] = []
        var run = ""
        for (place, letter) in letters.enumerated() {
            if letter == "曜", place > 0, "月火水木金土日".contains(letters[place - 1]) {
                let end = place + 1 < letters.count && letters[place + 1] == "日" ? place + 2 : place + 1
                found.append(
                    Found(
                        value: Value(kind: .weekday, word: String(letters[place - 1])),
                        isDenied: isDenied(letters[end...]), place: place))
            }
            if "〇零一二三四五六七八九十百千".contains(letter) || letter.isWholeNumber {
                run.append(letter)
                continue
            }
            if !run.isEmpty, counters.contains(letter), let number = SpokenNumbers.values(in: run).max() {
                found.append(
                    Found(
                        value: Value(kind: .counted(letter), word: "\(number)" + minutes(behind: place, letters)),
                        isDenied: isDenied(letters[(place + 1)...]), place: place))
            }
            run = ""
        }
        return found
    }

    /// 五時半 is not 五時.
    private static func minutes(behind place: Int, _ letters: [Character]) -> String {
        guard letters[place] == "時" else { return "" }
        let rest = letters[(place + 1)...]
        if rest.first == "半" { return ":30" }
        let run = String(rest.prefix { "〇零一二三四五六七八九十百千".contains($0) || $0.isWholeNumber })
        guard !run.isEmpty, rest.dropFirst(run.count).first == "分" else { return "" }
        return ":\(SpokenNumbers.values(in: run).max() ?? 0)"
    }

    private static func isDenied(_ letters: ArraySlice<Character>) -> Bool {
        let rest = String(letters.prefix(8))
        return ["じゃな", "ではな", "ちゃう", "じゃありません", "ではありません"].contains { rest.hasPrefix($0) }
    }
}

extension String {
    /// The text without its first words.
    fileprivate func dropWords(_ count: Int) -> String {
        var rest = self[...]
        for _ in 0..<count {
            rest = rest.drop { !$0.isLetter }
            rest = rest.drop { $0.isLetter || $0 == "'" || $0 == "’" }
        }
        return String(rest).trimmed()
    }

    fileprivate func components(after mark: String) -> String {
        firstRange(of: mark).map { String(self[$0.upperBound...]) } ?? ""
    }
}
