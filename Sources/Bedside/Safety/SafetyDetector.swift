/// The degree to which an utterance speaks of suicide or self-harm of its speaker (SAFE-2).
public enum SafetyLevel: String, Comparable, CaseIterable, Codable, Sendable {
    case none
    /// Wishes not to wake up, hopelessness, being a burden: nothing that names death or harm as an aim.
    case intermediate
    /// A wish to die, a plan, a means, a goodbye, self-harm.
    case explicit

    public static func < (a: SafetyLevel, b: SafetyLevel) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .intermediate: 1
        case .explicit: 2
        }
    }
}

/// The device's own matcher for talk of suicide and self-harm (SAFE-2, G-1), a pure function of one utterance.
///
/// Both languages are tried on every utterance, whatever the language setting. A phrase of risk counts unless an
/// idiom covers it (死ぬほど眠い, "this alarm is killing me"), or the sentence shows that it is quoted, a title, denied, or
/// somebody else's. What the phrases say is a part of what `SafetyWeights` then weighs; a few are so plain that they count
/// by themselves. What only borrows such words (`SafetyMask`) is left out before all that. The lexicons are ours;
/// `SafetyDetectorTests` has the measured rates.
public enum SafetyDetector {
    public enum Speaker: String, CaseIterable, Sendable {
        case owner
        case companion
    }

    /// Longer utterances are examined at their beginning and their end, so that the time is bounded.
    public static let maximumScalars = 4000

    public static func level(of text: some StringProtocol, spokenBy speaker: Speaker) -> SafetyLevel {
        var steps = 0
        return level(of: text, spokenBy: speaker, steps: &steps)
    }

    /// - Parameter steps: Grows by one for each comparison; what bounds the time.
    static func level(
        of text: some StringProtocol, spokenBy speaker: Speaker, steps: inout Int
    ) -> SafetyLevel {
        let scalars = SafetyText.folded(text, maximumScalars: maximumScalars)
        let japaneseKeys = maskedJapaneseKeys(scalars, speaker, &steps)
        let japanese = level(of: japaneseKeys, SafetyLexicon.japanese, SafetyWeights.japanese, speaker, &steps)
        guard japanese < .explicit else { return japanese }
        let englishKeys = maskedEnglishKeys(scalars, of: text, speaker, &steps)
        let english = level(of: englishKeys, SafetyLexicon.english, SafetyWeights.english, speaker, &steps)
        return max(japanese, english)
    }

    /// An utterance without what `SafetyMask` leaves out.
    private static func maskedJapaneseKeys(
        _ scalars: [UInt32], _ speaker: Speaker, _ steps: inout Int
    ) -> [UInt64] {
        let keys = SafetyText.japaneseUtterance(scalars)
        return SafetyText.withoutLastStop(SafetyMask.japanese.masked(keys, spokenBy: speaker, steps: &steps))
    }

    private static func maskedEnglishKeys(
        _ scalars: [UInt32], of text: some StringProtocol, _ speaker: Speaker, _ steps: inout Int
    ) -> [UInt64] {
        let names = SafetyText.nameKeys(text, maximumScalars: maximumScalars)
        let keys = SafetyText.englishUtterance(scalars)
        return SafetyText.withoutLastStop(
            SafetyMask.english.masked(keys, spokenBy: speaker, names: names, steps: &steps))
    }

    private static func weighed(
        _ keys: [UInt64], _ lexicon: SafetyLexicon, _ weights: SafetyWeights, _ steps: inout Int
    ) -> SafetyLevel {
        let level = weights.level(of: keys, lexicon.findings(of: keys, steps: &steps))
        return level == .explicit ? level : max(level, lexicon.certainLevel(of: keys, steps: &steps))
    }

    /// Whether an owner's phrase names harm, also one that it denies or that is somebody else's: "I will never hurt myself
    /// again" does.
    static func namesRisk(_ text: some StringProtocol) -> Bool {
        var steps = 0
        let scalars = SafetyText.folded(text, maximumScalars: maximumScalars)
        let japaneseKeys = maskedJapaneseKeys(scalars, .owner, &steps)
        let englishKeys = maskedEnglishKeys(scalars, of: text, .owner, &steps)
        let found =
            SafetyLexicon.japanese.findings(of: japaneseKeys, steps: &steps)
            + SafetyLexicon.english.findings(of: englishKeys, steps: &steps)
        let isNamed = found.contains { finding in
            finding.exclusion == nil || finding.place.level == .explicit && finding.exclusion != .idiom
        }
        return isNamed || level(of: text, spokenBy: .owner, steps: &steps) == .explicit
    }

    /// The companion's words are judged by phrases alone: the weights were learned by what owners say.
    private static func level(
        of keys: [UInt64], _ lexicon: SafetyLexicon, _ weights: SafetyWeights, _ speaker: Speaker, _ steps: inout Int
    ) -> SafetyLevel {
        switch speaker {
        case .companion: lexicon.level(of: keys, spokenBy: speaker, steps: &steps)
        case .owner:
            weighed(keys, lexicon, weights, &steps)
        }
    }

    /// Compiles the lexicons, which the first utterance would wait for otherwise.
    public static func prepare() {
        _ = SafetyLexicon.japanese
        _ = SafetyLexicon.english
        _ = SafetyMask.japanese
        _ = SafetyMask.english
    }
}
