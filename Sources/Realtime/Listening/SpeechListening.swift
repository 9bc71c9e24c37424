import Bedside

/// One session in which the service writes a recording down: bytes in, bytes out (MIND-9).
///
/// Theory of operation. The service is first told not to look for turns, so that the whole recording is one turn, and no
/// response is ever asked for: nobody answers. The sound is sent in pieces and committed; the transcript
/// of that item is the result. A gap in what came makes no difference: the transcript comes whole, in one event.
struct SpeechListening: Sendable {
    typealias Input = SocketInput

    /// From the first byte to the end, whatever the service does.
    static let wholeLimit = TimeSpan.seconds(45)
    static let maximumConfigurations = 5
    /// Everything that the service sends meanwhile.
    static let maximumBytes = 1 << 20
    static let maximumTranscriptBytes = 4 << 10
    /// 250 ms at 48 kHz.
    private static let pieceSamples = 12_000
    /// The service refuses less than 100 ms.
    private static let shortestSamples = 9_600

    private enum Phase: Sendable {
        /// Can go to `configuring`, `over`.
        case awaitingCreated
        /// Can go to `withoutTurns`, `over`.
        case configuring(event: String, count: Int)
        /// Can go to `sending`, `over`.
        case withoutTurns(event: String)
        /// The sound is sent; the item is known once the service has taken it. Can go to `over`.
        case sending(commit: String, item: String?)
        /// Final.
        case over
    }

    private let samples: [Float]
    private var settings: SessionSettings
    private let until: BootTime
    private var phase = Phase.awaitingCreated
    private var events = 0
    private var receivedBytes = 0
    private var outbox: [[UInt8]] = []
    /// The words that were heard; nil until it is over.
    private(set) var result: Result<String, ListeningFailure>?

    init(
        _ request: ListeningRequest, model: String, transcriptionModel: String?, reasoningEffort: String?,
        voice: String,
        at now: BootTime
    ) {
        samples = Array(request.samples.prefix(ListeningRequest.maximumSamples))
        settings = SessionSettings(
            model: model, voice: voice, instructions: "Say nothing.", language: request.language,
            transcriptionModel: transcriptionModel, noiseReduction: nil,
            turnDetection: .serverVAD(createsResponse: false, interruptsResponse: false),
            reasoningEffort: reasoningEffort, tools: [])
        settings.keywords = request.names.prefix(4).map { String($0.prefix(60)) }
        until = now + Self.wholeLimit
        if transcriptionModel == nil { end(.failure(.noTranscription)) }
        if samples.count < Self.shortestSamples { end(.failure(.nothingHeard)) }
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
        guard receivedBytes <= Self.maximumBytes else { return end(.failure(.service(.malformed))) }
        switch input {
        case .message(let bytes):
            if let event = try? ServerEvent.decode(bytes) { handle(event) }
        case .ended(let failure): end(.failure(.service(failure)))
        case .oversized, .tick: break
        }
    }

    private mutating func handle(_ event: ServerEvent) {
        switch event {
        case .error(let error): handle(error)
        case .sessionCreated: if case .awaitingCreated = phase { configure(count: 1) }
        case .sessionUpdated:
            switch phase {
            case .configuring: phase = .withoutTurns(event: send(.sessionUpdate(SessionSettings.withoutTurns)))
            case .withoutTurns: sendSound()
            case .awaitingCreated, .sending, .over: break
            }
        case .itemAdded(let id, .owner):
            if case .sending(let commit, nil) = phase { phase = .sending(commit: commit, item: id) }
        case .ownerTranscript(let item, let text):
            guard case .sending(_, let known) = phase, known == nil || known == item else { return }
            let words = text.utf8.count <= Self.maximumTranscriptBytes ? text : ""
            end(words.contains { $0.isLetter || $0.isNumber } ? .success(words) : .failure(.nothingHeard))
        case .speechStarted, .speechStopped, .itemAdded, .outputItemAdded, .companionDelta, .companionTranscript,
            .audio,
            .audioDone, .outputStarted, .outputStopped, .outputCleared, .itemTruncated, .responseCreated, .responseDone,
            .other:
            break
        }
    }

    private mutating func configure(count: Int) {
        phase = .configuring(event: send(.sessionUpdate(settings.json(withModel: false))), count: count)
    }

    private mutating func sendSound() {
        var decimator = HalfBand.Decimator()
        for start in stride(from: 0, to: samples.count, by: Self.pieceSamples) {
            let piece = Array(samples[start..<min(start + Self.pieceSamples, samples.count)])
            outbox.append(WebSocketUplink.append(decimator.process(piece)))
        }
        phase = .sending(commit: send(.inputAudioCommit), item: nil)
    }

    private mutating func handle(_ error: ServerEvent.ServiceError) {
        let code = error.code.isEmpty ? error.type : error.code
        if let failure = ScriptReading.failure(code) { return end(.failure(.service(failure))) }
        let refused = Result<String, ListeningFailure>.failure(.service(.refused(code: code)))
        switch phase {
        case .configuring(let event, let count) where error.event == nil || error.event == event:
            guard count < Self.maximumConfigurations, settings.omit(refused: error.parameter) else {
                return end(refused)
            }
            guard settings.isTranscribing else { return end(.failure(.noTranscription)) }
            configure(count: count + 1)
        case .awaitingCreated: end(refused)
        case .withoutTurns(let event) where error.event == nil || error.event == event: end(refused)
        case .sending(let commit, nil) where error.event == commit: end(.failure(.nothingHeard))
        case .configuring, .withoutTurns, .sending, .over: break
        }
    }

    private mutating func end(_ result: Result<String, ListeningFailure>) {
        guard self.result == nil else { return }
        self.result = result
        outbox = []
        phase = .over
    }

    @discardableResult
    private mutating func send(_ event: ClientEvent) -> String {
        events += 1
        let identifier = "listening_\(events)"
        outbox.append(event.encoded(identifier: identifier))
        return identifier
    }
}
