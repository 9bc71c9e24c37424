import ArgumentParser
import Bedside
import Foundation

/// `gateway-fleet`.
public struct FleetCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "gateway-fleet",
        abstract: "Lives one morning of many speakers with a real gateway, and says whether anything was lost.",
        discussion: """
            The speakers are the device's own rules on a virtual clock; the gateway is the program itself, on a fresh \
            SQLite file, with the same clock. The exit code is 1 if something that must be true was not. The program must \
            not have Swift's library inside (no --static-swift-stdlib), because the clock is given to its own code alone.
            """)

    @Option(help: "The gateway's program.") var gateway: String
    @Option(help: "How many speakers, 1 to 1000000.") var speakers = 200
    @Option(help: "morning, limit or outage.") var scenario = Scenario.morning
    @Option(help: "How many of them sign in by a code, on the page; the others are in the database from the start.")
    var signIns = 5
    @Option(help: "The same seed gives the same fleet.") var seed: UInt64 = 1
    @Option(help: "Where a picture of the morning is written (SVG).") var svg: String?
    @Flag(help: "Prints the report as JSON.") var json = false
    @Option(help: ArgumentHelp("A fault on purpose: stops, minutes, voice or herd.", visibility: .hidden))
    var fault: PlantedFault?

    public init() {}

    public func validate() throws {
        guard (1...1_000_000).contains(speakers) else { throw ValidationError("--speakers is from 1 to 1000000") }
        guard (0...min(speakers, 200)).contains(signIns) else {
            throw ValidationError("--sign-ins is from 0 to 200, and not more than the speakers")
        }
    }

    public static func start() async { await main() }

    public func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("anicca-fleet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let report = try await live(in: folder.path)
        print(json ? try report.json : report.table)
        if !report.holds { throw ExitCode(1) }
    }

    private func live(in folder: String) async throws -> FleetReport {
        let started = ContinuousClock.now
        let clock = try ClockPage(in: folder)
        clock.set(Morning.begins)
        let port = try Loopback.freePort()
        let loopback = try Loopback(gatewayPort: port)
        let process = try GatewayProcess(
            binary: gateway, folder: folder, clock: clock, providerPort: loopback.providerPort, port: port)
        guard try process.run(["migrate"]) == 0 else { throw FleetFailure("the gateway makes no database") }
        let seeded = try await FleetDatabase.seed(
            process.database, speakers: signIns..<speakers, at: Morning.begins.nanoseconds / 1_000_000)
        let tokens = Array(repeating: "", count: signIns) + seeded
        var morning = Morning(seed: seed)
        let all = tokens.enumerated().map { morning.speaker($0.offset, token: $0.element, isHerd: fault == .herd) }
        let provider = ProviderStub(
            callsPerSecond: scenario.callsPerSecond(speakers: speakers), forgetsEvery: fault == .minutes ? 10 : nil)
        let fleet = Fleet(
            scenario: scenario, speakers: all, provider: provider, gateway: process, loopback: loopback, clock: clock,
            seed: seed, fault: fault)
        try process.start()
        try fleet.run { tell(Judgement.time($0)) }
        // Calls that have ended are hung up by and by.
        loopback.serve(milliseconds: 200)
        let isWell = process.end()
        let holds = try process.run(["invariants"]) == 0
        let sessions = try await FleetDatabase.sessions(in: process.database)
        var report = Judgement(fleet: fleet, sessions: sessions, invariantsHold: holds, endedWell: isWell).report()
        report.seed = seed
        report.realSeconds = Double(started.duration(to: .now).components.seconds)
        report.simulatorMegabytes = Self.megabytes
        if let svg { try FleetPicture(fleet: fleet).text.write(toFile: svg, atomically: true, encoding: .utf8) }
        return report
    }

    private func tell(_ text: String) { FileHandle.standardError.write(Data("gateway-fleet: \(text)\n".utf8)) }

    private static var megabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(whereSeparator: \.isNewline).first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1024
    }
}

extension Scenario: ExpressibleByArgument {}
extension PlantedFault: ExpressibleByArgument {}
