import Bedside

/// The bytes of a recording's file.
///
/// | part | content |
/// | --- | --- |
/// | head | `anicca recording 1`, the start, the days to keep, and the recording's own key, sealed with all of these |
/// | chunk | marker, number, packets, kind, length; then the sealed packets |
/// | end | a chunk of its own kind, without packets |
///
/// Each recording has a key of its own, so no chunk of another recording can stand in it. A chunk is sealed for its
/// number, its kind and its count of packets, so none can be moved, repeated or left out unnoticed; what is missing at
/// the end shows by the missing end mark. All numbers are little-endian.
enum RecordingFormat {
    static let magic = Array("anicca recording 1\n".utf8)
    /// Magic, start, local time, days.
    static let plainBytes = magic.count + 8 + 8 + 2
    static let headBytes = plainBytes + Vault.overheadBytes + plainBytes + VaultKey.secretBytes

    // MARK: Head

    /// The first bytes of the file, and the vault that seals its chunks.
    static func head(_ info: RecordingInfo, under vault: Vault) throws(VaultError) -> (bytes: [UInt8], vault: Vault) {
        var generator = SystemRandomNumberGenerator()
        let secret = (0..<VaultKey.secretBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let plain =
            magic + little(info.startedAt.nanoseconds) + little(info.local.wallSeconds) + little(Int16(info.keepDays))
        let sealed = try vault.seal(plain + secret, for: purpose(info.id))
        return (plain + sealed, Vault(current: VaultKey(secret: secret, credential: [])))
    }

    /// What the head says in the open; nil if it is damaged.
    static func info(_ head: [UInt8], id: Int) -> RecordingInfo? {
        guard head.count >= plainBytes, head.starts(with: magic) else { return nil }
        let started: Int64 = number(head, at: magic.count)
        let wall: Int64 = number(head, at: magic.count + 8)
        let days: Int16 = number(head, at: magic.count + 16)
        guard (1...RecordingChoice.maximumDays).contains(Int(days)), abs(wall) < 1 << 40 else { return nil }
        return RecordingInfo(
            id: id, startedAt: CivilTime(nanoseconds: started), local: LocalDateTime(wallSeconds: wall),
            keepDays: Int(days))
    }

    /// The vault of the recording's chunks.
    static func open(_ head: [UInt8], id: Int, under vault: Vault) throws(VaultError) -> Vault {
        guard head.count == headBytes else { throw .damagedRecord }
        let opened = try vault.open(Array(head.dropFirst(plainBytes)), for: purpose(id))
        guard opened.count == plainBytes + VaultKey.secretBytes, opened.starts(with: head.prefix(plainBytes)) else {
            throw .damagedRecord
        }
        return Vault(current: VaultKey(secret: Array(opened.dropFirst(plainBytes)), credential: []))
    }

    /// The head sealed again under the current key; nil if it is already.
    static func resealed(_ head: [UInt8], id: Int, under vault: Vault) throws(VaultError) -> [UInt8]? {
        guard head.count == headBytes else { throw .damagedRecord }
        guard let sealed = try vault.resealed(Array(head.dropFirst(plainBytes)), for: purpose(id)) else { return nil }
        return Array(head.prefix(plainBytes)) + sealed
    }

    private static func purpose(_ id: Int) -> String { "recording/\(id)" }

    // MARK: Chunks

    struct ChunkHead: Hashable {
        static let bytes = 16
        static let marker: [UInt8] = [0xA9, 0x74, 0x6C, 0x6B]
        /// More than a second of sound at the highest rate.
        static let maximumLength = 64 << 10

        var number: Int
        var packets: Int
        var isEnd: Bool
        /// The number of sealed bytes that follow.
        var length: Int

        var purpose: String { "\(isEnd ? "end" : "sound")/\(number)/\(packets)" }

        var encoded: [UInt8] {
            Self.marker + little(UInt32(clamping: number)) + little(UInt16(clamping: packets))
                + [isEnd ? 1 : 0, 0] + little(UInt32(clamping: length))
        }

        init(number: Int, packets: Int, isEnd: Bool, length: Int) {
            self.number = number
            self.packets = packets
            self.isEnd = isEnd
            self.length = length
        }

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= Self.bytes, bytes.starts(with: Self.marker) else { return nil }
            let bytes = Array(bytes)
            let (number, packets): (UInt32, UInt16) = (
                RecordingFormat.number(bytes, at: 4), RecordingFormat.number(bytes, at: 8)
            )
            let length: UInt32 = RecordingFormat.number(bytes, at: 12)
            guard bytes[10] <= 1, bytes[11] == 0, (Vault.overheadBytes...Self.maximumLength).contains(Int(length))
            else { return nil }
            self.init(
                number: Int(number), packets: Int(packets), isEnd: bytes[10] == 1, length: Int(length))
        }
    }

    // MARK: Packets in a chunk

    /// Two bytes of length before each packet.
    static func joined(_ packets: [[UInt8]]) -> [UInt8] {
        packets.flatMap { little(UInt16(clamping: $0.count)) + $0.prefix(Int(UInt16.max)) }
    }

    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var at = 0
        while at + 2 <= bytes.count {
            let length: UInt16 = number(bytes, at: at)
            let end = at + 2 + Int(length)
            guard end <= bytes.count else { break }
            packets.append(Array(bytes[(at + 2)..<end]))
            at = end
        }
        return packets
    }

    // MARK: Numbers

    static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }

    static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int) -> Number {
        var number: Number = 0
        for index in 0..<(Number.bitWidth / 8) where bytes.indices.contains(offset + index) {
            number |= Number(truncatingIfNeeded: bytes[offset + index]) << Number(index * 8)
        }
        return number
    }
}
