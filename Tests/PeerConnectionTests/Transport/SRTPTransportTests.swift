import TestKit
import Testing

@testable import PeerConnection

@Suite struct SRTPTransportTests {
    private func pair(_ profile: SRTPProfile) throws -> (SRTPTransport, SRTPTransport) {
        let count = SRTPProfile.keyBytes + profile.saltBytes
        let one = (0..<count).map { UInt8($0) }
        let other = (0..<count).map { UInt8(200 - $0) }
        return (
            try SRTPTransport(keys: MediaKeys(profile: profile, sending: one, receiving: other)),
            try SRTPTransport(keys: MediaKeys(profile: profile, sending: other, receiving: one))
        )
    }

    private func rtp(_ sequence: UInt16, ssrc: UInt8 = 7, count: Int = 60) -> [UInt8] {
        [0x80, 111, UInt8(sequence >> 8), UInt8(sequence & 0xFF), 0, 0, 0, 0, 0, 0, 0, ssrc]
            + [UInt8](repeating: 0x5A, count: count)
    }

    private let receiverReport: [UInt8] = [0x80, 201, 0, 1, 0, 0, 0, 7]

    private func protect(_ transport: SRTPTransport, _ packet: [UInt8], isRTCP: Bool = false) -> [UInt8] {
        var room = packet + [UInt8](repeating: 0, count: SRTPTransport.maximumTrailerBytes)
        let count = room.withUnsafeMutableBytes { transport.protect($0, count: packet.count, isRTCP: isRTCP) }
        return Array(room.prefix(count ?? 0))
    }

    private func unprotect(_ transport: SRTPTransport, _ packet: [UInt8], isRTCP: Bool = false) -> [UInt8]? {
        var packet = packet
        guard let count = packet.withUnsafeMutableBytes({ transport.unprotect($0, isRTCP: isRTCP) }) else { return nil }
        return Array(packet.prefix(count))
    }

    @Test func offersBothProfiles() {
        #expect(SRTPProfile.offered == "SRTP_AEAD_AES_128_GCM:SRTP_AES128_CM_SHA1_80")
    }

    @Test(arguments: SRTPProfile.allCases)
    func carriesAudioAndReportsEncrypted(profile: SRTPProfile) throws {
        let (one, other) = try pair(profile)
        let sealed = protect(one, rtp(1))
        #expect(sealed.count == 72 + (profile == .aes128CMSHA1_80 ? 10 : 16))
        #expect(Array(sealed[12..<40]) != [UInt8](repeating: 0x5A, count: 28))
        #expect(unprotect(other, sealed) == rtp(1))
        let report = protect(other, receiverReport, isRTCP: true)
        #expect(unprotect(one, report, isRTCP: true) == receiverReport)
        #expect(one.counters == SRTPCounters())
        #expect(other.counters == SRTPCounters())
    }

    @Test(.requirement("GUARD-6"), arguments: SRTPProfile.allCases)
    func refusesAndCountsReplaysForgeriesAndTruncations(profile: SRTPProfile) throws {
        let (one, other) = try pair(profile)
        let sealed = protect(one, rtp(1))
        #expect(unprotect(other, sealed) != nil)
        #expect(unprotect(other, sealed) == nil)
        #expect(other.counters.replayed == 1)
        var forged = protect(one, rtp(2))
        forged[20] ^= 1
        #expect(unprotect(other, forged) == nil)
        #expect(other.counters.unauthentic == 1)
        for count in [0, 1, 11, 12, 13, 20] {
            #expect(unprotect(other, Array(protect(one, rtp(3)).prefix(count))) == nil)
        }
        #expect(other.counters.malformed + other.counters.unauthentic == 7)
        // Our own packet, sent back to us: the keys of the two directions differ.
        #expect(unprotect(one, protect(one, rtp(4))) == nil)
    }

    @Test func takesPacketsOutOfOrderWithinTheWindowOnly() throws {
        let (one, other) = try pair(.aes128CMSHA1_80)
        let sealed = (0..<2000).map { protect(one, rtp(UInt16($0))) }
        for index in [0, 5, 3, 4, 1999] { #expect(unprotect(other, sealed[index]) != nil) }
        #expect(unprotect(other, sealed[1000]) != nil)
        #expect(unprotect(other, sealed[900]) == nil)
        #expect(other.counters.replayed == 1)
    }

    @Test func keepsStateForAFewSourcesOnly() throws {
        let (one, other) = try pair(.aes128CMSHA1_80)
        for source in 0..<UInt8(SRTPTransport.maximumSources) {
            #expect(unprotect(other, protect(one, rtp(1, ssrc: source))) != nil)
        }
        #expect(unprotect(other, protect(one, rtp(1, ssrc: 99))) == nil)
        #expect(other.counters.excessSources == 1)
        #expect(unprotect(other, protect(one, rtp(2, ssrc: 0))) != nil)
    }

    @Test func needsRoomForTheTrailer() throws {
        let (one, _) = try pair(.aeadAES128GCM)
        var packet = rtp(1)
        let count = packet.count
        #expect(packet.withUnsafeMutableBytes { one.protect($0, count: count, isRTCP: false) } == nil)
        #expect(one.counters.unsent == 1)
    }
}
