import Bedside
import CLinux
import FoundationEssentials
import Glibc
import Store

/// Why the command line could not get an answer from the appliance.
public enum ClientError: WordedError, Hashable {
    /// Nothing listens at the socket.
    case notRunning(stateFolder: String)
    /// The appliance belongs to another user.
    case notAllowed(stateFolder: String)
    case timedOut(seconds: Int)
    /// The connection was closed before an answer came.
    case disconnected
    /// An answer that this program does not understand, probably from another version.
    case notUnderstood
    case system(call: String, code: Int32)

    private static func start(_ stateFolder: String) -> String {
        stateFolder == StateLocation.system ? "sudo systemctl start anicca" : "anicca run"
    }

    public var wording: Wording {
        switch self {
        case .notRunning(let folder):
            Wording(
                "anicca is not running (state: \(folder)); start it with `\(Self.start(folder))`",
                "アニッチャは起動していません（データ：\(folder)）。\(Self.start(folder)) で起動してください")
        case .notAllowed(let folder):
            Wording(
                "not allowed: the appliance in \(folder) belongs to another user; try with sudo",
                "許可されていません。\(folder) の本体は別のユーザーのものです。sudo を付けて試してください")
        case .timedOut(let seconds):
            Wording("the appliance did not answer within \(seconds) s", "本体が\(seconds)秒以内に応答しませんでした")
        case .disconnected:
            Wording("the appliance closed the connection before it answered", "本体が応答する前に接続を切りました")
        case .notUnderstood:
            Wording(
                "the appliance's answer was not understood; is it another version?",
                "本体の応答がわかりませんでした。バージョンが違うかもしれません")
        case .system(let call, let code):
            Wording(
                "control socket: \(call): \(errorText(code))",
                "本体と通信できません：\(SystemReason(code: code, english: errorText(code)).text(in: .japanese))（\(call)）")
        }
    }
}

/// A command's way to the running appliance: one connection, made by the first question and used by all that follow.
///
/// Each question waits a bounded time. A connection that the appliance has let go in the meantime (it was idle, or the
/// appliance began again) is made again before the next question; a question that was sent is never sent twice. One
/// thread.
public final class ControlClient {
    public let stateFolder: String
    private var connection: ClientConnection?
    private var lastID = 0

    public init(stateFolder: String) { self.stateFolder = stateFolder }

    /// Asks and waits at most `ControlLimits.answerSeconds`. A refusal is an answer: `Reply.refused`.
    public func send(_ command: Command) throws(ClientError) -> Reply {
        let response = try exchange(ControlRequest(id: nextID(), command: command))
        guard let reply = response.reply else { throw .notUnderstood }
        return reply
    }

    /// Prometheus text.
    public func metrics() throws(ClientError) -> String {
        let response = try exchange(ControlRequest(id: nextID(), metrics: true))
        guard let text = response.metrics else { throw .notUnderstood }
        return text
    }

    func diagnostics() throws(ClientError) -> Diagnostics {
        let response = try exchange(ControlRequest(id: nextID(), diagnostics: true))
        guard let diagnostics = response.diagnostics else { throw .notUnderstood }
        return diagnostics
    }

    /// Calls `body` with the status now and at every change, until it returns false or the appliance ends.
    public func watch(_ body: (Status) -> Bool) throws(ClientError) {
        // Whatever comes after is still about the watch.
        defer { connection = nil }
        let connection = try connected()
        try connection.write(ControlRequest(id: nextID(), watch: true))
        while true {
            let response = try connection.read(deadline: nil)
            if let status = response.status, !body(status) { return }
        }
    }

    /// Whether an appliance listens with this state folder.
    public var isRunning: Bool {
        do throws(ClientError) {
            _ = try connected()
            return true
        } catch {
            if case .notRunning = error { return false }
            return true
        }
    }

    private func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private func connected() throws(ClientError) -> ClientConnection {
        if let connection, connection.isQuiet { return connection }
        connection = nil
        let fresh = try ClientConnection(stateFolder: stateFolder)
        connection = fresh
        return fresh
    }

