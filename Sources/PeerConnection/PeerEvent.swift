/// What a peer connection tells its owner, on its event thread, in order.
public enum PeerEvent: Sendable, Equatable {
    /// Where ICE is; for display.
    public enum IceState: Sendable, Equatable { case gathering, checking, connected, failed }

    /// Our offer, with all candidates: give it to the peer, and its answer to ``PeerConnection/accept(answer:)``.
    case offer(String)
    /// Our answer, with all candidates.
    case answer(String)
    case iceState(IceState)
    /// The path works and is secured: audio flows; channels follow. Again after `.disconnected`, if the peer came back.
    case connected
    case channelOpen(label: String)
    case channelClosed(label: String)
    case message(channel: String, PeerMessage)
    /// A message was not taken for sending; the connection goes on.
    case sendFailed(channel: String, PeerError)
    /// A call that does not fit was ignored; the connection goes on.
    case refused(PeerError)
    /// The first audible sample of the peer was rendered.
    case firstAudio
    /// Nothing was heard of the peer for a while; it may come back (`.connected`), else `.failed` follows.
    case disconnected
    /// It is over, or never came to be; nothing follows.
    case failed(PeerError)
    /// ``PeerConnection/close()`` is done; nothing follows.
    case closed
}
