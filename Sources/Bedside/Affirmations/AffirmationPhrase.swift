/// What the device says and asks about the owner's phrases (V-8).
public enum AffirmationPhrase: Hashable, Sendable, CaseIterable {
    /// Asked once, after two weeks.
    case doesThisHelp
    /// Asked after a no.
    case shallIStop
    case goesOn
    case stopped

    var key: String {
        switch self {
        case .doesThisHelp: "affirmation_does_this_help"
        case .shallIStop: "affirmation_shall_i_stop"
        case .goesOn: "affirmation_goes_on"
        case .stopped: "affirmation_stopped"
        }
    }
}

extension AffirmationPhrase: Worded {
    public var wording: Wording {
        switch self {
        case .doesThisHelp:
            Wording(
                "You have heard your phrases for two weeks. Does this help? Start for yes, Stop for no.",
                "フレーズを流しはじめて2週間になります。役に立っていますか。はいならスタート、いいえならストップを押してください。",
                kana: "フレーズを ながしはじめて にしゅうかんに なります。やくに たって いますか。"
                    + "はいなら スタート、いいえなら ストップを おして ください。")
        case .shallIStop:
            Wording(
                "Thank you for telling me. Shall I stop playing them? Start for yes, Stop to leave it as it is.",
                "教えてくださって、ありがとうございます。流すのをやめましょうか。やめるならスタート、このままならストップを押してください。",
                kana: "おしえて くださって、ありがとう ございます。ながすのを やめましょうか。"
                    + "やめるなら スタート、このままなら ストップを おして ください。")
        case .goesOn:
            Wording(
                "All right. I'll go on as before.", "わかりました。今まで通り続けます。",
                kana: "わかりました。いままで どおり つづけます。")
        case .stopped:
            Wording(
                "All right. I won't play them any more. Your phrases are kept, in case you want them again.",
                "わかりました。これからは流しません。フレーズは残しておくので、またいつでも使えます。",
                kana: "わかりました。これからわ ながしません。フレーズわ のこして おくので、また いつでも つかえます。")
        }
    }
}
