import Foundation

/// The command that prints an owner code where this program runs, as it was started here (GATEWAY-5). The page shows it
/// to everybody, so it has no secret: where the database may have a password there is an ellipsis to be filled in.
struct OwnerCommand: Equatable, Sendable {
    /// The package's service runs as this user, who has no shell: root runs commands as it.
    static let packageUser = "anicca-gateway"
    static let packageProgram = "/usr/bin/anicca-gateway"

    static let plain = "anicca-gateway owner-code"
    /// What tells nobody more than the package's documents do.
    static let known: Set<String> = Set(
        [plain]
            + [nil, "/etc/anicca-gateway/gateway.yaml"].map {
                OwnerCommand(program: packageProgram, user: packageUser, file: $0).text
            })

    /// The program's path.
    var program: String
    /// The user that it runs as.
    var user: String
    /// The settings' file, from / on; nil: none.
    var file: String?
    /// The database; nil: the file says which it is, or it is the default.
    var database: Settings.Database?

    /// As a shell takes it.
    var text: String {
        var words: [String] = []
        if user == Self.packageUser { words += ["runuser", "-u", user, "--"] }
        if case .postgres? = database { words += ["env", "\(SettingsSources.prefix)DATABASE=…"] }
        words += [program == Self.packageProgram ? "anicca-gateway" : program, "owner-code"]
        if let file { words += ["--config", file] }
        if case .sqlite(let path)? = database { words += ["--set", "database=sqlite:\(path)"] }
        return words.map(Self.quoted).joined(separator: " ")
    }

    /// One word for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@+,…".contains($0) }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

extension OwnerCommand {
    /// - Parameter database: What was read from the sources.
    init(_ sources: SettingsSources, database: Settings.Database) {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        program = link ?? ProcessInfo.processInfo.arguments.first ?? "anicca-gateway"
        user = NSUserName()
        file = sources.file.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        let credential = sources.environment["CREDENTIALS_DIRECTORY"].map { $0 + "/database" }
        let isElsewhere =
            sources.overrides["database"] != nil || sources.environment[SettingsSources.prefix + "DATABASE"] != nil
            || credential.map { FileManager.default.fileExists(atPath: $0) } == true
        self.database = isElsewhere ? database : nil
    }
}
