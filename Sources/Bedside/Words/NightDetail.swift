extension NightEntry {
    /// The detail for a person: the rules' own words in the owner's language; names, paths, the keys of settings and times
    /// stay as they were noted. Nil if nothing was noted.
    public func detail(in language: Language) -> String? {
        guard let detail else { return nil }
        return Self.words(for: kind, detail)?.text(in: language) ?? detail
    }

    private static func words(for kind: Kind, _ detail: String) -> Wording? {
        switch (kind, detail) {
        case (.settingsChanged, "skipped"): return OccurrenceOutcome.skipped.wording
        case (.settingsChanged, "as usual"): return CommandText.asUsual.wording
        case (.settingsChanged, ProfileDifference.noLongerMoved): return CommandText.noLongerMoved.wording
        case (.storage, "works again"): return CommandText.worksAgain.wording
        case (.storage, "recovered"): return CommandText.recovered.wording
        case (.talkLimit, _): return TalkLimit(rawValue: detail)?.wording
        case (.conversationEnded, _): return ConversationEnd(rawValue: detail)?.wording
        case (.preflight, EveningCheck.allIsWell): return CommandText.allIsWell.wording
        case (.preflight, _): return list(detail, separator: ", ") { Attention(rawValue: $0)?.wording }
        case (.changeTakenBack, _): return list(detail, separator: " ", name)
        case (.tool, _): return toolAnswer(detail)
        case (.meditation, _), (.meditationEnded, _): return meditation(detail)
        case (.buttonStuck, _): return Button(rawValue: detail)?.wording
        case (.levelChanged, _): return levelChange(detail)
        case (.alreadyUp, _): return occurrence(detail)
        case (.nudged, _): return name(detail)
        case (.signedOut, _): return Cause(rawValue: detail)?.wording
        case (.settingsChanged, _), (.storage, _), (.ring, _), (.silence, _), (.conversation, _), (.answered, _),
            (.dismissed, _), (.missed, _), (.resumed, _), (.skipped, _), (.untrustedClock, _), (.trustedClock, _),
            (.clockStep, _), (.zoneChange, _), (.upEarly, _), (.upEarlyTakenBack, _), (.stillAsleep, _), (.unheard, _),
            (.outputFailed, _), (.noOutput, _), (.outputWorks, _), (.started, _), (.stopped, _), (.reset, _),
            (.preview, _), (.net, _), (.signedIn, _), (.refused, _):
            return nil
        }
    }

    private static func name(_ id: some StringProtocol) -> Wording? { HabitID(id).map { HabitName($0).wording } }

    /// `wake@2026-12-01`, as `Occurrence` describes itself; nil for anything else.
    private static func occurrence(_ detail: String) -> Wording? {
        let parts = detail.split(separator: "@")
        guard parts.count == 2, let name = name(parts[0]), let date = LocalDate(parts[1]) else { return nil }
        return name.followed(by: " \(date)")
    }

    /// What the companion gets is English, as everything that steers a model is; an owner of another language reads what
    /// became of it.
    private static func toolAnswer(_ detail: String) -> Wording {
        let isDone = (try? JSONValue.parse(detail))?["ok"]?.flag == true
        return Wording(detail, (isDone ? CommandText.toolDone : .toolRefused).text(in: .japanese))
    }

    /// `wake: 0 -> 1, five_unaided` in the owner's words; nil for anything else.
    private static func levelChange(_ detail: String) -> Wording? {
        let parts = detail.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let name = name(parts[0]), let step = LevelStep(String(parts[1])) else { return nil }
        return name.followed(by: " \(step.from.rawValue) -> \(step.to.rawValue) · ").followed(by: step.reason.wording)
    }

    /// `10 min`, and `300 of 600 s, stopped`.
    private static func meditation(_ detail: String) -> Wording? {
        let parts = detail.split(separator: " ")
        if parts.count == 2, parts[1] == "min" { return Wording(detail, "\(parts[0])分") }
        guard parts.count == 5, parts[1] == "of", parts[3] == "s," else { return nil }
        let (english, japanese) =
            switch parts[4] {
            case "completed": ("to the end", "最後まで")
            case "stopped": ("stopped", "途中でストップ")
            case "left": ("left in a pause", "一時停止のまま終了")
            default: ("something else began", "別のことを開始")
            }
        return Wording("\(parts[0]) of \(parts[2]) s · \(english)", "\(parts[2])秒のうち\(parts[0])秒・\(japanese)")
    }

    private static func list(_ detail: String, separator: String, _ word: (String) -> Wording?) -> Wording {
        let parts = detail.split(separator: separator).map(String.init).map { word($0) ?? Wording($0, $0) }
        return Wording(
            parts.map(\.english).joined(separator: separator), parts.map(\.japanese).joined(separator: "、"))
    }
}

extension Wording {
    fileprivate func followed(by text: String) -> Wording { followed(by: Wording(text, text)) }
    fileprivate func followed(by other: Wording) -> Wording {
        Wording(english + other.english, japanese + other.japanese)
    }
}
