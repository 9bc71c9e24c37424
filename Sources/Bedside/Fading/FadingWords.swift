/// The words that screens show about fading.
extension FadingLevel: Worded {
    public var wording: Wording {
        switch self {
        case .companion: Wording("ring and talk", "アラームと会話")
        case .ringOnly: Wording("ring only", "アラームだけ")
        case .net: Wording("net", "見守り")
        case .graduated: Wording("graduated", "卒業")
        }
    }
}

extension DayWord: Worded {
    public var wording: Wording {
        switch self {
        case .unaided: Wording("unaided", "自力")
        case .prompt: Wording("at once", "すぐに")
        case .slow: Wording("later", "あとから")
        case .missed: Wording("no answer", "応答なし")
        }
    }
}

extension FadingNext: Worded {
    public var wording: Wording {
        switch self {
        case .unaidedDays: Wording("a few more days unaided", "自力の日が、あと数日")
        case .weeks: Wording("some weeks like these", "この調子で、あと数週間")
        case .question: Wording("one question at bedtime", "就寝時に、ひとつ質問")
        case .questionAtPress: Wording("one question when you press a button", "ボタンを押したときに、ひとつ質問")
        case .consent: Wording("your consent", "同意を待っています")
        case .none: Wording("nothing more is needed", "これ以上は要りません")
        case .rest: Wording("some quiet days first", "まずは、しばらくこのまま")
        }
    }
}

extension FadingReason: Worded {
    public var wording: Wording {
        switch self {
        case .fiveUnaided: Wording("five days unaided in a row", "5日続けて自力")
        case .steadyWeek: Wording("a steady week", "安定した1週間")
        case .unaidedWeek: Wording("a week mostly unaided", "ほぼ自力の1週間")
        case .consented: Wording("agreed", "同意")
        case .missedTwice, .neededNet: Wording("closer for a while", "しばらく近くで")
        case .recalled: Wording("asked to be called again", "また呼んでほしいとの希望")
        case .takenBack: Wording("that day does not count", "その日は数えません")
        case .corrected: Wording("a day was corrected", "1日を訂正")
        case .newTime: Wording("a new time", "新しい時刻")
        case .silent: Wording("silent at your wish", "ご希望で無音")
        case .silenceOff: Wording("no longer silent", "無音を終了")
        case .silenceEnded: Wording("closer for a while", "しばらく近くで")
        }
    }
}

extension FadingLevel {
    /// Follows the level of a habit that is completely silent (F-2).
    public static let silence = Wording(", silent at your wish", "、ご希望で無音")
}

extension FadingReply.Row {
    /// How many of the last counted days were unaided; nil: none was counted yet (FADE-4).
    public func rateText(in language: Language) -> String? {
        guard let rate28 else { return nil }
        let (percent, counted) = (Int((rate28 * 100).rounded()), min(days.count, FadingReply.rateDays))
        let period = counted == 1 ? "the first day" : "the last \(counted) days"
        return Wording("\(percent) % of \(period) unaided", "直近\(counted)日のうち、自力の日は\(percent)%").text(in: language)
    }
}

extension Status.HabitRow {
    /// How far the habit has faded, and why it stands there, such as "1 ring only (a steady week)" (FADE-4).
    public func levelText(in language: Language) -> String? {
        guard let level else { return nil }
        let why = reason.map { Wording(" (\($0.wording.english))", "（\($0.wording.japanese)）").text(in: language) }
        return "\(level.rawValue) \(level.text(in: language))"
            + (isSilent == true ? FadingLevel.silence.text(in: language) : "") + (why ?? "")
    }

    /// What is added to the next ring where a day before it is skipped, such as " (2026-12-03 skipped)"; empty: none is. The
    /// ring itself is not skipped.
    public func skippedText(in language: Language) -> String {
        guard isSkippedNext else { return "" }
        guard let day = skippedDate else {
            return Wording(" (one skipped)", "（1回スキップ）").text(in: language)
        }
        return Wording(" (\(day) skipped)", "（\(day)はスキップ）").text(in: language)
    }
}

extension Status {
    /// The level of the habit that rings next, if Anicca does less for it than at first, or does all again; in words.
    public var nextLevel: String? {
        guard let row = nextRow, let level = row.level, level > .companion || row.reason != nil else { return nil }
        let language = profile.language
        return row.levelText(in: language).map { Wording("Level \($0)", "段階 \($0)").text(in: language) }
    }

    private var nextRow: HabitRow? {
        guard let next, !next.isOneOff else { return nil }
        return habits.first { $0.habit.id == next.habit }
    }
}
