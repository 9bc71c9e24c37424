import Bedside

/// What a study's table and report say.
public enum StudyText: Hashable, Sendable {
    case measure(Measure)
    case rule(RuleName)
    case kind(OwnerKind)
    case all
    case heading(Heading)
    /// How the study was made.
    case setup(owners: Int, days: Int, seed: UInt64, seen: Double?)
    case gatesHeld(Int, of: Int)
    case gatesOnlyAtSeen
    case gridHeld(Int, of: Int)
    case gate(Measure, limit: Double, isMaximum: Bool)
    case verdict(Gate.Verdict)
    /// What the study shows, and what it does not.
    case proof
    case percentiles
    case level(FadingLevel)

    public enum Heading: Hashable, Sendable {
        case title, measure, owners, kinds, gates, levels, figures, grid, weeks, value, lateAgainstUnneeded
    }
}

extension StudyText: Worded {
    public var wording: Wording {
        switch self {
        case .measure(let measure): Self.measure(measure)
        case .rule(.shipped): Wording("shipped", "この製品")
        case .rule(.always): Wording("always", "毎日鳴る")
        case .rule(.fiveInARow): Wording("five in a row", "5日連続")
        case .rule(.oracle): Wording("oracle", "全知")
        case .kind(.lark): Wording("lark", "朝型")
        case .kind(.selfAwakener): Wording("self-awakener", "自然に目覚める")
        case .kind(.middle): Wording("middle", "中間")
        case .kind(.owl): Wording("owl", "夜型")
        case .kind(.irregular): Wording("irregular", "不規則")
        case .all: Wording("all owners", "全員")
        case .heading(let heading): Self.heading(heading)
        case .setup(let owners, let days, let seed, let seen):
            Wording(
                "\(owners) simulated owners, \(days) days, seed \(seed); "
                    + (seen.map { "wakes seen: \(Self.percent($0))" } ?? "wakes seen: 50 to 95 %, by owner"),
                "シミュレーション上の\(owners)人・\(days)日・乱数の種\(seed)。起きたことに気づく割合："
                    + (seen.map(Self.percent) ?? "人により50〜95 %"))
        case .gatesHeld(let held, let count):
            Wording("\(held) of \(count) required figures reached", "必要な数値\(count)個のうち\(held)個に届きました")
        case .gatesOnlyAtSeen:
            Wording(
                "the required figures (F-4) are for wakes seen: 95 %; here they are only reported",
                "必要な数値（F-4）は、気づく割合が95 %のときのものです。ここでは参考です")
        case .gridHeld(let held, let count):
            Wording(
                "fewer late wakes and fewer early graduations than five in a row in \(held) of \(count) cells",
                "「5日連続」より寝過ごしも早すぎる卒業も少ない：\(count)通りのうち\(held)通り")
        case .gate(let measure, let limit, let isMaximum):
            Wording(
                "\(Self.measure(measure).english): \(isMaximum ? "at most" : "at least") \(measure.text(limit))",
                "\(Self.measure(measure).japanese)：\(measure.text(limit))\(isMaximum ? "以下" : "以上")")
        case .verdict(.reached): Wording("reached", "届いた")
        case .verdict(.missed): Wording("missed", "届かない")
        case .verdict(.noValue): Wording("no value", "値なし")
        case .proof:
            Wording(
                "This shows whether the rule that ships is sound if people sleep as the model assumes: every rule meets the "
                    + "same lives, so the comparison is fair. It does not show that real owners sleep like this. The model's "
                    + "numbers come from papers and from assumptions of ours, and none from an owner of this speaker.",
                "この表が示すのは、人がモデルの想定どおりに眠るとき、この製品の規則が確かかどうかです。どの規則も同じ生活で試すので、比べ方は公平です。"
                    + "ただし、実際の持ち主がこのとおりに眠ることを示すものではありません。数値は論文と私たちの仮定によるもので、"
                    + "この製品の持ち主から得たものは一つもありません。")
        case .percentiles: Wording("10th to 90th percentile of owners", "持ち主の10〜90パーセンタイル")
        case .level(.companion): Wording("0 companion", "0 いっしょに")
        case .level(.ringOnly): Wording("1 ring only", "1 鳴るだけ")
        case .level(.net): Wording("2 net", "2 見守り")
        case .level(.graduated): Wording("3 graduated", "3 卒業")
        }
    }

