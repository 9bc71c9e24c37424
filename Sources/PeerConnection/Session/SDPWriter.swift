/// Session descriptions as text, CRLF after every line (RFC 8866 §5).
enum SDPWriter {
    static let audioTransport = "UDP/TLS/RTP/SAVPF"
    static let channelTransport = "UDP/DTLS/SCTP"
    static let oldChannelTransport = "DTLS/SCTP"

    static func text(of description: SessionDescription) -> String {
        var lines = [
            "v=0",
            "o=- \(description.sessionID) 2 IN IP4 127.0.0.1",
            "s=-",
            "t=0 0",
        ]
        if !description.bundle.isEmpty {
            lines.append("a=group:BUNDLE \(description.bundle.joined(separator: " "))")
        }
        lines.append("a=msid-semantic: WMS *")
        if description.isIceLite { lines.append("a=ice-lite") }
        var isFirst = true
        for section in description.sections {
            append(section, isFirst: isFirst, of: description, to: &lines)
            if !section.isRejected { isFirst = false }
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private static func append(
        _ section: SessionDescription.Section, isFirst: Bool, of description: SessionDescription,
        to lines: inout [String]
    ) {
        switch section {
        case .rejected(let rejected):
            lines.append("m=\(rejected.media) 0 \(rejected.transport) \(rejected.formats)")
            lines.append("c=IN IP4 0.0.0.0")
            if !rejected.mid.isEmpty { lines.append("a=mid:\(rejected.mid)") }
        case .audio(let audio):
            let number = audio.payloadType
            lines.append("m=audio 9 \(audioTransport) \(number)")
            appendTransport(isFirst: isFirst, mid: audio.mid, of: description, to: &lines)
            lines.append("a=\(audio.direction.rawValue)")
            lines.append("a=rtcp-mux")
            lines.append("a=rtcp-rsize")
            lines.append("a=rtpmap:\(number) opus/48000/2")
            if !audio.format.isEmpty {
                let parameters = audio.format.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                lines.append("a=fmtp:\(number) \(parameters.joined(separator: ";"))")
            }
            if let stream = audio.streamID { lines.append("a=msid:\(stream) \(audio.trackID ?? "-")") }
            // Pion drops the audio if the offer has no a=ssrc.
            if let ssrc = audio.ssrc {
                if let cname = audio.cname { lines.append("a=ssrc:\(ssrc) cname:\(cname)") }
                if let stream = audio.streamID { lines.append("a=ssrc:\(ssrc) msid:\(stream) \(audio.trackID ?? "-")") }
            }
        case .channel(let channel):
            let maximum = channel.maximumMessageBytes == .max ? 0 : channel.maximumMessageBytes
            if channel.usesOldSyntax {
                lines.append("m=application 9 \(oldChannelTransport) \(channel.sctpPort)")
                appendTransport(isFirst: isFirst, mid: channel.mid, of: description, to: &lines)
                lines.append("a=sctpmap:\(channel.sctpPort) webrtc-datachannel 65535")
            } else {
                lines.append("m=application 9 \(channelTransport) webrtc-datachannel")
                appendTransport(isFirst: isFirst, mid: channel.mid, of: description, to: &lines)
                lines.append("a=sctp-port:\(channel.sctpPort)")
            }
            lines.append("a=max-message-size:\(maximum)")
        }
    }

    /// Appends the transport lines. Every section has credentials and fingerprint (RFC 8829 §5.2.1), the first section
    /// in use also the candidates.
    private static func appendTransport(
        isFirst: Bool, mid: String, of description: SessionDescription, to lines: inout [String]
    ) {
        lines.append("c=IN IP4 0.0.0.0")
        if !mid.isEmpty { lines.append("a=mid:\(mid)") }
        lines.append("a=ice-ufrag:\(description.iceUfrag)")
        lines.append("a=ice-pwd:\(description.icePassword)")
        lines.append("a=fingerprint:sha-256 \(fingerprintText(description.fingerprint))")
        lines.append("a=setup:\(description.setup.rawValue)")
        guard isFirst else { return }
        lines += description.candidates.map(\.line)
        if description.hasEndOfCandidates { lines.append("a=end-of-candidates") }
    }

    /// The digest as `AB:CD:…`.
    static func fingerprintText(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF")
        return bytes.map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined(separator: ":")
    }
}

extension SessionDescription {
    /// The text that goes to the other end.
    package func written() -> String { SDPWriter.text(of: self) }
}
