/// A look back at one day (MIND-2): the line itself and its quote are the memory's text and quote.
public struct Reflection: Hashable, Codable, Sendable {
    /// The maximum number of labels of one day (E-1).
    public static let maximumLabels = 2

    public var date: LocalDate
    public var feelings: [FeltLabel]
    public var labels: [EmotionLabel] { feelings.map(\.label) }
    /// The owner's one word for the day.
    public var oneWord: PrivateText?

    public init(date: LocalDate, feelings: [FeltLabel], oneWord: PrivateText? = nil) {
        self.date = date
        self.feelings = Array(feelings.prefix(Self.maximumLabels))
        self.oneWord = oneWord
    }

    public init(date: LocalDate, labels: [EmotionLabel], oneWord: PrivateText? = nil) {
        self.init(date: date, feelings: labels.map { FeltLabel($0) }, oneWord: oneWord)
    }

    enum CodingKeys: String, CodingKey { case date, feelings, oneWord }
    /// The name of the labels in the first rows, which had no intensities.
    private enum FirstCodingKeys: String, CodingKey { case labels }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let first = try decoder.container(keyedBy: FirstCodingKeys.self)
        let labels = try first.decodeIfPresent([EmotionLabel].self, forKey: .labels) ?? []
        self.init(
            date: try values.decode(LocalDate.self, forKey: .date),
            feelings: try values.decodeIfPresent([FeltLabel].self, forKey: .feelings) ?? labels.map { FeltLabel($0) },
            oneWord: try values.decodeIfPresent(PrivateText.self, forKey: .oneWord))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(date, forKey: .date)
        try values.encode(encoder.allowsWords ? feelings : [], forKey: .feelings)
        try values.encodeIfPresent(oneWord, forKey: .oneWord)
    }

    var privateTexts: [PrivateText] { [oneWord].compactMap { $0 } }
}

/// A summary of one day, in at most three lines.
public struct DaySummary: Hashable, Codable, Sendable {
    public static let maximumLines = 3

    public var date: LocalDate
    public private(set) var lines: [PrivateText]

    /// Keeps the first lines that fit.
    public init(date: LocalDate, lines: [PrivateText], language: Language) {
        self.date = date
        self.lines = []
        var left = MemoryLimits.dayCharacters(in: language)
        for line in lines.prefix(Self.maximumLines) where line.words.unicodeScalars.count <= left {
            left -= line.words.unicodeScalars.count
            self.lines.append(line)
        }
    }

    enum CodingKeys: String, CodingKey { case date, lines }

    /// The summary without the lines for which the condition is true; nil if no line is left.
    func without(_ isGone: (PrivateText) -> Bool) -> DaySummary? {
        var rest = self
        rest.lines.removeAll(where: isGone)
        return rest.lines.isEmpty ? nil : rest
    }
}
