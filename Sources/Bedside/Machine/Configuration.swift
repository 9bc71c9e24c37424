/// What the core is told once at start about the machine it runs on.
public struct Configuration: Hashable, Codable, Sendable {
    /// No clock before this is believed (ALARM-8): the firmware's build date.
    public var clockFloor: CivilTime
    /// Names of the board's sound outputs, in order of preference; empty: none.
    public var outputs: [String]
    public var hasBuzzer: Bool
    public var hasMicrophone: Bool
    public var buttonRules: ButtonTiming
    /// Offline routines by `OfflineScript.key(prompt:language:)`.
    public var scripts: [String: OfflineScript]
    public var conversation: ConversationTiming

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
}

/// BOARD-2; settable in the board file.
public struct ButtonTiming: Hashable, Codable, Sendable {
    /// A press counts once the line has held this long.
    public var holdMilliseconds: Int
    /// Edges within this after a counted press or release are bounce.
    public var bounceMilliseconds: Int

    public init(holdMilliseconds: Int = 5, bounceMilliseconds: Int = 20) {
        self.holdMilliseconds = holdMilliseconds
        self.bounceMilliseconds = bounceMilliseconds
    }
}
