/// What the device says and asks about the owner's phrases (V-8).
public enum AffirmationPhrase: Hashable, Sendable, CaseIterable {
    /// Asked once, after two weeks.
    case doesThisHelp
    /// Asked after a no.
    case shallIStop
    case goesOn
    case stopped
    /// Said before a recording that was asked for in a talk, and after it.
    case speakAfterTone, takeWasKept
    /// A recording is not kept; an earlier one of the same phrase is.
    case takeWasSilent, takeWasClipped, takeWasShort, takeWasLong, takeHadNoRoom, takeFailed

    var key: String {
        switch self {
        case .doesThisHelp: "affirmation_does_this_help"
        case .shallIStop: "affirmation_shall_i_stop"
        case .goesOn: "affirmation_goes_on"
        case .stopped: "affirmation_stopped"
        case .speakAfterTone: "affirmation_speak_after_tone"
        case .takeWasKept: "affirmation_take_kept"
        case .takeWasSilent: "affirmation_take_silent"
        case .takeWasClipped: "affirmation_take_clipped"
        case .takeWasShort: "affirmation_take_short"
        case .takeWasLong: "affirmation_take_long"
        case .takeHadNoRoom: "affirmation_take_no_room"
        case .takeFailed: "affirmation_take_failed"
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
        case .speakAfterTone:
            Wording(
                "I'm going to record your phrase. Say it after the tone, and press Start when you are done. "
                    + "Stop now if you would rather not.",
                "これからフレーズを録音します。音が鳴ったら話して、終わったらスタートを押してください。やめるなら、今ストップを。",
                kana: "これから フレーズを ろくおん します。おとが なったら はなして、おわったら スタートを おして ください。"
                    + "やめるなら、いま ストップを。")
        case .takeWasKept:
            Wording(
                "Your phrase is kept. This is how it sounds.", "フレーズを残しました。こう聞こえます。",
                kana: "フレーズを のこしました。こう きこえます。")
        case .takeWasSilent:
            Wording(
                "I heard nothing, so this recording is not kept. Please try again, closer to me.",
                "声が聞こえなかったので、今の録音は残していません。もう少し近くで、もう一度お願いします。",
                kana: "こえが きこえなかったので、いまの ろくおんわ のこして いません。もう すこし ちかくで、もう いちど おねがいします。")
        case .takeWasClipped:
            Wording(
                "That was too loud for the microphone, so this recording is not kept. Please try again, a little softer.",
                "音が大きすぎたので、今の録音は残していません。もう少し小さな声で、もう一度お願いします。",
                kana: "おとが おおきすぎたので、いまの ろくおんわ のこして いません。もう すこし ちいさな こえで、もう いちど おねがいします。")
        case .takeWasShort:
            Wording(
                "That was too short, so this recording is not kept. Please speak after the tone.",
                "短すぎたので、今の録音は残していません。音が鳴ってから話してください。",
                kana: "みじかすぎたので、いまの ろくおんわ のこして いません。おとが なってから はなして ください。")
        case .takeWasLong:
            Wording(
                "That was longer than ten seconds, so this recording is not kept. Please try a shorter one.",
                "10秒を超えたので、今の録音は残していません。もう少し短くお願いします。",
                kana: "じゅうびょうを こえたので、いまの ろくおんわ のこして いません。もう すこし みじかく おねがいします。")
        case .takeHadNoRoom:
            Wording(
                "My disk has too little room, so this recording is not kept.",
                "ディスクの空きが足りないので、今の録音は残していません。",
                kana: "ディスクの あきが たりないので、いまの ろくおんわ のこして いません。")
        case .takeFailed:
            Wording(
                "I could not record that. Please try again.", "録音できませんでした。もう一度お願いします。",
                kana: "ろくおん できませんでした。もう いちど おねがいします。")
        }
    }
}
