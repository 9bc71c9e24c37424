import Foundation

/// Why a voice was not made, found or deleted.
enum CloningFailure: Error, Hashable, Sendable {
    /// Not now, and nothing was made. With the seconds that it asked for, if it did.
    case busy(retryAfter: Int64?)
    /// It does not take this recording or text; nothing was made.
    case refused
    /// It failed, or did not answer: it may have been made. A short name for the log and the metrics.
    case unknown(String)
}

/// ElevenLabs, or a service that speaks its language (gateway-facts §10.4).
struct VoiceMaker: Sendable {
    /// Without a slash at the end: "https://api.elevenlabs.io".
    let address: String
    private let key: @Sendable () -> String
    let model: String
    let http: OutgoingHTTP
    let metrics: GatewayMetrics

    /// - Parameter key: Asked for with each request: it may be replaced meanwhile.
    init(
        address: String, key: @autoclosure @escaping @Sendable () -> String, model: String, http: OutgoingHTTP,
        metrics: GatewayMetrics
    ) {
        self.address = address
        self.key = key
        self.model = model
        self.http = http
        self.metrics = metrics
    }

    /// Makes a voice, and returns the provider's name for it.
    /// - Parameter name: Ours, under which it can be found there. It names nobody.
    func add(
        name: String, recording: ArraySlice<UInt8>, type: SoundType
    ) async -> Result<String, CloningFailure> {
        let boundary = "anicca" + base64url16()
        var request = OutgoingRequest(url: address + "/v1/voices/add")
        request.headers = headers("multipart/form-data; boundary=\(boundary)")
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n\(name)\r\n--\(boundary)\r\n"
            + "Content-Disposition: form-data; name=\"files\"; filename=\"\(type.fileName)\"\r\n"
            + "Content-Type: \(type.rawValue)\r\n\r\n"
        request.body = Array(head.utf8) + recording + Array("\r\n--\(boundary)--\r\n".utf8)
        return await send("voice_add", request).flatMap { answer in
            guard let json = try? JSON(parsing: answer.body), case .text(let id)? = json["voice_id"], isCallID(id)
            else {
                return .failure(failed("voice_add", "malformed"))
            }
            // It cannot be used until somebody has read a text aloud on the provider's page: it is found by its name, and
            // deleted.
            if json["requires_verification"] == .bool(true) { return .failure(failed("voice_add", "verification")) }
            return .success(id)
        }
    }

    /// Deletes a voice. What is not there is gone.
    func delete(_ id: String) async -> Result<Void, CloningFailure> {
        guard isCallID(id) else { return .success(()) }
        var request = OutgoingRequest(method: "DELETE", url: address + "/v1/voices/\(id)")
        request.headers = headers("")
        return await send("voice_delete", request, isGone: true).map { _ in () }
    }

    /// The voices of a name.
    func find(name: String) async -> Result<[String], CloningFailure> {
        var request = OutgoingRequest(method: "GET", url: address + "/v1/voices")
        request.headers = headers("")
        return await send("voice_list", request).flatMap { answer in
            guard let json = try? JSON(parsing: answer.body), case .array(let voices)? = json["voices"] else {
                return .failure(failed("voice_list", "malformed"))
            }
            return .success(
                voices.compactMap { voice in
                    guard voice["name"] == .text(name), case .text(let id)? = voice["voice_id"], isCallID(id) else {
                        return nil
                    }
                    return id
                })
        }
    }

    /// A text in a voice: 16-bit PCM, 24 kHz.
    func textToSpeech(_ text: String, voice: String, language: String?) async -> Result<[UInt8], CloningFailure> {
        guard isCallID(voice) else { return .failure(.refused) }
        var request = OutgoingRequest(url: address + "/v1/text-to-speech/\(voice)?output_format=pcm_24000")
        request.headers = headers("application/json")
        let body = JSON.members([
            "text": .text(text), "model_id": .text(model), "language_code": language.map(JSON.text),
        ])
        request.body = Array(body.encoded.utf8)
        return await send("voice_speech", request).map(\.body)
    }

    /// An empty type is left out by libcurl.
    private func headers(_ type: String) -> [(name: String, value: String)] {
        [("xi-api-key", key()), ("Content-Type", type)]
    }

    /// - Parameter isGone: Whether 404 is as good as done.
    private func send(
        _ call: String, _ request: OutgoingRequest, isGone: Bool = false
    ) async -> Result<OutgoingAnswer, CloningFailure> {
        let started = ContinuousClock.now
        let result = await http.send(request)
        metrics.provider(call: call, elapsed: started.duration(to: .now))
        switch result {
        case .failure(.busy):
            metrics.providerError(call: call, code: "queue")
            return .failure(.busy(retryAfter: nil))
        case .failure(let failure): return .failure(failed(call, failure.label))
        case .success(let answer):
            switch answer.status {
            case 200..<300: return .success(answer)
            case 404 where isGone: return .success(answer)
            // An older way to say the same.
            case 400 where isGone && String(decoding: answer.body, as: UTF8.self).contains("voice_does_not_exist"):
                return .success(answer)
            case 429:
                metrics.providerError(call: call, code: "429")
                return .failure(.busy(retryAfter: answer.header("retry-after").flatMap { Int64($0) }))
            case 400, 413, 422:
                metrics.providerError(call: call, code: String(answer.status))
                return .failure(.refused)
            default: return .failure(failed(call, String(answer.status)))
            }
        }
    }

    private func failed(_ call: String, _ code: String) -> CloningFailure {
        metrics.providerError(call: call, code: code)
        return .unknown(code)
    }
}
