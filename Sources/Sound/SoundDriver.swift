import Bedside
import Glibc
import Synchronization
import System

/// The speaker and the microphone (SOUND-1, SOUND-2, SOUND-4, SOUND-5, SOUND-6).
///
/// All methods return at once and may be called from the main loop's thread. Behind them: one ordinary thread that
/// directs and posts events (`SoundDirector`), one real-time thread per open device, one short-lived thread per file
/// read and per utterance. Idle, it holds one sleeping thread and no device.
public final class SoundDriver: Sendable {
    private let mailbox: SoundMailbox
    private let totals = SoundTotals()
    private let post: @Sendable (Event) -> Void

    /// All closures are called on the driver's own threads, and those that read may wait for the disk: `phrase` reads the
    /// owner's recording of a phrase, `reading` what a voice has said beforehand with exactly these words, and `clip` what
    /// the owner's own voice has. `log` never receives spoken words.
    public init(
        configuration: SoundConfiguration, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void,
        phrase: @escaping @Sendable (Int) -> [Float]? = { _ in nil },
        reading: @escaping @Sendable (Utterance) -> [Float]? = { _ in nil },
        clip: @escaping @Sendable (VoiceScript) -> [Float]? = { _ in nil }
    ) {
        let mailbox = SoundMailbox()
        let totals = totals
        self.mailbox = mailbox
        self.post = post
        do throws(SoundError) {
            try startSoundThread("sound") {
                var director = SoundDirector(
                    configuration: configuration, mailbox: mailbox, totals: totals, post: post, log: log,
                    phrase: phrase, reading: reading, clip: clip)
                director.run()
                mailbox.finished.signal()
            }
        } catch {
            log(.error, "\(error)")
            mailbox.snapshot.withLock { $0.isDead = true }
            mailbox.finished.signal()
        }
    }

    deinit { mailbox.send(.shutDown) }

    /// Opens the device and loads the sound, so that a `play` of the same playback starts at once; held for some
    /// seconds (`preparedMilliseconds`). Failure is logged and counted; `play` then reports it again, with an event.
    public func prepare(_ playback: Playback) { mailbox.send(.prepare(playback)) }

    /// Replaces what plays. Posts `.audible` once frames have left the device, then `.finished` at the sound's own end;
    /// or `.failed`, within 1 s. After `silence` or another `play` nothing more is posted about it.
    public func play(_ playback: Playback) {
        if mailbox.snapshot.withLock({ $0.isDead }) {
            post(.sound(.failed(id: playback.id, reason: "the sound thread could not be started")))
        } else {
            mailbox.send(.play(playback))
        }
    }

    /// Fades out within 2 ms, starting with what is already queued if the device gives it back.
    public func silence() { mailbox.send(.silence) }

    /// A soft tick over whatever plays; opens the device of the last sound if none is open.
    public func click() { mailbox.send(.click) }

    /// Opens or closes the microphone. Posts `.voice` on change, `.microphoneFailed` after three failed openings, or
    /// one of each input if there are more.
    public func listen(_ on: Bool) { mailbox.send(.listen(on)) }

    /// Opens both directions of a conversation, in place of a line that is open: from now on the device plays what
    /// `render` gives, with alarms, clicks and spoken lines over it, and what the microphone hears (while `listen` has
    /// it open) goes to `capture`, cleaned. If the device fails, the line continues on the next one of the list; with
    /// none left, it is tried again every second.
    /// - Parameters:
    ///   - output: index of the device, unless another is sounding: then that one.
    ///   - volumePercent: of full scale, as of a `Playback`.
    public func openLine(_ line: VoiceLine, output: Int, volumePercent: Int) {
        mailbox.send(.openLine(LineWish(voice: line, output: output, volumePercent: volumePercent)))
    }

    /// Sets the volume of the open line (SOUND-4); it changes over 10 ms.
    public func setLineVolume(_ percent: Int) { mailbox.send(.lineVolume(percent)) }

    /// Ends the line; its closures are not called any more after 100 ms. The microphone stays as `listen` has it.
    public func closeLine() { mailbox.send(.closeLine) }

    /// Like the public `openLine`, with copies of the sound in the microphone's path.
    func openLine(_ line: VoiceLine, output: Int, volumePercent: Int, tap: EchoTap) {
        mailbox.send(.openLine(LineWish(voice: line, output: output, volumePercent: volumePercent, tap: tap)))
    }

