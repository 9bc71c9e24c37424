import GatewayRules

/// A month's minutes by day, as bars: made here, so that no script is needed. What it shows is in the table below it, too.
struct UseChart: Sendable {
    private static let width = 320
    private static let height = 120
    /// Below the bars, for the days' numbers.
    private static let margin = 18

    /// Minutes of each day, from the first.
    let minutes: [Int64]
    let title: String
    let summary: String

    /// Inline SVG without inline styles, which the page's policy forbids. Texts are this program's own and escaped all
    /// the same.
    var svg: String {
        let (most, count) = (max(1, minutes.max() ?? 1), max(1, minutes.count))
        let step = Self.width * 100 / count
        var shapes = ""
        for (index, value) in minutes.enumerated() where value > 0 {
            let height = max(2, Int(value * Int64(Self.height - 20) / most))
            shapes +=
                "<rect x=\"\(hundredths(index * step + step / 10))\" y=\"\(Self.height - height)\" "
                + "width=\"\(hundredths(step * 8 / 10))\" height=\"\(height)\"/>"
        }
        var labels = ""
        for index in [0, 9, 19, count - 1] where index < count {
            let anchor = index == 0 ? "start" : index == count - 1 ? "end" : "middle"
            let x = index == 0 ? 0 : index == count - 1 ? Self.width * 100 : index * step + step / 2
            labels +=
                "<text x=\"\(hundredths(x))\" y=\"\(Self.height + Self.margin - 4)\" text-anchor=\"\(anchor)\">"
                + "\(index + 1)</text>"
        }
        return """
            <svg class="chart" viewBox="0 0 \(Self.width) \(Self.height + Self.margin)" role="img" \
            aria-labelledby="chart-title chart-text"><title id="chart-title">\(escaped(title))</title>\
            <desc id="chart-text">\(escaped(summary))</desc>\(shapes)\
            <path d="M0 \(Self.height)h\(Self.width)"/>\(labels)\
            <text x="\(Self.width)" y="12" text-anchor="end">\(most)</text></svg>
            """
    }

    private func hundredths(_ number: Int) -> String { "\(number / 100).\(padded(number % 100, 2))" }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
