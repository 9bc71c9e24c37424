import CLinux
import Glibc

/// One mapping of this process, as `/proc/self/maps` lists it.
struct MemoryMapping: Hashable, Sendable {
    var addresses: Range<UInt>
    var isReadable: Bool
    var isWritable: Bool
    var isExecutable: Bool
    /// Whether writes go to the file, for all who map it.
    var isShared: Bool
    /// The file's path, or a name of the kernel's such as `[heap]`; empty for memory without a file.
    var path: String

    /// Nil if it is not such a line.
    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard words.count >= 5, let ends = words.first?.split(separator: "-"), ends.count == 2,
            let low = ends.first.flatMap({ UInt($0, radix: 16) }),
            let high = ends.last.flatMap({ UInt($0, radix: 16) }),
            low < high
        else { return nil }
        addresses = low..<high
        let permissions = Array(words[1])
        guard permissions.count == 4 else { return nil }
        isReadable = permissions.first == "r"
        isWritable = permissions.contains("w")
        isExecutable = permissions.contains("x")
        isShared = permissions.contains("s")
        path = words.count == 6 ? String(words[5].drop { $0 == " " }) : ""
    }

    static func parse(_ text: String) -> [MemoryMapping] {
        text.split(separator: "\n").compactMap(MemoryMapping.init(line:))
    }

    /// Whether this belongs to the program itself or to a library, even if an upgrade has replaced the file since.
    func isCode(ofProgram program: String) -> Bool {
        let file = path.hasSuffix(" (deleted)") ? String(path.dropLast(10)) : path
        guard file.hasPrefix("/") else { return false }
        let name = file.split(separator: "/").last ?? ""
        return file == program || name.hasSuffix(".so") || name.contains(".so.")
    }

    /// Whether this is the heap, a stack, or data of a library beyond its file.
    var isOwnMemory: Bool { isWritable && (path.isEmpty || path == "[heap]" || path == "[stack]") }

    /// Whether the program writes to a file by this mapping, and the file is on no disk: its pages can only be swapped out.
    func isFileInMemory(_ isInMemory: (String) -> Bool = { clinux_is_in_memory($0) != 0 }) -> Bool {
        isWritable && isShared && path.hasPrefix("/") && !path.hasPrefix("/dev/") && isInMemory(path)
    }

    /// The parts of the mapping that are used: from the first present page to the last, without gaps of `gapBytes` or more
    /// in which no page is present. `isPresent` is asked with the index of a page.
    func usedParts(pageBytes: UInt, gapBytes: UInt, isPresent: (Int) -> Bool) -> [Range<UInt>] {
        var parts: [Range<UInt>] = []
        for index in 0..<Int((addresses.upperBound - addresses.lowerBound) / pageBytes) where isPresent(index) {
            let start = addresses.lowerBound + UInt(index) * pageBytes
            if let last = parts.last, start - last.upperBound < gapBytes {
                parts[parts.count - 1] = last.lowerBound..<(start + pageBytes)
            } else {
                parts.append(start..<(start + pageBytes))
            }
        }
        return parts
    }
}
