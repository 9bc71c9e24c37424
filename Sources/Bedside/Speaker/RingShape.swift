/// How a ring begins, and which voice speaks in it (SOUND-7).
public struct RingShape: Hashable, Codable, Sendable {
    /// The fade at the beginning; nil: at once at its volume.
    public var fade: RingFade?
    /// The voice that speaks in the ring; nil: none.
    public var voice: RingVoice?
    /// How long the ring has sounded already, on an output that failed. Fade and voice go on from there.
    public var elapsedMilliseconds: Int

    public init(fade: RingFade? = nil, voice: RingVoice? = nil, elapsedMilliseconds: Int = 0) {
        self.fade = fade
        self.voice = voice
        self.elapsedMilliseconds = elapsedMilliseconds
    }
}

/// A fade at the beginning of a ring, below its volume and even in decibels. Afterwards what is left to the volume is
/// climbed within `glideMilliseconds`.
///
/// The fade is the ring's and not the sound file's, so that an owner's own sound fades in too, a follow-up fades for a
/// moment only, and a preview plays the sound as it is.
public struct RingFade: Hashable, Codable, Sendable {
    /// 0 or below.
    public var fromDecibels: Int
    /// 0 or below.
    public var toDecibels: Int
    public var milliseconds: Int

    public init(fromDecibels: Int, toDecibels: Int, milliseconds: Int) {
        self.fromDecibels = fromDecibels
        self.toDecibels = toDecibels
        self.milliseconds = milliseconds
    }

    public static let glideMilliseconds = 1000
    /// The first ring: soft enough to startle nobody (S-1).
    static let first = RingFade(fromDecibels: -20, toDecibels: -8, milliseconds: 10_000)
    static let followUp = RingFade(fromDecibels: -8, toDecibels: 0, milliseconds: 2000)
}

/// The voice of a ring: it interrupts the alarm, which then goes on. If it is not ready in time or cannot be made, the
/// alarm goes on without it.
public struct RingVoice: Hashable, Codable, Sendable {
    /// The words, if there is no wake message or it cannot be made.
    public var line: Utterance
    /// The wake message (MIND-4), which holds words of the owner's. In no journal.
    public var message: Utterance?
    /// When it speaks, counted from the beginning of the ring.
    public var atMilliseconds: Int
    /// How long the alarm sounds before the voice speaks again; nil: it speaks once.
    public var againAfterMilliseconds: Int?

    private enum CodingKeys: String, CodingKey { case line, atMilliseconds, againAfterMilliseconds }

    public init(line: Utterance, message: Utterance?, atMilliseconds: Int, againAfterMilliseconds: Int? = nil) {
        self.line = line
        self.message = message
        self.atMilliseconds = atMilliseconds
        self.againAfterMilliseconds = againAfterMilliseconds
    }

    /// Longer voices are cut off.
    public static let maximumMilliseconds = 12_000
}
