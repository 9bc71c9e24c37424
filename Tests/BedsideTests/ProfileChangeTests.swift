import TestKit
import Testing

@testable import Bedside

/// Merging a patch into a profile (SETUP-3), single assignments, and the way back to text.
@Suite(.requirement("SETUP-3")) struct ProfileChangeTests {
    private func patch(_ id: String, _ adjust: (inout ProfilePatch.HabitPatch) -> Void = { _ in }) throws
        -> ProfilePatch
    {
        var patch = ProfilePatch()
        var habit = ProfilePatch.HabitPatch(id: try #require(HabitID(id)))
        adjust(&habit)
        patch.habits = [habit]
        return patch
    }

    private func faults(_ profile: Profile, _ patch: ProfilePatch) -> [String] {
        guard case .failure(let errors) = profile.applying(patch) else { return [] }
        return errors.fields.map(\.description)
    }

    private func assigned(_ profile: Profile, _ path: String, _ value: String) throws -> Profile {
        try profile.applying(ProfilePatch.assigning(path: path, value: value).get()).get().profile
    }

    // MARK: Merging

    @Test func anEmptyPatchChangesNothing() throws {
        let (profile, differences) = try Profile().applying(ProfilePatch()).get()
        #expect(profile == Profile() && differences.isEmpty)
    }

    @Test func leavesWhatIsNotNamed() throws {
        let before = try Sample.profile(seed: 3)
        let after = try before.applying(patch("wake") { $0.followUps = 3 }).get()
        var expected = before
        expected.habits[0].followUps = 3
        #expect(after.profile == expected)
        #expect(after.differences.map(\.path) == ["habits.wake.follow_ups"])
    }

    @Test func aTimeSwitchesAHabitOnUnlessThePatchSaysOff() throws {
        let six = try #require(LocalTime("06:00"))
        #expect(try Profile().applying(patch("wake") { $0.at = six }).get().profile.habit(.wake)?.isOn == true)
        let off = try patch("wake") {
            $0.at = six
            $0.isOn = false
        }
        #expect(try Profile().applying(off).get().profile.habit(.wake)?.isOn == false)
        let sound = try patch("wake") { $0.sound = "bell.wav" }
        #expect(try Profile().applying(sound).get().profile.habit(.wake)?.isOn == false)
        #expect(try Profile().applying(patch("wake") { $0.isOn = true }).get().profile.habit(.wake)?.isOn == true)
    }

    @Test(.requirement("ALARM-1")) func addsOwnHabitsAtTheEndAndNeedsTheirTime() throws {
        let profile = try assigned(try assigned(Profile(), "habits.yoga.at", "07:15"), "habits.art.at", "8:00")
        #expect(profile.habits.map(\.id.name) == ["wake", "training", "bedtime", "yoga", "art"])
        #expect(profile.habits[3].prompt == "yoga" && profile.habits[3].isOn && !profile.habits[3].guardsAgainstSleep)
        #expect(
            try faults(Profile(), patch("wke") { $0.followUps = 3 }) == [
                "habits.wke.at: expected a time from 00:00 to 23:59, like \"06:00\"; it is missing for a new habit"
                    + " (did you mean wake?)"
            ])
    }

    @Test(.requirement("ALARM-1")) func removesOwnHabitsOnly() throws {
        let profile = try assigned(Profile(), "habits.yoga.at", "07:15")
        let yoga = try #require(HabitID("yoga"))
        var patch = ProfilePatch()
        patch.removedHabits = [yoga]
        let (after, differences) = try profile.applying(patch).get()
        #expect(after == Profile())
        #expect(differences == [ProfileDifference(path: "habits.yoga", before: "07:15", after: nil)])
        #expect(faults(Profile(), patch) == ["habits.yoga: no such habit; expected wake, training or bedtime"])
        patch.removedHabits = [.wake]
        #expect(
            faults(profile, patch) == ["habits.wake: is built in and cannot be removed; it can be switched off"])
        patch.removedHabits = [yoga]
        patch.habits = [ProfilePatch.HabitPatch(id: yoga)]
        #expect(faults(profile, patch) == ["habits.yoga: is given twice; expected once"])
    }

    @Test func checksFloorAndCeilingTogether() throws {
        #expect(throws: FieldErrors.self) { try assigned(Profile(), "volume.floor", "81") }
        #expect(try assigned(Profile(), "volume.floor", "80").volume.floorPercent == 80)
        var patch = ProfilePatch()
        patch.ceilingPercent = 15
        #expect(faults(Profile(), patch) == ["volume.ceiling: expected at least the floor, 20; found 15"])
        patch.floorPercent = 16
        #expect(faults(Profile(), patch) == ["volume.floor: expected at most the ceiling, 15; found 16"])
        patch.floorPercent = 10
        #expect(try Profile().applying(patch).get().profile.volume == VolumeRange(floorPercent: 10, ceilingPercent: 15))
    }

    @Test(.requirement("ALARM-1")) func boundsAnEpisodeToThreeHours() throws {
        func both(_ count: Int, _ seconds: Int) throws -> ProfilePatch {
            try patch("wake") {
                $0.followUps = count
                $0.followUpIntervalSeconds = seconds
            }
        }
        #expect(try Profile().applying(both(18, 600)).get().profile.habit(.wake)?.episodeSpan == .hours(3))
        #expect(
            try faults(Profile(), both(19, 600)) == [
                "habits.wake.follow_ups: expected the last follow-up within 3 hours; found 19 × 600 s"
            ])
        let many = try Profile().applying(both(30, 60)).get().profile
        #expect(try faults(many, patch("wake") { $0.followUpIntervalSeconds = 600 }).count == 1)
    }

    @Test func checksValuesThatNoDocumentHasSeen() throws {
        // Such patches come from the control socket.
        var patch = ProfilePatch()
        patch.ownerName = "a\nb"
        patch.sleepLocation = String(repeating: "x", count: 201)
        patch.trainingFocus = [.core, .core]
        patch.ceilingPercent = 9
        patch.floorPercent = -1
        var habit = ProfilePatch.HabitPatch(id: .training)
        habit.at = LocalTime(wrappingSecondOfDay: 1)
        habit.days = WeekdaySet([])
        habit.followUps = -1
        habit.followUpIntervalSeconds = .max
        habit.sound = "../a"
        habit.prompt = "a/b"
        habit.guardsAgainstSleep = true
        patch.habits = [habit, habit, ProfilePatch.HabitPatch(id: .once(1))]
        let paths = faults(Profile(), patch).map { String($0.prefix { $0 != ":" }) }
        #expect(
            paths == [
                "owner.name", "sleep_location", "training_focus", "volume.ceiling", "volume.floor",
                "habits.training.at",
                "habits.training.days", "habits.training.follow_ups", "habits.training.follow_up_interval",
                "habits.training.prompt", "habits.training.sound", "habits.training.wake_guard", "habits.training",
                "habits.once-1",
            ])
    }

    @Test func anEmptyTextClears() throws {
        var profile = Profile(ownerName: "Ann", sleepLocation: "bed", trainingFocus: [.core])
        profile.habits[0].sound = "bell.wav"
        for path in ["owner.name", "sleep_location", "training_focus", "habits.wake.sound"] {
            profile = try assigned(profile, path, "")
        }
        #expect(profile == Profile())
    }

    // MARK: Single assignments

    @Test func assignsOneFieldByItsPath() throws {
        #expect(try assigned(Profile(), "owner.name", "Anna").ownerName == "Anna")
        #expect(try assigned(Profile(), "volume.ceiling", "70").volume.ceilingPercent == 70)
        #expect(try assigned(Profile(), "training_focus", "push-up, core").trainingFocus == [.pushUp, .core])
        let wake = try #require(try assigned(Profile(), "habits.wake.at", "06:30").habit(.wake))
        #expect(wake.isOn && wake.at == LocalTime(hour: 6, minute: 30))
    }

    @Test(arguments: [
        ("", "x", "\"\": unknown field"), ("owner", "x", "owner: expected name, language, country, age; found \"x\""),
        ("owner.mood", "1", "owner.mood: unknown field; expected name, language, country, age"),
        ("habits..at", "06:00", "habits.\"\": expected a habit name"),
        ("habits.wake", "06:00", "habits.wake: expected fields such as at"),
        (
            "habits.wake.at", "noon",
            "habits.wake.at: expected a time from 00:00 to 23:59, like \"06:00\"; found \"noon\""
        ),
        ("habits.wake.at.hour", "6", "habits.wake.at: expected a time from 00:00 to 23:59"),
        ("a.b.c.d.e.f.g", "6", "a: unknown field"),
        ("habits.wake.days", "", "habits.wake.days: expected one day or more"),
        ("volume.ceiling", "", "volume.ceiling: expected a whole number"),
    ])
    func refusesAssignmentsInTheSameWords(path: String, value: String, message: String) {
        guard case .failure(let errors) = ProfilePatch.assigning(path: path, value: value) else {
            Issue.record("\(path) was believed")
            return
        }
        #expect(errors.fields.count == 1 && errors.fields.allSatisfy { $0.line == 0 })
        #expect(errors.description.hasPrefix(message), "\(errors)")
    }

    // MARK: The way back to text

    @Test(arguments: 0..<300) func aProfileComesBackFromItsDocument(seed: Int) throws {
        let profile = try Sample.profile(seed: UInt64(seed))
        let patch = try ProfilePatch.parse(SmallYAML.read(profile.yaml())).get()
        #expect(try Profile().applying(patch).get().profile == profile)
        // Nothing of another profile with the same habits remains.
        var other = try Sample.profile(seed: UInt64(seed) + 1000)
        other.habits = profile.habits.map { habit in
            var changed = habit
            changed.at = LocalTime(wrappingSecondOfDay: Int(habit.at.secondOfDay) + 3600)
            changed.isOn.toggle()
            changed.sound = habit.sound == nil ? "other.wav" : nil
            return changed
        }
        let (after, differences) = try other.applying(patch).get()
        #expect(after == profile)
        #expect(try profile.applying(patch).get().differences.isEmpty)
        #expect(differences.count >= 3 * profile.habits.count)
    }

    @Test(arguments: 0..<40) func aProfileComesBackFromItsAssignments(seed: Int) throws {
        let profile = try Sample.profile(seed: UInt64(seed))
        var rebuilt = Profile(volume: VolumeRange(floorPercent: 0, ceilingPercent: 100))
        // The time of a new habit comes first, as on the command line; it switches the habit on, so `on` comes last.
        let rows = profile.document
        let times = rows.filter { $0.path.hasSuffix(".at") }
        let switches = rows.filter { $0.path.hasSuffix(".on") }
        let others = rows.filter { !$0.path.hasSuffix(".at") && !$0.path.hasSuffix(".on") }
        for row in times + others + switches { rebuilt = try assigned(rebuilt, row.path, row.value) }
        #expect(rebuilt == profile)
    }

    /// The memory's mode goes with the profile's document, though the profile does not hold it (M-10).
    @Test(.requirement("SETUP-3", "MIND-3")) func aProfileFileCarriesWhetherTalksAreRemembered() throws {
        let bedside = try EpisodeTests.bedside()
        for mode in [MemoryMode.on, .paused, .off] {
            let document = bedside.disk.profile.yaml(memory: mode)
            let patch = try ProfilePatch.parse(SmallYAML.read(document)).get()
            guard case .changed(let differences, _)? = bedside.ask(.apply(patch)) else {
                Issue.record("refused")
                return
            }
            #expect(differences.map(\.path) == ["memory"] && differences.last?.after == mode.rawValue)
            #expect(bedside.disk.memory.mode == mode)
            #expect(bedside.ask(.apply(patch)) == .changed([], next: bedside.machine?.nextUp(at: bedside.now)))
        }
    }

    /// The address of the gateway goes with it as well, though the account holds it (GATEWAY-5).
    @Test(.requirement("SETUP-2", "GATEWAY-5")) func aProfileFileCarriesTheGatewaysAddress() throws {
        let bedside = try AccountTests.bedside(companion: .automatic)
        let document = bedside.disk.profile.yaml(gateway: AccountTests.gateway)
        let patch = try ProfilePatch.parse(SmallYAML.read(document)).get()
        guard case .changed(let differences, _)? = bedside.ask(.apply(patch)) else {
            Issue.record("refused")
            return
        }
        #expect(differences.map(\.path) == ["gateway.address"] && differences.last?.after == AccountTests.gateway)
        #expect(bedside.disk.account == AccountStanding(gateway: AccountTests.gateway))
        #expect(bedside.ask(.apply(patch)) == .changed([], next: bedside.machine?.nextUp(at: bedside.now)))
        #expect(bedside.ask(.account(.signIn(gateway: nil))) == .done)
    }

    /// Whoever is signed in is not signed out by a document, and nothing else of it is applied.
    @Test(.requirement("SETUP-2", "ACCOUNT-4")) func anotherGatewaysAddressIsRefusedWhileSignedIn() throws {
        let bedside = try AccountTests.bedside(AccountTests.signedIn)
        let before = bedside.disk
        for address in ["https://other.example", "nonsense"] {
            var patch = ProfilePatch()
            patch.ownerName = "Bo"
            patch.gateway = address
            guard case .refused(.profile(let faults))? = bedside.ask(.apply(patch)) else {
                Issue.record("taken")
                return
            }
            #expect(faults.map(\.path) == ["gateway.address"])
        }
        #expect(bedside.disk.account == before.account && bedside.disk.profile == before.profile)
        var same = ProfilePatch()
        same.gateway = AccountTests.gateway
        #expect(bedside.ask(.apply(same)) == .changed([], next: bedside.machine?.nextUp(at: bedside.now)))
    }

    @Test func writesADocumentThatPeopleCanRead() throws {
        var profile = Profile(ownerName: "Ann \"A\" \\", language: .japanese, trainingFocus: [.pushUp, .core])
        profile = try assigned(profile, "habits.on.at", "07:15")
        #expect(
            profile.yaml(memory: .paused).hasPrefix(
                """
                owner: { name: "Ann \\"A\\" \\\\", language: ja, country: "", age: not-said }
                sleep_location: ""
                training_focus: [push-up, core]
                companion: automatic
                talk_minutes: 60
                volume: { ceiling: 80, floor: 20, fade: 240s }
                memory: "paused"
                habits:
                  wake:
                    on: false
                    at: "06:00"
                    days: [mon, tue, wed, thu, fri, sat, sun]
                    follow_ups: 10
                    follow_up_interval: 60s
                    prompt: "wake_up"
                    sound: ""
                    curve: steady
                    sleeper: normal
                    wake_guard: true
                    latest: ""
                    dawn: false
                  training:

                """))
        #expect(profile.yaml().contains("\n  \"on\":\n    on: true\n    at: \"07:15\"\n"))
        #expect(profile.yaml().hasSuffix("sleeper: normal\n    latest: \"\"\n"))
    }
}

