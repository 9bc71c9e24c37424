import Bedside
import Cloud
import Glibc
import PeerConnection
import Synchronization
import System

/// Live conversations with the companion over the Realtime API (TALK-1, TALK-2, TALK-3, TALK-4, TALK-5, TALK-9,
/// TALK-10), one at a time.
///
/// Theory of operation. Every call returns at once, from any thread, and posts its work to the event thread, where one
/// ``RealtimeEngine`` performs it. Calls name the conversation by the id of its request; a call for any other than the
/// open one does nothing. Reports come on the event thread, and handling them must be quick. The event thread is
/// started by the first use, once the libraries are loaded, and kept.
public final class RealtimeClient: Sendable {
    private let configuration: RealtimeConfiguration
    private let http: HTTPClient
    private let report: @Sendable (RealtimeReport) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let snapshot = RealtimeSnapshot()
    /// The sound in both directions, of one conversation after another; for real-time threads.
    public let audio = AudioPath()
    private let worker = Mutex(Worker.none)

    private struct Work: Sendable {
        var run: @Sendable (RealtimeEngine) -> Void
        var refuse: @Sendable (RealtimeFailure) -> Void
    }

    private enum Worker: Sendable {
        /// Nothing was requested yet. Can go to: loading, running, over.
        case none
        /// The libraries are being loaded, on a thread of their own. Can go to: none (if loading failed), running,
        /// over.
        case loading([Work])
        /// Can go to: over.
        case running(EventThread, RealtimeEngine)
        case over
    }
    private static let maximumWaiting = 256

    /// `log` receives codes, times and shortened ids; never spoken words, never a key (GUARD-1).
    public init(
        configuration: RealtimeConfiguration, http: HTTPClient,
        report: @escaping @Sendable (RealtimeReport) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.configuration = configuration
        self.http = http
        self.report = report
        self.log = log
    }

    deinit { shutDown() }

    /// Connects and configures; `.ready` or `.failed` follows. A conversation that is open is closed
    /// (`.ended(.replaced)`), but one whose summary or last words are awaited ends beside the new one.
    public func connect(_ request: SessionRequest) {
        let report = report
        perform({ $0.connect(request) }, orElse: { report(.failed(id: request.id, $0)) })
    }

    /// Opens the microphone and lets the companion speak first, as soon as the conversation is ready.
    public func open(id: Int) { perform { $0.handle(.open, id: id) } }

    /// Hands over to another prompt (ALARM-5): the companion goes on under it.
    public func update(
        id: Int, instructions: String, tools: [ToolDefinition], minimumSilenceMilliseconds: Int? = nil
    ) {
        perform {
            $0.handle(
                .update(
                    instructions: instructions, tools: tools, minimumSilenceMilliseconds: minimumSilenceMilliseconds),
                id: id)
        }
    }

    /// Gives the output of a tool call, within 15 s of the call; JSON text by convention. `isSilent`: the companion
    /// should not speak about it.
    public func answer(id: Int, callID: String, output: String, isSilent: Bool = false) {
        perform { $0.handle(.answer(call: callID, output: output, isSilent: isSilent), id: id) }
    }

    /// Mutes the microphone only: the companion is still heard.
    public func mute(id: Int, _ isMuted: Bool) { perform { $0.handle(.mute(isMuted), id: id) } }

    /// Ends the conversation. `.ended(.closed)` follows at once; the service is informed in the background, within 2 s.
    public func close(id: Int) { perform { $0.handle(.end(.closed), id: id) } }

    /// Ends the conversation as `close` does, but asks the service for the talk's summary first (MIND-3). The owner
    /// hears nothing more and is not heard any more, at once. `.summary` follows once, at the latest when the deadline
    /// has passed, and then `.ended(.closed)`. `close` ends the waiting at once, without a summary; a repeated `end`
    /// changes nothing, nor does another `connect`. There is no summary either of a conversation that has not begun or
    /// is not the open one.
    public func end(id: Int, summary: SummaryRequest) {
        let report = report
        perform({ $0.end(id: id, summary: summary) }, orElse: { _ in report(.summary(id: id, arguments: nil)) })
    }

    /// Ends the conversation as `close` does, but lets what the owner said last be written down first: their `.turn`
    /// follows if the service writes it within the time of a summary, and then `.ended(.closed)`. Nobody hears or is heard
    /// any more, at once. `close` ends the waiting; another `connect` does not.
    public func endAfterLastWords(id: Int) { perform { $0.endAfterLastWords(id: id) } }

    /// Text of both sides of the current or last conversation: what to restore after a loss (TALK-5).
    public var history: [Turn] { snapshot.state.withLock { $0.history } }

