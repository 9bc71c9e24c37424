import CLinux
import Glibc
import Synchronization

/// Keeps in memory what a ring needs, in case the card no longer answers reads. Otherwise, code that was not used for a
/// while is read from the card again, and the thread that needs it waits for ever.
///
/// It locks all of the code of the program and its libraries; the parts of their data, of the program's own memory, and
/// of mapped files that are only in memory, which were used so far and may be swapped out; and the files that are
/// named. It locks nothing unless RLIMIT_MEMLOCK allows all of it, with room for sound's buffers, because half of it
/// would not help.
public final class ResidentProgram: Sendable {
    public struct Report: Sendable, Hashable {
        public enum Outcome: Sendable, Hashable {
            case locked
            /// RLIMIT_MEMLOCK in bytes is too low.
            case limit(Int)
            /// A call failed: an errno.
            case failed(Int32)
        }
        public var outcome: Outcome
        /// Number of bytes that were locked, or would have to be.
        public var bytes: Int
    }

    private struct Pinned: Hashable {
        var address: UInt
        var bytes: Int
        var device: UInt
        var inode: UInt
        var changed: Int
    }
    struct Part {
        var addresses: Range<UInt>
        /// Whether pages that are not in memory yet are locked only when they are used.
        var onFault: Bool
    }
    private let pinned = Mutex<[String: Pinned]>([:])

    /// Reserve for sound's buffers, which are locked as devices open, and for threads' stacks.
    static let reserveBytes = 8 << 20
    /// A stretch of this length that was never used is left out: the tables of ICU, 34 MB, which nothing here reads.
    static let gapBytes: UInt = 4 << 20
    /// A longer file is not locked: it is read when it rings, or another sound rings in its place.
    static let maximumFileBytes = 8 << 20

    public init() {}

    /// Locks what is not locked yet; to be repeated as needed. It reads from the disk for as long as that takes, so
    /// call it on a thread of its own, and not right after the start.
    /// - Parameter files: the files that a ring reads.
    public func lock(files: [String]) -> Report {
        var text = ""
        guard Self.read("/proc/self/maps", into: &text), let program = Self.programPath() else {
            return Report(outcome: .failed(errno), bytes: 0)
        }
        let parts = Self.parts(of: MemoryMapping.parse(text), program: program)
        let bytes = parts.reduce(0) { $0 + $1.addresses.count } + files.reduce(0) { $0 + Self.size(of: $1) }
        if let limit = Self.limitBytes(), bytes + Self.reserveBytes > limit {
            return Report(outcome: .limit(limit), bytes: bytes)
        }
        for part in parts {
            let start = UnsafeMutableRawPointer(bitPattern: part.addresses.lowerBound)
            let code = clinux_lock(start, part.addresses.count, part.onFault ? 1 : 0)
            // Memory that was unmapped meanwhile is not a failure.
            if code != 0, errno != ENOMEM || !part.onFault { return Report(outcome: .failed(errno), bytes: bytes) }
        }
        for file in files {
            if let code = pin(file) { return Report(outcome: .failed(code), bytes: bytes) }
        }
        return Report(outcome: .locked, bytes: bytes)
    }

    /// What ``giveBack(_:)`` goes through. Code is locked as a whole, so that it may be given back before; of constants
    /// only what was used is locked, so that after giving them back a ring's may be missing.
    public enum Pages: Sendable {
        case code
        case codeAndConstants
    }

    /// Gives back the pages of the program and its libraries that were read so far, except for those that are locked.
    /// They stay in the system's cache, where one that is needed again is found in microseconds. Any thread except a
    /// real-time one; takes a millisecond.
    /// - Returns: the size of what was gone through, in bytes.
    @discardableResult
    public static func giveBack(_ pages: Pages) -> Int { Int(clamping: clinux_give_back(pages == .code ? 1 : 0)) }

    /// Gives back the pages of freed memory that the allocator keeps for later: what is left of work that allocates much
    /// for a moment. Any thread except a real-time one; takes a millisecond, for which other threads may have to wait
    /// when they allocate.
    public static func giveBackFreedMemory() { clinux_give_back_freed() }

    static func parts(of mappings: [MemoryMapping], program: String) -> [Part] {
        let pageBytes = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
        let table = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
        defer { if table >= 0 { close(table) } }
        return mappings.flatMap { mapping -> [Part] in
            let isCode = mapping.isCode(ofProgram: program)
            guard mapping.isReadable, isCode || mapping.isOwnMemory || mapping.isFileInMemory() else { return [] }
            if isCode && mapping.isExecutable { return [Part(addresses: mapping.addresses, onFault: false)] }
            // One word for each page; its highest bit is set if the page is in memory.
            let pages = mapping.addresses.count / Int(pageBytes)
            var words = [UInt64](repeating: 0, count: pages)
            let wanted = pages * MemoryLayout<UInt64>.size
            let at = off_t(mapping.addresses.lowerBound / pageBytes) * off_t(MemoryLayout<UInt64>.size)
            guard pread(table, &words, wanted, at) == wanted else { return [] }
            return mapping.usedParts(pageBytes: pageBytes, gapBytes: gapBytes) { words[$0] >> 63 == 1 }
                .map { Part(addresses: $0, onFault: !isCode) }
        }
    }

    /// Maps the whole file and locks it, in place of an earlier mapping of that path; this also keeps the file's name
    /// in the kernel's memory. Returns an errno, or nil. A file that cannot be opened, or is too long, is not a
    /// failure.
    func pin(_ path: String) -> Int32? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0,
            facts.st_size <= Self.maximumFileBytes
        else { return nil }
        var new = Pinned(
            address: 0, bytes: facts.st_size, device: UInt(facts.st_dev), inode: UInt(facts.st_ino),
            changed: facts.st_mtim.tv_sec)
        return pinned.withLock { pinned in
            let old = pinned[path]
            new.address = old?.address ?? 0
            if old == new { return nil }
            if let old { munmap(UnsafeMutableRawPointer(bitPattern: old.address), old.bytes) }
            pinned[path] = nil
            guard let address = mmap(nil, new.bytes, PROT_READ, MAP_SHARED, file, 0), address != MAP_FAILED else {
                return errno
            }
            new.address = UInt(bitPattern: address)
            pinned[path] = new
            return mlock(address, new.bytes) == 0 ? nil : errno
        }
    }

    private static func size(of path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_size <= maximumFileBytes ? facts.st_size : 0
    }

    /// RLIMIT_MEMLOCK in bytes; nil if nothing limits us.
    private static func limitBytes() -> Int? {
        var limit = rlimit()
        // RLIMIT_MEMLOCK, which Swift sees as an enum of glibc's. Root is not bound by it.
        guard geteuid() != 0, getrlimit(__rlimit_resource_t(8), &limit) == 0, limit.rlim_cur < UInt(Int.max) else {
            return nil
        }
        return Int(limit.rlim_cur)
    }

    static func programPath() -> String? {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { return nil }
        let text = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.hasSuffix(" (deleted)") ? String(text.dropLast(10)) : text
    }

    static func read(_ path: String, into text: inout String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0 { return false }
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        text = String(decoding: bytes, as: UTF8.self)
        return true
    }
}
