import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

@Suite struct TerminalTests {
    /// After `su` the terminal's device belongs to another user; here nobody may open it, and root cannot override
    /// that.
    @Test(.requirement("BOARD-1"), .enabled(if: Files.exists("/usr/bin/setpriv")))
    func aTerminalThatCannotBeOpenedByNameStillShowsThePanel() throws {
        let script = """
            import os, pty, select, signal, sys, time
            child, terminal = pty.fork()
            if child == 0:
                os.fchmod(0, 0)
                drop = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
                command = drop + [sys.argv[1], "run", "--board", "terminal", "--state-dir", sys.argv[2]]
                os.execvp(command[0], command)
            seen, until = b"", time.monotonic() + 20
            while b"\\x1b[?1049h" not in seen and time.monotonic() < until:
                if select.select([terminal], [], [], 0.2)[0]:
                    try:
                        seen += os.read(terminal, 65536)
                    except OSError:
                        break
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            print("panel" if b"\\x1b[?1049h" in seen else repr(seen[-300:]))
            """
        #expect(try story(of: script) == "panel")
    }

    /// A shell between the terminal and the command, as a person has it: Ctrl-Z, then `fg`.
    @Test(.requirement("GUARD-1")) func aKeyIsNotShownAfterCtrlZAndFg() throws {
        let script = """
            os.write(terminal, b"\\x1a")
            reads(10, b"Stopped")
            seen = b""
            # What is typed to the shell meanwhile is for the shell.
            os.write(terminal, b"stty -a\\n")
            reads(10, b"extproc")
            story.append("the shell echoes" if b" echo " in seen else "no echo for the shell")
            shell = os.tcgetpgrp(terminal)
            os.write(terminal, b"fg\\n")
            # The shell's own line editor has no echo either: the prompt is back when its process has the terminal.
            until = time.monotonic() + 10
            while os.tcgetpgrp(terminal) == shell and time.monotonic() < until:
                reads(0.05)
            story.append("silent" if settles(False) else "echo after fg")
            seen = b""
            os.write(terminal, b"sk-unseen-4711\\n")
            reads(10, b"saved")
            story.append("unseen" if b"4711" not in seen and b"saved" in seen else repr(seen[-300:]))

            """
        #expect(
            try story(of: Self.keyPrompt(shell: "bash --norc --noprofile -i") + script + Self.end)
                == "silent, the shell echoes, silent, unseen")
    }

    /// A plain shell leaves the terminal as it finds it, and the owner would type blindly from then on.
    @Test(.requirement("GUARD-1"), arguments: [("Ctrl-C", "\\x03", 130), ("Ctrl-\\", "\\x1c", 131)])
    func aCancelledKeyPromptLeavesTheTerminalAsItWas(name: String, key: String, status: Int) throws {
        let script = """
            os.write(terminal, b"\(key)")
            story.append("the terminal echoes" if settles(True) else "no echo")
            seen = b""
            os.write(terminal, b"echo status $?.\\n")
            reads(10, b"status \(status).")
            story.append("\(status)" if b"status \(status)." in seen else repr(seen[-300:]))

            """
        #expect(
            try story(of: Self.keyPrompt(shell: "sh -i") + script + Self.end)
                == "silent, the terminal echoes, \(status)")
    }

    /// A shell on a terminal, and the prompt for a key in it; with `reads`, `settles`, and the `story` so far.
    private static func keyPrompt(shell: String) -> String {
        """
        import os, pty, select, sys, termios, time
        child, terminal = pty.fork()
        if child == 0:
            command = "\(shell)".split()
            os.execvp(command[0], command)
        seen = b""
        def reads(seconds, until=None):
            global seen
            end = time.monotonic() + seconds
            while time.monotonic() < end and not (until and until in seen):
                if select.select([terminal], [], [], 0.05)[0]:
                    try:
                        seen += os.read(terminal, 65536)
                    except OSError:
                        return
        def settles(value):
            end = time.monotonic() + 10
            while bool(termios.tcgetattr(terminal)[3] & termios.ECHO) != value and time.monotonic() < end:
                reads(0.05)
            return bool(termios.tcgetattr(terminal)[3] & termios.ECHO) == value
        os.write(terminal, b"PS1='> '; bind 'set enable-bracketed-paste off' 2>/dev/null; echo ready $((1 + 1))\\n")
        reads(10, b"ready 2")
        os.write(terminal, f"{sys.argv[1]} key set --state-dir {sys.argv[2]}\\n".encode())
        reads(10, b"not shown")
        story = ["silent" if settles(False) else "echo at first"]

        """
    }

    private static let end = """
        os.write(terminal, b"exit\\n")
        reads(1)
        os.close(terminal)
        os.waitpid(child, 0)
        print(", ".join(story))
        """

    /// What a Python script prints; its arguments are the program and a state folder.
    private func story(of script: String) throws -> String {
        let program = try Program()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, try #require(Program.executable), program.state]
        process.environment = program.environment.merging(["TERM": "xterm"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .newlines)
    }
}
