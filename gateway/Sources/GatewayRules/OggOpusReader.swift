extension OggOpusFile {
    /// How long a file of one stream with one or two channels is; nil: it is none, or damaged, or cut
    /// within a page.
    ///
    /// What counts is how long its packets last, not what it says itself.
    public static func milliseconds(of bytes: ArraySlice<UInt8>) -> Int? {
        var reader = PageReader(rest: bytes)
        var stream = Stream()
        while !reader.rest.isEmpty {
            guard let page = reader.page(), stream.take(page) else { return nil }
        }
        return stream.milliseconds
    }

    private struct Page {
        let flags: UInt8
        let serial: UInt32
        let sequence: UInt32
        /// The lengths of its segments.
        let lacing: ArraySlice<UInt8>
        let body: ArraySlice<UInt8>
    }

    private struct PageReader {
        private static let headBytes = 27

        var rest: ArraySlice<UInt8>

        /// The next page, whole and undamaged.
        mutating func page() -> Page? {
            let head = Array(rest.prefix(Self.headBytes))
            guard head.count == Self.headBytes, head.starts(with: "OggS".utf8), head[4] == 0 else { return nil }
            let lacing = rest.dropFirst(Self.headBytes).prefix(Int(head[26]))
            let body = rest.dropFirst(Self.headBytes + lacing.count).prefix(lacing.reduce(0) { $0 + Int($1) })
            guard lacing.count == Int(head[26]), body.count == lacing.reduce(0, { $0 + Int($1) }) else { return nil }
            var whole = Array(rest.prefix(Self.headBytes + lacing.count + body.count))
            whole.replaceSubrange(22..<26, with: [0, 0, 0, 0])
            guard checksum(whole) == number(head[22..<26]) else { return nil }
            rest = rest.dropFirst(whole.count)
            return Page(
                flags: head[5], serial: number(head[14..<18]), sequence: number(head[18..<22]), lacing: lacing,
                body: body)
        }
    }

    /// Packets, put together from pages.
    private struct Stream {
        private static let (continued, first): (UInt8, UInt8) = (1, 2)

        private var serial: UInt32?
        private var nextSequence: UInt32 = 0
        private var partial: [UInt8] = []
        private var isPartial = false
        private var packets = 0
        private var preSkip = 0
        private var granules = 0

        /// Nil: without sound, or with a packet that is not whole.
        var milliseconds: Int? {
            packets > 2 && !isPartial && granules >= preSkip
                ? (granules - preSkip) * 1_000 / OggOpusFile.rate : nil
        }

        mutating func take(_ page: Page) -> Bool {
            let isFirst = page.flags & Self.first != 0
            guard isFirst == (serial == nil), page.serial == serial ?? page.serial,
                isFirst || page.sequence == nextSequence, (page.flags & Self.continued != 0) == isPartial
            else { return false }
            serial = page.serial
            nextSequence = page.sequence &+ 1
            var rest = page.body
            for length in page.lacing {
                partial += rest.prefix(Int(length))
                rest = rest.dropFirst(Int(length))
                isPartial = length == 255
                guard isPartial || takePacket(partial) else { return false }
                if !isPartial { partial = [] }
            }
            return true
        }

        private mutating func takePacket(_ packet: [UInt8]) -> Bool {
            defer { packets += 1 }
            switch packets {
            case 0:
                guard packet.count >= 19, packet.starts(with: "OpusHead".utf8), packet[8] >> 4 == 0,
                    (1...2).contains(packet[9]), packet[18] == 0
                else { return false }
                preSkip = Int(packet[10]) | Int(packet[11]) << 8
                return true
            case 1: return packet.starts(with: "OpusTags".utf8)
            default:
                guard let lasts = Self.granules(of: packet) else { return false }
                granules += lasts
                return true
            }
        }

        /// How long a packet lasts (RFC 6716 §3); nil: it is none.
        private static func granules(of packet: [UInt8]) -> Int? {
            guard let first = packet.first else { return nil }
            let frame: Int
            switch first >> 3 {
            case let silk where silk < 12: frame = [480, 960, 1_920, 2_880][Int(silk & 3)]
            case let hybrid where hybrid < 16: frame = [480, 960][Int(hybrid & 1)]
            case let celt: frame = [120, 240, 480, 960][Int(celt & 3)]
            }
            let frames: Int
            switch first & 3 {
            case 0: frames = 1
            case 1, 2: frames = 2
            default:
                guard packet.count >= 2 else { return nil }
                frames = Int(packet[1] & 63)
            }
            let most = OggOpusFile.rate * 120 / 1_000
            return frames >= 1 && frame * frames <= most ? frame * frames : nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
