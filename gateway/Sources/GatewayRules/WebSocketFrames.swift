/// The frames of a WebSocket, from the client's side (RFC 6455 §5), bounded.
public struct WebSocketFrames: Hashable, Sendable {
    public enum Fault: Error, Hashable, Sendable {
        case malformed
        /// A message that is longer than we take.
        case tooLong
    }

    public enum Message: Hashable, Sendable {
        /// Text or bytes; the other side's own business.
        case message([UInt8])
        /// To be answered with a pong of the same bytes.
        case ping([UInt8])
        case close
    }

    public enum Kind: UInt8, Sendable {
        case text = 1
        case close = 8
        case pong = 10
    }

    public static let longestMessage = 2 << 20

    /// What has come and is not read yet, from `start` on.
    private var buffer: [UInt8] = []
    private var start = 0
    /// A message whose end has not come.
    private var pieces: [UInt8]?

    public init() {}

    public mutating func append(_ bytes: some Collection<UInt8>) { buffer += bytes }

    /// The next message; nil: more must come first.
    public mutating func next() throws(Fault) -> Message? {
        while let frame = try frame() {
            switch frame.code {
            case 0:
                guard let begun = pieces else { throw .malformed }
                pieces = begun + frame.payload
            case 1, 2:
                guard pieces == nil else { throw .malformed }
                pieces = Array(frame.payload)
            case 8: return .close
            case 9: return .ping(Array(frame.payload))
            case 10: continue
            default: throw .malformed
            }
            guard let whole = pieces else { continue }
            guard whole.count <= Self.longestMessage else { throw .tooLong }
            if frame.isLast {
                pieces = nil
                return .message(whole)
            }
        }
        return nil
    }

    private mutating func frame() throws(Fault) -> (code: UInt8, isLast: Bool, payload: ArraySlice<UInt8>)? {
        let rest = buffer[start...]
        guard rest.count >= 2 else { return nil }
        let (first, second) = (rest[start], rest[start + 1])
        // A server masks nothing, and no extension was agreed on.
        guard first & 0x70 == 0, second & 0x80 == 0 else { throw .malformed }
        var (length, head) = (Int(second), 2)
        if length >= 126 {
            // Commands are short and whole.
            guard first & 0x08 == 0 else { throw .malformed }
            let size = length == 126 ? 2 : 8
            guard rest.count >= 2 + size else { return nil }
            let digits = rest.dropFirst(2).prefix(size)
            guard digits.dropLast(4).allSatisfy({ $0 == 0 }) else { throw .tooLong }
            length = digits.reduce(0) { $0 << 8 | Int($1) }
            head += size
        }
        guard first & 0x08 == 0 || first & 0x80 != 0 else { throw .malformed }
        guard length <= Self.longestMessage else { throw .tooLong }
        guard rest.count >= head + length else { return nil }
        let payload = Array(rest.dropFirst(head).prefix(length))
        start += head + length
        // What was read is forgotten now and then, not with each frame.
        if start > 64 << 10 || start == buffer.count {
            buffer.removeFirst(start)
            start = 0
        }
        return (first & 0x0F, first & 0x80 != 0, payload[...])
    }

    /// A whole frame to send.
    public static func frame(_ kind: Kind, _ payload: [UInt8], mask: UInt32) -> [UInt8] {
        var frame: [UInt8] = [0x80 | kind.rawValue]
        switch payload.count {
        case ..<126: frame.append(0x80 | UInt8(payload.count))
        case ..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            frame.append(0x80 | 127)
            frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (8 * (7 - $0))) }
        }
        let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> (8 * $0)) }
        frame += key
        for (index, byte) in payload.enumerated() { frame.append(byte ^ key[index % 4]) }
        return frame
    }
}
