/// What a peer connection reports to its owner, on its event thread, in order.
public enum PeerEvent: Sendable, Equatable {
    /// The state of ICE; for display.
    public enum IceState: Sendable, Equatable { case gathering, checking, connected, failed }

    /// Our offer, with all candidates: send it to the peer, and pass its answer to ``PeerConnection/accept(answer:)``.
    case offer(String)
    /// Our answer, with all candidates.
    case answer(String)
    case iceState(IceState)
    /// The path works and is secured: audio flows, and channels follow. Reported again after `.disconnected` if the
    /// peer came back.
    case connected
    case channelOpen(label: String)
    case channelClosed(label: String)
    case message(channel: String, PeerMessage)
    /// A message was not accepted for sending; the connection goes on.
    case sendFailed(channel: String, PeerError)
    /// A call that does not fit the state was ignored; the connection goes on.
    case refused(PeerError)
    /// The first audible sample of the peer was rendered.
    case firstAudio
    /// Nothing was heard from the peer for a while. It may come back (`.connected`); otherwise `.failed` follows.
    case disconnected
    /// The connection has ended or could not be made; nothing follows.
    case failed(PeerError)
    /// ``PeerConnection/close()`` is done; nothing follows.
    case closed
}
