/// Learns a voice at the bedside: the consent, then the sample, each recorded after the device has asked for it (V-1).
///
/// Start goes on at once and ends a recording; Stop, an alarm, a talk and whatever else begins ends it all. It keeps no
/// sound: `RawVoice` sees to it that recordings are destroyed, and `VoiceDelivery` sends them.
struct VoiceLearning: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Whether the gateway would make a voice. Can go to `announcing`, or it is over.
        case checking(until: BootTime)
        /// The device says what to read. Can go to `recording`, or it is over.
        case announcing(VoicePhrase, until: BootTime)
        /// Can go to `transcribing`, `announcing`, or it is over.
        case recording(take: Int, until: BootTime, isFinishing: Bool)
        /// Can go to `announcing`, or it is over.
        case transcribing(VoiceRecording, take: Int, until: BootTime)
    }

    enum Output: Hashable, Sendable {
        case check
        case say(VoicePhrase)
        case record(take: Int, VoiceTakeKind, limitSeconds: Int)
        case finish
        case transcribe(VoiceRecording, take: Int)
        /// Both are recorded; learning is over.
        case deliver(consent: VoiceRecording, sample: VoiceRecording)
        /// Learning is over.
        case failed(VoiceFailure)
    }

    let consent: OwnVoiceConsent
    private(set) var stage: Stage
    private(set) var kind = VoiceTakeKind.consent
    /// From 1.
    private(set) var attempt = 1
    private(set) var fault: VoiceTakeFault?
    private(set) var mayBeTwo = false
    /// The number of the last recording since the start.
    private(set) var takes: Int
    private var given: VoiceRecording?

    static let maximumAttempts = 3
    static let checkPatience = TimeSpan.seconds(20)
    static let announcementPatience = Phrase.maximumSaying + .seconds(10)
    static let consentSeconds = 29
    static let sampleSeconds = 30
    /// For devices to open, the tone, and the recording to be judged and sealed.
    static let judgement = TimeSpan.seconds(10)
    static let transcriptPatience = TimeSpan.seconds(30)

    init(_ consent: OwnVoiceConsent, takes: Int, at now: BootTime) {
        self.consent = consent
        self.takes = takes
        stage = .checking(until: now + Self.checkPatience)
    }

    var deadline: BootTime {
        switch stage {
        case .checking(let until), .announcing(_, let until), .recording(_, let until, _),
            .transcribing(_, _, let until):
            until
        }
    }

    var isRecording: Bool { if case .recording = stage { true } else { false } }

    /// The files that are still needed.
    var files: Set<Int> {
        var files = Set([given?.number].compactMap(\.self))
        if case .transcribing(let file, _, _) = stage { files.insert(file.number) }
        return files
    }

    /// What the owner reads aloud.
    var text: PrivateText {
        switch kind {
        case .consent: consent.text
        case .sample: PrivateText(VoiceSample.text.text(in: consent.language))
        }
    }

    var standing: VoiceLearningStanding {
        let shown: VoiceLearningStanding.Stage =
            switch stage {
            case .checking: .checking
            case .announcing: .announcing
            case .recording: .recording
            case .transcribing: .transcribing
            }
        return VoiceLearningStanding(
            stage: shown, kind: kind, attempt: attempt, text: text, fault: fault, mayBeTwo: mayBeTwo)
    }

    // MARK: What happens

    mutating func checked(_ answer: VoiceCheck, at now: BootTime) -> [Output] {
        guard case .checking = stage else { return [] }
        switch answer {
        case .ready: return announce(.readConsent, at: now)
        case .taken: return [.failed(.taken)]
        case .plan: return [.failed(.plan)]
        case .off: return [.failed(.off)]
        case .signedOut: return [.failed(.signedOut)]
        case .unreachable: return [.failed(.unreachable)]
        }
    }

    /// The device has said it to its end.
    mutating func said(_ phrase: VoicePhrase, at now: BootTime) -> [Output] {
        guard case .announcing(phrase, _) = stage else { return [] }
        return record(at: now)
    }

    /// Start was pressed: goes on at once.
    mutating func pressedStart(at now: BootTime) -> [Output] {
        switch stage {
        case .announcing: return record(at: now)
        case .recording(let take, _, false):
            stage = .recording(take: take, until: now + Self.judgement, isFinishing: true)
            return [.finish]
        case .checking, .recording, .transcribing: return []
        }
    }

    mutating func recorded(_ result: VoiceTake, take: Int, at now: BootTime) -> [Output] {
        guard case .recording(take, _, _) = stage else { return [] }
        switch result {
        case .kept(let file, let mayBeTwo):
            self.mayBeTwo = mayBeTwo || kind == .sample && self.mayBeTwo
            fault = nil
            switch kind {
            case .consent:
                stage = .transcribing(file, take: take, until: now + Self.transcriptPatience)
                return [.transcribe(file, take: take)]
            case .sample: return [given.map { .deliver(consent: $0, sample: file) } ?? .failed(.device)]
            }
        case .silent: return again(.silent, at: now)
        case .clipped: return again(.clipped, at: now)
        case .short: return again(.short, at: now)
        case .noRoom: return [.failed(.noRoom)]
        case .failed: return [.failed(.device)]
        }
    }

    /// - Parameter isSame: whether the consent was said word for word; nil: nobody could put it into words.
    mutating func transcribed(isSame: Bool?, take: Int, at now: BootTime) -> [Output] {
        guard case .transcribing(let file, take, _) = stage else { return [] }
        guard let isSame else { return [.failed(.unheard)] }
        guard isSame else { return again(.otherWords, at: now) }
        (given, kind, attempt, fault) = (file, .sample, 1, nil)
        return announce(.readSample, at: now)
    }

    mutating func advance(to now: BootTime) -> [Output] {
        guard deadline <= now else { return [] }
        switch stage {
        case .checking: return [.failed(.unreachable)]
        // Nobody could hear what to read.
        case .announcing, .recording: return [.failed(.device)]
        case .transcribing: return [.failed(.unheard)]
        }
    }

    private mutating func announce(_ phrase: VoicePhrase, at now: BootTime) -> [Output] {
        stage = .announcing(phrase, until: now + Self.announcementPatience)
        return [.say(phrase)]
    }

    private mutating func record(at now: BootTime) -> [Output] {
        takes += 1
        let seconds = kind == .consent ? Self.consentSeconds : Self.sampleSeconds
        stage = .recording(take: takes, until: now + .seconds(seconds) + Self.judgement, isFinishing: false)
        return [.record(take: takes, kind, limitSeconds: seconds)]
    }

    private mutating func again(_ fault: VoiceTakeFault, at now: BootTime) -> [Output] {
        self.fault = fault
        guard attempt < Self.maximumAttempts else {
            return [.failed(fault == .otherWords ? .otherWords : .takes)]
        }
        attempt += 1
        switch (kind, fault) {
        case (.consent, .otherWords): return announce(.consentDiffered, at: now)
        case (.consent, .silent), (.consent, .clipped), (.consent, .short): return announce(.consentAgain, at: now)
        case (.sample, _): return announce(.sampleAgain, at: now)
        }
    }
}
