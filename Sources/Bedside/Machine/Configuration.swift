/// What the core is told once at start about the machine it runs on.
public struct Configuration: Hashable, Codable, Sendable {
    /// The firmware's build date: a clock before it is not trusted (ALARM-8).
    public var clockFloor: CivilTime
    /// Names of the board's sound outputs, in order of preference; empty if it has none.
    public var outputs: [String]
    public var hasBuzzer: Bool
    public var hasMicrophone: Bool
    public var buttonRules: ButtonTiming
    /// Offline routines by `OfflineScript.key(prompt:language:)`.
    public var scripts: [String: OfflineScript]
    public var conversation: ConversationTiming
    /// Not in a journal: it is a file of this version, which a replay reads again.
    public var helpLines = HelpLines(countries: [:])
    /// Not in a journal either; nil: the file cannot be used.
    public var meditation: MeditationScript?

    enum CodingKeys: String, CodingKey {
        case clockFloor, outputs, hasBuzzer, hasMicrophone, buttonRules, scripts, conversation
    }

    public init(
        clockFloor: CivilTime, outputs: [String] = ["default"], hasBuzzer: Bool = false, hasMicrophone: Bool = true,
        buttonRules: ButtonTiming = ButtonTiming(), scripts: [String: OfflineScript] = [:],
        conversation: ConversationTiming = ConversationTiming()
    ) {
        self.clockFloor = clockFloor
        self.outputs = outputs
        self.hasBuzzer = hasBuzzer
        self.hasMicrophone = hasMicrophone
        self.buttonRules = buttonRules
        self.scripts = scripts
        self.conversation = conversation
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let standard = Configuration(clockFloor: try values.decode(CivilTime.self, forKey: .clockFloor))
        self.init(
            clockFloor: standard.clockFloor, outputs: try values.value(.outputs, or: standard.outputs),
            hasBuzzer: try values.value(.hasBuzzer, or: standard.hasBuzzer),
            hasMicrophone: try values.value(.hasMicrophone, or: standard.hasMicrophone),
            buttonRules: try values.value(.buttonRules, or: standard.buttonRules),
            scripts: try values.value(.scripts, or: standard.scripts),
            conversation: try values.value(.conversation, or: standard.conversation))
    }
}

/// Timing of the buttons' contacts (BOARD-2); can be set in the board file.
public struct ButtonTiming: Hashable, Codable, Sendable {
    /// How long a line has to hold for a press to count.
    public var holdMilliseconds: Int
    /// How long edges after a counted press or release are bounce.
    public var bounceMilliseconds: Int

    public init(holdMilliseconds: Int = 5, bounceMilliseconds: Int = 20) {
        self.holdMilliseconds = holdMilliseconds
        self.bounceMilliseconds = bounceMilliseconds
    }
}
