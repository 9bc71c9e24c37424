/// The sentences with which an owner consents to a voice of their own, and whether they were said (V-1).
///
/// The first is fixed for each language. The second, with name and date, makes the consent personal: nobody can give it
/// for somebody else.
public struct OwnVoiceConsent: Hashable, Sendable {
    public let language: Language
    let name: String
    let date: LocalDate

    static let maximumNameLength = 60

    /// - Returns: Nil without a name that can be heard.
    init?(name: String?, on date: LocalDate, in language: Language) {
        let line = PrintableText.line((name ?? "").prefix(200), limit: .max, replacement: " ").trimmed()
        guard line.count <= Self.maximumNameLength, !FoldedText(line).isEmpty else { return nil }
        self.name = line
        self.date = date
        self.language = language
    }

    /// The fixed sentence.
    static let sentence = Wording(
        "I am the owner of this voice, and I agree that a synthetic voice is made of it to read my own words to me.",
        "私はこの声の持ち主です。この声から合成音声を作り、私の言葉を読み上げることに同意します。",
        kana: "わたしわ この こえの もちぬしです。この こえから ごうせいおんせいを つくり、"
            + "わたしの ことばを よみあげる ことに どうい します。")

    /// What the owner reads aloud, and what is kept.
    public var text: PrivateText {
        let gap = language == .japanese ? "" : " "
        return PrivateText(Self.sentence.text(in: language) + gap + second(date: written))
    }

    private func second(date: String) -> String {
        switch language {
        case .english: "My name is \(name), and today is \(date)."
        case .japanese: "私の名前は\(name)です。今日は\(date)です。"
        }
    }

    private var written: String {
        switch language {
        case .english: "\(EnglishDate.months[parts.month - 1]) \(parts.day), \(parts.year)"
        case .japanese: "\(parts.year)年\(parts.month)月\(parts.day)日"
        }
    }

    private var parts: (year: Int, month: Int, day: Int) { date.components }

    /// Whether exactly these words were said. Punctuation, spaces, case, width and the two kana make no difference, and
    /// neither does how the transcript writes the date; a word more, less or other does.
    public func isGiven(by transcript: PrivateText) -> Bool {
        let heard = FoldedText(plain(transcript.words))
        // A longer transcript was cut, so its end is not known.
        guard !heard.isEmpty, transcript.words.unicodeScalars.count < FoldedText.maximumLength else { return false }
        let first = Self.sentence.text(in: language)
        return dates.contains { heard == FoldedText(plain(first + second(date: $0))) }
    }

    /// All usual ways in which a transcript writes the date.
    private var dates: [String] {
        switch language {
        case .english: EnglishDate.forms(of: date)
        case .japanese: JapaneseDate.forms(of: date)
        }
    }

    /// The text in one spelling, where a transcript may choose another: none of these can be another word here.
    private func plain(_ text: String) -> String {
        guard language == .japanese else { return text }
        let spellings = [
            ("わたくし", "私"), ("わたし", "私"), ("もちぬし", "持ち主"), ("つくり", "作り"), ("読みあげる", "読み上げる"),
            ("よみあげる", "読み上げる"), ("きょう", "今日"), ("こと", "事"), ("ことば", "言葉"), ("事ば", "言葉"), ("なまえ", "名前"),
        ]
        return spellings.reduce(text) { TextSpelling.replacing($1.0, with: $1.1, in: $0) }
    }
}

enum TextSpelling {
    /// The text with every place of `old` replaced.
    static func replacing(_ old: String, with new: String, in text: String) -> String {
        let (old, scalars) = (Array(old.unicodeScalars), Array(text.unicodeScalars))
        guard !old.isEmpty else { return text }
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if index + old.count <= scalars.count, scalars[index..<(index + old.count)].elementsEqual(old) {
                result.append(contentsOf: new.unicodeScalars)
                index += old.count
            } else {
                result.append(scalars[index])
                index += 1
            }
        }
        return String(result)
    }
}

/// How a date is written and said in English.
enum EnglishDate {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let units = [
        "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
    private static let ordinals = [
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
        "twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
        "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
    ]

    static func forms(of date: LocalDate) -> [String] {
        let (year, number, day) = date.components
        let month = months[number - 1]
        let days = ["\(day)", "\(day)\(suffix(day))", ordinals[day]]
        let orders = days.flatMap { day in
            [
                "\(month) \(day)", "\(month) the \(day)", "\(day) \(month)", "\(day) of \(month)",
                "the \(day) of \(month)",
            ]
        }
        return orders.flatMap { order in years(year).map { "\(order), \($0)" } }
    }

    private static func suffix(_ day: Int) -> String {
        if (11...13).contains(day) { return "th" }
        return switch day % 10 {
        case 1: "st"
        case 2: "nd"
        case 3: "rd"
        default: "th"
        }
    }

    private static func years(_ year: Int) -> [String] {
        guard (2001...2099).contains(year) else { return ["\(year)"] }
        let rest = number(year % 100)
        return ["\(year)", "twenty \(rest)", "two thousand \(rest)", "two thousand and \(rest)"]
    }

    private static func number(_ value: Int) -> String {
        guard value >= 20 else { return units[value] }
        return tens[value / 10] + (value % 10 == 0 ? "" : "-" + units[value % 10])
    }
}

/// How a date is written in Japanese.
enum JapaneseDate {
    private static let digits = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"]

    static func forms(of date: LocalDate) -> [String] {
        let (year, month, day) = date.components
        let years = ["\(year)", "\(year)".compactMap(\.wholeNumberValue).map { digits[$0] }.joined(), thousands(year)]
        return years.flatMap { year in
            ["\(year)年\(month)月\(day)日", "\(year)年\(number(month))月\(number(day))日"]
        }
    }

    /// 1 to 99 as it is written in full.
    private static func number(_ value: Int) -> String {
        let ten = value / 10 == 0 ? "" : value / 10 == 1 ? "十" : digits[value / 10] + "十"
        return ten + (value % 10 == 0 ? "" : digits[value % 10])
    }

    private static func thousands(_ year: Int) -> String {
        guard (2000...2099).contains(year) else { return "\(year)" }
        return "二千" + number(year % 100)
    }
}
