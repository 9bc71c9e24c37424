/// What is wrong with a zone's file or rules.
public enum ZoneError: Error, Sendable, Equatable, CustomStringConvertible {
    case badName
    case tooLarge(bytes: Int)
    /// Does not begin with `TZif`.
    case notTZif
    case unsupportedVersion(UInt8)
    case truncated(expectedBytes: Int, foundBytes: Int)
    case badCount(String, Int)
    /// A transition that is not after the one before it.
    case unsorted(transition: Int)
    /// A transition to a local time type that the file does not have.
    case badType(transition: Int)
    case badOffset(seconds: Int)
    /// A file of the `right/` family, whose clock counts leap seconds; the system's clock does not.
    case countsLeapSeconds
    case badFooter(String)

    public var description: String {
        switch self {
        case .badName: "a zone's name is 1 to 255 printable characters"
        case .tooLarge(let bytes): "the zone file has \(bytes) bytes; expected at most \(ZoneRules.maximumBytes)"
        case .notTZif: "the zone file does not begin with TZif"
        case .unsupportedVersion(let byte): "the zone file is of an unknown version (byte \(byte))"
        case .truncated(let expected, let found): "the zone file ends at byte \(found); expected \(expected) or more"
        case .badCount(let what, let count): "the zone file counts \(count) \(what)"
        case .unsorted(let index): "transition \(index) of the zone is not after the one before it"
        case .badType(let index): "transition \(index) of the zone names a local time type that does not exist"
        case .badOffset(let seconds): "the zone has an offset of \(seconds) s; expected less than 26 hours"
        case .countsLeapSeconds: "the zone counts leap seconds; expected a file that is not of the right/ family"
        case .badFooter(let reason): "the zone file's TZ string is wrong: \(reason)"
        }
    }
}

extension ZoneRules {
    /// Maximum size of a zone file: zic writes a few kilobytes, some implementations pad.
    static let maximumBytes = 256 * 1024

    /// Reads a TZif file (RFC 9636): version 1, or the 64-bit block and footer of version 2 and up.
    public static func parse(name: String, bytes: [UInt8]) throws(ZoneError) -> ZoneRules {
        guard bytes.count <= maximumBytes else { throw .tooLarge(bytes: bytes.count) }
        var reader = TZifReader(bytes: bytes)
        let first = try reader.header()
        if first.version == 0 {
            return try reader.block(first, timeBytes: 4, name: name, footer: nil)
        }
        // Readers of version 2 skip the 32-bit block unread (RFC 9636 §4).
        try reader.skip(first.length(timeBytes: 4))
        let second = try reader.header()
        guard second.version >= 0x32 else { throw .unsupportedVersion(second.version) }
        return try reader.block(second, timeBytes: 8, name: name, footer: try reader.footer(after: second))
    }
}

private struct TZifHeader {
    /// 0, or the version's ASCII digit.
    var version: UInt8
    var utIndicators: Int
    var standardIndicators: Int
    var leapSeconds: Int
    var transitions: Int
    var types: Int
    var characters: Int

    /// Bytes of the data block that follows. Counts have 32 bits, so that this cannot overflow.
    func length(timeBytes: Int) -> Int {
        transitions * (timeBytes + 1) + types * 6 + characters + leapSeconds * (timeBytes + 4) + standardIndicators
            + utIndicators
    }
}

private struct TZifReader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) throws(ZoneError) {
        guard count <= bytes.count - index else {
            throw .truncated(expectedBytes: index + count, foundBytes: bytes.count)
        }
        index += count
    }

    /// A big-endian, signed number of `count` bytes.
    mutating func integer(_ count: Int) throws(ZoneError) -> Int64 {
        let start = index
        try skip(count)
        var value: UInt64 = bytes[start] >= 0x80 ? .max : 0
        for byte in bytes[start..<index] { value = value << 8 | UInt64(byte) }
        return Int64(bitPattern: value)
    }

    mutating func byte() throws(ZoneError) -> UInt8 {
        try skip(1)
        return bytes[index - 1]
    }

    mutating func header() throws(ZoneError) -> TZifHeader {
        guard bytes.count - index >= 4, bytes[index..<(index + 4)].elementsEqual("TZif".utf8) else { throw .notTZif }
        try skip(4)
        let version = try byte()
        guard version == 0 || version >= 0x32 else { throw .unsupportedVersion(version) }
        try skip(15)
        func count(_ reader: inout TZifReader) throws(ZoneError) -> Int {
            Int(UInt32(truncatingIfNeeded: try reader.integer(4)))
        }
        return TZifHeader(
            version: version, utIndicators: try count(&self), standardIndicators: try count(&self),
            leapSeconds: try count(&self), transitions: try count(&self), types: try count(&self),
            characters: try count(&self))
    }

    /// The TZ string after the block that begins here; nil where it is empty. Leaves the reader where it is.
    func footer(after header: TZifHeader) throws(ZoneError) -> PosixZone? {
        var ahead = self
        try ahead.skip(header.length(timeBytes: 8))
        guard try ahead.byte() == 0x0A else { throw .badFooter("the line feed before it is missing") }
        let start = ahead.index
        while try ahead.byte() != 0x0A {}
        let line = bytes[start..<(ahead.index - 1)]
        guard line.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .badFooter("it has characters that are not printable ASCII")
        }
        return line.isEmpty ? nil : try PosixZone(String(decoding: line, as: UTF8.self))
    }

    mutating func block(
        _ header: TZifHeader, timeBytes: Int, name: String, footer: PosixZone?
    ) throws(ZoneError) -> ZoneRules {
        guard bytes.count - index >= header.length(timeBytes: timeBytes) else {
            throw .truncated(expectedBytes: index + header.length(timeBytes: timeBytes), foundBytes: bytes.count)
        }
        guard (1...256).contains(header.types) else { throw .badCount("local time types", header.types) }
        guard header.transitions <= ZoneRules.maximumTransitions else {
            throw .badCount("transitions", header.transitions)
        }
        guard header.leapSeconds == 0 else { throw .countsLeapSeconds }

        var transitions: [Int64] = []
        transitions.reserveCapacity(header.transitions)
        for _ in 0..<header.transitions { transitions.append(try integer(timeBytes)) }
        let typeStart = index
        try skip(header.transitions)
        var typeOffsets: [Int32] = []
        typeOffsets.reserveCapacity(header.types)
        for _ in 0..<header.types {
            typeOffsets.append(Int32(truncatingIfNeeded: try integer(4)))
            // Daylight flag and abbreviation: only offsets decide when an alarm rings.
            try skip(2)
        }
        var offsets: [Int32] = []
        offsets.reserveCapacity(header.transitions)
        for (number, type) in bytes[typeStart..<(typeStart + header.transitions)].enumerated() {
            guard Int(type) < typeOffsets.count else { throw .badType(transition: number) }
            offsets.append(typeOffsets[Int(type)])
        }
        return try ZoneRules(
            name: name, transitions: transitions, offsets: offsets, initialOffset: typeOffsets[0], footer: footer)
    }
}
