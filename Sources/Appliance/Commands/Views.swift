import Bedside

/// Shows states as JSON and as tables, with times as people write them.
enum Views {
    static func iso(_ local: LocalDateTime, offsetSeconds: Int) -> String {
        let size = abs(offsetSeconds)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let time = local.time
        return "\(local.date)T\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
            + "\(offsetSeconds < 0 ? "-" : "+")\(two(size / 3600)):\(two(size / 60 % 60))"
    }

    static func days(_ days: WeekdaySet, language: Language) -> String { days.text(in: language) }

    static func stamp(_ local: LocalDateTime, language: Language) -> String {
        "\(local.date.weekday.shortWording.text(in: language)) \(local.date) \(local.time)"
    }

    /// The habit's shown name, followed by its name in commands if the two differ.
    static func habit(_ id: HabitID, language: Language) -> String {
        switch id {
        case .wake, .training, .bedtime: "\(HabitName(id).text(in: language)) (\(id))"
        default: id.name
        }
    }

    // MARK: JSON

    /// The JSON answer of commands that only do something.
    static var done: JSONValue { .object(["done": .flag(true)]) }

    static func json(_ next: NextUp?) -> JSONValue {
        guard let next else { return .null }
        return .object([
            "at": .text(iso(next.local, offsetSeconds: next.offsetSeconds)),
            "habit": .text(next.habit.name),
            "occurrence": .text(next.occurrence.date.description),
            "id": .text(next.occurrence.habit.name),
            "moved": .flag(next.isMoved),
            "oneOff": .flag(next.isOneOff),
            "sentence": .text(next.sentence),
            "level": .optional(next.level?.rawValue),
            "levelReason": .optional(next.levelReason?.rawValue),
        ])
    }

    static func json(_ habit: Habit) -> [JSONValue.Member] {
        let pairs: KeyValuePairs<String, JSONValue> = [
            "habit": .text(habit.id.name),
            "on": .flag(habit.isOn),
            "at": .text(habit.at.description),
            "days": .list(habit.days.days.map { .text($0.shortName) }),
            "followUps": .integer(habit.followUps),
            "followUpInterval": .integer(habit.followUpIntervalSeconds),
            "sound": .optional(habit.sound),
            "curve": .text(habit.curve.rawValue),
            "prompt": .text(habit.prompt),
            "wakeGuard": .flag(habit.guardsAgainstSleep),
            "sleeper": .text(habit.sleeper.rawValue),
            "latest": .optional(habit.latest?.description),
            "dawn": .flag(habit.hasDawn),
        ]
        return pairs.map { JSONValue.Member(name: $0.key, value: $0.value) }
    }

    static func json(_ row: Status.HabitRow) -> JSONValue {
        let last: JSONValue =
            if let date = row.lastDate, let outcome = row.lastOutcome {
                .object(["date": .text(date.description), "outcome": .text(outcome.rawValue)])
            } else {
                .null
            }
        return .object(
            json(row.habit) + [
                .init(name: "next", value: .optional(row.next?.description)),
                .init(name: "skipped", value: .flag(row.isSkippedNext)),
                .init(name: "skippedDate", value: .optional(row.skippedDate?.description)),
                .init(name: "moved", value: .flag(row.isMovedNext)),
                .init(name: "last", value: last),
                .init(name: "level", value: .optional(row.level?.rawValue)),
                .init(name: "levelReason", value: .optional(row.reason?.rawValue)),
                .init(name: "silent", value: .flag(row.isSilent == true)),
            ])
    }

    static func json(_ alarm: OneOffAlarm) -> JSONValue {
        .object(["id": .text(alarm.id.name), "at": .text(alarm.at.description), "like": .text(alarm.like.name)])
    }

