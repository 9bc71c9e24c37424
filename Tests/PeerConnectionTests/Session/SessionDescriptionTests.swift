import RealtimeTestKit
import TestKit
import Testing

@testable import PeerConnection

/// Texts as real peers send them, with addresses and keys changed.
enum RemoteText {
    static let digest = (0..<32).map { _ in "AE" }.joined(separator: ":")

    /// The service's dialect (TheService.md, Calls): session-level fingerprint, ice-lite, `/` in the ufrag, suffixes.
    static let serviceAnswer = """
        v=0
        o=- 7075162086859809594 1777287993 IN IP4 0.0.0.0
        s=-
        t=0 0
        a=msid-semantic:WMS *
        a=fingerprint:sha-256 \(digest)
        a=ice-lite
        a=group:BUNDLE 0 1
        m=audio 9 UDP/TLS/RTP/SAVPF 96 0 8
        c=IN IP4 0.0.0.0
        a=setup:active
        a=mid:0
        a=ice-ufrag:hcFtUn/u7/3oNQFw
        a=ice-pwd:0123456789abcdefABCDEF+/
        a=rtcp-mux
        a=rtcp-rsize
        a=rtpmap:96 opus/48000/2
        a=fmtp:96 minptime=10;useinbandfec=1
        a=rtpmap:0 PCMU/8000
        a=rtpmap:8 PCMA/8000
        a=ssrc:4021 cname:realtimeapi
        a=ssrc:4021 msid:realtimeapi audio
        a=msid:realtimeapi audio
        a=sendrecv
        a=candidate:657706698 1 udp 2130706431 192.0.2.131 3478 typ host ufrag hcFtUn/u7/3oNQFw
        a=candidate:1561877326 1 tcp 1671430143 192.0.2.131 443 typ host tcptype passive ufrag hcFtUn/u7/3oNQFw
        m=application 9 UDP/DTLS/SCTP webrtc-datachannel
        c=IN IP4 0.0.0.0
        a=setup:active
        a=mid:1
        a=sendrecv
        a=sctp-port:5000
        a=max-message-size:1073741823
        a=ice-ufrag:hcFtUn/u7/3oNQFw
        a=ice-pwd:0123456789abcdefABCDEF+/

        """

    /// aiortc's older syntax: fingerprints of three hashes in every section, `DTLS/SCTP` with a map.
    static let mapOffer = """
        v=0
        o=- 3800000000 3800000000 IN IP4 0.0.0.0
        s=-
        t=0 0
        a=group:BUNDLE 0 1
        a=msid-semantic:WMS *
        m=audio 49170 UDP/TLS/RTP/SAVPF 96 0 8
        c=IN IP4 192.0.2.7
        a=sendrecv
        a=mid:0
        a=msid:stream track
        a=rtcp:9 IN IP4 0.0.0.0
        a=rtcp-mux
        a=ssrc:1234 cname:{a-b-c}
        a=rtpmap:96 opus/48000/2
        a=rtpmap:0 PCMU/8000
        a=candidate:1 1 udp 2130706431 192.0.2.7 49170 typ host
        a=candidate:2 1 udp 2130706431 2001:db8::7 49171 typ host generation 0
        a=candidate:3 1 udp 1694498815 198.51.100.7 6000 typ srflx raddr 192.0.2.7 rport 49170
        a=candidate:4 1 udp 2113937151 0a1b2c3d-aaaa-bbbb-cccc-0123456789ab.local 50000 typ host
        a=end-of-candidates
        a=ice-ufrag:abcd
        a=ice-pwd:abcdefghijklmnopqrstuv
        a=fingerprint:sha-384 AA:BB
        a=fingerprint:sha-256 \(digest)
        a=fingerprint:sha-512 AA:CC
        a=setup:actpass
        m=application 49172 DTLS/SCTP 5000
        c=IN IP4 192.0.2.7
        a=mid:1
        a=sctpmap:5000 webrtc-datachannel 65535
        a=max-message-size:65536
        a=ice-ufrag:abcd
        a=ice-pwd:abcdefghijklmnopqrstuv
        a=fingerprint:sha-256 \(digest)
        a=setup:actpass

        """

