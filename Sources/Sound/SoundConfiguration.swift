import Glibc

/// The driver's settings for the machine's sound, from the board file and the command line.
public struct SoundConfiguration: Sendable, Hashable {
    /// In order of preference; `Playback.output` is an index into it.
    public var outputs: [OutputDevice]
    /// In order of preference; the next is tried if one cannot be opened.
    public var inputs: [InputDevice]
    /// The board's alarm (WAV), for alarms without a file of their own; nil: synthesized.
    public var alarmFile: String?
    /// The folder for a habit's relative sound name.
    public var soundsFolder: String?
    /// The folders with `KEY.wav` for utterances that need not be synthesized, in order of preference.
    public var renderedSpeechFolders: [String]
    /// Name on PATH, or path, of a program with espeak-ng's options.
    public var synthesizer: String
    /// Frames at 48 kHz by which the playback thread tops up a device whose queue cannot be taken back.
    public var periodFrames: Int
    /// Frames at 48 kHz that are kept queued on such a device, two periods at least. Stop is delayed by this; the queue
    /// grows by itself if the device runs dry.
    public var queueFrames: Int
    /// Frames at 48 kHz by which any device is topped up while a line is open. The queue is that much longer, which is
    /// added to the round trip; shorter periods cost processor time (Sound.docc has the figures).
    public var linePeriodFrames: Int
    /// Frames at 48 kHz of queue on a device that can take back what is queued (`snd_pcm_rewind`).
    public var rewindableQueueFrames: Int
    /// How long the device stays open after a sound, for the next one.
    public var lingerMilliseconds: Int
    /// How long `prepare` keeps the device open for its `play`.
    public var preparedMilliseconds: Int
    /// The engine that removes the echo while a line is open; if it is not in this build, another one.
    public var echoEngine: EchoEngine
    /// The folder in which cards' device files appear and disappear.
    var devicesFolder = "/dev/snd"

    public init(
        outputs: [OutputDevice] = [OutputDevice(name: "default")],
        inputs: [InputDevice] = [InputDevice(name: "default")], alarmFile: String? = nil, soundsFolder: String? = nil,
        renderedSpeechFolders: [String] = [], synthesizer: String = "espeak-ng", periodFrames: Int = 48,
        queueFrames: Int = 144, linePeriodFrames: Int = 240, rewindableQueueFrames: Int = 1440,
        lingerMilliseconds: Int = 250, preparedMilliseconds: Int = 5000,
        echoEngine: EchoEngine = .preferred
    ) {
        self.outputs = outputs
        self.inputs = inputs
        self.alarmFile = alarmFile
        self.soundsFolder = soundsFolder
        self.renderedSpeechFolders = renderedSpeechFolders
        self.synthesizer = synthesizer
        self.periodFrames = min(max(periodFrames, 48), 480)
        self.queueFrames = min(max(queueFrames, 2 * self.periodFrames), 4800)
        self.linePeriodFrames = min(max(linePeriodFrames, self.periodFrames), 960)
        self.rewindableQueueFrames = min(max(rewindableQueueFrames, 480), 4800)
        self.lingerMilliseconds = min(max(lingerMilliseconds, 0), 10_000)
        self.preparedMilliseconds = min(max(preparedMilliseconds, 0), 60_000)
        self.echoEngine = echoEngine
    }
}

/// A playback device by its ALSA PCM name: `default`, `hw:CARD=seeed2micvoicec`, `plughw:1,0`.
public struct OutputDevice: Sendable, Hashable {
    public var name: String
    public init(name: String) { self.name = name }
}

/// A capture device by its ALSA PCM name.
public struct InputDevice: Sendable, Hashable {
    public var name: String
    public init(name: String) { self.name = name }
}

/// Counts since start, and the present state (SOUND-5); for `anicca status` and metrics.
public struct SoundCounters: Sendable, Hashable, Codable {
    /// The device ran dry (playback) or over (capture), and was restarted.
    public var underruns = 0
    public var overruns = 0
    /// The playback thread woke later than half of what was queued.
    public var lateWakeUps = 0
    /// Devices that failed while open or could not be opened.
    public var deviceErrors = 0
    /// Sounds that playback threads may still read; more than two only while openings hang.
    public var lentSounds = 0
    public var captureErrors = 0
    /// Frames at the device's own rate.
    public var framesDelivered = 0
    public var framesCaptured = 0
    /// Level of the last period written, and of the last 10 ms captured; -120 is silence.
    public var levelDBFS = -120.0
    public var captureLevelDBFS = -120.0
    /// `NAME: RATE Hz, CHANNELS ch, FORMAT`, nil if closed.
    public var openOutput: String?
    public var openInput: String?
    /// How often the far end had to be found again in a conversation, and how often a microphone that fell silent was
    /// reopened.
    public var farEndResyncs = 0
    public var captureReopenings = 0
    /// Whether a conversation's line is open.
    public var isLineOpen = false
    /// The library that removes the echo, with its version; nil without a line, or if it could not be made.
    public var echoEngine: String?
    /// For the newest line: the echo's lag behind what the canceller is given (estimated), and by how much the echo is
    /// lowered; nil if not known yet.
    public var echoDelayMilliseconds: Double?
    public var echoEnhancementDB: Double?
    /// Whether the playback thread has real-time priority.
    public var isRealTime = false
    /// The last sound whose first audible frames were handed to the device, and when (`CLOCK_BOOTTIME`).
    public var lastHandedID: Int?
    public var lastHandedBootNanoseconds: Int64?

    public init() {}
}

/// Why a device could not be used.
public enum SoundError: Error, Sendable, Equatable, CustomStringConvertible {
    /// `snd_pcm_open` failed; a negative errno.
    case cannotOpen(device: String, code: Int32)
    /// None of the formats, rates and channel counts that the driver can make.
    case unsupported(device: String, what: String)
    /// A call on an open device failed; a negative errno.
    case lost(device: String, operation: String, code: Int32)
    /// The device takes or gives no frames any more.
    case stuck(device: String, milliseconds: Int)
    /// Opening took longer than the next device may wait for.
    case openTimedOut(device: String, milliseconds: Int)
    /// This many openings of the device have not returned, the newest of them a moment ago.
    case openingsHang(device: String, count: Int)
    /// The board's list has no such output.
    case noDevice(index: Int)
    case cannotStartThread(code: Int32)

    /// Whether another program, or another opening of ours, has the device to itself.
    public var isBusy: Bool {
        if case .cannotOpen(_, -EBUSY) = self { true } else { false }
    }

    public var description: String {
        switch self {
        case .cannotOpen(let device, let code):
            "cannot open sound device \"\(device)\": \(alsaMessage(code))"
        case .unsupported(let device, let what):
            "sound device \"\(device)\" offers no \(what) that can be used"
        case .lost(let device, let operation, let code):
            "sound device \"\(device)\" failed (\(operation)): \(alsaMessage(code))"
        case .stuck(let device, let milliseconds):
            "sound device \"\(device)\" has moved no frames for \(milliseconds) ms"
        case .openTimedOut(let device, let milliseconds):
            "sound device \"\(device)\" did not open within \(milliseconds) ms"
        case .openingsHang(let device, let count):
            "sound device \"\(device)\" hangs: \(count) openings have not returned"
        case .noDevice(let index):
            "no sound output number \(index) on this board"
        case .cannotStartThread(let code):
            "cannot start a sound thread: error \(code)"
        }
    }
}
