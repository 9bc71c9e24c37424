import CSRTP

/// The SRTP profiles that we support, by their DTLS identifiers (RFC 5764 §4.1.2, RFC 7714 §14.2), the preferred one
/// first. With libsrtp2 built on NSS, as in Debian, GCM costs less than half of counter mode with HMAC.
enum SRTPProfile: UInt, CaseIterable {
    case aeadAES128GCM = 0x0007
    case aes128CMSHA1_80 = 0x0001

    static let keyBytes = 16

    var saltBytes: Int {
        switch self {
        case .aes128CMSHA1_80: 14
        case .aeadAES128GCM: 12
        }
    }

    init?(identifier: UInt) { self.init(rawValue: identifier) }

    private var openSSLName: String {
        switch self {
        case .aes128CMSHA1_80: "SRTP_AES128_CM_SHA1_80"
        case .aeadAES128GCM: "SRTP_AEAD_AES_128_GCM"
        }
    }

    /// For OpenSSL, in order of preference; only profiles that this libsrtp2 was built with.
    static var offered: String { names(of: allCases) }

    static func names(of profiles: [SRTPProfile]) -> String {
        profiles.filter(SRTPTransport.supports).map(\.openSSLName).joined(separator: ":")
    }
}

/// What was refused in either direction since the connection was made.
struct SRTPCounters: Equatable {
    var replayed = 0
    var unauthentic = 0
    var malformed = 0
    var excessSources = 0
    var unsent = 0
}

/// SRTP and SRTCP for one bundle (RFC 3711, RFC 7714): both directions, every source of the peer. Event thread only.
final class SRTPTransport {
    /// More sources than this are refused, because libsrtp keeps state for each.
    static let maximumSources = 8
    /// How many bytes protecting may add to a packet.
    static let maximumTrailerBytes = Int(SRTP_MAX_TAG_LEN + SRTP_MAX_MKI_LEN) + 4

    private(set) var counters = SRTPCounters()
    private let outbound: srtp_t
    private let inbound: srtp_t
    private var sources: [UInt32] = []

    private static let isReady: Bool = srtp_init() == srtp_err_status_ok

    init(keys: MediaKeys) throws(PeerError) {
        guard Self.isReady else { throw .library("libsrtp2", call: "srtp_init", code: 0) }
        outbound = try Self.session(keys.profile, key: keys.sending, type: ssrc_any_outbound)
        do throws(PeerError) {
            inbound = try Self.session(keys.profile, key: keys.receiving, type: ssrc_any_inbound)
        } catch {
            srtp_dealloc(outbound)
            throw error
        }
    }

    deinit {
        srtp_dealloc(outbound)
        srtp_dealloc(inbound)
    }

    static func supports(_ profile: SRTPProfile) -> Bool {
        guard isReady else { return false }
        let key = [UInt8](repeating: 1, count: SRTPProfile.keyBytes + profile.saltBytes)
        guard let session = try? session(profile, key: key, type: ssrc_any_outbound) else { return false }
        srtp_dealloc(session)
        return true
    }

    private static func session(
        _ profile: SRTPProfile, key: [UInt8], type: srtp_ssrc_type_t
    ) throws(PeerError) -> srtp_t {
        guard key.count == SRTPProfile.keyBytes + profile.saltBytes else { throw .noMediaKeys }
        var policy = srtp_policy_t()
        switch profile {
        case .aes128CMSHA1_80:
            srtp_crypto_policy_set_rtp_default(&policy.rtp)
            srtp_crypto_policy_set_rtcp_default(&policy.rtcp)
        case .aeadAES128GCM:
            srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtp)
            srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtcp)
        }
        policy.ssrc.type = type
        // 1024 packets are 20 s of audio, later than any packet that could still be played.
        policy.window_size = 1024
        var session: srtp_t?
        var copy = key
        let status = copy.withUnsafeMutableBufferPointer { key in
            policy.key = key.baseAddress
            return srtp_create(&session, &policy)
        }
        guard status == srtp_err_status_ok, let session else {
            throw .library("libsrtp2", call: "srtp_create", code: Int(status.rawValue))
        }
        return session
    }

    /// Protects the packet in place; the buffer must have room for ``maximumTrailerBytes`` more. Returns the new
    /// length; nil if it failed, which is counted.
    func protect(_ buffer: UnsafeMutableRawBufferPointer, count: Int, isRTCP: Bool) -> Int? {
        guard count > 0, count + Self.maximumTrailerBytes <= buffer.count else {
            counters.unsent += 1
            return nil
        }
        var length = Int32(count)
        let status =
            isRTCP
            ? srtp_protect_rtcp(outbound, buffer.baseAddress, &length)
            : srtp_protect(outbound, buffer.baseAddress, &length)
        guard status == srtp_err_status_ok else {
            counters.unsent += 1
            return nil
        }
        return Int(length)
    }

    /// Checks and decrypts the packet in place. Returns the new length; nil if it was refused, which is counted.
    func unprotect(_ packet: UnsafeMutableRawBufferPointer, isRTCP: Bool) -> Int? {
        let offset = isRTCP ? 4 : 8
        guard packet.count >= 12, packet.count <= Int(Int32.max) else {
            counters.malformed += 1
            return nil
        }
        let source = UInt32(bigEndian: packet.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        let isKnown = sources.contains(source)
        guard isKnown || sources.count < Self.maximumSources else {
            counters.excessSources += 1
            return nil
        }
        var length = Int32(packet.count)
        let status =
            isRTCP
            ? srtp_unprotect_rtcp(inbound, packet.baseAddress, &length)
            : srtp_unprotect(inbound, packet.baseAddress, &length)
        switch status {
        case srtp_err_status_ok:
            if !isKnown { sources.append(source) }
            return Int(length)
        case srtp_err_status_replay_fail, srtp_err_status_replay_old: counters.replayed += 1
        case srtp_err_status_auth_fail, srtp_err_status_cipher_fail: counters.unauthentic += 1
        default: counters.malformed += 1
        }
        return nil
    }
}