    private static func heading(_ heading: Heading) -> Wording {
        switch heading {
        case .title: Wording("How the shipped rule fares with simulated sleepers", "シミュレーション上の睡眠者で試した、この製品の規則")
        case .measure: Wording("Measure", "項目")
        case .owners: Wording("Owners", "人数")
        case .kinds: Wording("The shipped rule by kind of owner", "持ち主の型ごと（この製品の規則）")
        case .gates: Wording("Required figures (F-4)", "必要な数値（F-4）")
        case .levels: Wording("Share of owners at each level", "段階ごとの人の割合")
        case .figures: Wording("All figures", "すべての数値")
        case .grid: Wording("Under other assumptions", "仮定を変えたとき")
        case .weeks: Wording("weeks", "週")
        case .value: Wording("Value", "値")
        case .lateAgainstUnneeded:
            Wording("Late wakes and rings while up, per week", "寝過ごしと、起きているのに鳴った回数（週）")
        }
    }

    static func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }

    private static func measure(_ measure: Measure) -> Wording {
        switch measure {
        case .unneededRings: Wording("rings while up, per week", "起きているのに鳴った（週）")
        case .lateWakes: Wording("late wakes, per week", "寝過ごし（週）")
        case .trueMisses: Wording("rings slept through, per week", "鳴っても眠り続けた（週）")
        case .rings: Wording("all rings, per week", "鳴った回数（週）")
        case .minutesAfterTime: Wording("minutes from the time to getting up", "時刻から起きるまで（分）")
        case .reachedLevel1: Wording("reached level 1", "段階1に達した人")
        case .reachedLevel2: Wording("reached level 2", "段階2に達した人")
        case .reachedLevel3: Wording("reached level 3", "段階3に達した人")
        case .dayToLevel1: Wording("median day to level 1", "段階1までの日数（中央値）")
        case .dayToLevel2: Wording("median day to level 2", "段階2までの日数（中央値）")
        case .dayToLevel3: Wording("median day to level 3", "段階3までの日数（中央値）")
        case .premature: Wording("graduated too early", "早すぎた卒業")
        case .lateAsGraduate: Wording("late wakes as graduate, per week", "卒業後の寝過ごし（週）")
        case .ringsAsGraduate: Wording("rings as graduate, per week", "卒業後に鳴った（週）")
        case .nagsAsGraduate: Wording("needless calls as graduate, per week", "卒業後の余計な呼びかけ（週）")
        case .unaskedTalks: Wording("unasked talks at levels 1 to 3", "段階1〜3で求めない会話")
        case .levelChanges: Wording("level changes, per year", "段階の変化（年）")
        case .words: Wording("words spoken, per day", "話す語数（日）")
        case .wordsFirst: Wording("words spoken, per day, first 28 days", "話す語数（日）、最初の28日")
        case .wordsLast: Wording("words spoken, per day, last 28 days", "話す語数（日）、最後の28日")
        case .relapseDelay: Wording("days from relapse to step down", "後戻りから段階を戻すまで（日）")
        case .relapseAnswered: Wording("relapses with a step down", "後戻りで段階を戻した割合")
        case .steppedDownAtLow: Wording("stepped down in 14 days at .3", "確率.3で14日以内に戻した")
        case .steppedDownAtMiddle: Wording("stepped down in 14 days at .5", "確率.5で14日以内に戻した")
        case .steppedDownAtHealthy: Wording("wrongly stepped down at .85", "確率.85で誤って戻した")
        }
    }
}

extension Measure {
    /// A value as it is shown; a dash if there is none.
    public func text(_ value: Double?) -> String {
        guard let value else { return "–" }
        return isShare ? StudyText.percent(value) : Self.fixed(value, decimals: decimals)
    }

    /// A number with a fixed count of decimals, of 0 to 3.
    static func fixed(_ value: Double, decimals: Int) -> String {
        let scale = [1, 10, 100, 1000][min(max(decimals, 0), 3)]
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        let rest = String(scaled % scale)
        return "\(sign)\(scaled / scale).\(String(repeating: "0", count: decimals - rest.count))\(rest)"
    }
}
