/// What the companion takes up in the morning from the last days: one theme (MIND-2), and at most one teaching (MIND-6). A
/// training and an evening have a teaching of their own, without a theme.
///
/// A pure function of the request and the file's entries. Nothing that the owner said is repeated: a theme is a word of
/// ours, and one that hurts gives way to what helps with it, since a morning does not begin with it (M-7).
public struct MorningThought: Hashable, Sendable {
    /// The theme of the last days, as it is named in the morning; nil: nothing was said, it has no theme, or it is one
    /// that is left alone.
    public let theme: Theme?
    public let choice: TeachingChoice
    private let occasion: Teaching.Occasion

    /// Makes lexicon and index for this choice alone; they are gone with it.
    ///
    /// - Parameter entries: empty if the file is missing or cannot be used; that costs the teaching and nothing else.
    public init(_ request: TeachingRequest, entries: [Teaching]) {
        let reading = LatelyRead(request, with: ThemeLexicon.made())
        let isQuiet = request.isCrisis || (reading.grieves && !request.includesGrief)
        occasion = request.occasion
        theme =
            isQuiet || occasion != .wake ? nil : reading.themes.first?.inTheMorning(isAfterMiss: request.isAfterMiss)
        choice = Teachings(entries).choice(for: request, reading: reading)
    }

    public var teaching: TeachingChoice.Chosen? {
        guard case .teaching(let chosen) = choice else { return nil }
        return chosen
    }

    /// The part of a companion's instructions; nil if there is nothing to take up.
    public func instructions(in language: Language) -> String? {
        let lines = lines(in: language)
        return lines.isEmpty ? nil : ([heading.text(in: language)] + lines).joined(separator: "\n")
    }

    private var heading: Wording {
        switch occasion {
        case .any, .wake: Wording("# A thought for this morning", "# けさの一言")
        case .training: Wording("# A thought for this training", "# この練習の一言")
        case .bedtime: Wording("# A thought for this evening", "# 今夜の一言")
        }
    }

    /// When a teaching is said that has no theme to go with.
    private var moment: Wording {
        switch occasion {
        case .any, .wake: Wording("After they stand", "立ったあとに")
        case .training: Wording("Once they have begun", "始めたあとに")
        case .bedtime: Wording("Just before the goodnight", "おやすみの直前に")
        }
    }

    /// The reports on the choice for the companion of a call: what it is told, and which teaching that is.
    public func reports(for request: TeachingRequest, in language: Language) -> [Event] {
        let lines = lines(in: language).map { PrivateText($0) }
        let chosen = teaching.map { Event.teaching(.chosen(id: $0.id, date: request.date)) }
        return [chosen, lines.isEmpty ? nil : .memory(.thought(lines))].compactMap { $0 }
    }

    /// The lines below the heading, each as it is told.
    private func lines(in language: Language) -> [String] {
        var lines: [Wording] = []
        if let theme {
            let name = theme.wording
            lines.append(
                Wording(
                    "- The theme of the owner's last days, in our word for it: \(name.english). Take it up once, after they "
                        + "stand, in one short sentence and without a question. Not a word about what they told or felt.",
                    "- 本人のこの数日の主題を、こちらの言葉で：\(name.japanese)。立ったあとに一度だけ、短い一文で触れます。尋ねません。"
                        + "本人が話したことや気持ちには触れません。"))
        }
        if let teaching {
            let sentence = teaching.sentence
            lines.append(
                theme == nil
                    ? Wording(
                        "- \(moment.english), say this once, in these words or nearly these: \"\(sentence.english)\"",
                        "- \(moment.japanese)一度だけ、ほぼこの言葉のまま：「\(sentence.japanese)」")
                    : Wording(
                        "- That one sentence is this, in these words or nearly these: \"\(sentence.english)\"",
                        "- その一文は、ほぼこの言葉のまま：「\(sentence.japanese)」"))
            lines.append(
                Wording(
                    "- Never as a reproach. Asked where that is from: \"\(teaching.spokenOrigin.english)\", and no more.",
                    "- 責める言い方にはしません。「どこの言葉？」と聞かれたら「\(teaching.spokenOrigin.japanese)」とだけ答えます。"))
        }
        return lines.map { $0.text(in: language) }
    }
}

extension TeachingChoice.Chosen {
    /// The answer to "where is that from?". Without the names of traditions it is still true that the words are ours.
    var spokenOrigin: Wording { origin ?? Teaching.ownWords }
}

/// What the owner said lately, read for themes.
struct LatelyRead: Sendable {
    var lines: [FoldedLine]
    /// In the order in which they fit, at most `Teachings.themesPerMorning`.
    var themes: [Theme]
    var grieves: Bool

    init(_ request: TeachingRequest, with lexicon: @autoclosure () -> ThemeLexicon) {
        lines = request.reflections.prefix(3).map { FoldedLine($0.words) }
        let found = lines.isEmpty ? ThemeLexicon.Found() : lexicon().found(in: lines)
        themes = Array(found.themes.prefix(Teachings.themesPerMorning))
        // Sadness is the only label that grief can have.
        grieves = found.named.contains(.grief) || themes.first == .grief || request.labels.contains(.sadness)
    }
}

extension Theme {
    /// The theme as a word for the morning: what helps, in place of what hurts.
    func inTheMorning(isAfterMiss: Bool) -> Theme {
        let theme: Theme =
            switch self {
            case .anger, .restlessness, .worry, .drowsiness, .sleep: .patience
            case .grief, .loneliness, .tiredness: .kindness
            case .selfBlame, .desire: .returning
            case .comparison: .gratitude
            case .rightSpeech, .honesty, .joy, .gratitude, .impermanence, .patience, .habit, .returning, .kindness: self
            }
        return isAfterMiss && theme.reproachesAfterMiss ? .returning : theme
    }

    public var wording: Wording {
        switch self {
        case .anger: Wording("anger", "怒り")
        case .restlessness: Wording("restlessness", "落ち着かなさ")
        case .drowsiness: Wording("drowsiness", "眠気")
        case .worry: Wording("worry", "心配")
        case .grief: Wording("grief", "悲しみ")
        case .selfBlame: Wording("self-blame", "自分を責めること")
        case .desire: Wording("wanting", "欲しがる心")
        case .rightSpeech: Wording("kind speech", "言葉づかい")
        case .honesty: Wording("honesty", "正直さ")
        case .tiredness: Wording("tiredness", "疲れ")
        case .joy: Wording("joy", "喜び")
        case .gratitude: Wording("gratitude", "感謝")
        case .impermanence: Wording("things that pass", "移り変わり")
        case .comparison: Wording("comparing", "人とくらべること")
        case .loneliness: Wording("loneliness", "さびしさ")
        case .patience: Wording("patience", "待つこと")
        case .habit: Wording("drop by drop", "少しずつ")
        case .sleep: Wording("sleep", "眠り")
        case .returning: Wording("beginning again", "また始めること")
        case .kindness: Wording("kindness", "やさしさ")
        }
    }
}
