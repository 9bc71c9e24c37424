import COpenSSL
import Glibc
import Synchronization
import System

/// Our certificate and the settings of every handshake, shared by all connections and renewed each week.
///
/// A self-signed P-256 certificate (RFC 8827 §6.5); peers know it by its fingerprint from the session description.
/// The key never leaves the process's memory.
///
/// `@unchecked Sendable`: written in `init` only; OpenSSL counts references to the context under its own lock.
final class DTLSIdentity: @unchecked Sendable {
    let context: OpaquePointer
    /// SHA-256 of the certificate, 32 bytes.
    let fingerprint: [UInt8]
    private let madeAtSeconds: Int

    private static let shared = Mutex<DTLSIdentity?>(nil)
    private static let lifetimeSeconds = 7 * 86_400

    /// The identity in use. Making one takes about a millisecond, but tens of milliseconds for the first in a process.
    /// Any thread; call it once in advance, so that no connection waits for it.
    static func current() throws(PeerError) -> DTLSIdentity {
        let held = shared.withLock { $0 }
        if let held, bootSeconds - held.madeAtSeconds < lifetimeSeconds { return held }
        let made = try DTLSIdentity()
        shared.withLock { $0 = made }
        return made
    }

    init() throws(PeerError) {
        // The system's openssl.cnf holds nothing that we need, and reading it takes longer than everything else here.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        guard let context = SSL_CTX_new(DTLS_method()) else { throw Self.failure("SSL_CTX_new") }
        do throws(PeerError) {
            fingerprint = try Self.prepare(context)
        } catch {
            SSL_CTX_free(context)
            throw error
        }
        self.context = context
        madeAtSeconds = Self.bootSeconds
    }

    deinit { SSL_CTX_free(context) }

    private static var bootSeconds: Int { Int(bootNanoseconds() / 1_000_000_000) }

    private static func failure(_ call: String) -> PeerError {
        let code = ERR_get_error()
        ERR_clear_error()
        return .library("openssl", call: call, code: Int(copenssl_reason(code)))
    }

    private static func prepare(_ context: OpaquePointer) throws(PeerError) -> [UInt8] {
        guard copenssl_restrict(context) == 1 else { throw failure("SSL_CTX_set_options") }
        let suites = [
            "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-ECDSA-AES256-GCM-SHA384",
            "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305", "ECDHE-RSA-AES256-GCM-SHA384",
            "ECDHE-ECDSA-AES128-SHA", "ECDHE-RSA-AES128-SHA",
        ]
        guard SSL_CTX_set_cipher_list(context, suites.joined(separator: ":")) == 1 else {
            throw failure("SSL_CTX_set_cipher_list")
        }
        // 0 is success here, unlike everywhere else in OpenSSL.
        guard SSL_CTX_set_tlsext_use_srtp(context, SRTPProfile.offered) == 0 else {
            throw failure("SSL_CTX_set_tlsext_use_srtp")
        }
        // Certificates are self-signed: the fingerprint is the identity, and nothing else is checked.
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        SSL_CTX_set_cert_verify_callback(context, { store, _ in DTLSTransport.verify(store) ? 1 : 0 }, nil)

        guard let key = copenssl_p256_key() else { throw failure("EVP_EC_gen") }
        defer { EVP_PKEY_free(key) }
        guard let certificate = X509_new() else { throw failure("X509_new") }
        defer { X509_free(certificate) }
        var serial: UInt64 = 0
        withUnsafeMutableBytes(of: &serial) { bytes in
            _ = RAND_bytes(bytes.bindMemory(to: UInt8.self).baseAddress, Int32(bytes.count))
        }
        let name = X509_get_subject_name(certificate)
        guard
            X509_set_version(certificate, 2) == 1,
            ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1 | 1) == 1,
            X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400) != nil,
            X509_gmtime_adj(X509_getm_notAfter(certificate), 30 * 86_400) != nil,
            X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, "WebRTC", -1, -1, 0) == 1,
            X509_set_issuer_name(certificate, name) == 1,
            X509_set_pubkey(certificate, key) == 1,
            X509_sign(certificate, key, EVP_sha256()) > 0,
            SSL_CTX_use_certificate(context, certificate) == 1,
            SSL_CTX_use_PrivateKey(context, key) == 1
        else { throw failure("X509_sign") }
        guard let digest = digest(of: certificate) else { throw failure("X509_digest") }
        return digest
    }

    /// SHA-256 over the certificate's DER form, 32 bytes.
    static func digest(of certificate: OpaquePointer) -> [UInt8]? {
        var count: UInt32 = 0
        let digest = [UInt8](unsafeUninitializedCapacity: 64) { buffer, used in
            let isDone = X509_digest(certificate, EVP_sha256(), buffer.baseAddress, &count) == 1
            used = isDone ? Int(count) : 0
        }
        return digest.count == 32 ? digest : nil
    }
}
