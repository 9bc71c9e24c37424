import Bedside
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Appliance

/// A temporary folder for one test, removed with this object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let template = FileManager.default.temporaryDirectory.path + "/anicca-test-XXXXXX"
        var bytes = Array(template.utf8CString)
        let isMade = bytes.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        try #require(isMade)
        path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}

/// A zone file with one permanent offset (RFC 9636, version 2).
func zoneFile(offsetSeconds: Int32) -> [UInt8] {
    func block(_ version: UInt8) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        // isutcnt, isstdcnt, leapcnt, timecnt, typecnt, charcnt.
        for count in [0, 0, 0, 0, 1, 4] as [UInt32] { bytes += withUnsafeBytes(of: count.bigEndian, Array.init) }
        bytes += withUnsafeBytes(of: offsetSeconds.bigEndian, Array.init) + [0, 0] + Array("LMT\0".utf8)
        return bytes
    }
    return block(0x32) + block(0x32) + [0x0A, 0x0A]
}

/// Waits for something that another thread or process does; bounded.
func eventually(withinSeconds limit: Double = 30, _ condition: () -> Bool) -> Bool {
    let end = SystemClock.boot() + .seconds(fraction: limit)
    while SystemClock.boot() < end {
        if condition() { return true }
        usleep(2000)
    }
    return condition()
}

/// An appliance without devices on a separate thread: the real loop, socket and rules.
final class LoopThread: Sendable {
    let folder: TemporaryFolder
    let stateFolder: String
    /// How many connections there had been when the last command came.
    let connections: Tally
    private let stopper: Mailbox<Bool>
    private let isFinished: DispatchSemaphore

    /// `holding`: commands are accepted and never answered.
    init(
        stateFolder: String? = nil, idleLimit: TimeSpan = .seconds(30), holding: Bool = false,
        output: String = "default", onCommand: @escaping @Sendable (Command) -> Void = { _ in }
    ) throws {
        let folder = try TemporaryFolder()
        let state = stateFolder ?? folder.path
        let ready = DispatchSemaphore(value: 0)
        let finished = DispatchSemaphore(value: 0)
        let started = Mutex<Result<Mailbox<Bool>, any Error>?>(nil)
        let connections = Tally()
        self.connections = connections
        let thread = Thread {
            do {
                let reactor = try Reactor()
                let mailbox = try reactor.makeMailbox(of: Bool.self) { [unowned reactor] _ in reactor.stop() }
                var machine = Bedside(
                    configuration: Configuration(clockFloor: BuildInfo.clockFloor), durable: Durable(), zone: .utc,
                    isClockSynchronized: true, at: SystemClock.now())
                _ = machine.start(at: SystemClock.now())
                let served = Box<ControlServer?>(nil)
                let server = try ControlServer(
                    path: ControlAddress.socketPath(stateFolder: state), reactor: reactor, idleLimit: idleLimit
                ) { command, ticket in
                    connections.count.withLock { $0 = served.value?.lastConnection ?? 0 }
                    onCommand(command)
                    if holding { return }
                    for action in machine.handle(.command(command, ticket: ticket), at: SystemClock.now()) {
                        if case .reply(let reply, let ticket) = action { served.value?.reply(ticket: ticket, reply) }
                    }
                    served.value?.publish(machine.status(at: SystemClock.now()))
                }
                served.value = server
                server.onMetrics = { "anicca_up 1\n" }
                server.onDiagnostics = { Diagnostics(["sound.underruns": .integer(2), "sound.output": .text(output)]) }
                server.onStatus = { machine.status(at: SystemClock.now()) }
                started.withLock { $0 = .success(mailbox) }
                ready.signal()
                try reactor.run()
                server.close()
            } catch {
                started.withLock { $0 = .failure(error) }
                ready.signal()
            }
            finished.signal()
        }
        thread.start()
        ready.wait()
        self.folder = folder
        self.stateFolder = state
        isFinished = finished
        stopper = try #require(started.withLock { $0 }).get()
    }

    func stop() {
        stopper.post(true)
        #expect(isFinished.wait(timeout: .now() + 20) == .success)
    }
}

/// A number that threads share.
final class Tally: Sendable {
    let count = Mutex(0)
}

/// Shared by closures of one thread.
final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// A raw client, for what `ControlClient` would never send.
final class RawClient {
    let descriptor: Int32

    init(stateFolder: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        let path = ControlAddress.socketPath(stateFolder: stateFolder)
        try #require(ControlAddress.apply(.connect, socket: descriptor, path: path) == 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// False if the server has hung up.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.send(descriptor, raw.baseAddress?.advanced(by: sent), raw.count - sent, 0x4000)
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ line: String) -> Bool { send(Array((line + "\n").utf8)) }

    /// Nil at the end.
    func readLine() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            // With a timeout set, Linux interrupts the call without any signal when the process was stopped and
            // continued.
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}
