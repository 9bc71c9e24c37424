import Bedside
import Cloud
import Glibc
import PeerConnection
import Synchronization
import System

/// Performs what the conversation's machine asks for: transports, timers, sound path, reports.
///
/// Theory of operation. Each input (a call of the client, a transport event, audibility, a timer) goes into a queue and
/// is given to the pure ``RealtimeConversation`` with the time. Its outputs are performed in order. Then one timer is
/// set for the machine's next deadline. Closed transports are held until they have said goodbye. A talk that is over
/// and whose summary or last words are awaited goes on beside the next one, without sound.
///
/// `@unchecked Sendable`: everything except `snapshot` and `audio` belongs to the event thread.
final class RealtimeEngine: @unchecked Sendable {
    private let configuration: RealtimeConfiguration
    private let http: HTTPClient
    private let thread: EventThread
    private let report: @Sendable (RealtimeReport) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let snapshot: RealtimeSnapshot
    private let audio: AudioPath
    private var conversation: RealtimeConversation?
    /// A talk that is over and of which something is awaited, although another conversation has been opened.
    private var ending: (talk: RealtimeConversation, handledAt: BootTime)?
    private var transports: [Int: any RealtimeTransport] = [:]
    /// Closed transports that are still saying goodbye.
    private var leaving: [Int: any RealtimeTransport] = [:] {
        didSet { snapshot.state.withLock { [count = leaving.count] in $0.farewells = count } }
    }
    private var attached: Int?
    private var nextConnection = 1
    private var timer: (at: BootTime, token: TimerToken)?
    private var watch: WatchToken?
    private var openedAt = BootTime.zero
    private var begunAt: BootTime?
    /// When the talk was over for the owner, if its connection went on.
    private var talkEndedAt: BootTime?
    /// The text of the conversation is to be forgotten although something of it is awaited.
    private var isForgotten = false
    private var queue: [RealtimeConversation.Input] = []
    private var isHandling = false
    /// Time of the last input, so that a deadline between it and the setting of the timer is not overlooked.
    private var handledAt = BootTime.zero
    private var publishedCounts = SessionCounts()
    private static let settlingMilliseconds = 2000
    private var webRTCBlock = WebRTCBlock()

    init(
        configuration: RealtimeConfiguration, http: HTTPClient, thread: EventThread, snapshot: RealtimeSnapshot,
        audio: AudioPath, report: @escaping @Sendable (RealtimeReport) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.configuration = configuration
        self.http = http
        self.thread = thread
        self.snapshot = snapshot
        self.audio = audio
        self.report = report
        self.log = log
    }

    /// Called once, on the event thread.
    func start() {
        guard audio.descriptor >= 0, watch == nil else { return }
        watch = thread.watch(descriptor: audio.descriptor, forReading: true, forWriting: false) { [weak self] _, _ in
            self?.audibilityChanged()
        }
    }

    func connect(_ request: SessionRequest) {
        replaceConversation()
        let now = RealtimeClock.now
        webRTCBlock.conversationOpens(firstConnection: nextConnection)
        let kind: TransportKind =
            switch configuration.transport {
            case .automatic: webRTCBlock.isBlocked(at: now) ? .webSocket : .webRTC
            case .webRTC: .webRTC
            case .webSocket: .webSocket
            }
        let setup = RealtimeConversation.Setup(
            model: configuration.model, turnDetection: configuration.turnDetection,
            noiseReduction: configuration.noiseReduction, transcriptionModel: configuration.transcriptionModel,
            reasoningEffort: configuration.reasoningEffort, kind: kind,
            mayFallBack: configuration.transport == .automatic, limits: configuration.limits)
        conversation = RealtimeConversation(request: request, configuration: setup, firstConnection: nextConnection)
        openedAt = now
        begunAt = request.isMuted ? nil : now
        talkEndedAt = nil
        isForgotten = false
        snapshot.state.withLock {
            $0.statistics.connect(id: request.id, isContinued: request.isResumed, isMuted: request.isMuted)
            $0.history = request.history
        }
        handle(.connect)
    }

