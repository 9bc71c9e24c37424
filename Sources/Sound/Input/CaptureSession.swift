import Bedside
import CALSA
import Glibc
import Synchronization
import System

/// One opening of the microphone: the thread that opens it, meters it, and closes it. While muted, no `CaptureSession`
/// exists.
final class CaptureSession: Sendable {
    enum Ending: Sendable, Equatable {
        case closed
        case failed(SoundError)
        /// It gave sound once and now gives exact silence; opening it again may help.
        case fellSilent
    }
    typealias Opening = @Sendable (_ device: String) throws(SoundError) -> ALSADevice
    static let silentDeviceNanoseconds: Int64 = 2_000_000_000

    let device: String
    let startedAt = BootTime(nanoseconds: bootNanoseconds())
    private let stopping = Atomic<Bool>(false)
    private let voice = Atomic<Bool>(false)
    /// Boot time in nanoseconds of the last frames; 0: none yet.
    private let framesAt = Atomic<Int64>(0)
    private let wakeUp = WakeUp()
    private let ending = Mutex<Ending?>(nil)
    private let summary = Mutex<String?>(nil)

    /// Hands over the microphone's side of a line to the capture thread, while a line is open.
    let path = Handover<CapturePath>()
    /// After a microphone has given sound, this many blocks of exact silence mean that it is dead: an analogue one
    /// always has some noise.
    static let deadSilenceBlocks = 1000
    private static let periodFrames = 240
    /// How often a card that is busy is tried, within 250 ms.
    static let busyTries = 11
    private static let busyPauseNanoseconds: Int64 = 25_000_000

    init(
        device: String, driverWakeUp: WakeUp, totals: SoundTotals, opening: @escaping Opening = CaptureSession.open
    ) throws(SoundError) {
        self.device = device
        try startSoundThread("sound-in", .realTime(priority: 40)) { [self] in
            let result = run(opening, driverWakeUp: driverWakeUp, totals: totals)
            summary.withLock { $0 = nil }
            totals.captureLevel.store(-12_000, ordering: .relaxed)
            ending.withLock { $0 = result }
            driverWakeUp.signal()
        }
    }

    var isVoiceActive: Bool { voice.load(ordering: .acquiring) }
    /// When the last frames came; nil: none yet.
    var lastFramesAt: BootTime? {
        let at = framesAt.load(ordering: .acquiring)
        return at == 0 ? nil : BootTime(nanoseconds: at)
    }
    var openSummary: String? { summary.withLock { $0 } }
    /// Set once the thread has ended.
    var result: Ending? { ending.withLock { $0 } }

    /// Asks the thread to close the microphone. Any thread; does not wait.
    func stop() {
        stopping.store(true, ordering: .releasing)
        wakeUp.signal()
    }

    static func open(_ device: String) throws(SoundError) -> ALSADevice {
        let wishes = ALSADevice.Wishes(periodFrames: periodFrames, bufferFrames: 9600)
        return try ALSADevice(name: device, stream: SND_PCM_STREAM_CAPTURE, direct: wishes, plugged: wishes)
    }

    /// Opens the device, waiting a little for a card that another opening, just asked to close, still holds; nil if
    /// stopped meanwhile.
    private func openWhenFree(_ opening: Opening) throws(SoundError) -> ALSADevice? {
        var tries = 0
        while !isStopping {
            do throws(SoundError) {
                return try opening(device)
            } catch {
                tries += 1
                guard error.isBusy, tries < Self.busyTries else { throw error }
                wait(nanoseconds: Self.busyPauseNanoseconds)
            }
        }
        return nil
    }

    private func run(_ opening: Opening, driverWakeUp: WakeUp, totals: SoundTotals) -> Ending {
        let device: ALSADevice
        do throws(SoundError) {
            guard let opened = try openWhenFree(opening) else { return .closed }
            device = opened
        } catch {
            return .failed(error)
        }
        defer { device.close() }
        guard !isStopping else { return .closed }
        summary.withLock { $0 = device.summary }
        driverWakeUp.signal()
        let worker = CaptureWorker(device, session: self, driverWakeUp: driverWakeUp, totals: totals)
        do throws(PortFault) {
            try worker.port.start()
            return try worker.run()
        } catch {
            return .failed(.lost(device: self.device, operation: "capture", code: Self.code(error)))
        }
    }

    fileprivate var isStopping: Bool { stopping.load(ordering: .acquiring) }

