import ArgumentParser
import Foundation
import SQLEngines

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies the SQLite database into a new file, while the server runs.",
        discussion: "The copy holds everything that the gateway keeps: guard it like the database.")

    @OptionGroup var options: SettingsOptions

    @Argument(help: "The new file. One that exists is not replaced.")
    var file: String

    func run() async throws {
        let settings = try await options.settings()
        guard case .sqlite(let path) = settings.database else {
            throw CommandFailure(sentence: "the database is PostgreSQL: back it up with pg_dump", exit: 64)
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(sentence: "\(path): no database yet", exit: 69)
        }
        let target = file
        try orFailure { () throws(EngineError) in try SQLiteBackup.write(database: path, to: target) }
        print("backup: \(file)")
    }
}
