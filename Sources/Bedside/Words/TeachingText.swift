/// What the command line says about teachings (MIND-6).
public enum TeachingText: Worded {
    case theme, source, tradition, reason
    case off, grief, allHeard
    /// Whatever the reason; it may be one that nobody should read over the owner's shoulder.
    case noneToday
    case chosen(TeachingMode, includesGrief: Bool)

    public var wording: Wording {
        switch self {
        case .theme: Wording("theme", "主題")
        case .source: Wording("from", "出どころ")
        case .tradition: Wording("tradition", "伝統")
        case .reason: Wording("chosen because", "選んだ理由")
        case .off: Wording("Teachings are off: anicca teaching on", "教えはオフです。anicca teaching on で戻せます。")
        case .grief:
            Wording(
                "None today: there are no teachings in days of grief, unless you want them: anicca teaching grief on",
                "今日はありません。悲しみのなかにある日は控えます。それでも聞きたいときは anicca teaching grief on")
        case .allHeard:
            Wording("None today: each was heard within the last 30 days.", "今日はありません。どれもこの30日のうちにお伝えしました。")
        case .noneToday: Wording("None today.", "今日はありません。")
        case .chosen(.off, _): Wording("Teachings are off.", "教えをオフにしました。")
        case .chosen(let mode, let includesGrief):
            Self.chosen(
                mode == .secular
                    ? Wording(
                        "Teachings are on, without the names of traditions and texts.", "教えはオンです（伝統や経典の名は出しません）。")
                    : Wording("Teachings are on.", "教えはオンです。"), includesGrief)
        }
    }

    private static func chosen(_ mode: Wording, _ includesGrief: Bool) -> Wording {
        let days =
            includesGrief
            ? Wording("In days of grief too.", "悲しみのなかにある日も、お伝えします。")
            : Wording("Not in days of grief.", "悲しみのなかにある日は、控えます。")
        return Wording("\(mode.english) \(days.english)", "\(mode.japanese)\(days.japanese)")
    }
}

extension Teaching.Tradition: Worded {
    public var wording: Wording {
        switch self {
        case .secular: Wording("none", "なし")
        case .theravada: Wording("Theravada Buddhism", "上座部仏教")
        case .zen: Wording("Zen", "禅")
        }
    }
}

extension TeachingChoice.Basis: Worded {
    public var wording: Wording {
        switch self {
        case .words: Wording("what you said of the last days has this theme", "この数日にあなたが話したことの主題だから")
        case .label: Wording("it suits the word that you gave a day", "その日につけた言葉に合うから")
        case .everyDay: Wording("it suits every day, and was not heard lately", "どの日にも合い、しばらくお伝えしていないから")
        }
    }
}