    /// Asks the driver's thread for a sign of life; returns whether the one that was asked for before has come.
    public func provesAlive() -> Bool { mailbox.askForLife() }

    public func counters() -> SoundCounters {
        let snapshot = mailbox.snapshot.withLock { $0 }
        var counters = SoundCounters()
        counters.underruns = totals.underruns.load(ordering: .relaxed)
        counters.overruns = totals.overruns.load(ordering: .relaxed)
        counters.lateWakeUps = totals.lateWakeUps.load(ordering: .relaxed)
        counters.framesDelivered = totals.framesDelivered.load(ordering: .relaxed)
        counters.framesCaptured = totals.framesCaptured.load(ordering: .relaxed)
        counters.levelDBFS = Double(totals.level.load(ordering: .relaxed)) / 100
        counters.captureLevelDBFS = Double(totals.captureLevel.load(ordering: .relaxed)) / 100
        func known(_ hundredths: Int) -> Double? {
            hundredths == SoundTotals.unknown ? nil : Double(hundredths) / 100
        }
        counters.farEndResyncs = totals.farResyncs.load(ordering: .relaxed)
        counters.captureReopenings = totals.captureReopenings.load(ordering: .relaxed)
        counters.echoDelayMilliseconds = known(totals.echoDelay.load(ordering: .relaxed))
        counters.echoEnhancementDB = known(totals.echoEnhancement.load(ordering: .relaxed))
        counters.isLineOpen = snapshot.isLineOpen
        counters.echoEngine = snapshot.echoEngine
        counters.deviceErrors = snapshot.deviceErrors
        counters.lentSounds = snapshot.lentSounds
        counters.captureErrors = snapshot.captureErrors
        counters.openOutput = snapshot.openOutput
        counters.openInput = snapshot.openInput
        counters.isRealTime = snapshot.isRealTime
        counters.lastHandedID = snapshot.lastHandedID
        counters.lastHandedBootNanoseconds = snapshot.lastHandedBootNanoseconds
        return counters
    }

    /// Fades out, closes everything, ends child processes. Returns when that is done, after 1.5 s at most.
    public func shutDown() {
        mailbox.send(.shutDown)
        mailbox.finished.wait(nanoseconds: 1_500_000_000)
        // Signalled again, for a second caller.
        mailbox.finished.signal()
    }
}

/// A message to the director, from the main loop or a helper thread.
enum SoundMessage: Sendable {
    case prepare(Playback)
    case play(Playback)
    case silence
    case click
    case listen(Bool)
    case openLine(LineWish)
    case lineVolume(Int)
    case closeLine
    /// From the loader thread: the material; nil if the utterance must be synthesized.
    case loaded(load: Int, Material?)
    case speechEnded(load: Int, reason: String?)
    case shutDown
}

/// The line that was asked for.
struct LineWish: Sendable {
    var voice: VoiceLine
    var output: Int
    var volumePercent: Int
    /// Receives copies of the sound in the microphone's path.
    var tap: EchoTap?
}

final class SoundMailbox: Sendable {
    struct Snapshot: Sendable {
        var deviceErrors = 0
        var captureErrors = 0
        var openOutput: String?
        var openInput: String?
        var isRealTime = false
        var lastHandedID: Int?
        var lastHandedBootNanoseconds: Int64?
        var isDead = false
        var lentSounds = 0
        var isLineOpen = false
        var echoEngine: String?
    }
    private let messages = Mutex<[SoundMessage]>([])
    let snapshot = Mutex(Snapshot())
    /// Signs of life that were asked for, and the newest that was given.
    private let asked = Atomic<Int>(0)
    private let given = Atomic<Int>(0)
    let wakeUp = WakeUp()
    let finished = WakeUp()

    func send(_ message: SoundMessage) {
        messages.withLock { $0.append(message) }
        wakeUp.signal()
    }

    func askForLife() -> Bool {
        let isAlive = given.load(ordering: .relaxed) == asked.load(ordering: .relaxed)
        asked.increase()
        wakeUp.signal()
        return isAlive
    }

    /// Takes all messages, and gives the sign of life. Called by the director in each turn.
    func takeAll() -> [SoundMessage] {
        given.store(asked.load(ordering: .relaxed), ordering: .relaxed)
        return messages.withLock {
            let all = $0
            $0.removeAll()
            return all
        }
    }
}
