/// What the page shows and proposes of a habit. A habit is the speaker's, with more members than these, which stay as
/// they are.
struct Habit: Hashable, Sendable {
    /// As speakers write them.
    static let week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    let id: String
    /// "06:00"; nil: none that is understood here.
    let at: String?
    /// Nil: not understood here. A habit without days is due on every day.
    let days: [String]?
    private let json: JSON

    /// Nil: it has no name, and nobody could tell which one an edit is about.
    init?(_ json: JSON) {
        guard case .text(let id)? = json["id"], !id.isEmpty else { return nil }
        self.id = id
        self.json = json
        if case .text(let at)? = json["at"], Self.isClock(at) { self.at = at } else { at = nil }
        switch json["days"] {
        case nil, .null?: days = Self.week
        case .array(let values)?:
            let names = values.compactMap { value -> String? in
                if case .text(let name) = value, Self.week.contains(name) { name } else { nil }
            }
            days = names.count == values.count ? Self.week.filter(names.contains) : nil
        default: days = nil
        }
    }

    /// Whether the page can propose another time.
    var isEditable: Bool { at != nil && days != nil }

    /// "06:00", from 00:00 to 23:59.
    static func isClock(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard text.utf8.count == 5, parts.count == 2, parts.first?.utf8.count == 2,
            text.utf8.allSatisfy({ (0x30...0x3A).contains($0) }),
            let hour = parts.first.flatMap({ Int($0) }), let minute = parts.last.flatMap({ Int($0) })
        else { return false }
        return hour < 24 && minute < 60
    }

    /// The habit with another time and other days, and everything else as it was.
    func proposing(at clock: String, days wanted: [String]) -> JSON {
        guard case .object(let members) = json else { return json }
        let chosen = Self.week.filter(wanted.contains)
        var result: [JSON.Member] = []
        for member in members {
            switch member.name {
            case "at": result.append(JSON.Member(name: "at", value: .text(clock)))
            case "days": continue
            default: result.append(member)
            }
        }
        // A habit that never named its days goes on without, if it is due on all.
        if json["days"] != nil || chosen.count < Self.week.count {
            result.append(JSON.Member(name: "days", value: .array(chosen.map(JSON.text))))
        }
        return .object(result)
    }
}

extension Profile {
    /// A stored one. What is stored was checked before; nil if it is none after all.
    init?(_ stored: StoredProfile) {
        guard let json = try? JSON(parsing: Array(stored.body.utf8)) else { return nil }
        do { try self.init(json) } catch { return nil }
    }

    /// With other habits.
    func with(habits: [JSON]) -> Profile {
        Profile(
            displayName: displayName, preferredLanguage: preferredLanguage, sleepLocation: sleepLocation,
            trainingFocus: trainingFocus, timeZone: timeZone, habits: habits)
    }

    /// In the place of `stored`, with its habits. A name or a place that was there and is left out now becomes an empty
    /// text: a speaker clears what is empty, and keeps its own of what is not there.
    func replacing(_ stored: Profile) -> Profile {
        func kept(_ text: String?, _ before: String?) -> String? { text ?? (before == nil ? nil : "") }
        return Profile(
            displayName: kept(displayName, stored.displayName), preferredLanguage: preferredLanguage,
            sleepLocation: kept(sleepLocation, stored.sleepLocation), trainingFocus: trainingFocus,
            timeZone: timeZone, habits: stored.habits)
    }

    private init(
        displayName: String?, preferredLanguage: String?, sleepLocation: String?, trainingFocus: [String],
        timeZone: String?, habits: [JSON]
    ) {
        self.displayName = displayName
        self.preferredLanguage = preferredLanguage
        self.sleepLocation = sleepLocation
        self.trainingFocus = trainingFocus
        self.timeZone = timeZone
        self.habits = habits
    }
}
