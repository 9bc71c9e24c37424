import Bedside
import Glibc

/// Appends sealed chunks to a new recording; each is on disk when `append` returns. For one thread at a time, which may
/// wait for the disk.
///
/// `@unchecked Sendable`: handed from the thread that makes it to the one that uses it.
public final class RecordingWriter: @unchecked Sendable {
    public let info: RecordingInfo
    private let shelf: RecordingShelf
    private let descriptor: Int32
    private let vault: Vault
    private var number = 0
    /// Packets that were written.
    private var packets = 0
    private var hasEnded = false
    private var end: Int
    /// How often the room on the disk is checked, in chunks.
    private static let roomPause = 16

    init(_ info: RecordingInfo, shelf: RecordingShelf, descriptor: Int32, vault: Vault) {
        self.info = info
        self.shelf = shelf
        self.descriptor = descriptor
        self.vault = vault
        end = RecordingFormat.headBytes
    }

    deinit { close(descriptor) }

    /// Appends about a second of sound. After an error nothing more can be appended, and what was is kept. At its
    /// maximum length the recording ends, whole.
    public func append(_ packets: [[UInt8]]) throws(RecordingError) {
        if number % Self.roomPause == Self.roomPause - 1 { try shelf.makeRoom(keeping: info.id) }
        let maximum = shelf.limits.maximumSeconds
        guard self.packets + packets.count <= maximum * RecordingShelf.packetsPerSecond else {
            try finish()
            throw .maximumLength(seconds: maximum)
        }
        try write(packets, isEnd: false)
        self.packets += packets.count
    }

    /// Marks the end, once.
    public func finish() throws(RecordingError) {
        guard !hasEnded else { return }
        try write([], isEnd: true)
        hasEnded = true
    }

    /// Destroys the recording, because nothing of the talk may be kept.
    public func drop() throws(RecordingError) { try shelf.delete(info.id) }

    private func write(_ packets: [[UInt8]], isEnd: Bool) throws(RecordingError) {
        var head = RecordingFormat.ChunkHead(number: number, packets: packets.count, isEnd: isEnd, length: 0)
        let sealed: [UInt8]
        do throws(VaultError) {
            sealed = try vault.seal(RecordingFormat.joined(packets), for: head.purpose)
        } catch {
            throw .sealed(error)
        }
        guard sealed.count <= RecordingFormat.ChunkHead.maximumLength else { throw .damaged(id: info.id) }
        head.length = sealed.count
        try put(head.encoded + sealed)
        number += 1
    }

    private func put(_ bytes: [UInt8]) throws(RecordingError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                pwrite(descriptor, raw.baseAddress.map { $0 + done }, raw.count - done, off_t(end + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failed(count == 0 ? ENOSPC : errno) }
            done += count
        }
        guard fdatasync(descriptor) == 0 else { throw failed(errno) }
        end += bytes.count
    }

    /// Takes back what was written of a chunk in part.
    private func failed(_ code: Int32) -> RecordingError {
        ftruncate(descriptor, off_t(end))
        return .store(StoreError(errno: code, "recording \(info.id)", folder: shelf.path))
    }
}
