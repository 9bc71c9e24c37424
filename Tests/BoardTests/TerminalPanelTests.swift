import Bedside
import Glibc
import TestKit
import Testing

@testable import Board

/// On a separate pseudo-terminal. One test after the other, because a process has one terminal to restore.
@Suite(.requirement("BOARD-1"), .serialized) struct TerminalPanelTests {
    /// Both ends of a pseudo-terminal; reads what is shown at the near one.
    private final class PseudoTerminal {
        let near: Int32
        let far: Int32

        init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
            (near, far) = try openPseudoTerminal()
            _ = fcntl(near, F_SETFL, fcntl(near, F_GETFL) | O_NONBLOCK)
            setSize(columns: columns, rows: rows)
        }
        deinit {
            close(near)
            close(far)
        }

        func setSize(columns: UInt16, rows: UInt16) {
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(near, UInt(TIOCSWINSZ), &size)
        }

        var settings: termios {
            var settings = termios()
            tcgetattr(far, &settings)
            return settings
        }

        func shown() -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(near, &buffer, buffer.count)
                if count <= 0 { break }
                bytes += buffer.prefix(count)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        func type(_ text: String) { _ = write(near, Array(text.utf8), text.utf8.count) }
    }

    private let now = BootTime.zero + .seconds(5)

    @Test func takesOverTheTerminalAndRestoresIt() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        do {
            let panel = try TerminalPanel(input: terminal.far, output: terminal.far, type: "xterm")
            #expect(terminal.shown().contains("\u{1B}[?1049h"))
            #expect(terminal.settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
            try panel.draw(try PanelSamples.idle())
            #expect(terminal.shown().contains("Anicca bedside"))
            panel.finish()
            panel.finish()
            let end = terminal.shown()
            #expect(end.contains("\u{1B}[?25h") && end.contains("\u{1B}[?7h") && end.hasSuffix("\u{1B}[?1049l"))
            #expect(end.components(separatedBy: "1049l") == 2)
            // Nothing is drawn over the shell's screen afterwards.
            try panel.draw(try PanelSamples.ringing(.english))
            #expect(terminal.shown() == "")
        }
        #expect(terminal.settings.c_lflag == before.c_lflag)
        #expect(terminal.settings.c_iflag == before.c_iflag)
        #expect(terminal.shown() == "")
    }

    @Test func emergencyRestoreIsEnoughAndMayComeTwice() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings.c_lflag
        let panel = try TerminalPanel(input: terminal.far, output: terminal.far, type: "xterm")
        _ = terminal.shown()
        TerminalPanel.restore()
        #expect(terminal.settings.c_lflag == before)
        #expect(terminal.shown().hasSuffix("\u{1B}[?1049l"))
        TerminalPanel.restore()
        panel.finish()
        #expect(terminal.shown() == "")
    }

    @Test func readsKeysAsTheyAreTyped() throws {
        let terminal = try PseudoTerminal()
        let panel = try TerminalPanel(input: terminal.far, output: terminal.far, type: "xterm")
        #expect(try panel.readKeys(at: now) == [])
        terminal.type("s\u{1B}OSx\u{3}")
        #expect(
            try panel.readKeys(at: now) == [
                .press(.start, heldMilliseconds: 100), .press(.stop, heldMilliseconds: 100), .quit,
            ])
    }

    @Test func drawsForTheNewSizeAfterAResize() throws {
        let terminal = try PseudoTerminal()
        let panel = try TerminalPanel(input: terminal.far, output: terminal.far, type: "xterm")
        #expect(panel.width == 80 && panel.height == 24)
        try panel.draw(try PanelSamples.idle())
        _ = terminal.shown()
        try panel.draw(try PanelSamples.idle())
        #expect(terminal.shown() == "")
        terminal.setSize(columns: 40, rows: 12)
        panel.resize()
        try panel.draw(try PanelSamples.idle())
        let shown = terminal.shown()
        #expect(panel.width == 40 && panel.height == 12)
        #expect(shown.contains("\u{1B}[12;1H") && !shown.contains("\u{1B}[13;1H"))
    }

    /// A terminal that accepts nothing costs frames, not time: the alarm's thread must never wait for it.
    @Test func stalledTerminalNeverBlocksAndCatchesUp() throws {
        let terminal = try PseudoTerminal()
        let panel = try TerminalPanel(input: terminal.far, output: terminal.far, type: "xterm")
        let clock = ContinuousClock()
        var content = try PanelSamples.ringing(.english)
        var isStalled = false
        let took = try clock.measure {
            for round in 0..<500 where !isStalled {
                content.outputName = "round \(round)"
                panel.redrawAll()
                try panel.draw(content)
                isStalled = try !panel.flush()
            }
        }
        #expect(isStalled)
        #expect(took < .seconds(10))
        content.outputName = "the end"
        var shown = ""
        for _ in 0..<500 where !shown.contains("the end") {
            shown += terminal.shown()
            try panel.draw(content)
        }
        #expect(shown.contains("the end"))
    }

    @Test func aTerminalThatHungUpIsReportedAsGone() throws {
        let (near, far) = try openPseudoTerminal()
        defer { close(far) }
        let panel = try TerminalPanel(input: far, output: far, type: "xterm")
        close(near)
        #expect(throws: TerminalError.gone) { try panel.readKeys(at: now) }
        #expect(throws: TerminalError.gone) { try panel.draw(try PanelSamples.idle()) }
    }

    @Test func pipesAndDumbTerminalsAreNotUsed() throws {
        let terminal = try PseudoTerminal()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(!TerminalPanel.isUsable(input: ends[0], output: ends[1], type: "xterm"))
        #expect(!TerminalPanel.isUsable(input: terminal.far, output: ends[1], type: "xterm"))
        #expect(!TerminalPanel.isUsable(input: ends[0], output: terminal.far, type: "xterm"))
        #expect(!TerminalPanel.isUsable(input: terminal.far, output: terminal.far, type: "dumb"))
        #expect(TerminalPanel.isUsable(input: terminal.far, output: terminal.far, type: nil))
        #expect(throws: TerminalError.notATerminal) { try TerminalPanel(input: ends[0], output: ends[1]) }
    }
}

/// Swift's Glibc has no posix_openpt; these are its steps on Linux.
private func openPseudoTerminal() throws -> (near: Int32, far: Int32) {
    let unlock: UInt = 0x4004_5431  // TIOCSPTLCK
    let number: UInt = 0x8004_5430  // TIOCGPTN
    let near = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(near >= 0)
    var isLocked: Int32 = 0
    var index: Int32 = 0
    let isReady = ioctl(near, unlock, &isLocked) == 0 && ioctl(near, number, &index) == 0
    try #require(isReady)
    let far = open("/dev/pts/\(index)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(far >= 0)
    return (near, far)
}

extension String {
    fileprivate func components(separatedBy text: String) -> Int { ranges(of: text).count + 1 }
}
