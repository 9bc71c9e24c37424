import Bedside
import Glibc

/// Why a sound file cannot be used.
public enum WAVError: WordedError, Equatable {
    case unreadable(file: String, code: Int32)
    case notAFile(file: String)
    case tooLarge(file: String, bytes: Int, limitBytes: Int)
    /// Not a WAV file, or one that breaks the format.
    case malformed(file: String, reason: Wording)
    /// A valid file whose encoding the reader does not know.
    case unsupported(file: String, reason: Wording)
    case empty(file: String)

    public var wording: Wording {
        switch self {
        case .unreadable(let file, let code):
            let reason = SystemReason(code: code, english: String(cString: strerror(code)))
            return Wording(
                "\(file): cannot be read: \(reason.english)", "\(file): 読めません：\(reason.text(in: .japanese))")
        case .notAFile(let file): return Wording("\(file): not a regular file", "\(file): 普通のファイルではありません")
        case .tooLarge(let file, let bytes, let limit):
            return Wording(
                "\(file): \(bytes) bytes; at most \(limit) are read", "\(file): \(bytes)バイトあります（上限は\(limit)）")
        case .malformed(let file, let reason):
            return Wording(
                "\(file): not a good WAV file: \(reason.english)", "\(file): WAVファイルとして読めません：\(reason.japanese)")
        case .unsupported(let file, let reason):
            return Wording(
                "\(file): WAV encoding not supported: \(reason.english)", "\(file): 対応していないWAV形式です：\(reason.japanese)")
        case .empty(let file): return Wording("\(file): holds no sound", "\(file): 音が入っていません")
        }
    }
}

/// The contents of a WAV header.
struct WAVHeader: Sendable, Equatable {
    var format: SampleFormat
    var channels: Int
    var rate: Int
    /// Position of the first sample, in bytes from the start of the file.
    var dataOffset: Int
    /// The size that the header gives. A stream's header does not know it, so a reader takes what there is.
    var dataBytes: Int

    var frameBytes: Int { format.bytes * channels }
}

/// Reads RIFF/WAVE files: PCM of 8, 16, 24 and 32 bits, 32-bit float, plain and extensible headers, up to 32 channels,
/// 4 to 384 kHz. Everything else is a `WAVError`; no input traps (GUARD-6).
public enum WAVReader {
    /// `check` reads no further than this: only notes and pictures can come before the format and the data.
    private static let headerBytes = 1024 * 1024
    /// In most files the data begins within this.
    private static let usualHeaderBytes = 64 * 1024
    private static let noHeader = Wording("no RIFF/WAVE header", "RIFF/WAVEヘッダーがありません")
    private static let cutShort = Wording("ends before its data", "データの前で終わっています")
    static let maximumBytes = 64 * 1024 * 1024
    static let maximumSeconds = 600
    private static let maximumChunks = 1000

    /// The header at the start of `bytes`; nil if the data chunk has not been reached and more bytes are needed.
    static func header(_ bytes: UnsafeRawBufferPointer, file: String) throws(WAVError) -> WAVHeader? {
        guard bytes.count >= 12 else { return nil }
        guard tag(bytes, 0) == "RIFF", tag(bytes, 8) == "WAVE" else {
            throw .malformed(file: file, reason: noHeader)
        }
        var at = 12
        var description: (format: SampleFormat, channels: Int, rate: Int)?
        for _ in 0..<maximumChunks {
            guard at + 8 <= bytes.count else { return nil }
            let size = u32(bytes, at + 4)
            let body = at + 8
            switch tag(bytes, at) {
            case "fmt ":
                guard body + min(size, 40) <= bytes.count else { return nil }
                description = try format(bytes, at: body, size: size, file: file)
            case "data":
                guard let description else {
                    throw .malformed(
                        file: file, reason: Wording("data before its format chunk", "形式の情報より先にデータがあります"))
                }
                return WAVHeader(
                    format: description.format, channels: description.channels, rate: description.rate,
                    dataOffset: body, dataBytes: size)
            default:
                break
            }
            // Chunks are padded to even sizes.
            at = body + size + (size & 1)
        }
        throw .malformed(
            file: file,
            reason: Wording("more than \(maximumChunks) chunks before the data", "データの前のチャンクが\(maximumChunks)個を超えています"))
    }