    /// - Parameters:
    ///   - memory: whether talks are remembered, which the profile does not hold; nil: not shown.
    ///   - gateway: the address of the account's gateway; nil: not shown.
    static func json(_ profile: Profile, memory: MemoryMode? = nil, gateway: String? = nil) -> JSONValue {
        let pairs: KeyValuePairs<String, JSONValue> = [
            "owner": .object([
                "name": .optional(profile.ownerName), "language": .text(profile.language.rawValue),
                "country": .optional(profile.country?.letters), "age": .text(profile.age.rawValue),
            ]),
            "sleepLocation": .optional(profile.sleepLocation),
            "trainingFocus": .list(profile.trainingFocus.map { .text($0.rawValue) }),
            "companion": .text(profile.companion.rawValue),
            "talkMinutes": .integer(profile.talkMinutes),
            "volume": .object([
                "ceiling": .integer(profile.volume.ceilingPercent), "floor": .integer(profile.volume.floorPercent),
                "fade": .integer(profile.volume.fadeSeconds),
            ]),
            "habits": .list(profile.habits.map { .object(json($0)) }),
        ]
        return .object(
            pairs.map { JSONValue.Member(name: $0.key, value: $0.value) }
                + (memory.map { [JSONValue.Member(name: "memory", value: .text($0.rawValue))] } ?? [])
                + (gateway.map { [JSONValue.Member(name: "gateway", value: .object(["address": .text($0)]))] } ?? []))
    }

    static func json(_ differences: [ProfileDifference], next: NextUp?) -> JSONValue {
        .object([
            "changed": .list(
                differences.map {
                    .object(["path": .text($0.path), "before": .optional($0.before), "after": .optional($0.after)])
                }),
            "next": json(next),
        ])
    }

    static func json(_ status: Status, isRunning: Bool, diagnostics: Diagnostics) -> JSONValue {
        let occurrence: JSONValue =
            if let current = status.occurrence {
                .object(["habit": .text(current.habit.name), "date": .text(current.date.description)])
            } else {
                .null
            }
        return .object([
            "running": .flag(isRunning),
            "now": .text(iso(status.local, offsetSeconds: status.offsetSeconds)),
            "zone": .text(status.zone),
            "clockTrusted": .flag(status.isClockTrusted),
            "activity": .text(status.activity.rawValue),
            "light": .text(status.light.rawValue),
            "attention": .list(status.attention.map { .text($0.rawValue) }),
            "occurrence": occurrence,
            "followUp": .optional(status.followUp),
            "answering": .optional(status.answering?.rawValue),
            "meditation": status.meditation.map(json) ?? .null,
            "next": json(status.next),
            "habits": .list(status.habits.map(json)),
            "oneOffs": .list(status.oneOffs.map { json($0.alarm) }),
            "profile": json(status.profile),
            "voicePercent": .integer(status.settings.voicePercent),
            "microphoneMuted": .flag(status.settings.isMicrophoneMuted),
            "memory": .optional(status.memory?.rawValue),
            "memoryFault": .optional(status.memoryFault?.rawValue),
            "talk": json(status.talk),
            "recordings": .flag(status.recordingStanding == .on),
            "ownVoice": status.ownVoice.map(VoiceViews.json) ?? .null,
            "setup": .optional(status.setup.step?.rawValue),
            "buttonGlitches": .integer(status.buttonGlitches),
            "counters": json(diagnostics.values),
        ])
    }

    static func json(_ meditation: MeditationStanding) -> JSONValue {
        .object([
            "minutes": .integer(meditation.minutes.minutes), "step": .text(meditation.step),
            "part": .text(meditation.part.rawValue), "atSeconds": .integer(meditation.atSeconds),
            "paused": .flag(meditation.isPaused),
        ])
    }

    private static func json(_ talk: TalkStanding?) -> JSONValue {
        guard let talk else { return .null }
        return .object(["minutesToday": .integer(talk.minutesToday), "minutesPerDay": .integer(talk.minutesPerDay)])
    }