    /// Makes way for another conversation. The owner may have said something of weight right before the last one ended
    /// (SAFE-2), so what is awaited of it is awaited on.
    private func replaceConversation() {
        guard let last = conversation, !last.isOver else { return }
        guard last.isEnding else { return handle(.end(.replaced)) }
        handleEnding(.end(.replaced))
        note(.ended(id: last.id, .closed))
        ending = (talk: last, handledAt: handledAt)
        conversation = nil
    }

    /// Handles an input for the conversation with that id, if it is the open one or still ends.
    func handle(_ input: RealtimeConversation.Input, id: Int) {
        if ending?.talk.id == id { return handleEnding(input) }
        guard conversation?.id == id, conversation?.isOver == false else { return }
        if case .open = input {
            begunAt = begunAt ?? RealtimeClock.now
            snapshot.state.withLock { $0.statistics.open() }
        }
        handle(input)
    }

    /// Ends the conversation with a summary; reports that there is none if it is not the open one.
    func end(id: Int, summary: SummaryRequest) {
        guard ending?.talk.id != id else { return }
        guard conversation?.id == id, conversation?.isOver == false else {
            return report(.summary(id: id, arguments: nil))
        }
        talkEndedAt = talkEndedAt ?? RealtimeClock.now
        handle(.summarize(summary))
    }

    /// Ends the conversation, once the owner's last words are written down.
    func endAfterLastWords(id: Int) {
        guard conversation?.id == id, conversation?.isOver == false else { return }
        talkEndedAt = talkEndedAt ?? RealtimeClock.now
        handle(.awaitLastWords)
    }

    /// Forgets the conversation that is over, so that nothing of it is kept (GUARD-1). If its summary or its
    /// last words are still awaited, its text is forgotten at once and the rest with them.
    func forget() {
        if conversation?.isOver == false {
            guard conversation?.isEnding == true else { return }
            isForgotten = true
        } else {
            conversation = nil
        }
        snapshot.state.withLock { $0.history = [] }
    }

    /// Ends whatever is open; returns whether connections are still saying goodbye.
    func shutDown() -> Bool {
        if conversation?.isOver == false { handle(.end(.closed)) }
        handleEnding(.end(.closed))
        watch?.cancel()
        watch = nil
        timer?.token.cancel()
        timer = nil
        return !leaving.isEmpty
    }

    // MARK: The machine

    private func handle(_ input: RealtimeConversation.Input) {
        // Performing an output may report at once (a transport that fails while it is opened). The queue keeps such
        // inputs in order instead of nesting them.
        queue.append(input)
        guard !isHandling else { return }
        isHandling = true
        while !queue.isEmpty {
            let input = queue.removeFirst()
            let playout = attached.flatMap { transports[$0]?.playout } ?? Playout()
            handledAt = RealtimeClock.now
            let outputs = conversation?.handle(input, at: handledAt, playout: playout) ?? []
            // Publish history and statistics before reporting, because a receiver of `.ended` reads them immediately.
            publish(outputs)
            for output in outputs { perform(output) }
        }
        isHandling = false
        if isForgotten, conversation?.isOver == true { conversation = nil }
        arm()
    }

    private func perform(_ output: SessionOutput) {
        switch output {
        case .connect(let connection, let kind, let session): connect(connection, kind, session)
        case .send(let connection, let event): transports[connection]?.send(event)
        case .setSending(let connection, let isOn): transports[connection]?.setSending(isOn)
        case .play(let connection, let pcm, let item, let contentIndex):
            transports[connection]?.play(pcm, item: item, contentIndex: contentIndex)
        case .cut(let connection):
            transports[connection]?.cut()
            if connection == attached { audio.reset() }
        case .setGate(let isShut): audio.setGate(isShut: isShut)
        case .attach(let connection): attach(connection)
        case .disconnect(let connection): disconnect(connection)
        case .report(let what):
            note(what)
            report(what)
        case .phase(let phase): reached(phase)
        case .log(let level, let text): log(level, text)
        }
    }

