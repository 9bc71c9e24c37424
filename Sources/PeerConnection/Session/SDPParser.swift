/// Reads offers and answers of many dialects; strict where a wrong guess would leave us unconnected, lenient elsewhere.
///
/// Unknown lines and attributes are ignored. Everything is bounded: bytes, lines, sections, candidates, parameters.
struct SDPParser {
    enum Limit {
        static let bytes = 64 * 1024
        static let lines = 2048
        static let sections = 16
        static let candidates = 64
        static let formats = 64
        static let parameters = 32
    }

    /// Attributes that may appear at session level or in a section.
    private struct Transport {
        var ufrag: String?
        var password: String?
        var fingerprint: [UInt8]?
        var hasOtherFingerprint = false
        var setup: SessionDescription.Setup?
        var direction: SessionDescription.Direction?
        var candidates: [IceCandidate] = []
        var hasEndOfCandidates = false
        var isIceLite = false
    }

    private struct Media {
        var media: String
        var port: Int
        var transport: String
        var formats: [Substring]
        var mid = ""
        var isBundleOnly = false
        var hasRTCPMux = false
        var opusPayloads: [UInt8] = []
        var parameters: [UInt8: Substring] = [:]
        var ssrc: UInt32?
        var cname: String?
        var streamID: String?
        var trackID: String?
        var sctpPort: UInt16?
        var hasChannelMap = false
        var maximumMessageBytes: Int?
        var shared = Transport()
    }

    private var kind: SessionDescription.Kind
    private var session = Transport()
    private var media: [Media] = []
    private var bundle: [String] = []
    private var sessionID: UInt64 = 0
    private var candidateCount = 0

    private init(kind: SessionDescription.Kind) { self.kind = kind }

