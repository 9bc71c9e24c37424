import Bedside

/// What parts a board has and where they are connected (BOARD-1). A value; `BoardDescription.read` makes it from a
/// board file.
public struct BoardDescription: Hashable, Sendable {
    public var name: String
    /// In the order of `Button.allCases`; empty: keys or the socket serve as buttons.
    public var buttons: [ButtonLine]
    public var timing: ButtonTiming
    public var light: LightDescription
    public var buzzer: LineDescription?
    /// Shakes the bed or the pillow while an alarm rings (S-7).
    public var shaker: LineDescription?
    /// A sensor that sees somebody out of bed (FADE-2).
    public var presence: LineDescription?
    /// ALSA names in order of preference; empty: no speaker.
    public var outputs: [String]
    /// ALSA names in order of preference; empty: no microphone.
    public var inputs: [String]
    /// A WAV file by name (in the sounds folder) or absolute path; nil: the one that is shipped.
    public var alarmSound: String?

    public init(
        name: String, buttons: [ButtonLine] = [], timing: ButtonTiming = ButtonTiming(),
        light: LightDescription = LightDescription(), buzzer: LineDescription? = nil, shaker: LineDescription? = nil,
        presence: LineDescription? = nil, outputs: [String] = ["default"], inputs: [String] = ["default"],
        alarmSound: String? = nil
    ) {
        self.name = name
        self.buttons = buttons
        self.timing = timing
        self.light = light
        self.buzzer = buzzer
        self.shaker = shaker
        self.presence = presence
        self.outputs = outputs
        self.inputs = inputs
        self.alarmSound = alarmSound
    }

    /// The built-in board for a machine without GPIO.
    public static let terminal = BoardDescription(name: "terminal")

    /// Whether any part of it is a GPIO line.
    public var usesGPIO: Bool {
        !buttons.isEmpty || buzzer != nil || shaker != nil || presence != nil
            || light.channels.contains { if case .line = $0.source { true } else { false } }
    }
}

public struct ButtonLine: Hashable, Sendable {
    public var button: Button
    public var line: LineDescription
    public init(button: Button, line: LineDescription) {
        self.button = button
        self.line = line
    }
}

/// One GPIO line.
public struct LineDescription: Hashable, Sendable {
    public enum Place: Hashable, Sendable, CustomStringConvertible {
        case offset(Int)
        case name(String)

        public var description: String {
            switch self {
            case .offset(let offset): "line \(offset)"
            case .name(let name): "line \(name)"
            }
        }
    }
    /// Labels (`pinctrl-rp1`), device names (`gpiochip0`) or paths; the first that this machine has is used. Empty: any
    /// chip that has a line of that name.
    public var chips: [String]
    public var place: Place
    public var isActiveLow: Bool
    /// For inputs only.
    public var bias: Bias

    public enum Bias: String, Hashable, Sendable, CaseIterable {
        case asIs = "as-is"
        case none
        case pullUp = "pull-up"
        case pullDown = "pull-down"
    }

    public init(chips: [String] = [], place: Place, isActiveLow: Bool = false, bias: Bias = .asIs) {
        self.chips = chips
        self.place = place
        self.isActiveLow = isActiveLow
        self.bias = bias
    }
}

/// The light (BOARD-3): one lamp of any colour, or up to three in red, green and blue.
public struct LightDescription: Hashable, Sendable {
    public enum Colour: String, Hashable, Sendable, CaseIterable {
        /// One lamp, lit for every colour.
        case any
        case red, green, blue
    }
    public enum Source: Hashable, Sendable {
        /// On or off.
        case line(LineDescription)
        /// A lamp of the kernel, by its name under `/sys/class/leds`; it can be dimmed if its driver supports it.
        case led(name: String)
    }
    public struct Channel: Hashable, Sendable {
        public var colour: Colour
        public var source: Source
        public init(colour: Colour, source: Source) {
            self.colour = colour
            self.source = source
        }
    }
    /// Empty: there is no lamp.
    public var channels: [Channel]
    /// In percent, if the lamp can be dimmed.
    public var brightnessPercent: Int
    /// Upper bound of the brightness at night; 0 means fully dark.
    public var nightCeilingPercent: Int
    public var nightFrom: LocalTime
    public var nightTo: LocalTime

    public init(
        channels: [Channel] = [], brightnessPercent: Int = 100, nightCeilingPercent: Int = 10,
        nightFrom: LocalTime = LocalTime(wrappingSecondOfDay: 21 * 3600),
        nightTo: LocalTime = LocalTime(wrappingSecondOfDay: 7 * 3600)
    ) {
        self.channels = channels
        self.brightnessPercent = brightnessPercent
        self.nightCeilingPercent = nightCeilingPercent
        self.nightFrom = nightFrom
        self.nightTo = nightTo
    }

    /// Whether a time is in the night. `nightFrom` is, `nightTo` is not; equal times mean no night.
    public func isNight(at time: LocalTime) -> Bool {
        nightFrom <= nightTo
            ? (nightFrom <= time && time < nightTo) : (time >= nightFrom || time < nightTo)
    }

    /// How bright the light may be at this time of day, in percent.
    public func brightnessPercent(at time: LocalTime) -> Int {
        isNight(at: time) ? min(brightnessPercent, nightCeilingPercent) : brightnessPercent
    }
}
