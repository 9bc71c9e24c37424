import Bedside
import Glibc
import Synchronization

/// The speaker and the microphone (SOUND-1, -2, -4 … -6).
///
/// All methods return at once and may be called from the main loop's thread. Behind them: one ordinary thread that
/// directs and posts events (`SoundDirector`), one real-time thread per open device, one short-lived thread per file
/// read and per utterance. Idle, it holds one sleeping thread and no device.
public final class SoundDriver: Sendable {
    private let mailbox: SoundMailbox
    private let totals = SoundTotals()
    private let post: @Sendable (Event) -> Void

    /// `post` and `log` are called on the driver's own threads. `log` never gets spoken words.
    public init(
        configuration: SoundConfiguration, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        let mailbox = SoundMailbox()
        let totals = totals
        self.mailbox = mailbox
        self.post = post
        do throws(SoundError) {
            try startThread("sound") {
                var director = SoundDirector(
                    configuration: configuration, mailbox: mailbox, totals: totals, post: post, log: log)
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
    /// seconds (`preparedMilliseconds`). Failure is logged and counted; `play` then says it again, with an event.
    public func prepare(_ playback: Playback) { mailbox.send(.prepare(playback)) }

    /// Replaces what plays. Posts `.audible` once frames have left the device, then `.finished` at its own end; or
    /// `.failed`, within 1 s. After `silence` or another `play` nothing more is posted of it.
    public func play(_ playback: Playback) {
        if mailbox.snapshot.withLock({ $0.isDead }) {
            post(.sound(.failed(id: playback.id, reason: "the sound thread could not be started")))
        } else {
            mailbox.send(.play(playback))
        }
    }

    /// Fades out within 2 ms, from what is already queued where the device gives it back.
    public func silence() { mailbox.send(.silence) }

    /// A soft tick over whatever plays; opens the device of the last sound where none is open.
    public func click() { mailbox.send(.click) }

    /// Opens or closes the microphone. Posts `.voice` on change, `.microphoneFailed` after three failed openings.
    public func listen(_ on: Bool) { mailbox.send(.listen(on)) }

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
        counters.deviceErrors = snapshot.deviceErrors
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
        // Left set for a second caller.
        mailbox.finished.signal()
    }
}

/// What the main loop and helper threads tell the director.
enum SoundMessage: Sendable {
    case prepare(Playback)
    case play(Playback)
    case silence
    case click
    case listen(Bool)
    /// Of the loader thread: the material, nil where the utterance must be synthesized.
    case loaded(load: Int, Material?)
    case speechEnded(load: Int, reason: String?)
    case shutDown
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
    }
    private let messages = Mutex<[SoundMessage]>([])
    let snapshot = Mutex(Snapshot())
    let wakeUp = WakeUp()
    let finished = WakeUp()

    func send(_ message: SoundMessage) {
        messages.withLock { $0.append(message) }
        wakeUp.signal()
    }

    func takeAll() -> [SoundMessage] {
        messages.withLock {
            let all = $0
            $0.removeAll()
            return all
        }
    }
}
