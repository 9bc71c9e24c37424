import COpenSSL

/// What the handshake agreed on for SRTP (RFC 5764 §4.2): the profile, and key and salt of each direction.
struct MediaKeys {
    var profile: SRTPProfile
    var sending: [UInt8]
    var receiving: [UInt8]
}

/// DTLS 1.2 over datagrams that the owner sends and receives. Event thread only.
///
/// Datagrams that come before ``start(role:fingerprint:)`` are kept: a peer may send its ClientHello before we know
/// that the path works. Retransmits after 100 ms, doubling to 500 ms; OpenSSL's own first interval of 1 s would cost
/// three seconds for two losses. OpenSSL gives up after 12 retransmissions in a row.
final class DTLSTransport {
    enum Role { case client, server }

    /// Can go to: handshaking, closed.
    /// - handshaking: open, closed.
    /// - open: closed.
    private enum State { case waiting, handshaking, open, closed }

    /// One call is one datagram of at most 1200 bytes.
    var send: (UnsafeRawBufferPointer) -> Void = { _ in }
    var secured: (MediaKeys) -> Void = { _ in }
    var received: (UnsafeRawBufferPointer) -> Void = { _ in }
    var closedByPeer: () -> Void = {}
    var failed: (PeerError) -> Void = { _ in }

    static let mtuBytes = 1200
    static let maximumEarlyDatagrams = 16
    private static let maximumDatagramBytes = 2048

    private let ssl: OpaquePointer
    private let identity: DTLSIdentity
    private var expectedFingerprint: [UInt8] = []
    private let thread: EventThread
    private let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    private var state = State.waiting
    private var role = Role.server
    private var hasMismatch = false
    private var early: [[UInt8]] = []
    private var inbound: UnsafeRawBufferPointer?
    private var timer: TimerToken?

    init(identity: DTLSIdentity, thread: EventThread) throws(PeerError) {
        guard let ssl = SSL_new(identity.context) else { throw .library("openssl", call: "SSL_new", code: 0) }
        guard let method = Self.method, let bio = BIO_new(method) else {
            SSL_free(ssl)
            throw .library("openssl", call: "BIO_new", code: 0)
        }
        self.ssl = ssl
        self.identity = identity
        self.thread = thread
        let me = Unmanaged.passUnretained(self).toOpaque()
        BIO_set_data(bio, me)
        SSL_set_bio(ssl, bio, bio)
        SSL_set_ex_data(ssl, 0, me)
        _ = copenssl_set_mtu(ssl, Self.mtuBytes)
        DTLS_set_timer_cb(ssl) { _, microseconds in
            microseconds == 0 ? 100_000 : min(microseconds * 2, 500_000)
        }
    }

    deinit {
        timer?.cancel()
        SSL_free(ssl)
        plain.deallocate()
    }

    /// Begins the handshake, once, with the datagrams that came early.
    /// - Parameter fingerprint: SHA-256 of the peer's certificate, from its session description.
    func start(role: Role, fingerprint: [UInt8]) {
        guard state == .waiting else { return }
        expectedFingerprint = fingerprint
        self.role = role
        state = .handshaking
        if role == .server { SSL_set_accept_state(ssl) } else { SSL_set_connect_state(ssl) }
        let waiting = early
        early = []
        if role == .client { handshake() }
        for datagram in waiting { datagram.withUnsafeBytes { receive($0) } }
    }

    func receive(_ datagram: UnsafeRawBufferPointer) {
        switch state {
        case .waiting:
            guard early.count < Self.maximumEarlyDatagrams, datagram.count <= Self.maximumDatagramBytes else { return }
            early.append(Array(datagram))
        case .handshaking, .open:
            inbound = datagram
            if state == .handshaking { handshake() }
            if state == .open { readAll() }
            inbound = nil
        case .closed:
            break
        }
    }