    private func exchange(_ request: ControlRequest) throws(ClientError) -> ControlResponse {
        let deadline = SystemClock.boot() + .seconds(ControlLimits.answerSeconds)
        let connection = try connected()
        do throws(ClientError) {
            try connection.write(request)
            var response = try connection.read(deadline: deadline)
            if let error = response.error {
                if error.code == ExitStatus.notAllowed.rawValue, error.refusal == nil {
                    throw .notAllowed(stateFolder: stateFolder)
                }
                let code = ExitStatus(rawValue: error.code) ?? .internalError
                response.reply = .refused(error.refusal ?? .told(code, error.message))
            }
            return response
        } catch {
            // An answer that comes late must not be taken for the next question's.
            self.connection = nil
            throw error
        }
    }
}

/// One question on a connection of its own.
extension ControlClient {
    public static func send(_ command: Command, stateFolder: String) throws(ClientError) -> Reply {
        try ControlClient(stateFolder: stateFolder).send(command)
    }

    public static func metrics(stateFolder: String) throws(ClientError) -> String {
        try ControlClient(stateFolder: stateFolder).metrics()
    }

    static func diagnostics(stateFolder: String) throws(ClientError) -> Diagnostics {
        try ControlClient(stateFolder: stateFolder).diagnostics()
    }

    public static func watch(stateFolder: String, _ body: (Status) -> Bool) throws(ClientError) {
        try ControlClient(stateFolder: stateFolder).watch(body)
    }

    public static func isRunning(stateFolder: String) -> Bool { ControlClient(stateFolder: stateFolder).isRunning }
}

/// One connection of a client.
private final class ClientConnection {
    private let descriptor: FileDescriptor
    private var input: [UInt8] = []

    init(stateFolder: String) throws(ClientError) {
        for path in ControlAddress.candidates(stateFolder: stateFolder) {
            let number = socket(AF_UNIX, clinux_stream_flags, 0)
            guard number >= 0 else { throw .system(call: "socket", code: errno) }
            let candidate = FileDescriptor(number)
            var limit = timeval(tv_sec: ControlLimits.answerSeconds, tv_usec: 0)
            setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            switch ControlAddress.apply(.connect, socket: number, path: path) {
            case 0:
                descriptor = candidate
                return
            case ENOENT, ECONNREFUSED, ENOTDIR: continue
            case EACCES, EPERM: throw .notAllowed(stateFolder: stateFolder)
            case EAGAIN: throw .timedOut(seconds: ControlLimits.answerSeconds)
            case let code: throw .system(call: "connect", code: code)
            }
        }
        throw .notRunning(stateFolder: stateFolder)
    }

    /// Whether it is open, and nothing has come that nobody asked for.
    var isQuiet: Bool {
        var look = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return input.isEmpty && retryingOnInterrupt { poll(&look, 1, 0) } == 0
    }

    func write(_ request: ControlRequest) throws(ClientError) {
        guard let data = try? ControlCoding.encoder().encode(request) else { throw .notUnderstood }
        let bytes = Array(data) + [0x0A]
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                let rest = UnsafeRawBufferPointer(rebasing: raw[sent...])
                return retryingOnInterrupt {
                    Glibc.send(descriptor.number, rest.baseAddress, rest.count, clinux_no_signal)
                }
            }
            if count <= 0 {
                // A server that turns a client away may close before it has read the request; its reason can still be
                // read.
                if errno == EPIPE || errno == ECONNRESET { return }
                throw errno == EAGAIN
                    ? .timedOut(seconds: ControlLimits.answerSeconds) : .system(call: "send", code: errno)
            }
            sent += count
        }
    }

    func read(deadline: BootTime?) throws(ClientError) -> ControlResponse {
        var chunk = [UInt8](repeating: 0, count: 32_768)
        while true {
            if let newline = input.firstIndex(of: 0x0A) {
                let line = Data(input[..<newline])
                input.removeSubrange(...newline)
                guard let response = try? WireJSON.decode(ControlResponse.self, from: line, withWords: true) else {
                    throw .notUnderstood
                }
                return response
            }
            guard input.count <= 4 * ControlLimits.writeBufferBytes else { throw .notUnderstood }
            var wait = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            let timeout = deadline.map { max(0, ($0 - SystemClock.boot()).milliseconds) }
            let ready = retryingOnInterrupt { poll(&wait, 1, timeout.map { Int32(clamping: $0) } ?? -1) }
            guard ready != 0 else { throw .timedOut(seconds: ControlLimits.answerSeconds) }
            let count = retryingOnInterrupt { recv(descriptor.number, &chunk, chunk.count, 0) }
            if count < 0 { throw .system(call: "recv", code: errno) }
            if count == 0 { throw .disconnected }
            input.append(contentsOf: chunk.prefix(count))
        }
    }
}
