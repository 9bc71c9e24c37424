import Bedside
import CGPIOD

/// The machine's GPIO chips, opened when first needed. Main thread only.
final class GPIOChips {
    final class Chip {
        let path: String
        let label: String
        let lineCount: Int
        let handle: OpaquePointer

        fileprivate init(path: String, label: String, lineCount: Int, handle: OpaquePointer) {
            self.path = path
            self.label = label
            self.lineCount = lineCount
            self.handle = handle
        }
        deinit { cgpiod_chip_close(handle) }

        /// The device's file name: `gpiochip0`.
        var name: String { String(path.split(separator: "/").last ?? "") }

        func information(offset: Int) -> (name: String, consumer: String)? {
            guard let offset = UInt32(exactly: offset) else { return nil }
            var info = cgpiod_line_info()
            guard cgpiod_chip_line_info(handle, offset, &info) == 0 else { return nil }
            return (text(of: &info.name), text(of: &info.consumer))
        }

        func offset(ofLine name: String) -> Int? {
            (0..<min(lineCount, 4096)).first { information(offset: $0)?.name == name }
        }

        private func text<Tuple>(of tuple: inout Tuple) -> String {
            withUnsafeBytes(of: &tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
    }

    static let limit = 64
    private let folder: String
    private var opened: Result<[Chip], GPIOError>?

    /// `folder` is `/dev` except in tests.
    init(folder: String = "/dev") { self.folder = folder }

    /// All chips that could be opened, by number. Fails if there are none.
    func all() throws(GPIOError) -> [Chip] {
        if let opened { return try opened.get() }
        let result = Result<[Chip], GPIOError> { () throws(GPIOError) in try open() }
        opened = result
        return try result.get()
    }

    private func open() throws(GPIOError) -> [Chip] {
        let prefix = "gpiochip"
        let numbers = TextFile.names(folder: folder, limit: 4096).compactMap { name in
            name.hasPrefix(prefix) ? FieldReader.number(name.dropFirst(prefix.count)) : nil
        }
        var chips: [Chip] = []
        var failure: GPIOError?
        for number in numbers.sorted().prefix(Self.limit) {
            do throws(GPIOError) {
                chips.append(try Self.chip(path: "\(folder)/\(prefix)\(number)"))
            } catch {
                failure = failure ?? error
            }
        }
        // One chip that fails is no reason to give up the others.
        if chips.isEmpty { throw failure ?? .noChips }
        return chips
    }

    private static func chip(path: String) throws(GPIOError) -> Chip {
        var handle: OpaquePointer?
        let result = cgpiod_chip_open(path, &handle)
        guard result == 0, let handle else { throw .opening(path, -result) }
        var label = [CChar](repeating: 0, count: Int(CGPIOD_TEXT_SIZE))
        _ = cgpiod_chip_label(handle, &label)
        let text = String(decoding: label.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return Chip(path: path, label: text, lineCount: Int(max(0, cgpiod_chip_line_count(handle))), handle: handle)
    }

    /// The chip and offset of a line.
    func find(_ line: LineDescription) throws(GPIOError) -> (chip: Chip, offset: Int) {
        let found = try all()
        let index = try LineSearch.find(
            line,
            chips: found.map {
                LineSearch.Chip(path: $0.path, name: $0.name, label: $0.label, lineCount: $0.lineCount)
            },
            offsetOfName: { index, name in found.indices.contains(index) ? found[index].offset(ofLine: name) : nil })
        guard found.indices.contains(index.chip) else { throw .noChips }
        return (found[index.chip], index.offset)
    }
}

/// Finds the chip and line that a board file means. Pure.
enum LineSearch {
    struct Chip: Hashable {
        var path: String
        var name: String
        var label: String
        var lineCount: Int
    }

    /// The line's `chips` are in order of preference. An offset refers to the first one that exists; a name is searched
    /// for on every one that exists.
    static func find(
        _ line: LineDescription, chips: [Chip], offsetOfName: (_ chip: Int, _ name: String) -> Int?
    ) throws(GPIOError) -> (chip: Int, offset: Int) {
        var candidates: [Int] = []
        for wanted in line.chips {
            for (index, chip) in chips.enumerated() where !candidates.contains(index) {
                if chip.label == wanted || chip.path == wanted || chip.name == wanted { candidates.append(index) }
            }
        }
        if line.chips.isEmpty { candidates = Array(chips.indices) }
        let names = chips.map { "\($0.label) (\($0.name))" }
        guard let first = candidates.first else { throw .chipNotFound(wanted: line.chips, found: names) }
        let searched = candidates.compactMap { names.indices.contains($0) ? names[$0] : nil }
        switch line.place {
        case .offset(let offset):
            guard chips.indices.contains(first), (0..<chips[first].lineCount).contains(offset) else {
                throw .lineNotFound(line: line.place.description, chips: Array(searched.prefix(1)))
            }
            return (first, offset)
        case .name(let name):
            for candidate in candidates {
                if let offset = offsetOfName(candidate, name) { return (candidate, offset) }
            }
            throw .lineNotFound(line: line.place.description, chips: searched)
        }
    }
}