    static func json(_ values: [String: DiagnosticValue]) -> JSONValue {
        .object(values.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: json($0.value)) })
    }

    private static func json(_ value: DiagnosticValue) -> JSONValue {
        switch value {
        case .integer(let number): .integer(number)
        case .decimal(let number): value.whole.map { .integer($0) } ?? .decimal(number)
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        }
    }

    static func text(_ value: DiagnosticValue, language: Language) -> String {
        if case .flag(let flag) = value { return (flag ? CommandText.yes : .no).text(in: language) }
        return value.description
    }

    // MARK: Answers to changes

    /// Prints what changed and which alarm is next, in the owner's language.
    static func printChange(_ reply: Reply, profile: Profile?, asJSON: Bool) throws {
        guard case .changed(let differences, let next) = reply else {
            throw Console.failure(
                ExitStatus.internalError, ClientError.notUnderstood, in: profile?.language ?? .english)
        }
        if asJSON { return Console.print(json(differences, next: next).line) }
        let language = profile?.language ?? .english
        if differences.isEmpty {
            Console.print(CommandText.nothingChanged.text(in: language))
        } else {
            let habits = profile?.habits.map(\.id) ?? []
            changeLines(differences, among: habits, language: language).forEach(Console.print)
        }
        printNext(next, language: language)
    }

    /// Fields of the profile by their paths, as `anicca profile set` takes them; single days in words.
    ///
    /// - Parameter habits: the habits that there are now; a new one with almost the name of another may be mistyped.
    static func changeLines(
        _ differences: [ProfileDifference], among habits: [HabitID] = [], language: Language
    ) -> [String] {
        var table = Table(["", "", ""])
        var sentences: [String] = []
        for change in differences {
            if let sentence = sentence(change, language: language) {
                sentences.append(sentence)
            } else {
                table.add(change.path, change.before ?? "-", "→ \(change.after ?? "-")")
            }
            if let id = newHabit(change), let meant = almost(id, among: habits) {
                sentences.append(CommandText.newHabit(id, meant: meant).text(in: language))
            }
        }
        return table.lines + sentences
    }

    /// The habit that a change made: the one whose time had no value before.
    private static func newHabit(_ change: ProfileDifference) -> HabitID? {
        let parts = change.path.split(separator: ".").map(String.init)
        guard parts.count == 3, parts[0] == "habits", parts[2] == "at", change.before == nil, change.after != nil
        else { return nil }
        return HabitID(parts[1])
    }

    private static func almost(_ id: HabitID, among habits: [HabitID]) -> HabitID? {
        FieldReader.suggestion(for: id.name, among: habits.filter { $0 != id }.map(\.name)).flatMap { HabitID($0) }
    }

    /// `wake.2026-11-22` is one day's exception, `once-1.2026-11-22` a one-off alarm; nil for a field.
    private static func sentence(_ change: ProfileDifference, language: Language) -> String? {
        let parts = change.path.split(separator: ".").map(String.init)
        guard parts.count == 2, let name = parts.first, let id = HabitID(name),
            let date = parts.last.flatMap({ LocalDate($0) })
        else { return nil }
        func when(_ text: String) -> String {
            if text == "skipped" { return OccurrenceOutcome.skipped.text(in: language) }
            guard let local = LocalDateTime(text) else { return text }
            return local.date == date ? local.time.description : stamp(local, language: language)
        }
        func whole(_ text: String) -> String { LocalDateTime(text).map { stamp($0, language: language) } ?? text }
        let words: CommandText
        switch (change.before, change.after) {
        case (nil, let after?): words = .oneOffAdded(id, at: whole(after))
        case (let before?, nil): words = .oneOffRemoved(id, at: whole(before))
        case (_, "as usual"?): words = .exceptionTakenBack(id, date)
        case (let before?, ProfileDifference.noLongerMoved?): words = .moveGaveWay(id, date, at: when(before))
        case (let before?, let after?):
            words = .exceptionChanged(id, date, before: when(before), after: when(after))
        case (nil, nil): return nil
        }
        return words.text(in: language)
    }

    static func printNext(_ next: NextUp?, language: Language) { Console.print(nextLine(next, language: language)) }

    static func nextLine(_ next: NextUp?, language: Language) -> String {
        next?.sentence ?? Phrase.nothingPlanned.text(in: language)
    }
}
