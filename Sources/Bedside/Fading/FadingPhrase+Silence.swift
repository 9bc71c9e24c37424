/// What the device says about complete silence (F-2).
extension FadingPhrase {
    static func silent(_ id: HabitID) -> Wording {
        let habit = HabitName(id)
        let name = habit.wording
        guard id != .wake else {
            return Wording(
                "From now on your morning alarm stays silent, and I only ask once a week how it goes.",
                "これからは、朝のアラームは鳴らさずに、週に一度だけ様子をお聞きします。",
                kana: "これからわ、あさの アラームわ ならさずに、しゅうに いちど だけ ようすを おききします。")
        }
        return Wording(
            "From now on I stay silent for \(name.english), and only ask once a week how it goes.",
            "\(name.japanese)は、これからは鳴らさずに、週に一度だけ様子をお聞きします。",
            kana: "\(habit.kana)わ、これからわ ならさずに、しゅうに いちど だけ ようすを おききします。")
    }

    static func silenceEnded(_ id: HabitID) -> Wording {
        let habit = HabitName(id)
        let name = habit.wording
        guard id != .wake else {
            return Wording(
                "From now on I wait for you in the mornings again, and ring only if you are not up yet. To be called at your time, hold Start for five seconds.",
                "これからは、朝はまた少し待って、まだのときだけ鳴らしますね。いつもの時刻に呼んでほしいときは、スタートを5秒押し続けてください。",
                kana: "これからわ、あさわ また すこし まって、まだの とき だけ ならしますね。"
                    + "いつもの じこくに よんで ほしい ときわ、スタートを ごびょう おしつづけて ください。")
        }
        return Wording(
            "For \(name.english) I wait for you again, and then only chime softly. To be called at your time, hold Start for five seconds.",
            "\(name.japanese)は、また少し待って、まだのときだけ、そっとチャイムを鳴らしますね。いつもの時刻に呼んでほしいときは、スタートを5秒押し続けてください。",
            kana: "\(habit.kana)わ、また すこし まって、まだの とき だけ、そっと チャイムを ならしますね。"
                + "いつもの じこくに よんで ほしい ときわ、スタートを ごびょう おしつづけて ください。")
    }

    static func week(_ id: HabitID) -> Wording {
        let habit = HabitName(id)
        let name = habit.wording
        guard id != .wake else {
            return Wording(
                "This week, did you wake as you meant to? Start means yes, Stop means no.",
                "今週は、思ったとおりに起きられましたか。はいならスタート、いいえならストップを押してください。",
                kana: "こんしゅうわ、おもった とおりに おきられましたか。はいなら スタート、いいえなら ストップを おして ください。")
        }
        return Wording(
            "This week, did \(name.english) go as you meant it to? Start means yes, Stop means no.",
            "今週の\(name.japanese)は、思ったとおりにできましたか。はいならスタート、いいえならストップを押してください。",
            kana: "こんしゅうの \(habit.kana)わ、おもった とおりに できましたか。"
                + "はいなら スタート、いいえなら ストップを おして ください。")
    }

    static func ringAgain(_ id: HabitID) -> Wording {
        let habit = HabitName(id)
        let name = habit.wording
        guard id != .wake else {
            return Wording(
                "Shall I ring again on mornings when you are not up yet? Start means yes, Stop means no.",
                "まだのときだけ、またアラームを鳴らしましょうか。はいならスタート、いいえならストップを押してください。",
                kana: "まだの とき だけ、また アラームを ならしましょうか。"
                    + "はいなら スタート、いいえなら ストップを おして ください。")
        }
        return Wording(
            "Shall I chime softly for \(name.english) again? Start means yes, Stop means no.",
            "\(name.japanese)は、また、そっとチャイムを鳴らしましょうか。はいならスタート、いいえならストップを押してください。",
            kana: "\(habit.kana)わ、また、そっと チャイムを ならしましょうか。"
                + "はいなら スタート、いいえなら ストップを おして ください。")
    }
}
