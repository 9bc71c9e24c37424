import TestKit
import Testing

@testable import Bedside

/// Talks over several days through the whole machine, as an owner would have them (MIND-1, MIND-3).
@Suite(.requirement("MIND-1", "MIND-2", "MIND-3", "TALK-9"))
struct MemoryStoryTests {
    typealias Kind = Simulator.Step.Kind

    static let start = Kind.press(.start, heldMilliseconds: 0, ownerSpeaks: true)
    static let stop = Kind.press(.stop, heldMilliseconds: 0, ownerSpeaks: true)
    static func owner(_ words: String) -> Kind { .said(.owner, PrivateText(words)) }
    static func companion(_ words: String) -> Kind { .said(.companion, PrivateText(words)) }

    static let window = "Tomorrow at six I open the window and breathe."
    static let intention = Kind.tool(
        name: "save_intention",
        arguments: """
            {"habit":"wake","words":"Tomorrow at six I open the window and breathe","action":"open the window and \
            breathe","cue":"waking at six","cue_kind":"wake"}
            """)

    static func run(
        days: Int = 3, memory: MemoryMode = .on, language: Language = .english, companion: Companion = .openai,
        owner: String? = nil, from: String = "2026-11-24T12:00", _ steps: [(String, Kind)]
    ) throws -> [SimulatedLine] {
        var profile = Profile(language: language, companion: companion)
        profile.ownerName = owner
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].id != .training }
        let zone = try TestZones.load("Europe/Berlin")
        let first = try EpisodeTests.at(from)
        let instant = try #require(zone.instant(of: first))
        let script = try steps.map { Simulator.Step(at: try EpisodeTests.at($0.0), kind: $0.1) }
        let instructions: Simulator.Instructions = { request, _ in
            request.care == .crisis
                ? "instructions for a crisis"
                : request.told.added(to: "instructions for \(request.habit?.id.name ?? "a talk")")
        }
        let made = Simulator(
            configuration: Configuration(clockFloor: instant - .days(366)), profile: profile, zone: zone, from: first,
            days: days, steps: script, memory: memory, instructions: instructions)
        var simulator = try #require(made)
        var lines: [SimulatedLine] = []
        simulator.runAll { line, _ in lines.append(line) }
        return lines
    }

    static func kept(_ lines: [SimulatedLine]) -> [MemoryItem] {
        lines.compactMap { if case .memory(.kept(let item), _) = $0 { item } else { nil } }
    }

    static func asked(_ lines: [SimulatedLine]) -> [MemoryItem] {
        lines.compactMap { if case .memory(.asked(let item), _) = $0 { item } else { nil } }
    }

    static func refusals(_ lines: [SimulatedLine]) -> [MemoryRefusal] {
        lines.compactMap { if case .memory(.refused(let reason), _) = $0 { reason } else { nil } }
    }

    static func prompts(_ lines: [SimulatedLine], _ habit: HabitID?) -> [String] {
        lines.compactMap { line in
            if case .prompt(habit, let text, _) = line { text.words } else { nil }
        }
    }

    private static let bedtimeTalk: [(String, Kind)] = [
        ("2026-11-24T22:30:10", start), ("2026-11-24T22:30:30", owner(window)), ("2026-11-24T22:30:40", intention),
        ("2026-11-24T22:31:00", companion("You wake at six, you open the window.")), ("2026-11-24T22:31:30", stop),
    ]

    @Test func anIntentionOfTheEveningIsTheFirstLineOfTheMorning() throws {
        let lines = try Self.run(Self.bedtimeTalk + [("2026-11-25T06:00:10", Self.start)])
        let item = try #require(Self.kept(lines).first)
        #expect(item.kind == .intention && item.intention?.forDate == LocalDate("2026-11-25"))
        let morning = Self.prompts(lines, .wake).first ?? ""
        let first = morning.split(separator: "\n").first
        #expect(first?.contains("Tomorrow at six I open the window and breathe") == true)
        #expect(morning.contains("instructions for wake"))
    }

    /// A script that has what is said in a live talk needs no companion named in the profile, and no key.
    @Test func wordsInTheScriptAreALiveTalkUnlessTheProfileIsOffline() throws {
        let lines = try Self.run(companion: .automatic, Self.bedtimeTalk)
        #expect(Self.kept(lines).map(\.kind) == [.intention])
        #expect(Self.kept(try Self.run(companion: .offline, Self.bedtimeTalk)).isEmpty)
    }

    @Test func theNextEveningAsksAboutItOnce() throws {
        let evenings = ["2026-11-25", "2026-11-26"].flatMap {
            [("\($0)T22:30:10", Self.start), ("\($0)T22:30:40", Self.owner("Yes.")), ("\($0)T22:31:10", Self.stop)]
        }
        let lines = try Self.run(Self.bedtimeTalk + evenings)
        #expect(Self.asked(lines).count == 1)
        let prompts = Self.prompts(lines, .bedtime)
        #expect(prompts.count(where: { $0.contains("answer_intention") }) == 1)
    }

    @Test func whatASummaryFindsIsKeptIfTheOwnerSaidIt() throws {
        let summary = MemorySummary(
            items: [
                MemoryCandidate(
                    kind: .person, slot: "dog", text: PrivateText("Has a dog named Momo"),
                    quote: PrivateText("my dog Momo")),
                MemoryCandidate(
                    kind: .profile, slot: "work", text: PrivateText("Works at the harbour"),
                    quote: PrivateText("I work at the harbour")),
            ], day: [PrivateText("Walked the dog by the river")])
        let talk: [(String, Kind)] = [
            ("2026-11-24T15:00:00", Self.start),
            ("2026-11-24T15:00:20", Self.owner("I walked the dog by the river, my dog Momo loves it.")),
            ("2026-11-24T15:00:40", Self.stop),
        ]
        for at in ["2026-11-24T15:00:30", "2026-11-24T15:00:45", "2026-11-24T15:03:00"] {
            let lines = try Self.run(talk + [(at, .summary(summary))])
            #expect(Self.kept(lines).map(\.text.words) == ["Has a dog named Momo"], "summary at \(at)")
            #expect(Self.refusals(lines) == [.unquoted])
        }
    }

    /// The talk waits for a second try with the next talk's summary, whose quotes may come from it.
    @Test func aTalkWhoseSummaryFailedIsSummarizedWithTheNext() throws {
        let summary = MemorySummary(items: [
            MemoryCandidate(
                kind: .person, slot: "dog", text: PrivateText("Has a dog named Momo"), quote: PrivateText("my dog Momo")
            )
        ])
        let first: [(String, Kind)] = [
            ("2026-11-24T15:00:00", Self.start), ("2026-11-24T15:00:20", Self.owner("My dog Momo is ill.")),
            ("2026-11-24T15:00:40", Self.stop), ("2026-11-24T15:00:45", .summary(nil)),
        ]
        func second(_ day: String) -> [(String, Kind)] {
            [
                ("\(day)T16:00:00", Self.start), ("\(day)T16:00:20", Self.owner("Good afternoon.")),
                ("\(day)T16:00:40", Self.stop), ("\(day)T16:00:45", .summary(summary)),
            ]
        }
        #expect(Self.kept(try Self.run(first + second("2026-11-24"))).count == 1)
        // After a day it is destroyed.
        #expect(Self.kept(try Self.run(first + second("2026-11-25"))).isEmpty)
    }

    @Test func nothingIsKeptWithoutTheOwnersConsent() throws {
        for mode in [MemoryMode.off, .paused] {
            let lines = try Self.run(memory: mode, Self.bedtimeTalk)
            #expect(Self.kept(lines).isEmpty)
            let answers = lines.compactMap { line -> String? in
                if case .night(let entry) = line, entry.kind == .tool { entry.detail } else { nil }
            }
            #expect(answers.count == 1 && answers[0].contains("anicca memory resume"))
        }
    }

    @Test func whatIsOffTheRecordIsNotKept() throws {
        let talk: [(String, Kind)] = [
            ("2026-11-24T22:30:10", Self.start), ("2026-11-24T22:30:20", Self.owner("This is off the record please.")),
            ("2026-11-24T22:30:25", .tool(name: "off_record", arguments: "{}")),
            ("2026-11-24T22:30:30", Self.owner(Self.window)), ("2026-11-24T22:30:40", Self.intention),
            ("2026-11-24T22:31:30", Self.stop),
        ]
        let lines = try Self.run(talk)
        #expect(Self.kept(lines).isEmpty && Self.refusals(lines) == [.offTheRecord])
    }

    /// The companion may keep first, and heed the wish after; what was said on the record stays.
    @Test func whatWasKeptOfTheLineWithTheWishIsForgotten() throws {
        func remember(_ slot: String, _ text: String, _ quote: String) -> Kind {
            .tool(name: "remember", arguments: #"{"slot":"\#(slot)","text":"\#(text)","quote":"\#(quote)"}"#)
        }
        let lines = try Self.run([
            ("2026-11-24T15:00:00", Self.start), ("2026-11-24T15:00:20", Self.owner("My dog is called Momo.")),
            ("2026-11-24T15:00:25", remember("dog", "Has a dog named Momo", "My dog is called Momo")),
            (
                "2026-11-24T15:00:40",
                Self.owner("Let's leave it in this room. I write letters to my cousin every month.")
            ),
            (
                "2026-11-24T15:00:45",
                remember("cousin", "Writes letters to a cousin every month", "I write letters to my cousin every month")
            ), ("2026-11-24T15:00:46", .tool(name: "off_record", arguments: "{}")),
            ("2026-11-24T15:01:00", Self.stop), ("2026-11-25T06:00:10", Self.start),
        ])
        let forgotten = lines.compactMap { if case .memory(.forgot(let id), _) = $0 { id } else { nil } }
        #expect(Self.kept(lines).map(\.slot.words) == ["dog", "cousin"])
        #expect(forgotten == Self.kept(lines).filter { $0.slot.words == "cousin" }.map(\.id))
        let morning = Self.prompts(lines, .wake).first ?? ""
        #expect(morning.contains("Momo") && !morning.contains("cousin"))
    }

    /// Also what no record held when it was to be forgotten, because only the talk had it yet.
    @Test func whatIsForgottenByWhatItIsAboutIsNotBroughtBackByASummary() throws {
        let summary = MemorySummary(
            items: [
                MemoryCandidate(
                    kind: .person, slot: "dog", text: PrivateText("Has a dog named Momo"),
                    quote: PrivateText("my dog Momo"))
            ], day: [PrivateText("Momo is ill")])
        let talk: [(String, Kind)] = [
            ("2026-11-24T15:00:00", Self.start), ("2026-11-24T15:00:20", Self.owner("My dog Momo is ill.")),
            ("2026-11-24T15:00:40", Self.stop),
        ]
        func forget(_ second: Int) -> (String, Kind) {
            ("2026-11-24T15:00:\(second)", .command(.memory(.forgetAbout(PrivateText("Momo"))), existing: nil))
        }
        for second in [30, 42] {
            let lines = try Self.run(talk + [forget(second), ("2026-11-24T15:00:45", .summary(summary))])
            #expect(Self.kept(lines).isEmpty, "forgotten at \(second) s")
        }
        // A talk that waits for its second try goes too.
        let next: [(String, Kind)] = [
            ("2026-11-24T16:00:00", Self.start), ("2026-11-24T16:00:20", Self.owner("Good afternoon.")),
            ("2026-11-24T16:00:40", Self.stop), ("2026-11-24T16:00:45", .summary(summary)),
        ]
        let failed: [(String, Kind)] = [("2026-11-24T15:00:45", .summary(nil))]
        #expect(Self.kept(try Self.run(talk + failed + next)).count == 1)
        #expect(Self.kept(try Self.run(talk + failed + [forget(50)] + next)).isEmpty)
    }

    /// A script learns the numbers of what its commands keep and erase: its `["memory","forget","1"]` needs them.
    @Test(.requirement("GUARD-8")) func whatACommandKeepsOrErasesIsReported() throws {
        func add(_ slot: String, _ text: String) -> MemoryCommand {
            .add(slot: PrivateText(slot), text: PrivateText(text))
        }
        let aiko = MemoryCommand.trust(PrivateText("my sister Aiko"))
        // What is known already, what is pinned, and who is named again are no news.
        let commands: [MemoryCommand] = [
            add("dog-name", "Momo"), add("dog-name", "Momo"), add("dog-name", "Coco"),
            .edit(MemoryID(2), text: PrivateText("Coco the second")), .pin(MemoryID(2), true), aiko, aiko,
            add("tea", "Likes green tea"), .wipe,
        ]
        let lines = try Self.run(
            commands.enumerated().map { number, command in
                ("2026-11-24T15:00:\(10 + number)", Kind.command(.memory(command), existing: nil))
            })
        #expect(
            Self.kept(lines).map(\.text.words) == [
                "Momo", "Coco", "Coco the second", "my sister Aiko", "Likes green tea",
            ])
        #expect(Self.kept(lines).map(\.id.number) == [1, 2, 2, 3, 4])
        let forgotten = lines.compactMap { line -> Int? in
            if case .memory(.forgot(let id), _) = line { id.number } else { nil }
        }
        #expect(forgotten == [2, 3, 4])
    }

    @Test func whatWasForgottenDuringATalkIsNotBroughtBackByItsSummary() throws {
        let summary = MemorySummary(items: [
            MemoryCandidate(
                kind: .person, slot: "dog", text: PrivateText("Has a dog named Momo"), quote: PrivateText("my dog Momo")
            )
        ])
        let talk: [(String, Kind)] = [
            ("2026-11-24T15:00:00", Self.start), ("2026-11-24T15:00:20", Self.owner("My dog Momo is ill.")),
            (
                "2026-11-24T15:00:25",
                .tool(
                    name: "remember",
                    arguments: #"{"slot":"dog","text":"Has a dog named Momo","quote":"My dog Momo"}"#)
            ),
            ("2026-11-24T15:00:30", Self.owner("Forget my dog Momo, please.")),
            ("2026-11-24T15:00:32", .tool(name: "forget", arguments: #"{"query":"my dog Momo"}"#)),
            ("2026-11-24T15:00:35", Self.owner("The soup was good.")),
            ("2026-11-24T15:00:40", Self.stop), ("2026-11-24T15:00:45", .summary(summary)),
        ]
        let lines = try Self.run(talk)
        #expect(Self.kept(lines).count == 1 && Self.refusals(lines) == [.offTheRecord])
    }
}
