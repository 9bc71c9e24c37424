import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Realtime

/// `Tests/Peers/websocket_faults.py` on the tests' own Python, one for all tests; it ends with the test process.
final class FaultySockets: Sendable {
    private struct Hello: Decodable {
        let ports: [String: Int]
        let authority: String
    }

    static let shared: Result<FaultySockets, any Error> = Result { try FaultySockets() }

    let authority: String
    private let ports: [String: Int]
    // Kept, so that the pipe stays open.
    private let pipe: Pipe

    private init() throws {
        let peers = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Peers")
        let python = try FaultySockets.run("/bin/bash", [peers.appending(path: "make_venv.sh").path]).output
        let interpreter = String(decoding: FaultySockets.firstLine(python), as: UTF8.self)
        let folder = FileManager.default.temporaryDirectory.appending(path: "anicca-sockets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = peers.appending(path: "websocket_faults.py").path
        let server = try FaultySockets.run(interpreter, [script, folder.path])
        let hello = try JSONDecoder().decode(Hello.self, from: FaultySockets.firstLine(server.output))
        pipe = server.input
        ports = hello.ports
        authority = hello.authority
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> (input: Pipe, output: FileHandle) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        return (input, output.fileHandleForReading)
    }

    private static func firstLine(_ handle: FileHandle) -> Data {
        var line = Data()
        while let byte = try? handle.read(upToCount: 1), !byte.isEmpty, byte != Data([0x0A]) { line += byte }
        return line
    }

    func port(_ name: String) -> Int { ports[name] ?? 0 }

    func url(_ name: String, _ query: String = "case=echo", host: String = "localhost") -> String {
        let isSecure = ["good", "expired", "misnamed", "selfsigned"].contains(name)
        return "\(isSecure ? "wss" : "ws")://\(host):\(port(name))/v1/realtime?\(query)"
    }
}

/// Values from another thread, awaited with a bound.
final class Arrivals<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let signal = DispatchSemaphore(value: 0)

    func put(_ value: Value) {
        values.withLock { $0.append(value) }
        signal.signal()
    }

    var count: Int { values.withLock { $0.count } }

    func next(seconds: Double = 10) -> Value? {
        guard signal.wait(timeout: .now() + seconds) == .success else { return nil }
        return values.withLock { $0.removeFirst() }
    }
}

func waitFor(seconds: Double = 5, _ condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
        if condition() { return true }
        usleep(2_000)
    }
    return condition()
}
