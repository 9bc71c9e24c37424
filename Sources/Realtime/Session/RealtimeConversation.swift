import Bedside

/// One conversation: its session, the transport it falls back to, and the session that replaces it before the service's
/// time limit (TALK-3, TALK-4). Pure, like `RealtimeSession`.
///
/// Theory of operation. Inputs are passed on to the session whose connection they name, and what the sessions output is
/// passed up. If the current session fails, the conversation ends, except that an unusable WebRTC connection may be
/// replaced by a WebSocket. After 50 min a second session (`successor`) is connected and configured beside the first,
/// with the microphone still at the first; in the next silence, or at 58 min at the latest, the two change places. A
/// talk that is to be summed up falls silent first and ends with the summary; one without a summary ends with the
/// owner's last words. In between, nothing changes it except its end.
package struct RealtimeConversation: Sendable {
    package enum Input: Sendable, Equatable {
        case connect
        case session(connection: Int, SessionInput)
        case transportFailed(connection: Int, RealtimeFailure)
        case transportUnusable(connection: Int, String, otherwise: RealtimeFailure = .timedOut(.connected))
        case open
        case mute(Bool)
        case update(instructions: String, tools: [ToolDefinition], minimumSilenceMilliseconds: Int? = nil)
        case answer(call: String, output: String, isSilent: Bool = false)
        case rendering(Bool)
        /// Ends the talk at once, and the conversation when its summary has come or is late (MIND-3).
        case summarize(SummaryRequest)
        /// Ends the talk at once, and the conversation when the owner's last words are written down, or are late (SAFE-2).
        case awaitLastWords
        case tick
        case end(RealtimeReport.EndReason)
    }

    let request: SessionRequest
    let configuration: Setup
    private(set) var current: RealtimeSession?
    /// A session that is being connected while `current` goes on.
    private(set) var successor: RealtimeSession?
    private(set) var isOver = false
    /// What is still awaited of a talk that is over; nil: the talk goes on.
    private var awaited: Awaited?
    /// The talk is over, and something of it is awaited.
    var isEnding: Bool { awaited != nil }
    private var isOpen: Bool
    private var isMuted = false
    private var isReadyReported = false
    private var nextConnection: Int
    private var kind: TransportKind
    private var settings: SessionSettings
    /// When the current session began (for the service's limit), and when to begin the next.
    private var liveSince: BootTime?
    private var renewAt: BootTime?
    private var quietSince: BootTime?
    private var restored: Transcript
    private var outputs: [SessionOutput] = []
    private var pastCounts = SessionCounts()
    private var budget = ReportBudget()

    private enum Awaited: Sendable { case summary, lastWords }

    /// The part of the configuration that this machine needs, without its secrets.
    package struct Setup: Sendable {
        var model: String
        var turnDetection: TurnDetection
        var noiseReduction: NoiseReduction?
        var transcriptionModel: String?
        var reasoningEffort: String?
        var kind: TransportKind
        var mayFallBack: Bool
        var limits: RealtimeLimits

        package init(
            model: String, turnDetection: TurnDetection, noiseReduction: NoiseReduction?, transcriptionModel: String?,
            reasoningEffort: String?, kind: TransportKind, mayFallBack: Bool, limits: RealtimeLimits
        ) {
            self.model = model
            self.turnDetection = turnDetection
            self.noiseReduction = noiseReduction
            self.transcriptionModel = transcriptionModel
            self.reasoningEffort = reasoningEffort
            self.kind = kind
            self.mayFallBack = mayFallBack
            self.limits = limits
        }
    }

    /// `firstConnection`: connections are numbered over the lifetime of the driver.
    package init(request: SessionRequest, configuration: Setup, firstConnection: Int) {
        self.request = request
        self.configuration = configuration
        kind = configuration.kind
        nextConnection = firstConnection
        isOpen = !request.isMuted
        let (tools, rejected) = SessionSettings.tools(from: request.tools)
        settings = SessionSettings(
            model: configuration.model, voice: request.voice, instructions: request.instructions,
            language: request.language, transcriptionModel: configuration.transcriptionModel,
            noiseReduction: configuration.noiseReduction,
            turnDetection: configuration.turnDetection.waiting(
                atLeastMilliseconds: request.minimumSilenceMilliseconds),
            reasoningEffort: configuration.reasoningEffort, tools: tools)
        restored = Transcript(history: request.history)
        for name in rejected { outputs.append(.log(.error, "the tool \(name) cannot be used: check its schema")) }
    }

    var id: Int { request.id }
    var turnDetection: TurnDetection { settings.turnDetection }
    /// One past the last connection number used.
    package var connectionsEnd: Int { nextConnection }
    package var history: [Turn] { (current?.transcript ?? restored).turns }
    var counts: SessionCounts { pastCounts + (current?.counts ?? SessionCounts()) }
    var isSpeaking: Bool { current?.voices.isSpeaking ?? false }

    package mutating func handle(_ input: Input, at now: BootTime, playout: Playout) -> [SessionOutput] {
        guard !isOver else { return [] }
        switch input {
        case .connect:
            outputs.append(.report(.connecting(id: id)))
            current = connect(at: now)
        case .session(let connection, let input): forward(input, to: connection, at: now, playout: playout)
        case .transportFailed(let connection, let failure): lost(connection, failure, at: now, playout: playout)
        case .transportUnusable(let connection, let reason, let failure):
            unusable(connection, reason, otherwise: failure, at: now, playout: playout)
        case .open: open(at: now, playout: playout)
        case .mute(let isOn):
            isMuted = isOn
            forwardCurrent(.setSending(isOpen && !isOn), at: now, playout: playout)
        case .update(let instructions, let definitions, let minimumSilence):
            let (tools, rejected) = SessionSettings.tools(from: definitions)
            for name in rejected { outputs.append(.log(.error, "the tool \(name) cannot be used: check its schema")) }
            let turns = configuration.turnDetection.waiting(atLeastMilliseconds: minimumSilence)
            let update = SessionInput.update(
                instructions: instructions, tools: tools,
                turnDetection: turns == settings.turnDetection ? nil : turns)
            settings.instructions = instructions
            settings.tools = tools
            settings.turnDetection = turns
            forwardCurrent(update, at: now, playout: playout)
            if let successor { forward(update, to: successor.connection, at: now, playout: playout) }
        case .answer(let call, let output, let isSilent):
            forwardCurrent(.answer(call: call, output: output, isSilent: isSilent), at: now, playout: playout)
        case .rendering(let isOn): forwardCurrent(.rendering(isOn), at: now, playout: playout)
        case .summarize(let request): summarize(request, at: now, playout: playout)
        case .awaitLastWords: awaitLastWords(at: now, playout: playout)
        case .tick:
            forwardCurrent(.tick, at: now, playout: playout)
            if let successor { forward(.tick, to: successor.connection, at: now, playout: playout) }
        case .end(let reason):
            if awaited == .summary { outputs.append(.report(.summary(id: id, arguments: nil))) }
            end(.ended(id: id, reason), at: now, playout: playout)
        }
        if !isOver, !isEnding { renew(at: now, playout: playout) }
        if !isOver, !isEnding { keepWithinBudget(at: now, playout: playout) }
        defer { outputs = [] }
        return outputs
    }

    /// Ends the conversation if the service calls tools, or reports that somebody starts and stops speaking, faster
    /// than is possible: such a flood would only keep the appliance from serving the owner (GUARD-6).
    private mutating func keepWithinBudget(at now: BootTime, playout: Playout) {
        guard let first = outputs.firstIndex(where: { !budget.allows($0, at: now) }) else { return }
        let isReport = { (output: SessionOutput) in if case .report = output { true } else { false } }
        outputs = outputs[..<first] + outputs[first...].filter { !isReport($0) }
        outputs.append(.log(.error, "conversation \(id): the service sends too many reports"))
        end(.failed(id: id, .malformed), at: now, playout: playout)
    }

    package func deadline(at now: BootTime) -> BootTime? {
        guard !isOver else { return nil }
        var times = [current?.deadline(at: now), successor?.deadline(at: now)]
        if let renewAt, successor == nil, !isEnding { times.append(renewAt) }
        if successor?.phase == .standby {
            times += [quietSince.map { $0 + silence }, mustRenewBy]
        }
        return times.compactMap { $0 }.filter { $0 > now }.min()
    }

    // MARK: Sessions

    private mutating func connect(at now: BootTime) -> RealtimeSession {
        let connection = nextConnection
        nextConnection += 1
        outputs.append(.connect(connection, kind, session: settings.json(withModel: true).encoded))
        return RealtimeSession(
            id: id, connection: connection, kind: kind, settings: settings, limits: configuration.limits,
            transcript: restored, at: now)
    }

    private mutating func forwardCurrent(_ input: SessionInput, at now: BootTime, playout: Playout) {
        guard let current else { return }
        forward(input, to: current.connection, at: now, playout: playout)
    }

    private mutating func forward(_ input: SessionInput, to connection: Int, at now: BootTime, playout: Playout) {
        if current?.connection == connection {
            outputs += current?.handle(input, at: now, playout: playout) ?? []
            if let failure = current?.failure {
                lost(connection, failure, at: now, playout: playout)
            } else if case .summarized(let arguments) = current?.phase {
                conclude(arguments, at: now, playout: playout)
            } else if current?.phase == .silent {
                conclude(nil, at: now, playout: playout)
            } else if current?.phase == .standby {
                becameReady(at: now, playout: playout)
            }
        } else if successor?.connection == connection {
            outputs += successor?.handle(input, at: now, playout: Playout()) ?? []
            if let failure = successor?.failure { lost(connection, failure, at: now, playout: playout) }
        }
    }

    private mutating func becameReady(at now: BootTime, playout: Playout) {
        if !isReadyReported {
            isReadyReported = true
            let limits = configuration.limits
            liveSince = now
            renewAt = now + .milliseconds(limits.renewAfterMilliseconds)
            if let current { outputs.append(.attach(current.connection)) }
            outputs.append(.report(.ready(id: id)))
        }
        if isOpen { startCurrent(at: now, playout: playout) }
    }

    private mutating func open(at now: BootTime, playout: Playout) {
        guard !isOpen else { return }
        isOpen = true
        if current?.phase == .standby { startCurrent(at: now, playout: playout) }
    }

    private mutating func startCurrent(at now: BootTime, playout: Playout) {
        forwardCurrent(
            .start(seed: restored.seed(), speaks: true, isSending: !isMuted), at: now, playout: playout)
    }

    // MARK: Failures

    private mutating func lost(
        _ connection: Int, _ failure: RealtimeFailure, at now: BootTime, playout: Playout
    ) {
        if successor?.connection == connection {
            dropSuccessor("\(failure)", at: now)
        } else if isEnding {
            if current?.connection == connection { conclude(nil, at: now, playout: playout) }
        } else if current?.connection == connection {
            // While connecting, the cause is reported as it is; once the connection was up, it counts as lost unless
            // the service gave a reason.
            var failure = failure
            switch failure {
            case .network, .nameResolution, .tls, .timedOut: if isReadyReported { failure = .lost }
            default: break
            }
            end(.failed(id: id, failure), at: now, playout: playout)
        }
    }

    private mutating func unusable(
        _ connection: Int, _ reason: String, otherwise failure: RealtimeFailure, at now: BootTime, playout: Playout
    ) {
        let isCurrent = current?.connection == connection
        guard isCurrent || successor?.connection == connection else { return }
        guard configuration.mayFallBack, kind == .webRTC, !(isCurrent && isReadyReported) else {
            return lost(connection, failure, at: now, playout: playout)
        }
        outputs.append(.log(.notice, "conversation \(id): WebRTC cannot connect (\(reason)): WebSocket instead"))
        outputs.append(.disconnect(connection))
        kind = .webSocket
        if isCurrent { current = connect(at: now) } else { successor = connect(at: now) }
    }

    private mutating func end(_ report: RealtimeReport, at now: BootTime, playout: Playout) {
        isOver = true
        if !isEnding { fallSilent(at: now, playout: playout) }
        if let current {
            restored = current.transcript
            pastCounts = pastCounts + current.counts
        }
        outputs += [current, successor].compactMap { $0 }.map { .disconnect($0.connection) }
        current = nil
        successor = nil
        outputs.append(.report(report))
    }

    /// Ends the sound in both directions. The transcript stays readable, so that the next attempt can restore it.
    private mutating func fallSilent(at now: BootTime, playout: Playout) {
        if var last = current {
            last.accountVoices(at: now)
            if isOpen { last.transcript.interruptLast(voices: last.voices, kind: last.kind, playout: playout) }
            if last.voices.isSpeaking { outputs.append(.report(.speaking(id: id, false))) }
            if last.isOwnerSpeaking { outputs.append(.report(.ownerSpeaking(id: id, false))) }
            current = last
        }
        // The gate outlives the conversation. It is opened only after detaching, so that no late sound of a cut answer
        // is heard.
        outputs += [.attach(nil), .setGate(isShut: false)]
    }

    // MARK: Summary

    private mutating func summarize(_ request: SummaryRequest, at now: BootTime, playout: Playout) {
        guard !isEnding else { return }
        guard let session = current, session.phase == .live else { return conclude(nil, at: now, playout: playout) }
        letGo(of: session, awaiting: .summary, at: now, playout: playout)
        forwardCurrent(.summarize(request), at: now, playout: playout)
    }

    /// Ends the talk, and the conversation once the owner's last words are written down.
    private mutating func awaitLastWords(at now: BootTime, playout: Playout) {
        guard !isEnding else { return }
        guard let session = current, session.phase == .live else {
            return end(.ended(id: id, .closed), at: now, playout: playout)
        }
        letGo(of: session, awaiting: .lastWords, at: now, playout: playout)
        forwardCurrent(.awaitLastWords, at: now, playout: playout)
    }

    /// Ends the sound of the talk, whose connection goes on for what is awaited.
    private mutating func letGo(
        of session: RealtimeSession, awaiting awaited: Awaited, at now: BootTime, playout: Playout
    ) {
        fallSilent(at: now, playout: playout)
        outputs += [.setSending(session.connection, false), .cut(session.connection)]
        if let successor { outputs.append(.disconnect(successor.connection)) }
        successor = nil
        self.awaited = awaited
    }

    /// Hands up the summary, or that there is none, if one was asked for; and closes.
    private mutating func conclude(_ arguments: String?, at now: BootTime, playout: Playout) {
        if awaited != .lastWords { outputs.append(.report(.summary(id: id, arguments: arguments))) }
        end(.ended(id: id, .closed), at: now, playout: playout)
    }

    // MARK: Renewal

    private var silence: TimeSpan { .milliseconds(configuration.limits.renewSilenceMilliseconds) }
    private var mustRenewBy: BootTime? {
        liveSince.map { $0 + .milliseconds(configuration.limits.renewByMilliseconds) }
    }

    /// Connects the next session after 50 min, and changes over in a silence, or at 58 min at the latest (TALK-4).
    private mutating func renew(at now: BootTime, playout: Playout) {
        guard let session = current, session.phase == .live || session.phase == .standby, let renewAt else { return }
        if session.phase == .standby || session.isQuiet {
            quietSince = quietSince ?? now
        } else {
            quietSince = nil
        }
        if successor == nil {
            guard renewAt <= now else { return }
            outputs.append(.log(.info, "conversation \(id): the session is renewed"))
            successor = connect(at: now)
        }
        guard successor?.phase == .standby else { return }
        let isSilent = quietSince.map { $0 + silence <= now } ?? false
        let isForced = mustRenewBy.map { $0 <= now } ?? false
        if isSilent || isForced { changeOver(isForced: !isSilent, at: now, playout: playout) }
    }

    private mutating func changeOver(isForced: Bool, at now: BootTime, playout: Playout) {
        guard var next = successor, let old = current else { return }
        if old.voices.isSpeaking { outputs.append(.report(.speaking(id: id, false))) }
        if old.isOwnerSpeaking { outputs.append(.report(.ownerSpeaking(id: id, false))) }
        restored = old.transcript
        if isForced, isOpen { restored.interruptLast(voices: old.voices, kind: old.kind, playout: playout) }
        next.transcript = restored
        pastCounts = pastCounts + old.counts
        let wasLive = old.phase == .live
        current = next
        successor = nil
        // The service counts from the connection, which may have been made long ago.
        liveSince = next.connectedAt
        renewAt = next.connectedAt + .milliseconds(configuration.limits.renewAfterMilliseconds)
        quietSince = nil
        outputs += [.setSending(old.connection, false), .setGate(isShut: false), .attach(next.connection)]
        if wasLive {
            forwardCurrent(
                .start(seed: restored.seed(), speaks: isForced, isSending: !isMuted), at: now, playout: playout)
        }
        outputs.append(.disconnect(old.connection))
    }

    private mutating func dropSuccessor(_ reason: String, at now: BootTime) {
        guard let connection = successor?.connection else { return }
        successor = nil
        renewAt = now + .seconds(60)
        outputs.append(.log(.warning, "conversation \(id): renewal failed (\(reason)); again in a minute"))
        outputs.append(.disconnect(connection))
    }
}
