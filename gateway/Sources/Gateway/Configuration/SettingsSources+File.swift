import Configuration
import Foundation
import GatewayRules
import SystemPackage

extension SettingsSources {
    private static let largestFile = 64 << 10

    /// What the settings' file sets; nil if it sets nothing, or cannot be taken, which is then among the faults.
    static func provider(of file: String, _ faults: inout [Settings.Fault]) async -> (any ConfigProvider)? {
        guard let data = FileManager.default.contents(atPath: file) else {
            faults.append(.init(setting: file, sentence: "cannot be read"))
            return nil
        }
        guard data.count <= largestFile, let text = String(data: data, encoding: .utf8) else {
            faults.append(.init(setting: file, sentence: "is larger than 64 KiB, or no UTF-8"))
            return nil
        }
        let lines = text.split(whereSeparator: \.isNewline)
        faults += lines.compactMap(unknownName)
        // The reader takes a file without any value for one that is no YAML.
        guard lines.contains(where: setsSomething) else { return nil }
        do {
            return try await FileProvider<YAMLSnapshot>(filePath: FilePath(file))
        } catch {
            // The error may quote the file.
            faults.append(.init(setting: file, sentence: "cannot be read as a YAML file"))
            return nil
        }
    }

    private static func setsSomething(_ line: Substring) -> Bool {
        guard let first = line.first(where: { !$0.isWhitespace }) else { return false }
        return first != "#" && line != "---" && line != "..."
    }

    /// The file is flat, so its names are what stands before a colon at the start of a line.
    private static func unknownName(_ line: Substring) -> Settings.Fault? {
        guard let first = line.first, first.isLetter, let colon = line.firstIndex(of: ":") else { return nil }
        let name = String(line[..<colon])
        return names.contains(name) ? nil : .init(setting: name, sentence: "no such setting")
    }

    /// The secrets in a file that others can read, by what its reader finds there, however it is written.
    static func openSecrets(in file: String, _ values: SettingValues) -> [Settings.Fault] {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & 0o007 != 0 else { return [] }
        return secretNames.sorted().filter { isSecret($0, values.list($0)) }.map {
            Settings.Fault(
                setting: $0,
                sentence: "a secret, in a file that others can read; run 'chmod o= \(file)', or keep it in a credential"
            )
        }
    }

    private static func isSecret(_ name: String, _ values: [String]) -> Bool {
        guard name == "database" else { return values.contains { !$0.isEmpty } }
        return values.contains { !$0.hasPrefix("sqlite:") && DatabaseAddress($0).hasPassword }
    }
}
