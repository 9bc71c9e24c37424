import CWebSockets
import Cloud
import Glibc
import Synchronization
import System

/// One WebSocket connection by libwebsockets, used once, with a thread that lives from `open` to the end.
///
/// Debian builds the library without its external poll loop, so it cannot run on the event thread. `wss` is verified
/// against the system's authorities, for the name in the URL; `ws` is allowed for loopback addresses only. No
/// redirects, proxies, extensions or subprotocols.
///
/// `@unchecked Sendable`: what is not in `shared` belongs to the loop's thread.
final class WebSocketClient: @unchecked Sendable {
    enum Event: Sendable, Equatable {
        /// TCP and TLS are established.
        case connected
        case open
        case message([UInt8])
        /// A message longer than the bound was dropped.
        case oversized(bytes: Int)
        /// No sign of life, not even a pong; or there is one again.
        case faltering(Bool)
        /// The end; reported once, with nothing after it. nil: we closed.
        case ended(WebSocketFailure?)
    }

    /// What a tick (20 ms) produces: messages to send, and whether another tick is wanted.
    struct Tick: Sendable {
        var sound: [[UInt8]] = []
        var hasMore = false
    }

    struct Counters: Sendable {
        var droppedSound = 0
        var bytesSent = 0
        var bytesReceived = 0
        var queuedBytes = 0
    }

    private struct Shared {
        var connection: Connection?
        var queue: [[UInt8]] = []
        var counters = Counters()
        var isOpen = false
        var isClosing = false
        var isStarted = false
        /// Instead of the one of the options.
        var credential: Credential?
        var wantsTick = false
    }
    private struct Connection: @unchecked Sendable { let pointer: OpaquePointer }

    private let options: Options
    private let report: @Sendable (Event) -> Void
    private let tick: @Sendable () -> Tick
    private let shared = Mutex(Shared())

    // The loop's thread only.
    private var message: [UInt8] = []
    private var messageBytes = 0
    private var isRequested = false
    private var isOver = false
    private var isTicking = false
    private var failure: WebSocketFailure?
    private var deadline = 0
    private var lastSign = 0
    private var isFaltering = false

    private static let tickMicroseconds: Int64 = 20_000
    private static let closeMilliseconds = 1_000
    /// A message longer than this ends the connection, however it is cut into frames.
    private static let endlessBytes = 64 << 20

    /// `report` is called on the loop's thread, and so is `tick`: every 20 ms after `wantTick` until it has no more.
    init(
        options: Options, tick: @escaping @Sendable () -> Tick = { Tick() },
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.options = options
        self.tick = tick
        self.report = report
    }

    var counters: Counters { shared.withLock { $0.counters } }

    /// Starts the connection; once.
    ///
    /// - Parameter credential: instead of the one of the options.
    func connect(with credential: Credential? = nil) {
        let isFirst = shared.withLock { shared in
            defer { shared.isStarted = true }
            shared.credential = shared.credential ?? credential
            return !shared.isStarted && !shared.isClosing
        }
        guard isFirst else { return }
        do throws(ThreadError) {
            try startThread("websocket") { self.work() }
        } catch {
            report(.ended(.system(code: error.code)))
        }
    }

    /// Sends one text message. Any thread. False: not open, or too much waits already.
    @discardableResult
    func send(_ text: [UInt8]) -> Bool {
        shared.withLock { shared in
            guard shared.isOpen, !shared.isClosing,
                shared.counters.queuedBytes + text.count <= options.maximumQueuedBytes
            else { return false }
            shared.queue.append(text)
            shared.counters.queuedBytes += text.count
            wake(shared)
            return true
        }
    }

    /// Starts the ticks again. Any thread.
    func wantTick() {
        shared.withLock { shared in
            guard !shared.wantsTick else { return }
            shared.wantsTick = true
            wake(shared)
        }
    }

    /// Closes; returns at once. What is queued is dropped. The thread ends within a second (resolving a name may hold
    /// it longer, silently). Any thread.
    func close() {
        shared.withLock { shared in
            shared.isClosing = true
            shared.queue = []
            shared.counters.queuedBytes = 0
            wake(shared)
        }
    }

    private func wake(_ shared: borrowing Shared) {
        if let connection = shared.connection { cws_wake(connection.pointer) }
    }

    // MARK: - The loop's thread

    private var isClosing: Bool { shared.withLock { $0.isClosing } }
    private var now: Int { WebSocketThread.milliseconds() }

