/// The feelings by which an owner can label a day (E-1): the ten of Nakamura's dictionary of emotive expressions, and
/// two states. The owner names one or confirms one; the device never takes one from a voice.
public enum EmotionLabel: String, CaseIterable, Codable, Hashable, Sendable {
    case joy
    case anger
    case sadness
    case fear
    case shame
    case fondness
    case aversion
    case excitement
    case calm
    case surprise
    case tired
    case restless

    /// The word for the label, as it is shown to the owner.
    public var wording: Wording {
        switch self {
        case .joy: Wording("joy", "喜び")
        case .anger: Wording("anger", "怒り")
        case .sadness: Wording("sadness", "悲しみ")
        case .fear: Wording("fear", "怖さ")
        case .shame: Wording("shame", "恥ずかしさ")
        case .fondness: Wording("fondness", "いとしさ")
        case .aversion: Wording("aversion", "嫌な気持ち")
        case .excitement: Wording("excitement", "高ぶり")
        case .calm: Wording("calm", "安らぎ")
        case .surprise: Wording("surprise", "驚き")
        case .tired: Wording("tired", "疲れ")
        case .restless: Wording("restless", "落ち着かなさ")
        }
    }

    /// The pleasantness of the feeling, from -1 to 1, for exports.
    public var valence: Int {
        switch self {
        case .joy, .fondness, .excitement, .calm: 1
        case .surprise: 0
        case .anger, .sadness, .fear, .shame, .aversion, .tired, .restless: -1
        }
    }

    /// The nearest of Plutchik's eight emotions, for exports; nil for the two states, which he does not have.
    public var plutchik: String? {
        switch self {
        case .joy, .calm: "joy"
        case .anger: "anger"
        case .sadness, .shame: "sadness"
        case .fear: "fear"
        case .fondness: "trust"
        case .aversion: "disgust"
        case .excitement: "anticipation"
        case .surprise: "surprise"
        case .tired, .restless: nil
        }
    }

    /// Whether a memory with this label is never brought up in the morning (M-7).
    public var isNegative: Bool {
        switch self {
        case .anger, .sadness, .fear, .shame, .aversion, .restless: true
        case .joy, .fondness, .excitement, .calm, .surprise, .tired: false
        }
    }
}
