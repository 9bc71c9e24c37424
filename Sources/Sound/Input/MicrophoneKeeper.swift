import Bedside
import System

/// Keeps the microphone open while it is wanted. If an input fails, the next one is tried, after a pause. After three
/// tries, or one for each input if there are more, it posts `.microphoneFailed`. Director's thread only.
struct MicrophoneKeeper {
    private static let openNanoseconds: Int64 = 2_000_000_000
    /// The pause between tries after the failure was reported: a card that returns is found within this.
    private static let slowRetryNanoseconds: Int64 = 10_000_000_000

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
    private var retryAt: Int64?
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
    /// Boot time in nanoseconds of the next `review`, if nothing happens before.
    var deadline: Int64? {
        if let retryAt { return retryAt }
        if let session {
            return session.openSummary == nil
                ? session.startedAt + Self.openNanoseconds : bootNanoseconds() + 1_000_000_000
        }
        return nil
    }

    mutating func listen(_ on: Bool, _ now: Int64) {
        guard on != isWanted else { return }
        isWanted = on
        tries = 0
        retryAt = nil
        if on {
            open(now)
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

    mutating func review(_ now: Int64) {
        closing.removeAll { $0.result != nil }
        if let session {
            if let result = session.result {
                self.session = nil
                switch result {
                case .closed: break
                case .failed(let error): failed("\(error)", now)
                case .fellSilent:
                    totals.captureReopenings.increase()
                    log(.warning, "microphone \"\(session.device)\" gives only silence; opening it again")
                    setVoice(false)
                    open(now)
                }
            } else if session.openSummary == nil, now - session.startedAt >= Self.openNanoseconds {
                close()
                failed("microphone \"\(session.device)\" did not open", now)
            } else {
                if session.lastFramesAt != nil { tries = 0 }
                setVoice(session.isVoiceActive)
                // The thread watches its device itself; this finds a thread that hangs in a call.
                let silent = now - (session.lastFramesAt ?? session.startedAt)
                if silent > CaptureSession.silentDeviceNanoseconds + 1_000_000_000 {
                    close()
                    let milliseconds = Int(silent / 1_000_000)
                    failed("\(SoundError.stuck(device: session.device, milliseconds: milliseconds))", now)
                }
            }
        }
        if let at = retryAt, now >= at {
            retryAt = nil
            open(now)
        }
    }

    private mutating func open(_ now: Int64) {
        guard isWanted, session == nil else { return }
        guard !inputs.isEmpty else { return failed("no microphone on this board", now) }
        let device = inputs[tries % inputs.count]
        let inTheWay = openingsInTheWay(of: device.name, now)
        guard inTheWay == 0 else {
            return failed("\(SoundError.openingsHang(device: device.name, count: inTheWay))", now)
        }
        do throws(SoundError) {
            let opened = try CaptureSession(
                device: device.name, driverWakeUp: wakeUp, totals: totals, opening: opening)
            if let path { opened.path.publish(path) }
            session = opened
        } catch {
            failed("\(error)", now)
        }
    }

    /// How many openings of this device hang, if another one may not be begun now; else 0. Nothing tells that a device
    /// was plugged in anew, so at the maximum it is given up until one of them returns.
    private func openingsInTheWay(of device: String, _ now: Int64) -> Int {
        let hanging = closing.filter {
            $0.device == device && $0.openSummary == nil && $0.result == nil
                && now - $0.startedAt >= Self.openNanoseconds
        }
        guard hanging.count < HangingOpenings.maximumInAll else { return hanging.count }
        return HangingOpenings.inTheWay(
            startedAt: hanging.map { BootTime(nanoseconds: $0.startedAt) },
            settledAt: BootTime(nanoseconds: .min), now: BootTime(nanoseconds: now))
    }

    private mutating func close() {
        guard let session else { return }
        session.stop()
        closing.append(session)
        self.session = nil
    }

    private mutating func failed(_ reason: String, _ now: Int64) {
        guard isWanted else { return }
        errors += 1
        tries += 1
        log(complaints.level(of: reason, at: now), reason)
        setVoice(false)
        if tries == triesBeforeFailure || (inputs.isEmpty && tries == 1) { post(.microphoneFailed) }
        retryAt = now + (tries < triesBeforeFailure ? 100_000_000 : Self.slowRetryNanoseconds)
    }

    private mutating func setVoice(_ active: Bool) {
        guard active != isVoiceActive else { return }
        isVoiceActive = active
        post(.voice(isActive: active))
    }
}
