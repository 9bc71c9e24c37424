/// The numbers that a text names, in digits or in words: "the twenty-second", "22", 三十 and 30 are what they say.
///
/// For deciding whether a memory holds a number that nobody said. An hour is also its afternoon's: "six in the evening"
/// may become 18.
enum SpokenNumbers {
    static func values(in text: String) -> Set<Int> { english(text).union(japanese(text)).union(digits(text)) }

    /// Whether a memory holds a number that cannot come from what was said: directly, or as an hour, a half or a
    /// quarter. A day that was named otherwise ("on Friday") may have become a date, but "the ninth" no nineteenth.
    static func isInvented(in text: String, said: Set<Int>, quote: String) -> Bool {
        let derived = said.union(said.filter { (1...12).contains($0) }.map { $0 + 12 })
            .union(said.filter { (13...24).contains($0) }.map { $0 - 12 })
        let (rest, days) = withoutDates(text)
        let named = namedDays(in: quote)
        if !days.isEmpty, !named.isEmpty, days.isDisjoint(with: named) { return true }
        return !counted(in: rest).subtracting(derived).subtracting(clockParts(of: quote)).isEmpty
    }

    /// What "half past", "a quarter to" and a full hour may become.
    static func clockParts(of quote: String) -> Set<Int> {
        let words = EnglishWords(quote)
        var parts = SpokenTimes(quote).numbers.union([0])
        if quote.contains("半") || words.contains(anyOf: ["half"]) { parts.insert(30) }
        if words.contains(anyOf: ["quarter"]) { parts.formUnion([15, 45]) }
        if quote.contains("正午") || words.contains(anyOf: ["noon", "midday"]) { parts.insert(12) }
        if quote.contains("真夜中") || words.contains(anyOf: ["midnight"]) { parts.formUnion([12, 24]) }
        return parts
    }

    /// The numbers of a text that count something; a lone kanji as in 一緒 or 三味線 may be a part of a word.
    private static func counted(in text: String) -> Set<Int> {
        english(text).subtracting([1]).union(japanese(text, isCounting: true)).union(digits(text))
    }

    // MARK: Dates

    /// January first.
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// A text without its dates, and the days of the month that they name.
    private static func withoutDates(_ text: String) -> (rest: String, days: Set<Int>) {
        var days: Set<Int> = []
        var rest: [Substring] = []
        let words = text.split(separator: " ")
        let places = words.indices.filter { place in
            let word = words[place].lowercased().filter(\.isLetter)
            return months.contains(word)
                && (word != "may" && word != "march" || words[place].first?.isUppercase ?? false)
        }
        for (place, word) in words.enumerated() {
            // "26 to 28 March", "the third of March", "March 3"
            let isNear = places.contains { (-4...2).contains(place - $0) }
            let numbers = isNear ? values(in: String(word)) : []
            if numbers.isEmpty { rest.append(word) } else { days.formUnion(numbers) }
        }
        let japanese = japaneseDates(rest.joined(separator: " "))
        return (japanese.rest, days.union(japanese.days))
    }

    private static func isNumeral(_ letter: Character) -> Bool {
        kanji[letter] != nil || scales[letter] != nil || letter.isWholeNumber
    }

    /// 三月 and 三月二十日: a month has no other number, a day stands behind it or behind から and と.
    private static func japaneseDates(_ text: String) -> (rest: String, days: Set<Int>) {
        guard text.contains("月") else { return (text, []) }
        var days: Set<Int> = []
        var rest = ""
        var run = ""
        for letter in text {
            if isNumeral(letter) {
                run.append(letter)
                continue
            }
            switch letter {
            case "月" where !run.isEmpty: break
            case "日" where !run.isEmpty: days.formUnion(values(in: run))
            default: rest += run
            }
            run = ""
            rest.append(letter)
        }
        return (rest + run, days)
    }

    /// The days of the month that a quote names: "the twenty-second", 二十日.
    private static func namedDays(in quote: String) -> Set<Int> {
        var days: Set<Int> = []
        let words = EnglishWords(quote).words
        for (place, word) in words.enumerated()
        where word.hasSuffix("th") || ["first", "second", "third"].contains(word) {
            guard let unit = units[word] ?? tens[word] else { continue }
            let before = place > 0 ? tens[words[place - 1]] : nil
            days.insert((before ?? 0) + unit)
        }
        var run = ""
        for letter in quote {
            if isNumeral(letter) {
                run.append(letter)
            } else {
                if letter == "日", !run.isEmpty { days.formUnion(values(in: run)) }
                run = ""
            }
        }
        return days
    }