    static let local = LocalMedia(
        sessionID: 42, iceUfrag: "loca", icePassword: "localpasswordlocalpass", fingerprint: Array(0..<32),
        candidates: [
            IceCandidate(
                foundation: "1", component: 1, isTCP: false, priority: 2_130_706_431, address: "192.0.2.1", port: 4000,
                type: .host),
            IceCandidate(
                foundation: "2", component: 1, isTCP: true, priority: 1_000, address: "2001:db8::1", port: 9,
                type: .host,
                tcpType: "active"),
        ], ssrc: 99)
}

@Suite(.requirement("TALK-1")) struct SessionDescriptionTests {
    @Test func ourOfferIsReadBackAsItWasWritten() throws {
        let offer = SessionDescription.offer(RemoteText.local)
        let text = offer.written()
        #expect(try SessionDescription.parse(text, as: .offer) == offer)
        #expect(text.hasSuffix("\r\n") && text.hasPrefix("v=0\r\n"))
        for line in [
            "m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=rtpmap:111 opus/48000/2", "a=fmtp:111 minptime=10;useinbandfec=1",
            "a=rtcp-mux", "a=rtcp-rsize", "a=ssrc:99 cname:speaker", "a=group:BUNDLE 0 1", "a=setup:actpass",
            "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "a=sctp-port:5000", "a=max-message-size:1048576",
            "a=candidate:1 1 UDP 2130706431 192.0.2.1 4000 typ host", "a=end-of-candidates",
        ] {
            #expect(text.contains(line + "\r\n"), "\(line)")
        }
    }

    @Test func theServicesAnswerIsUnderstood() throws {
        let answer = try SessionDescription.parse(RemoteText.serviceAnswer, as: .answer)
        #expect(answer.iceUfrag == "hcFtUn/u7/3oNQFw")
        #expect(answer.isIceLite)
        #expect(answer.setup == .active)
        #expect(answer.fingerprint == [UInt8](repeating: 0xAE, count: 32))
        #expect(answer.audio?.payloadType == 96)
        #expect(answer.audio?.ssrc == 4021)
        #expect(answer.audio?.format["useinbandfec"] == "1")
        #expect(answer.channel?.maximumMessageBytes == 1_073_741_823)
        #expect(
            answer.candidates.map(\.line) == [
                "a=candidate:657706698 1 UDP 2130706431 192.0.2.131 3478 typ host",
                "a=candidate:1561877326 1 TCP 1671430143 192.0.2.131 443 typ host tcptype passive",
            ])
        try answer.checkAnswer(to: .offer(RemoteText.local))
    }

    @Test func anOlderOfferIsUnderstoodAndAnsweredInItsOwnSyntax() throws {
        let offer = try SessionDescription.parse(RemoteText.mapOffer, as: .offer)
        #expect(offer.channel?.usesOldSyntax == true)
        #expect(offer.candidates.map(\.address) == ["192.0.2.7", "2001:db8::7", "198.51.100.7"])
        #expect(offer.candidates.last?.relatedPort == 49_170)
        let answer = try offer.answer(RemoteText.local, setup: .active)
        let text = answer.written()
        #expect(text.contains("m=application 9 DTLS/SCTP 5000\r\n"))
        #expect(text.contains("a=rtpmap:96 opus/48000/2\r\n"))
        #expect(try SessionDescription.parse(text, as: .answer) == answer)
        try answer.checkAnswer(to: offer)
        #expect(throws: SessionDescriptionError.self) { try answer.answer(RemoteText.local, setup: .active) }
    }

    @Test func unsupportedSectionsAreRefusedInTheirPlace() throws {
        let video = """
            m=video 9 UDP/TLS/RTP/SAVPF 100
            a=mid:v
            a=rtcp-mux
            a=rtpmap:100 VP8/90000

            """
        let text = RemoteText.mapOffer
            .replacing("m=application", with: video + "m=application")
            .replacing("a=sendrecv", with: "a=sendonly")
        let answer = try SessionDescription.parse(text, as: .offer).answer(RemoteText.local, setup: .passive)
        #expect(answer.sections.map(\.isRejected) == [false, true, false])
        #expect(answer.written().contains("m=video 0 UDP/TLS/RTP/SAVPF 100\r\n"))
        #expect(answer.bundle == ["0", "1"])
        #expect(answer.audio?.direction == .recvonly)
        #expect(try SessionDescription.parse(answer.written(), as: .answer).sections.map(\.mid) == ["0", "v", "1"])
    }

    @Test func anAnswerThatDoesNotFitTheOfferIsRefused() throws {
        let offer = SessionDescription.offer(RemoteText.local)
        let good = RemoteText.serviceAnswer
        for (what, text) in [
            ("audio refused", good.replacing("m=audio 9", with: "m=audio 0")),
            ("channel refused", good.replacing("m=application 9", with: "m=application 0")),
            ("no Opus", good.replacing("opus/48000/2", with: "speex/16000")),
            ("not bundled", good.replacing("a=group:BUNDLE 0 1", with: "a=group:BUNDLE 0")),
            ("another mid", good.replacing("a=mid:1\n", with: "a=mid:7\n")),
            ("actpass in an answer", good.replacing("setup:active", with: "setup:actpass")),
            ("one section", String(good.prefix(upTo: try #require(good.firstRange(of: "m=application")).lowerBound))),
        ] {
            #expect(throws: SessionDescriptionError.self, "\(what)") {
                try SessionDescription.parse(text, as: .answer).checkAnswer(to: offer)
            }
        }
        try SessionDescription.parse(good.replacing("setup:active", with: "setup:passive"), as: .answer).checkAnswer(
            to: offer)
    }

    @Test(.requirement("GUARD-6")) func everyFaultHasItsOwnError() {
        let good = RemoteText.serviceAnswer
        func error(_ text: String) -> SessionDescriptionError? {
            do {
                _ = try SessionDescription.parse(text, as: .answer)
                return nil
            } catch { return error }
        }
        #expect(error("{\"error\":{\"message\":\"Invalid SDP offer\"}}") == .notSessionDescription)
        #expect(error("") == .notSessionDescription)
        #expect(error("v=0\r\n") == .missing("media section"))
        #expect(error(good + String(repeating: "a=x\n", count: 20_000)) == .tooLong(bytes: good.utf8.count + 80_000))
        #expect(error(good + String(repeating: "a=x\n", count: 3_000)) == .tooManyLines)
        #expect(error(good + "rubbish\n") == .malformed(line: 36, "not of the form x=…"))
        #expect(
            error(good.replacing("a=fingerprint:sha-256", with: "a=fingerprint:sha-1"))
                == .unsupported("fingerprints without sha-256"))
        #expect(error(good.replacing("a=fingerprint:", with: "a=no:")) == .missing("fingerprint"))
        #expect(error(good.replacing("AE:AE:AE:AE", with: "AE:AE:AE")) == .malformed(line: 6, "fingerprint"))
        #expect(error(good.replacing("a=ice-ufrag", with: "a=x")) == .missing("ice-ufrag"))
        #expect(
            error(good.replacing("hcFtUn/u7/3oNQFw\na=ice-pwd", with: "a b c d\na=ice-pwd"))
                == .malformed(line: 13, "ice-ufrag"))
        #expect(error(good.replacing("a=ice-pwd", with: "a=x")) == .missing("ice-pwd"))
        #expect(error(good.replacing("a=setup:active", with: "a=x")) == .missing("setup"))
        #expect(error(good.replacing("a=rtcp-mux\n", with: "")) == .unsupported("RTCP on a separate port"))
        #expect(error(good.replacing("a=mid:1\n", with: "a=mid:0\n")) == .malformed(line: 30, "mid given twice"))
        #expect(error(good.replacing("m=audio 9", with: "m=audio 99999")) == .malformed(line: 9, "not a port"))
        #expect(
            error(good.replacing("a=msid:realtimeapi", with: "a=msid:real\rtime"))
                == .malformed(line: 23, "a control character"))
        let bytes: [UInt8] = Array("v=0\r\ns=".utf8) + [0xFF, 0xFE]
        #expect(throws: SessionDescriptionError.notText) {
            try bytes.withUnsafeBytes { try SessionDescription.parse(bytes: $0, as: .answer) }
        }
    }

    @Test(.requirement("GUARD-6")) func candidatesAreBoundedAndJunkAmongThemIsSkipped() throws {
        var lines = ""
        for port in 1...200 { lines += "a=candidate:1 1 udp 1 192.0.2.9 \(port) typ host\n" }
        let text = RemoteText.serviceAnswer.replacing("a=sendrecv\na=candidate", with: lines + "a=candidate")
        #expect(try SessionDescription.parse(text, as: .answer).candidates.count == SDPParser.Limit.candidates)
        for junk in [
            "candidate:1 1 udp 1 192.0.2.9 70000 typ host", "candidate:1 1 udp 1 192.0.2.999 7 typ host",
            "candidate:1 1 udp 1 host.example 7 typ host", "candidate:1 1 udp 99999999999 192.0.2.9 7 typ host",
            "candidate:1 1 sctp 1 192.0.2.9 7 typ host", "candidate:1 1 udp 1 192.0.2.9 7 typ odd",
            "candidate:1 1 udp 1 192.0.2.9 7", "candidate:", "candidate:1 0 udp 1 192.0.2.9 7 typ host",
            "candidate:1 1 tcp 1 192.0.2.9 7 typ host", "candidate:1 1 udp 1 fe80::1%eth0 7 typ host",
            "candidate:1 1 udp 1 192.0.2.9 0 typ host",
        ] {
            #expect(IceCandidate.parse(junk) == nil, "\(junk)")
        }
        #expect(IceCandidate.parse("a=candidate:1 1 UDP 1 ::1 7 typ host\r\n")?.address == "::1")
    }

    @Test func credentialsMayBeAtEitherLevel() throws {
        let answer = try SessionDescription.parse(
            """
            v=0
            o=- 18446744073709551999 1 IN IP4 0.0.0.0
            s=-
            a=group:BUNDLE a d
            a=ice-ufrag:sess
            a=ice-pwd:sessionsessionsessions
            a=setup:passive
            a=fingerprint:SHA-256 \(RemoteText.digest.lowercased())
            m=audio 9 UDP/TLS/RTP/SAVPF 111
            a=mid:a
            a=rtcp-mux
            a=rtpmap:111 OPUS/48000/2
            m=application 9 UDP/DTLS/SCTP webrtc-datachannel
            a=mid:d
            a=max-message-size:0

            """, as: .answer)
        #expect(answer.iceUfrag == "sess")
        #expect(answer.setup == .passive)
        #expect(answer.fingerprint.count == 32)
        #expect(answer.channel?.maximumMessageBytes == .max)
        #expect(answer.sessionID == 0)
    }

    @Test(.requirement("GUARD-6")) func changedTextsNeverTrapAndOftenStillRead() throws {
        var random = SplitMix(seed: 99)
        let words = [
            "\r\n", "a=", "m=audio 9 ", ":", " ", "sha-256", "99999999999999999999", "\u{0301}", "é", "a=mid:",
            "typ host", "0", "-1", "\t",
        ]
        var read = 0
        for round in 0..<1500 {
            let source =
                round % 3 == 0
                ? RemoteText.serviceAnswer
                : round % 3 == 1 ? RemoteText.mapOffer : SessionDescription.offer(RemoteText.local).written()
            var bytes = Array(source.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(contentsOf: Array((words.randomElement(using: &random) ?? "").utf8), at: at)
                case 3: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...60, using: &random)))
                default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 80)], at: at)
                }
            }
            bytes.withUnsafeBytes { ParserEntryPoints.sessionDescription($0) }
            guard let parsed = try? bytes.withUnsafeBytes({ try SessionDescription.parse(bytes: $0, as: .answer) })
            else { continue }
            read += 1
            // What was read can be written and read again with the same result.
            #expect(try SessionDescription.parse(parsed.written(), as: .answer) == parsed)
        }
        #expect(read > 100)
    }
}
