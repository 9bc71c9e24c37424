import Bedside
import Cloud

/// The gateway's protocol about an owner's own voice (MIND-9, gateway/README.md).
extension GatewayWire {
    private static let voice = "/mobile/voice"
    /// A recording of 30 s and a consent take a while on a slow line; the rules give up later.
    private static let uploadMilliseconds = 120_000
    private static let speechMilliseconds = 60_000
    /// The gateway's own bound for an upload.
    static let maximumUploadBytes = 4 << 20
    /// The longest clip that is kept: at 24 kHz, 16 bits each, and with a header.
    static let maximumClipMilliseconds = 20_000
    private static let maximumSpeechBytes = maximumClipMilliseconds * 48 + 1024

    /// Has a voice made, or finds the one that the same key has made.
    func makeVoice(_ form: MultipartBody, key: String) -> HTTPRequest {
        var request = request(.post, Self.voice, form.bytes, form.contentType)
        request.headers.append((name: "Idempotency-Key", value: key))
        request.timeoutMilliseconds = Self.uploadMilliseconds
        return request
    }

    /// Whether this gateway makes voices: it says `voices_off` before it misses the key, without which it makes none.
    func tryVoices() -> HTTPRequest { request(.post, Self.voice, [], "application/json") }

    /// The time for each request of a check: three of them are answered within 15 s.
    static let checkMilliseconds = 4_500

    func voices() -> HTTPRequest { request(.get, Self.voice) }

    func deleteVoice(_ id: String) -> HTTPRequest { request(.delete, "\(Self.voice)/\(Self.escaped(id))") }

    /// A text as sound: as WAV, which loses nothing before it is matched in loudness and kept.
    func speak(_ text: String, voice: String, language: String) -> HTTPRequest {
        let body = JSONValue.object(["text": .text(text), "voice": .text(voice), "language": .text(language)])
        var request = request(.post, "/mobile/speech", body.encoded, "application/json")
        request.headers.append((name: "Accept", value: "audio/wav"))
        request.timeoutMilliseconds = Self.speechMilliseconds
        request.maximumResponseBytes = Self.maximumSpeechBytes
        return request
    }
}

extension GatewayAnswer.Body {
    /// A voice as the gateway lists it.
    struct Voice: Hashable, Sendable {
        enum State: String, Sendable { case creating, ready, deleting }
        var id: String
        var state: State
        /// A random name that this speaker made up. It says nothing about the owner.
        var name: String

        /// Nil if the value is not a voice. A name that cannot be read is not one of ours.
        init?(_ value: JSONValue) {
            guard let id = value["voice_id"]?.text, (1...OwnerVoice.maximumNameBytes).contains(id.utf8.count),
                id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                let state = value["state"]?.text.flatMap({ State(rawValue: $0) })
            else { return nil }
            (self.id, self.state, name) = (id, state, value["name"]?.text ?? "")
        }
    }

    /// The voice that the answer is about.
    var voice: Voice? { Voice(value) }

    /// All of the owner's voices; nil if the answer is not a list of them.
    var voices: [Voice]? {
        guard case .list(let values)? = value["voices"], values.count <= 64 else { return nil }
        return values.compactMap { Voice($0) }
    }

    /// The plan's name, from the answer about minutes.
    var plan: String? { (value["entitlement"]?["plan"] ?? value["plan"])?.text }
}

extension VoiceAnswer {
    /// What an upload was answered. Only the gateway's own codes end it: an error of something else on the way may pass.
    init(_ answer: GatewayAnswer) {
        self =
            switch answer {
            case .body(let body):
                switch body.voice?.state {
                case .ready: body.voice.map { .made(id: $0.id) } ?? .failed(retryAfterSeconds: nil)
                case .deleting: .deleted
                case .creating: .failed(retryAfterSeconds: 10)
                case nil: .failed(retryAfterSeconds: nil)
                }
            case .tokenRefused: .signedOut
            case .refused(403, "plan", _): .plan
            case .refused(403, "voices_off", _): .off
            case .refused(404, "not_found", _), .refused(405, _, _): .off
            case .refused(409, "voice_taken", _): .taken
            case .refused(409, "voice_deleted", _): .deleted
            case .refused(409, _, let seconds), .refused(429, _, let seconds):
                .failed(retryAfterSeconds: seconds)
            case .refused(400..<500, let code, let seconds):
                code.isEmpty ? .failed(retryAfterSeconds: seconds) : .refused
            case .refused(_, _, let seconds): .failed(retryAfterSeconds: seconds)
            case .noGateway, .unreached: .failed(retryAfterSeconds: nil)
            }
    }
}

extension VoiceSearch {
    /// What became of the voice that was sent under this name.
    init(_ answer: GatewayAnswer, name: String) {
        switch answer {
        case .body(let body):
            guard let voices = body.voices else {
                self = .failed(retryAfterSeconds: nil)
                return
            }
            switch voices.first(where: { $0.name == name && $0.state != .deleting }) {
            case let voice? where voice.state == .ready: self = .ready(id: voice.id)
            case .some: self = .atWork
            case nil: self = .absent
            }
        case .refused(_, _, let seconds): self = .failed(retryAfterSeconds: seconds)
        case .tokenRefused, .noGateway, .unreached: self = .failed(retryAfterSeconds: nil)
        }
    }
}

extension VoiceDeletionAnswer {
    /// A deletion is done only if the gateway itself says so.
    init(_ result: Result<HTTPResponse, HTTPFailure>?) {
        guard let result else {
            self = .failed(retryAfterSeconds: nil)
            return
        }
        if case .success(let response) = result, response.status == 204 {
            self = .gone
            return
        }
        switch GatewayAnswer(result) {
        case .body(let body): self = body.voice(isState: "deleting") ? .accepted : .failed(retryAfterSeconds: nil)
        case .refused(404, "voice_unknown", _): self = .gone
        case .refused(_, _, let seconds): self = .failed(retryAfterSeconds: seconds)
        case .tokenRefused, .noGateway, .unreached: self = .failed(retryAfterSeconds: nil)
        }
    }
}

extension GatewayAnswer.Body {
    fileprivate func voice(isState state: String) -> Bool { value["state"]?.text == state }
}

extension VoiceClipOutcome {
    /// Why there is no clip; nil if the gateway has sent one.
    init?(refusalIn result: Result<HTTPResponse, HTTPFailure>?) {
        guard let result else {
            self = .failed(retryAfterSeconds: nil)
            return
        }
        if case .success(let response) = result, response.status == 200 { return nil }
        switch GatewayAnswer(result) {
        case .refused(404, "voice_unknown", _): self = .unknownVoice
        case .refused(400, let code, _) where !code.isEmpty, .refused(413, let code, _) where !code.isEmpty,
            .refused(422, let code, _) where !code.isEmpty:
            self = .refused
        case .refused(_, _, let seconds): self = .failed(retryAfterSeconds: seconds)
        case .body, .tokenRefused, .noGateway, .unreached: self = .failed(retryAfterSeconds: nil)
        }
    }
}
