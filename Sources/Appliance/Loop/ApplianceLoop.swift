import Bedside
import Board
import CLinux
import Foundation
import Glibc
import Logging
import Sound
import Store

/// `anicca run`: puts the drivers together and runs the loop until it is told to end.
enum ApplianceLoop {
    /// Returns the exit code. On the main thread.
    static func run(options: RunOptions) -> Int32 {
        do {
            return try start(options)
        } catch let failure as StartFailure {
            FileHandles.standardError("anicca: \(failure.message)\n")
            return failure.code
        } catch {
            FileHandles.standardError("anicca: \(error)\n")
            return 70
        }
    }

    private struct StartFailure: Error {
        var code: Int32
        var message: String
    }

    private static func start(_ options: RunOptions) throws -> Int32 {
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
        // The panel comes last: whatever fails before it is said on a terminal that still works.
        if isPanelWanted { appliance.openPanel() }
        appliance.begin()
        if options.isService, options.settingsProblems.isEmpty { keepSettings(options) }
        defer { appliance.end() }
        try reactor.run()
        return appliance.exitCode
    }

    /// On a thread of its own: no alarm waits for it.
    private static func keepSettings(_ options: RunOptions) {
        Thread.detachNewThread {
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
            var code: Int32 = 65
            if case .notFound = error { code = 66 }
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
                // A command that is at work in the folder is gone in a moment; another appliance stays.
                attemptsLeft -= 1
                guard case .inUse = error, attemptsLeft > 0 else { throw StartFailure(code: 75, message: "\(error)") }
                usleep(50_000)
            }
        }
    }
}

/// Standard output and error without buffering of our own.
enum FileHandles {
    static func standardError(_ text: String) { write(text, to: STDERR_FILENO) }
    static func standardOutput(_ text: String) { write(text, to: STDOUT_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        // A reader that has gone loses the line; an alarm does not depend on it.
        _ = writeAtOnce(Array(text.utf8), to: descriptor)
    }

    /// The journal is a socket, and stands still where its disk does: what it does not take at once is lost.
    /// - Returns: bytes taken; negative: none, see `errno`.
    static func writeAtOnce(_ bytes: [UInt8], to descriptor: Int32) -> Int {
        let sent = send(descriptor, bytes, bytes.count, clinux_no_wait | clinux_no_signal)
        if sent < 0, errno == ENOTSOCK { return Glibc.write(descriptor, bytes, bytes.count) }
        return sent
    }
}
