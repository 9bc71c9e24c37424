import Configuration
import Foundation
import GatewayRules
import SystemPackage

/// Reads the settings, the strongest source first: `--set`, the environment (`ANICCA_GATEWAY_LISTEN`, and the names that
/// earlier servers had), systemd's credentials, the file.
public struct SettingsSources: Sendable {
    public var overrides: [String: String] = [:]
    public var environment: [String: String] = [:]
    /// A flat YAML file; nil: none.
    public var file: String?

    public init() {}

    /// Names without the prefix, as earlier servers had them.
    static let fixedNames = [
        "free_monthly_limit": "FREE_MONTHLY_LIMIT", "pro_monthly_limit": "PRO_MONTHLY_LIMIT",
        "provider_key": "OPENAI_API_KEY",
    ].merging(RevenueCatSettings.fixedNames) { first, _ in first }.merging(CloningSettings.fixedNames) { first, _ in
        first
    }
    static let prefix = "ANICCA_GATEWAY_"

    /// The settings, or everything that is wrong with them.
    public func read() async -> Result<Settings, SettingsFaults> {
        var faults: [Settings.Fault] = []
        var providers: [any ConfigProvider] = []
        let variables = environmentValues(&faults)
        providers.append(Self.values(overrides))
        providers.append(Self.values(variables))
        if let folder = environment["CREDENTIALS_DIRECTORY"] {
            do {
                providers.append(try await DirectoryFilesProvider(directoryPath: FilePath(folder), allowMissing: true))
            } catch {
                faults.append(.init(setting: "credentials", sentence: "cannot be read"))
            }
        }
        if let file, let provider = Self.provider(of: file, &faults) {
            providers.append(provider)
            let values = SettingValues(reader: ConfigReader(providers: [provider]), faults: [])
            faults += Self.openSecrets(in: file, values)
        }
        for name in overrides.keys.sorted() where !Self.names.contains(name) {
            faults.append(.init(setting: name, sentence: "no such setting"))
        }
        var values = SettingValues(
            reader: ConfigReader(providers: providers), environment: environment, faults: faults)
        var settings = values.settings()
        settings.warnings = warnings(of: variables) + proxyWarnings(settings)
        return values.faults.isEmpty ? .success(settings) : .failure(SettingsFaults(all: values.faults))
    }

    static let names = [
        appleNames, RevenueCatSettings.names, CloningSettings.names, startNames, tlsNames, masterKeyNames,
    ].reduce(
        into: ownNames
    ) { $0.formUnion($1) }

    private static let ownNames: Set<String> = [
        "database", "database_tls", "listen", "operations", "public_address", "trusted_proxies", "connections_maximum",
        "database_connections", "queue_maximum", "drain_seconds", "log_level", "free_monthly_limit",
        "pro_monthly_limit", "owner_monthly_limit", "provider_address", "provider_key", "free_model", "pro_model",
        "early_connection",
    ]

    static let secretNames = RevenueCatSettings.secretNames.union([
        "database", "provider_key", "apple_key", "voice_key", "master_key",
    ])

    private static func values(_ values: [String: String]) -> InMemoryProvider {
        InMemoryProvider(
            values: Dictionary(
                values.map {
                    (
                        AbsoluteConfigKey([$0.key]),
                        ConfigValue(.string($0.value), isSecret: secretNames.contains($0.key))
                    )
                },
                uniquingKeysWith: { first, _ in first }))
    }

    /// Secrets that others may see: they are taken all the same (gateway-design §4).
    private func warnings(of variables: [String: String]) -> [Settings.Fault] {
        let arguments = Self.secrets(in: overrides).map { name in
            Settings.Fault(
                setting: name,
                sentence: "a secret in the arguments, which everybody on this machine can read; keep it in a credential"
            )
        }
        let environment = Self.secrets(in: variables).map { name in
            Settings.Fault(
                setting: name,
                sentence: "a secret in the environment (\(variable(of: name))), which other programs may get to see; "
                    + "keep it in a credential")
        }
        return arguments + environment
    }

