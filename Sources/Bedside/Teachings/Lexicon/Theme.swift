/// The themes of teachings (MIND-6), found in the owner's words by `ThemeLexicon`. Raw values are the names in
/// `Prompts/teachings.yaml`.
public enum Theme: String, CaseIterable, Codable, Hashable, Sendable {
    case anger
    case restlessness
    case drowsiness
    case worry
    case grief
    case selfBlame = "self-blame"
    case desire
    case rightSpeech = "right-speech"
    case honesty
    case tiredness
    case joy
    case gratitude
    case impermanence
    case comparison
    case loneliness
    case patience
    /// A habit that grows drop by drop.
    case habit
    case sleep
    /// Beginning again after a slip.
    case returning
    case kindness

    /// The theme of a morning whose words fit no theme: it suits every day.
    public static let fallback = Theme.returning

    /// Themes that help with the same situation, nearest first, for when one theme's teachings were all heard lately.
    public var related: [Theme] {
        switch self {
        case .anger: [.patience, .kindness, .rightSpeech]
        case .restlessness: [.patience, .returning, .worry]
        case .drowsiness: [.tiredness, .sleep, .patience]
        case .worry: [.restlessness, .patience, .impermanence]
        case .grief: [.impermanence, .loneliness, .kindness]
        case .selfBlame: [.returning, .kindness, .honesty]
        case .desire: [.restlessness, .returning, .patience]
        case .rightSpeech: [.kindness, .anger, .selfBlame]
        case .honesty: [.selfBlame, .rightSpeech, .returning]
        case .tiredness: [.patience, .sleep, .kindness]
        case .joy: [.gratitude, .impermanence, .kindness]
        case .gratitude: [.joy, .kindness, .impermanence]
        case .impermanence: [.gratitude, .patience, .joy]
        case .comparison: [.selfBlame, .gratitude, .patience]
        case .loneliness: [.kindness, .gratitude, .impermanence]
        case .patience: [.habit, .restlessness, .kindness]
        case .habit: [.patience, .joy, .returning]
        case .sleep: [.restlessness, .worry, .tiredness]
        case .returning: [.selfBlame, .habit, .patience]
        case .kindness: [.gratitude, .joy, .loneliness]
        }
    }

    /// Whether a teaching of this theme could sound like a reproach on the morning after a missed alarm or training.
    var reproachesAfterMiss: Bool {
        switch self {
        case .drowsiness, .desire, .honesty, .habit: true
        case .anger, .restlessness, .worry, .grief, .selfBlame, .rightSpeech, .tiredness, .joy, .gratitude,
            .impermanence, .comparison, .loneliness, .patience, .sleep, .returning, .kindness:
            false
        }
    }
}
