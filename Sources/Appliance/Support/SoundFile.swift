import Bedside
import Glibc
import Sound

/// A habit's sound before it is taken: whether the driver will find and read it. The driver looks again when it rings,
/// and falls back where the file has gone since (SOUND-2).
enum SoundFile {
    private static let limitBytes = 64 * 1024 * 1024
    /// The format and the data follow at once but for notes and pictures; more than this of those is not looked through.
    private static let headerBytes = 1024 * 1024

    /// An absolute path; a name is one of the sounds folder.
    static func path(of sound: String, shared: SharedFolders) -> String {
        sound.hasPrefix("/") ? sound : "\(shared.habitSounds)/\(sound)"
    }

    /// What is wrong, in one line that names the file; nil: it can be played.
    static func problem(of sound: String, shared: SharedFolders) -> String? {
        let file = path(of: sound, shared: shared)
        do throws(WAVError) {
            try check(file)
            return nil
        } catch {
            let hint = "; names are looked up in \(shared.habitSounds), other files need their whole path"
            return "\(error)" + (sound.hasPrefix("/") ? "" : hint)
        }
    }

    private static func check(_ path: String) throws(WAVError) {
        // O_NONBLOCK: a FIFO in the file's place must not hang the command.
        let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { throw .unreadable(file: path, code: errno) }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .unreadable(file: path, code: errno) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file: path) }
        let size = Int(information.st_size)
        guard size > 0 else { throw .empty(file: path) }
        guard size <= limitBytes else { throw .tooLarge(file: path, bytes: size, limitBytes: limitBytes) }
        var bytes = [UInt8](repeating: 0, count: min(size, headerBytes))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { raw in
                let rest = UnsafeMutableRawBufferPointer(rebasing: raw[filled...])
                return retryingOnInterrupt { Glibc.read(descriptor, rest.baseAddress, rest.count) }
            }
            guard count >= 0 else { throw .unreadable(file: path, code: errno) }
            if count == 0 { break }
            filled += count
        }
        try checkHeader(bytes[..<filled], file: path)
    }

    /// RIFF chunks up to the data: the encodings that the driver's reader knows.
    static func checkHeader(_ bytes: ArraySlice<UInt8>, file: String) throws(WAVError) {
        func number(_ at: Int, _ size: Int) -> Int {
            bytes.dropFirst(at).prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func tag(_ at: Int) -> String { String(decoding: bytes.dropFirst(at).prefix(4), as: UTF8.self) }
        guard tag(0) == "RIFF", tag(8) == "WAVE" else { throw .malformed(file: file, reason: "no RIFF/WAVE header") }
        var at = 12
        var hasFormat = false
        while at + 8 <= bytes.count {
            let (size, body) = (number(at + 4, 4), at + 8)
            if tag(at) == "data" {
                guard hasFormat else { throw .malformed(file: file, reason: "data before its format chunk") }
                guard size > 0, body < bytes.count else { throw .empty(file: file) }
                return
            }
            if tag(at) == "fmt " {
                guard size >= 16, body + 16 <= bytes.count else {
                    throw .malformed(file: file, reason: "format chunk of \(size) bytes")
                }
                let isExtensible = number(body, 2) == 0xFFFE
                let code = isExtensible ? number(body + 24, 2) : number(body, 2)
                let (channels, rate, bits) = (number(body + 2, 2), number(body + 4, 4), number(body + 14, 2))
                guard (1...32).contains(channels) else {
                    throw .unsupported(file: file, reason: "\(channels) channels")
                }
                guard (4000...384_000).contains(rate) else { throw .unsupported(file: file, reason: "\(rate) Hz") }
                guard (code == 1 && [8, 16, 24, 32].contains(bits)) || (code == 3 && bits == 32) else {
                    throw .unsupported(file: file, reason: "format code \(code) with \(bits) bits")
                }
                guard number(body + 12, 2) == bits / 8 * channels else {
                    throw .malformed(file: file, reason: "frames of \(number(body + 12, 2)) bytes")
                }
                hasFormat = true
            }
            // Chunks are padded to even sizes.
            at = body + size + (size & 1)
        }
        throw .malformed(file: file, reason: "ends before its data")
    }
}

/// What a change to the profile needs on this machine beside the rules: its files.
enum ProfileFiles {
    /// Sounds that cannot be played: these refuse the change.
    static func faults(_ patch: ProfilePatch, shared: SharedFolders) -> [FieldError] {
        patch.habits.compactMap { habit in
            guard let sound = habit.sound, !sound.isEmpty,
                let problem = SoundFile.problem(of: sound, shared: shared)
            else { return nil }
            return FieldError(line: 0, path: "habits.\(habit.id).sound", message: problem)
        }
    }

    /// Prompts that are not there: the file may come later, and until then a plain instruction is used.
    static func warn(_ patch: ProfilePatch, shared: SharedFolders) {
        for habit in patch.habits {
            guard let prompt = habit.prompt, !prompt.isEmpty else { continue }
            let file = "\(shared.prompts)/\(prompt).txt"
            if Files.isFile(file) { continue }
            Console.error("anicca: warning: \(file) is not there; \(habit.id) uses a plain instruction until it is")
        }
    }
}
