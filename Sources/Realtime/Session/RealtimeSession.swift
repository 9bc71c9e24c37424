import Bedside

/// One session with the service over one connection: configuration, responses one at a time, tools, interruption, text.
///
/// Theory of operation. Pure: what happened goes in with the time and the state of play-out, and what to do comes out.
/// Every input first counts listening time for the answer being heard, then changes the state, and then three rules
/// run: time limits (`passTime`), the sound of answers (`settleVoices`), and the next request for a response
/// (`pumpResponse`). The session stays mute until its settings are confirmed and it is started. Its conversation
/// (`RealtimeConversation`) owns it, and replaces it at a renewal.
struct RealtimeSession: Sendable {
    enum Phase: Sendable, Equatable {
        /// Can go to `awaitingCreated`, `ended`.
        case connecting(until: BootTime)
        /// Can go to `configuring`, `ended`.
        case awaitingCreated(until: BootTime)
        /// `event`: the id of our update. Can go to `standby`, `ended`.
        case configuring(event: String, attempt: Int, until: BootTime)
        /// Configured and mute; nothing is requested from the service. Can go to `live`, `ended`.
        case standby
        /// Can go to `summarizing`, `summarized`, `lastWords`, `silent`, `ended`.
        case live
        /// The talk is over and its summary is awaited. Can go to `summarized`, `ended`.
        case summarizing(SummaryState)
        /// The end of a session that was asked for a summary; nil: there is none.
        case summarized(arguments: String?)
        /// The talk is over, and what the owner said last is still to be written down. Can go to `silent`, `ended`.
        case lastWords(LastWords)
        /// The end of a session whose last words were awaited.
        case silent
        case ended(RealtimeFailure)
    }

    let id: Int
    let connection: Int
    let kind: TransportKind
    let limits: RealtimeLimits
    /// When its connection was requested.
    let connectedAt: BootTime
    var settings: SessionSettings
    var phase: Phase
    var transcript: Transcript
    var counts = SessionCounts()
    var responses = ResponseState()
    var tools = ToolState()
    var voices = VoiceState()
    private(set) var isOwnerSpeaking = false
    /// When the owner last started or stopped speaking.
    private(set) var ownerChangedAt: BootTime
    private(set) var lastEventAt: BootTime
    private var falterUntil: BootTime?
    /// `wantsAnswer`: a hand-over during the conversation is answered; one before it begins needs no answer of its own.
    private var pendingUpdate: (event: String, until: BootTime, wantsAnswer: Bool)?
    private var nextEvent = 1
    var outputs: [SessionOutput] = []

    init(
        id: Int, connection: Int, kind: TransportKind, settings: SessionSettings, limits: RealtimeLimits,
        transcript: Transcript, at now: BootTime
    ) {
        self.id = id
        self.connection = connection
        self.kind = kind
        self.settings = settings
        self.limits = limits
        self.transcript = transcript
        connectedAt = now
        phase = .connecting(until: now + SessionRule.connect)
        ownerChangedAt = now
        lastEventAt = now
    }

    var failure: RealtimeFailure? {
        if case .ended(let failure) = phase { return failure }
        return nil
    }

    /// Whether neither side speaks and nothing is pending.
    var isQuiet: Bool {
        !isOwnerSpeaking && !voices.isSpeaking && voices.all.isEmpty && responses.isIdle && tools.pending.isEmpty
            && pendingUpdate == nil && !awaitsOwnAnswer
    }

    /// Whether the owner has spoken and the service's own answer has not begun.
    private var awaitsOwnAnswer: Bool { settings.turnDetection.createsResponse && voices.hasOwnerSpoken }

