import CALSA
import Glibc
import Synchronization

/// One opening of the microphone: the thread that opens it, meters it, and closes it. Mute is: no such session.
final class CaptureSession: Sendable {
    enum Ending: Sendable, Equatable {
        case closed
        case failed(SoundError)
    }
    static let silentDeviceNanoseconds: Int64 = 2_000_000_000

    let device: String
    let startedAt = bootNanoseconds()
    private let stopping = Atomic<Bool>(false)
    private let voice = Atomic<Bool>(false)
    /// Boot time in nanoseconds of the last frames; 0: none yet.
    private let framesAt = Atomic<Int64>(0)
    private let wakeUp = WakeUp()
    private let ending = Mutex<Ending?>(nil)
    private let summary = Mutex<String?>(nil)

    init(device: String, driverWakeUp: WakeUp, totals: SoundTotals) throws(SoundError) {
        self.device = device
        try startThread("sound-in") { [self] in
            let result = run(driverWakeUp: driverWakeUp, totals: totals)
            summary.withLock { $0 = nil }
            totals.captureLevel.store(-12_000, ordering: .relaxed)
            ending.withLock { $0 = result }
            driverWakeUp.signal()
        }
    }

    var isVoiceActive: Bool { voice.load(ordering: .acquiring) }
    /// Boot time in nanoseconds of the last frames; nil: none yet.
    var lastFramesAt: Int64? {
        let at = framesAt.load(ordering: .acquiring)
        return at == 0 ? nil : at
    }
    var openSummary: String? { summary.withLock { $0 } }
    /// Set once the thread has ended.
    var result: Ending? { ending.withLock { $0 } }

    /// Any thread; does not wait.
    func stop() {
        stopping.store(true, ordering: .releasing)
        wakeUp.signal()
    }

    private func run(driverWakeUp: WakeUp, totals: SoundTotals) -> Ending {
        _ = becomeRealTime(priority: 40)
        let device: ALSADevice
        do {
            let wishes = ALSADevice.Wishes(periodFrames: 480, bufferFrames: 9600)
            device = try ALSADevice(name: self.device, stream: SND_PCM_STREAM_CAPTURE, direct: wishes, plugged: wishes)
        } catch {
            return .failed(error)
        }
        defer { device.close() }
        guard !stopping.load(ordering: .acquiring) else { return .closed }
        summary.withLock { $0 = device.summary }
        driverWakeUp.signal()
        let meter = CaptureMeter(rate: device.rate)
        let port = ALSAInputPort(device)
        do {
            try port.start()
        } catch {
            return .failed(.lost(device: self.device, operation: "capture start", code: Self.code(error)))
        }
        var lastFrames = bootNanoseconds()
        var pace = port.pace(now: lastFrames)
        while !stopping.load(ordering: .acquiring) {
            wakeUp.wait(nanoseconds: 10_000_000)
            let now = bootNanoseconds()
            pace.advance(to: now)
            do {
                while !pace.isSpent, !stopping.load(ordering: .acquiring) {
                    let got = try port.read()
                    guard got > 0 else { break }
                    pace.take(got)
                    lastFrames = now
                    framesAt.store(now, ordering: .releasing)
                    totals.framesCaptured.increase(by: got)
                    if meter.take(port.mono, count: got) {
                        voice.store(meter.isVoiceActive, ordering: .releasing)
                        driverWakeUp.signal()
                    }
                    totals.captureLevel.store(Int(meter.levelDBFS * 100), ordering: .relaxed)
                }
            } catch {
                switch error {
                case .busy: break
                case .xrun, .suspended:
                    totals.overruns.increase()
                    do {
                        try port.recover(error)
                    } catch {
                        return .failed(.lost(device: self.device, operation: "capture", code: Self.code(error)))
                    }
                case .lost(let code):
                    return .failed(.lost(device: self.device, operation: "capture", code: code))
                }
            }
            if now - lastFrames > Self.silentDeviceNanoseconds {
                return .failed(.stuck(device: self.device, milliseconds: Int((now - lastFrames) / 1_000_000)))
            }
        }
        return .closed
    }

    private static func code(_ fault: PortFault) -> Int32 {
        if case .lost(let code) = fault { return code }
        return -EIO
    }
}

