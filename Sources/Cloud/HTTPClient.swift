import CCurl
import CLateLibraries
import Glibc
import Synchronization
import System

/// HTTP over libcurl: HTTP/1.1, TLS always verified, one worker thread that lives only while there is work and for a
/// short linger after it, with the connection kept for the next request.
///
/// - Only `https`, and `http` to loopback addresses (checked on the address that is connected to, not on the name).
/// - Redirects are not followed: a 3xx is an answer like any other.
/// - `https_proxy`, `all_proxy` and `no_proxy` are honoured as curl does; loopback never goes through a proxy. The proxy
///   sees the host's name only. `.netrc`, cookies, HSTS and alternative services are off.
/// - IPv6 and IPv4 race (RFC 8305).
///
/// Any thread may call; completions come on the worker thread, each exactly once, and must be short.
public final class HTTPClient: Sendable {
    public struct Configuration: Sendable {
        /// Certification authorities to use instead of the system's, for tests and closed networks. PEM.
        public var authorityFile: String?
        /// Allows `http` to other machines too. The key then travels in clear text.
        public var allowsPlainHTTP = false
        /// How long the connection and the thread are kept after the last request was sent.
        public var lingerMilliseconds = 20_000
        /// Fixed addresses, as curl's `--resolve`: `HOST:PORT:ADDRESS[,ADDRESS]`.
        public var resolve: [String] = []
        public var userAgent = "anicca"
        /// Whether `https_proxy` and the like are honoured.
        public var usesEnvironmentProxy = true

        public init() {}
    }

    private struct State {
        var queue: [Transfer] = []
        /// Numbers of requests to cancel.
        var cancelled: [Int] = []
        var isRunning = false
        var isShutDown = false
        var keepUntil = 0
        var nextNumber = 1
        var multi: Handle?
        /// Names and TLS sessions; made by the first worker thread and used again by later ones.
        var share: Handle?
    }

    private let configuration: Configuration
    private let state = Mutex(State())
    private static let maximumQueued = 16
    /// Why libcurl cannot be used; nil if it can. Worker thread only: the first use loads libcurl (CLateLibraries),
    /// which may take a while.
    private static let problem: HTTPFailure? = {
        if let words = anicca_late_load() { return .incomplete(String(cString: words)) }
        return ccurl_global_init() == 0 ? nil : .other(code: -1)
    }()

    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    deinit {
        // The worker holds the client while it runs, so no worker is left.
        if let share = state.withLock({ $0.share }) { ccurl_share_free(share.pointer) }
    }

    /// Whether the worker thread exists.
    public var isActive: Bool { state.withLock { $0.isRunning } }

    /// Sends a request; `completion` is called on the worker thread, or on this one if the request cannot even begin.
    @discardableResult
    public func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> HTTPTask {
        enum Outcome { case queued(Int, starts: Bool), refused(HTTPFailure) }
        let outcome = state.withLock { state -> Outcome in
            guard !state.isShutDown else { return .refused(.cancelled) }
            guard state.queue.count < HTTPClient.maximumQueued else { return .refused(.other(code: -1)) }
            let number = state.nextNumber
            state.nextNumber += 1
            state.keepUntil = max(state.keepUntil, bootMilliseconds() + configuration.lingerMilliseconds)
            state.queue.append(Transfer(number: number, request: request, completion: completion))
            let starts = !state.isRunning
            state.isRunning = true
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
            return .queued(number, starts: starts)
        }
        switch outcome {
        case .refused(let failure):
            completion(.failure(failure))
            return HTTPTask(client: nil, number: 0)
        case .queued(let number, let starts):
            do throws(ThreadError) {
                if starts { try startThread("http") { self.work() } }
                return HTTPTask(client: self, number: number)
            } catch {
                let abandoned = state.withLock { state in
                    defer { state.queue = [] }
                    state.isRunning = false
                    return state.queue
                }
                for transfer in abandoned { transfer.completion(.failure(.other(code: -1))) }
                return HTTPTask(client: nil, number: 0)
            }
        }
    }

    /// Ends the linger: once no request is under way, closes kept connections and ends the thread. Any thread, any time;
    /// a later request starts a thread again.
    public func endLinger() {
        state.withLock { state in
            state.keepUntil = 0
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
        }
    }