    private func work() {
        deadline = now + options.openMilliseconds
        do {
            let address = try reach()
            run(address)
        } catch {
            failure = error
        }
        let byUs = isClosing
        shared.withLock { shared in
            shared.isOpen = false
            shared.queue = []
            shared.counters.queuedBytes = 0
        }
        report(.ended(byUs ? nil : failure ?? .lost))
    }

    /// The parsed URL, and a numeric address that accepts connections.
    private func reach() throws(WebSocketFailure) -> (WebSocketAddress, String) {
        guard let address = WebSocketAddress(options.url) else { throw .notAllowed }
        let all: [String]
        if let resolve = options.resolve {
            guard let found = resolve(address.host) else { throw .resolve }
            all = found
        } else {
            all = try WebSocketThread.resolve(address.host)
        }
        let usable = address.isSecure || options.allowsPlain ? all : all.filter(WebSocketAddress.isLoopback)
        guard !usable.isEmpty else { throw all.isEmpty ? .resolve : .notAllowed }
        guard now < deadline else { throw .resolve }
        let candidates = WebSocketAddress.interleaved(usable)
        guard
            let reached = WebSocketThread.race(
                Array(candidates.prefix(8)), port: address.port, until: deadline, isCancelled: { self.isClosing })
        else { throw .connect }
        return (address, reached)
    }