    /// Handles an input for the talk that still ends, if there is one. It is silent, and its figures are noted.
    private func handleEnding(_ input: RealtimeConversation.Input) {
        guard var last = ending?.talk else { return }
        let now = RealtimeClock.now
        let outputs = last.handle(input, at: now, playout: Playout())
        ending = last.isOver ? nil : (talk: last, handledAt: now)
        for output in outputs {
            switch output {
            case .send(let connection, let event): transports[connection]?.send(event)
            case .disconnect(let connection): disconnect(connection, isOfEnding: true)
            case .report(let what): report(what)
            case .log(let level, let text): log(level, text)
            case .connect, .setSending, .play, .cut, .setGate, .attach, .phase: break
            }
        }
        arm()
    }

    private func arm() {
        let deadlines = [conversation?.deadline(at: handledAt), ending.flatMap { $0.talk.deadline(at: $0.handledAt) }]
        guard let deadline = deadlines.compactMap({ $0 }).min() else {
            timer?.token.cancel()
            timer = nil
            return
        }
        // A timer that is too early only ticks once too often, which is cheaper than a new timer for every event.
        if let timer, timer.at <= deadline { return }
        timer?.token.cancel()
        let milliseconds = max(1, (deadline - RealtimeClock.now).milliseconds + 1)
        let token = thread.after(milliseconds: milliseconds) { [weak self] in
            guard let self else { return }
            timer = nil
            if conversation?.isOver == false { handle(.tick) }
            handleEnding(.tick)
        }
        timer = (deadline, token)
    }

    private func audibilityChanged() {
        audio.clearDescriptor()
        guard conversation?.isOver == false else { return }
        handle(.rendering(audio.isAudible))
    }

    // MARK: Transports

    private func connect(_ connection: Int, _ kind: TransportKind, _ session: [UInt8]) {
        nextConnection = max(nextConnection, connection + 1)
        snapshot.state.withLock {
            $0.statistics.call.transport = kind
            $0.statistics.call.connections += 1
        }
        let receive: @Sendable (TransportEvent) -> Void = { [weak self] in self?.transport(connection, $0) }
        let transport: any RealtimeTransport
        switch kind {
        case .webRTC:
            do throws(PeerError) {
                transport = try WebRTCTransport(
                    configuration: configuration, thread: thread, http: http, report: receive, log: log)
            } catch {
                return handle(.transportUnusable(connection: connection, error.description))
            }
        case .webSocket:
            guard let credential = configuration.credential else {
                return handle(.transportFailed(connection: connection, .credentials))
            }
            let thread = thread
            let secret = configuration.gateway.map {
                GatewaySecret(gateway: $0, credential: credential, limits: configuration.limits, http: http)
            }
            // A gateway's token is for the gateway alone.
            transport = WebSocketTransport(
                url: configuration.address.webSocket(model: configuration.model),
                credential: secret == nil ? credential : nil, secret: secret,
                authorityFile: configuration.authorityFile, allowsPlain: configuration.allowsPlain,
                safetyIdentifier: configuration.safetyIdentifier,
                turnDetection: conversation?.turnDetection ?? configuration.turnDetection,
                run: { thread.run($0) }, report: receive)
        }
        transports[connection] = transport
        transport.connect(session: session)
    }

    private func transport(_ connection: Int, _ event: TransportEvent) {
        guard transports[connection] != nil else { return }
        let isOfEnding = ending?.talk.current?.connection == connection
        func pass(_ input: RealtimeConversation.Input) {
            if isOfEnding { handleEnding(input) } else { handle(input) }
        }
        switch event {
        case .phase(let phase): if !isOfEnding { reached(phase) }
        case .opened:
            webRTCBlock.opened(connection, at: RealtimeClock.now)
            pass(.session(connection: connection, .opened))
        case .message(let bytes): pass(.session(connection: connection, .message(bytes)))
        case .oversized(let bytes): pass(.session(connection: connection, .oversized(bytes: bytes)))
        case .faltering(let isFaltering): pass(.session(connection: connection, .faltering(isFaltering)))
        case .failed(let failure):
            webRTCBlock.failed(connection)
            pass(.transportFailed(connection: connection, failure))
        case .unusable(let reason, let failure, let isLocal):
            if !isLocal { webRTCBlock.unusable(connection) }
            pass(.transportUnusable(connection: connection, reason, otherwise: failure))
        }
    }

