import CALSA
import Glibc
import System

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
