/// The path that datagrams take to the peer and back, once both descriptions are known; `ICETransport` is the real
/// one. Event thread only.
protocol DatagramPath: AnyObject {
    /// Called once, when this end's credentials and candidates are known.
    var gathered: (ICETransport.Local) -> Void { get set }
    var changed: (ICETransport.State) -> Void { get set }
    /// Called with each datagram from the peer, in memory that may be written to, but only until the call returns.
    var received: (UnsafeMutableRawBufferPointer) -> Void { get set }

    func gather() throws(PeerError)
    func setRemote(ufrag: String, password: String, candidates: [IceCandidate]) throws(PeerError)
    /// Sends one datagram. False: it was not sent; DTLS and SCTP retransmit, and audio does without.
    @discardableResult func send(_ datagram: UnsafeRawBufferPointer) -> Bool
    /// Stops all callbacks and closes the sockets. Not from inside ``received``.
    func close()

    /// The addresses in use.
    var selectedPair: PeerStatistics.Path? { get }
    var unsentDatagrams: Int { get }
}
