import Foundation

extension Settings {
    /// Who encrypts.
    public enum TLS: Sendable, Equatable {
        /// A reverse proxy; the gateway itself listens on this machine only.
        case proxy
        /// The gateway, with files that somebody else renews.
        case files(certificate: String, key: String)
        /// The gateway, with a root of its own, for these names and addresses.
        case own(names: [String])
    }

    /// What the gateway keeps on this machine besides the database.
    public var stateFolderOrDefault: String {
        if let stateFolder { return stateFolder }
        guard case .sqlite(let path) = database else { return "/var/lib/anicca-gateway" }
        return (path as NSString).deletingLastPathComponent
    }

    var tlsFolder: String { stateFolderOrDefault + "/tls" }

    /// Nil: a proxy encrypts.
    var certificateSource: CertificateSource? {
        switch tls {
        case .proxy: nil
        case .files(let certificate, let key): .files(certificate: certificate, key: key)
        case .own(let names): .own(folder: tlsFolder, names: names.compactMap { ServerName($0) })
        }
    }
}

extension SettingsSources {
    static let tlsNames: Set<String> = ["tls", "tls_certificate_file", "tls_key_file", "tls_names", "state_folder"]
}

extension SettingValues {
    private static let mostNames = 32

    mutating func tls(publicAddress address: String) -> Settings.TLS {
        let files = ["tls_certificate_file", "tls_key_file"]
        var tls = Settings.TLS.proxy
        switch text("tls") {
        case nil, "proxy":
            for name in files + ["tls_names"] where text(name) != nil || !list(name).isEmpty {
                fault(name, "has no effect without tls")
            }
            return .proxy
        case "files":
            let paths = files.map { text($0) ?? "" }
            for (name, path) in zip(files, paths) where !path.hasPrefix("/") {
                fault(name, "a path from / on is needed, because tls is files")
            }
            tls = .files(certificate: paths.first ?? "", key: paths.last ?? "")
        case "own":
            var names = list("tls_names")
            if names.isEmpty, let host = URL(string: address)?.host {
                names = [host.filter { $0 != "[" && $0 != "]" }]
            }
            for name in names where ServerName(name) == nil {
                fault("tls_names", "\(name.prefix(64)) is no name and no address")
            }
            if !(1...Self.mostNames).contains(names.count) { fault("tls_names", "1 to \(Self.mostNames) are needed") }
            tls = .own(names: names)
        default: fault("tls", "proxy, files or own is needed")
        }
        if !address.hasPrefix("https://") { fault("public_address", "https://… is needed, because tls is set") }
        return tls
    }
}
