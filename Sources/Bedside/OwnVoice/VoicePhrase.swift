/// What the device says while it learns the owner's voice (MIND-9).
public enum VoicePhrase: Hashable, Sendable, CaseIterable {
    /// Each asks the owner to read something aloud after the tone.
    case readConsent, consentDiffered, consentAgain
    case readSample, sampleAgain
    /// The recordings are on their way.
    case sending
    case learned, notLearned

    var key: String {
        switch self {
        case .readConsent: "voice_read_consent"
        case .consentDiffered: "voice_consent_differed"
        case .consentAgain: "voice_consent_again"
        case .readSample: "voice_read_sample"
        case .sampleAgain: "voice_sample_again"
        case .sending: "voice_sending"
        case .learned: "voice_learned"
        case .notLearned: "voice_not_learned"
        }
    }
}

extension VoicePhrase: Worded {
    public var wording: Wording {
        switch self {
        case .readConsent:
            Wording(
                "After the tone, please say: \(Self.sentence.english) Then read the second line that you see, and press "
                    + "Start.",
                "音が鳴ったら、こう言ってください。\(Self.sentence.japanese)続けて、画面の2行目を読み、スタートを押してください。",
                kana: "おとが なったら、こう いって ください。" + (Self.sentence.kana ?? "")
                    + "つづけて、がめんの にぎょうめを よみ、スタートを おして ください。")
        case .consentDiffered:
            Wording(
                "I heard other words. After the tone, please read both lines once more, exactly as they stand there.",
                "別の言葉に聞こえました。音が鳴ったら、もう一度、2行とも書いてあるとおりに読んでください。",
                kana: "べつの ことばに きこえました。おとが なったら、もう いちど、にぎょうとも かいて あるとおりに よんで ください。")
        case .consentAgain:
            Wording(
                "I could not hear that well. After the tone, please read both lines once more.",
                "よく聞き取れませんでした。音が鳴ったら、もう一度、2行とも読んでください。",
                kana: "よく ききとれませんでした。おとが なったら、もう いちど、にぎょうとも よんで ください。")
        case .readSample:
            Wording(
                "Thank you. After the tone, read the text that you see in your usual voice, for half a minute.",
                "ありがとうございます。音が鳴ったら、画面の文章を、ふだんの声で30秒ほど読んでください。",
                kana: "ありがとう ございます。おとが なったら、がめんの ぶんしょうを、ふだんの こえで さんじゅうびょうほど よんで ください。")
        case .sampleAgain:
            Wording(
                "I could not hear that well. After the tone, please read the text once more.",
                "よく聞き取れませんでした。音が鳴ったら、もう一度、文章を読んでください。",
                kana: "よく ききとれませんでした。おとが なったら、もう いちど、ぶんしょうを よんで ください。")
        case .sending:
            Wording(
                "Thank you. The voice is being made now. Your recordings are destroyed right after that.",
                "ありがとうございます。これから声を作ります。録音は、そのあとすぐに消します。",
                kana: "ありがとう ございます。これから こえを つくります。ろくおんわ、その あと すぐに けします。")
        case .learned:
            Wording(
                "The voice made of yours is ready. It is synthetic, and it reads only your phrases and your wake message.",
                "あなたの声ができました。合成音声です。フレーズと目覚めの言葉だけを読みます。",
                kana: "あなたの こえが できました。ごうせいおんせいです。フレーズと めざめの ことばだけを よみます。")
        case .notLearned:
            Wording(
                "No voice was made, and nothing that you recorded is kept.",
                "声は作りませんでした。録音は残していません。", kana: "こえわ つくりませんでした。ろくおんわ のこして いません。")
        }
    }

    private static var sentence: Wording { OwnVoiceConsent.sentence }
}