    // MARK: Digits

    private static func digits(_ text: String) -> Set<Int> {
        var numbers: Set<Int> = []
        var run: [Int] = []
        func flush() {
            if !run.isEmpty, run.count <= 9 { numbers.insert(run.reduce(0) { $0 * 10 + $1 }) }
            run = []
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x30...0x39: run.append(Int(scalar.value) - 0x30)
            case 0xFF10...0xFF19: run.append(Int(scalar.value) - 0xFF10)
            default: flush()
            }
        }
        flush()
        return numbers
    }

    // MARK: English

    private static let cardinals: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
        "eighteen": 18, "nineteen": 19,
    ]
    private static let ordinals: [String: Int] = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
        "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
        "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
        "once": 1, "twice": 2,
    ]
    private static let units = cardinals.merging(ordinals) { number, _ in number }
    private static let cardinalTens: [String: Int] = [
        "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    ]
    private static let ordinalTens: [String: Int] = [
        "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70,
        "eightieth": 80, "ninetieth": 90,
    ]
    private static let tens = cardinalTens.merging(ordinalTens) { number, _ in number }

    /// The words with which numbers are counted, up to "thousand".
    static let words: Set<String> = Set(cardinals.keys).union(cardinalTens.keys).union(["zero", "hundred", "thousand"])

    /// The number of a word that counts: of "six" and "thirty", not of "sixth" and "once".
    static func cardinal(_ word: String) -> Int? { cardinals[word] ?? cardinalTens[word] }

    /// "Twenty-two" counts as 22 and as its parts, because "at twenty five to" and "twenty, five of them" look alike.
    private static func english(_ text: String) -> Set<Int> {
        var numbers: Set<Int> = []
        var last: Int?
        for word in EnglishWords(text).words {
            if let ten = tens[word] {
                numbers.insert(ten)
                last = ten
            } else if let unit = units[word] {
                let sum = last.map { $0 >= 20 && $0 % 10 == 0 && $0 < 100 && unit < 10 ? $0 + unit : unit } ?? unit
                numbers.formUnion([unit, sum])
                last = sum
            } else if let scale = ["hundred": 100, "thousand": 1000, "million": 1_000_000][word] {
                last = (last ?? 1) * scale
                numbers.insert(last ?? scale)
            } else if word != "and" {
                last = nil
            }
        }
        return numbers
    }

    // MARK: Japanese

    private static let kanji: [Character: Int] = [
        "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    ]
    private static let scales: [Character: Int] = ["十": 10, "百": 100, "千": 1000]
    private static let counters = Set("年月時分歳才匹回円度階週本枚冊杯個代倍通曲万億キ頭羽台")
    /// Counters of things and of times, which say nothing but how many.
    private static let plainCounters = Set("歳才匹回度本枚冊杯個代倍頭羽台")

    /// A Japanese text without its counts: 犬が2匹いる and 犬が二匹いる are the same but for the spelling.
    static func withoutCounts(_ text: String) -> String {
        var rest = ""
        var run = ""
        for letter in text {
            if isNumeral(letter) {
                run.append(letter)
                continue
            }
            if run.isEmpty || !plainCounters.contains(letter) { rest += run + String(letter) } else { rest += " " }
            run = ""
        }
        return rest + run
    }

    private static func japanese(_ text: String, isCounting: Bool = false) -> Set<Int> {
        var numbers: Set<Int> = []
        var run: [Character] = []
        func flush(_ next: Character?) {
            let isCount = run.count > 1 || next.map(counters.contains) ?? false
            if !run.isEmpty, isCount || !isCounting { numbers.insert(value(run)) }
            run = []
        }
        for letter in text {
            if kanji[letter] != nil || scales[letter] != nil { run.append(letter) } else { flush(letter) }
        }
        flush(nil)
        return numbers
    }

    /// 二十五 is 25, and so is 二五.
    private static func value(_ run: [Character]) -> Int {
        var sum = 0
        var digit: Int?
        for letter in run.prefix(9) {
            if let scale = scales[letter] {
                sum += (digit ?? 1) * scale
                digit = nil
            } else if let value = kanji[letter] {
                digit = (digit ?? 0) * 10 + value
            }
        }
        return sum + (digit ?? 0)
    }
}
