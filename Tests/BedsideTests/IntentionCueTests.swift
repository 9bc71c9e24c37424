import Foundation
import TestKit
import Testing

@testable import Bedside

/// the cue of an intention, as the owner said it, and never as only a companion did.
@Suite(.requirement("MIND-1"))
struct IntentionCueTests {
    private struct Plan: Decodable {
        var id: String
        var language: Language
        var words: String
        var kind: Intention.CueKind
        var cue: String
        var act: String
    }

    /// Fifty spoken plans, written by the wording of the requirement before the code that finds cues existed; by the author
    /// of that code, so the rate flatters.
    private static func plans() throws -> [Plan] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: tests.appending(path: "Memory/intentions.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Plan.self, from: Data($0.utf8)) }
    }

    /// What the gate makes of a plan as a companion reports it.
    private static func kept(
        _ words: String, said: [String], language: Language, kind: Intention.CueKind, cue: String, act: String
    ) throws -> Result<Intention, MemoryRefusal> {
        let date = try #require(LocalDate("2026-11-26"))
        let gate = MemoryGate(lines: said.map { TalkLine(.owner, PrivateText($0)) }, language: language)
        let candidate = MemoryCandidate(
            Intention(
                habit: .wake, forDate: date, cueKind: kind, cue: PrivateText(cue), action: PrivateText(act),
                words: PrivateText(words)))
        if let refusal = gate.refusal(of: candidate, today: date) { return .failure(refusal) }
        return .success(try #require(gate.completed(candidate).intention))
    }

    /// The companion of this test names a cue of its own and the wrong kind, and copies the sentence with small slips.
    @Test func fiftyPlansAreKeptWordForWordWithTheRightKindOfCue() throws {
        let plans = try Self.plans()
        #expect(plans.count == 50 && plans.count { $0.language == .japanese } == 25)
        var (kinds, words, cues): (Int, Int, Int) = (0, 0, 0)
        var faults: [String] = []
        for plan in plans {
            let copied = String(plan.words.filter { !".,。、".contains($0) }).lowercased()
            let wrong: Intention.CueKind = plan.kind == .time ? .place : .time
            let invented = plan.language == .english ? "as the church bells ring" : "鐘が聞こえたら"
            switch try Self.kept(
                copied, said: [plan.words], language: plan.language, kind: wrong, cue: invented, act: plan.act)
            {
            case .failure(let refusal): faults.append("\(plan.id) refused: \(refusal)")
            case .success(let kept):
                if FoldedText(kept.words.words) == FoldedText(plan.words) { words += 1 }
                if kept.cueKind == plan.kind { kinds += 1 } else { faults.append("\(plan.id) \(kept.cueKind)") }
                let own = FoldedText(plan.words)
                if kept.cue.words.isEmpty || own.contains(FoldedText(kept.cue.words)) { cues += 1 }
            }
        }
        print(
            "plans: kind of cue \(kinds) of 50, words \(words) of 50, cue the owner's or none \(cues) of 50; \(faults)")
        #expect(words == 50 && cues == 50)
        #expect(kinds >= 48, "\(faults)")
    }

    /// What a companion names as a cue counts only if the owner said it; the intention itself is kept, since its sentence is
    /// the owner's.
    @Test(
        arguments: [
            ("when I wake up", "when I wake up"), ("When I Wake Up", "When I Wake Up"),
            ("after breakfast", "When I wake up"),
            ("", "When I wake up"),
        ]) func aCueIsTheOwnersOrFoundInTheirWords(named: String, kept: String) throws
    {
        let result = try Self.kept(
            "When I wake up I open the window", said: ["When I wake up I open the window."], language: .english,
            kind: .wake, cue: named, act: "open the window")
        #expect(try result.get().cue.words == kept)
    }

    @Test func aCueThatNobodySaidIsDropped() throws {
        let said = ["I will drink a glass of water tomorrow."]
        let none = try Self.kept(
            "I will drink a glass of water tomorrow", said: said, language: .english, kind: .afterAction,
            cue: "after brushing your teeth", act: "drink a glass of water"
        ).get()
        #expect(none.cue.words.isEmpty && none.words.words == "I will drink a glass of water tomorrow")
        // Said in another sentence of the talk, it is the owner's all the same; off the record or by the companion, it is not.
        let date = try #require(LocalDate("2026-11-26"))
        func cue(_ lines: [TalkLine]) throws -> String {
            let gate = MemoryGate(lines: lines, language: .english)
            let candidate = MemoryCandidate(
                Intention(
                    habit: .wake, forDate: date, cueKind: .afterAction, cue: PrivateText("after my coffee"),
                    action: PrivateText("drink a glass of water"),
                    words: PrivateText("I will drink a glass of water tomorrow")))
            #expect(gate.refusal(of: candidate, today: date) == nil)
            return try #require(gate.completed(candidate).intention).cue.words
        }
        let act = TalkLine(.owner, PrivateText(said[0]))
        #expect(try cue([act, TalkLine(.owner, PrivateText("After my coffee."))]) == "after my coffee")
        #expect(try cue([act, TalkLine(.companion, PrivateText("After my coffee, you mean?"))]) == "")
        #expect(try cue([act, TalkLine(.owner, PrivateText("After my coffee."), isOffRecord: true)]) == "")
    }

    @Test(
        arguments: [
            ("I'll stretch once the kettle boils", Intention.CueKind.afterAction, "once the kettle boils"),
            ("Tomorrow, when I wake up, I open the window", .wake, "when I wake up"),
            ("At six I get dressed", .time, "At six"), ("明日は6時に起きたら窓を開けて深呼吸する", .wake, "明日は6時に起きたら"),
            ("スマホをだらだら見ていたら廊下に置く", .obstacle, "スマホをだらだら見ていたら"), ("会社から帰ったら靴をそろえる", .afterAction, "会社から帰ったら"),
        ]) func theCueIsTheOwnersClause(words: String, kind: Intention.CueKind, cue: String) throws
    {
        let found = try #require(IntentionCue(in: words))
        #expect(found.kind == kind && found.words == cue)
    }

    @Test(arguments: ["I breathe three times", "深呼吸を三回する", "", "。", "if", "at", "when I", "たら"])
    func aSentenceWithoutACueHasNone(words: String) {
        #expect(IntentionCue(in: words) == nil)
    }
}
