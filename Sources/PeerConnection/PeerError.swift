/// Why a peer connection could not be made, or ended.
public enum PeerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The event thread could not be started; `code` is an errno.
    case threadNotStarted(code: Int32)
    /// A call of a C library failed that should never fail; `code` is the library's own.
    case library(String, call: String, code: Int)
    /// The codec could not be created.
    case audio(MediaError)
    /// The call does not fit the connection's state; nothing was changed.
    case wrongState(String)
    /// The other side's session description cannot be used.
    case badDescription(String)
    /// No local address to offer, or none could be opened.
    case noLocalCandidate
    /// No working path to the peer within the time limit.
    case pathTimedOut(milliseconds: Int)
    /// The peer did not finish the DTLS handshake within the time limit.
    case handshakeTimedOut(milliseconds: Int)
    /// The DTLS handshake was refused, by us or by the peer; `reason` is OpenSSL's.
    case handshakeFailed(reason: String)
    /// The peer's certificate does not match the fingerprint in its description.
    case fingerprintMismatch
    /// The handshake agreed on no SRTP profile.
    case noMediaKeys
    /// The data channel did not open within the time limit.
    case channelTimedOut(milliseconds: Int)
    /// The SCTP association was refused or aborted; `code` is its error cause, 0 if none.
    case associationFailed(code: Int)
    /// A data channel broke the rules of RFC 8832.
    case channelProtocol(String)
    /// A message is larger than this side or the peer accepts.
    case messageTooLarge(limitBytes: Int)
    /// What waits to be sent has reached its limit.
    case queueFull(limitBytes: Int)
    /// No open channel of that label.
    case unknownChannel(String)
    /// The peer was heard before but not any more: consent was lost (RFC 7675), or nothing came for the time limit.
    case connectionLost
    /// The peer ended the connection.
    case closedByPeer

    public var description: String {
        switch self {
        case .threadNotStarted(let code): "the event thread could not be started (errno \(code))"
        case .library(let library, let call, let code): "\(library): \(call) failed (\(code))"
        case .audio(let error): error.description
        case .wrongState(let what): "not possible now: \(what)"
        case .badDescription(let why): "the peer's session description is unusable: \(why)"
        case .noLocalCandidate: "there is no local network address to connect from"
        case .pathTimedOut(let time): "no path to the peer within \(time) ms"
        case .handshakeTimedOut(let time): "the peer did not finish the DTLS handshake within \(time) ms"
        case .handshakeFailed(let reason): "the DTLS handshake failed: \(reason)"
        case .fingerprintMismatch: "the peer's certificate does not match the fingerprint in its description"
        case .noMediaKeys: "the handshake agreed on no SRTP profile"
        case .channelTimedOut(let time): "the data channel did not open within \(time) ms"
        case .associationFailed(let code): "the data channel's association failed (cause \(code))"
        case .channelProtocol(let why): "the peer broke the data channel protocol: \(why)"
        case .messageTooLarge(let limit): "a message is larger than \(limit) bytes"
        case .queueFull(let limit): "more than \(limit) bytes wait to be sent"
        case .unknownChannel(let label): "no open channel is labelled \"\(label)\""
        case .connectionLost: "the connection to the peer was lost"
        case .closedByPeer: "the peer closed the connection"
        }
    }
}
