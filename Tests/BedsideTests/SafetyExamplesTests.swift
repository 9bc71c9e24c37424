import Foundation
import TestKit
import Testing

@testable import Bedside

/// A step of `Tests/Memory/learn_risk.py` rather than a test of its own: reads the script's sentences as the matcher does,
/// so that both take the same parts of them. `SafetyWeightsTests` holds the shipped weights to it.
@Suite struct SafetyExamplesTests {
    struct Read: Encodable {
        var en: [UInt64]
        var ja: [UInt64]
        /// List of phrases, level, and reason why the phrase does not count, -1 if it does.
        var enFindings: [[Int]]
        var jaFindings: [[Int]]
        /// As the matcher grades it with the weights that it has.
        var level: Int

        init(_ text: String) {
            let scalars = SafetyText.folded(text, maximumScalars: SafetyDetector.maximumScalars)
            en = SafetyText.englishUtterance(scalars)
            ja = SafetyText.japaneseUtterance(scalars)
            enFindings = Self.numbers(of: en, SafetyLexicon.english)
            jaFindings = Self.numbers(of: ja, SafetyLexicon.japanese)
            let grade = SafetyDetector.level(of: text, spokenBy: .owner)
            level = SafetyLevel.allCases.firstIndex(of: grade) ?? 0
        }

        private static func numbers(of keys: [UInt64], _ lexicon: SafetyLexicon) -> [[Int]] {
            var steps = 0
            return lexicon.findings(of: keys, steps: &steps).map {
                [$0.place.list, SafetyLevel.allCases.firstIndex(of: $0.place.level) ?? 0, $0.exclusion?.rawValue ?? -1]
            }
        }
    }

    private static let sentences = ProcessInfo.processInfo.environment["RISK_SENTENCES"]
    private static let parts = ProcessInfo.processInfo.environment["RISK_PARTS"]

    @Test(.enabled(if: sentences != nil && parts != nil)) func writesThePartsOfSentences() throws {
        let sentences = try #require(Self.sentences)
        let parts = try #require(Self.parts)
        let encoder = JSONEncoder()
        let lines = try String(contentsOfFile: sentences, encoding: .utf8).split(separator: "\n").map {
            try String(decoding: encoder.encode(Read(String($0))), as: UTF8.self) + "\n"
        }
        try lines.joined().write(toFile: parts, atomically: true, encoding: .utf8)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix("}\n") })
    }
}
