import Bedside
import Board

/// `anicca.yaml`: how this machine runs the appliance. What the owner chooses is in the profile, not here.
public struct ConfigFile: Sendable, Hashable {
    /// A board's name or file.
    public var board: String?
    public var stateFolder: String?
    public var shareFolder: String?
    public var logLevel: LogLevel?
    public var companion = CompanionSettings()

    public static let systemPath = "/etc/anicca/anicca.yaml"

    public init() {}

    /// Of the file that `load` reads; nil: there is none.
    static func path(option: String?) -> String? { option ?? (Files.exists(systemPath) ? systemPath : nil) }

    /// The file named, which must be there; else the system's, where there is one.
    static func load(option: String?) throws(ConfigError) -> ConfigFile {
        guard let path = path(option: option) else { return ConfigFile() }
        let bytes: [UInt8]
        do { bytes = try Files.read(path, limit: YAMLDocument.defaultLimitBytes) } catch { throw .unreadable(error) }
        return try parse(bytes, fileName: path)
    }

    static func parse(_ bytes: [UInt8], fileName: String) throws(ConfigError) -> ConfigFile {
        let document: Field
        do { document = try YAMLDocument.read(bytes: bytes, fileName: fileName) } catch {
            throw .malformed("\(error)")
        }
        func wrong(_ line: Int, _ text: String) -> ConfigError { .malformed("\(fileName):\(line): \(text)") }
        var config = ConfigFile()
        let entries: [Field.Entry]
        switch document {
        case .null: return config
        case .mapping(let found, _): entries = found
        case .scalar(_, let line), .list(_, let line): throw wrong(line, "expected fields like `board: terminal`")
        }
        for entry in entries {
            let known = ["board", "state_dir", "share_dir", "log_level", "companion"]
            guard known.contains(entry.key) else {
                let name = ControlCoding.printable(entry.key)
                throw wrong(entry.line, "\(name): unknown field; expected \(known.joined(separator: ", "))")
            }
            if entry.key == "companion" {
                var reader = CompanionSettingsReader(fileName: fileName)
                config.companion = try reader.read(entry.value)
                continue
            }
            guard case .scalar(let value, _) = entry.value, !value.isEmpty else {
                throw wrong(entry.line, "\(entry.key): expected a text")
            }
            switch entry.key {
            case "board": config.board = value
            case "state_dir": config.stateFolder = value
            case "share_dir": config.shareFolder = value
            default:
                guard let level = LogLevel(rawValue: value) else {
                    throw wrong(entry.line, "log_level: expected debug, info, notice, warning or error")
                }
                config.logLevel = level
            }
        }
        return config
    }
}

enum ConfigError: Error, Sendable, CustomStringConvertible {
    case unreadable(FileError)
    case malformed(String)

    var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .malformed(let text): text
        }
    }
    var exitCode: Int32 {
        switch self {
        case .unreadable: 66
        case .malformed: 65
        }
    }
}
