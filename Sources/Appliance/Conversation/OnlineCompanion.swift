import Bedside
import Cloud
import Realtime
import Recording
import Sound
import Synchronization

/// Performs what the rules ask of the online companion (TALK-1, TALK-2, TALK-3, TALK-4, TALK-5): joins the service's
/// client with speaker and microphone. Made with the appliance; its threads and sockets are made by the first use. Main
/// thread only.
final class OnlineCompanion {
    private let settings: CompanionSettings
    private let files: CompanionFiles
    private let found: @Sendable (CompanionFiles.Found) -> Void
    private let sound: any LineDriver
    private let tap: TalkTap
    private let post: @Sendable (Event) -> Void
    private let say: @Sendable (Turn) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let account: GatewayAccount
    private let http = HTTPClient()
    /// `key` is that with which it was made: the owner's key, or address and token of a gateway.
    private var client: (running: RealtimeClient, key: String)?
    /// The session at the gateway of the talk that is on.
    private let session = TalkSession()
    private var call: Int?
    private var isMuted = true
    private(set) var hasLine = false
    private let talks = AwaitedTalks()
    private let words = WordsBudget()
    /// what was said before the call was lost; in memory, until the conversation is over (GUARD-1).
    private var history: [Turn] = []

    /// - Parameters:
    ///   - tap: gets a copy of both voices.
    ///   - found: gives what it is called with, on any thread, to `take` on this one.
    init(
        settings: CompanionSettings, files: CompanionFiles, account: GatewayAccount, sound: any LineDriver,
        tap: TalkTap,
        found: @escaping @Sendable (CompanionFiles.Found) -> Void,
        post: @escaping @Sendable (Event) -> Void, say: @escaping @Sendable (Turn) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.settings = settings
        self.files = files
        self.account = account
        self.found = found
        self.sound = sound
        self.tap = tap
        self.post = post
        self.say = say
        self.log = log
    }

    // MARK: What the rules ask for

    func connect(_ request: ConversationRequest) {
        if !request.isResumed {
            history = []
            session.hold(nil)
        }
        // A one-off alarm, whose name is a number, says nothing on a page.
        let habit = request.habit.flatMap { $0.id.hasOneOffName ? nil : $0.id }
        session.calls(about: habit, isPrepared: request.isPrepared)
        // The next call may fail before it replaces this one.
        if let call, call != request.call { client?.running.close(id: call) }
        call = request.call
        files.read(.connect, request, found: found)
    }

    /// Takes the files that were read for `connect` or `handOver`, back on the loop.
    func take(_ found: CompanionFiles.Found) {
        let request = found.request
        // Nothing waits for it any more.
        guard call == request.call else { return }
        for event in found.thought { post(event) }
        switch found.purpose {
        case .handOver:
            client?.running.update(
                id: request.call, instructions: found.instructions, tools: Self.tools(for: request),
                minimumSilenceMilliseconds: settings.minimumSilenceMilliseconds(for: request.habit))
        case .connect:
            // What was not heard on the call before is taken back when that call ends, on the client's own thread.
            if request.isResumed, let running = client?.running { history = running.history }
            switch ready(found) {
            case .failed(let failure): failed(request, failure)
            case .client(let running):
                running.connect(
                    SessionRequest(
                        id: request.call, instructions: found.instructions, tools: Self.tools(for: request),
                        voice: settings.voice,
                        language: found.language.rawValue, history: history, isResumed: request.isResumed,
                        minimumSilenceMilliseconds: settings.minimumSilenceMilliseconds(for: request.habit),
                        isMuted: true
                    ))
            }
        }
    }

    private func failed(_ request: ConversationRequest, _ failure: ConversationFailure) {
        post(.conversation(.failed(failure), call: request.call))
    }

    func open(_ opening: CallOpening) {
        guard let running = client?.running, call == opening.call else { return }
        let (audio, tap) = (running.audio, tap)
        let line = VoiceLine(
            render: { frames in
                let count = audio.render(into: frames)
                tap.companion(UnsafeBufferPointer(frames))
                return count
            },
            capture: { frames in
                tap.owner(frames)
                audio.capture(frames)
            })
        hasLine = true
        sound.openLine(line, output: opening.output, volumePercent: opening.volumePercent)
        running.mute(id: opening.call, isMuted)
        running.open(id: opening.call)
    }

    func handOver(_ request: ConversationRequest) {
        files.read(.handOver, request, found: found)
    }

    func answer(_ answer: ToolAnswer) {
        client?.running.answer(
            id: answer.call, callID: answer.callID, output: answer.output, isSilent: answer.isSilent)
    }

    /// Mutes or unmutes the call; while muted it carries silence, never the microphone (SOUND-4).
    func mute(_ isMuted: Bool) {
        self.isMuted = isMuted
        guard let call else { return }
        client?.running.mute(id: call, isMuted)
    }

