import Foundation
import Glibc
import Synchronization

/// A sound card for tests: a PulseAudio daemon of the test's own with null sinks, reached through real libasound, and
/// what its monitor recorded. `Tests/Peers/pulse_rig.py` is the same for whole programs.
///
/// libasound reads ALSA_CONFIG_PATH once per process, so one configuration names the devices of all daemons that this
/// process may start (`slots`), and each test takes a slot.
final class PulseHarness: Sendable {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
    private static let slots = 40
    private static let folder: String = {
        let folder = NSTemporaryDirectory() + "/anicca-sound-\(getpid())"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var text = "pcm.nowhere { type null }\n"
        // Devices that lack what the mixer has: converted by the driver.
        text += "pcm.four { type multi slaves.a { pcm nowhere channels 4 } "
        text += (0..<4).map { "bindings.\($0) { slave a channel \($0) } " }.joined() + "}\n"
        text += "pcm.tape { type file slave.pcm nowhere file \"\(folder)/tape.raw\" format raw }\n"
        for slot in 0..<slots {
            for name in ["speaker", "speaker2", "room.monitor"] {
                let pcm = name == "room.monitor" ? "microphone\(slot)" : "\(name)_\(slot)"
                text += "pcm.\(pcm) { type pulse server \"unix:\(folder)/\(slot)/native\" device \"\(name)\" }\n"
            }
        }
        try? text.write(toFile: folder + "/alsa.conf", atomically: true, encoding: .utf8)
        setenv("ALSA_CONFIG_PATH", folder + "/alsa.conf", 1)
        return folder
    }()
    private static let nextSlot = Atomic<Int>(0)

    /// For tests that need the names but no daemon (`nowhere`, `four`, `tape`, and those of slots never started).
    static func prepareNames() { _ = folder }
    static var tapePath: String { folder + "/tape.raw" }

    let slot: Int
    private let directory: String
    private let daemon: Process
    var speaker: String { "speaker_\(slot)" }
    var speaker2: String { "speaker2_\(slot)" }
    var microphone: String { "microphone\(slot)" }
    private var server: String { "unix:\(directory)/native" }

    init() throws {
        slot = Self.nextSlot.wrappingAdd(1, ordering: .relaxed).oldValue
        guard slot < Self.slots else { throw Failure(description: "more daemons than slots") }
        directory = "\(Self.folder)/\(slot)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var script = "load-module module-native-protocol-unix socket=\(directory)/native auth-anonymous=1\n"
        // norewinds: an idle null sink renders two seconds ahead and then cannot go back far enough.
        for sink in ["speaker", "speaker2", "room"] {
            script += "load-module module-null-sink sink_name=\(sink) rate=48000 channels=2 format=s16le norewinds=1\n"
        }
        try script.write(toFile: directory + "/rig.pa", atomically: true, encoding: .utf8)
        daemon = Process()
        daemon.executableURL = URL(fileURLWithPath: "/usr/bin/pulseaudio")
        daemon.arguments = [
            "-n", "-F", directory + "/rig.pa", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
            "--disable-shm=yes", "--high-priority=no", "--realtime=no", "--log-target=stderr",
        ]
        daemon.environment = Self.environment(directory)
        daemon.standardError = FileHandle.nullDevice
        daemon.standardOutput = FileHandle.nullDevice
        daemon.standardInput = FileHandle.nullDevice
        try daemon.run()
        let ready = waitUntil(seconds: 15) {
            let answer = self.run("/usr/bin/pactl", ["--server", self.server, "list", "short", "sinks"])
            return answer.contains("room")
        }
        guard ready else {
            daemon.terminate()
            throw Failure(description: "pulseaudio did not start")
        }
    }

    deinit { end() }

    func end() {
        guard daemon.isRunning else { return }
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
    }

    /// The daemon stands still, as a hung sound server does; `proceed` ends that.
    func hang() { kill(daemon.processIdentifier, SIGSTOP) }
    func proceed() { kill(daemon.processIdentifier, SIGCONT) }

