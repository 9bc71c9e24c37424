import Bedside
import Board
import CLinux
import Foundation
import Glibc
import Logging
import Sound
import Store
import System

/// `anicca run`: puts the drivers together and runs the loop until it is told to end.
enum ApplianceLoop {
    /// Runs until the end and returns the exit code. Main thread.
    static func run(options: RunOptions) -> Int32 {
        do {
            try start(options)
            return 0
        } catch let failure as StartFailure {
            LossyOutput.standardError.write("anicca: \(failure.message)\n")
            return failure.code.rawValue
        } catch {
            LossyOutput.standardError.write("anicca: \(error)\n")
            return ExitStatus.internalError.rawValue
        }
    }

    private struct StartFailure: Error {
        var code: ExitStatus
        var message: String
    }

    private static func start(_ options: RunOptions) throws {
        let manager = ServiceManager()
        var options = options
        let description = try board(&options)
        let isPanelWanted = TerminalPanel.isUsable()
        ApplianceLog.bootstrap(
            isPanelWanted ? .file(stateFolder: options.stateFolder) : .standardError, level: options.logLevel)
        let now = SystemClock.now()
        let store = try store(options.stateFolder, now: now)
        let reactor = try Reactor()
        let hardware = BoardHardware(description)
        let parts = Appliance.Parts(
            options: options, board: description, hardware: hardware, store: store, reactor: reactor, manager: manager)
        let appliance = try Appliance(parts, at: now)
        // The panel comes last, so that earlier failures are shown on a terminal that still works.
        if isPanelWanted { appliance.openPanel() }
        appliance.begin()
        if options.isService, options.settingsProblems.isEmpty { keepSettings(options) }
        defer { appliance.end() }
        try reactor.run()
    }

    /// Runs on its own thread, so that no alarm waits for it.
    private static func keepSettings(_ options: RunOptions) {
        try? startThread("settings", .roomy) {
            let last = LastSettings(folder: options.settingsFolder)
            last.keep(.configuration, from: options.configurationFile)
            last.keep(
                .board,
                from: BoardCatalog.file(nameOrPath: options.board, searchFolders: options.shared.boardSearchFolders))
        }
    }

    private static func board(_ options: inout RunOptions) throws -> BoardDescription {
        do throws(BoardFileError) {
            guard let name = options.board else { return try BoardCatalog.standard() }
            return try BoardCatalog.find(nameOrPath: name, searchFolders: options.shared.boardSearchFolders)
        } catch {
            let lines = error.lines.map(\.english)
            if options.isService, let last = LastSettings(folder: options.settingsFolder).board() {
                options.settingsProblems += lines
                return last
            }
            let code: ExitStatus = if case .notFound = error { .noInput } else { .badData }
            throw StartFailure(code: code, message: lines.joined(separator: "\nanicca: "))
        }
    }

    private static func store(_ folder: String, now: Moment) throws -> BedsideStore {
        let logger = Logger(label: "store")
        var attemptsLeft = 40
        while true {
            do throws(StoreError) {
                return try BedsideStore.openForRinging(folder: folder, now: now.civil) { level, text in
                    logger.log(level: level.logging, "\(text)")
                }
            } catch {
                // A command that works in the folder ends in a moment; another appliance stays.
                attemptsLeft -= 1
                guard case .inUse = error, attemptsLeft > 0 else {
                    throw StartFailure(code: .temporary, message: "\(error)")
                }
                usleep(50_000)
            }
        }
    }
}
