import GatewayRules
import Hummingbird
import SQLEngines

/// The page about habits. Its edits are proposals: the speaker stays the authority for its alarms.
extension PersonRoutes {
    func habits(_ visit: Visit, _ person: Person) async throws -> Response {
        let texts = visit.language.personTexts
        let habits = (person.profile.flatMap { Profile($0) }?.habits ?? []).compactMap { Habit($0) }
        if let id = visit.form["edit"], let habit = habits.first(where: { $0.id == id && $0.isEditable }) {
            return try edit(habit, visit)
        }
        let alarms = ["gone": texts.habitGone]
        var values: [String: any Sendable] = [
            "habits": habits.map { habit in
                var values: [String: any Sendable] = ["name": texts.name(ofHabit: habit.id)]
                if let when = habit.when(in: visit.language) { values["when"] = when }
                if habit.isEditable, Habit.isPlain(habit.id) { values["edit"] = habit.id }
                return values
            }
        ]
        if let profile = person.profile, !habits.isEmpty {
            let speakers = try await store.speakers(of: person.caller.user).filter(\.isSignedIn)
            let behind = speakers.filter { $0.profileVersion < profile.version }.map(\.name)
            if !behind.isEmpty {
                values["acknowledgement"] = texts.filled(\.notOnSpeaker, ["NAMES": visit.language.list(behind)])
            } else if !speakers.isEmpty {
                values["acknowledgement"] = texts.onSpeakers
            }
        }
        return try visit.page(.habits, "habits", alarm: visit.form["error"].flatMap { alarms[$0] }, values)
    }

    private func edit(_ habit: Habit, _ visit: Visit) throws -> Response {
        let texts = visit.language.personTexts
        let alarms = ["clock": texts.badClock, "days": texts.badDays]
        return try visit.page(
            .habits, "habit", alarm: visit.form["error"].flatMap { alarms[$0] },
            [
                "id": habit.id, "name": texts.name(ofHabit: habit.id), "at": habit.at ?? "",
                "days": Habit.week.map { day -> [String: any Sendable] in
                    [
                        "value": day, "name": visit.language.weekday(ofHabit: day),
                        "isChosen": habit.days?.contains(day) ?? false,
                    ]
                },
            ], keeping: "&edit=\(habit.id)")
    }

    /// Keeps another time and other days of a habit, and everything else as it is at that moment.
    func propose(_ visit: Visit, _ person: Person) async throws -> Response {
        let id = try visit.form.required("habit", atMost: 64)
        let clock = visit.form["at"] ?? ""
        guard Habit.isClock(clock) else { return visit.redirect("/me/habits", ["edit": id, "error": "clock"]) }
        let days = Habit.week.filter { visit.form["day_\($0)"] != nil }
        guard !days.isEmpty else { return visit.redirect("/me/habits", ["edit": id, "error": "days"]) }
        let kept = try await store.edit(claimed: nil, of: person.caller) { stored in
            guard let profile = stored.flatMap({ Profile($0) }) else { return nil }
            var found = false
            let habits = profile.habits.map { json -> JSON in
                guard !found, let habit = Habit(json), habit.id == id, habit.isEditable else { return json }
                found = true
                return habit.proposing(at: clock, days: days)
            }
            return found ? profile.with(habits: habits) : nil
        }
        return visit.redirect("/me/habits", kept == nil ? ["error": "gone"] : [:])
    }
}

extension Habit {
    /// A name that can be in an address as it is.
    static func isPlain(_ id: String) -> Bool {
        id.utf8.count <= 64 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// "06:00, Mon, Tue", "06:00, every day"
    fileprivate func when(in language: PageLanguage) -> String? {
        guard let at else { return nil }
        let all = days?.count == Self.week.count
        let names = all ? [language.personTexts.everyDay] : (days ?? []).map(language.weekday(ofHabit:))
        return language.list([at] + names)
    }
}

extension PageLanguage {
    /// A speaker's name of a weekday in words.
    func weekday(ofHabit day: String) -> String {
        guard let index = Habit.week.firstIndex(of: day) else { return day }
        return weekday((index + 1) % 7)
    }
}