    func disconnect(isFinal: Bool) {
        if hasLine { sound.closeLine() }
        hasLine = false
        let last = call
        call = nil
        guard let running = client?.running else { return }
        // What was said right before the end reaches the safety detector, too, whatever is remembered.
        if let last, isFinal { running.endAfterLastWords(id: last) }
        if let last, !isFinal { running.close(id: last) }
        history = isFinal ? [] : running.history
        if isFinal { session.hold(nil) }
        if isFinal { running.clearHistory() }
    }

    /// Asks for a summary of the talk over its own call, whose sound ends at once, and then closes it (MIND-3).
    func summarize(_ task: SummaryTask) {
        if hasLine { sound.closeLine() }
        hasLine = false
        call = nil
        history = []
        guard let running = client?.running else { return post(.memory(.summarized(nil, talk: task.talk))) }
        talks.put(task.talk, call: task.call)
        running.end(
            id: task.call,
            summary: SummaryRequest(
                talk: "\(task.talk)", input: task.transcript, instructions: task.instructions,
                tool: ToolDefinition(
                    name: MemorySummary.functionName,
                    description: "Keeps what is worth keeping of the talk; nothing else is to be said or done.",
                    parameters: MemorySummary.schema, isSilent: true)))
        // The text of the talk goes with the call (GUARD-1).
        running.clearHistory()
    }

    /// Checks whether the service can be reached and accepts the key (ALARM-12, GUARD-7); nothing is metered.
    ///
    /// - Parameter gateway: the address of the account; nil without one.
    func check(_ companion: Companion, gateway: String?) {
        let post = post
        switch companion {
        case .offline: return
        case .gateway: return account.check(gateway) { post(.companionChecked($0)) }
        case .openai, .automatic: break
        }
        let (files, settings, http, log) = (files, settings, http, log)
        files.queue.async {
            // Only a check: a conversation that is on keeps its client, even if the key has changed.
            let credential: Credential
            switch files.key() {
            case .failure: return post(.companionChecked(.credentials))
            case .success(nil):
                if companion == .openai { post(.companionChecked(.unavailable)) }
                return
            case .success(let found?): credential = found
            }
            do throws(RealtimeFailure) {
                http.send(KeyCheck(address: try settings.address(), credential: credential).request) { result in
                    post(.companionChecked(KeyCheck.failure(of: result).map(ConversationFailure.init)))
                }
            } catch {
                log(.error, "\(error)")
                post(.companionChecked(.provider))
            }
        }
    }

    /// Forgets the key in memory as well, because the owner has erased everything.
    func forgetKey() {
        client?.running.shutDown()
        client = nil
        call = nil
        history = []
    }

    func shutDown() {
        client?.running.shutDown()
        client = nil
        http.shutDown()
        account.shutDown()
    }

    /// A setting that cannot be used, for the panel and the log at the start; nil if there is none.
    var settingsProblem: RealtimeFailure? {
        do throws(RealtimeFailure) {
            _ = try settings.address()
            return nil
        } catch {
            return error
        }
    }

    /// The place of the key and the address that it is for, never the key. It does not wait for a disk that hangs.
    var source: (key: CompanionFiles.KeyPlace, address: String?) {
        (files.keyPlace(withinMilliseconds: 100), (try? settings.address())?.base)
    }

    var statistics: ConversationStatistics? { client.map { $0.running.statistics() } }

    // MARK: Making it

    private enum Ready {
        case client(RealtimeClient)
        case failed(ConversationFailure)
    }

    /// The client with the key that is there now: a new key needs no restart.
    private func ready(_ found: CompanionFiles.Found) -> Ready {
        if found.request.companion == .gateway { return readyThroughGateway(found) }
        switch found.key {
        case .failure: return .failed(.credentials)
        case .success(nil):
            log(.info, "no key for the online companion: anicca key set")
            return .failed(.unavailable)
        case .success(let credential?):
            if let client, client.key == credential.secret { return .client(client.running) }
            do throws(RealtimeFailure) {
                return .client(start(try settings.configuration(credential: credential), key: credential.secret))
            } catch {
                // The owner wants a companion, so this silence was not chosen.
                log(.error, "\(error)")
                return .failed(.provider)
            }
        }
    }

    private func readyThroughGateway(_ found: CompanionFiles.Found) -> Ready {
        guard case .success(let token?) = found.key, let (wire, device) = found.gateway else {
            return .failed(.unavailable)
        }
        let key = "\(wire.base) \(token.secret) \(wire.authorityFile ?? "")"
        if let client, client.key == key { return .client(client.running) }
        let (session, post, account) = (session, post, account)
        let calls = GatewayCalls(
            address: wire.session, authorityFile: wire.authorityFile, device: device, session: { session.current },
            isPrepared: { session.isPrepared }, habit: { session.habit },
            report: { report in
                switch report {
                case .opened(let opened, let seconds):
                    session.hold(opened)
                    post(.account(.opened(session: opened, leftSeconds: seconds)))
                case .prepared(let prepared):
                    session.hold(prepared)
                    post(.account(.prepared(session: prepared)))
                case .refused(let refusal): account.refused(token, wire, refusal)
                case .exhausted: post(.account(.exhausted))
                case .busy(let seconds): post(.account(.busy(retryAfterSeconds: seconds)))
                }
            })
        let configuration = settings.configuration(
            credential: token, gateway: calls, isOnThisMachine: wire.isOnThisMachine)
        return .client(start(configuration, key: key))
    }

