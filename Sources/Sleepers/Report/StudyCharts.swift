import Bedside

/// The charts of the page, as SVG in the page's colours.
extension StudyPage {
    private static let (width, height) = (320.0, 170.0)

    /// How many owners are at each level, week by week; one panel a rule, all to the same scale.
    var levels: String {
        let rules = result.study.rules.filter { $0 != .always && result[$0] != nil }
        let key = FadingLevel.allCases.map { level in
            "<li>\(swatch("l\(level.rawValue)"))\(say(.level(level)))</li>"
        }
        let panels = rules.map { rule in
            "<figure><figcaption>\(say(.rule(rule)))</figcaption>\(area(result[rule]?.levelsByWeek ?? [], rule))</figure>"
        }
        return "<ul class=\"key\">\(key.joined())</ul>\n<div class=\"panels\">\(panels.joined(separator: "\n"))</div>"
    }

    /// Two bars a rule: late wakes, and rings while up.
    var bars: String {
        let rules = result.study.rules.filter { result[$0] != nil }
        let kinds: [(Measure, String)] = [(.lateWakes, "late"), (.unneededRings, "ring")]
        let most = rules.flatMap { rule in kinds.compactMap { result[rule]?.all[$0.0].value } }.max() ?? 0
        let (left, right, step) = (130.0, 60.0, 46.0)
        let scale = (640 - left - right) / max(most, 0.01)
        var shapes = ""
        for (index, rule) in rules.enumerated() {
            let top = Double(index) * step
            shapes += text(say(.rule(rule)), x: left - 10, y: top + 25, anchor: "end")
            for (place, (measure, style)) in kinds.enumerated() {
                let value = result[rule]?.all[measure].value ?? 0
                let y = top + 4 + Double(place) * 17
                shapes +=
                    "<rect class=\"\(style)\" x=\"\(n(left))\" y=\"\(n(y))\" width=\"\(n(max(1, value * scale)))\" "
                    + "height=\"14\" rx=\"2\"/>"
                shapes += text(measure.text(value), x: left + value * scale + 6, y: y + 11)
            }
        }
        let total = Double(rules.count) * step
        shapes += "<line x1=\"\(n(left))\" y1=\"0\" x2=\"\(n(left))\" y2=\"\(n(total))\"/>"
        let key = kinds.map { "<li>\(swatch($0.1))\(say(.measure($0.0)))</li>" }
        return """
            <ul class="key">\(key.joined())</ul>
            <svg viewBox="0 0 640 \(n(total))" role="img" aria-label="\(say(.heading(.lateAgainstUnneeded)))">\(shapes)</svg>
            """
    }

    /// Bands that add up to 100 %, level 3 at the bottom.
    private func area(_ weeks: [[Double]], _ rule: RuleName) -> String {
        let (left, bottom) = (42.0, 22.0)
        let (across, up) = (Self.width - left - 8, Self.height - bottom - 8)
        let points =
            weeks.count > 104
            ? stride(from: 0, to: weeks.count, by: weeks.count / 104 + 1).map { $0 } : Array(weeks.indices)
        let last = Double(max(1, (points.last ?? 0)))
        func x(_ week: Int) -> Double { left + across * Double(week) / last }
        func y(_ share: Double) -> Double { 8 + up * (1 - share) }
        var shapes = ""
        var below = [Double](repeating: 0, count: points.count)
        for level in FadingLevel.allCases.reversed() {
            let above = points.enumerated().map { min(1, below[$0] + weeks[$1][level.rawValue]) }
            let there = points.enumerated().map { "\(n(x($1))),\(n(y(above[$0])))" }
            let back = points.enumerated().reversed().map { "\(n(x($1))),\(n(y(below[$0])))" }
            shapes += "<polygon class=\"l\(level.rawValue)\" points=\"\((there + back).joined(separator: " "))\"/>"
            below = above
        }
        for share in [0, 0.5, 1] {
            shapes += text(StudyText.percent(share), x: left - 4, y: y(share) + 4, anchor: "end", style: "dim")
        }
        shapes += text("0", x: left, y: Self.height - 6, style: "dim")
        shapes += text(
            "\(points.last.map { $0 + 1 } ?? 0) \(say(.heading(.weeks)))", x: Self.width - 8, y: Self.height - 6,
            anchor: "end", style: "dim")
        return """
            <svg viewBox="0 0 \(n(Self.width)) \(n(Self.height))" role="img" \
            aria-label="\(say(.heading(.levels))): \(say(.rule(rule)))">\(shapes)</svg>
            """
    }

    private func swatch(_ style: String) -> String {
        "<svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"\(style)\" width=\"10\" height=\"10\" rx=\"2\"/></svg>"
    }

    private func text(_ words: String, x: Double, y: Double, anchor: String = "start", style: String = "") -> String {
        let style = style.isEmpty ? "" : " class=\"\(style)\""
        return "<text\(style) x=\"\(n(x))\" y=\"\(n(y))\" text-anchor=\"\(anchor)\">\(words)</text>"
    }

    /// A coordinate, to a tenth.
    private func n(_ value: Double) -> String { Measure.fixed(value, decimals: 1) }
}
