import Bedside

/// Everything that the panel shows. A value: equal contents give equal frames.
public struct PanelContent: Hashable, Sendable {
    public var status: Status
    /// The last lines of the night log, oldest first.
    public var night: [NightEntry]
    /// The sound output in use, as the board names it; nil if none works.
    public var outputName: String?
    public var hasMicrophone: Bool
    /// One line each, in English: parts of the board that do not work, and what to do.
    public var problems: [String]
    /// One line each: counts worth attention (xruns, late wake-ups).
    public var counters: [String]
    /// Brightness of the light's dot, percent (`LightDescription.brightnessPercent(at:)`).
    public var brightnessPercent: Int
    /// The conversation, newest last; empty if there is none.
    public var transcript: [TranscriptLine]
    /// During a conversation: dBFS at the speaker and, if it is open, the microphone.
    public var levels: PanelLevels?
    /// R was pressed once (`PanelKey.resetAsked`); any other key cancels.
    public var isResetAsked: Bool

    public init(
        status: Status, night: [NightEntry] = [], outputName: String?, hasMicrophone: Bool = true,
        problems: [String] = [], counters: [String] = [], brightnessPercent: Int = 100, isResetAsked: Bool = false,
        transcript: [TranscriptLine] = [], levels: PanelLevels? = nil
    ) {
        self.status = status
        self.night = night
        self.outputName = outputName
        self.hasMicrophone = hasMicrophone
        self.problems = problems
        self.counters = counters
        self.brightnessPercent = brightnessPercent
        self.isResetAsked = isResetAsked
        self.transcript = transcript
        self.levels = levels
    }

    /// Whether seconds are shown: only while something sounds or talks, so that an idle appliance sleeps.
    public var showsSeconds: Bool {
        switch status.activity {
        case .idle, .waiting, .dawn: false
        case .ringing, .connecting, .listening, .speaking, .preview, .meditating: true
        }
    }

    /// Time from `status.now` until the shown time is out of date. Draw again then, and when the state changes.
    public var untilRedraw: TimeSpan {
        if levels != nil { return .milliseconds(200) }
        let second: Int64 = 1_000_000_000
        let fraction = status.now.nanoseconds % second
        let intoSecond = fraction < 0 ? fraction + second : fraction
        let wholeSeconds = showsSeconds ? 1 : 60 - status.local.time.second
        return TimeSpan(nanoseconds: Int64(wholeSeconds) * second - intoSecond)
    }
}

/// What one side of a conversation said, shown only to the person at this terminal; never logged (GUARD-1).
public struct TranscriptLine: Hashable, Sendable {
    public enum Speaker: Hashable, Sendable { case owner, companion }
    public var speaker: Speaker
    public var text: String
    /// The companion was interrupted here.
    public var isInterrupted: Bool

    public init(speaker: Speaker, text: String, isInterrupted: Bool = false) {
        self.speaker = speaker
        self.text = text
        self.isInterrupted = isInterrupted
    }
}

/// Peak levels in dBFS; -120 is silence.
public struct PanelLevels: Hashable, Sendable {
    public var speakerDBFS: Double
    /// Nil if no microphone is open.
    public var microphoneDBFS: Double?

    public init(speakerDBFS: Double, microphoneDBFS: Double?) {
        self.speakerDBFS = speakerDBFS
        self.microphoneDBFS = microphoneDBFS
    }
}
