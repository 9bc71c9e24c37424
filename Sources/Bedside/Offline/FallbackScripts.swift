extension OfflineScript {
    /// The routine of a habit that has none of its own, or one that cannot be read.
    public static func fallback(habit: HabitID, language: Language) -> OfflineScript {
        let name = HabitName(habit)
        let english = name.text(in: .english)
        let japanese = name.text(in: .japanese)
        let steps: [[Wording]] = [
            [
                Wording(
                    "It is time: \(english). Are you there? Answer me.",
                    "時間です。\(japanese)の時間ですよ。聞こえたら、返事をしてください。",
                    kana: "じかんです。\(name.kana)の じかんですよ。きこえたら、へんじを して ください。"),
                Wording(
                    "I cannot hear you. It is time: \(english). Say something!",
                    "聞こえません。\(japanese)の時間です。何か言ってください！",
                    kana: "きこえません。\(name.kana)の じかんです。なにか いって ください！"),
                Wording(
                    "Come on. Say: I'm here!",
                    "さあ、「はい」と言ってください！",
                    kana: "さあ、「はい」と いって ください！"),
            ],
            [
                Wording(
                    "Begin with the smallest step. Count to three, and do it now. One. Two. Three.",
                    "いちばん小さな一歩から始めましょう。三つ数えたら、動きます。いち、に、さん。",
                    kana: "いちばん ちいさな いっぽから はじめましょう。みっつ かぞえたら、うごきます。いち、に、さん。")
            ],
            [
                Wording(
                    "How is it going? Tell me in a word.",
                    "調子はどうですか。ひとことで教えてください。",
                    kana: "ちょうしわ どうですか。ひとことで おしえて ください。"),
                Wording(
                    "Have you begun? One small step is enough.",
                    "始められましたか。小さな一歩で十分です。",
                    kana: "はじめられましたか。ちいさな いっぽで じゅうぶんです。"),
            ],
            [
                Wording(
                    "Beginning was the hard part. I'll leave you to it.",
                    "始めるのが、いちばん難しいところです。あとは、おまかせします。",
                    kana: "はじめるのが、いちばん むずかしい ところです。あとわ、おまかせ します。")
            ],
        ]
        return OfflineScript(
            key: key("fallback-\(habit.name)", language),
            steps: zip(steps, [(hear: 8, pause: 0), (0, 5), (10, 1), (0, 0)]).map { wordings, seconds in
                step(wordings, listenSeconds: seconds.hear, pauseSeconds: seconds.pause, language)
            })
    }

    /// The routine of an alarm on the day after a talk in which the owner seemed to be at risk (G-4): no drill, nothing
    /// asked, nothing praised. It listens between its lines, and hears an owner who says that they are up (ALARM-14).
    public static func gentle(language: Language) -> OfflineScript {
        OfflineScript(
            key: key("gentle", language),
            steps: [
                step(
                    [
                        Wording(
                            "It is time, and there is no hurry. I am here.", "時間になりました。急がなくて、大丈夫です。ここにいますよ。",
                            kana: "じかんに なりました。いそがなくて、だいじょうぶです。ここに いますよ。")
                    ], listenSeconds: 8, pauseSeconds: 0, language),
                step(
                    [
                        Wording(
                            "One breath first. In, and slowly out.", "まず、ひと呼吸。吸って、ゆっくり吐いて。",
                            kana: "まず、ひとこきゅう。すって、ゆっくり はいて。")
                    ], listenSeconds: 8, pauseSeconds: 2, language),
                step(
                    [
                        Wording(
                            "When you are ready, sit up, and let some light in. A glass of water is enough for a beginning.",
                            "よければ、体を起こして、部屋を少し明るくしましょう。お水を一杯飲めたら、それで十分です。",
                            kana: "よければ、からだを おこして、へやを すこし あかるく しましょう。おみずを いっぱい のめたら、それで じゅうぶんです。")
                    ], listenSeconds: 8, pauseSeconds: 2, language),
                step(
                    [
                        Wording(
                            "It can help to be with somebody today, or to call a person whom you trust.",
                            "今日は、だれかと一緒にいたり、信頼できる人に電話したりするのも、いいかもしれません。",
                            kana: "きょうわ、だれかと いっしょに いたり、しんらい できる ひとに でんわ したり するのも、いいかも しれません。")
                    ], listenSeconds: 0, pauseSeconds: 0, language),
            ])
    }

    /// The routine of a conversation about no habit, if `Prompts/offline/talk.LANGUAGE.txt` cannot be read.
    public static func defaultScript(language: Language) -> OfflineScript {
        OfflineScript(
            key: key("default", language),
            steps: [
                step(
                    [
                        Wording(
                            "I am here. What is on your mind?", "ここにいますよ。どうしましたか。",
                            kana: "ここに いますよ。どう しましたか。"),
                        Wording(
                            "Take your time. I am listening.", "ゆっくりで大丈夫です。聞いています。",
                            kana: "ゆっくりで だいじょうぶです。きいて います。"),
                    ], listenSeconds: 20, pauseSeconds: 1, language),
                step(
                    [
                        Wording(
                            "Let us breathe together. Breathe in.", "一緒に、ひと呼吸しましょう。吸って。",
                            kana: "いっしょに、ひとこきゅう しましょう。すって。")
                    ], listenSeconds: 0, pauseSeconds: 4, language),
                step(
                    [Wording("And out.", "吐いて。", kana: "はいて。")], listenSeconds: 0, pauseSeconds: 6, language),
                step(
                    [
                        Wording(
                            "That is all for now. Press Start whenever you need me.",
                            "今はここまでにしましょう。いつでも、スタートを押してください。",
                            kana: "いまわ ここまでに しましょう。いつでも、スタートを おして ください。")
                    ], listenSeconds: 0, pauseSeconds: 0, language),
            ])
    }

    private static func key(_ name: String, _ language: Language) -> String { "\(name).\(language.rawValue)" }

    /// A step that says the first wording, and the others while nobody is heard.
    private static func step(
        _ wordings: [Wording], listenSeconds: Int, pauseSeconds: Int, _ language: Language
    ) -> Step {
        let lines = wordings.map { Line(text: $0.text(in: language), reading: $0.reading(in: language)) }
        return Step(
            lines: Array(lines.prefix(1)), listenSeconds: listenSeconds, insisting: Array(lines.dropFirst()),
            pauseSeconds: pauseSeconds)
    }
}
