import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Cloud

/// `Tests/Peers/http_faults.py`, one for all tests; it ends when the test process is gone, and with it the pipe.
final class FaultyServers: Sendable {
    private struct Hello: Decodable {
        let ports: [String: Int]
        let authority: String
    }

    static let shared: Result<FaultyServers, any Error> = Result { try FaultyServers() }

    let authority: String
    private let ports: [String: Int]
    // Kept, so that the pipe stays open.
    private let pipe: Pipe

    private init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "anicca-http-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Peers/http_faults.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path, folder.path]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = FaultyServers.firstLine(output.fileHandleForReading)
        let hello = try JSONDecoder().decode(Hello.self, from: line)
        pipe = input
        ports = hello.ports
        authority = hello.authority
    }

    private static func firstLine(_ handle: FileHandle) -> Data {
        var line = Data()
        while let byte = try? handle.read(upToCount: 1), !byte.isEmpty, byte != Data([0x0A]) { line += byte }
        return line
    }

    func port(_ name: String) -> Int { ports[name] ?? 0 }

    func url(_ name: String, _ path: String, host: String = "localhost") -> String {
        let isPlain = ["plain", "plain6", "garbage", "hangup", "oddstatus", "silent", "closed", "full"].contains(name)
        return "\(isPlain ? "http" : "https")://\(host):\(port(name))\(path)"
    }

    func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.authorityFile = authority
        configuration.lingerMilliseconds = 500
        configuration.usesEnvironmentProxy = false
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }
}

/// A value from another thread, awaited with a bound.
final class Awaited<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let signal = DispatchSemaphore(value: 0)

    func put(_ value: Value) {
        values.withLock { $0.append(value) }
        signal.signal()
    }

    func get(seconds: Double = 10) -> Value? {
        guard signal.wait(timeout: .now() + seconds) == .success else { return nil }
        return values.withLock { $0.removeFirst() }
    }

    var count: Int { values.withLock { $0.count } }
}

extension HTTPClient {
    /// For tests: sends and waits.
    func fetch(_ request: HTTPRequest) throws -> Result<HTTPResponse, HTTPFailure> {
        let answer = Awaited<Result<HTTPResponse, HTTPFailure>>()
        send(request) { answer.put($0) }
        return try #require(answer.get(seconds: 20))
    }
}

extension Result where Failure == HTTPFailure {
    var failure: HTTPFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

func waitUntil(seconds: Double = 5, _ condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
        if condition() { return true }
        usleep(2_000)
    }
    return condition()
}

func temporaryFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "anicca-cloud-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
}
