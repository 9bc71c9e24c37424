import Bedside
import Testing

@testable import Appliance

/// Every field of the profile is on the command line and in its JSON; one that is forgotten there fails here.
@Suite(.requirement("SETUP-2"))
struct ProfileOptionTests {
    private static func fieldCount(_ value: Any) -> Int { Mirror(reflecting: value).children.count }

    /// The names of a habit's fields in a document.
    private static let fields = Profile().document.map(\.path).filter { $0.hasPrefix("habits.wake.") }
        .map { String($0.dropFirst("habits.wake.".count)) }

    @Test func everyFieldOfAHabitIsAnOption() {
        let help = HabitCommand.Set.helpMessage(columns: 200)
        let fields = Self.fields
        #expect(fields.count == Self.fieldCount(Profile.builtInHabits[0]) - 1)
        // `anicca habit on` and `off` are commands of their own.
        for field in fields where field != "on" {
            #expect(help.contains("--\(field.replacing("_", with: "-"))"), "\(field)")
        }
    }

    @Test func optionsMakeThePatchThatADocumentWould() throws {
        let command = try HabitCommand.Set.parse([
            "wake", "--at", "06:30", "--days", "weekdays", "--follow-ups", "3", "--follow-up-interval", "2m", "--sound",
            "bell.wav", "--curve", "brisk", "--prompt", "early", "--wake-guard", "off",
            "--sleeper", "heavy", "--latest", "06:45", "--dawn", "on",
        ])
        var expected = ProfilePatch()
        let document = [
            "at": "06:30", "days": "mon,tue,wed,thu,fri", "follow_ups": "3", "follow_up_interval": "120",
            "sound": "bell.wav", "curve": "brisk", "prompt": "early", "wake_guard": "false", "on": "true",
            "sleeper": "heavy", "latest": "06:45", "dawn": "true",
        ]
        #expect(Set(document.keys) == Set(Self.fields))
        for (field, value) in document {
            expected.merge(try ProfilePatch.assigning(path: "habits.wake.\(field)", value: value).get())
        }
        #expect(try command.request().command == .apply(expected))
        #expect(throws: (any Error).self) { try HabitCommand.Set.parse(["wake"]).request() }
        var guardAlone = ProfilePatch.HabitPatch(id: .wake)
        guardAlone.guardsAgainstSleep = true
        var patch = ProfilePatch()
        patch.habits = [guardAlone]
        #expect(try HabitCommand.Set.parse(["wake", "--wake-guard", "on"]).request().command == .apply(patch))
    }

    @Test func everyFieldIsInTheJSON() {
        let profile = Profile()
        #expect(Views.json(profile.habits[0]).count == Self.fieldCount(profile.habits[0]))
        // The owner's name and language stand together.
        guard case .object(let members) = Views.json(profile),
            case .object(let owner) = members.first(where: { $0.name == "owner" })?.value,
            case .object(let volume) = members.first(where: { $0.name == "volume" })?.value
        else {
            Issue.record("not an object")
            return
        }
        #expect(members.count - 1 + owner.count == Self.fieldCount(profile))
        #expect(volume.count == Self.fieldCount(profile.volume))
    }
}