    mutating func handle(_ input: SessionInput, at now: BootTime, playout: Playout) -> [SessionOutput] {
        switch phase {
        case .ended, .summarized, .silent: return []
        case .connecting, .awaitingCreated, .configuring, .standby, .live, .summarizing, .lastWords: break
        }
        outputs = []
        defer { outputs = [] }
        if case .summarizing(let state) = phase {
            handleSummary(state, input, at: now)
            return outputs
        }
        if case .lastWords(let state) = phase {
            handleLastWords(state, input, at: now)
            return outputs
        }
        accountVoices(at: now)
        switch input {
        case .opened: opened(at: now)
        case .message(let bytes): message(bytes, at: now, playout: playout)
        case .oversized(let bytes): malformed(.tooLong(bytes: bytes))
        case .faltering(let isFaltering):
            falterUntil = isFaltering ? now + .milliseconds(limits.falterMilliseconds) : nil
        case .start(let seed, let speaks, let isSending):
            start(seed: seed, speaks: speaks, isSending: isSending, at: now)
        case .setSending(let isOn): if phase == .live { outputs.append(.setSending(connection, isOn)) }
        case .update(let instructions, let tools, let turns):
            update(instructions: instructions, tools: tools, turnDetection: turns, at: now)
        case .answer(let call, let output, let isSilent): answerTool(call: call, output: output, isSilent: isSilent)
        case .rendering(let isOn): setRendering(isOn, at: now)
        case .summarize(let request):
            summarize(request, at: now)
            return outputs
        case .awaitLastWords:
            awaitLastWords(at: now)
            return outputs
        case .tick: break
        }
        passTime(at: now)
        settleVoices(at: now, playout: playout)
        pumpResponse(at: now)
        return outputs
    }

    // MARK: Connecting

    private mutating func opened(at now: BootTime) {
        guard case .connecting = phase else { return }
        outputs.append(.phase(.opened))
        phase = .awaitingCreated(until: now + .milliseconds(limits.channelMilliseconds))
    }

    private mutating func configure(attempt: Int, until: BootTime) {
        let event = send(.sessionUpdate(settings.json(withModel: false)))
        phase = .configuring(event: event, attempt: attempt, until: until)
    }

    private mutating func start(seed: [Turn], speaks: Bool, isSending: Bool, at now: BootTime) {
        guard phase == .standby else { return }
        phase = .live
        if !seed.isEmpty {
            send(.itemCreate(.system(SessionNote.resumed(language: settings.language))))
            for turn in seed {
                send(.itemCreate(turn.speaker == .owner ? .owner(turn.text) : .companion(turn.text)))
            }
        }
        ownerChangedAt = now
        // The channel is ordered: the microphone opens after the restored turns, never before.
        outputs.append(.setSending(connection, isSending))
        if speaks { responses.isWanted = true }
    }

    /// Hands over to new instructions (ALARM-5), and then requests an answer under them.
    private mutating func update(
        instructions: String, tools definitions: [SessionSettings.Tool], turnDetection: TurnDetection?,
        at now: BootTime
    ) {
        settings.instructions = instructions
        settings.tools = definitions
        if let turnDetection { settings.turnDetection = turnDetection }
        let behaviour = settings.behaviour(withTurns: turnDetection != nil)
        let until = now + .milliseconds(limits.configuredMilliseconds)
        switch phase {
        // The new text is sent with the configuration.
        case .connecting, .awaitingCreated, .summarizing, .summarized, .lastWords, .silent, .ended: break
        // The configuration was sent with the old text: send it again, and allow no answer until it is accepted.
        case .configuring: pendingUpdate = (send(.sessionUpdate(settings.json(withModel: false))), until, false)
        case .standby: send(.sessionUpdate(behaviour))
        case .live: pendingUpdate = (send(.sessionUpdate(behaviour)), until, true)
        }
    }

    private mutating func updateSettled() {
        if pendingUpdate?.wantsAnswer == true { responses.isWanted = true }
        pendingUpdate = nil
    }

    var awaitsUpdate: Bool { pendingUpdate != nil }

    // MARK: Events

    private mutating func message(_ bytes: [UInt8], at now: BootTime, playout: Playout) {
        do throws(EventError) {
            handle(event: try ServerEvent.decode(bytes), at: now, playout: playout)
        } catch {
            malformed(error)
        }
    }

