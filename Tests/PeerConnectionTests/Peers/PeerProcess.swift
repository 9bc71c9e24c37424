import Foundation
import Synchronization
import Testing

/// A Python program that acts as a peer: ended by its id, and by itself when this process is gone.
final class PeerProcess: Sendable {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Peers")

    /// The tests' own Python, created by the first test that needs it; nil: it could not be created here.
    static let interpreter: String? = {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [folder.appending(path: "make_venv.sh").path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }()

    /// Dispatch's signal mask must not be inherited by children, and a child must end even if its test run was killed.
    private static let prelude = """
        import os, runpy, signal, sys, threading
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        def watch():
            while os.read(0, 1):
                pass
            os.kill(os.getpid(), signal.SIGTERM)
        threading.Thread(target=watch, daemon=True).start()

        """

    struct NotStarted: Error {}

    private let process: Mutex<Process>
    private let input: FileHandle
    private let output: FileHandle
    let port: Int

    /// Starts a program of `Tests/Peers` that prints `listening on PORT`.
    convenience init(script: String, arguments: [String] = []) throws {
        let path = PeerProcess.folder.appending(path: script).path
        try self.init(
            source: "sys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')\n",
            arguments: [path, "--port", "0"] + arguments)
    }

    /// Starts a program of the test's own that prints `listening on PORT`.
    init(source: String, arguments: [String] = []) throws {
        guard let interpreter = PeerProcess.interpreter else { throw NotStarted() }
        let process = Process()
        process.executableURL = URL(filePath: interpreter)
        process.arguments = ["-c", PeerProcess.prelude + source] + arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        self.input = input.fileHandleForWriting
        self.output = output.fileHandleForReading
        var line: [UInt8] = []
        var byte: UInt8 = 0
        var ready = pollfd(fd: self.output.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while line.count < 200 {
            let count = poll(&ready, 1, 40_000)
            if count < 0, errno == EINTR { continue }
            guard count == 1, read(ready.fd, &byte, 1) == 1, byte != 0x0A else { break }
            line.append(byte)
        }
        guard let port = String(decoding: line, as: UTF8.self).split(separator: " ").last.flatMap({ Int($0) }) else {
            kill(process.processIdentifier, SIGKILL)
            throw NotStarted()
        }
        self.port = port
        self.process = Mutex(process)
    }

    func stop() {
        process.withLock { process in
            kill(process.processIdentifier, SIGTERM)
            if !wait(upToMilliseconds: 8000, for: { !process.isRunning }) {
                kill(process.processIdentifier, SIGKILL)
            }
        }
        try? input.close()
        try? output.close()
    }

    struct Answer: Sendable {
        var status = 0
        var head = ""
        var body = ""

        /// A header's value.
        func header(_ name: String) -> String? {
            for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix(name.lowercased() + ":") {
                return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
            return nil
        }

        var json: Any? { try? JSONSerialization.jsonObject(with: Data(body.utf8)) }
    }

    /// Sends one HTTP request to it on loopback; status 0: it did not answer within 25 s.
    @discardableResult
    func http(_ method: String, _ path: String, _ body: String = "") -> Answer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return Answer() }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 25, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
        }
        guard isConnected else { return Answer() }
        var request = Array(
            """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1\r
            Connection: close\r
            Content-Type: text/plain\r
            Content-Length: \(body.utf8.count)\r
            \r

            """.utf8)
        request += Array(body.utf8)
        while !request.isEmpty {
            let sent = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return Answer() }
            request.removeFirst(sent)
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &part, part.count, 0)
            // With a timeout set, Linux interrupts the call without any signal when the process was stopped and
            // continued.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let border = text.range(of: "\r\n\r\n") else { return Answer() }
        let head = String(text[..<border.lowerBound])
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(status: status, head: head, body: String(text[border.upperBound...]))
    }
}

/// Polls for a condition that itself takes time; false: it did not become true in time.
func waits(seconds: Double, for condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
        if condition() { return true }
        usleep(50_000)
    }
    return condition()
}

/// Starts a program once for a whole suite and ends it after the suite.
struct WithChromium: SuiteTrait, TestScoping {
    @TaskLocal static var running: PeerProcess?

    /// Whether Debian's Chromium and the tests' own Python are both available.
    static var isPossible: Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let places =
            ["/usr/lib/chromium/chromium"]
            + folders.flatMap { folder in ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" } }
        return places.contains { access($0, X_OK) == 0 } && PeerProcess.interpreter != nil
    }

    let isRecursive = false

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let chromium = try PeerProcess(script: "chromium_peer.py")
        defer { chromium.stop() }
        try await WithChromium.$running.withValue(chromium) { try await function() }
    }
}