    private func run(_ target: (address: WebSocketAddress, numeric: String)) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var options = options
        if let credential = shared.withLock({ $0.credential }) { options.authorize(credential) }
        let created = WebSocketThread.withOptions(options, target.address, numeric: target.numeric) { options in
            cws_new(
                options,
                { context, connection, event, bytes, length, value in
                    guard let context, let connection else { return 1 }
                    let client = Unmanaged<WebSocketClient>.fromOpaque(context).takeUnretainedValue()
                    return client.handle(
                        event, connection, UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length),
                        Int(value))
                }, context)
        }
        guard let connection = created else {
            failure = .system(code: ENOMEM)
            return
        }
        shared.withLock { $0.connection = Connection(pointer: connection) }
        if !isOver { cws_alarm(connection, Int64(max(1, deadline - now)) * 1_000) }
        // A close that came before there was a connection to wake.
        if isClosing { _ = handle(CWS_WOKEN, connection, UnsafeRawBufferPointer(start: nil, count: 0), 0) }
        while !isOver {
            if cws_turn(connection) < 0 {
                if failure == nil { failure = .lost }
                break
            }
        }
        // Wake-ups go through `shared`, so none can use freed memory.
        shared.withLock { $0.connection = nil }
        isOver = true
        cws_free(connection)
    }

    private func handle(
        _ event: cws_event, _ connection: OpaquePointer, _ bytes: UnsafeRawBufferPointer, _ value: Int
    ) -> Int32 {
        switch event {
        case CWS_REQUESTED:
            isRequested = true
            if !isClosing { report(.connected) }
        case CWS_OPEN:
            let isWanted = shared.withLock { shared in
                shared.isOpen = true
                return !shared.isClosing
            }
            isTicking = false
            guard isWanted else { return finish(connection) }
            cws_alarm(connection, -1)
            cws_watch(connection, Int64(options.falterMilliseconds) * 1_000)
            lastSign = now
            report(.open)
            woken(connection)
        case CWS_RECEIVED:
            lives()
            return receive(connection, bytes, flags: value)
        case CWS_PONG: lives()
        case CWS_WRITABLE: return write(connection)
        case CWS_PEER_CLOSES:
            failure = .closed(code: value, reason: String(decoding: bytes.prefix(123), as: UTF8.self))
            // The library answers, within this second or not at all.
            shared.withLock { $0.isOpen = false }
            cws_alarm(connection, Int64(WebSocketClient.closeMilliseconds) * 1_000)
        case CWS_FAILED:
            isOver = true
            if failure == nil {
                let isSecure = WebSocketAddress(options.url)?.isSecure == true
                failure = !isRequested ? (isSecure ? .tls : .connect) : .refused(status: value)
            }
        case CWS_CLOSED:
            isOver = true
            if failure == nil { failure = .lost }
        case CWS_WOKEN: woken(connection)
        case CWS_ALARM: return alarm(connection)
        case CWS_WATCH: watch(connection)
        default: break
        }
        return 0
    }

    private func lives() {
        lastSign = now
        guard isFaltering else { return }
        isFaltering = false
        report(.faltering(false))
    }

    private func watch(_ connection: OpaquePointer) {
        let silence = now - lastSign
        guard silence < options.hangUpMilliseconds else {
            if failure == nil { failure = .lost }
            endByClock(connection)
            return
        }
        if silence >= options.falterMilliseconds, !isFaltering {
            isFaltering = true
            report(.faltering(true))
        }
        let next = silence >= options.falterMilliseconds ? options.hangUpMilliseconds : options.falterMilliseconds
        cws_watch(connection, Int64(max(10, next - silence)) * 1_000)
    }

    private func woken(_ connection: OpaquePointer) {
        guard !isOver else { return }
        let (isOpen, isClosing, hasText, wantsTick) = shared.withLock {
            ($0.isOpen, $0.isClosing, !$0.queue.isEmpty, $0.wantsTick)
        }
        if isClosing {
            // Before it is open, or after it was closed, no goodbye is needed.
            guard isOpen else {
                isOver = true
                return
            }
            cws_alarm(connection, Int64(WebSocketClient.closeMilliseconds) * 1_000)
            cws_want_write(connection)
        } else if isOpen {
            if hasText { cws_want_write(connection) }
            if wantsTick, !isTicking {
                isTicking = true
                cws_alarm(connection, WebSocketClient.tickMicroseconds)
            }
        }
    }

    private func alarm(_ connection: OpaquePointer) -> Int32 {
        let (isOpen, isClosing) = shared.withLock { ($0.isOpen, $0.isClosing) }
        guard isOpen, !isClosing else {
            // Not open in time, or a goodbye without an answer.
            if !isClosing, failure == nil { failure = .timedOut }
            endByClock(connection)
            return 1
        }
        isTicking = false
        shared.withLock { $0.wantsTick = false }
        let ticked = tick()
        shared.withLock { shared in
            if ticked.hasMore { shared.wantsTick = true }
            for sound in ticked.sound {
                if shared.counters.queuedBytes + sound.count <= options.maximumQueuedSoundBytes {
                    shared.queue.append(sound)
                    shared.counters.queuedBytes += sound.count
                } else {
                    shared.counters.droppedSound += 1
                }
            }
        }
        woken(connection)
        return 0
    }

    /// Ends on a timer. The library runs its timers before it waits for the next event, so without a wake-up the end
    /// would have to wait for that event.
    private func endByClock(_ connection: OpaquePointer) {
        isOver = true
        cws_wake(connection)
    }

    private func finish(_ connection: OpaquePointer) -> Int32 {
        cws_close_reason(connection, 1_000)
        return 1
    }

    private func write(_ connection: OpaquePointer) -> Int32 {
        let (text, hasMore, isClosing) = shared.withLock { shared -> ([UInt8]?, Bool, Bool) in
            guard !shared.isClosing, !shared.queue.isEmpty else { return (nil, false, shared.isClosing) }
            let text = shared.queue.removeFirst()
            shared.counters.queuedBytes -= text.count
            shared.counters.bytesSent += text.count
            return (text, !shared.queue.isEmpty, false)
        }
        if isClosing { return finish(connection) }
        guard let text else { return 0 }
        if text.withUnsafeBufferPointer({ cws_write(connection, $0.baseAddress, $0.count) }) < 0 { return 1 }
        if hasMore { cws_want_write(connection) }
        return 0
    }

    private func receive(_ connection: OpaquePointer, _ bytes: UnsafeRawBufferPointer, flags: Int) -> Int32 {
        guard !isClosing else { return 0 }
        messageBytes += bytes.count
        shared.withLock { $0.counters.bytesReceived += bytes.count }
        guard messageBytes <= WebSocketClient.endlessBytes else {
            failure = .malformed
            cws_close_reason(connection, 1_009)
            return 1
        }
        if messageBytes <= options.maximumMessageBytes {
            message.append(contentsOf: bytes)
        } else {
            message = []
        }
        guard flags & Int(CWS_FINAL) != 0 else { return 0 }
        let (whole, count) = (message, messageBytes)
        message = []
        messageBytes = 0
        if count > options.maximumMessageBytes {
            report(.oversized(bytes: count))
        } else if flags & Int(CWS_BINARY) == 0 {
            // The protocol has no binary messages, so they are ignored like unknown events.
            report(.message(whole))
        }
        return 0
    }
}