    /// Cancels everything, closes kept connections and ends the thread; returns within a second.
    public func shutDown() {
        state.withLock { state in
            state.isShutDown = true
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
        }
        let end = bootMilliseconds() + 1_000
        while isActive, bootMilliseconds() < end { usleep(1_000) }
    }

    fileprivate func cancel(_ number: Int) {
        state.withLock { state in
            guard state.isRunning else { return }
            state.cancelled.append(number)
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
        }
    }

    // MARK: - Worker thread

    private func work() {
        while true {
            guard Self.problem == nil, let multi = Handle(ccurl_multi_new(4)) else {
                finishWithoutCurl(Self.problem ?? .other(code: -1))
                return
            }
            state.withLock { state in
                if state.share == nil { state.share = Handle(ccurl_share_new()) }
                state.multi = multi
            }
            serve(multi)
            // Wake-ups from other threads go through the state, so none can meet a freed handle.
            state.withLock { $0.multi = nil }
            curl_multi_cleanup(multi.pointer)
            let isDone = state.withLock { state in
                // If a request arrived meanwhile, keep this thread running.
                guard state.queue.isEmpty else { return false }
                state.cancelled = []
                state.isRunning = false
                return true
            }
            if isDone { return }
        }
    }

    private func finishWithoutCurl(_ failure: HTTPFailure) {
        let abandoned = state.withLock { state in
            defer { state.queue = [] }
            state.isRunning = false
            return state.queue
        }
        for transfer in abandoned { transfer.completion(.failure(failure)) }
    }

    /// Runs transfers until nothing is left to do and the linger is over.
    private func serve(_ multi: Handle) {
        var running: [UnsafeMutableRawPointer: Transfer] = [:]
        while true {
            let (fresh, cancelled, share, keepUntil, isShutDown) = state.withLock { state in
                defer {
                    state.queue = []
                    state.cancelled = []
                }
                return (state.queue, state.cancelled, state.share, state.keepUntil, state.isShutDown)
            }
            for transfer in fresh {
                if isShutDown || cancelled.contains(transfer.number) {
                    transfer.completion(.failure(.cancelled))
                    continue
                }
                do throws(HTTPFailure) {
                    let easy = try transfer.begin(configuration, share: share)
                    guard curl_multi_add_handle(multi.pointer, easy) == CURLM_OK else { throw .other(code: -1) }
                    running[easy] = transfer
                } catch {
                    transfer.end()
                    transfer.completion(.failure(error))
                }
            }
            for (easy, transfer) in running where isShutDown || cancelled.contains(transfer.number) {
                running[easy] = nil
                // Report first, so that the caller does not wait for the transfer's removal.
                transfer.completion(.failure(.cancelled))
                curl_multi_remove_handle(multi.pointer, easy)
                transfer.end()
            }
            let now = bootMilliseconds()
            if running.isEmpty && (isShutDown || now >= keepUntil) { return }
            if ccurl_multi_perform(multi.pointer) < 0 {
                for (easy, transfer) in running {
                    curl_multi_remove_handle(multi.pointer, easy)
                    transfer.end()
                    transfer.completion(.failure(.other(code: -1)))
                }
                return
            }
            var code: Int32 = 0
            while let easy = ccurl_multi_finished(multi.pointer, &code) {
                guard let transfer = running.removeValue(forKey: easy) else { continue }
                let result = transfer.result(code: code)
                curl_multi_remove_handle(multi.pointer, easy)
                transfer.end()
                transfer.completion(result)
            }
            let wait = running.isEmpty ? max(0, keepUntil - bootMilliseconds()) : 1_000
            if state.withLock({ $0.queue.isEmpty && $0.cancelled.isEmpty }) {
                _ = ccurl_multi_poll(multi.pointer, Int32(clamping: wait))
            }
        }
    }
}

/// A request under way.
public struct HTTPTask: Sendable {
    fileprivate let client: HTTPClient?
    fileprivate let number: Int

    /// Cancels the request. Any thread, any time; the completion is called at once with `cancelled`, unless it was
    /// called already.
    public func cancel() { client?.cancel(number) }
}

/// A libcurl handle. Its owner makes sure that only one thread uses it at a time.
struct Handle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init?(_ pointer: UnsafeMutableRawPointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }
}
