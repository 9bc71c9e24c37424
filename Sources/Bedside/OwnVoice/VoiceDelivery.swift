/// Sends the recordings, once, and finds out what became of them.
///
/// Without an answer it is sent again under the same key for as long as the recordings may stay; after that, or after a
/// power cut, it looks for the voice under its name, because the gateway may have made it. Nothing is begun while
/// something rings.
struct VoiceDelivery: Hashable, Sendable {
    private enum Stage: Hashable, Sendable {
        /// Can go to `sending`, `searching`.
        case idle
        /// Can go to `waiting`, `searching`, `idle`.
        case sending(VoiceUpload, until: BootTime)
        /// Can go to `sending`, `searching`, `idle`.
        case waiting(VoiceUpload, until: BootTime)
        /// Can go to `searching`, `idle`.
        case searching(number: Int?, until: BootTime)
    }

    enum Output: Hashable, Sendable {
        case send(VoiceUpload)
        case search(name: String, search: Int)
    }

    private var stage = Stage.idle
    private var requests = 0
    private var failures = 0

    static let patience = TimeSpan.seconds(150)
    static let searchPatience = TimeSpan.seconds(30)
    static let firstRetry = TimeSpan.seconds(10)
    static let longestRetry = TimeSpan.minutes(30)

    /// The recordings that are still needed.
    var files: Set<Int> {
        switch stage {
        case .sending(let upload, _), .waiting(let upload, _): [upload.consentFile, upload.sampleFile]
        case .idle, .searching: []
        }
    }

    func deadline(_ sending: VoiceSending?) -> BootTime? {
        switch stage {
        case .idle: sending == nil ? nil : .zero
        case .sending(_, let until), .waiting(_, let until), .searching(_, let until): until
        }
    }

    mutating func begin(_ sending: VoiceSending, consent: VoiceRecording, sample: VoiceRecording, at now: BootTime) {
        failures = 0
        let upload = VoiceUpload(
            number: requests, key: sending.key, name: sending.name, consentFile: consent.number,
            consentText: sending.consent.text ?? PrivateText(""), sampleFile: sample.number)
        stage = .waiting(upload, until: now)
    }

    /// The answer is known.
    mutating func end() {
        stage = .idle
        failures = 0
    }

    /// The recordings are destroyed, so that nothing can be sent any more; the voice may still have been made.
    mutating func recordingsExpired(at now: BootTime) {
        switch stage {
        case .sending, .waiting:
            stage = .searching(number: nil, until: now)
            failures = 0
        case .idle, .searching: break
        }
    }

    /// - Parameter canAsk: whether the gateway may be asked now, by the account that has sent it.
    mutating func advance(_ sending: VoiceSending?, canAsk: Bool, at now: BootTime) -> [Output] {
        guard let sending else {
            end()
            return []
        }
        switch stage {
        case .idle: return search(sending, canAsk: canAsk, at: now)
        case .sending(_, let until) where until <= now:
            failed(retryAfter: nil, at: now)
            return []
        case .waiting(var upload, let until) where until <= now:
            guard canAsk else {
                stage = .waiting(upload, until: now + Self.firstRetry)
                return []
            }
            requests += 1
            upload.number = requests
            stage = .sending(upload, until: now + Self.patience)
            return [.send(upload)]
        case .searching(.some, let until) where until <= now:
            failed(retryAfter: nil, at: now)
            return []
        case .searching(nil, let until) where until <= now: return search(sending, canAsk: canAsk, at: now)
        case .sending, .waiting, .searching: return []
        }
    }

    private mutating func search(_ sending: VoiceSending, canAsk: Bool, at now: BootTime) -> [Output] {
        guard canAsk else {
            stage = .searching(number: nil, until: now + .minutes(1))
            return []
        }
        requests += 1
        stage = .searching(number: requests, until: now + Self.searchPatience)
        return [.search(name: sending.name, search: requests)]
    }

    func isAwaiting(upload number: Int) -> Bool {
        if case .sending(let upload, _) = stage { upload.number == number } else { false }
    }

    func isAwaiting(search number: Int) -> Bool {
        if case .searching(number, _) = stage { true } else { false }
    }

    /// It is tried again later.
    mutating func failed(retryAfter seconds: Int?, at now: BootTime) {
        let span = min(Self.firstRetry * (1 << min(failures, 10)), Self.longestRetry).orLonger(seconds)
        failures += 1
        switch stage {
        case .sending(let upload, _): stage = .waiting(upload, until: now + span)
        case .searching: stage = .searching(number: nil, until: now + span)
        case .idle, .waiting: break
        }
    }
}