    private func attach(_ connection: Int?) {
        if connection != nil, attached != connection, let old = attached.flatMap({ transports[$0] }) {
            snapshot.state.withLock { $0.statistics.renew(after: old.statistics) }
        }
        if connection == nil, let last = attached.flatMap({ transports[$0] }) {
            // The connection may go on for a summary, or for the owner's last words.
            snapshot.state.withLock { $0.statistics.call.transportFigures = last.statistics }
        }
        attached = connection
        let transport = connection.flatMap { transports[$0] }
        audio.attach(transport)
        snapshot.state.withLock { $0.transport = transport }
        reapLater()
    }

    private func reapLater() {
        guard !audio.reap() else { return }
        thread.after(milliseconds: 20) { [weak self] in self?.reapLater() }
    }

    private func disconnect(_ connection: Int, isOfEnding: Bool = false) {
        guard let transport = transports.removeValue(forKey: connection) else { return }
        if !isOfEnding, attached == connection || attached == nil {
            snapshot.state.withLock { $0.statistics.call.transportFigures = transport.statistics }
        }
        // Held until it has said goodbye and no longer: each takes half a megabyte, and conversations may follow one
        // another.
        leaving[connection] = transport
        let thread = thread
        transport.close { [weak self] in thread.run { [weak self] in self?.leaving[connection] = nil } }
        thread.after(milliseconds: configuration.limits.closeMilliseconds) { [weak self] in
            self?.leaving[connection] = nil
        }
    }

    // MARK: Statistics

    /// The length of the talk, without the time spent waiting for a summary or last words.
    private var durationMilliseconds: Int { ((talkEndedAt ?? RealtimeClock.now) - openedAt).milliseconds }

    private func since(_ start: BootTime) -> Int { (RealtimeClock.now - start).milliseconds }

    private func reached(_ phase: ConnectPhase) {
        let time = since(openedAt)
        snapshot.state.withLock { $0.statistics.call.phaseMilliseconds[phase] = time }
    }

    private func note(_ what: RealtimeReport) {
        snapshot.state.withLock { state in
            switch what {
            case .ready: state.statistics.call.readyMilliseconds = since(openedAt)
            case .speaking(_, true):
                if state.statistics.call.firstVoiceMilliseconds == nil, let begunAt {
                    state.statistics.call.firstVoiceMilliseconds = since(begunAt)
                    settleLater(openedAt)
                }
            case .ended: state.statistics.end(afterMilliseconds: durationMilliseconds, failure: nil)
            case .failed(_, let failure):
                state.statistics.end(afterMilliseconds: since(openedAt), failure: failure)
            default: break
            }
        }
    }

    /// Gives memory back some time after the opening, if the conversation goes on: by then everything that connecting
    /// needed is done. After a conversation that is over, the next may need those pages at once.
    private func settleLater(_ opening: BootTime) {
        thread.after(milliseconds: Self.settlingMilliseconds) { [weak self] in
            guard let self, openedAt == opening, conversation?.isOver == false else { return }
            LateLibraries.settle()
        }
    }

    private func publish(_ outputs: [SessionOutput]) {
        guard let conversation else { return }
        let hasNews = outputs.contains {
            if case .report = $0 { return true }
            return false
        }
        let counts = conversation.counts
        guard hasNews || conversation.isOver || counts != publishedCounts else { return }
        publishedCounts = counts
        let history = isForgotten ? [] : conversation.history
        snapshot.state.withLock {
            $0.history = history
            $0.statistics.call.count(counts)
            if !conversation.isOver { $0.statistics.call.durationMilliseconds = durationMilliseconds }
        }
    }
}
