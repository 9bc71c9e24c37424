import Configuration
import Foundation
import GatewayRules
import Yams

extension SettingsSources {
    private static let largestFile = 64 << 10
    /// The settings that may have several values.
    private static let listNames: Set<String> = ["apple_bundle_ids", "tls_names", "trusted_proxies"]

    /// What the settings' file sets; nil if it sets nothing, or cannot be taken. Whatever is in it counts or is among the
    /// faults: a value of the wrong shape must not leave a setting at its default.
    static func provider(of file: String, _ faults: inout [Settings.Fault]) -> InMemoryProvider? {
        guard let data = FileManager.default.contents(atPath: file) else {
            faults.append(.init(setting: file, sentence: "cannot be read"))
            return nil
        }
        guard data.count <= largestFile, let text = String(data: data, encoding: .utf8) else {
            faults.append(.init(setting: file, sentence: "is larger than 64 KiB, or no UTF-8"))
            return nil
        }
        // A file without any value is no mapping, and sets nothing.
        guard text.split(whereSeparator: \.isNewline).contains(where: setsSomething) else { return nil }
        guard let root = try? Yams.compose(yaml: text), case .mapping(let mapping) = root else {
            // The error may quote the file.
            faults.append(.init(setting: file, sentence: "cannot be read as a YAML file of names and values"))
            return nil
        }
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, node) in mapping {
            guard case .scalar(let scalar) = key else {
                faults.append(.init(setting: file, sentence: "has a name that is no text"))
                continue
            }
            let name = scalar.string
            guard names.contains(name) else {
                faults.append(.init(setting: String(name.prefix(64)), sentence: "no such setting"))
                continue
            }
            do throws(Settings.Fault) {
                let content = try content(node, of: name)
                values[AbsoluteConfigKey([name])] = ConfigValue(content, isSecret: secretNames.contains(name))
            } catch { faults.append(error) }
        }
        return InMemoryProvider(values: values)
    }

    private static func setsSomething(_ line: Substring) -> Bool {
        guard let first = line.first(where: { !$0.isWhitespace }) else { return false }
        return first != "#" && line != "---" && line != "..."
    }

    private static func content(_ node: Node, of name: String) throws(Settings.Fault) -> ConfigContent {
        let isList = listNames.contains(name)
        let wanted = isList ? "values are needed, as a list or with commas between them" : "one value is needed"
        switch node {
        case .scalar(let scalar): return .string(scalar.string)
        case .sequence(let nodes):
            guard isList else { throw Settings.Fault(setting: name, sentence: "\(wanted), not a list") }
            var values: [String] = []
            for node in nodes {
                guard case .scalar(let scalar) = node else {
                    throw Settings.Fault(setting: name, sentence: "\(wanted), not a list of lists or of names")
                }
                values.append(scalar.string)
            }
            return .stringArray(values)
        case .mapping(let mapping):
            // What stands below a secret may be one.
            let below = secretNames.contains(name) ? [] : mapping.compactMap { settingName($0.key) }
            let unknown = below.map { "\(name).\($0)" }.joined(separator: ", ")
            throw Settings.Fault(
                setting: name,
                sentence: "\(wanted), not names below it" + (unknown.isEmpty ? "" : "; there is no setting \(unknown)"))
        case .alias: throw Settings.Fault(setting: name, sentence: "\(wanted), not an alias")
        }
    }

    /// What could be a setting's name.
    private static func settingName(_ node: Node) -> String? {
        guard case .scalar(let scalar) = node, (1...40).contains(scalar.string.utf8.count),
            scalar.string.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        return scalar.string
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

    static func isSecret(_ name: String, _ values: [String]) -> Bool {
        guard name == "database" else { return values.contains { !$0.isEmpty } }
        return values.contains { !$0.hasPrefix("sqlite:") && DatabaseAddress($0).hasPassword }
    }
}