    mutating func malformed(_ error: EventError) {
        counts.malformedEvents += 1
        log(.warning, error.description)
        if counts.malformedEvents >= SessionRule.maximumMalformed { fail(.malformed) }
    }

    private mutating func handle(event: ServerEvent, at now: BootTime, playout: Playout) {
        falterUntil = nil
        lastEventAt = now
        responses.sawEvent(at: now)
        switch event {
        case .sessionCreated(let id):
            guard case .awaitingCreated = phase else { return }
            log(.debug, "session \(id.suffix(6)) created")
            outputs.append(.phase(.created))
            configure(attempt: 1, until: now + .milliseconds(limits.configuredMilliseconds))
        case .sessionUpdated: sessionUpdated()
        case .error(let error): serviceError(error, at: now)
        case .speechStarted(let item): ownerStarted(item: item, at: now, playout: playout)
        case .speechStopped(let item):
            guard phase == .live, isOwnerSpeaking else { return }
            if let item { awaitWords(of: item) }
            isOwnerSpeaking = false
            ownerChangedAt = now
            outputs.append(.report(.ownerSpeaking(id: id, false)))
            // The service was configured not to answer by itself, so request an answer.
            if !settings.turnDetection.createsResponse { responses.isWanted = true }
        case .itemAdded(let item, let role):
            if role == .owner { transcript.place(item: item, speaker: .owner) }
        case .ownerTranscript(let item, let text): ownerSaid(text, item: item)
        case .responseCreated(let response, _): responseCreated(response, at: now)
        case .responseDone(let response):
            logUsage(of: response)
            responseDone(response, at: now)
        case .outputItemAdded, .companionDelta, .companionTranscript, .audio, .audioDone, .outputStarted,
            .outputStopped, .outputCleared, .itemTruncated:
            voiceEvent(event, at: now)
        case .other: break
        }
    }

    private mutating func sessionUpdated() {
        switch phase {
        case .configuring:
            phase = .standby
            outputs.append(.phase(.configured))
        case .standby where pendingUpdate != nil, .live where pendingUpdate != nil: updateSettled()
        default: break
        }
    }

    private mutating func ownerStarted(item: String?, at now: BootTime, playout: Playout) {
        // What the service hears before we open the microphone is not the owner.
        guard phase == .live else { return }
        if let item { transcript.place(item: item, speaker: .owner) }
        tools.rounds = 0
        if !isOwnerSpeaking {
            isOwnerSpeaking = true
            outputs.append(.report(.ownerSpeaking(id: id, true)))
        }
        ownerChangedAt = now
        bargeIn(at: now, playout: playout)
    }

    /// Notes that the owner stopped speaking after the talk; nobody waits for a report of it.
    mutating func ownerFellSilent(item: String?) {
        isOwnerSpeaking = false
        if let item { awaitWords(of: item) }
    }

    mutating func ownerSaid(_ text: String, item: String) {
        transcript.place(item: item, speaker: .owner)
        transcript.set(text, item: item)
        reportTurn(item)
        wordsWritten(item)
    }

    /// Logs what a response costs, as numbers only.
    mutating func logUsage(of response: ServerEvent.FinishedResponse) {
        guard let usage = response.usage else { return }
        log(.debug, "a response took \(usage.input) tokens (\(usage.cached) cached) and made \(usage.output)")
    }

    // MARK: Errors

    private mutating func serviceError(_ error: ServerEvent.ServiceError, at now: BootTime) {
        let code = note(error)
        guard code != "response_cancel_not_active", !failsSession(code) else { return }
        if case .configuring(let event, let attempt, let until) = phase, error.event == nil || error.event == event {
            if attempt < SessionRule.maximumConfigurations, settings.omit(refused: error.parameter) {
                log(.warning, "the service does not know \(error.parameter); configured without it")
                configure(attempt: attempt + 1, until: until)
                // The configuration includes the text of a hand-over.
                pendingUpdate = nil
            } else if error.type == "server_error" {
                fail(.provider(status: 0))
            } else {
                fail(.refused(code: code))
            }
        } else if case .awaitingCreated = phase {
            fail(error.type == "server_error" ? .provider(status: 0) : .refused(code: code))
        } else if let pendingUpdate, error.event == pendingUpdate.event {
            // The new prompt must arrive in any case: as a system message, if not as instructions.
            send(.itemCreate(.system(settings.instructions)))
            updateSettled()
        } else {
            responseError(error, code: code, at: now)
        }
    }

