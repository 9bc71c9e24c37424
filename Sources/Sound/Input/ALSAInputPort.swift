import CALSA
import Glibc
import System

/// Capture through ALSA into mono at the device's rate. One thread; allocates only in `init`.
final class ALSAInputPort {
    private let device: ALSADevice
    private let raw: UnsafeMutableRawPointer
    private static let blockFrames = 1024
    /// The frames of the last `read`.
    let mono: UnsafeMutablePointer<Float>

    init(_ device: ALSADevice) {
        self.device = device
        let bytes = Self.blockFrames * device.channels * 4
        raw = .allocate(byteCount: bytes, alignment: 16)
        // ALSA's null device reports that it has read, and writes nothing.
        raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        mono = .allocate(capacity: Self.blockFrames)
        mono.initialize(repeating: 0, count: Self.blockFrames)
    }

    deinit {
        raw.deallocate()
        mono.deallocate()
    }

    /// The pace at which frames may be read, from `start` on: two buffers at once, nothing at first.
    func pace(now: Int64) -> Pace {
        Pace(rate: device.rate, burstFrames: 2 * device.bufferFrames, startFrames: 0, now: now)
    }

    func start() throws(PortFault) {
        let code = snd_pcm_start(device.pcm)
        if code < 0 { throw portFault(code) }
    }

    /// Reads frames into `mono`; returns how many, 0 if there are none.
    func read() throws(PortFault) -> Int {
        let got = snd_pcm_readi(device.pcm, raw, snd_pcm_uframes_t(Self.blockFrames))
        if got == -Int(EAGAIN) { return 0 }
        if got < 0 { throw portFault(Int32(truncatingIfNeeded: got)) }
        device.format.decode(raw, count: Int(got), channels: device.channels, to: mono)
        return Int(got)
    }

    /// Boot time in nanoseconds at which the last frame that was read was captured.
    func capturedAt() -> Int64 {
        guard let account = delayAccount(of: device.pcm) else { return bootNanoseconds() }
        return account.at - Int64(min(account.frames, device.rate)) * 1_000_000_000 / Int64(device.rate)
    }

    func recover(_ fault: PortFault) throws(PortFault) {
        if fault == .suspended { _ = snd_pcm_resume(device.pcm) }
        let prepared = snd_pcm_prepare(device.pcm)
        if prepared < 0 { throw .lost(prepared) }
        try start()
    }
}
