import Bedside

/// Shows memories as JSON and as text.
enum MemoryViews {
    static func json(_ items: [MemoryItem]) -> JSONValue { .list(items.map { json($0) }) }

    static func json(_ item: MemoryItem) -> JSONValue {
        .object([
            "id": .integer(item.id.number), "kind": .text(item.kind.rawValue), "slot": .text(item.slot.words),
            "text": .text(item.text.words), "quote": .text(item.quote.words), "saidAt": .text(iso(item.saidAt)),
            "status": .text(item.use.status.rawValue), "validUntil": .optional(item.validUntil?.description),
            "pinned": .flag(item.use.isPinned), "source": .text(item.source.rawValue),
            "talk": .optional(item.talk), "habit": .optional(item.habit?.name),
            "replaces": .optional(item.supersedes?.number), "uses": .integer(item.use.useCount),
            "lastUsed": .optional(item.use.lastUsedAt.map { ZoneRules.utc.iso8601($0) }),
            "intention": item.intention.map(json) ?? .null, "reflection": item.reflection.map(json) ?? .null,
        ])
    }

    private static func json(_ intention: Intention) -> JSONValue {
        .object([
            "habit": .text(intention.habit.name), "for": .text(intention.forDate.description),
            "cueKind": .text(intention.cueKind.rawValue), "cue": .text(intention.cue.words),
            "action": .text(intention.action.words), "obstacle": .optional(intention.obstacle?.words),
            "coping": .optional(intention.coping?.words), "rehearsed": .flag(intention.isRehearsed),
            "answer": .text(intention.status.rawValue), "answerWords": .optional(intention.answerWords?.words),
            "recorded": .flag(intention.recording != nil),
            "days": .list((intention.recurrence?.days ?? []).map { .text($0.shortName) }),
        ])
    }

    private static func json(_ reflection: Reflection) -> JSONValue {
        .object([
            "date": .text(reflection.date.description), "labels": .list(reflection.labels.map { .text($0.rawValue) }),
            "intensities": .list(reflection.feelings.map { .integer($0.intensity) }),
            "sources": .list(reflection.feelings.map { .text($0.source.rawValue) }),
            "valences": .list(reflection.labels.map { .integer($0.valence) }),
            "plutchik": .list(reflection.labels.map { .optional($0.plutchik) }),
            "oneWord": .optional(reflection.oneWord?.words),
        ])
    }

    static func json(_ talks: [SentTalk], areLinesShown: Bool = true) -> JSONValue {
        .list(
            talks.map { talk in
                let lines = JSONValue.list(talk.lines.map { .text($0.words) })
                return .object(
                    [
                        .init(name: "talk", value: .integer(talk.talk)), .init(name: "at", value: .text(iso(talk.at))),
                        .init(name: "habit", value: .optional(talk.habit?.name)),
                    ] + (areLinesShown ? [.init(name: "lines", value: lines)] : []))
            })
    }

    static func json(_ talk: PendingTalk) -> JSONValue {
        .object([
            "talk": .optional(talk.talk), "at": .text(iso(talk.at)), "habit": .optional(talk.habit?.name),
            "lines": .list(
                talk.lines.map { line in
                    .object([
                        "voice": .text(line.voice.rawValue), "words": .text(line.words.words),
                        "offRecord": .flag(line.isOffRecord),
                    ])
                }),
        ])
    }

    /// The local time when it was said, with the offset that held then.
    private static func iso(_ moment: LocalMoment) -> String {
        let offset = moment.local.wallSeconds - moment.civil.seconds
        return Views.iso(moment.local, offsetSeconds: Int(clamping: offset))
    }

    static func stamp(_ moment: LocalMoment) -> String {
        "\(moment.local.date) \(moment.local.time.description.prefix(5))"
    }

