import Bedside
import System

/// Keeps the microphone open while it is wanted. If an input fails, the next one is tried, after a pause. After three
/// tries, or one for each input if there are more, it posts `.microphoneFailed`. Director's thread only.
struct MicrophoneKeeper {
    /// How long an opening may take.
    private static let openLimit = TimeSpan.seconds(2)
    /// The pause between tries until the failure is reported.
    private static let quickRetry = TimeSpan.milliseconds(100)
    /// The pause between tries after the failure was reported: a card that returns is found within this.
    private static let slowRetry = TimeSpan.seconds(10)
    /// The pause between two reviews of an open microphone, if nothing happens.
    private static let reviewPause = TimeSpan.seconds(1)
    /// How long no frames may come before its thread counts as hanging: longer than the thread itself waits.
    private static let silenceLimit = TimeSpan(nanoseconds: CaptureSession.silentDeviceNanoseconds) + .seconds(1)

    private let inputs: [InputDevice]
    private var triesBeforeFailure: Int { max(3, inputs.count) }
    private let wakeUp: WakeUp
    private let totals: SoundTotals
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let opening: CaptureSession.Opening

    private var complaints = Complaints()
    private var isWanted = false
    private var session: CaptureSession?
    private var closing: [CaptureSession] = []
    private var tries = 0
    private var retryAt: BootTime?
    private var isVoiceActive = false
    /// The microphone's side of the open line.
    private var path: CapturePath?
    private(set) var errors = 0

    init(
        inputs: [InputDevice], wakeUp: WakeUp, totals: SoundTotals, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void,
        opening: @escaping CaptureSession.Opening = CaptureSession.open
    ) {
        self.inputs = inputs
        self.wakeUp = wakeUp
        self.totals = totals
        self.post = post
        self.log = log
        self.opening = opening
    }

    var openSummary: String? { session?.openSummary }
    var isClosed: Bool { session == nil && closing.isEmpty }
    /// When `review` is due, if nothing happens before; nil: there is nothing to follow.
    func deadline(at now: BootTime) -> BootTime? {
        if let retryAt { return retryAt }
        guard let session else { return nil }
        return session.openSummary == nil ? session.startedAt + Self.openLimit : now + Self.reviewPause
    }

    /// Opens the microphone, or closes it.
    mutating func listen(_ on: Bool, at now: BootTime) {
        guard on != isWanted else { return }
        isWanted = on
        tries = 0
        retryAt = nil
        if on {
            open(at: now)
        } else {
            close()
            setVoice(false)
        }
    }

    /// Sends what is captured through this path as well from now on; nil if no line is open.
    mutating func use(_ path: CapturePath?) {
        self.path = path
        session?.path.publish(path)
    }

    /// Follows the thread of the open microphone: its end, a device that does not open, and one that stands still.
    mutating func review(at now: BootTime) {
        closing.removeAll { $0.result != nil }
        if let session { review(session, at: now) }
        if let at = retryAt, now >= at {
            retryAt = nil
            open(at: now)
        }
    }

    private mutating func review(_ session: CaptureSession, at now: BootTime) {
        if let result = session.result {
            self.session = nil
            return ended(session, by: result, at: now)
        }
        if session.openSummary == nil, now - session.startedAt >= Self.openLimit {
            close()
            return failed("microphone \"\(session.device)\" did not open", at: now)
        }
        if session.lastFramesAt != nil { tries = 0 }
        setVoice(session.isVoiceActive)
        // The thread watches its device itself; this finds a thread that hangs in a call.
        let silent = now - (session.lastFramesAt ?? session.startedAt)
        guard silent > Self.silenceLimit else { return }
        close()
        failed("\(SoundError.stuck(device: session.device, milliseconds: silent.milliseconds))", at: now)
    }

    private mutating func ended(_ session: CaptureSession, by ending: CaptureSession.Ending, at now: BootTime) {
        switch ending {
        case .closed: break
        case .failed(let error): failed("\(error)", at: now)
        case .fellSilent:
            totals.captureReopenings.increase()
            log(.warning, "microphone \"\(session.device)\" gives only silence; opening it again")
            setVoice(false)
            open(at: now)
        }
    }

    private mutating func open(at now: BootTime) {
        guard isWanted, session == nil else { return }
        guard !inputs.isEmpty else { return failed("no microphone on this board", at: now) }
        let device = inputs[tries % inputs.count]
        let inTheWay = openingsInTheWay(of: device.name, at: now)
        guard inTheWay == 0 else {
            return failed("\(SoundError.openingsHang(device: device.name, count: inTheWay))", at: now)
        }
        do throws(SoundError) {
            let opened = try CaptureSession(
                device: device.name, driverWakeUp: wakeUp, totals: totals, opening: opening)
            if let path { opened.path.publish(path) }
            session = opened
        } catch {
            failed("\(error)", at: now)
        }
    }

    /// How many openings of this device hang, if another one may not be begun now; else 0. Nothing tells that a device
    /// was plugged in anew, so at the maximum it is given up until one of them returns.
    private func openingsInTheWay(of device: String, at now: BootTime) -> Int {
        let hanging = closing.filter {
            $0.device == device && $0.openSummary == nil && $0.result == nil
                && now - $0.startedAt >= Self.openLimit
        }
        guard hanging.count < HangingOpenings.maximumInAll else { return hanging.count }
        return HangingOpenings.inTheWay(
            startedAt: hanging.map(\.startedAt), settledAt: BootTime(nanoseconds: .min), now: now)
    }

    private mutating func close() {
        guard let session else { return }
        session.stop()
        closing.append(session)
        self.session = nil
    }

    private mutating func failed(_ reason: String, at now: BootTime) {
        guard isWanted else { return }
        errors += 1
        tries += 1
        log(complaints.level(of: reason, at: now), reason)
        setVoice(false)
        if tries == triesBeforeFailure || (inputs.isEmpty && tries == 1) { post(.microphoneFailed) }
        retryAt = now + (tries < triesBeforeFailure ? Self.quickRetry : Self.slowRetry)
    }

    private mutating func setVoice(_ active: Bool) {
        guard active != isVoiceActive else { return }
        isVoiceActive = active
        post(.voice(isActive: active))
    }
}
