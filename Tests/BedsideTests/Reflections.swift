import Foundation

@testable import Bedside

/// Sentences about a day with the themes that fit them (Tests/Memory), and how often the lexicon finds one of these.
struct Reflections {
    struct Line {
        var language: String
        var text: String
        /// Per rating, the themes that fit.
        var ratings: [[Theme]]
    }

    var lines: [Line]

    init(file: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: tests.appending(path: "Memory/\(file)"), encoding: .utf8)
        lines = try text.split(separator: "\n").map { line in
            let fields = try JSONDecoder().decode(Fields.self, from: Data(line.utf8))
            let ratings = [fields.themes, fields.second ?? fields.themes].map { $0.compactMap { Theme(rawValue: $0) } }
            return Line(language: fields.language, text: fields.text, ratings: ratings)
        }
    }

    private struct Fields: Decodable {
        var language: String
        var text: String
        var themes: [String]
        var second: [String]?
    }

    /// How many lines there are, and for how many the first and one of the first three themes fit.
    struct Score: CustomStringConvertible {
        var lines = 0
        var first = 0
        var three = 0
        /// Lines in which no theme was found.
        var unfound = 0

        var firstShare: Double { Double(first) / Double(max(1, lines)) }
        var threeShare: Double { Double(three) / Double(max(1, lines)) }
        var description: String {
            "lines \(lines), hit@1 \(first) (\(Int(firstShare * 1_000 + 0.5)) of 1000), "
                + "hit@3 \(three) (\(Int(threeShare * 1_000 + 0.5)) of 1000), nothing found \(unfound)"
        }
    }

    /// The score by the first or the second rating, over the lines that `isCounted`.
    func score(rating: Int = 0, where isCounted: (Line) -> Bool = { _ in true }) -> Score {
        lines.filter(isCounted).reduce(into: Score()) { score, line in
            let found = ThemeLexicon.shared.themes(of: [FoldedLine(line.text)])
            let themes = ThemeLexicon.filledUp(found).prefix(3)
            let fitting = line.ratings[rating]
            score.lines += 1
            score.first += themes.first.map(fitting.contains) == true ? 1 : 0
            score.three += themes.contains(where: fitting.contains) ? 1 : 0
            score.unfound += found.isEmpty ? 1 : 0
        }
    }

    /// The score by language, then by the first theme of the first rating: counts, never a sentence.
    var table: String {
        let rows = ["en", "ja"].map { language in "\(language): \(score { $0.language == language })" }
        let themes = Theme.allCases.map { theme in
            "\(theme.rawValue): \(score { $0.ratings[0].first == theme })"
        }
        return (["all: \(score())", "second rating: \(score(rating: 1))"] + rows + themes).joined(separator: "\n")
    }
}
