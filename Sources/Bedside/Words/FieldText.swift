/// Texts of faults in profiles and other documents; the field's path is put before them.
extension FieldFault: Worded {
    public var wording: Wording {
        switch self {
        case .expected(let expectation, let found, let suggestion):
            Wording(
                "expected \(expectation.text(in: .english))" + (found.map { "; found \($0.text(in: .english))" } ?? "")
                    + FieldFault.suggested(suggestion, in: .english),
                "\(expectation.text(in: .japanese))にしてください" + (found.map { "（\($0.text(in: .japanese))）" } ?? "")
                    + FieldFault.suggested(suggestion, in: .japanese))
        case .missing(let expectation):
            Wording(
                "expected \(expectation.text(in: .english)); it is missing",
                "\(expectation.text(in: .japanese))が必要です")
        case .missingForNewHabit(let expectation, let suggestion):
            Wording(
                "expected \(expectation.text(in: .english)); it is missing for a new habit"
                    + FieldFault.suggested(suggestion, in: .english),
                "新しい習慣には、\(expectation.text(in: .japanese))が必要です"
                    + FieldFault.suggested(suggestion, in: .japanese))
        case .unknownField(let known, let suggestion):
            Wording(
                "unknown field; expected \(FieldFault.listed(known, in: .english))"
                    + FieldFault.suggested(suggestion, in: .english),
                "この項目はありません（使える項目：\(FieldFault.listed(known, in: .japanese))）"
                    + FieldFault.suggested(suggestion, in: .japanese))
        case .nothingForText(let maximum):
            Wording(
                "expected \(FieldExpectation.line(maximumCharacters: maximum).text(in: .english)); found nothing "
                    + "(leave it out to keep it, or write \"\" to clear it)",
                "値がありません（そのままにするなら項目ごと省き、消すなら \"\" と書いてください）")
        case .givenTwice: Wording("is given twice; expected once", "二回書かれています。一回だけにしてください")
        case .repeated(let text?):
            Wording("expected each value once; found \"\(text)\" again", "同じものは一回だけにしてください（重複：\"\(text)\"）")
        case .repeated(nil): Wording("expected each value once", "同じものは一回だけにしてください")
        case .reservedForOneOffs:
            Wording("is reserved for one-off alarms; expected another name", "一度だけのアラーム用の名前です。別の名前にしてください")
        case .onlyAtWake: Wording("expected only for wake", "この項目は wake だけに使えます")
        case .builtIn:
            Wording(
                "is built in and cannot be removed; it can be switched off", "最初からある習慣なので、削除できません。オフにはできます")
        case .unknownHabit(let known, let suggestion):
            Wording(
                "no such habit; expected \(FieldFault.alternatives(known, in: .english))"
                    + FieldFault.suggested(suggestion, in: .english),
                "この習慣はありません（ある習慣：\(FieldFault.listed(known, in: .japanese))）"
                    + FieldFault.suggested(suggestion, in: .japanese))
        case .told(let wording): wording
        }
    }

    /// `a, b, c`
    static func listed(_ names: [String], in language: Language) -> String {
        switch language {
        case .english: names.joined(separator: ", ")
        case .japanese: names.joined(separator: "、")
        }
    }

    /// `a, b or c`
    static func alternatives(_ names: [String], in language: Language) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        switch language {
        case .english: return listed(names.dropLast(), in: .english) + " or " + last
        case .japanese:
            return names.count == 2
                ? names.joined(separator: " か ") + " のどちらか" : listed(names, in: .japanese) + " のいずれか"
        }
    }

    private static func suggested(_ name: String?, in language: Language) -> String {
        guard let name else { return "" }
        switch language {
        case .english: return " (did you mean \(name)?)"
        case .japanese: return "。もしかして \(name) ですか"
        }
    }
}

extension FieldExpectation: Worded {
    /// What the field takes, as a noun.
    public var wording: Wording {
        switch self {
        case .fields(let names):
            Wording(FieldFault.listed(names, in: .english), "項目（\(FieldFault.listed(names, in: .japanese))）")
        case .habitsByName:
            Wording("habits by name, such as wake, training or bedtime", "習慣ごとの項目（wake、training、bedtime など）")
        case .habitFields: Wording("fields such as at: \"06:00\"", "at: \"06:00\" のような項目")
        case .time: Wording("a time from 00:00 to 23:59, like \"06:00\"", "00:00から23:59までの時刻（例：\"06:00\"）")
        case .interval: Wording("30 to 600 seconds, like 60s or 2m", "30秒から600秒まで（例：60s、2m）の間隔")
        case .habitName:
            Wording(
                "a habit name of 1 to 32 characters a-z, 0-9, _ or -, beginning with a letter",
                "英小文字で始まる1〜32文字の名前（使える文字：a-z、0-9、_、-）")
        case .sound:
            Wording(
                "a sound's file name or absolute path of at most 255 bytes, without \"..\"",
                "音声ファイルの名前か絶対パス（255バイト以内、\"..\" なし）")
        case .promptName:
            Wording(
                "a prompt's name of 1 to 64 characters a-z, 0-9, _ or -", "1〜64文字のプロンプト名（使える文字：a-z、0-9、_、-）")
        case .days:
            Wording("one day or more (to switch the habit off: on: false)", "一つ以上の曜日（習慣をオフにするなら on: false）")
        case .line(let maximum):
            Wording(
                "one line of at most \(maximum) characters, without control characters", "\(maximum)文字以内の一行（制御文字なし）")
        case .wholeNumber(let lower, let upper):
            Wording("a whole number from \(lower) to \(upper)", "\(lower)から\(upper)までの整数")
        case .trueOrFalse: Wording("true or false", "true か false のどちらか")
        case .oneOf(let names):
            Wording(FieldFault.alternatives(names, in: .english), FieldFault.alternatives(names, in: .japanese))
        case .listOf(let names):
            Wording(
                "a list of \(FieldFault.listed(names, in: .english))", "\(FieldFault.listed(names, in: .japanese)) のリスト"
            )
        case .habits(let count): Wording("at most \(count) habits", "全部で\(count)個以内")
        case .atMostCeiling(let percent): Wording("at most the ceiling, \(percent)", "上限（\(percent)）以下")
        case .atLeastFloor(let percent): Wording("at least the floor, \(percent)", "下限（\(percent)）以上")
        case .lastFollowUpWithin(let hours):
            Wording("the last follow-up within \(hours) hours", "最後の再アラームまで\(hours)時間以内")
        case .told(let wording): wording
        }
    }
}

extension FoundValue: Worded {
    public var wording: Wording {
        switch self {
        case .nothing: Wording("nothing", "値がありません")
        case .text(let text): Wording("\"\(text)\"", "入力：\"\(text)\"")
        case .list: Wording("a list", "リストになっています")
        case .group: Wording("a group of fields", "項目の集まりになっています")
        case .number(let number): Wording("\(number)", "入力：\(number)")
        case .followUps(let count, let seconds): Wording("\(count) × \(seconds) s", "今は\(count) × \(seconds)秒")
        }
    }
}