    private func start(_ configuration: RealtimeConfiguration, key: String) -> RealtimeClient {
        client?.running.shutDown()
        let (post, say, talks, words, log) = (post, say, talks, words, log)
        let running = RealtimeClient(
            configuration: configuration, http: http,
            report: { report in
                if case .turn(_, let turn) = report { say(turn) }
                if case .summary(let id, let arguments) = report, let talk = talks.take(id) {
                    let summary = arguments.flatMap { MemorySummary.read(arguments: $0) }
                    if arguments != nil, summary == nil { log(.notice, "there is no summary: it cannot be read") }
                    post(.memory(.summarized(summary, talk: talk)))
                }
                if let (event, call) = ConversationEvent.of(report), words.allows(event, at: SystemClock.boot()) {
                    post(.conversation(event, call: call))
                }
            }, log: log)
        client = (running, key)
        return running
    }

    /// The tools that the companion of a call is offered.
    private static func tools(for request: ConversationRequest) -> [ToolDefinition] {
        ToolCatalog.all.filter { tool in
            if request.care == .crisis { return tool.isForCrisis }
            return request.told.isOn || !tool.isAboutMemory || (tool.name == .offRecord && request.isRecorded)
        }.map { tool in
            ToolDefinition(
                name: tool.name.rawValue, description: tool.description, parameters: tool.parametersSchema,
                isSilent: tool.isSilent, ownOutput: tool.constantAnswer, needsWords: tool.needsWords)
        }
    }
}

extension ConversationEvent {
    /// The event that the rules get for a report; nil for none.
    static func of(_ report: RealtimeReport) -> (event: ConversationEvent, call: Int)? {
        switch report {
        case .connecting, .summary: nil
        case .turn(let id, let turn):
            (.said(turn.speaker == .owner ? .owner : .companion, PrivateText(turn.text), turn: turn.number), id)
        case .ready(let id): (.ready, id)
        case .speaking(let id, let isSpeaking): (.speaking(isSpeaking), id)
        case .ownerSpeaking(let id, let isSpeaking): (.ownerSpeaking(isSpeaking), id)
        case .voiceMissing(let id, let isMissing): (.voiceMissing(isMissing), id)
        case .toolCall(let id, let callID, let name, let arguments):
            (.toolCall(ToolRequest(callID: callID, name: name, arguments: arguments)), id)
        // The appliance itself closed or replaced it, so the rules know.
        case .ended: nil
        case .failed(let id, let failure): (.failed(ConversationFailure(failure)), id)
        }
    }
}

/// The gateway's session of the talk that is on, or may come. Any thread.
private final class TalkSession: Sendable {
    private let session = Mutex<String?>(nil)
    private let call = Mutex<(habit: HabitID?, isPrepared: Bool)>((nil, false))

    var current: String? { session.withLock { $0 } }
    func hold(_ new: String?) { session.withLock { $0 = new } }
    /// What the last call was asked for.
    var habit: HabitID? { call.withLock { $0.habit } }
    /// Whether no talk was on then.
    var isPrepared: Bool { call.withLock { $0.isPrepared } }
    /// Notes what a call is asked for, and whether no talk is on yet.
    func calls(about habit: HabitID?, isPrepared: Bool) { call.withLock { $0 = (habit, isPrepared) } }
}

/// The numbers of the talks whose summaries are awaited, by their calls. Any thread.
private final class AwaitedTalks: Sendable {
    private let talks = Mutex<[Int: Int]>([:])

    func put(_ talk: Int, call: Int) { talks.withLock { $0[call] = talk } }
    func take(_ call: Int) -> Int? { talks.withLock { $0.removeValue(forKey: call) } }
}

extension ConversationFailure {
    init(_ failure: RealtimeFailure) {
        self =
            switch failure {
            case .network, .nameResolution, .lost, .sessionExpired: .network
            case .tls: .tls
            case .credentials: .credentials
            case .quota: .quota
            case .rateLimited: .busy
            case .silent: .silent
            case .timedOut(.connected), .timedOut(.opened): .media
            case .timedOut(.created), .timedOut(.configured): .silent
            case .timedOut(.offer), .timedOut(.secret), .timedOut(.call): .network
            case .provider, .refused, .malformed: .provider
            case .configuration: .unavailable
            case .incomplete: .incomplete
            }
    }
}

extension ConversationFailure {
    /// Takes the result of a check of the way to the service (ALARM-12).
    init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .tls: .tls
            case .resolve, .connect, .timedOut, .interrupted, .cancelled, .other: .network
            case .tooLarge, .malformed: .provider
            case .notAllowed: .unavailable
            case .incomplete: .incomplete
            }
    }
}