    /// A proxy on this machine of which nothing is believed: all its clients look alike.
    private func proxyWarnings(_ settings: Settings) -> [Settings.Fault] {
        guard settings.tls == .proxy, case .tcp = settings.listen, settings.trustedProxies.isEmpty,
            settings.publicAddress.hasPrefix("https://")
        else { return [] }
        return [
            Settings.Fault(
                setting: "trusted_proxies",
                sentence:
                    "empty, so all clients of the proxy share one allowance; give the proxy's address, as 127.0.0.1"
            )
        ]
    }

    private static func secrets(in values: [String: String]) -> [String] {
        secretNames.sorted().filter { name in values[name].map { isSecret(name, [$0]) } ?? false }
    }

    /// The variable that a setting in the environment comes from.
    private func variable(of name: String) -> String {
        let own = Self.prefix + name.uppercased()
        return environment[own] == nil ? Self.fixedNames[name] ?? own : own
    }

    /// Our names in the environment. A name that looks like one of ours and is none is a fault.
    private func environmentValues(_ faults: inout [Settings.Fault]) -> [String: String] {
        var values: [String: String] = [:]
        for (name, fixed) in Self.fixedNames { values[name] = environment[fixed] }
        for (variable, value) in environment where variable.hasPrefix(Self.prefix) {
            let name = variable.dropFirst(Self.prefix.count).lowercased()
            // For the tests' own use.
            if name.hasPrefix("test_") { continue }
            if Self.names.contains(name) {
                values[name] = value
            } else {
                faults.append(.init(setting: variable, sentence: "no such setting"))
            }
        }
        return values
    }
}

/// Everything that is wrong, at once.
public struct SettingsFaults: Error, CustomStringConvertible {
    public let all: [Settings.Fault]
    public var description: String { all.map(\.description).sorted().joined(separator: "\n") }
}

/// Turns texts into settings, and collects faults.
struct SettingValues {
    let reader: ConfigReader
    /// What libpq reads by itself.
    var environment: [String: String] = [:]
    var faults: [Settings.Fault]

    /// A value as text. Every source has texts alone, so that nothing of another kind is passed over.
    func text(_ name: String) -> String? { reader.string(forKey: ConfigKey([name])) }

    /// Several values: a list in the file, or with commas.
    func list(_ name: String) -> [String] {
        reader.stringArray(forKey: ConfigKey([name])) ?? text(name).map(commaSeparated) ?? []
    }

    mutating func fault(_ setting: String, _ sentence: String) {
        faults.append(.init(setting: setting, sentence: sentence))
    }

    mutating func read<Value>(
        _ name: String, into value: inout Value, _ parse: (String) -> Value?, _ sentence: String
    ) {
        guard let text = text(name) else { return }
        guard let parsed = parse(text) else {
            faults.append(.init(setting: name, sentence: sentence))
            return
        }
        value = parsed
    }

    mutating func number(_ name: String, into value: inout Int, _ range: ClosedRange<Int>) {
        read(
            name, into: &value, { Int($0).flatMap { range.contains($0) ? $0 : nil } },
            "a number from \(range.lowerBound) to \(range.upperBound) is needed")
    }

