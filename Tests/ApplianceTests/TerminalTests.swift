import Foundation
import Glibc
import Testing

@testable import Appliance

@Suite struct TerminalTests {
    /// After `su` the terminal's device belongs to another user: here nobody may open it, and root has no say over it.
    @Test(.enabled(if: Files.exists("/usr/bin/setpriv")))
    func aTerminalThatCannotBeOpenedByNameShowsThePanelAllTheSame() throws {
        let program = try Program()
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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, try #require(Program.executable), program.state]
        process.environment = program.environment.merging(["TERM": "xterm"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "panel\n")
    }

    /// A shell between the terminal and the command, as a person has it: Ctrl-Z, then `fg`.
    @Test func aKeyIsNotShownAfterCtrlZAndFg() throws {
        let program = try Program()
        let script = """
            import os, pty, select, sys, termios, time
            child, terminal = pty.fork()
            if child == 0:
                os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
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
            def echoes():
                return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
            def settles(value):
                end = time.monotonic() + 10
                while echoes() != value and time.monotonic() < end:
                    reads(0.05)
                return echoes() == value
            os.write(terminal, b"PS1='$ '; bind 'set enable-bracketed-paste off'\\n")
            reads(0.5)
            command = f"{sys.argv[1]} key set --state-dir {sys.argv[2]}\\n".encode()
            os.write(terminal, command)
            reads(10, b"not shown")
            story = ["silent" if settles(False) else "echo at first"]
            os.write(terminal, b"\\x1a")
            reads(10, b"Stopped")
            seen = b""
            # What is typed to the shell meanwhile is for the shell.
            os.write(terminal, b"stty -a; fg\\n")
            reads(10, b"key set")
            story.append("the shell echoes" if b" echo " in seen else "no echo for the shell")
            time.sleep(0.5)
            story.append("silent" if settles(False) else "echo after fg")
            seen = b""
            os.write(terminal, b"sk-unseen-4711\\n")
            reads(10, b"saved")
            story.append("unseen" if b"4711" not in seen and b"saved" in seen else repr(seen[-300:]))
            os.write(terminal, b"exit\\n")
            reads(1)
            os.close(terminal)
            os.waitpid(child, 0)
            print(", ".join(story))
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, try #require(Program.executable), program.state]
        process.environment = program.environment.merging(["TERM": "xterm"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "silent, the shell echoes, silent, unseen\n")
    }
}