    /// Counts and logs an error; returns its code.
    mutating func note(_ error: ServerEvent.ServiceError) -> String {
        counts.serviceErrors += 1
        let code = error.code.isEmpty ? error.type : error.code
        log(code == "response_cancel_not_active" ? .debug : .notice, "the service reports \(code) \(error.parameter)")
        return code
    }

    /// Ends the session if the code says that the service will do no more in it; returns whether it does.
    mutating func failsSession(_ code: String) -> Bool {
        guard let failure = RealtimeFailure.ending(code) else { return false }
        fail(failure)
        return true
    }

    mutating func fail(_ failure: RealtimeFailure) {
        if case .ended = phase { return }
        phase = .ended(failure)
    }

    // MARK: Time

    private mutating func passTime(at now: BootTime) {
        if let falterUntil, falterUntil <= now { return fail(.lost) }
        switch phase {
        case .connecting(let until) where until <= now: return fail(.timedOut(.opened))
        case .awaitingCreated(let until) where until <= now: return fail(.timedOut(.created))
        case .configuring(_, _, let until) where until <= now: return fail(.timedOut(.configured))
        default: break
        }
        if let pendingUpdate, pendingUpdate.until <= now { updateSettled() }
        if isOwnerSpeaking, ownerChangedAt + SessionRule.maximumOwnerTurn * 4 <= now {
            // Two minutes without an end mean that its event was lost; idle rules must not wait for it forever.
            isOwnerSpeaking = false
            ownerChangedAt = now
            outputs.append(.report(.ownerSpeaking(id: id, false)))
        }
        passTools(at: now)
        passResponses(at: now)
    }

    /// When `tick` is needed next.
    func deadline(at now: BootTime) -> BootTime? {
        var times: [BootTime?] = [falterUntil, pendingUpdate?.until]
        switch phase {
        case .connecting(let until), .awaitingCreated(let until), .configuring(_, _, let until): times.append(until)
        case .live:
            if isOwnerSpeaking { times.append(ownerChangedAt + SessionRule.maximumOwnerTurn * 4) }
            times += [tools.deadline, responseDeadline, voiceDeadline(at: now)]
        case .standby: break
        case .summarizing(let state): return state.until
        case .lastWords(let state): return state.until
        case .summarized, .silent, .ended: return nil
        }
        // What is past has been handled, or waits for something else.
        return times.compactMap { $0 }.filter { $0 > now }.min()
    }

    // MARK: Means

    @discardableResult
    mutating func send(_ event: ClientEvent) -> String {
        let identifier = "c\(connection)_\(nextEvent)"
        nextEvent += 1
        outputs.append(.send(connection, event.encoded(identifier: identifier)))
        return identifier
    }

    mutating func log(_ level: LogLevel, _ text: String) {
        outputs.append(.log(level, "conversation \(id): \(text)"))
    }

    mutating func reportTurn(_ item: String) {
        guard let turn = transcript.turn(item: item) else { return }
        outputs.append(.report(.turn(id: id, turn)))
    }
}

/// Messages of our own to the service.
enum SessionNote {
    static func resumed(language: String) -> String {
        language == "ja"
            ? "回線が一度切れて、つなぎ直しました。以下はここまでの会話です。あいさつや説明はせず、続きから自然に話してください。"
            : "The line dropped and is back. What follows is the conversation so far. Go on from there naturally, "
                + "without greeting or explaining again."
    }
}
