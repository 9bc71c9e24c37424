import Bedside
import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// The built program, run as a user runs it.
struct Program {
    struct Result {
        var code: Int32
        var output: String
        var errors: String
    }
    let folder: TemporaryFolder
    var state: String { folder.path + "/state" }

    init() throws { folder = try TemporaryFolder() }

    /// Beside the test binary.
    static var executable: String? {
        guard let tests = Files.resolved("/proc/self/exe") else { return nil }
        let path = Files.folder(of: tests) + "/anicca"
        return Files.isFile(path) ? path : nil
    }

    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["STATE_DIRECTORY", "RUNTIME_DIRECTORY", "TZDIR", "JOURNAL_STREAM", "ANICCA_SHARE_DIR"] {
            environment[name] = nil
        }
        environment["ANICCA_STATE_DIR"] = state
        environment["TZ"] = "UTC0"
        return environment
    }

    func run(_ arguments: String..., input: String = "") throws -> Result { try run(arguments, input: input) }

    func run(_ arguments: [String], input: String = "", extra: [String: String] = [:]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Program.executable))
        process.arguments = arguments
        process.environment = environment.merging(extra) { $1 }
        let source = try folder.write("input-\(UUID().uuidString)", input)
        process.standardInput = FileHandle(forReadingAtPath: source)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Weak, because a cancelled item exists until its time has come, and would keep the process and its pipes.
        let watchdog = DispatchWorkItem { [weak process] in process?.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: watchdog)
        // Both outputs are small, so neither pipe can fill while the other is read.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let problems = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        watchdog.cancel()
        return Result(code: process.terminationStatus, output: text, errors: problems)
    }

    /// Runs the appliance itself while `body` runs, and ends it by SIGTERM.
    func whileRunning(
        logFile: String? = nil, extra: [String: String] = [:], _ body: () throws -> Void
    ) throws -> Result {
        try whileRunning(logFile: logFile, extra: extra) { (_: pid_t) in try body() }
    }

    /// As above; `body` gets the process.
    func whileRunning(
        _ arguments: [String] = ["run", "--board", "terminal"], logFile: String? = nil, extra: [String: String] = [:],
        _ body: (pid_t) throws -> Void
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Program.executable))
        process.arguments = arguments
        process.environment = environment.merging(extra) { $1 }
        process.standardInput = FileHandle.nullDevice
        let log = try logFile ?? folder.write("log-\(UUID().uuidString)", "")
        // One handle for both, because two would overwrite each other.
        let handle = FileHandle(forWritingAtPath: log)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        try #require(eventually(withinSeconds: 20) { ControlClient.isRunning(stateFolder: state) })
        try body(process.processIdentifier)
        kill(process.processIdentifier, SIGTERM)
        #expect(eventually(withinSeconds: 10) { !process.isRunning })
        process.waitUntilExit()
        return Result(
            code: process.terminationStatus, output: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "",
            errors: "")
    }
}