/// Capture through ALSA into mono at the device's rate. One thread; allocates in `init` alone.
final class ALSAInputPort {
    private let device: ALSADevice
    private let raw: UnsafeMutableRawPointer
    private static let blockFrames = 1024
    /// What the last `read` got.
    let mono: UnsafeMutablePointer<Float>

    init(_ device: ALSADevice) {
        self.device = device
        let bytes = Self.blockFrames * device.channels * 4
        raw = .allocate(byteCount: bytes, alignment: 16)
        // ALSA's null says that it has read and writes nothing.
        raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        mono = .allocate(capacity: Self.blockFrames)
        mono.initialize(repeating: 0, count: Self.blockFrames)
    }

    deinit {
        raw.deallocate()
        mono.deallocate()
    }

    /// What may be read by the clock, from `start` on: two buffers at once, nothing at first.
    func pace(now: Int64) -> Pace {
        Pace(rate: device.rate, burstFrames: 2 * device.bufferFrames, startFrames: 0, now: now)
    }

    func start() throws(PortFault) {
        let code = snd_pcm_start(device.pcm)
        if code < 0 { throw portFault(code) }
    }

    /// Returns how many frames there were, 0 for none.
    func read() throws(PortFault) -> Int {
        let got = snd_pcm_readi(device.pcm, raw, snd_pcm_uframes_t(Self.blockFrames))
        if got == -Int(EAGAIN) { return 0 }
        if got < 0 { throw portFault(Int32(truncatingIfNeeded: got)) }
        device.format.decode(raw, count: Int(got), channels: device.channels, to: mono)
        return Int(got)
    }

    func recover(_ fault: PortFault) throws(PortFault) {
        if fault == .suspended { _ = snd_pcm_resume(device.pcm) }
        let prepared = snd_pcm_prepare(device.pcm)
        if prepared < 0 { throw .lost(prepared) }
        try start()
    }
}

/// Levels and voice activity of a microphone's stream, in blocks of 10 ms at 48 kHz. One thread; allocates in `init`.
final class CaptureMeter {
    private static let blockFrames = 480
    private let resampler: Resampler?
    private let converted: UnsafeMutablePointer<Float>
    private let capacity: Int
    private let block: UnsafeMutablePointer<Float>
    private var filled = 0
    private var activity = VoiceActivity()
    private(set) var levelDBFS = -120.0
    /// Of all blocks since `init`.
    private(set) var peakDBFS = -120.0
    private(set) var quietestDBFS = 0.0
    private(set) var blocks = 0
    private(set) var loudestSample: Float = 0

    init(rate: Int) {
        resampler = rate == 48_000 ? nil : Resampler(from: rate, to: 48_000)
        capacity = resampler?.bound(outputsFor: 1024) ?? 1
        converted = .allocate(capacity: capacity)
        converted.initialize(repeating: 0, count: capacity)
        block = .allocate(capacity: Self.blockFrames)
        block.initialize(repeating: 0, count: Self.blockFrames)
    }

    deinit {
        converted.deallocate()
        block.deallocate()
    }

    var isVoiceActive: Bool { activity.isActive }
    var noiseFloorDBFS: Double { activity.floorDBFS }

    /// At most 1024 frames at the device's rate; true: the voice came or went.
    func take(_ mono: UnsafePointer<Float>, count: Int) -> Bool {
        let was = activity.isActive
        if let resampler {
            let made = resampler.process(mono, count: min(count, 1024), into: converted, capacity: capacity)
            add(converted, count: made)
        } else {
            add(mono, count: count)
        }
        return activity.isActive != was
    }

    private func add(_ samples: UnsafePointer<Float>, count: Int) {
        for i in 0..<count {
            block[filled] = samples[i]
            loudestSample = max(loudestSample, abs(samples[i]))
            filled += 1
            if filled == Self.blockFrames {
                filled = 0
                blocks += 1
                levelDBFS = Sound.levelDBFS(block, count: Self.blockFrames)
                peakDBFS = max(peakDBFS, levelDBFS)
                quietestDBFS = min(quietestDBFS, levelDBFS)
                _ = activity.process(block, count: Self.blockFrames)
            }
        }
    }
}
