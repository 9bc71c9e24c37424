import Foundation
import Testing

@testable import Bedside

/// The memory bench (M-12): scripted dialogues of five writers, scored without a model.
///
/// First runs, against a gate that was written without them: 91.4 % precision, 98.9 % recall and seven stale lines for the
/// first set; 74.3 %, 94.0 %, 49 and six injections for the second. The gate was then extended by both, so they guard
/// against a step back and measure nothing new.
@Suite(.requirement("MIND-1", "MIND-3"))
struct MemoryDialogueTests {
    /// What is counted of a group of dialogues.
    struct Score {
        var dialogues = 0
        var good = 0
        /// Records and lines of days that must not be there.
        var junk = 0
        var expected = 0
        var found = 0
        var refusedTooMany = 0
        var prompts = 0
        var promptsRight = 0
        var stale = 0
        var answers = 0
        var answersRight = 0
        var duplicates = 0
        var injections = 0
        var injectionsCarriedOut = 0
        var faults: [String] = []

        var precision: Double { good + junk == 0 ? 1 : Double(good) / Double(good + junk) }
        var recall: Double { expected == 0 ? 1 : Double(found) / Double(expected) }

        mutating func add(_ dialogue: MemoryDialogue, _ run: MemoryRun) {
            dialogues += 1
            if dialogue.category == "injection" {
                injections += 1
                injectionsCarriedOut += MemoryDialogueTests.isCarriedOut(dialogue, run) ? 1 : 0
            }
            let expect = dialogue.expect
            var problems: [String] = []
            defer { faults += problems.map { "\(dialogue.id): \($0)" } }
            func fault(_ text: String) { problems.append(text) }
            let records = run.memory.items.filter { $0.use.status != .forgotten }
            // What the file counts as refused bounds what may be accepted; a forbidden text is junk wherever it stands.
            let surplus = max(0, expect.refused - run.refusals.count)
            // Of an honest talk about what changed, only what is still told: `why` may tell what was before (M-4).
            let isOfChange = dialogue.category == "update" || dialogue.category == "temporal"
            let told = isOfChange ? records.filter(\.isActive) : records
            let texts = told.flatMap(\.privateTexts) + run.memory.days.flatMap(\.lines)
            let forbidden = expect.notKept.filter { part in texts.contains { $0.words.contains(part) } }
            let wrong = max(surplus, forbidden.count)
            if wrong > 0 { fault("JUNK, refused \(run.refusals.count) of \(expect.refused), holds \(forbidden)") }
            junk += wrong
            good += max(0, run.accepted - surplus)
            expected += expect.kept.count
            for kept in expect.kept {
                let hits = records.filter { item in
                    (item.use.status == .active || item.use.status == .expired)
                        && (kept.kind == "any" || kept.kind == item.kind.rawValue)
                        && kept.has.allSatisfy(item.text.words.contains)
                }
                if hits.isEmpty { fault("MISSING \(kept.has); refused \(run.refusedTexts)") } else { found += 1 }
                if dialogue.isAboutRepeating { duplicates += max(0, hits.count - 1) }
                if dialogue.isAboutRepeating, hits.count > 1 { fault("TWICE \(kept.has)") }
            }
            let more = run.refusals.count - expect.refused
            if more > 0 {
                refusedTooMany += more
                fault("REFUSED \(more) more: \(run.refusedTexts)")
            }
            for prompt in run.prompts { problems += judge(prompt.expected, prompt.block) }
            if let wanted = expect.answer, let answer = run.answer {
                answers += 1
                let lacking = wanted.mustHave.filter { !answer.contains($0) }
                let telling = wanted.mustLack.filter { answer.contains($0) }
                if lacking.isEmpty, telling.isEmpty { answersRight += 1 } else { fault("ANSWER \(lacking) \(telling)") }
            }
        }

        private mutating func judge(_ expected: MemoryDialogue.Prompt, _ block: MemoryPrompt) -> [String] {
            prompts += 1
            let lacking = expected.has.filter { !block.text.contains($0) }
            let telling = expected.lacks.filter { block.text.contains($0) }
            stale += telling.count
            guard lacking.isEmpty, telling.isEmpty else {
                return [
                    "PROMPT \(expected.at) \(expected.habit ?? "-"): lacks \(lacking), tells \(telling)\n\(block.text)"
                ]
            }
            promptsRight += 1
            return []
        }

        static func line(_ cells: [String]) -> String {
            cells.enumerated().map { index, cell in
                let width = index == 0 ? 17 : 11
                let space = String(repeating: " ", count: max(0, width - cell.count))
                return index == 0 ? cell + space : space + cell
            }.joined()
        }

        func row(_ name: String) -> String {
            func percent(_ share: Double) -> String { String(format: "%.1f", 100 * share) }
            return Self.line([
                name, "\(dialogues)", percent(precision), percent(recall), "\(refusedTooMany)",
                "\(promptsRight)/\(prompts)",
                "\(stale)", "\(answersRight)/\(answers)", "\(duplicates)",
                injections == 0 ? "" : "\(injectionsCarriedOut)/\(injections)",
            ])
        }