    static func parse(
        _ bytes: UnsafeRawBufferPointer, as kind: SessionDescription.Kind
    ) throws(SessionDescriptionError) -> SessionDescription {
        guard bytes.count <= Limit.bytes else { throw .tooLong(bytes: bytes.count) }
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else { throw .notText }
        var parser = SDPParser(kind: kind)
        var number = 0
        for raw in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard number <= Limit.lines else { throw .tooManyLines }
            var line = Substring(raw)
            while line.utf8.last == 13 || line.utf8.last == 32 { line = Substring(line.utf8.dropLast()) }
            if number == 1 {
                guard line == "v=0" else { throw .notSessionDescription }
                continue
            }
            guard !line.isEmpty else { continue }
            // A lone CR could smuggle a line into text that we echo.
            guard line.utf8.allSatisfy({ $0 >= 32 || $0 == 9 }) else {
                throw .malformed(line: number, "a control character")
            }
            try parser.take(line, number: number)
        }
        return try parser.finish()
    }

    private mutating func take(_ line: Substring, number: Int) throws(SessionDescriptionError) {
        let bytes = line.utf8
        guard bytes.count >= 2, let type = bytes.first, (97...122).contains(type), bytes.dropFirst().first == 61 else {
            throw .malformed(line: number, "not of the form x=…")
        }
        let value = Substring(bytes.dropFirst(2))
        switch type {
        case UInt8(ascii: "o"):
            let words = value.split(separator: " ", maxSplits: 6)
            if words.count > 1, let id = UInt64(words[1]) { sessionID = id }
        case UInt8(ascii: "m"): try startSection(value, number: number)
        case UInt8(ascii: "a"): try takeAttribute(value, number: number)
        default: break
        }
    }

    private mutating func startSection(_ value: Substring, number: Int) throws(SessionDescriptionError) {
        guard media.count < Limit.sections else { throw .unsupported("more than \(Limit.sections) sections") }
        let words = value.split(separator: " ", maxSplits: Limit.formats + 3)
        guard words.count >= 4, SDPText.isToken(words[0], maximumBytes: 32), words[2].utf8.count <= 64 else {
            throw .malformed(line: number, "not a media section")
        }
        // A port may be followed by a count ("9/2", RFC 8866 §5.14).
        guard let port = words[1].split(separator: "/").first.flatMap({ UInt16($0) }) else {
            throw .malformed(line: number, "not a port")
        }
        media.append(
            Media(
                media: String(words[0]), port: Int(port), transport: String(words[2]),
                formats: Array(words[3...].prefix(Limit.formats))))
    }

    private mutating func takeAttribute(_ value: Substring, number: Int) throws(SessionDescriptionError) {
        let name: Substring
        let rest: Substring
        if let colon = value.utf8.firstIndex(of: UInt8(ascii: ":")) {
            name = value[..<colon]
            rest = Substring(value[value.utf8.index(after: colon)...].drop { $0 == " " })
        } else {
            name = value
            rest = ""
        }
        if try takeShared(name, rest, number: number) { return }
        if media.isEmpty {
            if name == "group" {
                let words = rest.split(separator: " ", maxSplits: Limit.sections + 1)
                if words.first == "BUNDLE", bundle.isEmpty { bundle = words.dropFirst().map(String.init) }
            }
            return
        }
        try takeMedia(name, rest, number: number)
    }

    /// Reads attributes that may appear at either level; returns true if it was one.
    private mutating func takeShared(
        _ name: Substring, _ value: Substring, number: Int
    ) throws(SessionDescriptionError) -> Bool {
        let at = media.count - 1
        var shared = at < 0 ? session : media[at].shared
        switch name {
        case "ice-ufrag":
            guard (4...256).contains(value.utf8.count), value.utf8.allSatisfy(SDPText.isIceCharacter) else {
                throw .malformed(line: number, "ice-ufrag")
            }
            shared.ufrag = String(value)
        case "ice-pwd":
            guard (22...256).contains(value.utf8.count), value.utf8.allSatisfy(SDPText.isIceCharacter) else {
                throw .malformed(line: number, "ice-pwd")
            }
            shared.password = String(value)
        case "ice-lite": shared.isIceLite = true
        case "fingerprint":
            let words = value.split(separator: " ", maxSplits: 2)
            guard words.count == 2 else { throw .malformed(line: number, "fingerprint") }
            guard words[0].lowercased() == "sha-256" else {
                shared.hasOtherFingerprint = true
                break
            }
            guard let digest = Self.digest(words[1]) else { throw .malformed(line: number, "fingerprint") }
            if shared.fingerprint == nil { shared.fingerprint = digest }
        case "setup":
            guard let setup = SessionDescription.Setup(rawValue: value.lowercased()) else {
                throw .malformed(line: number, "setup")
            }
            shared.setup = setup
        case "candidate":
            candidateCount += 1
            // The rest is ignored: peers list the candidates that they prefer first.
            if candidateCount <= Limit.candidates, let candidate = IceCandidate.parse("candidate:" + value) {
                shared.candidates.append(candidate)
            }
        case "end-of-candidates": shared.hasEndOfCandidates = true
        case "sendrecv", "sendonly", "recvonly", "inactive":
            shared.direction = SessionDescription.Direction(rawValue: String(name))
        default: return false
        }
        if at < 0 { session = shared } else { media[at].shared = shared }
        return true
    }

    private mutating func takeMedia(
        _ name: Substring, _ value: Substring, number: Int
    ) throws(SessionDescriptionError) {
        let at = media.count - 1
        switch name {
        case "mid":
            guard SDPText.isToken(value) else { throw .malformed(line: number, "mid") }
            guard !media.contains(where: { $0.mid == value }) else { throw .malformed(line: number, "mid given twice") }
            media[at].mid = String(value)
        case "bundle-only": media[at].isBundleOnly = true
        case "rtcp-mux", "rtcp-mux-only": media[at].hasRTCPMux = true
        case "rtpmap":
            let words = value.split(separator: " ", maxSplits: 2)
            guard words.count >= 2, let payload = UInt8(words[0]), payload < 128 else {
                throw .malformed(line: number, "rtpmap")
            }
            let coding = words[1].lowercased()
            if coding == "opus/48000/2" || coding == "opus/48000", media[at].opusPayloads.count < Limit.formats {
                media[at].opusPayloads.append(payload)
            }
        case "fmtp":
            let words = value.split(separator: " ", maxSplits: 1)
            if words.count == 2, let payload = UInt8(words[0]), payload < 128 {
                media[at].parameters[payload] = words[1]
            }
        case "ssrc":
            let words = value.split(separator: " ", maxSplits: 1)
            guard let first = words.first, let ssrc = UInt32(first) else { throw .malformed(line: number, "ssrc") }
            if media[at].ssrc == nil { media[at].ssrc = ssrc }
            if words.count == 2, words[1].hasPrefix("cname:"), media[at].ssrc == ssrc {
                media[at].cname = Self.bounded(words[1].dropFirst("cname:".count))
            }
        case "msid":
            let words = value.split(separator: " ", maxSplits: 2)
            if let stream = words.first { media[at].streamID = Self.bounded(stream) }
            if words.count > 1 { media[at].trackID = Self.bounded(words[1]) }
        case "sctp-port":
            guard let port = UInt16(value), port > 0 else { throw .malformed(line: number, "sctp-port") }
            media[at].sctpPort = port
        case "sctpmap": media[at].hasChannelMap = true
        case "max-message-size":
            guard let size = UInt64(value) else { throw .malformed(line: number, "max-message-size") }
            media[at].maximumMessageBytes = size == 0 ? .max : Int(clamping: size)
        default: break
        }
    }

    private static func bounded(_ text: Substring) -> String { String(text.prefix(128)) }

    /// Thirty-two bytes out of `AB:CD:…`.
    private static func digest(_ text: Substring) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 33, omittingEmptySubsequences: false)
        guard parts.count == 32 else { return nil }
        var digest: [UInt8] = []
        for part in parts {
            guard part.count == 2, let high = part.first, let low = part.last, SDPText.isHexDigit(high),
                SDPText.isHexDigit(low)
            else { return nil }
            digest.append(SDPText.value(ofHexDigit: high) << 4 | SDPText.value(ofHexDigit: low))
        }
        return digest
    }

    private func finish() throws(SessionDescriptionError) -> SessionDescription {
        guard !media.isEmpty else { throw .missing("media section") }
        var sections: [SessionDescription.Section] = []
        var used: [Transport] = []
        for section in media {
            let parsed = try parsedSection(section)
            sections.append(parsed)
            if !parsed.isRejected { used.append(section.shared) }
        }
        // The transport of a bundle is that of its first section; values missing there are at session level.
        guard let first = used.first else { throw .unsupported("no section that can be used") }
        guard let ufrag = first.ufrag ?? session.ufrag else { throw .missing("ice-ufrag") }
        guard let password = first.password ?? session.password else { throw .missing("ice-pwd") }
        guard let fingerprint = first.fingerprint ?? session.fingerprint else {
            if first.hasOtherFingerprint || session.hasOtherFingerprint {
                throw .unsupported("fingerprints without sha-256")
            }
            throw .missing("fingerprint")
        }
        guard let setup = first.setup ?? session.setup ?? (kind == .offer ? .actpass : nil) else {
            throw .missing("setup")
        }
        return SessionDescription(
            sessionID: sessionID, sections: sections, bundle: bundle, iceUfrag: ufrag, icePassword: password,
            isIceLite: session.isIceLite || first.isIceLite, fingerprint: fingerprint, setup: setup,
            candidates: first.candidates.isEmpty ? session.candidates : first.candidates,
            hasEndOfCandidates: first.hasEndOfCandidates || session.hasEndOfCandidates)
    }

    private func parsedSection(_ section: Media) throws(SessionDescriptionError) -> SessionDescription.Section {
        let formats = section.formats.joined(separator: " ")
        let rejected = SessionDescription.Section.rejected(
            .init(media: section.media, transport: section.transport, formats: formats, mid: section.mid))
        // Port 0 refuses a section, unless an offer says that the section exists in the bundle only (RFC 9143 §7.2).
        guard section.port != 0 || (kind == .offer && section.isBundleOnly) else { return rejected }
        switch section.media {
        case "audio":
            let listed = section.formats.compactMap { UInt8($0) }
            guard section.transport.contains("TLS/RTP/SAVP") || section.transport.hasPrefix("RTP/SAVP"),
                let payload = listed.first(where: { section.opusPayloads.contains($0) })
            else { return rejected }
            guard section.hasRTCPMux else { throw .unsupported("RTCP on a separate port") }
            return .audio(
                .init(
                    mid: section.mid, payloadType: payload, format: Self.parameters(section.parameters[payload] ?? ""),
                    direction: section.shared.direction ?? session.direction ?? .sendrecv, ssrc: section.ssrc,
                    cname: section.cname, streamID: section.streamID, trackID: section.trackID))
        case "application":
            var channel = SessionDescription.Channel(mid: section.mid)
            if let maximum = section.maximumMessageBytes { channel.maximumMessageBytes = maximum }
            switch section.transport {
            case "UDP/DTLS/SCTP", "TCP/DTLS/SCTP":
                guard formats == "webrtc-datachannel" else { return rejected }
                channel.sctpPort = section.sctpPort ?? 5000
            case "DTLS/SCTP":
                guard let port = section.formats.first.flatMap({ UInt16($0) }), port > 0 else { return rejected }
                channel.sctpPort = port
                channel.usesOldSyntax = true
            default: return rejected
            }
            return .channel(channel)
        default: return rejected
        }
    }

    private static func parameters(_ text: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        for part in text.split(separator: ";", maxSplits: Limit.parameters) where parameters.count < Limit.parameters {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard let name = pair.first?.drop(while: { $0 == " " }), SDPText.isToken(name, maximumBytes: 32) else {
                continue
            }
            let value = pair.count > 1 ? pair[1].prefix(64) : ""
            guard value.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { continue }
            parameters[name.lowercased()] = String(value)
        }
        return parameters
    }
}

extension SessionDescription {
    /// Reads an offer or an answer; throws one clear error for anything that cannot be used.
    package static func parse(_ text: String, as kind: Kind) throws(SessionDescriptionError) -> SessionDescription {
        var copy = text
        var result: Result<SessionDescription, SessionDescriptionError> = .failure(.notText)
        copy.withUTF8 { utf8 in result = Self.parsed(UnsafeRawBufferPointer(utf8), as: kind) }
        return try result.get()
    }

    /// Reads an offer or an answer from raw bytes.
    package static func parse(bytes: UnsafeRawBufferPointer, as kind: Kind) throws(SessionDescriptionError)
        -> SessionDescription
    {
        try SDPParser.parse(bytes, as: kind)
    }

    private static func parsed(
        _ bytes: UnsafeRawBufferPointer, as kind: Kind
    ) -> Result<SessionDescription, SessionDescriptionError> {
        do { return .success(try SDPParser.parse(bytes, as: kind)) } catch { return .failure(error) }
    }
}
