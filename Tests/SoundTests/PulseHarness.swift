import Foundation
import Glibc
import Synchronization

/// A sound card for tests: a separate PulseAudio daemon with null sinks, reached through the real libasound, and what
/// its monitor recorded. `Tests/Peers/pulse_rig.py` is the same for whole programs.
///
/// libasound reads ALSA_CONFIG_PATH once per process, so one configuration names the devices of all daemons that this
/// process may start (`slots`), and each test uses a slot.
final class PulseHarness: Sendable {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
    private static let slots = 40
    private static let folder: String = {
        let folder = NSTemporaryDirectory() + "/anicca-sound-\(getpid())"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var text = "pcm.nowhere { type null }\n"
        // Devices that lack what the mixer has; the driver converts.
        text += "pcm.four { type multi slaves.a { pcm nowhere channels 4 } "
        text += (0..<4).map { "bindings.\($0) { slave a channel \($0) } " }.joined() + "}\n"
        text += "pcm.tape { type file slave.pcm nowhere file \"\(folder)/tape.raw\" format raw }\n"
        for slot in 0..<slots {
            for name in ["speaker", "speaker2", "room", "room.monitor"] {
                let pcm = name == "room.monitor" ? "microphone\(slot)" : "\(name)_\(slot)"
                text += "pcm.\(pcm) { type pulse server \"unix:\(folder)/\(slot)/native\" device \"\(name)\" }\n"
            }
        }
        text += "pcm_type.bedroom { lib \"\(RoomCard.library)\" }\n"
        text += "pcm.bedroom { @args [ CARD ] @args.CARD { type integer } type bedroom card $CARD }\n"
        try? text.write(toFile: folder + "/alsa.conf", atomically: true, encoding: .utf8)
        setenv("ALSA_CONFIG_PATH", folder + "/alsa.conf", 1)
        atexit { try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "/anicca-sound-\(getpid())") }
        return folder
    }()
    private static let nextSlot = Atomic<Int>(0)

    /// For tests that need the names but no daemon (`nowhere`, `four`, `tape`, and those of slots never started).
    static func prepareNames() { _ = folder }
    static var tapePath: String { folder + "/tape.raw" }

    let slot: Int
    private let directory: String
    private let daemon: Child
    var speaker: String { "speaker_\(slot)" }
    var speaker2: String { "speaker2_\(slot)" }
    var microphone: String { "microphone\(slot)" }
    /// A speaker whose sound the microphone hears directly.
    var room: String { "room_\(slot)" }
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
        daemon = try Child(
            [
                "/usr/bin/pulseaudio", "-n", "-F", directory + "/rig.pa", "--daemonize=no", "--exit-idle-time=-1",
                "--use-pid-file=no", "--disable-shm=yes", "--high-priority=no", "--realtime=no",
                "--log-target=stderr",
            ], environment: Self.environment(directory))
        let ready = waitUntil(seconds: 15) {
            (try? Child.output(
                ["/usr/bin/pactl", "--server", self.server, "list", "short", "sinks"],
                environment: Self.environment(self.directory)))?.contains("room") ?? false
        }
        guard ready else {
            daemon.end()
            throw Failure(description: "pulseaudio did not start")
        }
        daemon.becomeRealTime()
    }

    deinit { end() }

    func end() { daemon.end() }

    /// Stops the daemon like a hung sound server; `proceed` continues it.
    func hang() { daemon.signal(SIGSTOP) }
    func proceed() { daemon.signal(SIGCONT) }

    /// Plays mono 48 kHz into the microphone's room; returns at once.
    func speak(_ samples: [Float]) throws -> Child {
        let file = "\(directory)/speak-\(samples.count).raw"
        try s16(samples).write(to: URL(fileURLWithPath: file))
        return try Child(
            [
                "/usr/bin/pacat", "--server", server, "--device=room", "--raw", "--format=s16le", "--channels=1",
                "--rate=48000", "--latency-msec=20", file,
            ], environment: Self.environment(directory))
    }

    /// From now on the microphone hears `speaker`, delayed by this much.
    func openRoom(milliseconds: Int) throws {
        _ = try Child.output(
            [
                "/usr/bin/pactl", "--server", server, "load-module", "module-loopback", "source=speaker.monitor",
                "sink=room", "latency_msec=\(milliseconds)", "adjust_time=0",
            ], environment: Self.environment(directory))
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
}

/// What a sink's monitor records, mono at 48 kHz.
final class PulseRecording: Sendable {
    private let process: Child
    private let collected = Mutex<[Int16]>([])

