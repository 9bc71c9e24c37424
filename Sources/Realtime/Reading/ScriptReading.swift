import Bedside

/// One session in which the service reads a text: bytes in, bytes out (MIND-4).
///
/// Theory of operation. The session hears nothing. Once it is configured, a response is asked for beside the conversation
/// ("out of band"), recognised by its `metadata`. Its sound is used only if its transcript is the text word for word;
/// otherwise it is asked for again, three times in all. So it is if anything was lost or spoiled on the way: a shorter
/// message might say something else. Whatever else the service sends is ignored.
struct ScriptReading: Sendable {
    static let attempts = 3
    static let purpose = "reading"
    /// From the first byte to the end, whatever the service does.
    static let wholeLimit = TimeSpan.seconds(45)
    static let attemptLimit = TimeSpan.seconds(15)
    static let maximumConfigurations = 5
    /// One token of sound is 50 ms; the rest is for the transcript and the model's thoughts.
    static let maximumOutputTokens = 1500
    static let samplesPerMillisecond = 24
    private static let maximumSamples = ReadingRequest.maximumMilliseconds * samplesPerMillisecond
    /// Three readings, and as much again for everything else.
    static let maximumBytes = 6 << 20
    private static let shortestSamples = 300 * samplesPerMillisecond
    /// About -40 dBFS: nothing below it is a voice.
    private static let audiblePeak: Int16 = 330

    typealias Input = SocketInput

    private struct Attempt: Sendable {
        var number: Int
        /// Our `response.create`.
        var event: String
        var until: BootTime
        /// The service's name for the response.
        var response: String?
        var samples: [Int16] = []
        /// It cannot be used, whatever its transcript says: it is too long, or some of it is missing.
        var isSpoiled = false

        func isOurs(_ tag: ServerEvent.ResponseTag?) -> Bool {
            tag == ServerEvent.ResponseTag(purpose: ScriptReading.purpose, talk: "\(number)")
        }

        mutating func hear(_ pcm: [UInt8]) {
            guard !isSpoiled, pcm.count.isMultiple(of: 2),
                samples.count + pcm.count / 2 <= ScriptReading.maximumSamples
            else {
                isSpoiled = true
                samples = []
                return
            }
            for at in stride(from: 0, to: pcm.count - 1, by: 2) {
                samples.append(Int16(truncatingIfNeeded: Int(pcm[at]) | Int(pcm[at + 1]) << 8))
            }
        }
    }

    private enum Phase: Sendable {
        /// Can go to `configuring`, `over`.
        case awaitingCreated
        /// Can go to `reading`, `over`.
        case configuring(event: String, count: Int)
        /// Can go to `over`.
        case reading(Attempt)
        /// Final.
        case over
    }

    private let request: ReadingRequest
    private var settings: SessionSettings
    private let until: BootTime
    private var phase = Phase.awaitingCreated
    private var events = 0
    private var receivedBytes = 0
    private var outbox: [[UInt8]] = []
    /// The reading, 24 kHz mono; nil until it is over.
    private(set) var result: Result<[Int16], ReadingFailure>?

    init(_ request: ReadingRequest, model: String, reasoningEffort: String?, at now: BootTime) {
        self.request = request
        settings = SessionSettings(
            model: model, voice: request.voice, instructions: ReadingRequest.instructions, language: "",
            transcriptionModel: nil, noiseReduction: nil, turnDetection: .serverVAD(), reasoningEffort: reasoningEffort,
            tools: [])
        until = now + Self.wholeLimit
        if request.text.utf8.count > ReadingRequest.maximumTextBytes { end(.failure(.tooLong)) }
    }

    /// Takes what is to be sent.
    mutating func takeOutbox() -> [[UInt8]] {
        defer { outbox = [] }
        return outbox
    }

    mutating func handle(_ input: Input, at now: BootTime) {
        guard result == nil else { return }
        guard now < until else { return end(.failure(.service(.silent))) }
        receivedBytes += input.bytes
        guard receivedBytes <= Self.maximumBytes else { return end(.failure(.notAsWritten)) }
        // Also while one event follows the other, as when the service never ends what it says.
        if case .reading(let attempt) = phase, attempt.until <= now { again(after: attempt, at: now) }
        switch input {
        case .message(let bytes):
            if let event = try? ServerEvent.decode(bytes) {
                handle(event, at: now)
            } else {
                // It may have been a piece of the sound.
                update { $0.isSpoiled = true }
            }
        case .oversized: update { $0.isSpoiled = true }
        case .ended(let failure): end(.failure(.service(failure)))
        case .tick: break
        }
    }

