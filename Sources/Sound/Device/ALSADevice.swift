import CALSA
import Glibc
import System

/// libasound's text for a negative error code.
func alsaMessage(_ code: Int32) -> String {
    guard let text = snd_strerror(code) else { return "error \(code)" }
    return String(cString: text)
}

/// An open, configured PCM. Closed by `close` or with the object; one thread at a time.
final class ALSADevice {
    let name: String
    let pcm: OpaquePointer
    let rate: Int
    let channels: Int
    let format: SampleFormat
    let periodFrames: Int
    let bufferFrames: Int
    /// Whether this is a real card that reports its position by the frame, not by the period.
    let isExact: Bool
    var canRewind: Bool { isExact }
    private var isOpen = true

    struct Wishes {
        /// Frames at 48 kHz, here and below.
        var periodFrames: Int
        var bufferFrames: Int
        /// The device starts when this many frames are queued; nil: with the first period. A full-speed USB speaker
        /// takes a millisecond in each packet, and never starts with a single one.
        var startFrames: Int?
    }

    /// Opens and configures; may block for as long as the driver or the sound server takes. Never on the main loop.
    init(name: String, stream: snd_pcm_stream_t, direct: Wishes, plugged: Wishes) throws(SoundError) {
        calsa_quiet()
        var handle: OpaquePointer?
        let code = name.withCString { snd_pcm_open(&handle, $0, stream, SND_PCM_NONBLOCK) }
        guard code >= 0, let handle else { throw .cannotOpen(device: name, code: code) }
        let isDirect = snd_pcm_type(handle) == SND_PCM_TYPE_HW
        do {
            let agreed = try Self.configure(handle, name: name, wishes: isDirect ? direct : plugged)
            self.name = name
            pcm = handle
            rate = agreed.rate
            channels = agreed.channels
            format = agreed.format
            periodFrames = agreed.period
            bufferFrames = agreed.buffer
            isExact = isDirect && !agreed.isBatch
        } catch {
            snd_pcm_close(handle)
            throw error
        }
    }

    deinit { close() }

    func close() {
        guard isOpen else { return }
        isOpen = false
        snd_pcm_close(pcm)
    }

    var summary: String { "\(name): \(rate) Hz, \(channels) ch, \(format.rawValue)" }

    private struct Agreed {
        var rate: Int
        var channels: Int
        var format: SampleFormat
        var period: Int
        var buffer: Int
        var isBatch: Bool
    }

    private static func configure(
        _ pcm: OpaquePointer, name: String, wishes: Wishes
    ) throws(SoundError) -> Agreed {
        func check(_ code: Int32, _ what: String) throws(SoundError) {
            guard code >= 0 else { throw .unsupported(device: name, what: what) }
        }
        var allocated: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&allocated) >= 0, let params = allocated else {
            throw .cannotOpen(device: name, code: -ENOMEM)
        }
        defer { snd_pcm_hw_params_free(params) }
        try check(snd_pcm_hw_params_any(pcm, params), "configuration")
        try check(
            snd_pcm_hw_params_set_access(pcm, params, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved access")
        // 16 bits first: what every card does well, and plenty for a bedside.
        let order: [SampleFormat] = [.s16, .s32, .s24, .s24packed, .float, .u8]
        guard let format = order.first(where: { snd_pcm_hw_params_test_format(pcm, params, $0.alsa) == 0 }) else {
            throw .unsupported(device: name, what: "sample format")
        }
        try check(snd_pcm_hw_params_set_format(pcm, params, format.alsa), "sample format")
        var channels = UInt32(2)
        try check(snd_pcm_hw_params_set_channels_near(pcm, params, &channels), "channel count")
        guard (1...64).contains(channels) else { throw .unsupported(device: name, what: "channel count") }
        var rate = UInt32(48_000)
        try check(snd_pcm_hw_params_set_rate_near(pcm, params, &rate, nil), "rate")
        guard (4000...768_000).contains(rate) else { throw .unsupported(device: name, what: "rate") }
        func scaled(_ frames: Int) -> snd_pcm_uframes_t { snd_pcm_uframes_t(max(1, frames * Int(rate) / 48_000)) }
        var buffer = scaled(wishes.bufferFrames)
        var period = scaled(wishes.periodFrames)
        try check(snd_pcm_hw_params_set_period_size_near(pcm, params, &period, nil), "period")
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, params, &buffer), "buffer")
        try check(snd_pcm_hw_params(pcm, params), "configuration")
        snd_pcm_hw_params_get_period_size(params, &period, nil)
        snd_pcm_hw_params_get_buffer_size(params, &buffer)
        guard buffer >= 2, period >= 1 else { throw .unsupported(device: name, what: "buffer") }
        let isBatch = snd_pcm_hw_params_is_batch(params) != 0 || snd_pcm_hw_params_is_double(params) != 0

