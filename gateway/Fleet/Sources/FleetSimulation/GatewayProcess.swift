import Bedside
import Foundation
import Glibc

/// The clock that the gateway reads, as a file that both have mapped (`VirtualClock`).
final class ClockPage {
    let path: String
    private let page: UnsafeMutablePointer<Int64>

    init(in folder: String) throws {
        path = folder + "/clock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let size = MemoryLayout<Int64>.size
        guard descriptor >= 0, ftruncate(descriptor, size) == 0,
            let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), mapped != MAP_FAILED
        else { throw FleetFailure("no clock: \(String(cString: strerror(errno)))") }
        page = mapped.bindMemory(to: Int64.self, capacity: 1)
    }

    deinit { munmap(page, MemoryLayout<Int64>.size) }

    func set(_ now: CivilTime) { page.pointee = now.nanoseconds }
}

/// The gateway's own program, which can be killed and started again on the same database and address.
final class GatewayProcess {
    static let publicAddress = "https://gateway.example"

    let binary: String
    let database: String
    let port: Int
    private let operations: Int
    private let folder: String
    private let environment: [String: String]
    private var process: Process?

    init(binary: String, folder: String, clock: ClockPage, providerPort: Int, port: Int) throws {
        self.binary = binary
        self.folder = folder
        self.port = port
        operations = try Loopback.freePort()
        database = folder + "/gateway.sqlite"
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let shim = beside.appendingPathComponent("libVirtualClock.so").path
        guard FileManager.default.fileExists(atPath: shim) else { throw FleetFailure("\(shim) is missing: build all") }
        environment = [
            "LD_PRELOAD": shim, "ANICCA_FLEET_CLOCK": clock.path, "OPENAI_API_KEY": ProviderStub.key,
            "ANICCA_GATEWAY_DATABASE": "sqlite:\(database)", "ANICCA_GATEWAY_LISTEN": "127.0.0.1:\(port)",
            "ANICCA_GATEWAY_OPERATIONS": "127.0.0.1:\(operations)",
            "ANICCA_GATEWAY_PROVIDER_ADDRESS": "http://127.0.0.1:\(providerPort)",
            "ANICCA_GATEWAY_PUBLIC_ADDRESS": Self.publicAddress, "ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1",
            "ANICCA_GATEWAY_LOG_LEVEL": "error",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
        ].merging(ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }) { $1 }
    }

    var isUp: Bool { process?.isRunning ?? false }

    /// Starts it and waits until it is ready.
    func start() throws {
        process = try launch(["serve"])
        let health = try Loopback(gatewayPort: operations)
        let request = HTTPMessage.bytes(
            "GET /health/ready HTTP/1.1", [("Host", "127.0.0.1"), ("Connection", "close")])
        for _ in 0..<300 {
            if case .answer(let answer)? = health.exchange([request]).first, answer.status == 200 { return }
            guard isUp else { break }
            usleep(50_000)
        }
        throw FleetFailure("the gateway does not become ready; its log is \(folder)/gateway.log")
    }

    /// As a power cut does it.
    func kill() {
        guard let process else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Has it end by itself. False: it did not end well.
    func end() -> Bool {
        guard let process else { return false }
        process.terminate()
        process.waitUntilExit()
        self.process = nil
        return process.terminationStatus == 0
    }

    /// The processor time that the running process has used, in seconds, and its memory in bytes.
    var use: (seconds: Double, bytes: Int) {
        guard let process,
            let stat = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8),
            let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 21
        else { return (0, 0) }
        let ticks = (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)
        return (ticks / Double(sysconf(Int32(_SC_CLK_TCK))), (Int(fields[21]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))))
    }

    /// Runs a command of the same program. Returns its exit code.
    func run(_ arguments: [String]) throws -> Int32 {
        let command = try launch(arguments)
        command.waitUntilExit()
        return command.terminationStatus
    }

    /// A code with which the owner signs in on the page.
    func ownerCode() throws -> String {
        let pipe = Pipe()
        let command = try launch(["owner-code"], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        command.waitUntilExit()
        guard let code = text.split(whereSeparator: \.isNewline).first else { throw FleetFailure("no owner code") }
        return String(code)
    }

    private func launch(_ arguments: [String], output: FileHandle? = nil) throws -> Process {
        let log = folder + "/gateway.log"
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(fileURLWithPath: log)) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: binary)
        process.arguments = arguments
        process.environment = environment
        if let handle = FileHandle(forWritingAtPath: log) {
            handle.seekToEndOfFile()
            process.standardOutput = output ?? handle
            process.standardError = handle
        }
        do { try process.run() } catch { throw FleetFailure("\(binary) cannot be started: \(error)") }
        return process
    }
}
