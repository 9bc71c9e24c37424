import Crypto
import GatewayRules
import HTTPTypes
import Hummingbird

/// A voice made of its owner's own recording (MIND-9, GATEWAY-7). The recordings are in memory only while they are checked
/// and sent on.
struct VoiceRoutes: Sendable {
    static let largestBody = 4 << 20
    /// Uploads at once in one instance: each is up to 4 MiB, twice.
    static let mostUploads = 8
    static let recordingMilliseconds = 1_000...30_000
    static let consentMilliseconds = 500...30_000

    let store: Store
    let authentication: DeviceAuthentication
    let metering: Metering
    /// Nil: nobody makes voices here.
    let maker: VoiceMaker?
    let wakeUp: WakeUp
    let uploads: ConcurrencyLimit

    func add(to routes: some RouterMethods<GatewayContext>) {
        routes.post("/mobile/voice") { request, context in try await make(request, context) }
        routes.get("/mobile/voice") { request, context in
            let caller = try await authentication.caller(of: request, context)
            let voices = try await store.voices(of: caller.user)
            return Response(json: .members(["voices": .array(voices.map(\.json))]))
        }
        routes.delete("/mobile/voice/:id") { request, context in
            let caller = try await authentication.caller(of: request, context)
            let id = context.parameters.get("id") ?? ""
            guard isCallID(id) else { throw Self.unknown }
            switch try await store.deleteVoice(id, of: caller) {
            case .unknown: throw Self.unknown
            case .gone: return Response(status: .noContent)
            case .asked:
                wakeUp.wake()
                return Response(
                    json: .members(["voice_id": .text(id), "state": .text(OwnVoice.State.deleting.rawValue)]),
                    status: .accepted)
            }
        }
    }

    private static let unknown = Failure(404, "voice_unknown", "the voice was never this owner's")

    // MARK: - Making one

    private func make(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try await authentication.caller(of: request, context)
        guard let maker else {
            throw Failure(403, "voices_off", "this gateway makes no voices: whoever runs it has not set voice_key")
        }
        guard let key = try request.word(.idempotencyKey, atMost: 128) else {
            throw Failure.badRequest("Idempotency-Key is missing")
        }
        // Before the body is read. It is asked again when the voice is begun.
        guard try await metering.entitlement(of: caller.account).plan != .free else { throw Self.planFailure }
        guard uploads.enter() else {
            throw Failure.unavailable("too many recordings are being sent", inside: "uploads at once")
        }
        defer { uploads.leave() }
        let upload = try await Self.upload(in: request)
        let ask = VoiceAsk(
            caller: caller, key: key, name: upload.name, consentText: upload.consentText,
            consentHash: base64url(SHA256.hash(data: upload.body[upload.consent])))
        switch try await store.begin(ask) {
        case .known(let voice): return Response(json: voice.json, status: .created)
        case .atWork:
            throw Failure(409, "voice_at_work", "the same request is being carried out", retryAfter: 10)
        case .taken: throw Failure(409, "voice_taken", "the account has a voice; delete it first")
        case .plan: throw Self.planFailure
        case .tooOften(let wait): throw Failure.tooMany(.voice, waitMilliseconds: wait)
        case .begun(let id):
            return try await finish(
                id,
                await maker.add(
                    name: id, recording: upload.body[upload.recording], type: upload.recordingType))
        }
    }

    private static let planFailure = Failure(403, "plan", "the plan has no voice of one's own")

    private func finish(_ id: String, _ result: Result<String, CloningFailure>) async throws -> Response {
        switch result {
        case .success(let provider):
            guard let voice = try await store.keep(id, providerID: provider) else {
                wakeUp.wake()
                throw Failure(409, "voice_deleted", "the voice was deleted while it was being made")
            }
            return Response(json: voice.json, status: .created)
        case .failure(.refused):
            try await store.giveUp(id, mayExist: false)
            throw Failure(422, "voice_refused", "the provider does not take this recording")
        case .failure(.busy(let wait)):
            try await store.giveUp(id, mayExist: false)
            throw Failure.providerBusy(seconds: wait)
        case .failure(.unknown(let why)):
            try await store.giveUp(id, mayExist: true)
            wakeUp.wake()
            throw Failure.provider(inside: "voices: \(why)")
        }
    }

