/// An offer or an answer, which two peers exchange before they connect (RFC 8866, 8829, 8839, 8842), as values.
///
/// There is one transport for everything (BUNDLE, rtcp-mux), so credentials, fingerprint and candidates are kept here
/// once, wherever the text had them. Sections keep the order of the m-lines.
package struct SessionDescription: Sendable, Equatable {
    package enum Kind: Sendable {
        case offer, answer
    }

    /// Which side starts the DTLS handshake (RFC 4145, 8842).
    enum Setup: String, Sendable {
        case actpass, active, passive, holdconn
    }

    enum Direction: String, Sendable {
        case sendrecv, sendonly, recvonly, inactive

        /// The same direction as seen from the other end.
        var reversed: Direction {
            switch self {
            case .sendonly: .recvonly
            case .recvonly: .sendonly
            case .sendrecv, .inactive: self
            }
        }
    }

    /// An audio section that offers Opus; other codecs are not kept.
    struct Audio: Sendable, Equatable {
        /// Empty when the section has none.
        var mid: String
        /// The payload number of Opus on this connection.
        var payloadType: UInt8
        /// Format parameters of Opus, by lower-case name.
        var format: [String: String] = [:]
        var direction = Direction.sendrecv
        var ssrc: UInt32?
        var cname: String?
        var streamID: String?
        var trackID: String?
    }

    /// A data channel section.
    struct Channel: Sendable, Equatable {
        var mid: String
        var sctpPort: UInt16 = 5000
        /// The largest message that its sender accepts; `Int.max` if no limit is given (RFC 8841 §6).
        var maximumMessageBytes = 65_536
        /// `DTLS/SCTP 5000` with `a=sctpmap` (drafts before RFC 8841); an answer echoes it.
        var usesOldSyntax = false
    }

    /// A section that is not used: port 0, or nothing in it that this end supports. It keeps its place in the order.
    struct Rejected: Sendable, Equatable {
        var media: String
        var transport: String
        var formats: String
        var mid: String
    }

    enum Section: Sendable, Equatable {
        case audio(Audio)
        case channel(Channel)
        case rejected(Rejected)

        var mid: String {
            switch self {
            case .audio(let audio): audio.mid
            case .channel(let channel): channel.mid
            case .rejected(let rejected): rejected.mid
            }
        }

        var isRejected: Bool {
            if case .rejected = self { true } else { false }
        }
    }

    var sessionID: UInt64 = 0
    var sections: [Section]
    /// The mids of the bundle group, in order.
    var bundle: [String] = []
    var iceUfrag: String
    var icePassword: String
    var isIceLite = false
    /// SHA-256 of the certificate, 32 bytes.
    var fingerprint: [UInt8]
    var setup: Setup
    var candidates: [IceCandidate] = []
    var hasEndOfCandidates = false

    /// The first audio section in use; nil if there is none or it was refused.
    var audio: Audio? {
        for case .audio(let audio) in sections { return audio }
        return nil
    }

    /// The first data channel section in use; nil if there is none or it was refused.
    var channel: Channel? {
        for case .channel(let channel) in sections { return channel }
        return nil
    }
}

/// What this end contributes to an offer or an answer.
struct LocalMedia: Sendable {
    var sessionID: UInt64
    var iceUfrag: String
    var icePassword: String
    /// SHA-256 of our certificate, 32 bytes.
    var fingerprint: [UInt8]
    var candidates: [IceCandidate]
    var ssrc: UInt32
    var cname = "speaker"
    var maximumMessageBytes = 1 << 20
    var hasAudio = true
    var hasChannel = true
}

extension SessionDescription {
    /// The payload number of Opus in our offers. The answer may not change it, but we use the answer's number anyway.
    static let offeredPayloadType: UInt8 = 111

    /// Our offer. Audio comes first, because candidates and credentials are read from the first section of the bundle.
    static func offer(_ local: LocalMedia) -> SessionDescription {
        var sections: [Section] = []
        if local.hasAudio {
            sections.append(.audio(localAudio(local, mid: "0", payloadType: offeredPayloadType)))
        }
        if local.hasChannel {
            let mid = String(sections.count)
            sections.append(.channel(Channel(mid: mid, maximumMessageBytes: local.maximumMessageBytes)))
        }
        return SessionDescription(
            sessionID: local.sessionID, sections: sections, bundle: sections.map(\.mid), iceUfrag: local.iceUfrag,
            icePassword: local.icePassword, fingerprint: local.fingerprint, setup: .actpass,
            candidates: local.candidates, hasEndOfCandidates: true)
    }

