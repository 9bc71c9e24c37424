import Foundation
import Testing

@testable import Bedside

/// MIND-5, D-1: the guided meditation that ships, and what is refused of one that an owner writes.
@Suite(.requirement("MIND-5")) struct MeditationScriptTests {
    static let lengths = MeditationLength.allCases

    /// The shipped script. Positions in it are tested where YAML is read (`MeditationFileTests`).
    static func shipped() throws -> MeditationScript {
        let text = try #require(ShippedPromptsTests.source("meditation.guided.json").text)
        return try MeditationDocument.read(field(of: text)).get()
    }

    static func field(of text: String) throws -> Field {
        let limits = JSONValue.Limits(bytes: MeditationDocument.limitBytes, depth: 16, values: 8192)
        return Field(try JSONValue.read(Array(text.utf8), within: limits))
    }

    // MARK: The shipped script

    @Test(arguments: lengths) func eachVersionLastsExactlyAsLongAsItsNameSays(length: MeditationLength) throws {
        let plan = MeditationPlan(try Self.shipped(), length, in: .english)
        #expect(plan.items.last?.until == .seconds(length.minutes * 60) && plan.length == plan.items.last?.until)
        #expect(zip(plan.items, plan.items.dropFirst()).allSatisfy { $0.until == $1.at && $0.at < $0.until })
        #expect(zip(plan.cues, plan.cues.dropFirst()).allSatisfy { $0.until <= $1.at })
    }

    @Test func eightMinutesAreMadeOfTheirParts() throws {
        let plan = MeditationPlan(try Self.shipped(), .eight, in: .english)
        let seconds = Dictionary(grouping: plan.items, by: \.part).mapValues { items in
            items.reduce(0) { $0 + ($1.until - $1.at).milliseconds } / 1000
        }
        #expect(seconds[.breath] == 30 && seconds[.body] == 120 && seconds[.kindness] == 120)
        #expect(seconds[.silence] == 120 && (seconds[.opening] ?? 0) + (seconds[.closing] ?? 0) == 90)
    }

    /// D-2: 4 in and 6 out is 6.0 breaths a minute; D-3: a bell each minute, -30 dBFS at the most.
    @Test func breathAndBellsComeByTheClock() throws {
        let plan = MeditationPlan(try Self.shipped(), .eight, in: .japanese)
        let breath = Tone.breath(rise: 4000, hold: 0, fall: 6000)
        let starts = plan.cues.filter { $0.sound == .tone(breath) }.map { $0.at.milliseconds }
        let first = try #require(starts.first)
        #expect(starts == [first, first + 10_000, first + 20_000])
        let quiet = try #require(plan.item("quiet-8"))
        let bells = plan.cues.filter { quiet.at <= $0.at && $0.at <= quiet.until }
        #expect(bells.map { ($0.at - quiet.at).milliseconds } == [60_000, 120_000])
        for bell in bells {
            guard case .tone(.bell(let decibels)) = bell.sound else {
                Issue.record("words in the silence")
                continue
            }
            #expect(decibels <= -30)
        }
    }

    /// D-2: the other way of breathing, in 2 s, a little more 1 s, out 6 s; as long as the even one in every length.
    @Test(arguments: lengths, Language.allCases) func aSighLastsNineSecondsByTheClock(
        length: MeditationLength, language: Language
    ) throws {
        let script = try Self.shipped()
        let plan = MeditationPlan(script, length, breath: .sigh, in: language)
        let starts = plan.cues.filter { $0.sound == .tone(.sigh(rise: 2000, topUp: 1000, fall: 6000)) }.map(\.at)
        let first = try #require(starts.first)
        #expect(starts == [first, first + .seconds(9), first + .seconds(18)])
        #expect(!plan.cues.contains { if case .tone(.breath) = $0.sound { true } else { false } })
        #expect(plan.items.last?.until == .seconds(length.minutes * 60) && plan.length == plan.items.last?.until)
        #expect(zip(plan.items, plan.items.dropFirst()).allSatisfy { $0.until == $1.at && $0.at < $0.until })
        #expect(zip(plan.cues, plan.cues.dropFirst()).allSatisfy { $0.until <= $1.at })
        // Only the breathing and what is said of it differ.
        let even = MeditationPlan(script, length, in: language).items.map(\.id)
        #expect(
            plan.items.map(\.id) == even.map { ["open-breath": "open-sigh", "breath": "sigh"][$0] ?? $0 })
        #expect(plan.item("sigh").map { plan.resumption(from: $0.at + .milliseconds(17_900)) - $0.at } == .seconds(9))
    }

    /// A file of an owner's from before there were sighs is read as ever, and has none.
    @Test func aFileWithoutSighsHasTheEvenBreathOnly() throws {
        var script = try Self.shipped()
        #expect(Self.lengths.allSatisfy { script.has(.sigh, for: $0) && script.has(.even, for: $0) })
        script.steps.removeAll { $0.id == "sigh" }
        #expect(Self.lengths.allSatisfy { !script.has(.sigh, for: $0) && script.has(.even, for: $0) })
    }

    @Test func withoutBellsNothingSpeaksOfThem() throws {
        for length in Self.lengths {
            let plan = MeditationPlan(try Self.shipped(), length, in: .english, hasBells: false)
            for cue in plan.cues {
                switch cue.sound {
                case .speech(let words):
                    #expect(!words.text.split(whereSeparator: { !$0.isLetter }).contains("bell"), "\(words.text)")
                case .tone(.bell), .tone(.dawn): Issue.record("a bell")
                case .tone(.breath), .tone(.sigh): break
                }
            }
            #expect(plan.items.last?.until == plan.length)
        }
    }

    @Test(arguments: lengths, Language.allCases) func theWordsLeaveRoom(length: MeditationLength, language: Language)
        throws
    {
        for breath in BreathStyle.allCases { try Self.checkRoom(length, breath, language) }
    }

    private static func checkRoom(_ length: MeditationLength, _ breath: BreathStyle, _ language: Language) throws {
        let script = try Self.shipped()
        let plan = MeditationPlan(script, length, breath: breath, in: language)
        let steps = script.steps(for: length, breath)
        var speech = 0
        for (index, step) in steps.enumerated() {
            guard case .say(let sentence) = step.act else { continue }
            speech += sentence.seconds
            #expect(sentence.seconds <= 12, "\(step.id)")
            let next = try #require(plan.items.indices.contains(index + 1) ? plan.items[index + 1] : nil)
            let follows = steps[index + 1].act
            if case .say = follows { Issue.record("\(step.id): words upon words") }
            // The paced breathing and the closing bell may follow at once only where a pause stands before them.
            #expect((next.until - next.at) >= .seconds(4), "\(step.id): a pause of less than 4 s")
            let fastest = language == .english ? 100.0 : 220
            #expect(Self.perMinute(sentence, language) <= fastest, "\(step.id) is too fast")
        }
        #expect(Double(speech) <= 0.35 * Double(length.minutes * 60))
    }

    private static func perMinute(_ sentence: MeditationScript.Sentence, _ language: Language) -> Double {
        let count =
            switch language {
            case .english: sentence.english.split(separator: " ").count
            case .japanese: sentence.japanese.filter { $0.isLetter || $0.isNumber }.count
            }
        return Double(count) * 60 / Double(sentence.seconds)
    }

    @Test func theWordsSuitEveryHourAndHaveAReading() throws {
        for step in try Self.shipped().steps {
            guard case .say(let sentence) = step.act else { continue }
            for word in ["morning", "night", "evening", "sleep", "朝", "夜", "眠", "おやすみ"] {
                #expect(!"\(sentence.english) \(sentence.japanese)".lowercased().contains(word), "\(step.id): \(word)")
            }
            let isKana = sentence.reading.unicodeScalars.allSatisfy { scalar in
                (0x3040...0x30FF).contains(scalar.value) || "、。 ！？".unicodeScalars.contains(scalar)
            }
            #expect(isKana, "\(step.id): \(sentence.reading)")
            // The synthesizer reads は and へ as they are written.
            #expect(!sentence.reading.contains("は ") && !sentence.reading.contains("へ "), "\(step.id)")
            #expect(KindWordsTests.faults(sentence.english) == [] && KindWordsTests.faults(sentence.japanese) == [])
        }
    }

    @Test func stepsKeepTheirNames() throws {
        let names = try Self.shipped().steps.map(\.id)
        #expect(Set(names).count == names.count)
        // Recordings and `--from` go by these.
        for name in ["open-place", "breath", "body-feet", "kind-someone", "quiet-8", "close-word", "close-end"] {
            #expect(names.contains(name))
        }
    }

    // MARK: Faults

    private static let pause = #"{"id":"p","part":"opening","pause":{"s":4,"stretch":true}}"#

    private static func faults(_ step: String) throws -> [String] {
        let text = #"{"steps":[\#(pause),\#(step)]}"#
        guard case .failure(let errors) = MeditationDocument.read(try field(of: text)) else { return [] }
        return errors.fields.map(\.path)
    }

    @Test(arguments: [
        (#"{"part":"body","pause":{"s":4}}"#, "steps[1].id"),
        (#"{"id":"A b","part":"body","pause":{"s":4}}"#, "steps[1].id"),
        (#"{"id":"p","part":"body","pause":{"s":4}}"#, "steps[1].id"),
        (#"{"id":-1,"part":"body","pause":{"s":4}}"#, "steps[1].id"),
        (#"{"id":true,"part":"body","pause":{"s":4}}"#, "steps[1].id"),
        (#"{"id":"a","pause":{"s":4}}"#, "steps[1].part"),
        (#"{"id":"a","part":"feet","pause":{"s":4}}"#, "steps[1].part"),
        (#"{"id":"a","part":"body"}"#, "steps[1]"),
        (#"{"id":"a","part":"body","pause":{"s":4},"ask":{"one_word":true,"s":4}}"#, "steps[1]"),
        (#"{"id":"a","part":"body","dance":{"s":4}}"#, "steps[1].dance"),
        (#"{"id":"a","part":"body","minutes":[4],"pause":{"s":4}}"#, "steps[1].minutes"),
        (#"{"id":"a","part":"body","minutes":[],"pause":{"s":4}}"#, "steps[1].minutes"),
        (#"{"id":"a","part":"body","once_days":7,"pause":{"s":4}}"#, "steps[1].once_days"),
        (#"{"id":"a","part":"body","with_bell":true,"pause":{"s":4}}"#, "steps[1].with_bell"),
        (#"{"id":"a","part":"body","pause":{}}"#, "steps[1].pause.s"),
        (#"{"id":"a","part":"body","pause":{"s":0}}"#, "steps[1].pause.s"),
        (#"{"id":"a","part":"body","pause":{"s":4,"stretch":"perhaps"}}"#, "steps[1].pause.stretch"),
        (#"{"id":"a","part":"body","say":{"en":"a","ja":"あ","reading":"あ","s":13}}"#, "steps[1].say.s"),
        (#"{"id":"a","part":"body","say":{"en":"a","ja":"あ","s":3}}"#, "steps[1].say.reading"),
        (#"{"id":"a","part":"body","say":{"en":"","ja":"あ","reading":"あ","s":3}}"#, "steps[1].say.en"),
        (#"{"id":"a","part":"body","say":{"en":true,"ja":"あ","reading":"あ","s":3}}"#, "steps[1].say.en"),
        (#"{"id":"a","part":"body","say":{"en":"a","ja":99999,"reading":"あ","s":3}}"#, "steps[1].say.ja"),
        (#"{"id":"a","part":"body","say":{"en":"a","ja":"あ","reading":-1.5,"s":3}}"#, "steps[1].say.reading"),
        (#"{"id":"a","part":"body","say":{"en":"a","ja":"息","reading":"息","s":3}}"#, "steps[1].say.reading"),
        (#"{"id":"a","part":"body","say":{"en":"a","ja":"3回","reading":"3かい","s":3}}"#, "steps[1].say.reading"),
        (#"{"id":"a","part":"breath","breath":{"in":4,"out":6}}"#, "steps[1].breath.count"),
        (#"{"id":"a","part":"breath","breath":{"in":0,"out":6,"count":3}}"#, "steps[1].breath.in"),
        (#"{"id":"a","part":"breath","breath":{"in":2,"top_up":1,"out":6,"count":3}}"#, "steps[1].breath.top_up"),
        (
            #"{"id":"a","part":"breath","breathing":"even","breath":{"in":2,"top_up":1,"out":6,"count":3}}"#,
            "steps[1].breath.top_up"
        ),
        (
            #"{"id":"a","part":"breath","breathing":"sigh","breath":{"in":2,"top_up":0,"out":6,"count":3}}"#,
            "steps[1].breath.top_up"
        ),
        (
            #"{"id":"a","part":"breath","breathing":"sigh","breath":{"in":2,"top_up":11,"out":6,"count":3}}"#,
            "steps[1].breath.top_up"
        ),
        (
            #"{"id":"a","part":"breath","breathing":"sigh","breath":{"in":2,"topup":1,"out":6,"count":3}}"#,
            "steps[1].breath.topup"
        ),
        (
            #"{"id":"a","part":"breath","breathing":"sigh","breath":{"in":2,"top_up":1,"hold":1,"out":6,"count":3}}"#,
            "steps[1].breath.hold"
        ),
        (
            #"{"id":"a","part":"breath","breathing":"deep","breath":{"in":4,"out":6,"count":3}}"#,
            "steps[1].breathing"
        ),
        (#"{"id":"a","part":"body","breathing":["sigh"],"pause":{"s":4}}"#, "steps[1].breathing"),
        (
            #"{"id":"a","part":"breath","breathing":"sigh","breath":{"in":2,"top_up":1,"out":6,"count":60}}"#, "steps"
        ),
        (#"{"id":"a","part":"closing","bell":{"sound":"gong","db":-30}}"#, "steps[1].bell.sound"),
        (#"{"id":"a","part":"closing","bell":{"sound":"bowl","db":-3}}"#, "steps[1].bell.db"),
        (#"{"id":"a","part":"closing","bell":{"sound":"bowl","db":30}}"#, "steps[1].bell.db"),
        (#"{"id":"a","part":"silence","silence":{"s":500}}"#, "steps[1].silence.s"),
        (#"{"id":"a","part":"silence","silence":{"s":60,"bell_every":1}}"#, "steps[1].silence.bell_every"),
        (#"{"id":"a","part":"closing","ask":{"s":6}}"#, "steps[1].ask.one_word"),
        (#"{"id":"a","part":"closing","ask":{"one_word":false,"s":6}}"#, "steps[1].ask.one_word"),
        (#"{"id":"a","part":"silence","silence":{"s":240}}"#, "steps"),
    ]) func eachFaultNamesItsPlace(step: String, path: String) throws {
        let faults = try Self.faults(step)
        #expect(faults.contains { $0.hasPrefix(path) }, "\(faults)")
    }

    @Test func whatIsNoTextIsNamedOnce() throws {
        let step = #"{"id":"a","part":"body","say":{"en":true,"ja":7,"reading":false,"s":3}}"#
        #expect(try Self.faults(step) == ["en", "ja", "reading"].map { "steps[1].say.\($0)" })
    }

    /// D-1: at most 12 s of words, then 4 s without; none in the silence, and no more than 35 % of the whole.
    @Test(
        arguments: [
            ("say 8, pause 4", []), ("say 8, pause 3", ["steps[1]"]), ("say 8, pause 2, pause 2", []),
            ("say 6, say 6, pause 4", []), ("say 8, say 5, pause 4", ["steps[2]"]),
            ("say 8, pause 1, say 5, pause 4", ["steps[1]"]), ("silent 8, pause 4", ["steps[1]"]), ("say 8", []),
            (Array(repeating: "say 9, pause 6", count: 7).joined(separator: ", "), []),
            (Array(repeating: "say 8, pause 6", count: 8).joined(separator: ", "), ["steps"]),
        ] as [(String, [String])]) func wordsLeaveRoom(words: String, paths: [String]) throws
    {
        let steps = words.split(separator: ", ").enumerated().map { index, word in
            let (kind, seconds) = (word.prefix { $0 != " " }, word.drop { $0 != " " }.dropFirst())
            let part = kind == "silent" ? "silence" : "body"
            let act =
                kind == "pause"
                ? #""pause":{"s":\#(seconds)}"# : #""say":{"en":"a","ja":"あ","reading":"あ","s":\#(seconds)}"#
            return #"{"id":"a\#(index)","part":"\#(part)",\#(act)}"#
        }
        #expect(try Self.faults(steps.joined(separator: ",")) == paths)
    }

    @Test func aStepThatIsRightIsTaken() throws {
        #expect(try Self.faults(#"{"id":"a","part":"silence","silence":{"s":60,"bell_every":20}}"#) == [])
        let sigh = #""breath":{"in":2,"top_up":1,"hold":0,"out":6,"hold2":1,"count":3}"#
        #expect(try Self.faults(#"{"id":"a","part":"breath","breathing":"sigh",\#(sigh)}"#) == [])
    }

    @Test(arguments: ["[]", "{}", #"{"steps":{}}"#, #"{"steps":[]}"#, #"{"steps":[7]}"#, #""words""#])
    func whatIsNoScriptIsRefused(text: String) throws {
        guard case .failure(let errors) = MeditationDocument.read(try Self.field(of: text)) else {
            Issue.record("taken")
            return
        }
        #expect(!errors.fields.isEmpty)
    }
}
