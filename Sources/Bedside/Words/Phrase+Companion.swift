extension Phrase {
    /// Why the offline companion answers instead of the online one.
    static func companionUnavailable(_ failure: ConversationFailure) -> Wording {
        switch failure {
        case .unavailable:
            Wording(
                "No online companion is set up. I am here with you instead.",
                "オンラインの話し相手は、まだ設定されていません。代わりに、わたしがここにいます。",
                kana: "オンラインの はなしあいてわ、まだ せってい されて いません。かわりに、わたしが ここに います。")
        case .network:
            Wording(
                "There is no network right now. I am here with you instead.",
                "今はネットワークにつながりません。代わりに、わたしがここにいます。",
                kana: "いまわ ネットワークに つながりません。かわりに、わたしが ここに います。")
        case .tls:
            Wording(
                "I cannot be sure that this is really the online companion, so I won't connect. I am here with you instead.",
                "オンラインの話し相手が本物か確かめられないので、つなぎません。代わりに、わたしがここにいます。",
                kana: "オンラインの はなしあいてが ほんものか たしかめられないので、つなぎません。"
                    + "かわりに、わたしが ここに います。")
        case .credentials:
            Wording(
                "The key for the online companion no longer works. Until there is a new one, I am here with you.",
                "オンラインの話し相手の鍵が使えなくなりました。新しい鍵を入れるまでは、わたしがここにいます。",
                kana: "オンラインの はなしあいての かぎが つかえなく なりました。"
                    + "あたらしい かぎを いれるまでわ、わたしが ここに います。")
        case .busy:
            Wording(
                "The online companion is too busy right now. I am here with you instead.",
                "オンラインの話し相手は、今こみ合っています。代わりに、わたしがここにいます。",
                kana: "オンラインの はなしあいてわ、いま こみあって います。かわりに、わたしが ここに います。")
        case .provider:
            Wording(
                "The online companion cannot be reached right now. I am here with you instead.",
                "今はオンラインの話し相手につながりません。代わりに、わたしがここにいます。",
                kana: "いまわ オンラインの はなしあいてに つながりません。かわりに、わたしが ここに います。")
        case .media:
            Wording(
                "The network does not carry any voice right now. I am here with you instead.",
                "今のネットワークでは、声が届きません。代わりに、わたしがここにいます。",
                kana: "いまの ネットワークでわ、こえが とどきません。かわりに、わたしが ここに います。")
        case .silent:
            Wording(
                "The online companion does not answer. I am here with you instead.",
                "オンラインの話し相手から返事がありません。代わりに、わたしがここにいます。",
                kana: "オンラインの はなしあいてから へんじが ありません。かわりに、わたしが ここに います。")
        case .incomplete:
            Wording(
                "A program that the online companion needs is missing on this device. I am here with you instead.",
                "オンラインの話し相手に必要なプログラムが、この本体に入っていません。代わりに、わたしがここにいます。",
                kana: "オンラインの はなしあいてに ひつような プログラムが、この ほんたいに はいって いません。"
                    + "かわりに、わたしが ここに います。")
        case .quota:
            Wording(
                "The credit for the online companion is used up. I am here with you instead.",
                "オンラインの話し相手の利用枠を使い切りました。代わりに、わたしがここにいます。",
                kana: "オンラインの はなしあいての りようわくを つかいきりました。かわりに、わたしが ここに います。")
        }
    }
}
