import Bedside
import Glibc
import Logging
import Synchronization

/// The operator's log: swift-log into the journal, a terminal or a bounded file. Any thread except real-time threads.
public enum ApplianceLog {
    static let fileName = "anicca.log"
    public enum Destination: Sendable, Hashable {
        /// Standard error; with the journal's priority prefixes (`<6>`) where systemd reads it.
        case standardError
        /// While the terminal shows the panel: `anicca.log` in the state folder, at most twice 1 MiB.
        case file(stateFolder: String)
    }

    static let fileLimitBytes = 1024 * 1024

    /// Sets the destination and the level of all loggers. Called once, before the first logger is made.
    public static func bootstrap(_ destination: Destination, level: LogLevel) {
        let sink = LogSink(destination)
        LoggingSystem.bootstrap { label in
            ApplianceLogHandler(category: label, logLevel: level.logging, sink: sink)
        }
    }
}

extension LogLevel {
    public var logging: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}

/// One line for each entry: `2026-11-21T06:00:00Z notice loop rang habit=wake occurrence=2026-11-21`.
struct ApplianceLogHandler: LogHandler {
    let category: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    let sink: LogSink

    init(category: String, logLevel: Logger.Level, sink: LogSink) {
        self.category = category
        self.logLevel = logLevel
        self.sink = sink
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
        sink.write(level: event.level, text: line(message: "\(event.message)", fields: fields))
    }

    func line(message: String, fields: Logger.Metadata) -> String {
        let pairs = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\(ApplianceLogHandler.field("\($0.value)"))" }
        return "\(category) \(PrintableText.line(message))" + pairs.joined()
    }

    /// The value, in quotes if a reader could otherwise take it for several.
    private static func field(_ value: String) -> String {
        let clean = PrintableText.line(value)
        return clean.isEmpty || clean.contains(" ") || clean.contains("\"") || clean.contains("=")
            ? JSONValue.text(clean).line : clean
    }
}

/// The destination of the lines; keeps the file within its bounds.
final class LogSink: Sendable {
    private struct State {
        /// The descriptor of the log file, which this owns; nil if it could not be opened.
        var descriptor: Int32?
        var output: LossyOutput
        var bytes: Int
    }
    private let path: String?
    private let isJournal: Bool
    private let limitBytes: Int
    private let state: Mutex<State>

    init(_ destination: ApplianceLog.Destination, limitBytes: Int = ApplianceLog.fileLimitBytes) {
        self.limitBytes = limitBytes
        switch destination {
        case .standardError:
            path = nil
            isJournal = LogSink.isJournal(STDERR_FILENO)
            state = Mutex(State(output: .standardError, bytes: 0))
        case .file(let folder):
            let file = folder + "/" + ApplianceLog.fileName
            path = file
            isJournal = false
            state = Mutex(LogSink.open(file))
        }
    }

    deinit {
        state.withLock { if let descriptor = $0.descriptor { close(descriptor) } }
    }

    func write(level: Logger.Level, text: String) {
        let line: String
        if isJournal {
            line = "<\(LogSink.priority(level))>\(text)\n"
        } else {
            line = "\(ZoneRules.utc.iso8601(SystemClock.civil()).prefix(19))Z \(level) \(text)\n"
        }
        let bytes = Array(line.utf8)
        state.withLock { state in
            if let path, state.bytes + bytes.count > limitBytes {
                // One older file is kept, so the two take at most twice the bound.
                if let descriptor = state.descriptor { close(descriptor) }
                rename(path, path + ".1")
                state = LogSink.open(path)
            }
            // If a pipe or the disk is full, the line is lost, because no alarm may wait for it.
            let count = state.output.write(bytes)
            if count > 0 { state.bytes += count }
        }
    }

    /// Whether systemd's journal reads this descriptor. Programs of a desktop session inherit `JOURNAL_STREAM` too, so
    /// it counts only if it names this very stream.
    private static func isJournal(_ descriptor: Int32) -> Bool {
        var information = stat()
        guard let stream = Files.environment("JOURNAL_STREAM"), fstat(descriptor, &information) == 0 else {
            return false
        }
        return stream == "\(information.st_dev):\(information.st_ino)"
    }

    private static func open(_ path: String) -> State {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        var information = stat()
        let size = descriptor >= 0 && fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
        return State(
            descriptor: descriptor >= 0 ? descriptor : nil, output: LossyOutput(descriptor), bytes: size)
    }

    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
