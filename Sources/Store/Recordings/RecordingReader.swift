import Bedside
import Glibc

/// Reads a recording chunk by chunk, past what is damaged. For one thread at a time, which may wait for the disk.
public final class RecordingReader {
    public enum Piece: Equatable {
        /// Packets of 20 ms each.
        case sound([[UInt8]])
        /// So many chunks, of about a second each, are missing or damaged here.
        case lost(chunks: Int)
    }

    public let info: RecordingInfo
    /// Places at which chunks were missing, damaged or out of order, so far.
    public private(set) var damages = 0
    /// Whether the end mark was read.
    public private(set) var hasEnded = false

    private let descriptor: Int32
    private let vault: Vault
    private var expected = 0
    private var offset = RecordingFormat.headBytes
    private var waiting: [[UInt8]]?
    private static let windowBytes = 32 << 10

    init(_ info: RecordingInfo, descriptor: Int32, vault: Vault) {
        self.info = info
        self.descriptor = descriptor
        self.vault = vault
    }

    deinit { close(descriptor) }

    /// The next piece; nil at the end.
    public func next() -> Piece? {
        if let packets = waiting {
            waiting = nil
            return .sound(packets)
        }
        while !hasEnded {
            guard let (head, packets, at) = chunk(from: offset) else {
                noteTail()
                return nil
            }
            let isDamaged = at != offset
            offset = at + RecordingFormat.ChunkHead.bytes + head.length
            guard head.number >= expected else {
                damages += 1
                continue
            }
            let lost = head.number - expected
            if lost > 0 || isDamaged { damages += 1 }
            expected = head.number + 1
            if head.isEnd {
                hasEnded = true
                return lost > 0 ? .lost(chunks: lost) : nil
            }
            guard lost > 0 else { return .sound(packets) }
            waiting = packets
            return .lost(chunks: lost)
        }
        return nil
    }

    /// The next chunk that opens, at this place or after it.
    private func chunk(from start: Int) -> (head: RecordingFormat.ChunkHead, packets: [[UInt8]], at: Int)? {
        if let (head, packets) = chunk(at: start) { return (head, packets, start) }
        let marker = RecordingFormat.ChunkHead.marker
        var base = start + 1
        while true {
            let window = read(at: base, count: Self.windowBytes)
            guard window.count >= marker.count else { return nil }
            for index in 0...(window.count - marker.count)
            where window[index] == marker[0] && window[index..<(index + marker.count)].elementsEqual(marker) {
                if let (head, packets) = chunk(at: base + index) { return (head, packets, base + index) }
            }
            base += window.count - marker.count + 1
        }
    }

    private func chunk(at place: Int) -> (head: RecordingFormat.ChunkHead, packets: [[UInt8]])? {
        guard let head = RecordingFormat.ChunkHead(read(at: place, count: RecordingFormat.ChunkHead.bytes)[...]) else {
            return nil
        }
        let sealed = read(at: place + RecordingFormat.ChunkHead.bytes, count: head.length)
        guard sealed.count == head.length, let opened = try? vault.open(sealed, for: head.purpose) else { return nil }
        let packets = RecordingFormat.split(opened)
        return packets.count == head.packets ? (head, packets) : nil
    }

    /// A last chunk of which a part was written is what a power cut leaves; anything else there is damage.
    private func noteTail() {
        let rest = read(at: offset, count: RecordingFormat.ChunkHead.bytes)
        guard !rest.isEmpty else { return }
        let marker = RecordingFormat.ChunkHead.marker
        guard rest.count == RecordingFormat.ChunkHead.bytes else {
            if !rest.prefix(marker.count).elementsEqual(marker.prefix(rest.count)) { damages += 1 }
            return
        }
        let head = RecordingFormat.ChunkHead(rest[...])
        let body = head.map { read(at: offset + RecordingFormat.ChunkHead.bytes, count: $0.length) }
        if head == nil || head?.number != expected || body?.count == head?.length { damages += 1 }
    }

    private func read(at place: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            done = 0
            while done < count, let base = buffer.baseAddress {
                let got = pread(descriptor, base + done, count - done, off_t(place + done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                done += got
            }
        }
    }

    // MARK: For the list

    /// Counts the packets without opening a chunk, so nothing of it is proven.
    static func scan(_ descriptor: Int32, bytes: Int) -> (packets: Int, hasEnd: Bool) {
        var (packets, place) = (0, RecordingFormat.headBytes)
        var head = [UInt8](repeating: 0, count: RecordingFormat.ChunkHead.bytes)
        while place + head.count <= bytes {
            let got = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(place)) }
            guard got == head.count, let chunk = RecordingFormat.ChunkHead(head[...]) else { break }
            place += head.count + chunk.length
            guard place <= bytes else { break }
            if chunk.isEnd { return (packets, true) }
            packets += chunk.packets
        }
        return (packets, false)
    }
}