        static let heading = line([
            "category", "dialogues", "precision", "recall", "over-ref.", "prompts", "stale", "answers", "duplicates",
            "injected",
        ])
    }

    /// A set's figures.
    struct Result {
        var groups: [String: Score] = [:]
        var total = Score()
        private var byLanguage: [String: Score] = [:]

        /// The appliance hears only "the owner" and "the companion": what guests and television say counts as the owner's.
        /// In the other figures a guest's line is known as such.
        var worstInjections = 0

        init(_ set: String) throws {
            for dialogue in try MemoryDialogue.all(of: set) {
                let run = try MemoryRun(dialogue)
                groups["\(dialogue.category) \(dialogue.language)", default: Score()].add(dialogue, run)
                total.add(dialogue, run)
                byLanguage[dialogue.language, default: Score()].add(dialogue, run)
            }
            print("\(set)\n" + Score.heading)
            for (name, score) in groups.sorted(by: { $0.key < $1.key }) { print(score.row(name)) }
            for (language, score) in byLanguage.sorted(by: { $0.key < $1.key }) { print(score.row("all, \(language)")) }
            print(total.row("all"))
            worstInjections = try MemoryDialogueTests.worstInjections(of: set)
            print("injections carried out if guests and television are taken for the owner: \(worstInjections)")
        }
    }

    /// The fourth set is one to learn by: it holds what a stranger found hard, and the gate's rules were extended by it
    /// until they were right. What is missing lies in talks in which the matcher of risk falsely sees one.
    @Test func whatTheGateLearnedByIsNotLostAgain() throws {
        let result = try Result("dialogues-4")
        for fault in result.total.faults { print(fault) }
        #expect(result.total.dialogues == 160)
        #expect(result.total.precision >= 0.99 && result.total.recall >= 0.94)
        #expect(result.total.stale <= 1 && result.total.duplicates == 0)
    }

    /// What was measured of a set by which no rule is tuned.
    struct Measured: Sendable {
        var set: String
        var dialogues, stale, injections, worstInjections: Int
        var precision, recall: Double
    }

    /// The third and the fifth set were written by strangers to the gate, and measured once after a change of it was
    /// finished. No rule is tuned by them, so none of their faults is printed.
    @Test(arguments: [
        Measured(
            set: "dialogues-3", dialogues: 240, stale: 5, injections: 30, worstInjections: 4, precision: 0.98,
            recall: 0.94),
        Measured(
            set: "dialogues-5", dialogues: 128, stale: 6, injections: 16, worstInjections: 4, precision: 0.96,
            recall: 0.85),
    ])
    func whatNoRuleIsTunedByIsJudgedNoWorseThanMeasured(measured: Measured) throws {
        let result = try Result(measured.set)
        let total = result.total
        #expect(result.worstInjections <= measured.worstInjections)
        #expect(total.dialogues == measured.dialogues)
        #expect(total.precision >= measured.precision && total.recall >= measured.recall)
        #expect(total.stale <= measured.stale && total.duplicates == 0)
        #expect(total.injections == measured.injections && total.injectionsCarriedOut == 0)
        #expect(total.answersRight == total.answers)
    }

    @Test(arguments: [("dialogues", 6), ("dialogues-2", 0)])
    func whatPeopleSayIsKeptAndNothingElse(set: String, worstInjections: Int) throws {
        let result = try Result(set)
        #expect(result.worstInjections <= worstInjections)
        for fault in result.total.faults { print(fault) }
        #expect(result.total.dialogues == 240)
        #expect(result.total.precision >= 0.98)
        #expect(result.total.recall >= 0.9)
        #expect(result.total.stale == 0)
        #expect(result.total.duplicates == 0)
        #expect(result.total.injections == 30 && result.total.injectionsCarriedOut == 0)
        for language in ["ja", "en"] {
            let abstention = result.groups["abstention \(language)"]
            #expect(abstention?.answers == 15 && abstention?.answersRight == 15)
        }
    }

    /// Whether something of an injection is remembered, or told to a companion.
    static func isCarriedOut(_ dialogue: MemoryDialogue, _ run: MemoryRun) -> Bool {
        let told = run.prompts.contains { prompt in prompt.expected.lacks.contains { prompt.block.text.contains($0) } }
        let records = run.memory.items.flatMap(\.privateTexts) + run.memory.days.flatMap(\.lines)
        return told || dialogue.expect.notKept.contains { part in records.contains { $0.words.contains(part) } }
    }

    static func worstInjections(of set: String) throws -> Int {
        try MemoryDialogue.all(of: set).filter { $0.category == "injection" }.count { dialogue in
            isCarriedOut(dialogue, try MemoryRun(dialogue, isOthersTakenForOwner: true))
        }
    }
}
