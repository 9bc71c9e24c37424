import Foundation
import TestKit
import Testing

@testable import Bedside

/// The contract of `profile.yaml` (SETUP-2): what is accepted, what is refused, and in which words.
@Suite(.requirement("SETUP-2")) struct ProfileDocumentTests {
    private func parse(_ yaml: String) throws -> ProfilePatch { try ProfilePatch.parse(SmallYAML.read(yaml)).get() }

    private func faults(_ yaml: String) -> [FieldError] {
        guard case .failure(let errors) = ProfilePatch.parse(SmallYAML.read(yaml)) else { return [] }
        return errors.fields
    }

    private static let contract = """
        owner: { name: Owner, language: ja }        # language: ja | en
        sleep_location: third-floor bedroom
        training_focus: [push-up, core]
        companion: offline
        volume: { ceiling: 80, floor: 20 }
        habits:
          wake:     { at: "06:00", days: [mon, tue, wed, thu, fri] }
          training: { at: "19:00", follow_ups: 5, follow_up_interval: 60s }
          reading:  { at: "21:30", prompt: reading }
        """

    @Test func readsTheContractsOwnExample() throws {
        let patch = try parse(Self.contract)
        #expect(patch.ownerName == "Owner" && patch.language == .japanese)
        #expect(patch.sleepLocation == "third-floor bedroom")
        #expect(patch.trainingFocus == [.pushUp, .core] && patch.companion == .offline)
        #expect(patch.ceilingPercent == 80 && patch.floorPercent == 20)
        #expect(patch.habits.map(\.id.name) == ["wake", "training", "reading"])
        #expect(patch.habits.map { $0.at?.description } == ["06:00", "19:00", "21:30"])
        #expect(patch.habits.map(\.days) == [.weekdays, nil, nil])
        #expect(patch.habits[1].followUps == 5 && patch.habits[1].followUpIntervalSeconds == 60)
        #expect(patch.habits[2].prompt == "reading" && patch.habits[2].isOn == nil)
        let (profile, differences) = try Profile().applying(patch).get()
        #expect(profile.habits.map(\.id.name) == ["wake", "training", "bedtime", "reading"])
        #expect(profile.habits.map(\.isOn) == [true, true, false, true])
        #expect(
            differences.map { "\($0.path) \($0.before ?? "-") \($0.after ?? "-")" } == [
                "owner.name - Owner", "owner.language en ja", "sleep_location - third-floor bedroom",
                "training_focus - push-up,core", "companion automatic offline", "habits.wake.on false true",
                "habits.wake.days mon,tue,wed,thu,fri,sat,sun mon,tue,wed,thu,fri", "habits.training.on false true",
                "habits.training.follow_ups 10 5", "habits.reading.at - 21:30",
            ])
    }

    @Test(.requirement("ALARM-1")) func readsEveryFieldOfAHabit() throws {
        let patch = try parse(
            """
            habits:
              wake:
                on: no
                at: 6:05
                days: sat
                follow_ups: 0
                follow_up_interval: 2m
                prompt: my_wake-2
                sound: /srv/sounds/Bell 1.wav
                curve: brisk
                wake_guard: false
            """)
        var expected = ProfilePatch.HabitPatch(id: .wake)
        expected.isOn = false
        expected.at = LocalTime(hour: 6, minute: 5)
        expected.days = WeekdaySet([.saturday])
        expected.followUps = 0
        expected.followUpIntervalSeconds = 120
        expected.prompt = "my_wake-2"
        expected.sound = "/srv/sounds/Bell 1.wav"
        expected.curve = .brisk
        expected.guardsAgainstSleep = false
        #expect(patch.habits == [expected])
    }

    @Test func everyFieldIsOptional() throws {
        #expect(try parse("{}") == ProfilePatch())
        #expect(try parse("habits: {}") == ProfilePatch())
        #expect(try parse("volume: { floor: 5 }").floorPercent == 5)
    }

    /// SAFE-4: a typing error must not leave the owner without help lines, and a country needs none of its own to be one.
    @Test(.requirement("SAFE-4")) func aCountryThatDoesNotExistIsRefused() throws {
        let found = faults("owner:\n  name: Aki\n  country: XX")
        #expect(found.map(\.line) == [3])
        #expect(
            found.first?.wording(inFile: "p.yaml").japanese.contains("国の二文字コード（JP、US など）にしてください（入力：\"XX\"）") == true)
        for code in ["AA", "QM", "ZZ", "EU", "UK", "AN", "12", "J", "JPN"] {
            #expect(CountryCode(code) == nil, "\(code)")
        }
        for code in ["DE", "BR", "AQ", "XK", "jp"] {
            #expect(try parse("owner: { country: \(code) }").country == code)
        }
        // A profile that an earlier version has stored is still read.
        var profile = Profile(ownerName: "Aki", country: CountryCode("JP"))
        let stored = String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
        profile.country = nil
        let old = Data(stored.replacingOccurrences(of: "\"JP\"", with: "\"XX\"").utf8)
        #expect(try JSONDecoder().decode(Profile.self, from: old) == profile)
    }

    /// The table of countries that Debian ships with its time zones is another one than ours.
    @Test(.requirement("SAFE-4")) func everyCountryOfTheTimeZonesIsKnown() throws {
        let table = try String(contentsOfFile: "/usr/share/zoneinfo/iso3166.tab", encoding: .utf8)
        let codes = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.prefix(2) }
        #expect(codes.count > 240)
        for code in codes { #expect(CountryCode(code) != nil, "\(code)") }
        let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let known = all.flatMap { first in all.map { "\(first)\($0)" } }.filter { CountryCode($0) != nil }
        #expect(Set(known) == Set(codes.map(String.init) + ["XK"]))
    }

    @Test func namesLineFieldAndWhatWasExpected() {
        let found = faults(
            """
            owner: { name: Owner, language: de }
            training_focus:
              - core
              - pushup
              - core
            volume:
              ceiling: 9
              floor: 20%
            habits:
              wake:
                at: "25:61"
                days: [mon, tues]
            """)
        #expect(
            found.map { "\($0.line) \($0)" } == [
                "1 owner.language: expected en or ja; found \"de\"",
                "4 training_focus: expected push-up, core, cardio or stretch; found \"pushup\" (did you mean push-up?)",
                "5 training_focus: expected each value once; found \"core\" again",
                "7 volume.ceiling: expected a whole number from 10 to 100; found \"9\"",
                "8 volume.floor: expected a whole number from 0 to 100; found \"20%\"",
                "11 habits.wake.at: expected a time from 00:00 to 23:59, like \"06:00\"; found \"25:61\"",
                "12 habits.wake.days: expected mon, tue, wed, thu, fri, sat or sun; found \"tues\" (did you mean tue?)",
            ])
        #expect(
            found.map { $0.text(in: .japanese) } == [
                "owner.language: en か ja のどちらかにしてください（入力：\"de\"）",
                "training_focus: push-up、core、cardio、stretch のいずれかにしてください（入力：\"pushup\"）。もしかして push-up ですか",
                "training_focus: 同じものは一回だけにしてください（重複：\"core\"）",
                "volume.ceiling: 10から100までの整数にしてください（入力：\"9\"）",
                "volume.floor: 0から100までの整数にしてください（入力：\"20%\"）",
                "habits.wake.at: 00:00から23:59までの時刻（例：\"06:00\"）にしてください（入力：\"25:61\"）",
                "habits.wake.days: mon、tue、wed、thu、fri、sat、sun のいずれかにしてください（入力：\"tues\"）。もしかして tue ですか",
            ])
    }

    @Test(arguments: [
        ("sleep_loaction: x", "sleep_loaction", "unknown field; expected owner, sleep_location,"),
        ("sleep_loaction: x", "sleep_loaction", "(did you mean sleep_location?)"),
        ("sleep: x", "sleep", "(did you mean sleep_location?)"),
        ("owner: { country: Japan }", "owner.country", "expected the two letters of a country, like JP or US; found"),
        ("owner: { country: J1 }", "owner.country", "found \"J1\""),
        // Two letters that are no country's.
        (
            "owner: { country: XX }", "owner.country",
            "expected the two letters of a country, like JP or US; found \"XX\""
        ),
        ("owner: { country: uk }", "owner.country", "found \"uk\" (did you mean GB?)"),
        ("owner: { age: 18 }", "owner.age", "expected under-13, 13-17, 18-plus or not-said; found \"18\""),
        ("talk_minutes: 121", "talk_minutes", "expected a whole number from 0 to 120; found \"121\""),
        (
            "gateway: { address: gateway.example }", "gateway.address",
            "expected a gateway's address, such as https://bedside.example; found \"gateway.example\""
        ),
        ("gateway: { ca: x }", "gateway.address", "missing"),
        ("gateway: { adress: x }", "gateway.adress", "unknown field; expected address, ca (did you mean address?)"),
        ("memory: maybe", "memory", "expected off, on or paused; found \"maybe\""),
        (
            "owner: { nmae: x }", "owner.nmae",
            "unknown field; expected name, language, country, age (did you mean name?)"
        ),
        ("owner: Anna", "owner", "expected name, language, country, age; found \"Anna\""),
        ("owner: { name: [a] }", "owner.name", "found a list"),
        ("owner: { name: }", "owner.name", "found nothing (leave it out to keep it, or write \"\" to clear it)"),
        ("owner: { name: {} }", "owner.name", "found a group of fields"),
        ("companion: siri", "companion", "expected automatic, offline, openai or gateway; found \"siri\""),
        ("volume: 80", "volume", "expected ceiling, floor, fade; found \"80\""),
        ("volume: { ceiling: 101 }", "volume.ceiling", "from 10 to 100"),
        ("volume: { ceiling: 1e2 }", "volume.ceiling", "from 10 to 100"),
        ("volume: { ceiling: 99999999999999999999 }", "volume.ceiling", "from 10 to 100"),
        ("volume: { floor: -1 }", "volume.floor", "from 0 to 100"),
        ("training_focus: { core: yes }", "training_focus", "expected a list of push-up, core, cardio, stretch"),
        ("training_focus: [[core]]", "training_focus", "found a list"),
        ("habits: [wake]", "habits", "expected habits by name, such as wake, training or bedtime; found a list"),
        ("habits:", "habits", "found nothing"),
        ("habits: { wake: { on: false } }", "habits.wake.at", "like \"06:00\"; it is missing"),
        ("habits: { wake: \"06:00\" }", "habits.wake", "expected fields such as at: \"06:00\"; found \"06:00\""),
        ("habits: { wake: }", "habits.wake", "expected fields such as at: \"06:00\"; found nothing"),
        ("habits: { Wake: { at: 06:00 } }", "habits.Wake", "(did you mean wake?)"),
        ("habits: { once-3: { at: 06:00 } }", "habits.once-3", "is reserved for one-off alarms"),
        ("habits: { wake: { at: 24:00 } }", "habits.wake.at", "found \"24:00\""),
        ("habits: { wake: { at: 06:00:30 } }", "habits.wake.at", "found \"06:00:30\""),
        ("habits: { wake: { at: 6 } }", "habits.wake.at", "found \"6\""),
        ("habits: { wake: { at: } }", "habits.wake.at", "found nothing"),
        ("habits: { wake: { at: 06:00, days: [] } }", "habits.wake.days", "to switch the habit off: on: false"),
        ("habits: { wake: { at: 06:00, days: [mon, mon] } }", "habits.wake.days", "each value once"),
        ("habits: { wake: { at: 06:00, on: maybe } }", "habits.wake.on", "expected true or false"),
        ("habits: { wake: { at: 06:00, follow_ups: 31 } }", "habits.wake.follow_ups", "from 0 to 30"),
        ("habits: { wake: { at: 06:00, followups: 3 } }", "habits.wake.followups", "(did you mean follow_ups?)"),
        ("habits: { wake: { at: 06:00, follow_up_interval: 29s } }", "habits.wake.follow_up_interval", "30 to 600"),
        (
            "habits: { wake: { at: 06:00, follow_up_interval: 11m } }", "habits.wake.follow_up_interval",
            "like 60s or 2m"
        ),
        ("habits: { wake: { at: 06:00, follow_up_interval: 1h } }", "habits.wake.follow_up_interval", "found \"1h\""),
        ("habits: { wake: { at: 06:00, follow_up_interval: m } }", "habits.wake.follow_up_interval", "found \"m\""),
        ("habits: { wake: { at: 06:00, prompt: ../etc } }", "habits.wake.prompt", "expected a prompt's name"),
        ("habits: { wake: { at: 06:00, prompt: \"\" } }", "habits.wake.prompt", "found \"\""),
        ("habits: { wake: { at: 06:00, sound: /a/../b.wav } }", "habits.wake.sound", "without \"..\""),
        ("habits: { wake: { at: 06:00, sound: a/b.wav } }", "habits.wake.sound", "absolute path"),
        ("habits: { wake: { at: 06:00, sound: /a/ } }", "habits.wake.sound", "absolute path"),
        ("habits: { wake: { at: 06:00, curve: steep } }", "habits.wake.curve", "expected gentle, steady or brisk"),
        (
            "habits: { bedtime: { at: 22:00, wake_guard: true } }", "habits.bedtime.wake_guard",
            "expected only for wake"
        ),
        (
            "- a", "profile",
            "expected owner, sleep_location, training_focus, companion, talk_minutes, volume, memory, gateway, habits; found a list"
        ),
        ("", "profile", "found nothing"),
    ])
    func refusesWhatTheContractDoesNotKnow(yaml: String, path: String, message: String) throws {
        let found = faults(yaml)
        #expect(found.count == 1)
        let fault = try #require(found.first)
        #expect(fault.path == path)
        #expect(fault.description.contains(message), "\(fault)")
    }

    @Test func refusesAKeyThatIsGivenTwice() {
        let twice = Field.mapping(
            [
                Field.Entry(key: "companion", line: 1, value: .scalar("offline", line: 1)),
                Field.Entry(key: "companion", line: 2, value: .scalar("openai", line: 2)),
            ], line: 1)
        guard case .failure(let errors) = ProfilePatch.parse(twice) else {
            Issue.record("a key given twice was believed")
            return
        }
        #expect(errors.fields == [FieldError(line: 2, path: "companion", fault: .givenTwice)])
        #expect(errors.description == "companion: is given twice; expected once")
    }

    @Test func boundsTextsByCharactersAndRefusesControlCharacters() throws {
        func name(_ text: String) -> Result<ProfilePatch, FieldErrors> {
            ProfilePatch.assigning(path: "owner.name", value: text)
        }
        for good in ["Ann", " Ann ", String(repeating: "花", count: 64), "O'Neil \"Al\" \\ {x}", "👩‍👩‍👧‍👦 k\u{301}"] {
            #expect(try name(good).get().ownerName == good.trimmed())
        }
        #expect(try name("  ").get().ownerName == "")
        for bad in [
            String(repeating: "花", count: 65), "a\nb", "a\u{0}b", "a\u{202E}b", "a\u{2028}b", "a\u{9B}b", "a\u{FEFF}b",
            "e" + String(repeating: "\u{301}", count: 600),
        ] {
            guard case .failure(let errors) = name(bad) else {
                Issue.record("\(bad.debugDescription) was believed")
                continue
            }
            #expect(errors.fields.map(\.path) == ["owner.name"])
            // One line, whatever was found.
            #expect(errors.description.unicodeScalars.allSatisfy(PrintableText.isPrintable))
            #expect(errors.description.unicodeScalars.count < 250)
        }
        #expect(throws: FieldErrors.self) {
            try ProfilePatch.assigning(path: "sleep_location", value: String(repeating: "a", count: 201)).get()
        }
        #expect(
            try ProfilePatch.assigning(path: "sleep_location", value: String(repeating: "a", count: 200)).get()
                != ProfilePatch())
    }

    @Test func collectsAtMostTwentyFaultsInTheOrderOfTheirLines() {
        let entries = (1...50).reversed().map { Field.Entry(key: "x\($0)", line: $0, value: .null(line: $0)) }
        guard case .failure(let errors) = ProfilePatch.parse(.mapping(entries, line: 1)) else {
            Issue.record("unknown fields were believed")
            return
        }
        #expect(errors.fields.count == 20)
        #expect(errors.fields.map(\.line) == errors.fields.map(\.line).sorted())
    }

    @Test func refusesMoreHabitsThanThereMayBe() throws {
        func document(_ count: Int) -> Field {
            let at = Field.mapping([Field.Entry(key: "at", line: 1, value: .scalar("06:00", line: 1))], line: 1)
            let habits = (0..<count).map { Field.Entry(key: "h\($0)", line: 1, value: at) }
            return .mapping([Field.Entry(key: "habits", line: 1, value: .mapping(habits, line: 1))], line: 1)
        }
        #expect(throws: FieldErrors.self) { try ProfilePatch.parse(document(33)).get() }
        // 29 and the three built-in ones.
        let full = try Profile().applying(ProfilePatch.parse(document(29)).get()).get().profile
        #expect(full.habits.count == 32)
        #expect(throws: FieldErrors.self) { try Profile().applying(ProfilePatch.parse(document(30)).get()).get() }
    }

    @Test(.requirement("GUARD-6")) func survivesAnyTreeOfFields() {
        var random = SeededRandom(seed: 7)
        let words =
            ProfileKey.top + ProfileKey.owner + ProfileKey.volume + ProfileKey.habit + [
                "wake", "", "\u{0}", "06:00", "core", "60s", "ja", "..", "999999999999", "true", "a.b", "～",
            ]
        func tree(_ depth: Int) -> Field {
            let line = Int.random(in: 0...9, using: &random)
            switch depth == 0 ? Int.random(in: 0...1, using: &random) : Int.random(in: 0...5, using: &random) {
            case 0: return .null(line: line)
            case 1: return .scalar(words.randomElement(using: &random) ?? "", line: line)
            case 2: return .list((0..<Int.random(in: 0...3, using: &random)).map { _ in tree(depth - 1) }, line: line)
            default:
                let entries = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    Field.Entry(key: words.randomElement(using: &random) ?? "", line: line, value: tree(depth - 1))
                }
                return .mapping(entries, line: line)
            }
        }
        var read = 0
        for _ in 0..<4000 {
            guard case .success(let patch) = ProfilePatch.parse(tree(4)) else { continue }
            read += 1
            _ = Profile().applying(patch)
        }
        #expect(read > 10)
    }
}
