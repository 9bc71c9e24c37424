import Foundation
import Hummingbird
import Synchronization

/// ElevenLabs on loopback, as far as gateway-facts §10.4 goes: voices by name, which can fail to be made, be made without an
/// answer, and refuse to be deleted. Safe on any thread.
final class StandInElevenLabs: Sendable {
    static let key = "xi-stand-in-of-the-tests"

    struct State: Sendable {
        /// Names by id.
        var voices: [String: String] = [:]
        var made = 0
        var deleted = 0
        /// Statuses with which the next requests to make a voice are answered instead.
        var faults: [(status: Int, body: String)] = []
        /// Makes the voice, and answers 500: the answer is lost.
        var losesAnswers = false
        /// Deletions that fail before the next one works.
        var failingDeletions = 0
        /// Whether the next voice must be confirmed by a person.
        var wantsVerification = false
        /// What was sent to make voices.
        var bodies: [String] = []
        var spoken: [String] = []
        /// Whether requests wait until it is false again.
        var isHeld = false
        /// Requests that have come.
        var requests = 0
    }

    private let state = Mutex(State())
    let port: Int

    var now: State { state.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Runs one while `body` runs.
    static func with(_ body: (StandInElevenLabs) async throws -> Void) async throws {
        let box = Box()
        try await withLoopbackServer(router(box)) { port in
            let provider = StandInElevenLabs(port: port)
            box.provider.withLock { $0 = provider }
            try await body(provider)
        }
    }

    private final class Box: Sendable { let provider = Mutex<StandInElevenLabs?>(nil) }

    private init(port: Int) { self.port = port }

    private static func router(_ box: Box) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        @Sendable func answer(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
            guard let provider = box.provider.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
            let body = String(buffer: try await request.body.collect(upTo: 8 << 20))
            provider.change { $0.requests += 1 }
            while provider.now.isHeld { try await Task.sleep(for: .milliseconds(10)) }
            let key = request.headers.first { $0.name.rawName.lowercased() == "xi-api-key" }?.value
            guard key == Self.key else { return json("{}", 401) }
            return provider.answer(request, voice: context.parameters.get("id"), body: body)
        }
        router.post("/v1/voices/add", use: answer)
        router.get("/v1/voices", use: answer)
        router.delete("/v1/voices/:id", use: answer)
        router.post("/v1/text-to-speech/:id", use: answer)
        return router
    }

    private static func json(_ text: String, _ status: Int = 200) -> Response {
        Response(
            status: .init(code: status), headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private func answer(_ request: Request, voice: String?, body: String) -> Response {
        state.withLock { state in
            if request.uri.path.hasPrefix("/v1/text-to-speech/") {
                guard let voice, state.voices[voice] != nil else { return Self.json("{}", 404) }
                state.spoken.append(body)
                return Response(
                    status: .ok, headers: [.contentType: "audio/pcm"],
                    body: .init(byteBuffer: ByteBuffer(repeating: 7, count: 48_000)))
            }
            if let voice {
                if state.failingDeletions > 0 {
                    state.failingDeletions -= 1
                    return Self.json("{}", 500)
                }
                guard state.voices.removeValue(forKey: voice) != nil else { return Self.json("{}", 404) }
                state.deleted += 1
                return Self.json(#"{"status":"ok"}"#)
            }
            if request.method == .get {
                let voices = state.voices.map { #"{"voice_id":"\#($0.key)","name":"\#($0.value)","labels":{}}"# }
                return Self.json(#"{"voices":[\#(voices.joined(separator: ","))]}"#)
            }
            state.bodies.append(body)
            if !state.faults.isEmpty {
                let fault = state.faults.removeFirst()
                return Self.json(fault.body, fault.status)
            }
            // The first part is the name.
            let parts = body.components(separatedBy: "\r\n")
            guard let line = parts.firstIndex(of: "Content-Disposition: form-data; name=\"name\""),
                line + 2 < parts.count,
                body.contains("name=\"files\""), body.contains("RIFF") || body.contains("OggS")
            else { return Self.json(#"{"detail":[{"loc":["body"],"msg":"field required"}]}"#, 422) }
            state.made += 1
            let id = "el\(state.made)"
            state.voices[id] = parts[line + 2]
            if state.losesAnswers { return Self.json("{}", 500) }
            return Self.json(#"{"voice_id":"\#(id)","requires_verification":\#(state.wantsVerification)}"#)
        }
    }
}
