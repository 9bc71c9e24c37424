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
    /// The buzzer's line could not be set.
    case buzzerFailed
    case store(isWorking: Bool)
    /// The requested wipe is done, or some of the owner's data could not be removed (SETUP-4).
    case erased(isComplete: Bool)
    /// The store was damaged and has been rebuilt from its copy, or with defaults; writes work.
    case storeRecovered
    /// A file of settings cannot be used; this start uses the copy of an earlier one.
    case settingsUnreadable
    /// `call` is the number from the request; reports about an older call are ignored.
    case conversation(ConversationEvent, call: Int)
    /// What a check of the companion found (ALARM-12); nil if nothing is missing.
    case companionChecked(ConversationFailure?)
    case eveningCheck(EveningCheck.Event)
    case memory(MemoryKeeper.Event)
    case teaching(TeachingKeeper.Event)
    case recordings(RecordingKeeper.Event)
    case affirmation(AffirmationKeeper.Event)
    case wakeVoice(WakeVoice.Event)
    case account(AccountKeeper.Event)
    case ownVoice(VoiceKeeper.Event)
    /// A sign of life by the board's sensor (FADE-2), debounced; in simulations.
    case presence
    /// The level of the sensor's line when it was first read.
    case presenceRead(isActive: Bool)
    /// A raw edge of the sensor's line, not debounced; `Moment.boot` is the kernel's time of the edge.
    case presenceEdge(isActive: Bool)
    case terminate

    /// The names in journals of version 0.1.0.
    enum CodingKeys: String, CodingKey {
        case eveningCheck = "preflight"
        case companionChecked = "rehearsed"
        case tick, clockSet, zone, buttonsRead, edge, press, command, sound, voice, microphoneFailed, buzzerFailed,
            store,
            erased, storeRecovered, settingsUnreadable, conversation, memory, teaching, recordings, affirmation,
            wakeVoice, account, ownVoice,
            presence, presenceRead, presenceEdge, terminate
    }
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

/// What the sound driver reports; `id` is that of the `Playback` that was asked for. Reports about an older sound are
/// ignored.
public enum SoundEvent: Hashable, Codable, Sendable {
    /// Proof of ring (SOUND-6): frames at an audible level have left the device.
    case audible(id: Int)
    /// The device or the source failed; nothing of this sound plays any more.
    case failed(id: Int, reason: String)
    /// Played to its own end.
    case finished(id: Int)
    /// The recording that was to be played cannot be read, so nothing of it sounds; the output works (MIND-7).
    case unreadable(id: Int)
    /// The set of devices changed (a card was plugged in or out).
    case devicesChanged
}

/// What the driver of the online companion reports.
public enum ConversationEvent: Hashable, Codable, Sendable {
    /// Connected and configured, but still muted.
    case ready
    /// The companion is heard from the speaker: true with its first sample, false when the last has been played.
    case speaking(Bool)
    /// The owner began or stopped speaking, according to the service.
    case ownerSpeaking(Bool)
    /// True: in mid-sentence nothing is heard of the companion and nothing more is reported, for longer than a pause
    /// between words. False: it goes on, or was cut off.
    case voiceMissing(Bool)
    case toolCall(ToolRequest)
    /// Words of one side, in text. A turn that comes again has grown, or was cut to what was heard.
    case said(TalkLine.Voice, PrivateText, turn: Int)
    /// The service closed the call properly.
    case ended
    case failed(ConversationFailure)
}

/// Why there is no online companion; each case has its spoken line.
public enum ConversationFailure: String, Hashable, Codable, Sendable, CaseIterable {
    /// None is set up: no key.
    case unavailable
    /// No network, no name service, no answer.
    case network
    /// The service's certificate is not trusted.
    case tls
    /// The key is refused.
    case credentials
    /// The paid quota is used up.
    case quota
    /// Too many requests at once; it may work later.
    case busy
    /// The service fails, or its answer cannot be understood.
    case provider
    /// The service answers, but no sound can be carried (ICE, DTLS, channel).
    case media
    /// The call is connected, but nobody speaks on it.
    case silent
    /// A library that calls need is missing on this machine.
    case incomplete

    /// Whether no other try will succeed before the owner has done something.
    var needsOwner: Bool {
        switch self {
        case .network, .tls, .busy, .provider, .media, .silent: false
        case .unavailable, .credentials, .quota, .incomplete: true
        }
    }

    /// Whether the service was reached first, and so may have got the instructions.
    var mayHaveReached: Bool {
        switch self {
        case .quota, .busy, .provider, .media, .silent: true
        case .unavailable, .network, .tls, .credentials, .incomplete: false
        }
    }
}
