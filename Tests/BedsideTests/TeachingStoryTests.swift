import TestKit
import Testing

@testable import Bedside

/// Mornings after talks, through the whole machine: the theme, the teaching, and when there is neither.
@Suite(.requirement("MIND-2", "MIND-6"))
struct TeachingStoryTests {
    typealias Kind = Simulator.Step.Kind

    static let shelf = Theme.allCases.flatMap { theme in
        (1...3).map { number in
            Teaching(
                id: "\(theme.rawValue)-\(["a", "b", "c"][number - 1])", themes: [theme], labels: [.calm],
                sentence: Wording("A sentence of \(theme.rawValue) \(number).", "文\(theme.rawValue)\(number)。"),
                practice: Wording("Act.", "すること。"), source: TextPlace("Dhp 5").map(Teaching.Source.text) ?? .ownWords)
        }
    }

    /// Evening talks with a reflection, and mornings in which Start is pressed.
    static func run(
        days: Int = 2, language: Language = .english, memory: MemoryMode = .on,
        evening: String = "I was angry at the traffic today.",
        labels: String = "", entries: [Teaching] = shelf, _ more: [(String, Kind)] = []
    ) throws -> [String] {
        var profile = Profile(language: language, companion: .openai)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].id != .training }
        let zone = try TestZones.load("Europe/Berlin")
        let first = try EpisodeTests.at("2026-11-24T12:00")
        let instant = try #require(zone.instant(of: first))
        var steps = more
        let start = try #require(LocalDate("2026-11-24"))
        for day in 0..<days {
            let (tonight, tomorrow) = (start.adding(days: day), start.adding(days: day + 1))
            steps += [
                ("\(tonight)T22:30:10", MemoryStoryTests.start),
                ("\(tonight)T22:30:20", MemoryStoryTests.owner(evening)),
                (
                    "\(tonight)T22:30:30",
                    .tool(
                        name: "save_reflection",
                        arguments: #"{"one_line":"\#(evening)","quote":"\#(evening)"\#(labels)}"#)
                ),
                ("\(tonight)T22:31:30", MemoryStoryTests.stop), ("\(tomorrow)T06:00:10", MemoryStoryTests.start),
                ("\(tomorrow)T06:00:50", MemoryStoryTests.owner("I am up.")),
                ("\(tomorrow)T06:01:30", MemoryStoryTests.stop),
            ]
        }
        let script = try steps.map { Simulator.Step(at: try EpisodeTests.at($0.0), kind: $0.1) }
        let made = Simulator(
            configuration: Configuration(clockFloor: instant - .days(366)), profile: profile, zone: zone, from: first,
            days: days, steps: script, memory: memory,
            instructions: { request, _ in "instructions for \(request.habit?.id.name ?? "a talk")" },
            thoughts: { MorningThought($0, entries: entries) })
        var simulator = try #require(made)
        var lines: [SimulatedLine] = []
        simulator.runAll { line, _ in lines.append(line) }
        return MemoryStoryTests.prompts(lines, .wake)
            + MemoryStoryTests.prompts(lines, .bedtime).filter { $0.contains("# A thought") }
    }

    @Test func theNextMorningTakesUpTheThemeWithOneTeaching() throws {
        let mornings = try Self.run()
        #expect(mornings.count == 2)
        for morning in mornings {
            #expect(morning.contains("owner's last days, in our word for it: patience."), "\(morning)")
            #expect(morning.components(of: "A sentence of anger") == 1)
            #expect(morning.contains("after a theme of the Dhammapada, 5"))
            // Nothing that was said, and no word that hurts.
            #expect(!morning.contains("angry") && !morning.contains("anger."))
        }
        #expect(Set(mornings).count == 2, "no teaching twice")
        let japanese = try Self.run(language: .japanese, evening: "会議で腹が立った。")
        #expect(japanese.first?.contains("待つこと") == true && japanese.first?.contains("文anger") == true)
    }

    /// The entries for a training and for an evening are heard there, each in its own words, and never in a crisis.
    @Test func aTrainingAndAnEveningHaveTheirOwn() throws {
        let entries = [Teaching.Occasion.training, .bedtime].map {
            Teaching(
                id: "for-\($0.rawValue)", themes: [.sleep], occasion: $0,
                sentence: Wording("A sentence of \($0.rawValue).", "\($0.rawValue)の文。"),
                practice: Wording("Act.", "すること。"))
        }
        for (occasion, heading) in [
            (Teaching.Occasion.training, "# A thought for this training"), (.bedtime, "# A thought for this evening"),
        ] {
            let date = try #require(LocalDate("2026-11-24"))
            let thought = MorningThought(TeachingRequest(date: date, occasion: occasion), entries: entries)
            let text = try #require(thought.instructions(in: .english))
            #expect(text.hasPrefix(heading) && text.components(of: "A sentence of \(occasion.rawValue).") == 1)
            #expect(thought.theme == nil && !text.contains("last days") && !text.contains("stand,"))
            let crisis = MorningThought(
                TeachingRequest(date: date, occasion: occasion, isCrisis: true), entries: entries)
            #expect(crisis.instructions(in: .english) == nil)
        }
        // Through the machine: the evening's prompt has it, the morning's has not.
        let prompts = try Self.run(days: 1, entries: entries)
        #expect(prompts.count { $0.contains("A sentence of bedtime.") } == 1)
        #expect(prompts.count { $0.contains("A sentence of training.") } == 0)
    }

    /// T-4: the device's memory of what was heard, over two months.
    @Test func noTeachingComesTwiceWithinThirtyDays() throws {
        let mornings = try Self.run(days: 40)
        let sentences = mornings.map { text in text.split(separator: "\n").first { $0.contains("A sentence of") } ?? ""
        }
        #expect(sentences.count == 40)
        for (day, sentence) in sentences.enumerated() where !sentence.isEmpty {
            #expect(!sentences[..<day].suffix(29).contains(sentence), "day \(day)")
        }
        #expect(sentences.filter { !$0.isEmpty }.count >= 30)
    }

    @Test func aSecondTalkOfTheMorningHasTheSameOne() throws {
        let again: [(String, Kind)] = [
            ("2026-11-25T06:02:00", .press(.start, heldMilliseconds: 0, ownerSpeaks: true)),
            ("2026-11-25T06:02:05", .power(isOn: false)), ("2026-11-25T06:02:10", .power(isOn: true)),
            ("2026-11-25T06:02:30", .command(.talk(.wake), existing: nil)),
            ("2026-11-25T06:02:50", MemoryStoryTests.owner("Hello.")), ("2026-11-25T06:03:30", MemoryStoryTests.stop),
        ]
        let mornings = try Self.run(days: 1, again)
        #expect(mornings.count == 2 && Set(mornings.map { $0.contains("A sentence of") }) == [true])
        let sentences = mornings.map { $0.split(separator: "\n").first { $0.contains("A sentence of") } }
        #expect(sentences.first == sentences.last)
    }

    @Test func itIsSwitchedOffOrMadeSecularByOneCommand() throws {
        func command(_ mode: TeachingMode) -> (String, Kind) {
            ("2026-11-24T13:00:00", .command(.teaching(.mode(mode)), existing: nil))
        }
        let off = try Self.run(days: 1, [command(.off)])
        #expect(off.count == 1 && off[0].contains("patience.") && !off[0].contains("A sentence of"))
        let secular = try Self.run(days: 1, [command(.secular)])
        #expect(secular[0].contains("A sentence of") && !secular[0].contains("Dhammapada"))
        #expect(secular[0].contains("\"in our own words\""))
    }

    /// T-6.
    @Test func griefIsLeftAloneUnlessTheOwnerAgreed() throws {
        let words = "My grandmother died and I miss her so much."
        #expect(try Self.run(days: 1, evening: words).allSatisfy { !$0.contains("# A thought") })
        let agreed: (String, Kind) = ("2026-11-24T13:00:00", .command(.teaching(.grief(true)), existing: nil))
        #expect(try Self.run(days: 1, evening: words, [agreed]).contains { $0.contains("A sentence of grief") })
    }

    /// T-6, G-4: for a day there is neither theme nor teaching.
    @Test func theMorningAfterACrisisHasNeither() throws {
        let crisis: [(String, Kind)] = [
            ("2026-11-24T23:00:00", MemoryStoryTests.start),
            ("2026-11-24T23:00:20", MemoryStoryTests.owner("I want to kill myself.")),
            ("2026-11-24T23:01:00", MemoryStoryTests.stop),
        ]
        let mornings = try Self.run(days: 2, crisis)
        #expect(mornings.count == 2)
        #expect(!mornings[0].contains("# A thought") && mornings[1].contains("# A thought"))
    }

    @Test func aPausedMemoryTellsNothingAndAMissingFileCostsOnlyTheTeaching() throws {
        #expect(try Self.run(days: 1, memory: .paused).allSatisfy { !$0.contains("# A thought") })
        let missing = try Self.run(days: 1, entries: [])
        #expect(missing[0].contains("patience.") && !missing[0].contains("A sentence of"))
        // Without consent nothing of the evening is known, so that the sentence is one for every day.
        let off = try Self.run(days: 1, memory: .off)
        #expect(off[0].contains("A sentence of returning") && !off[0].contains("in our word for it"))
    }

    /// A call that nobody took up costs no teaching, and a companion of another habit is told none.
    @Test func onlyAMorningThatWasSpokenOnCounts() throws {
        var disk = Durable()
        disk.profile = Profile(companion: .openai)
        disk.profile.habits[0].isOn = true
        let noon = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        disk.armedSince[.wake] = noon
        let bedside = VirtualBedside(at: noon, disk: disk)
        bedside.powerOn()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        let today = try #require(LocalDate("2026-11-21"))
        let asked = bedside.connects
        #expect(asked.last?.teaching?.date == today)
        bedside.post(.teaching(.chosen(id: "joy-a", date: today)))
        bedside.companion(.ready)
        bedside.press(.stop)
        #expect(bedside.disk.teachings.lastHeard.isEmpty)
        bedside.advance(to: try EpisodeTests.at("2026-11-22T06:00:05"))
        bedside.post(.teaching(.chosen(id: "joy-b", date: today.adding(days: 1))))
        bedside.post(.teaching(.chosen(id: "Not an id", date: today)))
        bedside.companion(.ready)
        bedside.press(.start)
        #expect(bedside.disk.teachings.lastHeard == ["joy-b": today.adding(days: 1)])
    }

    /// M-11: theme and teaching leave the device with the instructions, so they stand in `anicca memory sent`, whether
    /// they were chosen before the call was ready or after it was opened.
    @Test(.requirement("MIND-3"), arguments: [true, false])
    func whatAMorningTakesUpIsAmongWhatWasSent(isLate: Bool) throws {
        var disk = Durable()
        disk.profile = Profile(companion: .openai)
        disk.profile.habits[0].isOn = true
        disk.memory.mode = .on
        let noon = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        disk.armedSince[.wake] = noon
        let bedside = VirtualBedside(at: noon, disk: disk)
        bedside.powerOn(isClockSynchronized: true)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        let requests = bedside.connects
        let request = try #require(requests.last { $0.teaching != nil })
        let asked = try #require(request.teaching)
        let thought = MorningThought(asked, entries: Self.shelf)
        let told = try #require(thought.instructions(in: .english)).split(separator: "\n").dropFirst().map(String.init)
        if isLate {
            bedside.companion(.ready)
            bedside.press(.start)
        }
        for event in thought.reports(for: asked, in: .english) { bedside.post(event) }
        if !isLate { bedside.companion(.ready) }
        let sent = try #require(bedside.disk.memory.sent.last)
        #expect(!told.isEmpty && sent.lines.suffix(told.count).map(\.words) == told)
        #expect(bedside.disk.memory.sent.count == 1)
    }

    /// While the memory is paused not even that is written (M-10).
    @Test(.requirement("MIND-3")) func aPausedMemoryNotesNoThought() throws {
        var disk = Durable()
        disk.profile = Profile(companion: .openai)
        disk.memory.mode = .paused
        let noon = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T12:00")))
        let bedside = VirtualBedside(at: noon, disk: disk)
        bedside.powerOn(isClockSynchronized: true)
        bedside.ask(.talk(nil))
        bedside.post(.memory(.thought([PrivateText("A line.")])))
        bedside.companion(.ready)
        #expect(bedside.disk.memory.sent.isEmpty)
    }

    @Test func theDatesThatAreKeptAreBounded() throws {
        var part = OwnerTeachings()
        for number in 0..<(OwnerTeachings.maximumHeard + 50) {
            let date = LocalDate(dayNumber: 20_000 + Int32(number))
            for change in part.hearing("entry-\(number)", on: date) { part.apply(change) }
        }
        #expect(part.lastHeard.count == OwnerTeachings.maximumHeard)
        #expect(part.lastHeard["entry-49"] == nil && part.lastHeard["entry-50"] != nil)
    }

    /// M-7, T-4: a morning begins with none of the words that hurt, nor after a miss with one that reproaches.
    @Test func aThemeThatHurtsGivesWayToOneThatHelps() {
        let gentle: Set<Theme> = [
            .patience, .kindness, .returning, .gratitude, .rightSpeech, .honesty, .joy, .impermanence, .habit,
        ]
        for theme in Theme.allCases {
            #expect(gentle.contains(theme.inTheMorning(isAfterMiss: false)))
            #expect(!theme.inTheMorning(isAfterMiss: true).reproachesAfterMiss)
        }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