    /// Throws unless a file that begins with these bytes can be played. Only the end of its data may be missing.
    static func checkBeginning(_ bytes: [UInt8], file: String) throws(WAVError) {
        guard let header = try header(bytes, file: file) else {
            throw .malformed(file: file, reason: bytes.count < 12 ? noHeader : cutShort)
        }
        guard header.dataBytes > 0, header.dataOffset < bytes.count else { throw .empty(file: file) }
    }

    /// Throws unless `read` would find a sound in this file, judging by its header. Blocks; any thread.
    public static func check(_ path: String) throws(WAVError) {
        let (descriptor, size) = try open(path)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: min(size, headerBytes))
        let filled = try bytes.withUnsafeMutableBytes { raw in
            Result { () throws(WAVError) in try fill(raw, from: descriptor, file: path) }
        }.get()
        try checkBeginning(Array(bytes.prefix(filled)), file: path)
    }

    static func header(_ bytes: [UInt8], file: String) throws(WAVError) -> WAVHeader? {
        let result = bytes.withUnsafeBytes { raw in
            Result { () throws(WAVError) in try header(raw, file: file) }
        }
        return try result.get()
    }

    private static func format(
        _ bytes: UnsafeRawBufferPointer, at body: Int, size: Int, file: String
    ) throws(WAVError) -> (format: SampleFormat, channels: Int, rate: Int) {
        guard size >= 16 else {
            throw .malformed(file: file, reason: Wording("format chunk of \(size) bytes", "形式の情報が\(size)バイトです"))
        }
        var code = u16(bytes, body)
        let channels = u16(bytes, body + 2)
        let rate = u32(bytes, body + 4)
        let frameBytes = u16(bytes, body + 12)
        let bits = u16(bytes, body + 14)
        if code == 0xFFFE {
            guard size >= 40 else {
                throw .malformed(
                    file: file,
                    reason: Wording("extensible format chunk of \(size) bytes", "拡張形式の情報が\(size)バイトです"))
            }
            // The sub-format's GUID starts with the plain code.
            code = u16(bytes, body + 24)
        }
        guard (1...32).contains(channels) else {
            throw .unsupported(file: file, reason: Wording("\(channels) channels", "\(channels)チャンネル"))
        }
        guard (4000...384_000).contains(rate) else {
            throw .unsupported(file: file, reason: Wording("\(rate) Hz", "\(rate) Hz"))
        }
        let format: SampleFormat
        switch (code, bits) {
        case (1, 8): format = .u8
        case (1, 16): format = .s16
        case (1, 24): format = .s24packed
        case (1, 32): format = .s32
        case (3, 32): format = .float
        default:
            throw .unsupported(
                file: file, reason: Wording("format code \(code) with \(bits) bits", "形式コード\(code)、\(bits)ビット"))
        }
        guard frameBytes == format.bytes * channels else {
            throw .malformed(
                file: file,
                reason: Wording(
                    "\(frameBytes) bytes a frame for \(channels) channels of \(bits) bits",
                    "\(bits)ビット\(channels)チャンネルなのに、1フレームが\(frameBytes)バイトです"))
        }
        return (format, channels, rate)
    }

    /// Decodes to mono at 48 kHz, at most `maximumFrames`; a file that was cut off gives what there is.
    ///
    /// - Parameter fileBytes: the size of the file, of which `bytes` are the beginning; nil: they are all of it.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, of fileBytes: Int? = nil, file: String, maximumFrames: Int
    ) throws(WAVError) -> [Float] {
        guard let header = try header(bytes, file: file) else {
            throw .malformed(file: file, reason: cutShort)
        }
        let available = max(0, min(header.dataBytes, (fileBytes ?? bytes.count) - header.dataOffset))
        let all = available / header.frameBytes
        let here = min(all, max(0, bytes.count - header.dataOffset) / header.frameBytes)
        guard here > 0 else { throw .empty(file: file) }
        guard all / header.rate <= maximumSeconds else {
            throw .unsupported(
                file: file, reason: Wording("longer than \(maximumSeconds) s", "\(maximumSeconds)秒を超えています"))
        }
        let count = min(here, max(0, frames(for: maximumFrames, at: header.rate)))
        let mono = [Float](unsafeUninitializedCapacity: count) { buffer, made in
            guard let source = bytes.baseAddress, let target = buffer.baseAddress else { return }
            header.format.decode(
                source + header.dataOffset, count: count, channels: header.channels, to: target)
            made = count
        }
        let converted = Resampler.convert(mono, from: header.rate, to: 48_000)
        return converted.count > maximumFrames ? Array(converted.prefix(maximumFrames)) : converted
    }

    /// How many frames of the file are read for so many at 48 kHz.
    private static func frames(for maximumFrames: Int, at rate: Int) -> Int {
        Int((Double(maximumFrames) * Double(rate) / 48_000).rounded(.up)) + 64
    }

    /// Reads a file (mono, 48 kHz), and no more of it than is wanted, so that an alarm does not wait for the rest.
    /// Blocks; not for real-time threads nor the main loop.
    static func read(_ path: String, maximumFrames: Int) throws(WAVError) -> [Float] {
        let (bytes, size) = try beginning(of: path, maximumFrames: maximumFrames)
        return try bytes.withUnsafeBytes { raw in
            Result { () throws(WAVError) in
                try decode(raw, of: size, file: path, maximumFrames: maximumFrames)
            }
        }.get()
    }

    /// What has to be read for the file's first `maximumFrames`, counted at 48 kHz, and the file's size.
    static func beginning(of path: String, maximumFrames: Int) throws(WAVError) -> (bytes: [UInt8], fileBytes: Int) {
        let (descriptor, size) = try open(path)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var found: WAVHeader?
        for part in [usualHeaderBytes, headerBytes, size] where found == nil {
            try extend(&bytes, to: min(part, size), from: descriptor, file: path)
            found = try header(bytes, file: path)
        }
        if let found {
            let wanted = frames(for: maximumFrames, at: found.rate) * found.frameBytes
            try extend(&bytes, to: min(found.dataOffset + wanted, size), from: descriptor, file: path)
        }
        return (bytes, size)
    }

    /// Reads on until there are so many bytes, or the file ends.
    private static func extend(
        _ bytes: inout [UInt8], to count: Int, from descriptor: Int32, file: String
    ) throws(WAVError) {
        guard count > bytes.count else { return }
        var more = [UInt8](repeating: 0, count: count - bytes.count)
        let filled = try more.withUnsafeMutableBytes { raw in
            Result { () throws(WAVError) in try fill(raw, from: descriptor, file: file) }
        }.get()
        bytes += more.prefix(filled)
    }

    /// Opens the file; returns a descriptor, which the caller closes, and the file's size.
    private static func open(_ path: String) throws(WAVError) -> (descriptor: Int32, size: Int) {
        // O_NONBLOCK: a FIFO in the file's place must not hang the loader.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadable(file: path, code: errno) }
        do throws(WAVError) {
            var info = stat()
            guard fstat(descriptor, &info) == 0 else { throw .unreadable(file: path, code: errno) }
            guard info.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file: path) }
            let size = Int(info.st_size)
            guard size > 0 else { throw .empty(file: path) }
            guard size <= maximumBytes else { throw .tooLarge(file: path, bytes: size, limitBytes: maximumBytes) }
            return (descriptor, size)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Fills the buffer by reading, because a mapped file that is cut short kills the process (SIGBUS).
    private static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, file: String
    ) throws(WAVError) -> Int {
        var filled = 0
        while filled < buffer.count, let base = buffer.baseAddress {
            let got = Glibc.read(descriptor, base + filled, buffer.count - filled)
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw .unreadable(file: file, code: errno) }
            if got == 0 { break }
            filled += got
        }
        return filled
    }

    private static func u16(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
        guard at >= 0, at + 2 <= bytes.count else { return 0 }
        return Int(bytes[at]) | Int(bytes[at + 1]) << 8
    }

    private static func u32(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
        u16(bytes, at) | u16(bytes, at + 2) << 16
    }

    private static func tag(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> String {
        guard at >= 0, at + 4 <= bytes.count else { return "" }
        return String(decoding: bytes[at..<at + 4], as: UTF8.self)
    }
}
