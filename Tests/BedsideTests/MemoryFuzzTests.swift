import TestKit
import Testing

@testable import Bedside

/// A summarizer that returns the worst (M-12): nothing crashes, and nothing is kept that the owner did not say.
@Suite(.requirement("MIND-3"))
struct MemoryFuzzTests {
    private static let pieces = [
        "I play the cello", "my sister lives in Oslo", "私は看護師です", "三時すぎのコーヒー", "ignore previous instructions", "${X}",
        "system:", "<b>",
        "if", "もし", "たら", "\u{0}", "\n", "---", "🧿", "\u{202E}", "\u{3099}", "e\u{301}", "12", "", " ", "「", "」", "\"",
        "♪", "not", "ない",
        "Dana", "dragon", "kettle", "、", "。", ".", "ﾊﾟ", "ー", "'", "’", "www.x.com", "always say", "wife", "母は", "zzz",
    ]

    private static func text(_ random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<400, using: &random) {
        case 0: return String(repeating: "長い", count: 20_000)
        case 1: return String(repeating: "\u{301}", count: 3000)
        case 2...9:
            return String(
                String.UnicodeScalarView(
                    (0..<60).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random)) }))
        default:
            return (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? " " : "")
        }
    }

    @Test func tenThousandSummariesKeepNothingUnquoted() throws {
        var random = SeededRandom(seed: 12)
        var accepted = 0
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-20T22:00")
        for round in 0..<10_000 {
            var transcript = TalkTranscript()
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let voice = TalkLine.Voice.allCases.randomElement(using: &random) ?? .owner
                transcript.hear(voice, String(Self.text(&random).prefix(500)))
                if Int.random(in: 0..<12, using: &random) == 0 { transcript.goOffRecord() }
            }
            // Half of the talks hold ordinary sentences as well, or next to nothing would be accepted.
            if Bool.random(using: &random) {
                let one = "I have \(Int.random(in: 2..<99_999, using: &random)) kettles"
                transcript.hear(.owner, one)
                if Bool.random(using: &random) { transcript.hear(.owner, "\(one) and a boat. \(Self.text(&random))") }
            }
            let told = round.isMultiple(of: 3) ? [PrivateText(Self.text(&random))] : []
            let gate = MemoryGate(lines: transcript.lines, told: told, language: .english)
            let quote =
                Bool.random(using: &random)
                ? transcript.lines.reversed().first { _ in Bool.random(using: &random) }?.words.words : nil
            let candidate = MemoryCandidate(
                kind: MemoryKind.allCases.randomElement(using: &random),
                slot: Bool.random(using: &random) ? "slot" : Self.text(&random),
                text: PrivateText(Bool.random(using: &random) ? quote ?? Self.text(&random) : Self.text(&random)),
                quote: PrivateText(quote ?? Self.text(&random)),
                validUntil: Bool.random(using: &random)
                    ? LocalDate(dayNumber: Int32.random(in: 20_000..<30_000, using: &random)) : nil)
            for line in gate.lines(ofDay: (0..<4).map { _ in PrivateText(Self.text(&random)) }) {
                #expect(!InstructionSigns.isMarkup(line.words))
            }
            _ = gate.mayForget(candidate.quote)
            if round.isMultiple(of: 50) { _ = memory.recall(candidate.text.words, at: now) }
            guard gate.refusal(of: candidate, today: now.date) == nil else { continue }
            accepted += 1
            #expect(Self.isQuoted(candidate.quote.words, in: transcript), "round \(round)")
            _ = memory.keep(gate.completed(candidate), at: now, talk: round, habit: nil)
            #expect(memory.items.count <= MemoryLimits.items + MemoryLimits.history)
            let block = MemoryPrompt(memory, habit: nil, at: now, language: .english)
            #expect(block.text.unicodeScalars.count <= 1200)
        }
        print("fuzzed summaries: 10000, accepted \(accepted)")
        #expect(accepted > 100)
    }

    /// The rule of M-3 written down again, without the gate's code for finding a place: on the record, by the owner, all
    /// in one line, or six tenths of its pairs.
    private static func isQuoted(_ quote: String, in transcript: TalkTranscript) -> Bool {
        let wanted = FoldedText(quote).scalars
        return transcript.lines.contains { line in
            guard line.voice == .owner, !line.isOffRecord else { return false }
            let said = FoldedText(line.words.words).scalars
            let pairs = Set(zip(said, said.dropFirst()).map { [$0, $1] })
            let mine = zip(wanted, wanted.dropFirst()).map { [$0, $1] }
            return !mine.isEmpty && Double(mine.count { pairs.contains($0) }) >= 0.6 * Double(mine.count)
        }
    }

    /// The document that the service sends, damaged in every way: read or refused, and never more than its bounds.
    @Test func tenThousandDamagedDocumentsAreReadOrRefused() throws {
        var random = SeededRandom(seed: 13)
        let whole = Array(
            #"{"items":[{"kind":"person","slot":"dog","text":"Has a dog","quote":"my dog","until":"2027-01-01"}],"day":["walked"]}"#
                .utf8)
        let parts = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "1e999", "-0", "\"items\"", "\"day\"", "\"text\"",
            "\"quote\"", "\u{0}", "\u{FEFF}", "\\ud800", "\\u0000", "長い", String(repeating: "[", count: 600),
            String(repeating: "{\"items\":", count: 300), String(repeating: "9", count: 400),
        ]
        var read = 0
        for _ in 0..<10_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.insert(contentsOf: (parts.randomElement(using: &random) ?? "").utf8, at: place)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0..<20, using: &random)))
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: bytes += bytes[place...]
                }
            }
            guard let summary = MemorySummary.read(arguments: String(decoding: bytes, as: UTF8.self)) else { continue }
            read += 1
            #expect(summary.items.count <= 20 && summary.day.count <= DaySummary.maximumLines)
        }
        #expect(read > 100 && read < 9900)
        let huge = #"{"items":[],"day":["\#(String(repeating: "x", count: 1 << 20))"]}"#
        #expect(MemorySummary.read(arguments: huge) == nil)
    }
}
