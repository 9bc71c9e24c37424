import Bedside
import Board

/// The contents of `anicca.yaml`: how this machine runs the appliance. The owner's choices are in the profile instead.
public struct ConfigFile: Sendable, Hashable {
    /// A board's name or file.
    public var board: String?
    public var stateFolder: String?
    public var shareFolder: String?
    public var logLevel: LogLevel?
    public var companion = CompanionSettings()

    public static let systemPath = "/etc/anicca/anicca.yaml"

    public init() {}

    /// The path of the file that `load` reads; nil where there is none.
    static func path(option: String?) -> String? { option ?? (Files.exists(systemPath) ? systemPath : nil) }

    /// Loads the named file, which must exist; without a name, the system's file if there is one.
    static func load(option: String?) throws(ConfigError) -> ConfigFile {
        guard let path = path(option: option) else { return ConfigFile() }
        let bytes: [UInt8]
        do { bytes = try Files.read(path, limit: YAMLDocument.defaultLimitBytes) } catch { throw .unreadable(error) }
        return try parse(bytes, fileName: path)
    }

    /// Reads the whole file; its faults are all in the error.
    static func parse(_ bytes: [UInt8], fileName: String) throws(ConfigError) -> ConfigFile {
        let document: Field
        do { document = try YAMLDocument.read(bytes: bytes, fileName: fileName) } catch { throw .yaml(error) }
        if case .null = document { return ConfigFile() }
        var fields = FieldReader()
        var config = ConfigFile()
        let known = ["board", "state_dir", "share_dir", "log_level", "companion"]
        for entry in fields.entries(of: document, at: "", names: known, expected: .fields(known)) {
            let (field, path) = (entry.value, entry.key)
            func text() -> String? {
                fields.text(field, path, expected: .told(Wording("a text", "テキスト"))) { !$0.isEmpty }
            }
            switch path {
            case "board": config.board = text()
            case "state_dir": config.stateFolder = text()
            case "share_dir": config.shareFolder = text()
            case "log_level": config.logLevel = fields.choice(field, path, of: LogLevel.self)
            default: config.companion = CompanionSettings.read(field, path, &fields)
            }
        }
        guard fields.errors.isEmpty else { throw .invalid(file: fileName, FieldErrors(fields.errors).fields) }
        return config
    }
}

/// Why there is no configuration. The description is one line; `lines` has all faults.
enum ConfigError: WordedError {
    case unreadable(FileError)
    case yaml(YAMLError)
    /// In the order of the file; never empty.
    case invalid(file: String, [FieldError])

    var lines: [Wording] {
        switch self {
        case .unreadable(let error): [error.wording]
        case .yaml(let error): [error.wording]
        case .invalid(let file, let errors): errors.map { $0.wording(inFile: file) }
        }
    }

    var wording: Wording {
        Wording.summary(of: lines) ?? Wording("the configuration is faulty", "設定ファイルに誤りがあります")
    }

    var exitCode: ExitStatus {
        switch self {
        case .unreadable: .noInput
        case .yaml, .invalid: .badData
        }
    }
}