    fileprivate func wait(nanoseconds: Int64) { wakeUp.wait(nanoseconds: nanoseconds) }

    fileprivate func noteFrames(at now: Int64) { framesAt.store(now, ordering: .releasing) }

    fileprivate func noteVoice(_ isActive: Bool) { voice.store(isActive, ordering: .releasing) }

    private static func code(_ fault: PortFault) -> Int32 {
        if case .lost(let code) = fault { return code }
        return -EIO
    }
}

/// The capture thread's work on an open device. Real-time thread only; allocates only in `init`.
private final class CaptureWorker {
    let port: ALSAInputPort
    private let device: ALSADevice
    private let session: CaptureSession
    private let driverWakeUp: WakeUp
    private let totals: SoundTotals
    private let cutter: BlockCutter
    private let meter = CaptureMeter(rate: 48_000)
    private var pace: Pace
    private var path: Unmanaged<CapturePath>?
    private var lastFrames: Int64
    /// Blocks of exact silence since the last sound; negative: none yet.
    private var silentBlocks = -1

    init(_ device: ALSADevice, session: CaptureSession, driverWakeUp: WakeUp, totals: SoundTotals) {
        self.device = device
        self.session = session
        self.driverWakeUp = driverWakeUp
        self.totals = totals
        port = ALSAInputPort(device)
        cutter = BlockCutter(rate: device.rate)
        lastFrames = bootNanoseconds()
        pace = port.pace(now: lastFrames)
    }

    func run() throws(PortFault) -> CaptureSession.Ending {
        while !session.isStopping {
            // A conversation needs each 10 ms as soon as they are complete; a meter can wait. A sound server delivers
            // them in pieces of some milliseconds, so checking more often than every 2 ms costs more than the wait.
            session.wait(nanoseconds: path == nil ? 10_000_000 : max(2_000_000, cutter.missingNanoseconds))
            let now = bootNanoseconds()
            pace.advance(to: now)
            takePath()
            do throws(PortFault) {
                try readAll(now)
            } catch {
                switch error {
                case .busy: break
                case .xrun, .suspended:
                    totals.overruns.increase()
                    cutter.reset()
                    markBreak()
                    try port.recover(error)
                case .lost: throw error
                }
            }
            if silentBlocks >= CaptureSession.deadSilenceBlocks { return .fellSilent }
            if now - lastFrames > CaptureSession.silentDeviceNanoseconds {
                return .failed(.stuck(device: device.name, milliseconds: Int((now - lastFrames) / 1_000_000)))
            }
        }
        return .closed
    }

    private func takePath() {
        guard !session.path.isNewest(path) else { return }
        path = session.path.take()
        markBreak()
    }

    private func markBreak() { path?._withUnsafeGuaranteedRef { $0.markBreak(isExact: device.isExact) } }

    private func readAll(_ now: Int64) throws(PortFault) {
        while !pace.isSpent, !session.isStopping {
            let got = try port.read()
            guard got > 0 else { return }
            pace.take(got)
            lastFrames = now
            session.noteFrames(at: now)
            totals.framesCaptured.increase(by: got)
            let was = meter.isVoiceActive
            let endAt = port.capturedAt()
            let farZeroAt = path?._withUnsafeGuaranteedRef { $0.farZeroAt }
            cutter.take(port.mono, count: got, endAt: endAt) { block, capturedAt in
                take(block, capturedAt, farZeroAt: farZeroAt)
            }
            if meter.isVoiceActive != was {
                session.noteVoice(meter.isVoiceActive)
                driverWakeUp.signal()
            }
            totals.captureLevel.store(Int(meter.levelDBFS * 100), ordering: .relaxed)
        }
    }

    /// Takes 10 ms at 48 kHz: measures the level as it came in, and listens for a voice after the echo canceller.
    private func take(_ block: UnsafeMutablePointer<Float>, _ capturedAt: Int64, farZeroAt: Int64?) {
        meter.measure(block)
        if !meter.isSilent {
            silentBlocks = 0
        } else if silentBlocks >= 0 {
            silentBlocks += 1
        }
        var isEcho = false
        path?._withUnsafeGuaranteedRef {
            $0.process(block, capturedAt: capturedAt, farZeroAt: farZeroAt)
            isEcho = $0.isEcho
        }
        meter.hear(block, isEcho: isEcho)
    }
}
