/// A whole message of a data channel.
public enum PeerMessage: Sendable, Equatable {
    case text(String)
    case binary([UInt8])
}

/// Data channels over an SCTP association: establishment (RFC 8832) and messages (RFC 8831), as a pure machine.
///
/// Every channel is reliable and ordered; a peer's unordered channel is accepted, and answered in order.
package struct DataChannelMachine: Sendable {
    package enum Action: Equatable, Sendable {
        case send(stream: UInt16, protocolIdentifier: UInt32, bytes: [UInt8])
        case reset(stream: UInt16)
        case opened(label: String)
        case closed(label: String)
        case message(label: String, PeerMessage)
        /// The association must end.
        case fail(PeerError)
    }

    /// SCTP payload protocol identifiers (RFC 8831 §8).
    enum Identifier {
        static let establishment: UInt32 = 50
        static let text: UInt32 = 51
        static let binary: UInt32 = 53
        static let emptyText: UInt32 = 56
        static let emptyBinary: UInt32 = 57
    }

    static let maximumChannels = 16
    static let maximumLabelBytes = 256

    private struct Channel {
        /// Can go to: opening.
        /// - opening: open, closing.
        /// - open: closing.
        /// - closing: removed when both directions are reset.
        enum State { case waiting, opening, open, closing }

        var label: String
        var state: State
        var stream: UInt16
    }

    private struct Partial {
        var stream: UInt16
        var bytes: [UInt8]
    }

    private let maximumMessageBytes: Int
    private var channels: [Channel] = []
    private var partials: [Partial] = []
    private var association: (isClient: Bool, streams: UInt16)?
    private(set) var ignoredMessages = 0

    /// - Parameter maximumMessageBytes: the largest incoming message; a larger one ends the association.
    package init(maximumMessageBytes: Int) { self.maximumMessageBytes = maximumMessageBytes }

    var openLabels: [String] { channels.filter { $0.state == .open }.map(\.label) }

    // MARK: Our side

    /// Creates a channel. It waits until the association is up, because the DTLS role decides which stream ids are
    /// ours.
    package mutating func create(label: String) -> [Action] {
        guard channels.count < Self.maximumChannels, label.utf8.count <= Self.maximumLabelBytes,
            !channels.contains(where: { $0.label == label })
        else { return [.fail(.channelProtocol("cannot create another channel"))] }
        channels.append(Channel(label: label, state: .waiting, stream: 0))
        return association == nil ? [] : openWaiting()
    }

    /// - Parameters:
    ///   - isClient: our DTLS role: clients use even streams, servers odd ones (RFC 8832 §6).
    ///   - streams: how many the association has in each direction.
    package mutating func associationUp(isClient: Bool, streams: UInt16) -> [Action] {
        association = (isClient, streams)
        return openWaiting()
    }

    mutating func associationDown() -> [Action] {
        let closed = channels.filter { $0.state != .waiting }.map { Action.closed(label: $0.label) }
        channels = []
        partials = []
        association = nil
        return closed
    }

    mutating func close(label: String) -> [Action] {
        guard let index = channels.firstIndex(where: { $0.label == label }) else { return [] }
        return leave(index)
    }

    package func send(_ message: PeerMessage, label: String) -> Result<Action, PeerError> {
        guard let channel = channels.first(where: { $0.label == label && $0.state == .open }) else {
            return .failure(.unknownChannel(label))
        }
        let identifier: UInt32
        let bytes: [UInt8]
        switch message {
        case .text(let text):
            bytes = Array(text.utf8)
            identifier = bytes.isEmpty ? Identifier.emptyText : Identifier.text
        case .binary(let binary):
            bytes = binary
            identifier = bytes.isEmpty ? Identifier.emptyBinary : Identifier.binary
        }
        // SCTP has no empty messages, so one byte is sent instead (RFC 8831 §6.6).
        return .success(
            .send(stream: channel.stream, protocolIdentifier: identifier, bytes: bytes.isEmpty ? [0] : bytes))
    }

    // MARK: The peer's side

    /// Takes in a message or a piece of one; large messages come in several pieces, the last with `isEnd`.
    package mutating func receive(
        stream: UInt16, protocolIdentifier: UInt32, bytes: UnsafeRawBufferPointer, isEnd: Bool
    ) -> [Action] {
        let index = partials.firstIndex { $0.stream == stream }
        let waiting = partials.reduce(0) { $0 + $1.bytes.count }
        guard waiting + bytes.count <= maximumMessageBytes else {
            partials = []
            return [.fail(.messageTooLarge(limitBytes: maximumMessageBytes))]
        }
        guard isEnd else {
            if let index {
                partials[index].bytes.append(contentsOf: bytes)
            } else {
                partials.append(Partial(stream: stream, bytes: Array(bytes)))
            }
            return []
        }
        if let index {
            var whole = partials.remove(at: index).bytes
            whole.append(contentsOf: bytes)
            return whole.withUnsafeBytes { take(stream, protocolIdentifier, $0) }
        }
        return take(stream, protocolIdentifier, bytes)
    }

    /// Takes note that the peer has reset its side of these streams: their channels close, and ours is reset in answer.
    package mutating func peerReset(streams: [UInt16]) -> [Action] {
        var actions: [Action] = []
        for stream in streams {
            guard let index = channels.firstIndex(where: { $0.stream == stream && $0.state != .waiting }) else {
                continue
            }
            let channel = channels.remove(at: index)
            partials.removeAll { $0.stream == stream }
            if channel.state != .closing { actions += [.reset(stream: stream), .closed(label: channel.label)] }
        }
        return actions
    }

    private mutating func take(
        _ stream: UInt16, _ protocolIdentifier: UInt32, _ bytes: UnsafeRawBufferPointer
    ) -> [Action] {
        if protocolIdentifier == Identifier.establishment { return establish(stream, bytes) }
        guard let index = channels.firstIndex(where: { $0.stream == stream && $0.state != .waiting }) else {
            ignoredMessages += 1
            return []
        }
        var actions: [Action] = []
        // The peer's first message proves as much as its acknowledgement would.
        if channels[index].state == .opening {
            channels[index].state = .open
            actions.append(.opened(label: channels[index].label))
        }
        guard channels[index].state == .open else { return [] }
        let label = channels[index].label
        switch protocolIdentifier {
        case Identifier.text: actions.append(.message(label: label, .text(String(decoding: bytes, as: UTF8.self))))
        case Identifier.binary: actions.append(.message(label: label, .binary(Array(bytes))))
        case Identifier.emptyText: actions.append(.message(label: label, .text("")))
        case Identifier.emptyBinary: actions.append(.message(label: label, .binary([])))
        default: ignoredMessages += 1
        }
        return actions
    }

    private mutating func establish(_ stream: UInt16, _ bytes: UnsafeRawBufferPointer) -> [Action] {
        let index = channels.firstIndex { $0.stream == stream && $0.state != .waiting }
        switch ChannelEstablishment(bytes) {
        case .acknowledgement:
            guard let index, channels[index].state == .opening else {
                ignoredMessages += 1
                return []
            }
            channels[index].state = .open
            return [.opened(label: channels[index].label)]
        case .open(let label):
            guard index == nil, channels.count < Self.maximumChannels, stream < association?.streams ?? 0 else {
                ignoredMessages += 1
                return [.reset(stream: stream)]
            }
            channels.append(Channel(label: label, state: .open, stream: stream))
            return [
                .send(
                    stream: stream, protocolIdentifier: Identifier.establishment,
                    bytes: ChannelEstablishment.acknowledgement.written),
                .opened(label: label),
            ]
        case nil:
            ignoredMessages += 1
            guard let index else { return [.reset(stream: stream)] }
            return leave(index)
        }
    }

    private mutating func leave(_ index: Int) -> [Action] {
        let channel = channels[index]
        switch channel.state {
        case .waiting:
            channels.remove(at: index)
            return []
        case .opening, .open:
            channels[index].state = .closing
            return [.reset(stream: channel.stream), .closed(label: channel.label)]
        case .closing:
            return []
        }
    }

    private mutating func openWaiting() -> [Action] {
        guard let association else { return [] }
        var actions: [Action] = []
        for index in channels.indices where channels[index].state == .waiting {
            let used = Set(channels.filter { $0.state != .waiting }.map(\.stream))
            var stream: UInt16 = association.isClient ? 0 : 1
            while used.contains(stream), stream < association.streams { stream += 2 }
            guard stream < association.streams else {
                return actions + [.fail(.channelProtocol("no stream is left for a channel"))]
            }
            channels[index].stream = stream
            channels[index].state = .opening
            actions.append(
                .send(
                    stream: stream, protocolIdentifier: Identifier.establishment,
                    bytes: ChannelEstablishment.open(label: channels[index].label).written))
        }
        return actions
    }
}

