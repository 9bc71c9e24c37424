/// Everything that can happen to the speaker. Plain values, so that a recorded night can be replayed.
public enum Event: Hashable, Codable, Sendable {
    /// A deadline passed, or may have; harmless at any time.
    case tick
    /// The civil clock was set. `isSynchronized`: the kernel says that a time server keeps it.
    case clockSet(isSynchronized: Bool)
    /// The system's zone or its rules changed.
    case zone(ZoneRules)
    /// Levels of all button lines when they were first read.
    case buttonsRead([ButtonLevel])
    /// A raw edge on a line, not debounced; `Moment.boot` is the kernel's time of the edge.
    case edge(Button, isActive: Bool)
    /// A complete press from a surface without contacts (socket, terminal).
    case press(Button, heldMilliseconds: Int, from: NightEntry.Cause)
    case command(Command, ticket: Int)
    case sound(SoundEvent)
    /// Voice activity at the microphone; posted on change only.
    case voice(isActive: Bool)
    case microphoneFailed
    case store(isWorking: Bool)
    /// The store was damaged and has been made anew from its copy, or with defaults; writes work.
    case storeRecovered
    case conversation(ConversationEvent)
    case terminate
}

public enum Button: String, Codable, CaseIterable, Sendable, Hashable {
    case start, stop
    case volumeUp = "volume_up"
    case volumeDown = "volume_down"
    case mute
}

public struct ButtonLevel: Hashable, Codable, Sendable {
    public var button: Button
    public var isActive: Bool
    public init(button: Button, isActive: Bool) {
        self.button = button
        self.isActive = isActive
    }
}

/// What the sound driver reports; `id` is that of the `Playback` asked for. Events of an older sound are ignored.
public enum SoundEvent: Hashable, Codable, Sendable {
    /// Proof of ring (SOUND-6): frames at an audible level have left the device.
    case audible(id: Int)
    /// The device or the source failed; nothing of this sound plays any more.
    case failed(id: Int, reason: String)
    /// Played to its own end.
    case finished(id: Int)
    /// The set of devices changed (a card was plugged in or out).
    case devicesChanged
}

/// What an online companion's driver reports. The appliance answers `.failed(.unavailable)` until one is built in.
public enum ConversationEvent: Hashable, Codable, Sendable {
    case connected
    case speaking(Bool)
    case listening
    case ended
    case failed(ConversationFailure)
}

public enum ConversationFailure: String, Hashable, Codable, Sendable {
    case unavailable, network, credentials, quota, provider
}
