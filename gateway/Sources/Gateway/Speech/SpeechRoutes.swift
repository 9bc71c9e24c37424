import GatewayRules
import HTTPTypes
import Hummingbird
import SQLEngines

extension SharedBudget {
    /// Texts that are spoken: they cost no minutes, so they are few.
    static func speech(user: String) -> SharedBudget {
        SharedBudget(bucket: "speech:\(user)", allowance: .perHour(20))
    }
}

extension Store {
    /// Takes one of an allowance that counts over all instances; the wait in milliseconds if there is none.
    func take(_ budget: SharedBudget, of caller: Caller) async throws(EngineError) -> Int64? {
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            let (held, wait) = try SharedBudget.lock([budget], in: transaction)
            if wait == nil { try SharedBudget.take(held, in: transaction) }
            return wait
        }
    }
}

/// A fixed text as sound: a wake message in the companion's voice, or in its owner's own (GATEWAY-7, MIND-4).
struct SpeechRoutes: Sendable {
    static let longestText = 1_000
    /// Those of the Realtime API.
    static let voices: Set<String> = [
        "alloy", "ash", "ballad", "cedar", "coral", "echo", "marin", "sage", "shimmer", "verse",
    ]

    let store: Store
    let authentication: DeviceAuthentication
    let metering: Metering
    let provider: any SpeechProvider
    /// Speaks with owners' own voices; nil: nobody does.
    let maker: VoiceMaker?
    /// The model of each plan.
    let models: @Sendable (Plan) -> String
    let desk: SpeechDesk

    func add(to routes: some RouterMethods<GatewayContext>) {
        routes.post("/mobile/speech") { request, context in try await speak(request, context) }
    }

    private func speak(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try await authentication.caller(of: request, context)
        let body = try await request.json()
        let text = try body.required("text", atMost: Self.longestText)
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Failure.badField("text", "has no word")
        }
        let voice = try body.required("voice", atMost: 128)
        let language = try body.required("language", atMost: 35)
        guard isWord(language, with: "-", of: 1...35) else {
            throw Failure.badField("language", "is no tag of BCP 47")
        }
        let instructions = try body.text("instructions", atMost: 500)
        let entitlement = try await metering.entitlement(of: caller.account)
        guard entitlement.balance.available >= 1 else { throw Failure.quotaExhausted(entitlement) }
        let own = try await ownVoice(voice, of: caller)
        let order = SpeechOrder(
            text: text, voice: voice, language: language, instructions: instructions, model: models(entitlement.plan),
            safetyIdentifier: VoiceOrder(model: "", user: caller.user).safetyIdentifier)
        let key = desk.key([caller.user, text, voice, language, instructions ?? "", order.model])
        let takesWave = request.headers[values: .accept].contains { $0.contains("audio/wav") }
        if let known = await desk.known(key) { return try await answer(known, key, asWave: takesWave) }
        if let wait = try await store.take(.speech(user: caller.user), of: caller) {
            throw Failure.tooMany(.speech, waitMilliseconds: wait)
        }
        let (provider, maker) = (provider, maker)
        let made = await desk.make(key) {
            guard let own else { return await provider.speak(order) }
            guard let maker else { return .failure(.refused("no voice_key")) }
            return await maker.speak(order, voice: own)
        }
        return try await answer(made, key, asWave: takesWave)
    }

    /// The provider's name for an owner's own voice; nil: it is one of everybody's.
    private func ownVoice(_ voice: String, of caller: Caller) async throws -> String? {
        if Self.voices.contains(voice) { return nil }
        guard let own = try await store.voices(of: caller.user).first(where: { $0.id == voice && $0.state == .ready })
        else {
            throw Failure(404, "voice_unknown", "the voice is none of this owner's, or is not ready, or was deleted")
        }
        return own.providerID
    }

    /// - Parameter asWave: Whether WAV was asked for. It is also the answer where libopus is not installed.
    private func answer(
        _ result: Result<Speech, SpeechFailure>, _ key: String, asWave: Bool
    ) async throws -> Response {
        switch result {
        case .success(let speech):
            let ogg = asWave ? nil : await desk.oggOpus(of: speech, key)
            let file = ogg ?? WaveFile.bytes(samples: speech.samples, rate: SpeechReading.rate)
            return Response(
                status: .ok,
                headers: [
                    .contentType: ogg == nil ? "audio/wav" : "audio/ogg; codecs=opus",
                    .vary: "Accept", .aniccaMatch: speech.match?.rawValue ?? "unchecked",
                ], body: .init(byteBuffer: ByteBuffer(bytes: file)))
        case .failure(.reworded):
            throw Failure(422, "reworded", "the provider did not say the text word for word, three times over")
        case .failure(.busy(let wait)): throw Failure.providerBusy(seconds: wait)
        case .failure(.refused(let why)): throw Failure.provider(inside: "speech: \(why)")
        }
    }
}

extension VoiceMaker {
    /// Speaks a text in an owner's voice. It reads what it is given, so there is no transcript to compare.
    func speak(_ order: SpeechOrder, voice: String) async -> Result<Speech, SpeechFailure> {
        // The multilingual models find the language themselves, and refuse to be told.
        let language = model.contains("multilingual") ? nil : order.language.prefix { $0 != "-" }.lowercased()
        switch await textToSpeech(order.text, voice: voice, language: language) {
        case .success(let samples):
            guard samples.count <= SpeechReading.mostBytes, samples.count.isMultiple(of: 2), !samples.isEmpty else {
                return .failure(.refused("samples"))
            }
            return .success(Speech(samples: samples, match: nil))
        case .failure(.busy(let wait)): return .failure(.busy(retryAfter: wait))
        case .failure(.refused): return .failure(.refused("refused"))
        case .failure(.unknown(let code)): return .failure(.refused(code))
        }
    }
}

extension HTTPField.Name {
    static let aniccaMatch = known("Anicca-Transcript-Match")
}
