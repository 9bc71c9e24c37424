import Glibc
import Synchronization

/// Passes events from the socket's thread to the event thread: in order, nothing after the end, and with a bound on
/// messages that wait if the event thread is slower than the connection.
final class WebSocketRelay: Sendable {
    private struct State {
        var isOpen = false
        var isClosed = false
        /// The socket has ended.
        var isGone = false
        var whenGone: (@Sendable () -> Void)?
        var openedAt = 0
        /// Bytes passed to the event thread and not yet handled.
        var bytesUnderWay = 0
    }

    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let report: @Sendable (TransportEvent) -> Void
    private let playout: WebSocketPlayout
    private let state = Mutex(State())

    private static let maximumUnderWay = 8 << 20

    init(
        run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        report: @escaping @Sendable (TransportEvent) -> Void, playout: WebSocketPlayout
    ) {
        self.run = run
        self.report = report
        self.playout = playout
    }

    var isOpen: Bool { state.withLock { $0.isOpen && !$0.isClosed } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Stops all reports. `whenGone` is called on the event thread once the socket has ended.
    func close(whenGone: @escaping @Sendable () -> Void = {}) {
        let isGone = state.withLock { state in
            state.isClosed = true
            if !state.isGone { state.whenGone = whenGone }
            return state.isGone
        }
        if isGone { run(whenGone) }
    }

    /// Ends from this side with a failure. Event thread.
    func fail(_ failure: RealtimeFailure) {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { report(.failed(failure)) }
    }

    /// Takes an event of the socket. The socket's thread.
    func take(_ event: WebSocketClient.Event) {
        switch event {
        case .connected: post(.phase(.connected))
        case .open:
            state.withLock { state in
                state.isOpen = true
                state.openedAt = WebSocketThread.milliseconds()
            }
            post(.opened)
        case .message(let bytes):
            // If nobody takes what has come, the connection waits, as TCP does.
            while state.withLock({ !$0.isClosed && $0.bytesUnderWay > WebSocketRelay.maximumUnderWay }) {
                usleep(5_000)
            }
            let isSoundEnd = WebSocketRelay.endsSound(bytes)
            state.withLock { $0.bytesUnderWay += bytes.count }
            run {
                self.state.withLock { $0.bytesUnderWay -= bytes.count }
                guard !self.isClosed else { return }
                self.report(.message(bytes))
                // After the sound that came before it was passed to `play`.
                if isSoundEnd { self.playout.markComplete() }
            }
        case .oversized(let bytes): post(.oversized(bytes: bytes))
        case .faltering(let isSilent): post(.faltering(isSilent))
        case .ended(let failure):
            let whenGone = state.withLock { state in
                state.isGone = true
                return state.whenGone.take()
            }
            if let whenGone { run(whenGone) }
            guard let failure else { return }
            let openedAt = state.withLock { $0.isOpen ? $0.openedAt : nil }
            let openMinutes = openedAt.map { (WebSocketThread.milliseconds() - $0) / 60_000 }
            let meaning = WebSocketRelay.meaning(of: failure, openMinutes: openMinutes)
            run { self.fail(meaning) }
        }
    }

    private func post(_ event: TransportEvent) {
        run {
            guard !self.isClosed else { return }
            self.report(event)
        }
    }

    /// Whether it is an event after which no more sound comes for an answer.
    static func endsSound(_ event: [UInt8]) -> Bool {
        // The type may be anywhere in the object; events with sound are long and are not searched.
        guard event.count <= 64 << 10 else { return false }
        return contains(event, Array("\"response.output_audio.done\"".utf8))
            || contains(event, Array("\"response.done\"".utf8))
    }

    private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        var rest = bytes[...]
        while let at = rest.firstIndex(of: first) {
            rest = rest[at...]
            if rest.starts(with: wanted) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// What the end of a socket means for a conversation. `openMinutes`: nil if it never opened.
    static func meaning(of failure: WebSocketFailure, openMinutes: Int?) -> RealtimeFailure {
        switch failure {
        case .notAllowed: .configuration("the service's address cannot be used: wss, or ws to this machine")
        case .resolve: .nameResolution
        case .connect, .system: .network
        case .tls: .tls
        case .timedOut: .timedOut(.opened)
        case .refused(let status): refused(status)
        case .malformed: .malformed
        case .lost: .lost
        case .closed(let code, let reason): closed(code, reason, openMinutes: openMinutes ?? 0)
        }
    }

    private static func refused(_ status: Int) -> RealtimeFailure {
        switch status {
        case 0: .malformed
        case 401, 403: .credentials
        case 402: .quota
        case 429: .rateLimited
        case 500...599: .provider(status: status)
        default: .refused(code: "HTTP status \(status)")
        }
    }

    /// Translates a close into a failure, first by the words of its reason, because codes are few and used for many
    /// things. The reason is never shown or logged, because it is untrusted text.
    private static func closed(_ code: Int, _ reason: String, openMinutes: Int) -> RealtimeFailure {
        let text = reason.lowercased()
        let holds = { (words: String) in text.contains(words) }
        if holds("session_expired") || holds("maximum duration") { return .sessionExpired }
        if holds("insufficient_quota") || holds("quota") { return .quota }
        if holds("api_key") || holds("api key") || holds("token expired") || holds("unauthorized") {
            return .credentials
        }
        if holds("rate_limit") { return .rateLimited }
        switch code {
        // The 60 min limit; earlier, a server that goes away.
        case 1_001: return openMinutes >= 55 ? .sessionExpired : .lost
        case 1_003, 1_007, 1_008, 1_009, 1_010: return .refused(code: "WebSocket close code \(code)")
        case 1_011: return .provider(status: code)
        // Also 1002, because libwebsockets reports 1012 (restart) and 1013 (try later) as 1002.
        default: return .lost
        }
    }
}
