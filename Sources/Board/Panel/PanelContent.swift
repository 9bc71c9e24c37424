import Bedside

/// Everything that the panel shows. A value: equal contents give equal frames.
public struct PanelContent: Hashable, Sendable {
    public var status: Status
    /// The last lines of the night log, oldest first.
    public var night: [NightEntry]
    /// The sound output in use, as the board names it; nil: none works.
    public var outputName: String?
    public var hasMicrophone: Bool
    /// One line each, in English: parts of the board that do not work, and what to do.
    public var problems: [String]
    /// One line each: counts worth a look (xruns, late wake-ups).
    public var counters: [String]
    /// Brightness of the light's dot, percent (`LightDescription.brightnessPercent(at:)`).
    public var brightnessPercent: Int
    /// R was pressed once (`PanelKey.resetAsked`); any other key takes it back.
    public var isResetAsked: Bool

    public init(
        status: Status, night: [NightEntry] = [], outputName: String?, hasMicrophone: Bool = true,
        problems: [String] = [], counters: [String] = [], brightnessPercent: Int = 100, isResetAsked: Bool = false
    ) {
        self.status = status
        self.night = night
        self.outputName = outputName
        self.hasMicrophone = hasMicrophone
        self.problems = problems
        self.counters = counters
        self.brightnessPercent = brightnessPercent
        self.isResetAsked = isResetAsked
    }

    /// Whether seconds are shown: only while something sounds or talks, so that an idle appliance sleeps.
    public var showsSeconds: Bool {
        switch status.activity {
        case .idle, .waiting: false
        case .ringing, .connecting, .listening, .speaking, .preview: true
        }
    }

    /// From `status.now` until the shown time is out of date: draw again then, and when the state changes.
    public var untilRedraw: Span {
        let second: Int64 = 1_000_000_000
        let fraction = status.now.nanoseconds % second
        let intoSecond = fraction < 0 ? fraction + second : fraction
        let wholeSeconds = showsSeconds ? 1 : 60 - status.local.time.second
        return Span(nanoseconds: Int64(wholeSeconds) * second - intoSecond)
    }
}