    private mutating func handle(_ event: ServerEvent, at now: BootTime) {
        switch event {
        case .error(let error): handle(error)
        case .sessionCreated: if case .awaitingCreated = phase { configure(count: 1) }
        case .sessionUpdated: if case .configuring = phase { ask(1, at: now) }
        case .responseCreated(let id, let tag):
            update { if $0.isOurs(tag) { $0.response = id } }
        case .audio(let response, _, _, let pcm):
            update { if $0.response == response { $0.hear(pcm) } }
        case .responseDone(let response):
            guard case .reading(let attempt) = phase, attempt.isOurs(response.tag) else { return }
            judge(response, attempt, at: now)
        case .speechStarted, .speechStopped, .itemAdded, .ownerTranscript, .outputItemAdded, .companionDelta,
            .companionTranscript, .audioDone, .outputStarted, .outputStopped, .outputCleared, .itemTruncated, .other:
            break
        }
    }

    private mutating func update(_ change: (inout Attempt) -> Void) {
        guard case .reading(var attempt) = phase else { return }
        change(&attempt)
        phase = .reading(attempt)
    }

    private mutating func configure(count: Int) {
        phase = .configuring(event: send(.sessionUpdate(settings.json(withModel: false))), count: count)
    }

    private mutating func ask(_ number: Int, at now: BootTime) {
        let response = JSONValue.object([
            "conversation": .text("none"),
            "metadata": .object(["purpose": .text(Self.purpose), "talk": .text("\(number)")]),
            "output_modalities": .list([.text("audio")]),
            "input": .list([ClientEvent.Item.owner(request.text).json]),
            "max_output_tokens": .integer(Self.maximumOutputTokens),
        ])
        let event = send(.responseCreateOutOfBand(response))
        phase = .reading(Attempt(number: number, event: event, until: now + Self.attemptLimit))
    }

    /// Asks once more, unless it was the last time.
    private mutating func again(after attempt: Attempt, at now: BootTime) {
        guard attempt.number < Self.attempts else { return end(.failure(.notAsWritten)) }
        // One that is still being made would only cost.
        if let response = attempt.response, attempt.until <= now { send(.responseCancel(response: response)) }
        ask(attempt.number + 1, at: now)
    }

    private mutating func judge(_ response: ServerEvent.FinishedResponse, _ attempt: Attempt, at now: BootTime) {
        if case .failed(let code) = response.status, let failure = Self.failure(code) {
            return end(.failure(.service(failure)))
        }
        let said = response.messages.map(\.text).joined(separator: " ")
        guard response.status == .completed, !attempt.isSpoiled, attempt.samples.count >= Self.shortestSamples,
            attempt.samples.contains(where: { $0 > Self.audiblePeak || $0 < -Self.audiblePeak }),
            SpokenScript.isWordForWord(said, of: request.text)
        else { return again(after: attempt, at: now) }
        end(.success(attempt.samples))
    }

    private mutating func handle(_ error: ServerEvent.ServiceError) {
        let code = error.code.isEmpty ? error.type : error.code
        if let failure = Self.failure(code) { return end(.failure(.service(failure))) }
        switch phase {
        case .configuring(let event, let count) where error.event == nil || error.event == event:
            guard count < Self.maximumConfigurations, settings.omit(refused: error.parameter) else {
                return end(.failure(.service(.refused(code: code))))
            }
            configure(count: count + 1)
        case .awaitingCreated: end(.failure(.service(.refused(code: code))))
        case .reading(let attempt) where error.event == attempt.event:
            end(.failure(.service(.refused(code: code))))
        case .configuring, .reading, .over: break
        }
    }

    /// What a code means after which the service does no more.
    static func failure(_ code: String) -> RealtimeFailure? {
        switch code {
        case "rate_limit_exceeded": .rateLimited
        case "server_error": .provider(status: 0)
        default: RealtimeFailure.ending(code)
        }
    }

    private mutating func end(_ result: Result<[Int16], ReadingFailure>) {
        self.result = result
        phase = .over
    }

    @discardableResult
    private mutating func send(_ event: ClientEvent) -> String {
        events += 1
        let identifier = "reading_\(events)"
        outbox.append(event.encoded(identifier: identifier))
        return identifier
    }
}
