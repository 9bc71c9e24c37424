import Bedside
import Glibc
import Synchronization
import System

/// One run of the speech synthesizer: a child process that reads text on stdin and writes WAV on stdout, and is killed
/// when its words are no longer wanted. The words appear in no argument and no log (GUARD-1).
package final class SpeechProcess: Sendable {
    private static let maximumMilliseconds: Int64 = 30_000
    /// Longer than this nobody waits for an answer.
    package static let firstSoundMilliseconds: Int64 = 5000
    private static let maximumBytes = 16 * 1024 * 1024
    private static let maximumTextBytes = 8192

    package let stream = SampleStream()
    /// Process id while it may be killed; 0 before and after.
    private let process = Mutex<pid_t>(0)
    private let cancelled = Atomic<Bool>(false)
    private let firstSoundMilliseconds: Int64

    /// Starts at once, on a thread of its own. `finished` is called on that thread with the reason of a failure, or
    /// with nil when everything is in the stream; it is not called after `cancel`.
    ///
    /// - Parameter firstSoundMilliseconds: how long it may take until it makes a sound.
    package init(
        _ utterance: Utterance, synthesizer: String,
        firstSoundMilliseconds: Int64 = SpeechProcess.firstSoundMilliseconds,
        finished: @escaping @Sendable (String?) -> Void
    ) throws(SoundError) {
        self.firstSoundMilliseconds = firstSoundMilliseconds
        try startSoundThread("sound-speech") { [self] in
            let (reason, child) = run(utterance, synthesizer: synthesizer)
            stream.end()
            if !cancelled.load(ordering: .acquiring) { finished(reason) }
            if let child { _ = reap(child) }
        }
    }

    /// Kills the process. Any thread; does not wait.
    package func cancel() {
        cancelled.store(true, ordering: .releasing)
        process.withLock { if $0 > 0 { kill($0, SIGKILL) } }
    }

    /// Runs the synthesizer; returns why it failed (nil if it did not), and the child if that has not ended yet.
    private func run(_ utterance: Utterance, synthesizer: String) -> (reason: String?, child: pid_t?) {
        let text = utterance.spoken.utf8.prefix(Self.maximumTextBytes).filter { $0 >= 0x20 || $0 == 0x0A }
        guard !text.isEmpty else { return ("nothing to say", nil) }
        guard let toChild = openPipe() else { return ("no pipe for the synthesizer", nil) }
        guard let fromChild = openPipe() else {
            close(toChild.readEnd)
            close(toChild.writeEnd)
            return ("no pipe for the synthesizer", nil)
        }
        let arguments = [
            synthesizer, "--stdin", "--stdout", "-b", "1", "-v", utterance.language.rawValue, "-s",
            "\(utterance.pace.synthesizerSpeed(in: utterance.language))",
        ]
        var child = pid_t()
        let code = Self.spawn(arguments, standardInput: toChild.readEnd, standardOutput: fromChild.writeEnd, &child)
        close(toChild.readEnd)
        close(fromChild.writeEnd)
        guard code == 0 else {
            close(toChild.writeEnd)
            close(fromChild.readEnd)
            return ("cannot start \(synthesizer): \(String(cString: strerror(code)))", nil)
        }
        process.withLock { $0 = child }
        if cancelled.load(ordering: .acquiring) { kill(child, SIGKILL) }
        let text8 = Array(text) + [0x0A]
        Self.send(text8, to: toChild.writeEnd)
        close(toChild.writeEnd)
        let reason = receive(from: fromChild.readEnd)
        close(fromChild.readEnd)
        if reason == nil, Self.hasEnded(child, withinMilliseconds: 1000) {
            let status = reap(child)
            return (status == 0 ? nil : "\(synthesizer) failed (status \(status))", nil)
        }
        // All its words are here, or none are wanted. Do not wait for its end, which a hung disk may delay.
        kill(child, SIGKILL)
        return (reason, child)
    }

    private static func hasEnded(_ child: pid_t, withinMilliseconds limit: Int64) -> Bool {
        let end = bootNanoseconds() + limit * 1_000_000
        while true {
            var information = siginfo_t()
            let code = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG)
            if code == 0, information.si_signo == SIGCHLD { return true }
            if bootNanoseconds() >= end { return false }
            usleep(5000)
        }
    }

    /// Waits for the child's end. Once it is reaped, its number may belong to another process, so nothing may kill it
    /// after that. The lock is free during the wait, so that `cancel` does not wait.
    private func reap(_ child: pid_t) -> Int32 {
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
        var status: Int32 = 0
        process.withLock {
            while waitpid(child, &status, 0) < 0 && errno == EINTR {}
            $0 = 0
        }
        return status
    }

    /// Writes at most as much as a pipe holds (64 KiB), so that this never blocks; SIGPIPE is blocked on these threads.
    private static func send(_ bytes: [UInt8], to descriptor: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { write(descriptor, $0 + sent, bytes.count - sent) } ?? -1
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }

    private func receive(from descriptor: Int32) -> String? {
        let began = bootNanoseconds()
        var bytes: [UInt8] = []
        var total = 0
        var decoder: StreamDecoder?
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while !cancelled.load(ordering: .acquiring) {
            let elapsed = (bootNanoseconds() - began) / 1_000_000
            let limit = decoder == nil ? firstSoundMilliseconds : Self.maximumMilliseconds
            guard elapsed < limit else { return "the synthesizer took longer than \(limit) ms" }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Int32(limit - elapsed))
            if ready < 0 && errno == EINTR { continue }
            if ready == 0 { continue }
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return "the synthesizer's output broke off" }
            if count == 0 { return decoder == nil ? "the synthesizer made no sound" : decoder?.finish(self) }
            total += count
            guard total <= Self.maximumBytes else { return "the synthesizer made more than \(Self.maximumBytes) bytes" }
            bytes.append(contentsOf: chunk.prefix(count))
            if decoder == nil {
                do throws(WAVError) {
                    guard let header = try WAVReader.header(bytes, file: "synthesizer") else { continue }
                    guard header.dataOffset <= bytes.count else { continue }
                    decoder = StreamDecoder(header)
                    bytes.removeFirst(header.dataOffset)
                } catch {
                    return "\(error)"
                }
            }
            decoder?.take(&bytes, self)
        }
        return nil
    }

    /// Writes samples; waits while the ring is full, because speech is consumed in real time.
    fileprivate func put(_ samples: UnsafePointer<Float>, count: Int) {
        var given = 0
        while given < count && !cancelled.load(ordering: .acquiring) {
            given += stream.ring.write(samples + given, count: count - given)
            if given < count { usleep(20_000) }
        }
    }

    /// Starts the child with all signals unblocked and at their defaults: they are blocked on our threads.
    private static func spawn(
        _ arguments: [String], standardInput: Int32, standardOutput: Int32, _ child: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
        posix_spawn_file_actions_adddup2(&actions, standardOutput, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var every = sigset_t()
        sigfillset(&every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        guard let program = arguments.first else { return EINVAL }
        var variables: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) }
        variables.append(nil)
        defer { for variable in variables { free(variable) } }
        return posix_spawnp(&child, program, &actions, &attributes, pointers, variables)
    }

    /// The variables that a synthesizer needs; above all not the owner's key (GUARD-1).
    private static var environment: [String] {
        let names = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "LD_LIBRARY_PATH", "ESPEAK_DATA_PATH"]
        return names.compactMap { name -> String? in
            guard let value = getenv(name) else { return nil }
            return "\(name)=\(String(cString: value))"
        }
    }

    /// Turns the bytes after the header into samples at 48 kHz.
    private struct StreamDecoder {
        let header: WAVHeader
        let resampler: Resampler?
        private var mono: [Float]
        private var converted: [Float]
        private let blockFrames = 1024

        init(_ header: WAVHeader) {
            self.header = header
            resampler = header.rate == 48_000 ? nil : Resampler(from: header.rate, to: 48_000)
            mono = [Float](repeating: 0, count: blockFrames)
            converted = [Float](repeating: 0, count: resampler?.bound(outputsFor: blockFrames) ?? 1)
        }

        /// Takes whole frames off the front of `bytes`.
        mutating func take(_ bytes: inout [UInt8], _ speech: SpeechProcess) {
            var used = 0
            while bytes.count - used >= header.frameBytes {
                let frames = min(blockFrames, (bytes.count - used) / header.frameBytes)
                bytes.withUnsafeBytes { raw in
                    mono.withUnsafeMutableBufferPointer { target in
                        guard let source = raw.baseAddress, let base = target.baseAddress else { return }
                        header.format.decode(source + used, count: frames, channels: header.channels, to: base)
                    }
                }
                used += frames * header.frameBytes
                emit(frames, speech)
            }
            bytes.removeFirst(used)
        }

        /// Flushes the last frames of the filter.
        mutating func finish(_ speech: SpeechProcess) -> String? {
            for i in mono.indices { mono[i] = 0 }
            if let resampler { emit(min(blockFrames, resampler.delay), speech) }
            return nil
        }

        private mutating func emit(_ frames: Int, _ speech: SpeechProcess) {
            guard let resampler else {
                mono.withUnsafeBufferPointer { if let base = $0.baseAddress { speech.put(base, count: frames) } }
                return
            }
            let made = mono.withUnsafeBufferPointer { source in
                converted.withUnsafeMutableBufferPointer { target in
                    guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
                    return resampler.process(from, count: frames, into: to, capacity: target.count)
                }
            }
            converted.withUnsafeBufferPointer { if let base = $0.baseAddress { speech.put(base, count: made) } }
        }
    }
}

extension Utterance.Pace {
    /// espeak-ng's own figure, about words a minute. At `slow` the shipped meditation is said at 98 words, or 211
    /// characters, a minute (D-1).
    public func synthesizerSpeed(in language: Language) -> Int {
        switch (self, language) {
        case (.usual, _): 175
        case (.careful, .english): 125
        case (.careful, .japanese): 145
        case (.slow, .english): 87
        case (.slow, .japanese): 112
        }
    }
}
