/// One entry of `Prompts/teachings.yaml` (MIND-6): a sentence and one act of at most 30 s, in both languages.
public struct Teaching: Hashable, Sendable {
    /// Lower-case words joined by hyphens; kept with the date on which the teaching was heard.
    public var id: String
    /// The theme that the sentence is about, then others that it suits.
    public var themes: [Theme]
    public var labels: [EmotionLabel]
    public var occasion: Occasion
    /// Without a reading: the companion speaks it, not the device's own voice.
    public var sentence: Wording
    public var practice: Wording
    public var source: Source
    public var tradition: Tradition
    /// The person who compared the entry with the text of its source, and the day; nil until somebody did.
    public var check: Check?
    /// 1 … 3; the greater one is preferred among teachings that fit equally well.
    public var weight: Int

    public init(
        id: String, themes: [Theme], labels: [EmotionLabel] = [], occasion: Occasion = .any, sentence: Wording,
        practice: Wording, source: Source = .ownWords, tradition: Tradition = .secular, check: Check? = nil,
        weight: Int = 2
    ) {
        self.id = id
        self.themes = themes
        self.labels = labels
        self.occasion = occasion
        self.sentence = sentence
        self.practice = practice
        self.source = source
        self.tradition = tradition
        self.check = check
        self.weight = weight
    }

    /// When the act makes sense.
    public enum Occasion: String, CaseIterable, Codable, Sendable {
        case any, wake, training, bedtime

        /// The occasion of a talk; nil: such a talk has no teaching.
        public init?(_ habit: HabitID?) {
            switch habit {
            case .wake: self = .wake
            case .training: self = .training
            case .bedtime: self = .bedtime
            default: return nil
            }
        }
    }

    public enum Tradition: String, CaseIterable, Codable, Sendable {
        case secular, theravada, zen
    }

    public struct Check: Hashable, Sendable {
        public var person: String
        public var date: LocalDate
        public init(person: String, date: LocalDate) {
            self.person = person
            self.date = date
        }
    }

    /// The origin of a teaching's theme.
    public enum Source: Hashable, Sendable {
        case ownWords
        case teacher(Teacher)
        case text(TextPlace)
    }

    /// Whether the device may teach with this entry for this theme.
    public func isAbout(_ theme: Theme) -> Bool { themes.contains(theme) }

    /// The answer to "where is that from?". It never presents the sentence as a quotation: the words are ours, and a
    /// place that nobody has compared with its text is only a theme.
    public var origin: Wording {
        switch source {
        case .ownWords: Self.ownWords
        case .teacher(let teacher): Self.afterTheme(of: teacher.name)
        case .text(let place):
            if check == nil {
                Self.afterTheme(of: place.name)
            } else {
                Wording(
                    "in our own words, from \(place.name.english)", "\(place.name.japanese)を、私たちのことばで")
            }
        }
    }

    static let ownWords = Wording("in our own words", "私たちのことばです")

    private static func afterTheme(of name: Wording) -> Wording {
        Wording("after a theme of \(name.english)", "\(name.japanese)の主題による")
    }
}

/// Teachers after whose themes teachings were written; none of them is quoted.
public enum Teacher: String, CaseIterable, Hashable, Sendable {
    case ajahnChah = "Ajahn Chah"
    case dogen = "Dogen"
    case shunryuSuzuki = "Shunryu Suzuki"

    var name: Wording {
        switch self {
        case .ajahnChah: Wording("Ajahn Chah", "アーチャン・チャー")
        case .dogen: Wording("Dogen", "道元")
        case .shunryuSuzuki: Wording("Shunryu Suzuki", "鈴木俊隆")
        }
    }
}

/// A place in a collection of the Pali canon, such as `AN 3.132`.
public struct TextPlace: Hashable, Sendable {
    public enum Collection: String, CaseIterable, Hashable, Sendable {
        case numbered = "AN"
        case linked = "SN"
        case middle = "MN"
        case verses = "Dhp"
        case suttas = "Snp"
        case inspired = "Ud"
        case soSaid = "Iti"

        var name: Wording {
            switch self {
            case .numbered: Wording("the Numbered Discourses", "増支部経典")
            case .linked: Wording("the Linked Discourses", "相応部経典")
            case .middle: Wording("the Middle Discourses", "中部経典")
            case .verses: Wording("the Dhammapada", "ダンマパダ")
            case .suttas: Wording("the Sutta Nipata", "スッタニパータ")
            case .inspired: Wording("the Udana", "ウダーナ")
            case .soSaid: Wording("the Itivuttaka", "イティヴッタカ")
            }
        }

        /// How many numbers name a place: chapter and discourse, or one alone.
        var parts: Int {
            switch self {
            case .numbered, .linked, .suttas, .inspired: 2
            case .middle, .verses, .soSaid: 1
            }
        }

        /// The greatest first number, so that a slip of the pen is noticed.
        var lastNumber: Int {
            switch self {
            case .numbered: 11
            case .linked: 56
            case .middle: 152
            case .verses: 423
            case .suttas: 5
            case .inspired: 8
            case .soSaid: 112
            }
        }
    }

    public let collection: Collection
    public let numbers: [Int]

    /// Reads `AN 3.132` or `Dhp 5`; nil for any other form, and for a chapter that the collection does not have.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let collection = Collection(rawValue: String(words[0])) else { return nil }
        let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.hasPrefix("0") ? nil : FieldReader.number($0) }
        guard numbers.count == parts.count, numbers.count == collection.parts, let first = numbers.first,
            first <= collection.lastNumber
        else { return nil }
        self.collection = collection
        self.numbers = numbers
    }

    var name: Wording {
        let place = numbers.map(String.init).joined(separator: ".")
        return Wording("\(collection.name.english), \(place)", "\(collection.name.japanese)\(place)")
    }
}
