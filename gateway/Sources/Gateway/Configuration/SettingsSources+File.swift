import Foundation
import GatewayRules

extension SettingsSources {
    private static let largestFile = 64 << 10

    /// What is wrong with the settings' file itself. It is flat, so its names are what stands before a colon at the start
    /// of a line.
    static func faults(of file: String) -> [Settings.Fault] {
        guard let data = FileManager.default.contents(atPath: file) else {
            return [.init(setting: file, sentence: "cannot be read")]
        }
        guard data.count <= largestFile, let text = String(data: data, encoding: .utf8) else {
            return [.init(setting: file, sentence: "is larger than 64 KiB, or no UTF-8")]
        }
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            guard let first = line.first, first.isLetter, let colon = line.firstIndex(of: ":") else { return nil }
            let name = String(line[..<colon])
            return names.contains(name) ? nil : .init(setting: name, sentence: "no such setting")
        }
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