    // MARK: - What was sent

    private struct Upload {
        let body: [UInt8]
        let recording: Range<Int>
        let recordingType: SoundType
        let consent: Range<Int>
        let consentText: String
        let name: String
    }

    private static func upload(in request: Request) async throws -> Upload {
        guard request.mediaType == "multipart/form-data" else {
            throw Failure(415, "unsupported_media_type", "multipart/form-data is needed")
        }
        guard let boundary = request.headers[.contentType].flatMap({ MultipartForm.boundary(of: $0) }) else {
            throw Failure.badRequest("the boundary of multipart/form-data is missing")
        }
        let body = try await request.bytes(upTo: largestBody)
        let form: MultipartForm
        do throws(MultipartForm.Fault) { form = try MultipartForm(body, boundary: boundary) } catch {
            throw Failure.badRequest("the body is no multipart/form-data of at most \(MultipartForm.mostParts) parts")
        }
        let (recording, type) = try sound("recording", form, body, recordingMilliseconds, [.wave, .oggOpus])
        let (consent, _) = try sound("consent", form, body, consentMilliseconds, [.wave])
        return Upload(
            body: body, recording: recording, recordingType: type, consent: consent,
            consentText: try text("consent_text", form, body, atMost: 500),
            name: try text("name", form, body, atMost: 64))
    }

    private static func part(_ name: String, _ form: MultipartForm) throws(Failure) -> Range<Int> {
        guard let part = form[name], !part.isEmpty else { throw .badField(name, "is missing") }
        return part
    }

    private static func sound(
        _ name: String, _ form: MultipartForm, _ body: [UInt8], _ bounds: ClosedRange<Int>, _ types: [SoundType]
    ) throws(Failure) -> (Range<Int>, SoundType) {
        let part = try part(name, form)
        for type in types {
            guard let milliseconds = type.milliseconds(of: body[part]) else { continue }
            guard bounds.contains(milliseconds) else {
                throw .badField(
                    name, "is shorter than \(bounds.lowerBound) ms or longer than \(bounds.upperBound / 1000) s")
            }
            return (part, type)
        }
        let kinds = types.map(\.words).joined(separator: " or ")
        throw Failure(415, "unsupported_media_type", "\(name) is no \(kinds), whole, with 1 or 2 channels")
    }

    private static func text(
        _ name: String, _ form: MultipartForm, _ body: [UInt8], atMost maximum: Int
    ) throws(Failure) -> String {
        guard let text = String(validating: body[try part(name, form)], as: UTF8.self),
            text.unicodeScalars.count <= maximum, text.unicodeScalars.allSatisfy({ !$0.isUnprintable })
        else { throw .badField(name, "is no line of UTF-8 of at most \(maximum) characters") }
        return text
    }
}

/// What a recording may be.
enum SoundType: String, Sendable {
    case wave = "audio/wav"
    case oggOpus = "audio/ogg"

    var fileName: String { self == .wave ? "voice.wav" : "voice.ogg" }

    fileprivate var words: String { self == .wave ? "WAV file of 16-bit PCM" : "Ogg file of Opus" }

    /// Nil: the bytes are no such file.
    fileprivate func milliseconds(of bytes: ArraySlice<UInt8>) -> Int? {
        switch self {
        case .wave: WaveFile(bytes)?.milliseconds
        case .oggOpus: OggOpusFile.milliseconds(of: bytes)
        }
    }
}

extension OwnVoice {
    fileprivate var json: JSON {
        .members([
            "voice_id": .text(id), "state": .text(state.rawValue), "name": .text(name),
            "created_at": .integer(createdAt / 1000),
        ])
    }
}