        var software: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&software) >= 0, let sw = software else {
            throw .cannotOpen(device: name, code: -ENOMEM)
        }
        defer { snd_pcm_sw_params_free(sw) }
        try check(snd_pcm_sw_params_current(pcm, sw), "configuration")
        let start = wishes.startFrames.map { min(scaled($0), buffer) } ?? min(period, scaled(wishes.periodFrames))
        try check(snd_pcm_sw_params_set_start_threshold(pcm, sw, start), "start threshold")
        try check(snd_pcm_sw_params_set_avail_min(pcm, sw, period), "wake-up threshold")
        if snd_pcm_type(pcm) == SND_PCM_TYPE_IOPLUG {
            // A sound server continues by itself after it ran dry; stopping it at the first empty moment would only
            // make the gap longer. `OutputLoop` sees the empty queue.
            var boundary: snd_pcm_uframes_t = 0
            if snd_pcm_sw_params_get_boundary(sw, &boundary) >= 0 {
                try check(snd_pcm_sw_params_set_stop_threshold(pcm, sw, boundary), "stop threshold")
            }
        }
        try check(snd_pcm_sw_params(pcm, sw), "configuration")
        return Agreed(
            rate: Int(rate), channels: Int(channels), format: format, period: Int(period), buffer: Int(buffer),
            isBatch: isBatch)
    }

    /// Names of devices that libasound knows for `direction` ("Output" or "Input"), at most 200.
    static func names(direction: String) -> [(name: String, description: String)] {
        calsa_quiet()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var found: [(name: String, description: String)] = []
        var index = 0
        while index < 200, let hint = hints[index] {
            index += 1
            func text(_ key: String) -> String? {
                guard let raw = snd_device_name_get_hint(hint, key) else { return nil }
                defer { free(raw) }
                return String(cString: raw)
            }
            // A device without IOID works in both directions.
            if let io = text("IOID"), io != direction { continue }
            guard let name = text("NAME"), name != "null" else { continue }
            found.append((name, (text("DESC") ?? "").split(separator: "\n").joined(separator: ", ")))
        }
        return found
    }
}

/// The delay that a device reports, and the boot time of the report. The two belong together, so the device is asked
/// again if the thread was held up in between, as happens on a busy machine without real-time priorities. Nil if the
/// device reports no delay, or not in three tries.
func delayAccount(of pcm: OpaquePointer) -> (frames: Int, at: Int64)? {
    for _ in 0..<3 {
        let before = bootNanoseconds()
        var delay: snd_pcm_sframes_t = 0
        guard snd_pcm_delay(pcm, &delay) >= 0 else { return nil }
        let after = bootNanoseconds()
        if after - before < 300_000 { return (max(0, Int(delay)), after) }
    }
    return nil
}

/// Playback through ALSA. Real-time thread only; no allocation.
final class ALSAOutputPort: OutputPort {
    private let device: ALSADevice
    private let pcm: OpaquePointer
    let rate: Int
    let channels: Int
    let format: SampleFormat
    let bufferFrames: Int
    let rewindGuardFrames: Int?

    init(_ device: ALSADevice) {
        self.device = device
        pcm = device.pcm
        rate = device.rate
        channels = device.channels
        format = device.format
        bufferFrames = device.bufferFrames
        // What a DMA engine may have fetched already: 2 ms.
        rewindGuardFrames = device.canRewind ? max(32, device.rate / 500) : nil
    }

    func queuedFrames() throws(PortFault) -> Int {
        let available = snd_pcm_avail(pcm)
        if available < 0 { throw fault(Int32(truncatingIfNeeded: available)) }
        return max(0, bufferFrames - Int(available))
    }

    func delayFrames() -> Int {
        var delay: snd_pcm_sframes_t = 0
        return snd_pcm_delay(pcm, &delay) < 0 ? 0 : max(0, Int(delay))
    }

    func account(now: Int64) -> (delayFrames: Int, at: Int64)? {
        delayAccount(of: pcm).map { ($0.frames, $0.at) }
    }

    func write(_ frames: UnsafeRawPointer, count: Int) throws(PortFault) -> Int {
        guard count > 0 else { return 0 }
        let taken = snd_pcm_writei(pcm, frames, snd_pcm_uframes_t(count))
        if taken < 0 { throw fault(Int32(truncatingIfNeeded: taken)) }
        return Int(taken)
    }

    func rewind(_ frames: Int) -> Int {
        let possible = min(frames, Int(snd_pcm_rewindable(pcm)))
        guard possible > 0 else { return 0 }
        return max(0, Int(snd_pcm_rewind(pcm, snd_pcm_uframes_t(possible))))
    }

    func stop() throws(PortFault) {
        let dropped = snd_pcm_drop(pcm)
        if dropped < 0 && dropped != -EPIPE && dropped != -ESTRPIPE { throw fault(dropped) }
        let prepared = snd_pcm_prepare(pcm)
        if prepared < 0 { throw fault(prepared) }
    }

    func recover(from fault: PortFault) throws(PortFault) {
        if fault == .suspended {
            // -EAGAIN: the driver is still waking up. After a few tries, preparing the device again does as well.
            var tries = 0
            while snd_pcm_resume(pcm) == -EAGAIN && tries < 20 {
                tries += 1
                usleep(5000)
            }
        }
        let prepared = snd_pcm_prepare(pcm)
        if prepared < 0 { throw .lost(prepared) }
    }

    private func fault(_ code: Int32) -> PortFault { portFault(code) }
}

func portFault(_ code: Int32) -> PortFault {
    switch -code {
    case EPIPE: .xrun
    case ESTRPIPE: .suspended
    case EAGAIN, EINTR: .busy
    default: .lost(code)
    }
}