    private static func localAudio(_ local: LocalMedia, mid: String, payloadType: UInt8) -> Audio {
        Audio(
            mid: mid, payloadType: payloadType, format: ["minptime": "10", "useinbandfec": "1"], direction: .sendrecv,
            ssrc: local.ssrc, cname: local.cname, streamID: local.cname, trackID: "microphone")
    }

    /// Our answer to this offer, with the same order, mids and payload number; sections outside their bundle are
    /// refused.
    func answer(_ local: LocalMedia, setup chosen: Setup) throws(SessionDescriptionError) -> SessionDescription {
        switch (setup, chosen) {
        case (.actpass, .active), (.actpass, .passive), (.active, .passive), (.passive, .active): break
        default: throw .unsupported("setup \(chosen.rawValue) in answer to \(setup.rawValue)")
        }
        var hasAudio = false
        var hasChannel = false
        var answered: [Section] = []
        for section in sections {
            let isBundled = sections.count == 1 || bundle.contains(section.mid)
            switch section {
            case .audio(let audio) where local.hasAudio && !hasAudio && isBundled:
                hasAudio = true
                var mine = Self.localAudio(local, mid: audio.mid, payloadType: audio.payloadType)
                mine.direction = audio.direction.reversed
                answered.append(.audio(mine))
            case .channel(let channel) where local.hasChannel && !hasChannel && isBundled:
                hasChannel = true
                var mine = channel
                mine.maximumMessageBytes = local.maximumMessageBytes
                mine.sctpPort = 5000
                answered.append(.channel(mine))
            case .audio, .channel, .rejected:
                answered.append(.rejected(section.refused))
            }
        }
        guard hasAudio || hasChannel else { throw .unsupported("no section that can be answered") }
        return SessionDescription(
            sessionID: local.sessionID, sections: answered,
            bundle: bundle.isEmpty ? [] : answered.filter { !$0.isRejected }.map(\.mid),
            iceUfrag: local.iceUfrag, icePassword: local.icePassword, fingerprint: local.fingerprint, setup: chosen,
            candidates: local.candidates, hasEndOfCandidates: true)
    }

    /// Refuses an answer that does not fit our offer: other sections, nothing that we need accepted, an illegal role.
    func checkAnswer(to offer: SessionDescription) throws(SessionDescriptionError) {
        guard sections.count == offer.sections.count else {
            throw .mismatch("\(sections.count) sections for \(offer.sections.count)")
        }
        for (mine, theirs) in zip(offer.sections, sections) {
            guard theirs.mid.isEmpty || theirs.mid == mine.mid else { throw .mismatch("a section's mid differs") }
            switch (mine, theirs) {
            case (.audio, .audio), (.channel, .channel), (.rejected, .rejected): break
            case (.audio, .rejected): throw .mismatch("audio was refused")
            case (.channel, .rejected): throw .mismatch("the data channel was refused")
            default: throw .mismatch("the sections are in another order")
            }
        }
        let used = sections.filter { !$0.isRejected }.map(\.mid)
        if used.count > 1 {
            guard used.allSatisfy({ bundle.contains($0) }) else { throw .mismatch("the sections are not bundled") }
        }
        switch (offer.setup, setup) {
        case (.actpass, .active), (.actpass, .passive), (.active, .passive), (.passive, .active): break
        default: throw .mismatch("setup \(setup.rawValue) in answer to \(offer.setup.rawValue)")
        }
    }
}

extension SessionDescription.Section {
    /// The same section with port 0.
    fileprivate var refused: SessionDescription.Rejected {
        switch self {
        case .audio(let audio):
            .init(media: "audio", transport: SDPWriter.audioTransport, formats: "\(audio.payloadType)", mid: audio.mid)
        case .channel(let channel):
            .init(
                media: "application",
                transport: channel.usesOldSyntax ? SDPWriter.oldChannelTransport : SDPWriter.channelTransport,
                formats: channel.usesOldSyntax ? "\(channel.sctpPort)" : "webrtc-datachannel", mid: channel.mid)
        case .rejected(let rejected): rejected
        }
    }
}
