import Foundation
import Testing

@testable import Bedside

/// What an owner chooses is listed once (`Profile.fields`, `Habit.fields`): a field that is not in the list, or is forgotten
/// in a patch or in a decoder, fails here.
@Suite(.requirement("SETUP-3"))
struct ProfileFieldTests {
    private static let plain = Profile(habits: [Habit(id: .wake, isOn: true, at: LocalTime(wrappingSecondOfDay: 0))])

    /// Differs from `plain` in every field, the habit's name apart.
    private static let other = Profile(
        ownerName: "Aki", language: .japanese, country: CountryCode("JP"), age: .adult, sleepLocation: "attic",
        trainingFocus: [.core, .pushUp],
        companion: .offline, talkMinutes: 90,
        volume: VolumeRange(floorPercent: 11, ceilingPercent: 71, fadeSeconds: 40),
        habits: [
            Habit(
                id: .wake, isOn: false, at: LocalTime(wrappingSecondOfDay: 6 * 3600), days: .weekdays, followUps: 3,
                followUpIntervalSeconds: 90, sound: "bell.wav", curve: .brisk, prompt: "early",
                guardsAgainstSleep: false, sleeper: .heavy,
                latest: LocalTime(wrappingSecondOfDay: 6 * 3600 + 600), hasDawn: true)
        ])

    private static func fields(_ value: Any) -> [(name: String, value: String)] {
        Mirror(reflecting: value).children.map { ($0.label ?? "", "\($0.value)") }
    }

    /// Fields that have the same value in both.
    private static func same(_ a: Any, _ b: Any) -> [String] {
        zip(fields(a), fields(b)).filter { $0.value == $1.value }.map { $0.0.name }
    }

    private static func coded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test func theSamplesDifferInEveryField() throws {
        #expect(Self.same(Self.plain, Self.other) == [])
        #expect(Self.same(Self.plain.volume, Self.other.volume) == [])
        #expect(try Self.same(#require(Self.plain.habits.first), #require(Self.other.habits.first)) == ["id"])
    }

    @Test func everyFieldIsReadMergedSentAppliedAndShown() throws {
        var patch = ProfilePatch()
        for (path, value) in Self.other.document {
            patch.merge(try ProfilePatch.assigning(path: path, value: value).get())
        }
        // The memory and the account hold them, and not the profile.
        patch.memory = .on
        patch.gateway = AccountTests.gateway
        let left =
            Self.fields(patch).filter { $0.value == "nil" } + Self.fields(patch.habits[0]).filter { $0.value == "nil" }
        #expect(left.map(\.name) == [], "the document sets every field")
        #expect(try Self.coded(patch) == patch)
        let after = try Self.plain.applying(Self.coded(patch)).get()
        #expect(after.profile == Self.other)
        #expect(after.differences.map(\.path) == Self.other.document.map(\.path))
    }

    @Test func everyFieldIsDecoded() throws {
        #expect(try Self.coded(Self.other) == Self.other)
        var settings = Settings(
            voicePercent: 30, isMicrophoneMuted: true, hasUnseenMiss: true,
            recordings: RecordingChoice(keepDays: 7, isTold: true))
        #expect(Self.same(settings, Settings()) == [])
        #expect(try Self.coded(settings) == settings)
        settings = Settings()
        #expect(try Self.coded(settings) == settings)
    }

    @Test func whatASecondPatchSaysWins() throws {
        func patch(_ assignments: [(String, String)]) throws -> ProfilePatch {
            var patch = ProfilePatch()
            for (path, value) in assignments { patch.merge(try ProfilePatch.assigning(path: path, value: value).get()) }
            return patch
        }
        var first = try patch([("owner.name", "Aki"), ("habits.wake.at", "06:00"), ("habits.wake.prompt", "a")])
        first.merge(try patch([("owner.name", "Ren"), ("habits.wake.at", "07:00"), ("habits.yoga.at", "08:00")]))
        #expect(
            try first
                == patch([
                    ("owner.name", "Ren"), ("habits.wake.at", "07:00"), ("habits.wake.prompt", "a"),
                    ("habits.yoga.at", "08:00"),
                ]))
    }
}
