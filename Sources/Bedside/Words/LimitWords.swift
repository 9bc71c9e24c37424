/// What the device says about the limits of talks: short, kind, and without a reproach (SAFE-1, SAFE-5, R-8).
public enum LimitPhrase: Hashable, Sendable {
    /// The voice is an AI, which the companion has not said itself.
    case disclosure
    /// The limit is two minutes ahead.
    case nearlyOver(TalkLimit)
    /// The limit is reached, also where a talk would begin.
    case over(TalkLimit)
    /// A minor has talked for a while.
    case pause
    case shortNights
    /// A bedtime talk begins late for the night before the next wake alarm.
    case late

    /// The name of a pre-rendered file.
    var key: String {
        switch self {
        case .disclosure: "disclosure"
        case .nearlyOver(let limit): "talk_nearly_over_\(limit.rawValue)"
        case .over(let limit): "talk_over_\(limit.rawValue)"
        case .pause: "talk_pause"
        case .shortNights: "short_nights"
        case .late: "late_bedtime"
        }
    }
}

extension LimitPhrase: Worded {
    public var wording: Wording {
        switch self {
        case .disclosure:
            Wording(
                "Just so you know: I am an AI, not a person.", "お伝えしておきますね。わたしは人ではなく、AIです。",
                kana: "おつたえ して おきますね。わたしわ ひとでわ なく、エーアイです。")
        case .nearlyOver(.night):
            Wording(
                "It is late. Let's bring this to a close in a moment.", "夜も遅いので、もうすぐおしまいにしましょう。",
                kana: "よるも おそいので、もうすぐ おしまいに しましょう。")
        case .nearlyOver(.day), .nearlyOver(.age):
            Wording(
                "Our talk for today is nearly done.", "今日のお話は、もうすぐおしまいです。",
                kana: "きょうの おはなしわ、もうすぐ おしまいです。")
        case .over(.night):
            Wording(
                "It is night now, and rest comes first. Your alarms ring as always. Sleep well.",
                "もう夜です。今は休みましょう。アラームはいつも通り鳴ります。おやすみなさい。",
                kana: "もう よるです。いまわ やすみましょう。アラームわ いつも どおり なります。おやすみなさい。")
        case .over(.day):
            Wording(
                "Our talk for today is done. Your alarms ring as always, and tomorrow we can talk again.",
                "今日のお話は、ここまでです。アラームはいつも通り鳴ります。また明日、お話ししましょう。",
                kana: "きょうの おはなしわ、ここまでです。アラームわ いつも どおり なります。また あした、おはなし しましょう。")
        case .over(.age):
            Wording(
                "I cannot chat with you yet, but I can go through this with you.",
                "おしゃべりはまだできませんが、一緒に進めることはできますよ。",
                kana: "おしゃべりわ まだ できませんが、いっしょに すすめる ことわ できますよ。")
        case .pause:
            Wording(
                "Ten minutes have gone by. If you like, look up and have a good stretch.",
                "10分たちました。よければ、顔を上げて、ゆっくり伸びをしてみましょう。",
                kana: "じゅっぷん たちました。よければ、かおを あげて、ゆっくり のびを して みましょう。")
        case .late:
            Wording(
                "It is late already. Let's keep this short.", "もう遅い時間です。手短にしましょう。",
                kana: "もう おそい じかんです。てみじかに しましょう。")
        case .shortNights:
            Wording(
                "Your nights have been short lately. A later alarm or an earlier bedtime might do you good.",
                "このところ、眠る時間が短いようです。アラームを遅くするか、早めに休むと、楽になるかもしれません。",
                kana: "このところ、ねむる じかんが みじかい ようです。アラームを おそく するか、はやめに やすむと、らくに なるかも しれません。")
        }
    }
}

extension TalkLimit: Worded {
    public var wording: Wording {
        switch self {
        case .age: Wording("the owner's age", "年齢")
        case .night: Wording("night", "夜間")
        case .day: Wording("the day's minutes", "1日の時間")
        }
    }
}
