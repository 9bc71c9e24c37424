/// Whether a text tells the hour or the age of a quote with other figures and words: "Gets up at 6:00" is what "I get up
/// at six" says (M-3).
///
/// Such a text has no word of meaning in common with its quote. So its numbers must all be the quote's, and its other
/// words must belong to what the quote speaks of.
enum RetoldNumbers {
    static func isMade(_ text: String, of quote: String) -> Bool {
        let said = SpokenNumbers.values(in: quote)
        let clock = SpokenTimes(quote).numbers.union(SpokenNumbers.clockParts(of: quote))
        // A full hour's 0 alone says nothing.
        guard !said.union(clock).subtracting([0]).isEmpty, !SpokenNumbers.values(in: text).isEmpty,
            !SpokenNumbers.isInvented(in: text, said: said, quote: quote),
            // "Gets up at eleven" is not "I go to bed at eleven".
            doings.allSatisfy({ !$0.isNamed(text) || $0.isNamed(quote) })
        else { return false }
        let rest = words(of: text)
        return rest.isSubset(of: plain)
            || (doings + [age]).contains { $0.isNamed(quote) && rest.isSubset(of: plain.union($0.words)) }
    }

    /// The words of meaning in a text, except for its numbers.
    private static func words(of text: String) -> Set<String> {
        let english = EnglishWords(text).words.filter {
            !OwnWords($0).isEmpty && SpokenNumbers.values(in: $0).isEmpty
        }
        let other = OwnWords(text).words.filter { word in
            word.unicodeScalars.contains { $0.value > 0x24F } && SpokenNumbers.values(in: word).isEmpty
        }
        return Set(english).union(other)
    }

    private static let plain: Set<String> = [
        "usual", "usually", "time", "clock", "hour", "half", "past", "quarter", "noon", "midday", "midnight", "around",
        "o'clock", "分", "半", "午", "前", "後", "頃",
    ]
    private typealias Topic = (words: Set<String>, isNamed: @Sendable (String) -> Bool)
    private static let doings: [Topic] = [
        (
            ["wake", "wakes", "waking", "gets", "rise", "rises", "morning", "bed", "起", "床", "朝"],
            { isNamed($0, english: rising, japanese: ["おき", "起き", "目が覚", "目がさめ"]) }
        ),
        (
            ["bed", "bedtime", "sleep", "sleeps", "asleep", "goes", "turns", "寝", "就", "眠", "床"],
            { isNamed($0, english: bedtime, japanese: ["ねる", "ねます", "寝", "眠", "布団に入", "ベッドに入", "床に就", "床につ"]) }
        ),
    ]
    private static let age: Topic = (["year", "years", "old", "age", "aged", "turned"], isAge)
    private static let rising = [
        "get up", "gets up", "getting up", "got up", "wake", "wakes", "waking", "be up", "am up", "i'm up", "up at",
        "up by", "up before", "rise", "out of bed",
    ]
    private static let bedtime = [
        "to bed", "in bed", "turn in", "to sleep", "fall asleep", "asleep by", "asleep at", "sleep at", "sleep by",
        "lights out", "hit the hay", "hit the sack",
    ]

    private static func isNamed(_ quote: String, english: [String], japanese: [String]) -> Bool {
        EnglishWords(quote).contains(anyOf: english) || quote.contains(anyOf: japanese)
    }

    /// "I'm forty two": a number behind a person's verb that counts nothing, unless it counts years.
    private static func isAge(_ quote: String) -> Bool {
        let words = quote.lowercased().replacing("’", with: "'").split { !$0.isLetter && !$0.isNumber && $0 != "'" }
            .map(String.init)
        return words.indices.contains { place in
            guard ["i'm", "am", "he's", "she's", "is", "turned", "aged"].contains(words[place]) else { return false }
            let rest = words[(place + 1)...]
            let number = rest.prefix { !SpokenNumbers.values(in: $0).isEmpty }
            guard !number.isEmpty else { return false }
            let next = rest.dropFirst(number.count).first ?? ""
            return ["", "year", "years", "now", "today", "and", "but", "already", "soon"].contains(next)
        }
    }
}
