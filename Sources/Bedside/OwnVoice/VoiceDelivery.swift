/// Sends the recordings, once, and finds out what became of them.
///
/// Without an answer it is sent again under the same key for as long as the recordings may stay; after that, or after a
/// power cut, it looks for the voice under its name, because the gateway may have made it. Nothing is begun while
/// something rings, and no upload that may last until an alarm or beyond the recordings.
struct VoiceDelivery: Hashable, Sendable {
    private enum Stage: Hashable, Sendable {
        /// Can go to `waiting`, `searching`.
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

    /// An upload that the gateway may still be receiving, or working on, whatever became of the stage since.
    private struct OnItsWay: Hashable, Sendable {
        var number: Int
        var until: BootTime
    }

    private var stage = Stage.idle
    private var onItsWay: OnItsWay?
    /// An upload ended without an answer, so that the gateway may have made the voice.
    private var hasUnheard = false
    /// Why the gateway took no recordings, although it may have made the voice.
    private(set) var refusal: VoiceFailure?
    /// An upload was on its way when the last search was asked for.
    private var mayMissUpload = false
    /// The number of the last request. No number is used twice while the program runs: reports and cancelled uploads are
    /// told apart by it.
    private(set) var requests: Int
    private var failures = 0

    /// - Parameter requests: how many there were before.
    init(requests: Int = 0) { self.requests = requests }

    /// Longer than any upload takes until it is given up (`GatewayWire.uploadMilliseconds`).
    static let patience = TimeSpan.seconds(150)
    static let searchPatience = TimeSpan.seconds(30)
    /// So long after an upload was cancelled, what the gateway has received may not be known to it yet.
    static let settling = TimeSpan.seconds(10)
    static let firstRetry = TimeSpan.seconds(10)
    static let longestRetry = TimeSpan.minutes(30)

    /// The recordings that are still needed.
    var files: Set<Int> {
        switch stage {
        case .sending(let upload, _), .waiting(let upload, _): [upload.consentFile, upload.sampleFile]
        case .idle, .searching: []
        }
    }

    /// - Parameter canAsk: as for `advance`.
    func deadline(_ sending: VoiceSending?, canAsk: Bool) -> BootTime? {
        switch stage {
        case .idle: sending == nil || !canAsk ? nil : .zero
        case .searching(nil, let until): canAsk ? until : nil
        case .sending(_, let until), .waiting(_, let until), .searching(.some, let until): until
        }
    }

    /// Whether anything has left the device that may have reached the gateway.
    var mayHaveArrived: Bool { hasUnheard || onItsWay != nil }

    /// The upload to which no answer has come yet.
    var uploadUnderWay: Int? { if case .sending(let upload, _) = stage { upload.number } else { nil } }

    mutating func begin(_ sending: VoiceSending, consent: VoiceRecording, sample: VoiceRecording, at now: BootTime) {
        end()
        let upload = VoiceUpload(
            number: requests, key: sending.key, name: sending.name, consentFile: consent.number,
            consentText: sending.consent.text ?? PrivateText(""), sampleFile: sample.number)
        stage = .waiting(upload, until: now)
    }

    /// The answer is known.
    mutating func end() {
        (stage, failures) = (.idle, 0)
        (onItsWay, hasUnheard, refusal, mayMissUpload) = (nil, false, nil, false)
    }

    /// The recordings are destroyed, so that nothing can be sent any more; the voice may still have been made.
    mutating func stopSending(at now: BootTime) {
        switch stage {
        case .sending, .waiting:
            stage = .searching(number: nil, until: now)
            failures = 0
        case .idle, .searching: break
        }
    }

    /// - Parameters:
    ///   - canAsk: whether the gateway may be asked now, by the account that has sent it.
    ///   - maySend: whether an upload may begin.
    mutating func advance(_ sending: VoiceSending?, canAsk: Bool, maySend: Bool, at now: BootTime) -> [Output] {
        guard let sending else {
            end()
            return []
        }
        switch stage {
        case .idle: return search(sending, canAsk: canAsk, at: now)
        case .sending(_, let until) where until <= now:
            uploadFailed(retryAfter: nil, at: now)
            return []
        case .waiting(var upload, let until) where until <= now:
            guard canAsk, maySend else {
                stage = .waiting(upload, until: now + Self.firstRetry)
                return []
            }
            requests += 1
            upload.number = requests
            stage = .sending(upload, until: now + Self.patience)
            onItsWay = OnItsWay(number: requests, until: now + Self.patience)
            return [.send(upload)]
        case .searching(.some, let until) where until <= now:
            searchFailed(retryAfter: nil, at: now)
            return []
        case .searching(nil, let until) where until <= now: return search(sending, canAsk: canAsk, at: now)
        case .sending, .waiting, .searching: return []
        }
    }

    private mutating func search(_ sending: VoiceSending, canAsk: Bool, at now: BootTime) -> [Output] {
        guard canAsk else {
            stage = .searching(number: nil, until: now)
            return []
        }
        requests += 1
        mayMissUpload = onItsWay.map { $0.until > now } ?? false
        stage = .searching(number: requests, until: now + Self.searchPatience)
        return [.search(name: sending.name, search: requests)]
    }

    func isAwaiting(upload number: Int) -> Bool {
        onItsWay?.number == number
    }

    func isAwaiting(search number: Int) -> Bool {
        if case .searching(number, _) = stage { true } else { false }
    }

    /// An upload ended without an answer; it is tried again later, unless the voice is searched for by now.
    mutating func uploadFailed(retryAfter seconds: Int?, at now: BootTime) {
        hasUnheard = true
        guard case .sending(let upload, _) = stage else {
            onItsWay?.until = now + Self.settling
            return
        }
        onItsWay = nil
        stage = .waiting(upload, until: now + pause(seconds))
    }

    mutating func searchFailed(retryAfter seconds: Int?, at now: BootTime) {
        stage = .searching(number: nil, until: now + pause(seconds))
    }

    /// The search found no voice of that name.
    /// - Returns: whether that settles it. If an upload was still on its way then, it is searched for again.
    mutating func acceptAbsence(at now: BootTime) -> Bool {
        guard mayMissUpload else { return true }
        searchFailed(retryAfter: nil, at: now)
        return false
    }

    /// The gateway refused an upload for a reason that it checks before anything else.
    /// - Returns: whether that settles it. If an earlier upload had no answer there may be a voice, which is searched for.
    mutating func acceptRefusal(_ failure: VoiceFailure, at now: BootTime) -> Bool {
        onItsWay = nil
        guard hasUnheard else { return true }
        refusal = failure
        stopSending(at: now)
        return false
    }

    private mutating func pause(_ seconds: Int?) -> TimeSpan {
        defer { failures += 1 }
        return min(Self.firstRetry * (1 << min(failures, 10)), Self.longestRetry).orLonger(seconds)
    }
}