    /// Plays mono 48 kHz into the microphone's room; returns at once.
    func speak(_ samples: [Float]) throws -> Process {
        let file = "\(directory)/speak-\(samples.count).raw"
        try s16(samples).write(to: URL(fileURLWithPath: file))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/pacat")
        process.arguments = [
            "--server", server, "--device=room", "--raw", "--format=s16le", "--channels=1", "--rate=48000",
            "--latency-msec=20", file,
        ]
        process.environment = Self.environment(directory)
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    func record(_ sink: String = "speaker") throws -> PulseRecording {
        try PulseRecording(server: server, sink: sink, environment: Self.environment(directory))
    }

    private static func environment(_ directory: String) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for key in ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"] {
            environment[key] = directory
        }
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["PULSE_SERVER"] = nil
        return environment
    }

    private func run(_ program: String, _ arguments: [String]) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = Self.environment(directory)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

/// What a sink's monitor gives, mono at 48 kHz.
final class PulseRecording: Sendable {
    private let process: Process
    private let collected = Mutex<[Int16]>([])

    fileprivate init(server: String, sink: String, environment: [String: String]) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/parec")
        process.arguments = [
            "--server", server, "--device", sink + ".monitor", "--raw", "--format=s16le", "--channels=1",
            "--rate=48000", "--latency-msec=5",
        ]
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let reading = pipe.fileHandleForReading
        let thread = Thread { [self] in
            while true {
                let data = reading.availableData
                guard !data.isEmpty else { return }
                let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
                collected.withLock { $0 += samples }
            }
        }
        thread.start()
        guard waitUntil(seconds: 10, { self.count > 0 }) else {
            throw PulseHarness.Failure(description: "the monitor gives nothing")
        }
    }

    deinit { end() }

    func end() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    var count: Int { collected.withLock { $0.count } }
    func samples(from first: Int = 0) -> [Float] {
        collected.withLock { $0.dropFirst(first).map { Float($0) / 32768 } }
    }
    /// The last `milliseconds` of it.
    func recent(milliseconds: Int) -> [Float] { samples(from: max(0, count - 48 * milliseconds)) }
    func isSilent(milliseconds: Int) -> Bool { !recent(milliseconds: milliseconds).contains { abs($0) > 0.004 } }
}

func s16(_ samples: [Float]) -> Data {
    var data = Data(capacity: samples.count * 2)
    for x in samples {
        let value = UInt16(bitPattern: Int16(min(max(x, -1), 1) * 32767))
        data.append(UInt8(value & 0xFF))
        data.append(UInt8(value >> 8))
    }
    return data
}

/// A WAV file of mono 16-bit samples.
func wavFile(_ samples: [Float], rate: Int = 48_000) -> Data {
    func u32(_ x: Int) -> Data { Data([UInt8(x & 255), UInt8(x >> 8 & 255), UInt8(x >> 16 & 255), UInt8(x >> 24 & 255)]) }
    func u16(_ x: Int) -> Data { Data([UInt8(x & 255), UInt8(x >> 8 & 255)]) }
    let body = s16(samples)
    return Data("RIFF".utf8) + u32(36 + body.count) + Data("WAVEfmt ".utf8) + u32(16) + u16(1) + u16(1) + u32(rate)
        + u32(rate * 2) + u16(2) + u16(16) + Data("data".utf8) + u32(body.count) + body
}

func sine(_ hertz: Double, seconds: Double, amplitude: Float = 0.5, rate: Double = 48_000) -> [Float] {
    (0..<Int(seconds * rate)).map { amplitude * Float(sin(2 * .pi * hertz * Double($0) / rate)) }
}

/// Share of the energy at a frequency, 0 … 1.
func tone(_ hertz: Double, in samples: [Float], rate: Double = 48_000) -> Double {
    var real = 0.0
    var imaginary = 0.0
    var energy = 0.0
    for (i, x) in samples.enumerated() {
        let angle = 2 * .pi * hertz * Double(i) / rate
        real += Double(x) * cos(angle)
        imaginary += Double(x) * sin(angle)
        energy += Double(x) * Double(x)
    }
    guard energy > 0 else { return 0 }
    return 2 * (real * real + imaginary * imaginary) / (Double(samples.count) * energy)
}

func rms(_ samples: some Collection<Float>) -> Double {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

func largestStep(_ samples: some Sequence<Float>) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
}

/// Polls; false: the time is up.
func waitUntil(seconds: Double, _ condition: () -> Bool) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
        if condition() { return true }
        if Date() > deadline { return false }
        usleep(5000)
    }
}
