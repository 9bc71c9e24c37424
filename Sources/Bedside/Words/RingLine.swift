/// What a ring says after its melody, if there is no wake message (SOUND-7): first an imperative that names a movement of
/// the body, in at most six words or 14 Japanese characters, then at most one more sentence, and never a question (S-4).
struct RingLine: Worded {
    /// The habit that rings; for a one-off alarm the one that it is like.
    let habit: HabitID

    var wording: Wording {
        switch habit {
        case .wake:
            Wording(
                "Stand up, feet on the floor. Press Start.", "立って、足を床に。スタートを押してください。",
                kana: "たって、あしを ゆかに。スタートを おして ください。")
        case .training:
            Wording(
                "Stand up and roll your shoulders. It is time to train.", "立って、肩を回して。トレーニングの時間です。",
                kana: "たって、かたを まわして。トレーニングの じかんです。")
        case .bedtime:
            Wording(
                "Get up and walk to bed. It is time to sleep.", "立って、寝る支度を。もう寝る時間です。",
                kana: "たって、ねる したくを。もう ねる じかんです。")
        default:
            Wording(
                "Stand up. It is time for \(HabitName(habit).text(in: .english)).",
                "立って。\(HabitName(habit).text(in: .japanese))の時間です。", kana: "たって。\(HabitName(habit).kana)の じかんです。")
        }
    }

    /// The line for the sound driver; its key is `ring.HABIT.LANGUAGE`.
    func utterance(in language: Language) -> Utterance {
        Utterance(
            key: "ring.\(habit).\(language.rawValue)", text: text(in: language), reading: reading(in: language),
            language: language)
    }
}