/// Profiles that the rules allow, by seed.
private enum Sample {
    static func profile(seed: UInt64) throws -> Profile {
        var random = SeededRandom(seed: seed)
        let texts = [
            nil, "Ann", "花子", "no", "a: b #c", "\"q\" \\ 'x'", "{[,]}", "- dash", "~", "0x10", "👩‍👩‍👧‍👦", "a  b",
            "&a *b !c |",
        ]
        func pick<T>(_ values: [T]) throws -> T { try #require(values.randomElement(using: &random)) }
        var profile = Profile()
        profile.ownerName = try pick(texts)
        profile.language = try pick(Language.allCases)
        profile.country = try pick([nil, CountryCode("NO"), CountryCode("jp")])
        profile.age = try pick(AgeBand.allCases)
        profile.sleepLocation = try pick(texts)
        profile.trainingFocus = Array(
            TrainingFocus.allCases.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)))
        profile.companion = try pick(Companion.allCases)
        profile.talkMinutes = Int.random(in: 0...120, using: &random)
        profile.volume.ceilingPercent = Int.random(in: 10...100, using: &random)
        profile.volume.floorPercent = Int.random(in: 0...profile.volume.ceilingPercent, using: &random)
        profile.volume.fadeSeconds = Int.random(in: 0...600, using: &random)
        for name in ["yoga", "no", "on", "null", "a-b_9"].shuffled(using: &random).prefix(
            Int.random(in: 0...5, using: &random))
        {
            profile.habits.append(Habit(id: try #require(HabitID(name)), at: LocalTime(wrappingSecondOfDay: 0)))
        }
        for index in profile.habits.indices {
            let id = profile.habits[index].id
            let followUps = Int.random(in: 0...30, using: &random)
            profile.habits[index] = Habit(
                id: id, isOn: .random(using: &random),
                at: LocalTime(wrappingSecondOfDay: 60 * Int.random(in: 0..<1440, using: &random)),
                days: WeekdaySet(
                    Weekday.allCases.shuffled(using: &random).prefix(Int.random(in: 1...7, using: &random))),
                followUps: followUps,
                followUpIntervalSeconds: Int.random(in: 30...min(600, 10_800 / max(followUps, 1)), using: &random),
                sound: try pick([nil, "bell.wav", "/srv/a b/\"c\".wav", "朝.wav"]),
                curve: try pick(VolumeCurve.allCases),
                prompt: try pick([nil, "reading", "x-1_y"]),
                guardsAgainstSleep: id == .wake ? .random(using: &random) : nil,
                sleeper: try pick(Sleeper.allCases))
        }
        return profile
    }
}
