import TestKit
import Testing

@testable import Bedside

/// The profile in the form that a gateway keeps (ACCOUNT-2).
@Suite(.requirement("ACCOUNT-2")) struct SharedProfileTests {
    static let held = CivilTime(seconds: 1_790_000_000)

    /// What a gateway says that holds this profile.
    static func shared(
        _ profile: Profile?, version: Int, isFromPage: Bool = false, at time: CivilTime? = held
    ) throws -> SharedProfile {
        let profile = try #require(profile)
        guard case .object(var members) = SharedProfile.document(of: profile, zone: "UTC", changedAt: time) else {
            throw NoDocument()
        }
        members.append(.init(name: "version", value: .integer(version)))
        if isFromPage { members.append(.init(name: "changedBy", value: .text("web"))) }
        return try #require(SharedProfile(reading: .object(members)))
    }
    private struct NoDocument: Error {}

    static func wakes(_ profile: Profile?, at time: String, isOn: Bool = true) throws -> Profile {
        var profile = try #require(profile)
        let index = try #require(profile.habits.firstIndex { $0.id == .wake })
        profile.habits[index].at = try #require(LocalTime(time))
        profile.habits[index].isOn = isOn
        return profile
    }

    @Test func onlyOwnHabitsThatAreNotListedAreGoneAndAnEmptyListDoesNotSpeakOfThem() throws {
        let reading = try #require(HabitID("reading"))
        var profile = Profile()
        profile.habits.append(Habit(id: reading, at: LocalTime(wrappingSecondOfDay: 72_000)))
        var shared = try Self.shared(Profile(), version: 1)
        #expect(shared.change(of: profile).removedHabits == [reading])
        shared.listed = [.training]
        #expect(shared.change(of: profile).removedHabits == [reading], "the built-in ones stay")
        shared.listed = []
        #expect(shared.change(of: profile).removedHabits.isEmpty)
    }

    /// A time that is given again would end the silence of a habit that holds by itself (FADE-1).
    @Test(.requirement("FADE-1")) func onlyWhatDiffersIsAChange() throws {
        var profile = try Self.wakes(Profile(ownerName: "Aiko"), at: "06:00")
        let shared = try Self.shared(profile, version: 1)
        #expect(shared.change(of: profile).habits.isEmpty)
        profile.habits[0].followUps = 3
        let change = shared.change(of: profile).habits
        #expect(change.count == 1 && change.first?.followUps == 10 && change.first?.at == nil)
    }

    /// The gateway's page writes what its owner has emptied as an empty text.
    @Test(
        arguments: [
            (#""displayName":"","sleepLocation":"","#, nil, nil), (#""displayName":"","#, nil, "Loft"),
            (#""sleepLocation":null,"#, "Aiko", "Loft"), ("", "Aiko", "Loft"),
        ] as [(String, String?, String?)])
    func whatIsEmptiedOnThePageIsClearedAndWhatIsNotNamedStays(members: String, name: String?, place: String?) throws {
        var profile = Profile(ownerName: "Aiko")
        profile.sleepLocation = "Loft"
        let answer = try JSONValue.read(Array(#"{\#(members)"version":2,"changedBy":"web"}"#.utf8), .lenient)
        let shared = try #require(SharedProfile(reading: answer))
        #expect(!shared.isPartial)
        let after = try profile.changed(by: shared.change(of: profile), isSignedIn: true).get().profile
        #expect(after.ownerName == name && after.sleepLocation == place)
    }

    @Test func everyProfileComesBackAsItWasSent() throws {
        var random = SeededRandom(seed: 20)
        func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }
        for round in 0..<300 {
            var profile = Profile(language: pick(Language.allCases) ?? .english)
            profile.ownerName = pick([nil, "Aiko", "愛子", "A \"quoted\" \\ name"]) ?? nil
            profile.sleepLocation = pick([nil, "bedroom", "寝室"]) ?? nil
            profile.trainingFocus = TrainingFocus.allCases.filter { _ in Bool.random(using: &random) }
            for index in profile.habits.indices {
                profile.habits[index].isOn = Bool.random(using: &random)
                let minutes = Int.random(in: 0..<1440, using: &random)
                profile.habits[index].at = LocalTime(wrappingSecondOfDay: minutes * 60)
                let days = Weekday.allCases.filter { _ in Bool.random(using: &random) }
                profile.habits[index].days = WeekdaySet(days.isEmpty ? [.monday] : days)
                profile.habits[index].followUps = Int.random(in: 0...15, using: &random)
                profile.habits[index].followUpIntervalSeconds = pick([30, 60, 90, 120]) ?? 60
                profile.habits[index].curve = pick(VolumeCurve.allCases) ?? .steady
                profile.habits[index].sleeper = pick(Sleeper.allCases) ?? .normal
                profile.habits[index].latest = pick([nil, LocalTime(wrappingSecondOfDay: 36_000)]) ?? nil
            }
            profile.habits[0].hasDawn = Bool.random(using: &random)
            profile.habits[0].guardsAgainstSleep = Bool.random(using: &random)
            let shared = try Self.shared(profile, version: round)
            #expect(!shared.isPartial && shared.version == round)
            let after = try Profile().changed(by: shared.change(of: Profile()), isSignedIn: true).get().profile
            #expect(SharedProfile.isSame(after, profile), "\(round): \(after) \(profile)")
            // And then nothing is left to change.
            let again = try after.changed(by: shared.change(of: after), isSignedIn: true).get()
            #expect(again.profile == after && again.differences.isEmpty)
        }
    }

    /// Whatever a gateway says, the profile stays one of the device's.
    @Test func whatComesFromOutsideBreaksNothing() throws {
        let body =
            SharedProfile.document(of: Profile(ownerName: "Aiko"), zone: "UTC", changedAt: nil).line
            .dropLast() + #","version":7,"updatedAt":1790000000000,"changedBy":"web"}"#
        let bytes = Array(body.utf8)
        var random = SeededRandom(seed: 21)
        var readable = 0
        for _ in 0..<4000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: changed.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: changed[index] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.remove(at: index)
                case 2: changed[index] = Array("0123456789\"[]{},:-".utf8).randomElement(using: &random) ?? 0x30
                default: changed.insert(contentsOf: Array(changed[index...].prefix(20)), at: index)
                }
            }
            guard let value = try? JSONValue.read(changed, .lenient), let shared = SharedProfile(reading: value) else {
                continue
            }
            readable += 1
            var here = Profile(ownerName: "Ren")
            here.habits[0].isOn = true
            guard case .success(let result) = here.changed(by: shared.change(of: here), isSignedIn: true) else {
                continue
            }
            #expect(result.profile.habits.count >= 3 && result.profile.companion == here.companion)
            #expect(result.profile.habits.allSatisfy { $0.at.second == 0 && !$0.days.isEmpty })
        }
        #expect(readable > 500, "\(readable)")
    }

    @Test(arguments: [
        #"{"version":-1}"#, #"{"version":"7"}"#, #"[]"#, #"{"displayName":"Aiko"}"#, #"null"#,
    ])
    func whatIsNoProfileIsNotOne(text: String) throws {
        #expect(SharedProfile(reading: try JSONValue.read(Array(text.utf8), .lenient)) == nil)
    }
}