/// The messages of the establishment protocol (RFC 8832 §5).
enum ChannelEstablishment: Equatable {
    case open(label: String)
    case acknowledgement

    private static let openType: UInt8 = 0x03
    private static let acknowledgementType: UInt8 = 0x02
    private static let headerBytes = 12

    init?(_ bytes: UnsafeRawBufferPointer) {
        switch bytes.first {
        case Self.acknowledgementType:
            self = .acknowledgement
        case Self.openType:
            guard bytes.count >= Self.headerBytes else { return nil }
            let labelBytes = Int(bytes[8]) << 8 | Int(bytes[9])
            let protocolBytes = Int(bytes[10]) << 8 | Int(bytes[11])
            guard labelBytes <= DataChannelMachine.maximumLabelBytes,
                Self.headerBytes + labelBytes + protocolBytes <= bytes.count
            else { return nil }
            let label = UnsafeRawBufferPointer(rebasing: bytes[Self.headerBytes..<Self.headerBytes + labelBytes])
            self = .open(label: String(decoding: label, as: UTF8.self))
        default:
            return nil
        }
    }

    var written: [UInt8] {
        switch self {
        case .acknowledgement: return [Self.acknowledgementType]
        case .open(let label):
            let name = Array(label.utf8)
            // Type, reliable and ordered, priority 0, reliability 0, lengths of label and (absent) protocol.
            return [Self.openType, 0, 0, 0, 0, 0, 0, 0, UInt8(name.count >> 8 & 0xFF), UInt8(name.count & 0xFF), 0, 0]
                + name
        }
    }
}
