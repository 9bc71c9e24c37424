import Bedside
import PeerConnection

/// Whether this network blocks WebRTC, so that the next calls do not lose 4 s to it again. Only a WebSocket that opens
/// in place of a WebRTC connection is evidence: if neither comes up, nothing is known about the network. If that
/// WebSocket was cut off while connecting, the next conversation begins with a WebSocket, which decides.
struct WebRTCBlock: Sendable {
    private static let duration = TimeSpan.minutes(5)
    /// A WebRTC connection that was unusable; the WebSocket that replaces it decides.
    private var suspect: Int?
    private var isTrial = false
    private var until: BootTime?

    /// Takes note that another conversation is opened, whose first connection has that number.
    mutating func conversationOpens(firstConnection: Int) {
        isTrial = suspect != nil && !isTrial
        suspect = isTrial ? firstConnection - 1 : nil
    }

    mutating func unusable(_ connection: Int) { suspect = connection }

    /// Takes note that a connection opened. They are numbered in order: the WebSocket that replaces an unusable
    /// connection has the next number.
    mutating func opened(_ connection: Int, at now: BootTime) {
        guard let suspect, connection == suspect + 1 else { return }
        self.suspect = nil
        until = now + WebRTCBlock.duration
    }

    /// Takes note that a connection failed; if it is the replacement, nothing is known about the network.
    mutating func failed(_ connection: Int) {
        if let suspect, connection == suspect + 1 { self.suspect = nil }
    }

    /// Whether the conversation that opens now should avoid WebRTC.
    func isBlocked(at now: BootTime) -> Bool { isTrial || until.map { $0 > now } ?? false }
}

extension PeerError {
    /// Whether the cause is on this machine (no address yet, a library that fails) and says nothing about the network.
    var isLocal: Bool {
        switch self {
        case .threadNotStarted, .library, .audio, .wrongState, .noLocalCandidate, .messageTooLarge, .queueFull,
            .unknownChannel:
            true
        case .badDescription, .pathTimedOut, .handshakeTimedOut, .handshakeFailed, .fingerprintMismatch, .noMediaKeys,
            .channelTimedOut, .associationFailed, .channelProtocol, .connectionLost, .closedByPeer:
            false
        }
    }
}
