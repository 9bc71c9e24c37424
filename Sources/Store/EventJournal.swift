import Bedside
import Foundation
import Synchronization

/// The events that the appliance received, one per line, for `anicca replay` (GUARD-8): JSON Lines in `journal.jsonl`.
///
/// A diagnostic aid, not a record: it is not synced (a power cut loses the last lines), and the appliance continues
/// without it if it cannot be written. Each line is one write(2), so that a killed process loses none. At 4 MiB the
/// file becomes `journal.1.jsonl`, the former one of that name becomes `journal.2.jsonl`, and the oldest is deleted.
/// Any thread.
public final class EventJournal: Sendable {
    /// A longer line is refused by `append`, and skipped by the reader.
    public static let lineLimit = 1 << 20
    private static let files = ["journal.2.jsonl", "journal.1.jsonl", "journal.jsonl"]

    private struct State: ~Copyable {
        var descriptor: Int32 = -1
        var size = 0
        var dropped = 0
        let encoder = JSONEncoder()

        deinit { if descriptor >= 0 { close(descriptor) } }
    }
    private let folder: String?
    private let sizeLimit: Int
    private let state = Mutex(State())

    /// `folder` nil: a journal that keeps nothing. The file is created with the first line.
    public init(folder: String?, sizeLimitBytes: Int = 4 << 20) {
        self.folder = folder.map { StateFolder(path: $0).path }
        self.sizeLimit = sizeLimitBytes
    }

    /// Lines that could not be written since start.
    public var droppedLines: Int { state.withLock { $0.dropped } }

    /// Adds one line; returns false if it could not be written.
    @discardableResult
    public func append(_ entry: some Encodable) -> Bool {
        guard let folder else { return false }
        return state.withLock { state in
            guard var line = try? state.encoder.encode(entry), line.count < EventJournal.lineLimit else {
                state.dropped += 1
                return false
            }
            line.append(0x0A)
            if state.descriptor >= 0, state.size + line.count > sizeLimit { EventJournal.rotate(folder, &state) }
            if state.descriptor < 0 { EventJournal.openFile(folder, &state) }
            guard state.descriptor >= 0 else {
                state.dropped += 1
                return false
            }
            let descriptor = state.descriptor
            let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count == line.count else {
                // A full disk took part of a line: remove that part, so that the next entry begins on a line of its
                // own.
                ftruncate(descriptor, off_t(state.size))
                state.dropped += 1
                return false
            }
            state.size += count
            return true
        }
    }

    /// Erases all lines, those of the older files too (SETUP-4); the journal continues with an empty file.
    public func erase() {
        guard let folder else { return }
        state.withLock { state in
            EventJournal.closeFile(&state)
            for name in EventJournal.files { unlink(folder + "/" + name) }
        }
    }

    private static func openFile(_ folder: String, _ state: inout State) {
        let path = folder + "/journal.jsonl"
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else {
            close(descriptor)
            return
        }
        state.descriptor = descriptor
        state.size = Int(info.st_size)
        // End a line that a power cut left unfinished, or the next one would be appended to it.
        var last: UInt8 = 0x0A
        if state.size > 0, pread(descriptor, &last, 1, off_t(state.size - 1)) == 1, last != 0x0A {
            last = 0x0A
            if write(descriptor, &last, 1) == 1 { state.size += 1 }
        }
    }

    private static func closeFile(_ state: inout State) {
        if state.descriptor >= 0 { close(state.descriptor) }
        state.descriptor = -1
        state.size = 0
    }

    private static func rotate(_ folder: String, _ state: inout State) {
        closeFile(&state)
        for (older, newer) in zip(files, files.dropFirst()) { rename(folder + "/" + newer, folder + "/" + older) }
    }

    // MARK: Reading

    /// Passes every line of `folder`'s journal to `body`, oldest first, in constant memory. Returns how many lines
    /// could not be read (cut off by a power cut, over 1 MiB, written by another version).
    public static func read<Entry: Decodable>(
        folder: String, as type: Entry.Type, _ body: (Entry) -> Void
    ) throws(StoreError) -> Int {
        let folder = StateFolder(path: folder)
        var damaged = 0
        for name in files where folder.exists(folder.path + "/" + name) {
            damaged += try read(file: folder.path + "/" + name, as: type, body)
        }
        return damaged
    }

    /// Passes every line of one file to `body`, in the same way.
    public static func read<Entry: Decodable>(
        file: String, as type: Entry.Type, _ body: (Entry) -> Void
    ) throws(StoreError) -> Int {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing(path: file) : StoreError(errno: errno, file, folder: file)
        }
        defer { close(descriptor) }
        var damaged = 0
        var line: [UInt8] = []
        var isTooLong = false
        func endLine() {
            defer {
                line.removeAll(keepingCapacity: true)
                isTooLong = false
            }
            guard !line.isEmpty || isTooLong else { return }
            if !isTooLong, let entry = try? WireJSON.decode(type, from: Data(line)) {
                body(entry)
            } else {
                damaged += 1
            }
        }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StoreError(errno: errno, file, folder: file) }
            guard count > 0 else { break }
            var rest = buffer.prefix(count)
            while let end = rest.firstIndex(of: 0x0A) {
                if line.count + end - rest.startIndex > lineLimit { isTooLong = true }
                if !isTooLong { line += rest[..<end] }
                endLine()
                rest = rest[(end + 1)...]
            }
            if line.count + rest.count > lineLimit {
                isTooLong = true
                line.removeAll()
            } else if !isTooLong {
                line += rest
            }
        }
        endLine()
        return damaged
    }
}