    mutating func settings() -> Settings {
        var settings = Settings()
        let listener =
            "an address of this machine is needed: 127.0.0.1:8030, [::1]:8030 or unix:/path; others need tls"
        func local(_ text: String) -> Settings.Listener? { Settings.Listener(text).flatMap { $0.isLocal ? $0 : nil } }
        let isEncrypted = ["files", "own"].contains(text("tls") ?? "")
        read(
            "database", into: &settings.database, Settings.Database.init,
            "sqlite:/path/of/file or postgresql://… is needed")
        readDatabaseTLS(of: settings.database)
        read("listen", into: &settings.listen, isEncrypted ? Settings.Listener.init : local, listener)
        read("operations", into: &settings.operations, local, listener)
        if settings.listen.overlaps(settings.operations) {
            faults.append(
                .init(setting: "operations", sentence: "listen has the same address; each needs one of its own"))
        }
        read(
            "public_address", into: &settings.publicAddress, publicAddress,
            "https://… without a path is needed; http only for this machine")
        settings.tls = tls(publicAddress: settings.publicAddress)
        read(
            "state_folder", into: &settings.stateFolder, { $0.hasPrefix("/") ? .some($0) : nil },
            "a path from / on is needed")
        let proxies = list("trusted_proxies")
        settings.trustedProxies = Set(proxies.compactMap(canonicalAddress))
        for address in proxies where canonicalAddress(address) == nil {
            faults.append(.init(setting: "trusted_proxies", sentence: "\(address.prefix(64)) is no address"))
        }
        number("connections_maximum", into: &settings.connectionsMaximum, 16...100_000)
        number("database_connections", into: &settings.databaseConnections, 1...100)
        number("queue_maximum", into: &settings.queueMaximum, 8...10_000)
        number("drain_seconds", into: &settings.drainSeconds, 0...60)
        number("free_monthly_limit", into: &settings.freeMonthlyLimit, 0...100_000)
        number("pro_monthly_limit", into: &settings.proMonthlyLimit, 0...100_000)
        number("owner_monthly_limit", into: &settings.ownerMonthlyLimit, 0...1_000_000)
        read(
            "provider_address", into: &settings.providerAddress, publicAddress,
            "https://… without a path is needed; http only for this machine")
        read(
            "provider_key", into: &settings.providerKey, providerKey, "a key of one line of visible ASCII is needed")
        let model = "a model's name is needed"
        read("free_model", into: &settings.freeModel, modelName, model)
        read("pro_model", into: &settings.proModel, modelName, model)
        read(
            "early_connection", into: &settings.earlyConnectionSeconds, earlyConnection,
            "off, or a number of seconds from 0 to 60, is needed")
        readStarts(into: &settings)
        settings.masterKey = masterKey()
        settings.apple = apple(publicAddress: settings.publicAddress)
        settings.revenueCat = revenueCat()
        settings.cloning = cloning()
        let levels = ["debug", "info", "notice", "warning", "error"]
        read(
            "log_level", into: &settings.logLevel, { levels.contains($0) ? $0 : nil },
            "one of \(levels.joined(separator: ", "))")
        return settings
    }
}

private func commaSeparated(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
}

/// Without a path, and encrypted unless it is this machine. The result is written as browsers name a page's origin
/// (RFC 6454): in lower case, and without the scheme's usual port. Nil where that is not possible: with a user or a
/// fragment, or beyond ASCII.
func publicAddress(_ text: String) -> String? {
    let trimmed = (text.hasSuffix("/") ? String(text.dropLast()) : text).lowercased()
    let isPlain = trimmed.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !trimmed.contains { "@?#".contains($0) }
    guard isPlain, trimmed.utf8.count <= 255, let url = URL(string: trimmed), let scheme = url.scheme,
        let host = url.host, !host.isEmpty, url.path.isEmpty,
        url.port.map({ trimmed.hasSuffix(":\($0)") }) ?? !trimmed.hasSuffix(":")
    else { return nil }
    let isThisMachine = ["127.0.0.1", "::1", "localhost"].contains(host)
    guard scheme == "https" || (scheme == "http" && isThisMachine) else { return nil }
    let usual = scheme == "https" ? ":443" : ":80"
    return trimmed.hasSuffix(usual) ? String(trimmed.dropLast(usual.count)) : trimmed
}

/// A file's last line break is not part of the key.
func providerKey(_ text: String) -> String?? {
    let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...4_096).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return .some(key)
}

private func earlyConnection(_ text: String) -> Int?? {
    if text == "off" || text == "false" { return .some(nil) }
    return Int(text).flatMap { (0...60).contains($0) ? .some($0) : nil }
}

private func modelName(_ text: String) -> String? {
    (1...100).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
}