    /// Forgets the text of the last conversation, or of one whose summary or last words are awaited.
    public func clearHistory() {
        // Posted, so that it comes after an end of the conversation that was requested before.
        guard case .running(let thread, let engine) = worker.withLock({ $0 }) else { return }
        thread.run { engine.forget() }
    }

    public func statistics() -> ConversationStatistics {
        snapshot.state.withLock { $0.statistics.shown(transport: $0.transport?.statistics) }
    }

    /// How many connections are still saying goodbye.
    var farewells: Int { snapshot.state.withLock { $0.farewells } }

    /// Ends what is open, says goodbye for at most 0.4 s, and stops the thread, all within a second. Not on the event
    /// thread.
    public func shutDown() {
        let last = worker.withLock { worker in
            defer { worker = .over }
            return worker
        }
        guard case .running(let thread, let engine) = last else { return }
        let farewell = Farewell()
        thread.run {
            farewell.isLeaving.store(engine.shutDown(), ordering: .relaxed)
            farewell.isAsked.store(true, ordering: .releasing)
        }
        // Bounded, because an event thread that is stuck must not hold up the end of the program.
        let patience = RealtimeClock.now + .milliseconds(400)
        while !thread.isCurrent, RealtimeClock.now < patience {
            if farewell.isAsked.load(ordering: .acquiring), !farewell.isLeaving.load(ordering: .relaxed) { break }
            usleep(10_000)
        }
        if !RealtimeClient.stop(thread, withinMilliseconds: 600) {
            log(.error, "the conversation's thread is stuck and was left behind")
        }
    }

    /// Stops the event thread; returns whether it has ended. A thread that is stuck (in a library that blocks) is left
    /// behind, so that nothing, least of all SIGTERM, waits for it.
    private static func stop(_ thread: EventThread, withinMilliseconds limit: Int) -> Bool {
        if thread.isCurrent {
            thread.stop()
            return true
        }
        let isOver = Flag()
        do throws(ThreadError) {
            try startThread("realtime-end") {
                thread.stop()
                isOver.value.store(true, ordering: .releasing)
            }
        } catch {
            thread.stop()
            return true
        }
        let patience = RealtimeClock.now + .milliseconds(limit)
        while RealtimeClock.now < patience {
            if isOver.value.load(ordering: .acquiring) { return true }
            usleep(2000)
        }
        return isOver.value.load(ordering: .acquiring)
    }

    private func perform(
        _ run: @escaping @Sendable (RealtimeEngine) -> Void,
        orElse refuse: @escaping @Sendable (RealtimeFailure) -> Void = { _ in }
    ) {
        let work = Work(run: run, refuse: refuse)
        enum Next { case done, load, refuse }
        let next = worker.withLock { worker -> Next in
            switch worker {
            case .running(let thread, let engine):
                thread.run { work.run(engine) }
                return .done
            case .loading(let waiting):
                guard waiting.count < Self.maximumWaiting else { return .refuse }
                worker = .loading(waiting + [work])
                return .done
            case .none:
                worker = .loading([work])
                return .load
            case .over: return .refuse
            }
        }
        switch next {
        case .done: break
        case .refuse: work.refuse(.network)
        case .load:
            // An SD card may be slow, and the caller is the appliance's loop.
            if LateLibraries.areLoaded { return start() }
            do throws(ThreadError) {
                try startThread("libraries", .roomy) { self.start() }
            } catch {
                start()
            }
        }
    }

    /// Creates the event thread and the engine, and performs the work that waits.
    private func start() {
        var made: (thread: EventThread, engine: RealtimeEngine)?
        var failure = RealtimeFailure.network
        do throws(PeerError) {
            try LateLibraries.load()
            let thread = try EventThread(name: "realtime")
            let engine = RealtimeEngine(
                configuration: configuration, http: http, thread: thread, snapshot: snapshot, audio: audio,
                report: report,
                log: log)
            made = (thread, engine)
        } catch {
            log(.error, "\(error)")
            if case .library(let words, "dlopen", _) = error { failure = .incomplete(words) }
        }
        let refused = worker.withLock { worker -> [Work] in
            guard case .loading(let waiting) = worker else { return [] }
            guard let (thread, engine) = made else {
                worker = .none
                return waiting
            }
            worker = .running(thread, engine)
            thread.run { engine.start() }
            for work in waiting { thread.run { work.run(engine) } }
            return []
        }
        for work in refused { work.refuse(failure) }
    }
}

private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
}

private final class Farewell: Sendable {
    let isAsked = Atomic<Bool>(false)
    let isLeaving = Atomic<Bool>(false)
}
