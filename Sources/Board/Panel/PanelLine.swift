/// One line of the panel: pieces of text, each in one style.
public struct PanelLine: Hashable, Sendable {
    public enum Style: Hashable, Sendable {
        case plain, strong, faint
        /// The light's dot; `isDim` under a low brightness.
        case lamp(LightPattern.Colour, isDim: Bool)
    }
    public struct Span: Hashable, Sendable {
        public var text: String
        public var style: Style
    }
    public private(set) var spans: [Span]

    static let empty = PanelLine(spans: [])

    private init(spans: [Span]) { self.spans = spans }

    init(_ text: String, _ style: Style = .plain) { spans = text.isEmpty ? [] : [Span(text: text, style: style)] }

    static func + (a: PanelLine, b: PanelLine) -> PanelLine { PanelLine(spans: a.spans + b.spans) }

    /// What a person reads, without style.
    public var text: String { spans.reduce(into: "") { $0 += $1.text } }
    var columns: Int { spans.reduce(0) { $0 + TextWidth.columns($1.text) } }

    func fitted(_ width: Int) -> PanelLine {
        guard columns > width else { return self }
        var left = width
        var result = PanelLine.empty
        for span in spans {
            let columns = TextWidth.columns(span.text)
            result.spans.append(
                Span(text: columns <= left ? span.text : TextWidth.fitted(span.text, left), style: span.style))
            left -= columns
            if left <= 0 { break }
        }
        return result
    }

    func padded(_ width: Int) -> PanelLine {
        let missing = width - columns
        return missing > 0 ? self + PanelLine(String(repeating: " ", count: missing)) : self
    }
}
