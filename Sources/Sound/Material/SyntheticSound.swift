/// Speech that a machine has made in a person's voice, as a WAV file that says so (V-4).
///
/// The note is there twice, before the data: in `LIST`/`INFO`, where any program shows it, and in a chunk of our own,
/// `anic`, which is read back: lines of `name=value` in UTF-8. A program that reads only the sound skips both.
public struct SyntheticSound: Sendable, Hashable {
    /// Where the sound comes from. Nothing in it names the owner.
    public struct Provenance: Sendable, Hashable {
        /// What has made it, as the provider names it.
        public var model: String
        /// The day on which it was made, as `2026-11-28`.
        public var date: String

        public init(model: String, date: String) {
            self.model = model
            self.date = date
        }
    }

    /// One channel.
    public var samples: [Int16]
    public var samplesPerSecond: Int
    /// Nil: the file does not say that it is synthetic.
    public var provenance: Provenance?

    public static let rates = 8000...48_000
    private static let ownChunk = "anic"
    private static let maximumChunks = 64
    private static let maximumNoteBytes = 512
    private static let comment = "Synthetic speech, made by a machine in the voice of a person who agreed to it."

    public init(samples: [Int16], samplesPerSecond: Int, provenance: Provenance? = nil) {
        self.samples = samples
        self.samplesPerSecond = samplesPerSecond
        self.provenance = provenance
    }

    public var milliseconds: Int { samplesPerSecond > 0 ? samples.count * 1000 / samplesPerSecond : 0 }

    /// The sound at the rate of the devices, 48 kHz.
    public var deviceSamples: [Float] {
        Resampler.convert(samples.map { Float($0) / 32_768 }, from: samplesPerSecond, to: 48_000)
    }

    // MARK: Writing

    /// The whole file.
    public var bytes: [UInt8] {
        var chunks = Self.chunk("fmt ", Self.format(rate: samplesPerSecond))
        if let provenance {
            chunks += Self.chunk("LIST", Array("INFO".utf8) + Self.information(provenance))
            chunks += Self.chunk(Self.ownChunk, Array(Self.note(provenance).utf8))
        }
        var data: [UInt8] = []
        data.reserveCapacity(2 * samples.count)
        for sample in samples {
            data.append(UInt8(truncatingIfNeeded: sample))
            data.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        chunks += Self.chunk("data", data)
        return Array("RIFF".utf8) + Self.number(4 + chunks.count, 4) + Array("WAVE".utf8) + chunks
    }

    private static func format(rate: Int) -> [UInt8] {
        number(1, 2) + number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2)
    }

    private static func information(_ provenance: Provenance) -> [UInt8] {
        [("ICMT", comment), ("ICRD", line(provenance.date)), ("ISFT", "anicca"), ("ISRC", line(provenance.model))]
            .flatMap { chunk($0.0, Array($0.1.utf8) + [0]) }
    }

    private static func note(_ provenance: Provenance) -> String {
        "synthetic=yes\nmodel=\(line(provenance.model))\ndate=\(line(provenance.date))\n"
    }

    /// What fits on one line of the note.
    private static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        line.append(contentsOf: text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(64))
        return String(line)
    }

    private static func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
        // Chunks are padded to even sizes.
        Array(tag.utf8) + number(body.count, 4) + body + (body.count.isMultiple(of: 2) ? [] : [0])
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    // MARK: Reading

    /// Reads a file of one channel of 16-bit PCM. Nil for anything else, for one that is cut short, and for one that is
    /// longer than this; no input traps (GUARD-6).
    public init?(_ file: [UInt8], maximumMilliseconds: Int) {
        var reader = Reader(rest: file[...])
        guard reader.tag() == "RIFF", reader.number(4) != nil, reader.tag() == "WAVE" else { return nil }
        var rate: Int?
        var provenance: Provenance?
        for _ in 0..<Self.maximumChunks {
            guard let tag = reader.tag(), let size = reader.number(4), let body = reader.take(size) else { return nil }
            if !size.isMultiple(of: 2) { _ = reader.take(1) }
            switch tag {
            case "fmt ":
                guard rate == nil, let read = Self.rate(body) else { return nil }
                rate = read
            case Self.ownChunk: provenance = Self.provenance(body.rest)
            case "data":
                guard let rate, size.isMultiple(of: 2), size / 2 <= maximumMilliseconds * rate / 1000 else {
                    return nil
                }
                self.init(samples: Self.samples(body.rest), samplesPerSecond: rate, provenance: provenance)
                return
            default: break
            }
        }
        return nil
    }

    private static func rate(_ chunk: Reader) -> Int? {
        var chunk = chunk
        guard chunk.number(2) == 1, chunk.number(2) == 1, let rate = chunk.number(4), rates.contains(rate),
            chunk.number(4) != nil, chunk.number(2) == 2, chunk.number(2) == 16
        else { return nil }
        return rate
    }

    /// Nil if the chunk does not say that the sound is synthetic.
    private static func provenance(_ body: ArraySlice<UInt8>) -> Provenance? {
        guard body.count <= maximumNoteBytes else { return nil }
        var values: [String: String] = [:]
        // By bytes: in a text, an accent could belong to a mark before it.
        for line in body.split(separator: UInt8(ascii: "\n")) {
            let pair = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let name = pair.first.flatMap({ String(validating: $0, as: UTF8.self) }),
                let value = pair.last.flatMap({ String(validating: $0, as: UTF8.self) })
            else { return nil }
            values[name] = value
        }
        guard values["synthetic"] == "yes", let model = values["model"], let date = values["date"] else { return nil }
        return Provenance(model: line(model), date: line(date))
    }

    private static func samples(_ data: ArraySlice<UInt8>) -> [Int16] {
        data.withUnsafeBufferPointer { data in
            (0..<data.count / 2).map { Int16(truncatingIfNeeded: Int(data[2 * $0]) | Int(data[2 * $0 + 1]) << 8) }
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) -> Reader? {
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Reader(rest: rest.prefix(count))
        }

        mutating func tag() -> String? { take(4).map { String(decoding: $0.rest, as: UTF8.self) } }

        /// Little-endian.
        mutating func number(_ count: Int) -> Int? {
            take(count)?.rest.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
