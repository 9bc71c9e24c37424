/// The state of the device in the owner's words, for a companion that must not guess: the same for prompts and for
/// answers of tools (TALK-9: confirmed from the device's state only).
struct DeviceFacts: Hashable, Sendable {
    let status: Status
    /// Whether they are for a talk at bedtime, in which the companion may ask what is due then (F-6, F-10).
    private let isAtBedtime: Bool
    private var language: Language { status.profile.language }

    init(_ status: Status, isAtBedtime: Bool = false) {
        self.status = status
        self.isAtBedtime = isAtBedtime
    }

    // MARK: Sentences for prompts

    /// Nil where there is nothing to say.
    func text(for placeholder: DevicePlaceholder) -> String? {
        switch placeholder {
        case .now: now?.text(in: language)
        case .nextUp: nextUp
        case .alarmsToday: alarmsToday
        case .habits: habits
        case .voiceVolume: String(status.settings.voicePercent)
        }
    }

    /// "Saturday 2026-11-21, 22:40"; nil while the clock is not trusted.
    var now: Wording? {
        guard status.isClockTrusted else { return nil }
        let (local, day) = (status.local, status.local.date.weekday)
        let clock = DeviceFacts.clock(local.time)
        return Wording(
            "\(day.text(in: .english)) \(local.date), \(clock)", "\(local.date)（\(day.shortWording.japanese)）\(clock)")
    }

    /// The sentence of ALARM-9, or why there is none. It says of a net that it rings only without a sign of life.
    var nextUp: String {
        guard status.isClockTrusted else { return Phrase.clockUntrusted.text(in: language) }
        return status.next?.sentence ?? Phrase.nothingPlanned.text(in: language)
    }

    /// What still rings on this date, in order; nil while the clock is not trusted.
    var alarmsToday: String? {
        guard status.isClockTrusted else { return nil }
        let habits = status.habits.compactMap { row in row.next.map { (at: $0, name: HabitName(row.habit.id)) } }
        let oneOffs = status.oneOffs.map { (at: $0.alarm.at, name: HabitName($0.alarm.like)) }
        let today = (habits + oneOffs).filter { $0.at.date == status.local.date && $0.at > status.local }
            .sorted { $0.at < $1.at }
        guard !today.isEmpty else { return Wording("nothing", "なし").text(in: language) }
        return today.map { "\($0.name.text(in: language)) \(DeviceFacts.clock($0.at.time))" }
            .joined(separator: separator)
    }

    /// "wake: on, 06:00, every day; training: off; once-1: once, tomorrow at 05:30"
    var habits: String {
        let habits = status.habits.map { row in
            let name = row.habit.id.name
            let spoken = HabitName(row.habit.id).text(in: language)
            let title = Wording("\(name) (\(spoken))", "\(name)（\(spoken)）").text(in: language)
            return (spoken == name ? name : title) + colon
                + parts(of: row).map { $0.text(in: language) }.joined(separator: separator)
        }
        let oneOffs = status.oneOffs.map { row in
            "\(row.alarm.id)\(colon)" + Wording("once", "一度だけ").text(in: language) + separator + call(row.alarm.at)
        }
        return (habits + oneOffs).joined(separator: language == .japanese ? "；" : "; ")
    }

    private func parts(of row: Status.HabitRow) -> [Wording] {
        let habit = row.habit
        let clock = DeviceFacts.clock(habit.at)
        guard habit.isOn else { return [Wording("off", "オフ")] }
        var parts = [Wording("on", "オン"), Wording(clock, clock), habit.days.wording]
        let next = row.next.map { Wording(CallTime(at: $0, now: status.local)) }
        if row.isSkippedNext {
            parts.append(
                Wording(
                    "the next one skipped" + (next.map { ", then \($0.english)" } ?? ""),
                    "次回はスキップ" + (next.map { "、その次は\($0.japanese)" } ?? "")))
        } else if row.isMovedNext, let next {
            parts.append(Wording("the next one moved to \(next.english)", "次回だけ\(next.japanese)"))
        }
        if row.isSilent == true { parts.append(Wording("silent at their wish", "本人の希望で鳴らさない")) }
        if row.mayStepBack == true { parts.append(Wording("may step back", "一歩引いてよい")) }
        if row.isConsentDue == true, isAtBedtime { parts.append(Wording("to be asked", "一歩引くか尋ねてよい")) }
        if row.isRatingDue == true, isAtBedtime { parts.append(Wording("to be rated", "7段階で尋ねてよい")) }
        return parts
    }

    private var colon: String { language == .japanese ? "：" : ": " }
    private var separator: String { language == .japanese ? "、" : ", " }

    // MARK: Values for answers of tools

    /// Members of every answer: the time, the next alarm, and what is wrong.
    var members: [JSONValue.Member] {
        var members = [JSONValue.Member(name: "next_up", value: .text(nextUp))]
        if status.isClockTrusted {
            members.insert(JSONValue.Member(name: "now", value: .text(now?.text(in: language) ?? "")), at: 0)
            if let next = status.next {
                members.append(JSONValue.Member(name: "next_up_at", value: .text("\(next.local)")))
            }
        }
        return members
    }

    /// One habit after a change; nil where there is none of that name (any more).
    func habit(_ id: HabitID) -> JSONValue? {
        guard let row = status.habits.first(where: { $0.habit.id == id }) else { return nil }
        var members: [JSONValue.Member] = [
            JSONValue.Member(name: "name", value: .text(id.name)),
            JSONValue.Member(name: "called", value: .text(HabitName(id).text(in: language))),
            JSONValue.Member(name: "on", value: .flag(row.habit.isOn)),
            JSONValue.Member(name: "time", value: .text(DeviceFacts.clock(row.habit.at))),
            JSONValue.Member(name: "days", value: .text(row.habit.days.text(in: language))),
        ]
        if row.isSkippedNext { members.append(JSONValue.Member(name: "next_is_skipped", value: .flag(true))) }
        if row.isSilent == true { members.append(JSONValue.Member(name: "silent", value: .flag(true))) }
        if row.isMovedNext { members.append(JSONValue.Member(name: "next_is_moved", value: .flag(true))) }
        if let next = row.next { members.append(JSONValue.Member(name: "rings_next", value: .text(call(next)))) }
        return .object(members)
    }

    /// All one-off alarms ahead.
    var oneOffs: JSONValue {
        .list(
            status.oneOffs.map { row in
                .object(["name": .text(row.alarm.id.name), "rings": .text(call(row.alarm.at))])
            })
    }

    /// "tomorrow at 05:30 (2026-11-22)": as it is said, and beyond doubt.
    private func call(_ at: LocalDateTime) -> String {
        CallTime(at: at, now: status.local).text(in: language) + " (\(at.date))"
    }

    private static func clock(_ time: LocalTime) -> String { "\(padded(time.hour, 2)):\(padded(time.minute, 2))" }
}

extension Wording {
    fileprivate init(_ call: CallTime) { self.init(call.text(in: .english), call.text(in: .japanese)) }
}