    static func table(_ items: [MemoryItem], language: Language) -> [String] {
        guard !items.isEmpty else { return [] }
        var table = Table(["", "", "", ""])
        for item in items {
            let marks = [
                item.use.isPinned ? Wording("pinned", "固定").text(in: language) : "",
                item.isActive ? "" : item.use.status.text(in: language),
            ].filter { !$0.isEmpty }
            table.add(
                "\(item.id)", "\(item.saidAt.date)",
                item.slot.words.isEmpty ? item.kind.text(in: language) : item.slot.words,
                PrintableText.line(item.text.words) + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"))
        }
        return table.lines
    }

    /// What the days were about, which companions are told too; `forget --about` erases such a line.
    static func table(_ days: [DaySummary], language: Language) -> [String] {
        guard !days.isEmpty else { return [] }
        var table = Table(["", ""])
        for day in days {
            for (number, line) in day.lines.enumerated() {
                table.add(number == 0 ? "\(day.date)" : "", PrintableText.line(line.words))
            }
        }
        return ["", CommandText.aboutDays.text(in: language)] + table.lines
    }

    static func json(_ diary: LabelDiary) -> JSONValue {
        func json(_ felt: FeltLabel) -> JSONValue {
            .object([
                "label": .text(felt.label.rawValue), "intensity": .integer(felt.intensity),
                "valence": .integer(felt.label.valence), "plutchik": .optional(felt.label.plutchik),
                "source": .text(felt.source.rawValue),
            ])
        }
        return .object([
            "on": .flag(diary.isOn),
            "days": .list(
                diary.days.map {
                    .object(["date": .text($0.date.description), "labels": .list($0.feelings.map(json))])
                }),
            "weeks": .list(
                diary.weeks.map { week in
                    let counts = week.counts.sorted { $0.key.rawValue < $1.key.rawValue }
                    return .object([
                        "monday": .text(week.monday.description),
                        "counts": .object(counts.map { .init(name: $0.key.rawValue, value: .integer($0.value)) }),
                    ])
                }),
        ])
    }

    private static func words(_ feelings: [FeltLabel], _ language: Language) -> String {
        feelings.map { "\($0.label.wording.text(in: language)) \($0.intensity)" }.joined(separator: ", ")
    }

    static func table(_ diary: LabelDiary, language: Language) -> [String] {
        var table = Table(["", ""])
        for week in diary.weeks {
            let counts = week.counts.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { "\($0.key.wording.text(in: language)) ×\($0.value)" }
            table.add(
                Wording("week of \(week.monday)", "\(week.monday)の週").text(in: language), counts.joined(separator: ", ")
            )
        }
        for day in diary.days { table.add("\(day.date)", words(day.feelings, language)) }
        return table.lines
    }

    /// - Parameter toldIn: the talks of the record of what was sent in which it was told.
    static func lines(_ item: MemoryItem, toldIn talks: [SentTalk] = [], language: Language) -> [String] {
        func label(_ english: String, _ japanese: String) -> String { Wording(english, japanese).text(in: language) }
        var table = Table(["", ""])
        table.add("\(item.id)", PrintableText.line(item.text.words))
        table.add(label("your words", "本人の言葉"), PrintableText.line(item.quote.words))
        table.add(label("said", "言った日時"), stamp(item.saidAt))
        if let talk = item.talk { table.add(label("talk", "会話"), "\(talk)") }
        if !item.slot.words.isEmpty { table.add(label("slot", "項目"), item.slot.words) }
        table.add(label("kind", "種類"), item.kind.text(in: language))
        table.add(label("status", "状態"), item.use.status.text(in: language))
        func add(_ name: String, _ words: PrivateText?) {
            if let words { table.add(name, PrintableText.line(words.words)) }
        }
        add(label("obstacle", "妨げ"), item.intention?.obstacle)
        add(label("then", "そのとき"), item.intention?.coping)
        add(label("your answer", "答え"), item.intention?.answerWords)
        if let reflection = item.reflection, !reflection.feelings.isEmpty {
            table.add(label("labels", "言葉"), words(reflection.feelings, language))
        }
        if let last = item.validUntil { table.add(label("until", "期限"), last.description) }
        table.add(label("told", "伝えた回数"), "\(item.use.useCount)")
        for talk in talks.reversed() {
            let number = label("talk \(talk.talk)", "会話\(talk.talk)")
            table.add("", [stamp(talk.at), talk.habit?.name, number].compactMap { $0 }.joined(separator: " "))
        }
        return table.lines
    }
}
