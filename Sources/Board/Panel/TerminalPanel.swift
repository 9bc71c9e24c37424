import Bedside
import Glibc
import System

/// Why the terminal board cannot use its terminal.
public enum TerminalError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Not a terminal, or in use by another program (we are a background job): use `PlainBoard`.
    case notATerminal
    /// It hung up: nothing can be drawn or read any more.
    case gone
    case system(operation: String, SystemError)

    public var description: String {
        switch self {
        case .notATerminal: "standard input and output are not a terminal of this program; writing plain lines"
        case .gone: "the terminal is gone"
        case .system(let operation, let error): "terminal: \(operation): \(error)"
        }
    }
}

/// The terminal board's screen and keys (BOARD-1). Main thread only, except `restore`.
///
/// Nothing here ever blocks: a terminal that accepts no output (Ctrl-S at the other end, a dying connection) loses
/// frames, not alarms. Write nothing else to the terminal while the panel is open.
public final class TerminalPanel {
    /// For epoll: when readable, call `readKeys`. It belongs to the panel and is closed with it.
    public let fileDescriptor: Int32
    private var writer: ScreenWriter
    private var parser = KeyParser()
    /// The part of the previous frame that the terminal has not accepted yet.
    private var pending: ArraySlice<UInt8> = []
    public private(set) var width = 80
    public private(set) var height = 24
    private var isOpen = true

    /// Whether both are a terminal that this process may use now. `type` is `TERM`.
    public static func isUsable(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
        type: String? = getenv("TERM").map { String(cString: $0) }
    ) -> Bool {
        guard isatty(input) == 1, isatty(output) == 1, type != "dumb" else { return false }
        // The kernel stops a background job that changes its terminal, and its alarms with it. A terminal that is not
        // the controlling one has no foreground group, and no such rule.
        let foreground = tcgetpgrp(output)
        return foreground < 0 || foreground == getpgrp()
    }

    /// Opens the terminal behind `output` a second time; -1 with errno. After `su` its device belongs to another user
    /// and cannot be opened by name, but the controlling terminal always can.
    private static func openAnew(_ output: Int32) -> Int32 {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        var name = [CChar](repeating: 0, count: 256)
        let failure = ttyname_r(output, &name, name.count)
        if failure == 0 {
            let own = open(name, flags)
            if own >= 0 { return own }
        } else {
            errno = failure
        }
        return tcgetpgrp(output) >= 0 ? open("/dev/tty", flags) : -1
    }

    /// Takes over the terminal: raw keys, alternate screen. `restore` (and exit, and a crash) gives it back.
    public init(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
        type: String? = getenv("TERM").map { String(cString: $0) }
    ) throws(TerminalError) {
        guard Self.isUsable(input: input, output: output, type: type) else { throw .notATerminal }
        // O_NONBLOCK belongs to the open file, which we share with the shell, so the panel opens the terminal a second
        // time.
        let own = Self.openAnew(output)
        guard own >= 0 else { throw .system(operation: "opening it", SystemError(errno)) }
        writer = ScreenWriter(usesColour: getenv("NO_COLOR") == nil)
        fileDescriptor = own
        let code = RawTerminal.enter(own)
        guard code == 0 else {
            close(own)
            throw .system(operation: "setting raw mode", SystemError(code))
        }
        resize()
    }

    deinit {
        finish()
        close(fileDescriptor)
    }

    /// Gives the terminal back: cooked mode, visible cursor, previous screen. Safe in a signal handler, on any thread,
    /// and twice.
    public static func restore() { RawTerminal.restore() }

    /// Closes the panel in order.
    public func finish() {
        guard isOpen else { return }
        isOpen = false
        Self.restore()
    }

    /// Reads the size again after SIGWINCH; the next `draw` draws everything.
    public func resize() {
        if let (columns, rows) = RawTerminal.size(fileDescriptor) {
            width = min(columns, 500)
            height = min(rows, 200)
        }
        writer.forget()
    }

    /// Draws everything next time: after Ctrl-L, or after something else wrote to the screen.
    public func redrawAll() { writer.forget() }

    /// Shows the content. While the terminal accepts no output nothing is drawn; the next call catches up.
    public func draw(_ content: PanelContent) throws(TerminalError) {
        guard isOpen, try flush() else { return }
        let bytes = writer.bytes(
            for: PanelRenderer.frame(content, width: width, height: height), width: width)
        pending = bytes[...]
        _ = try flush()
    }

    /// False while the terminal has not accepted everything; then also call it when the descriptor is writable.
    @discardableResult public func flush() throws(TerminalError) -> Bool {
        while !pending.isEmpty {
            let count = pending.withUnsafeBytes { write(fileDescriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { return false }
                if errno == EIO || errno == ENXIO { throw .gone }
                throw .system(operation: "writing", SystemError(errno))
            }
            pending = pending.dropFirst(count)
        }
        return true
    }

    /// The keys since the last call; never blocks. `at`: now, on the boot clock.
    public func readKeys(at time: BootTime) throws(TerminalError) -> [PanelKey] {
        guard isOpen else { return [] }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(fileDescriptor, &buffer, buffer.count)
        if count < 0 {
            if errno == EAGAIN || errno == EINTR { return [] }
            throw errno == EIO || errno == ENXIO ? .gone : .system(operation: "reading", SystemError(errno))
        }
        if count == 0 { throw .gone }
        return parser.feed(buffer.prefix(count), at: time)
    }
}
