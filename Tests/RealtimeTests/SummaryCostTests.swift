import Bedside
import TestKit
import Testing

@testable import Realtime

/// M-13: what the summary of a five-minute talk costs on the small model.
///
/// This is an estimate over the request that is really sent, by the bound of M-6 (a token for a Japanese character, half a
/// one for a Latin one) and the prices of autumn 2026, and not a measurement: only the service's own `usage` is that.
@Suite(.requirement("MIND-3")) struct SummaryCostTests {
    /// Dollars for a million tokens of text, gpt-realtime-2.1-mini.
    private static let (dollarsIn, dollarsOut) = (0.60, 2.40)
    private static let maximumDollars = 0.005

    private static func tokens(_ text: String) -> Double {
        Double(text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x250 ? 1 : 2) }) / 2
    }

    /// A talk of five minutes: the owner speaks for two, the companion for one and a half, at 150 English words or 350
    /// Japanese characters a minute.
    private static func talk(_ language: Language) -> [TalkLine] {
        let (own, others): (String, String) =
            switch language {
            case .english:
                (
                    "Today the meeting went on for hours and in the end I walked home along the river in the rain. ",
                    "That was a long way home; what of it would you like to keep for the night? "
                )
            case .japanese:
                ("今日は会議が何時間も続いて、帰りは雨の中、川沿いを歩いて家まで帰りました。", "長い一日でしたね。今夜は、その中のどれを残しておきたいですか。")
            }
        func spoken(_ sentence: String, minutes: Double) -> [String] {
            let rate = language == .english ? 150 * 5.5 : 350
            return Array(repeating: sentence, count: Int((rate * minutes / Double(sentence.count)).rounded(.up)))
        }
        return spoken(own, minutes: 2).map { TalkLine(.owner, PrivateText($0)) }
            + spoken(others, minutes: 1.5).map { TalkLine(.companion, PrivateText($0)) }
    }

    @Test(arguments: Language.allCases) func aTalkOfFiveMinutesCostsLessThanHalfACent(language: Language) throws {
        let task = SummaryTask(
            call: 1, talk: 1, language: language, lines: Self.talk(language),
            names: PrivateText(
                "Names in use for slot; a correction has the name of what it corrects: wake-time, dog-name"))
        let request = SummaryRequest(
            talk: "1", input: task.transcript, instructions: task.instructions,
            tool: ToolDefinition(
                name: MemorySummary.functionName, description: "Keeps what is worth keeping of the talk.",
                parameters: MemorySummary.schema, isSilent: true))
        let response = try #require(SummaryState(request, isPlain: false, at: .zero)?.response)
        let sent = Self.tokens(response.line)
        let answer = try #require(response["max_output_tokens"]?.integer)
        let dollars = (sent * Self.dollarsIn + Double(answer) * Self.dollarsOut) / 1_000_000
        print(
            "summary of five minutes, \(language.rawValue): \(Int(sent)) tokens in, \(answer) out at most, $\(dollars)")
        #expect(dollars <= Self.maximumDollars)
        // The talk is in it, and no sound.
        #expect(sent > Self.tokens(task.transcript) && !response.line.contains("input_audio"))
    }
}