    fileprivate init(server: String, sink: String, environment: [String: String]) throws {
        process = try Child(
            [
                "/usr/bin/parec", "--server", server, "--device", sink + ".monitor", "--raw", "--format=s16le",
                "--channels=1", "--rate=48000", "--latency-msec=5",
            ], environment: environment, isRead: true)
        let thread = Thread { [process, weak self] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(process.output, &bytes, bytes.count)
                guard count > 0, let self else { return }
                // Whole samples: parec writes nothing else.
                let samples = stride(from: 0, to: count - 1, by: 2).map {
                    Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
                }
                self.collected.withLock { $0 += samples }
            }
        }
        thread.start()
        process.becomeRealTime()
        guard waitUntil(seconds: 10, { self.count > 0 }) else {
            throw PulseHarness.Failure(description: "the monitor gives nothing")
        }
    }

    deinit { end() }

    func end() { process.end() }

    var count: Int { collected.withLock { $0.count } }
    func samples(from first: Int = 0) -> [Float] {
        collected.withLock { $0.dropFirst(first).map { Float($0) / 32768 } }
    }
    /// The last `milliseconds` of it.
    func recent(milliseconds: Int) -> [Float] { samples(from: max(0, count - 48 * milliseconds)) }
    func isSilent(milliseconds: Int) -> Bool { !recent(milliseconds: milliseconds).contains { abs($0) > 0.004 } }
}

/// A child process, ended by its id. Not Foundation's, because waiting for that needs a run loop.
final class Child: Sendable {
    private let id: pid_t
    /// Read end of its standard output, if `isRead`.
    let output: Int32
    private let isReaped = Mutex(false)

    init(_ arguments: [String], environment: [String: String], isRead: Bool = false) throws {
        var ends: [Int32] = [-1, -1]
        if isRead, pipe(&ends) != 0 { throw PulseHarness.Failure(description: "no pipe") }
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        if isRead {
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        let argumentPointers = arguments.map { strdup($0) } + [nil]
        let environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var child = pid_t()
        let code = posix_spawn(&child, arguments[0], &actions, nil, argumentPointers, environmentPointers)
        if ends[1] >= 0 { close(ends[1]) }
        guard code == 0 else { throw PulseHarness.Failure(description: "cannot start \(arguments[0]): \(code)") }
        id = child
        output = ends[0]
    }

    deinit {
        end()
        if output >= 0 { close(output) }
    }

    func signal(_ number: Int32) { isReaped.withLock { if !$0 { kill(id, number) } } }

    /// Runs like sound servers, if permitted, so that a busy machine is not mistaken for a broken device.
    func becomeRealTime() {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        for thread in threads.compactMap({ pid_t($0) }) {
            var parameters = sched_param(sched_priority: 20)
            _ = sched_setscheduler(thread, SCHED_FIFO, &parameters)
        }
    }

    func end() {
        signal(SIGKILL)
        waitUntilExit()
    }

    func waitUntilExit() {
        isReaped.withLock {
            guard !$0 else { return }
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0 && errno == EINTR {}
            $0 = true
        }
    }

    static func output(_ arguments: [String], environment: [String: String]) throws -> String {
        let child = try Child(arguments, environment: environment, isRead: true)
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(child.output, &bytes, bytes.count)
            guard count > 0 else { break }
            all += bytes.prefix(count)
        }
        child.waitUntilExit()
        return String(decoding: all, as: UTF8.self)
    }
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
    func u32(_ x: Int) -> Data {
        Data([UInt8(x & 255), UInt8(x >> 8 & 255), UInt8(x >> 16 & 255), UInt8(x >> 24 & 255)])
    }
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

/// Whether for 50 ms this frequency and hardly anything else is heard. A server's monitor loses samples on a busy
/// machine, so it records only stretches.
func hears(_ hertz: Double, in samples: some Collection<Float>) -> Bool {
    let all = Array(samples)
    return stride(from: 0, through: all.count - 2400, by: 480).contains {
        tone(hertz, in: Array(all[$0..<$0 + 2400])) > 0.9
    }
}

func rms(_ samples: some Collection<Float>) -> Double {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

func largestStep(_ samples: some Sequence<Float>) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
}

/// Polls for a condition; false: it did not become true in time.
func waitUntil(seconds: Double, _ condition: () -> Bool) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
        if condition() { return true }
        if Date() > deadline { return false }
        usleep(5000)
    }
}
