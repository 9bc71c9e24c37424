import CALSA
import Glibc
import Synchronization
import System

/// Synchronous checks of the sound hardware, for `anicca setup` and `anicca doctor`. They block:
/// never on the main loop.
public enum SoundCheck {
    public struct Device: Sendable, Hashable, Codable {
        /// Its name in a board file.
        public var name: String
        public var description: String
    }

    /// The result of listening to a microphone.
    public struct MicrophoneReport: Sendable, Hashable, Codable {
        public var milliseconds: Int
        /// Root mean square of the loudest and of the quietest 10 ms.
        public var loudestDBFS: Double
        public var quietestDBFS: Double
        public var heardVoice: Bool
        /// Samples at full scale: too loud, or broken.
        public var isClipping: Bool
        /// Not one sample differed from zero: muted in hardware or not connected.
        public var isDead: Bool
    }

    private static let openMilliseconds = 3000

    /// Playback devices that libasound knows, at most 200.
    public static func outputs() -> [Device] { list("Output") }
    /// Capture devices that libasound knows, at most 200.
    public static func inputs() -> [Device] { list("Input") }

    private static func list(_ direction: String) -> [Device] {
        ALSADevice.names(direction: direction).map { Device(name: $0.name, description: $0.description) }
    }

    /// Opens and closes a playback device; returns what it agreed to ("hw:0: 48000 Hz, 2 ch, s16"). 3 s at most.
    public static func tryOutput(_ device: OutputDevice) throws(SoundError) -> String {
        try bounded(device.name, milliseconds: openMilliseconds) { () throws(SoundError) in
            let wishes = ALSADevice.Wishes(periodFrames: 240, bufferFrames: 1920)
            return try ALSADevice(
                name: device.name, stream: SND_PCM_STREAM_PLAYBACK, direct: wishes, plugged: wishes
            ).summary
        }
    }

    /// Opens and closes a capture device; like `tryOutput`.
    public static func tryInput(_ device: InputDevice) throws(SoundError) -> String {
        try bounded(device.name, milliseconds: openMilliseconds) { () throws(SoundError) in
            try openInput(device.name).summary
        }
    }

    /// Whether any of many devices can be used.
    public struct Devices: Sendable, Hashable {
        /// Nil if no such device was given.
        public var hasOutput: Bool?
        public var hasInput: Bool?
    }

    /// Checks whether one of the outputs can be opened and one of the inputs delivers, in order, each until one works.
    /// Returns at once; `report` is called on another thread, after at most 3 s for each output and 5.3 s for each
    /// input. Nothing is heard, nothing is kept.
    public static func devices(
        outputs: [OutputDevice], inputs: [InputDevice], _ report: @escaping @Sendable (Devices) -> Void
    ) throws(SoundError) {
        try startSoundThread("sound-check") {
            func works(_ body: () throws(SoundError) -> Void) -> Bool {
                do throws(SoundError) {
                    try body()
                    return true
                } catch {
                    return false
                }
            }
            report(
                Devices(
                    hasOutput: outputs.isEmpty
                        ? nil
                        : outputs.contains { device in works { () throws(SoundError) in _ = try tryOutput(device) } },
                    hasInput: inputs.isEmpty
                        ? nil
                        : inputs.contains { device in
                            works { () throws(SoundError) in _ = try microphone(device, seconds: 0.3) }
                        }))
        }
    }

    /// Listens for `seconds` (0.1 … 60) and reports; `level` is called with the level of each 10 ms in dBFS, on another
    /// thread.
    public static func microphone(
        _ device: InputDevice, seconds: Double, level: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws(SoundError) -> MicrophoneReport {
        let milliseconds = Int(min(max(seconds.isNaN ? 1 : seconds, 0.1), 60) * 1000)
        return try bounded(device.name, milliseconds: openMilliseconds + milliseconds + 2000) {
            () throws(SoundError) in
            try listen(device.name, milliseconds: milliseconds, level: level)
        }
    }

    private static func openInput(_ name: String) throws(SoundError) -> ALSADevice {
        let wishes = ALSADevice.Wishes(periodFrames: 480, bufferFrames: 9600)
        return try ALSADevice(name: name, stream: SND_PCM_STREAM_CAPTURE, direct: wishes, plugged: wishes)
    }

    private static func listen(
        _ name: String, milliseconds: Int, level: (Double) -> Void
    ) throws(SoundError) -> MicrophoneReport {
        let device = try openInput(name)
        defer { device.close() }
        let port = ALSAInputPort(device)
        let meter = CaptureMeter(rate: device.rate)
        let wanted = device.rate * milliseconds / 1000
        var frames = 0
        var heard = false
        var reported = 0
        do {
            try port.start()
            var lastFrames = bootNanoseconds()
            var pace = port.pace(now: lastFrames)
            while frames < wanted {
                usleep(5000)
                pace.advance(to: bootNanoseconds())
                while !pace.isSpent {
                    let got = try port.read()
                    guard got > 0 else { break }
                    pace.take(got)
                    frames += got
                    lastFrames = bootNanoseconds()
                    // In pieces of at most 10 ms, so that each has its level, however much arrives at once.
                    for first in stride(from: 0, to: got, by: device.rate / 100) {
                        _ = meter.take(port.mono + first, count: min(device.rate / 100, got - first))
                        heard = heard || meter.isVoiceActive
                        guard meter.blocks > reported else { continue }
                        reported = meter.blocks
                        level(meter.levelDBFS)
                    }
                }
                let silent = bootNanoseconds() - lastFrames
                guard silent < 2_000_000_000 else {
                    throw SoundError.stuck(device: name, milliseconds: Int(silent / 1_000_000))
                }
            }
        } catch let error as SoundError {
            throw error
        } catch {
            var code = -EIO
            if case .lost(let given)? = error as? PortFault { code = given }
            throw .lost(device: name, operation: "capture", code: code)
        }
        return MicrophoneReport(
            milliseconds: milliseconds, loudestDBFS: meter.peakDBFS, quietestDBFS: meter.quietestDBFS,
            heardVoice: heard, isClipping: meter.loudestSample >= 0.999, isDead: meter.loudestSample == 0)
    }

    private final class Answer<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, SoundError>?>(nil)
        let wakeUp = WakeUp()
    }

    /// Runs `body` on a thread of its own, which is left behind if a device's driver or server hangs.
    private static func bounded<Value: Sendable>(
        _ device: String, milliseconds: Int, _ body: @escaping @Sendable () throws(SoundError) -> Value
    ) throws(SoundError) -> Value {
        let answer = Answer<Value>()
        try startSoundThread("sound-check") {
            let result = Result { () throws(SoundError) in try body() }
            answer.result.withLock { $0 = result }
            answer.wakeUp.signal()
        }
        answer.wakeUp.wait(nanoseconds: Int64(milliseconds) * 1_000_000)
        guard let result = answer.result.withLock({ $0 }) else {
            throw .openTimedOut(device: device, milliseconds: milliseconds)
        }
        return try result.get()
    }
}
