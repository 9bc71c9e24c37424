/// A sound as a WAV file: 16-bit PCM.
public struct WaveFile: Hashable, Sendable {
    private static let mostChunks = 64

    public let channels: Int
    /// Frames a second.
    public let rate: Int
    public let frames: Int

    public var milliseconds: Int { frames * 1_000 / rate }

    /// What a file is; nil: no WAV file, or one that is cut short, or of another encoding.
    public init?(_ bytes: ArraySlice<UInt8>) {
        var reader = Reader(rest: bytes)
        guard reader.tag() == "RIFF", reader.number(4) != nil, reader.tag() == "WAVE" else { return nil }
        var format: (channels: Int, rate: Int)?
        for _ in 0..<Self.mostChunks {
            guard let tag = reader.tag(), let size = reader.number(4), var chunk = reader.take(size) else { return nil }
            // A chunk of odd length is followed by a byte of padding.
            if size % 2 == 1 { _ = reader.take(1) }
            switch tag {
            case "fmt ":
                guard format == nil, chunk.number(2) == 1, let channels = chunk.number(2), let rate = chunk.number(4),
                    chunk.number(4) != nil, let frame = chunk.number(2), chunk.number(2) == 16,
                    (1...2).contains(channels), (8_000...48_000).contains(rate), frame == 2 * channels
                else { return nil }
                format = (channels, rate)
            case "data":
                guard let format, size % (2 * format.channels) == 0 else { return nil }
                (channels, rate, frames) = (format.channels, format.rate, size / (2 * format.channels))
                return
            default: break
            }
        }
        return nil
    }

    /// A file of one channel.
    /// - Parameter samples: 16-bit PCM, little-endian.
    public static func bytes(samples: [UInt8], rate: Int) -> [UInt8] {
        var bytes = Array("RIFF".utf8) + littleEndian(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
        bytes += littleEndian(16, 4) + littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(rate, 4)
        bytes += littleEndian(2 * rate, 4) + littleEndian(2, 2) + littleEndian(16, 2)
        bytes += Array("data".utf8) + littleEndian(samples.count, 4)
        return bytes + samples
    }

    private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
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
