import Bedside
import PeerConnection

/// Whether this network lets no WebRTC through, so that the next lines do not lose 4 s to it again. Only a WebSocket
/// that opens in place of a WebRTC connection says so: where neither comes up, nothing is known of the network. Where it
/// was cut off on its way, the next conversation begins with a WebSocket, which decides.
struct WebRTCBlock: Sendable {
    private static let duration = TimeSpan.minutes(5)
    /// An unusable connection; what becomes of the one that replaces it decides.
    private var suspect: Int?
    private var isTrial = false
    private var until: BootTime?

    /// Another conversation is opened, whose first connection has that number.
    mutating func conversationOpens(firstConnection: Int) {
        isTrial = suspect != nil && !isTrial
        suspect = isTrial ? firstConnection - 1 : nil
    }

    mutating func unusable(_ connection: Int) { suspect = connection }

    /// Connections are numbered in order: the WebSocket that replaces an unusable one is the next.
    mutating func opened(_ connection: Int, at now: BootTime) {
        guard let suspect, connection == suspect + 1 else { return }
        self.suspect = nil
        until = now + WebRTCBlock.duration
    }

    /// The one in its place came to nothing, too.
    mutating func failed(_ connection: Int) {
        if let suspect, connection == suspect + 1 { self.suspect = nil }
    }

    /// For the conversation that opens.
    func isBlocked(at now: BootTime) -> Bool { isTrial || until.map { $0 > now } ?? false }
}

extension PeerError {
    /// The cause is on this machine (no address yet, a library that fails) and says nothing of the network.
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
