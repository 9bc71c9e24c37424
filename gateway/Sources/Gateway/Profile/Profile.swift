import Foundation
import GatewayRules

/// What a speaker tells of its owner (ACCOUNT-2). The speaker stays the authority for its habits: the gateway keeps them
/// as they are.
struct Profile: Hashable, Sendable {
    static let mostHabits = 64
    static let mostFoci = 16
    /// Code points; what a speaker takes for a name of 64 characters, and for a place of 200.
    static let longestName = 512
    static let longestPlace = 1600

    let displayName: String?
    let preferredLanguage: String?
    let sleepLocation: String?
    let trainingFocus: [String]
    let timeZone: String?
    let habits: [JSON]

    /// From a request's body. A failure names the member.
    init(_ body: JSON) throws(Failure) {
        displayName = try body.text("displayName", atMost: Self.longestName)
        preferredLanguage = try body.text("preferredLanguage", atMost: 35)
        sleepLocation = try body.text("sleepLocation", atMost: Self.longestPlace)
        trainingFocus = try Self.foci(body)
        timeZone = try body.text("timeZone", atMost: 64)
        if let timeZone, !Self.isZone(timeZone) {
            throw .badField("timeZone", "is no zone of the time zone database")
        }
        switch body["habits"] {
        case nil, .null?: habits = []
        case .array(let values)?:
            guard values.count <= Self.mostHabits else { throw .badField("habits", "are more than \(Self.mostHabits)") }
            for value in values { guard case .object = value else { throw .badField("habits", "are not all objects") } }
            habits = values
        default: throw .badField("habits", "is no array")
        }
    }

    /// A zone of the time zone database by its full name: abbreviations mean different zones in different places.
    private static func isZone(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isAlphanumeric || "/_-+".utf8.contains($0) }
            && (name == "UTC" || name.contains("/")) && TimeZone(identifier: name) != nil
    }

    /// Several ids, or one text, as older apps send it.
    private static func foci(_ body: JSON) throws(Failure) -> [String] {
        switch body["trainingFocus"] {
        case nil, .null?: return []
        case .text?: return try body.text("trainingFocus", atMost: 100).map { $0.isEmpty ? [] : [$0] } ?? []
        case .array(let values)?:
            guard values.count <= mostFoci else { throw .badField("trainingFocus", "are more than \(mostFoci)") }
            var foci: [String] = []
            for value in values {
                let one = JSON.object([JSON.Member(name: "trainingFocus", value: value)])
                guard let focus = try one.text("trainingFocus", atMost: 100), !focus.isEmpty else {
                    throw .badField("trainingFocus", "has an empty entry")
                }
                foci.append(focus)
            }
            return foci
        default: throw .badField("trainingFocus", "is neither an array nor a text")
        }
    }

    /// The members that are stored and answered.
    var members: [JSON.Member] {
        let all: [(String, JSON?)] = [
            ("displayName", displayName.map(JSON.text)), ("preferredLanguage", preferredLanguage.map(JSON.text)),
            ("sleepLocation", sleepLocation.map(JSON.text)), ("trainingFocus", .array(trainingFocus.map(JSON.text))),
            ("timeZone", timeZone.map(JSON.text)), ("habits", .array(habits)),
        ]
        return all.compactMap { name, value in value.map { JSON.Member(name: name, value: $0) } }
    }

    static func updatedAt(_ body: JSON) throws(Failure) -> Int64? {
        switch body["updatedAt"] {
        case nil, .null?: return nil
        case .integer(let time)? where time >= 0: return time
        default: throw .badField("updatedAt", "is no time in milliseconds")
        }
    }
}

/// A profile as it is kept.
struct StoredProfile: Hashable, Sendable {
    /// An object of JSON, as `Profile.members` has been written.
    let body: String
    /// Counts the changes that won.
    let version: Int64
    let stamp: ChangeStamp

    var tag: String { "\"\(version)\"" }

    /// What is answered: the profile with what the gateway knows of it.
    var answer: JSON {
        let ours = [
            JSON.Member(name: "version", value: .integer(version)),
            JSON.Member(name: "updatedAt", value: .integer(stamp.at)),
            JSON.Member(name: "changedBy", value: .text(stamp.by == "web" ? "web" : "speaker")),
        ]
        guard let json = try? JSON(parsing: Array(body.utf8)), case .object(let members) = json else {
            return .object(ours)
        }
        return .object(members + ours)
    }
}
