import Bedside
import Board
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

/// A mistake in `/etc/anicca` and a power cut do not silence tomorrow's alarm.
@Suite struct LastSettingsTests {
    private static let board = "name: bed-one\nsound: { outputs: [\"null\"], inputs: [] }\n"
    private static let manager = ["NOTIFY_SOCKET": "/nonexistent/notify"]

    private func settings(_ program: Program, board: String = board, configuration: String? = nil) throws -> String {
        let path = try program.folder.write("board.yaml", board)
        return try program.folder.write("anicca.yaml", configuration ?? "board: \(path)\nlog_level: info\n")
    }

    private func attention(_ program: Program) throws -> [Attention] {
        guard case .status(let status) = try ControlClient.send(.status, stateFolder: program.state) else { return [] }
        return status.attention
    }

    private func boardName(_ program: Program) throws -> String? {
        try ControlClient.diagnostics(stateFolder: program.state).board.name
    }

    /// Runs once with good files, so that copies exist.
    private func begin(_ program: Program, _ file: String) throws {
        _ = try program.whileRunning(["run", "--config", file], extra: Self.manager) { (_: pid_t) throws in
            #expect(try attention(program).isEmpty)
            let copies = LastSettings.File.allCases.map { "\(program.state)/\($0.rawValue)" }
            #expect(eventually { copies.allSatisfy(Files.isFile) })
        }
    }

    @Test(.requirement("ALARM-7"), arguments: ["board", "configuration", "both", "gone", "empty"])
    func aServiceBeginsWithTheSettingsOfItsLastGoodStart(fault: String) throws {
        let program = try Program()
        let file = try settings(program)
        try begin(program, file)
        let isBoard = ["board", "both", "gone"].contains(fault)
        let isConfiguration = ["configuration", "both", "empty"].contains(fault)
        if fault == "gone" {
            try FileManager.default.removeItem(atPath: program.folder.path + "/board.yaml")
        } else {
            _ = try settings(
                program, board: isBoard ? "name: bed-one\nsound: [\n" : Self.board,
                configuration: isConfiguration ? fault == "empty" ? "" : "board: {\n" : nil)
        }
        let result = try program.whileRunning(["run", "--config", file], extra: Self.manager) { (_: pid_t) throws in
            #expect(try boardName(program) == "bed-one")
            #expect(try attention(program) == [.settings])
        }
        #expect(result.code == 0)
        if isBoard { #expect(result.output.contains("board.yaml"), "\(result.output)") }
        if isConfiguration { #expect(result.output.contains("anicca.yaml:"), "\(result.output)") }
        // Once the file is correct again, everything works again.
        _ = try settings(program)
        try begin(program, file)
    }

    @Test func anErrorIsReportedToThePersonAtTheTerminalAndByAServiceThatNeverBegan() throws {
        let program = try Program()
        let file = try settings(program, board: "name: [\n")
        for extra in [Self.manager, [:]] {
            let never = try program.run(["run", "--config", file], extra: extra)
            #expect(never.code == 65 && never.errors.contains("board.yaml:"), "\(never)")
        }
        try begin(program, try settings(program))
        _ = try settings(program, board: "name: [\n")
        let typed = try program.run(["run", "--config", file])
        #expect(typed.code == 65 && typed.errors.contains("board.yaml:"), "\(typed)")
    }

    @Test func aCopyIsCompleteOrThePreviousOne() throws {
        let folder = try TemporaryFolder()
        let last = LastSettings(folder: folder.path)
        #expect(last.board() == nil && last.configuration() == nil)
        last.keep(.board, from: try folder.write("one.yaml", Self.board))
        #expect(last.board()?.name == "bed-one")
        // A file that cannot be read, or whose copy cannot be written, leaves the old copy.
        last.keep(.board, from: folder.path + "/nothing.yaml")
        #expect(last.board()?.name == "bed-one")
        last.keep(.board, from: try folder.write("two.yaml", Self.board.replacing("one", with: "two")))
        #expect(last.board()?.name == "bed-two")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasSuffix(".new") } == false)
        // The file was edited since it was found good.
        last.keep(.board, from: try folder.write("three.yaml", "name: [\n"))
        #expect(last.board()?.name == "bed-two")
        // No file existed, so the built-in board was used.
        last.keep(.board, from: nil)
        #expect(last.board() == .terminal)
        last.keep(.configuration, from: nil)
        #expect(last.configuration() == ConfigFile())
    }
}