    /// Sends one record in one datagram; false if the connection is not open or the bytes are too many for a record.
    @discardableResult
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard state == .open, bytes.count > 0, bytes.count <= 16_384 else { return false }
        ERR_clear_error()
        return SSL_write(ssl, bytes.baseAddress, Int32(bytes.count)) > 0
    }

    /// Says goodbye with close_notify if the connection is open.
    func close() {
        if state == .open {
            ERR_clear_error()
            SSL_shutdown(ssl)
        }
        end()
    }

    private func end() {
        state = .closed
        timer?.cancel()
        timer = nil
        early = []
    }

    private func handshake() {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        guard result != 1 else {
            finish()
            return
        }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: armTimer()
        default: fail(hasMismatch ? .fingerprintMismatch : .handshakeFailed(reason: Self.reason()))
        }
    }

    private func finish() {
        timer?.cancel()
        timer = nil
        guard let keys = exportKeys() else {
            fail(.noMediaKeys)
            return
        }
        state = .open
        secured(keys)
    }

    private func fail(_ error: PeerError) {
        end()
        failed(error)
    }

    private func armTimer() {
        timer?.cancel()
        timer = nil
        let left = copenssl_timeout_milliseconds(ssl)
        guard left >= 0 else { return }
        let me = Confined(self)
        timer = thread.after(milliseconds: max(1, left)) { me.value?.timedOut() }
    }

    private func timedOut() {
        guard state == .handshaking else { return }
        ERR_clear_error()
        if copenssl_handle_timeout(ssl) < 0 {
            fail(.handshakeFailed(reason: Self.reason()))
        } else {
            armTimer()
        }
    }

    private func readAll() {
        while state == .open {
            ERR_clear_error()
            let count = SSL_read(ssl, plain.baseAddress, Int32(plain.count))
            if count > 0 {
                received(UnsafeRawBufferPointer(rebasing: plain[0..<Int(count)]))
                continue
            }
            switch SSL_get_error(ssl, count) {
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return
            case SSL_ERROR_ZERO_RETURN:
                close()
                closedByPeer()
            default:
                // A fatal alert. It is authenticated, since forged records never get this far, so the peer is gone.
                end()
                closedByPeer()
            }
        }
    }

    private func exportKeys() -> MediaKeys? {
        guard
            let selected = SSL_get_selected_srtp_profile(ssl),
            let profile = SRTPProfile(identifier: UInt(selected.pointee.id))
        else { return nil }
        let key = SRTPProfile.keyBytes
        let salt = profile.saltBytes
        var material = [UInt8](repeating: 0, count: 2 * (key + salt))
        let label = "EXTRACTOR-dtls_srtp"
        let count = material.count
        guard SSL_export_keying_material(ssl, &material, count, label, label.utf8.count, nil, 0, 0) == 1 else {
            return nil
        }
        // RFC 5764 §4.2: client key, server key, client salt, server salt.
        let client = Array(material[0..<key] + material[2 * key..<2 * key + salt])
        let server = Array(material[key..<2 * key] + material[2 * key + salt..<2 * (key + salt)])
        return MediaKeys(
            profile: profile, sending: role == .client ? client : server,
            receiving: role == .client ? server : client)
    }

    private static func reason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let text = ERR_reason_error_string(code) else { return "unknown (\(code))" }
        return String(cString: text)
    }

    /// Answers OpenSSL's question whether the peer's certificate is good: does it have the expected fingerprint?
    static func verify(_ store: OpaquePointer?) -> Bool {
        guard
            let store, let ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()),
            let me = SSL_get_ex_data(OpaquePointer(ssl), 0)
        else { return false }
        let transport = Unmanaged<DTLSTransport>.fromOpaque(me).takeUnretainedValue()
        guard
            let certificate = X509_STORE_CTX_get0_cert(store), let digest = DTLSIdentity.digest(of: certificate),
            digest.count == transport.expectedFingerprint.count,
            CRYPTO_memcmp(digest, transport.expectedFingerprint, digest.count) == 0
        else {
            transport.hasMismatch = true
            X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
            return false
        }
        return true
    }

    // MARK: The BIO. One write is one datagram and one datagram is one read (memory BIOs lose the boundaries).

    nonisolated(unsafe) private static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "datagrams") else { return nil }
        BIO_meth_set_create(method) { bio in
            BIO_set_init(bio, 1)
            return 1
        }
        BIO_meth_set_write(method) { bio, bytes, count in
            guard let me = BIO_get_data(bio), let bytes, count > 0 else { return -1 }
            let transport = Unmanaged<DTLSTransport>.fromOpaque(me).takeUnretainedValue()
            transport.send(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return count
        }
        BIO_meth_set_read(method) { bio, target, capacity in
            BIO_clear_flags(
                bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY)
            guard let me = BIO_get_data(bio), let target, capacity > 0 else { return -1 }
            let transport = Unmanaged<DTLSTransport>.fromOpaque(me).takeUnretainedValue()
            guard let datagram = transport.inbound, let source = datagram.baseAddress else {
                BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
                return -1
            }
            transport.inbound = nil
            let count = min(datagram.count, Int(capacity))
            target.withMemoryRebound(to: UInt8.self, capacity: count) { target in
                UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count)
            }
            return Int32(count)
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH, BIO_CTRL_DGRAM_SET_NEXT_TIMEOUT: 1
            case BIO_CTRL_DGRAM_QUERY_MTU, BIO_CTRL_DGRAM_GET_FALLBACK_MTU: DTLSTransport.mtuBytes
            default: 0
            }
        }
        return method
    }()
}
