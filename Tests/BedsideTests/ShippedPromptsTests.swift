import Foundation
import TestKit
import Testing

@testable import Bedside

/// TALK-6: the words in `Prompts/offline` as shipped; `ShippedInstructionsTests` checks the online ones.
@Suite(.requirement("TALK-6"))
struct ShippedPromptsTests {
    static let prompts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Prompts", directoryHint: .isDirectory)
    static let routines = ["wake_up", "training", "bedtime", "talk"]
    static let keys = routines.flatMap { name in Language.allCases.map { OfflineScript.key(prompt: name, language: $0) }
    }

    static func source(_ name: String) throws -> SourceText {
        SourceText(
            fileName: "Prompts/\(name)", text: try String(contentsOf: prompts.appending(path: name), encoding: .utf8))
    }

    static func script(_ key: String) throws -> OfflineScript {
        let file = try source("offline/\(key).txt")
        return try OfflineScript.parse(key: key, fileName: file.fileName, text: file.text ?? "")
    }

    @Test func everyShippedFileIsReadByThisSuite() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Self.prompts.appending(path: "offline").path(percentEncoded: false)
        ).filter { $0.hasSuffix(".txt") }
        #expect(Set(files) == Set(Self.keys.map { "\($0).txt" }))
    }

    @Test(arguments: keys) func everyRoutineCanBeReadAndSaid(key: String) throws {
        let script = try Self.script(key)
        let language: Language = key.hasSuffix(".ja") ? .japanese : .english
        let profile = Profile(
            ownerName: language == .japanese ? "さくら" : "Ann", language: language, trainingFocus: [.pushUp])
        let values = PromptValues(profile: profile, habit: profile.habit(.training))
        let evening = Dictionary(
            uniqueKeysWithValues: EveningPlaceholder.allCases.map {
                ($0.rawValue, language == .japanese ? "まどを あける" : "open the window")
            })
        let rendered = script.rendered(
            values: values.texts.merging(evening) { $1 }, readings: values.readings)
        for (raw, step) in zip(script.steps, rendered.steps) {
            // An owner with a name, a focus and an intention hears every line.
            #expect(step.lines.count == raw.lines.count && step.insisting.count == raw.insisting.count)
            #expect(step.ask?.yes.count == raw.ask?.yes.count && step.ask?.no.count == raw.ask?.no.count)
            // Recordings are found by position, so a line that may be left out must not move another.
            #expect(raw.lines.dropLast().allSatisfy { !$0.text.contains("${") })
            #expect(raw.insisting.dropLast().allSatisfy { !$0.text.contains("${") })
            for line in step.lines + step.insisting + (step.ask.map { $0.yes + $0.no } ?? []) {
                switch language {
                case .english:
                    #expect(line.reading == nil)
                    #expect(line.text.unicodeScalars.allSatisfy { $0.isASCII }, "\(line.text)")
                case .japanese:
                    #expect(Kana.isSayable(line.reading ?? "no reading"), "\(line)")
                }
            }
        }
        // An owner of whom nothing is known hears the routine too.
        #expect(script.rendered(values: [:]).steps.contains { !$0.lines.isEmpty })
    }

    @Test(arguments: routines) func bothLanguagesHaveTheSameSteps(name: String) throws {
        let english = try Self.script("\(name).en")
        let japanese = try Self.script("\(name).ja")
        func shape(_ script: OfflineScript) -> [[Int]] {
            script.steps.map {
                [$0.lines.count, $0.listenSeconds, $0.insisting.count, $0.pauseSeconds, $0.ask?.seconds ?? 0]
            }
        }
        #expect(shape(english) == shape(japanese))
    }

    /// espeak-ng's pace, measured on these files and rounded down: letters or kana per second, without spaces.
    private static func speechSeconds(_ lines: [OfflineScript.Line], _ language: Language) -> Double {
        let letters = lines.map { ($0.reading ?? $0.text).filter { $0 != " " }.count }.reduce(0, +)
        return Double(letters) / (language == .english ? 10.5 : 6.5)
    }

    @Test(arguments: Language.allCases) func theWakeRoutineInsistsLouderAndEndsWithinThreeMinutes(language: Language)
        throws
    {
        let script = try Self.script(OfflineScript.key(prompt: "wake_up", language: language))
            .rendered(values: ["USER_NAME": language == .english ? "Ann" : "さくら"])
        var nobody = 0.0
        var awake = 0.0
        for step in script.steps {
            let spoken = Self.speechSeconds(step.lines, language) + Double(step.pauseSeconds)
            nobody +=
                spoken + Self.speechSeconds(step.insisting, language)
                + Double(step.listenSeconds * (step.insisting.count + 1))
            // Allow for a short answer and the courtesy after it.
            awake += spoken + (step.listenSeconds > 0 ? 2 : 0)
        }
        #expect(nobody < 180, "\(nobody) s")
        #expect((60...180).contains(awake), "\(awake) s")
        #expect(script.steps.first { $0.listenSeconds > 0 }?.insisting.count ?? 0 >= 3)
        let text = script.steps.flatMap(\.lines).map(\.text).joined(separator: " ")
        if language == .english { #expect(text.contains("Stand up. Leave the bed. Count to three and move.")) }
    }

    /// An alarm that waits to hear its owner would otherwise ring on whatever they say (ALARM-14).
    @Test(.requirement("ALARM-14"), arguments: Language.allCases)
    func everyRoutineOfAnAlarmListens(language: Language) throws {
        let shipped = try Self.routines.map { try Self.script("\($0).\(language.rawValue)") }
        let own = try #require(HabitID("yoga"))
        let builtIn: [OfflineScript] = [
            .gentle(language: language), .defaultScript(language: language), .fallback(habit: own, language: language),
        ]
        for script in shipped + builtIn {
            #expect(script.steps.contains { $0.listenSeconds > 0 }, "\(script.key)")
        }
    }

    @Test func trainingCountsThreeSetsOfTen() throws {
        let lines = try Self.script("training.en").steps.flatMap(\.lines).map(\.text)
        for set in ["one", "two", "three"] { #expect(lines.contains { $0.hasPrefix("Set \(set) of three.") }) }
        for count in ["One.", "Five.", "Nine."] { #expect(lines.filter { $0 == count }.count == 3) }
        #expect(lines.filter { $0.hasPrefix("Ten!") }.count == 3)
    }

    @Test(arguments: Language.allCases) func bedtimeSlowsDownAndInsistsOnNothing(language: Language) throws {
        let steps = try Self.script(OfflineScript.key(prompt: "bedtime", language: language)).steps
        #expect(steps.allSatisfy { $0.insisting.isEmpty })
        let lastPauses = steps.dropLast().suffix(4).map(\.pauseSeconds)
        #expect(lastPauses == lastPauses.sorted() && (lastPauses.first ?? 0) >= 6)
    }

    /// R-11: five minutes with a question unanswered and long answers to the others.
    @Test(arguments: Language.allCases) func bedtimeFitsIntoItsFiveMinutes(language: Language) throws {
        let words = language == .english ? "open the window and breathe" : "まどを あけて しんこきゅう"
        let evening = Dictionary(uniqueKeysWithValues: EveningPlaceholder.allCases.map { ($0.rawValue, words) })
        let script = try Self.script(OfflineScript.key(prompt: "bedtime", language: language)).rendered(values: evening)
        let seconds = script.steps.reduce(0.0) { sum, step in
            sum + Self.speechSeconds(step.lines, language) + Double(step.pauseSeconds + step.listenSeconds)
                + Double(step.ask?.seconds ?? 0)
        }
        #expect(seconds < 290, "\(seconds) s")
    }

    /// R-9: in an evening on which the owner answers each question shortly, at most a quarter of the time looks back at the
    /// day; then come tomorrow and the breath, and the last sentence is closed. (On an evening without any answer the device
    /// waits longer for the look back: then it is a third, most of it silence.)
    @Test(.requirement("MIND-2"), arguments: Language.allCases) func theEveningLooksBackForAQuarter(language: Language)
        throws
    {
        let words = language == .english ? "open the window and breathe" : "まどを あけて しんこきゅう"
        let evening = Dictionary(uniqueKeysWithValues: EveningPlaceholder.allCases.map { ($0.rawValue, words) })
        let script = try Self.script(OfflineScript.key(prompt: "bedtime", language: language))
        let (answer, button) = (6, 4)
        func seconds(_ index: Int) -> Double {
            let step = script.rendered(values: evening).steps[index]
            let waiting = min(answer, step.listenSeconds) + min(button, step.ask?.seconds ?? 0)
            return Self.speechSeconds(step.lines, language) + Double(step.pauseSeconds + waiting)
        }
        // From the question about today's intention to the step before tomorrow's.
        let first = try #require(script.steps.firstIndex { $0.ask?.question == .intention })
        let tomorrow = try #require(script.steps.firstIndex { $0.ask?.question == .tomorrow })
        let back = (first..<tomorrow).map(seconds).reduce(0, +)
        let all = script.steps.indices.map(seconds).reduce(0, +)
        #expect(first < tomorrow && back <= 0.25 * all, "\(back) of \(all) s")
        // Tomorrow's act comes after it, and nothing is asked at the end.
        #expect(script.steps[tomorrow...].contains { $0.listenSeconds > 0 })
        let last = try #require(script.steps.last)
        #expect(last.ask == nil && last.listenSeconds == 0)
        for closing in [last.lines.last?.text ?? "?", Phrase.bedtimeOver.text(in: language)] {
            #expect(!closing.contains { "?？".contains($0) } && !closing.contains("か。") && !closing.contains("!"))
        }
    }
}
